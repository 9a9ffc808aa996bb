"""The record schema: one source, three forms, and records that keep to it."""

from __future__ import annotations

import re
from typing import Any

import pytest

import headwater
from headwater import rows
from headwater.rows.record import STRINGS

SCRIPT = """
CREATE TEMP TABLE s AS SELECT id, amount * 2 AS twice FROM orders WHERE amount > 0;
CREATE VIEW v AS SELECT id, sum(twice) OVER (PARTITION BY id) AS w, 1 AS one FROM s;
INSERT INTO totals SELECT id, my_udf(w) FROM v ORDER BY w LIMIT 10;
SELECT payload.user.id FROM events;
SELEC broken FROM;
"""


@pytest.fixture(scope="module")
def row_lists() -> dict[str, list[dict[str, Any]]]:
    catalog = headwater.Catalog(
        {"orders": {"id": "int", "amount": "int"}, "events": {"payload": "struct(user struct(id int))"}}
    )
    return rows.records(headwater.analyze(SCRIPT, dialect="duckdb", catalog=catalog, name="script.sql"))


def test_every_record_has_exactly_the_fields_of_its_schema(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    assert list(row_lists) == list(rows.RECORDS)
    for name, record in rows.RECORDS.items():
        assert row_lists[name], name
        for row in row_lists[name]:
            assert set(row) == {field.name for field in record.fields}, name


def test_every_value_has_the_type_of_its_field(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    types = {"string": str, "int": int, "double": float, "boolean": bool, STRINGS: list}
    for name, record in rows.RECORDS.items():
        for row in row_lists[name]:
            for field in record.fields:
                value = row[field.name]
                assert (value is None and field.nullable) or type(value) is types[field.type], (name, field, value)


def test_every_field_is_described_and_named_once() -> None:
    for record in rows.RECORDS.values():
        assert record.description.endswith(".")
        assert len({field.name for field in record.fields}) == len(record.fields)
        for field in record.fields:
            assert field.description.endswith("."), field
            assert re.fullmatch(r"[a-z_]+", field.name)


def test_an_edge_says_all_that_is_known_of_it(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    (edge,) = (row for row in row_lists["edges"] if row["target_column"] == "twice")
    assert edge == {
        "file": "script.sql",
        "statement": 0,
        "source_dataset": "orders",
        "source_column": "amount",
        "source_path": [],
        "target_dataset": "s",
        "target_column": "twice",
        "target_ordinal": 1,
        "type": "DERIVED",
        "level": "EXACT",
        "confidence": 1.0,
        "expr": "amount * 2",
        "operators": ["Scan", "Project"],
        "span_start": SCRIPT.index("amount * 2"),
        "span_end": SCRIPT.index("amount * 2") + len("amount * 2"),
        "line": 2,
        "column_number": SCRIPT.splitlines()[1].index("amount") + 1,
    }


def test_fields_below_a_column_are_a_list(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    (edge,) = (row for row in row_lists["edges"] if row["source_dataset"] == "events")
    assert (edge["source_column"], edge["source_path"]) == ("payload", ["user", "id"])


def test_datasets_say_what_they_are(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    datasets = {
        row["name"]: (row["kind"], row["temporary"], row["read"], row["written"]) for row in row_lists["datasets"]
    }
    assert datasets["orders"] == ("table", False, True, False)
    assert datasets["s"] == ("table", True, True, True)
    assert datasets["v"] == ("view", False, True, True)
    assert datasets["totals"] == ("table", False, False, True)
    assert "result" not in datasets


def test_generated_columns_are_told_from_those_with_a_source(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    generated = {row["name"]: row["generated"] for row in row_lists["columns"] if row["dataset"] == "v"}
    assert generated == {"id": False, "w": False, "one": True}


def test_influence_on_the_whole_dataset_has_no_column(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    (row,) = (row for row in row_lists["influence"] if row["statement"] == 0)
    assert (row["type"], row["source_column"], row["target_column"]) == ("FILTER", "amount", None)
    (row,) = (row for row in row_lists["influence"] if row["statement"] == 1)
    assert (row["type"], row["target_column"]) == ("WINDOW", "w")


def test_table_edges_join_what_is_read_with_what_is_written(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    assert [(row["source"], row["target"]) for row in row_lists["table_edges"]][:4] == [
        ("orders", "s"),
        ("s", "v"),
        ("v", "totals"),
        ("events", "result"),
    ]


def test_what_could_not_be_read_is_a_record_too(row_lists: dict[str, list[dict[str, Any]]]) -> None:
    assert row_lists["statements"][-1]["level"] in ("TABLE", "NONE")
    assert any(row["statement"] == 4 and row["severity"] == "error" for row in row_lists["diagnostics"])


def test_arrow_tables_hold_the_records() -> None:
    pytest.importorskip("pyarrow")
    answer = headwater.analyze(SCRIPT, dialect="duckdb")
    tables = rows.to_arrow(answer)
    expected = rows.records(answer)
    assert list(tables) == list(rows.RECORDS)
    for name, table in tables.items():
        assert table.schema.equals(rows.RECORDS[name].arrow_schema(), check_metadata=True)
        assert table.to_pylist() == expected[name]


def test_arrow_tables_of_nothing_have_the_schema() -> None:
    pytest.importorskip("pyarrow")
    for name, table in rows.to_arrow(headwater.analyze("", dialect="duckdb")).items():
        assert table.num_rows == 0
        assert table.schema.names == [field.name for field in rows.RECORDS[name].fields]


def test_spark_ddl_names_every_field() -> None:
    for record in rows.RECORDS.values():
        parts = record.spark_ddl.split(", ")
        assert [part.split("`")[1] for part in parts] == [field.name for field in record.fields]
        assert [part.endswith("NOT NULL") for part in parts] == [not field.nullable for field in record.fields]
    assert "`source_path` ARRAY<STRING> NOT NULL" in rows.EDGE.spark_ddl


def test_json_schema_says_the_same() -> None:
    schema = rows.json_schema()
    assert list(schema["properties"]) == list(rows.RECORDS)
    influence = schema["properties"]["influence"]["items"]
    assert influence["properties"]["target_column"]["type"] == ["string", "null"]
    assert influence["properties"]["confidence"]["type"] == "number"
    for name, record in rows.RECORDS.items():
        items = schema["properties"][name]["items"]
        assert items["required"] == list(items["properties"]) == [field.name for field in record.fields]
