"""Functions whose result has something inside that stays apart: `shapes.txt` of a dialect, or `SHAPES` for those that
the parser has classes for, says which, and how it is made.

    same      one of its arguments, whole: arraySort(x -> …, arr), ifNull(t, u), if(c, t, u)
    element   one element of an array: arrayFirst(x -> …, arr), arrayElement(arr, 1)
    field     a field of a tuple, by name or position: tupleElement(t, 'x')
    each      an array of what its lambda gives: arrayMap(x -> (x.1, x.2), arr)
    zip       an array of tuples, one field from each array: arrayZip(a, b)
    tuple     a tuple of its arguments
    concat    a tuple of the fields of its arguments: tupleConcat(t, u)
    struct    a struct, by a maker of its own: struct_insert(s, f := x)
    append    an array and one element more: array_append(arr, x)
    flatten   an element of an array of arrays: flatten(arr)
    open      a column a field: untuple(t)
    choose    an aggregate that gives one of the values it saw: argMax((a, b), c)
    collect   an aggregate that gives an array of them: groupArray((a, b))

and of maps (`map_functions`):

    sides, pairs                        a map out of two arrays, or out of an array of pairs
    keys, values, entries               an array of its keys, of its values, of both
    lookup, lookups, has_key            what it has under a key, an array of that, and whether it has any
    new_keys, new_values, new_entries   another map, of what a lambda over (k, v) gives

A function is only made this way where something inside is known; else its arguments are read as its roles say.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base.types import Array, Map, Scalar, Struct, Type
from headwater.bind.expr import lambdas as expr_lambdas
from headwater.bind.expr import map_functions
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import roles as expr_roles
from headwater.bind.expr.function_classes import HIGHER, SHAPES
from headwater.bind.expr.roles import how
from headwater.bind.expr.shape_checks import array_reads, has_shape, is_flat
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Resolved
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import CONDITIONAL, DERIVED, SORT, UNKNOWN, Kind, through
from headwater.sql.tree import end_of, start_of


def make(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """The column of a call, with what is inside it; None where nothing is, or it is an aggregate."""
    maker = _MAKERS.get(how(frame, node))
    if maker is None or not has_shape(frame, node):
        return None
    return maker(frame, node, name)


# ── the makers ───────────────────────────────────────────────────────────────────────────────────────────────
def _values(frame: Frame, node: exp.Expr) -> tuple[list[exp.Expr], list[tuple[exp.Expr, Kind]]]:
    """The arguments that carry value, and the others with what they are for."""
    values: list[exp.Expr] = []
    others: list[tuple[exp.Expr, Kind]] = []
    if type(node) in SHAPES:
        names = SHAPES[type(node)][1]
        values = [part for name in names for part in expr_roles.listed(node.args.get(name))]
        for name, child in node.args.items():
            if name not in names:
                others += [(part, CONDITIONAL) for part in expr_roles.listed(child) if not isinstance(part, exp.Lambda)]
        return values, others
    function = frame.ctx.functions.find(expr_roles.function_name(node), len(node.expressions))
    args = node.expressions
    roles = expr_roles.roles_of(function, args) if function is not None else ("value",) * len(args)
    for arg, role in zip(args, roles, strict=False):
        if isinstance(arg, exp.Lambda):
            continue
        own = expr_roles.ROLE_KIND[role]
        if own is None:
            values.append(arg)
        else:
            others.append((arg, own))
    return values, others


def _decides(
    frame: Frame, node: exp.Expr, bound: dict[int, list[Read]], others: list[tuple[exp.Expr, Kind]]
) -> list[Read]:
    """What decides without handing on a value: conditions, orders, and the body of a predicate."""
    out: list[Read] = []
    for part, kind in others:
        read: list[Read] = []
        expr_read.reads(frame, part, DERIVED, read)
        bound[id(part)] = read
        out += [item._replace(kind=through(item.kind, kind)) for item in read]
    arguments = expr_roles.arguments(node)
    lambdas = [expression for expression in arguments if isinstance(expression, exp.Lambda)]
    arrays = [bound[id(expression)] for expression in arguments if id(expression) in bound]
    function = frame.ctx.functions.find(expr_roles.function_name(node), len(node.expressions))
    sorts = HIGHER.get(type(node)) == "sort" or (function is not None and "sort" in function.flags)
    for lambda_ in lambdas:
        expr_lambdas.lambda_reads(frame, lambda_, arrays, "filter", SORT if sorts else CONDITIONAL, out)
    return [read for read in out if read.kind > UNKNOWN]


def _same(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    values, others = _values(frame, node)
    values = [value for value in values if not isinstance(value, exp.Null)]
    cols = [expr_read.value(frame, value, "") for value in values]
    if not cols:
        return None
    bound = {id(value): [Read(col, DERIVED)] for value, col in zip(values, cols, strict=True)}
    decided = _decides(frame, node, bound, others)
    col = frame.ctx.col(name, None, cols[0].type)
    col.like = tuple((col, DERIVED) for col in cols)
    col.shaped = any(col.shaped or not is_flat(col.type) for col in cols)
    shape.decide(frame, col, decided)
    reads = [Read(col, DERIVED, (), 0, *_place(frame, value)) for value, col in zip(values, cols, strict=True)]
    frame.birth(expr_read.item_born(frame, col, node, [*reads, *decided], (*reads, *decided)))
    return col


def _place(frame: Frame, node: exp.Expr) -> tuple[int, int]:
    """Where an argument stands that is a column as it is; what has a column of its own stands where that is born."""
    if frame.ctx.foreign or type(node) is not exp.Column:
        return -1, -1
    return start_of(node), end_of(node)


def _element(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    values, others = _values(frame, node)
    if not values:
        return None
    array = expr_read.value(frame, values[0], "")
    decided = _decides(frame, node, {id(values[0]): [Read(array, DERIVED)]}, others)
    match = shape.element(frame, Resolved(array), DERIVED)
    col = frame.ctx.col(name, None, shape.type_of(match))
    if not match.path and match.col.shaped:
        col.like = ((match.col, match.kind),)
    col.shaped = bool(col.like) or not isinstance(col.type, Scalar)
    reads = [Read(match.col, match.kind, match.path), *decided]
    frame.birth(expr_read.item_born(frame, col, node, reads, tuple(reads)))
    return col


def _each(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """arrayMap(x -> body, arr), transform(arr, x -> body): an array whose elements are what the body is."""
    arguments = expr_roles.arguments(node)
    first = next((argument for argument in arguments if isinstance(argument, exp.Lambda)), None)
    if first is None:
        return None
    arrays = [(expression, array_reads(frame, expression)) for expression in arguments if expression is not first]
    names = [frame.ctx.folded(param.name) for param in first.expressions]
    params: dict[str, list[Read]] = {label: [] for label in names}  # transform(arr, (x, i) -> …): i is generated
    params |= {label: reads for label, (_, reads) in zip(names, arrays, strict=False)}
    if len(names) == 1:
        params = {names[0]: [read for _, reads in arrays for read in reads]}
    frame.params.append(params)
    try:
        expr_lambdas.lambda_aliases(frame, first)
        inner = expr_read.value(frame, first.this, "")
    finally:
        frame.params.pop()
    col = frame.ctx.col(name, None, Array(inner.type))
    col.element = inner
    col.shaped = True
    # transform(arr, x -> c): an array whose elements are not used still decides how many there are; so does one whose
    # elements are in another field of what the body makes
    written = {frame.ctx.folded(identifier.name) for identifier in first.this.find_all(exp.Identifier)}
    decides = [reads for label, reads in params.items() if inner.shaped or label not in written]
    decided = [read._replace(kind=through(CONDITIONAL, DERIVED)) for reads in decides for read in reads]
    if decided and inner.shaped:
        made = frame.ctx.col(name, None, inner.type)
        made.like, made.shaped = ((inner, DERIVED),), True
        shape.decide(frame, made, decided)
        frame.birth(Born(made, (Read(inner, DERIVED), *decided)))
        inner = made
    col = frame.ctx.col(name, None, Array(inner.type))
    col.element = inner
    col.shaped = True
    frame.birth(expr_read.item_born(frame, col, node, decided, (Read(inner, DERIVED), *decided)))
    return col


def _append(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """array_append(arr, x): an array whose elements are those of the array, or x."""
    values, others = _values(frame, node)
    if len(values) != 2:
        return None
    cols = [expr_read.value(frame, value, "") for value in values]
    arrays = [isinstance(col.type, Array) or col.element is not None for col in cols]
    if arrays.count(True) != 1:
        return None
    decided = _decides(frame, node, {}, others)
    elements = [
        shape.element_column(frame, col) if is_array else col for col, is_array in zip(cols, arrays, strict=True)
    ]
    inner = frame.ctx.col(name, None, elements[0].type if arrays[1] else elements[1].type)
    inner.like = tuple((element, DERIVED) for element in elements)
    inner.shaped, inner.decided = True, bool(decided)
    frame.birth(Born(inner, (*(Read(element, DERIVED) for element in elements), *decided)))
    col = frame.ctx.col(name, None, Array(inner.type))
    col.element, col.shaped = inner, True
    frame.birth(expr_read.item_born(frame, col, node, decided, (Read(inner, DERIVED), *decided)))
    return col


def _flatten(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """flatten(arr): an array like any element of the outer one."""
    values, _ = _values(frame, node)
    outer = expr_read.value(frame, values[0], "")
    inner = shape.element_column(frame, outer)
    col = frame.ctx.col(name, None, inner.type)
    col.like = ((inner, DERIVED),)
    col.shaped, col.decided = inner.shaped or not is_flat(inner.type), False
    frame.birth(expr_read.item_born(frame, col, node, [], (Read(inner, DERIVED),)))
    return col


def _zip(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    label = frame.ctx.dialect.structs.zip_field
    names = tuple(label(position, expression) for position, expression in enumerate(node.expressions))
    fields: dict[str, Col] = {}
    for name_, expression in zip(names, node.expressions, strict=True):
        array = expr_read.value(frame, expression, "")
        fields[shape.new_key(frame, fields, name_)] = shape.element_column(frame, array)
    inner = shape.struct(frame, "", fields, names)
    col = frame.ctx.col(name, None, Array(inner.type))
    col.element = inner
    col.shaped = True
    frame.birth(expr_read.item_born(frame, col, node, [], (Read(inner, DERIVED),)))
    return col


def _tuple(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    fields = {
        str(n + 1): expr_read.value(frame, expression, str(n + 1)) for n, expression in enumerate(node.expressions)
    }
    return shape.struct(frame, name, fields, tuple(fields))


def _concat(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """tupleConcat((a, b), (c, d)): the fields of the one and then of the other."""
    fields: dict[str, Col] = {}
    for expression in node.expressions:
        opened = shape.expand(frame, Resolved(expr_read.value(frame, expression, "")))
        if opened is None:
            return None
        for output in opened:
            fields[str(len(fields) + 1)] = output.col
    return shape.struct(frame, name, fields, tuple(fields))


def cast(frame: Frame, col: Col, kind: Type, name: str) -> Col:
    """A value under another type, with its parts apart: CAST((a, b), 'Tuple(x Int32, y String)').x is a."""
    made: Col | None = None
    if isinstance(kind, Struct) and kind.fields:
        made = _cast_struct(frame, col, kind, name)
    elif isinstance(kind, Array) and not is_flat(kind.element) and isinstance(col.type, Array):
        inner = cast(frame, shape.element_column(frame, col), kind.element, name)
        made = frame.ctx.col(name, None, kind)
        made.element, made.shaped = inner, True
        frame.birth(Born(made, (Read(inner, DERIVED),)))
    elif isinstance(kind, Map) and shape.is_map(col):
        keys = cast(frame, map_functions.key_column(frame, col), kind.key, "")
        values = cast(frame, shape.element_column(frame, col), kind.value, "")
        made = frame.ctx.col(name, None, kind)
        made.keys, made.element, made.shaped = keys, values, True
        frame.birth(Born(made, (Read(keys, DERIVED), Read(values, DERIVED))))
    if made is not None:
        return made
    column = frame.ctx.col(name, None, kind)
    frame.birth(Born(column, (Read(col, DERIVED),)))
    return column


def _cast_struct(frame: Frame, col: Col, kind: Struct, name: str) -> Col | None:
    opened = shape.expand(frame, Resolved(col)) if not isinstance(col.type, Array) else None
    if opened is None:
        return None
    labels = [label for label, _ in kind.fields]
    folded = frame.ctx.folded
    known = {folded(output.name): output.col for output in opened if not output.name.isdigit()}
    cols: list[Col | None]
    if frame.ctx.dialect.structs.casts_by_name and any(folded(label) in known for label in labels):
        cols = [known.get(folded(label)) for label in labels]  # what only the new type has is empty
    elif len(opened) == len(labels):
        cols = [output.col for output in opened]
    else:
        return None
    fields = {
        folded(label): _empty(frame, label) if part is None else cast(frame, part, inner, label)
        for (label, inner), part in zip(kind.fields, cols, strict=True)
    }
    return shape.struct(frame, name, fields, tuple(labels))


def _empty(frame: Frame, name: str) -> Col:
    """A field that a cast fills with its default."""
    column = frame.ctx.col(name)
    frame.birth(Born(column, ()))
    return column


_MAKERS = {
    "same": _same,
    "element": _element,
    "each": _each,
    "zip": _zip,
    "tuple": _tuple,
    "concat": _concat,
    "append": _append,
    "flatten": _flatten,
    **map_functions.MAKERS,
}
