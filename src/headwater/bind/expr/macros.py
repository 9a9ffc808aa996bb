"""Functions that are written in SQL, one mechanism for all: a call is replaced by the body, with the arguments in the
place of the parameters, before anything is bound. So a body means what it would mean if it stood where the call stands.

    CREATE MACRO share(x, y) AS sum(x) / sum(y);    SELECT share(a, b) FROM t    →    SELECT sum(a) / sum(b) FROM t

An argument keeps its span; whatever comes from the body has the span of the call. A body may call other functions. How
much one statement may grow is bounded: a call that is not followed any more is said. In FROM, a call is the query that
it stands for (`table`), and a table that is given as an argument is a CTE of that query.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import islice

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.expr import references
from headwater.bind.expr.references import LIFTED
from headwater.bind.expr.shadowed_parameters import is_shadowed
from headwater.bind.names.frame import Frame
from headwater.bind.scope import NOWHERE, Cte, Ctes, Query
from headwater.bind.session import Macro, Session
from headwater.sql.statements import Name, Statement, Variant
from headwater.sql.tree import start_of

_DEEPEST = 50
_MOST, _EACH = 20_000, 20
"""How many nodes of bodies a statement may get, and how many more for each of its words: f calls g twice, g calls h
twice, …, doubles with each of them.
"""
CALLED = "called"
"""What a body stands for: the call, after which an output may be named."""


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────
def find(session: Session, name: Name) -> Macro | None:
    """The macro that a name means here."""
    if name[-1].lower() not in session.own:
        return None
    match = (session.macros.get(key) for key in session.dialect.identifiers.function_keys(session, name))
    return next((resolved for resolved in match if resolved is not None and resolved.variants), None)


# ── calls in FROM ─────────────────────────────────────────────────────────────────────────────────────────────
def _name_in_from(node: exp.Expr) -> str:
    """The whole name of a function in FROM."""
    # FROM d..f(5): the parser gives an empty text for the part that is missing
    parts = [part.name for name in ("catalog", "db") if isinstance(part := node.args.get(name), exp.Expr)]
    label = node.this.args.get("this")
    return ".".join([*parts, label if isinstance(label, str) else str(node.this.name)])


def is_followed(frame: Frame, node: exp.Expr) -> bool:
    """Whether a call in FROM is of a function that is written in SQL, or runs a text."""
    name = _name_in_from(node)
    if frame.ctx.dialect.sources.runs_text(name.lower()):
        return True
    return bool(frame.ctx.session.own) and find(frame.ctx.session, tuple(name.split("."))) is not None


def is_left(frame: Frame, name: str) -> bool:
    """Whether a call is of a function that was not followed, which was said where it was left."""
    known = find(frame.ctx.session, (name,))
    return known is not None and any(not variant.table for variant in known.variants)


def table(frame: Frame, node: exp.Expr, call: exp.Expr) -> Query | None:
    """FROM f(x): the query behind a function that is written in SQL, bound where the call stands."""
    ctx = frame.ctx
    name = _name_in_from(node)
    macro = find(ctx.session, tuple(name.split(".")))
    if macro is None:
        return None
    args = list(call.expressions) if isinstance(call, exp.Anonymous) else []
    tables = [variant for variant in macro.variants if variant.table]
    fitting = [(variant, given) for variant in tables if (given := arranged(variant, args, ctx.folded)) is not None]
    if not fitting:
        if tables:
            ctx.say(codes.MACRO_ARGUMENTS, ctx.span_of(call), name)
        return None
    variant, given = fitting[0]
    if not may_follow(ctx, call, name, variant.body):
        return None
    if len(fitting) > 1:
        ctx.say(codes.MACRO_VARIANTS, ctx.span_of(call), name, str(len(args)))
    ctes = Ctes(frame.ctes, any_scalar=frame.ctes.any_scalar)
    read = {ctx.folded(source.name) for source in variant.body.find_all(exp.Table) if not source.args.get("db")}
    for parameter, value in given.items():
        query = value.unnest() if isinstance(value, (exp.Paren, exp.Subquery)) else value
        if isinstance(query, exp.Query) and parameter in read:  # else it is a value: f((SELECT max(x) FROM u))
            ctes.here[parameter] = Cte(parameter, ctx.up.query(ctx, query, frame.parent, frame.ctes))
    values = {parameter: value for parameter, value in given.items() if parameter not in ctes.here}
    ctx.calling.append(name)
    try:
        with ctx.foreign_text(call_span(ctx, call) or NOWHERE):
            inside = substituted(ctx, variant.body, values)
            ctx.dialect.output_names.alias_items(ctx, inside)
            body = scalar(ctx, inside.this)
            # arguments may refer to tables before the call: FROM u, LATERAL f(u.a)
            around = frame if frame.tables.entries else frame.parent
            if around is not None:
                references.give(around, body)
            return ctx.up.query(ctx, body, around, ctes)
    finally:
        ctx.calling.pop()


# ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────
def arranged(variant: Variant, args: Sequence[exp.Expr], fold: Callable[[str], str]) -> dict[str, exp.Expr] | None:
    """What stands for each parameter: given by position, by name (`x := 1`, `x => 1`), or its default; None where the
    arguments are others than it has.
    """
    names = [fold(parameter) for parameter in variant.parameters]
    known: dict[str, exp.Expr] = {}
    for index, arg in enumerate(args):
        if isinstance(arg, (exp.PropertyEQ, exp.Kwarg)):
            name = fold(arg.this.name)
            if name not in names or name in known:
                return None
            known[name] = arg.expression
        elif index < len(names) and names[index] not in known:
            known[names[index]] = arg
        else:
            return None
    for name, value in zip(names, variant.values, strict=True):
        if name not in known:
            if value is None:
                return None
            known[name] = value
    return known


def substituted(ctx: Context, body: exp.Expr, given: dict[str, exp.Expr]) -> exp.Expr:
    """A copy of a body with what is given in it. The copy is under a node of its own, so that its root can change."""
    holder = exp.Paren(this=body.copy())
    ctx.expanded += sum(1 for _ in holder.walk())
    ctx.look_for_columns(holder)
    if not given:
        return holder
    columns_first = ctx.dialect.calls.columns_before_parameters
    for column in list(holder.find_all(exp.Column)):
        first = next((column.args[name] for name in ("catalog", "db", "table", "this") if column.args.get(name)), None)
        name = ctx.folded(first.name) if isinstance(first, exp.Identifier) else ""
        if name not in given or (columns_first and is_shadowed(ctx, column, name)):
            continue
        value = given[name].copy()
        ctx.expanded += sum(1 for _ in value.walk())
        query = _outermost(column, holder)
        if query is not None:
            _lift(value, query)
        column.replace(_fields(value, column))
    return holder


def _fields(value: exp.Expr, column: exp.Expr) -> exp.Expr:
    """p.x.y, where p is a parameter: fields of what is given; an operator gets parentheses."""
    rest = [column.args[arg] for arg in ("db", "table", "this") if column.args.get(arg)]
    rest = rest[1:] if not column.args.get("catalog") else rest
    if isinstance(value, (exp.Binary, exp.Unary, exp.Case, exp.Between, exp.In)) and not isinstance(value, exp.Paren):
        value = exp.Paren(this=value)
    for read in rest:
        value = exp.Dot(this=value, expression=read.copy())
    return value


def _outermost(node: exp.Expr, top: exp.Expr) -> exp.Expr | None:
    """The query of the body that a parameter stands in."""
    match = None
    above = node.parent
    while above is not None and above is not top:
        if isinstance(above, exp.Query):
            match = above
        above = above.parent
    return match


def _lift(value: exp.Expr, query: exp.Expr) -> None:
    mark = query.meta.setdefault(LIFTED, id(query))
    if isinstance(query, exp.Subquery):
        query.this.meta.setdefault(LIFTED, mark)
    for column in value.find_all(exp.Column):
        if column.find_ancestor(exp.Query) is None or value is column:
            column.meta.setdefault(LIFTED, mark)


def scalar(ctx: Context, tree: exp.Expr) -> exp.Expr:
    """The tree with every call of a scalar macro replaced; the tree itself is changed."""
    if not ctx.session.own:
        return tree
    holder = exp.Paren(this=tree)
    _expand(ctx, holder)
    result: exp.Expr = holder.this
    result.parent = None
    return result


def _expand(ctx: Context, holder: exp.Expr) -> None:
    own = ctx.session.own
    calls = [
        call
        for call in holder.find_all(exp.Anonymous)
        if _name(call).lower() in own and not (isinstance(call.parent, exp.Table) and call.arg_key == "this")
    ]
    for call in reversed(calls):  # those inside of others first
        _replace(ctx, call)


def _name(call: exp.Expr) -> str:
    this = call.args.get("this")
    return this if isinstance(this, str) else call.name


def _replace(ctx: Context, call: exp.Expr) -> None:
    node, name, args = _called(ctx, call)
    macro = find(ctx.session, name) if node is not None else None
    if node is None or macro is None:
        return
    label = ".".join(name)
    fitting = [
        (variant, given)
        for variant in macro.variants
        if not variant.table and (given := arranged(variant, args, ctx.folded)) is not None
    ]
    if not fitting:
        if any(not variant.table for variant in macro.variants):
            ctx.say(codes.MACRO_ARGUMENTS, ctx.span_of(call), label)
        return
    if not all(may_follow(ctx, call, label, variant.body) for variant, _ in fitting):
        return
    if len(fitting) > 1:
        ctx.say(codes.MACRO_VARIANTS, ctx.span_of(call), label, str(len(args)))
    match = call_span(ctx, node)
    where = {"start": match[0], "end": match[1] - 1} if match is not None else {}
    result: list[exp.Expr] = []
    for variant, given in fitting:
        inside = substituted(ctx, variant.body, given)
        _at(inside, where)
        ctx.calling.append(label)
        try:
            _expand(ctx, inside)
        finally:
            ctx.calling.pop()
        result.append(inside)
    whole = result[0] if len(result) == 1 else exp.Paren(this=exp.Coalesce(this=result[0], expressions=result[1:]))
    if isinstance(node.parent, exp.Window) and node.arg_key == "this":
        node.parent.replace(_windowed(whole, node.parent))
        return
    whole.meta[CALLED] = node
    whole.meta.update(where)
    node.replace(whole)


def may_follow(ctx: Context, call: exp.Expr, label: str, body: exp.Expr | None = None) -> bool:
    """Whether there is room for one more body, with what it is given; that there is not is said, once for all that
    come behind.
    """
    most = _MOST + _EACH * len(ctx.parsed.tokens)
    room = most - ctx.expanded
    if room > 0 and body is not None:
        size = sum(1 for _ in islice(body.walk(), most))
        places = sum(1 for column in body.find_all(exp.Column) if not column.args.get("table"))
        room -= size + places * sum(1 for _ in islice(call.walk(), most))
    if room > 0 and label not in ctx.calling and len(ctx.calling) <= _DEEPEST:
        return True
    if ctx.expanded < most:
        ctx.say(codes.MACRO_NOT_FOLLOWED, ctx.span_of(call), label)
    if room <= 0:
        ctx.expanded = most
    return False


def _called(ctx: Context, call: exp.Expr) -> tuple[exp.Expr | None, Name, list[exp.Expr]]:
    """The node that a call is, the whole name, and the arguments: s.f(a); a.f(b) may be f(a, b)."""
    name, args = _name(call), list(call.expressions)
    parent = call.parent
    if not isinstance(parent, exp.Dot) or call.arg_key != "expression":
        return call, (name,), args
    before = parent.this
    parts = _identifiers(before)
    if parts is not None and find(ctx.session, (*parts, name)) is not None:
        return parent, (*parts, name), args
    return (parent, (name,), [_column(before), *args]) if ctx.dialect.calls.has_methods() else (None, (name,), args)


def _identifiers(node: exp.Expr) -> Name | None:
    if isinstance(node, exp.Identifier):
        return (node.name,)
    if isinstance(node, exp.Column):
        return tuple(part.name for part in node.parts)
    if isinstance(node, exp.Dot) and isinstance(node.expression, exp.Identifier):
        before = _identifiers(node.this)
        return None if before is None else (*before, node.expression.name)
    return None


def _column(node: exp.Expr) -> exp.Expr:
    """What stands before .f() as a value: the parser leaves plain names there."""
    names = _identifiers(node)
    if names is None or isinstance(node, exp.Column):
        return node
    parts = list(node.flatten()) if isinstance(node, exp.Dot) else [node]
    return exp.Column(**dict(zip(("this", "table", "db", "catalog"), reversed(parts), strict=False)))


def call_span(ctx: Context, node: exp.Expr) -> tuple[int, int] | None:
    """The place of a call, from its name to the parenthesis that closes it."""
    start = start_of(node)
    if start < 0 or ctx.foreign:
        return None
    low, high = ctx.spans.call(start)
    return (low, high) if low >= 0 else None


def _at(inside: exp.Expr, where: dict[str, int]) -> None:
    """Give whatever comes from the body the place of the call; a body has places of its own in another statement."""
    for node in inside.walk():
        meta = node._meta
        if meta is not None and BODY in meta:
            node._meta = (
                {**{name: value for name, value in meta.items() if name not in _PLACE}, **where} if where else None
            )


BODY = "body"
_PLACE = frozenset({"start", "end", "line", "col"})


def marked(body: exp.Expr) -> exp.Expr:
    """A body as it is kept: what in it has a place is marked as the body's own."""
    for node in body.walk():
        if (node._meta and "start" in node._meta) or isinstance(node, (exp.Func, exp.Query)):
            node.meta[BODY] = True
    return body


