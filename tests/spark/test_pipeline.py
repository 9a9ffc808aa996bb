"""The whole pipeline: what it writes of a log, that running it again changes nothing, and that it cannot be broken off
in a way that shows.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from headwater.cli import app
from headwater_synth import Log
from tests.judges.live import LIVE
from tests.spark.conftest import SPEC, Run
from tests.spark.inputs import write
from tests.spark.outcome import rows, same

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")


@pytest.fixture(scope="module")
def out(synthetic: Run) -> Path:
    return synthetic.out


def test_every_statement_of_the_log_is_accounted_for(out: Path) -> None:
    coverage = rows(out, "coverage")
    assert sum(row["entries"] for row in coverage) == SPEC.statements
    statements = rows(out, "statements")
    assert len({row["statement"] for row in statements}) == len(statements)
    # every text is there once, with its runs; what the engine refused and what could not be read has its own rows
    texts = {row["unit"]: row["entries"] for row in statements if row["kind"] != "UNREAD" and row["status"] != "failed"}
    failed = sum(row["failed"] for row in coverage)
    unread = sum(row["unread"] for row in coverage)
    assert sum(texts.values()) == SPEC.statements - failed - unread
    named = {row["statement"] for row in statements}
    for table in ("edges", "influence", "hops", "diagnostics", "table_edges"):
        assert {row["statement"] for row in rows(out, table)} <= named, table


def test_what_was_written_into_the_log_comes_out_of_it(out: Path) -> None:
    """The log knows the lineage of its templates: every edge between stored columns is found."""
    expected: Counter[str] = Counter()
    log = Log(SPEC)
    for number in range(SPEC.templates):
        for known in log.known(number):
            expected[known.target or ""] += len(known.edges)
    edges = rows(out, "edges")
    targets = {row["target_dataset"] for row in edges if row["target_dataset"] != "result"}
    stored = {name for name, count in expected.items() if count and name and name != "result"}
    permanent = {name for name in stored if not name.startswith("stage_")}  # temporary tables are folded through
    assert permanent, "the log writes nothing"
    missing = {name for name in permanent if name not in targets and name.lower() not in targets}
    assert missing == set()
    sure = Counter(row["level"] for row in rows(out, "statements") if row["kind"] not in ("UNREAD", "EMPTY"))
    assert sure["EXACT"] / sum(sure.values()) > 0.95, sure


def test_ids_hold_the_tables_together(out: Path) -> None:
    columns = {row["id"]: row for row in rows(out, "columns")}
    datasets = {row["id"]: row for row in rows(out, "datasets")}
    for edge in rows(out, "edges"):
        assert columns[edge["source_id"]]["dataset"] == edge["source_dataset"]
        assert edge["source_dataset_id"] in datasets
        if edge["target_dataset"] != "result":
            assert columns[edge["target_id"]]["dataset"] == edge["target_dataset"]
    for column in columns.values():
        assert column["dataset"] == "result" or column["dataset_id"] in datasets


def test_running_it_again_changes_nothing(spark: SparkSession, synthetic: Run, tmp_path: Path) -> None:
    from headwater.spark import Pipeline

    again = tmp_path / "again"
    shutil.copytree(synthetic.out, again)
    outcome = Pipeline(spark, str(again)).run([str(synthetic.source)])
    assert outcome.reused > 0
    assert json.loads((again / "manifest.json").read_text())["snapshot"] == "000002"
    same(synthetic.out, again)


def test_a_wrong_folder_is_refused_in_one_line(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline, SparkProblem

    with pytest.raises(SparkProblem, match="does not exist"):
        Pipeline(spark, str(tmp_path / "out")).run([str(tmp_path / "nowhere")])
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").write_text("{}")
    with pytest.raises(SparkProblem, match="not a headwater manifest"):
        Pipeline(spark, str(tmp_path / "out")).run([str(tmp_path)])


def test_a_log_that_is_mostly_unread_fails_the_command(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.sql").write_text("-- dialect: duckdb\nSELECT 1")
    (tmp_path / "in" / "b.sql").write_text("SELECT 1")  # nobody says in which dialect
    command = ["run", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--no-facts", "--max-unread", "10%"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 1, done.output
    assert "fail: 1 of 2 entries could not be read; --max-unread allows 10.00%." in done.stderr
    assert (tmp_path / "out" / "report.html").exists()


# ── broken off ───────────────────────────────────────────────────────────────────────────────────────────────────
FIRST = {
    "hive/a.sql": "CREATE TABLE ods.o (id BIGINT, amount DOUBLE); CREATE VIEW dwd.v AS SELECT * FROM ods.o;",
    "spark/b.sql": "CREATE TABLE dws.w AS SELECT *, amount * 2 AS twice FROM dwd.v",
}
SECOND = {
    "spark/c.sql": "INSERT INTO ads.x SELECT id, sum(twice) AS total FROM dws.w GROUP BY id",
    "hive/d.sql": "SELECT * FROM ads.x WHERE total > 3",
    "hive/noise.sql": "SELECT FROM WHERE",
}


def start(source: Path, out: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "headwater.cli", "run", str(source), "--out", str(out), "--incremental"]
    command += ["--no-facts", "--master", "local[2]", "--memory", "1g", "--conf", "spark.sql.shuffle.partitions=2"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)


def kill_at(process: subprocess.Popen[str], word: str, begun: Path) -> None:
    """Kill the run, Java and workers and all, in the step of that name: as soon as what the step writes is there."""
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            break
    while not begun.exists():
        assert process.poll() is None, f"it ended before {word} wrote anything: {process.communicate()}"
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def test_a_run_that_is_killed_leaves_nothing_to_see(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline, increments

    source, broken, clean = tmp_path / "sql", tmp_path / "broken", tmp_path / "clean"
    write(source, FIRST)
    for word, writes in (("Reading", "state"), ("Writing the graph", "snapshots")) if LIVE else ():
        kill_at(start(source, broken), word, broken / writes)
        assert not (broken / "manifest.json").exists()
    first = increments.incremental(Pipeline(spark, str(broken)), [str(source)])
    assert first is not None
    assert first.manifest["snapshot"] != "000000"

    write(source, SECOND)
    following = f"{int(first.manifest['snapshot']) + 1:06}"
    kill_at(start(source, broken), "Updating what the new files touch", broken / "snapshots" / following)
    seen: dict[str, Any] = json.loads((broken / "manifest.json").read_text())
    assert seen["snapshot"] == first.manifest["snapshot"]  # readers still see all of the first run
    assert rows(broken, "edges")
    second = increments.incremental(Pipeline(spark, str(broken)), [str(source)])
    assert second is not None
    assert increments.incremental(Pipeline(spark, str(broken)), [str(source)]) is None  # nothing is new

    increments.incremental(Pipeline(spark, str(clean)), [str(source)])
    same(clean, broken)
    assert {row["target_dataset"] for row in rows(clean, "edges")} >= {"dwd.v", "dws.w", "ads.x"}
    assert {row["level"] for row in rows(clean, "edges")} == {"EXACT", "INFERRED"}
