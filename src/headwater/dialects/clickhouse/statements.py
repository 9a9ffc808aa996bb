"""ClickHouse's statements around queries, read from their words: CREATE, ALTER, INSERT, RENAME and their kin.

The parser reads the plain ones and keeps the rest as text. Here every clause is looked at: what is not known makes the
reader give up, and the parser has its turn. To add a clause: a branch in `_Create.clause`; a statement: a line in
`_STATEMENTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from headwater.dialects.clickhouse.alter import alter, definition
from headwater.sql import statements
from headwater.sql.cursor import Cursor, identifier
from headwater.sql.grammar import Parse, Rule, Unreadable, like

_T = TokenType


def read(tokens: list[Token], text: str, parse: Parse) -> statements.Form | None:
    """The form of a statement, or None where the parser shall read it."""
    if not tokens:
        return None
    reader = _STATEMENTS.get(tokens[0].text.upper())
    if reader is None or tokens[0].token_type is _T.IDENTIFIER:
        return None
    try:
        cursor = Cursor(text, _opened(tokens, text), parse)
        return reader(cursor)
    except (Unreadable, SqlglotError):
        return None


def _opened(tokens: list[Token], text: str) -> Sequence[Token]:
    """What the tokenizer keeps as one piece of text behind a first word (EXCHANGE …), cut into words."""
    if len(tokens) != 2 or tokens[1].token_type is not _T.STRING or text[tokens[1].start : tokens[1].start + 1] == "'":
        return tokens
    start = tokens[0].end + 1
    rest = Grammar.get_or_raise("clickhouse").tokenize(text[start : tokens[1].end + 1])
    return [tokens[0], *(_moved(token, start) for token in rest)]


def _moved(token: Token, by: int) -> Token:
    return Token(token.token_type, token.text, token.line, token.col, token.start + by, token.end + by)


# ── what is common ───────────────────────────────────────────────────────────────────────────────────────────
def _if_exists(cursor: Cursor) -> None:
    cursor.take("IF", "EXISTS")


def _cluster(cursor: Cursor) -> None:
    """ON CLUSTER c: the same on every server of it."""
    if cursor.take("ON", "CLUSTER"):
        if cursor.is_string(cursor.at):
            cursor.at += 1
        else:
            cursor.name()


def _done(cursor: Cursor) -> None:
    if not cursor.done:
        raise Unreadable("the end", cursor.tokens[cursor.at])


def _where(cursor: Cursor) -> exp.Expr | None:
    """[IN PARTITION p] WHERE c [SETTINGS …]."""
    if cursor.take("IN", "PARTITION"):
        cursor.at = cursor.find(frozenset({"WHERE"}), cursor.at, cursor.end)
    if not cursor.take("WHERE"):
        return None
    end = cursor.find(frozenset({"SETTINGS"}), cursor.at, cursor.end)
    found = cursor.expression(cursor.at, end)
    cursor.at = cursor.end
    return found


# ── CREATE ───────────────────────────────────────────────────────────────────────────────────────────────────
_ACCESS = frozenset({"USER", "ROLE", "ROW", "POLICY", "QUOTA", "SETTINGS", "PROFILE", "MASKING"})


def _access(cursor: Cursor, verb: str) -> statements.Form:
    """CREATE USER, CREATE ROW POLICY, CREATE NAMED COLLECTION: who may do what."""
    word = cursor.word(cursor.at)
    if word in _TWO_WORDS:
        word = f"{word} {cursor.word(cursor.at + 1)}"
    return statements.Quiet(f"{verb}_{word}".replace(" ", "_"), f"{verb} {word}")


_TWO_WORDS = frozenset({"ROW", "SETTINGS", "NAMED", "MASKING"})


def _create(cursor: Cursor) -> statements.Form:
    attach = cursor.word(cursor.at) == "ATTACH"
    replace = cursor.word(cursor.at) == "REPLACE"
    cursor.at += 1
    replace = cursor.take("OR", "REPLACE") or replace
    temporary = cursor.take("TEMPORARY")
    word = cursor.word(cursor.at)
    if word in _ACCESS or cursor.sees("NAMED", "COLLECTION") or word in ("RESOURCE", "WORKLOAD"):
        return _access(cursor, "CREATE")
    if cursor.take("DATABASE"):
        return _create_database(cursor)
    if cursor.take("FUNCTION"):
        return _create_function(cursor)
    if cursor.take("DICTIONARY"):
        return _create_dictionary(cursor)
    what = "table"
    if cursor.take("MATERIALIZED", "VIEW"):
        what = "materialized view"
    elif cursor.take("LIVE", "VIEW") or cursor.take("VIEW"):
        what = "view"
    elif cursor.take("WINDOW", "VIEW"):
        what = "materialized view"
    else:
        cursor.need("TABLE")
    return _Create(cursor, what, temporary, replace, attach).read()


_CLAUSES = frozenset(
    {
        "ENGINE", "PARTITION BY", "PARTITION", "ORDER BY", "PRIMARY KEY", "SAMPLE", "TTL", "SETTINGS", "COMMENT", "AS",
        "POPULATE", "EMPTY", "TO", "INNER", "REFRESH", "DEFINER", "SQL", "CLONE", "UUID", "ON", "FROM", "APPEND",
        "DEPENDS", "WATERMARK", "ALLOWED_LATENESS", "WITH", "(",
    }
)  # fmt: skip
_SKIPPED = frozenset({"PARTITION BY", "PARTITION", "ORDER BY", "PRIMARY KEY", "SAMPLE", "TTL", "WATERMARK"})
_QUERY = ("SELECT", "WITH", "(", "FROM")


class _Create:
    """CREATE TABLE and views: a name, then clauses in any order, then AS."""

    def __init__(self, cursor: Cursor, what: str, temporary: bool, replace: bool, attach: bool) -> None:
        self.cursor = cursor
        cursor_absent = cursor.take("IF", "NOT", "EXISTS")
        kind = {"table": "CREATE_TABLE", "view": "CREATE_VIEW"}.get(what, "CREATE_MATERIALIZED_VIEW")
        self.form = statements.Create(kind, cursor.table(), what)  # type: ignore[arg-type]
        self.form.temporary = temporary
        self.form.if_absent = cursor_absent
        self.attach = attach
        self.refresh = self.append = False
        self.typed = False

    def read(self) -> statements.Form:
        cursor, form = self.cursor, self.form
        while not cursor.done:
            if cursor.take("AS"):
                self.source()
            else:
                self.clause()
        if self.attach and form.columns is None and form.query is None and form.like is None and form.engine is None:
            return statements.Back("ATTACH_TABLE", form.target)
        if form.what != "table":
            if form.query is None:
                raise Unreadable("AS")
            form.by_name = self.typed or form.what == "materialized view"
        form.overwrites = self.refresh and not self.append and form.to is not None
        if form.call is not None and form.engine is not None:
            raise Unreadable("ENGINE")
        return form

    def clause(self) -> None:
        """Go past one clause."""
        cursor, form = self.cursor, self.form
        word = cursor.word(cursor.at)
        if word == "(" and form.columns is None and form.names is None:
            self.columns()
        elif word == "ENGINE" or cursor.sees("INNER", "ENGINE"):
            cursor.at += 1 + (word == "INNER")
            cursor.take("=")
            engine = cursor.call()
            if word == "ENGINE":
                form.engine = engine
        elif word == "SETTINGS":
            cursor.at += 1
            settings = self.settings()
            if form.engine is not None:
                form.engine = statements.Call(
                    form.engine.name, form.engine.arguments, settings, form.engine.start, form.engine.end
                )
        elif cursor.take("COMMENT") or cursor.take("UUID") or (self.attach and cursor.take("FROM")):
            cursor.string()
        elif cursor.sees("ON", "CLUSTER"):
            _cluster(cursor)
        elif cursor.take("TO", "INNER", "UUID"):
            cursor.string()
        elif cursor.take("TO", "INNER"):
            pass
        elif cursor.take("TO"):
            form.to = cursor.table()
        elif cursor.take("CLONE", "AS"):
            form.like, form.like_rows = cursor.table(), True
        elif cursor.any_of("POPULATE"):
            pass
        elif cursor.take("EMPTY"):
            form.empty = True
        elif cursor.take("REFRESH") or cursor.take("WITH", "REFRESH"):
            self.refresh = True
            self.skip()
        elif cursor.take("DEPENDS", "ON"):
            self.skip()
        elif cursor.take("APPEND"):
            self.append = True
        elif cursor.take("DEFINER") or cursor.take("SQL", "SECURITY") or cursor.take("ALLOWED_LATENESS"):
            self.skip()
        elif word in _SKIPPED:
            cursor.at += 1
            self.skip(word == "TTL")
        else:
            raise Unreadable("a clause", cursor.tokens[cursor.at])

    def skip(self, moves: bool = False) -> None:
        """Go past what belongs to a clause that says nothing of columns; `moves`: TO DISK may be part of it."""
        cursor = self.cursor
        first = cursor.at
        for at in cursor.level(first, cursor.end):
            word = cursor.word(at)
            if word not in _CLAUSES or (at == first and word == "("):
                continue
            if word == "(" and not self._starts_columns(at):
                continue
            behind = cursor.word(at + 1)
            if word == "TO" and (moves and behind in ("DISK", "VOLUME")):
                continue
            if word == "COMMENT" and not cursor.is_string(at + 1):
                continue
            cursor.at = at
            return
        cursor.at = cursor.end

    def _starts_columns(self, at: int) -> bool:
        """REFRESH EVERY 1 DAY (a Int32): the list of columns, and not a call's arguments."""
        form = self.form
        return self.refresh and form.columns is None and form.engine is None

    def settings(self) -> dict[str, str]:
        cursor = self.cursor
        found: dict[str, str] = {}
        while True:
            name = cursor.dotted()
            cursor.need("=")
            sign = cursor.take("-")
            found[name.lower()] = ("-" if sign else "") + cursor.any()
            if cursor.word(cursor.at) == "(":
                cursor.inside()
            if not cursor.take(","):
                return found

    def columns(self) -> None:
        cursor, form = self.cursor, self.form
        first, last = cursor.inside()
        parts = cursor.parts(first, last)
        names = [cursor.tokens[low].text for low, high in parts if high - low == 1]
        if form.what != "table" and len(names) == len(parts):
            form.names = names
            return
        self.typed = True
        found = [definition(cursor, low, high) for low, high in parts]
        form.columns = [one for one in found if one is not None]

    def source(self) -> None:
        """What stands behind AS."""
        cursor, form = self.cursor, self.form
        if cursor.word(cursor.at) in _QUERY:
            end = cursor.end
            if cursor.is_string(end - 1) and cursor.word(end - 2) == "COMMENT":
                end -= 2
            query = cursor.query(cursor.at, end)
            if form.names is not None:
                query = _aliased(query, form.names)
            form.query = query
            cursor.at = cursor.end
            return
        behind = cursor.at + 1
        if cursor.word(behind) == "(":
            form.call = cursor.call()
        else:
            form.like = cursor.table()


