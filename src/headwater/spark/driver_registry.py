"""The schemas on the driver: one registry in memory, whose history travels to every worker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import ALWAYS, History, Settings, Version
from headwater.batch.schema_registry import SchemaRegistry, UnitSchemas, make_events
from headwater.spark.analysis import Shipped, analyse_units, reusable_units, stale_units
from headwater.spark.registry import Chosen
from headwater.spark.saving import Save

if TYPE_CHECKING:
    from headwater.spark.epochs import Pieces

CHANGES = "name STRING, since BIGINT, number INT, schema INT"


class DriverRegistry:
    """A `Registry` whose schemas are on the driver."""

    def __init__(self, spark: SparkSession, versions: Iterable[Version], settings: Settings) -> None:
        self._spark = spark
        self._settings = settings
        self._registry = SchemaRegistry(versions)
        self._schemas: dict[str, UnitSchemas] = {}
        self._pieces: set[str] = set()
        self._again: list[str] = []
        self._newest: dict[str, int] = {}
        """In which round texts were analysed last, of those that were not in the first one."""
        self._history = self._before = self._registry.history()
        self._shipped: Shipped | None = None

    @property
    def history(self) -> History:
        """All schemas."""
        return self._history

    @property
    def waiting(self) -> frozenset[str]:
        """The datasets that wait for themselves."""
        return self._settings.waiting

    def analyse(self, units: DataFrame, count: int, number: int, save: Save, name: str, giants: int = 0) -> DataFrame:
        """The answers to some units in a round."""
        answers = analyse_units(units, count, self._ship(), self._settings, giants)
        self._newest |= dict.fromkeys(self._again, number)
        self._again = []
        return save(answers.withColumn("round", F.lit(number)), name)

    def _ship(self) -> Shipped:
        if self._shipped is None:
            self._shipped = Shipped.by(self._spark, self._history)
        return self._shipped

    def learn_functions(self, answers: DataFrame, units: DataFrame) -> None:
        """Take in what texts define that is not a table."""
        for unit, schema in _collect_schemas(answers, units, None).items():
            self._registry.update_definitions(unit, schema.events)

    def learn(self, answers: DataFrame, units: DataFrame, times: DataFrame | None) -> None:
        """Take in what texts do to schemas."""
        self._learn(answers, units, times)

    def _learn(self, answers: DataFrame, units: DataFrame, times: DataFrame | None) -> set[str]:
        schemas = _collect_schemas(answers, units, times)
        for unit, schema in schemas.items():
            self._schemas[unit] = schema
            self._registry.update(unit, schema.events)
        return set(schemas)

    def learn_pieces(self, pieces: Pieces | None, answers: DataFrame | None, times: DataFrame | None) -> None:
        """Take in what the pieces of texts do."""
        for unit in self._pieces:
            self._registry.update(unit, ())
        self._pieces = set()
        if pieces is not None and answers is not None:
            for row in pieces.cut.toLocalIterator():
                self._registry.update(row.unit, ())
            self._pieces = self._learn(answers, pieces.units, times)

    def refresh(self) -> None:
        """Work out the schemas."""
        self._before, self._history = self._history, self._registry.history()
        self._shipped = None

    def settled(self) -> bool:
        """Whether the last `refresh` changed nothing."""
        return list(self._history) == list(self._before)

    def ready(self, parts: list[DataFrame]) -> Chosen | None:
        """The texts that can go on."""
        return self._chosen(self._registry.ready(self._schemas, self._history))

    def stuck(self, parts: list[DataFrame]) -> Chosen | None:
        """The texts that wait for a schema that will not be known."""
        waiting = self._registry.waiting(self._schemas)
        self._settings = replace(self._settings, waiting=waiting)
        return self._chosen(sorted(unit for unit, schema in self._schemas.items() if schema.unknown & waiting))

    def _chosen(self, ids: list[str]) -> Chosen | None:
        """Some texts, which are about to be analysed again in a round."""
        self._again = ids
        return self._only(ids)

    def _only(self, ids: list[str]) -> Chosen | None:
        if not ids:
            return None
        return Chosen(F.broadcast(self._spark.createDataFrame([(id_,) for id_ in ids], "unit STRING")), len(ids))

    def last(self, parts: list[DataFrame]) -> DataFrame:
        """Of texts that were analysed in several rounds, the last answers."""
        every = reduce(DataFrame.unionByName, parts)
        if not self._newest:
            return every
        last = self._spark.createDataFrame(list(self._newest.items()), "unit STRING, newest INT")
        return every.join(F.broadcast(last), "unit", "left").where("newest IS NULL OR round = newest").drop("newest")

    def stale(self, answers: DataFrame, units: DataFrame, step: int) -> Chosen | None:
        """The texts that looked at schemas which are others by now."""
        return self._only(stale_units(answers, units, self._ship(), self._settings))

    def reusable(self, before: DataFrame, units: DataFrame) -> DataFrame:
        """The ids of texts whose answers of an earlier run still hold."""
        return reusable_units(before, units, self._ship(), self._settings)

    def changes(self) -> DataFrame | None:
        """The versions of tables that have several."""
        changes = self._history.changes()
        if all(change.since == ALWAYS for change in changes):
            return None
        return self._spark.createDataFrame(changes, CHANGES)

    def latest(self) -> DataFrame:
        """The last version of every table."""
        return self._spark.createDataFrame(self._history.latest())


def _collect_schemas(answers: DataFrame, units: DataFrame, times: DataFrame | None) -> dict[str, UnitSchemas]:
    """The schemas of a round, brought to the driver: names and columns of tables, no edges; and when they were run."""
    by_unit = answers.groupBy("unit").agg(
        F.array_distinct(F.flatten(F.collect_list("unknown"))).alias("unknown"),
        F.flatten(F.collect_list("changes")).alias("changes"),
    )
    rows = by_unit.join(units.select("unit", "source", "entry", "dialect", "first_seen"), "unit").select(
        "unit", "unknown", "changes", "source", "entry", "dialect", F.unix_micros("first_seen").alias("since")
    )
    if times is None:
        rows = rows.withColumn("again", F.lit(None).cast("array<bigint>"))
    else:
        rows = rows.join(times, "unit", "left")
    return {
        row.unit: UnitSchemas(
            frozenset(row.unknown),
            make_events(
                (change.asDict() for change in row.changes),
                since=row.since,
                source=row.source,
                entry=row.entry,
                dialect=row.dialect,
                unit=row.unit,
                again=row.again or (),
            ),
        )
        for row in rows.toLocalIterator()
    }
