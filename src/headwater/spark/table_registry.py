"""The schemas as a DataFrame, for warehouses that do not fit on the driver: rounds are joins by the names of tables.

    events     rows of `EVENT`: what texts do to tables           versions   rows of `VERSION`, worked out of the events

Both are written once a round. Only what changed is worked out again: the events of the tables that a round touched
are replayed, together with those of tables that were renamed to them or exchanged with them. A task is handed the
schemas that its texts look up (`handover`). Which names these are is guessed from the text (`batch.looked_up`); a text
that asks for another name says so, and is analysed again with it.

The driver holds counts, and the texts that define functions, models and catalogs.
"""

from __future__ import annotations

import math
from functools import partial, reduce
from itertools import count as numbers
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from headwater.batch import History, Settings
from headwater.batch.analyst import ASKS
from headwater.batch.handed import analyze_handed, unchanged_handed
from headwater.batch.looked_up import LOOKED_UP, looked_up
from headwater.batch.schema_events import definitions
from headwater.batch.schema_history import VERSION
from headwater.rows.steps import ANALYSED, UNIT
from headwater.spark import schema_events
from headwater.spark.analysis import Shipped, looked, tasks
from headwater.spark.handover import BUCKET, FEW, Schemas, Wanted, bucket, hand_over
from headwater.spark.registry import Chosen
from headwater.spark.saving import Save

if TYPE_CHECKING:
    from headwater.spark.epochs import Pieces

_CHECKED = ("unit", "signature", "names", "as_of", "dialect")
_QUICK = 20
"""Texts that are compared with their schemas in the time that the analysis of one takes."""
_TEXT = "substring_index(unit, '.', 1)"
"""The text that a piece is of."""


