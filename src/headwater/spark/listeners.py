"""Listeners on a session: the plan of every command that ended well, and of every stream that started.

Called by Java on threads of its own, while the program goes on. A listener takes what it needs of a plan at once, since
Java's objects are gone later, and never raises: what went wrong is kept in `problems` and logged.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from headwater.frontends.catalyst.leaves import HANDLERS as LEAVES
from headwater.frontends.catalyst.tree import MARK, attribute_key, is_tree, simple
from headwater.frontends.catalyst.writes import SINKS
from headwater.spark.dataframe import first_line
from headwater.spark.plan_json import plan_with_marks

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_log = logging.getLogger("headwater")
_WAIT = 30_000
"""Milliseconds that events may take to arrive; Spark hands them out behind the program's back."""
INNER = "file source write"
"""The name of the event for the files of a table; the event of the table follows it."""
# Commands that have a plan inside and write nothing with it.
_NO_WRITE = frozenset(
    {
        "CacheTable", "CacheTableAsSelect", "CacheTableCommand", "UncacheTable", "ExplainCommand", "CommandResult",
        "DescribeQueryCommand", "AnalyzeColumnCommand", "AnalyzeTableCommand", "AnalyzeTable", "AnalyzeColumn",
        "DescribeRelation", "DescribeColumn", "ShowColumns", "ShowCreateTable", "CreateUserDefinedFunctionCommand",
    }
)  # fmt: skip


class Events:
    """What the listeners took, in order: plans with marks."""

    def __init__(self, spark: SparkSession) -> None:
        self.plans: list[list[dict[str, Any]]] = []
        self.problems: list[str] = []
        self._streams: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        self.about = {
            "at": datetime.now(UTC).isoformat(),
            "user": spark.sparkContext.sparkUser(),
            "job": spark.sparkContext.appName,
        }
        self._bus = spark.sparkContext._jsc.sc().listenerBus()

    def settle(self) -> None:
        """Wait until every event so far has arrived."""
        from py4j.protocol import Py4JError

        try:
            self._bus.waitUntilEmpty(_WAIT)
        except Py4JError as error:  # the session was stopped, or is busier than that
            self.problems.append(first_line(error))

    def query(self, name: str, execution: Any) -> None:
        """A query ended well."""
        if name == INNER:
            return
        plan = execution.analyzed()
        kind = str(plan.getClass().getSimpleName()).rstrip("$")
        if not self._writes(name, kind, plan):
            return
        described_plan = plan_with_marks(plan)
        if kind not in SINKS and not _reads(described_plan):
            return
        self._batches(described_plan)
        with self._lock:
            self.plans.append(described_plan)

    def _writes(self, name: str, kind: str, plan: Any) -> bool:
        if kind == "CreateViewCommand":
            return "TempView" not in str(plan.viewType().toString())
        return kind in SINKS or (name == "command" and kind not in _NO_WRITE)

    def _batches(self, plan: list[dict[str, Any]]) -> None:
        """The rows that a stream hands to foreachBatch are the rows of its plan."""
        if not self._streams:
            return
        for node in _nodes(plan):
            if simple(node["class"]) == "LogicalRDD":
                rows = self._streams.get(_keys(node.get("output")))
                if rows is not None:
                    node["rows"] = rows

    def stream(self, query: Any) -> None:
        """A stream started: its plan, under a command that says where it goes."""
        execution = query._jsq.streamingQuery()
        analysed = execution.analyzedPlan()
        plan = plan_with_marks(analysed)
        sink = execution.sink()
        kind = str(sink.getClass().getSimpleName())
        if kind == "ForeachBatchSink":
            output = analysed.output()
            keys = tuple(f"#{output.apply(i).exprId().id()}" for i in range(output.size()))
            self._streams[keys] = plan
            return
        mark = _sink(execution, sink, kind, query.name)
        command = {"class": "WriteToStream", "num-children": 1, "inputQuery": 0, MARK: mark}
        with self._lock:
            self.plans.append([command, *plan])


