"""References: what a name with its fields and subscripts means, and how it is read or handed on."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.base.types import Map as MapType
from headwater.base.types import Struct, parse_type
from headwater.base.types import Struct as StructType
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import roles
from headwater.bind.names import shape
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.scope import NOWHERE, Resolved
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import CONDITIONAL, DERIVED, DIRECT, Kind, through

LIFTED = "lifted"
"""Marks a query in the body of a function, and the columns in it that were given by the call: they are the caller's."""
_GIVEN = "given"


def give(frame: Frame, query: exp.Expr) -> None:
    """f(a), where f is (SELECT max(x) FROM u WHERE a = k): the a that is given is what it means where the call stands,
    whatever the query has of that name.
    """
    mark = query._meta.get(LIFTED) if query._meta else None
    if mark is None:
        return
    for column in query.find_all(exp.Column):
        meta = column._meta
        if meta and meta.get(LIFTED) == mark and _GIVEN not in meta and not isinstance(column.this, exp.Star):
            answers = find(frame, column)[0]
            if answers:
                # a number, for a tree may be copied, and columns must not be
                meta[_GIVEN] = len(frame.ctx.given)
                frame.ctx.given.append(answers)
                frame.reached = True


def find(frame: Frame, node: exp.Expr) -> tuple[tuple[Resolved, ...], int, int]:
    """What a column reference means, and its place."""
    args = node.args
    this = args["this"]
    meta = this._meta
    if meta is None or frame.ctx.foreign:
        start, end = frame.ctx.anchor
    else:
        start = meta["start"]
        end = meta["end"] + 1
    if frame.ctx.given and node._meta and _GIVEN in node._meta:
        return frame.ctx.given[node._meta[_GIVEN]], start, end
    table = args.get("table")
    name: str = this.name
    if table is None:
        return frame.name(name, frame.ctx.folded(name), (start, end)), start, end
    # tuple.2.1: the parser reads the numbers as one name
    parts = [table.name, *(name.split(".") if name[:1].isdigit() else [name])]
    first = table
    for outer in ("db", "catalog"):
        part = args.get(outer)
        if part is None:
            break
        parts.insert(0, part.name)
        first = part
    if start >= 0 and first._meta and not frame.ctx.foreign:
        start = first._meta["start"]
    return frame.qualified(parts, (start, end)), start, end


def places(frame: Frame, node: exp.Expr) -> tuple[tuple[Resolved, ...], int, int] | None:
    """A reference with its fields and elements; None for anything else."""
    kind = type(node)
    if kind is exp.Column:
        return None if isinstance(node.this, (exp.Star, exp.Func)) else find(frame, node)
    if kind is exp.Paren:
        return places(frame, node.this)
    if kind is exp.Identifier:
        name = node.this
        if frame.params:
            match = frame.name(name, frame.ctx.folded(name), NOWHERE)
            return match, -1, -1
        param = _outer_param(frame, name)
        return None if param is None else (param, -1, -1)
    if kind is exp.Dot:
        return _dot(frame, node)
    if kind is exp.StructExtract:
        return _extract(frame, node)
    if kind is exp.Anonymous:
        return field(frame, node) if roles.how(frame, node) == "field" else None
    if kind is exp.Bracket:
        return _bracket(frame, node)
    return None


def anchor(frame: Frame, node: exp.Expr) -> tuple[tuple[Resolved, ...], int, int]:
    """Any expression as something to take fields from."""
    match = places(frame, node)
    if match is not None:
        return match
    return (Resolved(expr_read.value(frame, node, "")),), -1, -1


def _outer_param(frame: Frame, name: str) -> tuple[Resolved, ...] | None:
    """x -> (SELECT max(a) FROM t WHERE a > x): the parameter of a lambda around a query; a table's alias is nearer."""
    key = frame.ctx.folded(name)
    scope: Frame | None = frame
    while scope is not None and key not in scope.tables.by_alias:
        for params in reversed(scope.params):
            if key in params:
                return tuple(Resolved(read.col, read.path, read.doubt, read.kind) for read in params[key])
        scope = scope.parent
    return None


