"""EXPORT DATABASE, IMPORT DATABASE, COPY FROM DATABASE: every table of a database at once.

What is known of the database is followed table by table; that there may be more is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import Key
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.relation import query
from headwater.bind.scope import Ctes, Query
from headwater.bind.target import Bound, write
from headwater.dialects.duckdb.databases import known_tables
from headwater.rel.columns import Dataset
from headwater.sql.statements import Statement


@dataclass(frozen=True, slots=True, eq=False)
class ExportDatabase(Statement):
    """EXPORT DATABASE [a TO] 'folder' (FORMAT parquet): a file for each table."""

    database: str
    folder: str
    extension: str = "csv"


@dataclass(frozen=True, slots=True, eq=False)
class ImportDatabase(Statement):
    """IMPORT DATABASE 'folder': tables of that folder, whose names are in it and not in the statement."""

    folder: str


@dataclass(frozen=True, slots=True, eq=False)
class CopyDatabase(Statement):
    """COPY FROM DATABASE a TO b: the same tables under another database, without `rows` empty ones."""

    source: str
    target: str
    rows: bool = True
    tables: bool = True


def export_database(ctx: Context, statement: ExportDatabase) -> Bound:
    """A file for each table that is known."""
    bound = Bound(statement.kind)
    database = statement.database.lower() or ctx.session.current[0]
    for key, table in known_tables(ctx, database):
        if table.kind == "table" and not table.temporary:
            schema = "" if key[1] == ctx.dialect.identifiers.defaults[-1] else f"{key[1]}_"
            dataset = Dataset(f"{statement.folder.rstrip('/')}/{schema}{key[2]}.{statement.extension}", "file")
            bound.writes.append(write(ctx, _rows(ctx, key), dataset, "EXPORT"))
    return _told(ctx, bound, "EXPORT DATABASE", database)


def import_database(ctx: Context, statement: ImportDatabase) -> Bound:
    """That there are tables is all that is known."""
    return _told(ctx, Bound(statement.kind), "IMPORT DATABASE", statement.folder)


def copy_database(ctx: Context, statement: CopyDatabase) -> Bound:
    """Every table that is known, one write each."""
    bound = Bound(statement.kind)
    source = statement.source.lower()
    default = ctx.dialect.identifiers.defaults[-1]
    for key, table in known_tables(ctx, source):
        if table.temporary:
            continue
        copied: Key = (statement.target.lower(), *key[1:])
        name = (statement.target, *((key[1],) if key[1] != default else ()), table.name[-1])
        if statement.tables:
            bound.changes.append((copied, table.renamed(name)))
        if statement.rows and table.kind == "table":
            dataset = Dataset(ctx.session.print_name(copied, name, None))
            bound.writes.append(write(ctx, _rows(ctx, key), dataset, "COPY"))
    return _told(ctx, bound, "COPY DATABASE", source)


def _rows(ctx: Context, name: tuple[str, ...]) -> Query:
    parts = [exp.to_identifier(part) for part in name]
    table = exp.Table(**dict(zip(("this", "db", "catalog"), reversed(parts), strict=False)))
    return query.bind(ctx, exp.Select(expressions=[exp.Star()]).from_(table, copy=False), None, Ctes())


def _told(ctx: Context, bound: Bound, description: str, source: str) -> Bound:
    ctx.say(codes.WHOLE_DATABASE, None, description, source)
    if bound.writes:
        bound.target = bound.writes[0].dataset
    return bound


BINDERS: Mapping[type, Binder] = {
    ExportDatabase: export_database,
    ImportDatabase: import_database,
    CopyDatabase: copy_database,
}
