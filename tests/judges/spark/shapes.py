"""Types and values of Catalyst's trees, in the judge's terms: what the walker is made of.

A struct keeps its fields apart, an array its elements, a map its keys, its values and what stands under a constant key.
"""

from __future__ import annotations

from typing import Any

from tests.judges.spark.tree import Node
from tests.judges.values import KEY, VALUE, Leaf, Val, merge, struct


def stored(leaf: Leaf, kind: Any) -> Val:
    """A stored column, with the fields of structs apart, also of structs in arrays and maps."""
    if isinstance(kind, dict):
        if kind["type"] == "struct":
            return struct([(f["name"], stored((*leaf, f["name"]), f["type"])) for f in kind["fields"]])
        if kind["type"] == "array":
            return Val(elem=stored(leaf, kind["elementType"]))
        if kind["type"] == "map":
            value = stored(leaf, kind["valueType"])
            # A key has no path of its own: it is read from the column as a whole.
            return struct([(KEY, Val(value.flat())), (VALUE, value)])
    return Val(frozenset({leaf}))


def nested(kind: Any) -> bool:
    return isinstance(kind, dict) and kind.get("type") in ("struct", "array", "map")


def mixed(values: list[Val], kind: Any = None) -> Val:
    """Computed from all of `values`; inside a nested result nobody can tell them apart."""
    flat: frozenset[Leaf] = frozenset().union(*(value.flat() for value in values))
    return Val(flat, blurred=nested(kind) and any(v.fields or v.elem or v.blurred for v in values))


def shaped(value: Val, kind: Any) -> Val:
    """A value cast to a type: the fields of a struct get other names, by position."""
    if isinstance(kind, dict):
        if kind["type"] == "struct" and value.fields is not None and len(value.fields) == len(kind["fields"]):
            pairs = zip(kind["fields"], value.fields, strict=True)
            return Val(value.own, tuple((f["name"], shaped(v, f["type"])) for f, (_, v) in pairs), None, value.blurred)
        if kind["type"] == "array" and value.elem is not None:
            return Val(value.own, None, shaped(value.elem, kind["elementType"]), value.blurred)
        return value
    return Val(value.flat())


def literal(node: Node) -> str:
    return str(node.fields.get("value")) if node.kind == "Literal" else ""


def constant(key: Node) -> str | None:
    """A key of a map as a text, where it is a constant."""
    return literal(key) if key.kind == "Literal" else None


def by_position(values: list[Val]) -> Val:
    """The branches of a union: structs meet by the position of their fields, and the first names them."""
    first, *rest = values
    for other in rest:
        first = _meet(first, other)
    return first


def _meet(one: Val, two: Val) -> Val:
    both = one.fields is not None and two.fields is not None
    if both and len(one.fields or ()) == len(two.fields or ()):
        pairs = zip(one.fields or (), two.fields or (), strict=True)
        fields = tuple((name, _meet(left, right)) for (name, left), (_, right) in pairs)
        return Val(one.own | two.own, fields, None, one.blurred or two.blurred)
    return merge(one, two)
