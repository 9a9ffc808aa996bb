"""A table of statements that somebody made: JSON or CSV, with columns of any names.

Names that are well known are taken as they are, the user's mapping before them. A new one is a word in `NAMES`. A
mapping that names a column which is not there is told, with the columns that are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from headwater import dialects
from headwater.logs.entry import Place, clean
from headwater.logs.formats.format import RecordFormat
from headwater.logs.header import known
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


def columns_of(names: Sequence[str], mapping: Mapping[str, str]) -> dict[str, str]:
    """Which column fills which field: the user's word, else the first well-known name.

    >>> columns_of(["ID", "Query", "who"], {"user": "who"})
    {'text': 'Query', 'entry': 'ID', 'user': 'who'}
    """
    folded = {name.strip().lower(): name for name in reversed(names)}
    found = {}
    for field, well_known in NAMES.items():
        words = (mapping[field].strip().lower(),) if field in mapping else well_known
        if column := next((folded[word] for word in words if word in folded), None):
            found[field] = column
    return found


def missing(names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    """What to tell a user whose mapping names a column that is not there, or whose table has no text."""
    there = f"The columns are: {', '.join(names[:60])}{', …' if len(names) > 60 else ''}."
    found = columns_of(names, mapping)
    for field, column in mapping.items():
        if field not in found:
            return f"There is no column {column!r}, which is mapped to {field!r}. {there}"
    return None if "text" in found else f"No column is known to hold the statements; map one to 'text'. {there}"


def _claims(record: Record) -> bool:
    return True  # the last to be asked: it tells what is missing


def _entries(rows: Sequence[Row], place: Place) -> Iterator[Entry]:
    mapping = place.settings.columns
    names = list(dict.fromkeys(name for row in rows for name in row.record))
    optional = mapping if place.whole else {name: mapping[name] for name in mapping if name == "text"}
    if why := missing(names, optional):
        yield place.unread(
            rows[0].number if len(rows) == 1 else "", f"{len(rows)} records: {why}" if len(rows) > 1 else why
        )
        return
    columns = columns_of(names, mapping)
    for number, record in rows:
        yield _entry(number, {field: record.get(column) for field, column in columns.items()}, columns, place)


def _entry(number: int, said: dict[str, Any], columns: dict[str, str], place: Place) -> Entry:
    id_ = said.get("entry") or number
    dialect = known(clean(said.get("dialect")))
    if dialect is None and clean(said.get("dialect")) and columns["dialect"].lower() != "engine":
        # the engine of a table may be what runs Hive; a dialect is a dialect
        return place.unread(id_, f"There is no dialect {said['dialect']!r}. There are: {', '.join(dialects.NAMES)}.")
    status = (clean(said.get("status")) or "").lower()
    return place.statement(
        id_,
        said.get("text"),
        dialect=dialect,
        database=said.get("database"),
        target=said.get("target"),
        at=moment(said.get("at")),
        user=said.get("user"),
        job=said.get("job"),
        session=said.get("session"),
        status="done" if status in DONE else "failed" if status in FAILED else "unknown",
    )


FORMAT = RecordFormat("statements", "a table of statements (JSON, CSV)", _claims, _entries)
