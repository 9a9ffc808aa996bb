"""headwater on a real cluster: a master and two workers, with the package sent along, and with a worker killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import headwater
from tests.judges.live import live
from tests.spark.cluster import Cluster
from tests.spark.conftest import SPEC, Run
from tests.spark.outcome import rows, same

pytest.importorskip("pyspark")

JOB = Path(__file__).with_name("cluster_run.py")
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
        *("--conf", "spark.sql.shuffle.partitions=4"),
        # A worker that is gone is given up at once: the default is to ask it for 15 seconds.
        *("--conf", "spark.shuffle.io.maxRetries=1"),
        *("--conf", "spark.shuffle.io.retryWait=1s"),
    ]


def test_the_bare_python_has_no_headwater(tmp_path: Path) -> None:
    # Else the next test would say nothing of what was sent.
    command = [BARE["PYSPARK_PYTHON"], "-c", "import pyarrow, sqlglot, yaml; import headwater"]
    done = subprocess.run(command, env={"PYTHONPATH": packages()}, cwd=tmp_path, capture_output=True, text=True)
    assert "No module named 'headwater'" in done.stderr


@pytest.mark.engines
@live
def test_the_pipeline_with_a_worker_killed_in_the_middle(tmp_path: Path, synthetic: Run) -> None:
    out = tmp_path / "out"
    with Cluster(tmp_path) as cluster:
        arguments = ["run", str(synthetic.source), "--out", str(out), "--no-facts"]
        job = cluster.submit(options(tmp_path), JOB, *arguments, environment=BARE)
        cluster.wait_for("submit", job, "Schemas, round 1")
        cluster.kill_worker(0)
        assert job.wait() == 0, cluster.log("submit")[-5000:]
        assert cluster.alive() == 1
    assert sum(row["entries"] for row in rows(out, "coverage")) == SPEC.statements
    same(synthetic.out, out)
