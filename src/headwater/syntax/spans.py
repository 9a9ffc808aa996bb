"""Places of expressions, rebuilt from the words: the parser keeps positions on names, literals and functions only.

A select item runs from the comma or keyword before it to the comma, alias or keyword after it; a call from its name to
its closing parenthesis, with FILTER, OVER and WITHIN GROUP behind it; a subquery between its parentheses.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from sqlglot.tokens import Token, TokenType

_T = TokenType
_OPEN = frozenset({_T.L_PAREN, _T.L_BRACKET, _T.L_BRACE})
_CLOSE = frozenset({_T.R_PAREN, _T.R_BRACKET, _T.R_BRACE})
# Words that cannot stand inside an expression at its own depth: they end a select item on either side.
_WALL = frozenset(
    {
        _T.SELECT, _T.FROM, _T.WHERE, _T.GROUP_BY, _T.HAVING, _T.QUALIFY, _T.ORDER_BY, _T.LIMIT, _T.UNION,
        _T.INTERSECT, _T.EXCEPT, _T.SEMICOLON, _T.WINDOW, _T.COMMA, _T.ALIAS, _T.WITH, _T.SET, _T.VALUES,
        _T.JOIN, _T.ON, _T.USING, _T.PREWHERE, _T.CLUSTER_BY, _T.DISTRIBUTE_BY, _T.SORT_BY, _T.PIPE_GT, _T.DISTINCT,
    }
)  # fmt: skip
_QUERY = frozenset({_T.SELECT, _T.WITH, _T.FROM, _T.VALUES})
_SUFFIX = frozenset({"FILTER", "WITHIN", "OVER"})
_NULLS = frozenset({"IGNORE", "RESPECT"})


class Spans:
    """Answers for one statement's words; built only when a place is asked for."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    def _at(self, offset: int) -> int:
        return max(bisect_right(self._starts, offset) - 1, 0)

    def item(self, low: int, high: int, stop: int = -1) -> tuple[int, int]:
        """Widen `[low, high)`, which lies inside a select item, to the whole item; `stop` is where its alias begins."""
        tokens = self.tokens
        first, last = self._at(low), self._at(max(high - 1, low))
        left = first
        # parentheses closed inside the hull that were opened before it, and then whatever stands before the hull
        balance = self._balance(first, last)
        depth = 0
        while left > 0:
            kind = tokens[left - 1].token_type
            if kind in _CLOSE:
                depth += 1
            elif kind in _OPEN:
                if depth:
                    depth -= 1
                else:
                    balance += 1
            elif depth == 0 and kind in _WALL and (kind is not _T.COMMA or balance <= 0):
                if kind is not _T.DISTINCT or balance <= 0:
                    break
            left -= 1
        right = last
        count = len(tokens)
        balance = self._balance(left, last)
        while right + 1 < count:
            token = tokens[right + 1]
            kind = token.token_type
            if balance <= 0 and (kind in _WALL or kind in _CLOSE or token.start == stop):
                break
            if kind in _OPEN:
                balance += 1
            elif kind in _CLOSE:
                balance -= 1
            right += 1
        return tokens[left].start, tokens[right].end + 1

    def _balance(self, first: int, last: int) -> int:
        balance = 0
        for token in self.tokens[first : last + 1]:
            if token.token_type in _OPEN:
                balance += 1
            elif token.token_type in _CLOSE:
                balance -= 1
        return balance

    def call(self, start: int) -> tuple[int, int]:
        """The call whose name begins at `start`, with what belongs to it behind its parenthesis."""
        tokens = self.tokens
        at = self._at(start)
        count = len(tokens)
        if at + 1 >= count or tokens[at + 1].token_type is not _T.L_PAREN:
            return start, tokens[at].end + 1
        at = self._close(at + 1)
        while at + 1 < count:
            word = tokens[at + 1].text.upper()
            if tokens[at + 1].token_type is _T.L_PAREN and tokens[at].token_type is _T.R_PAREN:
                at = self._close(at + 1)  # quantiles(0.5)(x)
            elif word in _NULLS:
                at += 2
            elif word in _SUFFIX:
                at += 1
                while at + 1 < count and tokens[at].token_type is not _T.L_PAREN:
                    at += 1
                    if word == "OVER" and tokens[at].token_type is not _T.L_PAREN:
                        return start, tokens[at].end + 1
                at = self._close(at)
            else:
                break
        return start, tokens[min(at, count - 1)].end + 1

    def query(self, anchor: int) -> tuple[int, int]:
        """The parentheses around the query that `anchor` stands in."""
        tokens = self.tokens
        at = self._at(anchor)
        depth = 0
        while at > 0:
            kind = tokens[at].token_type
            if kind in _CLOSE:
                depth += 1
            elif kind in _OPEN:
                if depth:
                    depth -= 1
                elif tokens[at + 1].token_type in _QUERY:
                    return tokens[at].start, tokens[self._close(at)].end + 1
            at -= 1
        return anchor, anchor + 1

    def _close(self, at: int) -> int:
        """The index of the parenthesis that closes the one at `at`."""
        depth = 0
        for index in range(at, len(self.tokens)):
            kind = self.tokens[index].token_type
            if kind in _OPEN:
                depth += 1
            elif kind in _CLOSE:
                depth -= 1
                if depth == 0:
                    return index
        return len(self.tokens) - 1

    def around(self, low: int, high: int) -> tuple[int, int]:
        """The nearest call around `[low, high)`: a name, its parentheses, and what belongs to it."""
        at = self._at(low)
        depth = 0
        while at > 0:
            kind = self.tokens[at - 1].token_type
            if kind in _CLOSE:
                depth += 1
            elif kind in _OPEN:
                if depth:
                    depth -= 1
                elif at >= 2:
                    return self.call(self.tokens[at - 2].start)
            at -= 1
        return low, high
