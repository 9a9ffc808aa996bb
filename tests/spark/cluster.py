"""A real Spark cluster for tests: a standalone master and workers, each its own process, on the loopback address.

    with Cluster(tmp_path) as cluster:
        process = cluster.submit(["--py-files", "headwater.zip"], script, "argument")
        cluster.kill_worker(0)
        cluster.wait_for("submit", process, "Reading")
        assert process.wait() == 0, cluster.log("submit")

Nothing here is bounded in time, since a machine may be busy: what is waited for is a line in a log, or a process that
ends. The scripts of the pyspark package start it, as they would on machines of their own. Every process is started in
a group of its own, with what it starts: the groups are what is killed and what is ended, and nothing else is.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from urllib.request import ProxyHandler, build_opener

from headwater.spark import java

MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"
# Port 0: the system gives one that is free, and the process says which.
_PORTS = ("--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"  # five Javas that live for seconds on few cores


class Cluster:
    """A master and some workers of one core each; `url` is what spark-submit wants to know."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        import pyspark

        self.home = Path(pyspark.__file__).parent
        self._launcher = str(self.home / "bin" / "spark-class")
        self.folder = folder
        self.count = workers
        self.workers: list[subprocess.Popen[bytes]] = []
        self.started: list[subprocess.Popen[bytes]] = []
        self.url = ""
        self.page = ""
        self.java_home = str(java.find().home)

    def __enter__(self) -> Cluster:
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def kill_worker(self, number: int) -> None:
        """End a worker and the executors in it at once, as when a machine loses its power."""
        worker = self.workers[number]
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    def revive(self) -> None:
        """Start the workers again that were killed, and wait until the master counts on all."""
        for number, worker in enumerate(self.workers):
            if worker.poll() is not None:
                self.workers[number] = self._worker(number)
        self._wait_for_workers()

    def alive(self) -> int:
        """How many workers the master counts on. (A proxy that the environment names has no business with it.)"""
        with build_opener(ProxyHandler({})).open(f"{self.page}/json/") as answer:
            return sum(worker["state"] == "ALIVE" for worker in json.load(answer)["workers"])

    def submit(
        self, options: Sequence[str], script: Path, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """spark-submit a script; its output is in submit.log, and the cluster ends it if it still runs."""
        settings = {
            "spark.driver.memory": "512m",
            "spark.driver.extraJavaOptions": QUICK,
            "spark.executor.extraJavaOptions": QUICK,
            "spark.executor.memory": "512m",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.ui.enabled": "false",
        }
        command = [str(self.home / "bin" / "spark-submit"), "--master", self.url]
        for name, value in settings.items():
            command += ["--conf", f"{name}={value}"]
        command += [*options, str(script), *arguments]
        return self._process("submit", command, {"PYSPARK_DRIVER_PYTHON": sys.executable, **(environment or {})})

    def log(self, name: str) -> str:
        """What a process has said so far: master, worker-0, submit."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def wait_for(self, name: str, process: subprocess.Popen[bytes], pattern: str) -> str:
        """The first group of a pattern in the log of a process, as soon as it stands there."""
        while (match := re.search(pattern, self.log(name))) is None:
            self._still_runs(name, process)
            time.sleep(0.05)
        return match.group(match.lastindex or 0)

    def stop(self) -> None:
        """End what was started, the youngest first, and wait until it has ended."""
        for process in reversed(self.started):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in reversed(self.started):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _start(self) -> None:
        master = self._process("master", [self._launcher, MASTER, *_PORTS])
        self.url = self.wait_for("master", master, r"(spark://127\.0\.0\.1:\d+)")
        self.page = "http://127.0.0.1:" + self.wait_for("master", master, r"'MasterUI' on port (\d+)")
        self.workers = [self._worker(number) for number in range(self.count)]
        self._wait_for_workers()

    def _worker(self, number: int) -> subprocess.Popen[bytes]:
        work = ["--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / f"work-{number}")]
        return self._process(f"worker-{number}", [self._launcher, WORKER, *_PORTS, *work, self.url])

    def _wait_for_workers(self) -> None:
        while not self._ready():
            for number, worker in enumerate(self.workers):
                self._still_runs(f"worker-{number}", worker)
            time.sleep(0.1)

    def _ready(self) -> bool:
        try:
            return self.alive() == self.count
        except OSError:  # the page is there a moment before what it shows
            return False

    def _process(
        self, name: str, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        # What the workers can import is a job's business, and must not come from how the tests were started.
        environ = {key: value for key, value in os.environ.items() if not re.match("PYTHONPATH|PYSPARK_|SPARK_", key)}
        ours = {
            "JAVA_HOME": self.java_home,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(self.folder / "local"),
            "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_DAEMON_JAVA_OPTS": QUICK,
        }
        with open(self.folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={**environ, **ours, **(environment or {})},
                start_new_session=True,
            )
        self.started.append(process)
        return process

    def _still_runs(self, name: str, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is not None:
            raise RuntimeError(f"{name} has ended:\n{self.log(name)[-5000:]}")
