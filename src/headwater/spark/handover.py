"""Texts go to tasks together with the schemas that they look up: a join by name, and no others are sent.

A text goes to a bucket by its id. What the texts of a bucket look up is joined with the versions of tables, each once
for a bucket, and goes to the task of the bucket before its texts (`batch.handed`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.batch.handed import HANDED, RANK

BUCKET = "bucket"
FEW = 20_000
"""Texts up to which the names that they look up are sent to the versions, and not both to a third place."""


@dataclass(frozen=True)
class Wanted:
    """What texts look up: (bucket, name), and (bucket, lead) for lists of names; `few` where it is not much."""

    names: DataFrame
    leads: DataFrame | None
    few: bool


@dataclass(frozen=True)
class Schemas:
    """What is known: rows of `VERSION`, and (name) of the datasets that wait for themselves."""

    versions: DataFrame
    waiting: DataFrame | None


def bucket(parts: int, first: int = 0) -> Column:
    """The bucket of a text."""
    return (F.pmod(F.xxhash64("unit"), F.lit(parts)) + F.lit(first)).cast("int").alias(BUCKET)


def hand_over(
    texts: DataFrame, wanted: Wanted, schemas: Schemas, parts: int, step: Callable[..., Any], ddl: str
) -> DataFrame:
    """What `step` makes of texts, which have a `bucket`, with the schemas that they look up."""
    handed = _handed(wanted, schemas).withColumn(RANK, F.lit(0))
    both = handed.unionByName(texts.withColumn(RANK, F.lit(1)), allowMissingColumns=True)
    spread = both.repartitionById(parts, BUCKET).sortWithinPartitions(RANK).drop(BUCKET)
    return spread.mapInArrow(step, ddl)


def _handed(wanted: Wanted, schemas: Schemas) -> DataFrame:
    """Rows of `HANDED` with their bucket."""
    versions = schemas.versions.select(
        F.col("name").alias("table"), "since", F.col("kind").alias("table_kind"), "temporary", "columns", "details"
    )
    names = wanted.names.select(BUCKET, F.col("name").alias("table")).distinct()
    if wanted.few:
        # Spark sends no side of a join that keeps all its rows: the names that tables have, and all names beside them
        rows = F.broadcast(names).join(versions, "table").unionByName(names, allowMissingColumns=True)
    else:
        rows = names.join(versions, "table", "left")
    if schemas.waiting is None:
        rows = rows.withColumn("waits", F.lit(False))
    else:
        waits = schemas.waiting.select(F.col("name").alias("table"), F.lit(True).alias("waits")).distinct()
        rows = rows.join(waits, "table", "left")
    rows = rows.withColumn("lead", F.lit(None).cast("string")).select(BUCKET, *HANDED.names)
    if wanted.leads is None:
        return rows
    return rows.unionByName(_listed(wanted.leads, schemas.versions), allowMissingColumns=True)


def _listed(leads: DataFrame, versions: DataFrame) -> DataFrame:
    """The names that begin with what was asked for; a beginning that no name has is a row without a name."""
    asked = leads.select(BUCKET, "lead").distinct()
    tables = versions.select(F.col("name").alias("table")).distinct()
    beginning = F.broadcast(asked.select("lead").distinct())
    listed = tables.join(beginning, F.expr("startswith(table, lead)"))
    return asked.join(listed, "lead", "left").select(BUCKET, "lead", "table")
