"""MATCH_RECOGNIZE behind any table: what is matched becomes a query of its own.

    FROM t AS x MATCH_RECOGNIZE (…) AS m JOIN u    FROM (SELECT * FROM t AS x MATCH_RECOGNIZE (…)) AS m JOIN u

The parser reads the clause behind a whole FROM alone. What reads no column (WITHIN, OPTIONS) is dropped on the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.token_edits import Edits

_T = TokenType
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


def wrap_match_recognize(tokens: Tokens) -> Tokens:
    """FROM t MATCH_RECOGNIZE (…) AS m JOIN …: what is matched is a query of its own, (SELECT * FROM t MATCH_…) AS m."""
    closing = bracket_pairs(tokens)
    edits = Edits()
    for index, token in enumerate(tokens):
        if token.token_type is not _T.MATCH_RECOGNIZE or index + 1 not in closing:
            continue
        end = closing[index + 1]
        edits.drop(*_without_columns(tokens, index + 2, end, closing))
        if index and tokens[index - 1].token_type is _T.PIPE_GT:
            continue  # FROM t |> MATCH_RECOGNIZE (…): an operator of a pipeline
        begin = _source_begin(tokens, index - 1, closing)
        first = tokens[begin]
        select = ((_T.L_PAREN, "("), (_T.SELECT, "SELECT"), (_T.STAR, "*"), (_T.FROM, "FROM"))
        edits.put_before(begin, *(synthetic(first, *parts) for parts in select))
        edits.put_after(end, synthetic(tokens[end], _T.R_PAREN, ")"))
    return edits.applied(tokens)


def _source_begin(tokens: Tokens, index: int, closing: dict[int, int]) -> int:
    """Where the table before MATCH_RECOGNIZE begins: a.b.c, f(…), or a query in parentheses, each with its alias."""
    if index >= 2 and tokens[index].token_type in _NAMES:
        if tokens[index - 1].token_type is _T.ALIAS:
            index -= 2
        elif tokens[index - 1].token_type in _NAMES or tokens[index - 1].token_type is _T.R_PAREN:
            index -= 1
    if tokens[index].token_type is _T.R_PAREN and index in closing:
        index = closing[index]
        if not index or tokens[index - 1].token_type not in _NAMES:
            return index
        index -= 1
    while index >= 2 and tokens[index - 1].token_type is _T.DOT:
        index -= 2
    return max(index, 0)


def _without_columns(tokens: Tokens, index: int, end: int, closing: dict[int, int]) -> set[int]:
    """PATTERN (A B) WITHIN INTERVAL '1' HOUR, OPTIONS (use_longest_match = TRUE): what reads no column."""
    dropped: set[int] = set()
    while index < end:
        text = keyword(tokens, index) if keyword(tokens, index - 1) != "." else ""
        if text == "WITHIN":
            while index < end and keyword(tokens, index) not in ("DEFINE", "SUBSET"):
                dropped.add(index)
                index += 1
            continue
        if text == "OPTIONS" and closing.get(index + 1) == end - 1:
            dropped.update(range(index, end))
        index = max(closing.get(index, index), index) + 1
    return dropped


STATEMENT: Sequence[TokenRewrite] = (TokenRewrite(frozenset({"MATCH_RECOGNIZE"}), wrap_match_recognize),)
