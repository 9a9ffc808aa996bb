"""The graph's tables from answers in memory: DuckDB runs the SQL that the pipeline runs on Spark."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from headwater.batch import History
from headwater.batch.schema_rows import listed_columns, listed_datasets, other_names
from headwater.rows.check_sql import CHECKS, USED_NAMES
from headwater.rows.graph_sql import CARRY_OVER, DUCKDB_MACROS, QUERIES, UNANSWERED_CODE, UNANSWERED_CODES, UNITS
from headwater.rows.record import Record
from headwater.rows.steps import NAMED
from headwater.rows.warehouse import COLUMNS, TABLES

if TYPE_CHECKING:
    import pyarrow

_ORDER = {
    "statements": "source, entry, number, statement",
    "datasets": "system, name",
    "columns": "system, dataset, ordinal, name, id",
    "coverage": "dialect",
}


def graph_tables(
    ingested: pyarrow.Table,
    answers: pyarrow.Table,
    listed_datasets: pyarrow.Table,
    listed_columns: pyarrow.Table,
    links: pyarrow.Table,
    units: pyarrow.Table | None = None,
) -> dict[str, pyarrow.Table]:
    """The tables of a snapshot, each with the schema of its record. Without `units` they are those of `ingested`."""
    import duckdb
    import pyarrow as pa

    relations = {
        "ingested": ingested,
        "answers": answers,
        "listed_datasets": listed_datasets,
        "listed_columns": listed_columns,
        "links": links,
        "unanswered_codes": pa.table(list(zip(*UNANSWERED_CODES, strict=True)), UNANSWERED_CODE.arrow_schema()),
    }
    queries = {"used_names": USED_NAMES, "checks": CHECKS, **QUERIES}
    if units is None:
        queries = {"units": UNITS, **queries}
    else:
        relations["units"] = units
    names = {name: name for name in (*relations, *queries)}
    tables: dict[str, pyarrow.Table] = {}
    with duckdb.connect() as db:
        for macro in DUCKDB_MACROS:
            db.execute(macro)
        for name, table in relations.items():
            db.register(name, table)
        for name, query in queries.items():
            text = query.format_map(names)
            record = TABLES.get(name)
            if record is None:
                db.execute(f"CREATE TEMP TABLE {name} AS {text}")
                continue
            fields = ", ".join(f'"{field}"' for field in record.names)
            rows = db.sql(f"SELECT {fields} FROM ({text}) ORDER BY {_ORDER.get(name, 'ALL')}")
            tables[name] = rows.to_arrow_table().cast(record.arrow_schema())
            db.register(name, tables[name])
    return {name: tables[name] for name in TABLES}


def history_rows(history: History) -> tuple[pyarrow.Table, pyarrow.Table]:
    """The datasets and the columns that a history lists."""
    return _listed(history, listed_datasets, NAMED), _listed(history, listed_columns, COLUMNS)


def _listed(history: History, rows: Any, record: Record) -> pyarrow.Table:
    import pyarrow as pa

    schema = record.arrow_schema().remove_metadata()
    batches = [batch.replace_schema_metadata(None) for batch in rows(history.latest().to_batches())]
    return pa.Table.from_batches(batches).cast(schema) if batches else schema.empty_table()


def links(mapping: Mapping[str, str]) -> pyarrow.Table:
    """(id, also): the other names of a dataset."""
    import pyarrow as pa

    rows = other_names(mapping)
    return pa.table(
        {
            "id": pa.array([id_ for id_, _ in rows], pa.int64()),
            "also": pa.array([names for _, names in rows], pa.list_(pa.string())),
        }
    )


def carry_over(
    now: Mapping[str, pyarrow.Table], before: Mapping[str, pyarrow.Table], ended: datetime
) -> dict[str, pyarrow.Table]:
    """The tables with the rows that only an earlier snapshot has: they ended at the latest by `ended`."""
    import duckdb

    merged = dict(now)
    with duckdb.connect() as db:
        db.execute("SET TimeZone = 'UTC'")
        for name, record in TABLES.items():
            query = CARRY_OVER.get(name)
            if query is None:
                continue
            for relation, table in (("now", now[name]), ("before", before[name]), ("statements", now["statements"])):
                db.register(relation, table)
            text = query.format(now="now", before="before", statements="statements")
            rows = db.sql(text, params={"ended": ended} if "$ended" in text else None)
            merged[name] = rows.to_arrow_table().cast(record.arrow_schema())
    return merged