def _dot(frame: Frame, node: exp.Expr) -> tuple[tuple[Resolved, ...], int, int] | None:
    field = node.args.get("expression")
    if not isinstance(field, (exp.Identifier, exp.Literal)):
        return None
    root = node.this
    if isinstance(root, exp.Identifier) and not frame.params and frame.ctx.folded(root.name) in frame.tables.by_alias:
        # e -> (SELECT e.y FROM UNNEST(l) AS e): the parser takes e for the lambda's
        return frame.qualified([root.name, field.name], NOWHERE), -1, -1
    resolved, start, end = anchor(frame, node.this)
    meta = field._meta
    if meta and start >= 0:
        end = meta.get("end", end - 1) + 1
    # tuple.2.1: the parser reads the numbers as one
    names = field.name.split(".") if isinstance(field, exp.Literal) else [field.name]
    return shape.fields(frame, resolved, names, (start, end)), start, end


def _extract(frame: Frame, node: exp.Expr) -> tuple[tuple[Resolved, ...], int, int] | None:
    """struct_extract(s, 'f')."""
    field = node.args.get("expression")
    if not isinstance(field, exp.Literal):
        return None
    resolved, start, end = anchor(frame, node.this)
    if not field.is_string:
        # struct_extract(row(a, b), 2): positions count from 1
        if not field.name.isdigit() or not all(_is_struct(column) for column in resolved):
            return None
        return tuple(_by_position(frame, column, int(field.name) - 1) for column in resolved), start, end
    return tuple(shape.field(frame, column, field.name, NOWHERE) for column in resolved), start, end


def _bracket(frame: Frame, node: exp.Expr) -> tuple[tuple[Resolved, ...], int, int] | None:
    indexes = node.expressions
    if len(indexes) != 1:
        return None
    index = indexes[0]
    if isinstance(index, exp.Slice):
        return _slice(frame, node)
    resolved, start, end = anchor(frame, node.this)
    if isinstance(index, exp.Literal) and index.is_string:
        opened = tuple(_named_element(frame, column, index.name) for column in resolved)
    elif isinstance(index, exp.Literal) and index.name.isdigit() and any(_is_struct(column) for column in resolved):
        # row(a, b)[2]: the parser counts from zero
        opened = tuple(_by_position(frame, column, int(index.name)) for column in resolved)
    else:
        opened = tuple(shape.found(frame, column) for column in resolved)
    return opened, start, end


def _slice(frame: Frame, node: exp.Expr) -> tuple[tuple[Resolved, ...], int, int] | None:
    """l[1:2]: an array like l."""
    resolved, start, end = anchor(frame, node.this)
    return tuple(column._replace(kind=through(DERIVED, column.kind)) for column in resolved), start, end


def _is_struct(resolved: Resolved) -> bool:
    return isinstance(shape.type_of(resolved), StructType)


def _by_position(frame: Frame, resolved: Resolved, position: int) -> Resolved:
    kind = shape.type_of(resolved)
    if isinstance(kind, StructType) and position < len(kind.fields):
        return shape.field(frame, resolved, kind.fields[position][0], NOWHERE)
    return shape.element(frame, resolved, DERIVED)


def _named_element(frame: Frame, resolved: Resolved, name: str) -> Resolved:
    """`s['x']` opens a struct where it is one; else it is a map's element."""
    kind = shape.type_of(resolved)
    if isinstance(kind, MapType):
        inside = shape.key(frame, resolved, name)
        return inside if inside is not None else shape.found(frame, resolved)
    if isinstance(kind, StructType) or (resolved.col.fields is not None and not resolved.path):
        return shape.field(frame, resolved, name, NOWHERE)
    return shape.element(frame, resolved, DERIVED)


