"""What two answers must have in common to be the same lineage."""

from __future__ import annotations

from typing import NamedTuple

from headwater.answer import Statement


class Lineage(NamedTuple):
    """Value edges with their types and levels, the names of the outputs, and influence."""

    edges: set[tuple[int | None, str, str, str]]
    names: list[str]
    influence: set[tuple[str, str, str]]


def lineage_of(statement: Statement) -> Lineage:
    """The lineage of an answer, to be compared."""
    return Lineage(
        {(e.target.ordinal, str(e.source), str(e.type), str(e.level)) for e in statement.edges},
        [column.name for column in statement.columns],
        {(i.target.column or "", str(i.source), str(i.type)) for i in statement.influence},
    )
