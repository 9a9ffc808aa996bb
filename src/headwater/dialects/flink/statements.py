"""Flink's statements around queries: tables with watermarks, metadata columns and connectors, models, functions,
catalogs, and statements about the session.

What is not read here is left to the parser. A token that nobody expects is an error at its span, never passed over. To
add a statement: a function, and a line in `_STATEMENTS`.
"""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.dialects.flink.declarations import (
    CreateCatalog,
    CreateModel,
    DeclareFunction,
    DropCatalog,
    DropModel,
    ForgetFunction,
)
from headwater.sql import reader
from headwater.sql.cursor import NESTED_TYPES, Cursor
from headwater.sql.grammar import Unreadable
from headwater.sql.reader import Column, ColumnSyntax, Reader, Result, call_procedure, if_exists, if_not_exists
from headwater.sql.statements import (
    Action,
    AddWatermark,
    AlterTable,
    CallProcedure,
    ColumnDefinition,
    CreateMaterializedView,
    CreateTable,
    CreateView,
    Drop,
    DropColumn,
    Like,
    NoChange,
    NoData,
    RenameColumn,
    RenameTo,
    ResetOptions,
    SetOptions,
    Statement,
)

_T = TokenType


# ── column definitions ───────────────────────────────────────────────────────────────────────────────────────────
def _metadata(cursor: Cursor, column: Column) -> None:
    """METADATA [FROM 'key'] [VIRTUAL]."""
    column.metadata = True
    if cursor.accept("FROM"):
        cursor.string()
    column.virtual = cursor.accept("VIRTUAL")


def _not_null(cursor: Cursor, column: Column) -> None:
    cursor.expect("NULL")


def _nothing(cursor: Cursor, column: Column) -> None:
    """NULL, UNIQUE: one keyword that says nothing of values."""


def _constraint(cursor: Cursor, column: Column) -> None:
    cursor.name()


def _primary(cursor: Cursor, column: Column) -> None:
    cursor.expect("KEY")
    cursor.accept("NOT", "ENFORCED")


def _primary_key(cursor: Cursor, column: Column) -> None:
    cursor.accept("NOT", "ENFORCED")


def _default(cursor: Cursor, column: Column) -> None:
    if not cursor.done:
        cursor.skip()


def _after(cursor: Cursor, column: Column) -> None:
    column.after = cursor.name()


_COLUMN = ColumnSyntax(
    {
        "METADATA": _metadata,
        "COMMENT": reader.comment_clause,
        "NOT": _not_null,
        "NULL": _nothing,
        "UNIQUE": _nothing,
        "CONSTRAINT": _constraint,
        "PRIMARY": _primary,
        "PRIMARY KEY": _primary_key,
        "FIRST": reader.first_clause,
        "AFTER": _after,
        "DEFAULT": _default,
    },
    # NOT NULL is part of a type
    ends_type=frozenset(
        {"METADATA", "COMMENT", "PRIMARY", "PRIMARY KEY", "UNIQUE", "CONSTRAINT", "FIRST", "AFTER", "DEFAULT"}
    ),
)


def _column(cursor: Cursor) -> Column:
    """a INT …, b AS a + 1 …, or a name alone, which orders the columns of a query."""
    column = Column(cursor.name())
    if cursor.done:
        return column
    if cursor.accept("AS"):
        ends = (index for index in cursor.same_level(cursor.index, cursor.end) if _ends_expression(cursor, index))
        end = next(ends, cursor.end)
        if end == cursor.index:
            raise cursor.expected("an expression")
        column.take_value(cursor, "computed", end)
    else:
        _COLUMN.read_type(cursor, column)
        if not column.type_text:
            raise cursor.expected("a type")
    _COLUMN.read_clauses(cursor, column)
    return column


def _ends_expression(cursor: Cursor, index: int) -> bool:
    """COMMENT 'x', FIRST, AFTER c behind the expression of a computed column."""
    keyword, left = cursor.keyword(index), cursor.end - index
    if keyword == "COMMENT":
        return cursor.is_string(index + 1)
    return (keyword == "FIRST" and left == 1) or (keyword == "AFTER" and left == 2)


