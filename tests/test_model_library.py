"""The success criteria of a small library for models on DuckDB, one by one, and its edge cases.

Each test is one line of the list: what is parsed, what lineage is right, what is refused and how, and how fast.
The golden cases of `golden/duckdb/grammar.sql` go through its grammar production by production.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import headwater
from headwater import models
from headwater.lint import lint
from tests.golden import goldenfile

SCHEMA = {
    "customers": ["id", "customer_id", "name", "email", "parent_id"],
    "orders": ["id", "customer_id", "amount", "date", "status"],
    "archived_customers": ["id", "name"],
    "employees": ["id", "manager_id", "name"],
}


def column_texts(sql: str, schema: Any = SCHEMA) -> list[str]:
    """Every column as it is printed."""
    return [str(column) for column in models.lineage(sql, "duckdb", schema).columns]


USAGE = """
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


# --- 1. parses every model without errors ----------------------------------------------------------------------

MODELS = {
    "usage": USAGE,
    "two_ctes": """
        WITH order_totals AS (SELECT customer_id, SUM(amount) AS total FROM orders GROUP BY customer_id),
             enriched AS (
                SELECT c.id, c.name, ot.total FROM customers c JOIN order_totals ot ON c.id = ot.customer_id
             )
        SELECT id, name, total FROM enriched""",
    "ranked": """
        SELECT id, name FROM (
            SELECT id, name, row_number() OVER (PARTITION BY name ORDER BY id DESC NULLS LAST) AS rn FROM customers
        ) AS ranked WHERE rn = 1""",
    "status": "SELECT id, CASE status WHEN 'open' THEN amount ELSE 0 END AS open_amount FROM orders QUALIFY amount > 0",
}


@pytest.mark.parametrize("name", MODELS)
def test_1_every_model_is_parsed_without_errors(name: str) -> None:
    result = models.lineage(MODELS[name], "duckdb", SCHEMA, model=name, strict=True)
    assert result.model == name
    assert [diagnostic.message for diagnostic in result.diagnostics if diagnostic.severity != "info"] == []
    assert result.columns


SEEDS = sorted((Path(__file__).parents[1] / "examples" / "seeds" / "duckdb").glob("*.sql"))


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem)
def test_1_the_example_models_are_parsed_without_errors(path: Path) -> None:
    answer = headwater.analyze(path.read_text("utf-8"), dialect="duckdb", catalog=headwater.Catalog(SCHEMA))
    assert answer.statements
    assert [diagnostic.message for diagnostic in answer.diagnostics if diagnostic.severity == "error"] == []


PRODUCTIONS = (
    "Statement CTEList CTE SelectStatement SetOp SelectCore SelectList SelectItem FromClause JoinClause JoinType "
    "TableRef TableName LateralClause Expression OrExpr AndExpr NotExpr Comparison CompOp Addition Multiplication "
    "Unary Primary Literal ColumnRef FunctionCall WindowSpec PartitionBy OrderBy OrderByList OrderByItem FrameSpec "
    "FrameBound CaseExpr CastExpr TypeName ExpressionList ArrayExpr StructExpr"
)


def test_1_every_production_of_the_grammar_has_its_golden_cases() -> None:
    file = goldenfile.HERE / "duckdb" / "grammar.sql"
    titles = {case.title.partition(":")[0] for case in goldenfile.parse_file(file)}
    assert titles == set(PRODUCTIONS.split(" "))


# --- 2. correct lineage ----------------------------------------------------------------------------------------

