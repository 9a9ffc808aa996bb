"""The graph of a small run, finished by the driver: DuckDB runs the SQL that Spark runs on large ones.

A dozen small tables are a hundred jobs for Spark, and a second for the driver, which has room for what a few tasks
made. The tables are the same, row for row.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame

from headwater.batch import History
from headwater.rows.steps import ANALYSED, INGESTED
from headwater.rows.warehouse import TABLES

if TYPE_CHECKING:
    import pyarrow

    from headwater.spark.snapshots import Snapshots


def possible() -> bool:
    """Whether the driver has DuckDB, which is an extra."""
    return importlib.util.find_spec("duckdb") is not None


def tables(
    answers: DataFrame, units: DataFrame, ingested: DataFrame, history: History, mapping: Mapping[str, str]
) -> dict[str, pyarrow.Table]:
    """The tables of a snapshot."""
    from headwater.store.tables import graph_tables, history_rows, links

    return graph_tables(
        _arrow(ingested, INGESTED),
        _arrow(answers, ANALYSED),
        *history_rows(history),
        links(mapping),
        units.toArrow(),
    )


def carry_over(now: Mapping[str, pyarrow.Table], snapshots: Snapshots, ended: datetime) -> Mapping[str, pyarrow.Table]:
    """The same with what an earlier snapshot has."""
    from headwater.store import tables as store_tables

    before = snapshots.tables()
    if before is None:
        return now
    old = {name: _arrow(before[name], record) for name, record in TABLES.items()}
    return store_tables.carry_over(now, old, ended)


def _arrow(frame: DataFrame, record: Any) -> pyarrow.Table:
    """A step's rows at the driver, with the types of their record; what a step adds, `round`, stays."""
    import pyarrow as pa

    table = frame.toArrow()
    schema = {field.name: field.type for field in record.arrow_schema()}
    return table.cast(
        pa.schema([(name, schema.get(name, table.schema.field(name).type)) for name in table.schema.names])
    )
