"""Follow four statements through the code: which modules they touch, and how often they go from package to package.

    .venv/bin/python tools/walks.py [--modules]

Calls of headwater's own functions are counted while one statement is analysed for the second time, so that imports and
caches are out of the way. A *switch* is a call or return that leads from one package to another (bind, sql, dialects).
`docs/architecture.md` has the figures.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import headwater

WALKS = {
    "ClickHouse ARRAY JOIN": (
        "clickhouse",
        "CREATE TABLE events (id UInt64, n Int32, tags Array(String)) ENGINE = MergeTree ORDER BY id",
        "SELECT id, tag FROM events ARRAY JOIN tags AS tag WHERE n > 0",
    ),
    "Flink lookup join": (
        "flink",
        "CREATE TABLE orders (id INT, product STRING, proc_time AS PROCTIME()) WITH ('connector' = 'kafka');"
        "CREATE TABLE products (name STRING, price DOUBLE) WITH ('connector' = 'jdbc');"
        "CREATE TABLE sink (id INT, price DOUBLE) WITH ('connector' = 'print')",
        "INSERT INTO sink SELECT o.id, p.price FROM orders AS o "
        "JOIN products FOR SYSTEM_TIME AS OF o.proc_time AS p ON o.product = p.name",
    ),
    "Hive multi-insert": (
        "hive",
        "CREATE TABLE src (k INT, v STRING); CREATE TABLE a (k INT, v STRING); CREATE TABLE b (n BIGINT)",
        "FROM src INSERT INTO TABLE a SELECT k, upper(v) WHERE k > 0 "
        "INSERT OVERWRITE TABLE b SELECT count(*) GROUP BY k",
    ),
    "Spark MERGE": (
        "spark",
        "CREATE TABLE t (id INT, v STRING); CREATE TABLE u (id INT, v STRING)",
        "MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN UPDATE SET v = upper(u.v) "
        "WHEN NOT MATCHED THEN INSERT *",
    ),
}


class Trace:
    """What a statement touches: modules, and switches between packages."""

    def __init__(self) -> None:
        self.modules: dict[str, int] = {}
        self.switches = 0
        self._package = ""

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """One call or return of Python code."""
        if event not in ("call", "return"):
            return
        holder = frame if event == "call" else frame.f_back
        module = holder.f_globals.get("__name__", "") if holder is not None else ""
        if not module.startswith("headwater."):
            return
        if event == "call":
            self.modules[module] = self.modules.get(module, 0) + 1
        package = module.split(".")[1]
        if package != self._package:
            self.switches += 1
            self._package = package


def walk(dialect: str, ddl: str, sql: str) -> Trace:
    """Analyse a statement, and trace it the second time, with its edges."""
    catalog = headwater.Catalog.from_ddl(ddl, dialect=dialect)
    for traced in (False, True):
        trace = Trace()
        sys.setprofile(trace if traced else None)
        answer = headwater.analyze(sql, dialect=dialect, catalog=catalog)
        edges = [edge for statement in answer.statements for edge in statement.edges]
        sys.setprofile(None)
        assert edges
        assert answer.level.name == "EXACT", answer.diagnostics
    return trace


def length(module: str) -> int:
    """The lines of a module's file."""
    file = sys.modules[module].__file__
    return Path(file).read_text(encoding="utf-8").count("\n") if file is not None else 0


def main() -> None:
    """Print a line for each walk."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--modules", action="store_true", help="list the modules, with the number of calls")
    wanted = ask.parse_args()
    for name, (dialect, ddl, sql) in WALKS.items():
        trace = walk(dialect, ddl, sql)
        lines = sum(length(module) for module in trace.modules)
        print(f"{name:24} {len(trace.modules):4} modules of {lines:6,} lines {trace.switches:5} switches")
        if wanted.modules:
            for module, calls in trace.modules.items():
                print(f"    {module.removeprefix('headwater.'):40} {calls}")


if __name__ == "__main__":
    main()
