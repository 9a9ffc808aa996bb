"""The columns of a table that is described by an Avro schema: TBLPROPERTIES ('avro.schema.literal' = '{…}')."""

from __future__ import annotations

import json
from typing import Any

from headwater.catalog.tables import Column

LITERAL = "avro.schema.literal"
ADDRESS = "avro.schema.url"
"""Where such a schema is kept in a file."""
_SCALARS = {"long": "bigint", "bytes": "binary", "fixed": "binary", "enum": "string"}
_DEEPEST = 50


def columns(text: str) -> tuple[Column, ...] | None:
    """The columns of a record; None where the text is no schema of one.

    >>> schema = '{"type": "record", "name": "r", "fields": [{"name": "a", "type": ["null", "long"]}]}'
    >>> [(column.name, column.type_text) for column in columns(schema) or ()]
    [('a', 'bigint')]
    """
    try:
        schema = json.loads(text)
    except (ValueError, RecursionError):
        return None
    fields = schema.get("fields") if isinstance(schema, dict) and schema.get("type") == "record" else None
    if not isinstance(fields, list) or not all(isinstance(field, dict) and "name" in field for field in fields):
        return None
    return tuple(Column(str(field["name"]), _type(field.get("type"), 0)) for field in fields)


def _type(schema: Any, depth: int) -> str:
    """An Avro type in the words of a CREATE TABLE; a union with null is its other branch."""
    if depth > _DEEPEST:
        return "unknown"
    if isinstance(schema, list):
        branches = [branch for branch in schema if branch != "null"]
        if len(branches) == 1:
            return _type(branches[0], depth + 1)
        return f"uniontype<{','.join(_type(branch, depth + 1) for branch in branches)}>"
    if isinstance(schema, str):
        return _SCALARS.get(schema, schema)
    if not isinstance(schema, dict):
        return "unknown"
    kind = schema.get("type")
    if kind == "record":
        fields = [field for field in schema.get("fields") or () if isinstance(field, dict)]
        return (
            "struct<" + ",".join(f"{field.get('name')}:{_type(field.get('type'), depth + 1)}" for field in fields) + ">"
        )
    if kind == "array":
        return f"array<{_type(schema.get('items'), depth + 1)}>"
    if kind == "map":
        return f"map<string,{_type(schema.get('values'), depth + 1)}>"
    return str(schema.get("logicalType") or "") or _type(kind, depth + 1)
