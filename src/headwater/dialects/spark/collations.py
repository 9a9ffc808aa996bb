"""Collations in Spark's output names.

    l = 'a'      →      (l = 'a' collate UTF8_LCASE)      where l is a string collate utf8_lcase

Where strings of several collations meet, Catalyst casts them to one, and a literal then shows its collation. What an
expression says with COLLATE wins over the collation of a column or a cast, and that over the default of a literal. To
add a function that brings its arguments to one collation: a row in `_MEETING`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from headwater.dialects.spark.value_types import EXPLICIT, IMPLICIT, Name, element, type_of, typed

BINARY = "UTF8_BINARY"
_NONE = "null"
"""The collation of strings that could not agree on one."""
_STRING = re.compile(r"string(?: collate (.+))?")
_SUFFIXES = ("CI", "AI", "RTRIM")
_DROPPED = frozenset({"CS", "AS"})

_MEETING: dict[str, tuple[int, ...]] = {
    "locate": (0, 1), "position": (0, 1), "substring_index": (0, 1), "levenshtein": (0, 1), "overlay": (0, 1),
    "split_part": (0, 1), "lpad": (0, 2), "rpad": (0, 2), "lag": (0, 2), "lead": (0, 2), "if": (1, 2),
    "regexp_replace": (0, 1, 2),
}  # fmt: skip
"""The arguments of a function that are brought to one collation."""
_ALL_MEET = frozenset(
    {
        "concat", "concat_ws", "coalesce", "greatest", "least", "array", "array_contains", "array_position",
        "array_append", "array_remove", "array_join", "arrays_overlap", "array_union", "array_except",
        "array_intersect", "instr", "contains", "startswith", "endswith", "find_in_set", "translate", "replace",
        "str_to_map", "mask", "to_number", "try_to_number", "trim", "ltrim", "rtrim",
    }
)  # fmt: skip
"""Functions all of whose arguments are."""


def canonical(name: str) -> str:
    """A collation as Spark spells it.

    >>> canonical("unicode_ci"), canonical("sr_latn_ai"), canonical("EN_usa_cs"), canonical("utf8_lCAse")
    ('UNICODE_CI', 'sr_Latn_AI', 'en_USA', 'UTF8_LCASE')
    """
    words = name.upper().split("_")
    suffixes = [suffix for suffix in _SUFFIXES if suffix in words[1:]]
    base = [words[0], *(word for word in words[1:] if word not in _SUFFIXES and word not in _DROPPED)]
    if words[0] not in ("UTF8", "UNICODE"):
        base = [words[0].lower(), *(word.title() if len(word) == 4 else word for word in base[1:])]
    return "_".join(base + suffixes)


def of_type(kind: str) -> str:
    """The collation of a string type, or of an array of strings; empty for any other type."""
    match = _STRING.fullmatch(element(kind) or kind)
    return "" if match is None else canonical(match[1]) if match[1] and match[1] != _NONE else match[1] or BINARY


def string(collation: str) -> str:
    """The type of a string of a collation."""
    return "string" if collation == BINARY else f"string collate {collation}"


def meet(names: Sequence[str]) -> tuple[str, int]:
    """The collation that strings agree on, and how strongly they hold to it; empty where none of them is a string."""
    best: dict[str, None] = {}
    strength = -1
    for name in names:
        collation = of_type(type_of(name))
        held = name.strength if isinstance(name, Name) else 0
        if not collation or held < strength:
            continue
        best = {collation: None} if held > strength else {**best, collation: None}
        strength = held
    if len(best) > 1:
        return (_NONE if strength == IMPLICIT else next(iter(best))), strength
    return next(iter(best), ""), strength


def agreed(names: Sequence[str]) -> list[str]:
    """Strings that meet: the literals among them show a collation that is not theirs."""
    if not any(isinstance(name, Name) and name.is_literal for name in names):
        return list(names)
    collation, _ = meet(names)
    if collation in ("", BINARY):
        return list(names)
    return [_collated(name, collation) for name in names]


def _collated(name: str, collation: str) -> str:
    if not isinstance(name, Name) or not name.is_literal or of_type(name.type) == collation:
        return name
    text = name.replace("\\", "\\\\").replace("'", "\\'")
    return typed(f"'{text}' collate {collation}", string(collation))


def arguments(function: str, names: list[str]) -> list[str]:
    """The arguments of a call, after those that meet did."""
    if function == "map":
        keys, values = agreed(names[::2]), agreed(names[1::2])
        return [name for pair in zip(keys, values, strict=False) for name in pair]
    if function == "elt":
        return [*names[:1], *agreed(names[1:])]
    if function in _ALL_MEET:
        return agreed(names)
    positions = [position for position in _MEETING.get(function, ()) if position < len(names)]
    for position, name in zip(positions, agreed([names[position] for position in positions]), strict=True):
        names = [*names[:position], name, *names[position + 1 :]]
    return names


def result(name: str, kind: str, names: Sequence[str]) -> Name:
    """A call of that type: a string has the collation that its arguments agree on."""
    if not of_type(kind):
        return typed(name, kind)
    collation, strength = meet(names)
    inner = string(collation or BINARY)
    return typed(name, f"array<{inner}>" if element(kind) else inner, max(strength, 0))


def collate(left: str, name: str) -> Name:
    """left COLLATE name."""
    return typed(f"collate({left}, {name})", string(canonical(name)), EXPLICIT)
