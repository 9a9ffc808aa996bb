"""What a worker says of a text, against what `headwater.rows` says of the same analysis."""

from __future__ import annotations

import json
from typing import Any

import pytest

import headwater
from headwater import rows as answers
from headwater.base import codes
from headwater.batch import ALWAYS, Analyst, History, Limits, Unit, Version, analyze_units, hash_id
from headwater.batch.analyst import failed_row
from headwater.batch.nested_rows import NestedRows
from headwater.frontends.catalyst import packed
from headwater.rows.record import ListOf, Record
from headwater.rows.steps import ANALYSED

RowDicts = list[dict[str, Any]]

SHOP = {
    "ods.orders": {"order_id": "bigint", "customer_id": "bigint", "amount": "double", "dt": "string"},
    "ods.customers": {"id": "bigint", "name": "string", "address": "struct<city:string,zip:string>"},
    "ods.items": {"order_id": "bigint", "sku": "string", "tags": "array<string>"},
}
RICH = """
CREATE TABLE dwd.orders AS
WITH paid AS (SELECT o.order_id, o.amount * 2 AS twice, c.address.city AS city FROM ods.orders o
              JOIN ods.customers c ON o.customer_id = c.id WHERE o.dt = '2024-01-01')
SELECT order_id, sum(twice) AS total, city, count(*) AS n FROM paid GROUP BY order_id, city;
INSERT INTO ads.cities SELECT city, max(total) OVER (PARTITION BY city ORDER BY n) FROM dwd.orders;
FROM ods.orders INSERT INTO ads.a SELECT order_id, amount INSERT INTO ads.b SELECT customer_id WHERE amount > 1;
SELECT * FROM nowhere.known n JOIN ods.items i ON n.k = i.order_id;
SELECT no_such_column FROM ods.orders;
SELECT FROM WHERE;
CREATE VIEW dwd.v AS SELECT explode(tags) AS tag FROM ods.items;
ALTER TABLE ods.items ADD COLUMNS (price double);
DROP TABLE IF EXISTS ads.old;
"""


def versions(system: str = "hive") -> list[Version]:
    return [
        Version(f"{system}:{name}", ALWAYS, "table", False, json.dumps([[*pair, None] for pair in columns.items()]))
        for name, columns in SHOP.items()
    ]


def statement_rows(text: str, dialect: str = "spark", mapping: dict[str, str] | None = None, **more: Any) -> RowDicts:
    """The rows of a text by the names of their fields, lists of rows too."""
    analyst = Analyst(History.of(versions()), mapping or {})
    rows = NestedRows(ANALYSED)
    unit = Unit("u", dialect, more.pop("database", None), more.pop("target", None), text, "a.sql", **more)
    for row in analyst.rows(unit):
        assert len(row) == len(ANALYSED.fields)
        for value, field in zip(row, ANALYSED.fields, strict=True):
            if isinstance(field.type, ListOf) and isinstance(field.type.item, Record):
                assert all(len(one) == len(field.type.item.fields) for one in value), field.name
            assert field.nullable or value is not None, field.name
        rows.add(row)
    found: RowDicts = rows.batch().to_pylist()
    return found


def flat(found: RowDicts, name: str) -> RowDicts:
    return [{"statement": row["number"], **one} for row in found for one in row[name]]


def test_the_rows_say_what_the_records_say() -> None:
    analysis = headwater.analyze(RICH, dialect="spark", catalog=headwater.Catalog(SHOP), name="a.sql")
    records = answers.records(analysis)
    result = statement_rows(RICH)
    assert len(result) == len(analysis.statements) == 9
    for name in ("edges", "influence", "hops", "diagnostics"):
        rows = flat(result, name)
        assert rows, name
        shared = [field for field in answers.RECORDS[name].names if field != "file"]
        own = [{**{field: row[field] for field in shared}} for row in records[name]]
        if name in ("edges", "hops"):
            for row in own:  # a whole row of a table that is not known has no column; the tables say *
                row["source_column"] = row["source_column"] or "*"
                row["target_column"] = row["target_column"] or "*"
        if name == "influence":
            for row in own:
                row["source_column"] = row["source_column"] or "*"
        assert [{field: row[field] for field in shared} for row in rows] == own, name
    columns = [(row["statement"], row["dataset"], row["name"], row["ordinal"]) for row in flat(result, "columns")]
    assert columns == [(row["statement"], row["dataset"], row["name"], row["ordinal"]) for row in records["columns"]]
    pairs = [(row["statement"], row["source"], row["target"]) for row in flat(result, "table_edges")]
    assert pairs == [(row["statement"], row["source"], row["target"]) for row in records["table_edges"]]
    for row, statement in zip(result, records["statements"], strict=True):
        for field in ("kind", "target", "target_kind", "target_temporary", "level", "span_start", "line", "text"):
            assert row[field] == statement[field], field


def test_ids_are_those_of_the_names() -> None:
    for row in flat(statement_rows(RICH), "edges"):
        if row["target_dataset"] == "result":
            continue
        source, target = (hash_id("hive", row[f"{end}_dataset"]) for end in ("source", "target"))
        assert (row["source_dataset_id"], row["target_dataset_id"]) == (source, target)
        assert row["source_id"] == hash_id(str(source), row["source_column"].lower())
        assert row["target_id"] == hash_id(str(target), row["target_column"].lower())