def _aliased(query: exp.Expr, names: list[str]) -> exp.Expr:
    """CREATE VIEW v (x, y) AS SELECT a, x: the names are aliases in the query, so that y is what x is, which is a."""
    items = query.expressions if isinstance(query, exp.Select) else []
    if len(items) != len(names) or any(one.is_star for one in items):
        return query
    made = [
        exp.Alias(this=one.unalias(), alias=exp.Identifier(this=name, quoted=True))
        for one, name in zip(items, names, strict=True)
    ]
    query.set("expressions", made)  # the tree was made for this form, and nobody else has it
    return query


def _create_database(cursor: Cursor) -> statements.Form:
    cursor.take("IF", "NOT", "EXISTS")
    name = cursor.name()
    engine: statements.Call | None = None
    while not cursor.done:
        if cursor.sees("ON", "CLUSTER"):
            _cluster(cursor)
        elif cursor.take("ENGINE"):
            cursor.take("=")
            engine = cursor.call()
        elif cursor.take("COMMENT") or cursor.take("UUID"):
            cursor.string()
        else:
            break
    return statements.CreateDatabase("CREATE_DATABASE", name, engine)


def _create_function(cursor: Cursor) -> statements.Form:
    """CREATE FUNCTION f AS (x, y) -> body."""
    cursor.take("IF", "NOT", "EXISTS")
    name = cursor.name()
    _cluster(cursor)
    cursor.need("AS")
    if cursor.word(cursor.at) == "(":
        first, last = cursor.inside()
        parameters = [cursor.tokens[low].text for low, _ in cursor.parts(first, last)]
    else:
        parameters = [cursor.name()]
    cursor.need("->")
    return statements.CreateFunction(
        "CREATE_FUNCTION", name, tuple(parameters), cursor.expression(cursor.at, cursor.end)
    )


