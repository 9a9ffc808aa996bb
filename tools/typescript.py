"""The types of the page (page/src/api/types.ts), written from the classes of answers in `headwater.rows`.

`make docs` writes the file again; a test fails while it is stale. Types that no answer has belong elsewhere in page/.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from headwater.rows import diff_answers, graph, graph_answers, server_answers
from headwater.rows.json_record import JsonRecord
from headwater.rows.record import Field, ListOf, MapOf, OneOf, Record, Type

HEADER = """\
/* The answers of the server, as /openapi.json describes them. Ids are strings: a browser's numbers are shorter.

   Written by tools/typescript.py; `make docs` writes it again. */
"""
MODULES = (graph, graph_answers, diff_answers, server_answers)
ENUMERATIONS = (
    graph.LEVEL,
    graph.EDGE_TYPE,
    OneOf(get_args(graph.Relation), "Relation"),
    OneOf(get_args(graph.Change), "Change"),
)
CONSTANTS = {
    "LEVELS": ("Level", graph.LEVEL.values),
    "VALUE_TYPES": ("EdgeType", graph.VALUE_TYPES),
    "INFLUENCE_TYPES": ("EdgeType", graph.INFLUENCE_TYPES),
}
SCALARS = {
    "string": "string",
    "int": "number",
    "long": "number",
    "double": "number",
    "boolean": "boolean",
    "timestamp": "string",
    "json": "unknown",
}


def types() -> str:
    """The text of the file."""
    parts = [HEADER]
    parts += [f"export type {one.name} = {_union(one)};\n" for one in ENUMERATIONS]
    for name, (kind, values) in CONSTANTS.items():
        listed = ", ".join(f'"{value}"' for value in values)
        parts.append(f"export const {name}: {kind}[] = [{listed}];\n")
    parts += [_interface(record) for record in records()]
    return "\n".join(parts)


def records() -> list[Record]:
    """Every record of an answer, once, behind those that it is made of."""
    result: dict[str, Record] = {}
    for module in MODULES:
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, JsonRecord) and thing.__module__ == module.__name__:
                for record in _inside(thing.record()):
                    result.setdefault(record.name, record)
    return list(result.values())


def _inside(kind: Type) -> Iterator[Record]:
    if isinstance(kind, ListOf):
        yield from _inside(kind.item)
    elif isinstance(kind, MapOf):
        yield from _inside(kind.value)
    elif isinstance(kind, Record):
        for field in kind.fields:
            yield from _inside(field.type)
        yield kind


def _interface(record: Record) -> str:
    lines = [f"/** {record.description} */", f"export interface {record.name} {{"]
    for field in record.fields:
        lines += [f"  /** {field.description} */", f"  {_property(field)};"]
    return "\n".join([*lines, "}", ""])


def _property(field: Field) -> str:
    return f"{field.name}{'?' if field.optional else ''}: {_type(field.type)}{' | null' if field.nullable else ''}"


def _type(kind: Type) -> str:
    if isinstance(kind, Record):
        return kind.name
    if isinstance(kind, OneOf):
        return kind.name or _union(kind)
    if isinstance(kind, MapOf):
        return f"Record<string, {_type(kind.value)}>"
    if isinstance(kind, ListOf):
        item = _type(kind.item)
        if kind.size is not None:
            return f"[{', '.join([item] * kind.size)}]"
        return f"({item})[]" if "|" in item else f"{item}[]"
    return SCALARS[kind]


def _union(kind: OneOf) -> str:
    return " | ".join(f'"{value}"' for value in kind.values)
