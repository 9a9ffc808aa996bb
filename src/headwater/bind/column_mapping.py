"""Which column of a target takes which output: by position, or by the names that the statement lists."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.bind.context import Context
from headwater.bind.scope import Output
from headwater.bind.target import Target, target_column
from headwater.rel.columns import Born


def by_position(ctx: Context, target: Target, outputs: Sequence[Output], names: Sequence[str] | None) -> list[Born]:
    """The columns of a target from the outputs of a query, the first into the first.

    `names` are those that the statement lists, or those of the target; None where nobody knows them.
    """
    if names is None:
        return _numbered(ctx, target, outputs)
    opened = any(output.opens is not None for output in outputs)
    mismatch = 0
    if opened:
        ctx.say(codes.INSERT_STAR, ctx.span_of(target.node), target.dataset.name)
        return [target_column(ctx, target.dataset, "*", -1, output) for output in outputs]
    if len(names) != len(outputs):
        ctx.say(codes.INSERT_WIDTH, ctx.span_of(target.node), target.dataset.name, str(len(names)), str(len(outputs)))
        mismatch = INFERRED
    births: list[Born] = []
    for position, (name, output) in enumerate(zip(names, outputs, strict=False)):
        own_name, own = target.named(name, target.node)
        doubt = max(mismatch, target.doubt(own), _unfit(ctx, target, own, output))
        births.append(target_column(ctx, target.dataset, own_name, own if own >= 0 else position, output, doubt))
    return births


def numbers(ctx: Context, target: Target, width: int) -> list[str]:
    """What the columns of a target are called that nobody knows: #1, #2, …; a name would be invented."""
    ctx.say(codes.UNKNOWN_TARGET, ctx.span_of(target.node), target.dataset.name)
    return [f"#{position + 1}" for position in range(width)]


def _numbered(ctx: Context, target: Target, outputs: Sequence[Output]) -> list[Born]:
    """INSERT INTO nowhere SELECT a, b: into its first two columns. Behind an open star positions are not known."""
    names = numbers(ctx, target, len(outputs))
    births: list[Born] = []
    opened = False
    for position, output in enumerate(outputs):
        opened = opened or output.opens is not None
        name = "*" if opened else names[position]
        born = target_column(ctx, target.dataset, name, position, output, INFERRED)
        born.col.filled_by = output.name
        births.append(born)
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
