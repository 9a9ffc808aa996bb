"""Reads the corpus of Hive: files by feature, each a list of scripts under a line that says what it shows.

    -- # ranks are made by Hive's window operator -- ! windows SELECT id, rank() OVER (ORDER BY price) FROM orders;

A script is one statement or several, each ended by a semicolon at the end of a line; what it creates is known to the
statements after it, and gone with it. `-- !` names what Hive is known to lose in it (`losses`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SCHEMA = (HERE / "schema.sql").read_text(encoding="utf-8")
MARK = "-- # "
LOSS = "-- ! "
_END = re.compile(r";[ \t]*(?:\n|$)")


@dataclass(frozen=True)
class Script:
    """One case of the corpus."""

    name: str
    sql: str
    losses: tuple[str, ...] = ()


def statements(text: str) -> list[str]:
    """The statements of a script; comments of whole lines are left out, for Hive's parser knows none."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("--")]
    return [part.strip() for part in _END.split("\n".join(lines)) if part.strip()]


def read(path: Path) -> list[Script]:
    head, *parts = path.read_text(encoding="utf-8").split("\n" + MARK)
    if head.strip() and not head.startswith("-- "):
        raise ValueError(f"{path.name}: a statement before the first title")
    result = []
    for text in parts:
        title, _, body = text.partition("\n")
        losses: tuple[str, ...] = ()
        if body.startswith(LOSS):
            line, _, body = body.partition("\n")
            losses = tuple(sorted(line.removeprefix(LOSS).replace(",", " ").split()))
        if not body.rstrip().endswith(";"):
            raise ValueError(f"{path.name}: {title}: the last statement has no semicolon")
        result.append(Script(f"{path.stem}: {title.strip()}", body.strip(), losses))
    return result


def scripts() -> list[Script]:
    folder = HERE.parent / "corpus" / "hive"
    return [script for path in sorted(folder.glob("*.sql")) for script in read(path)]
