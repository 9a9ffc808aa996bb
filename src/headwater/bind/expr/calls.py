"""Functions, lambdas, aggregates and windows: each argument is read as its role says."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.bind.expr import macros, references, shape_functions
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import roles as expr_roles
from headwater.bind.expr.aggregates import aggregate
from headwater.bind.expr.function_classes import ROLES
from headwater.bind.expr.lambdas import higher, let
from headwater.bind.expr.roles import ROLE_KIND, function_name, roles_of
from headwater.bind.names import star
from headwater.bind.names.frame import Frame
from headwater.catalog.functions import Function
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import DERIVED, DERIVED_ARRAY, DIRECT, EXTERNAL, UNKNOWN, Kind, through
from headwater.sql import placeholders


def typed(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A function of the parser's own, with roles by argument name."""
    if kind is DIRECT:
        kind = DERIVED
    by_name(frame, node, ROLES.get(type(node), {}), kind, out)


def by_name(frame: Frame, node: exp.Expr, roles: dict[str, str], kind: Kind, out: list[Read]) -> None:
    """Read each argument as its role says."""
    for name, child in node.args.items():
        own = ROLE_KIND[roles[name]] if name in roles else None
        as_kind = kind if own is None else through(own, kind)
        for part in child if child.__class__ is list else (child,):
            reader = expr_read.READERS.get(part.__class__)
            if reader is not None:
                reader(frame, part, as_kind, out)


def by_roles(frame: Frame, args: list[exp.Expr], function: Function, kind: Kind, out: list[Read], floor: Kind) -> None:
    """Read positional arguments as a described function's roles say."""
    kind = through(floor, kind)
    for arg, role in zip(args, function.roles(len(args)), strict=False):
        # f(seed => 1, column => a): a name and no position says which argument it is
        own = ROLE_KIND[role] if not isinstance(arg, exp.Kwarg) else None
        expr_read.reads(frame, arg, kind if own is None else through(own, kind), out)


