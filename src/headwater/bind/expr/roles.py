"""What a function is called, what its arguments are for, and what its result is made like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from headwater.bind.expr.function_classes import SHAPES
from headwater.bind.names.frame import Frame
from headwater.catalog.functions import Function
from headwater.rel.kinds import CONDITIONAL, EXTERNAL, SORT, Kind

if TYPE_CHECKING:
    from headwater.rel.kinds import Kind


ROLE_KIND: dict[str, Kind | None] = {
    "value": None,
    "lambda": None,
    "cond": CONDITIONAL,
    "order": SORT,
    "key": EXTERNAL,
    "none": CONDITIONAL,
}


def roles_of(function: Function, args: list[exp.Expr]) -> tuple[str, ...]:
    """One role for each argument; where the lambda of a higher-order function is left out, its role is too."""
    if (
        function.kind == "higher"
        and function.before[:1] == ("lambda",)
        and args
        and not isinstance(args[0], exp.Lambda)
    ):
        return function.roles(len(args) + 1)[1:]
    return function.roles(len(args))


def function_name(node: exp.Expr) -> str:
    """A call's name as written."""
    this = node.args.get("this")
    return this if isinstance(this, str) else node.name


def how(frame: Frame, node: exp.Expr) -> str:
    """What the dialect, or the class of the node, says of a call; nothing for most."""
    known = SHAPES.get(type(node))
    if known is not None:
        return known[0]
    return frame.ctx.functions.shape(function_name(node)) if type(node) is exp.Anonymous else ""


def listed(child: object) -> list[exp.Expr]:
    """The expressions of an argument that may be a list of them."""
    return [part for part in (child if isinstance(child, list) else [child]) if isinstance(part, exp.Expr)]


def arguments(node: exp.Expr) -> list[exp.Expr]:
    """The arguments of a call, in order; lambdas among them."""
    if type(node) is exp.Anonymous:
        return list(node.expressions)
    return [part for child in node.args.values() for part in listed(child)]


def aggregate_how(frame: Frame, name: str) -> str:
    """What the dialect says of an aggregate, whatever combinators stand behind its name: argMaxIf, anyOrNull."""
    shapes = frame.ctx.functions.shapes
    if not shapes:
        return ""
    while True:
        match = frame.ctx.functions.shape(name)
        if match:
            return match
        ending = next(
            (end for end, how in shapes.items() if how == "combinator" and name.endswith(end) and name != end), None
        )
        if ending is None:
            return ""
        name = name[: -len(ending)]
