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
    names = [one.name for one in spark.catalog.listDatabases()] if databases is None else list(databases)
    found: dict[tuple[str, ...], Table] = {}
    defined: list[tuple[tuple[str, ...], str]] = []
    for database in names:
        for one in spark.catalog.listTables(database):
            name = (one.name,) if one.isTemporary or database == DEFAULT else (database, one.name)
            if name in found:
                continue  # a temporary view is listed with every database
            columns = _columns(spark, one, database)
            view = str(one.tableType).upper() == "VIEW" or (one.isTemporary and columns is not None)
            parts = tuple(column.name for column, partition in columns or () if partition)
            kept = tuple(column for column, _ in columns) if columns is not None else None
            found[name] = Table(name, kept, "view" if view else "table", bool(one.isTemporary), None, parts)
            text = _text(spark, name) if view and views and not one.isTemporary else ""
            if text:
                defined.append((name, text))
    return _with_views(found, defined, dialect)


def _columns(spark: SparkSession, table: Any, database: str) -> list[tuple[Column, bool]] | None:
    """The columns of a table, and whether each is one of its partitions; None where nobody can say."""
    from pyspark.errors import PySparkException

    own = table.name if table.isTemporary else f"`{database}`.`{table.name}`"
    try:
        listed = spark.catalog.listColumns(own)
    except PySparkException:  # its format or its files are gone
        return None
    found = [(Column(one.name, one.dataType), bool(one.isPartition)) for one in listed]
    return sorted(found, key=lambda pair: pair[1])  # stable: partitions go behind


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
    found: dict[tuple[str, ...], Table], defined: list[tuple[tuple[str, ...], str]], dialect: str
) -> Catalog:
    """The catalog with the definitions of its views; their columns stay those that were listed."""
    known = Catalog.of(found.values())
    for name, text in defined:
        session = open_session(dialect, known, ".".join(name[:-1]) or None)
        analyze_in(session, f"CREATE VIEW `{name[-1]}` AS {text}")
        made = next((one for one in session.changes.values() if one is not None and one.query is not None), None)
        if made is not None:
            found[name] = replace(found[name], query=made.query)
    return Catalog.of(found.values())
