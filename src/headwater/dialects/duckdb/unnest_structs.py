"""SELECT unnest(s): a struct as a select item gives a column for each field, as deep as it is told."""

from __future__ import annotations

from sqlglot import exp

from headwater.base.types import Array, Struct
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import references, shape_checks
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Output, Resolved
from headwater.rel.columns import Read
from headwater.rel.kinds import JOIN


def opens(frame: Frame, node: exp.Expr) -> bool:
    """Whether unnest(x) gives several columns."""
    if references.places(frame, node.this) is None:
        if _is_made(frame, node):
            return True
        if node.this.find(exp.AggFunc) is not None or not shape_checks.has_shape(frame, node.this):
            return False
    return unnested(frame, node) is not None


def unnested(frame: Frame, node: exp.Expr) -> list[Output] | None:
    """unnest(struct) gives its fields; with recursive := true or max_depth := n, lists and structs below it are opened,
    too: first the lists, then the structs.
    """
    depth = _depth(node)
    match = references.places(frame, node.this)
    if match is not None and len(match[0]) != 1:
        return None
    answer = match[0][0] if match is not None else Resolved(expr_read.value(frame, node.this, ""))
    kind = shape.type_of(answer)
    while isinstance(kind, Array) and depth > 0:
        frame.pending.exploded += [Read(answer.col, JOIN, answer.path, answer.doubt)]
        answer = shape.element(frame, answer)
        kind = shape.type_of(answer)
        depth -= 1
    return _opened(frame, answer, depth) if isinstance(kind, Struct) and depth > 0 else None


def _opened(frame: Frame, resolved: Resolved, depth: int) -> list[Output]:
    """The fields of a struct, and of structs in it, as deep as they are asked for."""
    outputs: list[Output] = []
    for output in shape.expand(frame, resolved) or ():
        inside = isinstance(output.col.type, Struct) and depth > 1
        outputs += _opened(frame, Resolved(output.col), depth - 1) if inside else [output]
    return outputs


_DEEPEST = 100


def _depth(node: exp.Expr) -> int:
    """How deep unnest() goes."""
    for expression in node.expressions:
        name = expression.this.name.lower() if isinstance(expression, (exp.PropertyEQ, exp.Kwarg, exp.EQ)) else ""
        if name == "recursive" and isinstance(expression.expression, exp.Boolean) and expression.expression.this:
            return _DEEPEST
        if name == "max_depth" and expression.expression.name.isdigit():
            return int(expression.expression.name)
    return 1


def _is_made(frame: Frame, node: exp.Expr) -> bool:
    """unnest({'a': x}), unnest([{'a': x}], recursive := true): a struct that is made on the spot is opened."""
    inner = node.this
    depth = _depth(node)
    while isinstance(inner, exp.Array) and len(inner.expressions) and depth > 0:
        inner, depth = inner.expressions[0], depth - 1
    if isinstance(inner, (exp.ArrayAgg, exp.List)) and depth > 1:
        inner, depth = inner.this if isinstance(inner, exp.ArrayAgg) else inner.expressions[0], depth - 1
    return depth > 0 and isinstance(inner, exp.Struct)
