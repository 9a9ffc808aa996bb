"""What a record is: its fields in order, and the same schema for Arrow, Spark and JSON.

A record is data; from it come the Arrow schema, the Spark DDL and the JSON Schema, so the three cannot differ, and the
descriptions are the documentation. A field that is a record itself is a list of such records, as they travel between
steps. Fields are only ever added, at the end. To add a type: a line in each of the three tables below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pyarrow

Type = Literal["string", "int", "long", "double", "boolean", "timestamp", "strings"]
Row = dict[str, Any]

_SPARK: dict[Type, str] = {
    "string": "STRING",
    "int": "INT",
    "long": "BIGINT",
    "double": "DOUBLE",
    "boolean": "BOOLEAN",
    "timestamp": "TIMESTAMP",
    "strings": "ARRAY<STRING>",
}
_JSON: dict[Type, Row] = {
    "string": {"type": "string"},
    "int": {"type": "integer"},
    "long": {"type": "integer"},
    "double": {"type": "number"},
    "boolean": {"type": "boolean"},
    "timestamp": {"type": "string", "format": "date-time"},
    "strings": {"type": "array", "items": {"type": "string"}},
}


@dataclass(frozen=True)
class Field:
    """One field of a record: of a plain type, or a list of other records."""

    name: str
    type: Type | Record
    description: str
    nullable: bool = False


@dataclass(frozen=True)
class Record:
    """A kind of record: its name, what it is, and its fields in order.

    >>> fields = (Field("a", "string", "One."), Field("b", "long", "Two.", nullable=True))
    >>> Record("pairs", "Two names.", fields).spark_ddl
    '`a` STRING NOT NULL, `b` BIGINT'
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

    def arrow_schema(self) -> pyarrow.Schema:
        """The schema for Arrow; descriptions travel as metadata."""
        import pyarrow as pa

        return pa.schema(
            [
                pa.field(one.name, _arrow(one.type), one.nullable, {"description": one.description})
                for one in self.fields
            ],
            {"description": self.description},
        )

    def json_schema(self) -> Row:
        """The JSON Schema of one record."""
        return {
            "type": "object",
            "description": self.description,
            "properties": {one.name: _property(one) for one in self.fields},
            "required": [one.name for one in self.fields],
            "additionalProperties": False,
        }


def _spark(kind: Type | Record) -> str:
    if isinstance(kind, Record):
        inside = ", ".join(f"`{one.name}`: {_spark(one.type)}" for one in kind.fields)
        return f"ARRAY<STRUCT<{inside}>>"
    return _SPARK[kind]


def _arrow(kind: Type | Record) -> pyarrow.DataType:
    import pyarrow as pa

    if isinstance(kind, Record):
        return pa.list_(pa.struct([pa.field(one.name, _arrow(one.type)) for one in kind.fields]))
    return {
        "string": pa.string(),
        "int": pa.int32(),
        "long": pa.int64(),
        "double": pa.float64(),
        "boolean": pa.bool_(),
        "timestamp": pa.timestamp("us", "UTC"),
        "strings": pa.list_(pa.string()),
    }[kind]


def _property(field: Field) -> Row:
    if isinstance(field.type, Record):
        return {"type": "array", "items": field.type.json_schema(), "description": field.description}
    said = dict(_JSON[field.type])
    if field.nullable:
        said["type"] = [said["type"], "null"]
    return {**said, "description": field.description}
