"""Hive's statements that the parser does not know: macros, EXPORT and IMPORT, and what ALTER does.

Read from the words into forms (`sql/statements.py`); queries and expressions in them are the parser's trees. What is
not read here is left to the parser. To add a statement: a branch in `read`, a function beside the others.
"""

from __future__ import annotations

from headwater.sql import statements
from headwater.sql.cursor import Cursor
from headwater.sql.grammar import Parse, Unreadable, Words, word

_QUIET = frozenset(
    {"TOUCH", "ARCHIVE", "UNARCHIVE", "COMPACT", "CONCATENATE", "ENABLE", "DISABLE", "CLUSTERED", "NOT", "SKEWED",
     "UPDATE", "INTO", "UNSET", "RECOVER", "SET", "DROP", "PARTITIONED", "EXECUTE"}
)  # fmt: skip


_SILENT = frozenset({"MSCK", "LIST", "RELOAD", "RESET", "DFS", "LOCK", "UNLOCK", "ABORT", "!", "QUIT", "EXIT"})
_RESOURCES = frozenset({"JAR", "JARS", "FILE", "FILES", "ARCHIVE", "ARCHIVES"})
_THINGS = frozenset({"INDEX", "DATABASE", "SCHEMA", "ROLE", "RESOURCE", "POOL", "SCHEDULED", "DATACONNECTOR"})


def _silent(tokens: Words) -> str:
    """How a statement begins that moves no data; nothing for any other."""
    head, *rest = (*word(tokens, 0).split(), *word(tokens, 1).split(), "")
    if head in _SILENT:
        return head
    if head in ("ADD", "DELETE") and rest[0] in _RESOURCES:
        return f"{head} {rest[0]}"
    if (head == "ALTER" and rest[0] in _THINGS) or (head in ("CREATE", "DROP") and rest[0] in _THINGS - _PARSED):
        return f"{head} {rest[0]}"
    return ""


_PARSED = frozenset({"DATABASE", "SCHEMA"})


def read(tokens: Words, text: str, parse: Parse) -> object | None:
    """A statement of Hive's own as a form; None where the parser reads it."""
    head, behind = word(tokens, 0), word(tokens, 1)
    silent = _silent(tokens)
    if silent:
        return statements.Quiet(silent.replace(" ", "_"), silent)
    cursor = Cursor(text, tokens, parse)
    if head in ("CREATE", "DROP") and behind == "TEMPORARY" and word(tokens, 2) == "MACRO":
        cursor.at = 3
        return _macro(cursor) if head == "CREATE" else _no_macro(cursor)
    if head == "EXPORT" and behind == "TABLE":
        return _export(cursor)
    if head == "IMPORT":
        return _import(cursor)
    if head == "ALTER" and behind == "TABLE":
        return _alter_table(cursor)
    if head == "ALTER" and behind in ("VIEW", "MATERIALIZED"):
        return _alter_view(cursor)
    return None


def _macro(cursor: Cursor) -> statements.CreateFunction:
    """CREATE TEMPORARY MACRO f(x DOUBLE, y STRING) expression."""
    name = cursor.dotted()
    first, last = cursor.inside()
    parameters = tuple(cursor.tokens[low].text for low, _ in cursor.parts(first, last))
    body = cursor.expression(cursor.at, cursor.end)
    return statements.CreateFunction("CREATE_MACRO", name.lower(), parameters, body)


def _no_macro(cursor: Cursor) -> statements.GoneName:
    cursor.take("IF", "EXISTS")
    return statements.GoneName("DROP_MACRO", "function", cursor.dotted().lower())


def _partition(cursor: Cursor) -> bool:
    """Go past PARTITION (…), where it stands."""
    if not cursor.take("PARTITION"):
        return False
    cursor.inside()
    return True


def _export(cursor: Cursor) -> statements.Unload:
    """EXPORT TABLE t [PARTITION (…)] TO '/path' [FOR REPLICATION('x')]."""
    cursor.need("EXPORT", "TABLE")
    source = cursor.table()
    _partition(cursor)
    cursor.need("TO")
    return statements.Unload("EXPORT", source, cursor.string())


def _import(cursor: Cursor) -> statements.Load:
    """IMPORT [[EXTERNAL] TABLE t [PARTITION (…)]] FROM '/path' [LOCATION '/other']."""
    cursor.need("IMPORT")
    cursor.take("EXTERNAL")
    target = None
    if cursor.take("TABLE"):
        target = cursor.table()
        _partition(cursor)
    cursor.need("FROM")
    return statements.Load("IMPORT", target, cursor.string())


def _alter_table(cursor: Cursor) -> object | None:
    """ALTER TABLE t [PARTITION (…)] CHANGE …, EXCHANGE PARTITION …, and what moves no column."""
    cursor.need("ALTER", "TABLE")
    target = cursor.table()
    partition = _partition(cursor)
    if cursor.take("EXCHANGE"):
        _partition(cursor)
        cursor.need("WITH", "TABLE")
        return statements.Alter("ALTER_TABLE", target, [statements.TakeRows(cursor.table())])
    if partition and not cursor.sees("CHANGE"):
        # the schema, name or place of one partition; the table's own stays
        return statements.Quiet("ALTER_TABLE", "ALTER TABLE … PARTITION")
    if cursor.take("CHANGE"):
        cursor.take("COLUMN")
        return statements.Quiet("ALTER_TABLE", "ALTER TABLE … PARTITION") if partition else _change(cursor, target)
    if cursor.word(cursor.at) in _QUIET and not cursor.sees("DROP", "COLUMN"):
        return statements.Quiet("ALTER_TABLE", f"ALTER TABLE … {cursor.word(cursor.at)}")
    return None


def _change(cursor: Cursor, target: object) -> statements.Alter:
    """CHANGE [COLUMN] a b BIGINT [COMMENT 'x'] [FIRST | AFTER c] [CASCADE | RESTRICT]."""
    old, new = cursor.name(), cursor.name()
    start = cursor.at
    end = cursor.find(frozenset({"COMMENT", "FIRST", "AFTER", "CASCADE", "RESTRICT", "CONSTRAINT"}), start, cursor.end)
    kind = cursor.source(start, end) or "unknown"
    first, after = False, None
    place = cursor.find(frozenset({"FIRST", "AFTER"}), end, cursor.end)
    if place < cursor.end:
        first = cursor.word(place) == "FIRST"
        if not first:
            cursor.at = place + 1
            after = cursor.name()
    change = statements.ChangeColumn(statements.Definition(new, kind), after, first)
    return statements.Alter("ALTER_TABLE", target, [statements.NameColumn(old, new), change])  # type: ignore[arg-type]


def _alter_view(cursor: Cursor) -> object | None:
    """ALTER VIEW v AS SELECT …: another definition; properties say nothing of columns."""
    cursor.need("ALTER")
    materialized = cursor.take("MATERIALIZED")
    cursor.need("VIEW")
    target = cursor.table()
    if cursor.take("AS"):
        return statements.Create("ALTER_VIEW", target, "view", query=cursor.query(cursor.at, cursor.end))
    if cursor.sees("RENAME"):
        return None
    if materialized and cursor.take("REBUILD"):
        return statements.Quiet("ALTER_MATERIALIZED_VIEW", "ALTER MATERIALIZED VIEW … REBUILD")
    if cursor.done:
        raise Unreadable("what to do with the view")
    return statements.Quiet("ALTER_VIEW", f"ALTER VIEW … {cursor.word(cursor.at)}")
