"""Columns that are called like a type or a constructor: the parser would read a type in `text[1]` and `range < 5`.

    SELECT text[1], date[i] FROM t              subscripts, and no arrays of a fixed size
    SELECT range < 5, map FROM t                comparisons, and no RANGE<…>; MAP without its parenthesis
    SELECT interval + 2, interval * a FROM t    operands, and no INTERVAL +2

A type stands behind `::`, behind the AS of a cast, behind the name of a column or a field, and inside another type. A
token in any other place is a name: there are more operators and clauses than one would think of
(`DISTINCT ON (a) text[1]`, `g GLOB text[1]`, `g IS DISTINCT FROM text[1]`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlglot.parser import Parser
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.outline import TOP, outlined
from headwater.sql.token_edits import Edits

_T = TokenType
TYPES = frozenset(Parser.TYPE_TOKENS) - {_T.NULL, _T.UNION}
"""The tokens that the parser takes for types."""
_CONSTRUCTORS = frozenset({_T.ARRAY, _T.LIST})
"""What the parser takes for a constructor where a bracket is behind it, quoted or not."""
NESTED = frozenset(Parser.NESTED_TYPE_TOKENS) - {_T.UNION}
_BEGINS = frozenset(
    {
        _T.SELECT, _T.DISTINCT, _T.ALL, _T.COMMA, _T.L_PAREN, _T.L_BRACKET, _T.COLON, _T.WHERE, _T.AND, _T.OR, _T.NOT,
        _T.ON, _T.WHEN, _T.THEN, _T.ELSE, _T.CASE, _T.BETWEEN, _T.IN, _T.EQ, _T.NEQ, _T.LT, _T.LTE, _T.GT, _T.GTE,
        _T.PLUS, _T.DASH, _T.STAR, _T.SLASH, _T.PERCENT, _T.MOD, _T.DIV, _T.DPIPE, _T.PIPE, _T.AMP, _T.CARET,
        _T.GROUP_BY, _T.ORDER_BY, _T.PARTITION_BY, _T.HAVING, _T.QUALIFY, _T.RETURNING, _T.SET, _T.DOT, _T.ARROW,
        _T.DARROW, _T.LIKE, _T.ILIKE, _T.LIMIT, _T.FARROW, _T.COLON_EQ,
    }
)  # fmt: skip
"""What an operand of an expression may stand behind, and a type may not, though it may be a name elsewhere."""
_BEGINS_BY_WORD = frozenset({"BOTH", "LEADING", "TRAILING", "PLACING", "ZONE"})
"""trim(BOTH text[1] FROM a), overlay(a PLACING text[1] FROM 1), a AT TIME ZONE text[1]: names to the parser's lexer."""
_BEFORE_TYPE = frozenset(Parser.ID_VAR_TOKENS) | {_T.VAR, _T.IDENTIFIER, _T.DCOLON, _T.ALIAS}
"""a::text[3], CAST(a AS text[3]), and the name of a column, which may be a keyword, in its definition."""
_BEHIND_NAME = frozenset({_T.PLUS, _T.DASH, _T.STAR, _T.SLASH, _T.PERCENT, _T.DIV, _T.L_BRACKET, _T.NOT})
"""What the parser takes for a part of an interval, and what may follow a column."""
_UNIT = re.compile(r"(?:YEAR|QUARTER|MONTH|WEEK|DAY|HOUR|MINUTE|(?:MILLI|MICRO|NANO)?SECOND)S?")


def names_like_types(tokens: Tokens, sized_arrays: bool = True) -> Tokens:
    """The tokens with names in the place of what only looks like a type.

    `sized_arrays` where the dialect has types such as INT[3]; where it has none, a bracket is always a subscript.
    """
    names = [
        index
        for index in range(len(tokens) - 1)
        if (tokens[index].token_type in TYPES or _is_constructor(tokens[index])) and _looks_like_name(tokens, index)
    ]
    if not names:
        return tokens
    holders = outlined(tokens).holder
    edits = Edits()
    written = _inside_types(tokens, holders)
    for index in names:
        if index in written:
            continue
        kind, behind = tokens[index].token_type, tokens[index + 1].token_type
        if kind is _T.IDENTIFIER:
            _wrap(edits, tokens, index)  # "list"[1]
            continue
        if behind is _T.L_BRACKET and sized_arrays and not _in_expression(tokens, holders, index):
            continue
        if behind is _T.LT and not _in_expression(tokens, holders, index):
            continue
        qualified = tokens[index - 1].token_type is _T.DOT
        if kind is _T.ARRAY and sized_arrays and not qualified:
            continue  # ARRAY[1, 2]
        edits.swap(index, name_token(tokens[index]))
        if kind in _CONSTRUCTORS:
            _wrap(edits, tokens, index)
    return edits.applied(tokens)


