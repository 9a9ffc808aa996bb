"""SELECT TOP 3 a FROM t ORDER BY b, and statements with PARALLEL WITH between them, as ClickHouse's other forms of the
same: a LIMIT at the end of the SELECT, and a semicolon.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, bracket_pairs, keyword, synthetic
from headwater.sql.token_edits import Edits

_T = TokenType
_ENDS_SELECT = frozenset({_T.UNION, _T.EXCEPT, _T.INTERSECT, _T.SETTINGS, _T.FORMAT, _T.SEMICOLON})
_BEGINS = frozenset({"CREATE", "INSERT", "DROP", "ALTER", "TRUNCATE", "OPTIMIZE", "RENAME", "ATTACH", "DETACH"})


def limits_on_top(tokens: list[Token]) -> list[Token]:
    """SELECT TOP 3 a … is SELECT a … LIMIT 3: together with ORDER BY it says which rows there are."""
    edits = Edits()
    pairs: dict[int, int] | None = None
    for index, token in enumerate(tokens[:-2]):
        if token.token_type is not _T.SELECT:
            continue
        top = index + 1 + (tokens[index + 1].token_type is _T.DISTINCT)
        if keyword(tokens, top) != "TOP" or top + 2 >= len(tokens) or tokens[top + 1].token_type is not _T.NUMBER:
            continue
        pairs = bracket_pairs(tokens) if pairs is None else pairs
        edits.drop(top, top + 1)
        limit = [synthetic(tokens[top], _T.LIMIT, "LIMIT"), tokens[top + 1]]
        if keyword(tokens, top + 2) == "WITH" and keyword(tokens, top + 3) == "TIES":
            edits.drop(top + 2, top + 3)
            limit += [tokens[top + 2], tokens[top + 3]]
        edits.put_after(_last_of_select(tokens, pairs, top), *limit)
    return edits.applied(tokens)


def _last_of_select(tokens: list[Token], pairs: dict[int, int], index: int) -> int:
    """The last token of the SELECT that an index stands in."""
    while index + 1 < len(tokens):
        kind = tokens[index + 1].token_type
        if kind in CLOSE or kind in _ENDS_SELECT:
            break
        index = pairs.get(index + 1, index + 1) if kind in OPEN else index + 1
    return index


def parallel_statements(tokens: list[Token]) -> list[Token]:
    """a PARALLEL WITH b: two statements, which may run at once."""
    edits = Edits()
    for index, token in enumerate(tokens[:-2]):
        if keyword(tokens, index) != "PARALLEL" or keyword(tokens, index + 1) != "WITH":
            continue
        if keyword(tokens, index + 2).split(" ")[0] in _BEGINS:
            edits.swap(index, synthetic(token, _T.SEMICOLON, ";"))
            edits.drop(index + 1)
    return edits.applied(tokens)


SCRIPT = (TokenRewrite(frozenset({"PARALLEL"}), parallel_statements),)
STATEMENT = (TokenRewrite(frozenset({"TOP"}), limits_on_top),)
