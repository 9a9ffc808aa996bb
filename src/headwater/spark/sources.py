"""Sources become entries: one row for every statement that was run, every table that a catalog lists, and everything
that could not be read.

A source is a folder or a file, wherever Spark reads. Its files are listed by Spark and read by the workers:

    up to `SMALL` bytes     as a whole, by `headwater.logs`, which finds out what they are
    larger, .sql            line by line in order, one task a file, cut into statements
    larger, otherwise       line by line in parallel: logs of JSON lines
    .parquet, .orc          by Spark, as tables of statements

A source `format:path` is read by Spark's reader of that format (`spark.dataSource.register` adds one of your own), as a
table of statements. What a row of such a table means is found by the names of its columns, or by the mapping.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import ingest
from headwater.logs import Entry, ReadSettings
from headwater.rows.steps import ENTRY
from headwater.spark import statement_tables
from headwater.spark.folder import local_path
from headwater.spark.source_check import check, split_format

if TYPE_CHECKING:
    import pyarrow

SMALL = 64 << 20
_TABLES = ("parquet", "orc")
_TABLE_FILE = rf"(?i)\.({'|'.join(_TABLES)})$"
_SCRIPT_FILE = r"(?i)\.(sql|hql|ddl|flink|bq)(\.(gz|bz2|zst|xz|lz4|snappy|deflate))?$"
NO_LOG = r"(?i)(^|/)[^/]*\.(md|markdown|rst|ya?ml|toml|ini|py|ipynb|sh|html?|css|js|png|jpe?g|svg|gif|pdf)$"
"""What lies beside SQL in a folder of a project, and is not looked into."""
_NEVER_SPLIT = str(1 << 50)

Reader = Callable[[Iterable["pyarrow.RecordBatch"], ReadSettings, Callable[[str], str]], Any]


@dataclass(frozen=True)
class SourceName:
    """The name of a path in the tables: relative to the source as the user named it, not to this machine.

    >>> SourceName("file:/data/logs", "logs")("file:///data/logs/a/b.sql")
    'logs/a/b.sql'
    """

    absolute: str
    shown: str

    def __call__(self, path: str) -> str:
        plain, root = _plain(path), _plain(self.absolute)
        return self.shown + plain[len(root) :] if plain.startswith(root) else plain

    def column(self, path: Column) -> Column:
        """The same for a column of paths."""
        plain, root = F.regexp_replace(path, "^file:/*", "/"), _plain(self.absolute)
        below = F.concat(F.lit(self.shown), F.substring(plain, len(root) + 1, 1 << 20))
        return F.when(plain.startswith(root), below).otherwise(plain)


def _plain(path: str) -> str:
    return re.sub(r"^file:/*", "/", path)


def read(spark: SparkSession, sources: Sequence[str], settings: ReadSettings, small: int = SMALL) -> DataFrame:
    """The entries of some sources. Raises `SparkProblem` for a path that is not there."""
    check(sources)
    frames = [frame for source in sources for frame in _source(spark, source, settings, small)]
    return reduce(DataFrame.unionByName, frames)


def _source(spark: SparkSession, source: str, settings: ReadSettings, small: int) -> list[DataFrame]:
    custom = split_format(source)
    if custom is not None:
        name, path = custom
        reader = spark.read.format(name)
        table = reader.load(path) if path else reader.load()
        return [_table(table.withColumn("_path", F.lit(source)), settings, SourceName("", ""))]
    local = local_path(source)
    absolute = str(local.absolute()) if local is not None else source.rstrip("/")
    called = SourceName(absolute, source.rstrip("/"))
    settings = replace(
        settings, root=source.rstrip("/") if local is None or local.is_dir() else os.path.dirname(source)
    )
    return _files(spark, [absolute], settings, called, small)


def read_files(
    spark: SparkSession, paths: Sequence[str], source: str, settings: ReadSettings, small: int = SMALL
) -> DataFrame:
    """The entries of some files of a source, listed already."""
    local = local_path(source)
    absolute = str(local.absolute()) if local is not None else source.rstrip("/")
    settings = replace(settings, root=source.rstrip("/"))
    frames = _files(spark, list(paths), settings, SourceName(absolute, source.rstrip("/")), small)
    return reduce(DataFrame.unionByName, frames)


def listing(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    """(path, length) of every file, without reading any."""
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(list(paths))
    return files.select("path", "length").where(~F.col("path").rlike(NO_LOG))


def _files(
    spark: SparkSession, paths: list[str], settings: ReadSettings, called: SourceName, small: int
) -> list[DataFrame]:
    table_file = F.col("path").rlike(_TABLE_FILE)
    kinds = listing(spark, paths).select(
        "path",
        table_file.alias("table"),
        (F.col("length") > small).alias("large"),
        F.col("path").rlike(_SCRIPT_FILE).alias("script"),
    )
    special = kinds.where("table OR large").collect()
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(paths)
    small_files = (F.col("length") <= small) & ~table_file & ~F.col("path").rlike(NO_LOG)
    contents = files.where(small_files).select("path", "content")
    frames = [_map_batches(contents, partial(ingest.read_files, settings=settings, name=called))]
    for ending in _TABLES:
        tables = [row.path for row in special if row.table and row.path.lower().endswith(ending)]
        if tables:
            frames += _tables(spark, ending, tables, settings, called)
    scripts = [row.path for row in special if row.large and row.script and not row.table]
    if scripts:
        # in a session of its own, whose files are never split: a statement may stand across any cut
        own = spark.newSession()
        own.conf.set("spark.sql.files.maxPartitionBytes", _NEVER_SPLIT)
        own.conf.set("spark.sql.files.openCostInBytes", _NEVER_SPLIT)
        frames.append(_map_batches(_lines(own, scripts), partial(ingest.read_scripts, settings=settings, name=called)))
    logs = [row.path for row in special if row.large and not row.script and not row.table]
    if logs:
        frames.append(_map_batches(_lines(spark, logs), partial(ingest.read_lines, settings=settings, name=called)))
    return frames


def _tables(
    spark: SparkSession, ending: str, paths: list[str], settings: ReadSettings, called: SourceName
) -> list[DataFrame]:
    """Files of tables, together; where they are not of one kind, or one of them is broken, each half by itself."""
    try:
        frame = spark.read.format(ending).option("mergeSchema", "true").load(paths)
        return [_table(frame.withColumn("_path", _unescaped(F.input_file_name())), settings, called)]
    except (Py4JError, PySparkException) as error:
        if len(paths) > 1:
            half = len(paths) // 2
            parts = (paths[:half], paths[half:])
            return [frame for part in parts for frame in _tables(spark, ending, part, settings, called)]
        causes = re.findall(r"Caused by: [\w.$]+: (.*)", str(error)) or [str(error)]
        why = _plain(causes[-1].strip().split("\n")[0]).replace(_plain(paths[0]), "It")[:300]
        row = Entry(called(paths[0]), "", "unread", detail=f"It cannot be read as a table: {why}")
        return [spark.createDataFrame([(*row, 1)], ENTRY.spark_ddl)]


def _lines(spark: SparkSession, paths: list[str]) -> DataFrame:
    lines = spark.read.text(paths)
    path = _unescaped(F.col("_metadata.file_path"))
    return lines.select(path, F.col("_metadata.file_block_start"), F.col("value").cast("binary"))


def _unescaped(path: Column) -> Column:
    """A path as it is, of one that Spark tells as a URI: `a%20folder`."""
    return F.url_decode(F.regexp_replace(path, r"\+", "%2B")).alias("path")


def _table(frame: DataFrame, settings: ReadSettings, called: SourceName) -> DataFrame:
    source = called.column(F.col(statement_tables.PATH))
    numbered = F.monotonically_increasing_id().cast("string")
    entries = statement_tables.plain(frame, settings, source, numbered)
    return (
        entries
        if entries is not None
        else _map_batches(frame, partial(ingest.read_records, settings=settings, name=called))
    )


def _map_batches(frame: DataFrame, reader: Any) -> DataFrame:
    return frame.mapInArrow(reader, ENTRY.spark_ddl)
