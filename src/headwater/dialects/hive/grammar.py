"""Token rewrites for Hive's forms that the parser does not know: MAP and REDUCE, partitioned table functions,
UNIQUEJOIN, and options that say nothing of columns.

Each is a pure function over tokens that keeps their offsets. To add one: write it here with the SQL that forced it,
list it in `STATEMENT`, and add a golden case.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, TokenRewrite, Tokens, bracket_pairs, keyword, synthetic
from headwater.sql.outline import outlined
from headwater.sql.placeholders import COLUMNS, LIST, MATCHER, open_call
from headwater.sql.token_edits import Edits
from headwater.sql.unit_calls import hide_unit_calls

_T = TokenType


# ── scripts ──────────────────────────────────────────────────────────────────────────────────────────────────
_SCRIPT_ENDS = frozenset(
    {"FROM", "WHERE", "SELECT", "INSERT", "LATERAL", "CLUSTER", "DISTRIBUTE", "SORT", "ORDER", "GROUP", "ROW",
     "RECORDREADER", "HAVING", "LIMIT", "UNION", "WINDOW"}
)  # fmt: skip


def _word(tokens: Tokens, index: int) -> str:
    """A keyword by its first word: CLUSTER for CLUSTER BY, which is one token, however it is spaced."""
    return keyword(tokens, index).partition(" ")[0].partition("\n")[0]


def rewrite_map_reduce(tokens: Tokens) -> Tokens:
    """MAP a, b USING 's' AS x, y: SELECT TRANSFORM (a, b) USING 's' AS (x, y); and the names behind any AS."""
    edits = Edits()
    closing = bracket_pairs(tokens)
    for index, token in enumerate(tokens):
        head = keyword(tokens, index)
        if head in ("MAP", "REDUCE") and (not index or tokens[index - 1].token_type in _BEFORE_MAP):
            using = _ahead(tokens, closing, index + 1, frozenset({"USING"}), _SCRIPT_ENDS - {"ROW"})
            if using > index + 1 and _is_script(tokens, using):
                # MAP (a, b) USING, or MAP a, b USING: in either case a list
                edits.swap(index, synthetic(token, _T.SELECT, "SELECT"))
                edits.put_after(index, synthetic(token, _T.VAR, "TRANSFORM"), synthetic(token, _T.L_PAREN, "("))
                row = _ahead(tokens, closing, index + 1, frozenset({"ROW"}), frozenset({"USING"}))
                edits.put_after((row if row > 0 else using) - 1, synthetic(tokens[using], _T.R_PAREN, ")"))
                _names(tokens, closing, using, edits)
        elif head == "USING" and _is_script(tokens, index) and _transformed(tokens, closing, index):
            _names(tokens, closing, index, edits)
    return edits.applied(tokens)


_BEFORE_MAP = frozenset(
    {_T.VAR, _T.IDENTIFIER, _T.NUMBER, _T.STRING, _T.L_PAREN, _T.R_PAREN, _T.R_BRACKET, _T.ALIAS, _T.UNION, _T.ALL}
)
"""What may stand before MAP … USING: FROM t MAP, INSERT INTO t MAP, UNION ALL MAP. Not ON map(a, b)['k'] = c."""


def _is_script(tokens: Tokens, using: int) -> bool:
    """Whether USING names a script: USING 'cat', and not JOIN b USING (k)."""
    return using + 1 < len(tokens) and tokens[using + 1].token_type is _T.STRING


def _transformed(tokens: Tokens, closing: dict[int, int], index: int) -> bool:
    """Whether USING follows TRANSFORM (…), with at most a row format between them."""
    before = index - 1
    while before > 0 and index - before < 40 and tokens[before].token_type is not _T.R_PAREN:
        before -= 1
    opened = closing.get(before, -1)
    return opened > 0 and keyword(tokens, opened - 1) == "TRANSFORM"


def _names(tokens: Tokens, closing: dict[int, int], using: int, edits: Edits) -> None:
    """USING 's' AS x, y: parentheses around the names."""
    start = _ahead(tokens, closing, using + 1, frozenset({"AS"}), _SCRIPT_ENDS)
    if start < 0 or start + 1 >= len(tokens) or tokens[start + 1].token_type is _T.L_PAREN:
        return
    end = start + 1
    while end < len(tokens) and tokens[end].token_type not in CLOSE and _word(tokens, end) not in _SCRIPT_ENDS:
        end = closing.get(end, end) + 1 if tokens[end].token_type in OPEN else end + 1
    edits.put_before(start + 1, synthetic(tokens[start + 1], _T.L_PAREN, "("))
    edits.put_after(end - 1, synthetic(tokens[end - 1], _T.R_PAREN, ")"))


def _ahead(tokens: Tokens, closing: dict[int, int], index: int, wanted: frozenset[str], stops: frozenset[str]) -> int:
    """The next of some tokens at this depth before any other that would end the search; -1 where there is none."""
    while index < len(tokens):
        kind = tokens[index].token_type
        if kind in OPEN:
            index = closing.get(index, len(tokens)) + 1
            continue
        said = _word(tokens, index)
        if said in wanted:
            return index
        if kind in CLOSE or said in stops or kind is _T.SEMICOLON:
            return -1
        index += 1
    return -1


# ── partitioned table functions ──────────────────────────────────────────────────────────────────────────────
_NOOP = frozenset({"NOOP", "NOOPWITHMAP", "NOOPSTREAMING", "NOOPWITHMAPSTREAMING"})
_ALIAS = re.compile(r"\s*(?:.*\bas\s+)?`?([\w$]+)`?\s*$", re.IGNORECASE | re.DOTALL)


def rewrite_table_functions(tokens: Tokens) -> Tokens:
    """noop(ON t PARTITION BY a ORDER BY b): (SELECT * FROM t DISTRIBUTE BY a SORT BY b), for it hands its rows on.

    matchpath(ON t … ARG4('a AS x, tpath')) is opaque: (SELECT TRANSFORM (*) USING 'matchpath' AS (x, tpath) FROM t …).
    """
    edits = Edits()
    closing = bracket_pairs(tokens)
    for index in range(len(tokens) - 2):
        name = keyword(tokens, index)
        if name not in _NOOP and name != "MATCHPATH":
            continue
        if (
            tokens[index + 1].token_type is not _T.L_PAREN
            or keyword(tokens, index + 2) != "ON"
            or index + 1 not in closing
        ):
            continue
        end = closing[index + 1]
        on = tokens[index + 2]
        lead = [synthetic(on, _T.SELECT, "SELECT")]
        if name in _NOOP:
            lead.append(synthetic(on, _T.STAR, "*"))
        else:
            given = _results(tokens, closing, index + 2, end)
            if given is None:
                continue
            lead += _opaque(on, given)
        edits.drop(index)
        edits.swap(index + 2, synthetic(on, _T.FROM, "FROM"))
        edits.put_before(index + 2, *lead)
        _ordered(tokens, closing, index + 3, end, edits)
    return edits.applied(tokens)


def _opaque(on: Token, names: list[str]) -> Tokens:
    call = [
        *(
            synthetic(on, _T.VAR, "TRANSFORM"),
            synthetic(on, _T.L_PAREN, "("),
            synthetic(on, _T.STAR, "*"),
            synthetic(on, _T.R_PAREN, ")"),
        ),
        *(synthetic(on, _T.USING, "USING"), synthetic(on, _T.STRING, "matchpath"), synthetic(on, _T.ALIAS, "AS")),
    ]
    for n, name in enumerate(names):
        call += [synthetic(on, _T.COMMA if n else _T.L_PAREN, "," if n else "("), synthetic(on, _T.VAR, name)]
    return [*call, synthetic(on, _T.R_PAREN, ")")]


def _results(tokens: Tokens, closing: dict[int, int], start: int, end: int) -> list[str] | None:
    """The names in the last of a matchpath's arguments, which is a select list in a string."""
    last = end - 1
    if tokens[last].token_type is not _T.R_PAREN or last not in closing:
        return None
    inside = tokens[closing[last] + 1 : last]
    if len(inside) != 1 or inside[0].token_type is not _T.STRING or closing[last] <= start:
        return None
    names = [_ALIAS.match(part) for part in _parts(inside[0].text)]
    return [name.group(1) for name in names if name is not None] if all(names) and names else None


