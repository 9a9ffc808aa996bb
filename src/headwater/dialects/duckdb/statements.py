"""DuckDB's statements around queries: macros, prepared statements, attached databases, types, settings.

What is not read here is left to the parser. To add a statement: a function, and a line in `read`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.dialects.duckdb import triggers
from headwater.dialects.duckdb.databases import Attach, Detach, DropSchema, SetSearchPath
from headwater.dialects.duckdb.explain import ExplainAnalyze
from headwater.dialects.duckdb.macro_statements import CreateMacro, DropMacro
from headwater.dialects.duckdb.variables import REGEX_SEMANTICS, CreateType, Setting, SetVariable
from headwater.dialects.duckdb.whole_database import CopyDatabase, ExportDatabase, ImportDatabase
from headwater.sql.cursor import Cursor
from headwater.sql.grammar import Unreadable
from headwater.sql.reader import Reader, Result, if_exists, if_not_exists, parameters
from headwater.sql.statements import (
    AlterTable,
    ChangeField,
    Deallocate,
    Execute,
    Name,
    NoData,
    Prepare,
    Statement,
    Variant,
)

_T = TokenType
_NO_DATA = frozenset(
    {"PRAGMA", "CHECKPOINT", "LOAD", "INSTALL", "VACUUM", "ANALYZE", "COMMENT", "BEGIN", "START", "COMMIT",
     "ROLLBACK", "ABORT", "END", "CALL", "RESET", "SET", "CONNECT", "DISCONNECT"}
)  # fmt: skip
_NO_COLUMNS = frozenset({"SECRET", "SEQUENCE", "SCHEMA", "INDEX", "TYPE", "ROLE", "TRIGGER", "EXTERNAL"})
_LEADING = frozenset(
    {"OR", "REPLACE", "TEMP", "TEMPORARY", "PERSISTENT", "LOCAL", "GLOBAL", "UNIQUE", "IF", "NOT", "EXISTS"}
)


def _no_data(cursor: Cursor) -> NoData | None:
    """What moves no data."""
    first = cursor.keyword(0)
    if first in ("SHOW", "DESCRIBE", "DESC") and cursor.keyword(1) in ("ALL", "("):
        return NoData(first, first)
    if first == "FORCE" or (first == "UPDATE" and cursor.keyword(1) == "EXTENSIONS"):
        what = cursor.keyword(1) if first == "FORCE" else "UPDATE EXTENSIONS"
        return NoData(what.replace(" ", "_"), what)
    if first in _NO_DATA:
        return NoData(first, first)
    if first in ("CREATE", "DROP", "ALTER"):
        what = next((keyword for keyword in map(cursor.keyword, range(1, 8)) if keyword not in _LEADING), "")
        if what in _NO_COLUMNS:
            return NoData(f"{first}_{what}", f"{first} {what}")
    return None


# ── macros and types ─────────────────────────────────────────────────────────────────────────────────────────
def _create(cursor: Cursor) -> Result:
    """CREATE [OR REPLACE] [TEMP] MACRO | FUNCTION, CREATE TYPE, CREATE TRIGGER."""
    cursor.expect("CREATE")
    cursor.accept("OR", "REPLACE")
    temporary = cursor.accept_any("TEMP", "TEMPORARY", "PERSISTENT", "LOCAL") in ("TEMP", "TEMPORARY")
    if cursor.accept_any("MACRO", "FUNCTION"):
        return _macro(cursor, temporary)
    if cursor.accept_any("TYPE"):
        return _type(cursor)
    if cursor.accept_any("TRIGGER"):
        return triggers.read(cursor)
    return None


def _macro(cursor: Cursor, temporary: bool) -> CreateMacro:
    """… [IF NOT EXISTS] f(x, y := 1) AS x + y, (x) AS TABLE SELECT …."""
    absent = if_not_exists(cursor)
    name = cursor.name_parts()
    variants: list[Variant] = []
    while True:
        names, values = parameters(cursor, frozenset({":=", "=>"}))
        cursor.expect("AS")
        table = cursor.accept("TABLE")
        end = _variant_end(cursor, table)
        body = _query(cursor, cursor.index, end) if table else cursor.expression(cursor.index, end)
        variants.append(Variant(names, values, body, table))
        cursor.index = end + 1
        if cursor.done:
            break
    return CreateMacro("CREATE_MACRO", name, tuple(variants), temporary, absent)


def _variant_end(cursor: Cursor, table: bool) -> int:
    """Where a body ends: a comma, with parameters and AS behind it. In SELECT a, (b) AS c it is the query's own."""
    for index in cursor.same_level(cursor.index, cursor.end):
        if cursor.tokens[index].token_type is _T.COMMA and index + 1 < cursor.end:
            if cursor.tokens[index + 1].token_type is not _T.L_PAREN:
                continue
            behind = cursor.closing(index + 1) + 1
            if cursor.keyword(behind) == "AS" and (not table or cursor.keyword(behind + 1) == "TABLE"):
                return index
    return cursor.end


