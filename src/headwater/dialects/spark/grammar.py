"""Token rewrites for Spark SQL's forms that the parser does not know; each keeps the offsets of its tokens.

Statements that are no queries (functions in SQL, variables, scripts) are read in `statements`. To add a form: a pure
function over tokens, with the SQL that forced it, and a row in `STATEMENT`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.base.identifiers import split_name
from headwater.sql.cursor import NESTED_TYPES, matched_brackets
from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.outline import TABLES, TARGET, Outline, in_call, is_call, names_table, outlined
from headwater.sql.token_edits import Edits
from headwater.sql.unit_calls import hide_unit_calls

_T = TokenType
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})
_BEFORE_TABLE = frozenset({_T.FROM, _T.JOIN, _T.COMMA})


def _without(tokens: Tokens, gone: set[int]) -> Tokens:
    return [token for index, token in enumerate(tokens) if index not in gone] if gone else tokens


def drop_schema_evolution(tokens: Tokens) -> Tokens:
    """MERGE WITH SCHEMA EVOLUTION INTO t, INSERT WITH SCHEMA EVOLUTION INTO t, CREATE VIEW v WITH SCHEMA EVOLUTION:
    columns may be added to the target; which column feeds which is the same.
    """
    gone: set[int] = set()
    kinds = ("EVOLUTION", "BINDING", "COMPENSATION", "TYPE")
    for index in range(len(tokens) - 2):
        if (
            keyword(tokens, index) == "WITH"
            and keyword(tokens, index + 1) == "SCHEMA"
            and keyword(tokens, index + 2) in kinds
        ):
            gone |= {index, index + 1, index + 2}
            if keyword(tokens, index + 2) == "TYPE":
                gone.add(index + 3)
    return _without(tokens, gone)


def rewrite_time_travel(tokens: Tokens) -> Tokens:
    """FOR SYSTEM_VERSION AS OF 3, FOR VERSION AS OF 3: VERSION AS OF 3; so with TIMESTAMP and SYSTEM_TIME."""
    out: Tokens = []
    for index, token in enumerate(tokens):
        if keyword(tokens, index) == "FOR" and keyword(tokens, index + 1) in ("SYSTEM_VERSION", "VERSION", "TIMESTAMP"):
            if keyword(tokens, index + 2) not in ("AS", "AS OF"):
                out.append(token)  # PIVOT (sum(a) FOR version IN (1, 2)), substring(a FROM 1 FOR version)
            continue
        if keyword(tokens, index) == "SYSTEM_VERSION" and keyword(tokens, index + 1) in ("AS", "AS OF"):
            out.append(synthetic(token, _T.VAR, "VERSION"))
        else:
            out.append(token)
    return out


def rewrite_table_queries(tokens: Tokens) -> Tokens:
    """TABLE t, INSERT INTO s TABLE t, … UNION ALL TABLE t: SELECT * FROM t."""
    edits = Edits()
    outline = outlined(tokens)
    for index, token in enumerate(tokens):
        if keyword(tokens, index) != "TABLE" or index + 1 >= len(tokens) or tokens[index + 1].token_type in OPEN:
            continue
        if _begins_query(tokens, outline, index):
            edits.put_before(index, synthetic(token, _T.SELECT, "SELECT"), synthetic(token, _T.STAR, "*"))
            edits.swap(index, synthetic(token, _T.FROM, "FROM"))
    return edits.applied(tokens)


_SET_OPERATIONS = ("UNION", "INTERSECT", "EXCEPT", "MINUS")


def _begins_query(tokens: Tokens, outline: Outline, index: int) -> bool:
    """Whether a query may begin here; a column or alias of the name TABLE stands elsewhere: SELECT DISTINCT table."""
    if index == 0:
        return True
    before = keyword(tokens, index - 1)
    if before in _SET_OPERATIONS or (before in ("ALL", "DISTINCT") and keyword(tokens, index - 2) in _SET_OPERATIONS):
        return True
    if before == "AS":
        return keyword(tokens, 0) == "CREATE" and outline.is_top(index) and outline.clause[index] is None
    inserts = outline.is_top(index) and outline.clause[index] in TARGET
    return inserts and (tokens[index - 1].token_type in _NAMES or tokens[index - 1].token_type is _T.R_PAREN)


def rename_window_keyword(tokens: Tokens) -> Tokens:
    """window(ts, '1 hour'), window.start: a function and a column, where no WINDOW w AS (…) follows."""
    out: Tokens = []
    for index, token in enumerate(tokens):
        if token.token_type is _T.WINDOW:
            clause = index + 2 < len(tokens) and tokens[index + 2].token_type is _T.ALIAS
            clause = clause and index + 3 < len(tokens) and tokens[index + 3].token_type is _T.L_PAREN
            if not clause:
                token = synthetic(token, _T.VAR, token.text)
        out.append(token)
    return out


def unwrap_streams(tokens: Tokens) -> Tokens:
    """FROM STREAM t, FROM STREAM(t): the rows that come to a table; they have the table's columns."""
    matched = bracket_pairs(tokens)
    outline = outlined(tokens)
    edits = Edits()
    for index, token in enumerate(tokens):
        if keyword(tokens, index) != "STREAM" or not index:
            continue
        if tokens[index - 1].token_type not in _BEFORE_TABLE or outline.clause[index] not in TABLES:
            edits.swap(index, synthetic(token, _T.VAR, token.text))  # SELECT a, stream b FROM t, f(a, stream(b))
        elif index + 1 < len(tokens) and tokens[index + 1].token_type in _NAMES:
            if keyword(tokens, index + 2) not in ("", ".") and keyword(tokens, index + 1) in ("WHERE", "AS"):
                continue
            edits.drop(index)
        elif index + 1 in matched:
            edits.drop(index, index + 1, matched[index + 1])
    return edits.applied(tokens)


