"""Token rewrites for INSERT, UPDATE and DELETE.

INSERT OR IGNORE INTO t … ASSERT_ROWS_MODIFIED 1    INSERT INTO t …
UPDATE t SET … THEN RETURN WITH ACTION AS did a     UPDATE t SET … RETURNING a, '' AS did
… ON CONFLICT ON UNIQUE CONSTRAINT c DO …           … ON CONFLICT DO …
"""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.token_edits import Edits

_T = TokenType
_WRITES = frozenset({"INSERT", "UPDATE", "DELETE"})
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


def drop_insert_modes(tokens: Tokens) -> Tokens:
    """INSERT IGNORE t, INSERT OR UPDATE INTO t: what becomes of rows whose key is there already."""
    edits = Edits()
    for index in range(len(tokens) - 2):
        if tokens[index].token_type is not _T.INSERT:
            continue
        mode = index + 1 + (keyword(tokens, index + 1) == "OR")
        if keyword(tokens, mode) not in ("IGNORE", "REPLACE", "UPDATE") or mode + 1 >= len(tokens):
            continue
        following = tokens[mode + 1]
        if following.token_type in _NAMES or following.token_type is _T.INTO:
            edits.drop(*range(index + 1, mode + 1))
    return edits.applied(tokens)


def drop_row_counts(tokens: Tokens) -> Tokens:
    """… ASSERT_ROWS_MODIFIED 5: fails where another number of rows was written."""
    if keyword(tokens, 0) not in _WRITES:
        return tokens
    edits = Edits()
    partners = bracket_pairs(tokens)
    index = 0
    while index < len(tokens):
        if keyword(tokens, index) == "ASSERT_ROWS_MODIFIED":
            end = index + 1
            while end < len(tokens) and keyword(tokens, end) not in ("THEN", ")"):
                end = max(partners.get(end, end), end) + 1
            edits.drop(*range(index, end))
            index = end
        else:
            index += 1
    return edits.applied(tokens)


def rewrite_then_return(tokens: Tokens) -> Tokens:
    """THEN RETURN [WITH ACTION [AS did]] a, b: RETURNING a, b, '' AS did; what was done to a row comes last."""
    if keyword(tokens, 0) not in _WRITES:
        return tokens
    edits = Edits()
    for index in range(1, len(tokens) - 2):
        if keyword(tokens, index) != "THEN" or keyword(tokens, index + 1) != "RETURN":
            continue
        edits.swap(index, synthetic(tokens[index], _T.RETURNING, "RETURNING"))
        edits.drop(index + 1)
        if keyword(tokens, index + 2) != "WITH" or keyword(tokens, index + 3) != "ACTION":
            continue
        edits.drop(index + 2, index + 3)
        action = synthetic(tokens[index + 3], _T.IDENTIFIER, "ACTION")
        if keyword(tokens, index + 4) == "AS" and index + 5 < len(tokens):
            edits.drop(index + 4, index + 5)
            action = synthetic(tokens[index + 5], _T.IDENTIFIER, tokens[index + 5].text)
        column = ((_T.COMMA, ","), (_T.STRING, ""), (_T.ALIAS, "AS"))
        edits.put_after(len(tokens) - 1, *(synthetic(tokens[index], *parts) for parts in column), action)
    return edits.applied(tokens)


def drop_conflict_constraints(tokens: Tokens) -> Tokens:
    """ON CONFLICT ON UNIQUE CONSTRAINT c DO NOTHING: ON CONFLICT DO NOTHING."""
    edits = Edits()
    for index in range(1, len(tokens) - 3):
        if [keyword(tokens, index + n) for n in range(-1, 3)] == ["CONFLICT", "ON", "UNIQUE", "CONSTRAINT"]:
            edits.drop(*range(index, index + 4))
    return edits.applied(tokens)


REWRITES = (
    TokenRewrite(frozenset({"IGNORE", "REPLACE", "UPDATE"}), drop_insert_modes),
    TokenRewrite(frozenset({"ASSERT_ROWS_MODIFIED"}), drop_row_counts),
    TokenRewrite(frozenset({"RETURN"}), rewrite_then_return),
    TokenRewrite(frozenset({"CONFLICT"}), drop_conflict_constraints),
)
