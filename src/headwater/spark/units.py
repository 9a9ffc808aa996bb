"""Entries become units: texts that are analysed once, with the runs that each of them stands for."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.batch.ingest import ingest
from headwater.rows.warehouse import INGESTED

USERS = 20


def ingested(entries: DataFrame) -> DataFrame:
    """Every run by the id of its text, every text once in each part of the log, and what is neither."""
    return entries.mapInArrow(ingest, INGESTED.spark_ddl)


def units(kept: DataFrame) -> DataFrame:
    """One row per text: the text and where it stands, how often it was run, when, by whom."""
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
        .drop("some_done")
    )


def micros(column: str) -> Column:
    """A time as the workers compare it."""
    return F.unix_micros(F.col(column))
