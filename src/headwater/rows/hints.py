"""Type hints as types of fields: how a class of typed attributes becomes a record.

    class Unit(NamedTuple):
        text: Annotated[str, "The text."]
        as_of: Annotated[int | None, "The time, in microseconds."] = None

gives a field `text` and a nullable field `as_of`. A string in `Annotated` is the description.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from headwater.rows.record import Field, ListOf, MapOf, OneOf, Scalar, Type

_SCALARS: dict[Any, Scalar] = {
    str: "string",
    int: "int",
    float: "double",
    bool: "boolean",
    datetime: "timestamp",
    Any: "json",
}


class Hint(NamedTuple):
    """A type hint, read."""

    type: Any
    """The type without None."""
    nullable: bool
    marks: tuple[Any, ...]
    """What `Annotated` adds to it."""

    @property
    def description(self) -> str:
        """The first string among the marks."""
        return next((mark for mark in self.marks if isinstance(mark, str)), "")


def read_hint(hint: Any) -> Hint:
    """A type hint without `Annotated` and None.

    >>> read_hint(Annotated[int | None, "A number."])
    Hint(type=<class 'int'>, nullable=True, marks=('A number.',))
    """
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *own = get_args(hint)
        marks = tuple(own)
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    (plain,) = [option for option in options if option is not type(None)]
    return Hint(plain, len(options) > 1, marks)


def field_type(hint: Any) -> Type:
    """The type of a field with that hint; a class that has a record of its own gives it by `record()`.

    >>> field_type(tuple[int, ...]), field_type(tuple[int, int]), field_type(dict[str, float])
    (ListOf(item='int', size=None), ListOf(item='int', size=2), MapOf(value='double'))
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return OneOf(arguments)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return ListOf(field_type(arguments[0]), len(arguments))
    if origin in (tuple, list):
        return ListOf(field_type(arguments[0]))
    if origin is dict:
        return MapOf(field_type(arguments[1]))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return OneOf(tuple(member.value for member in hint), hint.__name__)
    if hasattr(hint, "record"):
        record: Type = hint.record()
        return record
    return _SCALARS[hint]


def table_fields(kind: type[NamedTuple]) -> Iterator[Field]:
    """The fields of rows that travel as tuples of a class; integers are long."""
    for name, annotation in get_type_hints(kind, include_extras=True).items():
        hint = read_hint(annotation)
        type_ = field_type(hint.type)
        yield Field(name, "long" if type_ == "int" else type_, hint.description, hint.nullable)
