"""DuckDB's statements around queries: macros, prepared statements, attached databases, types, settings.

Read from the words into forms (`sql/session_statements.py`, `sql/statements.py`); queries and expressions in them are
the parser's trees. What is not read here is left to the parser. To add a statement: a line in `_READERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.sql import session_statements, statements
from headwater.sql.cursor import Cursor
from headwater.sql.grammar import Parse, Unreadable, Words, word
from headwater.sql.session_statements import Name, Variant

_T = TokenType
_QUIET = frozenset(
    {"PRAGMA", "CHECKPOINT", "LOAD", "INSTALL", "VACUUM", "ANALYZE", "COMMENT", "BEGIN", "START", "COMMIT",
     "ROLLBACK", "ABORT", "END", "CALL", "RESET", "SET"}
)  # fmt: skip
_QUIET_THINGS = frozenset({"SECRET", "SEQUENCE", "SCHEMA", "INDEX", "TYPE", "ROLE"})
_LEADING = frozenset(
    {"OR", "REPLACE", "TEMP", "TEMPORARY", "PERSISTENT", "LOCAL", "GLOBAL", "UNIQUE", "IF", "NOT", "EXISTS"}
)


def read(tokens: Words, text: str, parse: Parse) -> object | None:
    """A statement of DuckDB's own as a form; None where the parser reads it."""
    reader = _READERS.get(word(tokens, 0))
    found = reader(Cursor(text, tokens, parse)) if reader is not None else None
    return found if found is not None else _quiet(tokens)


def _quiet(tokens: Words) -> statements.Quiet | None:
    """What moves no data."""
    head = word(tokens, 0)
    if head == "FORCE" or (head == "UPDATE" and word(tokens, 1) == "EXTENSIONS"):
        what = word(tokens, 1) if head == "FORCE" else "UPDATE EXTENSIONS"
        return statements.Quiet(what.replace(" ", "_"), what)
    if head in _QUIET:
        return statements.Quiet(head, head)
    if head in ("CREATE", "DROP", "ALTER"):
        thing = next((one for one in (word(tokens, at) for at in range(1, 8)) if one not in _LEADING), "")
        if thing in _QUIET_THINGS and not (head == "DROP" and thing == "SCHEMA"):
            return statements.Quiet(f"{head}_{thing}", f"{head} {thing}")
    return None


def _whole(cursor: Cursor, start: int, end: int) -> object:
    """The statement inside another one: a form, or the parser's tree."""
    inside = list(cursor.tokens[start:end])
    if not inside:
        raise Unreadable("a statement")
    form = read(inside, cursor.text, cursor.parse)
    return form if form is not None else cursor.parse(inside)


def _parts(cursor: Cursor) -> Name:
    """The parts of a name."""
    found = [cursor.name()]
    while not cursor.done and cursor.tokens[cursor.at].token_type is _T.DOT:
        cursor.at += 1
        found.append(cursor.name())
    return tuple(found)


# ── macros ───────────────────────────────────────────────────────────────────────────────────────────────────
def _create(cursor: Cursor) -> object | None:
    """CREATE [OR REPLACE] [TEMP] MACRO | FUNCTION, CREATE TYPE."""
    cursor.need("CREATE")
    cursor.take("OR", "REPLACE")
    temporary = cursor.any_of("TEMP", "TEMPORARY", "PERSISTENT", "LOCAL") in ("TEMP", "TEMPORARY")
    if cursor.any_of("MACRO", "FUNCTION"):
        return _macro(cursor, temporary)
    if cursor.any_of("TYPE"):
        return _type(cursor)
    return None