RIGHT: dict[str, tuple[str, list[str]]] = {
    "simple select with columns and aliases": (
        "SELECT id, name AS n, amount + 1 AS more FROM orders JOIN customers USING (id)",
        [
            "id <- [orders.id] (passthrough)",
            "n <- [customers.name] (passthrough)",
            "more <- [orders.amount] (expression)",
        ],
    ),
    "inner join": (
        "SELECT o.amount, c.name FROM orders o INNER JOIN customers c ON o.customer_id = c.id",
        ["amount <- [orders.amount] (passthrough)", "name <- [customers.name] (passthrough)"],
    ),
    "left join": (
        "SELECT o.amount, c.name FROM orders o LEFT OUTER JOIN customers c ON o.customer_id = c.id",
        ["amount <- [orders.amount] (passthrough)", "name <- [customers.name] (passthrough)"],
    ),
    "right join": (
        "SELECT o.amount, c.name FROM orders o RIGHT JOIN customers c ON o.customer_id = c.id",
        ["amount <- [orders.amount] (passthrough)", "name <- [customers.name] (passthrough)"],
    ),
    "full join": (
        "SELECT o.amount, c.name FROM orders o FULL JOIN customers c ON o.customer_id = c.id",
        ["amount <- [orders.amount] (passthrough)", "name <- [customers.name] (passthrough)"],
    ),
    "cross join": (
        "SELECT o.amount, c.name FROM orders o CROSS JOIN customers c",
        ["amount <- [orders.amount] (passthrough)", "name <- [customers.name] (passthrough)"],
    ),
    "a cte": (
        USAGE,
        [
            "customer_id <- [customers.customer_id] (passthrough)",
            "name <- [customers.name] (passthrough)",
            "lifetime_value <- [orders.amount] (SUM)",
        ],
    ),
    "a sum through two ctes": (
        MODELS["two_ctes"],
        [
            "id <- [customers.id] (passthrough)",
            "name <- [customers.name] (passthrough)",
            "total <- [orders.amount] (SUM)",
        ],
    ),
    "a recursive cte": (
        """WITH RECURSIVE tree AS (
               SELECT id, name FROM employees WHERE manager_id IS NULL
               UNION ALL
               SELECT e.id, e.name FROM employees e JOIN tree t ON e.manager_id = t.id
           ) SELECT id, name FROM tree""",
        ["id <- [employees.id] (passthrough)", "name <- [employees.name] (passthrough)"],
    ),
    "union": (
        "SELECT id, name FROM customers UNION ALL SELECT id, name FROM archived_customers",
        [
            "id <- [customers.id archived_customers.id] (passthrough)",
            "name <- [customers.name archived_customers.name] (passthrough)",
        ],
    ),
    "intersect": (
        "SELECT id FROM customers INTERSECT SELECT id FROM archived_customers",
        ["id <- [customers.id archived_customers.id] (passthrough)"],
    ),
    "except hands on the left alone": (
        "SELECT id FROM customers EXCEPT SELECT id FROM archived_customers",
        ["id <- [customers.id] (passthrough)"],
    ),
    "aggregates": (
        "SELECT SUM(amount) AS s, COUNT(*) AS n, COUNT(DISTINCT status) AS k, MAX(date) AS d FROM orders",
        [
            "s <- [orders.amount] (SUM)",
            "n <- [] (COUNT)",
            "k <- [orders.status] (COUNT)",
            "d <- [orders.date] (MAX)",
        ],
    ),
    "windows": (
        """SELECT LAG(amount) OVER (PARTITION BY customer_id ORDER BY date) AS before,
                  ROW_NUMBER() OVER (ORDER BY date) AS rn, SUM(amount) OVER w AS running
           FROM orders WINDOW w AS (ORDER BY date)""",
        ["before <- [orders.amount] (LAG)", "rn <- [] (ROW_NUMBER)", "running <- [orders.amount] (SUM)"],
    ),
    "case": (
        "SELECT CASE WHEN status = 'x' THEN amount ELSE id END AS v FROM orders",
        ["v <- [orders.amount orders.id] (expression)"],
    ),
    "cast": ("SELECT CAST(amount AS VARCHAR) AS v FROM orders", ["v <- [orders.amount] (CAST)"]),
}


@pytest.mark.parametrize("name", RIGHT)
def test_2_correct_lineage(name: str) -> None:
    sql, expected = RIGHT[name]
    assert column_texts(sql) == expected


# --- 3. proper error messages ----------------------------------------------------------------------------------


def test_3_a_scalar_subquery_has_its_message_and_place() -> None:
    sql = """SELECT
    customer_id,
    (SELECT MAX(order_date) FROM orders WHERE orders.customer_id = c.customer_id) AS last_order
FROM customers c"""
    (one,) = lint(sql, dialect="duckdb", select=["L1"]).findings
    assert one.message == "Scalar subqueries in SELECT columns are not supported. Rewrite using a CTE and JOIN."
    assert (one.line, one.column) == (3, 5)


@pytest.mark.parametrize(
    "sql", ["INSERT INTO t SELECT 1", "DELETE FROM t", "CREATE TABLE t (a INT)", "UPDATE t SET a = 1"]
)
def test_3_models_start_with_select_or_with(sql: str) -> None:
    with pytest.raises(models.ModelError, match="Models must start with SELECT or WITH"):
        models.lineage(sql, "duckdb", strict=True)


@pytest.mark.parametrize("sql", ["SELECT a FROM t; SELECT b FROM t", "", "-- nothing\n", ";"])
def test_3_a_model_is_one_statement(sql: str) -> None:
    with pytest.raises(models.ModelError, match="A model is one statement"):
        models.lineage(sql, "duckdb", strict=True)


