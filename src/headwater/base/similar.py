"""The name that was probably meant: the nearest by letters left out, added, changed or swapped.

A name may differ by a third of its letters, at least by one and at most by `FARTHEST`; case does not count. So `amuont`
is near `amount`, and `total` is near nothing but itself and its kind. Words in another order (`id_customer`) are near,
too. The cost of a comparison is linear in the length of the names: only a band of the table of steps is filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

FARTHEST = 5
"""However long a name is: more letters than this are no slip of the hand."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The nearest known name, or None where none is near.

    >>> nearest("custmer", ["customer", "order"]), nearest("FORM", ["FOR", "FROM"]), nearest("x", ["total"])
    ('customer', 'FROM', None)
    """
    return min(_near(name, known, narrowing=True), default=(0.0, False, None))[-1]


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """All names that are near, the nearest first."""
    return [candidate for *_, candidate in sorted(_near(name, known, narrowing=False))]


def _near(name: str, known: Iterable[str], narrowing: bool) -> Iterator[tuple[float, bool, str]]:
    """Steps to each near name, and whether it begins with another letter; when `narrowing`, none that is farther than
    one before.
    """
    mine = name.lower()
    most = min(max(len(mine) // 3, 1), FARTHEST)
    words = sorted(mine.split("_"))
    letters = frozenset(mine)
    for candidate in dict.fromkeys(known):
        theirs = candidate.lower()
        if not theirs or (mine == theirs and candidate == name):
            continue
        if len(words) > 1 and len(mine) == len(theirs) and mine != theirs and words == sorted(theirs.split("_")):
            yield most, False, candidate
            continue
        # every letter that only one of them has is a step: nearly all names fall out here
        if abs(len(mine) - len(theirs)) > most or len(letters.symmetric_difference(theirs)) > 2 * most:
            continue
        steps = _steps(*_different(mine, theirs), most)
        # one letter says nothing: x is not near y
        if steps <= most and (steps < len(mine) or mine == theirs) and steps < len(theirs) + (mine in theirs):
            yield steps, mine[:1] != theirs[:1], candidate
            if narrowing:
                most = min(most, max(ceil(steps), 1))


def _different(one: str, other: str) -> tuple[str, str]:
    """Two names without the letters that they begin and end with alike: tables of one warehouse share most of them.

    >>> _different("sales_2023_eu", "sales_2024_eu")
    ('3', '4')
    """
    shorter = min(len(one), len(other))
    begin = next((i for i in range(shorter) if one[i] != other[i]), shorter)
    end = next((i for i in range(shorter - begin) if one[-1 - i] != other[-1 - i]), shorter - begin)
    return one[begin : len(one) - end], other[begin : len(other) - end]


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