def _item(cursor: Cursor) -> Column | exp.Expr | None:
    """One item of a table's list: a column, the expression of a watermark, or None for a key."""
    if cursor.accept("WATERMARK", "FOR"):
        cursor.name_parts()
        cursor.expect("AS")
        if cursor.done:
            raise cursor.expected("an expression")
        return cursor.expression(cursor.index, cursor.end)
    if cursor.accept("CONSTRAINT"):
        cursor.name()
    if cursor.sees("PRIMARY KEY") or cursor.sees("PRIMARY", "KEY") or cursor.sees("UNIQUE"):
        if not cursor.accept_any("UNIQUE", "PRIMARY KEY"):
            cursor.expect("PRIMARY", "KEY")
        cursor.parentheses()
        cursor.accept("NOT", "ENFORCED")
        cursor.accept("ENFORCED")
        cursor.expect_end()
        return None
    if cursor.sees("PERIOD", "FOR"):
        return None
    return _column(cursor)


def _items(cursor: Cursor) -> list[Column | exp.Expr]:
    """The columns and watermarks of a list in parentheses."""
    read = [_item(cursor.slice(first, last)) for first, last in cursor.listed()]
    return [item for item in read if item is not None]


# ── CREATE ───────────────────────────────────────────────────────────────────────────────────────────────────────
def _create(cursor: Cursor) -> Result:
    cursor.expect("CREATE")
    if not cursor.accept("OR", "REPLACE"):
        cursor.accept("OR", "ALTER")
    temporary = cursor.accept("TEMPORARY")
    system = cursor.accept("SYSTEM")
    if cursor.accept("TABLE"):
        return _create_table(cursor, temporary)
    if cursor.accept("MATERIALIZED", "TABLE"):
        return _create_table(cursor, temporary, materialized=True)
    if cursor.accept("FUNCTION"):
        return _function(cursor, "CREATE")
    if cursor.accept("MODEL"):
        return _create_model(cursor)
    if cursor.accept("CATALOG"):
        return _catalog(cursor, "CREATE")
    if cursor.accept_any("CONNECTION", "SECRET"):
        return NoData("CREATE_CONNECTION", "CREATE CONNECTION")
    if system:
        raise cursor.expected("FUNCTION")
    return None


def _replace(cursor: Cursor) -> Result:
    cursor.expect("REPLACE")
    return _create_table(cursor, False) if cursor.accept("TABLE") else None


def _create_table(cursor: Cursor, temporary: bool, materialized: bool = False) -> CreateTable:
    absent = _if_exists(cursor)
    target = cursor.table()
    items = _items(cursor) if cursor.sees_parenthesis() else []
    partitions: tuple[ColumnDefinition, ...] = ()
    options: dict[str, str] = {}
    like: Like | None = None
    query: exp.Expr | None = None
    while not cursor.done:
        if cursor.accept("COMMENT"):
            cursor.string()
        elif cursor.accept("PARTITIONED", "BY") or cursor.accept_any("PARTITIONED BY", "PARTITION BY"):
            partitions = tuple(ColumnDefinition(name) for name in reader.item_names(cursor))
        elif cursor.accept("DISTRIBUTED"):
            _distribution(cursor)
        elif cursor.accept("WITH"):
            options = reader.options(cursor)
        elif cursor.accept_any("FRESHNESS", "REFRESH_MODE", "START_MODE"):
            _setting(cursor)
        elif cursor.accept("LIKE"):
            like = _like(cursor)
        elif cursor.accept("USING"):
            cursor.accept("CONNECTION")
            cursor.name_parts()
        elif cursor.accept("AS"):
            query = _query(cursor)
        else:
            cursor.expect_end()
    kind = CreateMaterializedView if materialized else CreateTable
    return kind(
        "CREATE_MATERIALIZED_TABLE" if materialized else "CREATE_TABLE",
        target,
        tuple(item.definition for item in items if isinstance(item, Column)),
        query,
        temporary,
        absent,
        matching="merge",
        like=like,
        partitions=partitions,
        options=options,
        watermarks=tuple(item for item in items if isinstance(item, exp.Expr)),
    )


