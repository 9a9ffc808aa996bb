"""Token rewrites for DuckDB's expressions that the parser does not know or takes for something else.

To add a form: a pure function over tokens, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

import re

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.names_like_types import name_token, names_like_intervals, names_like_types
from headwater.sql.outline import TABLES, outlined
from headwater.sql.placeholders import hide
from headwater.sql.token_edits import Edits

_T = TokenType
_UNIT_FIRST = frozenset(
    {"DATE_TRUNC", "DATETRUNC", "DATE_DIFF", "DATEDIFF", "DATE_SUB", "DATESUB", "DATE_PART", "DATEPART"}
)
"""Functions whose first argument is a unit; the parser takes a column there for the name of one."""
_HIDDEN = frozenset({"TIME_BUCKET", "DECODE", "ENCODE"})
"""Functions of which the parser loses an argument."""
BARE_CALLS = frozenset(
    {
        "current_catalog", "current_date", "current_role", "current_schema", "current_time", "current_timestamp",
        "current_user", "localtime", "localtimestamp", "session_user", "user",
    }
)  # fmt: skip
"""Functions that are called without parentheses, unless there is a column of that name."""


def drop_export_state(tokens: Tokens) -> Tokens:
    """sum(a) EXPORT_STATE: what the aggregate has gathered instead of its result, out of the same arguments."""
    edits = Edits()
    for index in range(1, len(tokens)):
        if keyword(tokens, index) == "EXPORT_STATE" and tokens[index - 1].token_type is _T.R_PAREN:
            edits.drop(index)
    return edits.applied(tokens)


def split_cast_of_parameter(tokens: Tokens) -> Tokens:
    """?::INT: a parameter and a cast, which the lexer takes for one operator."""
    edits = Edits()
    for index, token in enumerate(tokens):
        if token.token_type is _T.QDCOLON:
            edits.swap(index, synthetic(token, _T.PLACEHOLDER, "?"))
            edits.put_after(index, synthetic(token, _T.DCOLON, "::"))
    return edits.applied(tokens)


def name_intervals(tokens: Tokens) -> Tokens:
    """SELECT interval - 2 FROM t: a column; DuckDB's INTERVAL has no sign."""
    return names_like_intervals(tokens, signed=False)


def name_types(tokens: Tokens) -> Tokens:
    """SELECT text[1], range < 5, map FROM t: columns that are called like types."""
    tokens = names_like_types(tokens)
    last = len(tokens) - 1
    return [
        name_token(token)
        if token.token_type is _T.MAP
        and (index == last or tokens[index + 1].token_type not in (_T.L_PAREN, _T.L_BRACE))
        else token
        for index, token in enumerate(tokens)
    ]


def name_bare_calls(tokens: Tokens) -> Tokens:
    """SELECT current_date FROM t: a column of that name comes before the function."""
    return [
        synthetic(token, _T.VAR, token.text)
        if keyword(tokens, index).lower() in BARE_CALLS and keyword(tokens, index + 1) != "("
        else token
        for index, token in enumerate(tokens)
    ]


def hide_calls(tokens: Tokens) -> Tokens:
    """date_trunc(part, d), time_bucket(w, t, origin): calls of which the parser would not keep every argument."""
    edits = Edits()
    for index in range(len(tokens) - 2):
        name = tokens[index].text.upper()  # "decode"(a, 'utf-8') is the same function
        if tokens[index + 1].token_type is not _T.L_PAREN or (name not in _UNIT_FIRST and name not in _HIDDEN):
            continue
        if name in _HIDDEN or tokens[index + 2].token_type is not _T.STRING:
            edits.swap(index, hide(tokens[index]))
    return edits.applied(tokens)


def unpack_columns(tokens: Tokens) -> Tokens:
    """UNPACK(COLUMNS(*)) is *COLUMNS(*), and UNPACK(a + COLUMNS(*)) reads a beside all of them."""
    pairs = bracket_pairs(tokens)
    edits = Edits()
    for index in range(len(tokens) - 2):
        if keyword(tokens, index) != "UNPACK" or index + 1 not in pairs:
            continue
        close = pairs[index + 1]
        whole = keyword(tokens, index + 2) == "COLUMNS" and pairs.get(index + 3) == close - 1
        edits.drop(index)
        if whole:
            edits.drop(index + 1, close)
        for inside in range(index + 2, close):
            if keyword(tokens, inside) == "COLUMNS" and inside + 1 in pairs:
                # *COLUMNS(*) takes no cast behind it: (*COLUMNS(*))::VARCHAR
                around = () if whole else (synthetic(tokens[inside], _T.L_PAREN, "("),)
                edits.put_before(inside, *around, synthetic(tokens[inside], _T.STAR, "*"))
                if around:
                    edits.put_after(pairs[inside + 1], synthetic(tokens[inside], _T.R_PAREN, ")"))
    return edits.applied(tokens)


def name_values(tokens: Tokens) -> Tokens:
    """FROM range(9) values(i): an alias."""
    clauses = outlined(tokens).clause
    return [
        name_token(token)
        if token.token_type is _T.VALUES
        and index > 1
        and clauses[index - 1] in TABLES
        and tokens[index - 1].token_type in (_T.R_PAREN, _T.ALIAS)
        else token
        for index, token in enumerate(tokens)
    ]


_PARAMETERS = re.compile(
    r"""'(?:[^']|'')*' | "(?:[^"]|"")*" | --[^\n]* | /\*.*?\*/ | \$(?P<tag>\w*)\$.*?\$(?P=tag)\$
      | (?P<parameter>\$\d+)(?=[^\s\d$][^\s$]*\$)""",
    re.DOTALL | re.VERBOSE,
)


def cover_parameters(text: str) -> str:
    """$1,$2: the lexer would read a string that is quoted with $1,$; the number says nothing of a column."""
    if "$" not in text:
        return text
    return _PARAMETERS.sub(lambda match: "?".ljust(len(match[0])) if match["parameter"] is not None else match[0], text)


STATEMENT = (
    TokenRewrite(frozenset({"EXPORT_STATE"}), drop_export_state),
    TokenRewrite(frozenset({"?::"}), split_cast_of_parameter),
    TokenRewrite(frozenset({"[", "<", "MAP"}), name_types),
    TokenRewrite(frozenset({"INTERVAL"}), name_intervals),
    TokenRewrite(frozenset(name.upper() for name in BARE_CALLS), name_bare_calls),
    TokenRewrite(_UNIT_FIRST | _HIDDEN, hide_calls),
    TokenRewrite(frozenset({"UNPACK"}), unpack_columns),
    TokenRewrite(frozenset({"VALUES"}), name_values),
)
