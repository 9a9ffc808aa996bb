"""Hive's proto hook (HiveProtoLoggingHook): events of a query, submitted and completed, as records.

The hook writes sequence files of protobuf messages, which Hive itself reads as a table
(`sys.proto_hive_query_data`); what is read here are its rows as JSON or CSV, or the messages as protobuf's JSON: keys
in either spelling. The text stands in the event's other information, under QUERY, itself JSON. What was completed says
whether it failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from headwater.logs.entry import FileContext
from headwater.logs.formats.format import RecordFormat
from headwater.logs.records import Record, Row
from headwater.logs.times import moment
from headwater.rows.steps import Entry

_KINDS = frozenset({"QUERY_SUBMITTED", "QUERY_COMPLETED"})


def _folded(record: Record) -> dict[str, Any]:
    """Keys without case and underscores: hiveQueryId, hive_query_id, hivequeryid."""
    return {str(key).replace("_", "").lower(): value for key, value in record.items()}


def _claims(record: Record) -> bool:
    event = _folded(record)
    return event.get("eventtype") in _KINDS and "hivequeryid" in event


def _information(value: Any) -> dict[str, str]:
    """The other information: a map, a list of pairs, or either as a text."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return {}
    if isinstance(value, list):
        pairs = [item for item in value if isinstance(item, dict)]
        return {str(item.get("key")): str(item.get("value")) for item in pairs}
    return {str(key): str(item) for key, item in value.items()} if isinstance(value, dict) else {}


def _text(information: dict[str, str]) -> str | None:
    raw = information.get("QUERY")
    if raw is None:
        return None
    try:
        query = json.loads(raw)
    except ValueError:
        return raw
    text = query.get("queryText") if isinstance(query, dict) else None
    return text if isinstance(text, str) else None


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    submitted: dict[str, tuple[int, dict[str, Any], dict[str, str]]] = {}
    status: dict[str, str] = {}
    for number, record in rows:
        event = _folded(record)
        key = str(event.get("hivequeryid"))
        information = _information(event.get("otherinfo"))
        if event.get("eventtype") == "QUERY_COMPLETED":
            status[key] = "failed" if information.get("STATUS", "").lower() == "false" else "done"
        if _text(information) is not None:
            submitted.setdefault(key, (number, event, information))
    for key, (_, event, information) in submitted.items():
        yield context.statement(
            key,
            _text(information),
            dialect="hive",
            database=information.get("CURRENT_DATABASE"),
            at=moment(event.get("timestamp")),
            user=event.get("requestuser") or event.get("user"),
            status=status.get(key, "unknown"),
            session=information.get("SESSION_ID"),
        )


FORMAT = RecordFormat("hive-proto", "Hive `HiveProtoLoggingHook` events, as records", _claims, _entries)
