"""Definitions of columns, and the actions of ALTER TABLE, as ClickHouse writes them."""

from __future__ import annotations

from typing import Any

from sqlglot.tokenizer_core import TokenType

from headwater.sql import statements
from headwater.sql.cursor import Cursor
from headwater.sql.grammar import Unreadable

_T = TokenType
_ROLES = {
    "DEFAULT": "default",
    "MATERIALIZED": "materialized",
    "ALIAS": "alias",
    "EPHEMERAL": "ephemeral",
    "EXPRESSION": "expression",
}
_BEHIND_TYPE = frozenset(
    {
        *_ROLES, "CODEC", "COMMENT", "TTL", "PRIMARY KEY", "PRIMARY", "NULL", "NOT", "STATISTICS", "SETTINGS",
        "COLLATE", "AUTO_INCREMENT", "HIERARCHICAL", "INJECTIVE", "IS_OBJECT_ID", "BIDIRECTIONAL", "FIRST", "AFTER",
        "REMOVE", "MODIFY", "RESET",
    }
)  # fmt: skip
_BEHIND_VALUE = _BEHIND_TYPE - {"NULL", "NOT", "SETTINGS"}


def definition(cursor: Cursor, first: int, last: int) -> statements.Definition | None:
    """One item of a list of columns; None for an index, a projection, a constraint or a key, which have no values."""
    word = cursor.word(first)
    inside = {cursor.word(at) for at in cursor.level(first + 1, last)}
    if (
        word == "PRIMARY KEY"
        or (word == "PRIMARY" and cursor.word(first + 1) == "KEY")
        or (word == "INDEX" and "TYPE" in inside)
        or (word == "CONSTRAINT" and inside & {"CHECK", "ASSUME"})
        or (word == "PROJECTION" and ("(" in inside or "INDEX" in inside))
        or (word in ("FOREIGN KEY", "FOREIGN") and "REFERENCES" in inside)
        or (word == "STATISTICS" and "TYPE" in inside)
    ):
        return None
    part = cursor.part(first, last)
    return _definition(part)


def _definition(cursor: Cursor) -> statements.Definition:
    name = cursor.dotted()
    until = cursor.find(_BEHIND_TYPE, cursor.at, cursor.end)
    type_text = cursor.source(cursor.at, until) or "unknown"
    cursor.at = until
    role, value, text, place = "", None, "", (-1, -1)
    while not cursor.done:
        word = cursor.word(cursor.at)
        if word in _ROLES:
            cursor.at += 1
            until = cursor.find(_BEHIND_VALUE, cursor.at, cursor.end)
            role = _ROLES[word]
            if until > cursor.at:
                value, text = cursor.expression(cursor.at, until), cursor.source(cursor.at, until)
                place = cursor.span(cursor.at, until)
            cursor.at = until
        elif word in _BEHIND_TYPE:
            cursor.at = cursor.find(_BEHIND_TYPE, cursor.at + 1, cursor.end)
        else:
            raise Unreadable("a clause of a column", cursor.tokens[cursor.at])
    kind: Any = role
    return statements.Definition(name, type_text, kind, value, text, *place)


# ── ALTER ────────────────────────────────────────────────────────────────────────────────────────────────────
_VERBS = frozenset(
    {
        "ADD", "DROP", "MODIFY", "ALTER", "RENAME", "CLEAR", "COMMENT", "MATERIALIZE", "UPDATE", "DELETE", "ATTACH",
        "DETACH", "REPLACE", "MOVE", "FREEZE", "UNFREEZE", "FETCH", "FORGET", "RESET", "REMOVE", "APPLY", "REWRITE",
        "EXECUTE", "EXPORT",
    }
)  # fmt: skip


def alter(cursor: Cursor) -> list[statements.Action]:
    """The actions that change columns or move rows, in order; those that do neither are left out."""
    found: list[statements.Action] = []
    for first, last in _actions(cursor):
        part = cursor.part(first, last)
        action = _action(part)
        if action is not None:
            found.append(action)
    return found


def _actions(cursor: Cursor) -> list[tuple[int, int]]:
    """UPDATE a = 1, b = 2 WHERE c, ADD COLUMN d: a comma begins a new action only before a verb."""
    start = cursor.at
    cuts = [
        at
        for at in cursor.level(start, cursor.end)
        if cursor.tokens[at].token_type is _T.COMMA
        and cursor.word(at + 1) in _VERBS
        and cursor.word(at + 2) not in ("=", ",", "", ".")
    ]
    bounds = [start, *(cut + 1 for cut in cuts)]
    return [_without_parentheses(cursor, first, last) for first, last in zip(bounds, [*cuts, cursor.end], strict=True)]


def _without_parentheses(cursor: Cursor, first: int, last: int) -> tuple[int, int]:
    """(ADD COLUMN a Int8), (DROP COLUMN b): an action may stand in parentheses."""
    if cursor.word(first) == "(" and cursor.close(first) == last - 1:
        return first + 1, last - 1
    return first, last