def _macro(cursor: Cursor, temporary: bool) -> session_statements.CreateMacro:
    """… [IF NOT EXISTS] f(x, y := 1) AS x + y, (x) AS TABLE SELECT …."""
    absent = cursor.take("IF", "NOT", "EXISTS")
    name = _parts(cursor)
    variants: list[Variant] = []
    while True:
        parameters, values = _parameters(cursor)
        cursor.need("AS")
        table = cursor.take("TABLE")
        end = _variant_end(cursor, table)
        body = _query(cursor, cursor.at, end) if table else cursor.expression(cursor.at, end)
        variants.append(Variant(parameters, values, body, table))
        cursor.at = end + 1
        if cursor.done:
            break
    return session_statements.CreateMacro("CREATE_MACRO", name, variants, temporary, absent)


def _variant_end(cursor: Cursor, table: bool) -> int:
    """Where a body ends: a comma, with parameters and AS behind it. In SELECT a, (b) AS c it is the query's own."""
    for at in cursor.level(cursor.at, cursor.end):
        if cursor.tokens[at].token_type is _T.COMMA and at + 1 < cursor.end:
            if cursor.tokens[at + 1].token_type is not _T.L_PAREN:
                continue
            behind = cursor.close(at + 1) + 1
            if cursor.word(behind) == "AS" and (not table or cursor.word(behind + 1) == "TABLE"):
                return at
    return cursor.end


def _query(cursor: Cursor, start: int, end: int) -> exp.Expr:
    """A body that is a query, in parentheses or not; VALUES is one too."""
    tree = cursor.parse(cursor.tokens[start:end])
    if isinstance(tree, exp.Query):
        return tree
    if isinstance(tree, (exp.Values, exp.Pivot, exp.Table)):
        return exp.Select(expressions=[exp.Star()]).from_(tree, copy=False)
    raise Unreadable("a query")


_DEFAULTS = (_T.COLON_EQ, _T.FARROW)


def _parameters(cursor: Cursor) -> tuple[Name, tuple[exp.Expr | None, ...]]:
    """(x, y INTEGER, z := 5): names, and what stands for those that are not given."""
    first, last = cursor.inside()
    names: list[str] = []
    values: list[exp.Expr | None] = []
    for low, high in cursor.parts(first, last):
        names.append(cursor.tokens[low].text)
        marks = [at for at in cursor.level(low, high) if cursor.tokens[at].token_type in _DEFAULTS]
        values.append(cursor.expression(marks[0] + 1, high) if marks else None)
    return tuple(names), tuple(values)


def _drop(cursor: Cursor) -> object | None:
    """DROP MACRO [TABLE] [IF EXISTS] f; what else is dropped the parser reads."""
    cursor.need("DROP")
    if not cursor.any_of("MACRO", "FUNCTION"):
        return None
    table = cursor.take("TABLE")
    cursor.take("IF", "EXISTS")
    return session_statements.DropMacro("DROP_MACRO", _parts(cursor), table)


def _type(cursor: Cursor) -> session_statements.CreateType:
    """CREATE TYPE [IF NOT EXISTS] p AS STRUCT(x INT) | ENUM ('a', 'b') | ENUM (SELECT …)."""
    cursor.take("IF", "NOT", "EXISTS")
    name = _parts(cursor)
    cursor.need("AS")
    if cursor.sees("ENUM") and cursor.word(cursor.at + 2) in ("SELECT", "FROM", "WITH"):
        cursor.at += 1
        first, last = cursor.inside()
        return session_statements.CreateType("CREATE_TYPE", name, "ENUM", cursor.query(first, last))
    return session_statements.CreateType("CREATE_TYPE", name, cursor.source(cursor.at, cursor.end))


