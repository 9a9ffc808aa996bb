"""Answers become the graph: the tables of a snapshot, each a DataFrame of its record in `rows.warehouse`.

Spark runs the SQL of `rows.graph_sql`. What was true once stays: an edge has the time when it was first seen and, when
it has ended, the time when it ended. `carried` adds what an earlier snapshot has; only the pipeline has snapshots
before, so it has no counterpart in DuckDB.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import History
from headwater.rows.graph_sql import QUERIES, UNANSWERED_CODE, UNANSWERED_CODES
from headwater.rows.warehouse import TABLES
from headwater.spark import schema_rows

Tables = dict[str, DataFrame]
_KEYS = ("statement", "source_id", "target_id", "type")
"""Edges with the same values of these are the same edge."""


def lives(answers: DataFrame, units: DataFrame, ingested: DataFrame) -> DataFrame:
    """(statement, job, runs, valid_from, valid_to) of every statement."""
    return _query(QUERIES["lives"], {"answers": answers, "units": units, "ingested": ingested})


def tables(
    spark: SparkSession,
    answers: DataFrame,
    units: DataFrame,
    ingested: DataFrame,
    lives: DataFrame,
    history: History,
    mapping: Mapping[str, str],
) -> Tables:
    """The tables of a snapshot."""
    relations = {
        "answers": answers,
        "units": units,
        "ingested": ingested,
        "lives": lives,
        "listed_datasets": schema_rows.datasets(spark, history),
        "listed_columns": schema_rows.columns(spark, history),
        "links": schema_rows.links(spark, mapping),
        "unanswered_codes": spark.createDataFrame(list(UNANSWERED_CODES), UNANSWERED_CODE.spark_ddl),
    }
    for name, query in QUERIES.items():
        if name not in relations:
            record = TABLES.get(name)
            rows = _query(query, relations)
            relations[name] = rows if record is None else rows.select(*record.names)
    return {name: relations[name] for name in TABLES}


def _query(query: str, relations: Mapping[str, DataFrame]) -> DataFrame:
    """Run a query over the relations that it names in braces."""
    frames = {name: frame for name, frame in relations.items() if f"{{{name}}}" in query}
    spark = next(iter(frames.values())).sparkSession
    named: dict[str, Any] = dict(frames)
    return spark.sql(query, **named)


def carry_over(now: Tables, before: Tables, ended: datetime) -> Tables:
    """The tables with the rows that only an earlier snapshot has: they ended at the latest by now.

    A statement may be gone, or, with other schemas, have other edges than before.
    """
    merged = dict(now)
    for name, record in TABLES.items():
        if "statement" in record.names:
            lasting = "valid_to" in record.names
            keys = [key for key in _KEYS if key in record.names] if lasting else ["statement"]
            old = before[name].join(now[name if lasting else "statements"].select(*keys), keys, "left_anti")
            if lasting:
                old = old.withColumn("valid_to", F.coalesce("valid_to", F.lit(ended)))
        elif "id" in record.names:
            old = before[name].join(now[name].select("id"), "id", "left_anti")
        else:
            continue
        merged[name] = now[name].unionByName(old.select(*record.names))
    return merged
