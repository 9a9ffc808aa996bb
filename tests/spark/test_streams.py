"""Sources that Spark streams, taken in exactly once; a table over a folder of JSON is such a source."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.spark.outcome import rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")


@pytest.fixture
def arriving(spark: SparkSession, tmp_path: Path) -> Iterator[Path]:
    """The folder of the table `arriving`."""
    folder = tmp_path / "arriving"
    folder.mkdir()
    spark.sql(f"CREATE TABLE arriving (query_id STRING, sql STRING, dialect STRING) USING json LOCATION '{folder}'")
    yield folder
    spark.sql("DROP TABLE arriving")


def arrive(folder: Path, *numbers: int) -> None:
    """Statements come, each in a file."""
    for number in numbers:
        row = {"query_id": f"q{number}", "sql": f"INSERT INTO x{number} SELECT a FROM t", "dialect": "duckdb"}
        (folder / f"{number}.json").write_text(json.dumps(row))


def runs(out: Path) -> dict[str, int]:
    """How often each target was written."""
    return {row["target"]: row["runs"] for row in rows(out, "statements")}


def lose(checkpoint: Path, commit: int) -> None:
    """What a driver that dies does not live to write: that a micro-batch is done."""
    for name in (f"{commit}", f".{commit}.crc"):
        (checkpoint / "commits" / name).unlink(missing_ok=True)


def test_each_row_is_in_the_tables_once(spark: SparkSession, tmp_path: Path, arriving: Path) -> None:
    from headwater.spark import Pipeline, increments

    out, source = tmp_path / "out", ["table:arriving;maxFilesPerTrigger=1"]
    pipeline = Pipeline(spark, str(out))
    arrive(arriving, 0, 1)
    assert increments.incremental(pipeline, source) is not None
    assert runs(out) == {"x0": 1, "x1": 1}
    assert {row["source"] for row in rows(out, "statements")} == {"table:arriving"}
    assert increments.incremental(pipeline, source) is None, "nothing came"
    (checkpoint,) = (out / "streams").iterdir()
    lose(checkpoint, 1)
    assert increments.incremental(pipeline, source) is None, "it was kept, and its commit lost"
    arrive(arriving, 2)
    assert increments.incremental(pipeline, source) is not None
    lose(checkpoint, 2)
    last = max((out / "state" / "adds").iterdir())
    shutil.rmtree(last)
    increments.incremental(pipeline, source)
    assert (last / "_SUCCESS").exists(), "it was planned and not kept: it gets the place that it was given"
    assert runs(out) == {"x0": 1, "x1": 1, "x2": 1}


def test_a_source_that_spark_cannot_stream_is_said(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline, increments
    from headwater.spark.errors import SparkProblem

    with pytest.raises(SparkProblem, match=r"Cannot follow jdbc:derby:memory:none;table=q"):
        increments.incremental(Pipeline(spark, str(tmp_path / "out")), ["jdbc:derby:memory:none;table=q"])
