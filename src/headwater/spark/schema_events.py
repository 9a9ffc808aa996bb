"""What texts do to tables, as a DataFrame, and the versions that come of it: the steps of `table_registry`."""

from __future__ import annotations

from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.batch.schema_events import EVENT, LISTED, replay
from headwater.batch.schema_history import VERSION
from headwater.rows.steps import CHANGE
from headwater.spark.components import connected
from headwater.spark.saving import Save

_NAME = "concat(system, ':', name)"
_BOTH = "action IN ('rename', 'swap') AND text IS NOT NULL"
"""Events that are about two tables, the second of which is the text."""


def events(answers: DataFrame, units: DataFrame, times: DataFrame | None) -> DataFrame:
    """Rows of `EVENT`, without those of temporary tables: nobody else can read them. `times` are runs of texts."""
    changes = answers.select("unit", F.posexplode("changes").alias("position", "change"))
    rows = changes.select("unit", "position", *(F.col(f"change.{name}").alias(name) for name in CHANGE.names))
    about = units.select("unit", "dialect", "source", "entry", F.unix_micros("first_seen").alias("since"))
    rows = rows.where("NOT temporary").join(about, "unit")
    none = F.array().cast("array<bigint>")
    if times is None:
        rows = rows.withColumn("again", none)
    else:
        later = F.filter("again", lambda time: time > F.col("since"))
        rows = rows.join(times, "unit", "left").withColumn("again", F.coalesce(later, none))
    return rows.select(*EVENT.names)


def _names(rows: DataFrame, *others: str) -> DataFrame:
    """(name, …): the tables that events are about."""
    rows = rows.where("action <> 'write'")
    first = rows.select(F.expr(_NAME).alias("name"), *others)
    return first.unionByName(rows.where(_BOTH).select(F.col("text").alias("name"), *others))


def defined(rows: DataFrame) -> DataFrame:
    """(name): every table that some text defines or gives a name to, with columns or without."""
    names = rows.where("action IN ('define', 'swap')").select(F.expr(_NAME).alias("name"))
    return names.unionByName(rows.where(_BOTH).select(F.col("text").alias("name"))).distinct()


def repeated(rows: DataFrame, save: Save) -> DataFrame | None:
    """(unit): texts that were run again and share a table with another text; None where none was run again."""
    again = rows.where("size(again) > 0")
    if again.isEmpty():
        return None
    shared = _names(rows, "unit").groupBy("name").agg(F.count_distinct("unit").alias("n")).where("n > 1")
    return save(_names(again, "unit").join(shared, "name", "left_semi").select("unit").distinct(), "repeated")


def with_repeated(rows: DataFrame, units: DataFrame | None) -> DataFrame:
    """The events, and whether their text does at each run what it does."""
    if units is None:
        return rows.withColumn("repeated", F.lit(False))
    flags = rows.join(units.withColumn("repeated", F.lit(True)), "unit", "left")
    return flags.withColumn("repeated", F.coalesce("repeated", F.lit(False)))


def touched(replaced: DataFrame, rows: DataFrame) -> DataFrame:
    """(name): the tables whose versions may differ, because of events that are new or gone.

    A table that gets a second text makes the first one repeat itself, on all its tables, if it was run again.
    """
    names = _names(replaced).distinct()
    again = _names(rows.where("size(again) > 0"), "unit")
    units = again.join(names, "name", "left_semi").select("unit").distinct()
    return names.unionByName(again.join(units, "unit", "left_semi").select("name")).distinct()


@dataclass(frozen=True)
class Groups:
    """Which tables belong together: (node_id, component) of the hashes of names; None where no table was renamed.

    Two names of one hash are one group, which does no harm.
    """

    components: DataFrame | None

    @classmethod
    def of(cls, rows: DataFrame, save: Save) -> Groups:
        """The groups of the tables that events are about."""
        pairs = rows.where(_BOTH).select(
            F.expr(f"xxhash64({_NAME})").alias("source_id"), F.xxhash64("text").alias("target_id")
        )
        pairs = save(pairs.distinct(), "renames")
        return cls(None if pairs.isEmpty() else save(connected(pairs), "groups"))

    def of_names(self, frame: DataFrame, name: str) -> DataFrame:
        """The frame with the `group` of the table in a column."""
        if self.components is None:
            return frame.withColumn("group", F.xxhash64(name))
        hashed = frame.withColumn("node_id", F.xxhash64(name)).join(self.components, "node_id", "left")
        return hashed.withColumn("group", F.coalesce("component", "node_id")).drop("node_id", "component")


def replayed(
    rows: DataFrame, listed: DataFrame, groups: Groups, touched_groups: DataFrame, units: DataFrame | None
) -> DataFrame:
    """Rows of `VERSION`: the versions of the tables of some groups, by events and by what catalogs list."""
    own = groups.of_names(rows.where("action <> 'write'").withColumn("table", F.expr(_NAME)), "table")
    own = with_repeated(own.join(touched_groups, "group", "left_semi"), units)
    tables = groups.of_names(listed, "name").join(touched_groups, "group", "left_semi")
    given = tables.select(
        "group",
        F.lit("").alias("unit"),
        F.lit("").alias("dialect"),
        F.lit("").alias("source"),
        F.lit("").alias("entry"),
        F.lit(None).cast("bigint").alias("since"),
        F.array().cast("array<bigint>").alias("again"),
        F.lit(0).alias("position"),
        F.lit(0).alias("number"),
        F.substring_index("name", ":", 1).alias("system"),
        F.expr("substring(name, instr(name, ':') + 1)").alias("name"),
        F.lit(LISTED).alias("action"),
        "kind",
        "temporary",
        F.lit(False).alias("absent"),
        "columns",
        F.col("details").alias("text"),
        F.lit(False).alias("repeated"),
    )
    every = own.select(*given.columns).unionByName(given)
    ordered = every.repartition("group").sortWithinPartitions("group")
    return ordered.mapInArrow(replay, VERSION.spark_ddl)
