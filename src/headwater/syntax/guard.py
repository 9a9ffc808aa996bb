"""Limits that keep a statement from taking the interpreter down, measured on its words before it is parsed.

The parser recurses once or more for each open parenthesis, bracket and CASE, and a compiled parser on the native stack; on some texts
it takes time that doubles with every word. So these are counted first, and a statement that goes too far is refused kindly. Kinds of
words are counted before anything is walked: nearly every statement is far below every limit, and is let through at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

from sqlglot.tokenizer_core import Token, TokenType

from headwater.base import codes
from headwater.base.codes import Code
from headwater.base.span import Span

MAX_DEPTH = 240
"""Deep enough for 200 nested subqueries, and a fifth of where the parser and the binder meet Python's own limit."""
MAX_RUN = 100
"""Prefix operators, subscripts or keywords in a row: real statements have a few."""

_T = TokenType
_OPEN = frozenset({_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE, _T.CASE})
_CLOSE = frozenset({_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE, _T.END})
_PREFIX = frozenset(
    {_T.NOT, _T.DASH, _T.TILDE, _T.PLUS, _T.FROM, _T.INTERVAL, _T.ANY, _T.PARAMETER, _T.SELECT, _T.WITH, _T.NOT}
)
_COMMAS = re.compile(r",\s*,")
_KIND = attrgetter("token_type")

Refusal = tuple[Code, tuple[str, ...], Token]


def refuse(text: str, span: Span, tokens: Sequence[Token]) -> Refusal | None:
    """Why a statement is not given to the parser, and where; None for nearly all."""
    if len(tokens) > MAX_RUN and _many(Counter(map(_KIND, tokens))):
        deepest, at = depth(tokens)
        if deepest > MAX_DEPTH:
            return codes.TOO_DEEP, (f"{deepest:,}", f"{MAX_DEPTH:,}"), tokens[at]
    if _COMMAS.search(text, *span):
        twice = doubled_comma(tokens)
        if twice is not None:
            return codes.SYNTAX, ("nothing stands between two commas.",), twice
    return None


def _many(counted: Counter[TokenType]) -> bool:
    return any(sum(map(counted.__getitem__, kinds)) > MAX_RUN for kinds in (_OPEN, _PREFIX))


def depth(tokens: Sequence[Token]) -> tuple[int, int]:
    """The deepest nesting, and the index of the word where it is first reached.

    A run of prefixes (`NOT NOT …`, `- - …`, `FROM FROM …`) or of subscripts (`a[1][1]…`) counts as nesting too.
    """
    deepest = at = level = run = subscripts = 0
    closed = False
    for index, token in enumerate(tokens):
        kind = token.token_type
        if kind in _OPEN:
            run = 0
            subscripts = subscripts + 1 if closed and kind is _T.L_BRACKET else 0
            level += 1
            reached = level + (subscripts if subscripts > MAX_RUN else 0)
            if reached > deepest:
                deepest, at = reached, index
        elif kind in _CLOSE:
            run = 0
            if level:
                level -= 1
        elif kind in _PREFIX:
            run += 1
            if run > MAX_RUN and run + level > deepest:
                deepest, at = run + level, index
        else:
            run = 0
        closed = kind is _T.R_BRACKET
    return deepest, at


def doubled_comma(tokens: Sequence[Token]) -> Token | None:
    """The second of two commas with nothing between them: the parser reads over it, no engine does."""
    comma = False
    for token in tokens:
        if token.token_type is TokenType.COMMA:
            if comma:
                return token
            comma = True
        else:
            comma = False
    return None