def _inside_types(tokens: Sequence[Token], holders: list[int]) -> set[int]:
    """CAST(a AS MAP<STRING, ARRAY<INT>>)['k'][0]: what stands between the angle brackets of a type is a type."""
    inside: set[int] = set()
    end = -1
    for index in range(len(tokens) - 1):
        if index <= end or tokens[index].token_type not in NESTED or tokens[index + 1].token_type is not _T.LT:
            continue
        if _in_expression(tokens, holders, index):
            continue
        depth = 0
        for end in range(index + 1, len(tokens)):
            depth += (tokens[end].token_type is _T.LT) - (tokens[end].token_type is _T.GT)
            if not depth:
                break
        inside.update(range(index, end))
    return inside


def _is_constructor(token: Token) -> bool:
    return token.token_type is _T.IDENTIFIER and token.text.upper() in ("ARRAY", "LIST")


def _wrap(edits: Edits, tokens: Tokens, index: int) -> None:
    """t.list[1] is (t.list)[1]."""
    first = index
    while first > 1 and tokens[first - 1].token_type is _T.DOT:
        first -= 2
    edits.put_before(first, synthetic(tokens[first], _T.L_PAREN, "("))
    edits.put_after(index, synthetic(tokens[index], _T.R_PAREN, ")"))


def _looks_like_name(tokens: Sequence[Token], index: int) -> bool:
    kind, behind = tokens[index].token_type, tokens[index + 1].token_type
    if behind is _T.L_BRACKET:
        return index + 2 < len(tokens) and tokens[index + 2].token_type is not _T.R_BRACKET  # INT[] is a type
    return behind is _T.LT and kind in NESTED


def _in_expression(tokens: Sequence[Token], holders: list[int], index: int) -> bool:
    """Whether an operand stands there: behind an operator or a clause, and in no list of a type's parts."""
    if not _operand(tokens, index):
        return False
    if index and tokens[index - 1].token_type not in (_T.COMMA, _T.L_PAREN):
        return True
    holder = holders[index]
    if holder == TOP or holder == 0 or tokens[holder - 1].token_type not in TYPES:
        return True
    if tokens[holder].token_type not in (_T.L_PAREN, _T.LT):
        return True  # MAP {'p': 1, text[1]: 2}
    return _in_expression(tokens, holders, holder - 1)  # MAP(INT[3], TEXT) is a type where its own place is a type's


def _operand(tokens: Sequence[Token], index: int) -> bool:
    before = tokens[index - 1] if index else None
    if before is None or before.token_type in _BEGINS:
        return True
    return before.token_type not in _BEFORE_TYPE or before.text.upper() in _BEGINS_BY_WORD


def names_like_intervals(tokens: Tokens, signed: bool = True) -> Tokens:
    """interval + 2, interval * a: a column; `signed` where the dialect has INTERVAL -2 DAY."""
    edits = Edits()
    partners = bracket_pairs(tokens)
    for index, token in enumerate(tokens):
        if token.token_type is _T.INTERVAL and is_interval_name(tokens, partners, index, signed):
            edits.swap(index, name_token(token))
    return edits.applied(tokens)


def is_interval_name(tokens: Sequence[Token], partners: dict[int, int], index: int, signed: bool = True) -> bool:
    """Whether the word INTERVAL is the name of a column there; `partners` are the brackets of the tokens."""
    if index + 1 >= len(tokens) or not _operand(tokens, index):
        return False
    behind = tokens[index + 1].token_type
    sign = behind in (_T.PLUS, _T.DASH)
    return behind in _BEHIND_NAME and not (signed and sign and _has_unit(tokens, partners, index + 2))


def _has_unit(tokens: Sequence[Token], partners: dict[int, int], index: int) -> bool:
    """Whether a unit is behind an amount: 2 DAY, a.b DAY, f(a) DAY, (a + 1) DAY."""
    while index + 2 < len(tokens) and tokens[index + 1].token_type is _T.DOT:
        index += 2
    if index + 1 < len(tokens) and tokens[index + 1].token_type is _T.L_PAREN:
        index += 1
    return _UNIT.fullmatch(keyword(tokens, partners.get(index, index) + 1)) is not None


def name_token(token: Token) -> Token:
    """A keyword as the name that it is, in quotes: the parser knows some keywords by their text alone."""
    return Token(_T.IDENTIFIER, token.text, token.line, token.col, token.start, token.end)
