"""Sources that go on: a topic of Kafka, or any format that Spark can stream, taken in by Structured Streaming.

    OUT/streams/9f3c…/          Spark's checkpoint of a source: how far it was read
    OUT/taken/00000007/…        the ledger: batch 7 is micro-batch 12 of that source

All that is there is read in micro-batches, then the stream stops; `--follow` starts it again and again. A micro-batch
that Spark repeats after a failure has the number and the rows that it had. The ledger has its number before any of its
rows is kept, and says which batch it became: it is taken in to the same place, or is there already. So each row is in
the tables exactly once, wherever a run was killed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame

from headwater.spark import probe, sources
from headwater.spark.errors import SparkProblem
from headwater.spark.layout import ADDS, is_merged, number_of
from headwater.spark.ledger import File
from headwater.spark.session import is_connect
from headwater.spark.source_formats import FormatSource

if TYPE_CHECKING:
    from headwater.spark.pipeline import Pipeline

_CHECKPOINTS = "streams"


def take_new_rows(pipeline: Pipeline, source: FormatSource) -> None:
    """Take in what came to a source since the last time."""
    spark = pipeline.spark
    if is_connect(spark):
        raise SparkProblem(
            f"{source.shown} cannot be followed over Spark Connect: the driver keeps the batches.",
            "Run without --remote, or write the stream to a folder with the format headwater_log.",
        )
    stream = f"stream:{source.shown}"
    checkpoint = pipeline.snapshots.folder.path(_CHECKPOINTS, hashlib.sha256(stream.encode()).hexdigest()[:16])

    def take(rows: DataFrame, number: int) -> None:
        _take(pipeline, source, stream, rows, number)

    try:
        query = (
            sources.load(spark.readStream, source)
            .writeStream.foreachBatch(take)
            .option("checkpointLocation", checkpoint)
        )
        query.trigger(availableNow=True).start().awaitTermination()
    except probe.FAILURES as error:
        why = probe.reason(error, source.path or source.shown)
        raise SparkProblem(
            f"Cannot follow {source.shown}: {why}",
            "Check its name, and that Spark can stream it; without --incremental and --follow it is read as it is.",
        ) from None


def _take(pipeline: Pipeline, source: FormatSource, stream: str, rows: DataFrame, number: int) -> None:
    """Take in a micro-batch, unless an earlier try did."""
    ledger = pipeline.ledger
    known = ledger.streamed(stream)
    if known is not None and (known[0] > number or (known[0] == number and _taken(pipeline, known[1]))):
        return
    if known is not None and known[0] == number:
        batch = known[1]
    elif rows.isEmpty():
        return
    else:
        batch = ledger.plan([File(source.shown, stream, source.shown, number, 0, None, "streamed")])

    def entries(broken: Mapping[str, str]) -> DataFrame:
        return sources.table_entries(rows, source, pipeline.reading())

    pipeline.take_in(entries, [], ADDS, batch)


def _taken(pipeline: Pipeline, batch: str) -> bool:
    """Whether the rows of a batch are kept: by itself, or in a merged one."""
    return any(
        number_of(whole) == number_of(batch) or (is_merged(whole) and number_of(batch) < number_of(whole))
        for whole in pipeline.batches(ADDS)
    )
