"""Macros: a call is replaced by the macro's body, with what the call is given in the place of the parameters, before
anything is bound. So a body means what it would mean if it stood where the call stands.

    CREATE MACRO share(x, y) AS sum(x) / sum(y);    SELECT share(a, b) FROM t    →    SELECT sum(a) / sum(b) FROM t

What a call is given keeps its place in the text; whatever comes from the body has the place of the call. A body may
hold calls of other macros. How much one statement may grow is bounded: what is not followed any more is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.session import Macro, Session
from headwater.sql.rewrites import MARK
from headwater.sql.session_statements import Name, Variant
from headwater.sql.tree import start_of

_DEEPEST = 50
_MOST, _EACH = 20_000, 20
"""How many nodes of bodies a statement may get, and how many more for each of its words: f calls g twice, g calls h
twice, …, doubles with each of them.
"""
CALLED = "called"
"""Marks what stands for a call: its name is that of the call."""
LIFTED = "lifted"
"""Marks a query in a body, and the columns in it that were given by the call: they are the caller's."""


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────
def keys(session: Session, name: Name) -> Iterable[str]:
    """Under which a macro of that name may be known, the nearest first."""
    folded = tuple(part.lower() for part in name)
    if len(folded) == 1:
        yield f"temp.{folded[0]}"
        yield key(session, (*session.current, *folded))
        for schema in session.path:
            yield key(session, (*schema, *folded))
    elif len(folded) == 2 and folded[0] in session.attached:
        yield key(session, (folded[0], session.dialect.identifiers.defaults[-1], folded[1]))
    else:
        yield key(session, (*session.current[: 3 - len(folded)], *folded))


def key(session: Session, name: Name) -> str:
    """A whole name without the engine's defaults: memory.main.f is f, a.main.f is a.f, memory.s.f is s.f."""
    database, schema, last = name[-3:]
    own = [database] if database != session.dialect.identifiers.defaults[0] else []
    return ".".join([*own, *([schema] if schema != session.dialect.identifiers.defaults[-1] else []), last])


def find(session: Session, name: Name) -> Macro | None:
    """The macro that a name means here."""
    if name[-1].lower() not in session.own:
        return None
    found = (session.macros.get(one) for one in keys(session, name))
    return next((one for one in found if one is not None and one.variants), None)


# ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────
def arranged(variant: Variant, args: Sequence[exp.Expr], fold: Callable[[str], str]) -> dict[str, exp.Expr] | None:
    """What stands for each parameter: given by position, by name (`x := 1`, `x => 1`), or its default; None where the
    arguments are others than it has.
    """
    names = [fold(one) for one in variant.parameters]
    found: dict[str, exp.Expr] = {}
    for at, one in enumerate(args):
        if isinstance(one, (exp.PropertyEQ, exp.Kwarg)):
            name = fold(one.this.name)
            if name not in names or name in found:
                return None
            found[name] = one.expression
        elif at < len(names) and names[at] not in found:
            found[names[at]] = one
        else:
            return None
    for name, value in zip(names, variant.values, strict=True):
        if name not in found:
            if value is None:
                return None
            found[name] = value
    return found


def substituted(ctx: Context, body: exp.Expr, given: dict[str, exp.Expr]) -> exp.Expr:
    """A copy of a body with what is given in it. The copy is under a node of its own, so that its root can change."""
    holder = exp.Paren(this=body.copy())
    ctx.expanded += sum(1 for _ in holder.walk())
    ctx.look_for_columns(holder)
    if not given:
        return holder
    for column in list(holder.find_all(exp.Column)):
        first = next((column.args[one] for one in ("catalog", "db", "table", "this") if column.args.get(one)), None)
        name = ctx.folded(first.name) if isinstance(first, exp.Identifier) else ""
        if name not in given:
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
    rest = [column.args[one] for one in ("db", "table", "this") if column.args.get(one)]
    rest = rest[1:] if not column.args.get("catalog") else rest
    if isinstance(value, (exp.Binary, exp.Unary, exp.Case, exp.Between, exp.In)) and not isinstance(value, exp.Paren):
        value = exp.Paren(this=value)
    for one in rest:
        value = exp.Dot(this=value, expression=one.copy())
    return value


def _outermost(node: exp.Expr, top: exp.Expr) -> exp.Expr | None:
    """The query of the body that a parameter stands in."""
    found = None
    above = node.parent
    while above is not None and above is not top:
        if isinstance(above, exp.Query):
            found = above
        above = above.parent
    return found


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
    found: exp.Expr = holder.this
    found.parent = None
    return found


def _expand(ctx: Context, holder: exp.Expr) -> None:
    own = ctx.session.own
    calls = [
        one
        for one in holder.find_all(exp.Anonymous)
        if _name(one).lower() in own and not (isinstance(one.parent, exp.Table) and one.arg_key == "this")
    ]
    for call in reversed(calls):  # those inside of others first
        _replace(ctx, call)


def _name(call: exp.Expr) -> str:
    this = call.args.get("this")
    return (this if isinstance(this, str) else call.name).rstrip(MARK)


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
        if any(not one.table for one in macro.variants):
            ctx.say(codes.MACRO_ARGUMENTS, ctx.place(call), label)
        return
    if not all(may_follow(ctx, call, label, variant.body) for variant, _ in fitting):
        return
    if len(fitting) > 1:
        ctx.say(codes.MACRO_VARIANTS, ctx.place(call), label, str(len(args)))
    found = place(ctx, node)
    where = {"start": found[0], "end": found[1] - 1} if found is not None else {}
    made: list[exp.Expr] = []
    for variant, given in fitting:
        inside = substituted(ctx, variant.body, given)
        _at(inside, where)
        ctx.calling.append(label)
        try:
            _expand(ctx, inside)
        finally:
            ctx.calling.pop()
        made.append(inside)
    whole = made[0] if len(made) == 1 else exp.Paren(this=exp.Coalesce(this=made[0], expressions=made[1:]))
    if isinstance(node.parent, exp.Window) and node.arg_key == "this":
        node.parent.replace(_windowed(whole, node.parent))
        return
    whole.meta[CALLED] = True
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
        places = sum(1 for one in body.find_all(exp.Column) if not one.args.get("table"))
        room -= size + places * sum(1 for _ in islice(call.walk(), most))
    if room > 0 and label not in ctx.calling and len(ctx.calling) <= _DEEPEST:
        return True
    if ctx.expanded < most:
        ctx.say(codes.MACRO_NOT_FOLLOWED, ctx.place(call), label)
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


def place(ctx: Context, node: exp.Expr) -> tuple[int, int] | None:
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
            node._meta = {**{name: one for name, one in meta.items() if name not in _PLACE}, **where} if where else None


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
    for one in list(body.find_all(exp.AggFunc)):
        if one.find_ancestor(exp.Query, exp.Window) is None:
            own = window.copy()
            one.replace(own)
            own.set("this", one)
    return body
