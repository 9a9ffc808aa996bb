"""Calls of functions that are written in SQL: the body is read with what the arguments read in place of its
parameters. The body is not part of the reader's text, so nothing in it has a place there.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.expr import item_tokens, macro_expansion, read
from headwater.bind.names.frame import Frame
from headwater.bind.scope import NOWHERE, Cte, Ctes, Query
from headwater.bind.session import Macro
from headwater.rel.columns import Col, Read
from headwater.rel.kinds import DIRECT, Kind
from headwater.sql.rewrites import MARK

_DEEPEST = 50
"""Functions that call one another: engines refuse a function that calls itself."""


def find(frame: Frame, name: str) -> Macro | None:
    """The function of that name that is written in SQL."""
    macros = frame.ctx.session.macros
    if not macros or frame.ctx.session.own:
        return None
    return macros.get(name if frame.ctx.dialect.calls.case_sensitive() else name.lower())


def _called(node: exp.Expr) -> str:
    """The whole name of a function in FROM."""
    parts = [node.args[one].name for one in ("catalog", "db") if node.args.get(one) is not None]
    label = node.this.args.get("this")
    return ".".join([*parts, (label if isinstance(label, str) else str(node.this.name)).rstrip(MARK)])


def names(frame: Frame, node: exp.Expr) -> bool:
    """Whether a function in FROM is one that is written in SQL, or runs a text."""
    if frame.ctx.dialect.sources.runs_text(_called(node).lower()):
        return True
    if frame.ctx.session.own:
        return macro_expansion.find(frame.ctx.session, tuple(_called(node).split("."))) is not None
    return bool(frame.ctx.session.macros) and find(frame, _called(node)) is not None


def left(frame: Frame, name: str) -> bool:
    """Whether a call is of a macro that was not followed, which was said where it was left."""
    known = macro_expansion.find(frame.ctx.session, (name,))
    return known is not None and any(not one.table for one in known.variants)


def table(frame: Frame, node: exp.Expr, call: exp.Expr) -> Query | None:
    """FROM f(x): the query behind a table function that is written in SQL, with what is given for its parameters."""
    ctx = frame.ctx
    name = _called(node)
    if ctx.session.own:
        return _replaced(frame, name, call)
    macro = find(frame, name)
    args = list(call.expressions) if isinstance(call, exp.Anonymous) else []
    if macro is None or not isinstance(macro.body, exp.Query) or name in ctx.calling or len(ctx.calling) > _DEEPEST:
        return None
    full = _arranged(frame, macro, args)
    if full is None:
        return None
    given: dict[str, list[Read]] = {}
    ctes = Ctes()
    for parameter, one in zip(macro.parameters, full, strict=True):
        inner = one.unnest() if isinstance(one, (exp.Paren, exp.Subquery)) else one
        if isinstance(inner, exp.Query):
            ctes.here[parameter] = Cte(parameter, ctx.up.query(ctx, inner, frame.parent, frame.ctes))
        else:
            read.reads(frame, one, DIRECT, given.setdefault(parameter, []))
    outside = Frame(ctx, None, ctes)
    outside.params = [given]
    ctx.calling.append(name)
    try:
        with ctx.foreign_text():
            return ctx.up.query(ctx, macro.body, outside, ctes)
    finally:
        ctx.calling.pop()


def _replaced(frame: Frame, name: str, call: exp.Expr) -> Query | None:
    """FROM f(x) where f is a macro: its query with the arguments in it, bound where the call stands."""
    ctx = frame.ctx
    macro = macro_expansion.find(ctx.session, tuple(name.split(".")))
    if macro is None or not isinstance(call, exp.Anonymous):
        return None
    tables = [one for one in macro.variants if one.table]
    fitting = [
        (one, given)
        for one in tables
        if (given := macro_expansion.arranged(one, call.expressions, ctx.folded)) is not None
    ]
    if not fitting:
        if tables:
            ctx.say(codes.MACRO_ARGUMENTS, ctx.place(call), name)
        return None
    variant, given = fitting[0]
    if not macro_expansion.may_follow(ctx, call, name, variant.body):
        return None
    if len(fitting) > 1:
        ctx.say(codes.MACRO_VARIANTS, ctx.place(call), name, str(len(call.expressions)))
    ctx.calling.append(name)
    try:
        with ctx.foreign_text(macro_expansion.place(ctx, call) or NOWHERE):
            inside = macro_expansion.substituted(ctx, variant.body, given)
            if ctx.dialect.names_rendered:
                item_tokens.name_items(ctx, inside)
            body = macro_expansion.scalar(ctx, inside.this)
            outside = ctx.dialect.clauses.derived_table_scope(frame)
            return ctx.up.query(ctx, body, outside, frame.ctes)
    finally:
        ctx.calling.pop()


def _arranged(frame: Frame, macro: Macro, args: list[exp.Expr]) -> list[exp.Expr] | None:
    """One expression for each parameter: given by position, by name (`p => x`), or the parameter's own default."""
    if len(args) == len(macro.parameters) and not any(isinstance(one, exp.Kwarg) for one in args):
        return args
    found: dict[str, exp.Expr] = {}
    for at, one in enumerate(args):
        if isinstance(one, exp.Kwarg):
            found[frame.ctx.folded(one.this.name)] = one.expression
        elif at < len(macro.parameters):
            found[macro.parameters[at]] = one
        else:
            return None
    full = [found.get(name, value) for name, value in zip(macro.parameters, macro.values, strict=False)]
    known = len(full) == len(macro.parameters) and found.keys() <= set(macro.parameters)
    rest = [one for one in full if one is not None]
    return rest if known and len(rest) == len(full) else None


def value(frame: Frame, node: exp.Expr, called: str, name: str) -> Col | None:
    """The column of a call, with what is inside it: pair(a, b).q is b alone."""
    ctx = frame.ctx
    macro = find(frame, called)
    args = _arranged(frame, macro, node.expressions) if macro is not None else None
    if macro is None or args is None or isinstance(macro.body, exp.Query):
        return None
    if len(ctx.calling) > _DEEPEST or called in ctx.calling:
        return None
    given: dict[str, list[Read]] = {}
    for parameter, one in zip(macro.parameters, args, strict=True):
        read.reads(frame, one, DIRECT, given.setdefault(parameter, []))
    params, frame.params = frame.params, [given]
    ctx.calling.append(called)
    try:
        with ctx.foreign_text():
            return read.value(frame, macro.body, name)
    finally:
        frame.params = params
        ctx.calling.pop()


def call(frame: Frame, name: str, macro: Macro, args: list[exp.Expr], kind: Kind, out: list[Read]) -> bool:
    """Follow a call into the function's body; False where it is called with other arguments than it has."""
    ctx = frame.ctx
    full = _arranged(frame, macro, args)
    if full is None or len(ctx.calling) > _DEEPEST or name in ctx.calling:
        return False
    given: dict[str, list[Read]] = {}
    for parameter, one in zip(macro.parameters, full, strict=True):
        read.reads(frame, one, DIRECT, given.setdefault(parameter, []))
    # names inside the body are the parameters alone
    params, frame.params = frame.params, [given]
    ctx.calling.append(name)
    try:
        with ctx.foreign_text():
            read.reads(frame, macro.body, kind, out)
    finally:
        frame.params = params
        ctx.calling.pop()
    return True