def _query(cursor: Cursor, start: int, end: int) -> exp.Expr:
    """A body that is a query, in parentheses or not; VALUES is one too."""
    tree = cursor.parse(cursor.tokens[start:end])
    if isinstance(tree, exp.Query):
        return tree
    if isinstance(tree, (exp.Values, exp.Pivot, exp.Table)):
        return exp.Select(expressions=[exp.Star()]).from_(tree, copy=False)
    raise Unreadable("expected a query", cursor.tokens[start])


def _type(cursor: Cursor) -> CreateType:
    """CREATE TYPE [IF NOT EXISTS] p AS STRUCT(x INT) | ENUM ('a', 'b') | ENUM (SELECT …)."""
    if_not_exists(cursor)
    name = cursor.name_parts()
    cursor.expect("AS")
    if cursor.sees("ENUM") and cursor.keyword(cursor.index + 2) in ("SELECT", "FROM", "WITH"):
        cursor.index += 1
        return CreateType("CREATE_TYPE", name, "ENUM", cursor.query(*cursor.parentheses()))
    return CreateType("CREATE_TYPE", name, cursor.source(cursor.index, cursor.end))


def _drop(cursor: Cursor) -> Result:
    """DROP MACRO [TABLE] [IF EXISTS] f, DROP SCHEMA [IF EXISTS] s; what else is dropped the parser reads."""
    cursor.expect("DROP")
    if cursor.accept("SCHEMA"):
        if_exists(cursor)
        return DropSchema("DROP_SCHEMA", cursor.name_parts())
    if not cursor.accept_any("MACRO", "FUNCTION"):
        return None
    table = cursor.accept("TABLE")
    if_exists(cursor)
    return DropMacro("DROP_MACRO", cursor.name_parts(), table)


def _alter(cursor: Cursor) -> AlterTable | None:
    """ALTER TABLE t ADD COLUMN s.x INT: fields of columns; columns themselves the parser reads."""
    if not cursor.accept("ALTER", "TABLE"):
        return None
    if_exists(cursor)
    target = cursor.table()
    verb = cursor.accept_any("ADD", "DROP", "RENAME")
    cursor.accept("COLUMN")
    if_not_exists(cursor)
    if_exists(cursor)
    behind = cursor.index + 1
    if not verb or behind >= cursor.end or cursor.tokens[behind].token_type is not _T.DOT:
        return None
    path = cursor.name_parts()
    type_text = new = ""
    if verb == "ADD":
        end = cursor.find(frozenset({"DEFAULT", "NOT", "NULL", "CHECK"}), cursor.index, cursor.end)
        type_text = cursor.source(cursor.index, end) or "unknown"
    elif verb == "RENAME":
        cursor.expect("TO")
        new = cursor.name()
    return AlterTable("ALTER_TABLE", target, (ChangeField(path, type_text, new),))


# ── statements inside statements ─────────────────────────────────────────────────────────────────────────────
def _prepare(cursor: Cursor) -> Prepare:
    """PREPARE q [(INT, …)] AS statement."""
    cursor.expect("PREPARE")
    name = cursor.name()
    if not cursor.sees("AS"):
        cursor.parentheses()
    cursor.expect("AS")
    return Prepare("PREPARE", name, read.inner(cursor))


def _execute(cursor: Cursor) -> Execute:
    """EXECUTE q, EXECUTE q(1, x := 2)."""
    cursor.expect("EXECUTE")
    return Execute("EXECUTE", cursor.name())


def _deallocate(cursor: Cursor) -> Deallocate:
    """DEALLOCATE [PREPARE] q."""
    cursor.expect("DEALLOCATE")
    cursor.accept("PREPARE")
    return Deallocate("DEALLOCATE", "" if cursor.done else cursor.name())


def _explain(cursor: Cursor) -> Statement:
    """EXPLAIN [(options)] [ANALYZE] statement: only ANALYZE runs it."""
    cursor.expect("EXPLAIN")
    runs = bool(cursor.accept_any("ANALYZE", "ANALYSE"))
    if cursor.sees_parenthesis() and cursor.keyword(cursor.index + 1) in ("ANALYZE", "FORMAT"):
        first, last = cursor.parentheses()
        runs = runs or cursor.find(frozenset({"ANALYZE"}), first, last) < last
    if not runs:
        return NoData("EXPLAIN", "EXPLAIN")
    return ExplainAnalyze("EXPLAIN", read.inner(cursor))


# ── databases and schemas ────────────────────────────────────────────────────────────────────────────────────
def _attach(cursor: Cursor) -> Attach:
    """ATTACH [OR REPLACE] [DATABASE] [IF NOT EXISTS] 'path' [AS a] [(TYPE sqlite, …)]."""
    cursor.expect("ATTACH")
    cursor.accept("OR", "REPLACE")
    cursor.accept("DATABASE")
    if_not_exists(cursor)
    path = cursor.string() if cursor.is_string(cursor.index) else cursor.name()
    name = cursor.name() if cursor.accept("AS") else _stem(path)
    if cursor.sees_parenthesis():
        cursor.parentheses()
    return Attach("ATTACH", name)