def _query(cursor: Cursor) -> exp.Expr:
    """What stands behind AS."""
    tree = cursor.parse(cursor.tokens[cursor.index : cursor.end])
    cursor.index = cursor.end
    return tree


def _if_exists(cursor: Cursor) -> bool:
    return if_not_exists(cursor) or if_exists(cursor)


def _distribution(cursor: Cursor) -> None:
    """DISTRIBUTED [BY] [HASH|RANGE] (a, b) [INTO 6 BUCKETS]: where rows are kept, by which columns."""
    cursor.accept("BY")
    cursor.accept_any("HASH", "RANGE")
    if cursor.sees_parenthesis():
        cursor.parentheses()
    if cursor.accept("INTO"):
        cursor.index += 1
        cursor.expect("BUCKETS")


_SETTING_ENDS = frozenset({"AS", "REFRESH_MODE", "FRESHNESS", "START_MODE", "WITH", "PARTITIONED"})


def _setting(cursor: Cursor) -> None:
    """FRESHNESS = INTERVAL '3' MINUTE, REFRESH_MODE = FULL: up to the next clause."""
    cursor.index += 1
    while not cursor.done and cursor.keyword(cursor.index) not in _SETTING_ENDS:
        cursor.index += 1


def _like(cursor: Cursor) -> Like:
    """LIKE t [(INCLUDING ALL EXCLUDING OPTIONS)]; of two that name the same, the last one counts."""
    table = cursor.table()
    if not cursor.sees_parenthesis():
        return Like(table)
    first, last = cursor.parentheses()
    words = [cursor.tokens[index].text.upper() for index in range(first, last)]
    if len(words) % 2:
        raise cursor.expected("INCLUDING, EXCLUDING or OVERWRITING")
    said = dict(zip(words[1::2], words[::2], strict=True))
    excluded = {feature for feature in _FEATURES if said.get(feature, said.get("ALL", "INCLUDING")) == "EXCLUDING"}
    return Like(table, frozenset(excluded))


_FEATURES = ("GENERATED", "METADATA", "OPTIONS")


# ── ALTER and DROP ───────────────────────────────────────────────────────────────────────────────────────────────
def _alter(cursor: Cursor) -> Result:
    cursor.expect("ALTER")
    if cursor.accept("CATALOG"):
        return _catalog(cursor, "ALTER")
    if cursor.accept("DATABASE"):
        return NoData("ALTER_DATABASE", "ALTER DATABASE")
    if cursor.accept("MODEL"):
        _if_exists(cursor)
        cursor.name_parts()
        return NoData("ALTER_MODEL", "ALTER MODEL")
    if cursor.accept("TEMPORARY", "SYSTEM", "FUNCTION") or cursor.accept("TEMPORARY", "FUNCTION"):
        return _function(cursor, "ALTER")
    if cursor.accept("FUNCTION"):
        return _function(cursor, "ALTER")
    if cursor.accept("MATERIALIZED", "TABLE"):
        return _alter_table(cursor, "ALTER_MATERIALIZED_TABLE", CreateMaterializedView)
    if cursor.accept("TABLE"):
        return _alter_table(cursor, "ALTER_TABLE", CreateTable)
    if cursor.accept("VIEW"):
        return _alter_table(cursor, "ALTER_VIEW", CreateView)
    return None


