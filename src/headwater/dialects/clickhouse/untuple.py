"""untuple(t): a column for each field."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import COARSE
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import roles
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Output, Resolved
from headwater.dialects.clickhouse import output_names


def is_untuple(frame: Frame, node: exp.Expr) -> bool:
    """untuple(t): a column a field."""
    return isinstance(node, exp.Anonymous) and roles.how(frame, node) == "open"


def untuple(frame: Frame, node: exp.Expr) -> list[Output]:
    """untuple(t) AS q: q.x, q.y; without an alias each is called by what takes it out."""
    call = node.this if isinstance(node, exp.Alias) else node
    tuple_ = call.expressions[0] if call.expressions else exp.Null()
    opened = shape.expand(frame, Resolved(expr_read.value(frame, tuple_, "")))
    if opened is None:
        frame.ctx.say(codes.OPAQUE, frame.ctx.span_of(call), "untuple() of unknown fields")
        name = node.alias if isinstance(node, exp.Alias) else output_names.TreeWriter(frame).name(call)
        return [Output(name, shape.column_of(frame, Resolved(expr_read.value(frame, tuple_, ""), (), COARSE), name))]
    if isinstance(node, exp.Alias):
        return [output._replace(name=f"{node.alias}.{output.name}") for output in opened]
    inner = output_names.TreeWriter(frame).name(tuple_)
    return [output._replace(name=f"tupleElement({inner}, '{output.name}')") for output in opened]