def _create_dictionary(cursor: Cursor) -> statements.Form:
    absent = cursor.take("IF", "NOT", "EXISTS")
    target = cursor.table()
    if cursor.take("UUID"):
        cursor.string()
    _cluster(cursor)
    first, last = cursor.inside()
    found = [definition(cursor, low, high) for low, high in cursor.parts(first, last)]
    source: statements.Call | None = None
    for at in cursor.level(cursor.at, cursor.end):
        if cursor.word(at) == "SOURCE" and cursor.word(at + 1) == "(":
            source = _source(cursor, at + 2)
    columns = [one for one in found if one is not None]
    return statements.CreateDictionary("CREATE_DICTIONARY", target, columns, source, absent)


def _source(cursor: Cursor, at: int) -> statements.Call:
    """MYSQL(HOST 'h' DB 'd' TABLE 't' REPLICA(…)): words and values; what is nested is left out."""
    cursor.at = at
    start = at
    name = cursor.name()
    settings: dict[str, str] = {}
    replicas: list[int] = []
    if cursor.word(cursor.at) == "(":
        first, last = cursor.inside()
        at = first
        while at < last:
            key = cursor.word(at).lower()
            if cursor.word(at + 1) == "(":
                if key == "replica":
                    replicas.append(at + 2)
                at = cursor.close(at + 1) + 1
                continue
            if key and at + 1 < last:
                settings.setdefault(key, cursor.tokens[at + 1].text)
            at += 2
            if at < last and cursor.word(at) == "(":
                at = cursor.close(at) + 1
    for at in replicas:
        for place in cursor.level(at, cursor.close(at - 1)):
            if cursor.word(place) in ("HOST", "PORT"):
                settings.setdefault(cursor.word(place).lower(), cursor.tokens[place + 1].text)
    return statements.Call(name, (), settings, *cursor.span(start, cursor.at))