def _parts(text: str) -> list[str]:
    """What stands between the commas of a list, those in parentheses left alone."""
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]


def _ordered(tokens: Tokens, closing: dict[int, int], start: int, end: int, edits: Edits) -> None:
    """PARTITION BY and ORDER BY of a table function distribute and sort; ARG1(…), … are no part of a query."""
    index = start
    while index < end:
        said = keyword(tokens, index)
        if tokens[index].token_type in OPEN:
            index = closing.get(index, end) + 1
            continue
        if tokens[index].token_type is _T.PARTITION_BY:
            edits.swap(index, synthetic(tokens[index], _T.DISTRIBUTE_BY, "DISTRIBUTE BY"))
        elif tokens[index].token_type is _T.ORDER_BY:
            edits.swap(index, synthetic(tokens[index], _T.SORT_BY, "SORT BY"))
        elif re.fullmatch(r"ARG\d+", said) and index + 1 < end and tokens[index + 1].token_type is _T.L_PAREN:
            edits.drop(*range(index, end))
            return
        index += 1


# ── joins ────────────────────────────────────────────────────────────────────────────────────────────────────
def rewrite_unique_join(tokens: Tokens) -> Tokens:
    """FROM UNIQUEJOIN PRESERVE a x (x.k), b y (y.k): FROM a x FULL JOIN b y ON x.k = y.k."""
    edits = Edits()
    closing = bracket_pairs(tokens)
    for index in range(len(tokens)):
        if (
            keyword(tokens, index) == "UNIQUEJOIN"
            and index
            and tokens[index - 1].token_type is _T.FROM
            and _joins(tokens, index + 1)
        ):
            _unique(tokens, closing, index, edits)
    return edits.applied(tokens)