def test_results_of_different_statements_are_different_datasets() -> None:
    result = statement_rows("SELECT amount FROM ods.orders; SELECT amount FROM ods.orders")
    one, other = flat(result, "edges")
    assert one["target_dataset"] == other["target_dataset"] == "result"
    assert one["target_id"] != other["target_id"]
    assert one["source_id"] == other["source_id"]


def test_types_of_what_is_created_and_what_is_read() -> None:
    columns = {
        row["name"]: row["type"] for row in flat(statement_rows("CREATE TABLE x (a INT, b ARRAY<STRING>)"), "columns")
    }
    assert not columns, "a table without a query writes nothing"
    (change,) = flat(statement_rows("CREATE TABLE x (a INT, b ARRAY<STRING>)"), "changes")
    assert [name for name, *_ in json.loads(change["columns"])] == ["a", "b"]
    assert (change["action"], change["system"], change["name"], change["absent"]) == ("define", "hive", "x", False)


TEMPORARY = """
CREATE TEMPORARY VIEW recent AS SELECT order_id, amount * 2 AS twice, customer_id FROM ods.orders WHERE dt > '2024';
CREATE TEMPORARY VIEW named AS SELECT r.twice, c.name FROM recent r JOIN ods.customers c ON r.customer_id = c.id;
INSERT INTO ads.x SELECT name, sum(twice) FROM named GROUP BY name;
"""


def test_temporary_tables_are_folded_through() -> None:
    result = statement_rows(TEMPORARY)
    edges = flat(result, "edges")
    assert {(row["source_dataset"], row["source_column"], row["target_dataset"], row["type"]) for row in edges} == {
        ("ods.customers", "name", "ads.x", "DIRECT"),
        ("ods.orders", "amount", "ads.x", "AGG"),
    }
    assert {row["statement"] for row in edges} == {2}
    assert {row["expr"] for row in edges} == {"name", "sum(twice)"}
    influence = {(row["source_dataset"], row["source_column"], row["type"]) for row in flat(result, "influence")}
    assert influence == {
        ("ods.orders", "dt", "FILTER"),
        ("ods.orders", "customer_id", "JOIN"),
        ("ods.customers", "id", "JOIN"),
        ("ods.customers", "name", "GROUP_BY"),
    }
    tables = {(row["source"], row["target"]) for row in flat(result, "table_edges")}
    assert tables == {("ods.orders", "ads.x"), ("ods.customers", "ads.x")}
    assert [row["target_temporary"] for row in result] == [True, True, False]
    assert {row["name"]: row["temporary"] for row in flat(result, "datasets")} == {
        "ods.orders": False,
        "ods.customers": False,
        "recent": True,
        "named": True,
        "ads.x": False,
    }
    assert all("recent" not in row["reads"] and "named" not in row["reads"] for row in result)


def test_what_is_read_and_not_known() -> None:
    result = statement_rows("INSERT INTO ads.x SELECT a.k, o.amount FROM raw.a a JOIN ods.orders o ON a.k = o.order_id")
    assert sorted(result[0]["reads"]) == ["hive:ods.orders", "hive:raw.a"]
    assert result[0]["unknown"] == ["hive:raw.a"]
    defined = statement_rows("CREATE TABLE raw.a (k INT); SELECT * FROM raw.a")
    assert defined[1]["unknown"] == [], "the text makes it itself"


def test_a_target_that_the_log_names() -> None:
    (row,) = statement_rows("SELECT order_id, amount FROM ods.orders", target="dwd.model")
    assert {(edge["target_system"], edge["target_dataset"]) for edge in row["edges"]} == {("hive", "dwd.model")}
    (change,) = row["changes"]
    assert (change["name"], [name for name, *_ in json.loads(change["columns"])]) == (
        "dwd.model",
        ["order_id", "amount"],
    )
    (star,) = statement_rows("SELECT * FROM raw.unknown", target="dwd.model")
    assert star["changes"][0]["columns"] is None


def test_a_mapping_joins_names() -> None:
    mapping = {"hive:ods.orders": "kafka:shop.orders", "flink:orders_source": "kafka:shop.orders"}
    spark = flat(statement_rows("INSERT INTO a SELECT x FROM ods.orders", mapping=mapping), "edges")
    flink = flat(statement_rows("INSERT INTO a SELECT x FROM orders_source", "flink", mapping), "edges")
    assert spark[0]["source_id"] == flink[0]["source_id"]
    assert (spark[0]["source_system"], spark[0]["source_dataset"]) == ("kafka", "shop.orders")
    assert spark[0]["target_id"] != flink[0]["target_id"]
    names = {row["written_as"] for row in flat(statement_rows("SELECT x FROM ods.orders", mapping=mapping), "datasets")}
    assert names == {"hive:ods.orders"}


