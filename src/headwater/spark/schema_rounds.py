"""Schemas across statements, in rounds: a text reads the table that another text creates.

    CREATE VIEW v AS SELECT * FROM t          the columns of v are known when those of t are,
    CREATE TABLE w AS SELECT * FROM v         and those of w a round later

Texts that define functions, models and catalogs come first. Then all texts that define something are analysed. In each
round those are analysed again whose unknown inputs have become known, and the next round knows what they define. The
rounds end when nothing new is known. A text that still waits then waits for itself, or for a table that no text
defines: it is analysed as it stands, with a diagnostic. All other texts are analysed once, with all schemas. Spark
analyses the texts; the driver keeps the schemas (`batch.schema_registry`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import History, Settings, Version
from headwater.batch.schema_registry import SchemaRegistry, UnitSchemas, make_events
from headwater.spark.analysis import Shipped, analyse_units, reusable_units

Save = Callable[[DataFrame, str], DataFrame]
"""Writes a step's result under a name and reads it back, so that it is computed once."""


@dataclass(frozen=True)
class Saving:
    """Where results go: `work` for what only this run needs, `answers` for what the next one may use again."""

    work: Save
    answers: Save


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
        for unit, schema in _collect_schemas(saving.work(answers_now, "functions"), units).items():
            registry.update_definitions(unit, schema.events)
        history = registry.history()
    count, giants = sizes[True, False], sizes[True, True]
    number = 0
    pending: DataFrame | None = defining if count + giants else None
    while pending is not None and number < max_rounds:
        number += 1
        say(f"Schemas, round {number}: {count:,} texts")
        answers_now = analyse_units(pending, count, Shipped.by(spark, history), settings, giants)
        saved = saving.work(answers_now.withColumn("round", F.lit(number)), f"round-{number:02}")
        parts.append(saved)
        newest |= dict.fromkeys(again, number)
        for unit, schema in _collect_schemas(saved, units).items():
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
    shipped = Shipped.by(spark, history)
    reused = 0
    answers = [saving.answers(_last(spark, parts, newest), "defining")] if parts else []
    to_analyse = other_units
    if before is not None:
        valid = saving.work(reusable_units(before, other_units, shipped, settings), "reused")
        reused = valid.count()
        if reused:
            old = before.join(valid, "unit", "left_semi").withColumn("round", F.lit(number + 1))
            answers.append(saving.answers(old, "known"))
            to_analyse = other_units.join(valid, "unit", "left_anti")
    count, giants = sizes[False, False] - reused, sizes[False, True]
    say(f"Analyzing {count + giants:,} texts" + (f" ({reused:,} reused)" if reused else ""))
    answers_now = analyse_units(to_analyse, count, shipped, replace(settings, waiting=waiting), giants)
    answers.append(saving.answers(answers_now.withColumn("round", F.lit(number + 1)), "others"))
    return Rounds(reduce(DataFrame.unionByName, answers), history, number, reused, waiting)


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


def _collect_schemas(answers: DataFrame, units: DataFrame) -> dict[str, UnitSchemas]:
    """The schemas of a round, brought to the driver: names and columns of tables, no edges."""
    by_unit = answers.groupBy("unit").agg(
        F.array_distinct(F.flatten(F.collect_list("unknown"))).alias("unknown"),
        F.flatten(F.collect_list("changes")).alias("changes"),
    )
    rows = by_unit.join(units.select("unit", "source", "entry", "dialect", "first_seen"), "unit").select(
        "unit", "unknown", "changes", "source", "entry", "dialect", F.unix_micros("first_seen").alias("since")
    )
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
            ),
        )
        for row in rows.toLocalIterator()
    }