def _action(cursor: Cursor) -> statements.Action | None:
    verb = cursor.word(cursor.at)
    if verb not in _VERBS:
        raise Unreadable("an action", cursor.tokens[cursor.at])
    cursor.at += 1
    if verb == "UPDATE":
        return _mutation(cursor)
    if verb == "DELETE":
        return statements.DeleteRows(_mutated_where(cursor))
    if verb in ("ATTACH", "REPLACE") and cursor.word(cursor.at) in ("PARTITION", "PARTITIONS"):
        return _take_rows(cursor)
    if verb == "MOVE":
        return _give_rows(cursor)
    if verb == "MODIFY" and cursor.take("QUERY"):
        return statements.ChangeQuery(cursor.query(cursor.at, cursor.end))
    if verb in ("ADD", "DROP", "MODIFY", "ALTER", "RENAME") and _is_column(cursor, verb):
        return _column(cursor, verb)
    return None


def _is_column(cursor: Cursor, verb: str) -> bool:
    """MODIFY a UInt8 is MODIFY COLUMN a UInt8; MODIFY TTL and the like are something else."""
    if cursor.take("COLUMN"):
        return True
    return verb == "MODIFY" and cursor.word(cursor.at) not in _MODIFIED


_MODIFIED = frozenset(
    {
        "TTL", "SETTING", "ORDER BY", "ORDER", "SAMPLE", "COMMENT", "REFRESH", "SQL", "DEFINER", "STATISTICS", "QUERY",
        "PRIMARY KEY", "PRIMARY", "DATABASE", "",
    }
)  # fmt: skip


def _column(cursor: Cursor, verb: str) -> statements.Action | None:
    if verb == "ADD":
        cursor.take("IF", "NOT", "EXISTS")
        column, after, first = _placed(cursor)
        return statements.AddColumn(column, after, first)
    cursor.take("IF", "EXISTS")
    if verb == "DROP":
        return statements.DropColumn(cursor.dotted())
    if verb == "RENAME":
        old = cursor.dotted()
        cursor.need("TO")
        return statements.NameColumn(old, cursor.dotted())
    if verb == "ALTER":
        # ALTER COLUMN a TYPE UInt8
        start = cursor.at
        name = cursor.dotted()
        if not cursor.take("TYPE"):
            cursor.at = start
            column, after, first = _placed(cursor)
            return statements.ChangeColumn(column, after, first)
        until = cursor.find(_BEHIND_TYPE, cursor.at, cursor.end)
        return statements.ChangeColumn(statements.Definition(name, cursor.source(cursor.at, until)))
    at = cursor.at
    name = cursor.dotted()
    if cursor.take("REMOVE"):
        return statements.ChangeColumn(statements.Definition(name), removes=cursor.word(cursor.at))
    if cursor.word(cursor.at) in ("MODIFY", "RESET"):
        return None  # MODIFY COLUMN a MODIFY SETTING …
    cursor.at = at
    column, after, first = _placed(cursor)
    return statements.ChangeColumn(column, after, first)


def _placed(cursor: Cursor) -> tuple[statements.Definition, str | None, bool]:
    """A definition and the column that it is to stand behind."""
    end = cursor.end
    at = cursor.find(frozenset({"FIRST", "AFTER"}), cursor.at + 1, end)
    part = cursor.part(cursor.at, at)
    column = _definition(part)
    if at >= end:
        return column, None, False
    cursor.at = at
    if cursor.take("FIRST"):
        return column, None, True
    cursor.need("AFTER")
    return column, cursor.dotted(), False


def _mutation(cursor: Cursor) -> statements.Action:
    end = cursor.find(frozenset({"WHERE"}), cursor.at, cursor.end)
    stop = end
    for at in cursor.level(cursor.at, end):
        if cursor.word(at) == "IN" and cursor.word(at + 1) == "PARTITION":
            stop = at
            break
    assignments = [cursor.expression(low, high) for low, high in cursor.parts(cursor.at, stop)]
    cursor.at = end
    return statements.SetColumns(tuple(assignments), _mutated_where(cursor))


def _mutated_where(cursor: Cursor) -> Any:
    cursor.at = cursor.find(frozenset({"WHERE"}), cursor.at, cursor.end)
    cursor.need("WHERE")
    end = cursor.find(frozenset({"SETTINGS"}), cursor.at, cursor.end)
    return cursor.expression(cursor.at, end)


def _take_rows(cursor: Cursor) -> statements.Action | None:
    """ATTACH PARTITION p FROM t; ATTACH PARTITION p alone takes back what was detached."""
    at = cursor.find(frozenset({"FROM"}), cursor.at, cursor.end)
    if at >= cursor.end:
        return None
    cursor.at = at + 1
    return statements.TakeRows(cursor.table())


def _give_rows(cursor: Cursor) -> statements.Action | None:
    """MOVE PARTITION p TO TABLE t; TO DISK moves nothing that has a name here."""
    at = cursor.find(frozenset({"TO"}), cursor.at, cursor.end)
    cursor.at = at
    if not cursor.take("TO", "TABLE"):
        return None
    return statements.GiveRows(cursor.table())
