"""Spark SQL's forms that the parser does not know, as changes of words; each keeps every word's place.

Statements that no change of words can make readable (functions in SQL, variables, scripts) are in `spark_read`. To add
a form: a pure function over words, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.base.identifiers import split_name
from headwater.sql.grammar import CLOSE, OPEN, Rule, Words, like, pairs, word
from headwater.sql.token_edits import Edits

_T = TokenType
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_BEFORE_TABLE = frozenset({_T.FROM, _T.JOIN, _T.COMMA})


def _without(tokens: Words, gone: set[int]) -> Words:
    return [token for at, token in enumerate(tokens) if at not in gone] if gone else tokens


def evolution(tokens: Words) -> Words:
    """MERGE WITH SCHEMA EVOLUTION INTO t, INSERT WITH SCHEMA EVOLUTION INTO t, CREATE VIEW v WITH SCHEMA EVOLUTION:
    columns may be added to the target; which column feeds which is the same.
    """
    gone: set[int] = set()
    kinds = ("EVOLUTION", "BINDING", "COMPENSATION", "TYPE")
    for at in range(len(tokens) - 2):
        if word(tokens, at) == "WITH" and word(tokens, at + 1) == "SCHEMA" and word(tokens, at + 2) in kinds:
            gone |= {at, at + 1, at + 2}
            if word(tokens, at + 2) == "TYPE":
                gone.add(at + 3)
    return _without(tokens, gone)


def versions(tokens: Words) -> Words:
    """FOR SYSTEM_VERSION AS OF 3, FOR VERSION AS OF 3: VERSION AS OF 3; so with TIMESTAMP and SYSTEM_TIME."""
    out: Words = []
    for at, token in enumerate(tokens):
        if word(tokens, at) == "FOR" and word(tokens, at + 1) in ("SYSTEM_VERSION", "VERSION", "TIMESTAMP"):
            continue
        if word(tokens, at) == "SYSTEM_VERSION" and word(tokens, at + 1) in ("AS", "AS OF"):
            out.append(like(token, _T.VAR, "VERSION"))
        else:
            out.append(token)
    return out


def table_queries(tokens: Words) -> Words:
    """TABLE t, INSERT INTO s TABLE t, … UNION ALL TABLE t: SELECT * FROM t."""
    edits = Edits()
    head = word(tokens, 0)
    for at, token in enumerate(tokens):
        if word(tokens, at) != "TABLE" or at + 1 >= len(tokens):
            continue
        if word(tokens, at + 1) == "(" or tokens[at + 1].token_type in OPEN:
            continue
        before = word(tokens, at - 1) if at else ""
        begins = at == 0 or before in ("ALL", "DISTINCT", "UNION", "INTERSECT", "EXCEPT", "MINUS")
        begins = begins or (before == "AS" and head == "CREATE")
        if head in ("INSERT", "FROM") and at > 2 and before not in ("INTO", "OVERWRITE"):
            begins = begins or tokens[at - 1].token_type in _NAMES or tokens[at - 1].token_type is _T.R_PAREN
        if begins:
            edits.put_before(at, like(token, _T.SELECT, "SELECT"), like(token, _T.STAR, "*"))
            edits.swap(at, like(token, _T.FROM, "FROM"))
    return edits.applied(tokens)


def window_names(tokens: Words) -> Words:
    """window(ts, '1 hour'), window.start: a function and a column, where no WINDOW w AS (…) follows."""
    out: Words = []
    for at, token in enumerate(tokens):
        if token.token_type is _T.WINDOW:
            clause = at + 2 < len(tokens) and tokens[at + 2].token_type is _T.ALIAS
            clause = clause and at + 3 < len(tokens) and tokens[at + 3].token_type is _T.L_PAREN
            if not clause:
                token = like(token, _T.VAR, token.text)
        out.append(token)
    return out


def streams(tokens: Words) -> Words:
    """FROM STREAM t, FROM STREAM(t): the rows that come to a table; they have the table's columns."""
    matched = pairs(tokens)
    gone: set[int] = set()
    for at, _ in enumerate(tokens):
        if word(tokens, at) != "STREAM" or not at or tokens[at - 1].token_type not in _BEFORE_TABLE:
            continue
        if at + 1 < len(tokens) and tokens[at + 1].token_type in _NAMES:
            if word(tokens, at + 2) not in ("", ".") and word(tokens, at + 1) in ("WHERE", "AS"):
                continue
            gone.add(at)
        elif at + 1 in matched:
            gone |= {at, at + 1, matched[at + 1]}
    return _without(tokens, gone)


