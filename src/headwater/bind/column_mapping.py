"""Which column of a target takes which output: by position or by name."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.bind.context import Context
from headwater.bind.scope import Output, Query
from headwater.bind.target import Target, target_column
from headwater.rel.columns import Born


def by_list(ctx: Context, tree: exp.Expr, target: Target, bound: Query, listed: list[str] | None) -> list[Born]:
    """What an INSERT with a list of names, or with none, writes into which column."""
    names = listed if listed is not None else target.columns
    known = names is not None
    if names is None:
        names = [output.name for output in bound.outputs]
    return by_position(ctx, tree, target, bound.outputs, names, known)


def by_position(
    ctx: Context, tree: exp.Expr, target: Target, outputs: list[Output], names: list[str], known: bool
) -> list[Born]:
    """The columns of a target from the outputs of a query, the first into the first."""
    opened = any(output.opens is not None for output in outputs)
    mismatch = 0
    if opened and known:
        ctx.say(codes.INSERT_STAR, ctx.span_of(target.node), target.dataset.name)
        return [target_column(ctx, target.dataset, "*", -1, output) for output in outputs]
    if known and len(names) != len(outputs):
        ctx.say(codes.INSERT_WIDTH, ctx.span_of(target.node), target.dataset.name, str(len(names)), str(len(outputs)))
        mismatch = INFERRED
    births: list[Born] = []
    for position, (name, output) in enumerate(zip(names, outputs, strict=False)):
        if output.opens is not None:
            births.append(target_column(ctx, target.dataset, "*", position, output))
            continue
        _, own = target.named(name, target.node)
        doubt = max(mismatch, target.doubt(own), _unfit(ctx, target, own, output))
        births.append(target_column(ctx, target.dataset, name, own if own >= 0 else position, output, doubt))
    return births


def _unfit(ctx: Context, target: Target, position: int, output: Output) -> int:
    """INSERT INTO t (n) SELECT name: a value that does not become what the column holds is said, and doubted."""
    if position < 0 or target.table is None or target.table.columns is None:
        return 0
    column = target.table.columns[position]
    if ctx.dialect.writes.accepts(column.type, output.col.type):
        return 0
    place = (output.start, output.end) if output.start >= 0 else ctx.span_of(target.node)
    ctx.say(codes.SINK_TYPE, place, column.name, target.dataset.name, column.type_text, str(output.col.type))
    return INFERRED
