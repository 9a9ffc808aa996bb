"""Operators under construction: what expressions of a clause have birthed, until the clause is done."""

from __future__ import annotations

from headwater.rel.columns import Born, Read
from headwater.rel.operators import Apply, Project, Rel


class Pending:
    """Columns and plans that wait to become operators.

    born          columns of this clause's projection
    below         columns that an aggregate reads, computed before it; `inside` while one is being bound
    aggregates    columns of the Aggregate, and `windows` those of the Window above it
    subs          plans of subqueries, to be applied row by row
    exploded      what generators in the select list make rows of
    alone         ids of columns that are queries by themselves: the same for every row
    """

    __slots__ = ("aggregates", "alone", "below", "born", "exploded", "inside", "subs", "windows")

    def __init__(self) -> None:
        self.born: list[Born] = []
        self.below: list[Born] = []
        self.aggregates: list[Born] = []
        self.windows: list[Born] = []
        self.subs: list[Rel] = []
        self.exploded: list[Read] = []
        self.alone: set[int] = set()
        self.inside = False

    def settle(self, rel: Rel) -> Rel:
        """Subqueries and computed columns as operators over `rel`."""
        if self.subs:
            rel = Apply(rel.rows, rel, self.subs)
            self.subs = []
        if self.born:
            rel = Project(rel.rows, rel, self.born)
            self.born = []
        return rel
