"""Spark's side of a replay: a session per script. The analysed plan tells a statement; what later ones need is run."""

from __future__ import annotations

import json
import re

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from tests.judges.replay.verdicts import Expected, Refused
from tests.judges.spark.commands import SILENT, answer
from tests.judges.spark.engine import Engine
from tests.judges.spark.tree import parsed
from tests.judges.values import Abstain, Source

_RUN = re.compile(r"^\s*(?:CREATE|DECLARE|SET|USE|CACHE|DROP|ALTER|RESET|REPLACE|UNCACHE|REFRESH)\b", re.IGNORECASE)
"""What later statements see; rows do not matter."""


class Spark:
    """One Java for all scripts."""

    dialect = "spark"
    missing = re.compile(r"table or view (?:`\w+`\.)*`([^`]+)` cannot be found")
    fold_views = False

    def __init__(self) -> None:
        self.engine = Engine("")
        self.session = self.engine.spark

    @staticmethod
    def adapted(sql: str) -> str:
        """Statements run as they are."""
        return sql

    @staticmethod
    def fold(name: str) -> str:
        """Spark compares names without case."""
        return name.lower()

    def open(self) -> list[str]:
        """A new session, without what the script before made."""
        for kind, name in sorted(self.engine.objects() - self.engine.known, reverse=True):
            try:
                self.engine.spark.sql(f"DROP {kind} {name}" + (" CASCADE" if kind == "DATABASE" else ""))
            except (PySparkException, Py4JError):
                continue
        self.session = self.engine.spark.newSession()
        return []

    def run(self, sql: str) -> None:
        """Run what later statements see."""
        if not _RUN.match(sql):
            return
        try:
            self.session.sql(sql)
        except (PySparkException, Py4JError) as error:
            raise Refused(str(error).split("\n")[0][:300]) from error

    def ask(self, sql: str) -> Expected | None:
        """What a statement's outputs are made of; None where it moves no data."""
        try:
            plan = self.engine.plan(self.session, sql)
            nodes, text = json.loads(plan.toJSON()), plan.toString()
        except (PySparkException, Py4JError) as error:
            raise Refused(str(error).split("\n")[0][:300]) from error
        root = parsed(nodes)
        if root.kind in SILENT or (root.kind.endswith("Command") and root.kind not in _WRITES):
            return None
        try:
            told, _ = answer(nodes, text)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as error:
            raise Abstain(f"unknown shape: {type(error).__name__} {error}") from error
        if told is None:
            return None
        names = [str(name) for name, _ in told["columns"]]
        sources: list[frozenset[Source]] = [
            frozenset((self.fold(str(leaf[0])).rpartition(".")[2], self.fold(str(leaf[1]))) for leaf in leaves)
            for _, leaves in told["columns"]
        ]
        by_name = told["kind"] not in ("SELECT", "CREATE_TABLE", "CREATE_VIEW")
        return Expected(names, sources, by_name=by_name)

    def close(self) -> None:
        """End Java."""
        self.engine.__exit__(None, None, None)


_WRITES = {
    "InsertIntoHadoopFsRelationCommand",
    "InsertIntoDataSourceDirCommand",
    "CreateDataSourceTableAsSelectCommand",
    "CreateViewCommand",
}
