"""Token rewrites for DuckDB's forms of CREATE and ALTER that the parser does not know; each keeps the offsets.

To add a form: a pure function over tokens, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.recursive_views import expand_recursive_view

_T = TokenType


def drop_generated_always(tokens: Tokens) -> Tokens:
    """c INT GENERATED ALWAYS AS (a + b) VIRTUAL: c INT AS (a + b). The type may be left out."""
    if keyword(tokens, 0) != "CREATE":
        return tokens
    closing = bracket_pairs(tokens)
    gone: set[int] = set()
    for index in range(len(tokens) - 2):
        if keyword(tokens, index) == "AS" and tokens[index + 1].token_type is _T.L_PAREN and index + 1 in closing:
            if keyword(tokens, closing[index + 1] + 1) in ("VIRTUAL", "STORED"):
                gone.add(closing[index + 1] + 1)
            if keyword(tokens, index - 1) == "ALWAYS" and keyword(tokens, index - 2) == "GENERATED":
                gone |= {index - 1, index - 2}
    return [token for index, token in enumerate(tokens) if index not in gone] if gone else tokens


def drop_compression(tokens: Tokens) -> Tokens:
    """a INT USING COMPRESSION rle: how a column is stored."""
    if keyword(tokens, 0) != "CREATE":
        return tokens
    gone: set[int] = set()
    for index in range(len(tokens) - 2):
        if keyword(tokens, index) == "USING" and keyword(tokens, index + 1) == "COMPRESSION":
            gone |= {index, index + 1, index + 2}
    return [token for index, token in enumerate(tokens) if index not in gone]


def insert_column_keyword(tokens: Tokens) -> Tokens:
    """ALTER TABLE t DROP b, ALTER TABLE t RENAME a TO b: COLUMN is left out."""
    if keyword(tokens, 0) != "ALTER" or keyword(tokens, 1) != "TABLE":
        return tokens
    index = 4 if keyword(tokens, 2) == "IF" and keyword(tokens, 3) == "EXISTS" else 2
    index += 1
    while keyword(tokens, index) == ".":
        index += 2
    verb, behind = keyword(tokens, index), keyword(tokens, index + 1)
    if (verb == "DROP" and behind not in ("COLUMN", "CONSTRAINT")) or (
        verb == "RENAME" and behind not in ("COLUMN", "TO", "CONSTRAINT")
    ):
        return [*tokens[: index + 1], synthetic(tokens[index], _T.COLUMN, "COLUMN"), *tokens[index + 1 :]]
    return tokens


STATEMENT: Sequence[TokenRewrite] = (
    TokenRewrite(frozenset({"GENERATED", "VIRTUAL", "STORED"}), drop_generated_always),
    TokenRewrite(frozenset({"COMPRESSION"}), drop_compression),
    TokenRewrite(frozenset({"ALTER"}), insert_column_keyword),
    TokenRewrite(frozenset({"RECURSIVE"}), expand_recursive_view),
)
