"""Error messages: one message for each cause, at the right token, with a suggestion."""

from __future__ import annotations

import pytest

import headwater
from headwater import emit
from headwater.emit.styled_text import plain

SHOP = headwater.Catalog(
    {
        "orders": ["id", "customer_id", "amount", "day"],
        "customers": ["id", "name", "email"],
        "sales.lines": ["id", "qty"],
        "events": {"id": "int", "s": "struct<x:int,user:int>"},
    }
)

# dialect, SQL, the word that is marked, the end of the message
SAID = [
    ("duckdb", "SELCT id FROM orders", "SELCT", "SELCT is not a keyword. Did you mean SELECT?"),
    ("duckdb", "SELECT id FORM orders", "FORM", "FORM is not a keyword. Did you mean FROM?"),
    ("duckdb", "SELECT id FROM orders WEHRE id = 1", "WEHRE", "Did you mean WHERE?"),
    ("duckdb", "SELECT day, count(*) FROM orders GROPU BY day", "GROPU", "Did you mean GROUP?"),
    ("duckdb", "SELECT id FROM orders JION customers ON true", "JION", "Did you mean JOIN?"),
    ("duckdb", "INSRT INTO orders SELECT 1", "INSRT", "Did you mean INSERT?"),
    ("clickhouse", "SELECT id FROM orders PREWERE id = 1", "PREWERE", "Did you mean PREWHERE?"),
    ("clickhouse", "SELECT id FROM orders SETINGS max_threads = 1", "SETINGS", "Did you mean SETTINGS?"),
    ("flink", "INSERT INTO orders SELCT 1, 2, 3, 4", "SELCT", "Did you mean SELECT?"),
    ("googlesql", "FROM orders |> AGREGATE COUNT(*)", "AGREGATE", "Did you mean AGGREGATE?"),
    ("googlesql", "SELECT id FROM orders QUALFY row_number() OVER () = 1", "QUALFY", "Did you mean QUALIFY?"),
    ("hive", "SELECT id FROM orders LATERL VIEW explode(a) e AS x", "LATERL", "Did you mean LATERAL?"),
    ("spark", "SELECT id FROM orders TABLESAMPLE (5 PERCNT)", "PERCNT", "Did you mean PERCENT?"),
    ("duckdb", "UPDATE orders STE id = 1", "STE", "Did you mean SET?"),
    ("duckdb", "SELECT id FROM orders UNION AL SELECT id FROM customers", "AL", "Did you mean ALL?"),
    ("duckdb", "CREATE VEIW z AS SELECT 1", "CREATE VEIW z AS SELECT 1", "Did you mean VIEW?"),
    ("duckdb", "CREATE TABEL z (a INT)", "CREATE TABEL z (a INT)", "Did you mean TABLE?"),
    # what is missing or too much
    ("duckdb", "SELECT sum(amount FROM orders", "(", "( is never closed."),
    ("duckdb", "SELECT id FROM (SELECT id FROM orders", "(", "( is never closed."),
    ("duckdb", "SELECT id + 1) FROM orders", ")", "This ) has no matching (."),
    ("duckdb", "SELECT [id) FROM orders", ")", "[ is closed by )."),
    ("duckdb", "SELECT 'abc FROM orders", "'abc FROM orders", "The quote that opens here is never closed."),
    ("duckdb", "SELECT 'it''s', \"a FROM orders", '"a FROM orders', "The quote that opens here is never closed."),
    ("hive", "SELECT 'it\\'s', 'a FROM orders", "'a FROM orders", "The quote that opens here is never closed."),
    ("duckdb", "SELECT id -- don't\n/* oh\nFROM orders", "/* oh", "The comment that opens here is never closed."),
    ("duckdb", "SELECT CASE WHEN id = 1 THEN 2 FROM orders", "CASE", "This CASE has no END."),
    ("duckdb", "WITH q AS (SELECT 1), SELECT 2", ",", "Unexpected comma: nothing follows it."),
    ("duckdb", "SELECT id day amount FROM orders", "amount", "Is a comma missing?"),
    ("duckdb", "SELECT id FROM orders GROUP id", "GROUP", "Expected BY after GROUP."),
    ("duckdb", "SELECT sum(id) OVER (PARTITION day) FROM orders", "PARTITION", "Expected BY after PARTITION."),
    ("duckdb", "SELECT 1 FROM orders INNER customers ON true", "INNER", "Expected JOIN after INNER."),
    ("duckdb", "SELECT id FROM orders WHERE AND id = 1", "AND", "Expected a condition between WHERE and AND."),
    ("duckdb", "SELECT id AS FROM orders", "FROM", "Expected a name after AS, not FROM."),
    ("duckdb", "SELECT id FROM orders WHERE", "WHERE", "The statement ends after WHERE; expected a condition."),
    ("duckdb", "SELECT id FROM orders UNION", "UNION", "The statement ends after UNION; expected a query."),
    ("duckdb", "SELECT id FROM orders WHERE id BETWEEN 1", "1", "BETWEEN needs AND and a second value."),
    ("duckdb", "SELECT CAST(id INT) FROM orders", "INT", "Expected AS in CAST, before INT."),
    ("duckdb", "SELECT `id` FROM orders", "`", "` does not quote names in this dialect."),
    ("googlesql", "SELECT 1 UNION SELECT 2", "SELECT", "UNION must be followed by ALL or DISTINCT in this dialect."),
    # what the parser reads over
    ("duckdb", "SELECT FROM orders", "SELECT", "Nothing follows SELECT."),
    ("duckdb", "SELECT id FROM orders GROUP BY", "GROUP BY", "Nothing follows GROUP BY."),
    ("spark", "SELECT 1 FROM orders JOIN customers ON", "ON", "Nothing follows ON."),
    ("spark", "SELECT sum(id) OVER (ORDER BY) FROM orders", ")", "Unexpected ) after ORDER BY."),
    # names, in the right scope
    ("duckdb", "SELECT amuont FROM orders", "amuont", "Column amuont does not exist in orders. Did you mean amount?"),
    ("duckdb", "SELECT o.AMONUT FROM orders o", "AMONUT", "AMONUT does not exist in orders. Did you mean amount?"),
    ("duckdb", "SELECT id_customer FROM orders", "id_customer", "Did you mean customer_id?"),
    ("duckdb", "SELECT total FROM orders", "total", "It has id, customer_id, amount, day."),
    ("duckdb", "SELECT orders.id FROM orders o", "orders", "alias orders in this FROM clause. Its alias is o."),
    ("duckdb", "SELECT x.id FROM orders o", "x", "No table or alias x in this FROM clause. There is o."),
    ("duckdb", "SELECT nmae FROM orders o JOIN customers c ON true", "nmae", "Did you mean name?"),
    ("duckdb", "SELECT id FROM ordres", "ordres", "Did you mean orders?"),
    ("duckdb", "SELECT id FROM sale.lines", "sale.lines", "Did you mean sales.lines?"),
    ("duckdb", "SELECT id FROM lines", "lines", "Did you mean sales.lines?"),
    ("duckdb", "WITH totals AS (SELECT 1 AS n) SELECT n FROM total", "total", "Did you mean totals?"),
    ("duckdb", "SELECT events.s.usr FROM events", "events.s.usr", "s has no field usr. Did you mean user?"),
    ("duckdb", "INSERT INTO orders (id, amout) SELECT 1, 2", "amout", "Did you mean amount?"),
    ("duckdb", "SELECT lwoer(name) FROM customers", "lwoer", "Did you mean lower?"),
    ("googlesql", "SELECT ARRAY_AG(name) FROM customers", "ARRAY_AG", "Did you mean array_agg?"),
    ("spark", "SELECT my_own_function(name) FROM customers", "my_own_function", "through it have the type UNKNOWN."),
    ("clickhouse", "SELECT ID FROM orders", "ID", "Did you mean id?"),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "sql", "word", "said"), SAID)
