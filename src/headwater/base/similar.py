"""The name that was probably meant: the nearest by letters left out, added, changed or swapped.

A name may differ by a third of its letters, at least by one and at most by `FARTHEST`; case does not count. So `amuont`
is near `amount`, and `total` is near nothing but itself and its kind. Words in another order (`id_customer`) are near,
too. The cost of a comparison is linear in the length of the names: only a band of the table of steps is filled.
"""

from __future__ import annotations

from collections.abc import Iterable

FARTHEST = 5
"""However long a name is: more letters than this are no slip of the hand."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The nearest known name, or None where none is near.

    >>> nearest("custmer", ["customer", "order"]), nearest("FORM", ["FOR", "FROM"]), nearest("x", ["total"])
    ('customer', 'FROM', None)
    """
    names = near_names(name, known)
    return names[0] if names else None


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """All names that are near, the nearest first."""
    mine = name.lower()
    most = min(max(len(mine) // 3, 1), FARTHEST)
    words = sorted(mine.split("_"))
    letters = frozenset(mine)
    matches: list[tuple[float, bool, str]] = []
    for candidate in dict.fromkeys(known):
        theirs = candidate.lower()
        if not theirs or (mine == theirs and candidate == name):
            continue
        if len(words) > 1 and len(mine) == len(theirs) and mine != theirs and words == sorted(theirs.split("_")):
            matches.append((most, False, candidate))
            continue
        # every letter that only one of them has is a step: nearly all names fall out here
        if abs(len(mine) - len(theirs)) > most or len(letters.symmetric_difference(theirs)) > 2 * most:
            continue
        steps = _steps(mine, theirs, most)
        # one letter says nothing: x is not near y
        if steps <= most and (steps < len(mine) or mine == theirs) and steps < len(theirs) + (mine in theirs):
            matches.append((steps, mine[:1] != theirs[:1], candidate))
    return [candidate for *_, candidate in sorted(matches)]


def _steps(one: str, other: str, most: int) -> float:
    """How many letters to add, leave out, change or swap with their neighbour; more than `most` is not counted."""
    beyond = most + 1.0
    width = len(other)
    before: list[float] = []
    row: list[float] = [float(column) if column <= most else beyond for column in range(width + 1)]
    for line, mine in enumerate(one, start=1):
        earlier, before, row = before, row, [beyond] * (width + 1)
        row[0] = float(line) if line <= most else beyond
        least = row[0]
        for column in range(max(1, line - most), min(width, line + most) + 1):
            theirs = other[column - 1]
            best = min(before[column] + 1, row[column - 1] + 1, before[column - 1] + (mine != theirs))
            swapped = line > 1 and column > 1 and mine == other[column - 2] and one[line - 2] == theirs
            if swapped and mine != theirs:
                best = min(best, earlier[column - 2] + 0.9)  # the commonest slip of all
            row[column] = best
            least = min(least, best)
        if least > most:
            return beyond
    return row[-1]
