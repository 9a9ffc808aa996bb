"""Token rewrites for GoogleSQL's forms that the parser does not know; each keeps the offsets of its tokens.

To add one: a pure function over tokens, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import TokenType

from headwater.dialects.googlesql import call_grammar, create_grammar, depth_grammar, type_grammar, write_grammar
from headwater.sql import match_recognize
from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.outline import Outline, is_call, outlined
from headwater.sql.placeholders import INPUT
from headwater.sql.token_edits import Edits

_T = TokenType
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


# ── queries ──────────────────────────────────────────────────────────────────────────────────────────────────
def unnest_paths_with_offset(tokens: Tokens) -> Tokens:
    """FROM t, t.items AS i WITH OFFSET AS o: UNNEST(t.items) AS i WITH OFFSET AS o."""
    edits = Edits()
    for index, token in enumerate(tokens):
        if token.token_type is not _T.WITH or keyword(tokens, index + 1) != "OFFSET":
            continue
        if keyword(tokens, index + 2) == "AS" and keyword(tokens, index + 3) == "(":
            continue  # INSERT INTO d.t WITH offset AS (SELECT …) SELECT …: the name of a CTE
        last = index - 1
        if last >= 2 and tokens[last - 1].token_type is _T.ALIAS:
            last -= 2  # whatever the alias: AS offset
        elif last >= 1 and tokens[last].token_type in _NAMES and tokens[last - 1].token_type is not _T.DOT:
            last -= 1
        first = last
        while first >= 2 and tokens[first].token_type in _NAMES and tokens[first - 1].token_type is _T.DOT:
            first -= 2
        if first == last or tokens[first].token_type not in _NAMES:
            continue
        edits.put_before(
            first, synthetic(tokens[first], _T.UNNEST, "UNNEST"), synthetic(tokens[first], _T.L_PAREN, "(")
        )
        edits.put_after(last, synthetic(tokens[last], _T.R_PAREN, ")"))
    return edits.applied(tokens)


def drop_privacy_clauses(tokens: Tokens) -> Tokens:
    """SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (…) a: noise and thresholds, which no value comes from."""
    edits = Edits()
    for index, token in enumerate(tokens):
        if (
            token.token_type is not _T.WITH
            or keyword(tokens, index + 1) not in _PRIVACY
            or keyword(tokens, index - 1) != "SELECT"
        ):
            continue
        end = index + 2
        if keyword(tokens, end) == "OPTIONS" and end + 1 < len(tokens) and tokens[end + 1].token_type is _T.L_PAREN:
            end += 1
            depth = 1
            while depth and end + 1 < len(tokens):
                end += 1
                depth += (tokens[end].token_type in OPEN) - (tokens[end].token_type in CLOSE)
            end += 1
        edits.drop(*range(index, end))
    return edits.applied(tokens)


_PRIVACY = frozenset({"DIFFERENTIAL_PRIVACY", "AGGREGATION_THRESHOLD", "ANONYMIZATION"})


def rewrite_merge_row(tokens: Tokens) -> Tokens:
    """MERGE … INSERT (b, a) ROW: VALUES (ROW), which the binder knows."""
    edits = Edits()
    for index, token in enumerate(tokens):
        if keyword(tokens, index) != "ROW" or index < 2 or tokens[index - 1].token_type is not _T.R_PAREN:
            continue
        depth, first = 0, index - 1
        while first >= 0:
            depth += (tokens[first].token_type in CLOSE) - (tokens[first].token_type in OPEN)
            if depth == 0:
                break
            first -= 1
        if first > 1 and keyword(tokens, first - 1) == "INSERT" and keyword(tokens, first - 2) == "THEN":
            edits.put_before(index, synthetic(token, _T.VALUES, "VALUES"), synthetic(token, _T.L_PAREN, "("))
            edits.swap(index, synthetic(token, _T.STAR, "*"))
            edits.put_after(index, synthetic(token, _T.R_PAREN, ")"))
    return edits.applied(tokens)


def join_partition_columns(tokens: Tokens) -> Tokens:
    """CREATE EXTERNAL TABLE t (a INT64) WITH PARTITION COLUMNS (p STRING): columns like the others."""
    edits = Edits()
    if keyword(tokens, 0) != "CREATE":
        return tokens
    for index, token in enumerate(tokens):
        if (
            token.token_type is not _T.WITH
            or keyword(tokens, index + 1) != "PARTITION"
            or keyword(tokens, index + 2) != "COLUMNS"
        ):
            continue
        listed = index + 3 < len(tokens) and tokens[index + 3].token_type is _T.L_PAREN
        edits.drop(*range(index, index + 3))
        if listed and tokens[index - 1].token_type is _T.R_PAREN:
            edits.swap(index - 1, synthetic(tokens[index - 1], _T.COMMA, ","))
            edits.drop(index + 3)
    return edits.applied(tokens)


def rewrite_table_arguments(tokens: Tokens) -> Tokens:
    """ML.PREDICT(MODEL d.m, TABLE d.t): ML_PREDICT(MODEL('d.m'), (SELECT * FROM d.t)), which the binder knows.

    The same in any function: f(TABLE t), f(named => TABLE t), f(TABLE g()), f(CONNECTION c), |> CALL f(INPUT TABLE).
    """
    edits = Edits()
    outline: Outline | None = None
    partners: dict[int, int] = {}
    prefixed: set[int] = set()
    for index in range(1, len(tokens)):
        argument = keyword(tokens, index)
        if argument not in _ARGUMENTS or tokens[index - 1].token_type not in _BEFORE_ARGUMENT:
            continue
        if outline is None:
            outline, partners = outlined(tokens), bracket_pairs(tokens)
        call = outline.holder[index]
        last = _end_of_argument(tokens, index, partners)
        if call < 1 or last < 0 or not is_call(tokens, call):
            continue
        if keyword(tokens, call - 2) == "." and keyword(tokens, call - 3) in ("ML", "AI") and call not in prefixed:
            prefixed.add(call)
            edits.drop(call - 3, call - 2)
            name = f"{keyword(tokens, call - 3)}_{keyword(tokens, call - 1)}"
            edits.swap(call - 1, synthetic(tokens[call - 1], _T.VAR, name))
        if argument == "TABLE":
            head = (_T.L_PAREN, "("), (_T.SELECT, "SELECT"), (_T.STAR, "*"), (_T.FROM, "FROM")
            edits.put_before(index + 1, *(synthetic(tokens[index], kind, text) for kind, text in head))
            edits.put_after(last, synthetic(tokens[last], _T.R_PAREN, ")"))
            edits.drop(index)
            continue
        edits.drop(*range(index + 1, last + 1))
        if argument == "INPUT":
            edits.swap(index, synthetic(tokens[index], _T.IDENTIFIER, INPUT))
            continue
        name = ".".join(tokens[offset].text for offset in range(index + 1, last + 1, 2))
        text = synthetic(tokens[index + 1], _T.STRING, name)
        if argument == "CONNECTION":
            edits.swap(index, text)
            continue
        edits.swap(index, synthetic(tokens[index], _T.VAR, "MODEL"))
        edits.put_after(index, synthetic(tokens[index], _T.L_PAREN, "("), text)
        edits.put_after(last, synthetic(tokens[last], _T.R_PAREN, ")"))
    return edits.applied(tokens)


def _end_of_argument(tokens: Tokens, index: int, partners: dict[int, int]) -> int:
    """The last token of TABLE a.b or MODEL a.b; -1 for other arguments, as the column of AI.CLASSIFY(model, b)."""
    last = index + 1
    if last >= len(tokens):
        return -1
    argument = keyword(tokens, index)
    if argument == "INPUT" and keyword(tokens, last) != "TABLE":
        return -1
    if tokens[last].token_type not in _NAMES and argument != "INPUT" and keyword(tokens, last) != "DEFAULT":
        return -1
    while last + 2 < len(tokens) and tokens[last + 1].token_type in (_T.DOT, _T.DASH):
        last += 2
    if argument == "TABLE" and keyword(tokens, last + 1) == "(":
        last = partners.get(last + 1, last)
    return last if keyword(tokens, last + 1) in (",", ")") else -1


_ARGUMENTS = frozenset({"TABLE", "MODEL", "CONNECTION", "INPUT"})
_BEFORE_ARGUMENT = frozenset({_T.L_PAREN, _T.COMMA, _T.FARROW})


STATEMENT: Sequence[TokenRewrite] = (
    TokenRewrite(frozenset({"PARTITION"}), join_partition_columns),
    *create_grammar.REWRITES,
    *depth_grammar.REWRITES,
    *write_grammar.REWRITES,
    *match_recognize.STATEMENT,
    *type_grammar.REWRITES,
    *call_grammar.REWRITES,
    TokenRewrite(frozenset({"OFFSET"}), unnest_paths_with_offset),
    TokenRewrite(_PRIVACY, drop_privacy_clauses),
    TokenRewrite(frozenset({"ROW"}), rewrite_merge_row),
    TokenRewrite(_ARGUMENTS, rewrite_table_arguments),
)
