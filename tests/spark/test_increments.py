"""Which files are new, by path, size and content, and what is read of them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from headwater.spark import Pipeline

pytest.importorskip("pyspark")
DAY = 86_400


def log(path: Path, *queries: str, age: int = 0) -> None:
    """A log of JSON lines that was changed some days ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps({"sql": query, "dialect": "duckdb"}) + "\n" for query in queries))
    moment = 1_700_000_000 - age * DAY
    os.utime(path, (moment, moment))


def taken(pipeline: Pipeline, *read: Path | str) -> dict[str, str]:
    """Take in what is new; gives what happened to each file."""
    from headwater.spark import increments

    before = pipeline.ledger.batches()
    increments.take_new_files(pipeline, [str(source) for source in read])
    rows = [
        row for name in pipeline.ledger.batches() if name not in before for row in pipeline.ledger.files(name).collect()
    ]
    return {Path(row.path).name: row.status for row in rows}


def texts(pipeline: Pipeline) -> list[tuple[str, str]]:
    """Every run that counts, with the text of its file."""
    from headwater.spark.pipeline import ADDS

    kept = pipeline.ingested(ADDS)
    runs = kept.where("part = 'run'").select("unit", "source")
    own = kept.where("part = 'text'").select("unit", "source", "text")
    return sorted((Path(row.source).name, row.text) for row in runs.join(own, ["unit", "source"]).collect())


