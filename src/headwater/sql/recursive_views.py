"""CREATE RECURSIVE VIEW r (n) AS query: a view of WITH RECURSIVE r (n) AS (query) SELECT * FROM r.

A view may be called d.r, and read itself under that name; a CTE is called r.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import Tokens, bracket_pairs, keyword, synthetic

_T = TokenType
_BEFORE = frozenset({"OR", "REPLACE", "TEMP", "TEMPORARY", "PUBLIC", "PRIVATE"})


def expand_recursive_view(tokens: Tokens) -> Tokens:
    """The statement with the recursion as a CTE."""
    index = 1
    while keyword(tokens, index) in _BEFORE:
        index += 1
    if keyword(tokens, 0) != "CREATE" or keyword(tokens, index) != "RECURSIVE" or keyword(tokens, index + 1) != "VIEW":
        return tokens
    start = index + 2
    if keyword(tokens, start) == "IF":
        start += 3
    end = start + 1
    while end + 1 < len(tokens) and tokens[end].token_type in (_T.DOT, _T.DASH):
        end += 2
    begins = next((n for n in range(end, len(tokens)) if tokens[n].token_type is _T.ALIAS), 0)
    if not begins or begins + 1 >= len(tokens):
        return tokens
    name, last, head = tokens[start:end], tokens[-1], tokens[begins]
    columns: list[Token] = []
    if tokens[end].token_type is _T.L_PAREN:
        columns = list(tokens[end : bracket_pairs(tokens).get(end, end) + 1])
    called = name[-1]
    query: list[Token] = [
        synthetic(head, _T.WITH, "WITH"),
        synthetic(head, _T.RECURSIVE, "RECURSIVE"),
        called,
        *columns,
    ]
    query += [head, synthetic(head, _T.L_PAREN, "("), *_called(tokens[begins + 1 :], name)]
    query += [
        synthetic(last, _T.R_PAREN, ")"),
        synthetic(last, _T.SELECT, "SELECT"),
        synthetic(last, _T.STAR, "*"),
        synthetic(last, _T.FROM, "FROM"),
        called,
    ]
    return [*tokens[:index], *tokens[index + 1 : begins + 1], *query]


def _called(body: Tokens, name: Tokens) -> list[Token]:
    """The query, where the whole name of the view is its last part."""
    words = [token.text.lower() for token in name]
    size = len(words)
    found: list[Token] = []
    index = 0
    while index < len(body):
        if size > 1 and [token.text.lower() for token in body[index : index + size]] == words:
            index += size - 1
        found.append(body[index])
        index += 1
    return found
