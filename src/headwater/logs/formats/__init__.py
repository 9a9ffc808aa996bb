"""The known log formats. A format is a record in its own module and a line here; the first that claims a row gets it.

`RECORDS` are logs of records (JSON or CSV in any shape): `claims` looks at one record, `entries` gets the rows that it
claimed, all of a file or one alone. `TEXTS` are logs of lines: `claims` looks at the beginning, `entries` gets each
line.
"""

from __future__ import annotations

from headwater.logs.formats import (
    bigquery,
    bigquery_audit,
    captured,
    clickhouse,
    dbt,
    duckdb,
    flink,
    hive,
    hive_proto,
    hive_server,
    spark,
)
from headwater.logs.formats import statements as tables
from headwater.logs.formats.format import RecordFormat, TextFormat

RECORDS: tuple[RecordFormat, ...] = (
    clickhouse.FORMAT,
    bigquery.FORMAT,
    bigquery_audit.FORMAT,
    hive.FORMAT,
    hive_proto.FORMAT,
    spark.FORMAT,
    duckdb.FORMAT,
    dbt.MANIFEST,
    dbt.CATALOG,
    captured.FORMAT,
    tables.FORMAT,
)
TEXTS: tuple[TextFormat, ...] = (hive_server.FORMAT, flink.FORMAT, duckdb.PRINTED, duckdb.PLAIN)

__all__ = ["RECORDS", "TEXTS", "RecordFormat", "TextFormat"]
