"""Calls of which the parser would lose an argument.

    SELECT lpad(a, b, c, d) FROM t

The parser has a class of its own for many functions, and drops what the class has no room for, without a word. Such a
call is hidden from it, so that the dialect's table of functions says what its arguments are for. `lossy_calls.txt` of a
dialect lists the functions with the numbers of arguments concerned; tools/functions/lossy.py writes it.
"""

from __future__ import annotations

from importlib.resources import files

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import OPEN, TokenRewrite, Tokens, bracket_pairs, keyword
from headwater.sql.outline import names_table
from headwater.sql.placeholders import hide
from headwater.sql.token_edits import Edits

_T = TokenType
_NO_CALL_BEHIND = frozenset({_T.VAR, _T.IDENTIFIER, _T.R_PAREN, _T.R_BRACKET, _T.DOT})
"""What stands before an alias with column names, or before a method, and never before a plain call."""


def hide_lossy_calls(package: str) -> TokenRewrite:
    """The rewrite for the dialect in a package."""
    text = (files(package) / "lossy_calls.txt").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    counts = {name.upper(): frozenset(map(int, numbers)) for name, *numbers in rows}

    def rewrite(tokens: Tokens) -> Tokens:
        edits = Edits()
        pairs = bracket_pairs(tokens)
        for index in range(len(tokens) - 1):
            name = keyword(tokens, index)
            if name not in counts or index + 1 not in pairs or not _is_call(tokens, pairs, index):
                continue
            if _argument_count(tokens, pairs, index + 1) in counts[name]:
                edits.swap(index, hide(tokens[index]))
        return edits.applied(tokens)

    return TokenRewrite(frozenset(counts), rewrite)


def _is_call(tokens: Tokens, pairs: dict[int, int], index: int) -> bool:
    """Whether a name before a parenthesis is a function's: not in INSERT INTO t (a), FROM u t (a), WITH t (a) AS."""
    if tokens[index + 1].token_type is not _T.L_PAREN or names_table(tokens, index):
        return False
    if index and tokens[index - 1].token_type in _NO_CALL_BEHIND:
        return False
    end = pairs[index + 1]
    return not (keyword(tokens, end + 1) == "AS" and keyword(tokens, end + 2) == "(")


def _argument_count(tokens: Tokens, pairs: dict[int, int], opened: int) -> int:
    """The arguments between a pair of parentheses."""
    index, end, count = opened + 1, pairs[opened], 1
    while index < end:
        if tokens[index].token_type is _T.COMMA:
            count += 1
        index = pairs.get(index, index) + 1 if tokens[index].token_type in OPEN else index + 1
    return count if end > opened + 1 else 0
