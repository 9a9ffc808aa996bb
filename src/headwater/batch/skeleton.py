"""A text without its literals, found by patterns that a whole column of texts can be put through at once.

    SELECT a FROM t WHERE d = '2024-05-01' AND n IN (1, 2)      becomes, with ¤ for the mark,
    SELECT a FROM t WHERE d = ''¤ AND n IN (¤)

Engines for columns (RE2, in Arrow) have no lookaround, so these patterns cut less than those of `fingerprint`; what
they do not cut stays, and the skeleton then says more than it must. Two texts with one skeleton differ in literals
alone, *if* `fingerprint` cuts one of them at the same places: `from_pieces` says what its skeleton would then be.
Whether a place is cut depends on what stands around a literal, which is in the skeleton, and never on what is in the
literal. So what holds for one text holds for the other; to keep it so, no pattern here may match a literal that
`fingerprint` would not.

A literal leaves a mark, and before it what kind it is: nothing for a number, a quote for a string, two for a day.
Quoted names stay, and of comments their ends.
"""

from __future__ import annotations

import re
from collections.abc import Container

from headwater.sql.tokens import SqlglotDialect as Grammar

MARK = "\x01"
"""A text that has this character itself has no skeleton."""
DAY = r"\d{4}(?:-\d\d-\d\d|/\d\d/\d\d|\d{4})(?:[T ][\d:.+Z -]*)?"
"""What a day looks like between its quotes."""

_LINE = r"(--)[^\n\r]*"
_BLOCK = r"(/\*)(?:[^*/+][^*/]*)?(\*/)"
"""Without a star or a slash inside: whether comments nest is another question for each engine."""
_COMMENTS = {"-": "--", "/": "/**/"}


class Skeleton:
    """How texts of one dialect lose their literals: `passes` are patterns with what they are replaced by, in order.

    >>> from headwater import dialects
    >>> of = Skeleton(dialects.get("duckdb").grammar)
    >>> text = "SELECT a FROM t WHERE d = 'x' AND n IN (1, 2)"
    >>> for pattern, instead in of.passes:
    ...     text = re.sub(pattern, instead, text)
    >>> text.replace(MARK, "¤")
    "SELECT a FROM t WHERE d = '¤ AND n IN (¤)"
    """

    def __init__(self, grammar: Grammar) -> None:
        lexer = grammar.tokenizer_class
        strings, names = single(lexer.QUOTES), single(lexer.IDENTIFIERS)
        self._names = frozenset(names)
        quotes = "".join(strings)
        cut = [
            "(" + "|".join(f"{quote}{body(quote, lexer.IDENTIFIER_ESCAPES)}{quote}" for quote in names) + ")",
            f"([{quotes}]){DAY}([{quotes}])",
            *(f"({quote}){body(quote, lexer.STRING_ESCAPES)}{quote}" for quote in strings),
            _LINE,
            _BLOCK,
            rf"([^\w.$@{quotes}{''.join(names)}])\d+(?:\.\d+)?",
        ]
        first = f"(?s){'|'.join(cut)}"
        groups = re.compile(first).groups
        assert groups <= 9, "RE2 has names for nine groups"
        literal = f"[{quotes}]{{0,2}}{MARK}"
        some = rf"\s*{literal}(?:\s*,\s*{literal})*\s*"
        self.passes: tuple[tuple[str, str], ...] = (
            (first, "".join(f"\\{number}" for number in range(1, groups + 1)) + MARK),
            (rf"(?i)(\bIN\s*\(){some}\)", rf"\1{MARK})"),
            (rf"(?i)(\bVALUES\s*\([^()]*\))(?:\s*,\s*\({some}\))+", rf"\1+{MARK}"),
        )
        self._adjacent = re.compile(f"{MARK}[{quotes}]")

    def from_pieces(self, pieces: list[str]) -> str | None:
        """The skeleton of a text that `fingerprint` cut: literals stand at odd positions. None where there is none."""
        marked = list(pieces)
        for index in range(1, len(pieces), 2):
            marked[index] = self._reduced(pieces[index]) + MARK
        skeleton = "".join(marked)
        if MARK in "".join(pieces) or self._adjacent.search(skeleton):
            return None
        for pattern, instead in self.passes[1:]:
            skeleton = re.sub(pattern, instead, skeleton)
        return skeleton

    def _reduced(self, piece: str) -> str:
        first = piece[0]
        if first in self._names:
            return piece
        if first in _COMMENTS:
            return _COMMENTS[first]
        if first.isdigit():
            return ""
        return first + piece[-1] if _DAY.fullmatch(piece, 1, len(piece) - 1) else first


_DAY = re.compile(DAY)


def single(quotes: object) -> list[str]:
    """The quotes of a lexer that are one character, the same at both ends."""
    return [quote for quote in quotes if isinstance(quote, str) and len(quote) == 1] if isinstance(quotes, list) else []


def body(quote: str, escapes: Container[str]) -> str:
    """What stands between two quotes, as a pattern."""
    plain = rf"[^{quote}\\]" if "\\" in escapes else f"[^{quote}]"
    escaped = [r"\\."] if "\\" in escapes else []
    escaped += [quote * 2] if quote in escapes else []
    return f"(?:{'|'.join([plain, *escaped])})*"
