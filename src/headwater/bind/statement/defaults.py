"""Columns that a statement does not write are filled by their defaults, which may read the columns that it does.

    CREATE TABLE t (a Int32, b String DEFAULT toString(a)); INSERT INTO t (a) SELECT x FROM s

gives t.b from s.x. A column that only passes through (EPHEMERAL) is read by the defaults and stored nowhere.
"""

from __future__ import annotations

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.expr import macros, read
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Ctes, FixedEntry, Output
from headwater.bind.target import Target, target_column
from headwater.catalog.tables import Column
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import DERIVED, DIRECT
from headwater.rel.operators import Project, Rel, Single
from headwater.sql.parse import expression


def filled(ctx: Context, target: Target, births: list[Born], rel: Rel) -> tuple[list[Born], Rel]:
    """What is written, with the columns that defaults fill from it, and without those that only pass through."""
    table = target.table
    if table is None or table.columns is None or not any(column.default or column.passing for column in table.columns):
        return births, rel
    if any(born.col.name == "*" for born in births):
        return births, rel
    births_by_key = {ctx.folded(born.col.name): born for born in births}
    passing = {ctx.folded(column.name) for column in table.columns if column.passing}
    kept = [born for born in births if ctx.folded(born.col.name) not in passing]
    missing = [
        (position, column)
        for position, column in enumerate(table.columns)
        if column.default is not None and not column.passing and ctx.folded(column.name) not in births_by_key
    ]
    if not missing:
        return kept, rel
    row = _Row(ctx, target, births_by_key)
    for position, column in missing:
        col = row.find(ctx.folded(column.name))
        if col is not None and row.reads_something(col):
            kept.append(target_column(ctx, target.dataset, column.name, position, Output(column.name, col)))
    if row.born:
        rel = Project(rel.rows, rel, row.born)
    return kept, rel


class _Row(FixedEntry):
    """The row that is being written: columns as they are given, the others by their defaults, as they are asked for."""

    __slots__ = ("_busy", "_columns", "_ctx", "_given", "born")

    def __init__(self, ctx: Context, target: Target, births_by_key: dict[str, Born]) -> None:
        dataset = Dataset(target.dataset.name, "subquery", stored=False)
        super().__init__(ctx, target.parts[-1], dataset, Single(ctx.rows()), [])
        assert target.table is not None
        self._ctx = ctx
        self._columns = {ctx.folded(column.name): column for column in target.table.columns or ()}
        self._given = births_by_key
        self._busy: set[str] = set()
        self.born: list[Born] = []
        # every column answers to its name; what it is, is worked out when it is asked for
        self.index = dict.fromkeys(self._columns, Col(-1, ""))

    def find(self, key: str) -> Col | None:
        column = self._columns.get(key)
        if column is None:
            return None
        known = self.index[key]
        if known.id >= 0:
            return known
        given = self._given.get(key)
        if given is not None and len(given.reads) == 1:
            col = given.reads[0].col
        else:
            col = self._made(key, column)
        self.index[key] = col
        return col

    def _made(self, key: str, column: Column) -> Col:
        """A column by its default, or by what computes it."""
        ctx = self._ctx
        text = column.computed if column.computed is not None else column.default
        reads: list[Read] = []
        if text is not None and key not in self._busy and key not in self._given:
            self._busy.add(key)
            frame = Frame(ctx, None, Ctes())
            frame.add(self)
            try:
                with ctx.foreign_text():
                    tree = macros.scalar(ctx, expression(text, ctx.dialect.grammar, ctx.dialect.syntax))
                    read.reads(frame, tree, DIRECT if isinstance(tree.unnest(), exp.Column) else DERIVED, reads)
            except SqlglotError:
                ctx.say(codes.UNREAD_SYNTAX, None, f"The default of {self.dataset.name}.{column.name} ({text})")
            finally:
                self._busy.discard(key)
            self.born += frame.pending.born
        col = ctx.col(column.name, None, column.type)
        self.born.append(Born(col, tuple(reads), text=text))
        return col

    def reads_something(self, col: Col) -> bool:
        """Whether a default reads a column at all: now() does not, and such a column is left out."""
        return any(born.col is col and born.reads for born in self.born) or all(
            born.col is not col for born in self.born
        )
