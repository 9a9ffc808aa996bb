"""Reading the tokens of one expression, from the first to the last."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN

STRINGS = frozenset({TokenType.STRING, TokenType.RAW_STRING, TokenType.HEREDOC_STRING})
_QUOTED = STRINGS | {TokenType.IDENTIFIER}


class Unnamed(Exception):
    """An expression that cannot be written: nothing is guessed, and its output is named by its text."""


class TokenReader:
    """The tokens of an expression, and the index of the next one."""

    def __init__(self, tokens: Sequence[Token], text: str) -> None:
        self.tokens = tokens
        self.text = text
        self.index = 0

    def keyword(self, ahead: int = 0) -> str:
        """A token in capitals; empty for a quoted one, and after the last."""
        index = self.index + ahead
        if index >= len(self.tokens):
            return ""
        token = self.tokens[index]
        return "" if token.token_type in _QUOTED else token.text.upper()

    def is_string(self, ahead: int = 0) -> bool:
        """Whether a token is a string."""
        index = self.index + ahead
        return index < len(self.tokens) and self.tokens[index].token_type in STRINGS

    def next_text(self) -> str:
        """Move over a token; its text."""
        self.index += 1
        return self.tokens[self.index - 1].text

    def take(self, *words: str) -> bool:
        """Move over these tokens, if they are what comes next."""
        for ahead, keyword in enumerate(words):
            if self.keyword(ahead) != keyword:
                return False
        self.index += len(words)
        return True

    def take_any(self, *words: str) -> str:
        """Move over one of these tokens; which one, or nothing."""
        keyword = self.keyword()
        if keyword not in words:
            return ""
        self.index += 1
        return keyword

    def need(self, *words: str) -> None:
        """Move over these tokens, which have to come next."""
        if not self.take(*words):
            raise Unnamed

    def closing(self) -> int:
        """The index of the token that closes the parenthesis around the next one."""
        depth = 1
        index = self.index
        while depth:
            kind = self.tokens[index].token_type
            depth += (kind in OPEN) - (kind in CLOSE)
            index += 1
        return index - 1

    def text_of(self, first: int, last: int) -> str:
        """The text from one token to another."""
        return self.text[self.tokens[first].start : self.tokens[last].end + 1]
