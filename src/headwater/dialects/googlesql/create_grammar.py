"""Token rewrites for CREATE: what says how a table is stored, guarded or shown goes, since no value comes from it.

CREATE TABLE t (a INT64 HIDDEN, CHECK (a > 0) NOT ENFORCED)    CREATE TABLE t (a INT64)
CREATE TABLE t PARTITION BY a, b WITH CONNECTION c AS …        CREATE TABLE t AS …
CREATE TABLE t (a INT64 GENERATED ALWAYS AS (b + 1) STORED)    CREATE TABLE t (a INT64 AS (b + 1))
"""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword
from headwater.sql.recursive_views import expand_recursive_view
from headwater.sql.token_edits import Edits

_T = TokenType
_KINDS = frozenset({"TABLE", "VIEW", "MODEL"})
_CLAUSES = frozenset({"AS", "OPTIONS", "WITH", "CLUSTER BY", "PARTITION BY", "DEFAULT", "LIKE", "CLONE", "COPY", "TTL"})
"""What may follow the keys of PARTITION BY and CLUSTER BY."""
_CONSTRAINTS = frozenset({"PRIMARY KEY", "PRIMARY", "FOREIGN KEY", "FOREIGN", "CONSTRAINT", "CHECK", "UNIQUE"})
_ATTRIBUTES = frozenset(
    {"HIDDEN", "ENFORCED", "NOT", "CONSTRAINT", "REFERENCES", "PRIMARY KEY", "PRIMARY", "UNIQUE", "OPTIONS", "STORED",
     "VOLATILE", "GENERATED", "AS", "DEFAULT", "CHECK", "ON"}
)  # fmt: skip
_KEPT = frozenset({"DEFAULT", "AS"})


def simplify_create(tokens: Tokens) -> Tokens:
    """CREATE TABLE, VIEW or MODEL without the clauses that no value comes from."""
    if keyword(tokens, 0) != "CREATE":
        return tokens
    kind = next((index for index in range(1, min(len(tokens), 6)) if keyword(tokens, index) in _KINDS), 0)
    if not kind or keyword(tokens, kind + 1) == "FUNCTION":
        return tokens
    edits = Edits()
    partners = bracket_pairs(tokens)
    index = kind + 1
    listed = False
    while index < len(tokens):
        text = keyword(tokens, index)
        if text == "AS":
            break  # the query
        if text == "WITH" and keyword(tokens, index + 1) == "CONNECTION":
            end = _behind_name(tokens, index + 2)
            edits.drop(*range(index, end))
            index = end
        elif text in ("PARTITION BY", "CLUSTER BY"):
            end = index + 1
            while end < len(tokens) and keyword(tokens, end) not in _CLAUSES:
                end = max(partners.get(end, end), end) + 1
            if text == "CLUSTER BY" or _has_comma(tokens, index, end, partners):
                edits.drop(*range(index, end))
            index = end
        elif text == "(" and not listed and keyword(tokens, index - 1) != "OPTIONS":
            listed = True
            if keyword(tokens, kind) == "TABLE":
                _simplify_columns(tokens, index + 1, partners.get(index, index), partners, edits)
            index = max(partners.get(index, index), index) + 1
        else:
            index = max(partners.get(index, index), index) + 1
    for word in range(1, kind):
        if keyword(tokens, word) in ("RECURSIVE", "PUBLIC", "PRIVATE"):
            edits.drop(word)
    return edits.applied(tokens)


def _behind_name(tokens: Tokens, index: int) -> int:
    """The index behind a.b.c."""
    while index + 2 < len(tokens) and tokens[index + 1].token_type in (_T.DOT, _T.DASH):
        index += 2
    return index + 1


def _has_comma(tokens: Tokens, start: int, end: int, partners: dict[int, int]) -> bool:
    while start < end:
        if tokens[start].token_type is _T.COMMA:
            return True
        start = max(partners.get(start, start), start) + 1
    return False


def _simplify_columns(tokens: Tokens, first: int, close: int, partners: dict[int, int], edits: Edits) -> None:
    """The list of columns: constraints go, columns stay with what their values come from."""
    kept = dropped = -1
    while first < close:
        end, depth = first, 0
        while end < close and (depth or tokens[end].token_type is not _T.COMMA):
            text = keyword(tokens, end)
            depth += (text == "<") - (text == ">") - 2 * (text == ">>")  # STRUCT<a INT64, b STRING>
            end = max(partners.get(end, end), end) + 1
        if keyword(tokens, first) in _CONSTRAINTS and keyword(tokens, first + 1) != "STRING":
            edits.drop(*range(first, end))
            if kept >= 0:
                edits.drop(kept)  # the comma before it
            else:
                dropped = end
            kept = kept if kept < 0 else end if end < close else -1
        else:
            if dropped >= 0:
                edits.drop(dropped)
                dropped = -1
            _simplify_column(tokens, first, end, partners, edits)
            kept = end
        first = end + 1


def _simplify_column(tokens: Tokens, first: int, end: int, partners: dict[int, int], edits: Edits) -> None:
    """A column: its name, its type, DEFAULT and AS."""
    index, depth = first + 1, 0
    while index < end:
        text = keyword(tokens, index)
        depth += (text == "<") - (text == ">") - 2 * (text == ">>")
        if depth or text not in _ATTRIBUTES:
            index = max(partners.get(index, index), index) + 1
            continue
        stop = index + 1
        while stop < end and keyword(tokens, stop) not in _ATTRIBUTES:
            stop = max(partners.get(stop, stop), stop) + 1
        identity = text == "AS" and keyword(tokens, index + 1) == "IDENTITY"
        by_default = text == "DEFAULT" and keyword(tokens, index - 1) == "BY"
        null = text == "NOT" and keyword(tokens, index + 1) == "NULL"
        if (text not in _KEPT and not null) or identity or by_default:
            edits.drop(*range(index, stop))
        index = stop


REWRITES = (
    TokenRewrite(frozenset({"RECURSIVE"}), expand_recursive_view),
    TokenRewrite(frozenset({"CREATE"}), simplify_create),
)
