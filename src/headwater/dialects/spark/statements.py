"""Spark's statements around queries: functions in SQL, variables, scripts (BEGIN … END), dynamic SQL.

A script's blocks are cut where a statement begins, as in GoogleSQL (`dialects/googlesql/statements.py`); what differs
is here. To add a statement: a branch in `read`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.dialects.googlesql import statements as googlesql_statements
from headwater.sql import statements
from headwater.sql.cursor import Cursor
from headwater.sql.grammar import Parse, Rule, Words, word

_T = TokenType
_STEPS = frozenset(
    {"IF", "ELSEIF", "ELSE", "WHILE", "CASE", "WHEN", "LOOP", "REPEAT", "BEGIN", "END", "UNTIL", "LEAVE", "ITERATE",
     "SIGNAL", "RESIGNAL", "OPEN", "FETCH", "CLOSE"}
)  # fmt: skip

SCRIPT: Sequence[Rule] = googlesql_statements.SCRIPT


def read(tokens: Words, text: str, parse: Parse) -> object | None:
    """A statement of a script, a function in SQL or dynamic SQL as a form; None where the parser reads it."""
    cursor = Cursor(text, tokens, parse)
    head = word(tokens, 0)
    if len(tokens) > 2 and tokens[1].token_type is _T.COLON and word(tokens, 2) in (*_STEPS, "FOR"):
        cursor.at, head = 2, word(tokens, 2)
    if head == "DECLARE":
        return _declare(cursor)
    if head == "SET":
        return _set(cursor)
    if head == "EXECUTE" and word(tokens, 1) == "IMMEDIATE":
        return googlesql_statements.immediate(cursor)
    if head == "CREATE":
        return _create(cursor)
    if head == "FOR":
        return _for(cursor)
    if head in _STEPS:
        return statements.Step(head, head)
    return None


def _names(cursor: Cursor) -> list[str]:
    names = [cursor.dotted().rpartition(".")[2]]
    while not cursor.done and cursor.tokens[cursor.at].token_type is _T.COMMA:
        cursor.at += 1
        names.append(cursor.dotted().rpartition(".")[2])
    return names


def _declare(cursor: Cursor) -> object:
    """DECLARE [VARIABLE] x, y INT DEFAULT 5, DECLARE x = 5; conditions, handlers and cursors move nothing."""
    cursor.need("DECLARE")
    cursor.take("OR", "REPLACE")
    cursor.any_of("VARIABLE", "VAR")
    if cursor.word(cursor.at) in ("EXIT", "CONTINUE") or cursor.word(cursor.at + 1) in ("CONDITION", "CURSOR"):
        return statements.Step("DECLARE", "DECLARE")
    names = _names(cursor)
    default = cursor.find(frozenset({"DEFAULT", "="}), cursor.at, cursor.end)
    value = cursor.expression(default + 1, cursor.end) if default < cursor.end else None
    return statements.Assign("DECLARE", names, value, declares=True)


def _set(cursor: Cursor) -> statements.Assign | None:
    """SET VAR x = 5, SET (x, y) = (SELECT …); in a script VAR may be left out, and a setting has dots in its name."""
    cursor.need("SET")
    said = bool(cursor.any_of("VAR", "VARIABLE"))
    if cursor.done:
        return None
    if cursor.tokens[cursor.at].token_type is _T.L_PAREN:
        first, last = cursor.inside()
        names = [cursor.tokens[low].text for low, _ in cursor.parts(first, last)]
    elif cursor.tokens[cursor.at].token_type in (_T.VAR, _T.IDENTIFIER):
        dotted = cursor.dotted()
        if "." in dotted and not said and not dotted.lower().startswith(("session.", "system.session.")):
            return None
        names = [dotted.rpartition(".")[2]]
    else:
        return None
    if cursor.word(cursor.at) != "=":
        return None
    value = cursor.expressions(cursor.at + 1, cursor.end)
    if len(value) != 1 or (not said and isinstance(value[0], exp.Column)):
        return None  # SET key = value
    return statements.Assign("SET", names, value[0])


def _for(cursor: Cursor) -> statements.Assign:
    """FOR r AS SELECT … DO: a record with the columns of its query."""
    cursor.need("FOR")
    name = ""
    if cursor.word(cursor.at + 1) == "AS":
        name = cursor.name()
        cursor.need("AS")
    end = cursor.end - (cursor.word(cursor.end - 1) == "DO")
    return statements.Assign("FOR", [name or "for"], cursor.query(cursor.at, end), declares=True, record=True)


def _create(cursor: Cursor) -> object | None:
    """CREATE FUNCTION f(x INT) RETURNS INT RETURN x + 1; … RETURNS TABLE (p INT) RETURN SELECT …."""
    cursor.need("CREATE")
    cursor.take("OR", "REPLACE")
    cursor.any_of("TEMP", "TEMPORARY")
    if not cursor.take("FUNCTION"):
        return None
    cursor.take("IF", "NOT", "EXISTS")
    name = cursor.dotted()
    if cursor.done or cursor.tokens[cursor.at].token_type is not _T.L_PAREN:
        return None  # CREATE FUNCTION f AS 'class' USING JAR '…'
    parameters, values = _parameters(cursor)
    columns = _columns(cursor)
    body = cursor.find(frozenset({"RETURN"}), cursor.at, cursor.end)
    if body >= cursor.end:
        return statements.CreateForeign("CREATE_FUNCTION", name)
    start = body + 1
    if columns is not None or cursor.word(start) in ("SELECT", "WITH", "FROM", "TABLE"):
        tree = cursor.query(start, cursor.end)
        if columns:
            alias = exp.TableAlias(this=exp.to_identifier("t"), columns=[exp.to_identifier(one) for one in columns])
            inner = exp.Subquery(this=tree, alias=alias)
            tree = exp.Select(expressions=[exp.Star()]).from_(inner, copy=False)
        return statements.CreateFunction("CREATE_FUNCTION", name.lower(), parameters, tree, values)
    return statements.CreateFunction(
        "CREATE_FUNCTION", name.lower(), parameters, cursor.expression(start, cursor.end), values
    )


def _parameters(cursor: Cursor) -> tuple[tuple[str, ...], tuple[exp.Expr | None, ...]]:
    """(x INT, y STRING DEFAULT 'a' COMMENT 'b'): names, and what stands for those that are not given."""
    first, last = cursor.inside()
    names: list[str] = []
    values: list[exp.Expr | None] = []
    for low, high in cursor.parts(first, last):
        names.append(cursor.tokens[low].text)
        default = cursor.find(frozenset({"DEFAULT"}), low, high)
        stop = cursor.find(frozenset({"COMMENT"}), low, high)
        values.append(cursor.expression(default + 1, stop) if default < high else None)
    return tuple(names), tuple(values)


def _columns(cursor: Cursor) -> list[str] | None:
    """RETURNS TABLE (p INT, q STRING): the names; None where it returns one value."""
    if not cursor.take("RETURNS", "TABLE"):
        return None
    if cursor.done or cursor.tokens[cursor.at].token_type is not _T.L_PAREN:
        return []
    first, last = cursor.inside()
    return [cursor.tokens[low].text for low, _ in cursor.parts(first, last)]
