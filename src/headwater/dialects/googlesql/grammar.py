"""GoogleSQL's queries where the parser does not know them, as token rewrites; each keeps every token's offsets.

To add one: a pure function over tokens, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import CLOSE, OPEN, Rule, Words, like, word
from headwater.sql.token_edits import Edits

_T = TokenType
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


# ── queries ──────────────────────────────────────────────────────────────────────────────────────────────────
def path_offsets(tokens: Words) -> Words:
    """FROM t, t.items AS i WITH OFFSET AS o: UNNEST(t.items) AS i WITH OFFSET AS o."""
    edits = Edits()
    for at, token in enumerate(tokens):
        if token.token_type is not _T.WITH or word(tokens, at + 1) != "OFFSET":
            continue
        last = at - 1
        if last >= 1 and tokens[last].token_type in _NAMES and tokens[last - 1].token_type is not _T.DOT:
            last -= 1 + (tokens[last - 1].token_type is _T.ALIAS)
        first = last
        while first >= 2 and tokens[first].token_type in _NAMES and tokens[first - 1].token_type is _T.DOT:
            first -= 2
        if first == last or tokens[first].token_type not in _NAMES:
            continue
        edits.put_before(first, like(tokens[first], _T.UNNEST, "UNNEST"), like(tokens[first], _T.L_PAREN, "("))
        edits.put_after(last, like(tokens[last], _T.R_PAREN, ")"))
    return edits.applied(tokens)


def privacy(tokens: Words) -> Words:
    """SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (…) a: noise and thresholds, which no value comes from."""
    edits = Edits()
    for at, token in enumerate(tokens):
        if token.token_type is not _T.WITH or word(tokens, at + 1) not in _PRIVACY or word(tokens, at - 1) != "SELECT":
            continue
        end = at + 2
        if word(tokens, end) == "OPTIONS" and end + 1 < len(tokens) and tokens[end + 1].token_type is _T.L_PAREN:
            end += 1
            depth = 1
            while depth and end + 1 < len(tokens):
                end += 1
                depth += (tokens[end].token_type in OPEN) - (tokens[end].token_type in CLOSE)
            end += 1
        for gone in range(at, end):
            edits.swap(gone, None)
    return edits.applied(tokens)


_PRIVACY = frozenset({"DIFFERENTIAL_PRIVACY", "AGGREGATION_THRESHOLD", "ANONYMIZATION"})


def merge_row(tokens: Words) -> Words:
    """MERGE … INSERT (b, a) ROW: VALUES (ROW), which the binder knows."""
    edits = Edits()
    for at, token in enumerate(tokens):
        if word(tokens, at) != "ROW" or at < 2 or tokens[at - 1].token_type is not _T.R_PAREN:
            continue
        depth, first = 0, at - 1
        while first >= 0:
            depth += (tokens[first].token_type in CLOSE) - (tokens[first].token_type in OPEN)
            if depth == 0:
                break
            first -= 1
        if first > 0 and word(tokens, first - 1) == "INSERT":
            edits.put_before(at, like(token, _T.VALUES, "VALUES"), like(token, _T.L_PAREN, "("))
            edits.swap(at, like(token, _T.STAR, "*"))
            edits.put_after(at, like(token, _T.R_PAREN, ")"))
    return edits.applied(tokens)


def partition_columns(tokens: Words) -> Words:
    """CREATE EXTERNAL TABLE t (a INT64) WITH PARTITION COLUMNS (p STRING): columns like the others."""
    edits = Edits()
    if word(tokens, 0) != "CREATE":
        return tokens
    for at, token in enumerate(tokens):
        if token.token_type is not _T.WITH or word(tokens, at + 1) != "PARTITION" or word(tokens, at + 2) != "COLUMNS":
            continue
        listed = at + 3 < len(tokens) and tokens[at + 3].token_type is _T.L_PAREN
        for gone in range(at, at + 3):
            edits.swap(gone, None)
        if listed and tokens[at - 1].token_type is _T.R_PAREN:
            edits.swap(at - 1, like(tokens[at - 1], _T.COMMA, ","))
            edits.swap(at + 3, None)
    return edits.applied(tokens)


def table_arguments(tokens: Words) -> Words:
    """ML.PREDICT(MODEL d.m, TABLE d.t): ML_PREDICT(MODEL('d.m'), (SELECT * FROM d.t)), which the binder knows."""
    edits = Edits()
    for at, token in enumerate(tokens):
        if token.token_type is not _T.L_PAREN or at == 0 or not _over_table(tokens, at):
            continue
        if at >= 3 and tokens[at - 2].token_type is _T.DOT and word(tokens, at - 3) in ("ML", "AI"):
            edits.swap(at - 3, None)
            edits.swap(at - 2, None)
            edits.swap(at - 1, like(tokens[at - 1], _T.VAR, f"{word(tokens, at - 3)}_{word(tokens, at - 1)}"))
        depth, n = 0, at
        while n < len(tokens):
            depth += (tokens[n].token_type in OPEN) - (tokens[n].token_type in CLOSE)
            if depth == 0:
                break
            if depth == 1 and word(tokens, n) in ("TABLE", "MODEL") and _begins_argument(tokens, n):
                last = _end_of_name(tokens, n + 1)
                if word(tokens, n) == "TABLE":
                    head = (_T.L_PAREN, "("), (_T.SELECT, "SELECT"), (_T.STAR, "*"), (_T.FROM, "FROM")
                    edits.put_before(n + 1, *(like(tokens[n], kind, text) for kind, text in head))
                    edits.put_after(last, like(tokens[last], _T.R_PAREN, ")"))
                    edits.swap(n, None)
                else:
                    name = ".".join(tokens[one].text for one in range(n + 1, last + 1, 2))
                    edits.swap(n, like(tokens[n], _T.VAR, "MODEL"))
                    edits.put_after(n, like(tokens[n], _T.L_PAREN, "("), like(tokens[n + 1], _T.STRING, name))
                    for gone in range(n + 1, last + 1):
                        edits.swap(gone, None)
                    edits.put_after(last, like(tokens[last], _T.R_PAREN, ")"))
                n = last
            n += 1
    return edits.applied(tokens)


def _over_table(tokens: Words, at: int) -> bool:
    """Whether a parenthesis opens the arguments of a function over tables or models."""
    if word(tokens, at - 1) not in _OVER_TABLES and not (
        at >= 3 and tokens[at - 2].token_type is _T.DOT and word(tokens, at - 3) in ("ML", "AI")
    ):
        return False
    return word(tokens, at + 1) in ("TABLE", "MODEL")


def _begins_argument(tokens: Words, at: int) -> bool:
    if at + 1 >= len(tokens) or tokens[at + 1].token_type in (*OPEN, _T.FARROW, _T.EQ):
        return False
    return tokens[at - 1].token_type in (_T.L_PAREN, _T.COMMA, _T.FARROW)


def _end_of_name(tokens: Words, at: int) -> int:
    while at + 2 < len(tokens) and tokens[at + 1].token_type is _T.DOT:
        at += 2
    return at


_OVER_TABLES = frozenset({"APPENDS", "CHANGES", "VECTOR_SEARCH", "GAP_FILL"})


STATEMENT: Sequence[Rule] = (
    Rule(frozenset({"OFFSET"}), path_offsets),
    Rule(_PRIVACY, privacy),
    Rule(frozenset({"ROW"}), merge_row),
    Rule(frozenset({"MODEL", *_OVER_TABLES}), table_arguments),
    Rule(frozenset({"PARTITION"}), partition_columns),
)
