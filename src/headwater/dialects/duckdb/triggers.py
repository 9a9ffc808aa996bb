"""CREATE TRIGGER: what its statement will do, whenever the table changes.

The rows that changed are rows of the table, so NEW, OLD and the transition tables of REFERENCING are the table under
another name: `AFTER INSERT ON t FOR EACH ROW INSERT INTO log VALUES (NEW.id)` hands t.id on to the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.statement import dispatch
from headwater.bind.target import Bound
from headwater.sql.cursor import Cursor
from headwater.sql.reader import if_not_exists
from headwater.sql.statements import Statement

_ROWS = ("new", "old")


@dataclass(frozen=True, slots=True, eq=False)
class CreateTrigger(Statement):
    """CREATE TRIGGER x AFTER INSERT ON t REFERENCING NEW TABLE AS n FOR EACH STATEMENT …."""

    table: exp.Table
    transitions: tuple[str, ...]
    body: exp.Expr


def read(cursor: Cursor) -> CreateTrigger:
    """… TRIGGER [IF NOT EXISTS] x [BEFORE | AFTER | INSTEAD OF] event ON t [REFERENCING …] [FOR EACH …] statement."""
    if_not_exists(cursor)
    cursor.name_parts()
    cursor.accept("INSTEAD", "OF")
    cursor.accept_any("BEFORE", "AFTER")
    cursor.index = cursor.find(frozenset({"ON"}), cursor.index, cursor.end)
    cursor.expect("ON")
    table = cursor.table()
    transitions: list[str] = []
    if cursor.accept("REFERENCING"):
        while cursor.accept_any("NEW", "OLD"):
            cursor.expect("TABLE")
            cursor.accept("AS")
            transitions.append(cursor.name())
    if cursor.accept("FOR"):
        cursor.accept("EACH")
        cursor.accept_any("ROW", "STATEMENT")
    body = cursor.parse(cursor.tokens[cursor.index : cursor.end])
    return CreateTrigger("CREATE_TRIGGER", table, tuple(transitions), body)


def create_trigger(ctx: Context, statement: CreateTrigger) -> Bound:
    """The lineage of the trigger's statement, with the table in the place of its changed rows."""
    body = statement.body
    for name in statement.transitions:
        _name_transition(body, name, statement.table)
    for column in [column for column in body.find_all(exp.Column) if column.table.lower() in _ROWS]:
        # NEW.id: a query of its own, so that no bare name can mean a column of the changed rows
        changed = statement.table.copy()
        changed.set("alias", exp.TableAlias(this=exp.to_identifier(column.table)))
        query = exp.Subquery(this=exp.Select(expressions=[column.copy()], from_=exp.From(this=changed)))
        column.replace(query)
    ctx.look_for_columns(body)
    bound = dispatch.bind(ctx, body)
    return replace(bound, kind=statement.kind, overwrites=False)


def _name_transition(body: exp.Expr, name: str, table: exp.Table) -> None:
    """FROM n, where n is a transition table: the table itself, under that name."""
    target = body.args.get("this")
    for reference in list(body.find_all(exp.Table)):
        if reference is target or reference.args.get("db") or reference.name.lower() != name.lower():
            continue
        reference.set("db", table.args.get("db"))
        reference.set("catalog", table.args.get("catalog"))
        if not reference.alias:
            reference.set("alias", exp.TableAlias(this=exp.to_identifier(reference.name)))
        reference.set("this", table.this.copy())


BINDERS: Mapping[type, Binder] = {CreateTrigger: create_trigger}
