"""BigQuery's INFORMATION_SCHEMA.JOBS, exported as JSON or CSV.

A script has a row of its own and one for each statement that it ran. Those that ran are taken, since they hold what
EXECUTE IMMEDIATE made; the script itself only where none of them is in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from headwater.logs.entry import FileContext, clean
from headwater.logs.formats.format import RecordFormat, dotted, get
from headwater.logs.records import Record, Row, parse
from headwater.logs.times import moment
from headwater.rows.steps import Entry

_OURS = (
    "statement_type",
    "job_type",
    "destination_table",
    "user_email",
    "creation_time",
    "parent_job_id",
    "total_slot_ms",
)


_PARTITION = re.compile(r"[$@][\w-]*$")
"""orders$20240501 is a partition of orders, orders@1714521600000 what it was."""


def _claims(record: Record) -> bool:
    return "job_id" in record and "query" in record and sum(name in record for name in _OURS) >= 2


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    parents = {clean(row.record.get("parent_job_id")) for row in rows}
    for number, record in rows:
        if record["query"] is None and record.get("job_type", "QUERY") != "QUERY":
            continue  # a load, a copy, an extract: no SQL
        if record.get("statement_type") == "SCRIPT" and clean(record["job_id"]) in parents:
            continue
        yield context.statement(
            record["job_id"] or number,
            record["query"],
            dialect="googlesql",
            database=project_default(record.get("project_id")),
            target=target(record.get("statement_type"), destination(record.get("destination_table"))),
            at=moment(record.get("creation_time")) or moment(record.get("start_time")),
            user=record.get("user_email"),
            job=record.get("parent_job_id") or record["job_id"],
            # the statements of a script share its temporary tables
            session=get(_struct(record.get("session_info")), "session_id") or record.get("parent_job_id"),
            status=_status(record),
            referenced=None
            if record.get("cache_hit") in (True, "true")
            else referenced(record.get("referenced_tables")),
        )


def _status(record: Record) -> str:
    if _struct(record.get("error_result")):
        return "failed"
    return "done" if record.get("state", "DONE") == "DONE" else "unknown"


def referenced(tables: Any, views: Any = None) -> str | None:
    """The tables, and the views, that a job names as read; None where it names none.

    Temporary tables and results (`_script…`, `anon…`) are the job's own affair, INFORMATION_SCHEMA is no table.

    >>> referenced([{"project_id": "p", "dataset_id": "d", "table_id": "orders$20240501"}])
    'p.d.orders'
    """
    names = dict.fromkeys(_names(tables)) | {f"view:{name}": None for name in _names(views)}
    return "\n".join(names) or None


def _names(value: Any) -> Iterator[str]:
    value = _struct(value)
    value = get(value, "list") or value  # as BigQuery writes lists to Parquet: {"list": [{"element": …}]}
    for item in value if isinstance(value, list) else ():
        parts = destination(get(item, "element") or item)
        if parts is None or len(parts) != 3 or not all(parts):
            continue
        project, dataset, table = map(str, parts)
        if not dataset.startswith("_") and not table.startswith("anon") and dataset.upper() != "INFORMATION_SCHEMA":
            yield f"{project}.{dataset}.{_PARTITION.sub('', table)}"


def destination(value: Any) -> tuple[Any, ...] | None:
    """Project, dataset and table that a job wrote: a struct, in the spelling of either API, or a path."""
    value = _struct(value)
    if isinstance(value, str):  # projects/p/datasets/d/tables/t
        parts = value.split("/")
        return tuple(parts[1::2]) if parts[::2] == ["projects", "datasets", "tables"] else None
    pairs = (("project_id", "projectId"), ("dataset_id", "datasetId"), ("table_id", "tableId"))
    names = tuple(get(value, snake) or get(value, camel) for snake, camel in pairs)
    return names if names[-1] else None


def target(statement_type: Any, to: tuple[Any, ...] | None) -> str | None:
    """What a SELECT fills. Every SELECT has a destination: most are anonymous tables that hold a result for a day."""
    if to is None or len(to) != 3 or statement_type not in ("SELECT", None):
        return None
    project, dataset, table = to
    anonymous = str(dataset).startswith("_") or str(table).startswith("anon")
    return None if anonymous else dotted(project, dataset, _PARTITION.sub("", str(table)))


def project_default(project: Any) -> str | None:
    """The project that a job ran in completes `dataset.table`, as a default database without a dataset.

    >>> project_default("my-project")
    'my-project.'
    """
    name = dotted(project)
    return f"{name}." if name else None


def _struct(value: Any) -> Any:
    """A struct, or a list of them, may be text inside a CSV."""
    if isinstance(value, str) and value.startswith(("{", "[")):
        try:
            return parse(value)
        except ValueError:
            return None
    return value


FORMAT = RecordFormat("bigquery", "BigQuery `INFORMATION_SCHEMA.JOBS`", _claims, _entries)
