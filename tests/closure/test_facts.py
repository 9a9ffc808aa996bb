"""Facts about a small warehouse that can be checked by eye, and counts against plain Python."""

from __future__ import annotations

import random
from datetime import datetime
from typing import NamedTuple

import pytest
from pyspark.sql import DataFrame, SparkSession

from headwater.spark import facts
from headwater.spark.closure import condense
from tests.judges.live import live

EDGES = (
    "source_id BIGINT, target_id BIGINT, type STRING, level STRING, confidence DOUBLE, statement STRING, "
    "valid_from TIMESTAMP, valid_to TIMESTAMP"
)
COLUMNS = "id BIGINT, dataset_id BIGINT, system STRING, dataset STRING, name STRING, generated BOOLEAN"
DATASETS = "id BIGINT, system STRING, name STRING, kind STRING, temporary BOOLEAN"
TABLE_EDGES = "source_id BIGINT, target_id BIGINT, level STRING, valid_from TIMESTAMP, valid_to TIMESTAMP"


class Warehouse(NamedTuple):
    columns: DataFrame
    datasets: DataFrame
    edges: DataFrame
    influence: DataFrame
    table_edges: DataFrame


def edge_frame(spark: SparkSession, pairs: list[tuple[int, int]], kind: str = "DIRECT") -> DataFrame:
    return spark.createDataFrame([(s, t, kind, "EXACT", 1.0, f"q{s}", None, None) for s, t in pairs], EDGES)


@pytest.fixture(scope="module")
def shop(spark: SparkSession) -> Warehouse:
    """ods.o -> tmp -> mart.m -> result; lost.t stands alone; ext.x is read by a star, raw.r by nobody knows what."""
    datasets = [
        (1, "hive", "ods.o", "table", False),
        (2, "hive", "tmp", "table", True),
        (3, "hive", "mart.m", "table", False),
        (4, "hive", "lost.t", "table", False),
        (5, "hive", "ext.x", "table", False),
        (6, "hive", "raw.r", "table", False),
        (7, "hive", "result", "result", False),
    ]
    columns = [
        (10, 1, "hive", "ods.o", "k", False),
        (11, 1, "hive", "ods.o", "v", False),
        (12, 1, "hive", "ods.o", "w", False),
        (13, 1, "hive", "ods.o", "n", False),
        (15, 2, "hive", "tmp", "v", False),
        (16, 2, "hive", "tmp", "u", False),
        (20, 3, "hive", "mart.m", "k", False),
        (21, 3, "hive", "mart.m", "v", False),
        (22, 3, "hive", "mart.m", "made", True),
        (30, 4, "hive", "lost.t", "z", False),
        (40, 5, "hive", "ext.x", "*", False),
        (41, 5, "hive", "ext.x", "a", False),
        (50, 6, "hive", "raw.r", "b", False),
        (70, 7, "hive", "result", "v", False),
    ]
    value = [(10, 20), (11, 15), (15, 21), (21, 70), (40, 70), (21, 21), (20, 22), (22, 20)]
    old = [(13, 20, "DIRECT", "EXACT", 1.0, "gone", datetime(2024, 1, 1), datetime(2024, 2, 1))]
    tables = [(1, 2, "EXACT"), (2, 3, "EXACT"), (3, 7, "EXACT"), (4, 4, "EXACT"), (5, 7, "INFERRED"), (6, 7, "TABLE")]
    return Warehouse(
        spark.createDataFrame(columns, COLUMNS),
        spark.createDataFrame(datasets, DATASETS),
        edge_frame(spark, value).union(spark.createDataFrame(old, EDGES)),
        edge_frame(spark, [(12, 3)], "FILTER"),
        spark.createDataFrame([(*table, None, None) for table in tables], TABLE_EDGES),
    )


def ids(found: DataFrame) -> set[int]:
    return {row.id for row in found.collect()}


def test_roots_and_leaves(shop: Warehouse) -> None:
    assert ids(facts.roots(shop.columns, shop.edges)) == {10, 11, 12, 13, 16, 30, 40, 41, 50}
    assert ids(facts.leaves(shop.columns, shop.edges)) == {12, 16, 30, 41, 50, 70}


