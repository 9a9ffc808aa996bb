"""The name that was probably meant: the nearest by letters left out, added, changed or swapped.

A name may differ by a third of its letters at most, and by one at least; capitals do not count. So `amuont` is near
`amount`, and `total` is near nothing but itself and its kind. Words in another order (`id_customer`) are near, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The nearest known name, or None where none is near.

    >>> nearest("custmer", ["customer", "order"]), nearest("FORM", ["FOR", "FROM"]), nearest("x", ["total"])
    ('customer', 'FROM', None)
    """
    found = near_names(name, known)
    return found[0] if found else None


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """All names that are near, the nearest first."""
    mine = name.lower()
    most = max(len(mine) // 3, 1)
    words = sorted(mine.split("_"))
    letters = Counter(mine)
    found: list[tuple[float, bool, str]] = []
    for one in dict.fromkeys(known):
        theirs = one.lower()
        if not theirs or (mine == theirs and one == name):
            continue
        if len(words) > 1 and mine != theirs and words == sorted(theirs.split("_")):
            found.append((most, False, one))
            continue
        # no more than `most` letters may be missing on either side: nearly all names fall out here
        if abs(len(mine) - len(theirs)) > most or sum((letters - Counter(theirs)).values()) > most:
            continue
        steps = _steps(mine, theirs, most)
        # one letter says nothing: x is not near y
        if steps <= most and (steps < len(mine) or mine == theirs) and steps < len(theirs) + (mine in theirs):
            found.append((steps, mine[:1] != theirs[:1], one))
    return [one for *_, one in sorted(found)]


def _steps(one: str, other: str, most: int) -> float:
    """How many letters to add, leave out, change or swap with their neighbour; more than `most` is not counted."""
    before: list[float] = []
    row: list[float] = list(range(len(other) + 1))
    for at, mine in enumerate(one, start=1):
        earlier, before, row = before, row, [at]
        for place, theirs in enumerate(other, start=1):
            best = min(before[place] + 1, row[-1] + 1, before[place - 1] + (mine != theirs))
            swapped = at > 1 and place > 1 and mine == other[place - 2] and one[at - 2] == theirs
            if swapped and mine != theirs:
                best = min(best, earlier[place - 2] + 0.9)  # the commonest slip of all
            row.append(best)
        if min(row) > most:
            return most + 1
    return row[-1]
