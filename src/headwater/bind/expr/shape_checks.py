"""Whether something inside of an expression can be told apart: a field of a struct, an element with fields."""

from __future__ import annotations

from sqlglot import exp

from headwater.base.types import Array, Scalar, Type
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import references
from headwater.bind.expr import roles as expr_roles
from headwater.bind.expr.roles import aggregate_how, how
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Resolved
from headwater.rel.columns import Read
from headwater.rel.kinds import DERIVED


def has_shape(frame: Frame, node: exp.Expr, params: frozenset[str] = frozenset()) -> bool:
    """Whether something inside an expression may be told apart, without binding it. `params` are names of lambdas
    around it that are not in the frame yet: nothing can be said of what they stand for.
    """
    kind = type(node)
    if kind in (exp.Tuple, exp.Struct):
        return True
    if kind in (exp.Paren, exp.Alias, exp.Explode):
        return has_shape(frame, node.this, params)
    if kind is exp.Array:
        return any(has_shape(frame, expression, params) for expression in node.expressions)
    if kind is exp.Comprehension:
        return isinstance(node.this, exp.Struct)
    if kind is exp.Anonymous:
        result = how(frame, node) or aggregate_how(frame, expr_roles.function_name(node))
        if result in ("zip", "tuple", "concat"):
            return True
        if result == "each":
            first = next((expression for expression in node.expressions if isinstance(expression, exp.Lambda)), None)
            if first is None:
                return False
            within = params | {frame.ctx.folded(param.name) for param in first.expressions}
            arrays = node.expressions[1:]
            return has_shape(frame, first.this, within) or any(has_shape(frame, array, params) for array in arrays)
        return bool(result) and any(has_shape(frame, expression, params) for expression in node.expressions)
    if kind in (exp.Column, exp.Dot, exp.Bracket, exp.Identifier):
        if params and frame.ctx.folded(_root(node)) in params:
            return False
        match = references.places(frame, node)
        return match is not None and any(_opens(resolved) for resolved in match[0])
    return kind in (exp.Cast, exp.TryCast, exp.CastToStrType, exp.If, exp.Case)


def _root(node: exp.Expr) -> str:
    """The name that a reference begins with."""
    while isinstance(node, (exp.Dot, exp.Bracket, exp.Paren)):
        node = node.this
    if isinstance(node, exp.Column):
        return str(node.parts[0].name)
    return str(node.name)


def _opens(resolved: Resolved) -> bool:
    kind = shape.type_of(resolved)
    return not _flat(kind) or (resolved.col.shaped and not resolved.path)


def _flat(kind: Type) -> bool:
    while isinstance(kind, Array):
        kind = kind.element
    return isinstance(kind, Scalar) or type(kind) is Type


def array_reads(frame: Frame, node: exp.Expr) -> list[Read]:
    """What an array is read from; one read of a column of its own where something is inside."""
    if type(node) not in (exp.Column, exp.Identifier) and has_shape(frame, node):
        return [Read(expr_read.value(frame, node, ""), DERIVED)]
    out: list[Read] = []
    expr_read.reads(frame, node, DERIVED, out)
    return out
