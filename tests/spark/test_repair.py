"""What `headwater repair` finds in a folder, and how it mends it. Needs no Spark."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

import pyarrow as pa
from pyarrow import parquet

from headwater.cli import app
from headwater.spark import layout
from headwater.store import open_store
from tests.store.small import make

SQL = {"duckdb/a.sql": "CREATE TABLE t (a INT); INSERT INTO u SELECT a FROM t"}


def repair(out: Path, *args: str) -> tuple[int, list[str]]:
    done = CliRunner(env={"COLUMNS": "300"}).invoke(app, ["repair", str(out), *args])
    return done.exit_code, [line for line in done.stdout.splitlines() if not line.startswith(" ")]


def snapshot(out: Path, number: int) -> Path:
    """Another snapshot of the same tables, which becomes the current one."""
    folder = out / "snapshots" / f"{number:06}"
    shutil.copytree(out / "snapshots" / "000001", folder)
    text = (out / "snapshots" / "000001" / "manifest.json").read_text()
    manifest = json.loads(text.replace("snapshots/000001/", f"snapshots/{number:06}/"))
    manifest["snapshot"] = f"{number:06}"
    for path in (folder / "manifest.json", out / "manifest.json"):
        path.write_text(json.dumps(manifest))
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    made = make(tmp_path, SQL)
    snapshot(made, 2)
    return made


def batch(out: Path, name: str, *, files: int = 1, state: bool = True, taken: bool = True) -> None:
    for wanted, folder, rows in (
        (taken, out / "taken" / layout.number_of(name), pa.table({"status": ["new"] * files})),
        (state, out / "state" / "adds" / name, pa.table({"unit": ["x"]})),
    ):
        if wanted:
            folder.mkdir(parents=True)
            parquet.write_table(rows, folder / "part-0.parquet")
            (folder / "_SUCCESS").touch()


def test_a_whole_folder_is_left_alone(out: Path) -> None:
    assert repair(out) == (0, [f"{out} is whole."])
    assert repair(out, "--yes") == (0, [f"{out} is whole."])


def test_a_snapshot_with_a_lost_file_is_left_for_the_one_before(out: Path) -> None:
    lost = next((out / "snapshots" / "000002" / "edges").glob("*.parquet"))
    lost.write_bytes(lost.read_bytes()[:-20])
    code, lines = repair(out)
    assert code == 1
    path = lost.relative_to(out)
    assert lines == [
        f"broken    The current snapshot 000002 cannot be used: {path} is not a whole Parquet file.",
        f"broken    Snapshot 000002: {path} is not a whole Parquet file.",
    ]
    assert json.loads((out / "manifest.json").read_text())["snapshot"] == "000002", "nothing is changed without --yes"
    assert repair(out, "--yes")[0] == 0
    assert repair(out) == (0, [f"{out} is whole."])
    with open_store(out) as store:
        assert store.snapshot.id == "000001"


def test_rows_are_counted(out: Path) -> None:
    path = next((out / "snapshots" / "000001" / "edges").glob("*.parquet"))
    parquet.write_table(parquet.read_table(path).slice(0, 0), path)
    assert repair(out) == (1, ["broken    Snapshot 000001: the table edges has 0 rows instead of 1."])
    assert repair(out, "--yes")[0] == 0
    assert sorted(path.name for path in (out / "snapshots").iterdir()) == ["000002"]


@pytest.mark.parametrize("text", [None, "", "{", '{"format": "headwater", "version": 1}'])
def test_a_manifest_that_is_lost_is_written_again(out: Path, text: str | None) -> None:
    (out / "manifest.json").unlink()
    if text is not None:
        (out / "manifest.json").write_text(text)
    assert repair(out)[0] == 1
    assert repair(out, "--yes")[0] == 0
    with open_store(out) as store:
        assert store.snapshot.id == "000002"


def test_a_newer_folder_is_not_touched(out: Path) -> None:
    manifest = json.loads((out / "manifest.json").read_text())
    (out / "manifest.json").write_text(json.dumps(manifest | {"version": 99}))
    assert repair(out, "--yes") == (2, [])


def test_nothing_whole_is_left(out: Path) -> None:
    for folder in (out / "snapshots").iterdir():
        shutil.rmtree(folder / "edges")
    assert repair(out, "--yes")[0] == 0
    assert not (out / "manifest.json").exists()


def test_leftovers_go(out: Path) -> None:
    (out / "work" / "x").mkdir(parents=True)
    (out / "snapshots" / "000003" / "edges").mkdir(parents=True)
    (out / "answers" / "000001").mkdir(parents=True)
    (out / "answers" / "000002").mkdir(parents=True)
    batch(out, "00000001")
    batch(out, "00000002")
    batch(out, "00000002-merged", taken=False)
    (out / "state" / "adds" / "00000003").mkdir()
    owner = {"host": "", "pid": 0, "released": False, "id": "x"}
    (out / "lock").mkdir()
    (out / "lock" / "00000001").write_text(json.dumps(owner | {"released": True}))
    code, lines = repair(out)
    assert code == 1
    assert [line.split()[1] for line in lines] == [
        "work",
        "snapshots/000003",
        "answers/000001",
        "state/adds/00000001",
        "state/adds/00000002",
        "state/adds/00000003",
    ]
    assert repair(out, "--yes")[0] == 0
    assert repair(out) == (0, [f"{out} is whole."])
    assert [path.name for path in (out / "state" / "adds").iterdir()] == ["00000002-merged"]


def test_the_ledger_and_the_batches_belong_together(out: Path) -> None:
    batch(out, "00000001")
    batch(out, "00000002", state=False, files=3)  # its rows are gone
    batch(out, "00000003")
    batch(out, "00000004", taken=False)  # nobody knows of which files
    batch(out, "00000005", state=False)  # planned, and killed: the next run takes it in
    assert repair(out)[1] == [
        "broken    The rows of batch 00000002 are gone; 3 files were read into it.",
        "broken    The ledger does not know batch 00000004: its files would be read twice.",
    ]
    assert repair(out, "--yes")[0] == 0
    assert sorted(path.name for path in (out / "taken").iterdir()) == ["00000001", "00000003", "00000005"]
    assert sorted(path.name for path in (out / "state" / "adds").iterdir()) == ["00000001", "00000003"]


def test_a_broken_batch_is_read_again(out: Path) -> None:
    batch(out, "00000001")
    batch(out, "00000002")
    (out / "state" / "adds" / "00000001" / "part-0.parquet").write_bytes(b"PAR1")
    assert repair(out, "--yes")[0] == 0
    assert [path.name for path in (out / "taken").iterdir()] == ["00000002"]


def test_a_lock_whose_process_is_gone(out: Path) -> None:
    import socket

    (out / "lock").mkdir()
    owner = {"host": socket.gethostname(), "pid": 2**22 + 1, "started": "1", "id": "x", "released": False}
    (out / "lock" / "00000001").write_text(json.dumps(owner))
    assert repair(out) == (1, [f"leftover  The lock is of process {2**22 + 1}, which is gone."])
    assert repair(out, "--yes")[0] == 0
    assert repair(out)[0] == 0


def test_a_folder_that_is_written_is_left_alone(out: Path) -> None:
    from headwater.spark.folder import Folder
    from headwater.spark.lease import only_run

    with only_run(Folder(None, str(out))):
        assert repair(out) == (2, [])
