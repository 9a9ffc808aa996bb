"""Random numbers that are a pure function of numbers: the same on every machine and every Python.

Only `random()` of the standard generator is used: its stream is promised to stay, that of `choice` and `sample` is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")
MASK = (1 << 64) - 1


def mix(seed: int, stream: int, number: int) -> int:
    """64 bits that look like chance; streams keep the uses of one number apart.

    >>> mix(1, 2, 3) == mix(1, 2, 3), mix(1, 2, 3) == mix(1, 2, 4)
    (True, False)
    """
    x = (seed * 0x9E3779B97F4A7C15 + stream * 0xD1B54A32D192ED03 + number * 0x8CB92BA72F3D8DD7 + 1) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Dice:
    """The chance of one table or one template."""

    __slots__ = ("random",)

    def __init__(self, seed: int, stream: int, number: int) -> None:
        self.random = Random(mix(seed, stream, number)).random

    def below(self, count: int) -> int:
        """A number from 0 to count - 1."""
        return int(self.random() * count)

    def between(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return low + int(self.random() * (high - low + 1))

    def pick(self, items: Sequence[T]) -> T:
        """One of them."""
        return items[int(self.random() * len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """So many of them, or all, in their order."""
        needed, chosen = min(count, len(items)), []
        random = self.random
        for index, item in enumerate(items):
            if random() * (len(items) - index) < needed:
                chosen.append(item)
                needed -= 1
        return chosen