class TableRegistry:
    """A `Registry` whose schemas are a DataFrame. `listed` are the tables of catalogs: rows of `VERSION`."""

    def __init__(self, spark: SparkSession, listed: DataFrame, settings: Settings, save: Save) -> None:
        self._spark = spark
        self._settings = settings
        self._keep = save
        self._numbers = numbers(1)
        self._listed = self._save(listed, "listed")
        self._versions = self._before = self._listed
        self._touched: DataFrame | None = None
        self._groups = schema_events.Groups(None)
        self._events: DataFrame | None = None
        self._pending: list[tuple[DataFrame, DataFrame | None]] = []
        self._pieces: DataFrame | None = None
        self._waiting: DataFrame | None = None
        self._definitions: dict[str, str] = {}
        self._shipped: Shipped | None = None
        self._asked: DataFrame | None = None
        """(text, name, lead): what texts asked for and nobody guessed."""

    @property
    def history(self) -> History | None:
        """Nobody has all schemas."""
        return None

    @property
    def waiting(self) -> frozenset[str]:
        """The driver does not know them."""
        return frozenset()

    def _save(self, frame: DataFrame, name: str) -> DataFrame:
        return self._keep(frame, f"schemas-{next(self._numbers):03}-{name}")

    # ── analysis ─────────────────────────────────────────────────────────────────────────────────────────────
    def analyse(self, units: DataFrame, count: int, number: int, save: Save, name: str, giants: int = 0) -> DataFrame:
        """The answers to some units in a round: again for texts that asked for what they were not given."""
        parts: list[DataFrame] = []
        pending = units
        while True:
            found = self._save(self._analysed(pending, count, giants).withColumn("round", F.lit(number)), "answers")
            asks = found.where(F.col("kind") == ASKS)
            count, giants = asks.count(), 0
            parts.append(found.where(F.col("kind") != ASKS) if count else found)
            if not count:
                return save(reduce(DataFrame.unionByName, parts), name)
            if not self._note(asks):
                # what they were given is not what they ask for: they stay without an answer, and the graph says so
                return save(reduce(DataFrame.unionByName, parts), name)
            pending = units.join(asks.select("unit"), "unit", "left_semi")

    def _note(self, asks: DataFrame) -> bool:
        """Remember what texts asked for: they will ask for it again. Whether any of it is new."""
        text, none = F.expr(_TEXT).alias("text"), F.lit(None).cast("string")
        new = asks.select(text, F.explode("unknown").alias("name"), none.alias("lead")).unionByName(
            asks.select(text, none.alias("name"), F.explode("reads").alias("lead"))
        )
        known = new if self._asked is None else self._asked.unionByName(new)
        before, self._asked = self._asked, self._save(known.distinct(), "asked")
        return before is None or self._asked.count() > before.count()

    def _analysed(self, units: DataFrame, count: int, giants: int) -> DataFrame:
        parts = tasks(self._spark, count)
        texts = units.where("NOT giant") if giants else units
        placed = texts.select(*UNIT.names, bucket(parts))
        if giants:
            placed = placed.unionByName(units.where("giant").select(*UNIT.names, bucket(giants, parts)))
        guess = partial(looked_up, mapping=self._settings.mapping)
        names = placed.mapInArrow(guess, LOOKED_UP.spark_ddl)
        leads = None
        if self._asked is not None:
            ids = placed.select(F.expr(_TEXT).alias("text"), BUCKET).distinct()
            asked = ids.join(self._asked, "text")
            names = names.unionByName(asked.where("name IS NOT NULL").select(BUCKET, "name"))
            leads = asked.where("lead IS NOT NULL").select(BUCKET, "lead")
        step = partial(analyze_handed, shared=self._ship().get, settings=self._settings)
        wanted = Wanted(names, leads, count + giants <= FEW)
        return hand_over(placed, wanted, self._schemas(), parts + giants, step, ANALYSED.spark_ddl)

    def _schemas(self) -> Schemas:
        return Schemas(self._versions, self._waiting)

    def _ship(self) -> Shipped:
        if self._shipped is None:
            self._shipped = Shipped.by(self._spark, History.of([], self._definitions))
        return self._shipped

    def stale(self, answers: DataFrame, units: DataFrame, step: int) -> Chosen | None:
        """The texts that looked at schemas which are others by now."""
        candidates = self._candidates(answers.where("kind <> 'EMPTY'"), units)
        stale = self._save(candidates.join(self._unchanged(candidates), "unit", "left_anti").select("unit"), "stale")
        count = stale.count()
        return Chosen(stale, count) if count else None

    def reusable(self, before: DataFrame, units: DataFrame) -> DataFrame:
        """The ids of texts whose answers of an earlier run still hold."""
        return self._unchanged(self._candidates(before, units))

    def _candidates(self, answers: DataFrame, units: DataFrame) -> DataFrame:
        rows = looked(answers).join(units.select("unit", "as_of", "dialect"), "unit").select(*_CHECKED)
        return self._save(rows, "candidates")

    def _unchanged(self, candidates: DataFrame) -> DataFrame:
        parts = tasks(self._spark, math.ceil(candidates.count() / _QUICK))
        texts = candidates.select(*_CHECKED, bucket(parts))
        names = texts.select(BUCKET, F.explode("names").alias("name"))
        step = partial(unchanged_handed, shared=self._ship().get, settings=self._settings)
        return hand_over(texts, Wanted(names, None, False), self._schemas(), parts, step, "unit STRING")

    # ── what texts do to schemas ─────────────────────────────────────────────────────────────────────────────
    def learn_functions(self, answers: DataFrame, units: DataFrame) -> None:
        """Take in what texts define that is not a table."""
        self._define(schema_events.events(answers, units, None), None)

    def learn(self, answers: DataFrame, units: DataFrame, times: DataFrame | None) -> None:
        """Take in what texts do to schemas."""
        ids = answers.select("unit").distinct()
        self._pending.append((ids, schema_events.events(answers, units, times)))

    def learn_pieces(self, pieces: Pieces | None, answers: DataFrame | None, times: DataFrame | None) -> None:
        """Take in what the pieces of texts do."""
        if self._pieces is not None:
            self._pending.append((self._pieces, None))
            self._pieces = None
        if pieces is not None and answers is not None:
            self._pending.append((pieces.cut.select("unit"), None))
            self.learn(answers, pieces.units, times)
            self._pieces = answers.select("unit").distinct()

    def refresh(self) -> None:
        """Work out the versions of the tables that texts touched since the last time."""
        self._before = self._versions
        self._touched = None
        if not self._pending:
            return
        old, events = self._events, self._events
        for ids, new in self._pending:
            if events is not None:
                events = events.join(ids, "unit", "left_anti")
            if new is not None:
                events = new if events is None else events.unionByName(new)
        ids = reduce(DataFrame.union, (ids for ids, _ in self._pending)).distinct()
        self._pending = []
        if events is None:
            return
        self._events = events = self._save(events, "events")
        ids = self._save(ids, "units")
        replaced = [frame.join(ids, "unit", "left_semi") for frame in (old, events) if frame is not None]
        groups = schema_events.Groups.of(events, self._save)
        repeated = schema_events.repeated(events, self._save)
        touched = schema_events.touched(reduce(DataFrame.unionByName, replaced), events)
        self._touched = touched = self._save(groups.of_names(touched, "name").select("group").distinct(), "touched")
        replayed = schema_events.replayed(events, self._listed, groups, touched, repeated)
        kept = groups.of_names(self._versions, "name").join(touched, "group", "left_anti").select(*VERSION.names)
        self._versions = self._save(kept.unionByName(replayed), "versions")
        self._groups = groups
        self._define(events, repeated)

    def _define(self, events: DataFrame, repeated: DataFrame | None) -> None:
        """Bring the texts of functions, models and catalogs to the driver, which sends them to all workers."""
        writes = schema_events.with_repeated(events.where("action = 'write'"), repeated)
        self._definitions = definitions(row.asDict() for row in writes.collect())
        self._shipped = None

    def settled(self) -> bool:
        """Whether the last `refresh` changed nothing."""
        if self._touched is None:
            return True
        before, now = (
            self._groups.of_names(frame, "name").join(self._touched, "group", "left_semi").select(*VERSION.names)
            for frame in (self._before, self._versions)
        )
        return before.exceptAll(now).isEmpty() and now.exceptAll(before).isEmpty()

    # ── which texts go on ────────────────────────────────────────────────────────────────────────────────────
    def last(self, parts: list[DataFrame]) -> DataFrame:
        """Of texts that were analysed in several rounds, the last answers."""
        if len(parts) == 1:
            return parts[0]
        later = reduce(DataFrame.unionByName, (part.select("unit", "round") for part in parts[1:]))
        newest = later.groupBy("unit").agg(F.max("round").alias("newest"))
        every = reduce(DataFrame.unionByName, parts)
        return every.join(newest, "unit", "left").where("newest IS NULL OR round = newest").drop("newest")

    def ready(self, parts: list[DataFrame]) -> Chosen | None:
        """The texts all of whose inputs are known by now; where there is none, those with some that are."""
        known = self._versions.select("name").distinct().withColumn("known", F.lit(True))
        by_unit = (
            self._missing(parts)
            .join(known, "name", "left")
            .groupBy("unit")
            .agg(F.count("known").alias("known"), F.count("name").alias("names"))
            .where("known > 0")
            .select("unit", F.expr("known = names").alias("every"))
        )
        ready = self._save(by_unit, "ready")
        counts = ready.agg(F.count_if("every").alias("every"), F.count("unit").alias("some")).collect()[0]
        if counts["every"]:
            return Chosen(ready.where("every").select("unit"), counts["every"])
        return Chosen(ready.select("unit"), counts["some"]) if counts["some"] else None

    def stuck(self, parts: list[DataFrame]) -> Chosen | None:
        """The texts that wait for a schema that will not be known."""
        if not parts:
            return None
        missing = self._save(self._missing(parts), "missing")
        units = missing.select("unit").distinct()
        count = units.count()
        if not count:
            return None
        self._waiting = self._save(missing.select("name").distinct(), "waiting")
        return Chosen(units, count)

    def _missing(self, parts: list[DataFrame]) -> DataFrame:
        """(unit, name): the inputs of texts that are not known to them, and that some text defines."""
        assert self._events is not None
        needed = ["unit", "round", "unknown"]
        rows = self.last([part.select(*needed) for part in parts])
        unknown = rows.select("unit", F.explode("unknown").alias("name")).distinct()
        return unknown.join(schema_events.defined(self._events), "name", "left_semi").select("unit", "name")

    # ── the versions ─────────────────────────────────────────────────────────────────────────────────────────
    def changes(self) -> DataFrame | None:
        """The versions of tables that have several."""
        several = self._versions.groupBy("name").count().where("count > 1").select("name")
        rows = self._versions.join(several, "name", "left_semi")
        number = F.row_number().over(Window.partitionBy("name").orderBy("since")) - 1
        same = Window.partitionBy("name", "kind", "columns", "details")
        numbered = rows.withColumn("number", number).withColumn("schema", F.min("number").over(same))
        changes = self._save(numbered.select("name", "since", "number", "schema"), "changes")
        return None if changes.isEmpty() else changes

    def latest(self) -> DataFrame:
        """The last version of every table; what it was, where it is gone."""
        rows = (
            self._versions.where("columns <> ''")
            .groupBy("name")
            .agg(*(F.max_by(name, "since").alias(name) for name in VERSION.names if name != "name"))
        )
        return rows.select(*VERSION.names)
