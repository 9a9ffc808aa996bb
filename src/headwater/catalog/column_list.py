"""A list of columns in a string, as readers of files take it: `'id UInt64, tags Array(String)'`."""

from __future__ import annotations

from headwater.base.types import split_list
from headwater.catalog.tables import Column

_BEHIND = ("DEFAULT", "MATERIALIZED", "ALIAS", "CODEC", "COMMENT", "TTL", "EPHEMERAL")


def parse_columns(structure: str) -> tuple[Column, ...]:
    """The columns of such a list, in order.

    >>> [(column.name, column.type_text) for column in parse_columns("a Int32, `b c` Array(Tuple(x Int8, y String))")]
    [('a', 'Int32'), ('b c', 'Array(Tuple(x Int8, y String))')]
    """
    return tuple(_column(part) for part in split_list(structure))


def _column(text: str) -> Column:
    if text[0] in '`"':
        end = text.find(text[0], 1)
        if end > 0:
            return Column(text[1:end], _type(text[end + 1 :]))
    name, _, type_text = text.partition(" ")
    return Column(name, _type(type_text))


def _type(text: str) -> str:
    type_text = text.strip()
    for keyword in _BEHIND:
        index = type_text.upper().find(f" {keyword} ")
        if index >= 0:
            type_text = type_text[:index]
    return type_text.strip() or "unknown"
