"""Names, types and values of the planner's tree, in the judge's terms: what the walker is made of.

A row keeps its fields apart, an array its elements, a map its keys, its values and what stands under a constant key.
"""

from __future__ import annotations

import re
from typing import Any

from tests.judges.values import Abstain, Leaf, Val, field_of, struct

KEY, VALUE = "#key", "#value"
"""The parts of a map, beside the fields of rows, whose names are never these."""


def identifier(name: Any) -> str:
    """The name of a table; the catalog, and with it the database, are left out where they are Flink's defaults."""
    parts = [str(name.getCatalogName()), str(name.getDatabaseName()), str(name.getObjectName())]
    for default in ("default_catalog", "default_database"):
        if parts[0] != default:
            break
        parts = parts[1:]
    return ".".join(parts)


def scanned(scan: Any) -> str:
    return identifier(scan.getTable().contextResolvedTable().getIdentifier())


def metadata_names(scan: Any) -> dict[str, str]:
    """The names by which a scan calls metadata, and the columns that they are in the table."""
    result = {}
    for column in scan.getTable().contextResolvedTable().getResolvedSchema().getColumns():
        if column.getClass().getSimpleName() == "MetadataColumn":
            name = str(column.getName())
            result["$metadata$" + str(column.getMetadataKey().orElse(name))] = name
    return result


def stored(leaf: Leaf, kind: Any) -> Val:
    """A stored column, with the fields of rows apart, also of rows in arrays and maps."""
    name = str(kind.getSqlTypeName().name())
    if kind.isStruct():
        fields = kind.getFieldList()
        return struct([(str(f.getName()), stored((*leaf, str(f.getName())), f.getType())) for f in fields])
    if name in ("ARRAY", "MULTISET"):
        return Val(elem=stored(leaf, kind.getComponentType()))
    if name == "MAP":
        # A key has no path of its own: it is read from the column as a whole.
        value = stored(leaf, kind.getValueType())
        return struct([(KEY, Val(value.flat())), (VALUE, value)])
    return Val(frozenset({leaf}))


def mixed(values: list[Val], nested: bool = False) -> Val:
    """Computed from all of `values`."""
    flat: frozenset[Leaf] = frozenset().union(*(value.flat() for value in values))
    return Val(flat, blurred=nested and any(v.fields or v.elem or v.blurred for v in values))


def entry(key: Any) -> str:
    """The name of the part of a map under a constant key; nothing where the key is no constant."""
    return f"#{key.toString()}" if key.getClass().getSimpleName() == "RexLiteral" else ""


def part(value: Val, name: str) -> Val:
    """The keys or the values of a map."""
    return field_of(value, name) if value.fields is not None else Val(value.flat(), blurred=value.blurred)


def shaped(value: Val, kind: Any) -> Val:
    """A cast: rows are cast by position, so the fields take the new names."""
    if value.fields is not None and kind.isStruct():
        fields = kind.getFieldList()
        if len(fields) == len(value.fields):
            parts = zip(fields, value.fields, strict=True)
            return Val(value.own, tuple((str(f.getName()), shaped(old, f.getType())) for f, (_, old) in parts))
    if value.elem is not None and kind.getComponentType() is not None:
        return Val(value.own, elem=shaped(value.elem, kind.getComponentType()))
    if value.fields is not None and str(kind.getSqlTypeName().name()) == "MAP":
        return value
    return mixed([value], nested=kind.isStruct())


def described(call: Any, names: list[str], values: list[Val]) -> list[Val]:
    """The columns that DESCRIPTOR(...) names, in a call over one table."""
    for operand in call.getOperands():
        if str(operand).startswith("DESCRIPTOR("):
            asked = [literal(each) for each in operand.getOperands()]
            return [values[names.index(name)] for name in asked]
    raise Abstain("no DESCRIPTOR")


def literal(rex: Any) -> str:
    """The text of a string literal, printed as _UTF-16LE'ts'."""
    match = re.fullmatch(r"(?:_UTF-16LE)?'(.*)'(?::.*)?", str(rex))
    if match is None:
        raise Abstain(f"DESCRIPTOR of {rex}")
    return match[1]
