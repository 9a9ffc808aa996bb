"""A list of columns in a string, as readers of files take it: `'id UInt64, tags Array(String)'`."""

from __future__ import annotations

from headwater.base.types import split_list
from headwater.catalog.tables import Column

_BEHIND = ("DEFAULT", "MATERIALIZED", "ALIAS", "CODEC", "COMMENT", "TTL", "EPHEMERAL")


def columns_of(structure: str) -> tuple[Column, ...]:
    """The columns of such a list, in order.

    >>> [(one.name, one.type_text) for one in columns_of("a Int32, `b c` Array(Tuple(x Int8, y String))")]
    [('a', 'Int32'), ('b c', 'Array(Tuple(x Int8, y String))')]
    """
    return tuple(_column(part) for part in split_list(structure))


def _column(text: str) -> Column:
    if text[0] in '`"':
        end = text.find(text[0], 1)
        if end > 0:
            return Column(text[1:end], _type(text[end + 1 :]))
    name, _, rest = text.partition(" ")
    return Column(name, _type(rest))


def _type(text: str) -> str:
    words = text.strip()
    for word in _BEHIND:
        index = words.upper().find(f" {word} ")
        if index >= 0:
            words = words[:index]
    return words.strip() or "unknown"
