"""The output shapes that people know from elsewhere, on the examples they were first printed with.

Five shapes: a DAG as JSON, a four-column table, field and table lineage as JSON, `ColumnLineage(target,
parents)`, and `ModelLineage(model, sources, columns)`. The lineage itself is judged in `golden/seeds/`; here
it is the shape.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import headwater
from headwater import emit
from headwater.rel.show import show


def statement(sql: str, dialect: str, catalog: headwater.Catalog | None = None) -> Any:
    """The last statement of a text."""
    return headwater.analyze(sql, dialect=dialect, catalog=catalog).statements[-1]


# --- a DAG: nodes, edges, warnings -------------------------------------------------------------------------

ORDERS = headwater.Catalog({"ods.orders": {"user_id": "UInt64", "amount": "Float64", "ts": "DateTime"}})

ORDER_TOTALS = """
WITH x AS (
  SELECT user_id, amount, toUInt64(ts) AS ts_u64
  FROM ods.orders FINAL
)
SELECT
  user_id,
  sum(amount) AS total_amt,
  max(ts_u64) AS max_ts
FROM x
GROUP BY user_id;
"""


def test_dag_of_a_sum_of_two_columns() -> None:
    catalog = headwater.Catalog({"t1": {"a": "Int64", "b": "Int64"}})
    assert emit.dag(statement("SELECT a + b AS c FROM t1", "clickhouse", catalog)) == {
        "nodes": ["t1.a", "t1.b", "result.c"],
        "edges": [
            {"from": "t1.a", "to": "result.c", "type": "DERIVED", "expr": "a + b"},
            {"from": "t1.b", "to": "result.c", "type": "DERIVED", "expr": "a + b"},
        ],
        "warnings": [],
    }


def test_dag_end_to_end() -> None:
    """The CTE is folded: what feeds `max_ts` is `ts` through both functions, and so an aggregate."""
    dag = emit.dag(statement(ORDER_TOTALS, "clickhouse", ORDERS))
    assert dag["edges"] == [
        {"from": "ods.orders.user_id", "to": "result.user_id", "type": "DIRECT"},
        {"from": "ods.orders.amount", "to": "result.total_amt", "type": "AGG", "expr": "sum(amount)"},
        {"from": "ods.orders.ts", "to": "result.max_ts", "type": "AGG", "expr": "max(toUInt64(ts))"},
    ]
    assert dag["nodes"] == [
        "ods.orders.user_id",
        "ods.orders.amount",
        "ods.orders.ts",
        "result.user_id",
        "result.total_amt",
        "result.max_ts",
    ]
    json.dumps(dag)


def test_dag_with_details() -> None:
    dag = emit.dag(statement(ORDER_TOTALS, "clickhouse", ORDERS), details=True)
    total = next(edge for edge in dag["edges"] if edge["type"] == "AGG")
    assert total["operatorId"].startswith("Aggregate$")
    assert (total["confidence"], total["level"]) == (1.0, "EXACT")
    assert total["sqlText"].startswith("sum(")
    assert dag["sourceSystem"] == "clickhouse"
    assert dag["sqlText"] in ORDER_TOTALS


def test_dag_of_a_statement_of_which_only_the_tables_are_known() -> None:
    broken = headwater.analyze("INSERT INTO x SELECT a b c d FROM t JOIN u ON", dialect="clickhouse").statements[0]
    dag = emit.dag(broken, details=True)
    assert [(edge["from"], edge["to"], edge["type"], edge["confidence"]) for edge in dag["edges"]] == [
        ("t", "x", "TABLE", 0.1),
        ("u", "x", "TABLE", 0.1),
    ]
    assert dag["nodes"] == ["t", "u", "x"]


def test_dag_says_that_final_does_not_matter() -> None:
    warnings = emit.dag(statement(ORDER_TOTALS, "clickhouse", ORDERS))["warnings"]
    assert len(warnings) == 1
    assert "FINAL" in warnings[0]


def test_the_steps_inside_the_cte_are_kept_as_hops() -> None:
    hops = {
        (
            f"{h.source.dataset}.{h.source.column}",
            f"{h.target.dataset}.{h.target.column}",
            h.type.value,
            h.expr,
        )
        for h in statement(ORDER_TOTALS, "clickhouse", ORDERS).hops
    }
    assert ("ods.orders.ts", "x.ts_u64", "DERIVED", "toUInt64(ts)") in hops
    assert ("x.ts_u64", "result.max_ts", "AGG", "max(ts_u64)") in hops


def test_the_json_of_one_statement() -> None:
    data = statement(ORDER_TOTALS, "clickhouse", ORDERS).to_dict()
    json.dumps(data)
    assert (data["dialect"], data["level"], data["target"]) == ("clickhouse", "EXACT", "result")
    (edge,) = (one for one in data["edges"] if one["to"] == "result.total_amt")
    start, end = edge["span"]
    assert ORDER_TOTALS[start:end] == "sum(amount)"
    assert edge["path"][0] == "Scan"
    assert edge["path"][-1] == "Aggregate"
    assert {key: edge[key] for key in ("from", "to", "type", "expr", "level", "confidence")} == {
        "from": "ods.orders.amount",
        "to": "result.total_amt",
        "type": "AGG",
        "expr": "sum(amount)",
        "level": "EXACT",
        "confidence": 1.0,
    }
    (influence,) = data["influence"]
    assert (influence["from"], influence["to"], influence["type"]) == (
        "ods.orders.user_id",
        "result",
        "GROUP_BY",
    )
    (final,) = data["diagnostics"]
    assert final["severity"] == "info"
    start, end = final["span"]
    assert "FINAL" in ORDER_TOTALS[start:end]


# --- a table of four columns -------------------------------------------------------------------------------

USERS_DDL = """
CREATE TABLE ods_mysql_users(
  id BIGINT,
  name STRING,
  birthday TIMESTAMP(3),
  ts TIMESTAMP(3),
  proc_time as proctime()
) WITH ('connector' = 'mysql-cdc', 'database-name' = 'demo', 'table-name' = 'users');

