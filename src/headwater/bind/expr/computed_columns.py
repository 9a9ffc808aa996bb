"""Computed columns: `c INT GENERATED ALWAYS AS (a + b)`. A reader's lineage goes through them to the stored columns.

The expression is not part of the reader's text, so its columns have no place there; its own text is kept for the
explanation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.base import codes
from headwater.bind.expr import macros, read
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Ctes
from headwater.bind.upward import UPWARD
from headwater.catalog.tables import Column
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import DERIVED, DIRECT
from headwater.sql.parse import expression

if TYPE_CHECKING:
    from headwater.bind.context import Context
    from headwater.bind.scope import TableEntry


def computed_column(ctx: Context, entry: TableEntry, column: Column) -> Col:
    """Birth a computed column at the scan of its table."""
    assert column.computed is not None
    reads: list[Read] = []
    frame = Frame(ctx, None, Ctes())
    frame.add(entry)
    try:
        with ctx.foreign_text():
            tree = macros.scalar(ctx, expression(column.computed, ctx.dialect.grammar, ctx.dialect.widening))
            read.reads(frame, tree, DIRECT if isinstance(tree.unnest(), exp.Column) else DERIVED, reads)
    except SqlglotError:
        # a catalog made by hand may hold anything: the column then counts as stored, and that is said
        ctx.say(codes.UNREAD_SYNTAX, None, f"The expression of {entry.dataset.name}.{column.name}, {column.computed},")
        stored = ctx.col(column.name, entry.dataset, column.type)
        entry.rel.cols.append(stored)
        return stored
    col = ctx.col(column.name, entry.dataset, column.type)
    entry.rel.born.append(Born(col, tuple(reads), text=column.computed))
    return col


UPWARD.computed_column = computed_column


def renamed(ctx: Context, column: Column, old: str, new: str) -> Column:
    """A computed column after another one of its table got a new name: its expression says so too."""
    if column.computed is None or old.lower() not in column.computed.lower():
        return column
    try:
        tree = expression(column.computed, ctx.dialect.grammar, ctx.dialect.widening)
    except SqlglotError:
        return column
    for one in tree.find_all(exp.Column):
        if ctx.folded(one.name) == ctx.folded(old):
            one.set("this", exp.to_identifier(new))
    return replace(column, computed=tree.sql(ctx.dialect.grammar))
