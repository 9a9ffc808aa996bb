"""The columns of DuckDB's own functions and views, as headwater knows them, against the engine's."""

from __future__ import annotations

from pathlib import Path

import duckdb

import headwater
from headwater.dialects.duckdb.system_views import system_columns

ARGUMENTS = {
    "glob": "'*'",
    "parquet_bloom_probe": "'{0}/a.parquet', 'id', 1",
    "pragma_show": "'o'",
    "pragma_storage_info": "'o'",
    "pragma_table_info": "'o'",
    "read_blob": "'*'",
    "read_text": "'*'",
    "sniff_csv": "'{0}/a.csv'",
}
"""What a function must be given to be asked for its columns; readers of one kind of file are given one."""


def arguments(name: str) -> str:
    kinds = {"parquet_": "parquet", "read_json": "json", "read_ndjson": "json"}
    ending = next((kind for start, kind in kinds.items() if name.startswith(start)), "")
    return ARGUMENTS.get(name, f"'{{0}}/a.{ending}'" if ending else "")


def test_columns_are_the_engine_s(tmp_path: Path) -> None:
    con = duckdb.connect()
    con.execute("CREATE TABLE o (id INTEGER)")
    for kind in ("csv", "parquet", "json"):
        con.execute(f"COPY (SELECT 1 AS id) TO '{tmp_path}/a.{kind}'")
    wrong = {}
    for name, columns in system_columns().items():
        source = name if "." in name else f"{name}({arguments(name).format(tmp_path)})"
        result = [row[0] for row in con.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()]
        if result != [column.name for column in columns]:
            wrong[name] = result
    assert not wrong


def test_nested_types_are_the_engine_s() -> None:
    con = duckdb.connect()
    result = dict(
        con.execute("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM duckdb_tables())").fetchall()
    )
    said = {
        column.name: column.type_text for column in system_columns()["duckdb_tables"] if column.type_text != "unknown"
    }
    assert said == {name: kind.replace(", ", ",") for name, kind in result.items() if "(" in kind or "[" in kind}


def test_a_view_over_them_has_their_columns() -> None:
    sql = "CREATE VIEW v AS FROM information_schema.tables; FROM v"
    columns = [one.name for one in headwater.analyze(sql, dialect="duckdb").statements[-1].columns]
    assert columns == [column[0] for column in duckdb.connect().execute(sql).description]