def test_files_are_known_by_their_content(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline

    source = tmp_path / "logs"
    pipeline = Pipeline(spark, str(tmp_path / "out"))
    for name in ("grows", "changes", "touched", "moves"):
        log(source / f"{name}.jsonl", f"SELECT {name}_1 FROM t")
    assert taken(pipeline, source) == dict.fromkeys(
        ("grows.jsonl", "changes.jsonl", "touched.jsonl", "moves.jsonl"), "new"
    )
    assert taken(pipeline, f"{source}/") == {}, "logs and logs/ are one source"

    log(source / "late.jsonl", "SELECT late FROM t", age=400)  # older than everything that was read
    log(source / "grows.jsonl", "SELECT grows_1 FROM t", "SELECT grows_2 FROM t", age=-1)
    log(source / "changes.jsonl", "SELECT changes_2 FROM t", "SELECT more FROM t", age=-1)
    os.utime(source / "touched.jsonl")
    (source / "moves.jsonl").rename(source / "moves.jsonl.1")
    log(source / "copy.jsonl", "SELECT touched_1 FROM t")
    assert taken(pipeline, source) == {
        "late.jsonl": "new",
        "grows.jsonl": "continued",
        "changes.jsonl": "changed",
        "touched.jsonl": "same",
        "moves.jsonl.1": "moved",
        "copy.jsonl": "new",
    }
    assert texts(pipeline) == [
        ("changes.jsonl", "SELECT changes_2 FROM t"),
        ("changes.jsonl", "SELECT more FROM t"),
        ("copy.jsonl", "SELECT touched_1 FROM t"),
        ("grows.jsonl", "SELECT grows_1 FROM t"),
        ("grows.jsonl", "SELECT grows_2 FROM t"),
        ("late.jsonl", "SELECT late FROM t"),
        ("moves.jsonl", "SELECT moves_1 FROM t"),
        ("touched.jsonl", "SELECT touched_1 FROM t"),
    ]
    assert [note.split(" ")[0].rpartition("/")[2] for note in pipeline.notes] == ["changes.jsonl", "moves.jsonl.1"]
    assert taken(pipeline, source) == {}


def test_a_file_that_grew_is_read_from_where_it_ended(spark: SparkSession, tmp_path: Path) -> None:
    """Lines have the numbers that they have in the file; half a line, and what is not in lines, is read again."""
    from headwater.spark import Pipeline
    from headwater.spark.layout import ADDS

    source = tmp_path / "logs"
    log(source / "lines.jsonl", "SELECT a FROM t", "SELECT b FROM t", age=2)
    log(source / "half.jsonl", "SELECT a FROM t", age=2)
    (source / "script.sql").write_text("-- dialect: duckdb\nSELECT s1 FROM t;\n")
    half = (source / "half.jsonl").read_bytes()
    (source / "half.jsonl").write_bytes(half[:-1])
    pipeline = Pipeline(spark, str(tmp_path / "out"))
    taken(pipeline, source)
    log(source / "lines.jsonl", "SELECT a FROM t", "SELECT b FROM t", "SELECT c FROM t")
    log(source / "half.jsonl", "SELECT a FROM t", "SELECT d FROM t")
    (source / "script.sql").write_text("-- dialect: duckdb\nSELECT s1 FROM t;\nSELECT s2 FROM t;\n")
    assert taken(pipeline, source) == {"lines.jsonl": "continued", "half.jsonl": "grown", "script.sql": "grown"}
    runs = pipeline.ingested(ADDS).where("part = 'run'").collect()
    entries = sorted((Path(row.source).name, row.entry) for row in runs)
    assert entries[:5] == [("half.jsonl", "1"), ("half.jsonl", "2"), *(("lines.jsonl", str(n)) for n in (1, 2, 3))]
    new = spark.read.parquet(str(tmp_path / "out" / "state" / ADDS / "00000002")).where("part = 'run'")
    assert [row.entry for row in new.collect() if row.source.endswith("lines.jsonl")] == ["3"]

    # a file that goes on growing after its batch was planned is read as far as the plan says
    log(source / "lines.jsonl", *(f"SELECT {name} FROM t" for name in "abcd"), age=-1)
    pipeline.ledger.plan(pipeline.ledger.new_files(str(source), 10))
    log(source / "lines.jsonl", *(f"SELECT {name} FROM t" for name in "abcde"), age=-2)
    assert taken(pipeline, source) == {"lines.jsonl": "continued"}
    assert [text for name, text in texts(pipeline) if name == "lines.jsonl"] == [
        f"SELECT {name} FROM t" for name in "abcde"
    ]


def test_a_batch_that_was_planned_is_taken_in_by_the_next_run(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline

    source = tmp_path / "logs"
    log(source / "a.jsonl", "SELECT a FROM t")
    pipeline = Pipeline(spark, str(tmp_path / "out"))
    pipeline.ledger.plan(pipeline.ledger.new_files(str(source), 10))  # and killed here
    log(source / "b.jsonl", "SELECT b FROM t")
    assert taken(pipeline, source) == {"b.jsonl": "new"}
    assert texts(pipeline) == [("a.jsonl", "SELECT a FROM t"), ("b.jsonl", "SELECT b FROM t")]


def test_a_file_that_cannot_be_read_is_tried_once(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline
    from headwater.spark.pipeline import ADDS

    source = tmp_path / "logs"
    log(source / "good.jsonl", "SELECT a FROM t")
    (source / "bad.parquet").write_bytes(b"PAR1 it is none PAR1")
    pipeline = Pipeline(spark, str(tmp_path / "out"))
    assert taken(pipeline, source) == {"good.jsonl": "new", "bad.parquet": "new"}
    unread = pipeline.ingested(ADDS).where("part = 'unread'").collect()
    assert [Path(row.source).name for row in unread] == ["bad.parquet"]
    assert taken(pipeline, source) == {}


def test_batches_are_merged_into_one_that_takes_their_place(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline, compaction, layout
    from headwater.spark.layout import ADDS

    source, out = tmp_path / "logs", tmp_path / "out"
    pipeline = Pipeline(spark, str(out))
    log(source / "a.jsonl", "SELECT a FROM t")
    log(source / "b.jsonl", "SELECT b FROM t")
    taken(pipeline, source)
    log(source / "a.jsonl", "SELECT a_2 FROM t", "SELECT a_3 FROM t", age=-1)
    taken(pipeline, source)
    before = texts(pipeline)
    manifest = {
        "format": "headwater",
        "version": 1,
        "snapshot": "000001",
        "state": ADDS,
        "batches": pipeline.batches(ADDS),
        "rows": {},
    }
    pipeline.snapshots.write_manifest(manifest)

    # written whole, and killed: it counts already
    folder = pipeline.snapshots.folder
    merged = layout.merged_name("00000002")
    pipeline.ingested(ADDS).write.partitionBy("part").parquet(folder.path("state", ADDS, merged))
    assert pipeline.batches(ADDS) == [merged]
    assert texts(pipeline) == before
    assert taken(pipeline, source) == {}
    log(source / "b.jsonl", "SELECT b FROM t", "SELECT b_2 FROM t", age=-1)
    assert taken(pipeline, source) == {"b.jsonl": "continued"}
    after = [*before, ("b.jsonl", "SELECT b_2 FROM t")]
    assert texts(pipeline) == after
    compaction.finish(pipeline.snapshots)
    assert folder.names("state", ADDS) == [merged, "00000003"]
    assert (pipeline.snapshots.manifest() or {})["batches"] == [merged], "the snapshot has no rows of the third batch"

    assert compaction.compact(pipeline) == 2
    assert folder.names("state", ADDS) == ["00000003-merged"]
    assert texts(pipeline) == after
    assert taken(pipeline, source) == {}
    assert compaction.compact(pipeline) == 0
