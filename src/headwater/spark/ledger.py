"""Which files were taken in, by path, size and content: the memory of runs that add to what was read before.

    OUT/taken/00000007/…        the files of batch 7, written before any of them is read

A batch that is planned is taken in, by this run or, where it was killed, by the next one, and to the same place: no
file is lost and none is read twice. A file is looked into only where its size or its time is not what it was; its
content then tells what happened to it (`Status`). Time alone decides nothing: a file that arrives late is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from headwater import logs
from headwater.batch.ledger_status import READ_AGAIN, Status
from headwater.rows.steps import TAKEN
from headwater.spark import large_files, layout, sources

if TYPE_CHECKING:
    from headwater.spark.folder import Folder

_TAKEN = layout.TAKEN
_HEAD = 1 << 16


class File(NamedTuple):
    """A file of a batch."""

    source: str
    path: str
    name: str
    length: int
    modified: int
    content: str | None
    status: str
    start: int = 0
    """The byte from which on it is to be read."""


class Ledger:
    """The files that were taken in, in batches that have numbers."""

    def __init__(self, spark: SparkSession, folder: Folder) -> None:
        self._spark = spark
        self._folder = folder

    def batches(self) -> list[str]:
        """The batches that were planned as a whole, in order."""
        return layout.planned_batches(self._folder)

    def files(self, batch: str | None = None) -> DataFrame:
        """The rows of `TAKEN`, of one batch or of all."""
        paths = [self._folder.path(_TAKEN, name) for name in ([batch] if batch else self.batches())]
        if not paths:
            return self._spark.createDataFrame([], TAKEN.spark_ddl)
        return self._spark.read.schema(TAKEN.spark_ddl).parquet(*paths)

    def plan(self, found: Sequence[File]) -> str:
        """Write down the files of the next batch; gives its name."""
        batch = f"{int(layout.number_of(self.batches()[-1])) + 1 if self.batches() else 1:08}"
        rows = self._spark.createDataFrame([(batch, *file) for file in found], TAKEN.spark_ddl)
        rows.coalesce(1).write.mode("overwrite").parquet(self._folder.path(_TAKEN, batch))
        return batch

    def streamed(self, stream: str) -> tuple[int, str] | None:
        """The number of the last micro-batch of a stream, and the batch that it became."""
        own = self.files().where((F.col("path") == stream) & (F.col("status") == "streamed"))
        row = own.orderBy(F.desc("length")).first()
        return None if row is None else (row.length, row.batch)

    def merge(self, last: str) -> None:
        """Of all batches up to one, keep what was last taken of each file, and when a file was last read again."""
        newest = Window.partitionBy("path", F.col("status").isin(*READ_AGAIN)).orderBy(F.desc("batch"))
        rows = self.files().where(F.col("batch") <= last).withColumn("row", F.row_number().over(newest))
        path = self._folder.path(_TAKEN, layout.merged_name(last))
        rows.where("row = 1").select(*TAKEN.names).coalesce(1).write.mode("overwrite").parquet(path)

    def replaced(self) -> DataFrame | None:
        """(name, since) of files whose rows of batches before `since` no longer count; None where there are none."""
        again = self.files().where(F.col("status").isin(*READ_AGAIN))
        rows = again.groupBy("name").agg(F.max("batch").alias("since"))
        return None if rows.isEmpty() else rows

    def new_files(self, source: str, most: int) -> list[File]:
        """Files of a source that are not as they were taken, at most so many, with what happened to each."""
        listed = sources.listing(self._spark, sources.absolute_paths([source])).select(
            "path", "length", F.unix_micros("modificationTime").alias("modified")
        )
        newest = Window.partitionBy("path").orderBy(F.desc("batch"))
        known = (
            self.files()
            .withColumn("row", F.row_number().over(newest))
            .where("row = 1")
            .select(
                "path",
                F.col("length").alias("old_length"),
                F.col("modified").alias("old_modified"),
                F.col("content").alias("old_content"),
            )
        )
        same = F.col("length").eqNullSafe(F.col("old_length")) & F.col("modified").eqNullSafe(F.col("old_modified"))
        candidates = listed.join(known, "path", "left").where(~same).orderBy("path").limit(most)
        rows = {row.path: row for row in candidates.collect()}
        if not rows:
            return []
        looked = self._looked([(row.path, row.length, row.old_length) for row in rows.values()])
        contents = {path: look.content for path, look in looked.items()}
        gone = known.join(listed, "path", "left_anti").where(F.col("old_content").isin(list(contents.values())))
        moved = {row.old_content for row in gone.select("old_content").collect()} if contents else set()
        named = sources.source_name(source)

        def status(path: str) -> Status:
            row, content = rows[path], contents.get(path)
            if content is None:
                return "broken"
            if row.old_length is None:
                return "moved" if content in moved else "new"
            if content == row.old_content:
                return "same"
            if looked[path].prefix != row.old_content:
                return "changed"
            return "continued" if looked[path].in_lines else "grown"

        def file(path: str) -> File:
            row, happened = rows[path], status(path)
            start = row.old_length if happened == "continued" else 0
            return File(source, path, named(path), row.length, row.modified, contents.get(path), happened, start)

        return [file(path) for path in rows]

    def _looked(self, files: Sequence[tuple[str, int, int | None]]) -> dict[str, _Look]:
        """What the files hold that can be read."""
        looked: dict[str, _Look] = {}
        small = [file for file in files if file[1] <= sources.SMALL]
        if small:
            before = self._spark.createDataFrame(
                [(path, old) for path, _, old in small], "path STRING, old_length BIGINT"
            )
            reader = self._spark.read.format("binaryFile").option("ignoreCorruptFiles", "true")
            read = reader.load([path for path, *_ in small]).join(F.broadcast(before), "path")
            old = F.coalesce(F.col("old_length").cast("int"), F.lit(0))
            start = F.substring("content", F.lit(1), old)
            head = F.when(old > 0, F.substring("content", 1, _HEAD))
            last = F.substring("content", old, F.lit(1))
            hashed = read.select("path", F.sha2("content", 256), F.sha2(start, 256), head, last)
            for path, content, prefix, beginning, end in hashed.collect():
                in_lines = beginning is not None and bytes(end) == b"\n" and _stands_in_lines(path, bytes(beginning))
                looked[path] = _Look(content, prefix, in_lines)
        large = [path for path, length, _ in files if length > sources.SMALL]
        looked |= {path: _Look(content) for path, content in large_files.hashes(self._spark, large).items()}
        return looked


class _Look(NamedTuple):
    """What was seen of a file: hashes of all of it, and of as much as it had before; and whether what it has more can
    be read by itself, because it begins a line and lines stand by themselves.
    """

    content: str
    prefix: str = ""
    in_lines: bool = False


def _stands_in_lines(path: str, head: bytes) -> bool:
    return logs.stands_in_lines(path, head.decode("utf-8", "replace"))
