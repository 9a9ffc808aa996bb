"""ClickHouse's statements around queries: CREATE, ALTER, INSERT, RENAME and their kin.

The parser reads the plain ones and keeps the rest as text. Here every clause is looked at: what is not known makes the
reader give up, and the parser has its turn. To add a clause: a branch in `_Create.clause`; a statement: a function, and
a line in `_STATEMENTS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from headwater.dialects.clickhouse import kusto
from headwater.dialects.clickhouse.alter import actions, assignments, definition
from headwater.dialects.clickhouse.create_dictionary import CreateDictionary
from headwater.dialects.clickhouse.databases import (
    CreateDatabase,
    DropDatabase,
    ExchangeTables,
    RenameDatabase,
    RestoreTable,
)
from headwater.dialects.clickhouse.rewrites import named_parameters
from headwater.dialects.clickhouse.settings import read_set
from headwater.sql.cursor import Cursor, identifier
from headwater.sql.grammar import Parse
from headwater.sql.reader import Read, Reader, Result, if_exists, if_not_exists, item_names, no_data
from headwater.sql.statements import (
    AlterTable,
    Call,
    ChangeRows,
    ColumnDefinition,
    CreateFunction,
    CreateMaterializedView,
    CreateTable,
    CreateView,
    DeleteRows,
    Drop,
    DropFunction,
    Insert,
    Like,
    NoData,
    RenameTable,
    Statement,
    Truncate,
    UpdateRows,
)

_T = TokenType


def read(tokens: Sequence[Token], text: str, parse: Parse) -> Result:
    """A statement, or None where the parser should read the tokens."""
    try:
        tokens = _opened(tokens, text)
    except SqlglotError:
        return None
    if kusto.is_kusto(tokens):
        return kusto.read(tokens, text, parse)
    return _READER(tokens, text, parse)


def _opened(tokens: Sequence[Token], text: str) -> Sequence[Token]:
    """What the tokenizer keeps as one piece of text behind a first keyword (EXCHANGE …), as tokens."""
    if len(tokens) != 2 or tokens[1].token_type is not _T.STRING or text[tokens[1].start : tokens[1].start + 1] == "'":
        return tokens
    if tokens[0].text.upper() not in _STATEMENTS:
        return tokens
    start = tokens[0].end + 1
    rest = Grammar.get_or_raise("clickhouse").tokenize(text[start : tokens[1].end + 1])
    return [tokens[0], *(_moved(token, start) for token in named_parameters(rest))]


def _moved(token: Token, by: int) -> Token:
    return Token(token.token_type, token.text, token.line, token.col, token.start + by, token.end + by)


# ── what is common ───────────────────────────────────────────────────────────────────────────────────────────
def _cluster(cursor: Cursor) -> None:
    """ON CLUSTER c: the same on every server of it."""
    if cursor.accept("ON", "CLUSTER"):
        if cursor.is_string(cursor.index):
            cursor.index += 1
        else:
            cursor.name()


def _where(cursor: Cursor) -> exp.Expr | None:
    """[IN PARTITION p] WHERE c [SETTINGS …]."""
    if cursor.accept("IN", "PARTITION"):
        cursor.index = cursor.find(frozenset({"WHERE"}), cursor.index, cursor.end)
    if not cursor.accept("WHERE"):
        return None
    end = cursor.find(frozenset({"SETTINGS"}), cursor.index, cursor.end)
    condition = cursor.expression(cursor.index, end)
    cursor.index = cursor.end
    return condition


# ── CREATE ───────────────────────────────────────────────────────────────────────────────────────────────────
_ACCESS = frozenset({"USER", "ROLE", "ROW", "POLICY", "QUOTA", "SETTINGS", "PROFILE", "MASKING"})
_TWO_KEYWORDS = frozenset({"ROW", "SETTINGS", "NAMED", "MASKING"})


def _access(cursor: Cursor, verb: str) -> NoData:
    """CREATE USER, CREATE ROW POLICY, CREATE NAMED COLLECTION: who may do what."""
    what = cursor.keyword(cursor.index)
    if what in _TWO_KEYWORDS:
        what = f"{what} {cursor.keyword(cursor.index + 1)}"
    return NoData(f"{verb}_{what}".replace(" ", "_"), f"{verb} {what}")


def _create(cursor: Cursor) -> Statement:
    attach = cursor.keyword(cursor.index) == "ATTACH"
    cursor.index += 1
    cursor.accept("OR", "REPLACE")
    temporary = cursor.accept("TEMPORARY")
    keyword = cursor.keyword(cursor.index)
    if keyword in _ACCESS or cursor.sees("NAMED", "COLLECTION") or keyword in ("RESOURCE", "WORKLOAD", "INDEX"):
        return _access(cursor, "CREATE")
    if cursor.accept("DATABASE"):
        return _create_database(cursor)
    if cursor.accept("FUNCTION"):
        return _create_function(cursor)
    if cursor.accept("DICTIONARY"):
        return _create_dictionary(cursor)
    what = "table"
    if cursor.accept("MATERIALIZED", "VIEW") or cursor.accept("WINDOW", "VIEW"):
        what = "materialized view"
    elif cursor.accept("LIVE", "VIEW") or cursor.accept("VIEW"):
        what = "view"
    else:
        cursor.expect("TABLE")
    return _Create(cursor, what, temporary, attach).read()


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

    def __init__(self, cursor: Cursor, what: str, temporary: bool, attach: bool) -> None:
        self.cursor = cursor
        self.what = what
        self.temporary = temporary
        self.attach = attach
        self.absent = if_not_exists(cursor)
        self.target = cursor.table()
        self.columns: tuple[ColumnDefinition, ...] | None = None
        self.query: exp.Expr | None = None
        self.like: exp.Table | None = None
        self.clone: exp.Table | None = None
        self.source: Call | None = None
        self.engine: Call | None = None
        self.to: exp.Table | None = None
        self.refresh = self.append = self.empty = False

    def read(self) -> Statement:
        cursor = self.cursor
        while not cursor.done:
            if cursor.accept("AS"):
                self.as_clause()
            else:
                self.clause()
        nothing = self.columns is None and self.query is None and self.like is None and self.clone is None
        if self.attach and nothing and self.engine is None:
            return RestoreTable("ATTACH_TABLE", self.target)
        if self.what != "table" and self.query is None:
            raise cursor.expected("AS")
        if self.source is not None and self.engine is not None:
            raise cursor.expected("ENGINE")
        return self.statement()

    def statement(self) -> Statement:
        """What was read, as a statement."""
        if self.what == "view":
            return CreateView(
                "CREATE_VIEW", self.target, self.columns, self.query, self.temporary, self.absent, matching="name"
            )
        if self.what == "materialized view":
            return CreateMaterializedView(
                "CREATE_MATERIALIZED_VIEW", self.target, self.columns, self.query, self.temporary, self.absent,
                matching="name", engine=self.engine, to=self.to,
                overwrites=self.refresh and not self.append and self.to is not None,
            )  # fmt: skip
        return CreateTable(
            "CREATE_TABLE", self.target, self.columns, self.query, self.temporary, self.absent,
            like=Like(self.like) if self.like is not None else None, clone=self.clone, source=self.source,
            engine=self.engine, no_rows=self.empty, matching="position",
        )  # fmt: skip

    def clause(self) -> None:
        """Go past one clause."""
        cursor = self.cursor
        keyword = cursor.keyword(cursor.index)
        if keyword == "(" and self.columns is None:
            self.column_list()
        elif keyword == "ENGINE" or cursor.sees("INNER", "ENGINE"):
            cursor.index += 1 + (keyword == "INNER")
            cursor.accept("=")
            engine = cursor.call()
            if keyword == "ENGINE":
                self.engine = engine
        elif cursor.accept("SETTINGS"):
            settings = self.settings()
            if self.engine is not None:
                self.engine = replace(self.engine, settings=settings)
        elif cursor.accept_any("COMMENT", "UUID") or (self.attach and cursor.accept("FROM")):
            cursor.string()
        elif cursor.sees("ON", "CLUSTER"):
            _cluster(cursor)
        elif cursor.accept("TO", "INNER", "UUID"):
            cursor.string()
        elif cursor.accept("TO", "INNER") or cursor.accept("POPULATE"):
            pass
        elif cursor.accept("TO"):
            self.to = cursor.table()
        elif cursor.accept("CLONE", "AS"):
            self.clone = cursor.table()
        elif cursor.accept("EMPTY"):
            self.empty = True
        elif cursor.accept("REFRESH") or cursor.accept("WITH", "REFRESH"):
            self.refresh = True
            self.skip()
        elif cursor.accept("APPEND"):
            self.append = True
        elif cursor.accept_any("DEFINER", "ALLOWED_LATENESS") or (
            cursor.accept("DEPENDS", "ON") or cursor.accept("SQL", "SECURITY")
        ):
            self.skip()
        elif keyword in _SKIPPED:
            cursor.index += 1
            self.skip(keyword == "TTL")
        else:
            raise cursor.expected("a clause")

    def skip(self, moves: bool = False) -> None:
        """Go past what belongs to a clause that says nothing of columns; `moves`: TO DISK may be part of it."""
        cursor = self.cursor
        first = cursor.index
        for index in cursor.same_level(first, cursor.end):
            keyword = cursor.keyword(index)
            if keyword not in _CLAUSES or (index == first and keyword == "("):
                continue
            # REFRESH EVERY 1 DAY (a Int32): the list of columns, and not a call's arguments
            if keyword == "(" and not (self.refresh and self.columns is None and self.engine is None):
                continue
            if keyword == "TO" and moves and cursor.keyword(index + 1) in ("DISK", "VOLUME"):
                continue
            if keyword == "COMMENT" and not cursor.is_string(index + 1):
                continue
            cursor.index = index
            return
        cursor.index = cursor.end

    def settings(self) -> Mapping[str, str]:
        """a = 1, b = 'x'."""
        cursor = self.cursor
        settings: dict[str, str] = {}
        while True:
            name = cursor.dotted_name()
            cursor.expect("=")
            sign = "-" if cursor.accept("-") else ""
            settings[name.lower()] = sign + cursor.advance()
            if cursor.sees_parenthesis():
                cursor.parentheses()
            if not cursor.accept(","):
                return settings

    def column_list(self) -> None:
        """(a Int32, …); of a view (a, b), which are other names for the columns of its query."""
        cursor = self.cursor
        items = cursor.listed()
        if self.what != "table" and all(last - first == 1 for first, last in items):
            self.columns = tuple(ColumnDefinition(cursor.tokens[first].text) for first, _ in items)
            return
        definitions = [definition(cursor, first, last) for first, last in items]
        self.columns = tuple(column for column in definitions if column is not None)

    def as_clause(self) -> None:
        """What stands behind AS: a query, a table function, or a table."""
        cursor = self.cursor
        if cursor.keyword(cursor.index) in _QUERY:
            end = cursor.end
            if cursor.is_string(end - 1) and cursor.keyword(end - 2) == "COMMENT":
                end -= 2
            self.query = cursor.query(cursor.index, end)
            if self.columns is not None and all(not column.type_text for column in self.columns):
                self.query = _aliased(self.query, [column.name for column in self.columns])
            cursor.index = cursor.end
        elif cursor.keyword(cursor.index + 1) == "(":
            self.source = cursor.call()
        else:
            self.like = cursor.table()


def _aliased(query: exp.Expr, names: list[str]) -> exp.Expr:
    """CREATE VIEW v (x, y) AS SELECT a, x: the names are aliases in the query, so that y is what x is, which is a."""
    items = query.expressions if isinstance(query, exp.Select) else []
    if len(items) != len(names) or any(item.is_star for item in items):
        return query
    aliases = [
        exp.Alias(this=item.unalias(), alias=exp.Identifier(this=name, quoted=True))
        for item, name in zip(items, names, strict=True)
    ]
    query.set("expressions", aliases)  # the tree was made for this statement, and nobody else has it
    return query


def _create_database(cursor: Cursor) -> CreateDatabase:
    if_not_exists(cursor)
    name = cursor.name()
    engine: Call | None = None
    while not cursor.done:
        if cursor.sees("ON", "CLUSTER"):
            _cluster(cursor)
        elif cursor.accept("ENGINE"):
            cursor.accept("=")
            engine = cursor.call()
        elif cursor.accept_any("COMMENT", "UUID"):
            cursor.string()
        else:
            break
    return CreateDatabase("CREATE_DATABASE", name, engine)


def _create_function(cursor: Cursor) -> CreateFunction:
    """CREATE FUNCTION f AS (x, y) -> body."""
    if_not_exists(cursor)
    name = cursor.name()
    _cluster(cursor)
    cursor.expect("AS")
    parameters = item_names(cursor) if cursor.sees_parenthesis() else (cursor.name(),)
    cursor.expect("->")
    return CreateFunction("CREATE_FUNCTION", name, parameters, cursor.expression(cursor.index, cursor.end))


def _create_dictionary(cursor: Cursor) -> CreateDictionary | RestoreTable:
    absent = if_not_exists(cursor)
    target = cursor.table()
    if cursor.done:
        return RestoreTable("ATTACH_DICTIONARY", target)
    if cursor.accept("UUID"):
        cursor.string()
    _cluster(cursor)
    definitions = [definition(cursor, first, last) for first, last in cursor.listed()]
    source: Call | None = None
    first_columns: list[str] = []
    limits: dict[str, str] = {}
    for index in cursor.same_level(cursor.index, cursor.end):
        keyword = cursor.keyword(index)
        if keyword == "SOURCE" and cursor.keyword(index + 1) == "(":
            source = _source(cursor, index + 2)
        elif keyword == "PRIMARY KEY":
            first_columns = _keys(cursor, index + 1)
        elif keyword == "RANGE" and cursor.keyword(index + 1) == "(":
            inside = [token.text for token in cursor.tokens[index + 2 : cursor.closing(index + 1)]]
            limits = {word.upper(): name for word, name in zip(inside[::2], inside[1::2], strict=False)}
    first_columns += [limits[word] for word in ("MIN", "MAX") if word in limits]
    columns = tuple(column for column in definitions if column is not None)
    # a dictionary as a table: its keys, its range, then the attributes
    ranks = {name: rank for rank, name in reversed(list(enumerate(first_columns)))}
    columns = tuple(sorted(columns, key=lambda column: ranks.get(column.name, len(ranks))))
    return CreateDictionary("CREATE_DICTIONARY", target, columns, source, absent)


def _keys(cursor: Cursor, index: int) -> list[str]:
    """PRIMARY KEY a, b or PRIMARY KEY (a, b)."""
    names: list[str] = []
    parenthesis = cursor.keyword(index) == "("
    index += parenthesis
    while index < cursor.end:
        names.append(cursor.tokens[index].text)
        if cursor.keyword(index + 1) != ",":
            break
        index += 2
    return names


def _source(cursor: Cursor, start: int) -> Call:
    """MYSQL(HOST 'h' DB 'd' TABLE 't' REPLICA(…)): keys and values; what is nested is left out."""
    cursor.index = start
    name = cursor.name()
    settings: dict[str, str] = {}
    replicas: list[int] = []
    if cursor.sees_parenthesis():
        index, last = cursor.parentheses()
        while index < last:
            key = cursor.keyword(index).lower()
            if cursor.keyword(index + 1) == "(":
                if key == "replica":
                    replicas.append(index + 2)
                index = cursor.closing(index + 1) + 1
                continue
            if key and index + 1 < last:
                settings.setdefault(key, cursor.tokens[index + 1].text)
            index += 2
            if index < last and cursor.keyword(index) == "(":
                index = cursor.closing(index) + 1
    for first in replicas:
        for index in cursor.same_level(first, cursor.closing(first - 1)):
            if cursor.keyword(index) in ("HOST", "PORT"):
                settings.setdefault(cursor.keyword(index).lower(), cursor.tokens[index + 1].text)
    return Call(name, (), settings, *cursor.span(start, cursor.index))


# ── INSERT ───────────────────────────────────────────────────────────────────────────────────────────────────
_ROWS = frozenset({"SELECT", "WITH", "VALUES", "FORMAT", "SETTINGS", "("})


def _insert(cursor: Cursor) -> Insert:
    cursor.expect("INSERT")
    cursor.accept("INTO")
    table = cursor.accept("TABLE")
    call: Call | None = None
    target: exp.Table | None = None
    if cursor.sees("FUNCTION") and (table or cursor.keyword(cursor.index + 2) == "("):
        cursor.index += 1
        call = cursor.call()
        if cursor.accept("PARTITION BY") or cursor.accept("PARTITION", "BY"):
            cursor.index = cursor.find(_ROWS, cursor.index + 1, cursor.end)
    else:
        target = cursor.table()
    columns: tuple[exp.Expr, ...] | None = None
    if cursor.sees_parenthesis() and cursor.keyword(cursor.index + 1) not in ("SELECT", "WITH"):
        columns = _listed(cursor)
    if cursor.accept("FROM", "INFILE"):
        return Insert("INSERT", target, call, columns, file=cursor.string())
    if cursor.accept("SETTINGS"):
        cursor.index = cursor.find(frozenset({"SELECT", "WITH", "VALUES", "FORMAT", "("}), cursor.index, cursor.end)
    keyword = cursor.keyword(cursor.index)
    if keyword == "FORMAT":
        return Insert("INSERT", target, call, columns)
    if keyword == "VALUES":
        rows = cursor.slice(cursor.index + 1, cursor.end)
        width = len(rows.listed()) if rows.sees_parenthesis() else 0
        return Insert("INSERT", target, call, columns, width=width)
    if keyword in _QUERY:
        return Insert("INSERT", target, call, columns, cursor.query(cursor.index, cursor.end))
    raise cursor.expected("VALUES or SELECT")


def _listed(cursor: Cursor) -> tuple[exp.Expr, ...]:
    """(a, n.x), (* EXCEPT (b)), (COLUMNS('re'))."""
    columns: list[exp.Expr] = []
    for first, last in cursor.listed():
        if all(
            token.token_type is _T.DOT or token.text.isidentifier() or token.token_type is _T.IDENTIFIER
            for token in cursor.tokens[first:last]
        ):
            name = identifier(cursor.tokens[first])
            if last - first > 1:
                name.set("this", ".".join(token.text for token in cursor.tokens[first:last:2]))
            columns.append(name)
        else:
            columns += cursor.expressions(first, last)
    return tuple(columns)


# ── the rest ─────────────────────────────────────────────────────────────────────────────────────────────────
def _rename(cursor: Cursor) -> Statement:
    cursor.expect("RENAME")
    what = cursor.accept_any("TABLE", "TABLES", "DICTIONARY", "DICTIONARIES", "DATABASE", "VIEW")
    if_exists(cursor)
    if what == "DATABASE":
        old = cursor.name()
        cursor.expect("TO")
        return RenameDatabase("RENAME_DATABASE", old, cursor.name())
    return RenameTable("RENAME_TABLE", _pairs(cursor, "TO"))


def _pairs(cursor: Cursor, between: str) -> tuple[tuple[exp.Table, exp.Table], ...]:
    """a TO b, c TO d [ON CLUSTER x]."""
    bracket_pairs = []
    while True:
        if_exists(cursor)
        first = cursor.table()
        cursor.expect(between)
        bracket_pairs.append((first, cursor.table()))
        if not cursor.accept(","):
            break
    _cluster(cursor)
    cursor.expect_end()
    return tuple(bracket_pairs)


def _exchange(cursor: Cursor) -> ExchangeTables:
    cursor.expect("EXCHANGE")
    what = cursor.accept_any("TABLES", "DICTIONARIES")
    return ExchangeTables(f"EXCHANGE_{what or 'TABLES'}", _pairs(cursor, "AND"))


def _drop(cursor: Cursor) -> Statement:
    verb = cursor.keyword(cursor.index)
    cursor.index += 1
    cursor.accept("TEMPORARY")
    if cursor.keyword(cursor.index) in (*_ACCESS, "NAMED", "INDEX"):
        return _access(cursor, verb)
    what = cursor.accept_any("TABLE", "TABLES", "VIEW", "DICTIONARY", "DATABASE", "FUNCTION")
    if_exists(cursor)
    cursor.accept("IF", "EMPTY")
    if what == "DATABASE":
        return DropDatabase(f"{verb}_DATABASE", cursor.name())
    if what == "FUNCTION":
        return DropFunction(f"{verb}_FUNCTION", cursor.name())
    return Drop(f"{verb}_{what or 'TABLE'}", tuple(cursor.tables()))


def _undrop(cursor: Cursor) -> RestoreTable:
    cursor.expect("UNDROP", "TABLE")
    return RestoreTable("UNDROP_TABLE", cursor.table())


def _truncate(cursor: Cursor) -> Truncate:
    cursor.expect("TRUNCATE")
    if cursor.sees("ALL") or cursor.sees("DATABASE") or cursor.sees("TABLES"):
        raise cursor.expected("a table")  # every table of a database: which they are is not in the text
    cursor.accept("TEMPORARY")
    cursor.accept("TABLE")
    if_exists(cursor)
    return Truncate("TRUNCATE", (cursor.table(),))


def _delete(cursor: Cursor) -> ChangeRows:
    cursor.expect("DELETE", "FROM")
    target = cursor.table()
    _cluster(cursor)
    action = DeleteRows(_where(cursor))
    cursor.expect_end()
    return ChangeRows("DELETE", target, action)


def _update(cursor: Cursor) -> ChangeRows:
    cursor.expect("UPDATE")
    target = cursor.table()
    _cluster(cursor)
    cursor.expect("SET")
    action = UpdateRows(assignments(cursor), _where(cursor))
    cursor.expect_end()
    return ChangeRows("UPDATE", target, action)


def _alter(cursor: Cursor) -> Statement:
    cursor.expect("ALTER")
    keyword = cursor.keyword(cursor.index)
    if keyword in _ACCESS or keyword in ("NAMED", "DATABASE"):
        return _access(cursor, "ALTER")
    cursor.accept("TEMPORARY")
    cursor.expect("TABLE")
    if_exists(cursor)
    target = cursor.table()
    _cluster(cursor)
    return AlterTable("ALTER_TABLE", target, actions(cursor))


_STATEMENTS: dict[str, Read] = {
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
    "SET": read_set,
    **dict.fromkeys(
        (
            "OPTIMIZE", "SYSTEM", "CHECK", "KILL", "EXISTS", "SHOW", "BACKUP", "RESTORE", "MOVE", "GRANT", "REVOKE",
            "DESCRIBE", "DESC",
        ),
        no_data,
    ),
}  # fmt: skip
_READER = Reader(_STATEMENTS, errors="parser")
