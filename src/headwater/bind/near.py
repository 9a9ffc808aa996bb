"""Suggestions: the name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near(name: str, known: Iterable[str]) -> str:
    """` Did you mean x?` for the nearest known name, or nothing.

    >>> near("custmer", ["customer", "order"])
    ' Did you mean customer?'
    """
    folded = {one.lower(): one for one in known if one}
    match = get_close_matches(name.lower(), folded, n=1, cutoff=0.75)
    return f" Did you mean {folded[match[0]]}?" if match else ""
