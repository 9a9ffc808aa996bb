"""Tables that sources list (dbt's catalog.json), as versions that hold always, each with its dialect.

The driver takes as many as it may keep (`registry.ON_DRIVER`); more than that stay in a DataFrame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from headwater.batch import Version
from headwater.batch.listed_tables import listed_versions
from headwater.batch.schema_history import VERSION
from headwater.rows.steps import INGESTED
from headwater.spark import registry

if TYPE_CHECKING:
    import pyarrow

_FOLDER = "regexp_extract(source, '^(.*/)?', 0)"
_ORDER = ("rank", "source", "entry")
"""Of two tables of one name the later one counts."""


def listed(ingested: DataFrame, joined: Mapping[str, str]) -> tuple[list[Version], DataFrame | None, DataFrame]:
    """Versions for the driver, or, where there are too many, rows of `VERSION`; and what was kept, as in
    `with_dialects`.
    """
    most = registry.ON_DRIVER + 1
    rows = ingested.where("part = 'table'").coalesce(1).limit(most).collect() if most > 0 else []
    if len(rows) >= most:
        return [], *_many(ingested, joined)
    tables, ingested = with_dialects(ingested, rows)
    return listed_versions(tables, joined), None, ingested


def with_dialects(ingested: DataFrame, rows: list[Any]) -> tuple[list[Any], DataFrame]:
    """The tables that sources list, each with its dialect; and what was kept, where a table without one is unread.

    dbt's catalog.json does not say which engine it is of, and the manifest.json beside it does: a table without a
    dialect has that of the statements in its folder, if they have one.
    """
    rows = sorted(rows, key=lambda row: (row.source, row.entry))
    lost = [row for row in rows if row.dialect is None]
    if not lost:
        return rows, ingested
    folders = sorted({_folder(row.source) for row in lost})
    beside = (
        ingested.where("part = 'run'")
        .select(F.expr(_FOLDER).alias("folder"), "dialect")
        .where(F.col("folder").isin(folders))
    )
    spoken: dict[str, list[str]] = {}
    for row in beside.distinct().collect():
        spoken.setdefault(row.folder, []).append(row.dialect)
    tables = [row for row in rows if row.dialect is not None]
    unread = []
    for row in lost:
        if len(own := spoken.get(_folder(row.source), [])) == 1:
            tables.append(Row(**{**row.asDict(), "dialect": own[0]}))
        else:
            unread.append(Row(**{**row.asDict(), "part": "unread", "detail": NO_DIALECT}))
    if unread:
        ingested = ingested.unionByName(ingested.sparkSession.createDataFrame(unread, ingested.schema))
    return tables, ingested


def _many(ingested: DataFrame, joined: Mapping[str, str]) -> tuple[DataFrame, DataFrame]:
    """Rows of `VERSION`, and what was kept: the same by joins."""
    tables = ingested.where("part = 'table'")
    lost = tables.where("dialect IS NULL").withColumn("folder", F.expr(_FOLDER))
    beside = ingested.where("part = 'run'").select(F.expr(_FOLDER).alias("folder"), "dialect")
    spoken = (
        beside.join(lost.select("folder").distinct(), "folder", "left_semi")
        .distinct()
        .groupBy("folder")
        .agg(F.min("dialect").alias("dialect"), F.count(F.lit(1)).alias("dialects"))
        .where("dialects = 1")
        .drop("dialects")
    )
    fields = ["source", "entry", "dialect", "text", "columns"]
    own = tables.where("dialect IS NOT NULL").select(*fields, F.lit(0).alias("rank"))
    found = lost.drop("dialect").join(spoken, "folder").select(*fields, F.lit(1).alias("rank"))
    ddl = f"{VERSION.spark_ddl}, rank INT, source STRING, entry STRING"
    rows = own.unionByName(found).mapInArrow(partial(_versions, joined=joined), ddl)
    last = F.max_by(F.struct(*VERSION.names), F.struct(*_ORDER)).alias("version")
    unread = lost.join(spoken.select("folder"), "folder", "left_anti")
    unread = unread.withColumn("part", F.lit("unread")).withColumn("detail", F.lit(NO_DIALECT))
    return (
        rows.groupBy(F.col("name").alias("table")).agg(last).select("version.*"),
        ingested.unionByName(unread.select(*INGESTED.names)),
    )


def _versions(batches: Iterable[pyarrow.RecordBatch], joined: Mapping[str, str]) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow as pa

    fields = [*VERSION.names, *_ORDER]
    types = [*(field.type for field in VERSION.arrow_schema()), pa.int32(), pa.string(), pa.string()]
    for batch in batches:
        rows = [
            (*version, row["rank"], row["source"], row["entry"])
            for row in batch.to_pylist()
            for version in listed_versions([SimpleNamespace(**row)], joined)
        ]
        columns = list(zip(*rows, strict=True)) or [()] * len(fields)
        arrays = [pa.array(values, type_) for values, type_ in zip(columns, types, strict=True)]
        yield pa.RecordBatch.from_arrays(arrays, names=fields)


NO_DIALECT = (
    "Which engine these tables are of is not known: name it with --dialect, by the name of the folder, or put dbt's "
    "manifest.json beside them."
)


def _folder(source: str) -> str:
    return source[: source.rfind("/") + 1]
