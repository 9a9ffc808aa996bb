"""Query logs as a data source: read as a table, written as a log, by jobs and by streams that are killed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytest.importorskip("pyspark")

COLUMNS = "query_id STRING, sql STRING, dialect STRING"


@pytest.fixture
def registered(spark: SparkSession) -> SparkSession:
    from headwater.spark.query_log import QueryLog

    spark.dataSource.register(QueryLog)
    return spark


def statements(spark: SparkSession, *names: str, partitions: int = 2) -> DataFrame:
    rows = [(name, f"INSERT INTO {name} SELECT a FROM t", "duckdb") for name in names]
    return spark.createDataFrame(rows, COLUMNS).repartition(partitions)


def texts(spark: SparkSession, folder: Path) -> list[str]:
    rows = spark.read.format("headwater_log").load(str(folder)).collect()
    return sorted(str(row.entry) for row in rows)


def hidden(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def test_what_is_written_is_read(registered: SparkSession, tmp_path: Path) -> None:
    for names in (("x1", "x2", "x3"), ("x4",)):
        statements(registered, *names).write.format("headwater_log").mode("append").save(str(tmp_path))
    assert texts(registered, tmp_path) == ["x1", "x2", "x3", "x4"]
    assert len(list(tmp_path.iterdir())) == 2, "one folder for each job"
    assert hidden(tmp_path) == []


def test_any_log_is_read(registered: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "hive").mkdir()
    (tmp_path / "hive" / "a.sql").write_text("SELECT a FROM t")
    (tmp_path / "log.jsonl").write_text(json.dumps({"sql": "SELECT b FROM t", "query_id": "7"}))
    (tmp_path / "_SUCCESS").touch()
    log = registered.read.format("headwater_log").option("dialect", "spark").load(str(tmp_path))
    assert sorted((row.text, row.dialect) for row in log.collect()) == [
        ("SELECT a FROM t", "hive"),
        ("SELECT b FROM t", "spark"),
    ]


def test_a_job_that_fails_leaves_nothing(registered: SparkSession, tmp_path: Path) -> None:
    from pyspark.errors import PySparkException

    failing = statements(registered, "x1", "x2").selectExpr(
        "query_id", "dialect", "if(query_id = 'x2', raise_error('no'), sql) AS sql"
    )
    with pytest.raises(PySparkException):
        failing.write.format("headwater_log").mode("append").save(str(tmp_path / "log"))
    assert texts(registered, tmp_path) == []


@pytest.mark.parametrize(
    ("frame", "mode", "path", "why"),
    [
        (lambda spark: spark.range(1), "append", "log", "not a table of statements"),
        (lambda spark: statements(spark, "x"), "overwrite", "log", "only added to"),
        (lambda spark: statements(spark, "x"), "append", "s3a://bucket/log", "cannot be written in one move"),
    ],
)
def test_what_cannot_be_written_is_said(
    registered: SparkSession, tmp_path: Path, frame: Any, mode: str, path: str, why: str
) -> None:
    from pyspark.errors import PySparkException

    target = path if "://" in path else str(tmp_path / path)
    with pytest.raises(PySparkException, match=why):
        frame(registered).write.format("headwater_log").mode(mode).save(target)


def test_only_the_files_of_tasks_that_count_are_seen(tmp_path: Path) -> None:
    """Speculation: a task runs twice, and one of the two is told that it was late."""
    import pyarrow as pa

    from headwater.spark.query_log import Staging

    staging = Staging(tmp_path, "log")
    batch = pa.RecordBatch.from_pydict({"sql": ["SELECT a FROM t"]})
    first, second = (staging.write(iter([batch])) for _ in range(2))
    assert second.file is not None
    assert first.file != second.file
    staging.commit([second, None], "log")
    assert [path.name for path in (tmp_path / "log").iterdir()] == [Path(second.file).name]
    assert hidden(tmp_path) == []


def stream(spark: SparkSession, source: Path, inbox: Path, checkpoint: Path) -> None:
    """Everything that lies in a folder of JSON, a file in each micro-batch."""
    frame = spark.readStream.schema(COLUMNS).option("maxFilesPerTrigger", 1).json(str(source))
    writer = frame.writeStream.format("headwater_log").option("checkpointLocation", str(checkpoint))
    writer.trigger(availableNow=True).start(str(inbox)).awaitTermination()


@pytest.mark.parametrize("lost", [0, 1], ids=["the last commit", "the last two commits"])
def test_a_stream_is_in_the_tables_exactly_once(registered: SparkSession, tmp_path: Path, lost: int) -> None:
    """A driver that dies between the sink's commit and its own note of it writes the batch again."""
    from headwater.spark import Pipeline, increments
    from tests.spark.outcome import rows

    source, inbox, checkpoint = (tmp_path / name for name in ("source", "inbox", "checkpoint"))
    source.mkdir()
    for number in range(3):
        row = {"query_id": f"q{number}", "sql": f"INSERT INTO x{number} SELECT a FROM t", "dialect": "duckdb"}
        (source / f"{number}.json").write_text(json.dumps(row))
    stream(registered, source, inbox, checkpoint)
    pipeline = Pipeline(registered, str(tmp_path / "out"))
    assert increments.incremental(pipeline, [str(inbox)]) is not None
    for batch in range(2 - lost, 3):  # what the driver did not live to write
        for name in (f"{batch}", f".{batch}.crc"):
            (checkpoint / "commits" / name).unlink(missing_ok=True)
    if lost:
        shutil.rmtree(next(inbox.glob("stream-*-00000002")))  # nor the sink
    stream(registered, source, inbox, checkpoint)
    increments.incremental(pipeline, [str(inbox)])
    assert texts(registered, inbox) == ["q0", "q1", "q2"]
    assert hidden(inbox) == []
    assert sorted((row["target"], row["runs"]) for row in rows(tmp_path / "out", "statements")) == [
        ("x0", 1),
        ("x1", 1),
        ("x2", 1),
    ]
