"""Token rewrites for types: names of the engine's own and of its users, and what is said behind a type.

ARRAY<`shop.Order`>[x], CAST(x AS STRUCT<a shop.Order>)    types that have a name: nothing is known of their inside
STRUCT<STRING COLLATE 'und:ci', INT64 NOT NULL>            what no value comes from is dropped
STRUCT<>                                                   a struct without fields
"""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from headwater.sql.cursor import matched_brackets
from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.token_edits import Edits

_T = TokenType
_NESTED = frozenset({"ARRAY", "STRUCT", "RANGE", "MAP", "TABLE", "ENUM", "PROTO"})
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_BEHIND = frozenset({"COLLATE", "NOT", "OPTIONS", "HIDDEN", "DEFAULT"})
"""What may stand behind the type of a field."""


def simplify_types(tokens: Tokens) -> Tokens:
    """ARRAY<shop.Order>, STRUCT<a STRING COLLATE 'und:ci'>: a type by name is one token, what is said of it goes."""
    edits = Edits()
    closing = matched_brackets(tokens, _NESTED)
    for index, token in enumerate(tokens):
        if token.token_type is _T.NEQ and keyword(tokens, index - 1) == "STRUCT":
            edits.drop(index)  # STRUCT<>()
        if token.token_type is not _T.LT or index not in closing:
            continue
        struct = keyword(tokens, index - 1) in ("STRUCT", "TABLE")
        first = index + 1
        while first < closing[index]:
            end = _end_of_field(tokens, first, closing[index], closing)
            _simplify(tokens, first, end, struct, edits)
            first = end + 1
    return edits.applied(tokens)


def _end_of_field(tokens: Tokens, first: int, last: int, closing: dict[int, int]) -> int:
    """The comma behind a field, or the end of the list."""
    index = first
    while index < last and tokens[index].token_type is not _T.COMMA:
        index = closing.get(index, index)
        index += 1
    return min(index, last)


def _simplify(tokens: Tokens, first: int, end: int, struct: bool, edits: Edits) -> None:
    """One field: [name] type [COLLATE …]."""
    start = first
    named = struct and first + 1 < end and keyword(tokens, first + 1) not in (*_BEHIND, "<", "(", ".", "<>")
    start += named
    if start < end and tokens[start].token_type in _NAMES:
        last = start
        while last + 2 < end and tokens[last + 1].token_type is _T.DOT:
            last += 2
        edits.swap(start, synthetic(tokens[start], _T.USERDEFINED, tokens[start].text))
        edits.drop(*range(start + 1, last + 1))
        start = last
    depth = 0
    for index in range(start + 1, end):
        text = keyword(tokens, index)
        depth += (text in ("<", "(")) - (text in (">", ")"))
        if depth == 0 and text in _BEHIND:
            edits.drop(*range(index, end))
            return


def drop_cast_collations(tokens: Tokens) -> Tokens:
    """CAST(x AS STRING COLLATE 'und:ci'): how a text is compared is no part of its value."""
    edits = Edits()
    partners: dict[int, int] | None = None
    for index in range(len(tokens) - 1):
        if keyword(tokens, index) != "COLLATE" or tokens[index + 1].token_type is not _T.STRING:
            continue
        if partners is None:
            partners = bracket_pairs(tokens)
        close = index + 2
        while close < len(tokens) and keyword(tokens, close) == "FORMAT":
            close += 2
        if keyword(tokens, partners.get(close, 0) - 1) in ("CAST", "SAFE_CAST"):
            edits.drop(index, index + 1)
    return edits.applied(tokens)


def drop_cast_formats(tokens: Tokens) -> Tokens:
    """CAST(x AS BYTES FORMAT NULL), … FORMAT CAST('%d' AS STRING): a format that is no literal, and no column."""
    edits = Edits()
    partners = bracket_pairs(tokens)
    for index in range(1, len(tokens) - 1):
        if tokens[index].token_type is not _T.FORMAT or tokens[index + 1].token_type is _T.STRING:
            continue
        end = index + 1
        while end < len(tokens) and end not in partners:
            end += 1
        while end in partners and partners[end] > end:
            end = partners[end] + 1
        cast = keyword(tokens, partners.get(end, 0) - 1) in ("CAST", "SAFE_CAST")
        names = [n for n in range(index + 1, end) if tokens[n].token_type in _NAMES and keyword(tokens, n) != "CAST"]
        if cast and not names:
            edits.drop(*range(index, end))
    return edits.applied(tokens)


REWRITES = (
    TokenRewrite(frozenset({"FORMAT"}), drop_cast_formats),
    TokenRewrite(frozenset({"<", "<>"}), simplify_types),
    TokenRewrite(frozenset({"COLLATE"}), drop_cast_collations),
)
