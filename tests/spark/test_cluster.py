"""headwater on a real cluster: a master and two workers, with the package sent along, and with a worker killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import headwater
from tests.spark.cluster import Cluster

pytest.importorskip("pyspark")

JOB = Path(__file__).with_name("cluster_job.py")
STATEMENTS = 400
BARE = {
    # A Python without this environment's .pth files: it finds what is installed here, but not what is only linked in.
    "PYSPARK_PYTHON": os.path.realpath(sys.executable),
}


def packages() -> str:
    """The folder that pyspark, pyarrow and the parser are installed in."""
    import pyarrow

    return str(Path(pyarrow.__file__).parents[1])


def shipped(folder: Path) -> Path:
    """headwater as a wheel holds it, under a name that Spark puts on the workers' path."""
    source = Path(headwater.__file__).parent
    return Path(shutil.make_archive(str(folder / "headwater"), "zip", source.parent, source.name))


def options(folder: Path) -> list[str]:
    """What a job on the bare workers is submitted with."""
    return [
        *("--py-files", str(shipped(folder))),
        *("--conf", f"spark.executorEnv.PYTHONPATH={packages()}"),
        # A worker that is gone is given up at once: the default is to ask it for 15 seconds.
        *("--conf", "spark.shuffle.io.maxRetries=1"),
        *("--conf", "spark.shuffle.io.retryWait=1s"),
    ]


def marks(cluster: Cluster) -> dict[str, str]:
    """Tries at parts of the second stage, each with the worker (work-0, work-1) that has it."""
    folder = cluster.folder / "marks"
    found = {path.name: path.read_text() for path in folder.iterdir()} if folder.is_dir() else {}
    return {name: Path(place).relative_to(cluster.folder).parts[0] for name, place in found.items() if place}


def test_the_bare_python_has_no_headwater(tmp_path: Path) -> None:
    # Else the next test would say nothing of what was sent.
    command = [BARE["PYSPARK_PYTHON"], "-c", "import pyarrow, sqlglot, yaml; import headwater"]
    done = subprocess.run(command, env={"PYTHONPATH": packages()}, cwd=tmp_path, capture_output=True, text=True)
    assert "No module named 'headwater'" in done.stderr


def test_a_job_with_the_package_sent_along_survives_a_killed_worker(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        arguments = [str(tmp_path), str(STATEMENTS), "0.5"]
        process = cluster.submit(options(tmp_path), JOB, *arguments, environment=BARE)
        end = time.monotonic() + 90
        while set(marks(cluster).values()) != {"work-0", "work-1"}:
            assert process.poll() is None, cluster.log("submit")[-5000:]
            assert time.monotonic() < end, "the second stage did not reach both workers"
            time.sleep(0.05)
        before = set(marks(cluster))
        cluster.kill_worker(0)

        assert process.wait(90) == 0, cluster.log("submit")[-5000:]
        answer = json.loads((tmp_path / "answer.json").read_text())
        assert answer["master"] == cluster.url
        assert sorted(number for number, _, _ in answer["rows"]) == list(range(STATEMENTS))
        assert {edges for _, edges, _ in answer["rows"]} == {3}
        assert all("headwater.zip" in home for _, _, home in answer["rows"])
        # The work went on, on the other worker alone; what the killed one had been given was done again.
        after = {name: worker for name, worker in marks(cluster).items() if name not in before}
        assert set(after.values()) == {"work-1"}
        assert {name.partition("-")[0] for name in before} & {name.partition("-")[0] for name in after}
        assert cluster.alive() == 1