def _keys(output: Any) -> tuple[str, ...]:
    return tuple(attribute_key(attribute[0]) for attribute in output or () if is_tree(attribute))


def _reads(plan: list[dict[str, Any]]) -> bool:
    """Whether a plan reads anything that is stored."""
    return any(simple(node["class"]) in LEAVES and "output" in node for node in _nodes(plan))


def _nodes(plan: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The nodes of a plan, and of the plans inside its expressions; what a node is given is walked too."""
    stack: list[Any] = [plan]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, dict):
            if "num-children" in item:
                yield item
            stack.extend(value for value in item.values() if isinstance(value, list))


def _sink(execution: Any, sink: Any, kind: str, name: str | None) -> dict[str, Any]:
    """Where a stream goes: a table, a path, a table in memory, or the name of its sink."""
    from py4j.protocol import Py4JError

    try:
        table = _hidden(execution, "plan").catalogTable()
        if table.isDefined():
            identifier = table.get().identifier()
            return {"table": [*_option(identifier.database()), str(identifier.table())]}
    except Py4JError:
        _log.debug("the table of a stream could not be asked for", exc_info=True)
    if kind == "FileStreamSink":
        path = str(sink.toString()).removeprefix("FileSink[").removesuffix("]")
        try:
            form = str(_hidden(sink, "fileFormat").toString()).lower()
        except Py4JError:
            form = "file"
        return {"path": path, "format": form}
    if kind.startswith("Memory") and name:
        return {"table": [name]}
    return {"sink": str(sink.toString())[:200] or kind}


def _option(value: Any) -> list[str]:
    return [str(value.get())] if value.isDefined() else []


def _hidden(java: Any, name: str) -> Any:
    """A field that Java keeps to itself."""
    field = java.getClass().getDeclaredField(name)
    field.setAccessible(True)
    return field.get(java)


class _Queries:
    """Java calls this for every query that ended."""

    def __init__(self, events: Events) -> None:
        self._events = events

    def onSuccess(self, name: str, execution: Any, nanoseconds: int) -> None:
        """A query ended well."""
        try:
            self._events.query(name, execution)
        except Exception as error:  # noqa: BLE001 - nothing of ours may end the user's query
            _log.debug("a plan could not be taken", exc_info=True)
            self._events.problems.append(first_line(error))

    def onFailure(self, name: str, execution: Any, problem: Any) -> None:
        """A query failed: it wrote nothing that could be relied on."""

    class Java:
        """What this is to Java."""

        implements = ["org.apache.spark.sql.util.QueryExecutionListener"]  # noqa: RUF012 - py4j wants a list


@contextmanager
def listen(spark: SparkSession) -> Iterator[Events]:
    """Listen to a session, and its streams, until the end of the block."""
    from pyspark import SparkContext
    from pyspark.java_gateway import ensure_callback_server_started
    from pyspark.sql.streaming.listener import StreamingQueryListener

    events = Events(spark)

    class Streams(StreamingQueryListener):
        """Spark calls this for every stream."""

        def onQueryStarted(self, event: Any) -> None:
            try:
                query = spark.streams.get(str(event.id))
                if query is not None:
                    events.stream(query)
            except Exception as error:  # noqa: BLE001 - nothing of ours may end the user's stream
                _log.debug("the plan of a stream could not be taken", exc_info=True)
                events.problems.append(first_line(error))

        def onQueryProgress(self, event: Any) -> None:
            pass

        def onQueryIdle(self, event: Any) -> None:
            pass

        def onQueryTerminated(self, event: Any) -> None:
            pass

    gateway: Any = SparkContext._gateway
    started: Any = ensure_callback_server_started
    started(gateway)
    session: Any = spark._jsparkSession
    queries, streams = _Queries(events), Streams()
    session.listenerManager().register(queries)
    spark.streams.addListener(streams)
    try:
        yield events
    finally:
        events.settle()
        spark.streams.removeListener(streams)
        session.listenerManager().unregister(queries)
