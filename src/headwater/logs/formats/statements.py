"""A table of statements that somebody made: JSON or CSV, with columns of any names.

Well-known column names are recognised; the user's mapping overrides them. A new name goes into `NAMES`. A mapping that
names a missing column is an error that lists the columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from headwater import dialects
from headwater.logs.entry import FileContext, clean
from headwater.logs.formats.format import RecordFormat
from headwater.logs.header import dialect_name
from headwater.logs.records import Record, Row
from headwater.logs.times import moment
from headwater.rows.steps import Entry

NAMES: dict[str, tuple[str, ...]] = {
    field: tuple(names.split())
    for field, names in {
        "text": "query_text sql_text statement_text querytext sqltext query sql statement text",
        "entry": "query_id statement_id execution_id id",
        "dialect": "dialect sql_dialect engine",
        "database": "default_database current_database database default_schema current_schema schema_name schema",
        "target": "target target_table destination_table",
        "at": "timestamp start_time event_time query_start_time creation_time created_at executed_at time ts at",
        "user": "user_name username user_email user",
        "job": "job job_id job_name task task_id task_name pipeline",
        "session": "session_id session",
        "status": "status state",
    }.items()
}
DONE = frozenset({"done", "success", "succeeded", "successful", "finished", "ok", "complete", "completed", "true"})
FAILED = frozenset({"failed", "failure", "fail", "error", "exception", "canceled", "cancelled", "aborted", "false"})


def map_columns(names: Sequence[str], mapping: Mapping[str, str]) -> dict[str, str]:
    """Which column fills which field: the user's mapping, else the first well-known name.

    >>> map_columns(["ID", "Query", "who"], {"user": "who"})
    {'text': 'Query', 'entry': 'ID', 'user': 'who'}
    """
    folded = {name.strip().lower(): name for name in reversed(names)}
    columns = {}
    for field, well_known in NAMES.items():
        candidates = (mapping[field].strip().lower(),) if field in mapping else well_known
        if column := next((folded[candidate] for candidate in candidates if candidate in folded), None):
            columns[field] = column
    return columns


def missing(names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    """What to tell a user whose mapping names a column that is not there, or whose table has no text."""
    listing = f"The columns are: {', '.join(names[:60])}{', …' if len(names) > 60 else ''}."
    filled = map_columns(names, mapping)
    for field, column in mapping.items():
        if field not in filled:
            return f"Column {column!r}, mapped to {field!r}, does not exist. {listing}"
    return None if "text" in filled else f"No column is known to hold the statements; map one to 'text'. {listing}"


def _claims(record: Record) -> bool:
    return True  # the last format: it reports what is missing


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    mapping = context.settings.columns
    names = list(dict.fromkeys(name for row in rows for name in row.record))
    optional = mapping if context.complete else {name: mapping[name] for name in mapping if name == "text"}
    if why := missing(names, optional):
        yield context.unread(
            rows[0].number if len(rows) == 1 else "", f"{len(rows)} records: {why}" if len(rows) > 1 else why
        )
        return
    columns = map_columns(names, mapping)
    for number, record in rows:
        yield _entry(number, {field: record.get(column) for field, column in columns.items()}, columns, context)


def _entry(number: int, values: dict[str, Any], columns: dict[str, str], context: FileContext) -> Entry:
    id_ = values.get("entry") or number
    dialect = dialect_name(clean(values.get("dialect")))
    if dialect is None and clean(values.get("dialect")) and columns["dialect"].lower() != "engine":
        # the engine of a table may be what runs Hive; a dialect is a dialect
        return context.unread(
            id_, f"Unknown dialect {values['dialect']!r}. Supported dialects: {', '.join(dialects.NAMES)}."
        )
    status = (clean(values.get("status")) or "").lower()
    return context.statement(
        id_,
        values.get("text"),
        dialect=dialect,
        database=values.get("database"),
        target=values.get("target"),
        at=moment(values.get("at")),
        user=values.get("user"),
        job=values.get("job"),
        session=values.get("session"),
        status="done" if status in DONE else "failed" if status in FAILED else "unknown",
    )


FORMAT = RecordFormat("statements", "a table of statements (JSON, CSV)", _claims, _entries)