# ── INSERT ───────────────────────────────────────────────────────────────────────────────────────────────────
_ROWS = frozenset({"SELECT", "WITH", "VALUES", "FORMAT", "SETTINGS", "("})


def _insert(cursor: Cursor) -> statements.Form:
    cursor.need("INSERT")
    cursor.take("INTO")
    table = cursor.take("TABLE")
    form = statements.Insert("INSERT", None)
    if cursor.sees("FUNCTION") and (table or cursor.word(cursor.at + 2) == "("):
        cursor.at += 1
        form.call = cursor.call()
        if cursor.take("PARTITION BY") or cursor.take("PARTITION", "BY"):
            cursor.at = cursor.find(_ROWS, cursor.at + 1, cursor.end)
    else:
        form.target = cursor.table()
    if cursor.word(cursor.at) == "(" and cursor.word(cursor.at + 1) not in ("SELECT", "WITH"):
        form.columns = _listed(cursor)
    if cursor.take("FROM", "INFILE"):
        form.file = cursor.string()
        return form
    if cursor.take("SETTINGS"):
        cursor.at = cursor.find(frozenset({"SELECT", "WITH", "VALUES", "FORMAT", "("}), cursor.at, cursor.end)
    word = cursor.word(cursor.at)
    if word == "FORMAT":
        form.constants = True
    elif word == "VALUES":
        form.constants = True
        form.width = _width(cursor.part(cursor.at + 1, cursor.end))
    elif word in ("SELECT", "WITH", "(", "FROM"):
        form.query = cursor.query(cursor.at, cursor.end)
    else:
        raise Unreadable("VALUES or SELECT")
    return form


