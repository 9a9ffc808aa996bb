"""Suggestions behind a message: the name that was probably meant, or what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from headwater.base.similar import nearest

_LOOKED_AT = 2000
_LISTED = 6


def near(name: str, known: Iterable[str], most: int = _LOOKED_AT) -> str:
    """` Did you mean x?` for the nearest known name among so many, or nothing.

    >>> near("custmer", ["customer", "order"])
    ' Did you mean customer?'
    """
    found = nearest(name, islice((one for one in known if one), most))
    return f" Did you mean {found}?" if found is not None else ""


def near_or_all(name: str, known: Iterable[str], there: str = "It has") -> str:
    """The nearest name; where none is near and there are only a few, all of them.

    >>> near_or_all("total", ["id", "day"])
    ' It has id, day.'
    """
    names = list(islice(dict.fromkeys(one for one in known if one and one != "*"), _LOOKED_AT))
    said = near(name, names)
    if said or not 0 < len(names) <= _LISTED:
        return said
    return f" {there} {', '.join(names)}."
