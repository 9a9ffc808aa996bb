"""The schemas, and the names that a mapping joins, as rows for the graph's tables."""

from __future__ import annotations

from collections.abc import Mapping

from pyspark.sql import DataFrame, SparkSession

from headwater.batch.schema_rows import listed_columns, listed_datasets, other_names
from headwater.rows.steps import NAMED
from headwater.rows.warehouse import COLUMNS


def datasets(versions: DataFrame) -> DataFrame:
    """Every table that a schema is known of."""
    return versions.mapInArrow(listed_datasets, NAMED.spark_ddl)


def columns(versions: DataFrame) -> DataFrame:
    """Every column of them."""
    return versions.mapInArrow(listed_columns, COLUMNS.spark_ddl)


def links(spark: SparkSession, mapping: Mapping[str, str]) -> DataFrame:
    """(id, also): the other names of a dataset."""
    return spark.createDataFrame(other_names(mapping), "id BIGINT, also ARRAY<STRING>")
