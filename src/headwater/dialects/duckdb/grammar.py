"""Token rewrites for DuckDB's forms that the parser does not know; each keeps the offsets of its tokens.

To add a form: a pure function over tokens, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from headwater.sql.grammar import TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.outline import outlined
from headwater.sql.placeholders import BY_NAME, SHOWN, open_call
from headwater.sql.token_edits import Edits

_T = TokenType
_LISTS = ("TABLES", "ALL", "DATABASES", "SCHEMAS", "VARIABLES")


def rewrite_describe_in_from(tokens: Tokens) -> Tokens:
    """FROM (DESCRIBE t), FROM (SHOW ALL TABLES): rows about tables, and none of theirs."""
    matched = bracket_pairs(tokens)
    out: Tokens = []
    index = 0
    while index < len(tokens):
        out.append(tokens[index])
        inside = tokens[index].token_type is _T.L_PAREN and index in matched and keyword(tokens, index + 1)
        before = keyword(tokens, index - 1)
        if inside in ("DESCRIBE", "DESC", "SHOW") and before in ("FROM", "JOIN", ",", "AS", "(", "", "ALL", "UNION"):
            first = tokens[index + 1]
            what = keyword(tokens, index + 2) if matched[index] > index + 2 else "ALL"
            what = what.lower() if inside == "SHOW" and what in _LISTS else "all" if what == "ALL" else "columns"
            out += [
                synthetic(first, _T.FROM, "FROM"),
                *open_call(first, SHOWN + what),
                synthetic(first, _T.R_PAREN, ")"),
            ]
            index = matched[index]
        else:
            index += 1
    return out


_BODY_KEYWORDS = frozenset({"PIVOT", "UNPIVOT", "PIVOT_WIDER", "PIVOT_LONGER", "SUMMARIZE", "DESCRIBE", "SHOW"})


def wrap_pivot_bodies(tokens: Tokens) -> Tokens:
    """CREATE TABLE t AS PIVOT …, INSERT INTO t SUMMARIZE u: FROM (PIVOT …), which the parser takes for a query."""
    if keyword(tokens, 0) not in ("CREATE", "INSERT", "WITH"):
        return tokens
    outline = outlined(tokens)
    for index, token in enumerate(tokens):
        if keyword(tokens, index) not in _BODY_KEYWORDS or index < 3 or not outline.is_top(index):
            continue
        clause = outline.clause[index]
        created = keyword(tokens, index - 1) == "AS" and keyword(tokens, 0) == "CREATE" and clause is None
        if not created and not (clause is _T.INTO and _follows_target(tokens, index)):
            continue  # INSERT INTO t SELECT * FROM u PIVOT (…), CREATE TABLE t AS SELECT a AS describe FROM u
        last = tokens[-1]
        around = (
            synthetic(token, _T.FROM, "FROM"),
            synthetic(token, _T.L_PAREN, "("),
            synthetic(last, _T.R_PAREN, ")"),
        )
        return [*tokens[:index], *around[:2], *tokens[index:], around[2]]
    return tokens


_ENDS_PIVOT = frozenset({_T.ORDER_BY, _T.LIMIT, _T.OFFSET, _T.UNION, _T.EXCEPT, _T.INTERSECT})


def wrap_pivot_operands(tokens: Tokens) -> Tokens:
    """PIVOT t ON k ORDER BY a, PIVOT … UNION ALL PIVOT …: FROM (PIVOT …), with what stands behind it outside."""
    holders = outlined(tokens).holder
    pairs = bracket_pairs(tokens)
    edits = Edits()
    for index, token in enumerate(tokens):
        if keyword(tokens, index) not in ("PIVOT", "UNPIVOT", "PIVOT_WIDER") or keyword(tokens, index - 1) == ".":
            continue
        before = keyword(tokens, index - 1)
        operand = before in ("UNION", "ALL", "EXCEPT", "INTERSECT", "NAME")
        if not (operand or index == 0 or (before == "(" and keyword(tokens, index - 2) not in ("PIVOT", "UNPIVOT"))):
            continue  # FROM t PIVOT (…)
        holder = holders[index]
        close = pairs.get(holder, len(tokens)) if holder >= 0 else len(tokens)
        end = next(
            (n for n in range(index + 1, close) if holders[n] == holder and tokens[n].token_type in _ENDS_PIVOT), close
        )
        if end < close or operand:
            edits.put_before(index, synthetic(token, _T.FROM, "FROM"), synthetic(token, _T.L_PAREN, "("))
            edits.put_after(end - 1, synthetic(tokens[end - 1], _T.R_PAREN, ")"))
    return edits.applied(tokens)


def plain_copy_options(tokens: Tokens) -> Tokens:
    """COPY t TO 'f' (SAMPLE_SIZE -1, ORDER_BY (v DESC)): a sign, and an order that moves nothing elsewhere."""
    if keyword(tokens, 0) != "COPY":
        return tokens
    pairs = bracket_pairs(tokens)
    edits = Edits()
    for index in range(2, len(tokens) - 1):
        if tokens[index].token_type is _T.DASH and tokens[index + 1].token_type is _T.NUMBER:
            edits.drop(index)
        elif keyword(tokens, index) == "ORDER_BY" and index + 1 in pairs:
            edits.drop(*range(index, pairs[index + 1] + 1))
            edits.drop(index - 1 if keyword(tokens, index - 1) == "," else pairs[index + 1] + 1)
    return edits.applied(tokens)


def _follows_target(tokens: Tokens, index: int) -> bool:
    """INSERT INTO t PIVOT …, INSERT INTO t (a, b) PIVOT …, INSERT INTO t BY NAME PIVOT …"""
    before = tokens[index - 1]
    return before.token_type in (_T.VAR, _T.IDENTIFIER, _T.R_PAREN) or keyword(tokens, index - 1) in (
        "NAME",
        "POSITION",
    )


_TABLE = frozenset({_T.VAR, _T.IDENTIFIER, _T.STRING, _T.L_PAREN})


def rewrite_pivot_longer(tokens: Tokens) -> Tokens:
    """PIVOT_LONGER t ON a, b: UNPIVOT t ON a, b. SELECT "pivot_longer", t.pivot_longer are columns."""
    return [
        synthetic(token, _T.UNPIVOT, "UNPIVOT")
        if keyword(tokens, index) == "PIVOT_LONGER"
        and keyword(tokens, index - 1) != "."
        and index + 1 < len(tokens)
        and tokens[index + 1].token_type in _TABLE
        else token
        for index, token in enumerate(tokens)
    ]


def drop_by_position(tokens: Tokens) -> Tokens:
    """INSERT INTO t BY POSITION SELECT …: as without it."""
    outline = outlined(tokens)
    for index in range(len(tokens) - 1):
        inserts = outline.is_top(index) and outline.clause[index] is _T.INTO
        if inserts and keyword(tokens, index) == "BY" and keyword(tokens, index + 1) == "POSITION":
            return [*tokens[:index], *tokens[index + 2 :]]
    return tokens


def rewrite_merge_actions(tokens: Tokens) -> Tokens:
    """MERGE … THEN UPDATE BY NAME: UPDATE SET *, which is by position without the marked column beside the star."""
    outline = outlined(tokens)
    edits = Edits()
    for index, token in enumerate(tokens):
        if token.token_type is not _T.THEN or not outline.is_top(index):
            continue  # CASE WHEN a THEN error ELSE b END
        action = tuple(keyword(tokens, index + n) for n in (1, 2, 3))
        if action[0] == "ERROR":
            # nothing is written, and the message behind it goes nowhere
            edits.swap(index + 1, synthetic(tokens[index + 1], _T.VAR, "DO"))
            edits.put_after(index + 1, synthetic(tokens[index + 1], _T.VAR, "NOTHING"))
            end = index + 2
            while end < len(tokens) and not (outline.is_top(end) and keyword(tokens, end) in ("WHEN", "RETURNING")):
                edits.drop(end)
                end += 1
        elif action == ("UPDATE", "BY", "NAME"):
            name = tokens[index + 3]
            edits.swap(index + 2, synthetic(tokens[index + 2], _T.SET, "SET"))
            edits.swap(index + 3, synthetic(name, _T.VAR, BY_NAME))
            edits.put_after(index + 3, synthetic(name, _T.EQ, "="), synthetic(name, _T.NUMBER, "1"))
        elif action == ("UPDATE", "BY", "POSITION"):
            edits.drop(index + 2, index + 3)
        elif action == ("INSERT", "BY", "NAME") and keyword(tokens, index + 4) == "*":
            edits.drop(index + 4)
    return edits.applied(tokens)


STATEMENT = (
    TokenRewrite(frozenset({"PIVOT_LONGER"}), rewrite_pivot_longer),
    TokenRewrite(_BODY_KEYWORDS, wrap_pivot_bodies),
    TokenRewrite(frozenset({"PIVOT", "UNPIVOT", "PIVOT_WIDER"}), wrap_pivot_operands),
    TokenRewrite(frozenset({"SAMPLE_SIZE", "ORDER_BY", "COMPRESSION_LEVEL", "-"}), plain_copy_options),
    TokenRewrite(frozenset({"DESCRIBE", "DESC", "SHOW"}), rewrite_describe_in_from),
    TokenRewrite(frozenset({"POSITION"}), drop_by_position),
    TokenRewrite(frozenset({"MERGE"}), rewrite_merge_actions),
)
