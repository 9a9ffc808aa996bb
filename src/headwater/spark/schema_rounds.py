"""Schemas across statements, in rounds: a text reads the table that another text creates.

    CREATE VIEW v AS SELECT * FROM t          the columns of v are known when those of t are,
    CREATE TABLE w AS SELECT * FROM v         and those of w a round later

Texts that define functions, models and catalogs come first. Then all texts that define something are analysed. In each
round those are analysed again whose unknown inputs have become known, and the next round knows what they define. The
rounds end when nothing new is known. A text that still waits then waits for itself, or for a table that no text
defines: it is analysed as it stands, with a diagnostic. A text that was run before and after a change of what it reads
may define two things, CREATE OR REPLACE VIEW v AS SELECT * FROM t: its pieces (`epochs`) say which. All other texts
are analysed once, with all schemas. Who keeps the schemas is a `registry.Registry`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import History, Settings, Version
from headwater.batch.schema_history import VERSION
from headwater.increments.answer_state import TEXTS, VARIANTS
from headwater.spark import epochs
from headwater.spark import registry as limits
from headwater.spark.driver_registry import DriverRegistry
from headwater.spark.registry import Registry
from headwater.spark.saving import Save, Saving
from headwater.spark.table_registry import TableRegistry

_CHUNK = 20_000
"""Tables of a catalog that go to Spark at a time."""
_MOST_RUNS = 1_000
"""Runs of one text whose times are kept: the last ones."""
_MOST_STEPS = 20
"""Steps until schemas that change with time must have settled."""


@dataclass
class Rounds:
    """The result of the rounds: the answers of every text, and the schemas."""

    answers: DataFrame
    registry: Registry
    rounds: int = 0
    reused: int = 0


def solve(
    spark: SparkSession,
    units: DataFrame,
    ingested: DataFrame,
    versions: Sequence[Version],
    settings: Settings,
    saving: Saving,
    before: DataFrame | None = None,
    max_rounds: int = 50,
    say: Callable[[str], None] = lambda line: None,
    listed: DataFrame | None = None,
) -> Rounds:
    """Analyse all texts. `before` are answers of an earlier run, used again where nothing they rest on has changed.

    `versions` are tables of catalogs, `listed` are more of them, which are too many for the driver.
    """
    defining = units.where("defines AND status <> 'failed'")
    other_units = units.where("NOT defines AND status <> 'failed'")
    parts: list[DataFrame] = []
    analysed: list[DataFrame] = []
    sizes: Counter[tuple[bool, bool]] = Counter()
    functions = 0
    for row in units.where("status <> 'failed'").groupBy("defines", "writes", "giant").count().collect():
        sizes[row["defines"], row["giant"]] += row["count"]
        functions += row["count"] if row["defines"] and row["writes"] else 0
    registry: Registry
    if listed is None and sizes[True, False] + sizes[True, True] + len(versions) <= limits.ON_DRIVER:
        registry = DriverRegistry(spark, versions, settings)
    else:
        registry = TableRegistry(spark, _tables(spark, versions, listed, saving.work), settings, saving.work)
    if functions:
        say(f"Functions: {functions:,} texts")
        saved = registry.analyse(defining.where("writes"), functions, 0, saving.work, "functions")
        analysed.append(saved)
        registry.learn_functions(saved, units)
        registry.refresh()
    count, giants = sizes[True, False], sizes[True, True]
    number = 0
    pending: DataFrame | None = defining if count + giants else None
    times = saving.work(_times(ingested, defining.where("runs > 1")), "times") if count + giants else None
    while pending is not None and number < max_rounds:
        number += 1
        say(f"Schemas, round {number}: {count:,} texts")
        saved = registry.analyse(pending, count, number, saving.work, f"round-{number:02}", giants)
        parts.append(saved)
        registry.learn(saved, units, times)
        registry.refresh()
        ready = registry.ready(parts)
        pending, count, giants = (None, 0, 0) if ready is None else (ready.of(defining), ready.count, 0)
    stuck = registry.stuck(parts)
    if stuck is not None:
        number += 1
        parts.append(registry.analyse(stuck.of(defining), stuck.count, number, saving.work, f"round-{number:02}"))
    reused = 0
    answers: list[DataFrame] = []
    if parts:
        known = registry.last(parts)
        if registry.changes() is not None:
            settling = _Settling(spark, defining, ingested, registry, saving.work)
            known = settling.settle(saving.work(known, "known"), times, number)
            analysed += settling.analysed
        answers.append(saving.answers(known, f"{TEXTS}/defining"))
    if saving.remember and registry.history is not None:
        frames = [_variants(frame) for frame in (*analysed, *parts)]
        if frames:
            saving.answers(
                reduce(DataFrame.unionByName, frames).dropDuplicates(["unit", "number", "signature"]), VARIANTS
            )
    to_analyse = other_units
    if before is not None:
        valid = saving.work(registry.reusable(before, other_units), "reused")
        reused = valid.count()
        if reused:
            old = before.join(valid, "unit", "left_semi").withColumn("round", F.lit(number + 1))
            answers.append(saving.answers(old, f"{TEXTS}/known"))
            to_analyse = other_units.join(valid, "unit", "left_anti")
    count, giants = sizes[False, False] - reused, sizes[False, True]
    say(f"Analyzing {count + giants:,} texts" + (f" ({reused:,} reused)" if reused else ""))
    answers.append(registry.analyse(to_analyse, count, number + 1, saving.answers, f"{TEXTS}/others", giants))
    return Rounds(reduce(DataFrame.unionByName, answers), registry, number, reused)


def _tables(spark: SparkSession, versions: Sequence[Version], listed: DataFrame | None, save: Save) -> DataFrame:
    """The tables of catalogs, each once, as rows of `VERSION`: of two with one name the later one counts."""
    known = {version.name: version for version in versions}
    names = sorted(known)
    frames = [
        save(spark.createDataFrame(History.of(known[name] for name in names[at : at + _CHUNK]).table), f"catalog-{at}")
        for at in range(0, len(names), _CHUNK)
    ]
    rows = reduce(DataFrame.unionByName, frames) if frames else spark.createDataFrame([], VERSION.spark_ddl)
    return rows if listed is None else rows.join(listed, "name", "left_anti").unionByName(listed)


@dataclass
class _Settling:
    """Schemas that change with time: what texts define goes by what they read at the times of their runs."""

    spark: SparkSession
    defining: DataFrame
    ingested: DataFrame
    registry: Registry
    save: Save
    analysed: list[DataFrame] = field(default_factory=list)

    def settle(self, answers: DataFrame, times: DataFrame | None, number: int) -> DataFrame:
        """The answers when nothing changes any more. A view of a view takes two steps."""
        registry = self.registry
        for step in range(_MOST_STEPS):
            stale = registry.stale(answers, self.defining, step)
            if stale is not None:
                again = registry.analyse(stale.of(self.defining), stale.count, number, self.save, f"stale-{step}")
                self.analysed.append(again)
                registry.learn(again, self.defining, times)
                ids = again.select("unit").distinct()
                answers = self.save(answers.join(ids, "unit", "left_anti").unionByName(again), f"known-{step}")
            pieces = epochs.cut(
                self.spark, answers, self.defining, self.ingested, registry, self.save, f"stretches-{step}"
            )
            found, ran = None, None
            if pieces is not None:
                found = registry.analyse(pieces.units, pieces.count, number, self.save, f"pieces-{step}")
                self.analysed.append(found)
                ran = _times(pieces.ingested, pieces.units)
            registry.learn_pieces(pieces, found, ran)
            registry.refresh()
            if registry.settled():
                break
        return answers


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
