"""What `headwater.spark.capture` wrote: a line for each write of a session, with the plan that Spark analysed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.frontends.catalyst.packed import pack
from headwater.logs.entry import FileContext
from headwater.logs.formats.format import RecordFormat
from headwater.logs.records import Record, Row
from headwater.logs.times import moment
from headwater.rows.steps import Entry


def _claims(record: Record) -> bool:
    plan = record.get("plan")
    return isinstance(plan, list) and bool(plan) and isinstance(plan[0], dict) and "num-children" in plan[0]


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    for number, record in rows:
        yield context.statement(
            number,
            pack(record["plan"]),
            dialect="spark",
            at=moment(record.get("at")),
            user=record.get("user"),
            job=record.get("job"),
            status="done",  # what failed was not captured
        )


FORMAT = RecordFormat("captured", "plans stored by `headwater.spark.capture`", _claims, _entries)
