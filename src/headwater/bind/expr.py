"""Expressions: which columns are read, and what for.

`reads` appends a `Read` for every column under a node. The kind of the reading is handed down: whatever stands
under an operator is
DERIVED, under an aggregate AGG, under a condition CONDITIONAL, and so on, composed by `through`. `READERS` has one
function
per class of node; classes without one read all their arguments as DERIVED. Chains of binary operators are walked in
a loop: ten thousand
ORs are not ten thousand calls deep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from headwater.base import codes
from headwater.base.types import Array as ArrayType
from headwater.base.types import Map as MapType
from headwater.base.types import Struct as StructType
from headwater.base.types import parse_type
from headwater.bind import query, shape, star, window
from headwater.bind.frame import Frame, Item
from headwater.bind.scope import NOWHERE, Found
from headwater.bind.typed import EXPLODES, GENERATED, HIGHER, ROLES
from headwater.dialects.functions import Function
from headwater.rel.col import AT_ITEM, AT_QUERY, Born, Col, Read
from headwater.rel.kind import (
    AGG,
    CONDITIONAL,
    DERIVED,
    DERIVED_ARRAY,
    DIRECT,
    EXTERNAL,
    JOIN,
    ROWS,
    SORT,
    UNKNOWN,
    Kind,
    through,
)
from headwater.syntax.reader import start_of
from headwater.syntax.template import COVER

Reader = Callable[[Frame, Any, Kind, list[Read]], None]
_ROLE_KIND: dict[str, Kind | None] = {
    "value": None,
    "lambda": None,
    "cond": CONDITIONAL,
    "order": SORT,
    "key": EXTERNAL,
    "none": CONDITIONAL,
}


# ── the way in ───────────────────────────────────────────────────────────────────────────────────────────────
def reads(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Append what `node` reads, as part of something of that kind."""
    READERS[type(node)](frame, node, kind, out)


def predicate(frame: Frame, node: exp.Expr, kind: Kind, clause: str) -> list[Read]:
    """What a WHERE, ON, HAVING or key reads."""
    frame.clause = clause
    out: list[Read] = []
    READERS[type(node)](frame, node, kind, out)
    return out


def bind_item(frame: Frame, item: Item) -> Col:
    """Bind a select item once."""
    if item.col is None:
        item.busy = True
        clause, frame.clause = frame.clause, "SELECT"
        inside, frame.inside = frame.inside, False
        item.col = value(frame, item.node, item.name)
        frame.clause, frame.inside = clause, inside
        item.busy = False
    return item.col


def value(frame: Frame, node: exp.Expr, name: str) -> Col:
    """The column that an expression is: one that exists where it is only handed on, a new one else."""
    kind = type(node)
    while kind is exp.Paren:
        node = node.this
        kind = type(node)
    maker = MAKERS.get(kind)
    if maker is not None:
        made = maker(frame, node, name)
        if made is not None:
            return made
    out: list[Read] = []
    READERS[kind](frame, node, DIRECT, out)
    col = frame.ctx.col(name)
    frame.birth(item_born(frame, col, node, out))
    return col


def item_born(frame: Frame, col: Col, node: exp.Expr, out: list[Read], reads_: tuple[Read, ...] | None = None) -> Born:
    """The birth of a select item; its place is found later from any column in it and the alias behind it."""
    start = next((read.start for read in out if read.start >= 0), -1)
    whole = reads_ if reads_ is not None else tuple(out)
    if frame.ctx.away:
        # a view's body, or a computed column: its text is not the user's, so the expression is written out
        return Born(col, whole, text=node.sql(frame.ctx.dialect.grammar))
    if start < 0:
        return Born(col, whole)
    parent = node.parent
    while type(parent) is exp.Paren:
        parent = parent.parent
    stop = -1
    if type(parent) is exp.Alias:
        alias = parent.args.get("alias")
        meta = alias._meta if alias is not None else None
        if meta:
            stop = meta.get("start", -1)
    return Born(col, whole, start, AT_ITEM, None, stop)


# ── columns and fields ───────────────────────────────────────────────────────────────────────────────────────
def find(frame: Frame, node: exp.Expr) -> tuple[tuple[Found, ...], int, int]:
    """What a column reference means, and its place."""
    args = node.args
    this = args["this"]
    meta = this._meta
    if meta is None or frame.ctx.away:
        start = end = -1
    else:
        start = meta["start"]
        end = meta["end"] + 1
    table = args.get("table")
    name: str = this.args["this"]
    if table is None:
        if COVER in name:
            return (), start, end
        return frame.name(name, frame.ctx.folded(name), (start, end)), start, end
    parts = [table.args["this"], name]
    first = table
    for outer in ("db", "catalog"):
        part = args.get(outer)
        if part is None:
            break
        parts.insert(0, part.name)
        first = part
    if start >= 0 and first._meta:
        start = first._meta["start"]
    return frame.qualified(parts, (start, end)), start, end


