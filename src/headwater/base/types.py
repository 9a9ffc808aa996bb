"""Types, as far as lineage needs them: what can be opened (structs, arrays, maps) and what cannot.

A type is read from the words of any dialect: `STRUCT<a INT, b ARRAY<STRING>>`, `struct<a:int>`, `Array(Tuple(x
Int32))`, `ROW<a INT>`, `INT[]`, `STRUCT(a INTEGER)[]`, `Nested(a Int8)`, `MAP<K, V>`. What cannot be read is `Unknown`:
never an error.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """Base of all types; by itself a type nobody told us."""

    def __str__(self) -> str:
        return "unknown"


@dataclass(frozen=True, slots=True)
class Untyped(Type):
    """The type of a stored column that no schema tells: it may have fields and elements."""


@dataclass(frozen=True, slots=True)
class Scalar(Type):
    """A type with nothing to open; `name` is its spelling.

    >>> str(parse_type("decimal(10, 2)"))
    'decimal(10, 2)'
    """

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Array(Type):
    """A list of one element type."""

    element: Type

    def __str__(self) -> str:
        return f"array<{self.element}>"


@dataclass(frozen=True, slots=True)
class Map(Type):
    """Keys to values."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"map<{self.key},{self.value}>"


@dataclass(frozen=True, slots=True)
class Struct(Type):
    """Named fields in order.

    >>> parse_type("STRUCT<a INT, b STRING>").field("a")
    Scalar(name='INT')
    """

    fields: tuple[tuple[str, Type], ...]

    def field(self, name: str) -> Type | None:
        """The type of a field, matched without regard to case; None where there is no such field."""
        folded = name.lower()
        for field, kind in self.fields:
            if field.lower() == folded:
                return kind
        return None

    def __str__(self) -> str:
        return "struct<" + ",".join(f"{name}:{kind}" for name, kind in self.fields) + ">"


UNKNOWN = Type()
"""Nobody worked it out: of most expressions it is not needed."""
UNTYPED = Untyped()
"""Nobody told it."""

_WRAPPERS = ("nullable", "lowcardinality", "simpleaggregatefunction")
_STRUCTS = ("struct", "row", "tuple", "record")
_OPEN = {"<": ">", "(": ")"}


def parse_type(text: str) -> Type:
    """Read a type as any of the dialects writes it.

    >>> str(parse_type("Array(Tuple(x Int32, y String))"))
    'array<struct<x:Int32,y:String>>'
    >>> str(parse_type("INTEGER[]"))
    'array<INTEGER>'
    """
    text = text.strip()
    if len(text) > 100_000:
        return Scalar(text[:100])
    return _parse(text, 0)


def _parse(text: str, depth: int) -> Type:
    text = _drop_suffix(text.strip())
    if not text:
        return UNKNOWN
    if depth > 60:
        return Scalar(text)
    if text.endswith("]") and "[" in text:
        return Array(_parse(text[: text.rindex("[")], depth + 1))
    head, inside = _head(text)
    word = head.lower()
    if inside is None:
        return UNKNOWN if word in ("unknown", "") else Scalar(text)
    if word in ("array", "list"):
        return Array(_parse(inside, depth + 1))
    if word in _STRUCTS:
        return Struct(tuple(_field(part, n, depth) for n, part in enumerate(split_list(inside))))
    if word == "nested":
        return Array(Struct(tuple(_field(part, n, depth) for n, part in enumerate(split_list(inside)))))
    if word == "map":
        parts = split_list(inside)
        if len(parts) == 2:
            return Map(_parse(parts[0], depth + 1), _parse(parts[1], depth + 1))
        return Map(UNKNOWN, UNKNOWN)
    if word in _WRAPPERS:
        return _parse(split_list(inside)[-1], depth + 1)
    if word == "multiset":
        return Array(_parse(inside, depth + 1))
    return Scalar(text)


def _drop_suffix(text: str) -> str:
    upper = text.upper()
    for suffix in (" NOT NULL", " NULL"):
        if upper.endswith(suffix):
            return text[: -len(suffix)].rstrip()
    return text


def _head(text: str) -> tuple[str, str | None]:
    for index, char in enumerate(text):
        if char in _OPEN:
            if text.endswith(_OPEN[char]):
                return text[:index].strip(), text[index + 1 : -1]
            return text[:index].strip(), None
    return text, None


def split_list(text: str) -> list[str]:
    """Cut at the commas that stand at the outermost level."""
    parts: list[str] = []
    depth = start = 0
    quote = ""
    for index, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "`\"'":
            quote = char
        elif char in "<([":
            depth += 1
        elif char in ">)]":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def _field(text: str, position: int, depth: int) -> tuple[str, Type]:
    """`name type`, `name: type`, or a bare type, which gets its position as a name (tuple.1)."""
    if text[0] in '`"':
        end = text.find(text[0], 1)
        if end > 0:
            return text[1:end], _parse(text[end + 1 :].lstrip(" :"), depth + 1)
    for index, char in enumerate(text):
        if char in " :":
            rest = text[index + 1 :].lstrip(" :")
            if rest and rest[0] not in "<([":
                return text[:index], _parse(rest, depth + 1)
            break
        if char in "<([":
            break
    return str(position + 1), _parse(text, depth + 1)
