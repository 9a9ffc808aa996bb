"""GoogleSQL's statements around queries: scripts, functions in SQL, dynamic SQL, snapshots.

What is not read here is left to the parser. To add a statement: a function, and a line in `read`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.dialects.googlesql import property_graphs
from headwater.sql import scripting
from headwater.sql.cursor import NESTED_TYPES, Cursor, identifier
from headwater.sql.reader import Read, Reader, Result, if_exists, if_not_exists, item_names, no_data
from headwater.sql.statements import (
    Action,
    AddColumn,
    AlterTable,
    Assign,
    CallProcedure,
    ChangeColumn,
    ColumnDefinition,
    CreateExternalFunction,
    CreateFunction,
    CreateModel,
    CreateProcedure,
    CreateTable,
    Drop,
    DropColumn,
    DropFunction,
    Name,
    NoChange,
    NoData,
    RenameColumn,
    RenameTo,
    Statement,
)

_T = TokenType


@dataclass(frozen=True, slots=True, eq=False)
class Assertion(Statement):
    """ASSERT c: fails where the condition does not hold."""

    condition: exp.Expr


def _table(cursor: Cursor) -> exp.Table:
    """A table's name, which may begin with a project: my-project-1.d.t."""
    first, last = cursor.index, cursor.index
    while (
        last + 1 < cursor.end
        and cursor.tokens[last + 1].start == cursor.tokens[last].end + 1
        and cursor.tokens[last + 1].token_type in _OF_PROJECT
    ):
        last += 1
    text = cursor.source(first, last + 1)
    if "-" not in text or "`" in text:
        return cursor.table()
    cursor.index = last + 1
    names = [exp.to_identifier(part, quoted=True) for part in reversed(text.split("."))]
    return exp.Table(**dict(zip(("this", "db", "catalog"), names, strict=False)))


_OF_PROJECT = frozenset({_T.VAR, _T.DASH, _T.DOT, _T.NUMBER})


# ── scripts ──────────────────────────────────────────────────────────────────────────────────────────────────
def _declare(cursor: Cursor) -> Assign:
    """DECLARE x, y INT64 DEFAULT 5."""
    cursor.expect("DECLARE")
    return scripting.declare(cursor, Cursor.names, frozenset({"DEFAULT"}))


def _set(cursor: Cursor) -> Assign | None:
    """SET x = 5, SET (x, y) = (SELECT AS STRUCT …)."""
    cursor.expect("SET")
    names: Name
    if cursor.done or cursor.keyword(cursor.index).startswith("@"):
        return None
    if cursor.sees_parenthesis():
        names = item_names(cursor)
    elif cursor.tokens[cursor.index].token_type in scripting.NAMES:
        names = (cursor.name(),)
    else:
        return None
    if not cursor.accept("="):
        return None
    return Assign("SET", names, cursor.expression(cursor.index, cursor.end))


def _for(cursor: Cursor) -> Assign:
    """FOR r IN (SELECT …) DO."""
    cursor.expect("FOR")
    name = cursor.name()
    cursor.expect("IN")
    return scripting.record(name, cursor.query(*cursor.parentheses()))


_KEYWORDS = (
    "IF", "ELSEIF", "WHILE", "EXCEPTION", "WHEN", "CASE", "ELSE", "LOOP", "REPEAT", "BEGIN", "END", "UNTIL", "BREAK",
    "LEAVE", "CONTINUE", "ITERATE", "RETURN", "RAISE",
)  # fmt: skip
_STEPS: dict[str, Read] = {**dict.fromkeys(_KEYWORDS, scripting.control_flow), "FOR": _for}


def _call(cursor: Cursor) -> CallProcedure:
    """CALL d.p(1, x): a procedure runs, whose statements stand where it is defined."""
    cursor.expect("CALL")
    name = ".".join(part.name for part in _table(cursor).parts)
    cursor.parentheses()
    return CallProcedure("CALL", name)


def _assert(cursor: Cursor) -> Assertion:
    """ASSERT c AS 'description'."""
    cursor.expect("ASSERT")
    end = cursor.end
    if cursor.is_string(end - 1) and cursor.keyword(end - 2) == "AS":
        end -= 2
    return Assertion("ASSERT", cursor.expression(cursor.index, end))


