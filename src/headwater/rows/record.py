"""What a record is: its fields in order, and the schema of them for Arrow, Spark and JSON.

A record is data. The Arrow schema, the Spark DDL, the JSON Schema and the constructor of its rows are derived from it,
so they cannot differ, and the descriptions are the documentation. The tables that the pipeline writes are declared as
records (`warehouse`); the records of the answers of a store are derived from classes (`json_record`). Fields of tables
are only ever added, at the end. To add a scalar type: a line in each of the tables below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pyarrow

Scalar = Literal["string", "int", "long", "double", "boolean", "timestamp", "json"]
Row = dict[str, Any]

_SPARK: dict[Scalar, str] = {
    "string": "STRING",
    "int": "INT",
    "long": "BIGINT",
    "double": "DOUBLE",
    "boolean": "BOOLEAN",
    "timestamp": "TIMESTAMP",
    "json": "STRING",
}
_JSON: dict[Scalar, Row] = {
    "string": {"type": "string"},
    "int": {"type": "integer"},
    "long": {"type": "integer"},
    "double": {"type": "number"},
    "boolean": {"type": "boolean"},
    "timestamp": {"type": "string", "format": "date-time"},
    "json": {},
}


@dataclass(frozen=True)
class OneOf:
    """A string that is one of a few; `name` is empty where nobody else refers to the list."""

    values: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True)
class ListOf:
    """A list; `size` is how long it is, where that is always the same."""

    item: Type
    size: int | None = None


@dataclass(frozen=True)
class MapOf:
    """A mapping from strings."""

    value: Type


@dataclass(frozen=True)
class Field:
    """One field of a record. A nullable one may be null; an optional one may be missing."""

    name: str
    type: Type
    description: str
    nullable: bool = False
    optional: bool = False
    example: str | None = None


@dataclass(frozen=True)
class Record:
    """A kind of record: its name, what it is, and its fields in order.

    >>> fields = (Field("a", "string", "One."), Field("b", "long", "Two.", nullable=True))
    >>> pair = Record("pairs", "Two names.", fields)
    >>> pair.spark_ddl
    '`a` STRING NOT NULL, `b` BIGINT'
    >>> pair.row(b=2, a="x")
    ('x', 2)
    """

    name: str
    description: str
    fields: tuple[Field, ...]

    @property
    def spark_ddl(self) -> str:
        """The schema as Spark reads it from a string."""
        return ", ".join(
            f"`{field.name}` {_spark(field.type)}{'' if field.nullable else ' NOT NULL'}" for field in self.fields
        )

    @property
    def names(self) -> list[str]:
        """The names of the fields."""
        return [field.name for field in self.fields]

    @cached_property
    def row(self) -> Callable[..., tuple[Any, ...]]:
        """Makes a row, a tuple in the order of the fields, from values by name; a missing name is a TypeError."""
        values = ", ".join(map(parameter, self.names))
        return function(self.names, f"({values},)")

    def arrow_schema(self) -> pyarrow.Schema:
        """The schema for Arrow; descriptions travel as metadata."""
        import pyarrow as pa

        return pa.schema(
            [
                pa.field(field.name, _arrow(field.type), field.nullable, {"description": field.description})
                for field in self.fields
            ],
            {"description": self.description},
        )

    def json_schema(self) -> Row:
        """The JSON Schema of one record."""
        return {
            "type": "object",
            "description": self.description,
            "properties": {field.name: _property(field) for field in self.fields},
            "required": [field.name for field in self.fields if not field.optional],
            "additionalProperties": False,
        }


Type = Scalar | OneOf | ListOf | MapOf | Record
STRINGS = ListOf("string")


def parameter(name: str) -> str:
    """A field's name as a parameter: Python keeps some words for itself.

    >>> parameter("from"), parameter("to")
    ('from_', 'to')
    """
    return f"{name}_" if iskeyword(name) else name


def function(names: Iterable[str], expression: str) -> Callable[..., Any]:
    """A function of keyword arguments, as fast as one written by hand.

    >>> function(["a", "b"], "a + b")(b=1, a=2)
    3
    """
    generated: Callable[..., Any] = eval(f"lambda *, {', '.join(map(parameter, names))}: {expression}", {})
    return generated


def _spark(kind: Type) -> str:
    if isinstance(kind, Record):
        inside = ", ".join(f"`{field.name}`: {_spark(field.type)}" for field in kind.fields)
        return f"STRUCT<{inside}>"
    if isinstance(kind, ListOf):
        return f"ARRAY<{_spark(kind.item)}>"
    if isinstance(kind, MapOf):
        return f"MAP<STRING, {_spark(kind.value)}>"
    return _SPARK["string" if isinstance(kind, OneOf) else kind]


def _arrow(kind: Type) -> pyarrow.DataType:
    import pyarrow as pa

    if isinstance(kind, Record):
        return pa.struct([pa.field(field.name, _arrow(field.type)) for field in kind.fields])
    if isinstance(kind, ListOf):
        return pa.list_(_arrow(kind.item))
    if isinstance(kind, MapOf):
        return pa.map_(pa.string(), _arrow(kind.value))
    return {
        "string": pa.string(),
        "int": pa.int32(),
        "long": pa.int64(),
        "double": pa.float64(),
        "boolean": pa.bool_(),
        "timestamp": pa.timestamp("us", "UTC"),
        "json": pa.string(),
    }["string" if isinstance(kind, OneOf) else kind]


def _property(field: Field) -> Row:
    schema = _json(field.type)
    if field.nullable and "type" in schema:
        schema["type"] = [schema["type"], "null"]
        if "enum" in schema:
            schema["enum"].append(None)
    return {**schema, "description": field.description}


def _json(kind: Type) -> Row:
    if isinstance(kind, Record):
        return kind.json_schema()
    if isinstance(kind, ListOf):
        return {"type": "array", "items": _json(kind.item)}
    if isinstance(kind, MapOf):
        return {"type": "object", "additionalProperties": _json(kind.value)}
    if isinstance(kind, OneOf):
        return {"type": "string", "enum": list(kind.values)}
    return dict(_JSON[kind])
