"""GoogleSQL's statements around queries: scripts, functions in SQL, dynamic SQL, snapshots.

What is not read here is left to the parser. To add a statement: a function, and a line in `read`.
"""

from __future__ import annotations

from functools import partial

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.sql import scripting
from headwater.sql.cursor import NESTED_TYPES, Cursor
from headwater.sql.reader import Read, Reader, Result, if_not_exists, item_names
from headwater.sql.statements import (
    Assign,
    CreateExternalFunction,
    CreateFunction,
    CreateTable,
    Name,
)

_T = TokenType


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


# ── CREATE ───────────────────────────────────────────────────────────────────────────────────────────────────
def _create(cursor: Cursor) -> Result:
    """CREATE FUNCTION in SQL, TABLE FUNCTION, PROCEDURE, SNAPSHOT TABLE; the parser reads the others."""
    cursor.expect("CREATE")
    cursor.accept("OR", "REPLACE")
    cursor.accept_any("TEMP", "TEMPORARY")
    if cursor.accept("PROCEDURE"):
        return _procedure(cursor)
    if cursor.accept("SNAPSHOT", "TABLE"):
        return _snapshot(cursor)
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


def _procedure(cursor: Cursor) -> Assign:
    """CREATE PROCEDURE p(x INT64) BEGIN: its parameters are variables of the statements that follow."""
    if_not_exists(cursor)
    cursor.dotted_name()
    return Assign("CREATE_PROCEDURE", _parameters(cursor), None, declares=True)


def _snapshot(cursor: Cursor) -> CreateTable:
    """CREATE SNAPSHOT TABLE s CLONE t: a table with the rows of another."""
    absent = if_not_exists(cursor)
    target = cursor.table()
    cursor.expect("CLONE")
    query = exp.Select(expressions=[exp.Star()]).from_(cursor.table(), copy=False)
    return CreateTable("CREATE_SNAPSHOT_TABLE", target, None, query, if_not_exists=absent)


read = Reader(
    {
        "DECLARE": _declare,
        "SET": _set,
        "EXECUTE": scripting.execute_immediate,
        "CREATE": _create,
        **_STEPS,
    },
    otherwise=partial(scripting.labelled, steps=_STEPS),
    nested=NESTED_TYPES,
)
