"""The catalog of a running DuckDB, or of a database file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from headwater.catalog.mapping import CatalogError
from headwater.catalog.tables import Column, Table

_SYSTEM = ("information_schema", "pg_catalog")


def duckdb_tables(connection: Any) -> list[Table]:
    """Tables and views of a DuckDB, given a connection or the path of a database file."""
    if isinstance(connection, (str, Path)):
        try:
            import duckdb
        except ImportError as error:
            raise CatalogError(
                "Reading a DuckDB file needs the package duckdb: pip install headwater[duckdb]."
            ) from error
        try:
            with duckdb.connect(str(connection), read_only=True) as opened:
                return duckdb_tables(opened)
        except duckdb.Error as error:
            raise CatalogError(
                f"Cannot open the DuckDB file {connection}: {' '.join(str(error).split())[:200]}"
            ) from error
    current = connection.execute("SELECT current_database(), current_schema()").fetchone()
    rows = connection.execute(
        "SELECT database_name, schema_name, table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE NOT internal ORDER BY database_name, schema_name, table_name, column_index"
    ).fetchall()
    views = {
        (database, schema, name)
        for database, schema, name in connection.execute(
            "SELECT database_name, schema_name, view_name FROM duckdb_views() WHERE NOT internal"
        ).fetchall()
    }
    columns: dict[tuple[str, str, str], list[Column]] = {}
    for database, schema, table, column, type_ in rows:
        if schema not in _SYSTEM:
            columns.setdefault((database, schema, table), []).append(Column(column, type_))
    result = []
    for key, table_columns in columns.items():
        database, schema, table = key
        name: tuple[str, ...] = key
        if (database, schema) == tuple(current):
            name = (table,)
        elif database == current[0]:
            name = (schema, table)
        result.append(Table(name, tuple(table_columns), "view" if key in views else "table"))
    return result