CREATE TABLE dim_mysql_company (
    user_id BIGINT,
    company_name STRING
) WITH ('connector' = 'jdbc', 'table-name' = 'company');

CREATE TABLE dwd_hudi_users (
    id BIGINT,
    name STRING,
    company_name STRING,
    birthday TIMESTAMP(3),
    ts TIMESTAMP(3),
    `partition` VARCHAR(20)
) PARTITIONED BY (`partition`) WITH ('connector' = 'hudi', 'table.type' = 'COPY_ON_WRITE');
"""

INSERT_SELECT = """
INSERT INTO
    dwd_hudi_users
SELECT
    id,
    name,
    name as company_name,
    birthday,
    ts,
    DATE_FORMAT(birthday, 'yyyyMMdd')
FROM
    ods_mysql_users
"""

INSERT_JOIN = """
INSERT INTO
    dwd_hudi_users
SELECT
    a.id as id1,
    CONCAT(a.name, b.company_name),
    b.company_name,
    a.birthday,
    a.ts,
    DATE_FORMAT(a.birthday, 'yyyyMMdd') as p
FROM
    ods_mysql_users as a
JOIN
    dim_mysql_company {snapshot} b
ON a.id = b.user_id
"""

JOINED = [
    ("ods_mysql_users", "id", "dwd_hudi_users", "id"),
    ("dim_mysql_company", "company_name", "dwd_hudi_users", "name"),
    ("ods_mysql_users", "name", "dwd_hudi_users", "name"),
    ("dim_mysql_company", "company_name", "dwd_hudi_users", "company_name"),
    ("ods_mysql_users", "birthday", "dwd_hudi_users", "birthday"),
    ("ods_mysql_users", "ts", "dwd_hudi_users", "ts"),
    ("ods_mysql_users", "birthday", "dwd_hudi_users", "partition"),
]


@pytest.fixture(scope="module")
def users() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(USERS_DDL, dialect="flink")


def test_four_columns_of_an_insert(users: headwater.Catalog) -> None:
    assert [tuple(row) for row in emit.four_columns(statement(INSERT_SELECT, "flink", users))] == [
        ("ods_mysql_users", "id", "dwd_hudi_users", "id"),
        ("ods_mysql_users", "name", "dwd_hudi_users", "name"),
        ("ods_mysql_users", "name", "dwd_hudi_users", "company_name"),
        ("ods_mysql_users", "birthday", "dwd_hudi_users", "birthday"),
        ("ods_mysql_users", "ts", "dwd_hudi_users", "ts"),
        ("ods_mysql_users", "birthday", "dwd_hudi_users", "partition"),
    ]


@pytest.mark.parametrize("snapshot", ["as", "FOR SYSTEM_TIME AS OF a.proc_time AS"])
def test_four_columns_of_a_join_and_of_a_lookup_join(users: headwater.Catalog, snapshot: str) -> None:
    sql = INSERT_JOIN.format(snapshot=snapshot)
    assert [tuple(row) for row in emit.four_columns(statement(sql, "flink", users))] == JOINED


LOOKUP_PLAN = """\
Write
  Project
    Join
      Project
        Scan
      Snapshot
        Scan"""


def test_the_plan_of_a_lookup_join_has_the_shape_of_the_engines(users: headwater.Catalog) -> None:
    answered = statement(INSERT_JOIN.format(snapshot="FOR SYSTEM_TIME AS OF a.proc_time AS"), "flink", users)
    assert answered.plan is not None
    text = show(answered.plan, lambda start, end: answered.source.text[start:end], answered.places)
    assert "\n".join(line.partition("(")[0] for line in text.splitlines()) == LOOKUP_PLAN


@pytest.mark.parametrize("snapshot", ["as", "FOR SYSTEM_TIME AS OF a.proc_time AS"])
def test_transforms_of_a_join(users: headwater.Catalog, snapshot: str) -> None:
    rows = emit.transforms(statement(INSERT_JOIN.format(snapshot=snapshot), "flink", users))
    both = "CONCAT(ods_mysql_users.name, dim_mysql_company.company_name)"
    assert [tuple(row) for row in rows] == [
        (*four, {"name": both, "partition": "DATE_FORMAT(birthday, 'yyyyMMdd')"}.get(four[3], "")) for four in JOINED
    ]


def test_four_columns_as_markdown(users: headwater.Catalog) -> None:
    text = emit.four_columns_markdown(statement(INSERT_SELECT, "flink", users))
    assert text.splitlines()[:3] == [
        "| **sourceTable** | **sourceColumn** | **targetTable** | **targetColumn** |",
        "| --- | --- | --- | --- |",
        "| ods_mysql_users | id | dwd_hudi_users | id |",
    ]
    assert len(text.splitlines()) == 8


# --- field lineage and table lineage as JSON ---------------------------------------------------------------

NESTED_INSERT = """
INSERT INTO TABLE db_test.table_result
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


