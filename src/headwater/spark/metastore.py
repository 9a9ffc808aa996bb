"""A catalog out of a session's metastore: Hive's, or whatever stands behind `spark.catalog`.

Everything is asked through `spark.catalog`, which every session has; only what a view is made of is asked in SQL, so
that lineage can be followed through it. Partition columns are known as such and stand behind the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from headwater.api import analyze_in
from headwater.catalog.tables import Column, Table
from headwater.schema import Catalog
from headwater.session import open_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DEFAULT = "default"


def catalog_of(
    spark: SparkSession, databases: Iterable[str] | None = None, *, dialect: str = "spark", views: bool = True
) -> Catalog:
    """The tables and views that a session sees: of some databases, or of all of them.

    With `views`, what views are made of is read too, so that `fold_views` goes through them. A table that cannot be
    described (its files or its format are gone) is known by its name alone.

    >>> with open_session("local[1]") as spark:                                          # doctest: +SKIP
    ...     headwater.analyze(sql, dialect="hive", catalog=catalog_of(spark))             # doctest: +SKIP
    """
    names = [entry.name for entry in spark.catalog.listDatabases()] if databases is None else list(databases)
    tables: dict[tuple[str, ...], Table] = {}
    defined: list[tuple[tuple[str, ...], str]] = []
    for database in names:
        for entry in spark.catalog.listTables(database):
            name = (entry.name,) if entry.isTemporary or database == DEFAULT else (database, entry.name)
            if name in tables:
                continue  # a temporary view is listed with every database
            columns = _columns(spark, entry, database)
            view = str(entry.tableType).upper() == "VIEW" or (entry.isTemporary and columns is not None)
            parts = tuple(column.name for column, partition in columns or () if partition)
            stored = tuple(column for column, _ in columns) if columns is not None else None
            tables[name] = Table(name, stored, "view" if view else "table", bool(entry.isTemporary), None, parts)
            text = _text(spark, name) if view and views and not entry.isTemporary else ""
            if text:
                defined.append((name, text))
    return _with_views(tables, defined, dialect)


def _columns(spark: SparkSession, table: Any, database: str) -> list[tuple[Column, bool]] | None:
    """The columns of a table, and whether each is one of its partitions; None where nobody can say."""
    from pyspark.errors import PySparkException

    own = table.name if table.isTemporary else f"`{database}`.`{table.name}`"
    try:
        listed = spark.catalog.listColumns(own)
    except PySparkException:  # its format or its files are gone
        return None
    columns = [(Column(column.name, column.dataType), bool(column.isPartition)) for column in listed]
    return sorted(columns, key=lambda pair: pair[1])  # stable: partitions go behind


def _text(spark: SparkSession, name: tuple[str, ...]) -> str:
    """What a view is made of, as it was written."""
    from pyspark.errors import PySparkException

    quoted = ".".join(f"`{part}`" for part in name)
    try:
        rows = spark.sql(f"DESCRIBE TABLE EXTENDED {quoted}").collect()
    except PySparkException:  # the view is known by its columns then
        return ""
    return next((str(row[1]) for row in rows if row[0] == "View Text"), "")


def _with_views(
    tables: dict[tuple[str, ...], Table], defined: list[tuple[tuple[str, ...], str]], dialect: str
) -> Catalog:
    """The catalog with the definitions of its views; their columns stay those that were listed."""
    known = Catalog.of(tables.values())
    for name, text in defined:
        session = open_session(dialect, known, ".".join(name[:-1]) or None)
        analyze_in(session, f"CREATE VIEW `{name[-1]}` AS {text}")
        view = next(
            (table for table in session.changes.values() if table is not None and table.query is not None), None
        )
        if view is not None:
            tables[name] = replace(tables[name], query=view.query)
    return Catalog.of(tables.values())
