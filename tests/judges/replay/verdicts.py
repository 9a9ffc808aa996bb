"""What an engine says of a statement beside what headwater says of it.

A statement is *wrong* where headwater's answer is EXACT and an output's sources, or the number of outputs, are not the
engine's. A difference under a lower level (INFERRED, COARSE, …) is *marked*. What headwater did not read is *unread*,
what the engine refuses or cannot tell is *refused* and *abstained*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

import headwater
from headwater.answer import ColumnRef
from headwater.base import codes
from tests.judges.compare import Fold
from tests.judges.values import Source

UNREAD = frozenset(
    code.id
    for code in (
        codes.SYNTAX,
        codes.TOKENS,
        codes.NO_TABLES,
        codes.NOT_A_STATEMENT,
        codes.STATEMENT_NOT_READ,
        codes.TABLES_ONLY,
        codes.UNREAD_SYNTAX,
        codes.INTERNAL,
        codes.TOO_LARGE,
        codes.TOO_DEEP,
    )
)
"""Diagnostics that say that a part of the text was not read."""


class Verdict(StrEnum):
    """How an answer stands beside the engine's."""

    AGREES = "agrees"
    WRONG = "wrong"
    MARKED = "marked"
    UNREAD = "unread"
    ABSTAINED = "abstained"
    REFUSED = "refused"
    RAN = "ran"
    """Not a query: the engine ran it, and there is nothing to compare."""
    ARTEFACT = "artefact"


class Refused(Exception):
    """The engine's own complaint about a statement."""


@dataclass(frozen=True)
class Expected:
    """What the engine says: a set of sources per output, in order, and the outputs' names."""

    names: list[str]
    sources: list[frozenset[Source]]
    by_name: bool = False
    """A write: outputs are columns of the target, compared by name."""
    partial: bool = False
    """Nothing is said of other columns: those that a DEFAULT fills."""
    ran: bool = False
    """The statement had to be run to be told, and need not be run again."""
    origins: frozenset[Source] = frozenset()
    """Computed columns that read no stored one, `c AS (1)`: a plan shows their value, and they are where it comes from.
    """

    def compare(self, asked: Result, statements: Sequence[headwater.Statement], fold: Fold) -> list[Difference]:
        """Fill in the verdict of a statement that both sides answered; an engine may compare in a way of its own.

        A text that writes several tables may be several statements to headwater.
        """
        return compare(asked, self, statements[0], fold)


@dataclass(frozen=True)
class Difference:
    """An output with other sources than the engine's; with `is_number_of_columns`, outputs that are more or fewer."""

    name: str
    expected: frozenset[Source]
    got: frozenset[Source]
    level: str = ""
    is_number_of_columns: bool = False

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"{self.name}: expected {listed(self.expected)}",
            f"{self.name}: got      {listed(self.got)} {self.level}".rstrip(),
        ]


@dataclass
class Result:
    """One statement of a replay."""

    id: str
    sql: str
    verdict: Verdict
    level: str = ""
    whole: bool = True
    """Whether headwater read all of it."""
    names: bool | None = None
    """Whether the outputs have the engine's names; None where they were not compared."""
    detail: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    claims: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Edges of the answer without parts of the schema, by level: how many of how many are right."""
    product: bool | None = None
    """Whether the product takes it, where the engine's language is that of several products (ZetaSQL, BigQuery)."""
    expected: Expected | None = None
    """What the engine said; not written."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON lines."""
        return asdict(replace(self, expected=None))


def listed(sources: frozenset[Source]) -> str:
    """Sources as text."""
    return ", ".join(sorted(f"{table}.{column}" for table, column in sources)) or "nothing"


def source_of(end: ColumnRef, fold: Fold) -> Source:
    """Table and column, without database and fields; `n.a` of a Nested column is a part of n in any spelling."""
    return fold(end.dataset.rpartition(".")[2]), fold(str(end.column)).partition(".")[0]


def outputs(statement: headwater.Statement, fold: Fold) -> tuple[list[str], list[frozenset[Source]], list[str]]:
    """Names, sources and levels of a statement's output columns, in order."""
    columns = [column for column in statement.columns if not column.dataset]
    at = {column.ordinal: i for i, column in enumerate(columns)}
    sources: list[set[Source]] = [set() for _ in columns]
    for edge in statement.edges:
        index = at.get(edge.target.ordinal) if edge.target.ordinal is not None else None
        if index is not None:
            sources[index].add(source_of(edge.source, fold))
    return [c.name for c in columns], [frozenset(s) for s in sources], [str(c.level) for c in columns]


def plain(source: Source) -> Source:
    """A source as `source_of` gives it: names with dots in them lose a part there."""
    table, column = source
    return table.rpartition(".")[2], column.partition(".")[0]


def differ(wanted: frozenset[Source], got: frozenset[Source], origins: frozenset[Source]) -> bool:
    """Whether the sources of an output are others than the engine's."""
    return wanted != got and not (wanted <= got and got - wanted <= origins)


def compare(asked: Result, expected: Expected, statement: headwater.Statement, fold: Fold) -> list[Difference]:
    """Fill in the verdict of a statement that both sides answered; what differs but names."""
    names, sources, levels = outputs(statement, fold)
    expected_sources = [frozenset(map(plain, known)) for known in expected.sources]
    differences: list[Difference] = []
    asked.detail = []
    if expected.by_name:
        wanted = {fold(name): source for name, source in zip(expected.names, expected_sources, strict=True)}
        got = {fold(name): source for name, source in zip(names, sources, strict=True)}
        nothing: frozenset[Source] = frozenset()
        for name in sorted(wanted.keys() if expected.partial else wanted.keys() | got.keys()):
            if differ(wanted.get(name, nothing), got.get(name, nothing), expected.origins):
                differences.append(Difference(name, wanted.get(name, nothing), got.get(name, nothing)))
    elif len(names) != len(expected.names):
        asked.detail = [f"columns: expected {expected.names}", f"columns: got      {names}"]
        differences.append(Difference("columns", frozenset(), frozenset(), is_number_of_columns=True))
    else:
        asked.names = names == expected.names
        if not asked.names:
            different = [(a, b) for a, b in zip(expected.names, names, strict=True) if a != b]
            asked.detail.append(f"names: {different[:3]}")
        for name, want, got_, level in zip(expected.names, expected_sources, sources, levels, strict=True):
            if differ(want, got_, expected.origins):
                differences.append(Difference(name, want, got_, level))
    for difference in differences:
        if not difference.is_number_of_columns:
            asked.detail += difference.lines()
    asked.expected = expected
    exact = asked.level == "EXACT"
    asked.verdict = Verdict.AGREES if not differences else Verdict.WRONG if exact else Verdict.MARKED
    return differences