def _alter_table(cursor: Cursor, kind: str, created: type[CreateTable] | type[CreateView]) -> Statement:
    _if_exists(cursor)
    target = cursor.table()
    actions: list[Action] = []
    if cursor.accept("AS"):
        return created(kind, target, None, _query(cursor), matching="merge")
    if cursor.accept("RENAME", "TO"):
        actions = [RenameTo(cursor.table())]
    elif cursor.accept("RENAME"):
        old = cursor.name()
        cursor.expect("TO")
        actions = [RenameColumn(old, cursor.name())]
    elif cursor.accept("ADD"):
        actions = _added(cursor, modify=False)
    elif cursor.accept("MODIFY"):
        actions = _added(cursor, modify=True)
    elif cursor.accept("DROP"):
        actions = _dropped(cursor)
    elif cursor.accept("SET"):
        actions = [SetOptions(reader.options(cursor))]
    elif cursor.accept("RESET"):
        actions = [ResetOptions(reader.item_names(cursor))]
    elif cursor.accept_any("SUSPEND", "RESUME", "REFRESH"):
        actions = _nothing_changes(cursor)
    else:
        token = cursor.tokens[min(cursor.index, cursor.end - 1)]
        raise Unreadable("unsupported ALTER TABLE action", token)
    cursor.expect_end()
    return AlterTable(kind, target, tuple(actions))


def _nothing_changes(cursor: Cursor) -> list[Action]:
    cursor.index = cursor.end
    return [NoChange()]


def _added(cursor: Cursor, modify: bool) -> list[Action]:
    """ADD c INT FIRST, ADD (c INT, WATERMARK FOR …), MODIFY c BIGINT."""
    if cursor.sees("PARTITION") or cursor.sees("IF", "NOT", "EXISTS"):
        return _nothing_changes(cursor)
    if cursor.accept("DISTRIBUTION"):
        _distribution(cursor)
    else:
        cursor.accept_any("COLUMN", "COLUMNS")
    if cursor.done:
        return [NoChange()]
    if cursor.sees_parenthesis():
        items = _items(cursor)
    else:
        item = _item(cursor.slice(cursor.index, cursor.end))
        items = [] if item is None else [item]
        cursor.index = cursor.end
    actions: list[Action] = []
    for item in items:
        if isinstance(item, exp.Expr):
            actions.append(AddWatermark(item))
        else:
            actions.append(item.changed(whole=True) if modify else item.added())
    return actions or [NoChange()]


_DROPS = ("WATERMARK", "DISTRIBUTION", "CONSTRAINT", "PARTITION", "IF", "PRIMARY", "PRIMARY KEY")


def _dropped(cursor: Cursor) -> list[Action]:
    """DROP c, DROP (c, d); what else is dropped has no columns."""
    if cursor.keyword(cursor.index) in _DROPS:
        return _nothing_changes(cursor)
    cursor.accept_any("COLUMN", "COLUMNS")
    if not cursor.sees_parenthesis():
        return [DropColumn(cursor.dotted_name())]
    bounds = cursor.listed()
    return [DropColumn(cursor.slice(first, last).dotted_name()) for first, last in bounds] or [NoChange()]


def _drop(cursor: Cursor) -> Result:
    cursor.expect("DROP")
    cursor.accept("TEMPORARY")
    if cursor.accept("SYSTEM", "FUNCTION") or cursor.accept("FUNCTION"):
        return _function(cursor, "DROP")
    if cursor.accept("MODEL"):
        _if_exists(cursor)
        return DropModel("DROP_MODEL", cursor.name_parts())
    if cursor.accept("CATALOG"):
        return _catalog(cursor, "DROP")
    if cursor.accept("MATERIALIZED", "TABLE"):
        if_exists(cursor)
        target = cursor.table()
        cursor.expect_end()
        return Drop("DROP_MATERIALIZED_TABLE", (target,))
    return None


# ── functions, models, catalogs ──────────────────────────────────────────────────────────────────────────────────
def _function(cursor: Cursor, verb: str) -> Statement:
    _if_exists(cursor)
    name = cursor.name_parts()
    if cursor.accept("AS"):
        cursor.string()
    while not cursor.done:
        if cursor.accept("LANGUAGE"):
            cursor.name()
        elif cursor.accept("USING"):
            cursor.index = cursor.end
        elif cursor.accept("WITH"):
            reader.options(cursor)
        else:
            cursor.expect_end()
    if verb == "DROP":
        return ForgetFunction("DROP_FUNCTION", name)
    return DeclareFunction(f"{verb}_FUNCTION", name)


