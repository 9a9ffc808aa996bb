"""Reads the corpus of Flink: files by feature, each a list of scripts under a line that says what it shows.

    -- # a metadata column under another name SELECT event_time FROM clicks;

A script is one statement or several; what it creates is known to the statements after it, and gone with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SCHEMA = (HERE / "schema.sql").read_text(encoding="utf-8")
MARK = "-- # "


@dataclass(frozen=True)
class Script:
    """One case of the corpus."""

    name: str
    sql: str


def read(path: Path) -> list[Script]:
    head, *parts = path.read_text(encoding="utf-8").split("\n" + MARK)
    if head.strip() and not head.startswith("-- "):
        raise ValueError(f"{path.name}: a statement before the first title")
    result = []
    for text in parts:
        title, _, body = text.partition("\n")
        if not body.rstrip().endswith(";"):
            raise ValueError(f"{path.name}: {title}: the last statement has no semicolon")
        result.append(Script(f"{path.stem}: {title.strip()}", body.strip()))
    return result


def scripts() -> list[Script]:
    folder = HERE.parent / "corpus" / "flink"
    return [script for path in sorted(folder.glob("*.sql")) for script in read(path)]
