"""What a folder remembers of its runs. Needs no Spark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from headwater.cli import app
from headwater.spark import run_history
from headwater.spark.folder import Folder
from headwater.spark.lease import only_run
from headwater.spark.run_history import history, recorded


def manifest(snapshot: str, edges: int) -> dict[str, object]:
    return {"snapshot": snapshot, "tables": {"edges": {"rows": edges}}}


def told(*args: str) -> tuple[int, str]:
    done = CliRunner(env={"COLUMNS": "200"}).invoke(app, ["runs", *args])
    return done.exit_code, done.stdout + done.stderr


def test_each_end_of_a_run_shows(tmp_path: Path) -> None:
    folder = Folder(None, str(tmp_path))
    with only_run(folder) as lease:
        with recorded(folder, lease.id, "incremental", ["logs"]) as record:
            record.took({"new": 2})
            record.took({"new": 1, "changed": 1})
            record.made(manifest("000001", 40), None)
        with recorded(folder, lease.id, "incremental", ["logs"]) as record:
            record.made(manifest("000002", 35), manifest("000001", 40))
        with recorded(folder, lease.id, "incremental", ["logs"]):
            pass
        with recorded(folder, lease.id, "follow", ["logs"]):
            pass  # it looked, and found nothing: no trace
        with pytest.raises(ValueError, match="two"), recorded(folder, lease.id, "whole", ["logs"]):
            raise ValueError("two\nlines")
        with pytest.raises(KeyboardInterrupt), recorded(folder, lease.id, "follow", ["logs"]):
            raise KeyboardInterrupt
        going_on = recorded(folder, lease.id, "whole", ["logs"])
        going_on.__enter__()
        runs = history(folder)
        assert [run.status for run in runs] == ["done", "done", "unchanged", "failed", "stopped", "running"]
        assert (runs[0].files, runs[0].new) == ({"new": 3, "changed": 1}, {"edges": 40})
        assert runs[3].error == "ValueError: two lines"
    # the lease was let go, and the record has no end
    assert [run.status for run in history(folder)][-1] == "killed"

    code, text = told(str(tmp_path))
    lines = text.splitlines()
    assert code == 0
    assert lines[0].endswith("000001  1 changed file, 3 new files, +40 edges")
    assert lines[1].endswith("000002  -5 edges")
    assert " unchanged  incremental " in lines[2]
    assert lines[3].endswith("ValueError: two lines")
    assert " killed " in lines[5]
    assert len(told(str(tmp_path), "--max", "2")[1].splitlines()) == 2
    data = json.loads(told(str(tmp_path), "--format", "json")[1])
    assert data[0]["snapshot"] == "000001"
    assert data[-1] == data[-1] | {"status": "killed", "ended": None, "seconds": None, "kind": "whole"}


def test_a_record_that_cannot_be_read_is_left_out_and_old_ones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_history, "KEEP_RUNS", 3)
    folder = Folder(None, str(tmp_path))
    for _ in range(5):
        with recorded(folder, "x", "whole", []):
            pass
    assert len(history(folder)) == 3
    (tmp_path / "runs" / "20990101T000000000000-x.json").write_text("{")
    assert len(history(folder)) == 3


def test_a_folder_without_runs(tmp_path: Path) -> None:
    assert told(str(tmp_path)) == (
        2,
        f"headwater: {tmp_path} has no record of a run. Records are written by headwater run.\n",
    )
    assert told(str(tmp_path / "none"))[0] == 2
    assert "not on this machine" in told("s3a://bucket/out")[1]
