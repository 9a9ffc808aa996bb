"""The tables of a snapshot for other readers: as Delta or Iceberg tables in the folder, or through a catalog of Spark.

Both are brought to the current snapshot after it is committed and, for what a killed run left out, before the next one
is made. A table in a catalog says in a property which snapshot it holds, so nothing is written twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from headwater.spark.errors import SparkProblem
from headwater.spark.folder import Folder, local_path
from headwater.store import publish
from headwater.store.errors import StoreProblem

if TYPE_CHECKING:
    from headwater.spark.snapshots import Snapshots

Format = Literal["parquet", "delta", "iceberg"]
_PROPERTY = "headwater.snapshot"
_SCHEMA = re.compile(r"\w+(\.\w+)+")


def check(spark: SparkSession, out: str, format: Format, catalog_sink: str | None) -> None:
    """Refuse what cannot work, before anything is read."""
    if format != "parquet":
        path = local_path(out)
        if path is None:
            raise SparkProblem(
                f"{out} is not on this machine; --format {format} needs a folder on it.",
                "Use --catalog-sink to write tables through Spark.",
            )
        try:
            publish.require_package(format)
        except StoreProblem as problem:
            raise SparkProblem(str(problem), problem.help) from None
    if catalog_sink is not None:
        if not _SCHEMA.fullmatch(catalog_sink):
            raise SparkProblem(f"{catalog_sink} is not a schema of a catalog.", "Write CATALOG.SCHEMA.")
        catalog = catalog_sink.split(".")[0]
        if catalog == "spark_catalog" or spark.conf.get(f"spark.sql.catalog.{catalog}", None) is None:
            raise SparkProblem(
                f"Spark has no catalog {catalog} whose tables can be replaced.",
                f"Name one, such as that of Delta or Iceberg, with --conf spark.sql.catalog.{catalog}=CLASS.",
            )


def commit_format(folder: Folder, format: Format) -> None:
    """Commit the snapshots of a folder to tables of a format."""
    if format == "parquet":
        return
    try:
        publish.publish(folder.root, format)
    except StoreProblem as problem:
        raise SparkProblem(str(problem), problem.help) from None


def write_catalog(spark: SparkSession, snapshots: Snapshots, schema: str) -> list[str]:
    """Write the tables of the current snapshot to a schema; gives the names of those that did not hold it yet."""
    manifest, tables = snapshots.manifest(), snapshots.tables()
    if manifest is None or tables is None:
        return []
    return write_tables(spark, tables, schema, f"{manifest['snapshot']} {manifest['made_at']}")


def write_tables(spark: SparkSession, tables: Mapping[str, DataFrame], schema: str, snapshot: str) -> list[str]:
    """Replace the tables of a schema, each in one commit, and note the snapshot that they hold; gives what was new."""
    done = []
    for name, frame in tables.items():
        table = f"{schema}.{name}"
        try:
            if _holds(spark, table) != snapshot:
                frame.writeTo(table).tableProperty(_PROPERTY, snapshot).createOrReplace()
                done.append(name)
        except AnalysisException as error:
            said = " ".join(str(error).split())[:300]
            raise SparkProblem(
                f"Cannot write {table}: {said}",
                "The catalog has to replace tables and keep their properties, as those of Delta and Iceberg do.",
            ) from None
    return done


def _holds(spark: SparkSession, table: str) -> str | None:
    """The snapshot that a table says it holds; None where there is no table, or it does not say."""
    if not spark.catalog.tableExists(table):
        return None
    rows: list[Any] = spark.sql(f"SHOW TBLPROPERTIES {table}").where(f"key = '{_PROPERTY}'").collect()
    return str(rows[0]["value"]) if rows else None
