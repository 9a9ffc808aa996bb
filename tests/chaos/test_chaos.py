"""What `make chaos` is made of: cases that can be repeated, kills that hit, and a comparison that sees a difference."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.chaos.cases import CLUSTER, LOCAL, draw
from tests.chaos.harness import ROOT, Clean, Harness
from tests.chaos.processes import descendants, kill, outlived

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")

WRITES = """
import sys
from pathlib import Path
from tests.chaos.driver import Trace
trace, out, kill_at = sys.argv[1:]
sys.addaudithook(Trace(Path(trace), Path(out), int(kill_at), "driver"))
for name in "abc":
    Path(out, name).write_text(name)
"""


@pytest.mark.parametrize("seed", range(5))
def test_a_case_is_drawn_by_its_seed_and_number(seed: int) -> None:
    cases = [draw(seed, number) for number in range(60)]
    assert cases == [draw(seed, number) for number in range(60)]
    assert {one.victim for case in cases for one in case.kills} == {*LOCAL, *CLUSTER}
    assert {case.mode for case in cases} == {"whole", "incremental", "follow"}


def test_a_process_is_killed_before_a_change_of_a_file(tmp_path: Path) -> None:
    def left(kill_at: int) -> tuple[int, list[str], int]:
        out = tmp_path / f"out-{kill_at}"
        out.mkdir()
        trace = tmp_path / f"trace-{kill_at}"
        done = subprocess.run([sys.executable, "-c", WRITES, str(trace), str(out), str(kill_at)], cwd=ROOT)
        return done.returncode, sorted(path.name for path in out.iterdir()), len(trace.read_text().splitlines())

    assert left(0) == (0, ["a", "b", "c"], 3)
    assert left(1) == (-9, [], 1)
    assert left(3) == (-9, ["a", "b"], 3)


def test_processes_are_found_below_the_one_that_started_them() -> None:
    sleeps = "import time; print('up', flush=True); time.sleep(600)"
    starts = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {sleeps!r}])"
    parent = subprocess.Popen([sys.executable, "-c", starts], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "up\n"
    (child,) = [pid for pid, _ in descendants([parent.pid])]
    assert outlived([child], patience=0) == [child]
    kill([child])
    assert outlived([child]) == []
    assert parent.wait() == 0
    parent.stdout.close()


def test_a_row_that_differs_is_seen(tmp_path: Path) -> None:
    def write(out: Path, values: list[int]) -> None:
        folder = out / "snapshots" / "000001" / "edges"
        folder.mkdir(parents=True)
        parquet.write_table(pa.table({"value": values}), folder / "part.parquet")
        manifest = {
            "format": "headwater",
            "version": 1,
            "snapshot": "000001",
            "tables": {"edges": {"path": "snapshots/000001/edges", "rows": len(values)}},
        }
        for path in (out / "manifest.json", folder.parent / "manifest.json"):
            path.write_text(json.dumps(manifest))
        (out / "report.html").touch()

    harness = Harness(tmp_path / "work")
    write(tmp_path / "clean", [1, 2])
    write(harness.out, [1, 2, 2])
    wrong = harness.inspect(Clean(tmp_path / "clean", [], 0))
    assert wrong[0].startswith("edges: 2 rows became 3")
