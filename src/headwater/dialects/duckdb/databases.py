"""ATTACH, USE, SET search_path, DROP SCHEMA: which databases are in sight, and where names are looked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from headwater.base import codes
from headwater.base.identifiers import Key
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.statement.catalog import drop_tables, tables_under
from headwater.bind.target import Bound
from headwater.catalog.tables import Table
from headwater.dialects.duckdb import search_path
from headwater.sql.statements import Name, Statement


@dataclass(frozen=True, slots=True, eq=False)
class Attach(Statement):
    """ATTACH 'path' AS a: names that begin with `a` are of another database."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Detach(Statement):
    """DETACH a: its tables are there no more."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class SetSearchPath(Statement):
    """USE a.s, SET schema = 's', SET search_path = 's,main': where names without a schema are looked for, the first of
    them being where new ones are made; none of them means as it was in the beginning.
    """

    path: tuple[Name, ...]
    description: str


@dataclass(frozen=True, slots=True, eq=False)
class DropSchema(Statement):
    """DROP SCHEMA s, DROP SCHEMA a.s: with all its tables."""

    name: Name


def attach(ctx: Context, statement: Attach) -> Bound:
    """Names may begin with it."""
    ctx.say(codes.NO_DATA, None, "ATTACH")
    ctx.session.attached.add(statement.name.lower())
    return Bound(statement.kind)


def detach(ctx: Context, statement: Detach) -> Bound:
    """What was in it is out of sight."""
    ctx.say(codes.NO_DATA, None, "DETACH")
    bound = Bound(statement.kind)
    name = statement.name.lower()
    bound.changes = [(key, None) for key, table in ctx.session.changes.items() if key[0] == name and table is not None]
    ctx.session.attached.discard(name)
    return bound


def set_search_path(ctx: Context, statement: SetSearchPath) -> Bound:
    """Where bare names are looked for, from here on."""
    ctx.say(codes.NO_DATA, None, statement.description)
    session = ctx.session
    bound = Bound(statement.kind)
    schemas: list[Key] = [search_path.use(session, tuple(part.lower() for part in name)) for name in statement.path]
    bound.current, session.path = search_path.path(session, schemas or [session.base])
    return bound


def drop_schema(ctx: Context, statement: DropSchema) -> Bound:
    """Its tables are gone with it."""
    ctx.say(codes.NO_DATA, None, "DROP SCHEMA")
    bound = Bound(statement.kind)
    *database, schema = (part.lower() for part in statement.name)
    inside = database[-1] if database else ctx.session.current[0]
    drop_tables(bound, [(key, table) for key, table in tables_under(ctx, schema) if key[0] == inside])
    return bound


def known_tables(ctx: Context, database: str) -> list[tuple[Key, Table]]:
    """The tables that are known in a database, by identity."""
    session = ctx.session
    fold = session.dialect.identifiers.fold_tables.apply
    known: dict[Key, Table | None] = {}
    for table in session.catalog.tables:
        known[search_path.whole(session, tuple(map(fold, table.name)))] = table
    known.update(session.changes)
    return [(key, value) for key, value in sorted(known.items()) if value is not None and key[0] == database]


BINDERS: Mapping[type, Binder] = {
    Attach: attach,
    Detach: detach,
    SetSearchPath: set_search_path,
    DropSchema: drop_schema,
}