def test_field_lineage() -> None:
    assert emit.field_lineage(statement(NESTED_INSERT, "hive")) == [
        {
            "sourceFields": [
                {"dbName": "db_test", "fieldName": "id1", "process": "id1 + id2", "tableName": "table1"},
                {"dbName": "db_test", "fieldName": "id2", "process": "id1 + id2", "tableName": "table1"},
            ],
            "targetField": {"dbName": "db_test", "fieldName": "id", "tableName": "table_result"},
        },
        {
            "sourceFields": [
                {
                    "dbName": "db_test",
                    "fieldName": "sourcename",
                    "process": "sourcename",
                    "tableName": "table2",
                },
            ],
            "targetField": {"dbName": "db_test", "fieldName": "name", "tableName": "table_result"},
        },
    ]


def test_table_lineage() -> None:
    assert emit.table_lineage(statement(NESTED_INSERT, "hive")) == {
        "inputTables": [
            {"dbName": "db_test", "tableName": "table1"},
            {"dbName": "db_test", "tableName": "table2"},
        ],
        "outputTable": {"dbName": "db_test", "tableName": "table_result"},
    }


# --- ColumnLineage(target, parents) ------------------------------------------------------------------------

WIKIPEDIA = headwater.Catalog({"wikipedia": {"title": "STRING", "comment": "STRING"}})

FULL_TEXT = """
CREATE TABLE target AS
SELECT
    UPPER(CONCAT(title, comment)) AS full_text
FROM wikipedia
"""


def parents_of(sql: str, catalog: headwater.Catalog) -> dict[str, set[str]]:
    result = emit.column_lineage(statement(sql, "googlesql", catalog))
    return {f"{c.target.table}.{c.target.name}": {f"{p.table}.{p.name}" for p in c.parents} for c in result}


def test_column_lineage() -> None:
    printed = []
    for lineage in emit.column_lineage(statement(FULL_TEXT, "googlesql", WIKIPEDIA)):
        printed.append(f"{lineage.target.table}.{lineage.target.name}")
        printed += sorted(f"  <- {parent.table}.{parent.name}" for parent in lineage.parents)
    assert printed == ["target.full_text", "  <- wikipedia.comment", "  <- wikipedia.title"]