def _windowed(body: exp.Expr, window: exp.Expr) -> exp.Expr:
    """f(b) OVER w, where f is sum(x) + 1: the window belongs to the functions of the body."""
    for aggregate in list(body.find_all(exp.AggFunc)):
        if aggregate.find_ancestor(exp.Query, exp.Window) is None:
            own = window.copy()
            aggregate.replace(own)
            own.set("this", aggregate)
    return body


def expanded(ctx: Context, statement: object) -> object:
    """A statement that is no tree, with the calls in its trees replaced; what it keeps for later is left as it is."""
    if not is_dataclass(statement) or isinstance(statement, type):
        return statement
    if isinstance(statement, Statement) and statement.for_later:
        return statement
    changed: dict[str, object] = {}
    for field in fields(statement):
        value = getattr(statement, field.name)
        after = _expanded_value(ctx, value)
        if after is not value:
            changed[field.name] = after
    return replace(statement, **changed) if changed else statement


def _expanded_value(ctx: Context, value: object) -> object:
    if isinstance(value, exp.Expr):
        return scalar(ctx, value)
    if isinstance(value, (list, tuple)) and value:
        after = [_expanded_value(ctx, part) for part in value]
        if any(new is not old for new, old in zip(after, value, strict=True)):
            return type(value)(after)
        return value
    return expanded(ctx, value)
