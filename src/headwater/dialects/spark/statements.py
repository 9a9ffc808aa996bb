"""Spark's statements around queries: functions in SQL, variables, scripts (BEGIN … END), dynamic SQL.

What is not read here is left to the parser. To add a statement: a function, and a line in `read`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.sql import scripting
from headwater.sql.cursor import NESTED_TYPES, Cursor
from headwater.sql.grammar import synthetic
from headwater.sql.reader import Read, Reader, Result, call_procedure, if_not_exists, item_names, parameters
from headwater.sql.statements import Assign, ControlFlow, CreateExternalFunction, CreateFunction, Name, NoData

_T = TokenType


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
    if cursor.keyword(cursor.index + 1) != "=":  # DECLARE var = 5
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


# ── statements that move no data ─────────────────────────────────────────────────────────────────────────────
_NO_DATA = frozenset({"RESET", "MSCK", "REPAIR", "COMMENT", "DESC", "DESCRIBE", "UNCACHE", "REFRESH"})
_SCHEMAS = ("SCHEMA", "DATABASE", "NAMESPACE")


def _no_data(cursor: Cursor) -> NoData:
    keyword = cursor.keyword(0)
    return NoData(keyword, keyword)


def _drop(cursor: Cursor) -> Result:
    """DROP TEMPORARY VARIABLE [IF EXISTS] x; what else is dropped the parser reads."""
    cursor.expect("DROP")
    cursor.accept_any("TEMP", "TEMPORARY")
    return NoData("DROP_VARIABLE", "DROP VARIABLE") if cursor.accept_any("VARIABLE", "VAR") else None


def _alter(cursor: Cursor) -> Result:
    """ALTER VIEW v AS query is a new definition; properties, comments and locations move no data."""
    cursor.expect("ALTER")
    what = cursor.accept_any("TABLE", "VIEW", *_SCHEMAS)
    if what in _SCHEMAS:
        return NoData(f"ALTER_{what}", f"ALTER {what}")
    if what == "VIEW":
        start = cursor.find(frozenset({"AS"}), cursor.index, cursor.end)
        if start < cursor.end:
            head = cursor.tokens[0]
            words = ((_T.CREATE, "CREATE"), (_T.OR, "OR"), (_T.REPLACE, "REPLACE"))
            create = [synthetic(head, kind, text) for kind, text in words]
            return cursor.parse([*create, *cursor.tokens[1 : cursor.end]])
    if not what:
        return None
    rest = {cursor.keyword(index) for index in range(cursor.index, cursor.end)}
    changes = cursor.find(frozenset({"CHANGE", "ALTER"}), cursor.index, cursor.end)
    comments = changes < cursor.end and "COMMENT" in (cursor.keyword(changes + 2), cursor.keyword(changes + 3))
    if "TBLPROPERTIES" in rest or ("WITH" in rest and what == "VIEW") or (comments and "TYPE" not in rest):
        return NoData(f"ALTER_{what}", f"ALTER {what}")
    return None


def _execute_immediate(cursor: Cursor) -> Result:
    """EXECUTE IMMEDIATE 'text' USING 'c1' AS col, 5: parameters that are constants stand in the text."""
    statement = scripting.execute_immediate(cursor)
    start = cursor.find(frozenset({"USING"}), 0, cursor.end)
    if statement is None or statement.text is None or start >= cursor.end:
        return statement
    end = cursor.find(frozenset({"INTO"}), start, cursor.end)
    first = start + 1
    if cursor.keyword(first) == "(" and cursor.closing(first) == end - 1:
        first, end = first + 1, end - 1
    text = statement.text
    for begin, stop in cursor.items(first, end):
        named = cursor.find(frozenset({"AS"}), begin, stop)
        if named - begin != 1 or cursor.tokens[begin].token_type not in (_T.STRING, _T.NUMBER):
            continue
        literal = cursor.tokens[begin].text
        if cursor.is_string(begin):
            literal = "'" + literal.replace("'", "\\'") + "'"
        if named < stop:
            pattern = rf":{re.escape(cursor.tokens[named + 1].text)}\b"
            text = re.sub(pattern, lambda _, value=literal: value, text)  # type: ignore[misc]
        else:
            text = text.replace("?", literal, 1)
    return replace(statement, text=text)


read = Reader(
    {
        "DECLARE": _declare,
        "SET": _set,
        "EXECUTE": _execute_immediate,
        "DROP": _drop,
        "ALTER": _alter,
        **dict.fromkeys(_NO_DATA, _no_data),
        "CALL": call_procedure,
        "CREATE": _create,
        **_STEPS,
    },
    otherwise=partial(scripting.labelled, steps=_STEPS),
    nested=NESTED_TYPES,
)
