"""Everything that a session writes, with its lineage: tables, files and streams, whoever in the program wrote them.

    with capture(spark) as c:
        df.write.saveAsTable("sales.daily")
    c.statements[0].target                      # 'sales.daily'

Spark tells a listener of every query that ran, with its plan; streams tell another one when they start. Plans are
taken as they come, with what their JSON leaves out, and read when the block ends, or when `statements` is asked for.
One write fires several events: an inner one for the files of a table is left out, and so is a command that says again
what the one inside it said. Nothing of the program is changed, and an error in here never reaches it.

What is not seen: what another session writes, streams that ran before the block, and anything through Spark Connect,
which has plans as text alone; that is said by a diagnostic.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from headwater.answer import Analysis, Statement
from headwater.base.diagnostics import Diagnostic
from headwater.frontends import catalyst as plans
from headwater.frontends.catalyst.tree import simple
from headwater.spark.dataframe import CONNECT_HAS_NO_PLAN
from headwater.spark.listeners import Events, listen
from headwater.spark.session import is_connect

if TYPE_CHECKING:
    import os

    from pyspark.sql import SparkSession


class Capture:
    """The writes of the block. `statements` has one answer per target and query."""

    def __init__(self, events: Events | None, fold_views: bool, functions: Mapping[str, str] | None) -> None:
        self._events = events
        self._fold_views = fold_views
        self._functions = functions
        self._read = 0
        self._statements: list[Statement] = []
        self._plans: list[list[dict[str, Any]]] = []
        self._seen: set[tuple[str | None, str]] = set()
        self._unread = plans.unread(CONNECT_HAS_NO_PLAN).statements if events is None else []

    @property
    def statements(self) -> list[Statement]:
        """The answers so far, in the order of completed writes."""
        if self._events is not None:
            self._events.settle()
            for plan in self._events.plans[self._read :]:
                self._add(plan)
            self._read = len(self._events.plans)
        return self._statements

    def _add(self, plan: list[dict[str, Any]]) -> None:
        statement = plans.statement(
            plan, index=len(self._statements), fold_views=self._fold_views, functions=self._functions
        )
        once = (statement.target, statement.text)
        if once in self._seen or self._again(plan, statement):
            return
        self._seen.add(once)
        self._statements.append(statement)
        self._plans.append(plan)

    def _again(self, plan: list[dict[str, Any]], statement: Statement) -> bool:
        """SaveAsV1TableCommand ends after the command inside it, and names its table without the database."""
        if simple(plan[0]["class"]) not in _WRAPPERS or not self._statements or statement.target is None:
            return False
        before = self._statements[-1].target or ""
        return before == statement.target or before.endswith(f".{statement.target}")

    @property
    def analysis(self) -> Analysis:
        """The answers as one analysis, like that of `headwater.analyze`.

        A plan that could not be read is one of its statements, at level NONE.
        """
        read = self.statements
        lost = self._events.problems if self._events is not None else []
        statements = [*self._unread, *read, *(plans.unread(problem).statements[0] for problem in lost)]
        return Analysis(statements, plans.SOURCE if not statements else statements[0].source, plans.DIALECT)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of the answers, and of writes that could not be captured."""
        return self.analysis.diagnostics

    def to_dict(self) -> dict[str, Any]:
        """`{"statements": […]}`, as for SQL."""
        return self.analysis.to_dict()

    def write(self, path: str | os.PathLike[str]) -> int:
        """Write the captured plans to a file, one per line; returns how many.

        The file is a source for `headwater run`, and `headwater.frontends.catalyst.analyze` reads the `plan` of a line,
        both without the session.

        >>> with capture(spark) as c:                                              # doctest: +SKIP
        ...     df.write.saveAsTable("sales.daily")                                # doctest: +SKIP
        >>> c.write("plans.jsonl")                                                 # doctest: +SKIP
        1
        """
        count = len(self.statements)
        about = self._events.about if self._events is not None else {}
        with open(path, "w", encoding="utf-8") as out:
            for statement, plan in zip(self._statements, self._plans, strict=True):
                row = {
                    "target": statement.target,
                    "kind": statement.kind,
                    "text": statement.text,
                    "plan": plan,
                    **about,
                }
                out.write(json.dumps(row, separators=(",", ":")) + "\n")
        return count


_WRAPPERS = frozenset({"SaveAsV1TableCommand", "InsertIntoDataSourceDirCommand"})


@contextmanager
def capture(
    spark: SparkSession, *, fold_views: bool = False, functions: Mapping[str, str] | None = None
) -> Iterator[Capture]:
    """Capture the lineage of all writes of a session inside the block.

    `fold_views` traces through stored views; `functions` describes user-defined functions by name, like
    `Options(functions=…)` for SQL.

    >>> with capture(spark) as c:                                                  # doctest: +SKIP
    ...     spark.table("orders").groupBy("day").count().write.parquet("out")      # doctest: +SKIP
    >>> [(s.kind, s.target) for s in c.statements]                                 # doctest: +SKIP
    [('INSERT', 'parquet.out')]
    """
    if is_connect(spark):
        yield Capture(None, fold_views, functions)
        return
    with listen(spark) as events:
        captured = Capture(events, fold_views, functions)
        try:
            yield captured
        finally:
            events.settle()
    _ = captured.statements