def _create_model(cursor: Cursor) -> CreateModel:
    _if_exists(cursor)
    name = cursor.name_parts()
    outputs: list[ColumnDefinition] = []
    while not cursor.done:
        if cursor.accept("INPUT"):
            _model_columns(cursor)
        elif cursor.accept("OUTPUT"):
            outputs = _model_columns(cursor)
        elif cursor.accept("COMMENT"):
            cursor.string()
        elif cursor.accept("WITH"):
            reader.options(cursor)
        elif cursor.accept("USING"):
            cursor.index = cursor.end
        else:
            cursor.expect_end()
    return CreateModel("CREATE_MODEL", name, tuple(outputs))


def _model_columns(cursor: Cursor) -> list[ColumnDefinition]:
    return [_column(cursor.slice(first, last)).definition for first, last in cursor.listed()]


def _catalog(cursor: Cursor, verb: str) -> Statement:
    _if_exists(cursor)
    name = cursor.name()
    options: dict[str, str] = {}
    while not cursor.done:
        if cursor.accept_any("WITH", "SET"):
            options = reader.options(cursor)
        elif cursor.accept("COMMENT"):
            cursor.string()
        elif cursor.accept("RESET"):
            cursor.parentheses()
        else:
            cursor.expect_end()
    if verb == "DROP":
        return DropCatalog("DROP_CATALOG", name)
    return CreateCatalog(f"{verb}_CATALOG", name, options)


# ── statements that are run, and statements about the session ────────────────────────────────────────────────────
def _execute(cursor: Cursor) -> Result:
    """EXECUTE INSERT …, COMPILE AND EXECUTE PLAN 'p' FOR INSERT …: the statement behind is run."""
    if cursor.accept("COMPILE", "AND", "EXECUTE", "PLAN"):
        target = cursor.find(frozenset({"FOR"}), cursor.index, min(cursor.index + 6, cursor.end))
        if target < cursor.end and cursor.keyword(target) == "FOR":
            cursor.index = target + 1
            return read.inner(cursor)
    elif cursor.keyword(1) in ("INSERT", "SELECT", "WITH"):
        cursor.index = 1
        return read.inner(cursor)
    elif cursor.accept("EXECUTE", "PLAN"):  # a plan in a file writes tables, and nobody sees which
        return CallProcedure("EXECUTE_PLAN", f"PLAN {cursor.source(cursor.index, cursor.end)}")
    return _about_session(cursor)


_TWO_KEYWORDS = frozenset({"ADD JAR", "REMOVE JAR", "LOAD MODULE", "UNLOAD MODULE", "COMPILE PLAN", "STOP JOB"})


def _about_session(cursor: Cursor) -> NoData:
    """ADD JAR, SHOW TABLES, RESET: nothing moves."""
    first = cursor.keyword(0)
    both = f"{first} {cursor.keyword(1)}"
    description = both if both in _TWO_KEYWORDS else first
    return NoData(description.replace(" ", "_"), description)


def _use(cursor: Cursor) -> Result:
    return NoData("USE_MODULES", "USE MODULES") if cursor.accept("USE", "MODULES") else None


_ABOUT_SESSION = (
    "EXPLAIN", "RESET", "ADD", "REMOVE", "LOAD", "UNLOAD", "QUIT", "EXIT", "HELP", "CLEAR", "STOP", "SHOW",
    "DESCRIBE", "DESC", "SET", "ANALYZE",
)  # fmt: skip

read = Reader(
    {
        "CREATE": _create,
        "REPLACE": _replace,
        "ALTER": _alter,
        "DROP": _drop,
        "USE": _use,
        "EXECUTE": _execute,
        "COMPILE": _execute,
        "CALL": call_procedure,
        **dict.fromkeys(_ABOUT_SESSION, _about_session),
    },
    nested=NESTED_TYPES,
    # CREATE TABLE t (LIKE u): no column of that name
    reserved=frozenset({_T.LIKE, _T.ALIAS, _T.SELECT, _T.FROM, _T.WITH, _T.TABLE, _T.WHERE, _T.STRING, _T.NUMBER}),
    errors="token",
)