def test_unused_columns_are_certain(shop: Warehouse) -> None:
    columns, datasets, edges, influence, table_edges = shop
    result = facts.unused(columns, datasets, edges, influence, table_edges)
    assert ids(result) == {30}  # not 12 (a filter reads it), 16 (temporary), 41 (a star may), 50 (a table edge may), 70
    assert result.columns == columns.columns
    assert ids(facts.unused(columns, datasets, edges, influence)) == {30, 50}
    now = edges.where("valid_to is null")
    assert ids(facts.unused(columns, datasets, now, influence, table_edges)) == {13, 30}


def test_orphans_stand_alone(shop: Warehouse) -> None:
    assert ids(facts.orphans(shop.datasets, shop.table_edges)) == {4}


def test_most_read_counts_each_reader_once(spark: SparkSession) -> None:
    twice = edge_frame(spark, [(1, 2), (1, 2), (1, 3), (4, 5), (4, 6), (4, 7), (8, 8), (8, 9)])
    assert [tuple(row) for row in facts.most_read(twice, 2).collect()] == [(4, 3), (1, 2)]


@pytest.mark.parametrize("small", [pytest.param(0, marks=live), 1_000_000])
def test_what_comes_of_a_column_is_counted(spark: SparkSession, small: int) -> None:
    chance = random.Random(29)
    pairs = [(chance.randrange(80), chance.randrange(80)) for _ in range(110)]

    def beyond(node: int) -> int:
        seen, todo = {node}, [node]
        while todo:
            new = {t for s, t in pairs if s == todo[-1]} - seen
            todo.pop()
            seen |= new
            todo += new
        return len(seen) - 1

    ids = [0, 5, 17, 33, 500]
    result = facts.reached_counts(edge_frame(spark, pairs), ids, small=small)
    assert {row.node_id: row.reached for row in result.collect()} == {node: beyond(node) for node in ids}


@live
def test_circles_come_largest_first_and_name_some_members(spark: SparkSession) -> None:
    ring = [(n, (n + 1) % 30) for n in range(30)]
    strong = condense(edge_frame(spark, [*ring, (100, 100), (200, 201), (201, 200)]))
    result = [tuple(row) for row in facts.cycles(strong, shown=5).collect()]
    assert result == [(0, 30, [0, 1, 2, 3, 4]), (200, 2, [200, 201]), (100, 1, [100])]


@pytest.mark.parametrize("small", [pytest.param(0, marks=live), 1_000_000])
def test_the_summary(shop: Warehouse, small: int) -> None:
    summary = facts.summarise(*shop, small=small)
    assert (summary["columns"], summary["datasets"]) == (14, 7)
    assert summary["edges"] == 8  # the closed one is not among those that are still true
    assert summary["roots"]["count"] == 9
    assert summary["roots"]["first"][0] == "hive:ext.x.*"
    assert summary["leaves"]["count"] == 7
    assert summary["unused"] == {"count": 2, "first": ["hive:lost.t.z", "hive:ods.o.n"]}
    assert summary["orphans"] == {"count": 1, "first": ["hive:lost.t"]}
    assert summary["most_read"][0] == {"id": 10, "column": "hive:ods.o.k", "readers": 1, "reached": 2}
    assert {one["id"]: one["reached"] for one in summary["most_read"]} == {
        10: 2,
        11: 3,
        15: 2,
        20: 1,
        21: 1,
        22: 1,
        40: 1,
    }
    assert summary["cycles"] == {
        "count": 2,
        "first": [
            {"size": 2, "columns": ["hive:mart.m.k", "hive:mart.m.made"]},
            {"size": 1, "columns": ["hive:mart.m.v"]},
        ],
    }
    assert summary["components"] == {"count": 2, "largest": 5}
    assert summary["layers"] == {0: 3, 1: 3, 2: 1, 3: 1}


@live
def test_an_empty_warehouse_has_a_summary(shop: Warehouse) -> None:
    summary = facts.summarise(*(table.limit(0) for table in shop))
    assert summary["edges"] == 0
    assert summary["most_read"] == []
    assert summary["components"] == {"count": 0, "largest": 0}
    assert summary["layers"] == {}