def _stem(path: str) -> str:
    """What a database is called by itself: the name of its file."""
    if path in (":memory:", ""):
        return "memory"
    return PurePosixPath(path.rpartition(":")[2]).name.partition(".")[0]


def _detach(cursor: Cursor) -> Detach:
    """DETACH [DATABASE] [IF EXISTS] a."""
    cursor.expect("DETACH")
    cursor.accept("DATABASE")
    if_exists(cursor)
    return Detach("DETACH", cursor.name())


def _use(cursor: Cursor) -> SetSearchPath:
    """USE a, USE a.s."""
    cursor.expect("USE")
    return SetSearchPath("USE", (cursor.name_parts(),), "USE")


def _set(cursor: Cursor) -> Result:
    """SET VARIABLE x = …, SET schema = 's', SET search_path = 's,main'; other settings change no meaning."""
    cursor.expect("SET")
    scope = cursor.accept_any("SESSION", "LOCAL", "GLOBAL", "VARIABLE", "VAR")
    if cursor.done:
        return None
    if scope in ("VARIABLE", "VAR"):
        name = cursor.name()
        if not cursor.accept_any("=", "TO"):
            raise cursor.expected("=")
        return SetVariable("SET_VARIABLE", name, cursor.expression(cursor.index, cursor.end))
    name = cursor.name().lower() if not cursor.is_string(cursor.index) else ""
    if name == REGEX_SEMANTICS and cursor.accept_any("=", "TO") and not cursor.done:
        return Setting("SET", name, cursor.tokens[cursor.index].text)
    if name not in ("schema", "search_path") or not cursor.accept_any("=", "TO"):
        return None
    path = _path(cursor.tokens[cursor.index : cursor.end], name == "schema")
    return SetSearchPath("SET", path, f"SET {name}")


def _path(tokens: Sequence[Token], single: bool) -> tuple[Name, ...]:
    """'a.s,main' as names: in one string, or as tokens."""
    text = ",".join(token.text for token in tokens) if len(tokens) == 1 else "".join(token.text for token in tokens)
    names = [tuple(part.strip().strip('"') for part in name.split(".")) for name in text.split(",") if name.strip()]
    return tuple(names[:1] if single else names)


def _reset(cursor: Cursor) -> Result:
    """RESET schema, RESET VARIABLE x."""
    cursor.expect("RESET")
    scope = cursor.accept_any("SESSION", "LOCAL", "GLOBAL", "VARIABLE")
    name = "" if cursor.done else cursor.name().lower()
    if scope == "VARIABLE":
        return SetVariable("RESET_VARIABLE", name, None)
    if name == REGEX_SEMANTICS:
        return Setting("RESET", name, "")
    if name in ("schema", "search_path"):
        return SetSearchPath("RESET", (), f"RESET {name}")
    return None


# ── whole databases ──────────────────────────────────────────────────────────────────────────────────────────
def _export(cursor: Cursor) -> ExportDatabase:
    """EXPORT DATABASE [a TO] 'folder' [(FORMAT parquet)]."""
    cursor.expect("EXPORT", "DATABASE")
    database = ""
    if not cursor.is_string(cursor.index):
        database = cursor.name()
        cursor.expect("TO")
    folder = cursor.string()
    extension = "csv"
    if cursor.sees_parenthesis():
        for first, last in cursor.listed():
            if cursor.keyword(first) == "FORMAT" and first + 1 < last:
                extension = cursor.tokens[last - 1].text.lower()
    return ExportDatabase("EXPORT_DATABASE", database, folder, extension)


def _import(cursor: Cursor) -> ImportDatabase:
    """IMPORT DATABASE 'folder'."""
    cursor.expect("IMPORT", "DATABASE")
    return ImportDatabase("IMPORT_DATABASE", cursor.string())


def _copy(cursor: Cursor) -> CopyDatabase | None:
    """COPY FROM DATABASE a TO b [(SCHEMA | DATA)]."""
    if not cursor.accept("COPY", "FROM", "DATABASE"):
        return None
    source = cursor.name()
    cursor.expect("TO")
    target = cursor.name()
    rows = tables = True
    if not cursor.done:
        first, _ = cursor.parentheses()
        rows, tables = cursor.keyword(first) != "SCHEMA", cursor.keyword(first) != "DATA"
    return CopyDatabase("COPY_DATABASE", source, target, rows, tables)


read = Reader(
    {
        "CREATE": _create,
        "DROP": _drop,
        "ALTER": _alter,
        "PREPARE": _prepare,
        "EXECUTE": _execute,
        "DEALLOCATE": _deallocate,
        "EXPLAIN": _explain,
        "ATTACH": _attach,
        "DETACH": _detach,
        "USE": _use,
        "SET": _set,
        "RESET": _reset,
        "EXPORT": _export,
        "IMPORT": _import,
        "COPY": _copy,
    },
    otherwise=_no_data,
)