def _width(cursor: Cursor) -> int:
    """How many values the first row of VALUES has; 0 where that cannot be seen."""
    return len(cursor.parts(*cursor.inside())) if cursor.word(cursor.at) == "(" else 0


def _listed(cursor: Cursor) -> list[exp.Expr]:
    """(a, n.x), (* EXCEPT (b)), (COLUMNS('re'))."""
    first, last = cursor.inside()
    found: list[exp.Expr] = []
    for low, high in cursor.parts(first, last):
        if all(
            token.token_type is _T.DOT or token.text.isidentifier() or token.token_type is _T.IDENTIFIER
            for token in cursor.tokens[low:high]
        ):
            name = identifier(cursor.tokens[low])
            if high - low > 1:
                name.set("this", ".".join(token.text for token in cursor.tokens[low:high:2]))
            found.append(name)
        else:
            found += cursor.expressions(low, high)
    return found


# ── the rest ─────────────────────────────────────────────────────────────────────────────────────────────────
def _rename(cursor: Cursor) -> statements.Form:
    cursor.need("RENAME")
    what = cursor.any_of("TABLE", "TABLES", "DICTIONARY", "DICTIONARIES", "DATABASE", "VIEW")
    _if_exists(cursor)
    if what == "DATABASE":
        return statements.RenameDatabase("RENAME_DATABASE", *_pair_of_names(cursor))
    pairs = []
    while True:
        _if_exists(cursor)
        old = cursor.table()
        cursor.need("TO")
        pairs.append((old, cursor.table()))
        if not cursor.take(","):
            break
    _cluster(cursor)
    _done(cursor)
    return statements.Rename("RENAME_TABLE", pairs)


def _pair_of_names(cursor: Cursor) -> tuple[str, str]:
    old = cursor.name()
    cursor.need("TO")
    return old, cursor.name()


def _exchange(cursor: Cursor) -> statements.Form:
    cursor.need("EXCHANGE")
    what = cursor.any_of("TABLES", "DICTIONARIES")
    pairs = []
    while True:
        one = cursor.table()
        cursor.need("AND")
        pairs.append((one, cursor.table()))
        if not cursor.take(","):
            break
    _cluster(cursor)
    _done(cursor)
    return statements.Exchange(f"EXCHANGE_{what or 'TABLES'}", pairs)


def _drop(cursor: Cursor) -> statements.Form:
    verb = cursor.word(cursor.at)
    cursor.at += 1
    cursor.take("TEMPORARY")
    if cursor.word(cursor.at) in (*_ACCESS, "NAMED", "INDEX"):
        return _access(cursor, verb)
    what = cursor.any_of("TABLE", "TABLES", "VIEW", "DICTIONARY", "DATABASE", "FUNCTION")
    cursor.take("IF", "EXISTS")
    cursor.take("IF", "EMPTY")
    if what in ("DATABASE", "FUNCTION"):
        return statements.GoneName(f"{verb}_{what}", what.lower(), cursor.name())
    targets = [cursor.table()]
    while cursor.take(","):
        targets.append(cursor.table())
    return statements.Gone(f"{verb}_{what or 'TABLE'}", targets)


def _undrop(cursor: Cursor) -> statements.Form:
    cursor.need("UNDROP", "TABLE")
    return statements.Back("UNDROP_TABLE", cursor.table())


