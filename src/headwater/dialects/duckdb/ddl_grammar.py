"""DuckDB's forms of CREATE and ALTER that the parser does not know, as changes of words; each keeps every word's place.

To add a form: a pure function over words, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import Rule, Words, like, pairs, word

_T = TokenType


def generated(tokens: Words) -> Words:
    """c INT GENERATED ALWAYS AS (a + b) VIRTUAL: c INT AS (a + b). The type may be left out."""
    if word(tokens, 0) != "CREATE":
        return tokens
    closing = pairs(tokens)
    gone: set[int] = set()
    for at in range(len(tokens) - 2):
        if word(tokens, at) == "AS" and tokens[at + 1].token_type is _T.L_PAREN and at + 1 in closing:
            if word(tokens, closing[at + 1] + 1) in ("VIRTUAL", "STORED"):
                gone.add(closing[at + 1] + 1)
            if word(tokens, at - 1) == "ALWAYS" and word(tokens, at - 2) == "GENERATED":
                gone |= {at - 1, at - 2}
    return [token for at, token in enumerate(tokens) if at not in gone] if gone else tokens


def compression(tokens: Words) -> Words:
    """a INT USING COMPRESSION rle: how a column is stored."""
    if word(tokens, 0) != "CREATE":
        return tokens
    gone: set[int] = set()
    for at in range(len(tokens) - 2):
        if word(tokens, at) == "USING" and word(tokens, at + 1) == "COMPRESSION":
            gone |= {at, at + 1, at + 2}
    return [token for at, token in enumerate(tokens) if at not in gone]


def columns(tokens: Words) -> Words:
    """ALTER TABLE t DROP b, ALTER TABLE t RENAME a TO b: COLUMN is left out."""
    if word(tokens, 0) != "ALTER" or word(tokens, 1) != "TABLE":
        return tokens
    at = next((n for n in range(2, len(tokens)) if word(tokens, n) in ("DROP", "RENAME", "ADD", "ALTER", "SET")), 0)
    verb, behind = word(tokens, at), word(tokens, at + 1)
    if (verb == "DROP" and behind not in ("COLUMN", "CONSTRAINT")) or (
        verb == "RENAME" and behind not in ("COLUMN", "TO", "CONSTRAINT")
    ):
        return [*tokens[: at + 1], like(tokens[at], _T.COLUMN, "COLUMN"), *tokens[at + 1 :]]
    return tokens


def recursive_view(tokens: Words) -> Words:
    """CREATE RECURSIVE VIEW r (n) AS query: a view of WITH RECURSIVE r (n) AS (query) SELECT * FROM r."""
    at = next((n for n in range(1, min(6, len(tokens))) if word(tokens, n) == "RECURSIVE"), 0)
    if word(tokens, 0) != "CREATE" or not at or word(tokens, at + 1) != "VIEW":
        return tokens
    begins = next((n for n in range(at, len(tokens)) if tokens[n].token_type is _T.ALIAS), 0)
    if not begins:
        return tokens
    name = list(tokens[at + 2 : begins])
    if name[:1] and name[0].text.upper() == "IF":
        name = name[3:]
    last = tokens[-1]
    head = tokens[begins]
    made: list[Token] = [like(head, _T.WITH, "WITH"), like(head, _T.RECURSIVE, "RECURSIVE"), *name, head]
    made += [like(head, _T.L_PAREN, "("), *tokens[begins + 1 :], like(last, _T.R_PAREN, ")")]
    bare = next((n for n, token in enumerate(name) if token.token_type is _T.L_PAREN), len(name))
    made += [like(last, _T.SELECT, "SELECT"), like(last, _T.STAR, "*"), like(last, _T.FROM, "FROM"), *name[:bare]]
    return [*tokens[:at], *tokens[at + 1 : begins + 1], *made]


STATEMENT: Sequence[Rule] = (
    Rule(frozenset({"GENERATED", "VIRTUAL", "STORED"}), generated),
    Rule(frozenset({"COMPRESSION"}), compression),
    Rule(frozenset({"ALTER"}), columns),
    Rule(frozenset({"RECURSIVE"}), recursive_view),
)