def _alter(cursor: Cursor) -> session_statements.AlterField | None:
    """ALTER TABLE t ADD COLUMN s.x INT: fields of columns; columns themselves the parser reads."""
    if not cursor.take("ALTER", "TABLE"):
        return None
    cursor.take("IF", "EXISTS")
    target = cursor.table()
    verb = cursor.any_of("ADD", "DROP", "RENAME")
    cursor.take("COLUMN")
    cursor.take("IF", "NOT", "EXISTS")
    cursor.take("IF", "EXISTS")
    if not verb or cursor.done or cursor.at + 1 >= cursor.end or cursor.tokens[cursor.at + 1].token_type is not _T.DOT:
        return None
    path = _parts(cursor)
    if verb == "ADD":
        end = cursor.find(frozenset({"DEFAULT", "NOT", "NULL", "CHECK"}), cursor.at, cursor.end)
        return session_statements.AlterField("ALTER_TABLE", target, path, cursor.source(cursor.at, end) or "unknown")
    if verb == "RENAME":
        cursor.need("TO")
        return session_statements.AlterField("ALTER_TABLE", target, path, "", cursor.name())
    return session_statements.AlterField("ALTER_TABLE", target, path)


# ── prepared statements ──────────────────────────────────────────────────────────────────────────────────────
def _prepare(cursor: Cursor) -> session_statements.Prepare:
    """PREPARE q [(INT, …)] AS statement."""
    cursor.need("PREPARE")
    name = cursor.name()
    if not cursor.sees("AS"):
        cursor.inside()
    cursor.need("AS")
    return session_statements.Prepare("PREPARE", name, _whole(cursor, cursor.at, cursor.end))


def _execute(cursor: Cursor) -> session_statements.Execute:
    """EXECUTE q, EXECUTE q(1, x := 2)."""
    cursor.need("EXECUTE")
    return session_statements.Execute("EXECUTE", cursor.name())


def _deallocate(cursor: Cursor) -> session_statements.Deallocate:
    """DEALLOCATE [PREPARE] q."""
    cursor.need("DEALLOCATE")
    cursor.take("PREPARE")
    return session_statements.Deallocate("DEALLOCATE", "" if cursor.done else cursor.name())


def _explain(cursor: Cursor) -> object:
    """EXPLAIN [(options)] [ANALYZE] statement: only ANALYZE runs it."""
    cursor.need("EXPLAIN")
    runs = bool(cursor.any_of("ANALYZE", "ANALYSE"))
    if not cursor.done and cursor.tokens[cursor.at].token_type is _T.L_PAREN and cursor.word(cursor.at + 1) in _OPTIONS:
        first, last = cursor.inside()
        runs = runs or cursor.find(frozenset({"ANALYZE"}), first, last) < last
    if not runs:
        return statements.Quiet("EXPLAIN", "EXPLAIN")
    return session_statements.Explain("EXPLAIN", _whole(cursor, cursor.at, cursor.end))


_OPTIONS = frozenset({"ANALYZE", "FORMAT"})


# ── databases and schemas ────────────────────────────────────────────────────────────────────────────────────
def _attach(cursor: Cursor) -> session_statements.Attach:
    """ATTACH [OR REPLACE] [DATABASE] [IF NOT EXISTS] 'place' [AS a] [(TYPE sqlite, …)]."""
    cursor.need("ATTACH")
    cursor.take("OR", "REPLACE")
    cursor.take("DATABASE")
    cursor.take("IF", "NOT", "EXISTS")
    place = cursor.string() if cursor.is_string(cursor.at) else cursor.name()
    name = cursor.name() if cursor.take("AS") else _stem(place)
    kind = ""
    if not cursor.done and cursor.tokens[cursor.at].token_type is _T.L_PAREN:
        first, last = cursor.inside()
        for low, high in cursor.parts(first, last):
            if cursor.word(low) == "TYPE" and low + 1 < high:
                kind = cursor.tokens[high - 1].text.lower()
    return session_statements.Attach("ATTACH", name, place, kind)


def _stem(place: str) -> str:
    """What a database is called by itself: the name of its file."""
    if place in (":memory:", ""):
        return "memory"
    return PurePosixPath(place.rpartition(":")[2]).name.partition(".")[0]


def _detach(cursor: Cursor) -> session_statements.Detach:
    """DETACH [DATABASE] [IF EXISTS] a."""
    cursor.need("DETACH")
    cursor.take("DATABASE")
    cursor.take("IF", "EXISTS")
    return session_statements.Detach("DETACH", cursor.name())