def _truncate(cursor: Cursor) -> statements.Form:
    cursor.need("TRUNCATE")
    if cursor.sees("ALL") or cursor.sees("DATABASE") or cursor.sees("TABLES"):
        raise Unreadable("a table")  # every table of a database: which they are is not in the text
    cursor.take("TEMPORARY")
    cursor.take("TABLE")
    _if_exists(cursor)
    return statements.Emptied("TRUNCATE", [cursor.table()])


def _delete(cursor: Cursor) -> statements.Form:
    cursor.need("DELETE", "FROM")
    target = cursor.table()
    _cluster(cursor)
    action = statements.DeleteRows(_where(cursor))
    _done(cursor)
    return statements.Rows("DELETE", target, action)


def _update(cursor: Cursor) -> statements.Form:
    cursor.need("UPDATE")
    target = cursor.table()
    _cluster(cursor)
    cursor.need("SET")
    end = cursor.find(frozenset({"WHERE"}), cursor.at, cursor.end)
    stop = end
    for at in cursor.level(cursor.at, end):
        if cursor.word(at) == "IN" and cursor.word(at + 1) == "PARTITION":
            stop = at
            break
    assignments = [cursor.expression(low, high) for low, high in cursor.parts(cursor.at, stop)]
    cursor.at = end
    action = statements.SetColumns(tuple(assignments), _where(cursor))
    _done(cursor)
    return statements.Rows("UPDATE", target, action)


def _alter(cursor: Cursor) -> statements.Form:
    cursor.need("ALTER")
    word = cursor.word(cursor.at)
    if word in _ACCESS or word in ("NAMED", "DATABASE"):
        return _access(cursor, "ALTER")
    cursor.take("TEMPORARY")
    cursor.need("TABLE")
    _if_exists(cursor)
    target = cursor.table()
    _cluster(cursor)
    return statements.Alter("ALTER_TABLE", target, alter(cursor))


def _quiet(cursor: Cursor) -> statements.Form:
    word = cursor.word(0)
    return statements.Quiet(word, word)


_STATEMENTS: dict[str, Callable[[Cursor], statements.Form]] = {
    "CREATE": _create,
    "ATTACH": _create,
    "REPLACE": _create,
    "ALTER": _alter,
    "INSERT": _insert,
    "RENAME": _rename,
    "EXCHANGE": _exchange,
    "DROP": _drop,
    "DETACH": _drop,
    "UNDROP": _undrop,
    "TRUNCATE": _truncate,
    "DELETE": _delete,
    "UPDATE": _update,
    "OPTIMIZE": _quiet,
    "SYSTEM": _quiet,
    "CHECK": _quiet,
    "KILL": _quiet,
    "EXISTS": _quiet,
    "SHOW": _quiet,
    "BACKUP": _quiet,
    "MOVE": _quiet,
    "GRANT": _quiet,
    "REVOKE": _quiet,
    "SET": _quiet,
    "DESCRIBE": _quiet,
    "DESC": _quiet,
}


def as_function(tokens: list[Token]) -> list[Token]:
    """FROM dictionary('d'): a function, though the word is also a kind of thing that is created."""
    return [
        like(token, _T.VAR, token.text)
        if token.token_type is _T.DICTIONARY and at + 1 < len(tokens) and tokens[at + 1].token_type is _T.L_PAREN
        else token
        for at, token in enumerate(tokens)
    ]


def named_settings(tokens: list[Token]) -> list[Token]:
    """iceberg(c, SETTINGS a = 1): settings of a call are arguments that are given by name."""
    return [
        token
        for at, token in enumerate(tokens)
        if not (token.token_type is _T.SETTINGS and at and tokens[at - 1].token_type in (_T.COMMA, _T.L_PAREN))
    ]


RULES = (Rule(frozenset({"DICTIONARY"}), as_function), Rule(frozenset({"SETTINGS"}), named_settings))
