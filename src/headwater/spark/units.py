"""Entries become units: texts that are analysed once, with the runs that each of them stands for."""

from __future__ import annotations

from functools import partial

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.batch.ingest import ingest
from headwater.batch.schema_registry import DEFINES, WRITES
from headwater.rows.graph_sql import UNITS
from headwater.rows.steps import INGESTED

GIANT = 256 << 10
"""Characters from which a text gets a task of its own."""


def ingest_entries(entries: DataFrame, by_source: bool = False) -> DataFrame:
    """Every run by the id of its text, every text once in each part of the log, and all other entries.

    With `by_source` every file keeps its own texts, so that a file may be read again without the others.
    """
    return entries.mapInArrow(partial(ingest, by_source=by_source), INGESTED.spark_ddl)


def units(entries: DataFrame) -> DataFrame:
    """One row per text: the text and where it stands, how often it was run, when and by whom.

    Whether it may define something, whether that may be no table, and whether it is very large is worked out here,
    once: each round of `schemas` needs it, and a pattern over all texts takes as long as reading them.
    """
    return (
        entries.sparkSession.sql(UNITS, ingested=entries)
        .withColumn("as_of", micros("last_seen"))
        .withColumn("name", F.col("source"))
        .withColumn("defines", F.col("text").rlike(DEFINES) | F.col("target").isNotNull())
        .withColumn("writes", F.col("defines") & F.col("text").rlike(WRITES))
        .withColumn("giant", F.length("text") >= GIANT)
    )


def micros(column: str) -> Column:
    """A time in microseconds, as the workers compare it."""
    return F.unix_micros(F.col(column))