def test_3_membership_is_for_where_and_having() -> None:
    with pytest.raises(models.ModelError, match="in WHERE and HAVING only"):
        models.lineage("SELECT id IN (SELECT customer_id FROM orders) AS buys FROM customers", "duckdb", strict=True)


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r",
        "SELECT d.id FROM (SELECT id FROM customers) d",
        "SELECT id FROM customers UNION SELECT id FROM orders",
        "SELECT id FROM customers WHERE id IN (SELECT customer_id FROM orders)",
    ],
)
def test_3_what_is_allowed_is_not_refused(sql: str) -> None:
    assert lint(sql, dialect="duckdb", select=["L0", "L1"]).findings == ()


def test_3_a_syntax_error_says_where() -> None:
    with pytest.raises(models.ModelError, match=r"^2:\d+: "):
        models.lineage("SELECT a\nFROM (SELECT b FROM t", "duckdb", strict=True)


# --- 4. DuckDB -------------------------------------------------------------------------------------------------


def test_4_duckdb_reads_names_strings_and_clauses_as_duckdb_does() -> None:
    assert column_texts(
        "SELECT \"ID\" AS x, 'it''s' || Name AS y FROM Customers QUALIFY row_number() OVER (ORDER BY id) = 1"
    ) == [
        "x <- [customers.id] (passthrough)",
        "y <- [customers.name] (expression)",
    ]
    lateral = "SELECT c.id, l.m FROM customers c, LATERAL (SELECT MAX(amount) AS m FROM orders o WHERE o.id = c.id) l"
    assert column_texts(lateral) == ["id <- [customers.id] (passthrough)", "m <- [orders.amount] (MAX)"]
    assert column_texts("SELECT json_extract(name, '$.a') AS a FROM customers") == [
        "a <- [customers.name] (JSON_EXTRACT)"
    ]


def test_4_functions_have_their_class() -> None:
    names = ("trim", "sum", "row_number", "uuid", "current_timestamp", "count", "lag", "concat")
    assert [models.function_class(name, "duckdb") for name in names] == [
        *("passthrough", "aggregate", "window", "none"),
        *("none", "aggregate", "window", "passthrough"),
    ]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("TRIM(name)", "passthrough"),
        ("name", "passthrough"),
        ("MAX(name)", "aggregate"),
        ("COUNT(*)", "aggregate"),
        ("ROW_NUMBER() OVER (ORDER BY id)", "window"),
        ("LAG(id) OVER (ORDER BY id)", "window"),
        ("SUM(id) OVER ()", "window"),
        ("uuid()", "none"),
        ("CURRENT_TIMESTAMP", "none"),
        ("1", "none"),
    ],
)
def test_4_columns_have_their_class(item: str, expected: str) -> None:
    (column,) = models.lineage(f"SELECT {item} AS x FROM customers", "duckdb", SCHEMA).columns
    assert column.lineage == expected


# --- 5. speed --------------------------------------------------------------------------------------------------


def test_5_a_thousand_lines_are_answered_whole() -> None:
    """How long it takes is the affair of `make bench`, which sets it beside the parser."""
    lines = [f"    CASE WHEN status = 's{n}' THEN amount + {n} ELSE 0 END AS c{n}," for n in range(997)]
    sql = "\n".join(["SELECT", *lines, "    id", "FROM orders"])
    assert sql.count("\n") + 1 == 1000
    result = models.lineage(sql, "duckdb", SCHEMA).columns
    assert len(result) == 998
    assert {str(one) for column in result[:-1] for one in column.inputs} == {str(result[0].inputs[0])}


# --- edge cases ------------------------------------------------------------------------------------------------


def test_a_star_without_a_schema_is_a_marker_and_with_one_its_columns() -> None:
    result = models.lineage("SELECT * FROM customers", "duckdb")
    assert result.to_dict()["Columns"] == [
        {"Output": "*", "Inputs": [{"Model": "customers", "Column": "*"}], "Transform": "passthrough"}
    ]
    assert column_texts("SELECT * FROM customers", {"customers": ["id", "name", "email"]}) == [
        f"{name} <- [customers.{name}] (passthrough)" for name in ("id", "name", "email")
    ]


def test_aliased_tables_and_self_joins_are_their_table() -> None:
    assert column_texts("SELECT a.id FROM customers AS a", None) == ["id <- [customers.id] (passthrough)"]
    assert column_texts("SELECT a.id, b.name FROM customers a JOIN customers b ON a.parent_id = b.id", None) == [
        "id <- [customers.id] (passthrough)",
        "name <- [customers.name] (passthrough)",
    ]
    assert models.lineage(USAGE, "duckdb").sources == ("customers", "orders")
