"""Reads the corpus of Spark SQL: files by feature, each a list of scripts under a line that says what it shows.

    -- # an alias of the same SELECT SELECT a + 1 AS k, k * 2 AS m FROM t;

A script is one statement or several; what it creates is known to the statements after it, and gone with it.
"""

from __future__ import annotations

from pathlib import Path

from tests.judges.flink.scripts import Script, read

HERE = Path(__file__).parent
SCHEMA = (HERE / "schema.sql").read_text(encoding="utf-8")


def statements(text: str) -> list[str]:
    """The statements of a script: each ends with a semicolon at the end of a line."""
    lines = [line for line in text.splitlines() if not line.startswith("-- ")]
    parts = ("\n".join(lines) + "\n").split(";\n")
    return [part.strip() for part in parts if part.strip()]


def scripts() -> list[Script]:
    folder = HERE.parent / "corpus" / "spark"
    return [script for path in sorted(folder.glob("*.sql")) for script in read(path)]
