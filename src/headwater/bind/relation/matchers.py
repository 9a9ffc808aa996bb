"""Matchers: a star or COLUMNS(…) with changes behind it.

    t.* EXCEPT (a) REPLACE (b + 1 AS b) APPLY(toString)      COLUMNS('^a') APPLY(x -> x + 1)      * ILIKE '%id'

The parser hands them over as one call (`sql.placeholders`). The changes act from left to right. As an argument of a
function a matcher stands for as many arguments as it has columns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlglot import exp

from headwater.base import codes
from headwater.bind.expr import read, roles
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.names.star import like_pattern
from headwater.bind.scope import Output, TableEntry
from headwater.bind.suggestions import near
from headwater.rel.columns import Read
from headwater.rel.kinds import DIRECT
from headwater.sql import placeholders

if TYPE_CHECKING:
    pass


def expand(frame: Frame, node: exp.Expr) -> list[Output]:
    """The columns that a matcher stands for."""
    base, *changes = node.expressions
    if base.name == placeholders.COLUMNS:
        outputs = _listed(frame, base, changes.pop(0))
    else:
        outputs = _all(frame, base)
    for change in changes:
        outputs = _CHANGES[change.args["this"]](frame, outputs, change)
    return outputs


def _all(frame: Frame, base: exp.Expr) -> list[Output]:
    table = base.args.get("table")
    if table is None:
        return frame.ctx.up.star(frame, exp.Star())
    parts = {name: base.args.get(name) for name in ("table", "db", "catalog")}
    return frame.ctx.up.star(
        frame, exp.Column(this=exp.Star(), **{k: v.copy() for k, v in parts.items() if v is not None})
    )


def _listed(frame: Frame, base: exp.Expr, listed: exp.Expr) -> list[Output]:
    """COLUMNS('regex'), COLUMNS(a, b)."""
    inside = listed.expressions
    if len(inside) == 1 and isinstance(inside[0], exp.Literal):
        pattern = _regex(frame, inside[0])
        # a pattern finds computed columns too, which a star leaves out
        table = base.args.get("table")
        entry = frame.tables.by_alias.get(frame.ctx.folded(table.name)) if table is not None else None
        if isinstance(entry, TableEntry):
            every = frame.ctx.dialect.output_names.star(frame, entry, entry.every())
        else:
            every = _all(frame, base) if table is not None else names_star.everything(frame, hidden=True)
        return [
            output for output in every if output.opens is not None or pattern.search(output.col.name or output.name)
        ]
    table = base.args.get("table")
    outputs: list[Output] = []
    for expression in inside:
        node = expression
        if table is not None and isinstance(expression, exp.Column) and expression.args.get("table") is None:
            node = exp.Column(this=expression.this.copy(), table=exp.to_identifier(table.name, quoted=True))
        outputs.append(Output(expression.name, read.value(frame, node, expression.name)))
    return outputs


def _regex(frame: Frame, node: exp.Expr) -> re.Pattern[str]:
    try:
        return re.compile(node.name)
    except re.error:
        frame.ctx.say(codes.UNREAD_SYNTAX, frame.ctx.span_of(node), f"The pattern {node.name}")
        return re.compile("")


def _except(frame: Frame, outputs: list[Output], change: exp.Expr) -> list[Output]:
    inside = change.expressions
    if len(inside) == 1 and isinstance(inside[0], exp.Literal):
        pattern = _regex(frame, inside[0])
        return [
            output
            for output in outputs
            if output.opens is not None or not pattern.search(output.col.name or output.name)
        ]
    named = {_plain(frame, expression): expression for expression in inside}
    _matched(frame, outputs, named, "EXCEPT")
    return [output for output in outputs if _own(frame, output) not in named]


def _replace(frame: Frame, outputs: list[Output], change: exp.Expr) -> list[Output]:
    named = {
        frame.ctx.folded(expression.alias): expression
        for expression in change.expressions
        if isinstance(expression, exp.Alias)
    }
    _matched(frame, outputs, named, "REPLACE")
    result: list[Output] = []
    for output in outputs:
        own = _own(frame, output)
        if own in named:
            col = read.bind_item(frame, Item(named[own].this, named[own].alias))
            result.append(Output(named[own].alias, col))
            if "SELECT" in frame.ctx.alias_clauses:  # SELECT * REPLACE (a + 1 AS a), a: the second a is the new one
                frame.items.replaced[own] = col
                frame.answers.pop(own, None)
        else:
            result.append(output)
    if any(output.opens is not None for output in outputs):
        known = {_own(frame, output) for output in outputs}
        result += [
            Output(value.alias, read.bind_item(frame, Item(value.this, value.alias)))
            for key, value in named.items()
            if key not in known
        ]
    return result


def _plain(frame: Frame, node: exp.Expr) -> str:
    parts = [part.name for part in node.parts] if isinstance(node, exp.Column) else [node.name]
    return frame.ctx.folded(".".join(parts))


def _own(frame: Frame, output: Output) -> str:
    """A column's own name: `u.a` of a star over a join is `a`."""
    return frame.ctx.folded(output.col.name if output.col.dataset is not None else output.name)


