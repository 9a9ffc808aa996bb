"""Cuts a stream of SQL into its statements, at each `;` that ends one, without holding more than one of them.

Strings, quoted names, comments, dollar quotes and scripting blocks (BEGIN … END, IF … END IF) stay whole. How the
text arrives does not matter: the cuts are the same for chunks of any size. A statement longer than `longest` is given
in pieces, and the cutting begins anew after the next `;` at the end of a line: a quote that is never closed costs one
statement, not the rest of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from headwater.logs.quoting import QUOTING, Quoting
from headwater.logs.script_blocks import Blocks

_STEP = 1 << 16
_AHEAD = 80
"""No sign that opens or closes something is longer."""


_SIGNS = r"--|/\*|#|\$\w{0,64}\$|'''|\"\"\"|['\"`]|;"
_TOKEN = re.compile(rf"{_SIGNS}|\w+|\S")
_BARE = re.compile(_SIGNS)
"""Where there are no blocks, other tokens do not matter."""
_LEAST = re.compile(r"\S")
_COMMENT = re.compile(r"/\*|\*/")
_RESUME = re.compile(r";[ \t]*\r?\n")


def split_sql(
    chunks: Iterable[str], dialect: str | None = None, *, longest: int = 16 * 1024 * 1024
) -> Iterator[tuple[int, str]]:
    """Each statement without its `;`, and the offset in the whole text where it begins. Comments alone are none.

    >>> list(split_sql(["SELECT ';'; SEL", "ECT 2 -- last"], "duckdb"))
    [(0, "SELECT ';'"), (12, 'SELECT 2 -- last')]
    """
    cutter = _Cutter(QUOTING.get(dialect, QUOTING[None]), longest)
    for chunk in _even(chunks):
        yield from cutter.feed(chunk)
    yield from cutter.feed("", last=True)


def _even(chunks: Iterable[str]) -> Iterator[str]:
    """Chunks of a useful size: short lines are joined, a huge text is cut."""
    pieces: list[str] = []
    size = 0
    for chunk in chunks:
        for offset in range(0, len(chunk), _STEP):
            pieces.append(chunk[offset : offset + _STEP])
            size += len(pieces[-1])
            if size >= _STEP:
                yield "".join(pieces)
                pieces, size = [], 0
    yield "".join(pieces)


class _Cutter:
    """`buffer` holds, from `start` on, the statement that is being read; `at` is how far it is."""

    def __init__(self, quoting: Quoting, longest: int) -> None:
        self.quoting, self.longest = quoting, longest
        self.buffer = ""
        self.offset = 0  # of the buffer in the whole text
        self.lost = False
        self.begin(0)

    def begin(self, start: int) -> None:
        """A new statement begins."""
        self.start = self.at = start
        self.limit = start + self.longest
        self.inside: re.Pattern[str] | None = None  # what ends the quote or comment that `at` is in
        self.depth = 0  # of comments
        self.anything = False
        self.blocks = Blocks() if self.quoting.scripts else None

    def feed(self, chunk: str, *, last: bool = False) -> Iterator[tuple[int, str]]:
        """What is complete with this chunk."""
        self.buffer = self.buffer[self.start :] + chunk
        self.offset, self.at, self.limit = self.offset + self.start, self.at - self.start, self.longest
        self.start = 0
        while (end := self.resume() if self.lost else self.scan(last)) is not None:
            yield from self.cut(end)
        if last:
            yield from self.cut(len(self.buffer))

    def resume(self) -> int | None:
        """Where a piece of a lost statement ends."""
        self.anything = True
        if match := _RESUME.search(self.buffer, self.start, self.limit):
            self.lost = False
            return match.start()
        return self.limit if len(self.buffer) >= self.limit else None

    def cut(self, end: int) -> Iterator[tuple[int, str]]:
        """Give what ends here."""
        text = self.buffer[self.start : end]
        if self.anything and (statement := text.strip()):
            yield self.offset + self.start + len(text) - len(text.lstrip()), statement
        self.begin(end + (not self.lost and self.buffer.startswith(";", end)))

    def scan(self, last: bool) -> int | None:
        """Where the statement ends; None when more text is needed to know."""
        safe = len(self.buffer) - (0 if last else _AHEAD)  # what ends before is whole
        while self.at <= self.limit:
            if self.inside is not None:
                if not self.leave(last) and self.at <= self.limit:
                    return None
                continue
            pattern = _TOKEN if self.blocks else _BARE
            match = pattern.search(self.buffer, self.at)
            if match is None or (match.end() > safe and safe <= self.limit):
                self.skip(min(match.start(), safe) if match else safe)
                if self.at <= self.limit:
                    return None
                continue
            self.skip(match.start())
            if match.group() == ";" and match.end() <= self.limit:
                if self.blocks:
                    self.blocks.read(";")
                if not self.blocks or not self.blocks.open:
                    return match.start()
                self.at = match.end()
            else:
                self.token(match.group())
        self.lost = True
        return self.limit

    def skip(self, end: int) -> None:
        """Skip text without a token."""
        if end > self.at:
            self.anything = self.anything or _LEAST.search(self.buffer, self.at, end) is not None
            self.at = end

    def token(self, token: str) -> None:
        """Skip a token, or enter the quote or comment that it opens."""
        quoting, ends = self.quoting, None
        if token in ("'''", '"""') and not quoting.triple:
            token = token[0]
        if token == "--" or (token == "#" and quoting.hash):
            ends = r"\n"
        elif token == "/*":
            ends, self.depth = r"\*/", 1
        elif token[0] == "$" and token[-1] == "$" and len(token) > 1:
            ends = re.escape(token) if quoting.dollar else None
        elif token[0] in quoting.strings:
            letter = self.letter()
            if quoting.escaped and letter == "E":
                ends = r"\\.|''|'"
            else:
                ends = rf"\\.|{token}" if quoting.backslash and not (quoting.raw and letter == "R") else token
        elif token[0] in quoting.names:
            ends = token
        self.at += len(token)
        if ends is not None:
            self.inside = _COMMENT if token == "/*" and quoting.nested else re.compile(ends, re.DOTALL)
            if token in ("--", "#", "/*"):
                return
        self.anything = True
        if self.blocks:
            self.blocks.read(token.upper())
            if not self.blocks.possible:
                self.blocks = None

    def letter(self) -> str:
        """The prefix letter of a string: r'…', E'…'; empty where there is none."""
        before = self.buffer[max(self.at - 2, self.start) : self.at].upper()
        return before[-1:] if len(before) < 2 or not (before[0].isalnum() or before[0] == "_") else ""

    def leave(self, last: bool) -> bool:
        """Go to the end of the quote or comment; whether it is there."""
        while self.inside is not None and (match := self.inside.search(self.buffer, self.at)):
            sign = match.group()
            if match.end() == len(self.buffer) and not last:
                break  # a quote may be doubled by what comes
            self.at = match.end()
            if sign == "/*":
                self.depth += 1
            elif sign == "*/" and self.depth > 1:
                self.depth -= 1
            elif sign[0] != "\\" and sign != "''":
                self.inside = None
        else:
            if self.inside is not None:
                # What ends it may have come in part. No escape is cut in two: there is no whole one any more.
                self.at = len(self.buffer) if last else max(self.at, len(self.buffer) - _AHEAD)
        return self.inside is None
