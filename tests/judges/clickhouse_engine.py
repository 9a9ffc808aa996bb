"""ClickHouse in a child process: one process for all statements, spoken to in lines of JSON.

The embedded engine (`chdb`) shares its process with nobody: it may end it while it answers, and at its own end. The
child reads `{"sql": ..., "format": ...}` and answers `{"text": ...}` or `{"error": ...}`. Where it died the caller is
told so (`Abstain`), and the next question starts a new child with the same schema.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from typing import Any

from tests.judges.values import Abstain

CHILD = """
import json, os, sys
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")   # what the engine itself prints goes elsewhere
os.dup2(2, 1)
import chdb
con = chdb.connect(":memory:")
for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"text": con.query(asked["sql"], asked["format"]).bytes().decode("utf-8", "replace")}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), file=answers, flush=True)
os._exit(0)                                             # closing the engine may crash
"""


def missing() -> str | None:
    """Why there is no engine here; None where there is one."""
    if importlib.util.find_spec("chdb") is None:
        return "chdb is not installed (it has wheels for Linux and macOS; pip install chdb)"
    return None


class Refused(Exception):
    """The engine's own complaint about a statement."""


class Engine:
    """A child with the schema in it."""

    def __init__(self, schema: str) -> None:
        self.schema = schema
        self.child: subprocess.Popen[str] | None = None

    def start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", CHILD]
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        # Otherwise the tree shows a scalar subquery of an array or a tuple as a look-up by its hash.
        for statement in ["SET enable_scalar_subquery_optimization = 0", *split(self.schema)]:
            self.ask(statement)
        return self.child

    def ask(self, sql: str, format: str = "TSVRaw") -> str:
        """The answer as text; `Refused` where the engine complains, `Abstain` where it died."""
        child = self.child or self.start()
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(json.dumps({"sql": sql, "format": format}) + "\n")
            line = child.stdout.readline()
        except OSError:
            line = ""
        if not line:
            self.close()
            raise Abstain("the engine died")
        answer: dict[str, str] = json.loads(line)
        if "error" in answer:
            raise Refused(" ".join(answer["error"].split()))
        return answer["text"]

    def rows(self, sql: str) -> list[dict[str, Any]]:
        lines = self.ask(sql, "JSONEachRow").split("\n")  # a string may hold U+2028
        return [json.loads(line) for line in lines if line]

    def close(self) -> None:
        if self.child is not None:
            self.child.kill()
            self.child.communicate()
            self.child = None


def split(script: str) -> list[str]:
    """The statements of a file in which a semicolon at the end of a line ends a statement."""
    text = "\n".join(line for line in script.splitlines() if not line.startswith("--"))
    return [part.strip() for part in (text + "\n").split(";\n") if part.strip()]