def _joins(tokens: Tokens, index: int) -> bool:
    """Whether [PRESERVE] a.b [AS] x ( stands here: behind FROM uniquejoin WHERE …, the name of a table, it does not."""
    index += keyword(tokens, index) == "PRESERVE"
    names = 0
    while index < len(tokens) and tokens[index].token_type in (_T.VAR, _T.IDENTIFIER, _T.DOT, _T.ALIAS):
        index += 1
        names += 1
    return names > 0 and keyword(tokens, index) == "("


def _unique(tokens: Tokens, closing: dict[int, int], start: int, edits: Edits) -> None:
    edits.drop(start)
    first: tuple[int, int] | None = None
    index = start + 1
    while index < len(tokens):
        if keyword(tokens, index) == "PRESERVE":
            edits.drop(index)
            index += 1
        opened = index
        while opened < len(tokens) and tokens[opened].token_type is not _T.L_PAREN:
            opened += 1
        closed = closing.get(opened, -1)
        if closed < 0:
            return
        if first is None:
            first = (opened, closed)
            edits.drop(*range(opened, closed + 1))
        else:
            _keys(tokens, first, (opened, closed), edits)
        index = closed + 1
        if index >= len(tokens) or tokens[index].token_type is not _T.COMMA:
            return
        edits.swap(index, synthetic(tokens[index], _T.FULL, "FULL"))
        edits.put_after(index, synthetic(tokens[index], _T.JOIN, "JOIN"))
        index += 1


def _keys(tokens: Tokens, left: tuple[int, int], right: tuple[int, int], edits: Edits) -> None:
    """(y.k, y.j) beside (x.k, x.j): ON x.k = y.k AND x.j = y.j."""
    opened, closed = right
    edits.swap(opened, synthetic(tokens[opened], _T.ON, "ON"))
    edits.drop(closed)
    ours, theirs = _list(tokens, *left), _list(tokens, *right)
    for n, (low, _) in enumerate(theirs):
        if n:
            edits.swap(low - 1, synthetic(tokens[low - 1], _T.AND, "AND"))
        if n < len(ours):
            edits.put_before(low, *tokens[ours[n][0] : ours[n][1]], synthetic(tokens[low], _T.EQ, "="))


def _list(tokens: Tokens, opened: int, closed: int) -> list[tuple[int, int]]:
    bounds, depth, start = [], 0, opened + 1
    for index in range(opened + 1, closed):
        kind = tokens[index].token_type
        depth += (kind in OPEN) - (kind in CLOSE)
        if kind is _T.COMMA and depth == 0:
            bounds.append((start, index))
            start = index + 1
    return [*bounds, (start, closed)]


