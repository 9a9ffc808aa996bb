"""Token rewrites for every dialect, each with the SQL that forced it; they keep the offsets of the tokens."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, bracket_pairs
from headwater.sql.outline import names_table
from headwater.sql.placeholders import hide, is_hidden

_T = TokenType
_CONDITION = frozenset({_T.ON, _T.USING})
_NEEDS_NONE = frozenset({_T.CROSS, _T.NATURAL, _T.ARRAY, _T.APPLY})
_NEEDS_ONE = frozenset({_T.LEFT, _T.RIGHT, _T.FULL, _T.OUTER, _T.SEMI, _T.ANTI, _T.ASOF, _T.LATERAL})
FEW = 5
"""So many joins may lack a condition: the parser's time doubles with each of them."""


_BY = {
    "GROUP": _T.GROUP_BY,
    "ORDER": _T.ORDER_BY,
    "PARTITION": _T.PARTITION_BY,
    "CLUSTER": _T.CLUSTER_BY,
    "DISTRIBUTE": _T.DISTRIBUTE_BY,
    "SORT": _T.SORT_BY,
}


def join_two_word_keywords(tokens: list[Token]) -> list[Token]:
    """GROUP /* why */ BY k: a comment inside a keyword of two words cuts it in two for the parser."""
    out: list[Token] = []
    for token in tokens:
        quoted = token.token_type is _T.IDENTIFIER or (out and out[-1].token_type is _T.IDENTIFIER)
        if out and not quoted and token.text.upper() == "BY" and out[-1].text.upper() in _BY:
            first = out.pop()
            kind = _BY[first.text.upper()]
            text = f"{first.text} {token.text}"
            token = Token(kind, text, token.line, token.col, first.start, token.end)
        out.append(token)
    return out if len(out) < len(tokens) else tokens


SUBSCRIPTED = re.compile(r"\b(?:array|list)[`\"\]]?\s*\[", re.IGNORECASE)
"""A text in which a column may be called like a constructor of arrays."""


def hide_subscripted(tokens: list[Token]) -> list[Token]:
    """t.list[1], list[1], `array`[1]: elements of a column. The parser makes an array of what is in the brackets."""
    out = list(tokens)
    for index in range(len(tokens) - 1):
        token = tokens[index]
        if tokens[index + 1].token_type is not _T.L_BRACKET or token.text.upper() not in ("ARRAY", "LIST"):
            continue
        named = token.token_type is _T.IDENTIFIER or (index > 0 and tokens[index - 1].token_type is _T.DOT)
        if named or token.text.upper() == "LIST":
            kind = token.token_type if token.token_type is _T.IDENTIFIER else _T.VAR
            out[index] = Token(kind, hide(token).text, token.line, token.col, token.start, token.end, token.comments)
    return out


def hide_unfit_call(tokens: Sequence[Token], line: int, column: int) -> list[Token] | None:
    """SELECT split(a) FROM t, where split is the user's own: the parser knows one with other arguments, and refuses.

    The parser's error names the parenthesis that closes the call; the function is hidden from it for the next try.
    """
    partners = bracket_pairs(tokens)
    for index, token in enumerate(tokens):
        if token.token_type in CLOSE and (token.line, token.col) == (line, column):
            called = partners.get(index, 0) - 1
            if called >= 0 and tokens[called].token_type in _NAMES:
                if is_hidden(tokens[called].text):
                    return None
                return [*tokens[:called], hide(tokens[called]), *tokens[called + 1 :]]
    return None


_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


def hide_own_calls(
    tokens: list[Token], own: Collection[str], known: Collection[str], read: Collection[str]
) -> list[Token]:
    """CREATE MACRO iff(c, a, b) AS …; SELECT iff(x, y, z): the user's function and not one that the parser knows."""
    out: list[Token] | None = None
    for index in range(len(tokens) - 1):
        if tokens[index + 1].token_type is not _T.L_PAREN or tokens[index].text.lower() not in own:
            continue
        name = tokens[index]
        if (name.text.upper() in known or name.text.upper() in read) and name.token_type is not _T.STRING:
            if names_table(tokens, index):
                continue
            out = list(tokens) if out is None else out
            out[index] = hide(name)
    return tokens if out is None else out


def find_bare_joins(tokens: Sequence[Token]) -> list[int]:
    """The indexes of the JOINs that have no ON or USING before the next JOIN of the same depth.

    `a JOIN b JOIN c`: legal where an engine reads it as a cross join. The parser tries every way of nesting them.
    """
    waiting: list[list[int]] = [[]]
    bare: list[int] = []
    for index, token in enumerate(tokens):
        kind = token.token_type
        if kind in OPEN:
            waiting.append([])
        elif kind in CLOSE:
            if len(waiting) > 1:
                bare += waiting.pop()
        elif kind is _T.JOIN:
            if index and tokens[index - 1].token_type in _NEEDS_NONE:
                continue
            waiting[-1].append(index)
        elif kind in _CONDITION and waiting[-1]:
            waiting[-1].pop()
    for rest in waiting:
        bare += rest
    return sorted(bare)


def add_cross_joins(tokens: Sequence[Token], bare: Sequence[int]) -> list[Token] | Token:
    """The tokens with CROSS before each bare JOIN; or the JOIN that cannot be one (LEFT JOIN without ON)."""
    wanted = set(bare)
    out: list[Token] = []
    for index, token in enumerate(tokens):
        if index in wanted:
            before = tokens[index - 1].token_type if index else None
            if before in _NEEDS_ONE:
                return token
            if before is _T.INNER:
                out.pop()
            out.append(Token(_T.CROSS, "CROSS", token.line, token.col, token.start, token.end))
        out.append(token)
    return out