# ── CREATE ───────────────────────────────────────────────────────────────────────────────────────────────────
_NO_DATA = (
    ("ROW", "ACCESS", "POLICY"), ("ROW", "POLICY"), ("ALL", "ROW", "ACCESS", "POLICIES"), ("ALL", "ROW", "POLICIES"),
    ("INDEX",), ("UNIQUE", "INDEX"), ("SEARCH", "INDEX"), ("VECTOR", "INDEX"), ("CONNECTION",), ("EXTERNAL", "SCHEMA"),
    ("PRIVILEGE", "RESTRICTION"), ("CAPACITY",), ("RESERVATION",), ("ASSIGNMENT",),
    ("DATABASE",), ("SEQUENCE",), ("MODULE",), ("SCHEMA",), ("ORGANIZATION",), ("PROJECT",), ("BI_CAPACITY",),
    ("MODEL",), ("CONSTANT",), ("PROCEDURE",), ("TABLE", "FUNCTION"), ("AGGREGATE", "FUNCTION"),
)  # fmt: skip
"""What CREATE, ALTER and DROP make and change without a table: policies, indexes, connections."""


def _without_data(cursor: Cursor) -> NoData | None:
    """CREATE, ALTER or DROP of something that is no table: what it is, if it is one of these."""
    verb = cursor.keyword(0)
    for words in _NO_DATA:
        if cursor.sees(*words):
            described = (verb, *words)
            return NoData("_".join(described), " ".join(described))
    return None


def _create(cursor: Cursor) -> Result:
    """CREATE FUNCTION in SQL, TABLE FUNCTION, PROCEDURE, copies of tables; the parser reads the others."""
    cursor.expect("CREATE")
    cursor.accept("OR", "REPLACE")
    cursor.accept_any("TEMP", "TEMPORARY", "PUBLIC", "PRIVATE")
    if cursor.accept("PROCEDURE"):
        return _procedure(cursor)
    if cursor.accept("CONSTANT"):
        return _constant(cursor)
    if cursor.sees("MODEL"):
        return _model(cursor)
    if cursor.accept("PROPERTY", "GRAPH"):
        return property_graphs.create(cursor, _table)
    copied = _copied(cursor)
    if copied is not None:
        return copied
    if not cursor.sees("SCHEMA") and not cursor.sees("TABLE") and not cursor.sees("AGGREGATE"):
        without = _without_data(cursor)
        if without is not None:
            return without
    cursor.accept("AGGREGATE")
    table = cursor.accept("TABLE", "FUNCTION")
    if not table and not cursor.accept("FUNCTION"):
        return None
    if_not_exists(cursor)
    name = cursor.dotted_name()
    parameters = _parameters(cursor)
    body = cursor.find(frozenset({"AS"}), cursor.index, cursor.end)
    foreign = cursor.find(frozenset({"LANGUAGE", "REMOTE"}), cursor.index, body) < body
    if foreign or body >= cursor.end or (not table and cursor.is_string(body + 1)):
        return CreateExternalFunction("CREATE_FUNCTION", name)
    start, end = body + 1, cursor.end
    if table:
        return CreateFunction("CREATE_TABLE_FUNCTION", name.lower(), parameters, cursor.query(start, end))
    if cursor.tokens[start].token_type is _T.L_PAREN:
        end = cursor.closing(start) + 1  # OPTIONS (…) may stand behind it
    return CreateFunction("CREATE_FUNCTION", name.lower(), parameters, cursor.expression(start, end))


def _parameters(cursor: Cursor) -> Name:
    """(x INT64, IN y STRUCT<a INT64, b STRING>): the names."""
    firsts = [first + (cursor.keyword(first) in ("IN", "OUT", "INOUT")) for first, _ in cursor.listed()]
    return tuple(cursor.tokens[first].text for first in firsts)


def _procedure(cursor: Cursor) -> CreateProcedure:
    """CREATE PROCEDURE p(x INT64) BEGIN: its parameters are variables of the statements that follow."""
    if_not_exists(cursor)
    name = cursor.dotted_name()
    return CreateProcedure("CREATE_PROCEDURE", _parameters(cursor), None, declares=True, name=name)


