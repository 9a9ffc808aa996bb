"""The graph's tables from answers in memory: DuckDB runs the SQL that the pipeline runs on Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.rows.graph_sql import DUCKDB_MACROS, QUERIES, UNANSWERED_CODE, UNANSWERED_CODES, UNITS
from headwater.rows.warehouse import TABLES

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
) -> dict[str, pyarrow.Table]:
    """The tables of a snapshot, each with the schema of its record."""
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
    names = {name: name for name in (*relations, "units", *QUERIES)}
    tables: dict[str, pyarrow.Table] = {}
    with duckdb.connect() as db:
        for macro in DUCKDB_MACROS:
            db.execute(macro)
        for name, table in relations.items():
            db.register(name, table)
        for name, query in {"units": UNITS, **QUERIES}.items():
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
