"""Which statements are the same but for their constants: the words of a text, without comments, spacing and literals.

    SELECT a FROM t WHERE d = '2024-05-01'  -- nightly      and      select of the same with another day

Two texts with one fingerprint have one lineage. So a literal is only left out where it cannot matter to a column:
beside a comparison or an operator, in a list of IN, in rows of VALUES, behind LIMIT, under an alias. Everywhere else it
stays: `GROUP BY 1`, `s['field']`, `dictGet('d', 'attr', id)`, `COLUMNS('^a')`, a path in FROM, the list of a PIVOT, the
options of a CREATE TABLE. What is doubtful stays too; that costs another analysis, and never a wrong answer.

Cutting a text into words is most of the cost. A log repeats its templates, so texts are first cut at their literals
alone; where the pieces between were met before, it is known which of the literals count, and no words are cut.
`_SIMPLE` is what such a cut understands; a text with anything else in it (a backslash, a dollar sign, a doubled quote)
takes the long way every time.

To let one more literal fall away: a kind of word in `_BEFORE` or `_BEHIND`, and a pair of texts in the tests.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import TokenError
from sqlglot.tokenizer_core import Token, TokenType

from headwater.syntax.template import cover

_T = TokenType
_LITERALS = frozenset(
    kind for kind in _T if kind is _T.NUMBER or kind.name == "STRING" or kind.name.endswith("_STRING")
)
_COMPARES = frozenset(
    (_T.EQ, _T.NEQ, _T.LT, _T.LTE, _T.GT, _T.GTE, _T.NULLSAFE_EQ, _T.LIKE, _T.ILIKE, _T.RLIKE, _T.GLOB)
)
_COMPUTES = frozenset((_T.PLUS, _T.DASH, _T.STAR, _T.SLASH, _T.DIV, _T.MOD, _T.DPIPE, _T.THEN, _T.ELSE))
_DECIDES = frozenset((_T.AND, _T.OR, _T.NOT, _T.WHERE, _T.HAVING, _T.WHEN, _T.ON, _T.QUALIFY, _T.BETWEEN))
_DATES = frozenset((_T.INTERVAL, _T.DATE, _T.TIMESTAMP, _T.TIMESTAMPTZ, _T.DATETIME, _T.TIME))
_BEFORE = _COMPARES | _COMPUTES | _DECIDES | _DATES | {_T.LIMIT, _T.OFFSET}
"""Behind these a literal does not matter."""
_BEHIND = _COMPARES | {_T.ALIAS}
"""Nor before these."""
_PLAIN = _LITERALS | _DATES | {_T.COMMA, _T.L_PAREN, _T.R_PAREN, _T.L_BRACKET, _T.R_BRACKET, _T.DASH, _T.PLUS}
_PLAIN |= {_T.NULL, _T.TRUE, _T.FALSE, _T.DEFAULT}
_PIVOTS = frozenset((_T.PIVOT, _T.UNPIVOT))
_READS = frozenset((_T.SELECT, _T.INSERT, _T.UPDATE, _T.DELETE, _T.MERGE, _T.WITH, _T.FROM, _T.VALUES, _T.L_PAREN))
"""A statement that begins otherwise (CREATE, ALTER, SET, COPY …) keeps its literals up to its first SELECT."""
_DAY = re.compile(r"""['"]\d{4}([-/]?)\d\d\1\d\d(?:[T ][\d:.+Z -]*)?['"]""")

_SIMPLE = re.compile(
    r"""('[^'\\]*'(?!')|"[^"\\]*"(?!")|`[^`\\]*`|--[^\n]*|/\*(?!\+)[^*]*\*+(?:[^/*][^*]*\*+)*/|(?<![\w.$@])\d+(?:\.\d+)?(?![\w.]))"""
)
_STRANGE = re.compile(r"""['"`\\#$@{]|/\*""")
_COMMENTS = ("-", "/")
_SLOT = "\0"
_MANY = 32_000_000
"""Characters of shapes that are remembered: a log of 50,000 templates fits."""
_LONG = 20_000


