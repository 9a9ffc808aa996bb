"""A catalog out of what a session sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import headwater
from headwater.spark import catalog_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DEFINED = (
    "CREATE DATABASE meta_ods",
    "CREATE TABLE meta_ods.orders (id BIGINT, dt STRING, amount DOUBLE, who STRUCT<name: STRING>) USING parquet "
    "PARTITIONED BY (dt)",
    "CREATE VIEW meta_ods.totals AS SELECT dt, sum(amount) AS total FROM meta_ods.orders GROUP BY dt",
    "CREATE TEMPORARY VIEW meta_temporary AS SELECT 1 AS one",
)


@pytest.fixture
def tables(spark: SparkSession) -> Iterator[None]:
    for sql in DEFINED:
        spark.sql(sql)
    yield
    spark.sql("DROP DATABASE meta_ods CASCADE")
    spark.catalog.dropTempView("meta_temporary")


def test_tables_views_and_partitions(spark: SparkSession, tables: None) -> None:
    # other tests' temporary views may still be there: they belong to the session, and to no database
    result = {table.display: table for table in catalog_of(spark, ["meta_ods"]) if table.display.startswith("meta_")}
    assert sorted(result) == ["meta_ods.orders", "meta_ods.totals", "meta_temporary"]
    orders = result["meta_ods.orders"]
    assert orders.columns is not None
    assert [(column.name, column.type_text) for column in orders.columns] == [
        ("id", "bigint"),
        ("amount", "double"),
        ("who", "struct<name:string>"),
        ("dt", "string"),
    ]
    assert orders.partitions == ("dt",)
    assert (result["meta_ods.totals"].kind, result["meta_temporary"].temporary) == ("view", True)


def test_lineage_over_it(spark: SparkSession, tables: None) -> None:
    catalog = catalog_of(spark, ["meta_ods"])
    sql = "SELECT o.*, t.total FROM meta_ods.orders o JOIN meta_ods.totals t ON o.dt = t.dt"
    for dialect in ("spark", "hive"):
        (statement,) = headwater.analyze(sql, dialect=dialect, catalog=catalog, fold_views=True).statements
        assert statement.level == headwater.Level.EXACT
        assert [column.name for column in statement.columns] == ["id", "amount", "who", "dt", "total"]
        assert [str(edge.source) for edge in statement.edges if edge.target.column == "total"] == [
            "meta_ods.orders.amount"
        ]


def test_views_as_they_are(spark: SparkSession, tables: None) -> None:
    catalog = catalog_of(spark, ["meta_ods"], views=False)
    (statement,) = headwater.analyze(
        "SELECT total FROM meta_ods.totals", dialect="spark", catalog=catalog, fold_views=True
    ).statements
    assert [str(edge.source) for edge in statement.edges] == ["meta_ods.totals.total"]
