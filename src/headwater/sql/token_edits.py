"""Edits of a token list: noted by index while the list is walked, and applied all at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlglot.tokenizer_core import Token


@dataclass(slots=True)
class Edits:
    """Insertions and replacements, by the index of the token that they concern."""

    before: dict[int, list[Token]] = field(default_factory=dict)
    after: dict[int, list[Token]] = field(default_factory=dict)
    swapped: dict[int, Token | None] = field(default_factory=dict)

    def put_before(self, index: int, *tokens: Token) -> None:
        """Insert tokens before another one; a later call inserts further out."""
        self.before[index] = [*tokens, *self.before.get(index, ())]

    def put_after(self, index: int, *tokens: Token) -> None:
        """Insert tokens behind another one; a later call inserts further out."""
        self.after.setdefault(index, []).extend(tokens)

    def swap(self, index: int, token: Token) -> None:
        """Replace a token."""
        self.swapped[index] = token

    def drop(self, *indexes: int) -> None:
        """Remove tokens."""
        for index in indexes:
            self.swapped[index] = None

    def applied(self, tokens: list[Token]) -> list[Token]:
        """The tokens with all edits; the list itself where there are none."""
        before, after, swapped = self.before, self.after, self.swapped
        if not before and not after and not swapped:
            return tokens
        out: list[Token] = []
        for index, token in enumerate(tokens):
            if index in before:
                out += before[index]
            kept = swapped.get(index, token)
            if kept is not None:
                out.append(kept)
            if index in after:
                out += after[index]
        return out
