"""What an event log tells of executions that have no SQL in it: DataFrame programs, and what `spark.sql` ran.

Spark logs where an execution was called from and its physical plan, with the names and places of tables, and not its
text. Such an execution is not read, and says what it was: the way to its lineage is to capture its plan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from headwater.logs.entry import clean
from headwater.logs.formats.format import get
from headwater.logs.records import Record

_SCAN = re.compile(r"(?:Batch)?Scan(?: +\w+)? +([\w`.-]+\.[\w`.-]+)\s*$|BatchScan +(\S+)")
_LOCATION = re.compile(r"\[([^,\]\s]+)")
_WRITES = re.compile(r"Execute (?:InsertInto|CreateDataSourceTableAsSelect|SaveInto|SaveAs|OptimizedCreateHiveTable)")
_WRITTEN = re.compile(r"Command\s+(`[^,\[]+`|[\w+.-]+:/[^,\s]+)")
_MOST = 5
CAPTURE = "Spark does not log its SQL. To read it, capture the plans: headwater.spark.capture"


def is_sql_call(record: Record) -> bool:
    """Whether an execution is a call of `spark.sql`."""
    return bool(re.search(r"\bSparkSession\.sql\(", str(record.get("details"))))


def describe(records: list[Record]) -> str:
    """One execution, with its parts, in a line: what it was, what it read and wrote, and what to do."""
    first = records[0]
    what = "a statement of spark.sql" if is_sql_call(first) else "a DataFrame execution"
    reads = list(dict.fromkeys(name for record in records for name in _reads(record.get("sparkPlanInfo"))))
    writes = list(dict.fromkeys(name for record in records for name in _writes(record.get("sparkPlanInfo"))))
    parts = [f"{what} ({clean(first.get('description')) or 'without a description'})"]
    parts += [f"reads {_listed(reads)}"] if reads else []
    parts += [f"writes {_listed(writes)}"] if writes else []
    return f"{', '.join(parts)}. {CAPTURE}."


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more


def _nodes(plan: Any) -> Iterator[Record]:
    waiting = [plan]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            children = node.get("children")
            waiting.extend(children[::-1] if isinstance(children, list) else [])


def _reads(plan: Any) -> Iterator[str]:
    for node in _nodes(plan):
        name = str(node.get("nodeName"))
        if match := _SCAN.match(name):
            yield (match[1] or match[2]).replace("`", "")
        elif "Scan" in name and (place := _LOCATION.search(str(get(node, "metadata", "Location") or ""))):
            yield place[1]


def _writes(plan: Any) -> Iterator[str]:
    for node in _nodes(plan):
        if _WRITES.match(str(node.get("nodeName"))) and (match := _WRITTEN.search(str(node.get("simpleString")))):
            yield match[1].replace("`", "").strip()