def _use(cursor: Cursor) -> session_statements.Search:
    """USE a, USE a.s."""
    cursor.need("USE")
    return session_statements.Search("USE", [_parts(cursor)])


def _set(cursor: Cursor) -> object | None:
    """SET VARIABLE x = …, SET schema = 's', SET search_path = 's,main'; other settings change no meaning."""
    cursor.need("SET")
    scope = cursor.any_of("SESSION", "LOCAL", "GLOBAL", "VARIABLE", "VAR")
    if cursor.done:
        return None
    if scope in ("VARIABLE", "VAR"):
        name = cursor.name()
        if not cursor.any_of("=", "TO"):
            raise Unreadable("=")
        return session_statements.Variable("SET_VARIABLE", name, cursor.expression(cursor.at, cursor.end))
    name = cursor.name().lower() if not cursor.is_string(cursor.at) else ""
    if name not in ("schema", "search_path") or not cursor.any_of("=", "TO"):
        return None
    return session_statements.Search(
        "SET", _path(cursor.tokens[cursor.at : cursor.end], name == "schema"), f"SET {name}"
    )


def _path(tokens: Sequence[Token], single: bool) -> list[Name]:
    """'a.s,main' as names: in one string, or as words."""
    text = ",".join(token.text for token in tokens) if len(tokens) == 1 else "".join(token.text for token in tokens)
    found = [tuple(part.strip().strip('"') for part in one.split(".")) for one in text.split(",") if one.strip()]
    return found[:1] if single else found


def _reset(cursor: Cursor) -> object | None:
    """RESET schema, RESET VARIABLE x."""
    cursor.need("RESET")
    scope = cursor.any_of("SESSION", "LOCAL", "GLOBAL", "VARIABLE")
    name = "" if cursor.done else cursor.name().lower()
    if scope == "VARIABLE":
        return session_statements.Variable("RESET_VARIABLE", name, None)
    if name in ("schema", "search_path"):
        return session_statements.Search("RESET", [], f"RESET {name}")
    return None


# ── whole databases ──────────────────────────────────────────────────────────────────────────────────────────
def _export(cursor: Cursor) -> session_statements.Whole | None:
    """EXPORT DATABASE [a TO] 'folder' [(FORMAT parquet)]."""
    cursor.need("EXPORT", "DATABASE")
    source = ""
    if not cursor.is_string(cursor.at):
        source = cursor.name()
        cursor.need("TO")
    place = cursor.string()
    ending = "csv"
    if not cursor.done and cursor.tokens[cursor.at].token_type is _T.L_PAREN:
        first, last = cursor.inside()
        for low, high in cursor.parts(first, last):
            if cursor.word(low) == "FORMAT" and low + 1 < high:
                ending = cursor.tokens[high - 1].text.lower()
    return session_statements.Whole("EXPORT_DATABASE", source, "", place, ending=ending)


def _import(cursor: Cursor) -> session_statements.Whole:
    """IMPORT DATABASE 'folder'."""
    cursor.need("IMPORT", "DATABASE")
    return session_statements.Whole("IMPORT_DATABASE", "", "", cursor.string())


def _copy(cursor: Cursor) -> session_statements.Whole | None:
    """COPY FROM DATABASE a TO b [(SCHEMA | DATA)]."""
    if not cursor.take("COPY", "FROM", "DATABASE"):
        return None
    source = cursor.name()
    cursor.need("TO")
    target = cursor.name()
    rows = tables = True
    if not cursor.done:
        first, _ = cursor.inside()
        rows, tables = cursor.word(first) != "SCHEMA", cursor.word(first) != "DATA"
    return session_statements.Whole("COPY_DATABASE", source, target, "", rows, tables)


_READERS: dict[str, Callable[[Cursor], object | None]] = {
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
}
