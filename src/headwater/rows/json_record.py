"""Answers as classes: a frozen dataclass whose fields say their type and what they are, and whose JSON is derived.

    @dataclass(frozen=True, slots=True)
    class Hop(JsonRecord):
        \"\"\"One step inside a statement.\"\"\"

        source: Annotated[str, "The column that is read.", Named("from")]
        offset: Annotated[int, OMITTED]

        @property
        @json_field("to")
        def target_name(self) -> str:
            \"\"\"The target column.\"\"\"

`to_dict` gives the JSON of an answer and `record` describes it, for the server's OpenAPI document and the types of the
page. The docstring of a property is its description. Times become ISO strings, enumerations their values, and floats
have four decimal places. The fields of the class come first, then its properties; `After` puts one elsewhere.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from headwater.rows.hints import field_type, read_hint
from headwater.rows.record import Field, ListOf, MapOf, OneOf, Record, function, parameter

_Function = TypeVar("_Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Named:
    """What a field is called in JSON, where that is not the name of the attribute."""

    name: str


@dataclass(frozen=True)
class After:
    """The field that a field stands behind in JSON; an empty name puts it first."""

    name: str


@dataclass(frozen=True)
class Example:
    """A value of a field, for the documentation."""

    value: str


@dataclass(frozen=True)
class Only:
    """The attribute of the value that stands for it in JSON."""

    attribute: str


class Position(Enum):
    """Where the JSON of a field goes: nowhere, or, where it is a record itself, among the fields of the outer one."""

    OMITTED = "omitted"
    FLAT = "flat"


OMITTED, FLAT = Position.OMITTED, Position.FLAT


def json_field(name: str = "", *marks: Any) -> Callable[[_Function], _Function]:
    """Puts a property into the JSON form; this decorator stands below `@property`."""

    def mark(getter: _Function) -> _Function:
        getter.__dict__["json_field"] = (name or getter.__name__, marks)
        return getter

    return mark


class JsonRecord:
    """The base of the classes of answers."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        kind = type(self)
        encode = _ENCODERS.get(kind)
        if encode is None:
            encode = _ENCODERS[kind] = _encoder(kind)
        return encode(self)

    @classmethod
    def record(cls) -> Record:
        """The schema of the JSON form."""
        if cls not in _RECORDS:
            _RECORDS[cls] = _record(cls)
        return _RECORDS[cls]


# What is derived from a class, once.
_RECORDS: dict[type[JsonRecord], Record] = {}
_ENCODERS: dict[type[JsonRecord], Callable[[Any], dict[str, Any]]] = {}


def json_text(kind: type[JsonRecord]) -> Callable[..., str]:
    """Writes the JSON text of a record from the texts of its values, by name: for what is written very often.

    >>> @dataclass
    ... class Pair(JsonRecord):
    ...     left: int
    ...     right: str
    >>> json_text(Pair)(right='"x"', left="1")
    '{"left":1,"right":"x"}'
    """
    names = kind.record().names
    inside = ",".join(f'"{name}":{{{parameter(name)}}}' for name in names)
    return function(names, f"f'{{{{{inside}}}}}'")


# ── from a class to its JSON ─────────────────────────────────────────────────────────────────────────────────────
class _Member(NamedTuple):
    """A field of the class, or a property, that is part of the JSON form."""

    expression: str
    """Its value, given `self`."""
    name: str
    hint: Any
    """Its type, without None."""
    nullable: bool
    marks: tuple[Any, ...]
    description: str


def _members(kind: type[JsonRecord]) -> list[_Member]:
    """The members in the order of the JSON form."""
    ordered: list[_Member] = []
    moved: list[tuple[str, _Member]] = []
    for member in _declared(kind):
        after = next((mark.name for mark in member.marks if isinstance(mark, After)), None)
        if after is None:
            ordered.append(member)
        else:
            moved.append((after, member))
    for after, member in moved:
        position = next((number for number, known in enumerate(ordered, 1) if known.name == after), 0)
        ordered.insert(position, member)
    return ordered


def _declared(kind: type[JsonRecord]) -> Iterator[_Member]:
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):  # type: ignore[arg-type]  # every answer is a dataclass
        yield from _member(field.name, field.name, hints[field.name], ())
    for name, member in vars(kind).items():
        getter = member.fget if isinstance(member, property) else None
        if getter is not None and "json_field" in getter.__dict__:
            json_name, marks = getter.__dict__["json_field"]
            annotation = get_type_hints(getter, include_extras=True)["return"]
            yield from _member(name, json_name, annotation, (*marks, _first_paragraph(getter)))


def _member(attribute: str, name: str, annotation: Any, marks: tuple[Any, ...]) -> Iterator[_Member]:
    hint = read_hint(annotation)
    hint = hint._replace(marks=(*marks, *hint.marks))
    if OMITTED in hint.marks:
        return
    expression, type_ = f"self.{attribute}", hint.type
    for mark in hint.marks:
        if isinstance(mark, Named):
            name = mark.name
        elif isinstance(mark, Only):
            expression = f"{expression}.{mark.attribute}"
            type_ = read_hint(get_type_hints(type_, include_extras=True)[mark.attribute]).type
    yield _Member(expression, name, type_, hint.nullable, hint.marks, hint.description)


def _first_paragraph(documented: Any) -> str:
    text = inspect.getdoc(documented) or ""
    return " ".join(text.partition("\n\n")[0].partition(">>>")[0].split())


def _record(kind: type[JsonRecord]) -> Record:
    record_fields: dict[str, Field] = {}
    for member in _members(kind):
        if FLAT in member.marks:
            record_fields |= {field.name: field for field in member.hint.record().fields}
            continue
        type_ = next((mark for mark in member.marks if isinstance(mark, OneOf | ListOf | MapOf | Record)), None)
        record_fields[member.name] = Field(
            member.name,
            type_ or field_type(member.hint),
            member.description,
            member.nullable,
            example=next((mark.value for mark in member.marks if isinstance(mark, Example)), None),
        )
    return Record(kind.__name__, _first_paragraph(kind), tuple(record_fields.values()))


def _encoder(kind: type[JsonRecord]) -> Callable[[Any], dict[str, Any]]:
    parts = []
    for member in _members(kind):
        value = member.expression
        if FLAT in member.marks:
            parts.append(f"**{value}.to_dict()")
            continue
        encoded = _encoded(member.hint, value)
        if member.nullable and encoded != value:
            encoded = f"None if {value} is None else {encoded}"
        parts.append(f'"{member.name}": {encoded}')
    encoder: Callable[[Any], dict[str, Any]] = eval(f"lambda self: {{{', '.join(parts)}}}", {})
    return encoder


def _encoded(hint: Any, value: str) -> str:
    """The expression that makes JSON of a value."""
    if hint is float:
        return f"round({value}, 4)"
    if hint is datetime:
        return f"{value}.isoformat()"
    if get_origin(hint) in (tuple, list):
        inner = _encoded(get_args(hint)[0], "item")
        return f"list({value})" if inner == "item" else f"[{inner} for item in {value}]"
    if isinstance(hint, type) and issubclass(hint, JsonRecord):
        return f"{value}.to_dict()"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"{value}._value_"
    return value
