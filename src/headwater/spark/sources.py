"""Sources become entries: one row for every statement that was run, every table that a catalog lists, and everything
that could not be read.

A source is a folder or a file, wherever Spark reads. Its files are listed by Spark and read by the workers:

    up to `SMALL` bytes      as a whole, by `headwater.batch`, which finds out what they are
    larger                   by `large_files`: in parallel where lines or rows stand by themselves, else in order

A source `format:path` is read by Spark's reader of that format (`source_formats`), as a table of statements. What a row
of such a table means is found by the names of its columns, or by the mapping.

A file that cannot be read does not end a run. Files are read without a check; where that fails, `broken_files` finds
out which of them it was and why, and the next try has a row in its place.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, DataFrameReader, SparkSession
from pyspark.sql import functions as F

from headwater.batch import read as batch_read
from headwater.logs import Entry, ReadSettings
from headwater.logs.formats.statements import map_columns
from headwater.rows.steps import ENTRY, entry_row
from headwater.spark import large_files, probe
from headwater.spark.errors import SparkProblem
from headwater.spark.folder import local_path, plain_path
from headwater.spark.source_check import check, split_format
from headwater.spark.source_formats import FormatSource, format_source

if TYPE_CHECKING:
    from pyspark.sql.streaming.readwriter import DataStreamReader

SMALL = 64 << 20
NO_LOG = r"(?i)(^|/)[^/]*\.(md|markdown|rst|ya?ml|toml|ini|py|ipynb|sh|html?|css|js|png|jpe?g|svg|gif|pdf)$"
"""What lies beside SQL in a folder of a project, and is not looked into."""


Span = tuple[int, int]
"""The bytes of a file that are read: from the first on, and before the second."""


@dataclass(frozen=True)
class SourceName:
    """The name of a path in the tables: relative to the source as the user named it, not to this machine.

    >>> SourceName("file:/data/logs", "logs")("file:///data/logs/a/b.sql")
    'logs/a/b.sql'
    """

    absolute: str
    shown: str

    def __call__(self, path: str) -> str:
        plain, root = plain_path(path), plain_path(self.absolute)
        return self.shown + plain[len(root) :] if plain.startswith(root) else plain


@dataclass(frozen=True)
class _Place:
    """Files to be read: paths of files or folders, with the name of the source that they belong to."""

    paths: list[str]
    name: SourceName
    settings: ReadSettings

    @classmethod
    def of(cls, source: str, settings: ReadSettings, paths: Sequence[str] | None = None) -> _Place:
        """All of a source, or some of its files, listed already."""
        shown = source.rstrip("/") or source
        local = local_path(shown)
        absolute = str(local.absolute()) if local is not None else shown
        root = shown if local is None or local.is_dir() else os.path.dirname(shown)
        return cls(list(paths or [absolute]), SourceName(absolute, shown), replace(settings, root=root))

    def holds(self, path: str) -> bool:
        """Whether a file is among them."""
        plain = plain_path(path)
        return any(plain == below or plain.startswith(f"{below}/") for below in map(plain_path, self.paths))


def read(
    spark: SparkSession,
    sources: Sequence[str],
    settings: ReadSettings,
    small: int = SMALL,
    broken: Mapping[str, str] | None = None,
) -> DataFrame:
    """The entries of some sources. Raises `SparkProblem` for a path that is not there.

    `broken` are files that cannot be read, and why: a large one is read as far as that goes.
    """
    check(sources)
    frames = []
    for source in dict.fromkeys(source.rstrip("/") or source for source in sources):
        custom = split_format(source)
        if custom is not None:
            frames.append(_of_format(spark, *custom, settings))
        else:
            frames += _files(spark, _Place.of(source, settings), small, broken or {})
    return reduce(DataFrame.unionByName, frames)


def read_files(
    spark: SparkSession,
    files: Mapping[str, Mapping[str, Span]],
    settings: ReadSettings,
    small: int = SMALL,
    broken: Mapping[str, str] | None = None,
) -> DataFrame:
    """The entries of some files, listed already, by the source that they belong to: of each the bytes that are asked
    for, which it may have more of by now. Large files are read as they are.
    """
    frames = [
        frame
        for source, spans in files.items()
        for frame in _files(spark, _Place.of(source, settings, list(spans)), small, broken or {}, spans)
    ]
    return reduce(DataFrame.unionByName, frames)


def broken_files(spark: SparkSession, paths: Sequence[str], small: int = SMALL) -> dict[str, str]:
    """Which files among some paths cannot be read, and why in one line."""
    sizes = {row.path: row.length for row in listing(spark, paths).collect()}
    found = probe.broken([path for path, size in sizes.items() if size <= small], partial(_contents, spark))
    return found | large_files.broken(spark, [path for path, size in sizes.items() if size > small])


def listing(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    """(path, length, modificationTime) of every file, without reading any."""
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(list(paths))
    return files.select("path", "length", "modificationTime").where(~F.col("path").rlike(NO_LOG))


def absolute_paths(sources: Sequence[str]) -> list[str]:
    """The paths of sources that are files or folders, as Spark is given them."""
    return [_Place.of(source, ReadSettings()).paths[0] for source in sources if split_format(source) is None]


def source_name(source: str) -> SourceName:
    """How the files of a source are called in the tables."""
    return _Place.of(source, ReadSettings()).name


def _files(
    spark: SparkSession,
    place: _Place,
    small: int,
    broken: Mapping[str, str],
    spans: Mapping[str, Span] | None = None,
) -> list[DataFrame]:
    large = [row.path for row in listing(spark, place.paths).where(F.col("length") > small).select("path").collect()]
    whole = _contents(spark, place.paths).where((F.col("length") <= small) & ~F.col("path").rlike(NO_LOG))
    unread = {path: why for path, why in broken.items() if place.holds(path)}
    if unread:
        whole = whole.where(~F.col("path").isin([path for path in unread if path not in large]))
    if spans is None:
        step = partial(batch_read.read_files, settings=place.settings, name=place.name)
        read = whole.select("path", "content")
    else:
        step = partial(batch_read.read_spans, settings=place.settings, name=place.name)
        asked = [(path, *span) for path, span in spans.items()]
        bounds = F.broadcast(spark.createDataFrame(asked, "path STRING, start BIGINT, until BIGINT"))
        content = F.substring("content", F.lit(1), F.col("until").cast("int"))
        small_spans = whole.join(bounds, "path").where(F.col("until") <= small)
        read = small_spans.select("path", content.alias("content"), "start")
    frames = [read.mapInArrow(step, ENTRY.spark_ddl)]
    if unread:
        rows = [
            entry_row(Entry(place.name(path), "", "unread", detail=f"It cannot be read: {why}"), 1)
            for path, why in unread.items()
        ]
        frames.append(spark.createDataFrame(rows, ENTRY.spark_ddl))
    return frames + large_files.read(spark, large, place.settings, place.name, broken)


def _contents(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    return spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(list(paths))


def _of_format(spark: SparkSession, name: str, rest: str, settings: ReadSettings) -> DataFrame:
    source = format_source(name, rest)
    try:
        table = load(spark.read, source)
    except probe.FAILURES as error:
        why = probe.reason(error, source.path or source.shown)
        raise SparkProblem(
            f"Cannot read {source.shown}: {why}", "Check its name, and that Spark has a reader for it."
        ) from None
    return table_entries(table, source, settings)


def load(reader: DataFrameReader | DataStreamReader, source: FormatSource) -> DataFrame:
    """The rows of a source, from a reader of what there is now, or of what comes."""
    reader = reader.options(**source.options)
    if source.format == "table":
        return reader.table(source.path)
    return reader.format(source.format).load(source.path or None)


def table_entries(table: DataFrame, source: FormatSource, settings: ReadSettings) -> DataFrame:
    """The entries of a table of statements that was read from a source."""
    shown = F.lit(source.shown)
    if source.format == "kafka":
        lines = table.select(shown, F.concat_ws("/", "partition", "offset"), "value")
        return lines.mapInArrow(
            partial(batch_read.read_lines, settings=settings, name=SourceName("", "")), ENTRY.spark_ddl
        )
    if "entry" not in map_columns(table.columns, settings.columns):
        # by what a row holds, not by where Spark cut: the same row has the same id in every run
        table = table.withColumn("id", F.lower(F.hex(F.xxhash64(*table.columns))))
    placed = table.withColumns({batch_read.PATH: shown, batch_read.START: F.lit(None).cast("bigint")})
    step = partial(batch_read.read_records, settings=settings, name=SourceName("", ""))
    return placed.mapInArrow(step, ENTRY.spark_ddl)


def shown_sources(sources: Sequence[str]) -> list[str]:
    """Sources as they are written down: without options, in which there may be a password."""
    return [format_source(*custom).shown if (custom := split_format(source)) else source for source in sources]
