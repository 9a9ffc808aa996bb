"""Functions, lambdas, aggregates and windows: each argument is read as its role says."""

from __future__ import annotations

from sqlglot import exp

from headwater.base.types import Map as MapType
from headwater.bind import expr, lookup, macro, matcher, place, shaped, window
from headwater.bind.frame import Frame
from headwater.bind.typed import HIGHER, ROLES
from headwater.dialects.functions import Function
from headwater.rel.col import Born, Col, Read
from headwater.rel.kind import (
    AGG,
    CONDITIONAL,
    DERIVED,
    DERIVED_ARRAY,
    DIRECT,
    EXTERNAL,
    SORT,
    UNKNOWN,
    Kind,
    through,
)
from headwater.syntax import shown as words
from headwater.syntax.rewrite import MARK

ROLE_KIND: dict[str, Kind | None] = {
    "value": None,
    "lambda": None,
    "cond": CONDITIONAL,
    "order": SORT,
    "key": EXTERNAL,
    "none": CONDITIONAL,
}


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
        for one in child if child.__class__ is list else (child,):
            reader = expr.READERS.get(one.__class__)
            if reader is not None:
                reader(frame, one, as_kind, out)


def by_roles(frame: Frame, args: list[exp.Expr], function: Function, kind: Kind, out: list[Read], floor: Kind) -> None:
    """Read positional arguments as a described function's roles say."""
    kind = through(floor, kind)
    for one, role in zip(args, function.roles(len(args)), strict=False):
        own = ROLE_KIND[role]
        expr.reads(frame, one, kind if own is None else through(own, kind), out)


def anonymous(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A function that the parser does not know: the dialect's table does, or nobody."""
    name = function_name(node)
    if name in _FORMS:
        return _form(frame, node, kind, out)
    written = macro.find(frame, name)
    if written is not None and macro.call(frame, name, written, node.expressions, kind, out):
        return None
    if frame.ctx.session.own and macro.left(frame, name):
        return call_args(frame, node, through(UNKNOWN, kind), out)
    function = frame.ctx.functions.find(name, len(node.expressions))
    if function is None:
        named = frame.lambda_named(name)
        if named is not None:
            return _named_lambda(frame, named, node, kind, out)
        frame.ctx.unknown_function(node, name)
        return call_args(frame, node, through(UNKNOWN, kind), out)
    if function.kind == "agg" or ("declared" in function.flags and _aggregates(frame, node)):
        return aggregate(frame, node, kind, out)
    if function.kind == "nosource":
        return _variable(frame, name, node.expressions, kind, out) if frame.ctx.session.assigned else None
    made = shaped.how(frame, node)
    if made == "field" and shaped.field(frame, node) is not None:
        return place.read_place(frame, node, kind, out)
    if made and made not in ("choose", "collect", "field"):
        col = shaped.make(frame, node, "")
        if col is not None:
            return out.append(Read(col, kind))
    if function.kind == "higher":
        how = next(iter(function.flags & {"map", "filter", "reduce", "sort"}), "map")
        return higher(frame, node.expressions, how, kind, out, roles_of(function, node.expressions))
    if function.kind == "table":
        return by_roles(frame, node.expressions, function, kind, out, DERIVED_ARRAY)
    args = node.expressions
    if function.kind == "external" and args and name in frame.ctx.dialect.lookups:
        lookup.attributes(frame, name, args, kind, out)
        if lookup.dictionary_of(frame, args[0]) is not None:
            args = [exp.Null(), *args[1:]]
    by_roles(frame, args, function, kind, out, frame.ctx.function_kind(function.kind))


def _variable(frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]) -> None:
    """getvariable('x'): what SET VARIABLE x put there; nothing where it put nothing."""
    if name.lower() != frame.ctx.dialect.variable_function or not args or not isinstance(args[0], exp.Literal):
        return
    known = frame.ctx.session.assigned.get(args[0].name.lower())
    if known is not None:
        out.append(Read(frame.assigned(known[0]).col, kind))


_FORMS = frozenset({words.MATCHER, words.LIMIT, words.LAMBDA})


