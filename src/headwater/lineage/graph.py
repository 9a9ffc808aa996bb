"""The graph of one statement: for each column id, what it reads. Ids grow, so id order is topological order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import ROWS
from headwater.rel.operators import Rel, Write


@dataclass(slots=True)
class Graph:
    """Local edges by target id.

    `into[i]` is what column `i` reads, `born[i]` its birth (expression and span) and `op[i]` the operator it was born
    at. A column with no entry in `op` was never born by the plan that was walked. `looped` says that some edge runs
    backwards.
    """

    size: int
    into: list[Sequence[Read]]
    born: list[Born | None]
    op: list[str]
    cols: list[Col | None]
    writes: list[Write] = field(default_factory=list)
    scans: list[Dataset] = field(default_factory=list)
    looped: bool = False

    @classmethod
    def empty(cls, size: int) -> Graph:
        """A graph for columns 0 … size-1 with no edges yet."""
        return cls(size, [()] * size, [None] * size, [""] * size, [None] * size)

    def birth(self, births: Sequence[Born], op: str) -> None:
        """Enter columns with everything they read."""
        into, born_at, ops, cols = self.into, self.born, self.op, self.cols
        for born in births:
            index = born.col.id
            into[index] = born.reads
            born_at[index] = born
            ops[index] = op
            cols[index] = born.col

    def store(self, columns: Sequence[Col]) -> None:
        """Enter stored columns, which read nothing."""
        ops, cols = self.op, self.cols
        for col in columns:
            ops[col.id] = "Scan"
            cols[col.id] = col

    def birth_over(self, births: Sequence[Born], op: str, rows: Col) -> None:
        """Enter columns whose value also depends on which rows there were (aggregates)."""
        self.birth(births, op)
        rows_read = Read(rows, ROWS)
        for born in births:
            self.into[born.col.id] = (*born.reads, rows_read)

    def rows(self, rel: Rel, reads: Sequence[Read]) -> None:
        """Enter what decides the rows of a relation."""
        index = rel.rows.id
        self.into[index] = reads
        self.op[index] = "rows"
        self.cols[index] = rel.rows
