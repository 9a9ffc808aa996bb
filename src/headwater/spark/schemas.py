"""Schemas across statements, in rounds: what a text creates is what another one reads.

    CREATE VIEW v AS SELECT * FROM t          the columns of v are known when those of t are,
    CREATE TABLE w AS SELECT * FROM v         and those of w a round later

Functions, models and catalogs come first, as they were written. Then texts that define something are analysed. Each
round, those whose unknown inputs have become known are analysed again, and what they define is known in the next. It
ends when nothing new is known; what still waits then waits for itself, or for something that nobody defines, and is
analysed as it stands and marked. All other texts are analysed once, with all schemas. The texts are analysed by Spark;
which tables there are is kept by the driver (`batch.schema_registry`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import ALWAYS, History, Settings, Version
from headwater.batch.schema_registry import Book, Event
from headwater.spark.analysis import Shipped, analysed, reusable

Save = Callable[[DataFrame, str], DataFrame]
"""Writes a step's result under a name and reads it back, so that it is computed once."""


@dataclass(frozen=True)
class Saving:
    """Where results go: `work` for what only this run needs, `answers` for what the next one may use again."""

    work: Save
    answers: Save


@dataclass
class Rounds:
    """What the rounds came to: the answers of every text, and the schemas."""

    answers: DataFrame
    history: History
    rounds: int = 0
    reused: int = 0
    waiting: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class Told:
    """What the driver knows of a text that defines something."""

    unknown: frozenset[str]
    events: tuple[Event, ...]


def solve(
    spark: SparkSession,
    units: DataFrame,
    given: Iterable[Version],
    settings: Settings,
    saving: Saving,
    before: DataFrame | None = None,
    most: int = 50,
    say: Callable[[str], None] = lambda line: None,
) -> Rounds:
    """Analyse all texts. `before` are answers of an earlier run, used again where nothing they rest on has changed."""
    definers = units.where("defines AND status <> 'failed'")
    others = units.where("NOT defines AND status <> 'failed'")
    book = Book(given)
    told: dict[str, Told] = {}
    history = book.history()
    parts: list[DataFrame] = []
    again: list[str] | None = None
    newest: dict[str, int] = {}
    sizes: Counter[tuple[bool, bool]] = Counter()
    writers = 0
    for row in units.where("status <> 'failed'").groupBy("defines", "writes", "giant").count().collect():
        sizes[row["defines"], row["giant"]] += row["count"]
        writers += row["count"] if row["defines"] and row["writes"] else 0
    if writers:
        say(f"Functions: {writers:,} texts")
        found = analysed(definers.where("writes"), writers, Shipped.by(spark, history), settings)
        for unit, one in _told(saving.work(found, "functions"), units).items():
            book.learn_written(unit, one.events)
        history = book.history()
    count, giants = sizes[True, False], sizes[True, True]
    number = 0
    pending: DataFrame | None = definers if count + giants else None
    while pending is not None and number < most:
        number += 1
        say(f"Schemas, round {number}: {count:,} texts")
        answers_now = analysed(pending, count, Shipped.by(spark, history), settings, giants)
        found = saving.work(answers_now.withColumn("round", F.lit(number)), f"round-{number:02}")
        parts.append(found)
        newest |= dict.fromkeys(again or (), number)
        for unit, one in _told(found, units).items():
            told[unit] = one
            book.learn(unit, one.events)
        fresh = book.history()
        again = _ready(told, fresh, history, book.defined)
        history = fresh
        count = len(again)
        pending = _only(spark, definers, again) if again else None
    waiting = frozenset(name for one in told.values() for name in one.unknown if name in book.defined)
    if waiting:
        stuck = sorted(unit for unit, one in told.items() if one.unknown & waiting)
        number += 1
        final = analysed(
            _only(spark, definers, stuck), len(stuck), Shipped.by(spark, history), replace(settings, waiting=waiting)
        )
        parts.append(saving.work(final.withColumn("round", F.lit(number)), f"round-{number:02}"))
        newest |= dict.fromkeys(stuck, number)
    shipped = Shipped.by(spark, history)
    reused = 0
    answers = [saving.answers(_last(spark, parts, newest), "defining")] if parts else []
    rest = others
    if before is not None:
        good = saving.work(reusable(before, others, shipped, settings), "reused")
        reused = good.count()
        if reused:
            old = before.join(good, "unit", "left_semi").withColumn("round", F.lit(number + 1))
            answers.append(saving.answers(old, "known"))
            rest = others.join(good, "unit", "left_anti")
    count, giants = sizes[False, False] - reused, sizes[False, True]
    say(f"Analysing {count + giants:,} texts" + (f" ({reused:,} are known from before)" if reused else ""))
    found = analysed(rest, count, shipped, replace(settings, waiting=waiting), giants)
    answers.append(saving.answers(found.withColumn("round", F.lit(number + 1)), "others"))
    return Rounds(reduce(DataFrame.unionByName, answers), history, number, reused, waiting)


def _last(spark: SparkSession, parts: list[DataFrame], newest: dict[str, int]) -> DataFrame:
    """Of a text that was analysed several times, the last answer: `newest` says which."""
    every = reduce(DataFrame.unionByName, parts)
    if not newest:
        return every
    last = spark.createDataFrame(list(newest.items()), "unit STRING, newest INT")
    return every.join(F.broadcast(last), "unit", "left").where("newest IS NULL OR round = newest").drop("newest")


def _only(spark: SparkSession, units: DataFrame, ids: list[str]) -> DataFrame:
    wanted = spark.createDataFrame([(one,) for one in ids], "unit STRING")
    return units.join(F.broadcast(wanted), "unit", "left_semi")


def _told(found: DataFrame, units: DataFrame) -> dict[str, Told]:
    """What a round says about schemas, brought to the driver: names and columns of tables, nothing of edges."""
    said = found.groupBy("unit").agg(
        F.array_distinct(F.flatten(F.collect_list("unknown"))).alias("unknown"),
        F.flatten(F.collect_list("changes")).alias("changes"),
    )
    rows = said.join(units.select("unit", "source", "entry", "dialect", "first_seen"), "unit").select(
        "unit", "unknown", "changes", "source", "entry", "dialect", F.unix_micros("first_seen").alias("since")
    )
    return {row.unit: Told(frozenset(row.unknown), tuple(_events(row))) for row in rows.toLocalIterator()}


def _events(row: Any) -> Iterable[Event]:
    since = ALWAYS if row.since is None else row.since
    entry = re.sub(r"\d+", lambda number: number[0].zfill(20), row.entry)  # line 10 comes after line 9
    for one in row.changes:
        yield Event(
            f"{one.system}:{one.name}",
            since,
            (row.source, entry, one.number),
            one.action,
            one.kind,
            one.temporary,
            one.absent,
            one.columns,
            one.text,
            row.dialect,
            row.unit,
        )


def _ready(told: dict[str, Told], now: History, before: History, defined: set[str]) -> list[str]:
    """The texts to analyse again: all their inputs that anybody defines are known by now, and some were not before.

    Where none is so far, the schemas wait in a circle; then those go on for which something has become known.
    """
    hopeful = {unit: one.unknown & defined for unit, one in told.items()}
    news = {unit: names for unit, names in hopeful.items() if any(name in now for name in names)}
    whole = [unit for unit, names in news.items() if all(name in now for name in names)]
    return sorted(whole or news)
