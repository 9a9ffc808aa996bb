"""Tags spread along value edges, and are marked as masked behind a stop."""

from __future__ import annotations

import random

import pytest
from pyspark.sql import DataFrame, Row, SparkSession

from headwater.spark.closure import Step, path
from headwater.spark.tags import VALUE, spread
from tests.judges.live import live

EDGES = "source_id BIGINT, target_id BIGINT, type STRING, confidence DOUBLE, expr STRING, statement STRING"
COLUMNS = "id BIGINT, dataset_id BIGINT, system STRING, dataset STRING, name STRING"

Edge = tuple[int, int, str, str]


def edges(spark: SparkSession, given: list[Edge]) -> DataFrame:
    return spark.createDataFrame([(s, t, kind, 1.0, expr, f"q{s}-{t}") for s, t, kind, expr in given], EDGES)


def columns(spark: SparkSession, count: int) -> DataFrame:
    return spark.createDataFrame([(n, 0, "hive", "ods.t", f"c{n}") for n in range(count)], COLUMNS)


def answer(found: DataFrame) -> dict[tuple[str, int], Row]:
    rows = found.collect()
    by_key = {(row.tag, row.node_id): row for row in rows}
    assert len(by_key) == len(rows)
    return by_key


def by_the_book(given: list[Edge], starts: list[int], stop: str) -> dict[int, tuple[int, bool]]:
    """Node -> (distance, masked): bare ones first, then what lies behind a stop, by relaxing until nothing changes."""
    bare = dict.fromkeys(starts, 0)
    masked: dict[int, int] = {}
    for _ in range(len(given) + 1):
        for s, t, _, expr in given:
            if s in bare and stop not in expr:
                bare[t] = min(bare.get(t, bare[s] + 1), bare[s] + 1)
    for _ in range(len(given) + 1):
        for s, t, _, expr in given:
            before = bare[s] if s in bare and stop in expr else masked.get(s)
            if before is not None and t not in bare:
                masked[t] = min(masked.get(t, before + 1), before + 1)
    return {n: (d, False) for n, d in bare.items()} | {n: (d, True) for n, d in masked.items()}


@pytest.mark.parametrize("small", [pytest.param(0, marks=live), 1_000_000])
def test_a_tag_goes_bare_or_masked(spark: SparkSession, small: int) -> None:
    given: list[Edge] = [
        (1, 2, "DIRECT", "email"),
        (2, 3, "DERIVED", "SHA256(email)"),
        (3, 4, "DIRECT", "h"),
        (4, 5, "DIRECT", "h"),
        (2, 6, "DERIVED", "upper(email)"),
        (6, 5, "DIRECT", "e"),  # 5 gets the value itself too
        (2, 7, "FILTER", "email is not null"),  # no value
        (6, 8, "DIRECT", "e"),  # 8 is given as a stop
        (8, 9, "DIRECT", "e"),
        (10, 9, "DIRECT", "phone"),
    ]
    tags = {"pii": ["hive:ods.t.c1"], "phone": [10]}
    result = spread(edges(spark, given), columns(spark, 11), tags, ["/sha256|md5/", "hive:ods.t.c8"], small=small)
    assert result.columns == ["tag", "node_id", "distance", "via_source", "via_target", "via_statement", "masked"]
    rows = answer(result)
    assert {key: (row.distance, row.masked) for key, row in rows.items()} == {
        ("pii", 1): (0, False),
        ("pii", 2): (1, False),
        ("pii", 3): (2, True),
        ("pii", 4): (3, True),
        ("pii", 5): (3, False),
        ("pii", 6): (2, False),
        ("pii", 8): (3, True),
        ("pii", 9): (4, True),
        ("phone", 10): (0, False),
        ("phone", 9): (1, False),
    }
    assert rows["pii", 1].via_source is None
    marked = result.where("tag = 'pii'")
    assert path(marked, 4) == [Step(1, 2, "q1-2"), Step(2, 3, "q2-3"), Step(3, 4, "q3-4")]
    assert [step.target for step in path(marked, 5)] == [2, 6, 5]
    assert path(result.where("tag = 'phone'"), 9) == [Step(10, 9, "q10-9")]


@pytest.mark.parametrize("small", [pytest.param(0, marks=live), 1_000_000])
def test_random_graphs_are_tagged_as_by_the_book(spark: SparkSession, small: int) -> None:
    chance = random.Random(17)
    given = [
        (chance.randrange(60), chance.randrange(60), chance.choice(VALUE), chance.choice(["x", "x", "hash(x)"]))
        for _ in range(90)
    ]
    tags = {"a": [0, 1], "b": [2, 3], "c": [4]}
    result = spread(edges(spark, given), columns(spark, 60), tags, ["/hash/"], small=small)
    expected = {
        (tag, node): told for tag, starts in tags.items() for node, told in by_the_book(given, starts, "hash").items()
    }
    rows = answer(result)
    assert {key: (row.distance, row.masked) for key, row in rows.items()} == expected
    assert {masked for _, masked in expected.values()} == {True, False}
    for (tag, node), row in rows.items():  # every row's parent is a row, one nearer; a bare one's is bare
        if row.distance:
            parent = rows[tag, row.via_source]
            assert row.via_target == node
            assert parent.distance == row.distance - 1
            assert row.masked or not parent.masked
            assert row.via_statement == f"q{row.via_source}-{node}"


@live
def test_the_same_pair_bare_and_masked_is_bare(spark: SparkSession) -> None:
    both: list[Edge] = [(1, 2, "DERIVED", "md5(x)"), (1, 2, "DERIVED", "lower(x)")]
    rows = answer(spread(edges(spark, both), columns(spark, 3), {"pii": [1]}, ["/md5/"]))
    assert rows["pii", 2].masked is False


@live
def test_no_stop_and_no_expression(spark: SparkSession) -> None:
    plain = spark.createDataFrame([(1, 2, "DIRECT", 1.0, None, "q")], EDGES)
    rows = answer(spread(plain, columns(spark, 3), {"pii": [1]}))
    assert {node for _, node in rows} == {1, 2}
    rows = answer(spread(plain, columns(spark, 3), {"pii": [1]}, ["/md5/"]))
    assert not rows["pii", 2].masked


def test_a_column_that_is_not_there_is_said(spark: SparkSession) -> None:
    table = edges(spark, [(1, 2, "DIRECT", "x")])
    with pytest.raises(ValueError, match=r"Unknown column: 99, hive:ods\.t\.nope"):
        spread(table, columns(spark, 3), {"pii": ["hive:ods.t.nope", 99, 1]})
    with pytest.raises(ValueError, match="Unknown column: sha256"):
        spread(table, columns(spark, 3), {"pii": [1]}, ["sha256"])
