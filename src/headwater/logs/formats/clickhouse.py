"""ClickHouse's system.query_log, in any of its output formats.

A query has a row when it starts and one when it ends; the one that ends it is taken. What a server asks of others
for a distributed query (is_initial_query = 0) is not what somebody wrote, and is left out; so is the server's own
writing out of inserts that it gathered (query_kind AsyncInsertFlush), each of which has its own row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.logs.entry import FileContext
from headwater.logs.formats.format import RecordFormat
from headwater.logs.records import Record, Row
from headwater.logs.times import moment
from headwater.rows.steps import Entry

_STATUS = {
    "QueryFinish": "done",
    "ExceptionBeforeStart": "failed",
    "ExceptionWhileProcessing": "failed",
    "2": "done",
    "3": "failed",
    "4": "failed",
}
_START = frozenset({"QueryStart", "1"})
_TIMES = ("query_start_time_microseconds", "query_start_time", "event_time_microseconds", "event_time")


def _claims(record: Record) -> bool:
    if not {"type", "query", "query_id"} <= record.keys():
        return False
    kind = str(record["type"])
    return kind in _STATUS or kind in _START or kind.startswith("Enum8(")


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    for number, record in rows:
        status = _STATUS.get(str(record["type"]))
        if status is None or str(record.get("is_initial_query", 1)) in ("0", "False", "false"):
            continue  # …WithNamesAndTypes has a row of types, which ends here too
        if record.get("query_kind") == "AsyncInsertFlush":
            continue
        yield context.statement(
            record["query_id"] or number,
            record["query"],
            dialect="clickhouse",
            database=record.get("current_database"),
            at=next(filter(None, (moment(record.get(name)) for name in _TIMES)), None),
            user=record.get("user"),
            job=record.get("log_comment"),
            session=record.get("session_id"),
            status=status,
        )


FORMAT = RecordFormat("clickhouse", "ClickHouse `system.query_log`", _claims, _entries)
