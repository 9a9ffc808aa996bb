"""Files that are too large for one worker to hold.

    rows of Parquet and ORC                    in parallel, by Spark's readers
    JSON in lines, records among log lines     in parallel, line by line
    scripts, CSV, JSON arrays, logs of lines   in order, one task a file: what a line means depends on those before it

Files are cut at fixed offsets, whatever the cluster: an entry without an id of its own is called by the offset and its
number from there, and gets the same name in every run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater import logs
from headwater.batch import read as batch_read
from headwater.logs import ReadSettings
from headwater.rows.steps import ENTRY
from headwater.spark import probe
from headwater.spark.folder import plain_path

BLOCK = 64 << 20
_NEVER = 1 << 50
_TABLES = ("parquet", "orc")
_LONGEST_LINE = 1 << 20
"""Longer lines do not tell what a file is."""
_LINE_LIMIT = "mapreduce.input.linerecordreader.line.maxlength"


def read(
    spark: SparkSession,
    paths: Sequence[str],
    settings: ReadSettings,
    name: batch_read.Name,
    broken: Mapping[str, str],
) -> list[DataFrame]:
    """The entries of large files. Those in `broken` are read as far as that goes."""
    frames = []
    for some in ([path for path in paths if path not in broken], [path for path in paths if path in broken]):
        forgiving = bool(some) and some[0] in broken
        for ending, tables in _tables(some).items():
            for frame in _table_frames(_cut_at(spark, BLOCK), ending, tables, forgiving):
                step = partial(batch_read.read_records, settings=settings, name=name)
                frames.append(frame.mapInArrow(step, ENTRY.spark_ddl))
        by_lines, in_order, documents = _kinds(spark, [path for path in some if _ending(path) not in _TABLES])
        if by_lines:
            step = partial(batch_read.read_lines, settings=settings, name=name)
            frames.append(_lines(_cut_at(spark, BLOCK), by_lines, "\n", forgiving).mapInArrow(step, ENTRY.spark_ddl))
        for files, end in ((in_order, "\n"), (documents, "}")):
            if files:
                stream = partial(batch_read.read_streams, settings=settings, name=name, end=end)
                whole = _lines(_cut_at(spark, _NEVER), files, end, forgiving)
                frames.append(whole.mapInArrow(stream, ENTRY.spark_ddl))
    return frames


def broken(spark: SparkSession, paths: Sequence[str]) -> dict[str, str]:
    """Which of some large files cannot be read to their end, and why."""
    own = _cut_at(spark, BLOCK)
    found: dict[str, str] = {}
    for ending, tables in _tables(paths).items():
        found |= probe.broken(tables, partial(_table, own, ending, forgiving=False))
    lines = [path for path in paths if _ending(path) not in _TABLES]
    _, _, documents = _kinds(spark, lines)
    for files, end in (([path for path in lines if path not in documents], "\n"), (documents, "}")):
        found |= probe.broken(files, partial(_lines, own, end=end, forgiving=False))
    return found


def hashes(spark: SparkSession, paths: Sequence[str]) -> dict[str, str]:
    """What tells the content of large files that can be read: of all rows, each with the block that it stands in."""
    own, found = _cut_at(spark, BLOCK), dict[str, str]()
    lines = [path for path in paths if _ending(path) not in _TABLES]
    _, _, documents = _kinds(spark, lines)
    for files, end in (([path for path in lines if path not in documents], "\n"), (documents, "}")):
        if files:
            row_hash = F.xxhash64("file_block_start", "line").cast("decimal(38,0)")
            summed = _lines(own, files, end, True).groupBy("path").agg(F.sum(row_hash), F.count("*"))
            found |= {plain_path(row[0]): f"{row[1]}:{row[2]}" for row in summed.collect()}
    for path in paths:
        if _ending(path) in _TABLES:
            found[plain_path(path)] = ""  # a table is written once: its size and its time tell
    return {path: found[plain_path(path)] for path in paths if plain_path(path) in found}


def _cut_at(spark: SparkSession, size: int) -> SparkSession:
    """A session of its own whose files are cut at multiples of a size, and at nothing else."""
    own = spark.newSession()
    own.conf.set("spark.sql.files.maxPartitionBytes", str(size))
    own.conf.set("spark.sql.files.openCostInBytes", str(size))
    return own


def _kinds(spark: SparkSession, paths: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Files whose lines stand by themselves, files of lines in order, and JSON documents, which may be one line."""
    if not paths:
        return [], [], []
    lines = _lines(_cut_at(spark, BLOCK), paths, "\n", True, longest=_LONGEST_LINE)
    first = lines.mapInArrow(batch_read.read_heads, "path STRING, head STRING").collect()
    heads = {plain_path(row.path): row.head for row in first}
    by_lines, documents = [], []
    for path in paths:
        head = heads.get(plain_path(path))
        if head is not None and logs.stands_in_lines(path, head):
            by_lines.append(path)
        elif head is None or logs.is_document(path, head):
            documents.append(path)
    in_order = [path for path in paths if path not in by_lines and path not in documents]
    return by_lines, in_order, documents


def _lines(spark: SparkSession, paths: list[str], end: str, forgiving: bool, longest: int | None = None) -> DataFrame:
    """(path, start of block, line) of some files."""
    reader = spark.read.option("lineSep", end).option("ignoreCorruptFiles", str(forgiving).lower())
    if longest is not None:
        reader = reader.option(_LINE_LIMIT, longest)
    lines = reader.text(paths)
    return lines.select(_path(), F.col("_metadata.file_block_start"), F.col("value").cast("binary").alias("line"))


def _table_frames(spark: SparkSession, ending: str, paths: list[str], forgiving: bool) -> list[DataFrame]:
    """Files of tables, together; where they are not of one kind, each half by itself."""
    try:
        return [_table(spark, ending, paths, forgiving)]
    except probe.FAILURES:
        if len(paths) == 1:
            if forgiving:
                return []  # not even its schema can be read; its reason is told
            raise
        half = len(paths) // 2
        parts = (paths[:half], paths[half:])
        return [frame for part in parts for frame in _table_frames(spark, ending, part, forgiving)]


def _table(spark: SparkSession, ending: str, paths: list[str], forgiving: bool) -> DataFrame:
    reader = spark.read.option("mergeSchema", "true").option("ignoreCorruptFiles", str(forgiving).lower())
    table = reader.format(ending).load(paths)
    start = F.col("_metadata.file_block_start")
    return table.select("*", _path().alias(batch_read.PATH), start.alias(batch_read.START))


def _tables(paths: Sequence[str]) -> dict[str, list[str]]:
    """The files of tables by their kind."""
    found = {ending: [path for path in paths if _ending(path) == ending] for ending in _TABLES}
    return {ending: tables for ending, tables in found.items() if tables}


def _ending(path: str) -> str:
    return path.rpartition(".")[2].lower()


def _path() -> Column:
    """The path of the file as it is; Spark tells it as a URI: `a%20folder`."""
    return F.url_decode(F.regexp_replace(F.col("_metadata.file_path"), r"\+", "%2B")).alias("path")
