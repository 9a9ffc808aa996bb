"""What a run would read: counts by format and dialect, and what could not be read and why. Nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pyspark.sql import functions as F

from headwater.spark import probe, sources, units

if TYPE_CHECKING:
    from headwater.spark.pipeline import Pipeline

MOST_REASONS = 10


class Count(NamedTuple):
    """Entries of one kind: statement, table or unread."""

    kind: str
    format: str | None
    dialect: str | None
    entries: int


class Reason(NamedTuple):
    """Why entries cannot be read, with the source of one of them."""

    detail: str
    entries: int
    source: str


class Preview(NamedTuple):
    """What a run would read."""

    counts: list[Count]
    reasons: list[Reason]

    @property
    def entries(self) -> int:
        """All entries."""
        return sum(count.entries for count in self.counts)


def preview(pipeline: Pipeline, read: Sequence[str], most: int = MOST_REASONS) -> Preview:
    """Read the sources as a run would; the most frequent reasons first."""
    try:
        return _counted(pipeline, read, {}, most)
    except probe.FAILURES:
        broken = sources.broken_files(pipeline.spark, sources.absolute_paths(read))
        if not broken:
            raise
        return _counted(pipeline, read, broken, most)


def _counted(pipeline: Pipeline, read: Sequence[str], broken: Mapping[str, str], most: int) -> Preview:
    entries = sources.read(pipeline.spark, read, pipeline.reading(), broken=broken)
    kept = units.ingest_entries(entries).where(F.col("part").isin("run", "table", "unread"))
    why = F.when(F.col("part") == "unread", F.col("detail"))
    grouped = (
        kept.groupBy("part", "format", "dialect", why.alias("why"))
        .agg(F.sum("entries").alias("entries"), F.min("source").alias("source"))
        .cache()
    )
    try:
        kind = F.when(F.col("part") == "run", "statement").otherwise(F.col("part")).alias("kind")
        counts = grouped.groupBy(kind, "format", "dialect").agg(F.sum("entries").alias("entries"))
        reasons = (
            grouped.where("part = 'unread'")
            .groupBy("why")
            .agg(F.sum("entries").alias("entries"), F.min("source").alias("source"))
            .orderBy(F.desc("entries"), "why")
            .limit(most)
        )
        return Preview(
            [Count(*row) for row in counts.orderBy("kind", "format", "dialect").collect()],
            [Reason(row["why"] or "no reason is known", row["entries"], row["source"]) for row in reasons.collect()],
        )
    finally:
        grouped.unpersist()
