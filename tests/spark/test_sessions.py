"""A temporary table across the entries of a session: they are read as one script, and counted once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.spark import inputs
from tests.spark.outcome import Tables, tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.spark.conftest import Run

pytest.importorskip("pyspark")

STORED = {"orders", "refunds", "users", "recent", "elsewhere", "big", "people", "stranger"}
"""The tables that the sessions name."""


def test_sessions(logged: Run) -> None:
    result = tables(logged.out)
    edges = [row for row in result["edges"] if STORED & {row.source_dataset, row.target_dataset}]
    assert {(row.source_dataset, row.source_column, row.target_dataset) for row in edges if _stored(row)} == {
        ("orders", "id", "big"),
        ("orders", "amount", "big"),
        ("refunds", "id", "big"),
        ("refunds", "refund", "big"),
        ("users", "user_id", "people"),
        ("recent", "x", "stranger"),  # of a session that made no such table: a stored one
    }
    assert not [row for row in edges if row.valid_from is None]
    table_edges = {(row.source, row.target) for row in result["table_edges"] if STORED & {row.source, row.target}}
    assert {edge for edge in table_edges if edge[1] != "result"} == {
        ("orders", "big"),
        ("refunds", "big"),
        ("users", "people"),
        ("recent", "stranger"),
    }
    texts = {text for _, _, text, _ in inputs.IN_SESSIONS}
    assert [(row.text, row.runs) for row in result["statements"] if row.kind == "FAILED" and row.text in texts] == [
        ("INSERT INTO people SELECT nothing FROM recent", 1)
    ]
    results = {row.text for row in result["statements"] if row.target == "result" and row.source.find("sessions/") >= 0}
    assert results == {"SELECT other FROM elsewhere", "SELECT y FROM recent"}


def _stored(row: object) -> bool:
    return getattr(row, "target_dataset", None) != "result"


def test_a_session_goes_on_in_files_that_come_later(spark: SparkSession, logged: Run, tmp_path: Path) -> None:
    """The tables are those of a run over all files at once: nothing stays of what half a session said."""
    from headwater.spark import Pipeline
    from headwater.spark.increments import incremental

    pipeline = Pipeline(spark, str(tmp_path / "out"))
    for name, text in inputs.SESSIONS.items():
        inputs.write(tmp_path / "in", {name: text})
        incremental(pipeline, [str(tmp_path / "in")])

    def edges(written_tables: Tables) -> set[tuple[str, str, str, str, int]]:
        return {
            (row.source_dataset, row.source_column, row.target_dataset, row.target_column, row.runs)
            for row in written_tables["edges"]
            if row.valid_to is None and STORED & {row.source_dataset, row.target_dataset}
        }

    written_tables = tables(tmp_path / "out")
    assert edges(written_tables) == edges(tables(logged.out))
    assert ("orders", "amount", "big", "#2", 1) in edges(written_tables)
    assert {row.source_dataset for row in written_tables["edges"]} <= STORED
    (coverage,) = written_tables["coverage"]
    assert (coverage.entries, coverage.failed, coverage.unread) == (len(inputs.IN_SESSIONS), 1, 0)
    assert len({row.statement for row in written_tables["statements"]}) == len(written_tables["statements"])
