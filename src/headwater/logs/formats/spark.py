"""Spark's event log: the statements of the Thrift server, of Spark Connect, and the executions whose description is the
SQL itself (the spark-sql shell sets it). A DataFrame program leaves its call site there, which is no SQL: its
executions are unread, and say what they were (`spark_plans`).

An operation of the Thrift server starts executions with its own text: they are the same run and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from headwater.logs.entry import FileContext, clean
from headwater.logs.formats.format import RecordFormat
from headwater.logs.formats.spark_plans import CAPTURE, describe
from headwater.logs.records import Record, Row
from headwater.logs.sql_text import looks_like_sql
from headwater.logs.times import moment
from headwater.rows.steps import Entry

_OPERATION = ("SparkListenerThriftServerOperation", "SparkListenerConnectOperation")
_EXECUTION = "SparkListenerSQLExecution"
_ENDED = {"Finish": "done", "Finished": "done", "Error": "failed", "Failed": "failed", "Canceled": "failed"}
# Spark Connect logs its request: … sql { query: "SELECT 1" } or sql_command { sql: "…" }
_REQUEST = re.compile(r'\bsql(?:_command)?\s*\{\s*(?:query|sql):\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)
_SERVER = re.compile("SparkExecuteStatementOperation|sql.connect.(?:execution|planner|service)")
_OCTAL = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


def _event(record: Record) -> str:
    return str(record.get("Event", "")).rsplit(".", 1)[-1]


def _claims(record: Record) -> bool:
    return _event(record).startswith("SparkListener")


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    app: Record = {}
    ended: dict[str | None, str] = {}
    for _, record in rows:
        event = _event(record)
        if event == "SparkListenerApplicationStart":
            app = record
        elif event == f"{_EXECUTION}End":
            ended[clean(record.get("executionId"))] = "failed" if record.get("errorMessage") else "done"
        elif event.startswith(_OPERATION) and (status := _ENDED.get(re.split("Operation", event, maxsplit=1)[-1])):
            ended.setdefault(_operation(record), status)
    parts: dict[str | None, list[Record]] = {}
    for _, record in rows:
        if _event(record) == f"{_EXECUTION}Start":
            parts.setdefault(_root(record), []).append(record)
    for number, record in rows:
        event = _event(record)
        common: dict[str, Any] = {
            "dialect": "spark",
            "at": moment(record.get("startTime") or record.get("eventTime") or record.get("time")),
            "job": app.get("App Name"),
        }
        if event.startswith(_OPERATION) and event.endswith(("OperationStart", "OperationStarted")):
            text, id_ = _statement(record), _operation(record)
            if text is None:
                yield context.unread(id_ or number, f"a plan of Spark Connect. {CAPTURE}.", **common)
                continue
            if "[truncated(size=" in text:
                yield context.unread(id_ or number, "Spark Connect cut the statement off in its event", dialect="spark")
                continue
        elif event == f"{_EXECUTION}Start" and _is_whole(record):
            text, id_ = clean(record.get("description")), clean(record.get("executionId"))
            if _of_server(record):
                continue
            if not looks_like_sql(text):
                yield context.unread(id_ or number, describe([record, *parts.get(id_, ())]), **common)
                continue
        else:
            continue
        yield context.statement(
            id_ or number,
            text,
            **common,
            user=record.get("userName") or app.get("User"),
            session=record.get("sessionId") or app.get("App ID"),
            status=ended.get(id_, "unknown"),
        )


def _operation(record: Record) -> str | None:
    return clean(record.get("id") or record.get("operationId") or record.get("jobTag"))


def _root(record: Record) -> str | None:
    """The execution that another is a part of; itself where it is whole."""
    root = clean(record.get("rootExecutionId"))
    return root if root is not None else clean(record.get("executionId"))


def _is_whole(record: Record) -> bool:
    return _root(record) == clean(record.get("executionId"))


def _of_server(record: Record) -> bool:
    """Whether the Thrift server or Spark Connect started an execution: its statement, or its session, is told apart."""
    return bool(_SERVER.search(str(record.get("details")))) or str(record.get("description")).startswith(
        "openSession at"
    )


def _statement(record: Record) -> str | None:
    statement: Any = record.get("statement")
    if statement is not None:
        return clean(statement)
    match = _REQUEST.search(clean(record.get("statementText")) or "")
    if match is None:
        return None
    return _OCTAL.sub(_letter, match[1].encode("utf-8", "replace")).decode("utf-8", "replace")


def _letter(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes((int(code, 8) & 255,)) if code.isdigit() else _LETTERS.get(code, code)


FORMAT = RecordFormat("spark", "Spark event logs", _claims, _entries)
