"""What Hive's lineage is known to lose, by name: the reason, and what can still be held between the two answers.

A loss is an exception for the scripts of the corpus that name it (`-- ! windows`), for columns that it is about alone;
a script that names a loss and does not need it fails. To add one: a function that says what is left to compare.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Sources = frozenset[str]


@dataclass(frozen=True)
class Told:
    """One column of Hive's answer, beside headwater's: values, and what decides this column."""

    how: str | None
    sources: Sources | None
    values: Sources
    conditions: Sources


@dataclass(frozen=True)
class Loss:
    """`holds` says whether the two answers are the same but for this loss."""

    name: str
    reason: str
    holds: Callable[[Told], bool]


def _windows(one: Told) -> bool:
    return one.how == "SCRIPT" and one.sources is not None and one.values | one.conditions <= one.sources


def _stars(one: Told) -> bool:
    if one.sources is None or not any(source.endswith(".*") for source in one.sources):
        return False
    return frozenset(source for source in one.sources if not source.endswith(".*")) == one.values | one.conditions


def _distinct(one: Told) -> bool:
    return bool(one.values) and bool(one.sources) and all(source.endswith(".*") for source in one.sources or ())


def _positions(one: Told) -> bool:
    return one.how == "SCRIPT" and not one.values and not one.conditions


def _parts(one: Told) -> bool:
    return one.sources is not None and bool(one.values) and one.values < one.sources


def _values(one: Told) -> bool:
    return not one.values and all(source.startswith("values__tmp__table") for source in one.sources or ())


LOSSES = {
    loss.name: loss
    for loss in (
        Loss(
            "windows",
            "A window function, like any partitioned table function, takes whole rows: every column of its input feeds "
            "every column that it makes (SCRIPT). headwater's sources must be among them.",
            _windows,
        ),
        Loss(
            "count-star",
            "count(*), count(1) and min(1) come from `t.*`, the rows; headwater calls them generated.",
            _stars,
        ),
        Loss(
            "distinct",
            "count(DISTINCT k) of a key of the GROUP BY, and the second of several DISTINCT aggregates over one "
            "expression, come from `t.*`; headwater names the column.",
            _distinct,
        ),
        Loss(
            "parts",
            "What was put together is not taken apart: a field of a struct made of two columns comes from both, and so "
            "does each column of inline and stack. headwater's sources must be among them.",
            _parts,
        ),
        Loss(
            "positions",
            "A position of posexplode, a label of stack, a constant key of a map come from the array or map to Hive; "
            "they are generated.",
            _positions,
        ),
        Loss("values", "VALUES are rows of a temporary table to Hive; headwater calls them generated.", _values),
    )
}

SHOWN_BY = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "windows": r"\bOVER\b|\bUSING\s*'|\bTRANSFORM\b|\b\w+\s*\(\s*ON\b",
        "count-star": r"\b\w+\s*\(|\bIN\b",
        "distinct": r"\bDISTINCT\b",
        "parts": r"\b(?:named_)?struct\b|\barray\b|\bmap\b|\binline\b|\bstack\b|\bcreate_union\b|\bcollect_\w+",
        "positions": r"\bposexplode\b|\bstack\b|\bmap\b|\bexplode\b",
        "values": r"\bVALUES\b",
    }.items()
}
"""The words without which a statement cannot meet a loss: a replay's statements do not name theirs."""


AMONG = Loss(
    "among",
    "What a window, a constructor or a table function of several columns makes goes on into expressions, where it is "
    "no SCRIPT any more, or has no source but constants. headwater's sources must be among Hive's.",
    lambda one: one.sources is not None and one.values | one.conditions <= one.sources,
)
BY_NAME = {**LOSSES, AMONG.name: AMONG}
_QUOTED = re.compile(r"`[^`]*`")
_MAKES = ("windows", "parts")
_LABELS = re.compile(r"\bposexplode\b", re.IGNORECASE)


def shown(sql: str) -> tuple[str, ...]:
    """The losses that a generated statement may meet; its names in quotes are names (`map`), and no calls."""
    text = _QUOTED.sub(" ", sql)
    names = [name for name, words in SHOWN_BY.items() if words.search(text)]
    if _LABELS.search(text) or any(name in _MAKES for name in names):
        names.append(AMONG.name)
    return tuple(name for name in names if name != "positions" or AMONG.name in names)


def excused(sql: str, column: Told) -> str | None:
    """The loss that accounts for a column of a replayed statement."""
    return next((name for name, words in SHOWN_BY.items() if words.search(sql) and LOSSES[name].holds(column)), None)
