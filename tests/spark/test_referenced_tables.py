"""Logs that name the tables that were read, through the pipeline: as a small run, and as Spark does a large one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.batch.test_referenced_tables import KNOWN, job
from tests.spark.conftest import as_large
from tests.spark.outcome import rows
from tests.spark.test_increment_tables import equal_to_a_whole_run, take

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")

LOG = [
    *KNOWN,
    job("CREATE VIEW d.v AS SELECT * FROM d.x", "d.x", statement_type="CREATE_VIEW"),
    job("SELECT v.a FROM d.v, d.t", "d.x", "d.t"),
    job("SELECT f(a) FROM d.t", "d.t", "d.u"),
    job("SELECT t.a, u.a FROM d.t, d.u", "d.t"),
    # two jobs of a script, which share a temporary table and are read as one
    job("CREATE TEMP TABLE s AS SELECT a FROM d.t", "d.t", job_id="one", parent_job_id="script"),
    job("INSERT INTO d.out SELECT a FROM s, d.u", "_script.s", "d.u", job_id="two", parent_job_id="script"),
]


def test_with_spark_as_with_duckdb(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline

    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "jobs.jsonl").write_text("\n".join(map(json.dumps, LOG)))
    small, large = tmp_path / "small", tmp_path / "large"
    Pipeline(spark, str(small)).run([str(tmp_path / "log")])
    with as_large():
        Pipeline(spark, str(large)).run([str(tmp_path / "log")])
    said = [(row["code"], row["message"]) for row in rows(small, "diagnostics") if row["code"] in ("W805", "W806")]
    assert sorted(code for code, _ in said) == ["W805", "W806"]
    assert all("shop-prod.d.u" in message for _, message in said)
    (counts,) = rows(small, "coverage")
    assert (counts["checked"], counts["disputed"]) == (8, 2)
    for table in ("diagnostics", "coverage", "statements"):
        assert rows(small, table) == rows(large, table)


def test_what_arrives_later_changes_the_check_of_what_was_there(spark: SparkSession, tmp_path: Path) -> None:
    """A view explains what a log names; whether a name is a table is known by other texts."""
    from headwater.spark import Pipeline

    source, out = tmp_path / "log", tmp_path / "out"
    pipeline = Pipeline(spark, str(out))
    found = []
    for number, jobs in enumerate((LOG[-4:], [*KNOWN], LOG[len(KNOWN) : -4])):
        (source / str(number)).mkdir(parents=True)
        (source / str(number) / "jobs.jsonl").write_text("\n".join(map(json.dumps, jobs)))
        assert (take(pipeline, source).counts is None) == (number == 0)
        found.append(sum(row["code"] in ("W805", "W806") for row in rows(out, "diagnostics")))
    assert found[0] < found[-1] == 2
    assert equal_to_a_whole_run(spark, out, source)