def bounds(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """l[1:n]: where a slice begins and ends decides, as an index does."""
    for part in node.iter_expressions():
        expr_read.reads(frame, part, through(CONDITIONAL, kind), out)


def index_reads(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """The subscripts along a reference decide which element it is."""
    while True:
        if type(node) is exp.Bracket:
            for index in node.expressions:
                expr_read.reads(frame, index, through(CONDITIONAL, kind), out)
        elif type(node) not in (exp.Dot, exp.Paren):
            return
        node = node.this


def read_place(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """Read a reference with its path."""
    match = places(frame, node)
    if match is None:
        if type(node) is exp.Bracket:
            # a[b:c]: which elements are taken is decided, the array is value
            kind = kind if kind is not DIRECT else DERIVED
            expr_read.reads(frame, node.this, kind, out)
            return index_reads(frame, exp.Bracket(this=exp.Null(), expressions=node.expressions), kind, out)
        return expr_read.derived(frame, node, kind, out)
    answers, start, end = match
    for answer in answers:
        out.append(Read(answer.col, through(answer.kind, kind), answer.path, answer.doubt, start, end))
    if type(node) is not exp.Column:
        index_reads(frame, node, kind, out)


_tuple = tuple.__new__  # a NamedTuple's own constructor is a Python call; this is the one made for every column read


def column(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A column by name. The bare name, which is nearly every one, is answered here without further calls."""
    args = node.args
    this = args["this"]
    given = frame.ctx.given and node._meta and _GIVEN in node._meta
    if args.get("table") is None and not frame.params and not given:
        name = this.args.get("this")
        if name.__class__ is not str:
            return expr_read.reads(frame, this, kind, out)  # a star, or a name that is itself an expression
        ctx = frame.ctx
        meta = this._meta
        if meta is None or ctx.foreign:
            start, end = ctx.anchor
        else:
            start = meta["start"]
            end = meta["end"] + 1
        key = ctx.folded(name)
        answers = frame.answers.get(key)
        if answers is None:
            answers = frame.name(name, key, (start, end))
    elif this.__class__ is exp.Star:
        return star_argument(frame, this, kind, out)
    elif isinstance(this, exp.Func):
        # last_value(t.g.length() IGNORE NULLS): the parser takes the call for the name of a column
        holder = exp.Column(this=args["table"], table=args.get("db"), db=args.get("catalog"))
        return expr_read.reads(frame, exp.Dot(this=holder.copy(), expression=this.copy()), kind, out)
    else:
        answers, start, end = find(frame, node)
    for col, path, doubt, own in answers:
        read = (col, kind if own is DIRECT else through(own, kind), path, doubt, start, end)
        out.append(_tuple(Read, read))


VARIABLE = "variable"
"""In the `meta` of a parameter: the variable of the script that was given for it."""


def parameter(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """@x: a constant of the caller; in EXECUTE IMMEDIATE '… @x' USING v AS x, the variable v and no column v."""
    meta = node._meta
    if meta and VARIABLE in meta:
        out.append(Read(frame.assigned(meta[VARIABLE]).col, kind))


def table_argument(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """AI.GENERATE_BOOL(prompt): the parser takes the column for a table; what is no column here is none."""
    name = node.args.get("this")
    if isinstance(name, exp.Identifier) and node.args.get("db") is None:
        resolved = frame.tables.known(frame.ctx.folded(name.name))
        out += [Read(match.col, through(match.kind, kind), match.path, match.doubt) for match in resolved]


def star_argument(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """concat_ws('|', *): every column in sight is an argument. (In count(*) it is not: `window` sees to that.)"""
    holder = node.parent if isinstance(node.parent, exp.Column) else node
    for output in frame.ctx.dialect.stars.arguments(frame, holder, frame.ctx.up.star(frame, holder)):
        out.append(Read(output.col, kind, (), INFERRED if output.opens is not None else 0))


def identifier(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A lambda's parameter; any other bare identifier is a word of the syntax."""
    if not frame.params and frame.parent is not None:
        name = node.this if isinstance(node.this, str) else ""
        key = frame.ctx.folded(name)
        # e -> (SELECT max(e) FROM UNNEST(l) AS e): the parser takes e for the lambda's
        nearer = frame.name(name, key, NOWHERE) if key in frame.tables.by_alias else ()
        for match in nearer or _outer_param(frame, name) or ():
            out.append(Read(match.col, through(match.kind, kind), match.path, match.doubt))
        return
    if frame.params:
        name = node.this
        key = frame.ctx.folded(name)
        for params in reversed(frame.params):
            if key in params:
                for read in params[key]:
                    out.append(read._replace(kind=through(read.kind, kind), start=-1, end=-1))
                return


def positional(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """#1: the first column of the FROM clause."""
    outputs = names_star.everything(frame)
    position = int(node.name) if node.name.isdigit() else 0
    if 1 <= position <= len(outputs):
        out.append(Read(outputs[position - 1].col, kind))
    else:
        frame.ctx.say(codes.ORDINAL_OUT_OF_RANGE, frame.ctx.span_of(node), node.name, str(len(outputs)))


def columns(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """COLUMNS(…) inside an expression: the expression is bound once for each column, and this is that column."""
    if node.args.get("unpack"):
        # coalesce(*COLUMNS('id')): each of them is an argument
        out += [Read(output.col, kind) for output in frame.ctx.up.star(frame, node)]
    elif frame.items.pinned is not None:
        out.append(Read(frame.items.pinned.col, kind))
    elif frame.clause in ("WHERE", "ORDER BY"):
        # WHERE COLUMNS(*) > 0: true for each of them; ORDER BY COLUMNS(*): by each of them
        out += [
            Read(output.col, kind, (), INFERRED if output.opens is not None else 0)
            for output in frame.ctx.up.star(frame, node)
        ]
    else:
        frame.ctx.say(codes.UNREAD_SYNTAX, frame.ctx.span_of(node), "This COLUMNS expression")


def make_column(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """A plain reference hands on its column; fields and doubts make a new one."""
    match = places(frame, node)
    if match is None:
        return None
    answers, start, end = match
    if len(answers) == 1:
        resolved = answers[0]
        whole = not resolved.path and not resolved.doubt and resolved.kind is DIRECT
        # any_value(s).x: the field has no place in the text, so the item gets a column of its own, with its place
        if whole and (type(node) is exp.Column or (resolved.col.dataset is not None and type(node) is not exp.Bracket)):
            return resolved.col
    out = [Read(answer.col, answer.kind, answer.path, answer.doubt, start, end) for answer in answers]
    if type(node) is not exp.Column:
        index_reads(frame, node, DIRECT, out)
    col = frame.ctx.col(name, None, shape.type_of(answers[0]) if len(answers) == 1 else parse_type(""))
    if len(answers) == 1 and not answers[0].path and answers[0].col.shaped:
        col.shaped = True
        col.like = ((answers[0].col, answers[0].kind),)
    frame.birth(
        Born(col, tuple(out), start, end) if type(node) is exp.Column else expr_read.item_born(frame, col, node, out)
    )
    return col


def field(frame: Frame, node: exp.Expr) -> tuple[tuple[Resolved, ...], int, int] | None:
    """tupleElement(t, 2), tupleElement(t, 'x')."""
    args = node.expressions
    if len(args) < 2 or not isinstance(args[1], exp.Literal):
        return None
    resolved, start, end = anchor(frame, args[0])
    if len(args) > 2 and not any(isinstance(shape.type_of(column), Struct) for column in resolved):
        return None
    return shape.fields(frame, resolved, args[1].name.split("."), NOWHERE), start, end
