"""ALTER as a form: columns that come and go, rows that are changed, moved or taken from another table."""

from __future__ import annotations

from dataclasses import replace

from sqlglot.tokenizer_core import TokenType

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.names.frame import Frame
from headwater.bind.relation import from_, query, select
from headwater.bind.scope import Ctes, TableEntry
from headwater.bind.statement import create, dml
from headwater.bind.target import Bound, Target
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born
from headwater.rel.operators import Scan, Write
from headwater.sql import statements
from headwater.sql.parse import words


def alter(ctx: Context, form: statements.Alter) -> Bound:
    """ALTER TABLE: each action in its turn."""
    target = Target(ctx, form.target)
    bound = Bound(_kind(form), target=target.dataset, adds=True)
    table = target.table
    moved = False
    for action in form.actions:
        if isinstance(action, (statements.SetColumns, statements.DeleteRows)):
            bound.writes.append(_mutation(ctx, target, form.target, action))
            moved = True
        elif isinstance(action, statements.TakeRows):
            bound.writes.append(_rows(ctx, target, Target(ctx, action.source)))
            moved = True
        elif isinstance(action, statements.GiveRows):
            bound.writes.append(_rows(ctx, Target(ctx, action.into), target))
            bound.target = bound.writes[-1].dataset
            moved = True
        elif isinstance(action, statements.ChangeQuery):
            table = _query(ctx, target, bound, action)
            moved = True
        elif table is not None and table.columns is not None:
            table = _changed(ctx, table, action)
    if table is not None and table is not target.table:
        bound.changes.append((target.key, table))
    if not form.actions and not moved:
        ctx.say(codes.NO_DATA, None, "This ALTER")
    return bound


def _kind(form: statements.Alter) -> str:
    """A mutation is what it would be as a statement of its own."""
    if form.actions and all(isinstance(one, statements.SetColumns) for one in form.actions):
        return "UPDATE"
    if form.actions and all(isinstance(one, statements.DeleteRows) for one in form.actions):
        return "DELETE"
    return form.kind


def rows(ctx: Context, form: statements.Rows) -> Bound:
    """DELETE FROM t WHERE c, UPDATE t SET a = x WHERE c."""
    target = Target(ctx, form.target)
    return Bound(form.kind, [_mutation(ctx, target, form.target, form.action)], target.dataset)


def _mutation(
    ctx: Context, target: Target, node: object, action: statements.SetColumns | statements.DeleteRows
) -> Write:
    frame = Frame(ctx, None, Ctes())
    rel = from_.bind_source(frame, target.node)
    births: list[Born] = []
    verb = "DELETE"
    if isinstance(action, statements.SetColumns):
        births = dml.assignments(frame, target, list(action.assignments))
        verb = "UPDATE"
    rel = frame.settle(rel)
    if action.where is not None:
        rel = select.where(frame, rel, action.where, "WHERE")
    return Write(ctx.rows(), frame.settle(rel), target.dataset, verb, births)


def _rows(ctx: Context, into: Target, source: Target) -> Write:
    """Partitions of one table become partitions of another: every column by its name."""
    entry = TableEntry(ctx, source.parts[-1], source.key, Scan(ctx.rows(), source.dataset, [], []), source.table)
    if source.table is None or source.table.columns is None:
        ctx.say(codes.UNKNOWN_TABLE, None, source.dataset.name, "")
    table = into.table if into.table is not None and into.table.columns is not None else Table(into.parts, None)
    return create.by_name(ctx, into.dataset, table, entry, "INSERT")


def _query(ctx: Context, target: Target, bound: Bound, action: statements.ChangeQuery) -> Table | None:
    """MODIFY QUERY: what the view writes, it writes from here on."""
    answered = query.bind(ctx, action.query, None, Ctes())
    table = target.table
    if table is not None and table.behind:
        real = Target(ctx, create.table_node(table.behind))
        bound.target = real.dataset
        bound.writes.append(create.into(ctx, real, answered, verb="INSERT"))
    else:
        bound.writes.append(create.into(ctx, target, answered, verb="INSERT"))
    return table


def _changed(ctx: Context, table: Table, action: statements.Action) -> Table:
    fold = ctx.folded
    columns = list(table.columns or ())

    def at(name: str) -> int:
        return next((n for n, one in enumerate(columns) if fold(one.name) == fold(name)), -1)

    def put(column: Column, after: str | None, first: bool, default: int) -> None:
        behind = at(after) if after is not None else -1
        columns.insert(0 if first else behind + 1 if behind >= 0 else default, column)

    if isinstance(action, statements.AddColumn):
        if at(action.column.name) < 0:
            put(create.column_of(action.column), action.after, action.first, len(columns))
    elif isinstance(action, statements.DropColumn):
        columns = [one for one in columns if fold(one.name) != fold(action.name)]
    elif isinstance(action, statements.NameColumn):
        position = at(action.old)
        if position >= 0:
            columns[position] = replace(columns[position], name=action.new)
            columns = [_with_name(ctx, one, action.old, action.new) for one in columns]
    elif isinstance(action, statements.ChangeColumn):
        position = at(action.column.name)
        if position >= 0:
            old = columns.pop(position)
            put(_modified(old, action), action.after, action.first, position)
    return table.with_columns(tuple(columns))


def _with_name(ctx: Context, column: Column, old: str, new: str) -> Column:
    """RENAME COLUMN: expressions of other columns go on reading the same one."""
    return replace(
        column,
        computed=_replaced(ctx, column.computed, old, new),
        default=_replaced(ctx, column.default, old, new),
    )


def _replaced(ctx: Context, text: str | None, old: str, new: str) -> str | None:
    if text is None or old not in text:
        return text
    tokens = words(text, ctx.dialect.grammar)
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        called = at + 1 < len(tokens) and tokens[at + 1].token_type is TokenType.L_PAREN
        field = at > 0 and tokens[at - 1].token_type is TokenType.DOT
        if token.text == old and token.token_type in (TokenType.VAR, TokenType.IDENTIFIER) and not called and not field:
            quoted = new if new.isidentifier() else f"`{new}`"
            text = text[: token.start] + quoted + text[token.end + 1 :]
    return text


def _modified(old: Column, action: statements.ChangeColumn) -> Column:
    """MODIFY COLUMN a UInt8: what is not said stays."""
    said = create.column_of(action.column)
    if action.removes in ("DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL"):
        return Column(old.name, old.type_text)
    if action.removes:
        return old
    kind = said.type_text if said.type_text != "unknown" else old.type_text
    if action.column.role:
        return replace(said, name=old.name, type_text=kind)
    return replace(old, type_text=kind)
