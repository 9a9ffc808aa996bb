"""Spans of a text: half-open offsets, and the line and column of an offset."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple


class Span(NamedTuple):
    """Offsets `[start, end)` into the text that was analysed.

    >>> Span(3, 5)
    Span(start=3, end=5)
    """

    start: int
    end: int


class Located:
    """Something with a span in a source. Subclasses have `span` and `source`."""

    span: Span
    source: Source

    @property
    def line(self) -> int:
        """Line where the span starts, from 1."""
        return self.source.position(self.span.start)[0]

    @property
    def column(self) -> int:
        """Column where the span starts, from 1."""
        return self.source.position(self.span.start)[1]


class Source:
    """A text with its line starts, so that an offset can be said as line and column.

    >>> Source("a\\nbc").position(3)
    (2, 2)
    """

    def __init__(self, text: str, name: str = "") -> None:
        self.text = text
        self.name = name

    @cached_property
    def _lines(self) -> list[int]:
        starts = [0]
        find = self.text.find
        index = find("\n")
        while index >= 0:
            starts.append(index + 1)
            index = find("\n", index + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        start = self._lines[number - 1]
        end = self._lines[number] - 1 if number < len(self._lines) else len(self.text)
        return self.text[start:end].rstrip("\r")
