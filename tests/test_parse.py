"""`headwater.parse`: statements as they are written, and the SELECTs of them as small objects."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from typer.testing import CliRunner

import headwater
from headwater import dialects, emit
from headwater.cli import app

ORDERS = """
WITH order_totals AS (
    SELECT customer_id, SUM(amount) AS total
    FROM orders
    GROUP BY customer_id
)
SELECT
    c.customer_id,
    c.name,
    ot.total AS lifetime_value
FROM customers c
LEFT JOIN order_totals ot ON c.customer_id = ot.customer_id
"""

HIVE = """INSERT INTO TABLE db_test.table_result
SELECT
    t1.id,
    t2.name
FROM
(
    SELECT
        id1 + id2 AS id
    FROM
        db_test.table1
) t1
LEFT JOIN
(
    SELECT
        id,
        name
    FROM
    (
        SELECT
            id,
            sourcename AS name
        FROM
            db_test.table2
    )
) t2
ON t1.id=t2.id
"""


def one(sql: str, dialect: str = "duckdb") -> headwater.ParsedStatement:
    (statement,) = headwater.parse(sql, dialect=dialect)
    return statement


def test_the_parts_of_a_model() -> None:
    statement = one(ORDERS)
    assert (statement.kind, statement.reads, statement.writes, statement.ctes) == (
        "SELECT",
        ("customers", "orders"),
        (),
        ("order_totals",),
    )
    assert [(item.text, item.alias, item.name, item.columns) for item in statement.items] == [
        ("c.customer_id", None, "customer_id", ("c.customer_id",)),
        ("c.name", None, "name", ("c.name",)),
        ("ot.total", "lifetime_value", "lifetime_value", ("ot.total",)),
    ]
    assert all(ORDERS[item.span.start : item.span.end] == item.text for item in statement.items)
    totals, final = statement.selects
    assert (totals.cte, totals.group_by, final.cte, final.parent) == ("order_totals", "customer_id", None, None)
    assert [(source.table, source.alias, source.join, source.condition, source.cte) for source in final.sources] == [
        ("customers", "c", "", None, False),
        ("order_totals", "ot", "LEFT JOIN", "c.customer_id = ot.customer_id", True),
    ]


def test_items_are_cut_as_they_are_written() -> None:
    statement = one(
        "SELECT DISTINCT ON (q) CASE WHEN a THEN (b) ELSE c END k, t.*, * EXCLUDE (x), (SELECT max(y) FROM u) m,"
        " sum(d) FILTER (e) FROM t"
    )
    assert [(item.text, item.alias, item.star, item.table) for item in statement.items] == [
        ("CASE WHEN a THEN (b) ELSE c END", "k", False, None),
        ("t.*", None, True, "t"),
        ("* EXCLUDE (x)", None, True, None),
        ("(SELECT max(y) FROM u)", "m", False, None),
        ("sum(d) FILTER (e)", None, False, None),
    ]
    outer, inner = statement.selects
    assert outer.distinct
    assert inner.parent == outer.id
    assert outer.items[3].columns == ()
    assert inner.items[0].columns == ("y",)


def test_clauses_are_texts() -> None:
    (select,) = one(
        "SELECT a FROM t WHERE a IS NOT DISTINCT FROM b AND CASE WHEN c THEN d END GROUP BY a HAVING count(*) > 1"
        " QUALIFY row_number() OVER (ORDER BY a) = 1 ORDER BY a DESC LIMIT 5"
    ).selects
    assert (select.where, select.group_by, select.having, select.qualify, select.order_by, select.limit) == (
        "a IS NOT DISTINCT FROM b AND CASE WHEN c THEN d END",
        "a",
        "count(*) > 1",
        "row_number() OVER (ORDER BY a) = 1",
        "a DESC",
        "5",
    )


def test_arms_of_a_set_operation() -> None:
    statement = one("SELECT a FROM t UNION ALL SELECT b FROM u EXCEPT SELECT c FROM v")
    assert [(select.operation, select.items[0].text) for select in statement.selects] == [
        ("", "a"),
        ("UNION ALL", "b"),
        ("EXCEPT", "c"),
    ]


@pytest.mark.parametrize(
    ("dialect", "sql", "items"),
    [
        ("hive", "FROM src INSERT OVERWRITE TABLE x SELECT src.a AS k WHERE b > 0", ["src.a"]),
        ("googlesql", "FROM t |> WHERE a > 1 |> SELECT a + 1 AS b", ["a + 1"]),
        ("clickhouse", "SELECT a, b AS c FROM t FINAL PREWHERE d ARRAY JOIN e AS f WHERE g", ["a", "b"]),
        ("flink", "SELECT a FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))", ["a"]),
        ("spark", "SELECT /*+ BROADCAST(t) */ a, b.c FROM t LATERAL VIEW explode(x) e AS y", ["a", "b.c"]),
        ("duckdb", "FROM t", ["*"]),
        ("duckdb", "SELECT k: a + 1, b FROM t", ["a + 1", "b"]),
        ("duckdb", "SELECT NULL", ["NULL"]),
    ],
)
def test_forms_of_the_dialects(dialect: str, sql: str, items: list[str]) -> None:
    assert [item.text for item in one(sql, dialect).items] == items


def test_what_cannot_be_parsed_is_said_and_nothing_is_raised() -> None:
    good, bad, worse = headwater.parse("SELECT a FROM t; SELEC a FROM u WHERE; SELECT 'open", dialect="duckdb")
    assert (good.diagnostics, good.level) == ((), headwater.Level.EXACT)
    assert (bad.selects, bad.reads, [d.code for d in bad.diagnostics]) == ((), ("u",), ["E001"])
    assert [d.code for d in worse.diagnostics] == ["E002"]
    assert headwater.parse("", dialect="duckdb") == []
    with pytest.raises(dialects.UnknownDialect):
        headwater.parse("SELECT 1", dialect="nosuch")


def test_branches_of_a_template_are_statements() -> None:
    statements = headwater.parse("SELECT {% if x %} a {% else %} b {% endif %} AS k FROM {{ t }}", dialect="spark")
    assert [statement.items[0].text for statement in statements] == ["a", "b"]
    assert statements[0].reads == ("{{ t }}",)


def test_nothing_of_the_parser_is_in_an_answer() -> None:
    def modules(value: Any) -> set[str]:
        found = {type(value).__module__.partition(".")[0]}
        if is_dataclass(value):
            found |= {name for field in fields(value) for name in modules(getattr(value, field.name))}
        elif isinstance(value, (list, tuple)):
            found |= {name for part in value for name in modules(part)}
        return found

    assert "sqlglot" not in modules(headwater.parse(ORDERS + ";" + HIVE, dialect="hive"))


def test_many_arms_cost_no_square() -> None:
    statement = one(" UNION ALL ".join(["SELECT a FROM t"] * 2_000))
    assert [select.id for select in statement.selects] == list(range(2_000))


# ── selects ──────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_selects_of_a_statement_with_subqueries() -> None:
    found = [
        (
            record["id"],
            record["parentId"],
            record["fromTable"],
            record["tableAlias"],
            [(item["fieldNames"], item["alias"], item["process"]) for item in record["selectItems"]],
        )
        for record in emit.selects(one(HIVE, "hive"))
    ]
    assert found == [
        ("39_t1", None, None, "t1", [(["id"], "id", "t1.id")]),
        ("39_t2", None, None, "t2", [(["name"], "name", "t2.name")]),
        ("80_", "39_t1", {"dbName": "db_test", "tableName": "table1"}, None, [(["id1", "id2"], "id", "id1 + id2")]),
        ("164_", "39_t2", None, None, [(["id"], "id", "id"), (["name"], "name", "name")]),
        (
            "219_",
            "164_",
            {"dbName": "db_test", "tableName": "table2"},
            None,
            [(["id"], "id", "id"), (["sourcename"], "name", "sourcename")],
        ),
    ]


def test_a_cte_is_a_subquery_of_its_first_reader() -> None:
    sql = "WITH c AS (SELECT a FROM t), d AS (SELECT 1) SELECT x.a, y.a AS b, 1 AS one FROM c x JOIN c y ON x.a = y.a"
    body, first, second = emit.selects(one(sql, "hive"))
    assert (body["parentId"], first["fromTable"], second["fromTable"]) == (
        first["id"],
        None,
        {"dbName": None, "tableName": "c"},
    )
    assert [item["process"] for item in first["selectItems"]] == ["x.a", "1"]
    assert [item["process"] for item in second["selectItems"]] == ["y.a"]


def test_selects_on_the_command_line() -> None:
    result = CliRunner().invoke(app, ["analyze", "-", "--dialect", "hive", "--format", "selects"], input=HIVE)
    assert json.loads(result.stdout) == emit.selects(one(HIVE, "hive"))
