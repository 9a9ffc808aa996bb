"""The public `Catalog`: from a mapping, DDL text, YAML, JSON or SQL files, or a live DuckDB or ClickHouse."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from headwater.api import analyze_in
from headwater.catalog import clickhouse, duckdb, files
from headwater.catalog.mapping import Catalog as MemoryCatalog
from headwater.catalog.mapping import CatalogError
from headwater.catalog.tables import Column, Table
from headwater.session import open_session


class Catalog(MemoryCatalog):
    """Tables by name, and constructors for all supported sources.

    >>> Catalog({"db.t": {"a": "int"}}).to_dict()
    {'db.t': {'a': 'int'}}
    """

    @classmethod
    def from_ddl(cls, text: str, *, dialect: str, database: str | None = None) -> Catalog:
        """Apply CREATE, ALTER, DROP and RENAME statements; other statements are ignored.

        What could not be read is in `diagnostics` of the catalog: a table of such a statement is missing.

        >>> Catalog.from_ddl("CREATE TABLE t (a INT, b INT)", dialect="duckdb").to_dict()
        {'t': {'a': 'INT', 'b': 'INT'}}
        """
        session = open_session(dialect, MemoryCatalog(), database)
        analysis = analyze_in(session, text)
        result = cls.of(table for table in session.changes.values() if table is not None)
        result.diagnostics = [d for d in analysis.diagnostics if d.severity != "info"]
        result.macros.update(session.macros)
        result.declared, result.models, result.places = session.declared, session.models, session.catalogs
        result.types.update(session.types)
        result.procedures |= session.procedures
        return result

    @classmethod
    def from_file(cls, path: str | Path, *, dialect: str = "duckdb") -> Catalog:
        """Read a catalog file: `.yaml`, `.yml`, `.json`, or DDL in `.sql`. Raises `CatalogError`.

        A `.csv`, `.jsonl` or `.json` may also be an export of INFORMATION_SCHEMA.COLUMNS or COLUMN_FIELD_PATHS.
        """
        path = Path(path)
        if path.suffix.lower() in (".sql", ".ddl"):
            return cls.from_ddl(files.read_text(path), dialect=dialect)
        return cls(files.read_mapping(path))

    @classmethod
    def from_duckdb(cls, connection: Any) -> Catalog:
        """The tables and views of a live DuckDB: a connection, or the path of a database file."""
        return cls.of(duckdb.duckdb_tables(connection))

    @classmethod
    def from_clickhouse(cls, where: Any) -> Catalog:
        """The tables, views, dictionaries and SQL functions of a live ClickHouse. Raises `CatalogError`.

        `where` is the address of a server's HTTP interface (`http://host:8123`; the user stands in it, or in
        CLICKHOUSE_USER and CLICKHOUSE_PASSWORD), `chdb:folder` for a chdb that was kept there, or a chdb session or
        connection. Definitions are replayed, so that views can be folded through and links are known; the columns are
        those that the engine lists.
        """
        listing = clickhouse.list_catalog(clickhouse.connection_query(where))
        session = open_session("clickhouse", MemoryCatalog())
        for row in (*listing.functions, *listing.tables):
            analyze_in(session, str(row["definition"]))
        result = cls()
        for row in listing.columns:
            parts = (str(row["database"]), str(row["table"]))
            known = session.changes.get(parts) or Table(parts, None)
            name = parts[1:] if parts[0] == "default" else parts
            result.add(known.with_columns(tuple(map(_column, row["columns"]))).renamed(name))
        result.macros.update(session.macros)
        return result

    @classmethod
    def from_source(cls, source: str | Path, *, dialect: str = "duckdb") -> Catalog:
        """Choose a loader by the form of the name: a ClickHouse address, a DuckDB database, or a file."""
        text = str(source)
        if is_live(text):
            return cls.from_clickhouse(text)
        if Path(text).suffix.lower() in (".duckdb", ".ddb", ".db"):
            return cls.from_duckdb(Path(text))
        return cls.from_file(text, dialect=dialect)

    @classmethod
    def merged(cls, catalogs: Iterable[MemoryCatalog]) -> Catalog:
        """Merge catalogs; later catalogs override earlier ones.

        >>> Catalog.merged([Catalog({"t": ["a"]}), Catalog({"u": ["b"]})]).to_dict()
        {'t': {'a': 'unknown'}, 'u': {'b': 'unknown'}}
        """
        result = cls()
        for catalog in catalogs:
            for table in catalog:
                result.add(table)
            result.macros.update(catalog.macros)
            result.types.update(catalog.types)
            result.declared.update(catalog.declared)
            result.models.update(catalog.models)
            result.places.update(catalog.places)
            result.procedures |= catalog.procedures
            result.diagnostics += catalog.diagnostics
        return result

    @classmethod
    def of(cls, tables: Any) -> Catalog:
        """A catalog of ready tables."""
        result = cls()
        for table in tables:
            if isinstance(table, Table):
                result.add(table)
        return result


def is_live(source: str) -> bool:
    """Whether a catalog is asked of a running engine, so that it is no file.

    >>> is_live("http://localhost:8123"), is_live("shop.yaml")
    (True, False)
    """
    return source.startswith(("http://", "https://", "clickhouse://", "clickhouses://", "chdb:"))


def _column(row: Any) -> Column:
    """A column as ClickHouse lists it: name, type, and what its expression is for."""
    name, kind, role, text = (*row,) if not isinstance(row, dict) else (*row.values(),)
    if role in ("MATERIALIZED", "ALIAS"):
        return Column(name, kind, text, hidden="stored" if role == "MATERIALIZED" else "made")
    if role == "EPHEMERAL":
        return Column(name, kind, default=text or None, hidden="made", passing=True)
    return Column(name, kind, default=text or None)


__all__ = ["Catalog", "CatalogError"]
