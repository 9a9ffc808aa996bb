"""What a format is: how it is recognised, and how its records become entries.

Neither raises for what a file holds: a value may be of any type, so it is read with `get`, `clean` and `moment`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from headwater.logs.entry import FileContext
from headwater.logs.records import Record, Row
from headwater.rows.steps import Entry


@dataclass(frozen=True)
class RecordFormat:
    """A log of records."""

    name: str
    title: str
    claims: Callable[[Record], bool]
    entries: Callable[[Sequence[Row], FileContext], Iterator[Entry]]


@dataclass(frozen=True)
class TextFormat:
    """A log of lines. `claims` looks at how it begins; `entries` gets the lines with their ends, and holds few."""

    name: str
    title: str
    claims: Callable[[str], bool]
    entries: Callable[[Iterable[str], FileContext], Iterator[Entry]]


def get(value: Any, *keys: str) -> Any:
    """What lies at the end of some keys, or None where one of them is not there.

    >>> get({"a": {"b": 1}}, "a", "b"), get({"a": [1]}, "a", "b")
    (1, None)
    """
    for key in keys:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def dotted(*parts: Any) -> str | None:
    """A name of its parts; parts with other characters are quoted. None where there is no last part.

    >>> dotted(None, "shop", "orders"), dotted("my-project", "d", "a.b")
    ('shop.orders', 'my-project.d.`a.b`')
    """
    if not isinstance(parts[-1], str) or not parts[-1]:
        return None
    names = [part for part in parts if isinstance(part, str) and part]
    return ".".join(name if all(c.isalnum() or c in "_-$" for c in name) else f"`{name}`" for name in names)
