"""ALTER TABLE of every dialect: columns that come, go and change, rows that are changed, moved or taken from another
table, and where the rows are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from headwater.base import codes
from headwater.base.identifiers import dotted
from headwater.base.levels import INFERRED
from headwater.base.types import Array, Struct, Type, parse_type
from headwater.bind.context import Context
from headwater.bind.expr import computed_columns
from headwater.bind.names.frame import Frame
from headwater.bind.relation import from_, query, select
from headwater.bind.scope import Ctes
from headwater.bind.statement import create, external_tables
from headwater.bind.statement.catalog import handed_on, renamed
from headwater.bind.statement.columns import column_of, hull, reads_of, table_frame, values_inside
from headwater.bind.statement.update import assignments
from headwater.bind.target import Bound, Target
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born
from headwater.rel.operators import Write
from headwater.sql import statements
from headwater.sql.statements import AlterTable, ChangeRows, ColumnDefinition


def alter(ctx: Context, statement: AlterTable) -> Bound:
    """ALTER TABLE: each action in its turn."""
    target = Target(ctx, statement.target)
    bound = Bound(_kind(statement), target=target.dataset, adds=True)
    table = target.table
    for action in statement.actions:
        if isinstance(action, statements.RenameTo):
            _rename(ctx, target, bound, action)
            return bound
        _move(ctx, target, bound, action)
        change = _CHANGES.get(type(action))
        if change is not None and table is not None and table.columns is not None:
            table = change(ctx, table, action)
        elif isinstance(action, statements.UnknownAction) and table is not None and table.columns is not None:
            ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(action.tree), f"{action.name} of ALTER")
    if table is not None and table is not target.table:
        bound.changes.append((target.key, table))
        if table.options:
            places = ctx.dialect.statements.locations(ctx.session, target.key, table)
            bound.links += [(target.dataset.name, place) for place in places]
    inside = _inside(ctx, target, table, statement)
    bound.writes += [inside] if inside is not None else []
    if not statement.actions:
        ctx.say(codes.NO_DATA, None, "This ALTER")
    return bound


def _kind(statement: AlterTable) -> str:
    """A mutation is what it would be as a statement of its own."""
    kinds = {type(action) for action in statement.actions}
    if kinds == {statements.UpdateRows}:
        return "UPDATE"
    return "DELETE" if kinds == {statements.DeleteRows} else statement.kind


def _rename(ctx: Context, target: Target, bound: Bound, action: statements.RenameTo) -> None:
    """RENAME TO u: what the new name leaves out is that of the old one."""
    parts = ctx.table_parts(action.table)
    parts = (*target.parts[: max(len(target.parts) - len(parts), 0)], *parts)
    bound.changes += renamed(ctx, target.parts, parts)
    bound.renamed.append((target.dataset.name, dotted(ctx.session.spelled(parts))))
    bound.writes.append(handed_on(ctx, target.parts, parts, target.table))
    bound.target = bound.writes[-1].dataset


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────
def change_rows(ctx: Context, statement: ChangeRows) -> Bound:
    """DELETE FROM t WHERE c, UPDATE t SET a = x WHERE c."""
    target = Target(ctx, statement.target)
    return Bound(statement.kind, [_mutation(ctx, target, statement.action)], target.dataset)


def _move(ctx: Context, target: Target, bound: Bound, action: statements.Action) -> None:
    """The rows that an action changes or moves."""
    if isinstance(action, (statements.UpdateRows, statements.DeleteRows)):
        bound.writes.append(_mutation(ctx, target, action))
    elif isinstance(action, statements.TakePartition):
        bound.writes.append(_partition(ctx, target, Target(ctx, action.source)))
    elif isinstance(action, statements.MovePartition):
        bound.writes.append(_partition(ctx, Target(ctx, action.target), target))
        bound.target = bound.writes[-1].dataset
    elif isinstance(action, statements.ChangeQuery):
        _query(ctx, target, bound, action)
    elif isinstance(action, statements.ChangeColumn) and action.using is not None:
        bound.writes.append(_using(ctx, target, action))


def _mutation(ctx: Context, target: Target, action: statements.UpdateRows | statements.DeleteRows) -> Write:
    frame = Frame(ctx, None, Ctes())
    rel = from_.bind_source(frame, target.node)
    births: list[Born] = []
    verb = "DELETE"
    if isinstance(action, statements.UpdateRows):
        births = assignments(frame, target, list(action.assignments))
        verb = "UPDATE"
    rel = frame.settle(rel)
    if action.where is not None:
        rel = select.where(frame, rel, action.where, "WHERE")
    return Write(ctx.rows(), frame.settle(rel), target.dataset, verb, births)


def _partition(ctx: Context, into: Target, source: Target) -> Write:
    """Partitions of one table become partitions of another: every column by its name."""
    entry = table_frame(ctx, source, source.table)[2]
    for side in (source, into):
        if side.table is None or side.table.columns is None:
            ctx.say(codes.UNKNOWN_TABLE, None, side.dataset.name, "")
    table = into.table if into.table is not None and into.table.columns is not None else Table(into.parts, None)
    return external_tables.by_name(ctx, into.dataset, table, entry, "INSERT", INFERRED if table.columns is None else 0)


def _query(ctx: Context, target: Target, bound: Bound, action: statements.ChangeQuery) -> None:
    """MODIFY QUERY: what the view writes, it writes from here on."""
    answered = query.bind(ctx, action.query, None, Ctes())
    if target.table is not None and target.table.behind:
        target = Target(ctx, external_tables.table_node(target.table.behind))
        bound.target = target.dataset
    bound.writes.append(create.into(ctx, target, answered, verb="INSERT"))


def _using(ctx: Context, target: Target, action: statements.ChangeColumn) -> Write:
    """ALTER COLUMN a TYPE VARCHAR USING b || c: every row gets another value, as in UPDATE … SET a = b || c."""
    assert action.using is not None
    frame, scan, _ = table_frame(ctx, target, target.table)
    reads = reads_of(frame, action.using)
    name, position = target.named(action.column.name, action.using.parent or action.using)
    col = ctx.col(name, target.dataset)
    col.ordinal = max(position, 0)
    born = Born(col, tuple(reads), *hull(reads), action.using.sql(ctx.dialect.grammar))
    return Write(ctx.rows(), frame.settle(scan), target.dataset, "ALTER", [born])


def _inside(ctx: Context, target: Target, table: Table | None, statement: AlterTable) -> Write | None:
    """Computed columns and watermarks that are added."""
    added: list[ColumnDefinition] = []
    for action in statement.actions:
        if isinstance(action, (statements.AddColumn, statements.ChangeColumn)) and action.column.role == "computed":
            added.append(action.column)
    watermarks = [action.value for action in statement.actions if isinstance(action, statements.AddWatermark)]
    if not added and not watermarks:
        return None
    known = table if table is not None else Table(target.parts, None)
    frame, scan, _ = table_frame(ctx, target, known)
    births = values_inside(frame, target, known, added)
    return Write(ctx.rows(), create.watched(frame, scan, watermarks), target.dataset, "ALTER", births)


# ── columns ──────────────────────────────────────────────────────────────────────────────────────────────────
def _position(ctx: Context, columns: list[Column], name: str) -> int:
    """Where a column stands; -1 where there is none of that name."""
    key = ctx.folded(name)
    return next((index for index, column in enumerate(columns) if ctx.folded(column.name) == key), -1)


def _insert(ctx: Context, columns: list[Column], column: Column, after: str | None, first: bool, default: int) -> None:
    behind = _position(ctx, columns, after) if after is not None else -1
    columns.insert(0 if first else behind + 1 if behind >= 0 else default, column)


def _partitions_last(ctx: Context, table: Table, columns: list[Column]) -> Table:
    """ALTER TABLE t ADD COLUMNS (c INT): where partition columns stand last, they still do."""
    if ctx.dialect.writes.partitions_last and table.partitions and not table.ordered:
        last = set(map(ctx.folded, table.partitions))
        columns = sorted(columns, key=lambda column: ctx.folded(column.name) in last)
    return table.with_columns(tuple(columns))


def _add(ctx: Context, table: Table, action: statements.AddColumn) -> Table:
    columns = list(table.columns or ())
    if _position(ctx, columns, action.column.name) < 0:
        placed = table.ordered or not ctx.dialect.writes.partitions_last  # else ADD COLUMN … AFTER adds it behind all
        after, first = (action.after, action.first) if placed else (None, False)
        _insert(ctx, columns, column_of(action.column), after, first, len(columns))
    return _partitions_last(ctx, table, columns)


def _drop(ctx: Context, table: Table, action: statements.DropColumn) -> Table:
    key = ctx.folded(action.name)
    return table.with_columns(tuple(column for column in table.columns or () if ctx.folded(column.name) != key))


def _rename_column(ctx: Context, table: Table, action: statements.RenameColumn) -> Table:
    columns = list(table.columns or ())
    position = _position(ctx, columns, action.old)
    if position >= 0:
        old = columns[position].name
        columns[position] = replace(columns[position], name=action.new)
        columns = [computed_columns.renamed(ctx, column, old, action.new) for column in columns]
    return table.with_columns(tuple(columns))


def _change(ctx: Context, table: Table, action: statements.ChangeColumn) -> Table:
    columns = list(table.columns or ())
    position = _position(ctx, columns, action.column.name)
    if position >= 0:
        old = columns.pop(position)
        column = column_of(action.column) if action.whole else _modified(old, action)
        _insert(ctx, columns, column, action.after, action.first, position)
    elif action.whole:
        _insert(ctx, columns, column_of(action.column), action.after, action.first, len(columns))
    return table.with_columns(tuple(columns))


def _modified(old: Column, action: statements.ChangeColumn) -> Column:
    """MODIFY COLUMN a UInt8: what is not said stays."""
    if action.removes in ("DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL"):
        return Column(old.name, old.type_text)
    if action.removes:
        return old
    said = column_of(action.column)
    kind = said.type_text if said.type_text != "unknown" else old.type_text
    if action.column.role:
        return replace(said, name=old.name, type_text=kind)
    return replace(old, type_text=kind)


def _replace(ctx: Context, table: Table, action: statements.ReplaceColumns) -> Table:
    """REPLACE COLUMNS (…): partition columns are no part of the list."""
    return _partitions_last(ctx, table, [*map(column_of, action.columns), *_partition_columns(ctx, table)])


def _partition_columns(ctx: Context, table: Table) -> list[Column]:
    """The columns that stay where the others are replaced."""
    last = set(map(ctx.folded, table.partitions)) if ctx.dialect.writes.partitions_last else set()
    return [column for column in table.columns or () if ctx.folded(column.name) in last]


def _set_options(ctx: Context, table: Table, action: statements.SetOptions) -> Table:
    own = ctx.dialect.statements
    options = {**dict(table.options), **own.kept_options(action.options)}
    table = replace(table, options=tuple(options.items()))
    if own.columns_elsewhere(action.options):
        return replace(table, columns=None)
    described = own.columns_of_options(action.options)
    return table if described is None else _partitions_last(ctx, table, [*described, *_partition_columns(ctx, table)])


def _reset_options(ctx: Context, table: Table, action: statements.ResetOptions) -> Table:
    return replace(table, options=tuple(option for option in table.options if option[0] not in action.names))


def _change_field(ctx: Context, table: Table, action: statements.ChangeField) -> Table:
    """ADD COLUMN s.x INT: the struct has other fields from here on."""
    columns = list(table.columns or ())
    position = _position(ctx, columns, action.path[0])
    if position < 0:
        return table
    kind = _other_fields(columns[position].type, action.path[1:], action)
    columns[position] = replace(columns[position], type_text=str(kind))
    return table.with_columns(tuple(columns))


def _other_fields(kind: Type, path: statements.Name, action: statements.ChangeField) -> Type:
    """A type with one field more, fewer or otherwise named; lists are gone into by the name `element`."""
    if isinstance(kind, Array) and path[0].lower() == "element" and len(path) > 1:
        return Array(_other_fields(kind.element, path[1:], action))
    if not isinstance(kind, Struct):
        return kind
    name = path[0].lower()
    fields: list[tuple[str, Type]] = []
    for own, inner in kind.fields:
        if own.lower() != name:
            fields.append((own, inner))
        elif len(path) > 1:
            fields.append((own, _other_fields(inner, path[1:], action)))
        elif action.new:
            fields.append((action.new, inner))
        elif action.type_text:
            fields.append((own, inner))  # IF NOT EXISTS
    if action.type_text and len(path) == 1 and kind.field(path[0]) is None:
        fields.append((path[0], parse_type(action.type_text)))
    return Struct(tuple(fields))


_CHANGES: dict[type, Callable[[Context, Table, Any], Table]] = {
    statements.AddColumn: _add,
    statements.DropColumn: _drop,
    statements.RenameColumn: _rename_column,
    statements.ChangeColumn: _change,
    statements.ReplaceColumns: _replace,
    statements.ChangeField: _change_field,
    statements.SetOptions: _set_options,
    statements.ResetOptions: _reset_options,
}
