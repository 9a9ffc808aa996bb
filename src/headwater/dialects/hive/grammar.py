"""Hive's own words, written as the parser knows them: MAP and REDUCE, partitioned table functions, UNIQUEJOIN, and
options that say nothing of columns.

Each rule is a pure function over words that keeps their offsets. To add one: write it here beside its kin with the SQL
that forced it, list it in `RULES`, and give it a golden case.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql.grammar import CLOSE, OPEN, Rule, Words, like, pairs, word
from headwater.sql.placeholders import COLUMNS, LIST, MATCHER
from headwater.sql.token_edits import Edits

_T = TokenType


# ── scripts ──────────────────────────────────────────────────────────────────────────────────────────────────
_SCRIPT_ENDS = frozenset(
    {"FROM", "WHERE", "SELECT", "INSERT", "LATERAL", "CLUSTER", "DISTRIBUTE", "SORT", "ORDER", "GROUP", "ROW",
     "RECORDREADER", "HAVING", "LIMIT", "UNION", "WINDOW"}
)  # fmt: skip


def _word(tokens: Words, at: int) -> str:
    """A keyword by its first word: CLUSTER for CLUSTER BY, which is one token, however it is spaced."""
    return word(tokens, at).partition(" ")[0].partition("\n")[0]


def map_reduce(tokens: Words) -> Words:
    """MAP a, b USING 's' AS x, y: SELECT TRANSFORM (a, b) USING 's' AS (x, y); and the names behind any AS."""
    edits = Edits()
    closing = pairs(tokens)
    for at, token in enumerate(tokens):
        head = word(tokens, at)
        if head in ("MAP", "REDUCE"):
            using = _ahead(tokens, closing, at + 1, frozenset({"USING"}), _SCRIPT_ENDS - {"ROW"})
            if using > at + 1:
                # MAP (a, b) USING, or MAP a, b USING: in either case a list
                edits.swap(at, like(token, _T.SELECT, "SELECT"))
                edits.put_after(at, like(token, _T.VAR, "TRANSFORM"), like(token, _T.L_PAREN, "("))
                row = _ahead(tokens, closing, at + 1, frozenset({"ROW"}), frozenset({"USING"}))
                edits.put_after((row if row > 0 else using) - 1, like(tokens[using], _T.R_PAREN, ")"))
                _names(tokens, closing, using, edits)
        elif head == "USING" and at and word(tokens, at - 1) not in ("JOIN",) and _transformed(tokens, closing, at):
            _names(tokens, closing, at, edits)
    return edits.applied(tokens)


def _transformed(tokens: Words, closing: dict[int, int], at: int) -> bool:
    """Whether USING follows TRANSFORM (…), with at most a row format between them."""
    before = at - 1
    while before > 0 and at - before < 40 and tokens[before].token_type is not _T.R_PAREN:
        before -= 1
    opened = closing.get(before, -1)
    return opened > 0 and word(tokens, opened - 1) == "TRANSFORM"


def _names(tokens: Words, closing: dict[int, int], using: int, edits: Edits) -> None:
    """USING 's' AS x, y: parentheses around the names."""
    start = _ahead(tokens, closing, using + 1, frozenset({"AS"}), _SCRIPT_ENDS)
    if start < 0 or start + 1 >= len(tokens) or tokens[start + 1].token_type is _T.L_PAREN:
        return
    end = start + 1
    while end < len(tokens) and tokens[end].token_type not in CLOSE and _word(tokens, end) not in _SCRIPT_ENDS:
        end = closing.get(end, end) + 1 if tokens[end].token_type in OPEN else end + 1
    edits.put_before(start + 1, like(tokens[start + 1], _T.L_PAREN, "("))
    edits.put_after(end - 1, like(tokens[end - 1], _T.R_PAREN, ")"))


def _ahead(tokens: Words, closing: dict[int, int], at: int, wanted: frozenset[str], stops: frozenset[str]) -> int:
    """The next of some words at this depth before any other that would end the search; -1 where there is none."""
    while at < len(tokens):
        kind = tokens[at].token_type
        if kind in OPEN:
            at = closing.get(at, len(tokens)) + 1
            continue
        said = _word(tokens, at)
        if said in wanted:
            return at
        if kind in CLOSE or said in stops or kind is _T.SEMICOLON:
            return -1
        at += 1
    return -1


# ── partitioned table functions ──────────────────────────────────────────────────────────────────────────────
_NOOP = frozenset({"NOOP", "NOOPWITHMAP", "NOOPSTREAMING", "NOOPWITHMAPSTREAMING"})
_ALIAS = re.compile(r"(?:.*\bas\s+)?`?([\w$]+)`?\s*$", re.IGNORECASE | re.DOTALL)


def table_functions(tokens: Words) -> Words:
    """noop(ON t PARTITION BY a ORDER BY b): (SELECT * FROM t DISTRIBUTE BY a SORT BY b), for it hands its rows on.

    matchpath(ON t … ARG4('a AS x, tpath')) is opaque: (SELECT TRANSFORM (*) USING 'matchpath' AS (x, tpath) FROM t …).
    """
    edits = Edits()
    closing = pairs(tokens)
    for at in range(len(tokens) - 2):
        name = word(tokens, at)
        if name not in _NOOP and name != "MATCHPATH":
            continue
        if tokens[at + 1].token_type is not _T.L_PAREN or word(tokens, at + 2) != "ON" or at + 1 not in closing:
            continue
        end = closing[at + 1]
        on = tokens[at + 2]
        lead = [like(on, _T.SELECT, "SELECT")]
        if name in _NOOP:
            lead.append(like(on, _T.STAR, "*"))
        else:
            given = _results(tokens, closing, at + 2, end)
            if given is None:
                continue
            lead += _opaque(on, given)
        edits.swap(at, None)
        edits.swap(at + 2, like(on, _T.FROM, "FROM"))
        edits.put_before(at + 2, *lead)
        _ordered(tokens, closing, at + 3, end, edits)
    return edits.applied(tokens)


def _opaque(on: Token, names: list[str]) -> Words:
    made = [
        *(like(on, _T.VAR, "TRANSFORM"), like(on, _T.L_PAREN, "("), like(on, _T.STAR, "*"), like(on, _T.R_PAREN, ")")),
        *(like(on, _T.USING, "USING"), like(on, _T.STRING, "matchpath"), like(on, _T.ALIAS, "AS")),
    ]
    for n, name in enumerate(names):
        made += [like(on, _T.COMMA if n else _T.L_PAREN, "," if n else "("), like(on, _T.VAR, name)]
    return [*made, like(on, _T.R_PAREN, ")")]


def _results(tokens: Words, closing: dict[int, int], start: int, end: int) -> list[str] | None:
    """The names in the last of a matchpath's arguments, which is a select list in a string."""
    last = end - 1
    if tokens[last].token_type is not _T.R_PAREN or last not in closing:
        return None
    inside = tokens[closing[last] + 1 : last]
    if len(inside) != 1 or inside[0].token_type is not _T.STRING or closing[last] <= start:
        return None
    names = [_ALIAS.match(part) for part in _parts(inside[0].text)]
    return [one.group(1) for one in names if one is not None] if all(names) and names else None


