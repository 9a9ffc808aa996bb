"""CREATE DICTIONARY: attributes that are filled from a source, by name or by expressions over its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.names.frame import Frame
from headwater.bind.relation import query, select, sources, stored
from headwater.bind.scope import Ctes, Entry, TableEntry
from headwater.bind.statement import external_tables
from headwater.bind.statement.columns import reads_of, value_inside
from headwater.bind.target import Bound, Target, target_column
from headwater.catalog.tables import Column, Table
from headwater.rel.operators import Rel, Scan, Single, Write
from headwater.sql.parse import expression, query_tree
from headwater.sql.statements import Call, ColumnDefinition, Statement


@dataclass(frozen=True, slots=True, eq=False)
class CreateDictionary(Statement):
    """CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(…)."""

    target: exp.Table
    columns: tuple[ColumnDefinition, ...]
    source: Call | None
    if_not_exists: bool = False


def create_dictionary(ctx: Context, statement: CreateDictionary) -> Bound:
    """CREATE DICTIONARY: attributes from the columns of that name in the source, or from expressions over them."""
    target = Target(ctx, statement.target)
    target.dataset.kind = "dictionary"
    bound = Bound(statement.kind, target=target.dataset, if_absent=statement.if_not_exists)
    columns = tuple(Column(column.name, column.type_text) for column in statement.columns)
    table = Table(ctx.session.spelled(target.parts), columns, "dictionary")
    change = [(target.key, table)]
    if statement.if_not_exists and target.table is not None and target.table.columns is not None:
        bound.offers = list(change)
    else:
        bound.changes = list(change)
    plan = _filled_from(ctx, statement, target, table)
    if plan is None:
        plan = Write(ctx.rows(), Single(ctx.rows()), target.dataset, "CREATE", [])
    bound.writes.append(plan)
    return bound


def _filled_from(ctx: Context, statement: CreateDictionary, target: Target, table: Table) -> Write | None:
    source = statement.source
    if source is None or source.name.upper() == "NULL":
        return None
    text = source.settings.get("query")
    if text:
        return _filled_by_query(ctx, target, table, text)
    external = sources.source_of(ctx, f"source {source.name}", (), source.settings)
    if external is None:
        label = f"source {source.name.lower()}"
        ctx.say(codes.UNREAD_SYNTAX, (source.start, source.end), f"The {label}")
        return None
    frame = Frame(ctx, None, Ctes())
    entry: Entry | None
    if external.table:
        parts = external.table if len(external.table) > 1 else (*target.parts[:-1], *external.table)
        entry = stored.stored(frame, statement.target, parts, parts[-1], None)
    else:
        key, known, dataset = sources.dataset_of(ctx, external)
        if known is None or known.columns is None:
            # the attributes are columns there; what else an expression or a condition reads can only be inferred
            plain = all(column.role != "expression" or column.value is None for column in statement.columns)
            if plain and not source.settings.get("where"):
                known = Table((external.name,), table.columns)
            else:
                ctx.say(codes.UNKNOWN_TABLE, (source.start, source.end), external.name, "")
        entry = TableEntry(ctx, "", key, Scan(ctx.rows(), dataset, [], []), known)
    frame.add(entry)
    write = external_tables.by_name(ctx, target.dataset, _plain(table, statement.columns), entry, "CREATE")
    births = list(write.born)
    for position, column in enumerate(statement.columns):
        if column.role == "expression" and column.value is not None:
            births.append(value_inside(frame, target, column, reads_of(frame, column.value), position))
    rel: Rel = frame.settle(entry.rel)
    condition = source.settings.get("where")
    if condition:
        rel = _where(ctx, frame, rel, condition)
    return Write(ctx.rows(), rel, target.dataset, "CREATE", births)


def _plain(table: Table, definitions: Sequence[ColumnDefinition]) -> Table:
    """The attributes that are columns of the source: the others count as computed."""
    computed = {column.name for column in definitions if column.role == "expression"}
    return table.with_columns(
        tuple(
            Column(column.name, column.type_text, "" if column.name in computed else None)
            for column in table.columns or ()
        )
    )


def _where(ctx: Context, frame: Frame, rel: Rel, text: str) -> Rel:
    try:
        with ctx.foreign_text():
            return select.where(frame, rel, expression(text, ctx.dialect.grammar, ctx.dialect.syntax), "WHERE")
    except SqlglotError:
        ctx.say(codes.UNREAD_SYNTAX, None, "The condition of the source")
        return rel


def _filled_by_query(ctx: Context, target: Target, table: Table, text: str) -> Write | None:
    """QUERY 'SELECT …': by name where the query has all the names, by position else."""
    try:
        with ctx.foreign_text():
            answered = query.bind(ctx, query_tree(text, ctx.dialect.grammar, ctx.dialect.syntax), None, Ctes())
    except SqlglotError:
        ctx.say(codes.UNREAD_SYNTAX, None, "The query of the source")
        return None
    columns = table.columns or ()
    index = answered.index(ctx.folded)
    named = all(ctx.folded(column.name) in index for column in columns)
    if answered.open:
        births = [
            target_column(ctx, target.dataset, "*", offset, output) for offset, output in enumerate(answered.outputs)
        ]
        return Write(ctx.rows(), answered.rel, target.dataset, "CREATE", births)
    if len(columns) != len(answered.outputs):
        ctx.say(codes.INSERT_WIDTH, None, target.dataset.name, str(len(columns)), str(len(answered.outputs)))
    births = []
    for position, column in enumerate(columns):
        offset = index[ctx.folded(column.name)] if named else position
        if offset < len(answered.outputs):
            births.append(target_column(ctx, target.dataset, column.name, position, answered.outputs[offset]))
    return Write(ctx.rows(), answered.rel, target.dataset, "CREATE", births)


BINDERS: Mapping[type, Binder] = {CreateDictionary: create_dictionary}
