"""The generator as a Spark job writes the log that the library makes, however it is divided."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession

from headwater.spark.generate import FORMATS, generate, log_frame
from headwater_synth import Log, Spec

SPEC = Spec(statements=1500, templates=200, seed=6, garbage=0.1)
COLUMNS = ["entry", "dialect", "database", "text", "user", "job", "session", "status", "template", "garbage"]


def runs() -> list[tuple[object, ...]]:
    log = Log(SPEC)
    return [(*run[:4], *run[5:]) for run in map(log.run, range(SPEC.statements))]


def rows(frame: DataFrame) -> list[tuple[object, ...]]:
    return [tuple(row) for row in frame.select(*COLUMNS).orderBy("entry").collect()]


def test_the_files_hold_the_log_and_its_truth(spark: SparkSession, tmp_path: Path) -> None:
    generate(spark, SPEC, str(tmp_path), partitions=3)
    result = spark.read.parquet(str(tmp_path / "log"))
    assert rows(result) == runs()
    log = Log(SPEC)
    first = result.orderBy("entry").first()
    assert first is not None
    assert first["at"].astimezone(UTC) == datetime.fromtimestamp(log.run(0).at / 1e6, UTC)
    assert len(list((tmp_path / "log").glob("*.parquet"))) == 3
    truth = spark.read.parquet(str(tmp_path / "truth")).orderBy("template", "number").collect()
    known = [(index, at, one) for index in range(200) for at, one in enumerate(log.known(index))]
    assert [(row["template"], row["number"]) for row in truth] == [(index, at) for index, at, _ in known]
    for row, (_, _, one) in zip(truth, known, strict=True):
        assert (row["kind"], row["target"], tuple(row["sources"])) == (one.kind, one.target, one.sources)
        assert tuple(tuple(edge) for edge in row["edges"]) == one.edges
    with pytest.raises(FileExistsError, match="already"):
        generate(spark, SPEC, str(tmp_path))


def test_the_partitions_change_nothing(spark: SparkSession) -> None:
    assert rows(log_frame(spark, SPEC, 1)) == rows(log_frame(spark, SPEC, 7))


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "parquet"])
def test_other_formats_hold_the_same(spark: SparkSession, tmp_path: Path, format: str) -> None:
    generate(spark, SPEC, str(tmp_path), format=format, truth=False)
    result = spark.read.format(format).load(str(tmp_path / "log"))
    assert rows(result) == runs()


def test_an_unknown_format_is_refused(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Unknown format 'xml'"):
        generate(spark, SPEC, str(tmp_path), format="xml")