def places(frame: Frame, node: exp.Expr) -> tuple[tuple[Found, ...], int, int] | None:
    """A reference with its fields and elements; None for anything else."""
    kind = type(node)
    if kind is exp.Column:
        return None if type(node.this) is exp.Star else find(frame, node)
    if kind is exp.Paren:
        return places(frame, node.this)
    if kind is exp.Identifier:
        name = node.this
        if frame.params:
            found = frame.name(name, frame.ctx.folded(name), NOWHERE)
            return found, -1, -1
        return None
    if kind is exp.Dot:
        return _dot(frame, node)
    if kind is exp.StructExtract:
        return _extract(frame, node)
    if kind is exp.Bracket:
        return _bracket(frame, node)
    return None


def _anchor(frame: Frame, node: exp.Expr) -> tuple[tuple[Found, ...], int, int]:
    """Any expression as something to take fields from."""
    found = places(frame, node)
    if found is not None:
        return found
    return (Found(value(frame, node, "")),), -1, -1


def _dot(frame: Frame, node: exp.Expr) -> tuple[tuple[Found, ...], int, int] | None:
    field = node.args.get("expression")
    if not isinstance(field, (exp.Identifier, exp.Literal)):
        return None
    found, start, end = _anchor(frame, node.this)
    meta = field._meta
    if meta and start >= 0:
        end = meta.get("end", end - 1) + 1
    span = (start, end)
    return tuple(shape.field(frame, one, field.name, span) for one in found), start, end


def _extract(frame: Frame, node: exp.Expr) -> tuple[tuple[Found, ...], int, int] | None:
    """struct_extract(s, 'f')."""
    field = node.args.get("expression")
    if not isinstance(field, exp.Literal) or not field.is_string:
        return None
    found, start, end = _anchor(frame, node.this)
    return tuple(shape.field(frame, one, field.name, NOWHERE) for one in found), start, end


def _bracket(frame: Frame, node: exp.Expr) -> tuple[tuple[Found, ...], int, int] | None:
    indexes = node.expressions
    if len(indexes) != 1 or isinstance(indexes[0], exp.Slice):
        return None
    index = indexes[0]
    found, start, end = _anchor(frame, node.this)
    if isinstance(index, exp.Literal) and index.is_string:
        opened = tuple(_named_element(frame, one, index.name) for one in found)
    elif isinstance(index, exp.Literal) and index.name.isdigit() and any(_is_struct(one) for one in found):
        # row(a, b)[2]: the parser counts from zero
        opened = tuple(_by_position(frame, one, int(index.name)) for one in found)
    else:
        opened = tuple(shape.element(frame, one, DERIVED) for one in found)
    return opened, start, end


def _is_struct(found: Found) -> bool:
    return isinstance(shape.type_of(found), StructType)


def _by_position(frame: Frame, found: Found, position: int) -> Found:
    kind = shape.type_of(found)
    if isinstance(kind, StructType) and position < len(kind.fields):
        return shape.field(frame, found, kind.fields[position][0], NOWHERE)
    return shape.element(frame, found, DERIVED)


def _named_element(frame: Frame, found: Found, name: str) -> Found:
    """`s['x']` opens a struct where it is one; else it is a map's element."""
    kind = shape.type_of(found)
    if isinstance(kind, MapType):
        inside = shape.key(frame, found, name)
        return inside if inside is not None else shape.element(frame, found, DERIVED)
    if isinstance(kind, StructType) or (found.col.fields is not None and not found.path):
        return shape.field(frame, found, name, NOWHERE)
    return shape.element(frame, found, DERIVED)


