"""Calls with a unit of time among their arguments, where an engine takes any expression for it.

    SELECT date_trunc(part, ts) FROM t

The parser takes the column `part` for the name of a unit and forgets it. Such a call is hidden from it, unless the unit
is a string.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import OPEN, TokenRewrite, Tokens, bracket_pairs, keyword
from headwater.sql.placeholders import hide
from headwater.sql.token_edits import Edits

_T = TokenType


def hide_unit_calls(units: Mapping[str, int]) -> TokenRewrite:
    """The rewrite for a dialect: which functions have a unit, and which argument of each it is."""

    def rewrite(tokens: Tokens) -> Tokens:
        edits = Edits()
        pairs = bracket_pairs(tokens)
        for index in range(len(tokens) - 2):
            name = keyword(tokens, index)
            if name not in units or tokens[index + 1].token_type is not _T.L_PAREN or index + 1 not in pairs:
                continue
            unit = _argument(tokens, pairs, index + 1, units[name])
            if unit is not None and tokens[unit].token_type is not _T.STRING:
                edits.swap(index, hide(tokens[index]))
        return edits.applied(tokens)

    return TokenRewrite(frozenset(units), rewrite)


def _argument(tokens: Tokens, pairs: dict[int, int], opened: int, position: int) -> int | None:
    """The index of the first token of an argument; None where there is none at that position."""
    index = opened + 1
    while index < pairs[opened]:
        if position == 0:
            return index
        if tokens[index].token_type is _T.COMMA:
            position -= 1
        index = pairs.get(index, index) + 1 if tokens[index].token_type in OPEN else index + 1
    return None
