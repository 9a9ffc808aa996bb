"""Words that are read one behind the other, to write an expression anew in the way of an engine.

What is not known is refused (`Refused`), and never guessed: the words themselves are the name then. `pretty` and
`rendered` are two ways of writing.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN


class Refused(Exception):
    """Something that has no name known here."""


class Wording:
    """A place in the words of an expression."""

    def __init__(self, tokens: Sequence[Token], text: str) -> None:
        self.tokens = tokens
        self.text = text
        self.at = 0

    def word(self, ahead: int = 0) -> str:
        """A word in capitals; nothing for a quoted one, and behind the end."""
        at = self.at + ahead
        if at >= len(self.tokens) or self.tokens[at].token_type in (TokenType.IDENTIFIER, TokenType.STRING):
            return ""
        return self.tokens[at].text.upper()

    def take(self, *wanted: str) -> bool:
        """Go over these words, if they are what comes next."""
        if any(self.word(n) != one for n, one in enumerate(wanted)):
            return False
        self.at += len(wanted)
        return True

    def need(self, wanted: str) -> None:
        """Go over this word, or refuse."""
        if not self.take(wanted):
            raise Refused

    def closing(self) -> int:
        """Where the parenthesis that is open here closes."""
        depth = 1
        at = self.at
        while depth:
            kind = self.tokens[at].token_type
            depth += (kind in OPEN) - (kind in CLOSE)
            at += 1
        return at - 1