def identifiers(tokens: Words) -> Words:
    """IDENTIFIER('db.t'), IDENTIFIER('a' || '.b'): the name that the text says; where it is no constant it stays."""
    matched = pairs(tokens)
    out: Words = []
    at = 0
    while at < len(tokens):
        close = matched.get(at + 1, -1)
        if word(tokens, at) == "IDENTIFIER" and close > at + 2 and tokens[at + 1].token_type is _T.L_PAREN:
            inside = tokens[at + 2 : close]
            kinds = [_T.STRING, _T.DPIPE] * len(inside)
            if len(inside) % 2 and all(one.token_type is kind for one, kind in zip(inside, kinds, strict=False)):
                head, last = tokens[at], tokens[close].end
                for n, name in enumerate(split_name("".join(one.text for one in inside[::2]))):
                    if n:
                        out.append(like(head, _T.DOT, "."))
                    out.append(Token(_T.IDENTIFIER, name, head.line, head.col, head.start, last))
                at = close + 1
                continue
        out.append(tokens[at])
        at += 1
    return out


def directories(tokens: Words) -> Words:
    """INSERT OVERWRITE DIRECTORY '/x' USING parquet OPTIONS (…) SELECT: where it goes, without how it is written."""
    if word(tokens, 0) != "INSERT":
        return tokens
    at = next((n for n in range(1, min(5, len(tokens))) if word(tokens, n) == "DIRECTORY"), -1)
    if at < 0:
        return tokens
    behind = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].token_type is _T.STRING)
    if word(tokens, behind) != "USING":
        return tokens
    matched = pairs(tokens)
    end = behind + 2
    path: list[Token] = []
    if word(tokens, end) == "OPTIONS" and end + 1 in matched:
        close = matched[end + 1]
        for n in range(end + 2, close):
            if tokens[n].text.lower() == "path" and behind == at + 1:
                path = [one for one in tokens[n + 1 : n + 3] if one.token_type is _T.STRING][:1]
        end = close + 1
    return [*tokens[:behind], *path, *tokens[end:]]


def defaults(tokens: Words) -> Words:
    """INSERT INTO t SELECT a, DEFAULT FROM u, VALUES (DEFAULT), SET a = DEFAULT: what the table says, no column."""
    if word(tokens, 0) not in ("INSERT", "MERGE", "UPDATE", "WITH", "FROM"):
        return tokens
    out: Words = []
    for at, token in enumerate(tokens):
        if word(tokens, at) == "DEFAULT" and at:
            before, after = tokens[at - 1], tokens[at + 1] if at + 1 < len(tokens) else None
            opened = before.token_type in (_T.COMMA, _T.SELECT, _T.L_PAREN, _T.EQ)
            if opened and (after is None or after.token_type in (_T.COMMA, _T.FROM, _T.WHERE, *CLOSE)):
                token = like(token, _T.NULL, "NULL")
        out.append(token)
    return out


