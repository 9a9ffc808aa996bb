"""A temporary table across the entries of a session: they are read as one script, and counted once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

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


LINES = [
    json.dumps(
        {
            "query_id": f"q{number}",
            "session_id": session,
            "start_time": f"2024-01-01 00:00:{at:02}",
            "sql": text,
            "status": status,
            "dialect": "duckdb",
            "user": "u",
        }
    )
    for number, (session, at, text, status) in enumerate(LOG)
]


FILES = {"log0.jsonl": "\n".join(LINES[::2]), "log1.jsonl": "\n".join(LINES[1::2])}
Tables = dict[str, "DataFrame"]


@pytest.fixture(scope="module")
def tables(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The tables of a run over both files."""
    from headwater.spark import Pipeline

    folder = tmp_path_factory.mktemp("in")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    pipeline = Pipeline(spark, str(tmp_path_factory.mktemp("out")))
    pipeline.run([str(folder)])
    found = pipeline.snapshots.tables()
    assert found is not None
    return found


def test_sessions(tables: Tables) -> None:

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


def test_a_session_goes_on_in_files_that_come_later(spark: SparkSession, tables: Tables, tmp_path: Path) -> None:
    """The tables are those of a run over all files at once: nothing stays of what half a session said."""
    from headwater.spark import Pipeline
    from headwater.spark.stream import incremental

    (tmp_path / "in").mkdir()
    pipeline = Pipeline(spark, str(tmp_path / "out"))
    for name, text in FILES.items():
        (tmp_path / "in" / name).write_text(text)
        incremental(pipeline, [str(tmp_path / "in")])
    found = pipeline.snapshots.tables()
    assert found is not None

    def edges(tables: Tables) -> set[tuple[str, str, str, str, int]]:
        rows = tables["edges"].where("valid_to IS NULL").collect()
        return {(r.source_dataset, r.source_column, r.target_dataset, r.target_column, r.runs) for r in rows}

    assert edges(found) == edges(tables)
    assert ("orders", "amount", "big", "amount", 1) in edges(found)
