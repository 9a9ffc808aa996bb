"""Many histories as one log: the pipeline answers every as-of question as the model does; Spark makes the intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.spark.outcome import rows
from tests.test_histories import bundle, check

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")


def test_every_as_of_question(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from headwater.spark import Pipeline, small_graph

    monkeypatch.setattr(small_graph, "possible", lambda: False)  # the SQL of the tables is run by Spark, too
    models, runs = bundle(7, 30, 20)
    lines = [
        json.dumps({"sql": run.text, "job": run.job, "time": run.at.isoformat(), "dialect": "duckdb"}) for run in runs
    ]
    (tmp_path / "log.jsonl").write_text("\n".join(lines))
    Pipeline(spark, str(tmp_path / "out")).run([str(tmp_path / "log.jsonl")])
    check(models, rows(tmp_path / "out", "edges"))