def test_column_lineage_compares_and_hashes_by_value() -> None:
    one, two = (emit.column_lineage(statement(FULL_TEXT, "googlesql", WIKIPEDIA)) for _ in range(2))
    assert one == two
    assert len({*one, *two}) == 1
    assert isinstance(one[0].parents, frozenset)


def test_column_lineage_of_every_kind_of_statement() -> None:
    catalog = headwater.Catalog(
        {"t": {"id": "INT64", "col": "STRING"}, "s": {"id": "INT64", "col1": "STRING", "col2": "STRING"}}
    )
    assert parents_of("CREATE VIEW v AS SELECT col1 AS alias FROM s", catalog) == {"v.alias": {"s.col1"}}
    assert parents_of("INSERT INTO t (id, col) SELECT id, UPPER(CONCAT(col1, col2)) FROM s", catalog) == {
        "t.id": {"s.id"},
        "t.col": {"s.col1", "s.col2"},
    }
    assert parents_of("UPDATE t SET col = UPPER(col) WHERE id = 1", catalog) == {"t.col": {"t.col"}}
    merge = """
        MERGE INTO t USING s ON t.id = s.id
        WHEN MATCHED THEN UPDATE SET col = s.col1
        WHEN NOT MATCHED THEN INSERT (id, col) VALUES (s.id, s.col2)
    """
    assert parents_of(merge, catalog) == {"t.id": {"s.id"}, "t.col": {"s.col1", "s.col2"}}


# --- ModelLineage(model, sources, columns) -----------------------------------------------------------------

LIFETIME_VALUE = """
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

CUSTOMERS = headwater.Catalog({"customers": {"id": "int", "name": "varchar", "email": "varchar"}})


def lines_of(model: Any) -> list[str]:
    """As the first one to print this shape printed it."""
    return [
        f"{c.output} <- [{' '.join(f'{i.model}.{i.column}' for i in c.inputs)}] ({c.transform})" for c in model.columns
    ]


@pytest.mark.parametrize("dialect", ["duckdb", "spark"])
def test_model_lineage(dialect: str) -> None:
    model = emit.model_lineage(statement(LIFETIME_VALUE, dialect), model="customer_value")
    assert lines_of(model) == [
        "customer_id <- [customers.customer_id] (passthrough)",
        "name <- [customers.name] (passthrough)",
        "lifetime_value <- [orders.amount] (SUM)",
    ]
    assert model.model == "customer_value"
    assert list(model.sources) == ["customers", "orders"]


def test_model_lineage_through_two_ctes() -> None:
    sql = """
    WITH
      order_totals AS (
        SELECT customer_id, SUM(amount) AS total
        FROM orders
        GROUP BY customer_id
      ),
      enriched AS (
        SELECT c.id, c.name, ot.total
        FROM customers c
        JOIN order_totals ot ON c.id = ot.customer_id
      )
    SELECT id, name, total FROM enriched
    """
    assert lines_of(emit.model_lineage(statement(sql, "duckdb"))) == [
        "id <- [customers.id] (passthrough)",
        "name <- [customers.name] (passthrough)",
        "total <- [orders.amount] (SUM)",
    ]


def test_model_lineage_of_a_star_without_schema_is_a_marker() -> None:
    (column,) = emit.model_lineage(statement("SELECT * FROM customers", "spark")).columns
    assert column.output == "*"
    assert [(i.model, i.column) for i in column.inputs] == [("customers", "*")]


def test_model_lineage_of_a_star_with_schema_is_its_columns() -> None:
    assert lines_of(emit.model_lineage(statement("SELECT * FROM customers", "spark", CUSTOMERS))) == [
        "id <- [customers.id] (passthrough)",
        "name <- [customers.name] (passthrough)",
        "email <- [customers.email] (passthrough)",
    ]


def test_model_lineage_of_a_union_has_both_tables() -> None:
    sql = "SELECT id, name FROM customers UNION ALL SELECT id, name FROM archived_customers"
    columns = emit.model_lineage(statement(sql, "duckdb")).columns
    assert [sorted(f"{i.model}.{i.column}" for i in c.inputs) for c in columns] == [
        ["archived_customers.id", "customers.id"],
        ["archived_customers.name", "customers.name"],
    ]
