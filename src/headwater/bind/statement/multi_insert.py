"""FROM t INSERT … INSERT …: one source, several targets.

The source is bound once, and every branch reads it in a frame of its own: names of tables are shared, aliases of a
branch's select list are not. So the cost is that of the source and of the branches, not their product.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.bind.context import Context
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, from_, join, query, select
from headwater.bind.scope import Ctes, Query
from headwater.bind.statement import insert
from headwater.bind.target import Bound
from headwater.rel.operators import Rel

_TAKEN = frozenset({"expressions", "source", "with_"})


def bind(ctx: Context, tree: exp.Expr) -> Bound:
    """Every branch is a write of one statement, in the order of the text."""
    ctes = cte.bind_with(ctx, tree, None, Ctes())
    shared = Frame(ctx, None, ctes)
    rel = shared.settle(from_.bind_source(shared, tree.args["source"]))
    ctx.unread(tree, _TAKEN)
    bound = Bound("INSERT")
    branches = [expression for expression in tree.expressions if isinstance(expression, exp.Insert)]
    for branch in branches:
        part = insert.put(ctx, branch, _answered(ctx, branch.args.get("expression"), shared, rel))
        bound.writes += part.writes
        bound.target = bound.target or part.target
        bound.overwrites = part.overwrites and len(branches) == 1
    return bound


def _answered(ctx: Context, node: exp.Expr | None, shared: Frame, rel: Rel) -> Query:
    if not isinstance(node, exp.Select) or node.args.get("from_") is not None:
        # VALUES, a query of its own: it does not look at the source
        return query.bind(ctx, node, None, shared.ctes) if node is not None else Query(rel, [])
    frame = _fork(shared)
    inner = join.bind_joins(frame, rel, node)
    return select.over(frame, node, frame.settle(inner))


def _fork(shared: Frame) -> Frame:
    """The tables of a frame, with nothing of what was asked of them."""
    frame = Frame(shared.ctx, shared.parent, shared.ctes)
    frame.tables.take_over(shared.tables)
    return frame