def resolve_identifier_calls(tokens: Tokens) -> Tokens:
    """IDENTIFIER('db.t'), IDENTIFIER('a' || '.b'): the name that the text says; where it is no constant it stays."""
    matched = bracket_pairs(tokens)
    out: Tokens = []
    index = 0
    while index < len(tokens):
        close = matched.get(index + 1, -1)
        if keyword(tokens, index) == "IDENTIFIER" and close > index + 2 and tokens[index + 1].token_type is _T.L_PAREN:
            inside = tokens[index + 2 : close]
            strings = [token for token in inside if token.token_type is _T.STRING]
            if strings and all(token.token_type in (_T.STRING, _T.DPIPE) for token in inside):  # 'a' || '.b', 'a' 'b'
                head, last = tokens[index], tokens[close].end
                for n, name in enumerate(split_name("".join(token.text for token in strings))):
                    if n:
                        out.append(synthetic(head, _T.DOT, "."))
                    out.append(Token(_T.IDENTIFIER, name, head.line, head.col, head.start, last))
                index = close + 1
                continue
        out.append(tokens[index])
        index += 1
    return out


def drop_directory_format(tokens: Tokens) -> Tokens:
    """INSERT OVERWRITE DIRECTORY '/x' USING parquet OPTIONS (…) SELECT: where it goes, without how it is written."""
    if keyword(tokens, 0) != "INSERT":
        return tokens
    index = next((n for n in range(1, min(5, len(tokens))) if keyword(tokens, n) == "DIRECTORY"), -1)
    if index < 0:
        return tokens
    behind = index + 1 + (index + 1 < len(tokens) and tokens[index + 1].token_type is _T.STRING)
    if keyword(tokens, behind) != "USING":
        return tokens
    matched = bracket_pairs(tokens)
    end = behind + 2
    path: list[Token] = []
    if keyword(tokens, end) == "OPTIONS" and end + 1 in matched:
        close = matched[end + 1]
        for n in range(end + 2, close):
            if tokens[n].text.lower() == "path" and behind == index + 1:
                path = [token for token in tokens[n + 1 : n + 3] if token.token_type is _T.STRING][:1]
        end = close + 1
    return [*tokens[:behind], *path, *tokens[end:]]


def replace_defaults(tokens: Tokens) -> Tokens:
    """INSERT INTO t SELECT a, DEFAULT FROM u, VALUES (DEFAULT), SET a = DEFAULT: what the table says, no column."""
    outline = outlined(tokens)
    writes = any(token.token_type in _WRITES and outline.is_top(index) for index, token in enumerate(tokens))
    if not writes:
        return tokens
    out: Tokens = []
    for index, token in enumerate(tokens):
        if keyword(tokens, index) == "DEFAULT" and index and _takes_default(tokens, outline, index):
            after = tokens[index + 1].token_type if index + 1 < len(tokens) else None
            if after is None or after in (_T.COMMA, _T.FROM, _T.WHERE, _T.WHEN, *CLOSE):
                token = synthetic(token, _T.NULL, "NULL")
        out.append(token)
    return out


