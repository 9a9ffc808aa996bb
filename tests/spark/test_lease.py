"""One run at a time in a folder, whatever happened to the one before."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from headwater.spark.errors import SparkProblem
from headwater.spark.folder import Folder
from headwater.spark.lease import only_run

NO_SPARK: Any = None  # a folder on this machine needs none
OTHER = {"host": "elsewhere", "pid": 7, "started": "1", "id": "x", "beat": 3, "released": False}


def folder(path: Path) -> Folder:
    return Folder(NO_SPARK, str(path))


def owned(path: Path, **fields: Any) -> Path:
    lock = path / "lock" / "00000004"
    lock.parent.mkdir(parents=True)
    lock.write_text(json.dumps({**OTHER, **fields}))
    return lock


def test_a_second_run_is_refused_until_the_first_is_done(tmp_path: Path) -> None:
    with (
        only_run(folder(tmp_path)),
        pytest.raises(SparkProblem, match="Another run is writing"),
        only_run(folder(tmp_path)),
    ):
        pass
    with only_run(folder(tmp_path)):
        pass
    assert [path.name for path in (tmp_path / "lock").iterdir()] == ["00000002"]


START = """
import sys
from headwater.spark.errors import SparkProblem
from headwater.spark.folder import Folder
from headwater.spark.lease import only_run
sys.stdin.readline()
try:
    with only_run(Folder(None, sys.argv[1])):
        print("mine", flush=True)
        sys.stdin.readline()
except SparkProblem:
    print("refused", flush=True)
"""


def test_of_simultaneous_starts_one_wins_and_its_death_is_seen(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, str(tmp_path)]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) for _ in range(5)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
    said = {}
    for process in started:
        assert process.stdout is not None
        said[process.pid] = process.stdout.readline().strip()
    assert sorted(said.values()) == ["mine", "refused", "refused", "refused", "refused"]
    for process in started:
        process.kill()  # the owner does not let go
        process.communicate()
    with only_run(folder(tmp_path)):
        assert len(list((tmp_path / "lock").iterdir())) == 1


def test_a_dead_owner_on_another_machine_does_not_beat(tmp_path: Path) -> None:
    owned(tmp_path)
    waits: list[float] = []
    with only_run(folder(tmp_path), sleep=waits.append):
        assert sum(waits) >= 60


def test_a_living_owner_on_another_machine_does(tmp_path: Path) -> None:
    lock = owned(tmp_path)

    def beat(_: float) -> None:
        lock.write_text(json.dumps({**OTHER, "beat": 4}))

    with pytest.raises(SparkProblem, match="process 7 on elsewhere"), only_run(folder(tmp_path), sleep=beat):
        pass


def test_a_process_with_the_number_of_a_dead_one_is_another(tmp_path: Path) -> None:
    owned(tmp_path, host=socket.gethostname(), pid=1, started="never")
    with only_run(folder(tmp_path)):
        pass


def test_an_owner_that_was_taken_for_dead_must_not_finish(tmp_path: Path) -> None:
    with only_run(folder(tmp_path)) as lease:
        lease.check()
        (tmp_path / "lock" / "00000002").write_text(json.dumps(OTHER))
        with pytest.raises(SparkProblem, match="took over"):
            lease.check()
    assert json.loads((tmp_path / "lock" / "00000002").read_text()) == OTHER, "what the other one has is left alone"