def _parts(text: str) -> list[str]:
    """What stands between the commas of a list, those in parentheses left alone."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def _ordered(tokens: Words, closing: dict[int, int], start: int, end: int, edits: Edits) -> None:
    """PARTITION BY and ORDER BY of a table function distribute and sort; ARG1(…), … are no part of a query."""
    at = start
    while at < end:
        said = word(tokens, at)
        if tokens[at].token_type in OPEN:
            at = closing.get(at, end) + 1
            continue
        if tokens[at].token_type is _T.PARTITION_BY:
            edits.swap(at, like(tokens[at], _T.DISTRIBUTE_BY, "DISTRIBUTE BY"))
        elif tokens[at].token_type is _T.ORDER_BY:
            edits.swap(at, like(tokens[at], _T.SORT_BY, "SORT BY"))
        elif re.fullmatch(r"ARG\d+", said) and at + 1 < end and tokens[at + 1].token_type is _T.L_PAREN:
            for gone in range(at, end):
                edits.swap(gone, None)
            return
        at += 1


# ── joins ────────────────────────────────────────────────────────────────────────────────────────────────────
def unique_join(tokens: Words) -> Words:
    """FROM UNIQUEJOIN PRESERVE a x (x.k), b y (y.k): FROM a x FULL JOIN b y ON x.k = y.k."""
    edits = Edits()
    closing = pairs(tokens)
    for at in range(len(tokens)):
        if word(tokens, at) == "UNIQUEJOIN" and at and tokens[at - 1].token_type is _T.FROM:
            _unique(tokens, closing, at, edits)
    return edits.applied(tokens)


def _unique(tokens: Words, closing: dict[int, int], start: int, edits: Edits) -> None:
    edits.swap(start, None)
    first: tuple[int, int] | None = None
    at = start + 1
    while at < len(tokens):
        if word(tokens, at) == "PRESERVE":
            edits.swap(at, None)
            at += 1
        opened = at
        while opened < len(tokens) and tokens[opened].token_type is not _T.L_PAREN:
            opened += 1
        closed = closing.get(opened, -1)
        if closed < 0:
            return
        if first is None:
            first = (opened, closed)
            for gone in range(opened, closed + 1):
                edits.swap(gone, None)
        else:
            _keys(tokens, first, (opened, closed), edits)
        at = closed + 1
        if at >= len(tokens) or tokens[at].token_type is not _T.COMMA:
            return
        edits.swap(at, like(tokens[at], _T.FULL, "FULL"))
        edits.put_after(at, like(tokens[at], _T.JOIN, "JOIN"))
        at += 1


def _keys(tokens: Words, left: tuple[int, int], right: tuple[int, int], edits: Edits) -> None:
    """(y.k, y.j) beside (x.k, x.j): ON x.k = y.k AND x.j = y.j."""
    opened, closed = right
    edits.swap(opened, like(tokens[opened], _T.ON, "ON"))
    edits.swap(closed, None)
    ours, theirs = _list(tokens, *left), _list(tokens, *right)
    for n, (low, _) in enumerate(theirs):
        if n:
            edits.swap(low - 1, like(tokens[low - 1], _T.AND, "AND"))
        if n < len(ours):
            edits.put_before(low, *tokens[ours[n][0] : ours[n][1]], like(tokens[low], _T.EQ, "="))


def _list(tokens: Words, opened: int, closed: int) -> list[tuple[int, int]]:
    found, depth, start = [], 0, opened + 1
    for at in range(opened + 1, closed):
        kind = tokens[at].token_type
        depth += (kind in OPEN) - (kind in CLOSE)
        if kind is _T.COMMA and depth == 0:
            found.append((start, at))
            start = at + 1
    return [*found, (start, closed)]


# ── options ──────────────────────────────────────────────────────────────────────────────────────────────────
def absent_partition(tokens: Words) -> Words:
    """INSERT OVERWRITE TABLE t PARTITION (…) IF NOT EXISTS SELECT …: which rows are kept is not said by columns."""
    edits = Edits()
    for at in range(1, len(tokens) - 2):
        if (word(tokens, at), word(tokens, at + 1), word(tokens, at + 2)) != ("IF", "NOT", "EXISTS"):
            continue
        if tokens[at - 1].token_type is _T.R_PAREN and word(tokens, at + 3) in (
            "SELECT",
            "WITH",
            "FROM",
            "VALUES",
            "(",
        ):
            for gone in (at, at + 1, at + 2):
                edits.swap(gone, None)
    return edits.applied(tokens)


_QUERY = frozenset({"SELECT", "WITH", "FROM", "(", "VALUES", "MAP", "REDUCE", "TABLE"})


def view_options(tokens: Words) -> Words:
    """CREATE [MATERIALIZED] VIEW v (a, b) PARTITIONED ON (a) … AS SELECT: what stands before AS names no column."""
    at = 1
    while word(tokens, at) in ("OR", "REPLACE", "TEMPORARY", "GLOBAL", "MATERIALIZED"):
        at += 1
    if word(tokens, 0) != "CREATE" or word(tokens, at) != "VIEW":
        return tokens
    closing = pairs(tokens)
    at += 1 + 3 * (word(tokens, at + 1) == "IF")
    at += 1
    while at + 1 < len(tokens) and tokens[at].token_type is _T.DOT:
        at += 2
    if at < len(tokens) and tokens[at].token_type is _T.L_PAREN:
        at = closing.get(at, at) + 1
    edits = Edits()
    end = at
    while end < len(tokens) and not (tokens[end].token_type is _T.ALIAS and word(tokens, end + 1) in _QUERY):
        end = closing.get(end, end) + 1 if tokens[end].token_type in OPEN else end + 1
    if end < len(tokens):
        for gone in range(at, end):
            edits.swap(gone, None)
    return edits.applied(tokens)


_STATES = frozenset({"DISABLE", "ENABLE", "NOVALIDATE", "VALIDATE", "RELY", "NORELY", "ENFORCED"})


def table_options(tokens: Words) -> Words:
    """SKEWED BY (a) ON (1) STORED AS DIRECTORIES, and PRIMARY KEY (a) DISABLE NOVALIDATE RELY."""
    if word(tokens, 0) not in ("CREATE", "ALTER"):
        return tokens
    edits = Edits()
    closing = pairs(tokens)
    at = 1
    while at < len(tokens):
        said = word(tokens, at)
        if said == "SKEWED" and word(tokens, at + 1) == "BY":
            end = at + 2
            while end < len(tokens) and (tokens[end].token_type in OPEN or word(tokens, end) == "ON"):
                end = closing.get(end, end) + 1
            if [word(tokens, end + n) for n in range(3)] == ["STORED", "AS", "DIRECTORIES"]:
                end += 3
            for gone in range(at, end):
                edits.swap(gone, None)
            at = end
            continue
        if said in _STATES and (tokens[at - 1].token_type in CLOSE or word(tokens, at - 1) in _BEFORE_STATE):
            edits.swap(at, None)
        at += 1
    return edits.applied(tokens)


_BEFORE_STATE = _STATES | {"NULL", "KEY", "UNIQUE"}


def versions(tokens: Words) -> Words:
    """FOR SYSTEM_VERSION AS OF 7: to the columns it is FOR SYSTEM_TIME AS OF."""
    edits = Edits()
    for at in range(len(tokens) - 1):
        if word(tokens, at) == "FOR" and word(tokens, at + 1) == "SYSTEM_VERSION":
            edits.swap(at + 1, like(tokens[at + 1], _T.VAR, "SYSTEM_TIME"))
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


def patterns(tokens: Words) -> Words:
    """SET hive.support.quoted.identifiers=none; SELECT `(ds|hr)?+.+` FROM t: the columns whose names match.

    A rule of the script: the setting holds for the statements behind it. Only items of a select list are patterns.
    """
    edits = Edits()
    on = False
    for at, token in enumerate(tokens):
        if word(tokens, at) == "IDENTIFIERS" and word(tokens, at - 2) == "QUOTED":
            on = word(tokens, at + 2) == "NONE"
        elif on and token.token_type is _T.IDENTIFIER and not _META.isdisjoint(token.text):
            first = at
            while first >= 2 and tokens[first - 1].token_type is _T.DOT:
                first -= 2
            item = word(tokens, first - 1) in ("SELECT", ",", "ALL", "DISTINCT")
            last = at + 1 == len(tokens) or word(tokens, at + 1) in ("FROM", ",", ")", ";")
            if item and last:
                edits.put_before(first, like(token, _T.VAR, MATCHER), like(token, _T.L_PAREN, "("))
                edits.swap(at, like(token, _T.VAR, COLUMNS))
                edits.put_after(
                    at,
                    *(like(token, _T.COMMA, ","), like(token, _T.VAR, LIST), like(token, _T.L_PAREN, "(")),
                    *(like(token, _T.STRING, pattern(token.text)), like(token, _T.R_PAREN, ")")),
                    like(token, _T.R_PAREN, ")"),
                )
    return edits.applied(tokens)


# ── dumps ────────────────────────────────────────────────────────────────────────────────────────────────────
_ENDS = CLOSE | {_T.STRING}


def dumps(tokens: Words) -> Words:
    """What SHOW CREATE TABLE prints, table after table: without semicolons, under a head, with `db.t` in one pair of
    quotes. A CREATE that begins a line behind the end of a clause begins a statement.
    """
    edits = Edits()
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.token_type in OPEN) - (token.token_type in CLOSE)
        before = tokens[at - 1] if at else None
        if word(tokens, at) == "CREATETAB_STMT":
            edits.swap(at, like(token, _T.SEMICOLON, ";"))
        elif token.token_type is _T.CREATE and depth == 0 and before is not None:
            if before.token_type in _ENDS and before.line < token.line:
                edits.put_before(at, like(token, _T.SEMICOLON, ";"))
        elif token.token_type is _T.IDENTIFIER and token.text.count(".") == 1 and word(tokens, at - 1) in _NAMED:
            database, table = token.text.split(".")
            edits.swap(at, like(token, _T.IDENTIFIER, table))
            edits.put_before(at, like(token, _T.IDENTIFIER, database), like(token, _T.DOT, "."))
    return edits.applied(tokens)


_NAMED = frozenset({"TABLE", "VIEW", "EXISTS"})

SCRIPT: Sequence[Rule] = (
    Rule(frozenset({"CREATE"}), dumps),
    Rule(frozenset({"IDENTIFIERS"}), patterns),
)
RULES: Sequence[Rule] = (
    Rule(frozenset({"USING"}), map_reduce),
    Rule(_NOOP | {"MATCHPATH"}, table_functions),
    Rule(frozenset({"UNIQUEJOIN"}), unique_join),
    Rule(frozenset({"EXISTS"}), absent_partition),
    Rule(frozenset({"VIEW"}), view_options),
    Rule(frozenset({"SKEWED"}) | _STATES, table_options),
    Rule(frozenset({"SYSTEM_VERSION"}), versions),
)
