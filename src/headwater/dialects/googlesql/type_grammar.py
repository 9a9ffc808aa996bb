"""Token rewrites for types: names of the engine's own and of its users, and what is said behind a type.

ARRAY<`shop.Order`>[x], CAST(x AS STRUCT<a shop.Order>)    types that have a name: nothing is known of their inside
STRUCT<STRING COLLATE 'und:ci', INT64 NOT NULL>            what no value comes from is dropped
STRUCT<>                                                   a struct without fields
"""

from __future__ import annotations

from sqlglot.dialects.bigquery import BigQuery
from sqlglot.tokenizer_core import TokenType

from headwater.sql.cursor import matched_brackets
from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.outline import Outline, outlined
from headwater.sql.placeholders import hide
from headwater.sql.token_edits import Edits

_T = TokenType
_NESTED = frozenset({"ARRAY", "STRUCT", "RANGE", "MAP", "TABLE", "ENUM", "PROTO"})
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_OWN = frozenset({*BigQuery.Parser.FUNCTION_PARSERS, *BigQuery.Parser.NO_PAREN_FUNCTION_PARSERS})
"""Functions whose arguments the parser reads in a way of their own."""
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


def rewrite_cast_formats(tokens: Tokens) -> Tokens:
    """CAST(x AS STRING FORMAT f): NULLIF(CAST(x AS STRING), f), which has the same lineage; a literal stays."""
    edits = Edits()
    outline: Outline | None = None
    for index in range(1, len(tokens) - 2):
        literal = tokens[index + 1].token_type is _T.STRING and keyword(tokens, index + 2) in (")", "AT")
        if tokens[index].token_type is not _T.FORMAT or literal:
            continue
        outline = outline or outlined(tokens)
        opened = outline.holder[index]
        if keyword(tokens, opened - 1) not in ("CAST", "SAFE_CAST"):
            continue
        edits.put_before(
            opened - 1,
            synthetic(tokens[opened - 1], _T.VAR, "NULLIF"),
            synthetic(tokens[opened], _T.L_PAREN, "("),
        )
        edits.swap(index, synthetic(tokens[index], _T.R_PAREN, ")"))
        edits.put_after(index, synthetic(tokens[index], _T.COMMA, ","))
    return edits.applied(tokens)


def name_fields(tokens: Tokens) -> Tokens:
    """doc.array[0], t.interval: a keyword behind a dot is a name; AI.IF(…) is not the parser's own IF."""
    edits = Edits()
    for index in range(2, len(tokens)):
        token = tokens[index]
        if tokens[index - 1].token_type is not _T.DOT or not token.text.isidentifier():
            continue
        called = keyword(tokens, index + 1) == "("
        if called and token.text.upper() in _OWN and keyword(tokens, index - 2) != "SAFE":
            edits.swap(index, hide(token))
        elif token.token_type not in _NAMES:
            edits.swap(index, synthetic(token, _T.VAR if called else _T.IDENTIFIER, token.text))  # SAFE.LEFT(s, 2)
    return edits.applied(tokens)


REWRITES = (
    TokenRewrite(frozenset({"."}), name_fields),
    TokenRewrite(frozenset({"FORMAT"}), rewrite_cast_formats),
    TokenRewrite(frozenset({"<", "<>"}), simplify_types),
    TokenRewrite(frozenset({"COLLATE"}), drop_cast_collations),
)
