"""The catalog people hold: from a mapping, from DDL text, from YAML, JSON or SQL files, from a live DuckDB."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from headwater.api import analyze_in, open_session
from headwater.catalog import files, live
from headwater.catalog.memory import Catalog as MemoryCatalog
from headwater.catalog.memory import CatalogError
from headwater.catalog.model import Table


class Catalog(MemoryCatalog):
    """Tables by name, with the ways to get them.

    >>> Catalog({"db.t": {"a": "int"}}).to_dict()
    {'db.t': {'a': 'int'}}
    """

    @classmethod
    def from_ddl(cls, text: str, *, dialect: str, database: str | None = None) -> Catalog:
        """Replay CREATE, ALTER, DROP and RENAME statements; what else the text holds is passed over.

        >>> Catalog.from_ddl("CREATE TABLE t (a INT, b INT)", dialect="duckdb").to_dict()
        {'t': {'a': 'INT', 'b': 'INT'}}
        """
        session = open_session(dialect, MemoryCatalog(), database)
        analyze_in(session, text)
        return cls.of(table for table in session.changes.values() if table is not None)

    @classmethod
    def from_file(cls, path: str | Path, *, dialect: str = "duckdb") -> Catalog:
        """Read a catalog file: `.yaml`, `.yml`, `.json`, or DDL in `.sql`. Raises `CatalogError`."""
        path = Path(path)
        if path.suffix.lower() in (".sql", ".ddl"):
            return cls.from_ddl(files.read_text(path), dialect=dialect)
        return cls(files.read_mapping(path))

    @classmethod
    def from_duckdb(cls, connection: Any) -> Catalog:
        """The tables and views of a live DuckDB: a connection, or the path of a database file."""
        return cls.of(live.duckdb_tables(connection))

    @classmethod
    def of(cls, tables: Any) -> Catalog:
        """A catalog of ready tables."""
        made = cls()
        for table in tables:
            if isinstance(table, Table):
                made.add(table)
        return made


__all__ = ["Catalog", "CatalogError"]
