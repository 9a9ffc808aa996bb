"""Texts whose tables changed while they were being run: runs that saw the same schemas are answered by themselves.

    SELECT * FROM t       run on Monday and on Friday;  ALTER TABLE t ADD COLUMN c on Wednesday

gives two answers, each by the schemas and with the runs of its piece (`rows.epoch_sql`). Nearly all texts read tables
that never change, or saw one schema of them; they are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import ALWAYS, History, Settings
from headwater.increments.answer_state import PIECES as PIECES_OF_TEXTS
from headwater.increments.answer_state import STRETCHES as STRETCHES_OF_TEXTS
from headwater.rows.epoch_sql import ACROSS, PIECES, STRETCHES
from headwater.spark.analysis import Shipped, analyse_units
from headwater.spark.units import units as group

Save = Callable[[DataFrame, str], DataFrame]
"""Writes a step's result under a name and reads it back, so that it is computed once."""


@dataclass(frozen=True)
class Saving:
    """Where results go: `work` for what only this run needs, `answers` for what the next one may use again.

    With `remember`, also what only an increment needs goes to `answers`.
    """

    work: Save
    answers: Save
    remember: bool = False

    @property
    def kept(self) -> Save:
        """For what an increment needs, where there will be one."""
        return self.answers if self.remember else self.work


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
    history: History,
    save: Save,
    name: str = "stretches",
) -> Pieces | None:
    """The pieces of the texts that saw several schemas; None where there is no such text."""
    changes = history.changes()
    if all(change.since == ALWAYS for change in changes):
        return None
    versions = spark.createDataFrame(changes, "name STRING, since BIGINT, number INT, schema INT")
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
    history: History,
    units: DataFrame,
    ingested: DataFrame,
    settings: Settings,
    saving: Saving,
    number: int,
) -> tuple[DataFrame, DataFrame, DataFrame]:
    """The answers, the units and what was ingested, with texts that saw several schemas in as many pieces as it takes.

    `number` is the round that the pieces are answered in.
    """
    pieces = cut(spark, answers, units, ingested, history, saving.work)
    if pieces is None:
        return answers, units, ingested
    found = analyse_units(pieces.units, pieces.count, Shipped.by(spark, history), settings)
    answered = saving.kept(found.withColumn("round", F.lit(number)), PIECES_OF_TEXTS)
    if saving.remember:
        saving.answers(pieces.stretches, STRETCHES_OF_TEXTS)

    def others(frame: DataFrame) -> DataFrame:
        return frame.join(F.broadcast(pieces.cut), "unit", "left_anti").select(*frame.columns)

    return (
        others(answers).unionByName(answered),
        others(units).unionByName(pieces.units),
        others(ingested).unionByName(pieces.ingested),
    )