class Fingerprinter:
    """Fingerprints texts of one dialect; remembers the shapes it met, up to a bound.

    >>> from headwater import dialects
    >>> of = Fingerprinter(dialects.get("duckdb").grammar)
    >>> of("SELECT a FROM t WHERE b = 1 -- one") == of("SELECT a\\nFROM t WHERE b = 2;")
    True
    >>> of("SELECT a FROM t GROUP BY 1") == of("SELECT a FROM t GROUP BY 2")
    False
    """

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._held = 0
        self._shapes: dict[str, tuple[list[str], list[int]] | str | None] = {}

    def __call__(self, text: str) -> str:
        """32 hexadecimal digits; the same for every run, machine and version of Python."""
        if len(text) > _LONG:
            return _digest(self._canonical(text)[0])
        pieces = _SIMPLE.split(text)
        shape = _shape(pieces)
        if shape not in self._shapes:
            self._held += len(shape)
            if self._held > _MANY:
                self._shapes.clear()
                self._held = len(shape)
            self._shapes[shape] = self._learn(text, pieces)
        known = self._shapes[shape]
        if known is None:
            return _digest(self._canonical(text)[0])
        if isinstance(known, str):
            return known
        between, slots = known
        said = [between[0]]
        for at, slot in enumerate(slots):
            said += (pieces[slot], between[at + 1])
        return _digest("".join(said))

    def _learn(self, text: str, pieces: list[str]) -> tuple[list[str], list[int]] | str | None:
        """What a shape's fingerprint is made of: the text between the literals that count, and which these are.

        None where the pieces are not the words that the lexer sees.
        """
        if any(_STRANGE.search(piece) for piece in pieces[::2]):
            return None
        canonical, kept, words = self._canonical(text)
        starts: dict[int, int] = {}
        offset = 0
        for at, piece in enumerate(pieces):
            if at % 2 and not piece.startswith(_COMMENTS):
                if words.get(offset) != offset + len(piece):
                    return None
                starts[offset] = at
            offset += len(piece)
        # only literals may differ between texts of one shape, and each has to be a piece of its own
        if any(start not in starts for start in kept):
            return None
        if not kept:
            return _digest(canonical)
        between: list[str] = []
        slots: list[int] = []
        before = 0
        for start, place in kept.items():
            piece = pieces[starts[start]]
            if canonical[place : place + len(piece)] != piece:
                return None
            between.append(canonical[before:place])
            slots.append(starts[start])
            before = place + len(piece)
        between.append(canonical[before:])
        return between, slots

    def _canonical(self, text: str) -> tuple[str, dict[int, int], dict[int, int]]:
        """The words that count, one space between; where in it the quoted and literal ones stand, by their offset in
        the text; and all quoted and literal words, by offset, with their end.
        """
        try:
            tokens = self._grammar.tokenize(cover(text)[0])
        except (TokenError, ValueError, IndexError, RecursionError):
            return " ".join(text.split()), {}, {}
        said: list[str] = []
        kept: dict[int, int] = {}
        words: dict[int, int] = {}
        length = 0
        for token, dropped in _counted(tokens, text):
            piece = text[token.start : token.end + 1]
            if token.token_type in _LITERALS or token.token_type is _T.IDENTIFIER:
                words[token.start] = token.end + 1
                if dropped is False:
                    kept[token.start] = length
            elif dropped is False:
                piece = " ".join(piece.split())
            if dropped is None:
                continue
            if dropped:
                piece = "?"
            said.append(piece)
            length += len(piece) + 1
        return " ".join(said), kept, words


def _shape(pieces: list[str]) -> str:
    """The text between the literals, and what kind each of them is of. Comments are alike."""
    said: list[str] = []
    for at, piece in enumerate(pieces):
        said.append((_SLOT + (piece[0] if not piece[0].isdigit() else "0")) if at % 2 else piece)
    return "".join(said)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


# ── which words count ────────────────────────────────────────────────────────────────────────────────────────────
_Counted = list[tuple[Token, bool | None]]
"""Each word with: False, it counts; True, it is a literal that does not; None, it is part of a list that has been
said already.
"""


def _counted(tokens: Sequence[Token], text: str) -> _Counted:
    end = len(tokens)
    while end and tokens[end - 1].token_type is _T.SEMICOLON:
        end -= 1
    found: _Counted = [(token, None) for token in tokens[end:]]
    first = 0
    for at in range(end + 1):
        if at == end or tokens[at].token_type is _T.SEMICOLON:
            found += _statement(tokens[first:at], text)
            if at < end:
                found.append((tokens[at], False))
            first = at + 1
    return found


def _statement(tokens: Sequence[Token], text: str) -> _Counted:
    if not tokens:
        return []
    kinds = [token.token_type for token in tokens]
    if not _PIVOTS.isdisjoint(kinds):
        return [(token, False) for token in tokens]
    start = 0
    if kinds[0] not in _READS:
        # WITH ('topic' = 'orders') of a CREATE TABLE is what the table is
        start = next((at for at, kind in enumerate(kinds) if kind is _T.SELECT), len(kinds))
    creates = start > 0
    found: _Counted = [(token, False) for token in tokens[:start]]
    at = start
    while at < len(tokens):
        kind = kinds[at]
        if kind is _T.L_PAREN and kinds[at - 1] is _T.IN and at:
            close = _plain_list(kinds, at)
            if close:
                found.append((tokens[at], False))
                found.append((tokens[at + 1], True))
                found += [(token, None) for token in tokens[at + 2 : close]]
                at = close
                continue
        if kind is _T.VALUES:
            found.append((tokens[at], False))
            at = _rows(tokens, kinds, at + 1, found)
            continue
        found.append((tokens[at], kind in _LITERALS and _matters_not(kinds, at, creates, text, tokens[at])))
        at += 1
    return found


def _matters_not(kinds: list[TokenType], at: int, creates: bool, text: str, token: Token) -> bool:
    before = kinds[at - 1] if at else None
    behind = kinds[at + 1] if at + 1 < len(kinds) else None
    if creates and before in _COMPUTES:
        return False  # CREATE VIEW v AS SELECT a + 1 FROM t: the column is called `a + 1`
    if before in _BEFORE or behind in _BEHIND:
        return True
    return before in (_T.L_PAREN, _T.COMMA) and _DAY.fullmatch(text, token.start, token.end + 1) is not None


def _plain_list(kinds: list[TokenType], opened: int) -> int:
    """Where a list of literals closes; 0 where it is not one."""
    depth = 0
    for at in range(opened, len(kinds)):
        kind = kinds[at]
        if kind not in _PLAIN:
            return 0
        if kind is _T.L_PAREN:
            depth += 1
        elif kind is _T.R_PAREN:
            depth -= 1
            if not depth:
                return at if at > opened + 1 else 0
    return 0


def _rows(tokens: Sequence[Token], kinds: list[TokenType], at: int, found: _Counted) -> int:
    """VALUES (1, 'a'), (2, 'b'): the first row says how many columns there are, more of the same say nothing."""
    first = True
    while at < len(kinds) and kinds[at] is _T.L_PAREN:
        close = _plain_list(kinds, at)
        if not close:
            return at
        for token in tokens[at : close + 1]:
            found.append((token, (token.token_type in _LITERALS) if first else None))
        first = False
        at = close + 1
        if at + 1 < len(kinds) and kinds[at] is _T.COMMA and _plain_list(kinds, at + 1):
            found.append((tokens[at], None))
            at += 1
    return at