def _constant(cursor: Cursor) -> Assign:
    """CREATE CONSTANT c = 5: a variable that never changes."""
    if_not_exists(cursor)
    name = cursor.name_parts()[-1]
    cursor.expect("=")
    return Assign("CREATE_CONSTANT", (name,), cursor.expression(cursor.index, cursor.end), declares=True)


def _model(cursor: Cursor) -> Result:
    """CREATE MODEL m … AS (a AS (query), b AS (query)): made of several queries; one without a query is elsewhere."""
    cursor.expect("MODEL")
    if_not_exists(cursor)
    target = _table(cursor)
    start = cursor.find(frozenset({"AS"}), cursor.index, cursor.end) + 1
    if start > cursor.end:
        return NoData("CREATE_MODEL", "CREATE MODEL")
    inner = cursor.slice(start, cursor.end)
    if not inner.sees_parenthesis() or cursor.keyword(start + 2) != "AS":
        return CreateModel("CREATE_MODEL", target, cursor.query(start, cursor.end))
    select = exp.Select(expressions=[exp.Star()])
    for number, (first, _) in enumerate(inner.listed()):
        query = cursor.query(*cursor.slice(first + 2, cursor.end).parentheses())
        alias = exp.TableAlias(this=identifier(cursor.tokens[first]))
        source = exp.Subquery(this=query, alias=alias)
        if number:
            select.append("joins", exp.Join(this=source))
        else:
            select.set("from_", exp.From(this=source))
    return CreateModel("CREATE_MODEL", target, select)


_COPIES = (("SNAPSHOT", "TABLE"), ("TABLE",), ("MATERIALIZED", "VIEW"))


def _copied(cursor: Cursor) -> CreateTable | None:
    """CREATE SNAPSHOT TABLE s CLONE t, TABLE s COPY t, MATERIALIZED VIEW s AS REPLICA OF t: the rows of another."""
    start = cursor.index
    kind = next((words for words in _COPIES if cursor.accept(*words)), None)
    if kind is None or cursor.sees("FUNCTION"):
        cursor.index = start
        return None
    absent = if_not_exists(cursor)
    target = _table(cursor)
    while not cursor.done and not cursor.accept_any("CLONE", "COPY", "AS"):
        cursor.skip()
    copies = cursor.keyword(cursor.index - 1) != "AS" or cursor.accept("REPLICA", "OF")
    if cursor.done or not copies:
        cursor.index = start
        return None
    query = exp.Select(expressions=[exp.Star()]).from_(_table(cursor), copy=False)
    return CreateTable("_".join(("CREATE", *kind)), target, None, query, if_not_exists=absent)


# ── ALTER, DROP ──────────────────────────────────────────────────────────────────────────────────────────────
def _alter(cursor: Cursor) -> Result:
    """ALTER TABLE t action, action; what is altered besides tables has no columns."""
    cursor.expect("ALTER")
    cursor.accept_any("MATERIALIZED", "APPROX")
    if not cursor.accept_any("TABLE", "VIEW"):
        return _without_data(cursor)
    if_exists(cursor)
    target = _table(cursor)
    actions = [_action(cursor.slice(first, last)) for first, last in cursor.items(cursor.index, cursor.end)]
    if any(action is None for action in actions):
        return None  # the parser may know it
    return AlterTable("ALTER_TABLE", target, tuple(action for action in actions if action is not None))


