"""Texts whose tables changed while they were being run: each stretch between two changes is answered by itself.

    SELECT * FROM t       run on Monday and on Friday;  ALTER TABLE t ADD COLUMN c on Wednesday

gives two answers, each by the schemas and with the runs of its stretch. Nearly all texts read tables that never change,
or run within one stretch; they are left as they are. What the driver keeps here is a list of such texts and changes.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import ALWAYS, Settings
from headwater.spark.analysis import Shipped, analyse_units
from headwater.spark.schema_rounds import Rounds, Save
from headwater.spark.units import micros


def split(
    spark: SparkSession, solved: Rounds, units: DataFrame, ingested: DataFrame, settings: Settings, save: Save
) -> tuple[DataFrame, DataFrame]:
    """The answers and the units, with texts that ran across a change of schema in as many pieces as it takes."""
    changes = solved.history.changes()
    if not changes:
        return solved.answers, units
    times = spark.createDataFrame(
        [(name, since) for name, moments in changes.items() for since in moments if since != ALWAYS],
        "name STRING, since BIGINT",
    )
    looked = solved.answers.select("unit", F.explode("datasets").alias("dataset")).where("dataset.read")
    named = looked.select("unit", F.concat("dataset.system", F.lit(":"), "dataset.name").alias("name")).distinct()
    runs = units.where("runs > 0").select(
        "unit", micros("first_seen").alias("first"), micros("last_seen").alias("last")
    )
    across = (
        named.join(F.broadcast(times), "name")
        .join(runs, "unit")
        .where("since > first AND since <= last")
        .groupBy("unit")
        .agg(F.array_sort(F.collect_set("since")).alias("cuts"))
    )
    cuts = save(across, "cuts")
    if cuts.isEmpty():
        return solved.answers, units
    pieces = save(_pieces(cuts, units, ingested), "pieces")
    shipped = Shipped.by(spark, solved.history)
    answered = save(
        analyse_units(pieces, pieces.count(), shipped, settings).withColumn("round", F.lit(solved.rounds + 2)), "epochs"
    )
    ids = cuts.select("unit")
    answers = solved.answers.join(F.broadcast(ids), "unit", "left_anti").unionByName(answered)
    return answers, units.join(F.broadcast(ids), "unit", "left_anti").unionByName(pieces.select(*units.columns))


def _pieces(cuts: DataFrame, units: DataFrame, ingested: DataFrame) -> DataFrame:
    """A unit for every stretch in which a text was run: its id says which, its time is the end of the stretch."""
    runs = ingested.where("part = 'run' AND status <> 'failed' AND at IS NOT NULL").select(
        "unit", "at", "user", "job", "entries", "status"
    )
    passed = F.size(F.filter("cuts", lambda cut: cut <= F.unix_micros("at")))
    ends = F.get(F.col("cuts"), F.col("stretch"))
    stretches = (
        runs.join(F.broadcast(cuts), "unit")
        .withColumn("stretch", passed)
        .groupBy("unit", "stretch", "cuts")
        .agg(
            F.count("*").alias("runs"),
            F.sum("entries").alias("entries"),
            F.min("at").alias("first_seen"),
            F.max("at").alias("last_seen"),
            F.min("job").alias("job"),
            F.slice(F.array_sort(F.collect_set("user")), 1, 20).alias("users"),
        )
        # the last stretch ends with its last run: what changed later is not what it read
        .withColumn("as_of", F.coalesce(ends, micros("last_seen") + 1))
        .drop("cuts")
    )
    fixed = units.drop("runs", "entries", "first_seen", "last_seen", "job", "users", "as_of", "failed")
    pieces = stretches.join(fixed, "unit").withColumn("failed", F.lit(0).cast("bigint"))
    return pieces.withColumn("unit", F.concat("unit", F.lit("."), "stretch")).drop("stretch").select(*units.columns)