_WRITES = frozenset({_T.INSERT, _T.MERGE, _T.UPDATE})


def _takes_default(tokens: Tokens, outline: Outline, index: int) -> bool:
    """Whether a whole value begins here: an item of the query that is written, a value of VALUES, behind SET a =."""
    before, clause = tokens[index - 1].token_type, outline.clause[index]
    if clause is None and outline.clause_around(index) is _T.VALUES:
        return before in (_T.COMMA, _T.L_PAREN)
    if clause is _T.SELECT and (outline.is_top(index) or outline.clause_around(index) in TARGET):
        return before in (_T.COMMA, _T.SELECT)
    return (clause is _T.SET and before is _T.EQ) or (clause is _T.VALUES and before in (_T.VALUES, _T.COMMA))


def rewrite_table_arguments(tokens: Tokens) -> Tokens:
    """f(TABLE(t) PARTITION BY a ORDER BY b), f(TABLE(SELECT …)): a query in parentheses is what the function gets.

    How its rows are dealt out is left away: of an unknown function every column of the table counts anyhow.
    """
    matched = bracket_pairs(tokens)
    outline = outlined(tokens)
    edits = Edits()
    for index, token in enumerate(tokens):
        if (
            keyword(tokens, index) != "TABLE"
            or not index
            or tokens[index - 1].token_type not in (_T.L_PAREN, _T.COMMA, _T.FARROW)
        ):
            continue
        if not in_call(tokens, outline, index):
            continue  # SELECT a, table x FROM t: a column and its alias
        opened = index + 1
        if opened in matched and tokens[opened].token_type is _T.L_PAREN:
            edits.drop(index)
            if tokens[opened + 1].token_type in _NAMES:
                head = tokens[opened]
                star = (
                    synthetic(head, _T.SELECT, "SELECT"),
                    synthetic(head, _T.STAR, "*"),
                    synthetic(head, _T.FROM, "FROM"),
                )
                edits.put_after(opened, *star)
            end = matched[opened] + 1
        elif index + 1 < len(tokens) and tokens[index + 1].token_type in _NAMES:
            parts = (_T.L_PAREN, "("), (_T.SELECT, "SELECT"), (_T.STAR, "*")
            edits.put_before(index, *(synthetic(token, kind, text) for kind, text in parts))
            edits.swap(index, synthetic(token, _T.FROM, "FROM"))
            end = index + 2
            while end + 1 < len(tokens) and tokens[end].token_type is _T.DOT:
                end += 2
            edits.put_after(end - 1, synthetic(tokens[end - 1], _T.R_PAREN, ")"))
        else:
            continue
        depth = 0
        if keyword(tokens, end) in ("PARTITION", "PARTITION BY", "ORDER BY", "DISTRIBUTE BY", "WITH", "SORT BY"):
            while end < len(tokens) and (depth or tokens[end].token_type not in CLOSE):
                depth += (tokens[end].token_type in OPEN) - (tokens[end].token_type in CLOSE)
                if not depth and tokens[end].token_type is _T.COMMA and tokens[end + 2].token_type is _T.FARROW:
                    break
                edits.drop(end)
                end += 1
    return edits.applied(tokens)


def unwrap_flows(tokens: Tokens) -> Tokens:
    """CREATE FLOW f AS INSERT INTO t BY NAME SELECT …: an INSERT that goes on for ever."""
    if keyword(tokens, 0) == "CREATE" and keyword(tokens, 1) == "FLOW":
        index = next((n for n, token in enumerate(tokens) if token.token_type is _T.ALIAS), -1)
        if index > 0 and keyword(tokens, index + 1) == "INSERT":
            return tokens[index + 1 :]
    return tokens


def rewrite_unsigned_shifts(tokens: Tokens) -> Tokens:
    """a >>> 2: a >> 2, which reads the same. ARRAY<ARRAY<ARRAY<INT>>> closes three brackets."""
    closing = set(matched_brackets(tokens, NESTED_TYPES).values())
    gone = {
        index
        for index in range(len(tokens) - 2)
        if all(
            tokens[index + n].token_type is _T.GT and tokens[index + n].start == tokens[index].start + n
            for n in range(3)
        )
        and index not in closing
    }
    return _without(tokens, gone)


def join_hex_strings(tokens: Tokens) -> Tokens:
    """X 'F0': X'F0'."""
    out: Tokens = []
    for token in tokens:
        if out and token.token_type is _T.STRING and out[-1].token_type is _T.VAR and out[-1].text in ("X", "x"):
            before = out.pop()
            token = Token(_T.STRING, token.text, before.line, before.col, before.start, token.end)
        out.append(token)
    return out