def _action(cursor: Cursor) -> Action | None:
    """One action of ALTER TABLE."""
    if cursor.accept("RENAME", "TO"):
        return RenameTo(_table(cursor))
    if cursor.accept("RENAME", "COLUMN"):
        if_exists(cursor)
        old = cursor.name()
        cursor.expect("TO")
        return RenameColumn(old, cursor.name())
    if cursor.accept("ADD", "COLUMN"):
        if_not_exists(cursor)
        name = cursor.name_parts()
        end = cursor.find(_BEHIND_TYPE, cursor.index, cursor.end)
        if len(name) > 1:
            return None
        return AddColumn(ColumnDefinition(name[0], cursor.source(cursor.index, end)))
    if cursor.accept("DROP", "COLUMN"):
        if_exists(cursor)
        return DropColumn(cursor.dotted_name())
    if cursor.accept("ALTER", "COLUMN"):
        if_exists(cursor)
        name = cursor.name_parts()
        if not cursor.accept("SET", "DATA", "TYPE"):
            return NoChange()
        end = cursor.find(_BEHIND_TYPE, cursor.index, cursor.end)
        return ChangeColumn(ColumnDefinition(".".join(name), cursor.source(cursor.index, end)))
    known = cursor.keyword(cursor.index) in ("SET", "ADD", "DROP", "ALTER", "REPLACE")
    return NoChange() if known and cursor.keyword(cursor.index + 1) in _HARMLESS else None


_BEHIND_TYPE = frozenset(
    {"NOT", "DEFAULT", "OPTIONS", "PRIMARY KEY", "PRIMARY", "REFERENCES", "HIDDEN", "COLLATE", "GENERATED", "AS",
     "PRECEDING", "FOLLOWING", "FILL", "CONSTRAINT"}
)  # fmt: skip
_HARMLESS = frozenset(
    {"OPTIONS", "DEFAULT", "CONSTRAINT", "PRIMARY KEY", "PRIMARY", "FOREIGN", "FOREIGN KEY", "CHECK", "ROW", "UNIQUE",
     "ON"}
)  # fmt: skip
"""What ALTER TABLE sets, adds and drops besides columns: options, constraints, policies."""


def _drop(cursor: Cursor) -> Result:
    """DROP FUNCTION f(INT64), DROP ROW ACCESS POLICY p ON t; the parser reads DROP TABLE."""
    cursor.expect("DROP")
    if cursor.accept("FUNCTION"):
        if_exists(cursor)
        return DropFunction("DROP_FUNCTION", cursor.dotted_name())
    if cursor.accept("SNAPSHOT", "TABLE") or cursor.accept("EXTERNAL", "TABLE"):
        if_exists(cursor)
        return Drop("DROP_TABLE", (_table(cursor),))
    if cursor.accept("PROPERTY", "GRAPH"):
        if_exists(cursor)
        return Drop("DROP_PROPERTY_GRAPH", (_table(cursor),))
    return _without_data(cursor)


# ── files and models ─────────────────────────────────────────────────────────────────────────────────────────
def _export(cursor: Cursor) -> Result:
    """EXPORT DATA … AS query, EXPORT MODEL m OPTIONS (uri = '…'): a query or a model goes to files."""
    cursor.expect("EXPORT")
    model = cursor.accept("MODEL")
    if not model and not cursor.accept("DATA"):
        return NoData("EXPORT", "EXPORT METADATA") if cursor.sees("METADATA") or cursor.sees("TABLE") else None
    source = exp.Select(expressions=[exp.Star()]).from_(_table(cursor), copy=False) if model else None
    uri = "export"
    while not cursor.done and not cursor.accept("AS"):
        if cursor.accept("OPTIONS"):
            for first, last in cursor.listed():
                if cursor.keyword(first) == "URI" and cursor.is_string(last - 1):
                    uri = cursor.tokens[last - 1].text
        else:
            cursor.skip()
    query = source if source is not None else cursor.query(cursor.index, cursor.end)
    option = exp.Property(this=exp.var("uri"), value=exp.Literal.string(uri))
    return exp.Export(this=query, options=exp.Properties(expressions=[option]))


read = Reader(
    {
        "DECLARE": _declare,
        "SET": _set,
        "EXECUTE": scripting.execute_immediate,
        "CREATE": _create,
        "ALTER": _alter,
        "DROP": _drop,
        "CALL": _call,
        "ASSERT": _assert,
        "EXPORT": _export,
        **dict.fromkeys(("DEFINE", "IMPORT", "MODULE", "ANALYZE"), no_data),
        **_STEPS,
    },
    otherwise=partial(scripting.labelled, steps=_STEPS),
    nested=NESTED_TYPES,
)
