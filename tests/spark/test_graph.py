"""How long things hold, what is carried on, who is the same, and that nothing is lost from the count."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from headwater.logs import ReadSettings

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytest.importorskip("pyspark")

LOG = [
    # dropped
    (1, "job_a", "INSERT INTO gone SELECT a FROM t"),
    (2, "job_a", "INSERT INTO gone SELECT a FROM t"),
    (3, "cleaner", "DROP TABLE gone"),
    # created anew by something else
    (1, None, "CREATE OR REPLACE TABLE made AS SELECT old FROM t"),
    (5, None, "CREATE OR REPLACE TABLE made AS SELECT new FROM t"),
    # a job that goes over to another statement
    (1, "job_b", "INSERT INTO kept SELECT before FROM t WHERE x = 1"),
    (2, "job_b", "INSERT INTO kept SELECT before FROM t WHERE x = 2"),
    (6, "job_b", "INSERT INTO kept SELECT after FROM t WHERE x = 3"),
    # another job into the same table changes nothing
    (7, "job_c", "INSERT INTO kept SELECT beside FROM t"),
    # emptied, and filled again by the same
    (1, None, "TRUNCATE TABLE filled"),
    (2, None, "INSERT INTO filled SELECT f FROM t"),
]
SAME = 'same:\n  - is: "kafka:shop.orders"\n    also: ["flink:orders_source", "clickhouse:ingest.orders_queue"]\n'


def edges(tables: dict[str, DataFrame], target: str) -> dict[str, tuple[int, int | None, int | None]]:
    """By source column: runs, the day it began, the day it ended."""
    rows = tables["edges"].where(f"target_dataset = '{target}'").collect()
    assert len({row.source_column for row in rows}) == len(rows)
    return {
        row.source_column: (row.runs, row.valid_from and row.valid_from.day, row.valid_to and row.valid_to.day)
        for row in rows
    }


def test_the_graph(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline
    from headwater.spark.pipeline import Options

    folder = tmp_path / "in"
    for name, text in {
        "flink/ingest.sql": "INSERT INTO lake SELECT id FROM orders_source",
        "clickhouse/mart.sql": "INSERT INTO mart SELECT ID FROM ingest.orders_queue",
        "duckdb/removed.sql": "INSERT INTO notebook SELECT n FROM t; SELECT 1",
        "duckdb/stays.sql": "INSERT INTO stays SELECT s FROM t",
        "duckdb/nothing.sql": "-- nothing",
        "duckdb/binary.sql": "\0\1\2\3" * 100,
        "unknown.sql": "SELECT who FROM t",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    rows = [
        {"sql": text, "job": job, "time": f"2024-01-{day:02} 00:00:00", "dialect": "duckdb", "user": f"u{day}"}
        for day, job, text in LOG
    ]
    rows.append({"sql": "SELECT refused FROM t", "dialect": "duckdb", "status": "failed", "user": "u9"})
    rows.append({"sql": "SELECT k FROM t", "dialect": "klingon", "user": "u9"})
    (folder / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "same.yml").write_text(SAME)

    def run(day: int) -> dict[str, DataFrame]:
        options = Options(mapping=str(tmp_path / "same.yml"), now=datetime(2024, 2, day, tzinfo=UTC))
        pipeline = Pipeline(spark, str(tmp_path / "out"), options)
        pipeline.run([str(folder)])
        found = pipeline.snapshots.tables()
        assert found is not None
        return found

    tables = run(1)
    # ── how long edges hold
    assert edges(tables, "gone") == {"a": (2, 1, 3)}
    assert edges(tables, "made") == {"old": (1, 1, 5), "new": (1, 5, None)}
    assert edges(tables, "kept") == {"before": (2, 1, 6), "after": (1, 6, None), "beside": (1, 7, None)}
    assert edges(tables, "filled") == {"f": (1, 2, None)}
    assert edges(tables, "notebook") == {"n": (1, None, None)}
    # ── who is the same
    joined = tables["edges"].where("target_dataset IN ('lake', 'mart')").collect()
    assert {(row.source_system, row.source_dataset) for row in joined} == {("kafka", "shop.orders")}
    assert len({row.source_dataset_id for row in joined}) == 1
    (orders,) = tables["datasets"].where("name = 'shop.orders'").collect()
    assert orders.also == ["clickhouse:ingest.orders_queue", "flink:orders_source"]
    assert not tables["datasets"].where("name LIKE '%orders_%'").count()
    datasets = tables["datasets"].collect()
    assert len({row.id for row in datasets}) == len(datasets)
    known = {row.id for row in datasets}
    ends = tables["table_edges"].where("target <> 'result'").collect()
    assert {row.source_id for row in ends} | {row.target_id for row in ends} <= known
    # ── the count: every entry, once
    coverage = {row.dialect: row for row in tables["coverage"].collect()}
    assert coverage["duckdb"].entries == len(LOG) + 1 + 3  # the log, the refused one, three files
    assert coverage["duckdb"].failed == 1
    assert (coverage["flink"].entries, coverage["clickhouse"].entries) == (1, 1)
    assert coverage[""].unread == 3
    assert sum(row.entries for row in coverage.values()) == len(rows) + 7
    for row in coverage.values():
        levels = row.exact + row.inferred + row.ambiguous + row.coarse + row.table_only + row.none
        assert levels == row.distinct_statements, row
    assert sum(row.edges for row in coverage.values()) == tables["edges"].count()
    statements = tables["statements"].collect()
    assert len({row.statement for row in statements}) == len(statements)
    kinds = {row.kind for row in statements}
    assert {"FAILED", "UNREAD", "EMPTY"} <= kinds
    twice = next(row for row in statements if row.target == "gone" and row.kind == "INSERT")
    assert (twice.runs, twice.first_seen.day, twice.last_seen.day, twice.users) == (2, 1, 2, ["u1", "u2"])

    # ── a file goes: what it said is closed, not gone; what stays is as it was
    (folder / "duckdb" / "removed.sql").unlink()
    after = run(9)
    assert edges(after, "notebook") == {"n": (1, None, 9)}
    assert edges(after, "stays") == {"s": (1, None, None)}
    assert edges(after, "gone") == {"a": (2, 1, 3)}
    assert after["datasets"].where("name = 'notebook'").count() == 1
    assert after["statements"].where("target = 'notebook'").count() == 1
    assert sum(row.entries for row in after["coverage"].collect()) == len(rows) + 6
    # ── and once more, with nothing changed
    again = run(10)
    for name in ("edges", "influence", "table_edges", "datasets", "columns", "diagnostics", "hops"):
        assert sorted(map(str, again[name].collect())) == sorted(map(str, after[name].collect())), name


def test_a_text_without_an_answer_is_seen(spark: SparkSession, tmp_path: Path) -> None:
    """The workers answer for every text. If one day they do not, the text is not lost from the count."""
    from headwater.batch import History
    from headwater.rows.steps import ANALYSED
    from headwater.spark import graph, sources, units

    (tmp_path / "duckdb").mkdir()
    (tmp_path / "duckdb" / "forgotten.sql").write_text("INSERT INTO forgotten SELECT a FROM t")
    kept = units.ingested(sources.read(spark, [str(tmp_path)], ReadSettings())).localCheckpoint()
    texts, silence = units.units(kept), spark.createDataFrame([], f"{ANALYSED.spark_ddl}, round INT")
    lives = graph.lives(silence, texts, kept)
    tables = graph.tables(spark, silence, texts, kept, lives, History.of([]), {})
    (row,) = tables["statements"].collect()
    assert (row.kind, row.level, row.runs) == ("LOST", "NONE", 1)
    assert [(said.code, said.statement) for said in tables["diagnostics"].collect()] == [("E804", row.statement)]
