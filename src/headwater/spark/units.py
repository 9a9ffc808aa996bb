"""Entries become units: texts that are analysed once, with the runs that each of them stands for."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.batch.ingest import ingest
from headwater.batch.schema_registry import DEFINES, WRITES
from headwater.rows.steps import INGESTED

USERS = 20
GIANT = 256 << 10
"""Characters from which a text gets a task of its own."""


def ingested(entries: DataFrame) -> DataFrame:
    """Every run by the id of its text, every text once in each part of the log, and what is neither."""
    return entries.mapInArrow(ingest, INGESTED.spark_ddl)


def units(kept: DataFrame) -> DataFrame:
    """One row per text: the text and where it stands, how often it was run, when, by whom.

    Whether it may define something, whether that may be no table, and whether it is very large is asked once, here:
    each round of `schemas` goes by it, and a pattern over all texts takes as long as reading them.
    """
    texts = (
        kept.where("part = 'text'")
        .groupBy("unit")
        .agg(F.min(F.struct("text", "source", "entry", "dialect", "database", "target")).alias("one"))
        .select("unit", "one.*")
    )
    done = F.col("status") != "failed"
    runs = (
        kept.where("part = 'run'")
        .groupBy("unit")
        .agg(
            F.count_if(done).alias("runs"),
            F.sum(F.when(done, F.col("entries")).otherwise(0)).alias("entries"),
            F.count_if(~done).alias("failed"),
            F.min(F.when(done, F.col("at"))).alias("first_seen"),
            F.max(F.when(done, F.col("at"))).alias("last_seen"),
            F.min("job").alias("job"),
            F.slice(F.array_sort(F.collect_set("user")), 1, USERS).alias("users"),
            F.max(F.when(F.col("status") == "done", F.lit(1)).otherwise(0)).alias("some_done"),
        )
    )
    status = F.when(F.col("runs") == 0, "failed").when(F.col("some_done") == 1, "done").otherwise("unknown")
    return (
        texts.join(runs, "unit")
        .withColumn("status", status)
        .withColumn("as_of", micros("last_seen"))
        .withColumn("name", F.col("source"))
        .withColumn("defines", F.col("text").rlike(DEFINES) | F.col("target").isNotNull())
        .withColumn("writes", F.col("defines") & F.col("text").rlike(WRITES))
        .withColumn("giant", F.length("text") >= GIANT)
        .drop("some_done")
    )


def micros(column: str) -> Column:
    """A time as the workers compare it."""
    return F.unix_micros(F.col(column))
