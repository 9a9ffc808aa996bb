"""Catalogs out of exports of INFORMATION_SCHEMA.COLUMNS and COLUMN_FIELD_PATHS."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import headwater
from headwater.catalog.mapping import CatalogError

PATHS = [
    ("events", "payload", "payload", "STRUCT<buyer STRUCT<id INT64>, kind STRING>"),
    ("events", "payload", "payload.buyer", "STRUCT<id INT64>"),
    ("events", "payload", "payload.buyer.id", "INT64"),
    ("events", "payload", "payload.kind", "STRING"),
    ("events", "tags", "tags", "ARRAY<STRING>"),
]


def sources(catalog: headwater.Catalog, sql: str) -> list[str]:
    answer = headwater.analyze(sql, dialect="googlesql", catalog=catalog)
    assert str(answer.level) == "EXACT", [d.message for d in answer.diagnostics]
    return [str(edge.source) for statement in answer.statements for edge in statement.edges]


def test_columns_as_csv_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "columns.csv"
    file.write_text(
        "table_catalog,table_schema,table_name,column_name,ordinal_position,data_type,is_system_defined\n"
        "p,d,t,b,2,STRING,NO\np,d,t,a,1,INT64,NO\np,d,t,_PARTITIONTIME,,TIMESTAMP,YES\np,d,u,x,1,INT64,NO\n",
        "utf-8",
    )
    catalog = headwater.Catalog.from_file(file)
    assert sources(catalog, "SELECT * FROM `p.d.t`") == ["p.d.t.a", "p.d.t.b"]
    assert sources(catalog, "SELECT x FROM p.d.u") == ["p.d.u.x"]


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_field_paths_have_the_whole_type_at_the_column(tmp_path: Path, suffix: str) -> None:
    names = ("table_name", "column_name", "field_path", "data_type")
    rows = [{"table_schema": "d", **dict(zip(names, row, strict=True))} for row in PATHS]
    file = tmp_path / f"paths{suffix}"
    file.write_text(json.dumps(rows) if suffix == ".json" else "\n".join(map(json.dumps, rows)), "utf-8")
    catalog = headwater.Catalog.from_file(file)
    assert sources(catalog, "SELECT payload.buyer.id, x FROM d.events, UNNEST(tags) AS x") == [
        "d.events.payload.buyer.id",
        "d.events.tags",
    ]


def test_a_file_that_is_no_export_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text("a,b\n1,2\n", "utf-8")
    with pytest.raises(CatalogError, match="table_name"):
        headwater.Catalog.from_file(file)
