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
from headwater.spark.dataframe import CONNECT
from headwater.spark.listeners import Events, listen
from headwater.spark.session import is_connect

if TYPE_CHECKING:
    import os

    from pyspark.sql import SparkSession


class Capture:
    """What was written while the block ran. `statements` has one answer for each target and query."""

    def __init__(self, events: Events | None, fold_views: bool, functions: Mapping[str, str] | None) -> None:
        self._events = events
        self._fold_views = fold_views
        self._functions = functions
        self._read = 0
        self._statements: list[Statement] = []
        self._plans: list[list[dict[str, Any]]] = []
        self._seen: set[tuple[str | None, str]] = set()
        self._unread = plans.unread(CONNECT).statements if events is None else []

    @property
    def statements(self) -> list[Statement]:
        """The answers so far, in the order in which the writes ended."""
        if self._events is not None:
            self._events.settle()
            for plan in self._events.plans[self._read :]:
                self._add(plan)
            self._read = len(self._events.plans)
        return self._statements

    def _add(self, plan: list[dict[str, Any]]) -> None:
        found = plans.statement(
            plan, index=len(self._statements), fold_views=self._fold_views, functions=self._functions
        )
        once = (found.target, found.text)
        if once in self._seen or self._again(plan, found):
            return
        self._seen.add(once)
        self._statements.append(found)
        self._plans.append(plan)

    def _again(self, plan: list[dict[str, Any]], found: Statement) -> bool:
        """SaveAsV1TableCommand ends after the command inside it, and names its table without the database."""
        if simple(plan[0]["class"]) not in _AROUND or not self._statements or found.target is None:
            return False
        before = self._statements[-1].target or ""
        return before == found.target or before.endswith(f".{found.target}")

    @property
    def analysis(self) -> Analysis:
        """The answers as one analysis, as `headwater.analyze` gives it; a plan that could not be taken is one of them,
        at level NONE.
        """
        read = self.statements
        lost = self._events.problems if self._events is not None else []
        found = [*self._unread, *read, *(plans.unread(one).statements[0] for one in lost)]
        return Analysis(found, plans.SOURCE if not found else found[0].source, plans.DIALECT)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What there is to know about the answers, and about what could not be seen."""
        return self.analysis.diagnostics

    def to_dict(self) -> dict[str, Any]:
        """`{"statements": […]}`, as for SQL."""
        return self.analysis.to_dict()

    def write(self, path: str | os.PathLike[str]) -> int:
        """Keep the plans that were captured, a line each; gives how many. The file is a source for `headwater run`, and
        `headwater.frontends.catalyst.analyze` reads the `plan` of a line, both without the session.

        >>> with capture(spark) as c:                                              # doctest: +SKIP
        ...     df.write.saveAsTable("sales.daily")                                # doctest: +SKIP
        >>> c.write("plans.jsonl")                                                 # doctest: +SKIP
        1
        """
        count = len(self.statements)
        about = self._events.about if self._events is not None else {}
        with open(path, "w", encoding="utf-8") as out:
            for found, plan in zip(self._statements, self._plans, strict=True):
                row = {"target": found.target, "kind": found.kind, "text": found.text, "plan": plan, **about}
                out.write(json.dumps(row, separators=(",", ":")) + "\n")
        return count


_AROUND = frozenset({"SaveAsV1TableCommand", "InsertIntoDataSourceDirCommand"})


@contextmanager
def capture(
    spark: SparkSession, *, fold_views: bool = False, functions: Mapping[str, str] | None = None
) -> Iterator[Capture]:
    """Lineage of everything that a session writes inside the block.

    `fold_views` goes on through stored views; `functions` says what functions of the program do with their arguments,
    by name, as `Options(functions=…)` does for SQL.

    >>> with capture(spark) as c:                                                  # doctest: +SKIP
    ...     spark.table("orders").groupBy("day").count().write.parquet("out")      # doctest: +SKIP
    >>> [(s.kind, s.target) for s in c.statements]                                 # doctest: +SKIP
    [('INSERT', 'parquet.out')]
    """
    if is_connect(spark):
        yield Capture(None, fold_views, functions)
        return
    with listen(spark) as events:
        found = Capture(events, fold_views, functions)
        try:
            yield found
        finally:
            events.settle()
    _ = found.statements
