"""Whether something inside of an expression can be told apart: a field of a struct, an element with fields."""

from __future__ import annotations

from sqlglot import exp

from headwater.base.types import Array, Scalar, Type
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import references
from headwater.bind.expr import roles as expr_roles
from headwater.bind.expr.function_classes import CHOOSES, COLLECTS, MAPS, SHAPES
from headwater.bind.expr.roles import aggregate_how, how
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Resolved
from headwater.rel.columns import Read
from headwater.rel.kinds import DERIVED
from headwater.sql.tree import row_form


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
        if len(node.expressions) == 1 and isinstance(node.expressions[0], exp.Query):
            return True  # ARRAY(SELECT AS STRUCT …): what its elements are is not known before it is bound
        return any(has_shape(frame, expression, params) for expression in node.expressions)
    if kind is exp.Comprehension:
        return isinstance(node.this, exp.Struct)
    if kind in MAPS:
        return True
    if kind is exp.Anonymous or kind in SHAPES:
        return _call_has_shape(frame, node, params)
    if kind in (exp.Column, exp.Dot, exp.Bracket, exp.Identifier):
        root = _root(node)
        if type(root) not in (exp.Column, exp.Identifier):
            return has_shape(frame, root, params)  # f(x)[1].y: what was not bound stays unbound here
        if params and frame.ctx.folded(_name(root)) in params:
            return False
        match = references.places(frame, node)
        return match is not None and any(_opens(resolved) for resolved in match[0])
    if kind is exp.Subquery:
        return row_form(node) is not None
    if kind in (exp.If, exp.Case):
        return any(has_shape(frame, branch, params) for branch in branches(node))
    if kind in (exp.Cast, exp.TryCast):
        to = node.args.get("to")
        return to is not None and bool(to.expressions)
    if kind in CHOOSES or kind in COLLECTS:
        return isinstance(node.this, exp.Expr) and has_shape(frame, node.this, params)
    if kind in _AROUND:
        return has_shape(frame, node.this, params)
    return kind is exp.CastToStrType


_AROUND = (exp.IgnoreNulls, exp.RespectNulls, exp.Filter, exp.WithinGroup, exp.Window, exp.Order, exp.Distinct)
"""What may stand around an aggregate or its argument."""


def branches(node: exp.Expr) -> list[exp.Expr]:
    """What CASE, IF and COALESCE choose from."""
    args = node.args
    if isinstance(node, exp.Case):
        match = [arm.args.get("true") for arm in args.get("ifs") or ()] + [args.get("default")]
    elif isinstance(node, exp.If):
        match = [args.get("true"), args.get("false")]
    else:
        match = [args.get("this"), *(args.get("expressions") or ())]
    return [resolved for resolved in match if isinstance(resolved, exp.Expr)]


def _call_has_shape(frame: Frame, node: exp.Expr, params: frozenset[str]) -> bool:
    arguments = expr_roles.arguments(node)
    result = how(frame, node) or aggregate_how(frame, expr_roles.function_name(node))
    if result in ("zip", "tuple", "concat", "struct", "sides", "pairs", "new_keys", "new_values", "new_entries"):
        return True
    if result == "each":
        first = next((expression for expression in arguments if isinstance(expression, exp.Lambda)), None)
        if first is None:
            return False
        within = params | {frame.ctx.folded(param.name) for param in first.expressions}
        arrays = [argument for argument in arguments if argument is not first]
        return has_shape(frame, first.this, within) or any(has_shape(frame, array, params) for array in arrays)
    if type(node) in SHAPES:
        names = SHAPES[type(node)][1]
        values = [part for name in names for part in expr_roles.listed(node.args.get(name))]
        return any(has_shape(frame, value, params) for value in values)
    return bool(result) and any(has_shape(frame, expression, params) for expression in arguments)


def _root(node: exp.Expr) -> exp.Expr:
    """What the fields and elements of a reference are taken from."""
    while isinstance(node, (exp.Dot, exp.Bracket, exp.Paren)):
        node = node.this
    return node


def _name(node: exp.Expr) -> str:
    """The name that a reference begins with."""
    if isinstance(node, exp.Column):
        return str(node.parts[0].name)
    return str(node.name)


def _opens(resolved: Resolved) -> bool:
    kind = shape.type_of(resolved)
    return not is_flat(kind) or (resolved.col.shaped and not resolved.path)


def is_flat(kind: Type) -> bool:
    """Whether a type has no fields, however deep its arrays are."""
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
