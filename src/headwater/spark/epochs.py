"""Texts whose tables changed while they were being run: runs that saw the same schemas are answered by themselves.

    SELECT * FROM t       run on Monday and on Friday;  ALTER TABLE t ADD COLUMN c on Wednesday

gives two answers, each by the schemas and with the runs of its piece (`rows.epoch_sql`). Nearly all texts read tables
that never change, or saw one schema of them; they are left as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.increments.answer_state import PIECES as PIECES_OF_TEXTS
from headwater.increments.answer_state import STRETCHES as STRETCHES_OF_TEXTS
from headwater.rows.epoch_sql import ACROSS, PIECES, STRETCHES
from headwater.spark.registry import Registry
from headwater.spark.saving import Save, Saving
from headwater.spark.units import units as group


@dataclass(frozen=True)
class Pieces:
    """Texts in pieces: their ids, and the pieces as units with what was ingested of them."""

    cut: DataFrame
    units: DataFrame
    ingested: DataFrame
    count: int
    stretches: DataFrame
    """(unit, moment, piece): which run belongs to which piece."""


def cut(
    spark: SparkSession,
    answers: DataFrame,
    units: DataFrame,
    ingested: DataFrame,
    registry: Registry,
    save: Save,
    name: str = "stretches",
) -> Pieces | None:
    """The pieces of the texts that saw several schemas; None where there is no such text."""
    versions = registry.changes()
    if versions is None:
        return None
    across = save(spark.sql(ACROSS, answers=answers, units=units, versions=versions), f"{name}-across")
    if across.isEmpty():
        return None
    looking = F.broadcast(across.select("unit").distinct())
    own = save(ingested.join(looking, "unit", "left_semi").select(*ingested.columns), f"{name}-runs")
    stretches = save(spark.sql(STRETCHES, across=across, ingested=own, versions=versions), name)
    ids = stretches.select("unit").distinct()
    count = stretches.select("piece").distinct().count()
    if not count:
        return None
    own = own.join(F.broadcast(ids), "unit", "left_semi").select(*ingested.columns)
    pieces = save(spark.sql(PIECES, ingested=own, stretches=stretches), f"{name}-ingested")
    grouped = group(pieces).withColumn("failed", F.lit(0).cast("bigint"))
    return Pieces(ids, save(grouped.select(*units.columns), f"{name}-units"), pieces, count, stretches)


def split(
    spark: SparkSession,
    answers: DataFrame,
    registry: Registry,
    units: DataFrame,
    ingested: DataFrame,
    saving: Saving,
    number: int,
) -> tuple[DataFrame, DataFrame, DataFrame]:
    """The answers, the units and what was ingested, with texts that saw several schemas in as many pieces as it takes.

    `number` is the round that the pieces are answered in.
    """
    pieces = cut(spark, answers, units, ingested, registry, saving.work)
    if pieces is None:
        return answers, units, ingested
    answered = registry.analyse(pieces.units, pieces.count, number, saving.kept, PIECES_OF_TEXTS)
    if saving.remember:
        saving.answers(pieces.stretches, STRETCHES_OF_TEXTS)

    def others(frame: DataFrame) -> DataFrame:
        return frame.join(F.broadcast(pieces.cut), "unit", "left_anti").select(*frame.columns)

    return (
        others(answers).unionByName(answered),
        others(units).unionByName(pieces.units),
        others(ingested).unionByName(pieces.ingested),
    )
