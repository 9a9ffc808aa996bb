"""Answers become the graph: the tables of a snapshot, each a DataFrame of its record in `rows.warehouse`.

Spark runs the SQL of `rows.graph_sql`. What was true once stays: an edge has the time when it was first seen and, when
it has ended, the time when it ended. `carried` adds what an earlier snapshot has; only the pipeline has snapshots
before, so it has no counterpart in DuckDB.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from headwater.rows.check_sql import CHECKS, NO_CHECKS, USED_NAMES
from headwater.rows.graph_sql import CARRY_OVER, QUERIES, UNANSWERED_CODE, UNANSWERED_CODES
from headwater.rows.warehouse import TABLES
from headwater.spark import schema_rows

Tables = dict[str, DataFrame]


def lives(answers: DataFrame, units: DataFrame, ingested: DataFrame) -> DataFrame:
    """(unit, target, job, runs, valid_from, valid_to): when each text held for each dataset that it writes."""
    return query(QUERIES["lives"], {"answers": answers, "units": units, "ingested": ingested})


def checks(
    answers: DataFrame, units: DataFrame, ingested: DataFrame, save: Callable[[DataFrame, str], DataFrame] | None
) -> DataFrame:
    """(unit, missing, surplus): where logs name other tables than the answers. Without `save` they name none at all."""
    relations = {"answers": answers, "units": units, "ingested": ingested}
    if save is None:
        return query(NO_CHECKS, relations)
    relations["used_names"] = save(query(USED_NAMES, relations), "used_names")
    return save(query(CHECKS, relations), "checks")


def tables(
    spark: SparkSession,
    answers: DataFrame,
    units: DataFrame,
    ingested: DataFrame,
    lives: DataFrame,
    checks: DataFrame,
    versions: DataFrame,
    mapping: Mapping[str, str],
) -> Tables:
    """The tables of a snapshot; `versions` are the last ones of all tables."""
    relations = {
        "answers": answers,
        "units": units,
        "ingested": ingested,
        "lives": lives,
        "checks": checks,
        "listed_datasets": schema_rows.datasets(versions),
        "listed_columns": schema_rows.columns(versions),
        "links": schema_rows.links(spark, mapping),
        "unanswered_codes": spark.createDataFrame(list(UNANSWERED_CODES), UNANSWERED_CODE.spark_ddl),
    }
    for name, text in QUERIES.items():
        if name not in relations:
            record = TABLES.get(name)
            rows = query(text, relations)
            relations[name] = rows if record is None else rows.select(*record.names)
    return {name: relations[name] for name in TABLES}


def query(text: str, relations: Mapping[str, DataFrame]) -> DataFrame:
    """Run a query over the relations that it names in braces."""
    frames = {name: frame for name, frame in relations.items() if f"{{{name}}}" in text}
    spark = next(iter(frames.values())).sparkSession
    named: dict[str, Any] = dict(frames)
    return spark.sql(text, **named)


def carry_over(now: Tables, before: Tables, ended: datetime) -> Tables:
    """The tables with the rows that only an earlier snapshot has: they ended at the latest by now."""
    merged = dict(now)
    for name, text in CARRY_OVER.items():
        moment = f"TIMESTAMP '{ended.astimezone(UTC).isoformat(sep=' ')}'"
        relations = {"now": now[name], "before": before[name], "statements": now["statements"]}
        merged[name] = query(text.replace("$ended", moment), relations)
    return merged
