"""Catalogs out of an engine's own lists of columns: INFORMATION_SCHEMA.COLUMNS or COLUMN_FIELD_PATHS, as CSV or JSON.

One row a column: `table_schema`, `table_name`, `column_name`, `data_type`, and `table_catalog` where names have three
parts. COLUMN_FIELD_PATHS has a row for each field besides; the row of the column itself has the whole type, and is the
one that is taken. Names of columns are read without regard to case. Rows of one table come in the order of
`ordinal_position`, else as they stand.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from typing import Any

_NEEDED = ("table_name", "column_name")


def read_rows(text: str, suffix: str) -> list[dict[str, Any]] | None:
    """The rows of an export, with lower-case names; None where the text is none.

    >>> read_rows("TABLE_NAME,COLUMN_NAME\\nt,a\\n", ".csv")
    [{'table_name': 't', 'column_name': 'a'}]
    """
    if suffix == ".csv":
        records: Iterable[Any] = csv.DictReader(io.StringIO(text))
    elif suffix in (".jsonl", ".ndjson"):
        records = [json.loads(line) for line in text.splitlines() if line.strip()]
    else:
        records = json.loads(text)
        if not isinstance(records, list):
            return None
    rows = [
        {str(name).lower(): value for name, value in record.items()}
        for record in records
        if isinstance(record, Mapping)
    ]
    return rows if rows and all(name in rows[0] for name in _NEEDED) else None


def tables(rows: list[dict[str, Any]]) -> dict[str, dict[str, str]]:
    """Columns and their types by the names of tables.

    >>> tables([{"table_schema": "d", "table_name": "t", "column_name": "a", "data_type": "INT64"}])
    {'d.t': {'a': 'INT64'}}
    """
    known: dict[str, list[tuple[int, str, str]]] = {}
    for index, row in enumerate(rows):
        path = row.get("field_path")
        if path and path != row["column_name"]:
            continue
        if str(row.get("is_system_defined", "")).upper() == "YES":
            continue  # pseudo-columns, which every table has
        parts = (row.get(name) for name in ("table_catalog", "table_schema", "table_name"))
        name = ".".join(str(part) for part in parts if part)
        order = str(row.get("ordinal_position") or "")
        position = int(order) if order.isdigit() else index
        known.setdefault(name, []).append((position, str(row["column_name"]), str(row.get("data_type") or "unknown")))
    return {name: {label: kind for _, label, kind in sorted(columns)} for name, columns in known.items()}
