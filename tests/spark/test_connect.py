"""The pipeline as a thin client: a Spark Connect server in a process of its own, and the command line that asks it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.judges.live import live
from tests.spark.cluster import QUICK, Cluster
from tests.spark.outcome import same

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")
pytest.importorskip("grpc_status", reason="pyspark[connect] is not installed")

SCRIPTS = {
    "tables.sql": """-- dialect: spark
CREATE TABLE ods.orders (id BIGINT, amount DECIMAL(10, 2), day DATE) USING parquet;
CREATE VIEW dwd.paid AS SELECT * FROM ods.orders WHERE amount > 0;
""",
    "daily.sql": """-- dialect: spark
CREATE TABLE ads.daily AS SELECT * FROM dwd.paid;
INSERT INTO ads.total SELECT day, sum(amount) AS amount FROM dwd.paid GROUP BY day;
""",
}


class Server(Cluster):
    """A Spark Connect server on two cores; `url` is what `--master` wants to know."""

    def _start(self) -> None:
        settings = {
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.connect.grpc.binding.port": "0",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.extraJavaOptions": QUICK,
            "spark.sql.shuffle.partitions": "4",
            "spark.ui.enabled": "false",
        }
        command = [str(self.home / "bin" / "spark-submit"), "--master", "local[2]"]
        for name, value in settings.items():
            command += ["--conf", f"{name}={value}"]
        command += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"]
        environment = {"PYSPARK_PYTHON": sys.executable, "SPARK_DAEMON_MEMORY": "700m"}
        server = self._process("connect", command, environment)
        port = self.wait_for("connect", server, r"Spark Connect server started at: \S*127\.0\.0\.1:(\d+)")
        self.url = f"sc://127.0.0.1:{port}"


@pytest.mark.engines
@live
def test_the_pipeline_through_spark_connect(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline

    folder = tmp_path / "sql"
    folder.mkdir()
    for name, text in SCRIPTS.items():
        (folder / name).write_text(text)
    with Server(tmp_path) as server:
        command = [sys.executable, "-m", "headwater", "run", str(folder), "--out", str(tmp_path / "thin"), "--no-facts"]
        done = subprocess.run([*command, "--master", server.url], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr + server.log("connect")[-3000:]
    Pipeline(spark, str(tmp_path / "thick")).run([str(folder)])
    same(tmp_path / "thin", tmp_path / "thick")
