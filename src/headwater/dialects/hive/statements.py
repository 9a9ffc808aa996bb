"""Hive's statements that the parser does not know: macros, EXPORT and IMPORT, and what ALTER does.

What is not read here is left to the parser. To add a statement: a function, and a line in `read`.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.dialects.hive.table_files import ExportTable, ImportTable
from headwater.sql import reader
from headwater.sql.cursor import NESTED_TYPES, Cursor
from headwater.sql.reader import Reader, Result, if_exists, if_not_exists, item_names
from headwater.sql.statements import (
    AlterTable,
    ChangeColumn,
    ColumnDefinition,
    CreateFunction,
    CreateView,
    DropFunction,
    Execute,
    NoData,
    Prepare,
    RenameColumn,
    SetOptions,
    TakePartition,
    Truncate,
)

_ALTER_NO_DATA = frozenset(
    {"TOUCH", "ARCHIVE", "UNARCHIVE", "COMPACT", "CONCATENATE", "ENABLE", "DISABLE", "CLUSTERED", "NOT", "SKEWED",
     "UPDATE", "INTO", "UNSET", "RECOVER", "SET", "DROP", "PARTITIONED", "EXECUTE", "CREATE", "CONVERT"}
)  # fmt: skip
_NO_DATA = frozenset(
    {"MSCK", "LIST", "RELOAD", "RESET", "DFS", "LOCK", "UNLOCK", "ABORT", "!", "QUIT", "EXIT", "DESCRIBE", "DESC",
     "GRANT", "REVOKE"}
)  # fmt: skip
_RESOURCES = frozenset({"JAR", "JARS", "FILE", "FILES", "ARCHIVE", "ARCHIVES"})
_NO_COLUMNS = frozenset({"INDEX", "ROLE", "RESOURCE", "POOL", "SCHEDULED", "DATACONNECTOR", "BRANCH", "TAG", "CATALOG"})
_PARSED = frozenset({"DATABASE", "SCHEMA"})
"""What the parser reads in CREATE and DROP."""
_PROPERTIES = frozenset({"DBPROPERTIES", "TBLPROPERTIES", "SERDEPROPERTIES"})


def _no_data(cursor: Cursor) -> NoData | None:
    """A statement that moves no data, by its first keywords; a token may hold two of them."""
    first, second, *_ = (*cursor.keyword(0).split(), *cursor.keyword(1).split(), "", "")
    description = ""
    if first in _NO_DATA:
        description = first
    elif (
        (first in ("ADD", "DELETE") and second in _RESOURCES)
        or (first in ("CREATE", "DROP", "ALTER") and second in _NO_COLUMNS)
        or (first == "ALTER" and second in _PARSED)
    ):
        description = f"{first} {second}"
    return NoData(description.replace(" ", "_"), description) if description else None


def _create(cursor: Cursor) -> Result:
    """CREATE TEMPORARY MACRO f(x DOUBLE, y STRING) expression; CREATE DATABASE d … WITH DBPROPERTIES ('a'='b')."""
    if cursor.keyword(1) in _PARSED and cursor.find(_PROPERTIES, 1, cursor.end) < cursor.end:
        return NoData("CREATE_DATABASE", "CREATE DATABASE")
    if not cursor.accept("CREATE", "TEMPORARY", "MACRO"):
        return None
    name = cursor.dotted_name().lower()
    parameters = item_names(cursor)
    return CreateFunction("CREATE_MACRO", name, parameters, cursor.expression(cursor.index, cursor.end))


def _drop(cursor: Cursor) -> Result:
    """DROP TEMPORARY MACRO [IF EXISTS] f."""
    if not cursor.accept("DROP", "TEMPORARY", "MACRO"):
        return None
    if_exists(cursor)
    return DropFunction("DROP_MACRO", cursor.dotted_name().lower())


def _partition(cursor: Cursor) -> bool:
    """Go past PARTITION (…), where it stands."""
    if not cursor.accept("PARTITION"):
        return False
    cursor.parentheses()
    return True


def _export(cursor: Cursor) -> ExportTable | None:
    """EXPORT TABLE t [PARTITION (…)] TO '/path' [FOR REPLICATION('x')]."""
    if not cursor.accept("EXPORT", "TABLE"):
        return None
    source = cursor.table()
    _partition(cursor)
    cursor.expect("TO")
    return ExportTable("EXPORT", source, cursor.string())


def _import(cursor: Cursor) -> ImportTable:
    """IMPORT [[EXTERNAL] TABLE t [PARTITION (…)]] FROM '/path' [LOCATION '/other']."""
    cursor.expect("IMPORT")
    cursor.accept("EXTERNAL")
    target: exp.Table | None = None
    if cursor.accept("TABLE"):
        target = cursor.table()
        _partition(cursor)
    cursor.expect("FROM")
    return ImportTable("IMPORT", target, cursor.string())


def _alter(cursor: Cursor) -> Result:
    cursor.expect("ALTER")
    if cursor.accept("TABLE"):
        return _alter_table(cursor)
    return _alter_view(cursor) if cursor.keyword(cursor.index) in ("VIEW", "MATERIALIZED") else None


def _alter_table(cursor: Cursor) -> Result:
    """ALTER TABLE t [PARTITION (…)] CHANGE …, EXCHANGE PARTITION …, and what moves no column."""
    target = cursor.table()
    if cursor.accept("PARTITION", "COLUMN"):
        return NoData("ALTER_TABLE", "ALTER TABLE … PARTITION COLUMN")  # the type of a partition column
    partition = _partition(cursor)
    if cursor.accept("EXCHANGE"):
        _partition(cursor)
        cursor.expect("WITH", "TABLE")
        return AlterTable("ALTER_TABLE", target, (TakePartition(cursor.table()),))
    if partition:
        # the schema, name or location of one partition; the table's own stays
        return NoData("ALTER_TABLE", "ALTER TABLE … PARTITION")
    if cursor.accept("ADD"):
        # ADD PARTITION (…) LOCATION 'x' PARTITION (…); columns are read by the parser
        if_not_exists(cursor)
        return NoData("ALTER_TABLE", "ALTER TABLE … ADD PARTITION") if cursor.sees("PARTITION") else None
    if cursor.accept("CHANGE"):
        cursor.accept("COLUMN")
        return _change(cursor, target)
    keyword = cursor.keyword(cursor.index)
    if keyword == "SET":
        options = _properties(cursor)
        if options:
            return AlterTable("ALTER_TABLE", target, (SetOptions(options),))
    if keyword in _ALTER_NO_DATA and not cursor.sees("DROP", "COLUMN"):
        return NoData("ALTER_TABLE", f"ALTER TABLE … {keyword}")
    return None


def _properties(cursor: Cursor) -> dict[str, str]:
    """SET TBLPROPERTIES (…), SET [SERDE 'class' WITH] SERDEPROPERTIES (…): those that describe columns."""
    start = cursor.find(_PROPERTIES, cursor.index, cursor.end)
    if not any(token.text.startswith("avro.schema.") for token in cursor.tokens[start : cursor.end]):
        return {}
    cursor.index = start + 1
    return {name: value for name, value in reader.options(cursor).items() if name.startswith("avro.schema.")}


def _change(cursor: Cursor, target: exp.Table) -> AlterTable:
    """CHANGE [COLUMN] a b BIGINT [COMMENT 'x'] [FIRST | AFTER c] [CASCADE | RESTRICT]."""
    old, new = cursor.name(), cursor.name()
    start = cursor.index
    end = cursor.find(frozenset({"COMMENT", "FIRST", "AFTER", "CASCADE", "RESTRICT", "CONSTRAINT"}), start, cursor.end)
    cursor.index = cursor.find(frozenset({"FIRST", "AFTER"}), end, cursor.end)
    first = cursor.accept("FIRST")
    after = cursor.name() if cursor.accept("AFTER") else None
    change = ChangeColumn(ColumnDefinition(new, cursor.source(start, end)), after, first)
    return AlterTable("ALTER_TABLE", target, (RenameColumn(old, new), change))


def _alter_view(cursor: Cursor) -> Result:
    """ALTER VIEW v AS SELECT …: another definition; properties say nothing of columns."""
    materialized = cursor.accept("MATERIALIZED")
    cursor.expect("VIEW")
    target = cursor.table()
    if cursor.accept("AS"):
        return CreateView("ALTER_VIEW", target, None, cursor.query(cursor.index, cursor.end))
    if cursor.sees("RENAME"):
        return None
    if materialized and cursor.accept("REBUILD"):
        return NoData("ALTER_MATERIALIZED_VIEW", "ALTER MATERIALIZED VIEW … REBUILD")
    if cursor.done:
        raise cursor.expected("an action on the view")
    return NoData("ALTER_VIEW", f"ALTER VIEW … {cursor.keyword(cursor.index)}")


def _truncate(cursor: Cursor) -> Truncate:
    """TRUNCATE [TABLE] t [PARTITION (…)] [COLUMNS (a, b)]."""
    cursor.expect("TRUNCATE")
    cursor.accept("TABLE")
    return Truncate("TRUNCATE", (cursor.table(),))


def _prepare(cursor: Cursor) -> Prepare:
    """PREPARE q FROM statement."""
    cursor.expect("PREPARE")
    name = cursor.name()
    cursor.expect("FROM")
    return Prepare("PREPARE", name, read.inner(cursor))


def _execute(cursor: Cursor) -> Execute:
    """EXECUTE q USING 1, 'x'."""
    cursor.expect("EXECUTE")
    return Execute("EXECUTE", cursor.name())


read = Reader(
    {
        "CREATE": _create,
        "TRUNCATE": _truncate,
        "PREPARE": _prepare,
        "EXECUTE": _execute,
        "DROP": _drop,
        "EXPORT": _export,
        "IMPORT": _import,
        "ALTER": _alter,
    },
    otherwise=_no_data,
    nested=NESTED_TYPES,
)
