"""Maps: what makes one, what takes one apart. Keys and values stay apart, as the fields of a struct do.

`map_keys(map(a, b))` is `a` alone, and `map(a, b)[c]` is `b`: which of the values it is, the keys and `c` decide.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from headwater.base.types import Array, Map
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import roles
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Resolved
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import DERIVED, DIRECT, Kind


# ── what makes a map ─────────────────────────────────────────────────────────────────────────────────────────
def make_map(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """MAP {'k': a, 'l': b}, map('k', a), map_from_arrays(ks, vs): a constant key keeps its value apart, too."""
    subscript = _subscript(node)
    if subscript is not None:
        return expr_read.value(frame, subscript, name)
    entries = pairs(node)
    if entries is None:
        keys, values = node.args.get("keys"), node.args.get("values")
        return _of_arrays(frame, node, keys, values, name) if keys is not None and values is not None else None
    keys_made = [expr_read.value(frame, key, "") for key, _ in entries if not isinstance(key, exp.Literal)]
    values_made = [expr_read.value(frame, value, key.name) for key, value in entries]
    col = _map(frame, node, name, _any_of(frame, keys_made), _any_of(frame, values_made))
    if all(isinstance(key, exp.Literal) for key, _ in entries):
        col.fields = {key.name: value for (key, _), value in zip(entries, values_made, strict=True)}
    return col


def read_made(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """A map, or a part of one, as part of something larger."""
    col = expr_read.MAKERS[type(node)](frame, node, "")
    if col is None:
        expr_read.derived(frame, node, kind, out)
    else:
        out.append(Read(col, kind if kind is not DIRECT else DERIVED))


def pairs(node: exp.Expr) -> list[tuple[exp.Expr, exp.Expr]] | None:
    """The keys and values of a map that is built here; None where they are not written out."""
    inner = node.args.get("this")
    if isinstance(inner, exp.Struct):
        return [
            (expression.this, expression.expression)
            for expression in inner.expressions
            if isinstance(expression, exp.PropertyEQ)
        ]
    keys, values = node.args.get("keys"), node.args.get("values")
    if (
        isinstance(keys, exp.Array)
        and isinstance(values, exp.Array)
        and len(keys.expressions) == len(values.expressions)
        and not any(isinstance(part, exp.Query) for part in (*keys.expressions, *values.expressions))
    ):
        return list(zip(keys.expressions, values.expressions, strict=True))
    return None


def _subscript(node: exp.Expr) -> exp.Expr | None:
    """MAP {a: b}[c]: the parser puts the subscript inside."""
    inner = node.args.get("this")
    if not isinstance(node, exp.ToMap) or not isinstance(inner, exp.Bracket) or not isinstance(inner.this, exp.Struct):
        return None
    return exp.Bracket(this=exp.ToMap(this=inner.this.copy()), expressions=[one.copy() for one in inner.expressions])


def _map(frame: Frame, node: exp.Expr, name: str, keys: Col, values: Col) -> Col:
    col = frame.ctx.col(name, None, Map(keys.type, values.type))
    col.keys, col.element, col.shaped = keys, values, True
    reads = [Read(keys, DERIVED), Read(values, DERIVED)]
    frame.birth(expr_read.item_born(frame, col, node, reads))
    return col


def _any_of(frame: Frame, cols: list[Col]) -> Col:
    """A column that is one of some others, with what is inside them."""
    if len(cols) == 1:
        return cols[0]
    col = frame.ctx.col("", None, cols[0].type) if cols else frame.ctx.col("")
    col.like = tuple((one, DIRECT) for one in cols)
    col.shaped = any(one.shaped for one in cols)
    frame.birth(Born(col, tuple(Read(one, DIRECT) for one in cols)))
    return col


def _of_arrays(frame: Frame, node: exp.Expr, keys: exp.Expr, values: exp.Expr, name: str) -> Col:
    """map_from_arrays(ks, vs), map(ks, vs): an element of the one array, and of the other."""
    sides = [shape.element_column(frame, expr_read.value(frame, side, "")) for side in (keys, values)]
    return _map(frame, node, name, sides[0], sides[1])


def _sides(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """mapFromArrays(ks, vs), by a function that the parser does not know."""
    args = node.expressions
    return _of_arrays(frame, node, args[0], args[1], name) if len(args) == 2 else None


def _pairs(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """map_from_entries(array of structs): the first field of each is its key, the second its value."""
    arg = _first(node)
    entry = shape.element_column(frame, expr_read.value(frame, arg, "")) if arg is not None else None
    opened = shape.expand(frame, Resolved(entry)) if entry is not None else None
    if opened is None or len(opened) != 2:
        return None
    return _map(frame, node, name, opened[0].col, opened[1].col)


# ── what takes it apart ──────────────────────────────────────────────────────────────────────────────────────
def _keys(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    held = _held(frame, node)
    return None if held is None else _array(frame, node, name, key_column(frame, held))


def _values(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    held = _held(frame, node)
    return None if held is None else _array(frame, node, name, shape.element_column(frame, held))


def _entries(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    held = _held(frame, node)
    if held is None:
        return None
    parts = {"key": key_column(frame, held), "value": shape.element_column(frame, held)}
    return _array(frame, node, name, shape.struct(frame, "", parts, tuple(parts)))


def _lookup(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """element_at(m, k), map_extract_value(m, k): the value under a key."""
    args = roles.arguments(node)
    if len(args) < 2:
        return None
    return expr_read.value(frame, exp.Bracket(this=args[0].copy(), expressions=[args[1].copy()]), name)


def _lookups(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """map_extract(m, k): a list of it."""
    inner = _lookup(frame, node, "")
    return None if inner is None else _array(frame, node, name, inner)


def _has_key(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """map_contains_key(m, k): a comparison with the keys."""
    args = roles.arguments(node)
    held = _held(frame, node)
    if held is None or len(args) < 2:
        return None
    reads = [Read(key_column(frame, held), DERIVED)]
    for arg in args[1:]:
        expr_read.reads(frame, arg, DERIVED, reads)
    col = frame.ctx.col(name)
    frame.birth(expr_read.item_born(frame, col, node, reads))
    return col


def _held(frame: Frame, node: exp.Expr) -> Col | None:
    """The map that a function is applied to; None where it may be no map: element_at(arr, 1)."""
    arg = _first(node)
    col = expr_read.value(frame, arg, "") if arg is not None else None
    return col if col is not None and shape.is_map(col) else None


def _first(node: exp.Expr) -> exp.Expr | None:
    return next(iter(roles.arguments(node)), None)


def key_column(frame: Frame, held: Col) -> Col:
    """The keys of a map, as a column."""
    return shape.column_of(frame, shape.keys(frame, Resolved(held)), "")


def _array(frame: Frame, node: exp.Expr, name: str, inner: Col) -> Col:
    col = frame.ctx.col(name, None, Array(inner.type))
    col.element, col.shaped = inner, True
    frame.birth(expr_read.item_born(frame, col, node, [], (Read(inner, DERIVED),)))
    return col


# ── what changes it ──────────────────────────────────────────────────────────────────────────────────────────
def _new_keys(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """transform_keys(m, (k, v) -> …)."""
    made = _applied(frame, node)
    return None if made is None else _map(frame, node, name, made[2], made[1])


def _new_values(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """transform_values(m, (k, v) -> …), map_zip_with(m, n, (k, v, w) -> …)."""
    made = _applied(frame, node)
    return None if made is None else _map(frame, node, name, made[0], made[2])


def _new_entries(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """mapApply((k, v) -> (k, v + 1), m)."""
    made = _applied(frame, node)
    opened = shape.expand(frame, Resolved(made[2])) if made is not None else None
    if opened is None or len(opened) != 2:
        return None
    return _map(frame, node, name, opened[0].col, opened[1].col)


def _applied(frame: Frame, node: exp.Expr) -> tuple[Col, Col, Col] | None:
    """The keys and values of the maps that a lambda is applied to, and what its body is."""
    arguments = roles.arguments(node)
    body = next((argument for argument in arguments if isinstance(argument, exp.Lambda)), None)
    if body is None or len(body.expressions) != len(arguments):
        return None  # one name for the key, and one for the value of each map
    maps = [expr_read.value(frame, argument, "") for argument in arguments if argument is not body]
    if not all(shape.is_map(held) for held in maps):
        return None
    keys = _any_of(frame, [key_column(frame, held) for held in maps])
    values = [shape.element_column(frame, held) for held in maps]
    names = [frame.ctx.folded(param.name) for param in body.expressions]
    frame.params.append({label: [Read(col, DIRECT)] for label, col in zip(names, (keys, *values), strict=True)})
    try:
        return keys, values[0], expr_read.value(frame, body.this, "", is_item=False)
    finally:
        frame.params.pop()


MAKERS: dict[str, Callable[[Frame, exp.Expr, str], Col | None]] = {
    "sides": _sides,
    "pairs": _pairs,
    "keys": _keys,
    "values": _values,
    "entries": _entries,
    "lookup": _lookup,
    "lookups": _lookups,
    "has_key": _has_key,
    "new_keys": _new_keys,
    "new_values": _new_values,
    "new_entries": _new_entries,
}