# ── options ──────────────────────────────────────────────────────────────────────────────────────────────────
def drop_if_not_exists(tokens: Tokens) -> Tokens:
    """INSERT OVERWRITE TABLE t PARTITION (…) IF NOT EXISTS SELECT …: which rows are kept is not said by columns."""
    edits = Edits()
    closing = bracket_pairs(tokens)
    for index in range(1, len(tokens) - 2):
        if (keyword(tokens, index), keyword(tokens, index + 1), keyword(tokens, index + 2)) != ("IF", "NOT", "EXISTS"):
            continue
        partition = keyword(tokens, closing.get(index - 1, 0) - 1) == "PARTITION"
        if (partition or keyword(tokens, 0) == "INSERT") and keyword(tokens, index + 3) in _QUERY:
            edits.drop(index, index + 1, index + 2)
    return edits.applied(tokens)


_QUERY = frozenset({"SELECT", "WITH", "FROM", "(", "VALUES", "MAP", "REDUCE", "TABLE"})


def drop_table_kind(tokens: Tokens) -> Tokens:
    """CREATE TRANSACTIONAL TABLE t, CREATE MANAGED TABLE t: how rows are stored says nothing of columns."""
    edits = Edits()
    if keyword(tokens, 0) == "CREATE" and keyword(tokens, 1) in _KINDS and keyword(tokens, 2) == "TABLE":
        edits.drop(1)
    return edits.applied(tokens)


_KINDS = frozenset({"TRANSACTIONAL", "MANAGED"})


def rewrite_union_types(tokens: Tokens) -> Tokens:
    """UNIONTYPE<INT, STRING>: STRUCT<INT, STRING>, whose fields have no names; one of them has the value."""
    edits = Edits()
    for index, token in enumerate(tokens[:-1]):
        if keyword(tokens, index) == "UNIONTYPE" and tokens[index + 1].token_type is _T.LT:
            edits.swap(index, synthetic(token, _T.STRUCT, "STRUCT"))
    return edits.applied(tokens)


def rewrite_intervals(tokens: Tokens) -> Tokens:
    """ts - '1 2:3:4' DAY TO SECOND: an interval without its keyword."""
    edits = Edits()
    for index, token in enumerate(tokens[:-3]):
        words = (keyword(tokens, index + 1), keyword(tokens, index + 2), keyword(tokens, index + 3))
        if token.token_type is _T.STRING and words in _SPANS and keyword(tokens, index - 1) != "INTERVAL":
            edits.put_before(index, synthetic(token, _T.INTERVAL, "INTERVAL"))
    return edits.applied(tokens)


_SPANS = frozenset({("DAY", "TO", "SECOND"), ("YEAR", "TO", "MONTH")})


def rewrite_distributed_windows(tokens: Tokens) -> Tokens:
    """OVER (DISTRIBUTE BY a SORT BY b): OVER (PARTITION BY a ORDER BY b). CLUSTER BY a is both, by the same keys."""
    edits = Edits()
    closing = bracket_pairs(tokens)
    for index in range(len(tokens) - 1):
        if keyword(tokens, index) != "OVER" or tokens[index + 1].token_type is not _T.L_PAREN:
            continue
        inside = index + 2
        end = closing.get(index + 1, len(tokens))
        while inside < end:
            token = tokens[inside]
            if token.token_type in (_T.DISTRIBUTE_BY, _T.CLUSTER_BY):
                edits.swap(inside, synthetic(token, _T.PARTITION_BY, "PARTITION BY"))
            elif token.token_type is _T.SORT_BY:
                edits.swap(inside, synthetic(token, _T.ORDER_BY, "ORDER BY"))
            inside = closing.get(inside, inside) + 1 if token.token_type in OPEN else inside + 1
    return edits.applied(tokens)


def quote_names(tokens: Tokens) -> Tokens:
    """CREATE TABLE t (a INT, exclude INT): a column. Hive has no constraint of that name, as the parser has."""
    edits = Edits()
    for index, token in enumerate(tokens):
        if token.token_type is _T.VAR and keyword(tokens, index) == "EXCLUDE":
            edits.swap(index, synthetic(token, _T.IDENTIFIER, token.text))
    return edits.applied(tokens)


