"""The schemas that the driver keeps, and the names that a mapping joins, as rows for the graph's tables."""

from __future__ import annotations

from collections.abc import Mapping

from pyspark.sql import DataFrame, SparkSession

from headwater.batch import History, id_of
from headwater.batch.schema_rows import listed_columns, listed_datasets
from headwater.rows.warehouse import COLUMNS, NAMED


def datasets(spark: SparkSession, history: History) -> DataFrame:
    """Every table that a schema is known of."""
    return spark.createDataFrame(history.latest()).mapInArrow(listed_datasets, NAMED.spark_ddl)


def columns(spark: SparkSession, history: History) -> DataFrame:
    """Every column of them."""
    return spark.createDataFrame(history.latest()).mapInArrow(listed_columns, COLUMNS.spark_ddl)


def links(spark: SparkSession, mapping: Mapping[str, str]) -> DataFrame:
    """(id, also): the other names of a dataset."""
    also: dict[str, list[str]] = {}
    for name, joined in mapping.items():
        if name != joined:
            also.setdefault(joined, []).append(name)
    rows = [(id_of(*name.split(":", 1)), sorted(others)) for name, others in sorted(also.items())]
    return spark.createDataFrame(rows, "id BIGINT, also ARRAY<STRING>")
