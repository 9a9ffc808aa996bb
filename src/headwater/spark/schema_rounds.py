"""Schemas across statements, in rounds: a text reads the table that another text creates.

    CREATE VIEW v AS SELECT * FROM t          the columns of v are known when those of t are,
    CREATE TABLE w AS SELECT * FROM v         and those of w a round later

Texts that define functions, models and catalogs come first. Then all texts that define something are analysed. In each
round those are analysed again whose unknown inputs have become known, and the next round knows what they define. The
rounds end when nothing new is known. A text that still waits then waits for itself, or for a table that no text
defines: it is analysed as it stands, with a diagnostic. A text that was run before and after a change of what it reads
may define two things, CREATE OR REPLACE VIEW v AS SELECT * FROM t: its pieces (`epochs`) say which. All other texts
are analysed once, with all schemas. Spark analyses the texts; the driver keeps the schemas (`batch.schema_registry`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial, reduce

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import History, Settings, Version
from headwater.batch.schema_registry import SchemaRegistry, UnitSchemas, make_events
from headwater.increments.answer_state import TEXTS, VARIANTS
from headwater.spark import epochs
from headwater.spark.analysis import Shipped, analyse_units, reusable_units, stale_units
from headwater.spark.epochs import Save, Saving

_MOST_RUNS = 1_000
"""Runs of one text whose times the driver keeps: the last ones."""
_MOST_STEPS = 20
"""Steps until schemas that change with time must have settled."""


@dataclass
class Rounds:
    """The result of the rounds: the answers of every text, and the schemas."""

    answers: DataFrame
    history: History
    rounds: int = 0
    reused: int = 0
    waiting: frozenset[str] = field(default_factory=frozenset)


def solve(
    spark: SparkSession,
    units: DataFrame,
    ingested: DataFrame,
    versions: Iterable[Version],
    settings: Settings,
    saving: Saving,
    before: DataFrame | None = None,
    max_rounds: int = 50,
    say: Callable[[str], None] = lambda line: None,
) -> Rounds:
    """Analyse all texts. `before` are answers of an earlier run, used again where nothing they rest on has changed."""
    defining = units.where("defines AND status <> 'failed'")
    other_units = units.where("NOT defines AND status <> 'failed'")
    registry = SchemaRegistry(versions)
    schemas: dict[str, UnitSchemas] = {}
    history = registry.history()
    parts: list[DataFrame] = []
    analysed: list[DataFrame] = []
    again: list[str] = []
    newest: dict[str, int] = {}
    sizes: Counter[tuple[bool, bool]] = Counter()
    functions = 0
    for row in units.where("status <> 'failed'").groupBy("defines", "writes", "giant").count().collect():
        sizes[row["defines"], row["giant"]] += row["count"]
        functions += row["count"] if row["defines"] and row["writes"] else 0
    if functions:
        say(f"Functions: {functions:,} texts")
        answers_now = analyse_units(defining.where("writes"), functions, Shipped.by(spark, history), settings)
        saved = saving.work(answers_now, "functions")
        analysed.append(saved)
        for unit, schema in _collect_schemas(saved, units, None).items():
            registry.update_definitions(unit, schema.events)
        history = registry.history()
    count, giants = sizes[True, False], sizes[True, True]
    number = 0
    pending: DataFrame | None = defining if count + giants else None
    times = saving.work(_times(ingested, defining.where("runs > 1")), "times") if count + giants else None
    while pending is not None and number < max_rounds:
        number += 1
        say(f"Schemas, round {number}: {count:,} texts")
        answers_now = analyse_units(pending, count, Shipped.by(spark, history), settings, giants)
        saved = saving.work(answers_now.withColumn("round", F.lit(number)), f"round-{number:02}")
        parts.append(saved)
        newest |= dict.fromkeys(again, number)
        for unit, schema in _collect_schemas(saved, units, times).items():
            schemas[unit] = schema
            registry.update(unit, schema.events)
        history = registry.history()
        again = registry.ready(schemas, history)
        count = len(again)
        pending = _only(spark, defining, again) if again else None
    waiting = registry.waiting(schemas)
    if waiting:
        stuck = sorted(unit for unit, schema in schemas.items() if schema.unknown & waiting)
        number += 1
        final = analyse_units(
            _only(spark, defining, stuck), len(stuck), Shipped.by(spark, history), replace(settings, waiting=waiting)
        )
        parts.append(saving.work(final.withColumn("round", F.lit(number)), f"round-{number:02}"))
        newest |= dict.fromkeys(stuck, number)
    reused = 0
    answers: list[DataFrame] = []
    if parts:
        known = _last(spark, parts, newest)
        if history.changes():
            settled = _Settling(spark, defining, ingested, registry, replace(settings, waiting=waiting), saving.work)
            known, history = settled.settle(saving.work(known, "known"), history, times, number)
            analysed += settled.analysed
        answers.append(saving.answers(known, f"{TEXTS}/defining"))
    if saving.remember:
        frames = [_variants(frame) for frame in (*analysed, *parts)]
        if frames:
            saving.answers(
                reduce(DataFrame.unionByName, frames).dropDuplicates(["unit", "number", "signature"]), VARIANTS
            )
    shipped = Shipped.by(spark, history)
    to_analyse = other_units
    if before is not None:
        valid = saving.work(reusable_units(before, other_units, shipped, settings), "reused")
        reused = valid.count()
        if reused:
            old = before.join(valid, "unit", "left_semi").withColumn("round", F.lit(number + 1))
            answers.append(saving.answers(old, f"{TEXTS}/known"))
            to_analyse = other_units.join(valid, "unit", "left_anti")
    count, giants = sizes[False, False] - reused, sizes[False, True]
    say(f"Analyzing {count + giants:,} texts" + (f" ({reused:,} reused)" if reused else ""))
    answers_now = analyse_units(to_analyse, count, shipped, replace(settings, waiting=waiting), giants)
    answers.append(saving.answers(answers_now.withColumn("round", F.lit(number + 1)), f"{TEXTS}/others"))
    return Rounds(reduce(DataFrame.unionByName, answers), history, number, reused, waiting)


@dataclass
class _Settling:
    """Schemas that change with time: what texts define goes by what they read at the times of their runs."""

    spark: SparkSession
    defining: DataFrame
    ingested: DataFrame
    registry: SchemaRegistry
    settings: Settings
    save: Save
    analysed: list[DataFrame] = field(default_factory=list)

    def settle(
        self, answers: DataFrame, history: History, times: DataFrame | None, number: int
    ) -> tuple[DataFrame, History]:
        """The answers and the schemas when nothing changes any more. A view of a view takes two steps."""
        pieces_before: set[str] = set()
        for step in range(_MOST_STEPS):
            shipped = Shipped.by(self.spark, history)
            stale = stale_units(answers, self.defining, shipped, self.settings)
            if stale:
                again = analyse_units(_only(self.spark, self.defining, stale), len(stale), shipped, self.settings)
                again = self.save(again.withColumn("round", F.lit(number)), f"stale-{step}")
                self.analysed.append(again)
                self._learn(again, self.defining, times)
                ids = F.broadcast(again.select("unit").distinct())
                answers = self.save(answers.join(ids, "unit", "left_anti").unionByName(again), f"known-{step}")
            pieces = epochs.cut(
                self.spark, answers, self.defining, self.ingested, history, self.save, f"stretches-{step}"
            )
            for unit in pieces_before:
                self.registry.update(unit, ())
            pieces_before = set()
            if pieces is not None:
                found = self.save(analyse_units(pieces.units, pieces.count, shipped, self.settings), f"pieces-{step}")
                self.analysed.append(found)
                for row in pieces.cut.toLocalIterator():
                    self.registry.update(row.unit, ())
                pieces_before = self._learn(found, pieces.units, _times(pieces.ingested, pieces.units))
            before, history = history, self.registry.history()
            if list(history) == list(before):
                break
        return answers, history

    def _learn(self, answers: DataFrame, units: DataFrame, times: DataFrame | None) -> set[str]:
        schemas = _collect_schemas(answers, units, times)
        for unit, schema in schemas.items():
            self.registry.update(unit, schema.events)
        return set(schemas)


def _variants(answers: DataFrame) -> DataFrame:
    """Rows of `VARIANT`: what the answers tell other texts."""
    name = partial(F.concat_ws, ":")
    matters = F.filter("datasets", lambda item: item["read"] | ~F.array_contains("ends", item["id"]))
    return answers.select(
        "unit",
        "number",
        "signature",
        F.transform("datasets", lambda item: name(item["system"], item["name"])).alias("looks"),
        F.transform(matters, lambda item: name(item["system"], item["name"])).alias("across"),
        "unknown",
        "changes",
    )


def _times(ingested: DataFrame, units: DataFrame) -> DataFrame:
    """(unit, again): when texts were run."""
    runs = ingested.where("part = 'run' AND status <> 'failed' AND at IS NOT NULL").select("unit", "at")
    times = F.array_sort(F.collect_set(F.unix_micros("at")))
    by_unit = runs.join(units.select("unit"), "unit", "left_semi").groupBy("unit").agg(times.alias("again"))
    return by_unit.withColumn("again", F.slice("again", F.greatest(F.lit(1), F.size("again") - _MOST_RUNS), _MOST_RUNS))


def _last(spark: SparkSession, parts: list[DataFrame], newest: dict[str, int]) -> DataFrame:
    """Of a text that was analysed several times, the last answer: `newest` says which."""
    every = reduce(DataFrame.unionByName, parts)
    if not newest:
        return every
    last = spark.createDataFrame(list(newest.items()), "unit STRING, newest INT")
    return every.join(F.broadcast(last), "unit", "left").where("newest IS NULL OR round = newest").drop("newest")


def _only(spark: SparkSession, units: DataFrame, ids: list[str]) -> DataFrame:
    selected = spark.createDataFrame([(id_,) for id_ in ids], "unit STRING")
    return units.join(F.broadcast(selected), "unit", "left_semi")


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
