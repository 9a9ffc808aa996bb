"""Which columns COLUMNS(lambda c: …) picks: the condition, worked out over a column's name.

A lambda here is about names alone, so it can be answered without any data, as far as its functions are known; what is
not known gives None, and is said by who asks. To add a function: a row in `_FUNCTIONS`.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from typing import Any

from sqlglot import exp

from headwater.bind.expr import roles
from headwater.bind.names.star import like_pattern


class _Unknown(Exception):
    """Something that cannot be worked out here."""


def picks(node: exp.Expr, name: str) -> bool | None:
    """Whether the lambda picks the column of that name; None where that cannot be told."""
    parameters = [expression.name for expression in node.expressions]
    if len(parameters) != 1:
        return None
    try:
        match = _value(node.this, parameters[0].lower(), name)
    except (_Unknown, re.error, TypeError, ValueError, IndexError, RecursionError):
        return None
    return match if isinstance(match, bool) else None


def _value(node: exp.Expr | None, parameter: str, name: str) -> Any:
    """A constant, the name, or what is made of them."""

    def of(child: Any) -> Any:
        return _value(child, parameter, name)

    if node is None:
        raise _Unknown
    if isinstance(node, exp.Paren):
        return of(node.this)
    if isinstance(node, (exp.Identifier, exp.Column)) and not node.args.get("table") and node.name.lower() == parameter:
        return name
    if isinstance(node, exp.Literal):
        return node.name if node.is_string else int(node.name)
    if isinstance(node, exp.Boolean):
        return bool(node.this)
    if isinstance(node, exp.Not):
        return not of(node.this)
    if isinstance(node, exp.And):
        return all(list(map(of, node.flatten())))
    if isinstance(node, exp.Or):
        return any(list(map(of, node.flatten())))
    if isinstance(node, exp.In) and node.expressions:
        return of(node.this) in [of(expression) for expression in node.expressions]
    if isinstance(node, exp.In) and isinstance(node.args.get("field"), exp.Array):
        return of(node.this) in [of(expression) for expression in node.args["field"].expressions]
    if isinstance(node, exp.Bracket):
        return _sliced(of(node.this), node, of)
    if isinstance(node, exp.Between):
        return of(node.args["low"]) <= of(node.this) <= of(node.args["high"])
    if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Func):
        called = node.expression
        return _called(_name(called), [of(node.this), *(of(expression) for expression in _given(called))])
    operator = _OPERATORS.get(type(node))
    if operator is not None:
        match = operator(of(node.this), of(node.args.get("expression")))
        return not match if node.args.get("negate") else match
    if isinstance(node, exp.Func):
        return _called(_name(node), [of(expression) for expression in _given(node)])
    raise _Unknown


def _name(node: exp.Expr) -> str:
    return roles.function_name(node).lower() if isinstance(node, exp.Anonymous) else type(node).__name__.lower()


def _given(node: exp.Expr) -> list[exp.Expr]:
    matches: list[exp.Expr] = []
    for child in node.args.values():
        matches += [part for part in (child if isinstance(child, list) else [child]) if isinstance(part, exp.Expr)]
    return matches


def _called(name: str, values: list[Any]) -> Any:
    function = _FUNCTIONS.get(name)
    if function is None:
        raise _Unknown
    return function(*values)


def _sliced(text: Any, node: exp.Expr, of: Callable[[Any], Any]) -> str:
    """c[:2], c[2:], c[-1]: positions count from 1, and those below it from the end."""
    index = node.expressions[0] if len(node.expressions) == 1 else None
    if not isinstance(index, exp.Slice) or not isinstance(text, str) or index.args.get("step") is not None:
        raise _Unknown
    low, high = index.args.get("this"), index.args.get("expression")
    first = of(low) if low is not None else 1
    last = of(high) if high is not None else len(text)
    if first < 1 or last < 0:
        raise _Unknown
    return text[first - 1 : last]


def _glob(text: str, pattern: str) -> bool:
    return re.fullmatch(fnmatch.translate(pattern), text) is not None


_OPERATORS: dict[type[exp.Expr], Callable[[Any, Any], Any]] = {
    exp.EQ: lambda a, b: a == b,
    exp.NEQ: lambda a, b: a != b,
    exp.LT: lambda a, b: a < b,
    exp.LTE: lambda a, b: a <= b,
    exp.GT: lambda a, b: a > b,
    exp.GTE: lambda a, b: a >= b,
    exp.Like: lambda a, b: like_pattern(b, False).fullmatch(a) is not None,
    exp.ILike: lambda a, b: like_pattern(b, True).fullmatch(a) is not None,
    exp.Glob: _glob,
    exp.SimilarTo: lambda a, b: re.fullmatch(b, a, re.DOTALL) is not None,
    exp.DPipe: lambda a, b: a + b,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "startswith": lambda a, b: a.startswith(b),
    "starts_with": lambda a, b: a.startswith(b),
    "prefix": lambda a, b: a.startswith(b),
    "endswith": lambda a, b: a.endswith(b),
    "ends_with": lambda a, b: a.endswith(b),
    "suffix": lambda a, b: a.endswith(b),
    "contains": lambda a, b: b in a,
    "regexplike": lambda a, b: re.search(b, a) is not None,
    "regexp_matches": lambda a, b: re.search(b, a) is not None,
    "regexpfullmatch": lambda a, b: re.fullmatch(b, a) is not None,
    "regexp_full_match": lambda a, b: re.fullmatch(b, a) is not None,
    "length": len,
    "len": len,
    "strlen": len,
    "lower": str.lower,
    "upper": str.upper,
    "left": lambda a, n: a[:n],
    "right": lambda a, n: a[-n:] if n else "",
    "replace": lambda a, b, c: a.replace(b, c),
}
