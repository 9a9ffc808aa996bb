"""Temporary tables that live across entries of a log: the entries of a session that share one are read as one script.

    CREATE TEMP TABLE recent AS SELECT …          two entries of one session; the second one means nothing
    INSERT INTO ads.x SELECT … FROM recent        without the first

Only such entries are put together: those that make a temporary table and those that name one of their session. Most
logs have none, and a log whose entries have no session is left as it is.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from headwater.rows.warehouse import ENTRY, INGESTED

LONGEST = 1_000
"""Entries that are put together at most: a session of a year is not a script."""
_KEY = ("session", "dialect")
_APART = (*_KEY, "database", "text", "entries")


def shared(entries: DataFrame, kept: DataFrame) -> DataFrame:
    """The entries that share a temporary table of their session, given what was kept of the log."""
    made = kept.where("part = 'temporary'").groupBy(*_KEY).agg(F.collect_set("text").alias("made"))
    run = (F.col("kind") == "statement") & (F.col("status") != "failed")
    uses = F.exists("made", lambda name: F.instr(F.lower("text"), name) > 0)
    return entries.where(run).join(F.broadcast(made), list(_KEY)).where(uses).select(*ENTRY.names)


def scripts(shared: DataFrame) -> DataFrame:
    """One entry for each session, which stands for all of its."""
    order = Window.partitionBy(*_KEY, "database").orderBy("at", "source", "entry")
    numbered = shared.withColumn("part", F.floor((F.row_number().over(order) - 1) / LONGEST))
    first = ("at", "source", "entry", "text")
    rest = [name for name in ENTRY.names if name not in (*_APART, *first)]
    whole = (
        numbered.groupBy(*_KEY, "database", "part")
        .agg(
            F.sort_array(F.collect_list(F.struct(*first, *rest))).alias("all"),
            F.count("*").cast("int").alias("entries"),
        )
        .withColumn("first", F.col("all")[0])
    )
    text = F.concat_ws(";\n", F.transform("all", lambda one: F.regexp_replace(one["text"], r"[;\s]+$", "")))
    fields = [
        text.alias(name) if name == "text" else F.col(name) if name in _APART else F.col(f"first.{name}").alias(name)
        for name in ENTRY.names
    ]
    return whole.select(*fields)


def joined(shared: DataFrame) -> DataFrame:
    """The entries that are read as part of a script, so that they are not counted twice."""
    nothing = {field.name: F.lit(None).cast("string") for field in INGESTED.fields}
    fixed = {"part": F.lit("joined"), "unit": nothing["unit"], "text": nothing["text"], "entries": F.lit(0)}
    return shared.select(*(fixed.get(name, F.col(name)).alias(name) for name in INGESTED.names))


def replaced(kept: DataFrame, scripts: DataFrame) -> DataFrame:
    """What was kept of a log, with its scripts in the place of the runs that they are made of."""
    parts = scripts.where("part = 'joined'").select("source", "entry", "session")
    single = kept.where("part = 'run'").join(parts, ["source", "entry", "session"], "left_anti")
    rest = kept.where("part <> 'run'").unionByName(scripts.where("part <> 'joined'"))
    return rest.unionByName(single.select(*kept.columns))