def table_arguments(tokens: Words) -> Words:
    """f(TABLE(t) PARTITION BY a ORDER BY b), f(TABLE(SELECT …)): a query in parentheses is what the function gets.

    How its rows are dealt out is left away: of an unknown function every column of the table counts anyhow.
    """
    matched = pairs(tokens)
    edits = Edits()
    for at, token in enumerate(tokens):
        if word(tokens, at) != "TABLE" or not at or tokens[at - 1].token_type not in (_T.L_PAREN, _T.COMMA, _T.FARROW):
            continue
        opened = at + 1
        if opened in matched and tokens[opened].token_type is _T.L_PAREN:
            edits.swap(at, None)
            if tokens[opened + 1].token_type in _NAMES:
                head = tokens[opened]
                star = (like(head, _T.SELECT, "SELECT"), like(head, _T.STAR, "*"), like(head, _T.FROM, "FROM"))
                edits.put_after(opened, *star)
            end = matched[opened] + 1
        elif at + 1 < len(tokens) and tokens[at + 1].token_type in _NAMES:
            parts = (_T.L_PAREN, "("), (_T.SELECT, "SELECT"), (_T.STAR, "*")
            edits.put_before(at, *(like(token, kind, text) for kind, text in parts))
            edits.swap(at, like(token, _T.FROM, "FROM"))
            end = at + 2
            while end + 1 < len(tokens) and tokens[end].token_type is _T.DOT:
                end += 2
            edits.put_after(end - 1, like(tokens[end - 1], _T.R_PAREN, ")"))
        else:
            continue
        depth = 0
        if word(tokens, end) in ("PARTITION", "PARTITION BY", "ORDER BY", "DISTRIBUTE BY", "WITH", "SORT BY"):
            while end < len(tokens) and (depth or tokens[end].token_type not in CLOSE):
                depth += (tokens[end].token_type in OPEN) - (tokens[end].token_type in CLOSE)
                if not depth and tokens[end].token_type is _T.COMMA and tokens[end + 2].token_type is _T.FARROW:
                    break
                edits.swap(end, None)
                end += 1
    return edits.applied(tokens)


def flows(tokens: Words) -> Words:
    """CREATE FLOW f AS INSERT INTO t BY NAME SELECT …: an INSERT that goes on for ever."""
    if word(tokens, 0) == "CREATE" and word(tokens, 1) == "FLOW":
        at = next((n for n, token in enumerate(tokens) if token.token_type is _T.ALIAS), -1)
        if at > 0 and word(tokens, at + 1) == "INSERT":
            return tokens[at + 1 :]
    return tokens


def shifts(tokens: Words) -> Words:
    """a >>> 2: a >> 2, which reads the same."""
    gone = {
        at
        for at in range(len(tokens) - 2)
        if all(tokens[at + n].token_type is _T.GT and tokens[at + n].start == tokens[at].start + n for n in range(3))
    }
    return _without(tokens, gone)


def hex_strings(tokens: Words) -> Words:
    """X 'F0': X'F0'."""
    out: Words = []
    for token in tokens:
        if out and token.token_type is _T.STRING and out[-1].token_type is _T.VAR and out[-1].text in ("X", "x"):
            before = out.pop()
            token = Token(_T.STRING, token.text, before.line, before.col, before.start, token.end)
        out.append(token)
    return out


_OUTER = {"EXPLODE_OUTER": "explode", "POSEXPLODE_OUTER": "posexplode", "INLINE_OUTER": "inline"}


def outer_generators(tokens: Words) -> Words:
    """explode_outer(x): a row of NULLs where explode gives none; its columns are those of explode."""
    return [
        like(token, token.token_type, _OUTER[word(tokens, at)])
        if word(tokens, at) in _OUTER and word(tokens, at + 1) == "("
        else token
        for at, token in enumerate(tokens)
    ]


STATEMENT: Sequence[Rule] = (
    Rule(frozenset(_OUTER), outer_generators),
    Rule(frozenset({">"}), shifts),
    Rule(frozenset({"X"}), hex_strings),
    Rule(frozenset({"FLOW"}), flows),
    Rule(frozenset({"SCHEMA"}), evolution),
    Rule(frozenset({"SYSTEM_VERSION", "VERSION", "TIMESTAMP"}), versions),
    Rule(frozenset({"IDENTIFIER"}), identifiers),
    Rule(frozenset({"STREAM"}), streams),
    Rule(frozenset({"TABLE"}), table_arguments),
    Rule(frozenset({"TABLE"}), table_queries),
    Rule(frozenset({"WINDOW"}), window_names),
    Rule(frozenset({"DIRECTORY"}), directories),
    Rule(frozenset({"DEFAULT"}), defaults),
)