def drop_view_options(tokens: Tokens) -> Tokens:
    """CREATE [MATERIALIZED] VIEW v (a, b) PARTITIONED ON (a) … AS SELECT: what stands before AS names no column."""
    index = 1
    while keyword(tokens, index) in ("OR", "REPLACE", "TEMPORARY", "GLOBAL", "MATERIALIZED"):
        index += 1
    if keyword(tokens, 0) != "CREATE" or keyword(tokens, index) != "VIEW":
        return tokens
    closing = bracket_pairs(tokens)
    index += 1 + 3 * (keyword(tokens, index + 1) == "IF")
    index += 1
    while index + 1 < len(tokens) and tokens[index].token_type is _T.DOT:
        index += 2
    if index < len(tokens) and tokens[index].token_type is _T.L_PAREN:
        index = closing.get(index, index) + 1
    edits = Edits()
    end = index
    while end < len(tokens) and not (tokens[end].token_type is _T.ALIAS and keyword(tokens, end + 1) in _QUERY):
        end = closing.get(end, end) + 1 if tokens[end].token_type in OPEN else end + 1
    if end < len(tokens):
        edits.drop(*range(index, end))
    return edits.applied(tokens)


_STATES = frozenset({"DISABLE", "ENABLE", "NOVALIDATE", "VALIDATE", "RELY", "NORELY", "ENFORCED"})


def drop_table_options(tokens: Tokens) -> Tokens:
    """SKEWED BY (a) ON (1) STORED AS DIRECTORIES, and PRIMARY KEY (a) DISABLE NOVALIDATE RELY."""
    if keyword(tokens, 0) not in ("CREATE", "ALTER"):
        return tokens
    edits = Edits()
    closing = bracket_pairs(tokens)
    outline = outlined(tokens)
    size = next((n for n in range(len(tokens)) if outline.is_top(n) and _begins_query(tokens, n)), len(tokens))
    index = 1
    while index < size:  # CREATE TABLE t AS SELECT count(*) enable FROM u: behind AS it is an alias
        said = keyword(tokens, index)
        if said == "SKEWED" and keyword(tokens, index + 1) == "BY":
            end = index + 2
            while end < len(tokens) and (tokens[end].token_type in OPEN or keyword(tokens, end) == "ON"):
                end = closing.get(end, end) + 1
            if [keyword(tokens, end + n) for n in range(3)] == ["STORED", "AS", "DIRECTORIES"]:
                end += 3
            edits.drop(*range(index, end))
            index = end
            continue
        if said in _STATES and (tokens[index - 1].token_type in CLOSE or keyword(tokens, index - 1) in _BEFORE_STATE):
            edits.drop(index)
        index += 1
    return edits.applied(tokens)


def _begins_query(tokens: Tokens, index: int) -> bool:
    """Whether the AS of CREATE TABLE t AS SELECT … stands here, and not that of STORED AS ORC."""
    return tokens[index].token_type is _T.ALIAS and keyword(tokens, index + 1) in _QUERY


_BEFORE_STATE = _STATES | {"NULL", "KEY", "UNIQUE"}


def rewrite_system_version(tokens: Tokens) -> Tokens:
    """FOR SYSTEM_VERSION AS OF 7: to the columns it is FOR SYSTEM_TIME AS OF."""
    edits = Edits()
    for index in range(len(tokens) - 1):
        if keyword(tokens, index) == "FOR" and keyword(tokens, index + 1) == "SYSTEM_VERSION":
            edits.swap(index + 1, synthetic(tokens[index + 1], _T.VAR, "SYSTEM_TIME"))
    return edits.applied(tokens)


# ── columns by a pattern ─────────────────────────────────────────────────────────────────────────────────────
_META = frozenset(".*+?|()[]^$\\")
_POSSESSIVE = re.compile(r"(\([^()]*\)|\[[^\]]*\]|\\.|[^\\])([?*+])\+")


