"""Token rewrites for GoogleSQL's forms that the parser does not know; each keeps the offsets of its tokens.

To add one: a pure function over tokens, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, Tokens, keyword, synthetic
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
    """ML.PREDICT(MODEL d.m, TABLE d.t): ML_PREDICT(MODEL('d.m'), (SELECT * FROM d.t)), which the binder knows."""
    edits = Edits()
    for index, token in enumerate(tokens):
        if token.token_type is not _T.L_PAREN or index == 0 or not _over_table(tokens, index):
            continue
        if index >= 3 and tokens[index - 2].token_type is _T.DOT and keyword(tokens, index - 3) in ("ML", "AI"):
            edits.drop(index - 3, index - 2)
            edits.swap(
                index - 1,
                synthetic(tokens[index - 1], _T.VAR, f"{keyword(tokens, index - 3)}_{keyword(tokens, index - 1)}"),
            )
        depth, n = 0, index
        while n < len(tokens):
            depth += (tokens[n].token_type in OPEN) - (tokens[n].token_type in CLOSE)
            if depth == 0:
                break
            last = _end_of_argument(tokens, n) if depth == 1 else -1
            if last > 0:
                if keyword(tokens, n) == "TABLE":
                    head = (_T.L_PAREN, "("), (_T.SELECT, "SELECT"), (_T.STAR, "*"), (_T.FROM, "FROM")
                    edits.put_before(n + 1, *(synthetic(tokens[n], kind, text) for kind, text in head))
                    edits.put_after(last, synthetic(tokens[last], _T.R_PAREN, ")"))
                    edits.drop(n)
                else:
                    name = ".".join(tokens[offset].text for offset in range(n + 1, last + 1, 2))
                    edits.swap(n, synthetic(tokens[n], _T.VAR, "MODEL"))
                    edits.put_after(n, synthetic(tokens[n], _T.L_PAREN, "("), synthetic(tokens[n + 1], _T.STRING, name))
                    edits.drop(*range(n + 1, last + 1))
                    edits.put_after(last, synthetic(tokens[last], _T.R_PAREN, ")"))
                n = last
            n += 1
    return edits.applied(tokens)


def _over_table(tokens: Tokens, index: int) -> bool:
    """Whether a parenthesis opens the arguments of a function over tables or models."""
    if keyword(tokens, index - 1) not in _OVER_TABLES and not (
        index >= 3 and tokens[index - 2].token_type is _T.DOT and keyword(tokens, index - 3) in ("ML", "AI")
    ):
        return False
    return _end_of_argument(tokens, index + 1) > 0


def _end_of_argument(tokens: Tokens, index: int) -> int:
    """The last token of TABLE a.b or MODEL a.b; -1 for other arguments, as the column of AI.CLASSIFY(model, b)."""
    if keyword(tokens, index) not in ("TABLE", "MODEL") or tokens[index - 1].token_type not in _BEFORE_ARGUMENT:
        return -1
    last = index + 1
    if last >= len(tokens) or tokens[last].token_type not in _NAMES:
        return -1
    while last + 2 < len(tokens) and tokens[last + 1].token_type in (_T.DOT, _T.DASH):
        last += 2
    return last if keyword(tokens, last + 1) in (",", ")") else -1


_BEFORE_ARGUMENT = frozenset({_T.L_PAREN, _T.COMMA, _T.FARROW})


_OVER_TABLES = frozenset({"APPENDS", "CHANGES", "VECTOR_SEARCH", "GAP_FILL"})


STATEMENT: Sequence[TokenRewrite] = (
    TokenRewrite(frozenset({"OFFSET"}), unnest_paths_with_offset),
    TokenRewrite(_PRIVACY, drop_privacy_clauses),
    TokenRewrite(frozenset({"ROW"}), rewrite_merge_row),
    TokenRewrite(frozenset({"MODEL", *_OVER_TABLES}), rewrite_table_arguments),
    TokenRewrite(frozenset({"PARTITION"}), join_partition_columns),
)