def test_one_message_for_a_cause(dialect: str, sql: str, word: str, said: str) -> None:
    (one,) = headwater.analyze(sql, dialect=dialect, catalog=SHOP).diagnostics
    assert (sql[one.span.start : one.span.end], one.message[-len(said) :]) == (word, said)


def test_a_suggestion_must_read_on() -> None:
    """FORM is near FROM, but not here: a column may be called so."""
    (one,) = headwater.analyze("SELECT form, ,1 FROM orders", dialect="duckdb", catalog=SHOP).diagnostics
    assert "Did you mean" not in one.message
    answer = headwater.analyze("SELECT o.id form FROM orders o", dialect="duckdb", catalog=SHOP)
    assert answer.diagnostics == []


def test_each_statement_of_a_script_has_its_own_error() -> None:
    sql = "SELECT id FROM orders;\nSELCT id FROM orders;\nSELECT id FORM orders;\nSELECT id FROM orders"
    answer = headwater.analyze(sql, dialect="duckdb", catalog=SHOP)
    assert [(diagnostic.code, diagnostic.line, diagnostic.column) for diagnostic in answer.diagnostics] == [
        ("E001", 2, 1),
        ("E005", 3, 11),
    ]


@pytest.mark.parametrize(
    ("sql", "shown"),
    [
        ("SELECT id,\r\n\tamuont\r\nFROM orders", ["  2 |     amuont", "    |     ^^^^^^"]),
        (
            "SELECT '日本' AS x, amuont FROM orders",
            ["  1 | SELECT '日本' AS x, amuont FROM orders", " " * 25 + "^" * 6],
        ),
    ],
)
def test_marks_stand_under_the_word(sql: str, shown: list[str]) -> None:
    (one,) = headwater.analyze(sql, dialect="duckdb", catalog=SHOP).diagnostics
    lines = plain(emit.diagnostic(one)).splitlines()
    assert lines[2] == shown[0]
    assert lines[3].endswith(shown[1].strip())
    assert len(lines[3]) == len(shown[1]) or "日本" in sql


def test_long_statements_are_not_read_again_and_again() -> None:
    sql = "SELECT " + ", ".join(f"id AS c{n}" for n in range(4000)) + " FORM orders"
    (one,) = headwater.analyze(sql, dialect="duckdb", catalog=SHOP).diagnostics
    assert one.code == "E005"
