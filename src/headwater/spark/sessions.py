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


def shared(kept: DataFrame) -> DataFrame:
    """The runs that share a temporary table of their session, as entries, given everything that was kept of a log.

    Each with the text that stands for all of its id: such texts differ in literals, and no name is one.
    """
    made = kept.where("part = 'temporary'").groupBy(*_KEY).agg(F.collect_set("text").alias("made"))
    runs = kept.where("part = 'run' AND status <> 'failed'").drop("text").join(made, list(_KEY))
    texts = kept.where("part = 'text'").groupBy("unit").agg(F.min("text").alias("text"))
    uses = F.exists("made", lambda name: F.instr(F.lower("text"), name) > 0)
    return runs.join(texts, "unit").where(uses).select(*ENTRY.names)


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
            F.sum("entries").cast("int").alias("entries"),
        )
        .withColumn("first", F.col("all")[0])
    )
    text = F.concat_ws(";\n", F.transform("all", lambda one: F.regexp_replace(one["text"], r"[;\s]+$", "")))
    fields = [
        text.alias(name) if name == "text" else F.col(name) if name in _APART else F.col(f"first.{name}").alias(name)
        for name in ENTRY.names
    ]
    return whole.select(*fields)


def replaced(kept: DataFrame, shared: DataFrame, scripts: DataFrame) -> DataFrame:
    """What was kept of a log, with its scripts, ingested, in the place of the runs that they are made of."""
    single = kept.where("part = 'run'").join(shared.select(*_RUN), list(_RUN), "left_anti")
    rest = kept.where("part <> 'run'").unionByName(scripts)
    return rest.unionByName(single.select(*kept.columns))
