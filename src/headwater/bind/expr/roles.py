"""What a function is called, what its arguments are for, and what its result is made like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

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
    """What the dialect says of a call; nothing for most."""
    shapes = frame.ctx.functions.shapes
    if not shapes:
        return ""
    return shapes.get(function_name(node), "")


def aggregate_how(frame: Frame, name: str) -> str:
    """What the dialect says of an aggregate, whatever combinators stand behind its name: argMaxIf, anyOrNull."""
    shapes = frame.ctx.functions.shapes
    if not shapes:
        return ""
    while True:
        match = shapes.get(name)
        if match is not None:
            return match
        ending = next(
            (end for end, how in shapes.items() if how == "combinator" and name.endswith(end) and name != end), None
        )
        if ending is None:
            return ""
        name = name[: -len(ending)]
