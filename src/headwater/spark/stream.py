"""Only what is new: files that were not there the last time, found by Structured Streaming.

Spark's checkpoint remembers which files were taken, in batches that have numbers. A batch is taken in under its number,
so a run that is killed in the middle takes the same files in again, to the same place; then a snapshot is made of all
batches. Files are taken once and for ever: a log is added to by new files, and not by changing old ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import functions as F

from headwater.batch import hash_id
from headwater.spark import sources
from headwater.spark.errors import SparkProblem
from headwater.spark.folder import local_path
from headwater.spark.pipeline import Outcome, Pipeline
from headwater.spark.snapshots import only_run

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

FILES = 10_000
"""Files of one batch at most."""
ADDS = "adds"
"""The state of runs that add to what was read before."""
_SCHEMA = "path STRING, modificationTime TIMESTAMP, length BIGINT, content BINARY"


def incremental(pipeline: Pipeline, read: Sequence[str], files: int = FILES) -> Outcome | None:
    """Take in what is new, and make a snapshot; None where nothing is new and there is a snapshot already."""
    with only_run(pipeline.out):
        _begin(pipeline, read)
        _drain(pipeline, read, files)
        manifest = pipeline.snapshots.manifest()
        # a run that was killed may have taken batches in without a snapshot of them
        if manifest is None or pipeline.batches(ADDS) != manifest["batches"]:
            return pipeline.snapshot(ADDS, read)
    return None


def follow(
    pipeline: Pipeline, read: Sequence[str], done: Callable[[Outcome], None], every: float = 30.0, files: int = FILES
) -> None:
    """Go on taking in what is new, with a snapshot whenever there was something, until somebody stops it."""
    while True:
        outcome = incremental(pipeline, read, files)
        if outcome is not None:
            done(outcome)
        time.sleep(every)


def _begin(pipeline: Pipeline, read: Sequence[str]) -> None:
    pipeline.check(read)
    for source in read:
        path = local_path(source)
        if path is not None and not path.is_dir():
            raise SparkProblem(f"{source} is not a folder; --incremental and --follow need folders.", "Pass a folder.")
    manifest = pipeline.begin()
    if manifest is not None and manifest["state"] != ADDS:
        raise SparkProblem(
            f"{pipeline.out} was written without --incremental, so the files it read are not recorded.",
            "Use another --out for --incremental, or remove this folder.",
        )


def _drain(pipeline: Pipeline, read: Sequence[str], files: int) -> None:
    spark = pipeline.spark
    for source in sorted(set(read)):
        name = _slug(source)

        def take(frame: DataFrame, batch: int, source: str = source, name: str = name) -> None:
            paths = sorted(row.path for row in frame.select("path").collect())
            if paths:
                entries = sources.read_files(spark, paths, source, pipeline.reading())
                pipeline.take_in(entries, ADDS, f"{name}-{batch:08}")

        stream = (
            spark.readStream.format("binaryFile")
            .schema(_SCHEMA)
            .option("recursiveFileLookup", "true")
            .option("maxFilesPerTrigger", files)
            .load(_absolute(source))
            .select("path")
            .where(~F.col("path").rlike(sources.NO_LOG))
        )
        query = (
            stream.writeStream.foreachBatch(take)
            .option("checkpointLocation", pipeline.snapshots.folder.path("checkpoints", name))
            .trigger(availableNow=True)
            .start()
        )
        query.awaitTermination()


def _absolute(source: str) -> str:
    path = local_path(source)
    return str(path.absolute()) if path is not None else source


def _slug(source: str) -> str:
    """A name for a source's checkpoint: readable, and another for every source."""
    plain = "".join(char if char.isalnum() else "-" for char in Path(source).name)[:40]
    return f"{plain}-{hash_id(source) & 0xFFFFFFFF:08x}"
