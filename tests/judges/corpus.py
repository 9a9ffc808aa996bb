"""Reads the corpus: files of SQL by feature, each statement under a line that says what it shows.

    -- NULLIF SELECT nullif(qty, product_id) AS v FROM orders;

Notes for the judge that runs stand above the title, with their reason:

    --! unseen 1 events.customer_id the length of the list does not depend on it --! unfit sampling is random
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.judges.values import Source

HERE = Path(__file__).parent
SCHEMA = (HERE / "schema.sql").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Case:
    """One statement of the corpus."""

    name: str
    sql: str
    unseen: frozenset[tuple[int, Source]] = frozenset()
    """Value sources of an output (by ordinal) whose change cannot be seen in it."""
    unfit: bool = False
    """Running says nothing: the result is not the same each time."""


def read(path: Path) -> list[Case]:
    cases: list[Case] = []
    title, unfit = "", False
    lines: list[str] = []
    unseen: set[tuple[int, Source]] = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("--! unseen "):
            ordinal, column = line.split()[2:4]
            table, _, name = column.partition(".")
            unseen.add((int(ordinal), (table, name)))
        elif line.startswith("--! unfit "):
            unfit = True
        elif line.startswith("--!"):
            raise ValueError(f"{path.name}: unknown note {line!r}")
        elif line.startswith("-- "):
            title = line[3:]
        elif line.strip():
            lines.append(line)
        if lines and lines[-1].endswith(";"):
            sql = "\n".join(lines)[:-1]
            cases.append(Case(f"{path.stem}: {title}", sql, frozenset(unseen), unfit))
            title, lines, unseen, unfit = "", [], set(), False
    if lines:
        raise ValueError(f"{path.name}: the last statement has no semicolon")
    return cases


def duckdb_cases() -> list[Case]:
    return [case for path in sorted((HERE / "corpus" / "duckdb").glob("*.sql")) for case in read(path)]


def clickhouse_cases(folder: str = "clickhouse") -> list[Case]:
    return [case for path in sorted((HERE / "corpus" / folder).glob("*.sql")) for case in read(path)]
