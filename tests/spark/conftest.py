"""One Spark for all the tests in this folder.

Use it by name, and leave it as it was: do not stop it, and put back the settings that are changed.

    def test_a_step(spark: SparkSession) -> None:
        assert_df_equal(step(spark.createDataFrame(...)), ...)

It starts when the first test asks for it (5 to 15 seconds) and ends with the last. A test that must start or break a
Spark of its own does so in another process (test_session.py, test_cluster.py): a program has one Spark at a time.

A run of the pipeline takes seconds, however little there is to read. Three runs are shared: `synthetic`, `scripts`
and `logged`. Read what they wrote with `tests.spark.outcome`, and copy it to change it. The first is carried out as the
small run that it is; the other two as if they were large (`as_large`), so that both ways are tested.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from headwater_synth import Spec
from tests.spark import inputs

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPEC = Spec(statements=1_500, templates=200, seed=3, garbage=0.01)
QUICK = {
    # Tests are short: the optimizing compiler pays off after minutes, and parallel garbage collection needs idle cores.
    # Without the optimizing compiler, Java keeps 48 MB for compiled code. Spark fills them in two runs of the pipeline,
    # and from then on Java compiles the same methods again and again: each run takes twice as long.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=256m "
    f"-Dderby.stream.error.file={os.devnull}",  # Derby would write a log into the current folder
    "spark.sql.shuffle.partitions": "4",
    "spark.sql.codegen.cache.maxEntries": "1000",
    # Finished jobs and plans are kept for a web page that nobody opens.
    "spark.ui.retainedJobs": "1",
    "spark.ui.retainedStages": "1",
    "spark.ui.retainedTasks": "1",
    "spark.sql.ui.retainedExecutions": "1",
}


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A session on two cores with a heap of 1 GB, open until the last test."""
    pytest.importorskip("pyspark")
    from headwater.spark.session import open_session

    with open_session("local[2]", app_name="headwater tests", memory="1g", conf=QUICK) as session:
        yield session


@dataclass(frozen=True)
class Run:
    """A run of the pipeline: the folder it read, and the one it wrote."""

    source: Path
    out: Path


@pytest.fixture(scope="session")
def synthetic(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run over a synthetic log, `SPEC`."""
    from headwater.spark import Pipeline
    from headwater.spark.generate import log_frame

    folder = tmp_path_factory.mktemp("synthetic")
    run = Run(folder / "log", folder / "out")
    log_frame(spark, SPEC, partitions=3).write.parquet(str(run.source))
    Pipeline(spark, str(run.out)).run([str(run.source)])
    return run


@contextmanager
def as_large() -> Iterator[None]:
    """Runs that Spark does to the end, however small they are."""
    from headwater.spark import sizes

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sizes, "SMALL", -1)
        yield


@pytest.fixture(scope="session")
def scripts(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run over `inputs.SCRIPTS`, with catalogs and a mapping; these lie beside the folder that is read."""
    from headwater.spark import Options, Pipeline

    folder = tmp_path_factory.mktemp("scripts")
    inputs.write(folder, dict(inputs.CATALOGS.values()))
    inputs.write(folder, {"mapping.yaml": inputs.ORDERS_ARE_KAFKAS})
    run = Run(inputs.write(folder / "in", inputs.SCRIPTS), folder / "out")
    catalogs = [f"{dialect}={folder / name}" for dialect, (name, _) in inputs.CATALOGS.items()]
    with as_large():
        Pipeline(spark, str(run.out), Options(catalogs=catalogs, mapping=str(folder / "mapping.yaml"))).run(
            [str(run.source)]
        )
    return run


@pytest.fixture(scope="session")
def logged(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run over `inputs.LOGGED` on the first of February, with a mapping; this lies beside the folder that is read."""
    from headwater.spark import Options, Pipeline

    folder = tmp_path_factory.mktemp("logged")
    inputs.write(folder, {"mapping.yaml": inputs.QUEUES})
    run = Run(inputs.write(folder / "in", inputs.LOGGED), folder / "out")
    options = Options(mapping=str(folder / "mapping.yaml"), now=datetime(2024, 2, 1, tzinfo=UTC))
    with as_large():
        Pipeline(spark, str(run.out), options).run([str(run.source)])
    return run