def test_the_schemas_of_its_time() -> None:
    old = Version("hive:t", 10, "table", False, '[["a", "int", null]]')
    new = Version("hive:t", 20, "table", False, '[["a", "int", null], ["b", "int", null]]')
    analyst = Analyst(History.of([old, new]), {})
    counts = {}
    signatures = set()
    for at in (15, 25, None):
        (row,) = analyst.rows(Unit("u", "hive", None, None, "INSERT INTO x SELECT * FROM t", "a", at))
        result = dict(zip(ANALYSED.names, row, strict=True))
        counts[at] = len(result["edges"])
        signatures.add(result["signature"])
        assert result["signature"] == analyst.signature(["hive:t", "hive:x"], at, "hive")
    assert counts == {15: 1, 25: 2, None: 2}
    assert len(signatures) == 2


def test_texts_without_statements_and_with_garbage_have_a_row() -> None:
    for text in ("", "  ", "-- nothing", ";;"):
        (row,) = statement_rows(text)
        assert (row["kind"], row["level"], row["edges"]) == ("EMPTY", "EXACT", [])
    for text in ("\0\1\2", "SELECT 'unterminated", "((((((", "}{", "SELECT \ue000"):
        result = statement_rows(text)
        assert result
        assert all(row["unit"] == "u" and row["statement"].startswith("u-") for row in result)


def test_a_unit_that_was_given_up() -> None:
    row = failed_row(Unit("u", "hive", None, None, "SELECT 1", "a"), codes.CRASHED, "SIGSEGV")
    rows = NestedRows(ANALYSED)
    rows.add(row)
    (batch_rows,) = rows.batch().to_pylist()
    assert (batch_rows["kind"], batch_rows["level"], batch_rows["text"]) == ("UNREAD", "NONE", "SELECT 1")
    assert batch_rows["diagnostics"][0]["code"] == codes.CRASHED.id
    assert "SIGSEGV" in batch_rows["diagnostics"][0]["message"]


def test_units_in_batches_are_the_same_as_one_by_one() -> None:
    analyst = Analyst(History.of(versions()), {})
    texts = [RICH, TEMPORARY, "", "SELECT * FROM ods.items", "SELECT 'x"] * 5
    units = [Unit(f"u{number}", "spark", None, None, text, "a.sql") for number, text in enumerate(texts)]
    result = [row for batch in analyze_units(units, analyst, Limits()) for row in batch.to_pylist()]
    rows = NestedRows(ANALYSED)
    for unit in units:
        for one in analyst.rows(unit):
            rows.add(one)
    expected = rows.batch().to_pylist()
    for row in (*result, *expected):
        del row["millis"]
    assert result == expected


@pytest.mark.parametrize("dialect", ["clickhouse", "duckdb", "flink", "googlesql", "hive", "spark"])
def test_tables_live_where_their_engine_says(dialect: str) -> None:
    system = "hive" if dialect in ("hive", "spark") else dialect
    result = statement_rows("INSERT INTO x.y SELECT a FROM t", dialect)
    assert {row["system"] for row in flat(result, "datasets")} == {system}


def test_a_table_that_is_there_already_is_still_defined() -> None:
    """CREATE … IF NOT EXISTS is analysed again when its own definition is known, and must say the same."""
    schema = '[["a", "int", null]]'
    unit = Unit("u", "hive", None, None, "CREATE TABLE IF NOT EXISTS d.t AS SELECT a FROM s", "x.sql")
    history = History.of(
        [Version("hive:s", ALWAYS, "table", False, schema), Version("hive:d.t", ALWAYS, "table", False, schema)]
    )
    changes = [row[ANALYSED.names.index("changes")] for row in Analyst(history, {}).rows(unit)]
    assert [(one[2], one[3], one[6], one[7]) for one in changes[0]] == [("d.t", "define", True, schema)]


def test_a_kept_plan_is_a_statement_like_any_other() -> None:
    column = {"class": "AttributeReference", "num-children": 0, "name": "a", "dataType": "long", "exprId": {"id": 7}}
    described = {"identifier": {"table": "orders", "database": "ods"}}
    command = {
        "class": "CreateDataSourceTableAsSelectCommand",
        "num-children": 0,
        "table": {"identifier": {"table": "copy", "database": "dwd"}},
        "query": [{"class": "LogicalRelation", "num-children": 0, "output": [[column]], "catalogTable": described}],
    }
    assert packed.pack([command]).startswith("CREATE PLAN OF spark `")  # texts that define something come first
    (row,) = statement_rows(packed.pack([command]))
    assert (row["kind"], row["target_system"], row["target"]) == ("CREATE_TABLE", "hive", "dwd.copy")
    (edge,) = row["edges"]
    assert (edge["source_dataset"], edge["source_column"], edge["target_column"]) == ("ods.orders", "a", "a")
    assert row["text"] == "FROM ods.orders\n|> CREATE dwd.copy"
    assert [(change["name"], change["action"], change["columns"]) for change in row["changes"]] == [
        ("dwd.copy", "define", '[["a", "bigint", null]]')
    ]
    (damaged,) = statement_rows(packed.pack([command])[:-5] + "`")
    assert damaged["level"] == "TABLE"
