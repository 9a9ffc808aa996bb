"""ClickHouse's statements about databases and whole tables: on another server, renamed, dropped and restored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import dotted
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.relation import sources
from headwater.bind.statement.catalog import drop_tables, handed_on, tables_under
from headwater.bind.target import Bound, Target
from headwater.sql.statements import Call, Statement


@dataclass(frozen=True, slots=True, eq=False)
class CreateDatabase(Statement):
    """CREATE DATABASE d ENGINE = MySQL(…): what is under its name may live elsewhere."""

    name: str
    engine: Call | None


@dataclass(frozen=True, slots=True, eq=False)
class DropDatabase(Statement):
    """DROP DATABASE d: with all its tables."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class RenameDatabase(Statement):
    """RENAME DATABASE a TO b."""

    old: str
    new: str


@dataclass(frozen=True, slots=True, eq=False)
class ExchangeTables(Statement):
    """EXCHANGE TABLES a AND b: each has the other's name, at once."""

    pairs: tuple[tuple[exp.Table, exp.Table], ...]


@dataclass(frozen=True, slots=True, eq=False)
class RestoreTable(Statement):
    """UNDROP TABLE t, ATTACH TABLE t: it is there again, as it was."""

    target: exp.Table


def create_database(ctx: Context, statement: CreateDatabase) -> Bound:
    """With an engine that points elsewhere, its tables are those of another server."""
    ctx.say(codes.NO_DATA, None, "CREATE DATABASE")
    bound = Bound(statement.kind)
    engine = statement.engine
    if engine is not None:
        source = sources.source_of(ctx, f"database {engine.name}", engine.arguments, engine.settings)
        if source is not None and source.name:
            bound.linked.append((statement.name, source.name))
    return bound


def drop_database(ctx: Context, statement: DropDatabase) -> Bound:
    """Its tables are gone from the catalog."""
    bound = Bound(statement.kind)
    drop_tables(bound, tables_under(ctx, statement.name))
    ctx.say(codes.NO_DATA, None, statement.kind.replace("_", " "))
    return bound


def rename_database(ctx: Context, statement: RenameDatabase) -> Bound:
    """Every table of it has another name."""
    bound = Bound(statement.kind)
    for key, table in tables_under(ctx, statement.old):
        parts = (*key[:-2], statement.new, key[-1])
        bound.changes += [(key, None), (parts, table.renamed((statement.new, key[-1])))]
        bound.renamed.append((dotted(key[-2:]), dotted(parts[-2:])))
        bound.writes.append(handed_on(ctx, key[-2:], parts[-2:], table))
    return bound


def exchange_tables(ctx: Context, statement: ExchangeTables) -> Bound:
    """Each has what the other had: every column comes from the column of that name under the other's name."""
    bound = Bound(statement.kind)
    session = ctx.session
    for first, second in statement.pairs:
        left, right = Target(ctx, first), Target(ctx, second)
        for here, there in ((left, right), (right, left)):
            table = there.table
            bound.changes.append((here.key, table.renamed(session.spelled(here.parts)) if table is not None else None))
            bound.writes.append(handed_on(ctx, there.parts, here.parts, table))
        bound.swapped.append((left.dataset.name, right.dataset.name))
    bound.target = bound.writes[0].dataset if bound.writes else None
    return bound


def restore_table(ctx: Context, statement: RestoreTable) -> Bound:
    """The table is in the catalog again."""
    target = Target(ctx, statement.target)
    bound = Bound(statement.kind, target=target.dataset)
    before = ctx.session.gone.get(target.key)
    if before is not None and target.table is None:
        bound.changes.append((target.key, before))
    return bound


BINDERS: Mapping[type, Binder] = {
    CreateDatabase: create_database,
    DropDatabase: drop_database,
    RenameDatabase: rename_database,
    ExchangeTables: exchange_tables,
    RestoreTable: restore_table,
}
