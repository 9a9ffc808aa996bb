"""Excerpts of the SQL with carets under a span, and diagnostics shown that way."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.base.diagnostics import Diagnostic
from headwater.base.spans import Source, Span
from headwater.emit.styled_text import Line, Meaning, Piece, clean, width

MAX_LINES = 8
"""Of a longer span, the first lines are shown."""
MAX_WIDTH = 160
"""Of a longer line, the part around the span is shown."""
_TAB = 4


def excerpt(source: Source, span: Span, meaning: Meaning = "mark", indent: str = "") -> Iterator[Line]:
    """The lines that a span stands on, each with carets under what belongs to it.

    >>> from headwater.emit.styled_text import plain
    >>> print(plain(excerpt(Source("SELECT a FROM t"), Span(7, 8))), end="")
    1 | SELECT a FROM t
      |        ^
    """
    text = source.text
    start = min(max(span.start, 0), len(text))
    end = min(max(span.end, start), len(text))
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    first, low = source.position(start)
    last, high = source.position(max(end - 1, start))
    shown = min(last, first + MAX_LINES - 1)
    gutter = len(str(shown))
    for number in range(first, shown + 1):
        line = source.line(number)
        begin = low - 1 if number == first else len(line) - len(line.lstrip())
        stop = max(high if number == last else len(line), begin + 1)
        before, marked, after = _window(line, begin, stop)
        yield [Piece(f"{indent}{number:>{gutter}} | ", "faint"), Piece(before + marked + after)]
        if marked or number == first:
            carets = " " * width(before) + "^" * max(width(marked), 1)
            yield [Piece(f"{indent}{'':>{gutter}} | ", "faint"), Piece(carets, meaning)]
    if shown < last:
        yield [Piece(f"{indent}{'':>{gutter}} | … {last - shown} more lines", "faint")]


def _window(line: str, begin: int, stop: int) -> tuple[str, str, str]:
    """The line in three parts, printable, and cut on both sides where it is very long."""
    low = max(begin - MAX_WIDTH // 2, 0) if len(line) > MAX_WIDTH else 0
    high = min(max(stop, low + MAX_WIDTH), begin + MAX_WIDTH) if len(line) > MAX_WIDTH else len(line)
    before = ("…" if low else "") + _printable(line[low:begin])
    after = _printable(line[stop:high]) if stop < high else ""
    ellipsis = "…" if high < len(line) else ""
    return before, _printable(line[begin : min(stop, high)]), after + ellipsis


def _printable(text: str) -> str:
    flat = text.replace("\t", " " * _TAB)
    return flat if flat.isprintable() else "".join(char if char == " " else clean(char) or " " for char in flat)


def diagnostic(problem: Diagnostic) -> Iterator[Line]:
    """A diagnostic for people: what, where, the SQL with carets, what to do.

    >>> import headwater
    >>> from headwater.emit.styled_text import plain
    >>> problem = headwater.analyze("SELECT a FROM t", dialect="duckdb").diagnostics[0]
    >>> print(plain(diagnostic(problem)).splitlines()[0])
    warning W110: Table t is not in the catalog; its columns are inferred from use.
    """
    name = problem.source.name or "<sql>"
    yield [Piece(f"{problem.severity} {problem.code}", problem.severity), Piece(f": {clean(problem.message)}", "head")]
    yield [Piece(f"  --> {clean(name)}:{problem.line}:{problem.column}", "faint")]
    yield from excerpt(problem.source, problem.span, problem.severity, "  ")
    if problem.severity != "info":
        yield [Piece("  help: ", "faint"), Piece(problem.help)]