def _matched(frame: Frame, outputs: list[Output], named: Mapping[str, exp.Expr], word: str) -> None:
    if any(output.opens is not None for output in outputs):
        return
    known = {_own(frame, output) for output in outputs}
    for key, value in named.items():
        if key not in known:
            frame.ctx.say(codes.STAR_NO_MATCH, frame.ctx.span_of(value), key, word, near(key, lambda: known))


def _apply(frame: Frame, outputs: list[Output], change: exp.Expr) -> list[Output]:
    """APPLY(f), APPLY(quantile(0.5)), APPLY(x -> …): every column goes through it."""
    what = change.expressions[0] if change.expressions else exp.Null()
    result: list[Output] = []
    for output in outputs:
        if output.opens is not None:
            result.append(output)
            continue
        name, call = _applied(frame, what, output)
        frame.params.append({_HELD: [Read(output.col, DIRECT)], **_param(frame, what, output)})
        try:
            col = read.value(frame, call, name)
        finally:
            frame.params.pop()
        result.append(Output(name, col))
    return result


_HELD = "\ue002"
"""The name under which the column stands while a function is applied to it."""


def _param(frame: Frame, what: exp.Expr, output: Output) -> dict[str, list[Read]]:
    if isinstance(what, exp.Lambda):
        return {frame.ctx.folded(param.name): [Read(output.col, DIRECT)] for param in what.expressions[:1]}
    return {}


def _applied(frame: Frame, what: exp.Expr, output: Output) -> tuple[str, exp.Expr]:
    """The name of the new column, and the call that makes it."""
    names = frame.ctx.dialect.output_names
    if isinstance(what, exp.Lambda):
        parameter = what.expressions[0].name if what.expressions else ""
        return names.expression(frame, what.this, {parameter: output.name}), what.this
    held = exp.Column(this=exp.Identifier(this=_HELD, quoted=True))
    if isinstance(what, exp.Anonymous):
        levels = names.expression(frame, what)
        function = roles.function_name(what)
        call = exp.Anonymous(this=function, expressions=[held])
        call.args[placeholders.LEVELS] = what.expressions
        return f"{levels}({output.name})", call
    function = what.name
    return f"{function}({output.name})", exp.Anonymous(this=function, expressions=[held])


def _like(frame: Frame, outputs: list[Output], change: exp.Expr) -> list[Output]:
    pattern = like_pattern(change.expressions[0].name, change.args["this"] == placeholders.ILIKE)
    return [
        output for output in outputs if output.opens is not None or pattern.fullmatch(output.col.name or output.name)
    ]


_CHANGES = {
    placeholders.EXCEPT: _except,
    placeholders.REPLACE: _replace,
    placeholders.APPLY: _apply,
    placeholders.LIKE: _like,
    placeholders.ILIKE: _like,
}
