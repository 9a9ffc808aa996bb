"""Names: parts, case folding, and how a name is printed.

Two names are the same thing when their folded parts are equal; what is printed is how it was first written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from unicodedata import normalize

Key = tuple[str, ...]
"""The folded parts of a dataset's name, outermost first."""


class Fold(Enum):
    """What a dialect does to the letters of a name before comparing it."""

    NONE = "none"
    LOWER = "lower"
    LOWER_COMPOSED = "lower, composed"
    """Lower case in Unicode's form NFC: Ô written as one character and as O with a circumflex are one name."""

    @property
    def apply(self) -> Callable[[str], str]:
        """The folding as a function of one part."""
        return _APPLY[self.value]


def _same(name: str) -> str:
    return name


def _composed(name: str) -> str:
    return name.lower() if name.isascii() else normalize("NFC", name.lower())


_APPLY: dict[str, Callable[[str], str]] = {"none": _same, "lower": str.lower, "lower, composed": _composed}


def dotted(parts: Sequence[str]) -> str:
    """The printed form of a name. A part that holds a dot, or begins with a quote, is quoted, and quotes in it are
    doubled, so that the form can be read back.

    >>> dotted(("db", "t"))
    'db.t'
    >>> dotted(("file", "a.csv"))
    'file."a.csv"'
    >>> dotted(("a.csv",)), dotted(("db", "`t`")), dotted(('5" disk', "id"))
    ('a.csv', 'db."`t`"', '5" disk.id')
    """
    if len(parts) == 1 and not parts[0].startswith(_QUOTES):
        return parts[0] or '""'
    return ".".join(_quoted(part) if "." in part or not part or part.startswith(_QUOTES) else part for part in parts)


_QUOTES = ('"', "`")


def _quoted(part: str) -> str:
    doubled = part.replace('"', '""')
    return f'"{doubled}"'


def split_name(text: str) -> tuple[str, ...]:
    """The parts of a printed or user-given name; double quotes and backquotes around a part protect dots in it, and
    doubled they stand for themselves. Inside a part that is not quoted they are letters.

    >>> split_name('db."my.table"'), split_name('"a ""b"" c".d'), split_name('sum("x")')
    (('db', 'my.table'), ('a "b" c', 'd'), ('sum("x")',))
    """
    if '"' not in text and "`" not in text:
        return tuple(text.split("."))
    parts: list[str] = []
    current: list[str] = []
    quote = closed = ""
    for char in text:
        if quote:
            if char == quote:
                quote, closed = "", char
            else:
                current.append(char)
        elif closed and char == closed:  # doubled
            current.append(char)
            quote, closed = closed, ""
        elif char in _QUOTES and not current and not closed:
            quote = char
        elif char == ".":
            parts.append("".join(current))
            current = []
            closed = ""
        else:
            closed = ""
            current.append(char)
    parts.append("".join(current))
    return tuple(parts)
