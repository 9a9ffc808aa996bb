"""Reads the corpus: files of scripts by feature, each under a line that says what it shows, an empty line between."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SCHEMA = (HERE / "schema.sql").read_text(encoding="utf-8")
CORPUS = HERE.parent / "corpus" / "googlesql"


@dataclass(frozen=True)
class Script:
    """One script of the corpus."""

    name: str
    sql: str


def scripts() -> list[Script]:
    result: list[Script] = []
    for path in sorted(CORPUS.glob("*.sql")):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            lines = [line for line in block.strip().splitlines() if line.strip()]
            if not lines:
                continue
            if not lines[0].startswith("-- ") or len(lines) < 2:
                raise ValueError(f"{path.name}: a script without a title: {lines[0]}")
            result.append(Script(f"{path.stem}: {lines[0][3:]}", "\n".join(lines[1:])))
    return result
