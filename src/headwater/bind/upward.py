"""Calls from a lower layer of the binder to a higher one.

The layers are `names ← expr ← relation ← statement`, and an import only ever points down. SQL is recursive all the
same: a name may be an alias whose expression is bound first, an expression may hold a query, a WITH may hold an INSERT.
Each such call is a field of `Upward`. The module that implements one sets it when it is imported (`UPWARD.query =
bind`); who calls it goes through the context: `ctx.up.query(…)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

    from headwater.bind.context import Context
    from headwater.bind.names.frame import Frame
    from headwater.bind.names.items import Item
    from headwater.bind.scope import Ctes, Output, Query, TableEntry
    from headwater.bind.target import Bound
    from headwater.catalog.tables import Column
    from headwater.rel.columns import Col
    from headwater.rel.operators import Rel


class Upward:
    """What the layers below may ask of those above."""

    __slots__ = ("change", "computed_column", "item", "query", "source", "star", "value")

    value: Callable[[Frame, exp.Expr, str], Col]
    """The column that an expression is: `expr.read.value`."""
    item: Callable[[Frame, Item, bool], Col]
    """A select item, bound once: `SELECT a + 1 AS b, b * 2`. `expr.read.bind_item`."""
    computed_column: Callable[[Context, TableEntry, Column], Col]
    """`c INT AS (a + b)` of a stored table. `expr.computed_columns`."""
    query: Callable[[Context, exp.Expr, Frame | None, Ctes], Query]
    """`(SELECT max(b) FROM u)` in an expression or in FROM. `relation.query.bind`."""
    source: Callable[[Frame, exp.Expr], Rel]
    """One item of a FROM clause with what follows it. `relation.from_.bind_source`."""
    star: Callable[[Frame, exp.Expr], list[Output]]
    """The columns that a star or COLUMNS(…) stands for. `relation.star.expand`."""
    change: Callable[[Context, exp.Expr, Ctes], Bound]
    """`WITH x AS (INSERT … RETURNING a)`. `statement.dml.bind`."""


UPWARD = Upward()
