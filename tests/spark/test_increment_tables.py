"""Snapshots made one from another: the tables of a run over everything, for what the new files touch.

Logs are histories made by chance (`tests.histories`): tables are created late, altered, renamed, dropped and filled.
What is counted is counted exactly; nothing here depends on how long anything takes.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from headwater.rows.warehouse import TABLES
from headwater.store import snapshot
from tests.histories import Run
from tests.judges.live import live
from tests.test_histories import bundle

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from headwater.spark import Pipeline
    from headwater.spark.pipeline import Outcome

pytest.importorskip("pyspark")
duckdb = pytest.importorskip("duckdb")
SAID_BY_THE_RUN = ("millis", "round")
"""How a statement was analysed, not what it says."""


def write(path: Path, runs: Iterable[Run], dialect: str = "duckdb", **more: Any) -> None:
    """A log of JSON lines."""
    lines = [{"sql": run.text, "job": run.job, "time": run.at.isoformat(), "dialect": dialect, **more} for run in runs]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def take(pipeline: Pipeline, source: Path) -> Outcome:
    """Take in what is new."""
    from headwater.spark import increments

    outcome = increments.incremental(pipeline, [str(source)])
    assert outcome is not None
    return outcome


def different(one: Path, two: Path) -> dict[str, list[Any]]:
    """The rows that only one of two folders has, by table."""
    first, second = snapshot(one), snapshot(two)
    found: dict[str, list[Any]] = {}
    with duckdb.connect() as db:
        for name, record in TABLES.items():
            fields = ", ".join(f'"{field}"' for field in record.names if field not in SAID_BY_THE_RUN)
            sides = [f"SELECT {fields} FROM read_parquet({side.files(name)})" for side in (first, second)]
            for left, right in (sides, sides[::-1]):
                found.setdefault(name, []).extend(db.execute(f"{left} EXCEPT ALL {right}").fetchall())
            assert first.rows(name) == db.execute(f"SELECT count(*) FROM ({sides[0]})").fetchall()[0][0]
    return {name: rows for name, rows in found.items() if rows}


def equal_to_a_whole_run(spark: SparkSession, out: Path, source: Path) -> bool:
    """Whether the tables are those of a run over all files, into another folder."""
    from headwater.spark import Pipeline

    whole = out.with_name(f"{out.name}-whole")
    Pipeline(spark, str(whole)).run([str(source)])
    differences = different(out, whole)
    assert not differences, differences
    return True


def test_batches_in_any_order_give_the_tables_of_a_whole_run(spark: SparkSession, tmp_path: Path) -> None:
    """Definitions, renames and drops arrive after the statements that they matter to."""
    from headwater.spark import Pipeline

    seed = 5
    chance = random.Random(seed)
    _, runs = bundle(seed, 8, 20)
    pipeline = Pipeline(spark, str(tmp_path / "out"))
    counted = []
    for number in range(4):
        own = [run for run in runs if chance.random() < 1 / (4 - number)]
        runs = [run for run in runs if run not in own]
        write(tmp_path / "logs" / f"{number}.jsonl", own)
        counted.append(take(pipeline, tmp_path / "logs").counts)
    assert counted[0] is None
    assert all(counts is not None and counts.affected > counts.touched for counts in counted[1:]), "late definitions"
    assert equal_to_a_whole_run(spark, tmp_path / "out", tmp_path / "logs")


def warehouse(tables: int) -> list[Run]:
    """Tables, each with a job that fills it from the one before, and a query of it."""
    runs = [Run(0, None, "CREATE TABLE t0 (a INT, b INT)")]
    for number in range(1, tables):
        runs.append(Run(number, None, f"CREATE TABLE t{number} (a INT, b INT)"))
        runs.append(Run(tables + number, f"j{number}", f"INSERT INTO t{number} SELECT a, b FROM t{number - 1}"))
        runs.append(Run(2 * tables + number, None, f"SELECT b AS q{number} FROM t{number}"))
    return runs


def test_only_what_is_affected_is_worked_out_again(spark: SparkSession, tmp_path: Path, monkeypatch: Any) -> None:
    from headwater.increments import table_files
    from headwater.spark import Pipeline

    monkeypatch.setattr(table_files, "ROWS", 20)
    source, out = tmp_path / "logs", tmp_path / "out"
    write(source / "0.jsonl", warehouse(40))
    pipeline = Pipeline(spark, str(out))
    take(pipeline, source)

    # the same job once more, and a query that nobody asked before
    again = Run(500, "j7", "INSERT INTO t7 SELECT a, b FROM t6")
    write(source / "1.jsonl", [again, Run(501, None, "SELECT a AS fresh FROM t3")])
    first = take(pipeline, source)
    assert first.counts is not None
    assert (first.counts.touched, first.counts.affected, first.counts.analysed) == (2, 2, 1)

    write(source / "2.jsonl", [again, Run(502, None, "SELECT a AS other FROM t3")])
    files = {path: path.stat().st_ino for path in (out / "snapshots" / first.manifest["snapshot"]).rglob("*.parquet")}
    second = take(pipeline, source)
    assert second.counts is not None
    linked = {path.stat().st_ino for path in (out / "snapshots" / second.manifest["snapshot"]).rglob("*.parquet")}
    assert len(linked & set(files.values())) > len(files) / 2, "most files hold no row that changed"
    assert second.counts.written["edges"] <= 2 * 20 < second.manifest["tables"]["edges"]["rows"]

    # another schema of a table: the texts that look at it, and no others; what lies behind them has the schema it had
    write(
        source / "3.jsonl", [Run(600, None, "ALTER TABLE t7 ADD COLUMN c INT"), Run(700, "j8", warehouse(9)[-2].text)]
    )
    third = take(pipeline, source)
    assert third.counts is not None
    looking = {"CREATE TABLE t7", "ALTER TABLE t7", "INSERT INTO t7", "INSERT INTO t8", "SELECT b AS q7"}
    assert (third.counts.touched, third.counts.affected) == (2, len(looking))
    assert equal_to_a_whole_run(spark, out, source)


@pytest.mark.engines
@live
def test_many_batches_leave_few_files(spark: SparkSession, tmp_path: Path, monkeypatch: Any) -> None:
    """As many as the rows take, however many batches there were: of the tables, the answers, the state, the ledger."""
    from headwater.increments import answer_state, table_files
    from headwater.spark import Pipeline, compaction

    monkeypatch.setattr(answer_state, "MOST_GENERATIONS", 3)
    monkeypatch.setattr(compaction, "MOST_BATCHES", 3)
    source, out = tmp_path / "logs", tmp_path / "out"
    pipeline = Pipeline(spark, str(out))
    files = []
    for number in range(10):
        write(
            source / f"{number}.jsonl", [Run(number, "j", "INSERT INTO t SELECT a FROM s"), *warehouse(number + 2)[-3:]]
        )
        outcome = take(pipeline, source)
        files.append(sum(path.is_file() for name in ("answers", "state", "taken") for path in (out / name).rglob("*")))
        for name, table in outcome.manifest["tables"].items():
            held = list((out / table["path"]).glob("*.parquet"))
            assert len(held) <= table_files.most_files(table["rows"]), name
    assert max(files[-3:]) <= max(files[:6]), files
    assert equal_to_a_whole_run(spark, out, source)


def test_a_session_that_goes_on_is_read_as_one(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline

    source, out = tmp_path / "logs", tmp_path / "out"
    pipeline = Pipeline(spark, str(out))
    write(source / "0.jsonl", [Run(1, None, "CREATE TEMP TABLE recent AS SELECT a FROM s")], session="one")
    write(source / "1.jsonl", [Run(1, None, "INSERT INTO u SELECT a FROM recent")], session="two")
    take(pipeline, source)
    write(source / "2.jsonl", [Run(2, None, "INSERT INTO t SELECT a FROM recent")], session="one")
    outcome = take(pipeline, source)
    assert outcome.counts is not None, "an increment"
    assert equal_to_a_whole_run(spark, out, source)


def test_a_text_whose_file_was_replaced_keeps_edges_that_have_ended(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline

    source, out = tmp_path / "logs", tmp_path / "out"
    pipeline = Pipeline(spark, str(out))
    write(source / "0.jsonl", [Run(1, None, "INSERT INTO t SELECT a FROM s")])
    write(source / "1.jsonl", [Run(1, None, "INSERT INTO u SELECT a FROM s")])
    take(pipeline, source)
    write(source / "0.jsonl", [Run(2, None, "INSERT INTO t SELECT b FROM s")])
    os.utime(source / "0.jsonl", (1, 1))
    outcome = take(pipeline, source)
    assert outcome.counts is not None
    files = snapshot(out).files("edges")
    rows = duckdb.execute(
        f"SELECT source_column, target_dataset, valid_to IS NULL FROM read_parquet({files})"
    ).fetchall()
    assert sorted(rows) == [("a", "t", False), ("a", "u", True), ("b", "t", True)]
    named = duckdb.execute(f"SELECT name FROM read_parquet({snapshot(out).files('columns')}) WHERE dataset = 's'")
    assert sorted(named.fetchall()) == [("a",), ("b",)]


def test_facts_of_a_large_graph_are_kept_until_much_has_changed(
    spark: SparkSession, tmp_path: Path, monkeypatch: Any
) -> None:
    from headwater.emit.report import render
    from headwater.spark import Pipeline, kept_facts

    monkeypatch.setattr(kept_facts, "EDGES", 10)
    monkeypatch.setattr(kept_facts, "SHARE", 1.5)
    source, out = tmp_path / "logs", tmp_path / "out"
    pipeline = Pipeline(spark, str(out))
    write(source / "0.jsonl", warehouse(12))
    whole = take(pipeline, source)
    facts = pipeline.report(whole).facts
    assert "as_of" not in facts
    write(source / "1.jsonl", [Run(900, "new", "INSERT INTO x SELECT a FROM t3")])
    kept = pipeline.report(take(pipeline, source))
    assert kept.facts == {**facts, "as_of": whole.manifest["snapshot"]}
    assert f"As of snapshot {whole.manifest['snapshot']}" in render(kept)
    write(source / "2.jsonl", [Run(901, "new", "INSERT INTO x SELECT b FROM t3")])
    anew = pipeline.report(take(pipeline, source)).facts
    assert "as_of" not in anew
    assert anew["leaves"] != facts["leaves"]
