"""Queries: SELECT, set operations, VALUES, parenthesised queries, with their WITH, ORDER BY and LIMIT."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, from_, pipe, pivot, select, setop
from headwater.bind.relation.tail import finish
from headwater.bind.scope import TAIL, Ctes, Query
from headwater.bind.upward import UPWARD
from headwater.rel.operators import Single


def bind(ctx: Context, node: exp.Expr, parent: Frame | None, ctes: Ctes) -> Query:
    """Bind any query. `parent` is the frame around it, for correlation."""
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.Select):
        if "with_" in node.args and pipe.is_pipe(node):
            return pipe.bind(ctx, node, parent, ctes)
        return select.bind(ctx, node, parent, ctes)
    if isinstance(node, exp.SetOperation):
        inner = cte.bind_with(ctx, node, parent, ctes)
        return finish(ctx, node, setop.bind(ctx, node, parent, inner), parent, inner)
    if isinstance(node, exp.Subquery):
        inner = cte.bind_with(ctx, node, parent, ctes)
        if (
            isinstance(node.this, exp.Table)
            or node.args.get("joins")
            or node.args.get("pivots")
            or node.args.get("sample")
        ):
            frame = Frame(ctx, parent, inner)
            rel = from_.bind_source(frame, node)
            return finish(ctx, node, Query(rel, from_.all_columns(frame)), parent, inner)
        bound = bind(ctx, node.this, parent, inner)
        ctx.unread(node, _SUBQUERY)
        return finish(ctx, node, bound, parent, inner)
    own = ctx.dialect.clauses.query(ctx, node, parent, ctes)
    if own is not None:
        return own
    # VALUES, TABLE t, PIVOT t ON …: a source on its own
    inner = cte.bind_with(ctx, node, parent, ctes)
    frame = Frame(ctx, parent, inner)
    if isinstance(node, exp.Pivot):
        rel = pivot.statement(frame, node)
        return finish(ctx, node, Query(rel, from_.all_columns(frame)), parent, inner)
    if not isinstance(node, (exp.Table, exp.Values, exp.Unnest, exp.Lateral)):
        ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(node), type(node).__name__.upper())
        return Query(Single(ctx.rows()), [])
    rel = from_.bind_source(frame, node)
    return finish(ctx, node, Query(rel, from_.all_columns(frame)), parent, inner)


_SUBQUERY = TAIL | {"this", "alias", "with_"}


UPWARD.query = bind
