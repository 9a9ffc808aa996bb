"""headwater on a real cluster: a master and two workers, with the package sent along, and with a worker killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import headwater
from headwater_synth import Spec
from tests.spark.cluster import Cluster
from tests.spark.outcome import rows, same

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")

JOB = Path(__file__).with_name("cluster_run.py")
STATEMENTS = 300
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


def test_the_pipeline_with_a_worker_killed_in_the_middle(tmp_path: Path, spark: SparkSession) -> None:
    from headwater.spark import Pipeline
    from headwater.spark.generate import log_frame

    log = tmp_path / "log"
    frame = log_frame(spark, Spec(STATEMENTS, 60, seed=5), partitions=2)
    frame.write.parquet(str(log))
    with Cluster(tmp_path) as cluster:
        out = tmp_path / "far"
        arguments = ["run", str(log), "--out", str(out), "--no-facts"]
        process = cluster.submit(options(tmp_path), JOB, *arguments, environment=BARE)
        end = time.monotonic() + 120
        while "Schemas, round 1" not in cluster.log("submit"):
            assert process.poll() is None, cluster.log("submit")[-5000:]
            assert time.monotonic() < end, "the analysis did not begin"
            time.sleep(0.05)
        cluster.kill_worker(0)
        Pipeline(spark, str(tmp_path / "near")).run([str(log)])  # meanwhile, the same on this machine
        assert process.wait(180) == 0, cluster.log("submit")[-5000:]
        assert cluster.alive() == 1
    assert sum(row["entries"] for row in rows(out, "coverage")) == STATEMENTS
    same(tmp_path / "near", out)