def _form(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A form that the parser was shown as a call."""
    if matcher.is_matcher(node):
        return matcher.read(frame, node, kind, out)
    for one in node.expressions:
        if not isinstance(one, exp.Lambda):
            expr.reads(frame, one, kind, out)


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


def _named_lambda(frame: Frame, node: exp.Expr, call: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """WITH x -> x + 1 AS f SELECT f(a): the body, with the arguments in the place of the parameters."""
    params: dict[str, list[Read]] = {}
    for param, one in zip(node.expressions, call.expressions, strict=False):
        read: list[Read] = []
        expr.reads(frame, one, DIRECT, read)
        params[frame.ctx.folded(param.name)] = read
    frame.params.append(params)
    try:
        expr.reads(frame, node.this, kind if kind is not DIRECT else DERIVED, out)
    finally:
        frame.params.pop()


def _aggregates(frame: Frame, node: exp.Expr) -> bool:
    """Whether a function of which only the name is known is used as an aggregate: over what is not grouped by."""
    if frame.grouped is None or frame.inside or frame.clause not in ("SELECT", "HAVING", "ORDER BY"):
        return False
    stack = list(node.expressions)
    while stack:
        one = stack.pop()
        if isinstance(one, exp.Column) and one.name not in frame.grouped:
            return True
        found = frame.ctx.functions.find(function_name(one)) if isinstance(one, exp.Anonymous) else None
        if isinstance(one, exp.AggFunc) or (found is not None and found.kind == "agg"):
            continue
        stack.extend(child for child in one.iter_expressions())
    return False


def call_args(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Every argument alike; lambdas over the arrays beside them."""
    args = node.expressions
    if any(isinstance(one, exp.Lambda) for one in args):
        return higher(frame, args, "map", kind, out)
    for one in args:
        expr.reads(frame, one, kind, out)


def arrow(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """json_array_length(doc -> '$.l'): in a call that takes no lambda, the arrow is JSON's, and doc a column."""
    kind = through(DERIVED, kind)
    for one in node.expressions:
        expr.reads(frame, _with_columns(one), kind, out)
    expr.reads(frame, node.this, kind, out)


def type_of(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """typeof(x): where the table of functions says so, the type of an expression, which no value changes."""
    function = frame.ctx.functions.find("typeof")
    if function is None or function.kind != "nosource":
        expr.derived(frame, node, kind, out)


def function_name(node: exp.Expr) -> str:
    """A call's name as written."""
    this = node.args.get("this")
    name: str = this if isinstance(this, str) else node.name
    return name.rstrip(MARK) if name.endswith(MARK) else name


def dot(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """s.f, or a function with a dotted name: NET.HOST(x)."""
    field = node.args.get("expression")
    if isinstance(field, exp.Func) and frame.ctx.dialect.methods and _is_value(frame, node.this, field):
        # the parser takes the columns of what stands before a dot for plain names: a.f(b).g()
        args = [_with_columns(one) for one in (node.this, *field.expressions)]
        return expr.reads(frame, exp.Anonymous(this=function_name(field), expressions=args), kind, out)
    if isinstance(field, exp.Anonymous):
        return _dotted_call(frame, node, field, kind, out)
    if isinstance(field, exp.Func):
        return expr.reads(frame, field, kind, out)
    place.read_place(frame, node, kind, out)


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
        if key in scope.by_alias or key in scope.aliases or any(one.find(key) is not None for one in scope.entries):
            return True
        scope = scope.parent
    return frame.any_open and frame.ctx.functions.find(function_name(call)) is None


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
            if names and all(isinstance(one, exp.Identifier) for one in names):
                return exp.Dot.build([exp.Column(this=names[0]), *names[1:]])
            node.set("this", _with_columns(node.this))  # {'p': a}.p.upper()
        return node
    left = _NAMES.get(type(node), _ALIASES)
    for name, child in node.args.items():
        if name in left:
            continue
        if isinstance(child, list):
            node.set(name, [_with_columns(one) if isinstance(one, exp.Expr) else one for one in child])
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


def _dotted_call(frame: Frame, node: exp.Expr, call: exp.Expr, kind: Kind, out: list[Read]) -> None:
    prefix = node.this.sql() if isinstance(node.this, (exp.Identifier, exp.Column, exp.Dot, exp.Var)) else ""
    name = f"{prefix}.{function_name(call)}"
    written = macro.find(frame, name)
    if written is not None and macro.call(frame, name, written, call.expressions, kind, out):
        return None
    function = frame.ctx.functions.find(name) or frame.ctx.functions.find(function_name(call))
    if function is None:
        frame.ctx.unknown_function(node, name)
        return call_args(frame, call, through(UNKNOWN, kind), out)
    if function.kind != "nosource":
        by_roles(frame, call.expressions, function, kind, out, frame.ctx.function_kind(function.kind))


def decode(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """DECODE(x, search, result, …, default)."""
    by_roles(frame, node.expressions, Function.parse("scalar cond (cond value)* value"), kind, out, DERIVED)


def typed_higher(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """transform(arr, x -> x + 1) and its kin."""
    args: list[exp.Expr] = []
    for child in node.args.values():
        args.extend(one for one in (child if isinstance(child, list) else [child]) if isinstance(one, exp.Expr))
    higher(frame, args, HIGHER[type(node)], kind, out)


def higher(
    frame: Frame, args: list[exp.Expr], how: str, kind: Kind, out: list[Read], roles: tuple[str, ...] = ()
) -> None:
    """A function over arrays and a lambda: parameters stand for elements of the arrays, whatever the arrays' own
    roles.
    """
    kind = through(DERIVED, kind)
    lambdas = [one for one in args if isinstance(one, exp.Lambda)]
    shape = [isinstance(one, exp.Lambda) for one in args] if how == "reduce" else []
    if shape in _FOLDS and len(args[2].expressions) == 2:
        folded(frame, args, kind, out)
        return
    arrays: list[list[Read]] = []
    chosen: list[list[Read]] = []
    for position, one in enumerate(args):
        if not isinstance(one, exp.Lambda):
            read = shaped.array_reads(frame, one)
            arrays.append(read)
            if position >= len(roles) or roles[position] in ("value", "lambda"):
                chosen.append(read)
    if not lambdas or how in ("filter", "sort", "reduce"):
        for read in chosen:
            out.extend(one._replace(kind=through(one.kind, kind)) for one in read)
    body_kind = {"filter": through(CONDITIONAL, kind), "sort": through(SORT, kind)}.get(how, kind)
    mark = len(out)
    for one in lambdas:
        lambda_reads(frame, one, arrays, how, body_kind, out)
    if how == "map" and lambdas:
        # transform(arr, x -> c): an array whose elements are not used still decides how many there are
        used = {read.col.id for read in out[mark:]}
        unused = [read for array in arrays for read in array if read.col.id not in used]
        out.extend(read._replace(kind=through(CONDITIONAL, kind)) for read in unused)


_FOLDS = ([False, False, True], [False, False, True, True])
"""aggregate(array, start, step[, finish])."""


def folded(frame: Frame, args: list[exp.Expr], kind: Kind, out: list[Read]) -> None:
    """aggregate(arr, zero, (acc, x) -> …, acc -> …): what the steps make of the elements, one after the other."""
    fold = frame.ctx.folded
    array = shaped.array_reads(frame, args[0])
    sofar: list[Read] = []
    expr.reads(frame, args[1], DERIVED, sofar)
    held, element = (fold(one.name) for one in args[2].expressions)
    for _ in range(2):
        sofar = [*sofar, *_applied(frame, args[2].this, {held: _accumulator(frame, sofar), element: array})]
    if len(args) > 3:
        names = [fold(one.name) for one in args[3].expressions]
        sofar = _applied(frame, args[3].this, dict.fromkeys(names[:1], _accumulator(frame, sofar)))
    out.extend(read._replace(kind=through(read.kind, kind)) for read in dict.fromkeys(sofar))
    used = {read.col.id for read in sofar}
    out.extend(read._replace(kind=through(CONDITIONAL, kind)) for read in array if read.col.id not in used)


def _accumulator(frame: Frame, reads: list[Read]) -> list[Read]:
    """What has been made so far is a value of its own: its fields are none of the array's."""
    col = frame.ctx.col("acc")
    frame.birth(Born(col, tuple(dict.fromkeys(reads))))
    return [Read(col, DERIVED)]


def _applied(frame: Frame, body: exp.Expr, params: dict[str, list[Read]]) -> list[Read]:
    read: list[Read] = []
    frame.params.append(params)
    try:
        expr.reads(frame, body, DERIVED, read)
    finally:
        frame.params.pop()
    return read


def lambda_aliases(frame: Frame, node: exp.Expr) -> None:
    """x -> (x + 1 AS y) * y: an alias given inside a lambda is seen in its body, beside its parameters."""
    meta = node._meta
    for one in (meta.get(words.ALIASES) if meta else None) or ():
        read: list[Read] = []
        expr.reads(frame, one.this, DIRECT, read)
        frame.params[-1][frame.ctx.folded(one.alias)] = read


def lambda_reads(frame: Frame, node: exp.Expr, arrays: list[list[Read]], how: str, kind: Kind, out: list[Read]) -> None:
    """What the body of a lambda reads, with its parameters standing for the elements of the arrays."""
    names = [frame.ctx.folded(param.name) for param in node.expressions]
    everything = [read for array in arrays for read in array]
    params: dict[str, list[Read]] = {}
    for position, name in enumerate(names):
        if how == "reduce":
            params[name] = everything
        elif len(arrays) > 1 and len(names) > 1:
            params[name] = arrays[position] if position < len(arrays) else []
        elif position == 0 or (how == "map" and len(arrays) == 1 and len(names) == 2 and _over_map(arrays)):
            params[name] = everything
        else:
            params[name] = everything if how in ("filter", "sort") else []
    frame.params.append(params)
    try:
        lambda_aliases(frame, node)
        expr.reads(frame, node.this, kind, out)
    finally:
        frame.params.pop()


def _over_map(arrays: list[list[Read]]) -> bool:
    return any(isinstance(read.col.type, MapType) for read in arrays[0])


def comprehension(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """[x + 1 FOR x IN l IF x > 0]."""
    kind = through(DERIVED, kind)
    iterated = shaped.array_reads(frame, node.args["iterator"])
    params: dict[str, list[Read]] = {frame.ctx.folded(node.args["expression"].name): iterated}
    if isinstance(node.args.get("position"), exp.Expr):
        params[frame.ctx.folded(node.args["position"].name)] = []  # [x + i FOR x, i IN l]: a position is generated
    frame.params.append(params)
    try:
        expr.reads(frame, node.this, kind, out)
        condition = node.args.get("condition")
        if condition is not None:
            expr.reads(frame, condition, through(CONDITIONAL, kind), out)
    finally:
        frame.params.pop()
    out.extend(read._replace(kind=through(CONDITIONAL, kind)) for read in iterated)


def aggregate(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """An aggregate call is a column of its own, born at the Aggregate of this select."""
    col, start, end = aggregate_column(frame, node)
    out.append(Read(col, kind, (), 0, start, end))


def aggregate_column(frame: Frame, node: exp.Expr) -> tuple[Col, int, int]:
    """Birth the column of an aggregate call."""
    inside, frame.inside = frame.inside, True
    found = window.arguments(frame, node, AGG)
    frame.inside = inside
    name = ""
    col = frame.ctx.col(name)
    start, end = window.place(frame, node, found.reads)
    window.shape_result(frame, col, found, AGG)
    frame.aggregates.append(Born(col, tuple(found.reads), start, end, window.text(frame, node)))
    return col, start, end


def windowed(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """f(x) OVER (…) is a column of its own, born at the Window of this select."""
    col, start, end = window.column(frame, node)
    out.append(Read(col, kind, (), 0, start, end))


def grouping(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """GROUPING(a), row_number() without OVER: comes from the grouping, not from a value."""


def make_aggregate(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """sum(x) AS s: the aggregate's own column is the output."""
    return aggregate_column(frame, node)[0]


def make_window(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """lag(x) OVER w AS l: the window's own column is the output."""
    return window.column(frame, node)[0]