def anonymous(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A function that the parser does not know: the dialect's table does, or nobody."""
    name = function_name(node)
    if name in _FORMS:
        return _form(frame, node, kind, out)
    if frame.ctx.session.own and macros.is_left(frame, name):
        return call_args(frame, node, through(UNKNOWN, kind), out)
    function = frame.ctx.functions.find(name, len(node.expressions))
    if function is None:
        named = frame.lambda_named(name)
        if named is not None:
            return _named_lambda(frame, named, node, kind, out)
        return _unknown(frame, node, name, node, kind, out)
    if function.kind == "agg" or ("declared" in function.flags and _aggregates(frame, node)):
        return aggregate(frame, node, kind, out)
    if function.kind == "nosource":
        if frame.ctx.session.assigned:
            frame.ctx.dialect.calls.variable(frame, name, node.expressions, kind, out)
        return None
    result = expr_roles.how(frame, node)
    if result == "field" and references.field(frame, node) is not None:
        return references.read_place(frame, node, kind, out)
    if result and result not in ("choose", "collect", "field"):
        col = shape_functions.make(frame, node, "")
        if col is not None:
            return out.append(Read(col, kind))
    if function.kind == "higher":
        how = next(iter(function.flags & {"map", "filter", "reduce", "sort"}), "map")
        return higher(frame, node.expressions, how, kind, out, roles_of(function, node.expressions))
    if function.kind == "table":
        return by_roles(frame, node.expressions, function, kind, out, DERIVED_ARRAY)
    if function.kind == "external":
        return _external(frame, node, name, function, kind, out)
    by_roles(frame, node.expressions, function, kind, out, frame.ctx.function_kind(function.kind))


def _unknown(frame: Frame, node: exp.Expr, name: str, call: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A function that nobody described: every argument may carry the value. In a condition they decide in any case."""
    ctx = frame.ctx
    if kind > UNKNOWN:
        ctx.unknown_function(node, name, codes.UNKNOWN_CONDITION)
        return call_args(frame, call, kind, out)
    ctx.unknown_function(node, name)
    mark = len(out)
    call_args(frame, call, through(UNKNOWN, kind), out)
    if len(out) == mark:
        # my_udf(): it reads no column that we see, which does not make its value certain
        nowhere = ctx.col(name)
        frame.birth(Born(nowhere, ()))
        out.append(Read(nowhere, UNKNOWN))


def _external(frame: Frame, node: exp.Expr, name: str, function: Function, kind: Kind, out: list[Read]) -> None:
    """dictGet('d', 'name', id): certain where the dictionary is known, whose attribute is then value too."""
    mark = len(out)
    args, known = frame.ctx.dialect.calls.lookup(frame, name, node.expressions, kind, out)
    by_roles(frame, args, function, kind, out, EXTERNAL)
    if not known:
        frame.ctx.say(codes.UNKNOWN_LOOKUP, frame.ctx.span_of(node), name)
        out[mark:] = [read._replace(doubt=max(read.doubt, INFERRED)) for read in out[mark:]]


_FORMS = frozenset({placeholders.MATCHER, placeholders.LIMIT, placeholders.LAMBDA, placeholders.LET})


def _form(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A form that the parser was shown as a call."""
    if star.is_matcher(node):
        # a star among the arguments: as many arguments as it has columns
        return out.extend(Read(output.col, kind) for output in frame.ctx.up.star(frame, node))
    if function_name(node) == placeholders.LET:
        with let(frame, node) as body:
            return expr_read.reads(frame, body, kind, out)
    for expression in node.expressions:
        if not isinstance(expression, exp.Lambda):
            expr_read.reads(frame, expression, kind, out)


def _named_lambda(frame: Frame, node: exp.Expr, call: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """WITH x -> x + 1 AS f SELECT f(a): the body, with the arguments in the place of the parameters."""
    params: dict[str, list[Read]] = {}
    for param, expression in zip(node.expressions, call.expressions, strict=False):
        read: list[Read] = []
        expr_read.reads(frame, expression, DIRECT, read)
        params[frame.ctx.folded(param.name)] = read
    frame.params.append(params)
    try:
        expr_read.reads(frame, node.this, kind if kind is not DIRECT else DERIVED, out)
    finally:
        frame.params.pop()


_AGGREGATING = frozenset({"SELECT", "HAVING", "ORDER BY", "SORT KEY"})


def _aggregates(frame: Frame, node: exp.Expr) -> bool:
    """Whether a function of which only the name is known is used as an aggregate: over what is not grouped by."""
    if frame.grouped is None or frame.pending.inside or frame.clause not in _AGGREGATING:
        return False
    stack = list(node.expressions)
    while stack:
        part = stack.pop()
        if isinstance(part, exp.Column) and part.name not in frame.grouped:
            return True
        match = frame.ctx.functions.find(function_name(part)) if isinstance(part, exp.Anonymous) else None
        if isinstance(part, exp.AggFunc) or (match is not None and match.kind == "agg"):
            continue
        stack.extend(child for child in part.iter_expressions())
    return False


def call_args(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Every argument alike; lambdas over the arrays beside them."""
    args = node.expressions
    if any(isinstance(arg, exp.Lambda) for arg in args):
        return higher(frame, args, "map", kind, out)
    for arg in args:
        expr_read.reads(frame, arg, kind, out)


def arrow(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """json_array_length(doc -> '$.l'): in a call that takes no lambda, the arrow is JSON's, and doc a column."""
    kind = through(DERIVED, kind)
    for expression in node.expressions:
        expr_read.reads(frame, _with_columns(expression), kind, out)
    expr_read.reads(frame, node.this, kind, out)


def type_of(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """typeof(x): where the table of functions says so, the type of an expression, which no value changes."""
    function = frame.ctx.functions.find("typeof")
    if function is None or function.kind != "nosource":
        expr_read.derived(frame, node, kind, out)


def dot(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """s.f, or a function with a dotted name: NET.HOST(x)."""
    field = node.args.get("expression")
    if isinstance(field, exp.Func) and frame.ctx.dialect.calls.has_methods() and _is_value(frame, node.this, field):
        # the parser takes the columns of what stands before a dot for plain names: a.f(b).g()
        args = [_with_columns(expression) for expression in (node.this, *field.expressions)]
        return expr_read.reads(frame, exp.Anonymous(this=function_name(field), expressions=args), kind, out)
    if isinstance(field, exp.Anonymous):
        return _dotted_call(frame, node, field, kind, out)
    if isinstance(field, exp.Func):
        name = f"{_prefix(node)}.{type(field).sql_name()}"
        if frame.ctx.functions.find(name) is None:
            return expr_read.reads(frame, field, kind, out)
        # AI.GENERATE_BOOL(prompt): a class of the parser, of which the table of functions knows more
        parts: list[object] = [
            part for child in field.args.values() for part in (child if isinstance(child, list) else [child])
        ]
        args = [part for part in parts if isinstance(part, exp.Expr)]
        call = exp.Anonymous(this=type(field).sql_name(), expressions=args)
        return _dotted_call(frame, node, call, kind, out)
    references.read_place(frame, node, kind, out)


def _is_value(frame: Frame, before: exp.Expr, call: exp.Expr) -> bool:
    """Whether what stands before .f() is a value, and no schema: a column, or anything that is no name."""
    first = before
    while isinstance(first, exp.Dot):
        if isinstance(first.args["expression"], exp.Func):
            return True
        first = first.this
    if not isinstance(first, (exp.Identifier, exp.Column)):
        return True
    key = frame.ctx.folded(first.name)
    if any(key in params for params in frame.params):
        return True
    scope: Frame | None = frame
    while scope is not None:
        if (
            key in scope.tables.by_alias
            or key in scope.items.aliases
            or any(entry.find(key) is not None for entry in scope.tables.entries)
        ):
            return True
        scope = scope.parent
    return frame.tables.any_open and frame.ctx.functions.find(function_name(call)) is None


def _with_columns(node: exp.Expr) -> exp.Expr:
    """The same, with columns where the parser left names; what is behind another .f() sees to itself."""
    if isinstance(node, exp.Identifier):
        return exp.Column(this=node)
    if isinstance(node, (exp.Column, exp.Table, exp.TableAlias)):
        return node
    if isinstance(node, exp.Dot):
        if isinstance(node.args["expression"], exp.Identifier):
            parts = node.flatten() if not isinstance(node.this, (exp.Func, exp.Paren)) else None
            names = list(parts) if parts is not None else []
            if names and all(isinstance(name, exp.Identifier) for name in names):
                if len(names) <= 4:  # t.c.upper(): a table's column, or a field of one, as in any other place
                    keyed = dict(zip(("this", "table", "db", "catalog"), reversed(names), strict=False))
                    return exp.Column(**{key: name.copy() for key, name in keyed.items()})
                return exp.Dot.build([exp.Column(this=names[0]), *names[1:]])
            node.set("this", _with_columns(node.this))  # {'p': a}.p.upper()
        return node
    if isinstance(node, exp.ToMap) and isinstance(node.this, exp.Struct):  # MAP {a: b}: the key is no field's name
        for pair in node.this.expressions:
            if isinstance(pair, exp.PropertyEQ):
                pair.set("this", _with_columns(pair.this))
    left = _NAMES.get(type(node), _ALIASES)
    for name, child in node.args.items():
        if name in left:
            continue
        if isinstance(child, list):
            node.set(name, [_with_columns(part) if isinstance(part, exp.Expr) else part for part in child])
        elif isinstance(child, exp.Expr):
            node.set(name, _with_columns(child))
    return node


_ALIASES = frozenset({"alias", "using"})
_NAMES: dict[type[exp.Expr], frozenset[str]] = {
    exp.Lambda: frozenset({"expressions"}),
    exp.PropertyEQ: frozenset({"this"}),
    exp.Kwarg: frozenset({"this"}),
}
"""Names that are no columns: what an expression is called, the parameters of a lambda, the fields of a struct."""


def _prefix(node: exp.Expr) -> str:
    """What stands before the dot of a function's name."""
    return node.this.sql() if isinstance(node.this, (exp.Identifier, exp.Column, exp.Dot, exp.Var)) else ""


def _dotted_call(frame: Frame, node: exp.Expr, call: exp.Expr, kind: Kind, out: list[Read]) -> None:
    name = f"{_prefix(node)}.{function_name(call)}"
    function = frame.ctx.functions.find(name)
    if function is None and _is_reachable(frame, function_name(call)):
        function = frame.ctx.functions.find(function_name(call))
    if function is None:
        return _unknown(frame, node, name, call, kind, out)
    if function.kind == "external":
        return _external(frame, call, name, function, kind, out)
    if function.kind != "nosource":
        by_roles(frame, call.expressions, function, kind, out, frame.ctx.function_kind(function.kind))


def _is_reachable(frame: Frame, name: str) -> bool:
    """Whether d.f(x) may be the f that is known without a schema: the engine's own, or one that was declared."""
    session = frame.ctx.session
    if frame.ctx.dialect.calls.own_in_schemas():
        return True
    return name in session.declared or name.lower() in {key.lower() for key in session.user_functions}


def decode(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """DECODE(x, search, result, …, default)."""
    by_roles(frame, node.expressions, Function.parse("scalar cond (cond value)* value"), kind, out, DERIVED)
