"""Hive's LineageLogger: a record for each query that ran, with the query's text.

Lines of hive.log have the logger's prefix before the record; both are read. The edges in the record are not used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.logs.entry import FileContext
from headwater.logs.formats.format import RecordFormat
from headwater.logs.records import Record, Row
from headwater.logs.times import moment
from headwater.rows.steps import Entry


def _claims(record: Record) -> bool:
    return "queryText" in record and ("version" in record or "edges" in record or "hash" in record)


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    for number, record in rows:
        yield context.statement(
            record.get("queryId") or number,  # the hash is the text's: two runs have the same
            record["queryText"],
            dialect="hive",
            database=record.get("database"),
            at=moment(record.get("timestamp")),
            user=record.get("user"),
            status="done",  # the hook is called after the query
        )


FORMAT = RecordFormat("hive-lineage", "Hive `LineageLogger` JSON", _claims, _entries)
