"""A temporary table across the entries of a session: they are read as one script, and counted once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")

LOG = [
    ("s1", 1, "CREATE TEMP TABLE recent AS SELECT id, amount FROM orders WHERE day = '2024-01-01'", "done"),
    ("s1", 3, "INSERT INTO big SELECT id, amount FROM recent WHERE amount > 100;", "done"),
    ("s1", 4, "SELECT other FROM elsewhere", "done"),
    ("s1", 2, "INSERT INTO recent SELECT id, refund FROM refunds", "done"),
    ("s2", 1, "-- mine\nCREATE TEMP TABLE recent AS SELECT user_id FROM users", "done"),
    ("s2", 2, "INSERT INTO people SELECT user_id FROM recent", "done"),
    ("s2", 3, "INSERT INTO people SELECT nothing FROM recent", "failed"),
    ("s3", 1, "INSERT INTO stranger SELECT x FROM recent", "done"),
    (None, 1, "SELECT y FROM recent", "done"),
]


def test_sessions(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline

    rows = [
        {
            "query_id": f"q{number}",
            "session_id": session,
            "start_time": f"2024-01-01 00:00:{at:02}",
            "sql": text,
            "status": status,
            "dialect": "duckdb",
            "user": "u",
        }
        for number, (session, at, text, status) in enumerate(LOG)
    ]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    pipeline = Pipeline(spark, str(tmp_path / "out"))
    pipeline.run([str(tmp_path / "in")])
    tables = pipeline.snapshots.tables()
    assert tables is not None

    edges = {
        (row.source_dataset, row.source_column, row.target_dataset, row.target_column)
        for row in tables["edges"].where("target_dataset <> 'result'").collect()
    }
    assert {(source, column, target) for source, column, target, _ in edges} == {
        ("orders", "id", "big"),
        ("orders", "amount", "big"),
        ("refunds", "id", "big"),
        ("refunds", "refund", "big"),
        ("users", "user_id", "people"),
        ("recent", "x", "stranger"),  # of a session that made no such table: a stored one
    }
    assert not tables["edges"].where("valid_from IS NULL").count()
    table_edges = {(row.source, row.target) for row in tables["table_edges"].where("target <> 'result'").collect()}
    assert table_edges == {("orders", "big"), ("refunds", "big"), ("users", "people"), ("recent", "stranger")}

    (coverage,) = tables["coverage"].collect()
    assert (coverage.entries, coverage.failed, coverage.unread) == (len(LOG), 1, 0)
    statements = tables["statements"].collect()
    assert len({row.statement for row in statements}) == len(statements)
    assert sum(row.runs for row in statements if row.kind == "FAILED") == 1
    assert {row.text for row in statements if row.target == "result"} == {
        "SELECT other FROM elsewhere",
        "SELECT y FROM recent",
    }