def rewrite_map_reduce(tokens: Tokens) -> Tokens:
    """MAP a, b USING 'cat' AS (x) FROM t, REDUCE …: SELECT TRANSFORM (a, b) USING 'cat' AS (x) FROM t."""
    outline = outlined(tokens)
    edits = Edits()
    for index, token in enumerate(tokens):
        if keyword(tokens, index) not in ("MAP", "REDUCE") or keyword(tokens, index + 1) in ("(", "<", "[", ",", ""):
            continue
        if index and outline.clause[index] not in TABLES:
            continue
        holder = outline.holder[index]
        using = next(
            (n for n in range(index + 1, len(tokens)) if outline.holder[n] == holder and keyword(tokens, n) == "USING"),
            -1,
        )
        if using < 0 or not (using + 1 < len(tokens) and tokens[using + 1].token_type is _T.STRING):
            continue
        words = ((_T.SELECT, "SELECT"), (_T.VAR, "TRANSFORM"))
        edits.put_before(index, *(synthetic(token, kind, text) for kind, text in words))
        edits.swap(index, synthetic(token, _T.L_PAREN, "("))
        edits.put_after(using - 1, synthetic(tokens[using - 1], _T.R_PAREN, ")"))
    return edits.applied(tokens)


_UNITS = frozenset(
    f"{unit}{plural}"
    for unit in ("YEAR", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND")
    for plural in ("", "S")
)


def shorten_intervals(tokens: Tokens) -> Tokens:
    """interval -1 day 1 hour: a constant; one unit stands for all of them."""
    edits = Edits()
    for index in range(len(tokens) - 2):
        if keyword(tokens, index) != "INTERVAL":
            continue
        end = index + 1
        pairs = 0
        while end < len(tokens):
            sign = keyword(tokens, end) in ("-", "+")
            value = end + sign
            if value + 1 >= len(tokens) or tokens[value].token_type not in (_T.NUMBER, _T.STRING):
                break
            if keyword(tokens, value + 1) not in _UNITS:
                break
            pairs += 1
            end = value + 2
        if pairs > 1:
            edits.drop(*range(index + 1, end))
            edits.put_after(
                index, synthetic(tokens[index + 1], _T.STRING, "1"), synthetic(tokens[end - 1], _T.VAR, "DAY")
            )
    return edits.applied(tokens)


_OUTER = {"EXPLODE_OUTER": "explode", "POSEXPLODE_OUTER": "posexplode", "INLINE_OUTER": "inline"}


def rename_outer_generators(tokens: Tokens) -> Tokens:
    """explode_outer(x): a row of NULLs where explode gives none; its columns are those of explode."""
    return [
        synthetic(token, token.token_type, _OUTER[keyword(tokens, index)])
        if keyword(tokens, index) in _OUTER and is_call(tokens, index + 1) and not names_table(tokens, index)
        else token
        for index, token in enumerate(tokens)
    ]


STATEMENT: Sequence[TokenRewrite] = (
    hide_unit_calls({"DATE_TRUNC": 0, "TRUNC": 1}),
    TokenRewrite(frozenset(_OUTER), rename_outer_generators),
    TokenRewrite(frozenset({"MAP", "REDUCE"}), rewrite_map_reduce),
    TokenRewrite(frozenset({"INTERVAL"}), shorten_intervals),
    TokenRewrite(frozenset({">"}), rewrite_unsigned_shifts),
    TokenRewrite(frozenset({"X"}), join_hex_strings),
    TokenRewrite(frozenset({"FLOW"}), unwrap_flows),
    TokenRewrite(frozenset({"SCHEMA"}), drop_schema_evolution),
    TokenRewrite(frozenset({"SYSTEM_VERSION", "VERSION", "TIMESTAMP"}), rewrite_time_travel),
    TokenRewrite(frozenset({"IDENTIFIER"}), resolve_identifier_calls),
    TokenRewrite(frozenset({"STREAM"}), unwrap_streams),
    TokenRewrite(frozenset({"TABLE"}), rewrite_table_arguments),
    TokenRewrite(frozenset({"TABLE"}), rewrite_table_queries),
    TokenRewrite(frozenset({"WINDOW"}), rename_window_keyword),
    TokenRewrite(frozenset({"DIRECTORY"}), drop_directory_format),
    TokenRewrite(frozenset({"DEFAULT"}), replace_defaults),
)
