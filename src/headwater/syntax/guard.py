"""Limits that keep a statement from taking the interpreter down, measured on its words before it is parsed.

The parser recurses once or more for each open parenthesis, bracket and CASE, and a compiled parser on the native stack. So
depth is counted first, and a statement that goes too deep is refused kindly.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokens import Token, TokenType

MAX_DEPTH = 240
"""Deep enough for 200 nested subqueries, and a fifth of where the parser and the binder meet Python's own limit."""

_OPEN = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE, TokenType.CASE})
_CLOSE = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE, TokenType.END})
_PREFIX = frozenset({TokenType.NOT, TokenType.DASH, TokenType.TILDE, TokenType.PLUS})
_NESTING = _OPEN | _CLOSE


def depth(tokens: Sequence[Token]) -> tuple[int, int]:
    """The deepest nesting, and the index of the word where it is first reached."""
    deepest = at = level = run = 0
    for index, token in enumerate(tokens):
        kind = token.token_type
        if kind in _NESTING:
            run = 0
            if kind in _OPEN:
                level += 1
                if level > deepest:
                    deepest, at = level, index
            elif level:
                level -= 1
        elif kind in _PREFIX:
            # NOT NOT NOT …, - - - …: each is a level of recursion without a parenthesis
            run += 1
            if run + level > deepest and run > 8:
                deepest, at = run + level, index
        else:
            run = 0
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
