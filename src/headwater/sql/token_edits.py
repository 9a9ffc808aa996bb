"""Changes to a list of words, noted by index while it is walked, and made all at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlglot.tokenizer_core import Token


@dataclass(slots=True)
class Edits:
    """Changes to a list of words, noted by index while it is walked, and made at once by `applied`."""

    before: dict[int, list[Token]] = field(default_factory=dict)
    after: dict[int, list[Token]] = field(default_factory=dict)
    swapped: dict[int, Token | None] = field(default_factory=dict)

    def put_before(self, at: int, *tokens: Token) -> None:
        """Put words before another; those put later stand further out."""
        self.before[at] = [*tokens, *self.before.get(at, ())]

    def put_after(self, at: int, *tokens: Token) -> None:
        """Put words behind another; those put later stand further out."""
        self.after.setdefault(at, []).extend(tokens)

    def swap(self, at: int, token: Token | None) -> None:
        """Put a word in the place of another; None takes it out."""
        self.swapped[at] = token

    def applied(self, tokens: list[Token]) -> list[Token]:
        """The words with all changes made; the list itself where there are none."""
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
