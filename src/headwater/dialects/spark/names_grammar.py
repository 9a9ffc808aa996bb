"""Token rewrites for Spark's columns that are called like something else, and for calls that the parser cuts short.

To add a form: a pure function over tokens, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import TokenType

from headwater.dialects.spark.output_name_tables import WITHOUT_PARENTHESES
from headwater.sql.grammar import TokenRewrite, Tokens, keyword, synthetic
from headwater.sql.names_like_types import name_token, names_like_intervals, names_like_types
from headwater.sql.placeholders import hide
from headwater.sql.token_edits import Edits

_T = TokenType
_UNIT_FIRST = frozenset({"DATE_TRUNC"})
_UNIT_LAST = frozenset({"TRUNC"})


def name_types(tokens: Tokens) -> Tokens:
    """SELECT array[0], date[i], map < 3 FROM t: columns; no type of Spark has brackets, and none begins an operand."""
    return names_like_types(tokens, sized_arrays=False)


def name_all(tokens: Tokens) -> Tokens:
    """SELECT all, min(all) FROM t WHERE all > 1: a column; not UNION ALL, GROUP BY ALL, count(ALL a), > ALL (…)."""
    return [
        name_token(token)
        if token.token_type is _T.ALL
        and index
        and keyword(tokens, index - 1) not in _BEFORE_ALL
        and (keyword(tokens, index + 1) in _BEHIND_NAME or tokens[index + 1].token_type in _OPERATORS)
        else token
        for index, token in enumerate(tokens)
    ]


_BEFORE_ALL = frozenset({"UNION", "EXCEPT", "INTERSECT", "MINUS", "BY", "GROUP BY", "ORDER BY", "SORT BY", "."})
_BEHIND_NAME = frozenset({",", ")", "]", "[", "FROM", "AS", "AND", "OR", "THEN", "ELSE", "END", "WHEN", "IS", "IN"})
_BEHIND_NAME |= {"LIKE", "BETWEEN", "RLIKE", "NOT", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "DESC", "ASC", ""}
_OPERATORS = frozenset({_T.PLUS, _T.DASH, _T.STAR, _T.SLASH, _T.EQ, _T.NEQ, _T.GT, _T.GTE, _T.LT, _T.LTE, _T.DPIPE})
_OPERATORS |= {_T.MOD, _T.NULLSAFE_EQ, _T.AMP, _T.PIPE_GT, _T.SEMICOLON}


def name_bare_calls(tokens: Tokens) -> Tokens:
    """SELECT current_date FROM t: a column of that name comes before the function."""
    return [
        synthetic(token, _T.VAR, token.text)
        if keyword(tokens, index) in WITHOUT_PARENTHESES and keyword(tokens, index + 1) != "("
        else token
        for index, token in enumerate(tokens)
    ]


def hide_calls(tokens: Tokens) -> Tokens:
    """date_trunc(part, d), trunc(d, part): a unit that is a column, which the parser takes for the name of one."""
    edits = Edits()
    for index in range(len(tokens) - 2):
        name = keyword(tokens, index)
        if tokens[index + 1].token_type is not _T.L_PAREN:
            continue
        if (name in _UNIT_FIRST and tokens[index + 2].token_type is not _T.STRING) or name in _UNIT_LAST:
            edits.swap(index, hide(tokens[index]))
    return edits.applied(tokens)


def type_asof_joins(tokens: Tokens) -> Tokens:
    """a ASOF JOIN b MATCH_CONDITION (a.t >= b.t) ON …: keywords that this grammar of the parser has no tokens for."""
    edits = Edits()
    for index, token in enumerate(tokens):
        if keyword(tokens, index) == "ASOF" and keyword(tokens, index + 1) in ("JOIN", "LEFT", "INNER"):
            edits.swap(index, synthetic(token, _T.ASOF, token.text))
        elif keyword(tokens, index) == "MATCH_CONDITION" and keyword(tokens, index + 1) == "(":
            edits.swap(index, synthetic(token, _T.MATCH_CONDITION, token.text))
    return edits.applied(tokens)


def qualify_global_views(tokens: Tokens) -> Tokens:
    """CREATE GLOBAL TEMPORARY VIEW v: a view of the database global_temp."""
    for index in range(1, min(4, len(tokens) - 3)):
        if keyword(tokens, index) == "GLOBAL" and keyword(tokens, index + 1) in ("TEMP", "TEMPORARY"):
            name = index + 3
            if keyword(tokens, name) == "IF":
                name += 3
            if keyword(tokens, index + 2) == "VIEW" and name < len(tokens) and keyword(tokens, name + 1) != ".":
                database = synthetic(tokens[name], _T.VAR, "global_temp")
                return [*tokens[:name], database, synthetic(tokens[name], _T.DOT, "."), *tokens[name:]]
    return tokens


STATEMENT: Sequence[TokenRewrite] = (
    TokenRewrite(frozenset({"[", "MAP", "STRUCT", "ARRAY"}), name_types),
    TokenRewrite(frozenset({"INTERVAL"}), names_like_intervals),
    TokenRewrite(frozenset({"ALL"}), name_all),
    TokenRewrite(frozenset({"ASOF"}), type_asof_joins),
    TokenRewrite(frozenset({"GLOBAL"}), qualify_global_views),
    TokenRewrite(WITHOUT_PARENTHESES, name_bare_calls),
    TokenRewrite(_UNIT_FIRST | _UNIT_LAST, hide_calls),
)
