"""How long things hold, what is carried on, who is the same, and that nothing is lost from the count."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from headwater.logs import ReadSettings
from tests.spark import inputs
from tests.spark.outcome import Tables, tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.spark.conftest import Run

pytest.importorskip("pyspark")


@pytest.fixture(scope="module")
def first(logged: Run) -> Tables:
    return tables(logged.out)


def into(found: Tables, target: str) -> list[SimpleNamespace]:
    return [row for row in found["edges"] if row.target_dataset == target]


def edges(found: Tables, target: str) -> dict[str, tuple[int, int | None, int | None]]:
    """By source column: runs, the day it began, the day it ended."""
    rows = into(found, target)
    assert len({row.source_column for row in rows}) == len(rows)
    return {
        row.source_column: (row.runs, row.valid_from and row.valid_from.day, row.valid_to and row.valid_to.day)
        for row in rows
    }


def test_how_long_edges_hold(first: Tables) -> None:
    assert edges(first, "gone") == {"a": (2, 1, 3)}
    assert edges(first, "made") == {"old": (1, 1, 5), "new": (1, 5, None)}
    assert edges(first, "kept") == {"before": (2, 1, 6), "after": (1, 6, None), "beside": (1, 7, None)}
    assert edges(first, "filled") == {"f": (1, 2, None)}
    assert edges(first, "notebook") == {"n": (1, None, None)}


def test_who_is_the_same(first: Tables) -> None:
    joined = [*into(first, "lake"), *into(first, "mart")]
    assert {(row.source_system, row.source_dataset) for row in joined} == {("kafka", "shop.orders")}
    assert len({row.source_dataset_id for row in joined}) == 1
    (orders,) = (row for row in first["datasets"] if row.name == "shop.orders")
    assert orders.also == ["clickhouse:ingest.orders_queue", "flink:orders_source"]
    assert not [row for row in first["datasets"] if "orders_" in row.name]
    known = {row.id for row in first["datasets"]}
    assert len(known) == len(first["datasets"])
    ends = [row for row in first["table_edges"] if row.target != "result"]
    assert {row.source_id for row in ends} | {row.target_id for row in ends} <= known


def test_every_entry_is_counted_once(first: Tables) -> None:
    coverage = {row.dialect: row for row in first["coverage"]}
    scripts = 3
    assert coverage["duckdb"].entries == (
        len(inputs.RUNS) + 1 + len(inputs.SCHEMA_CHANGES) + len(inputs.IN_SESSIONS) + scripts  # 1 that was refused
    )
    assert coverage["duckdb"].failed == 2
    assert (coverage["flink"].entries, coverage["clickhouse"].entries) == (1, 2)
    assert coverage[""].unread == 3
    assert sum(row.entries for row in first["coverage"]) == inputs.ENTRIES
    for row in first["coverage"]:
        levels = row.exact + row.inferred + row.ambiguous + row.coarse + row.table_only + row.none
        assert levels == row.distinct_statements, row
    assert sum(row.edges for row in first["coverage"]) == len(first["edges"])
    statements = first["statements"]
    assert len({row.statement for row in statements}) == len(statements)
    assert {"FAILED", "UNREAD", "EMPTY"} <= {row.kind for row in statements}
    twice = next(row for row in statements if row.target == "gone" and row.kind == "INSERT")
    assert (twice.runs, twice.first_seen.day, twice.last_seen.day, twice.users) == (2, 1, 2, ["u1", "u2"])


def test_a_change_of_schema_between_two_runs_makes_two_answers(first: Tables) -> None:
    result = into(first, "times.sink")
    by_runs = {
        (row.runs, row.first_seen.day, row.last_seen.day): sorted(
            edge.source_column for edge in result if edge.statement == row.statement
        )
        for row in first["statements"]
        if row.target == "times.sink"
    }
    assert by_runs == {(2, 2, 3): ["a"], (1, 5, 5): ["a", "b"]}
    assert sorted(edge.source_column for edge in into(first, "times.once")) == ["a", "b"]
    assert sorted(edge.source_column for edge in into(first, "times.late")) == ["a", "b", "c"]
    assert {(edge.source_column, edge.valid_from.day) for edge in result} == {("a", 2), ("a", 5), ("b", 5)}


def test_later_runs_close_what_is_gone_and_keep_the_rest(spark: SparkSession, logged: Run, tmp_path: Path) -> None:
    from headwater.spark import Options, Pipeline

    source, out = tmp_path / "in", tmp_path / "out"
    shutil.copytree(logged.source, source)
    shutil.copytree(logged.out, out)
    mapping = inputs.write(tmp_path, {"mapping.yaml": inputs.QUEUES}) / "mapping.yaml"

    def run(day: int, functions: dict[str, str]) -> Tables:
        options = Options(mapping=str(mapping), now=datetime(2024, 2, day, tzinfo=UTC), functions=functions)
        Pipeline(spark, str(out), options).run([str(source)])
        return tables(out)

    def masked(found: Tables) -> set[tuple[str, str]]:
        return {(row.source_column, row.type) for row in into(found, "masked.x") if row.valid_to is None}

    # ── a file goes: what it said is closed, not gone; what stays is as it was
    (source / "duckdb" / "removed.sql").unlink()
    after = run(9, {})
    assert edges(after, "notebook") == {"n": (1, None, 9)}
    assert edges(after, "stays") == {"s": (1, None, None)}
    assert edges(after, "gone") == {"a": (2, 1, 3)}
    assert len([row for row in after["datasets"] if row.name == "notebook"]) == 1
    assert len([row for row in after["statements"] if row.target == "notebook"]) == 1
    assert sum(row.entries for row in after["coverage"]) == inputs.ENTRIES - 1
    assert masked(after) == {("a", "UNKNOWN"), ("b", "UNKNOWN")}
    # ── and once more: a function that a user registers reaches the workers, and changes nothing else
    again = run(10, {"mask": "scalar value cond"})
    assert masked(again) == {("a", "DERIVED")}
    uses = {row.statement for row in again["statements"] if row.target == "masked.x"}
    for name in ("edges", "influence", "table_edges", "datasets", "columns", "diagnostics", "hops"):
        before, now = (
            sorted(
                str(row)
                for row in found[name]
                if getattr(row, "statement", None) not in uses and getattr(row, "dataset", "") != "masked.x"
            )
            for found in (after, again)
        )
        assert before == now, name


def test_a_text_without_an_answer_is_seen(spark: SparkSession, tmp_path: Path) -> None:
    """The workers answer for every text. If one day they do not, the text is not lost from the count."""
    from headwater.batch.schema_history import VERSION
    from headwater.rows.steps import ANALYSED
    from headwater.spark import graph, sources, units

    (tmp_path / "duckdb").mkdir()
    (tmp_path / "duckdb" / "forgotten.sql").write_text("INSERT INTO forgotten SELECT a FROM t")
    ingested = units.ingest_entries(sources.read(spark, [str(tmp_path)], ReadSettings())).localCheckpoint()
    texts, silence = units.units(ingested), spark.createDataFrame([], f"{ANALYSED.spark_ddl}, round INT")
    lives = graph.lives(silence, texts, ingested)
    checks = graph.checks(silence, texts, ingested, None)
    nothing = spark.createDataFrame([], VERSION.spark_ddl)
    tables = graph.tables(spark, silence, texts, ingested, lives, checks, nothing, {})
    (row,) = tables["statements"].collect()
    assert (row.kind, row.level, row.runs) == ("LOST", "NONE", 1)
    assert [(said.code, said.statement) for said in tables["diagnostics"].collect()] == [("E804", row.statement)]
