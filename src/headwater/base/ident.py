"""Names: parts, case folding, and how a name is printed.

Two names are the same thing when their folded parts are equal; what is printed is how it was first written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

Key = tuple[str, ...]
"""The folded parts of a dataset's name, outermost first."""


class Fold(Enum):
    """What a dialect does to the letters of a name before comparing it."""

    NONE = "none"
    LOWER = "lower"

    @property
    def apply(self) -> Callable[[str], str]:
        """The folding as a function of one part."""
        return str.lower if self is Fold.LOWER else _same


def _same(name: str) -> str:
    return name


def dotted(parts: Sequence[str]) -> str:
    """The printed form of a name. A part that holds a dot is quoted, so that the form can be read back.

    >>> dotted(("db", "t"))
    'db.t'
    >>> dotted(("file", "a.csv"))
    'file."a.csv"'
    >>> dotted(("a.csv",))
    'a.csv'
    """
    if len(parts) == 1:
        return parts[0] or '""'
    return ".".join(f'"{part}"' if "." in part or not part else part for part in parts)


def split_name(text: str) -> tuple[str, ...]:
    """The parts of a printed or user-given name; double quotes and backquotes protect dots.

    >>> split_name('db."my.table"')
    ('db', 'my.table')
    """
    parts: list[str] = []
    current: list[str] = []
    quote = ""
    for char in text:
        if quote:
            if char == quote:
                quote = ""
            else:
                current.append(char)
        elif char in '"`':
            quote = char
        elif char == ".":
            parts.append("".join(current))
            current = []
        else:
            current.append(char)
    parts.append("".join(current))
    return tuple(parts)
