"""GoogleSQL's statements around queries: scripts, functions in SQL, dynamic SQL, and arrays named by their path.

A script's blocks are cut where a statement begins (`IF c THEN`, `BEGIN`, `LOOP` are steps by themselves), so that each
statement inside is read as any other; what the steps mean is a form. To add a step: a word in `_STEPS`, and its end in
`_end_of_step` if it has one.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql import statements
from headwater.sql.cursor import Cursor
from headwater.sql.grammar import CLOSE, OPEN, Parse, Rule, Words, like, word
from headwater.sql.token_edits import Edits

_T = TokenType
_ENDS = {
    "IF": "THEN", "ELSEIF": "THEN", "WHILE": "DO", "FOR": "DO", "EXCEPTION": "THEN", "WHEN": "THEN", "CASE": "THEN",
    "ELSE": "ELSE", "LOOP": "LOOP", "REPEAT": "REPEAT", "BEGIN": "BEGIN",
}  # fmt: skip
"""The words that open a block, and the word behind which its statements begin."""
_STEPS = frozenset(
    {*_ENDS, "END", "UNTIL", "BREAK", "LEAVE", "CONTINUE", "ITERATE", "RETURN", "RAISE"}
)  # fmt: skip
_NAMES = frozenset({_T.VAR, _T.IDENTIFIER})


# ── scripts ──────────────────────────────────────────────────────────────────────────────────────────────────
def steps(tokens: Words) -> Words:
    """BEGIN, IF c THEN, LOOP: a semicolon behind each, so that the statements inside stand by themselves."""
    edits = Edits()
    at, size = 0, len(tokens)
    while at < size:
        if tokens[at].token_type is _T.SEMICOLON:
            at += 1
            continue
        if at + 1 < size and tokens[at + 1].token_type is _T.COLON and word(tokens, at + 2) in _ENDS:
            at += 2  # label: LOOP
        end = _end_of_step(tokens, at)
        if end >= 0:
            edits.put_after(end, like(tokens[end], _T.SEMICOLON, ";"))
            at = end + 1
            continue
        while at < size and tokens[at].token_type is not _T.SEMICOLON:
            at += 1
    return edits.applied(tokens)


def _end_of_step(tokens: Words, at: int) -> int:
    """The last word of the step that begins here; -1 where none does."""
    head = word(tokens, at)
    stop = _ENDS.get(head)
    if head == "BEGIN" and (at + 1 >= len(tokens) or word(tokens, at + 1) in ("TRANSACTION", ";")):
        return -1
    if stop is None:
        if head != "CREATE" or "PROCEDURE" not in [word(tokens, n) for n in range(at, at + 5)]:
            return -1
        stop = "BEGIN"
    depth = cases = 0
    for n in range(at, len(tokens)):
        kind = tokens[n].token_type
        if kind in OPEN:
            depth += 1
        elif kind in CLOSE:
            depth -= 1
        elif kind is _T.SEMICOLON:
            return -1
        elif depth == 0:
            if kind is _T.CASE and n > at:
                cases += 1
            elif kind is _T.END and cases:
                cases -= 1
            elif not cases and word(tokens, n) == stop:
                return n
    return -1


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


SCRIPT: Sequence[Rule] = (Rule(frozenset({"BEGIN", "IF", "LOOP", "WHILE", "FOR", "REPEAT", "CASE"}), steps),)
STATEMENT: Sequence[Rule] = (
    Rule(frozenset({"OFFSET"}), path_offsets),
    Rule(_PRIVACY, privacy),
    Rule(frozenset({"ROW"}), merge_row),
    Rule(frozenset({"MODEL", *_OVER_TABLES}), table_arguments),
    Rule(frozenset({"PARTITION"}), partition_columns),
)


# ── statements ───────────────────────────────────────────────────────────────────────────────────────────────
def read(tokens: Words, text: str, parse: Parse) -> object | None:
    """A statement of a script, a function in SQL or dynamic SQL as a form; None where the parser reads it."""
    head = word(tokens, 0)
    cursor = Cursor(text, tokens, parse)
    if len(tokens) > 2 and tokens[1].token_type is _T.COLON and word(tokens, 2) in _STEPS:
        cursor.at, head = 2, word(tokens, 2)
    if head == "DECLARE":
        return _declare(cursor)
    if head == "SET":
        return _set(cursor)
    if head == "EXECUTE" and word(tokens, 1) == "IMMEDIATE":
        return immediate(cursor)
    if head == "CREATE":
        return _create(cursor)
    if head == "FOR":
        return _for(cursor)
    if head in _STEPS:
        return statements.Step(_kind(tokens, head), head)
    return None


def _kind(tokens: Sequence[Token], head: str) -> str:
    return "BEGIN_TRANSACTION" if head == "BEGIN" and word(tokens, 1) == "TRANSACTION" else head


def _names(cursor: Cursor) -> list[str]:
    names = [cursor.name()]
    while not cursor.done and cursor.tokens[cursor.at].token_type is _T.COMMA:
        cursor.at += 1
        names.append(cursor.name())
    return names


def _declare(cursor: Cursor) -> statements.Assign:
    """DECLARE x, y INT64 DEFAULT 5."""
    cursor.need("DECLARE")
    names = _names(cursor)
    default = cursor.find(frozenset({"DEFAULT"}), cursor.at, cursor.end)
    value = cursor.expression(default + 1, cursor.end) if default < cursor.end else None
    return statements.Assign("DECLARE", names, value, declares=True)


def _set(cursor: Cursor) -> statements.Assign | None:
    """SET x = 5, SET (x, y) = (SELECT AS STRUCT …)."""
    cursor.need("SET")
    if cursor.done or cursor.word(cursor.at).startswith("@"):
        return None
    if cursor.tokens[cursor.at].token_type is _T.L_PAREN:
        first, last = cursor.inside()
        names = [cursor.tokens[low].text for low, _ in cursor.parts(first, last)]
    elif cursor.tokens[cursor.at].token_type in _NAMES:
        names = [cursor.name()]
    else:
        return None
    if cursor.word(cursor.at) != "=":
        return None
    return statements.Assign("SET", names, cursor.expression(cursor.at + 1, cursor.end))


def _for(cursor: Cursor) -> statements.Assign | None:
    """FOR r IN (SELECT …) DO."""
    cursor.need("FOR")
    name = cursor.name()
    cursor.need("IN")
    first, last = cursor.inside()
    return statements.Assign("FOR", [name], cursor.query(first, last), declares=True, record=True)


def immediate(cursor: Cursor) -> statements.Immediate | None:
    """EXECUTE IMMEDIATE 'text' [|| 'text'] …: text that is constant is read, any other cannot be."""
    cursor.need("EXECUTE", "IMMEDIATE")
    stop = cursor.find(frozenset({"USING", "INTO"}), cursor.at, cursor.end)
    into: list[str] = []
    if stop < cursor.end and cursor.word(stop) == "INTO":
        names = Cursor(cursor.text, cursor.tokens, cursor.parse)
        names.at = stop + 1
        into = _names(names)
    parts = [
        at for at in range(cursor.at, stop) if cursor.tokens[at].token_type not in (_T.DPIPE, _T.L_PAREN, _T.R_PAREN)
    ]
    if parts and all(cursor.is_string(at) for at in parts):
        return statements.Immediate("EXECUTE", "".join(cursor.tokens[at].text for at in parts), into)
    return statements.Immediate("EXECUTE", None, into)


def _create(cursor: Cursor) -> object | None:
    """CREATE FUNCTION in SQL, TABLE FUNCTION, PROCEDURE, SNAPSHOT TABLE; the parser reads the others."""
    cursor.need("CREATE")
    cursor.take("OR", "REPLACE")
    cursor.any_of("TEMP", "TEMPORARY")
    if cursor.take("PROCEDURE"):
        return _procedure(cursor)
    if cursor.take("SNAPSHOT", "TABLE"):
        return _snapshot(cursor)
    cursor.take("AGGREGATE")
    table = cursor.take("TABLE", "FUNCTION")
    if not table and not cursor.take("FUNCTION"):
        return None
    cursor.take("IF", "NOT", "EXISTS")
    name = cursor.dotted()
    parameters = _parameters(cursor)
    body = cursor.find(frozenset({"AS"}), cursor.at, cursor.end)
    foreign = cursor.find(frozenset({"LANGUAGE", "REMOTE"}), cursor.at, body) < body
    if foreign or body >= cursor.end or parameters is None:
        return statements.CreateForeign("CREATE_FUNCTION", name)
    start = body + 1
    if table:
        return statements.CreateFunction(
            "CREATE_TABLE_FUNCTION", name.lower(), parameters, cursor.query(start, cursor.end)
        )
    if cursor.is_string(start):
        return statements.CreateForeign("CREATE_FUNCTION", name)
    end = cursor.end
    if cursor.tokens[start].token_type is _T.L_PAREN:
        end = cursor.close(start) + 1  # OPTIONS (…) may stand behind it
    return statements.CreateFunction("CREATE_FUNCTION", name.lower(), parameters, cursor.expression(start, end))


def _parameters(cursor: Cursor) -> tuple[str, ...]:
    first, last = cursor.inside()
    names = []
    angles = 0
    begins = [first]
    level = set(cursor.level(first, last))
    for at in range(first, last):
        kind = cursor.tokens[at].token_type
        angles += (kind is _T.LT) - (kind is _T.GT) - 2 * (cursor.tokens[at].text == ">>")
        if kind is _T.COMMA and angles <= 0 and at in level:
            begins.append(at + 1)
    for low in begins if first < last else ():
        if cursor.word(low) in ("IN", "OUT", "INOUT"):
            low += 1
        names.append(cursor.tokens[low].text)
    return tuple(names)


def _procedure(cursor: Cursor) -> object:
    """CREATE PROCEDURE p(x INT64) BEGIN: its parameters are variables of the statements that follow."""
    cursor.take("IF", "NOT", "EXISTS")
    cursor.dotted()
    return statements.Assign("CREATE_PROCEDURE", list(_parameters(cursor)), None, declares=True)


def _snapshot(cursor: Cursor) -> object | None:
    """CREATE SNAPSHOT TABLE s CLONE t: a table with the rows of another."""
    absent = cursor.take("IF", "NOT", "EXISTS")
    target = cursor.table()
    cursor.need("CLONE")
    source = cursor.table()
    query = exp.Select(expressions=[exp.Star()]).from_(source, copy=False)
    return statements.Create("CREATE_SNAPSHOT_TABLE", target, query=query, if_absent=absent)
