"""DuckDB's forms that the parser does not know, as changes of words; each keeps every word's place.

To add a form: a pure function over words, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import CLOSE, OPEN, Rule, Words, like, pairs, word
from headwater.sql.placeholders import BY_NAME, SHOWN

_T = TokenType
_LISTS = ("TABLES", "ALL", "DATABASES", "SCHEMAS", "VARIABLES")


def described(tokens: Words) -> Words:
    """FROM (DESCRIBE t), FROM (SHOW ALL TABLES): rows about tables, and none of theirs."""
    matched = pairs(tokens)
    out: Words = []
    at = 0
    while at < len(tokens):
        out.append(tokens[at])
        inside = tokens[at].token_type is _T.L_PAREN and at in matched and word(tokens, at + 1)
        before = word(tokens, at - 1)
        if inside in ("DESCRIBE", "DESC", "SHOW") and before in ("FROM", "JOIN", ",", "AS", "("):
            first = tokens[at + 1]
            what = word(tokens, at + 2) if matched[at] > at + 2 else "ALL"
            what = what.lower() if inside == "SHOW" and what in _LISTS else "all" if what == "ALL" else "columns"
            out += [
                like(first, _T.FROM, "FROM"),
                like(first, _T.VAR, SHOWN + what),
                like(first, _T.L_PAREN, "("),
                like(first, _T.R_PAREN, ")"),
            ]
            at = matched[at]
        else:
            at += 1
    return out


_BODIES = frozenset({"PIVOT", "UNPIVOT", "PIVOT_WIDER", "PIVOT_LONGER", "SUMMARIZE", "DESCRIBE", "SHOW"})


def bodies(tokens: Words) -> Words:
    """CREATE TABLE t AS PIVOT …, INSERT INTO t SUMMARIZE u: FROM (PIVOT …), which the parser takes for a query."""
    if word(tokens, 0) not in ("CREATE", "INSERT", "WITH"):
        return tokens
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.token_type in OPEN) - (token.token_type in CLOSE)
        if depth or word(tokens, at) not in _BODIES or at < 3:
            continue
        created = word(tokens, at - 1) == "AS" and word(tokens, 0) == "CREATE"
        if not created and not _follows_target(tokens, at):
            continue
        last = tokens[-1]
        around = (like(token, _T.FROM, "FROM"), like(token, _T.L_PAREN, "("), like(last, _T.R_PAREN, ")"))
        return [*tokens[:at], *around[:2], *tokens[at:], around[2]]
    return tokens


def _follows_target(tokens: Words, at: int) -> bool:
    """INSERT INTO t PIVOT …, INSERT INTO t (a, b) PIVOT …, INSERT INTO t BY NAME PIVOT …"""
    before = tokens[at - 1]
    inserts = any(word(tokens, n) == "INTO" for n in range(at))
    return inserts and (
        before.token_type in (_T.VAR, _T.IDENTIFIER, _T.R_PAREN) or word(tokens, at - 1) in ("NAME", "POSITION")
    )


def longer(tokens: Words) -> Words:
    """PIVOT_LONGER is another word for UNPIVOT."""
    return [like(one, _T.UNPIVOT, "UNPIVOT") if one.text.upper() == "PIVOT_LONGER" else one for one in tokens]


def by_position(tokens: Words) -> Words:
    """INSERT INTO t BY POSITION SELECT …: as without it."""
    for at in range(len(tokens) - 1):
        if word(tokens, at) == "BY" and word(tokens, at + 1) == "POSITION" and word(tokens, 0) in ("INSERT", "WITH"):
            return [*tokens[:at], *tokens[at + 2 :]]
    return tokens


def merge_by_name(tokens: Words) -> Words:
    """MERGE … THEN UPDATE BY NAME: UPDATE SET *, which is by position without the marked column beside the star."""
    out: Words = []
    message = False
    for at, token in enumerate(tokens):
        if word(tokens, at) == "BY" and word(tokens, at + 1) == "NAME" and word(tokens, at - 1) == "UPDATE":
            out += [like(token, _T.SET, "SET"), like(token, _T.VAR, BY_NAME), like(token, _T.EQ, "=")]
            out.append(like(token, _T.NUMBER, "1"))
        elif word(tokens, at) == "NAME" and word(tokens, at - 1) == "BY" and word(tokens, at - 2) == "UPDATE":
            continue
        elif word(tokens, at) == "POSITION" and word(tokens, at - 1) == "BY" and word(tokens, at - 2) == "UPDATE":
            out.pop()
        elif word(tokens, at) == "ERROR" and word(tokens, at - 1) == "THEN":
            # nothing is written, and the message behind it goes nowhere
            out += [like(token, _T.VAR, "DO"), like(token, _T.VAR, "NOTHING")]
            message = True
        elif message and word(tokens, at) not in ("WHEN", "RETURNING"):
            continue
        elif token.token_type is _T.STAR and word(tokens, at - 1) == "NAME" and word(tokens, at - 2) == "BY":
            continue  # INSERT BY NAME *
        else:
            message = False
            out.append(token)
    return out


STATEMENT = (
    Rule(frozenset({"PIVOT_LONGER"}), longer),
    Rule(_BODIES, bodies),
    Rule(frozenset({"DESCRIBE", "DESC", "SHOW"}), described),
    Rule(frozenset({"POSITION"}), by_position),
    Rule(frozenset({"MERGE"}), merge_by_name),
)
