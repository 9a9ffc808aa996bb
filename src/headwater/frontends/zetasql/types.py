"""Types and tables in both directions: those of the catalog for ZetaSQL, and those of ZetaSQL for headwater."""

from __future__ import annotations

from typing import Any

from zetasql.types import ArrayType, SimpleColumn, SimpleTable, StructField, StructType, TypeKind
from zetasql.types import Type as ZType

from headwater.base.types import UNKNOWN, Array, Map, Scalar, Struct, Type
from headwater.catalog.tables import Table

_KINDS = {
    "int": "INT64",
    "int64": "INT64",
    "integer": "INT64",
    "bigint": "INT64",
    "smallint": "INT64",
    "tinyint": "INT64",
    "byteint": "INT64",
    "float": "DOUBLE",
    "float64": "DOUBLE",
    "double": "DOUBLE",
    "string": "STRING",
    "varchar": "STRING",
    "char": "STRING",
    "text": "STRING",
    "bytes": "BYTES",
    "bool": "BOOL",
    "boolean": "BOOL",
    "date": "DATE",
    "datetime": "DATETIME",
    "time": "TIME",
    "timestamp": "TIMESTAMP",
    "numeric": "NUMERIC",
    "decimal": "NUMERIC",
    "bignumeric": "BIGNUMERIC",
    "bigdecimal": "BIGNUMERIC",
    "json": "JSON",
    "geography": "GEOGRAPHY",
    "interval": "INTERVAL",
}
_NAMES = {"DOUBLE": "FLOAT64"}


class UnsupportedType(Exception):
    """A type that ZetaSQL does not have."""


def to_zetasql(kind: Type) -> Any:
    """A type of the catalog as ZetaSQL's."""
    if isinstance(kind, Struct):
        fields = [StructField(field_name=name, field_type=to_zetasql(inner)) for name, inner in kind.fields]
        return ZType(type_kind=TypeKind.TYPE_STRUCT, struct_type=StructType(field=fields))
    if isinstance(kind, Array):
        return ZType(type_kind=TypeKind.TYPE_ARRAY, array_type=ArrayType(element_type=to_zetasql(kind.element)))
    if isinstance(kind, Map) or not isinstance(kind, Scalar):
        raise UnsupportedType(str(kind))
    base_name = kind.name.partition("(")[0].strip().lower()
    if base_name not in _KINDS:
        raise UnsupportedType(kind.name)
    return ZType(type_kind=TypeKind[f"TYPE_{_KINDS[base_name]}"])


def table(known: Table, name: str, full: str) -> Any:
    """A table of the catalog for ZetaSQL, under a name."""
    columns = [
        SimpleColumn(name=column.name, type=to_zetasql(column.type), is_writable_column=True)
        for column in known.columns or ()
    ]
    return SimpleTable(name=name, full_name=full, column=columns)


def from_zetasql(kind: Any) -> Type:
    """A type of ZetaSQL as ours."""
    if kind is None:
        return UNKNOWN
    if kind.struct_type is not None:
        parts = enumerate(kind.struct_type.field)
        return Struct(tuple((part.field_name or str(i + 1), from_zetasql(part.field_type)) for i, part in parts))
    if kind.array_type is not None:
        return Array(from_zetasql(kind.array_type.element_type))
    return Scalar(type_name(kind))


def type_name(kind: Any) -> str:
    """The name of a type without anything inside."""
    name: str = TypeKind(kind.type_kind).name.removeprefix("TYPE_")
    return _NAMES.get(name, name)


def text(kind: Any) -> str:
    """A type written out, as a CREATE TABLE would have it."""
    if kind.struct_type is not None:
        return f"STRUCT<{', '.join(f'{part.field_name} {text(part.field_type)}' for part in kind.struct_type.field)}>"
    if kind.array_type is not None:
        return f"ARRAY<{text(kind.array_type.element_type)}>"
    return type_name(kind)
