"""The tables in shapes that others know: Unity Catalog's lineage tables, and an information schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from headwater.cli import app
from headwater.store import Snapshot, snapshot
from headwater.store.sql import run_sql
from tests.store.small import make

SQL = {
    "duckdb/a.sql": """
        CREATE TABLE "a.b"."C d" (x INT, y INT);
        CREATE VIEW v AS SELECT x FROM "a.b"."C d";
        INSERT INTO lake.raw.events SELECT * FROM 'in/f.parquet';
        SELECT x FROM v;
    """,
    "hive/b.sql": "CREATE TABLE ods.t (a INT); INSERT INTO dws.s SELECT max(a) AS m FROM ods.t",
}
COMMON = [
    "account_id",
    "metastore_id",
    "workspace_id",
    "entity_type",
    "entity_id",
    "entity_run_id",
    "source_table_full_name",
    "source_table_catalog",
    "source_table_schema",
    "source_table_name",
    "source_path",
    "source_type",
    "target_table_full_name",
    "target_table_catalog",
    "target_table_schema",
    "target_table_name",
    "target_path",
    "target_type",
    "created_by",
    "event_time",
    "event_date",
    "record_id",
    "event_id",
    "statement_id",
    "entity_metadata",
]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return snapshot(make(tmp_path_factory.mktemp("views"), SQL))


def rows(stored: Snapshot, query: str) -> list[dict[str, Any]]:
    answer = run_sql(stored, query)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def test_the_lineage_tables_have_the_columns_of_unity_catalog(stored: Snapshot) -> None:
    tables = run_sql(stored, "FROM table_lineage LIMIT 0").columns
    assert list(tables[: len(COMMON)]) == COMMON
    columns = list(run_sql(stored, "FROM column_lineage LIMIT 0").columns)
    assert [name for name in columns if name in COMMON] == COMMON
    assert columns.index("source_column_name") == columns.index("source_type") + 1
    assert columns.index("target_column_name") == columns.index("target_type") + 1


def test_names_are_taken_apart(stored: Snapshot) -> None:
    found = {row["dataset"]: row for row in rows(stored, "FROM info.tables")}
    parts = {
        name: (row["table_catalog"], row["table_schema"], row["table_name"], row["table_type"])
        for name, row in found.items()
    }
    assert parts == {
        '"a.b".c d': ("duckdb", "a.b", "c d", "BASE TABLE"),
        "v": ("duckdb", None, "v", "VIEW"),
        "lake.raw.events": ("lake", "raw", "events", "BASE TABLE"),
        "ods.t": ("hive", "ods", "t", "BASE TABLE"),
        "dws.s": ("hive", "dws", "s", "BASE TABLE"),
    }
    assert {row["schema_name"] for row in rows(stored, "FROM info.schemata")} == {"a.b", "raw", "ods", "dws"}


def test_columns_and_views(stored: Snapshot) -> None:
    columns = rows(stored, "FROM info.columns WHERE table_schema = 'a.b' ORDER BY ordinal_position")
    assert [(row["column_name"], row["ordinal_position"], row["data_type"]) for row in columns] == [
        ("x", 1, "INT"),
        ("y", 2, "INT"),
    ]
    [view] = rows(stored, "FROM info.views")
    assert view["table_name"] == "v"
    assert view["view_definition"].startswith("CREATE VIEW v AS")


def test_an_edge_is_a_row(stored: Snapshot) -> None:
    query = "FROM column_lineage WHERE target_table_full_name = 'hive.dws.s'"
    [edge] = rows(stored, query)
    assert (edge["source_table_full_name"], edge["source_column_name"]) == ("hive.ods.t", "a")
    assert (edge["edge_type"], edge["level"], edge["expression"]) == ("AGG", "INFERRED", "max(a)")
    assert (edge["entity_type"], edge["source_type"]) == ("JOB", "TABLE")


def test_a_file_has_a_path_and_a_bare_query_no_target(stored: Snapshot) -> None:
    [file] = rows(stored, "FROM table_lineage WHERE source_type = 'PATH'")
    assert (file["source_path"], file["source_table_full_name"]) == ("in/f.parquet", None)
    [query] = rows(stored, "FROM column_lineage WHERE target_type IS NULL")
    assert (query["source_table_name"], query["target_table_full_name"], query["target_column_name"]) == (
        "v",
        None,
        None,
    )


def test_nothing_is_lost_and_ids_are_unique(warehouse: Path) -> None:
    stored = snapshot(warehouse)
    for view, table in (("column_lineage", "edges"), ("table_lineage", "table_edges")):
        [row] = rows(stored, f"SELECT count(*) AS n, count(DISTINCT record_id) AS ids FROM {view}")
        assert (row["n"], row["ids"]) == (stored.rows(table),) * 2
    [row] = rows(stored, "SELECT count(*) AS n FROM info.columns")
    [own] = rows(
        stored,
        "SELECT count(*) AS n FROM columns JOIN datasets d ON d.id = dataset_id"
        " WHERE dataset <> 'result' AND d.system <> 'file' AND d.kind <> 'file'",
    )
    assert row == own


def test_they_are_exported_as_parquet(stored: Snapshot, tmp_path: Path) -> None:
    folder = tmp_path / "exported"
    done = CliRunner().invoke(app, ["export", "parquet", str(stored.root), "--output", str(folder)])
    assert done.exit_code == 0, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == [
        "column_lineage.parquet",
        "info_columns.parquet",
        "info_schemata.parquet",
        "info_tables.parquet",
        "info_views.parquet",
        "table_lineage.parquet",
    ]
    assert parquet.read_table(folder / "column_lineage.parquet").num_rows == stored.rows("edges")
    assert CliRunner().invoke(app, ["export", "parquet", str(stored.root)]).exit_code == 2
