"""Suggestions at the end of a message: the name that was probably meant, or what there is to choose from.

They are worked out when a message is shown, never while a statement is analysed: comparing one unknown table with a
thousand known ones costs more than the analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from headwater.base.diagnostics import Suggestion
from headwater.base.similar import nearest

_COMPARED = 2000
_LISTED = 6


def near(name: str, known: Callable[[], Iterable[str]]) -> Suggestion:
    """` Did you mean x?` for the nearest of the known names, or nothing.

    >>> str(near("custmer", lambda: ["customer", "order"]))
    ' Did you mean customer?'
    """
    return Suggestion(lambda: _nearest(name, known()))


def near_or_all(name: str, known: Callable[[], Iterable[str]], there: str = "It has") -> Suggestion:
    """The nearest name; where none is near and there are only a few, all of them.

    >>> str(near_or_all("total", lambda: ["id", "day"]))
    ' It has id, day.'
    """
    return Suggestion(lambda: _nearest_or_all(name, known(), there))


def _nearest(name: str, known: Iterable[str]) -> str:
    match = nearest(name, islice(filter(None, known), _COMPARED))
    return f" Did you mean {match}?" if match is not None else ""


def _nearest_or_all(name: str, known: Iterable[str], there: str) -> str:
    names = list(islice(dict.fromkeys(candidate for candidate in known if candidate and candidate != "*"), _COMPARED))
    said = _nearest(name, names)
    if said or not 0 < len(names) <= _LISTED:
        return said
    return f" {there} {', '.join(names)}."
