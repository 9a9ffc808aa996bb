"""WITH DEPTH: a recursion that counts its steps in a column of its own, the last one.

    WITH RECURSIVE r AS (q) WITH DEPTH AS d BETWEEN 1 AND 5 …
        becomes  r AS (SELECT *, 0 AS d FROM (WITH RECURSIVE r AS (q) SELECT * FROM r))
    |> RECURSIVE UNION ALL WITH DEPTH AS d (|> …) AS r
        becomes  |> RECURSIVE UNION ALL (|> …) AS r |> EXTEND 0 AS d |> AS r

Inside the recursion the column is not in sight, so a name like it there is something else.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.token_edits import Edits

_T = TokenType
_ENDS = frozenset({_T.COMMA, _T.SELECT, _T.FROM, _T.L_PAREN})


def rewrite_depth(tokens: Tokens) -> Tokens:
    """The recursion without the clause, and its column as one that comes from nothing."""
    edits = Edits()
    pairs: dict[int, int] | None = None
    for index, token in enumerate(tokens):
        if token.token_type is not _T.WITH or keyword(tokens, index + 1) != "DEPTH" or not index:
            continue
        named = keyword(tokens, index + 2) == "AS" and index + 3 < len(tokens)
        if named and tokens[index + 3].token_type is _T.L_PAREN:
            continue  # WITH depth AS (SELECT …): the name of a CTE
        column = tokens[index + 3] if named else synthetic(tokens[index + 1], _T.VAR, "depth")
        start = index + (4 if named else 2)
        end = next((n for n in range(start, len(tokens)) if tokens[n].token_type in _ENDS), len(tokens))
        pairs = bracket_pairs(tokens) if pairs is None else pairs
        if tokens[index - 1].token_type is _T.R_PAREN:
            opening = pairs.get(index - 1, 0)
            if opening < 2 or tokens[opening - 1].token_type is not _T.ALIAS:
                continue
            _member(edits, tokens[opening - 2], opening, index - 1, column)
        elif end < len(tokens) and tokens[end].token_type is _T.L_PAREN and end in pairs:
            pipe = next((n for n in range(index, -1, -1) if tokens[n].text == "|>"), None)
            if pipe is None:
                continue
            _operator(edits, tokens, tokens[pipe], pairs[end], column)
        else:
            continue
        edits.drop(*range(index, end))
    return edits.applied(tokens)


def _member(edits: Edits, name: Token, opening: int, closing: int, column: Token) -> None:
    def made(kind: TokenType, text: str) -> Token:
        return synthetic(name, kind, text)

    begin, end = made(_T.L_PAREN, "("), made(_T.R_PAREN, ")")
    outer = [begin, made(_T.SELECT, "SELECT"), made(_T.STAR, "*"), *_counted(name, column), made(_T.FROM, "FROM")]
    inner = [begin, made(_T.WITH, "WITH"), made(_T.RECURSIVE, "RECURSIVE"), name, made(_T.ALIAS, "AS")]
    edits.put_before(opening, *outer, *inner)
    edits.put_after(closing, made(_T.SELECT, "SELECT"), made(_T.STAR, "*"), made(_T.FROM, "FROM"), name, end, end)


def _counted(place: Token, column: Token) -> list[Token]:
    """`, 0 AS d`."""
    return [
        synthetic(place, _T.COMMA, ","), synthetic(place, _T.NUMBER, "0"), synthetic(place, _T.ALIAS, "AS"), column,
    ]  # fmt: skip


def _operator(edits: Edits, tokens: Tokens, pipe: Token, last: int, column: Token) -> None:
    place = tokens[last]
    bar = synthetic(place, pipe.token_type, pipe.text)
    more = [bar, synthetic(place, _T.VAR, "EXTEND"), *_counted(place, column)[1:]]
    if keyword(tokens, last + 1) == "AS" and last + 2 < len(tokens):
        more += [bar, *tokens[last + 1 : last + 3]]
        last += 2
    edits.put_after(last, *more)


REWRITES = (TokenRewrite(frozenset({"DEPTH"}), rewrite_depth),)