def _index_reads(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """The subscripts along a reference decide which element it is."""
    while True:
        if type(node) is exp.Bracket:
            for index in node.expressions:
                reads(frame, index, through(CONDITIONAL, kind), out)
        elif type(node) not in (exp.Dot, exp.Paren):
            return
        node = node.this


def read_place(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Read a reference with its path."""
    found = places(frame, node)
    if found is None:
        return derived(frame, node, kind, out)
    answers, start, end = found
    for one in answers:
        out.append(Read(one.col, through(one.kind, kind), one.path, one.doubt, start, end))
    if type(node) is not exp.Column:
        _index_reads(frame, node, kind, out)


def column(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A column by name. The bare name, which is nearly every one, is answered here without further calls."""
    args = node.args
    this = args["this"]
    if args.get("table") is None and not frame.params:
        name = this.args.get("this")
        if name.__class__ is not str:
            return  # a star
        ctx = frame.ctx
        meta = this._meta
        if meta is None or ctx.away:
            start = end = -1
        else:
            start = meta["start"]
            end = meta["end"] + 1
        key = ctx.folded(name)
        answers = frame.cache.get(key) if key not in frame.aliases else None
        if answers is None:
            if COVER in name:
                return
            answers = frame.name(name, key, (start, end))
    elif this.__class__ is exp.Star:
        return
    else:
        answers, start, end = find(frame, node)
    for col, path, doubt, own in answers:
        read = (col, kind if own is DIRECT else through(own, kind), path, doubt, start, end)
        out.append(_tuple(Read, read))


_tuple = tuple.__new__  # a NamedTuple's own constructor is a Python call; this is the one made for every column read


def identifier(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A lambda's parameter; any other bare identifier is a word of the syntax."""
    if frame.params:
        name = node.this
        key = frame.ctx.folded(name)
        for params in reversed(frame.params):
            if key in params:
                for read in params[key]:
                    out.append(read._replace(kind=through(read.kind, kind), start=-1, end=-1))
                return


# ── operators ────────────────────────────────────────────────────────────────────────────────────────────────
def nothing(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Literals, types, keywords: read no column."""


def derived(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Any operator or function whose arguments all carry value."""
    if kind is DIRECT:
        kind = DERIVED
    for child in node.args.values():
        if child.__class__ is list:
            for one in child:
                reader = READERS.get(one.__class__)
                if reader is not None and reader is not nothing:
                    reader(frame, one, kind, out)
        else:
            reader = READERS.get(child.__class__)
            if reader is not None and reader is not nothing:
                reader(frame, child, kind, out)


def binary(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """a + b + c + …: the left spine in a loop."""
    if kind is DIRECT:
        kind = DERIVED
    rights: list[exp.Expr] = []
    while READERS.get(type(node)) is binary:
        args = node.args
        rights.append(args["expression"])
        node = args["this"]
    READERS[type(node)](frame, node, kind, out)
    for right in reversed(rights):
        reader = READERS.get(right.__class__)
        if reader is not None and reader is not nothing:
            reader(frame, right, kind, out)


def paren(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """(x) is x."""
    reads(frame, node.this, kind, out)


def case(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """CASE: THEN and ELSE are value, the operand and WHEN are condition."""
    if kind is DIRECT:
        kind = DERIVED
    condition = through(CONDITIONAL, kind)
    args = node.args
    operand = args.get("this")
    if operand is not None:
        reads(frame, operand, condition, out)
    for arm in args.get("ifs") or ():
        reads(frame, arm.args["this"], condition, out)
        result = arm.args.get("true")
        if result is not None:
            reads(frame, result, kind, out)
    default = args.get("default")
    if default is not None:
        reads(frame, default, kind, out)


def decode(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """DECODE(x, search, result, …, default)."""
    by_roles(frame, node.expressions, Function.parse("scalar cond (cond value)* value"), kind, out, DERIVED)


def cast(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """CAST(x AS type): the type reads nothing."""
    reads(frame, node.args["this"], kind if kind is not DIRECT else DERIVED, out)
    form = node.args.get("format")
    if form is not None:
        reads(frame, form, kind if kind is not DIRECT else DERIVED, out)


def keyword_argument(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """name => value, name := value: the name reads nothing."""
    reads(frame, node.args["expression"], kind, out)


def alias(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """f(x AS y): the value is x."""
    reads(frame, node.args["this"], kind, out)


# ── functions ────────────────────────────────────────────────────────────────────────────────────────────────
def typed(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A function of the parser's own, with roles by argument name."""
    if kind is DIRECT:
        kind = DERIVED
    by_name(frame, node, ROLES.get(type(node), {}), kind, out)


def by_name(frame: Frame, node: exp.Expr, roles: dict[str, str], kind: Kind, out: list[Read]) -> None:
    """Read each argument as its role says."""
    for name, child in node.args.items():
        own = _ROLE_KIND[roles[name]] if name in roles else None
        as_kind = kind if own is None else through(own, kind)
        for one in child if child.__class__ is list else (child,):
            reader = READERS.get(one.__class__)
            if reader is not None:
                reader(frame, one, as_kind, out)


def by_roles(frame: Frame, args: list[exp.Expr], function: Function, kind: Kind, out: list[Read], floor: Kind) -> None:
    """Read positional arguments as a described function's roles say."""
    kind = through(floor, kind)
    for one, role in zip(args, function.roles(len(args)), strict=False):
        own = _ROLE_KIND[role]
        reads(frame, one, kind if own is None else through(own, kind), out)


def anonymous(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A function that the parser does not know: the dialect's table does, or nobody."""
    name = _function_name(node)
    function = frame.ctx.functions.find(name, len(node.expressions))
    if function is None:
        frame.ctx.say(codes.UNKNOWN_FUNCTION, frame.ctx.place(node), name)
        return call_args(frame, node, through(UNKNOWN, kind), out)
    if function.kind == "agg":
        return aggregate(frame, node, kind, out)
    if function.kind == "nosource":
        return None
    if function.kind == "higher":
        how = next(iter(function.flags & {"map", "filter", "reduce", "sort"}), "map")
        return higher(frame, node.expressions, how, kind, out, function.roles(len(node.expressions)))
    if function.kind == "table":
        return by_roles(frame, node.expressions, function, kind, out, DERIVED_ARRAY)
    by_roles(frame, node.expressions, function, kind, out, frame.ctx.function_kind(function.kind))


def call_args(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Every argument alike; lambdas over the arrays beside them."""
    args = node.expressions
    if any(isinstance(one, exp.Lambda) for one in args):
        return higher(frame, args, "map", kind, out)
    for one in args:
        reads(frame, one, kind, out)


def _function_name(node: exp.Expr) -> str:
    this = node.args.get("this")
    return this if isinstance(this, str) else node.name


def dot(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """s.f, or a function with a dotted name: NET.HOST(x)."""
    field = node.args.get("expression")
    if isinstance(field, exp.Anonymous):
        return _dotted_call(frame, node, field, kind, out)
    if isinstance(field, exp.Func):
        return reads(frame, field, kind, out)
    read_place(frame, node, kind, out)


def _dotted_call(frame: Frame, node: exp.Expr, call: exp.Expr, kind: Kind, out: list[Read]) -> None:
    prefix = node.this.sql() if isinstance(node.this, (exp.Identifier, exp.Column, exp.Dot, exp.Var)) else ""
    name = f"{prefix}.{_function_name(call)}"
    function = frame.ctx.functions.find(name) or frame.ctx.functions.find(_function_name(call))
    if function is None:
        frame.ctx.say(codes.UNKNOWN_FUNCTION, frame.ctx.place(node), name)
        return call_args(frame, call, through(UNKNOWN, kind), out)
    if function.kind != "nosource":
        by_roles(frame, call.expressions, function, kind, out, frame.ctx.function_kind(function.kind))


# ── lambdas ──────────────────────────────────────────────────────────────────────────────────────────────────
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
    arrays: list[list[Read]] = []
    chosen: list[list[Read]] = []
    for position, one in enumerate(args):
        if not isinstance(one, exp.Lambda):
            read: list[Read] = []
            reads(frame, one, DERIVED, read)
            arrays.append(read)
            if position >= len(roles) or roles[position] in ("value", "lambda"):
                chosen.append(read)
    if not lambdas or how in ("filter", "sort", "reduce"):
        for read in chosen:
            out.extend(one._replace(kind=through(one.kind, kind)) for one in read)
    body_kind = {"filter": through(CONDITIONAL, kind), "sort": through(SORT, kind)}.get(how, kind)
    mark = len(out)
    for one in lambdas:
        _lambda(frame, one, arrays, how, body_kind, out)
    if how == "map":
        # transform(arr, x -> c): an array whose elements are not used still decides how many there are
        used = {read.col.id for read in out[mark:]}
        unused = [read for array in arrays for read in array if read.col.id not in used]
        out.extend(read._replace(kind=through(CONDITIONAL, kind)) for read in unused)


def _lambda(frame: Frame, node: exp.Expr, arrays: list[list[Read]], how: str, kind: Kind, out: list[Read]) -> None:
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
        reads(frame, node.this, kind, out)
    finally:
        frame.params.pop()


def _over_map(arrays: list[list[Read]]) -> bool:
    return any(isinstance(read.col.type, MapType) for read in arrays[0])


def make_higher(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """transform(arr, x -> struct(…)): an array whose elements keep their fields apart."""
    body = node.args.get("expression")
    if HIGHER[type(node)] != "map" or not isinstance(body, exp.Lambda) or not isinstance(body.this, exp.Struct):
        return None
    array: list[Read] = []
    reads(frame, node.this, DERIVED, array)
    frame.params.append(
        {frame.ctx.folded(param.name): array if n == 0 else [] for n, param in enumerate(body.expressions)}
    )
    try:
        inner = value(frame, body.this, name)
    finally:
        frame.params.pop()
    decided = tuple(read._replace(kind=CONDITIONAL) for read in array)
    return _array(frame, name, inner, DERIVED, decided)


def comprehension(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """[x + 1 FOR x IN l IF x > 0]."""
    kind = through(DERIVED, kind)
    iterated: list[Read] = []
    reads(frame, node.args["iterator"], DERIVED, iterated)
    frame.params.append({frame.ctx.folded(node.args["expression"].name): iterated})
    try:
        reads(frame, node.this, kind, out)
        condition = node.args.get("condition")
        if condition is not None:
            reads(frame, condition, through(CONDITIONAL, kind), out)
    finally:
        frame.params.pop()
    out.extend(read._replace(kind=through(CONDITIONAL, kind)) for read in iterated)


# ── aggregates and windows ───────────────────────────────────────────────────────────────────────────────────
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


# ── constructors ─────────────────────────────────────────────────────────────────────────────────────────────
def make_struct(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """{'x': a, 'y': b}, STRUCT(a AS x), named_struct('x', a): one column per field."""
    inside: dict[str, Col] = {}
    names: list[str] = []
    by_position = frame.ctx.dialect.struct_fields
    for position, one in enumerate(node.expressions):
        label = by_position.format(position + 1)
        part = one
        if star.is_star(one):
            for output in star.expand(frame, one):
                inside[frame.ctx.folded(output.name)] = output.col
                names.append(output.name)
            continue
        if isinstance(one, (exp.PropertyEQ, exp.Alias)):
            written = one.this.name if isinstance(one, exp.PropertyEQ) else one.alias
            part = one.expression if isinstance(one, exp.PropertyEQ) else one.this
            # the parser names struct(a, b) after its columns; some engines do not
            if not by_position or _given(node, one, part) or not frame.ctx.dialect.struct_ignores_names:
                label = written
        elif isinstance(one, (exp.Column, exp.Dot)) and not frame.ctx.dialect.struct_ignores_names:
            label = one.name or label
        inside[frame.ctx.folded(label)] = value(frame, part, label)
        names.append(label)
    return shape.struct(frame, name, inside, tuple(names))


def _given(node: exp.Expr, field: exp.Expr, part: exp.Expr) -> bool:
    """Whether a field's name was written by the user (named_struct('x', a)): its word is not the column's own."""
    return not (isinstance(part, exp.Column) and field.this.name == part.name)


def make_tuple(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """(a, b): a struct whose fields are positions."""
    inside = {str(n + 1): value(frame, one, str(n + 1)) for n, one in enumerate(node.expressions)}
    return shape.struct(frame, name, inside, tuple(inside))


def make_map(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """MAP {'k': a, 'l': b}, map('k', a): a constant key keeps its value apart."""
    pairs = _pairs(node)
    if pairs is None or not all(isinstance(key, exp.Literal) for key, _ in pairs):
        return None
    inside = {key.name: value(frame, one, key.name) for key, one in pairs}
    col = frame.ctx.col(name, None, MapType(parse_type(""), parse_type("")))
    col.fields = inside
    col.shaped = True
    frame.birth(Born(col, tuple(Read(one, DERIVED) for one in inside.values())))
    return col


def _pairs(node: exp.Expr) -> list[tuple[exp.Expr, exp.Expr]] | None:
    inner = node.args.get("this")
    if isinstance(inner, exp.Struct):
        return [(one.this, one.expression) for one in inner.expressions if isinstance(one, exp.PropertyEQ)]
    keys, values = node.args.get("keys"), node.args.get("values")
    if (
        isinstance(keys, exp.Array)
        and isinstance(values, exp.Array)
        and len(keys.expressions) == len(values.expressions)
    ):
        return list(zip(keys.expressions, values.expressions, strict=True))
    return None


def make_choice(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """CASE, IF, COALESCE over structs: one of them comes out, so its fields stay apart."""
    branches = _branches(node)
    if not any(_shaped(frame, one) for one in branches):
        return None
    out: list[Read] = []
    cols = [value(frame, one, name) for one in branches if not isinstance(one, exp.Null)]
    case_like = [Read(col, DERIVED) for col in cols]
    conditions: list[Read] = []
    READERS[type(node)](frame, node, DIRECT, conditions)
    out = [*case_like, *(read for read in conditions if read.kind > UNKNOWN)]
    col = frame.ctx.col(name, None, cols[0].type)
    col.shaped = True
    col.like = tuple((one, DERIVED) for one in cols)
    frame.birth(item_born(frame, col, node, conditions, tuple(out)))
    return col


def _shaped(frame: Frame, node: exp.Expr) -> bool:
    if isinstance(node, exp.Struct):
        return True
    if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
        return False
    found = find(frame, node)[0]
    return len(found) == 1 and (found[0].col.shaped or bool(found[0].path))


def make_call(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """Functions that build or change a struct: row(a, b), struct_insert(s, f := x), struct_update(s, f := x)."""
    function = _function_name(node).lower()
    args = node.expressions
    if function in frame.ctx.dialect.tuple_functions:
        return make_tuple(frame, node, name)
    if function in _CHANGES and args:
        base = value(frame, args[0], "")
        if base.shaped:
            added = {frame.ctx.folded(one.this.name): one for one in args[1:] if isinstance(one, exp.PropertyEQ)}
            return _changed_struct(frame, base, added, name)
    if frame.ctx.functions.find(_function_name(node)) is not None and _is_aggregate(frame, node):
        return aggregate_column(frame, node)[0]
    return None


_CHANGES = frozenset({"struct_insert", "struct_update"})


def _is_aggregate(frame: Frame, node: exp.Expr) -> bool:
    function = frame.ctx.functions.find(_function_name(node))
    return function is not None and function.kind == "agg"


def _changed_struct(frame: Frame, base: Col, added: dict[str, exp.PropertyEQ], name: str) -> Col:
    kept = {frame.ctx.folded(out.name): out for out in shape.expand(frame, Found(base)) or ()}
    inside: dict[str, Col] = {}
    names: list[str] = []
    for key, out in kept.items():
        inside[key] = value(frame, added.pop(key).expression, out.name) if key in added else out.col
        names.append(out.name)
    for key, one in added.items():
        inside[key] = value(frame, one.expression, one.this.name)
        names.append(one.this.name)
    return shape.struct(frame, name, inside, tuple(names))


def positional(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """#1: the first column of the FROM clause."""
    outputs = star.everything(frame)
    position = int(node.name) if node.name.isdigit() else 0
    if 1 <= position <= len(outputs):
        out.append(Read(outputs[position - 1].col, kind))
    else:
        frame.ctx.say(codes.ORDINAL_OUT_OF_RANGE, frame.ctx.place(node), node.name, str(len(outputs)))


def columns(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """COLUMNS(…) inside an expression: the expression is bound once for each column, and this is that column."""
    if frame.pinned is not None:
        out.append(Read(frame.pinned.col, kind))
    else:
        frame.ctx.say(codes.UNREAD_SYNTAX, frame.ctx.place(node), "This COLUMNS expression")


def _branches(node: exp.Expr) -> list[exp.Expr]:
    args = node.args
    if isinstance(node, exp.Case):
        found = [arm.args.get("true") for arm in args.get("ifs") or ()] + [args.get("default")]
    elif isinstance(node, exp.If):
        found = [args.get("true"), args.get("false")]
    else:
        found = [args.get("this"), *(args.get("expressions") or ())]
    return [one for one in found if isinstance(one, exp.Expr)]


def read_struct(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A struct as part of something larger: every field is value."""
    if kind is DIRECT:
        kind = DERIVED
    for one in node.expressions:
        reads(frame, one, kind, out)


def make_array(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """[struct, …], ARRAY(SELECT …): an array whose elements have a shape keeps it."""
    parts = node.expressions
    if len(parts) == 1 and isinstance(parts[0], (exp.Select, exp.SetOperation, exp.Subquery)):
        return _array_of_query(frame, node, parts[0], name)
    if not parts or not isinstance(parts[0], exp.Struct):
        return None
    elements = [value(frame, one, name) for one in parts]
    inner = frame.ctx.col(name, None, elements[0].type)
    inner.like = tuple((one, DIRECT) for one in elements)
    inner.shaped = True
    frame.birth(Born(inner, tuple(Read(one, DIRECT) for one in elements)))
    return _array(frame, name, inner, DERIVED)


def _array(frame: Frame, name: str, inner: Col, kind: Kind, decided: tuple[Read, ...] = ()) -> Col:
    """An array of `inner`; `decided` is what else has a say in it, and so in each element."""
    if decided:
        one = frame.ctx.col(name, None, inner.type)
        one.like = ((inner, DERIVED),)
        one.shaped = inner.shaped
        frame.birth(Born(one, (Read(inner, DERIVED), *decided)))
        inner = one
    col = frame.ctx.col(name, None, ArrayType(inner.type))
    col.element = inner
    col.shaped = True
    frame.birth(Born(col, (Read(inner, kind), *decided)))
    return col


def _array_of_query(frame: Frame, node: exp.Expr, query: exp.Expr, name: str) -> Col | None:
    bound = subquery_plan(frame, query)
    outputs = bound.outputs
    if not outputs:
        return None
    inner = query.this if isinstance(query, exp.Subquery) else query
    if inner.args.get("kind") == "STRUCT" or len(outputs) > 1:
        fields = {frame.ctx.folded(output.name): output.col for output in outputs}
        one = shape.struct(frame, name, fields, tuple(output.name for output in outputs))
    else:
        one = outputs[0].col
    return _array(frame, name, one, DERIVED, (Read(bound.rel.rows, ROWS),))


def make_aggregate(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """sum(x) AS s: the aggregate's own column is the output."""
    return aggregate_column(frame, node)[0]


def make_window(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """lag(x) OVER w AS l: the window's own column is the output."""
    return window.column(frame, node)[0]


def make_column(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """A plain reference hands on its column; fields and doubts make a new one."""
    found = places(frame, node)
    if found is None:
        return None
    answers, start, end = found
    if len(answers) == 1:
        one = answers[0]
        if not one.path and not one.doubt and one.kind is DIRECT and type(node) is not exp.Bracket:
            return one.col
    out = [Read(one.col, one.kind, one.path, one.doubt, start, end) for one in answers]
    if type(node) is not exp.Column:
        _index_reads(frame, node, DIRECT, out)
    col = frame.ctx.col(name, None, shape.type_of(answers[0]) if len(answers) == 1 else parse_type(""))
    if len(answers) == 1 and not answers[0].path and answers[0].col.shaped:
        col.shaped = True
        col.like = ((answers[0].col, answers[0].kind),)
    frame.birth(Born(col, tuple(out), start, end) if type(node) is exp.Column else item_born(frame, col, node, out))
    return col


def make_cast(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """CAST(x AS type): derived, and the type is known from here on."""
    inner = node.this
    if isinstance(inner, exp.Struct) and node.args.get("to") is not None:
        # STRUCT<x INT64, y INT64>(a, b): the type gives the names
        fields = [one.name for one in node.args["to"].expressions if isinstance(one, exp.ColumnDef)]
        if len(fields) == len(inner.expressions):
            parts = [one.expression if isinstance(one, exp.PropertyEQ) else one for one in inner.expressions]
            made = {frame.ctx.folded(label): value(frame, one, label) for label, one in zip(fields, parts, strict=True)}
            return shape.struct(frame, name, made, tuple(fields))
    out: list[Read] = []
    cast(frame, node, DIRECT, out)
    to = node.args.get("to")
    kind = parse_type(to.sql(frame.ctx.dialect.grammar)) if to is not None and to.expressions else parse_type("")
    col = frame.ctx.col(name, None, kind)
    frame.birth(item_born(frame, col, node, out))
    return col


def make_dot(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """A field taken out of anything."""
    return make_column(frame, node, name)


def make_explode(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """unnest(arr) in a select list: an element, with the element's shape."""
    arg = node.args.get("this") or (node.expressions[0] if node.expressions else None)
    if arg is None:
        return None
    answers, start, end = _anchor(frame, arg)
    opened = tuple(shape.element(frame, one) for one in answers)
    out = [Read(one.col, one.kind, one.path, one.doubt, start, end) for one in opened]
    frame.exploded += [Read(one.col, JOIN, one.path, one.doubt, start, end) for one in answers]
    col = frame.ctx.col(name, None, shape.type_of(opened[0]) if len(opened) == 1 else parse_type(""))
    if len(opened) == 1 and not opened[0].path and opened[0].col.shaped:
        col.shaped = True
        col.like = ((opened[0].col, opened[0].kind),)
    frame.birth(item_born(frame, col, node, out))
    return col


def explode(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """unnest(arr) inside a larger expression."""
    kind = through(DERIVED_ARRAY, kind)
    mark = len(out)
    for child in node.args.values():
        for one in child if child.__class__ is list else (child,):
            reader = READERS.get(one.__class__)
            if reader is not None:
                reader(frame, one, kind, out)
    frame.exploded += [read._replace(kind=JOIN) for read in out[mark:] if read.kind <= UNKNOWN]


# ── subqueries ───────────────────────────────────────────────────────────────────────────────────────────────
def subquery_plan(frame: Frame, node: exp.Expr) -> Any:
    """Bind a query inside an expression; its plan hangs beside the operator that reads it."""
    bound = query.bind(frame.ctx, node, frame, frame.ctes)
    frame.subs.append(bound.rel)
    return bound


def _query_place(frame: Frame, node: exp.Expr) -> tuple[int, int]:
    if frame.ctx.away:
        return -1, -1
    return start_of(node), AT_QUERY


def scalar(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """(SELECT max(x) FROM u): its column is value, its rows decide."""
    bound = subquery_plan(frame, node)
    start, end = _query_place(frame, node)
    for output in bound.outputs:
        out.append(Read(output.col, kind, (), 0, start, end))
    if bound.rel.rows is not None:
        out.append(Read(bound.rel.rows, ROWS))


def make_scalar(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """A scalar subquery as a whole select item."""
    bound = subquery_plan(frame, node)
    start, end = _query_place(frame, node)
    inner = node.this if isinstance(node, exp.Subquery) else node
    outputs = bound.outputs
    if inner.args.get("kind") == "STRUCT" and outputs:
        fields = {frame.ctx.folded(output.name): output.col for output in outputs}
        return shape.struct(frame, name, fields, tuple(output.name for output in outputs))
    reads_ = [Read(output.col, DIRECT, (), 0, start, end) for output in outputs]
    reads_.append(Read(bound.rel.rows, ROWS))
    col = frame.ctx.col(name, None, outputs[0].col.type if len(outputs) == 1 else parse_type(""))
    if len(outputs) == 1 and outputs[0].col.shaped:
        col.shaped = True
        col.like = ((outputs[0].col, DIRECT),)
    frame.birth(Born(col, tuple(reads_), start, end))
    return col


def in_(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """x IN (1, 2) is an operator over both; in x IN (SELECT …) the subquery is a condition."""
    args = node.args
    query = args.get("query")
    if query is None:
        return derived(frame, node, kind, out)
    reads(frame, args["this"], kind if kind is not DIRECT else DERIVED, out)
    condition = through(CONDITIONAL, kind)
    if isinstance(query, (exp.Subquery, exp.Select, exp.SetOperation)):
        scalar(frame, query, condition, out)
    else:
        reads(frame, query, condition, out)


def exists(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """EXISTS (SELECT …): only which rows there are decides; the select list does not matter."""
    inner = node.args["this"]
    if isinstance(inner, (exp.Select, exp.SetOperation, exp.Subquery)):
        bound = subquery_plan(frame, inner)
        out.append(Read(bound.rel.rows, ROWS))
    else:
        # exists(arr, x -> …), a function of that name
        higher(frame, [inner, *(e for e in [node.args.get("expression")] if e is not None)], "map", kind, out)


def grouping(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """GROUPING(a), row_number() without OVER: comes from the grouping, not from a value."""


def quantified(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """= ANY (SELECT …), > ALL (SELECT …): decides; = ANY(array): value."""
    inner = node.args["this"]
    while isinstance(inner, exp.Paren):
        inner = inner.this
    if isinstance(inner, (exp.Select, exp.SetOperation, exp.Subquery)):
        scalar(frame, inner, through(CONDITIONAL, kind), out)
    else:
        reads(frame, inner, kind, out)


def comparison(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """=, <, …: an operator. A chain of them, or a quantified subquery on the right, is no special case."""
    if kind is DIRECT:
        kind = DERIVED
    args = node.args
    left = args["this"]
    READERS[left.__class__](frame, left, kind, out)
    right = args.get("expression")
    reader = READERS.get(right.__class__)
    if reader is not None and reader is not nothing:
        reader(frame, right, kind, out)


# ── the tables ───────────────────────────────────────────────────────────────────────────────────────────────
_NOTHING = (
    exp.Literal, exp.Null, exp.Boolean, exp.Star, exp.DataType, exp.Var, exp.Placeholder, exp.Parameter, exp.Interval,
    exp.JSONPath, exp.SessionParameter, exp.HexString, exp.BitString, exp.ByteString, exp.RawString, exp.National,
    exp.UnicodeString, exp.PseudoType, exp.ObjectIdentifier, exp.CharacterSet,
)  # fmt: skip
_SPECIAL: dict[type[exp.Expr], Reader] = {
    exp.Column: column,
    exp.Identifier: identifier,
    exp.Dot: dot,
    exp.Bracket: read_place,
    exp.Paren: paren,
    exp.Case: case,
    exp.Cast: cast,
    exp.TryCast: cast,
    exp.Alias: alias,
    exp.PropertyEQ: keyword_argument,
    exp.Kwarg: keyword_argument,
    exp.Struct: read_struct,
    exp.Window: windowed,
    exp.Subquery: scalar,
    exp.Select: scalar,
    exp.Union: scalar,
    exp.Except: scalar,
    exp.Intersect: scalar,
    exp.In: in_,
    exp.Exists: exists,
    exp.Any: quantified,
    exp.All: quantified,
    exp.Anonymous: anonymous,
    exp.Columns: columns,
    exp.PositionalColumn: positional,
    exp.StructExtract: read_place,
    exp.Comprehension: comprehension,
    exp.Filter: aggregate,
    exp.WithinGroup: aggregate,
    exp.IgnoreNulls: aggregate,
    exp.RespectNulls: aggregate,
    exp.Interval: derived,
}
for _name in ("DecodeCase",):
    if hasattr(exp, _name):
        _SPECIAL[getattr(exp, _name)] = decode
for _name in ("AnonymousAggFunc", "CombinedAggFunc", "ParameterizedAgg", "CombinedParameterizedAgg"):
    if hasattr(exp, _name):
        _SPECIAL[getattr(exp, _name)] = aggregate
for _class in (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE):
    _SPECIAL[_class] = comparison


def _reader(node: type[exp.Expr]) -> Reader:
    """The reader of a class: its own, or what its family does."""
    if node in _SPECIAL:
        return _SPECIAL[node]
    if node in HIGHER:
        return typed_higher
    if node in GENERATED:
        return grouping
    if node in EXPLODES:
        return explode
    if issubclass(node, _NOTHING):
        return nothing
    if issubclass(node, exp.AggFunc) and node not in GENERATED:
        return aggregate
    if node in ROLES:
        return typed
    if issubclass(node, exp.Connector) or (issubclass(node, exp.Binary) and not issubclass(node, exp.Func)):
        return binary
    return derived


def _classes() -> list[type[exp.Expr]]:
    return [
        one for one in vars(exp).values() if isinstance(one, type) and issubclass(one, exp.Expr) and one is not exp.Expr
    ]


READERS: dict[type, Reader] = {one: _reader(one) for one in _classes()}
MAKERS: dict[type, Callable[[Frame, Any, str], Col | None]] = {
    exp.Column: make_column,
    exp.Dot: make_dot,
    exp.Bracket: make_column,
    exp.Anonymous: make_call,
    exp.StructExtract: make_column,
    exp.Struct: make_struct,
    exp.Tuple: make_tuple,
    exp.ToMap: make_map,
    exp.Map: make_map,
    exp.VarMap: make_map,
    exp.Case: make_choice,
    exp.If: make_choice,
    exp.Coalesce: make_choice,
    exp.Array: make_array,
    exp.Cast: make_cast,
    exp.TryCast: make_cast,
    exp.Subquery: make_scalar,
    exp.Window: make_window,
    **dict.fromkeys(HIGHER, make_higher),
    **dict.fromkeys(EXPLODES, make_explode),
    **{one: make_aggregate for one, reader in READERS.items() if reader is aggregate},
}
