"""Pieces of text that know what they mean, so that a screen can colour them and a file need not.

A line is a list of pieces; `plain` forgets the meanings. Control characters never get through: SQL is anybody's
text, and an escape sequence in it is not to move anybody's cursor.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from headwater.base.levels import Level

Meaning = Literal["plain", "head", "faint", "name", "good", "unsure", "bad", "info", "warning", "error", "mark"]
Relation = Literal["value", "influence", "both"]


class Piece(NamedTuple):
    """Some text and what it means."""

    text: str
    meaning: Meaning = "plain"


Line = Sequence[Piece]


def plain(lines: Iterable[Line]) -> str:
    """The lines as text, each ended by a newline, without blanks at the ends."""
    return "".join("".join(piece.text for piece in line).rstrip() + "\n" for line in lines)


def level_meaning(level: Level) -> Meaning:
    """How a level is to be seen."""
    if level is Level.EXACT:
        return "good"
    return "unsure" if level is Level.INFERRED else "bad"


def clean(text: str) -> str:
    """One line of printable text: blanks for white space, a replacement for other control characters.

    >>> clean("a +\\n\\t b\\x1b[31m")
    'a + b�[31m'
    """
    flat = " ".join(text.split())
    if flat.isprintable():
        return flat
    return "".join(char if _shows(char) else "\ufffd" for char in flat)


def _shows(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def width(text: str) -> int:
    """How many cells the text takes on a screen: East Asian wide characters take two, combining ones none.

    >>> width("ab"), width("血缘")
    (2, 4)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def pad(text: str, cells: int) -> str:
    """The text with blanks behind it up to a width."""
    return text + " " * (cells - width(text))


def crop(text: str, cells: int) -> str:
    """The text cut to a width, with … where something is missing."""
    if width(text) <= cells:
        return text
    remaining = max(cells - 1, 0)
    out: list[str] = []
    for char in text:
        remaining -= width(char)
        if remaining < 0:
            break
        out.append(char)
    return "".join(out) + "…"
