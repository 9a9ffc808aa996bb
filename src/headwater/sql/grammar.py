"""What a dialect adds to the parser's grammar: token rewrites before parsing, and a reader of its statements.

The parser's classes cannot be extended (its compiled half refuses subclasses), so what it does not know is added here.
A `TokenRewrite` is a pure function over tokens that keeps their offsets, tried only where one of its keywords stands. A
`Reader` takes the statements that are no queries: it gives a statement (`sql.statements`) for the binder, or leaves the
tokens to the parser. To add to a dialect: write the rewrite in its `grammar.py`, ask `sql.outline` where the tokens
stand, list it in `STATEMENT`, and add a golden case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as SqlglotDialect
from sqlglot.tokenizer_core import Token, TokenType

from headwater.base.spans import Span
from headwater.sql.templates import Template

if TYPE_CHECKING:
    from headwater.sql.statements import Statement

_T = TokenType
OPEN = frozenset({_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE})
CLOSE = frozenset({_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE})

Tokens = list[Token]
Parse = Callable[[Sequence[Token]], exp.Expr]
"""Parses the tokens of a statement; raises the parser's own error."""


class TokenRewrite(NamedTuple):
    """A function over tokens, and the keywords (in capitals) without which it has nothing to do."""

    keywords: frozenset[str]
    rewrite: Callable[[Tokens], Tokens]


class Unreadable(Exception):
    """A reader met what it cannot read: why, and the token."""

    def __init__(self, why: str, token: Token | None = None) -> None:
        super().__init__(why)
        self.span = Span(token.start, token.end + 1) if token is not None else None


Reader = Callable[[Tokens, str, Parse], "Statement | exp.Expr | None"]
"""Tokens, the whole text, the parser → a statement or a tree for the binder; None where the parser should read it."""


Substitute = Callable[[str, Tokens, SqlglotDialect, list[Template]], tuple[Tokens, list[Template]]]
"""Text, tokens, grammar and templates → the tokens with known variables replaced, and the templates that are left."""


class Syntax(NamedTuple):
    """What a dialect adds to the parser's grammar.

    script       rewrites of a whole script, before it is split
    statement    rewrites of each statement, and of each query and expression that the reader hands to the parser
    read         the reader of statements; it sees the tokens before any rewrite of a statement
    cover        blanks what is no SQL before the text is tokenized, character for character
    tree         puts right in a tree what the rewrites left there, the names of hidden functions included
    substitute   replaces the `${variables}` that a script sets
    mask         blanks secrets before anything is read
    """

    script: tuple[TokenRewrite, ...] = ()
    statement: tuple[TokenRewrite, ...] = ()
    read: Reader | None = None
    cover: Callable[[str], str] | None = None
    tree: Callable[[exp.Expr], exp.Expr] | None = None
    substitute: Substitute | None = None
    mask: Callable[[str], str] | None = None


PLAIN = Syntax()


def apply(rewrites: Sequence[TokenRewrite], tokens: Tokens) -> Tokens:
    """The tokens after every rewrite that has something to do, in order."""
    if not rewrites:
        return tokens
    texts = {token.text.upper() for token in tokens}
    for rewrite in rewrites:
        if not rewrite.keywords.isdisjoint(texts):
            rewritten = rewrite.rewrite(tokens)
            if rewritten is not tokens:
                tokens = rewritten  # which may have made something for the next: a graph query becomes a pipeline
                texts.update(token.text.upper() for token in tokens)
    return tokens


def synthetic(token: Token, kind: TokenType, text: str) -> Token:
    """A token that the text does not hold, at the offsets of one that it holds."""
    return Token(kind, text, token.line, token.col, token.start, token.end)


def bracket_pairs(tokens: Sequence[Token]) -> dict[int, int]:
    """The index of the partner of each bracket, in both directions; a bracket without a partner is left out."""
    partners: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.token_type in OPEN:
            opened.append(index)
        elif token.token_type in CLOSE and opened:
            first = opened.pop()
            partners[first] = index
            partners[index] = first
    return partners


def keyword(tokens: Sequence[Token], index: int) -> str:
    """The token at an index in capitals; nothing where it is quoted, a string, or behind the end."""
    if not 0 <= index < len(tokens) or tokens[index].token_type in (_T.IDENTIFIER, _T.STRING):
        return ""
    return tokens[index].text.upper()
