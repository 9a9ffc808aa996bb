"""What a dialect adds to the parser's grammar: token rewrites before parsing, and a reader of its statements.

The parser's classes cannot be extended (its compiled half refuses subclasses), so what it does not know is added here.
A `Rule` is a pure function over tokens that keeps their offsets, tried only where one of its keywords stands. A
`Reader` takes the statements that are no queries: it gives a statement (`sql.statements`) for the binder, or leaves the
tokens to the parser. To add to a dialect: write the rule beside its kin, give it a test over its tokens, and list it in
the dialect's file.
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

Words = list[Token]
Parse = Callable[[Sequence[Token]], exp.Expr]
"""Gives the tree of a statement's words; raises the parser's own error."""


class Rule(NamedTuple):
    """A change of words, and the words (in capitals) without which it has nothing to do."""

    words: frozenset[str]
    change: Callable[[Words], Words]


class Unreadable(Exception):
    """A reader met what it cannot read: why, and the token."""

    def __init__(self, why: str, token: Token | None = None) -> None:
        super().__init__(why)
        self.place = Span(token.start, token.end + 1) if token is not None else None


Reader = Callable[[Words, str, Parse], "Statement | exp.Expr | None"]
"""Tokens, the whole text, the parser → a statement or a tree for the binder; None where the parser should read it."""


Substitute = Callable[[str, Words, SqlglotDialect, list[Template]], tuple[Words, list[Template]]]
"""Text, tokens, grammar and templates → the tokens with known variables replaced, and the templates that are left."""


class Syntax(NamedTuple):
    """What a dialect adds to the parser's grammar.

    script       rewrites of a whole script, before it is split
    statement    rewrites of each statement, and of each query and expression that the reader hands to the parser
    read         the reader of statements; it sees the tokens before any rewrite of a statement
    cover        blanks what is no SQL before the text is tokenized, character for character
    tree         puts right in a tree what the rewrites left there
    substitute   replaces the `${variables}` that a script sets
    mask         blanks secrets before anything is read
    """

    script: tuple[Rule, ...] = ()
    statement: tuple[Rule, ...] = ()
    read: Reader | None = None
    cover: Callable[[str], str] | None = None
    tree: Callable[[exp.Expr], exp.Expr] | None = None
    substitute: Substitute | None = None
    mask: Callable[[str], str] | None = None


PLAIN = Syntax()


def apply(rules: Sequence[Rule], tokens: Words) -> Words:
    """The words after every rule that has something to do, in order."""
    if not rules:
        return tokens
    there = {token.text.upper() for token in tokens}
    for rule in rules:
        if not rule.words.isdisjoint(there):
            tokens = rule.change(tokens)
    return tokens


def like(token: Token, kind: TokenType, text: str) -> Token:
    """A word that stands for what is written at another one's place."""
    return Token(kind, text, token.line, token.col, token.start, token.end)


def pairs(tokens: Sequence[Token]) -> dict[int, int]:
    """Where each bracket that is opened closes, and the other way round; what has no partner is left out."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for at, token in enumerate(tokens):
        if token.token_type in OPEN:
            waiting.append(at)
        elif token.token_type in CLOSE and waiting:
            first = waiting.pop()
            found[first] = at
            found[at] = first
    return found


def word(tokens: Sequence[Token], at: int) -> str:
    """The word at an index in capitals; nothing for what is quoted or not there."""
    if not 0 <= at < len(tokens) or tokens[at].token_type in (_T.IDENTIFIER, _T.STRING):
        return ""
    return tokens[at].text.upper()