def pattern(text: str) -> str:
    """A pattern of Java for a whole name as one of Python, which learnt to hold on to what it has (`?+`) in 3.11 only.

    >>> import re
    >>> [name for name in ("ds", "hr", "k") if re.search(pattern("(ds|hr)?+.+"), name)]
    ['k']
    """
    count = 0

    def kept(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"(?=(?P<kept{count}>{match.group(1)}{match.group(2)}))(?P=kept{count})"

    return f"(?i)^(?:{_POSSESSIVE.sub(kept, text)})$"


def rewrite_column_patterns(tokens: Tokens) -> Tokens:
    """SET hive.support.quoted.identifiers=none; SELECT `(ds|hr)?+.+` FROM t: the columns whose names match.

    A rule of the script: the setting holds for the statements behind it. Only items of a select list are patterns.
    """
    edits = Edits()
    outline = outlined(tokens)
    on = False
    for index, token in enumerate(tokens):
        if (
            keyword(tokens, index) == "IDENTIFIERS"
            and keyword(tokens, index - 2) == "QUOTED"
            and outline.clause[index] is _T.SET
        ):
            on = keyword(tokens, index + 2) == "NONE"
        elif outline.clause[index] is not _T.SELECT:
            continue  # f(a, `b.c`), GROUP BY a, `b.c`
        elif on and token.token_type is _T.IDENTIFIER and not _META.isdisjoint(token.text):
            first = index
            while first >= 2 and tokens[first - 1].token_type is _T.DOT:
                first -= 2
            item = keyword(tokens, first - 1) in ("SELECT", ",", "ALL", "DISTINCT")
            last = index + 1 == len(tokens) or keyword(tokens, index + 1) in ("FROM", ",", ")", ";")
            if item and last:
                edits.put_before(first, *open_call(token, MATCHER))
                edits.swap(index, synthetic(token, _T.VAR, COLUMNS))
                edits.put_after(
                    index,
                    synthetic(token, _T.COMMA, ","),
                    *open_call(token, LIST),
                    *(synthetic(token, _T.STRING, pattern(token.text)), synthetic(token, _T.R_PAREN, ")")),
                    synthetic(token, _T.R_PAREN, ")"),
                )
    return edits.applied(tokens)


# ── dumps ────────────────────────────────────────────────────────────────────────────────────────────────────
_ENDS = CLOSE | {_T.STRING}


def split_dumps(tokens: Tokens) -> Tokens:
    """What SHOW CREATE TABLE prints, table after table: without semicolons, under a head, with `db.t` in one pair of
    quotes. A CREATE that begins a line behind the end of a clause begins a statement.
    """
    edits = Edits()
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token.token_type in OPEN) - (token.token_type in CLOSE)
        before = tokens[index - 1] if index else None
        if keyword(tokens, index) == "CREATETAB_STMT":
            edits.swap(index, synthetic(token, _T.SEMICOLON, ";"))
        elif token.token_type is _T.CREATE and depth == 0 and before is not None:
            if before.token_type in _ENDS and before.line < token.line:
                edits.put_before(index, synthetic(token, _T.SEMICOLON, ";"))
        elif token.token_type is _T.IDENTIFIER and token.text.count(".") == 1 and keyword(tokens, index - 1) in _NAMED:
            database, table = token.text.split(".")
            edits.swap(index, synthetic(token, _T.IDENTIFIER, table))
            edits.put_before(index, synthetic(token, _T.IDENTIFIER, database), synthetic(token, _T.DOT, "."))
    return edits.applied(tokens)


_NAMED = frozenset({"TABLE", "VIEW", "EXISTS"})

SCRIPT: Sequence[TokenRewrite] = (
    TokenRewrite(frozenset({"CREATE"}), split_dumps),
    TokenRewrite(frozenset({"IDENTIFIERS"}), rewrite_column_patterns),
)
STATEMENT: Sequence[TokenRewrite] = (
    TokenRewrite(frozenset({"USING"}), rewrite_map_reduce),
    TokenRewrite(_NOOP | {"MATCHPATH"}, rewrite_table_functions),
    TokenRewrite(frozenset({"UNIQUEJOIN"}), rewrite_unique_join),
    TokenRewrite(frozenset({"EXISTS"}), drop_if_not_exists),
    TokenRewrite(frozenset({"VIEW"}), drop_view_options),
    TokenRewrite(frozenset({"SKEWED"}) | _STATES, drop_table_options),
    TokenRewrite(frozenset({"SYSTEM_VERSION"}), rewrite_system_version),
    TokenRewrite(_KINDS, drop_table_kind),
    TokenRewrite(frozenset({"UNIONTYPE"}), rewrite_union_types),
    TokenRewrite(frozenset({"SECOND", "MONTH"}), rewrite_intervals),
    TokenRewrite(frozenset({"OVER"}), rewrite_distributed_windows),
    TokenRewrite(frozenset({"EXCLUDE"}), quote_names),
    hide_unit_calls({"TRUNC": 1}),
)
