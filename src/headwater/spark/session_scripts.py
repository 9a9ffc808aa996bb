"""Temporary tables that live across entries of a log: the entries of a session that share one are read as one script.

    CREATE TEMP TABLE recent AS SELECT …          two entries of one session; the second one means nothing
    INSERT INTO ads.x SELECT … FROM recent        without the first

Only such entries are put together: those that make a temporary table and those that name one of their session. Most
logs have none, and a log whose entries have no session is left as it is.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from headwater.rows.steps import ENTRY

LONGEST = 1_000
"""Entries that are put together at most: a session of a year is not a script."""
_KEY = ("session", "dialect")
_APART = (*_KEY, "database", "text", "entries")
_RUN = ("source", "entry", "session")


def runs_with_temporary_tables(ingested: DataFrame) -> DataFrame:
    """The runs that share a temporary table of their session, as entries, given everything that was kept of a log.

    Each with the text that stands for all of its id: such texts differ in literals, and no name is one.
    """
    temporary = ingested.where("part = 'temporary'").groupBy(*_KEY).agg(F.collect_set("text").alias("names"))
    runs = ingested.where("part = 'run' AND status <> 'failed'").drop("text").join(temporary, list(_KEY))
    texts = ingested.where("part = 'text'").groupBy("unit").agg(F.min("text").alias("text"))
    uses = F.exists("names", lambda name: F.instr(F.lower("text"), name) > 0)
    return runs.join(texts, "unit").where(uses).select(*ENTRY.names)


def scripts(runs_with_temporary_tables: DataFrame) -> DataFrame:
    """One entry for each session, which stands for all of its."""
    order = Window.partitionBy(*_KEY, "database").orderBy("at", "source", "entry")
    numbered = runs_with_temporary_tables.withColumn("part", F.floor((F.row_number().over(order) - 1) / LONGEST))
    first = ("at", "source", "entry", "text")
    other_fields = [name for name in ENTRY.names if name not in (*_APART, *first)]
    grouped = (
        numbered.groupBy(*_KEY, "database", "part")
        .agg(
            F.sort_array(F.collect_list(F.struct(*first, *other_fields))).alias("all"),
            F.sum("entries").cast("int").alias("entries"),
        )
        .withColumn("first", F.col("all")[0])
    )
    text = F.concat_ws(";\n", F.transform("all", lambda entry: F.regexp_replace(entry["text"], r"[;\s]+$", "")))
    referenced = F.nullif(F.concat_ws("\n", F.filter("all.referenced", F.isnotnull)), F.lit(""))
    joined = {"text": text, "referenced": referenced}
    fields = [
        joined[name].alias(name) if name in joined else F.col(name if name in _APART else f"first.{name}").alias(name)
        for name in ENTRY.names
    ]
    return grouped.select(*fields)


def replace_runs(ingested: DataFrame, runs_with_temporary_tables: DataFrame, scripts: DataFrame) -> DataFrame:
    """What was kept of a log, with its scripts, ingested, in the place of the runs that they are made of."""
    single = ingested.where("part = 'run'").join(runs_with_temporary_tables.select(*_RUN), list(_RUN), "left_anti")
    unchanged = ingested.where("part <> 'run'").unionByName(scripts)
    return unchanged.unionByName(single.select(*ingested.columns))
