"""Definitions of columns, and the actions of ALTER TABLE, as ClickHouse writes them."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from headwater.sql import reader
from headwater.sql.cursor import Cursor
from headwater.sql.reader import Clause, Column, ColumnSyntax, if_exists, if_not_exists
from headwater.sql.statements import (
    Action,
    ChangeColumn,
    ChangeQuery,
    ColumnDefinition,
    DeleteRows,
    DropColumn,
    MovePartition,
    RenameColumn,
    TakePartition,
    UpdateRows,
)

_T = TokenType
_ROLES = ("DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL", "EXPRESSION")
_CLAUSES = frozenset(
    {
        *_ROLES, "CODEC", "COMMENT", "TTL", "PRIMARY KEY", "PRIMARY", "NULL", "NOT", "STATISTICS", "SETTINGS",
        "COLLATE", "AUTO_INCREMENT", "HIERARCHICAL", "INJECTIVE", "IS_OBJECT_ID", "BIDIRECTIONAL", "FIRST", "AFTER",
        "REMOVE", "MODIFY", "RESET",
    }
)  # fmt: skip
_ENDS_VALUE = _CLAUSES - {"NULL", "NOT", "SETTINGS"}


# ── column definitions ───────────────────────────────────────────────────────────────────────────────────────
def _value(role: str) -> Clause:
    """DEFAULT expression, MATERIALIZED expression and their kin."""

    def clause(cursor: Cursor, column: Column) -> None:
        end = cursor.find(_ENDS_VALUE, cursor.index, cursor.end)
        for index in cursor.same_level(cursor.index, end):
            if cursor.keyword(index) == "SETTINGS" and cursor.keyword(index + 1) == "(" and index > cursor.index:
                end = index  # DEFAULT 1 SETTINGS (max_compress_block_size = 1)
                break
        column.take_value(cursor, role, end)

    return clause


def _skip(cursor: Cursor, column: Column) -> None:
    """CODEC(…), TTL …: how a column is kept."""
    cursor.index = cursor.find(_CLAUSES, cursor.index, cursor.end)


_COLUMN = ColumnSyntax(
    {
        **dict.fromkeys(_CLAUSES, _skip),
        **{keyword: _value(keyword.lower()) for keyword in _ROLES},
        "FIRST": reader.first_clause,
        "AFTER": reader.after_clause,
    }
)


def definition(cursor: Cursor, first: int, last: int) -> ColumnDefinition | None:
    """One item of a list of columns; None for an index, a projection, a constraint or a key, which have no values."""
    keyword = cursor.keyword(first)
    inside = {cursor.keyword(index) for index in cursor.same_level(first + 1, last)}
    if (
        keyword == "PRIMARY KEY"
        or (keyword == "PRIMARY" and cursor.keyword(first + 1) == "KEY")
        or (keyword == "INDEX" and "TYPE" in inside)
        or (keyword == "CONSTRAINT" and inside & {"CHECK", "ASSUME"})
        or (keyword == "PROJECTION" and ("(" in inside or "INDEX" in inside))
        or (keyword in ("FOREIGN KEY", "FOREIGN") and "REFERENCES" in inside)
        or (keyword == "STATISTICS" and "TYPE" in inside)
    ):
        return None
    column = _COLUMN.read(cursor.slice(first, last))
    column.type_text = column.type_text or "unknown"
    return column.definition


# ── ALTER ────────────────────────────────────────────────────────────────────────────────────────────────────
_VERBS = frozenset(
    {
        "ADD", "DROP", "MODIFY", "ALTER", "RENAME", "CLEAR", "COMMENT", "MATERIALIZE", "UPDATE", "DELETE", "ATTACH",
        "DETACH", "REPLACE", "MOVE", "FREEZE", "UNFREEZE", "FETCH", "FORGET", "RESET", "REMOVE", "APPLY", "REWRITE",
        "EXECUTE", "EXPORT",
    }
)  # fmt: skip


def actions(cursor: Cursor) -> tuple[Action, ...]:
    """The actions that change columns or move rows, in order; those that do neither are left out."""
    read = [_action(cursor.slice(first, last)) for first, last in _bounds(cursor)]
    return tuple(action for action in read if action is not None)


def _bounds(cursor: Cursor) -> list[tuple[int, int]]:
    """UPDATE a = 1, b = 2 WHERE c, ADD COLUMN d: a comma begins a new action only before a verb."""
    start = cursor.index
    if cursor.keyword(start) == "(":  # (UPDATE a = 1 WHERE b) SETTINGS mutations_sync = 1
        cursor.end = cursor.find(frozenset({"SETTINGS"}), start, cursor.end)
    commas = [
        index
        for index in cursor.same_level(start, cursor.end)
        if cursor.tokens[index].token_type is _T.COMMA
        and cursor.keyword(index + 1) in _VERBS
        and cursor.keyword(index + 2) not in ("=", ",", "", ".")
    ]
    starts = [start, *(comma + 1 for comma in commas)]
    return [_bare(cursor, first, last) for first, last in zip(starts, [*commas, cursor.end], strict=True)]


def _bare(cursor: Cursor, first: int, last: int) -> tuple[int, int]:
    """(ADD COLUMN a Int8), (DROP COLUMN b): an action may stand in parentheses."""
    if cursor.keyword(first) == "(" and cursor.closing(first) == last - 1:
        return first + 1, last - 1
    return first, last


def _action(cursor: Cursor) -> Action | None:
    verb = cursor.keyword(cursor.index)
    if verb not in _VERBS:
        raise cursor.expected("an action")
    cursor.index += 1
    if verb == "UPDATE":
        return UpdateRows(assignments(cursor), _where(cursor))
    if verb == "DELETE":
        return DeleteRows(_where(cursor))
    if verb in ("ATTACH", "REPLACE") and cursor.keyword(cursor.index) in ("PARTITION", "PARTITIONS"):
        return _take_partition(cursor)
    if verb == "MOVE":
        return _move_partition(cursor)
    if verb == "MODIFY" and cursor.accept("QUERY"):
        return ChangeQuery(cursor.query(cursor.index, cursor.end))
    if verb in ("ADD", "DROP", "MODIFY", "ALTER", "RENAME") and _is_column(cursor, verb):
        return _column(cursor, verb)
    return None


def _is_column(cursor: Cursor, verb: str) -> bool:
    """MODIFY a UInt8 is MODIFY COLUMN a UInt8; MODIFY TTL and the like are something else."""
    if cursor.accept("COLUMN"):
        return True
    return verb == "MODIFY" and cursor.keyword(cursor.index) not in _MODIFIED


_MODIFIED = frozenset(
    {
        "TTL", "SETTING", "ORDER BY", "ORDER", "SAMPLE", "COMMENT", "REFRESH", "SQL", "DEFINER", "STATISTICS", "QUERY",
        "PRIMARY KEY", "PRIMARY", "DATABASE", "",
    }
)  # fmt: skip


def _column(cursor: Cursor, verb: str) -> Action | None:
    if verb == "ADD":
        if_not_exists(cursor)
        return _COLUMN.read(cursor).added()
    if_exists(cursor)
    if verb == "DROP":
        return DropColumn(cursor.dotted_name())
    if verb == "RENAME":
        old = cursor.dotted_name()
        cursor.expect("TO")
        return RenameColumn(old, cursor.dotted_name())
    start = cursor.index
    name = cursor.dotted_name()
    if verb == "ALTER":
        # ALTER COLUMN a TYPE UInt8
        if cursor.accept("TYPE"):
            end = cursor.find(_CLAUSES, cursor.index, cursor.end)
            return ChangeColumn(ColumnDefinition(name, cursor.source(cursor.index, end)))
    else:
        if cursor.accept("REMOVE"):
            return ChangeColumn(ColumnDefinition(name), removes=cursor.keyword(cursor.index))
        if cursor.keyword(cursor.index) in ("MODIFY", "RESET"):
            return None  # MODIFY COLUMN a MODIFY SETTING …
    cursor.index = start
    return _COLUMN.read(cursor).changed()


def assignments(cursor: Cursor) -> tuple[exp.Expr, ...]:
    """a = 1, b = 2 [IN PARTITION p] WHERE …: up to the condition."""
    end = cursor.find(frozenset({"WHERE"}), cursor.index, cursor.end)
    level = cursor.same_level(cursor.index, end)
    partitions = (n for n in level if cursor.keyword(n) == "IN" and cursor.keyword(n + 1) == "PARTITION")
    stop = next(partitions, end)
    expressions = tuple(cursor.expression(first, last) for first, last in cursor.items(cursor.index, stop))
    cursor.index = end
    return expressions


def _where(cursor: Cursor) -> exp.Expr:
    cursor.index = cursor.find(frozenset({"WHERE"}), cursor.index, cursor.end)
    cursor.expect("WHERE")
    return cursor.expression(cursor.index, cursor.find(frozenset({"SETTINGS"}), cursor.index, cursor.end))


def _take_partition(cursor: Cursor) -> TakePartition | None:
    """ATTACH PARTITION p FROM t; ATTACH PARTITION p alone takes back what was detached."""
    cursor.index = cursor.find(frozenset({"FROM"}), cursor.index, cursor.end)
    return TakePartition(cursor.table()) if cursor.accept("FROM") else None


def _move_partition(cursor: Cursor) -> MovePartition | None:
    """MOVE PARTITION p TO TABLE t; TO DISK moves nothing that has a name here."""
    cursor.index = cursor.find(frozenset({"TO"}), cursor.index, cursor.end)
    return MovePartition(cursor.table()) if cursor.accept("TO", "TABLE") else None
