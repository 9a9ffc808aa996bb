"""Spark's statements around queries: functions in SQL, variables, scripts (BEGIN … END), dynamic SQL.

What is not read here is left to the parser. To add a statement: a function, and a line in `read`.
"""

from __future__ import annotations

from functools import partial

from sqlglot import exp

from headwater.sql import scripting
from headwater.sql.cursor import NESTED_TYPES, Cursor
from headwater.sql.reader import Read, Reader, Result, if_not_exists, item_names, parameters
from headwater.sql.statements import Assign, ControlFlow, CreateExternalFunction, CreateFunction, Name


# ── scripts ──────────────────────────────────────────────────────────────────────────────────────────────────
def _step(cursor: Cursor) -> ControlFlow:
    keyword = cursor.keyword(cursor.index)
    return ControlFlow(keyword, keyword)


def _names(cursor: Cursor) -> list[str]:
    """x, session.y: variables by their last name."""
    names = [cursor.name_parts()[-1]]
    while cursor.accept(","):
        names.append(cursor.name_parts()[-1])
    return names


def _declare(cursor: Cursor) -> Result:
    """DECLARE [VARIABLE] x, y INT DEFAULT 5, DECLARE x = 5; conditions, handlers and cursors move nothing."""
    cursor.expect("DECLARE")
    cursor.accept("OR", "REPLACE")
    cursor.accept_any("VARIABLE", "VAR")
    handler = cursor.keyword(cursor.index) in ("EXIT", "CONTINUE")
    if handler or cursor.keyword(cursor.index + 1) in ("CONDITION", "CURSOR"):
        return ControlFlow("DECLARE", "DECLARE")
    return scripting.declare(cursor, _names, frozenset({"DEFAULT", "="}))


def _set(cursor: Cursor) -> Assign | None:
    """SET VAR x = 5, SET (x, y) = (SELECT …); in a script VAR may be left out, and a setting has dots in its name."""
    cursor.expect("SET")
    variable = bool(cursor.accept_any("VAR", "VARIABLE"))
    names: Name
    if cursor.done:
        return None
    if cursor.sees_parenthesis():
        names = item_names(cursor)
    elif cursor.tokens[cursor.index].token_type in scripting.NAMES:
        parts = cursor.name_parts()
        own = ".".join(parts).lower().startswith(("session.", "system.session."))
        if len(parts) > 1 and not variable and not own:
            return None
        names = parts[-1:]
    else:
        return None
    if not cursor.accept("="):
        return None
    values = cursor.expressions(cursor.index, cursor.end)
    if len(values) != 1 or (not variable and isinstance(values[0], exp.Column)):
        return None  # SET key = value
    return Assign("SET", names, values[0])


def _for(cursor: Cursor) -> Assign:
    """FOR r AS SELECT … DO."""
    cursor.expect("FOR")
    name = "for"
    if cursor.keyword(cursor.index + 1) == "AS":
        name = cursor.name()
        cursor.expect("AS")
    end = cursor.end - (cursor.keyword(cursor.end - 1) == "DO")
    return scripting.record(name, cursor.query(cursor.index, end))


_KEYWORDS = (
    "IF", "ELSEIF", "ELSE", "WHILE", "CASE", "WHEN", "LOOP", "REPEAT", "BEGIN", "END", "UNTIL", "LEAVE", "ITERATE",
    "SIGNAL", "RESIGNAL", "OPEN", "FETCH", "CLOSE",
)  # fmt: skip
_STEPS: dict[str, Read] = {**dict.fromkeys(_KEYWORDS, _step), "FOR": _for}


# ── functions ────────────────────────────────────────────────────────────────────────────────────────────────
def _create(cursor: Cursor) -> Result:
    """CREATE FUNCTION f(x INT) RETURNS INT RETURN x + 1; … RETURNS TABLE (p INT) RETURN SELECT …."""
    cursor.expect("CREATE")
    cursor.accept("OR", "REPLACE")
    cursor.accept_any("TEMP", "TEMPORARY")
    if not cursor.accept("FUNCTION"):
        return None
    if_not_exists(cursor)
    name = cursor.dotted_name()
    if not cursor.sees_parenthesis():
        return None  # CREATE FUNCTION f AS 'class' USING JAR '…'
    names, defaults = parameters(cursor, frozenset({"DEFAULT"}), frozenset({"COMMENT"}))
    columns = _returned_columns(cursor)
    start = cursor.find(frozenset({"RETURN"}), cursor.index, cursor.end) + 1
    if start > cursor.end:
        return CreateExternalFunction("CREATE_FUNCTION", name)
    if columns is None and cursor.keyword(start) not in ("SELECT", "WITH", "FROM", "TABLE"):
        body = cursor.expression(start, cursor.end)
    else:
        body = cursor.query(start, cursor.end)
        if columns:
            alias = exp.TableAlias(
                this=exp.to_identifier("t"), columns=[exp.to_identifier(column) for column in columns]
            )
            inner = exp.Subquery(this=body, alias=alias)
            body = exp.Select(expressions=[exp.Star()]).from_(inner, copy=False)
    return CreateFunction("CREATE_FUNCTION", name.lower(), names, body, defaults)


def _returned_columns(cursor: Cursor) -> Name | None:
    """RETURNS TABLE (p INT, q STRING): the names; None where it returns one value."""
    if not cursor.accept("RETURNS", "TABLE"):
        return None
    return item_names(cursor) if cursor.sees_parenthesis() else ()


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
