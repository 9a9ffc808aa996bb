"""Units become answers: a row per statement, everything about it in lists.

The work is `headwater.batch`; here it is spread. A unit goes to a task by its id, so tasks are alike; very large
ones get tasks of their own, so that one of them holds up no others. The schemas travel once to every worker.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import History, Settings, analyze_batches, unchanged_units
from headwater.rows.steps import ANALYSED, UNIT
from headwater.spark.session import is_connect

if TYPE_CHECKING:
    import pyarrow

TASK = 1_000
"""Units of one task: some seconds of work, so that a lost worker loses little."""
LEAST = 100
"""Units that are worth a task of their own, as long as some core has nothing to do."""


@dataclass(frozen=True)
class Shipped:
    """A history on its way to the workers: by broadcast, or, where a client has none, inside the function."""

    get: Callable[[], History]

    @classmethod
    def by(cls, spark: SparkSession, history: History) -> Shipped:
        """The way that this session has."""
        if is_connect(spark):
            return cls(partial(_identity, history))
        return cls(partial(_broadcast_value, spark.sparkContext.broadcast(history)))


def _identity(history: History) -> History:
    return history


def _broadcast_value(broadcast: Any) -> History:
    history: History = broadcast.value
    return history


def analyse_units(units: DataFrame, count: int, shipped: Shipped, settings: Settings, giants: int = 0) -> DataFrame:
    """The answers to some units: `count` and `giants` say roughly how many there are, so that they are spread well.

    Giants that nobody counted go with the others.
    """
    step = partial(_step, history=shipped.get, settings=settings)
    parts = tasks(units.sparkSession, count)
    small = units.where("NOT giant") if giants else units
    spread = small.select(*UNIT.names).repartition(parts, "unit")
    if giants:
        spread = spread.unionByName(units.where("giant").select(*UNIT.names).repartition(giants))
    return spread.mapInArrow(step, ANALYSED.spark_ddl)


def tasks(spark: SparkSession, count: int) -> int:
    """How many tasks so many units are worth."""
    return max(1, math.ceil(count / TASK), min(_cores(spark), math.ceil(count / LEAST)))


def _cores(spark: SparkSession) -> int:
    return 1 if is_connect(spark) else spark.sparkContext.defaultParallelism


def _step(
    batches: Iterable[pyarrow.RecordBatch], history: Callable[[], History], settings: Settings
) -> Iterator[pyarrow.RecordBatch]:
    return analyze_batches(batches, history, settings)


def reusable_units(before: DataFrame, units: DataFrame, shipped: Shipped, settings: Settings) -> DataFrame:
    """The ids of units whose answers of before still hold: the schemas that they looked at are what they were."""
    candidates = looked(before).join(units.select("unit", "as_of", "dialect"), "unit")
    return candidates.mapInArrow(_unchanged(shipped, settings), "unit STRING")


def stale_units(answers: DataFrame, units: DataFrame, shipped: Shipped, settings: Settings) -> list[str]:
    """The ids of units that looked at schemas which are others by now."""
    candidates = looked(answers.where("kind <> 'EMPTY'")).join(units.select("unit", "as_of", "dialect"), "unit")
    same = candidates.mapInArrow(_unchanged(shipped, settings), "unit STRING")
    return sorted(row.unit for row in candidates.join(same, "unit", "left_anti").select("unit").toLocalIterator())


def _unchanged(shipped: Shipped, settings: Settings) -> Any:
    return partial(unchanged_units, history=shipped.get, settings=settings)


def looked(answers: DataFrame) -> DataFrame:
    """(unit, signature, names): what texts looked at."""
    return (
        answers.where("kind <> 'UNREAD'")
        .select("unit", "signature", F.explode_outer("datasets").alias("dataset"))
        .groupBy("unit", "signature")
        .agg(F.array_sort(F.collect_set(F.concat("dataset.system", F.lit(":"), "dataset.name"))).alias("names"))
    )
