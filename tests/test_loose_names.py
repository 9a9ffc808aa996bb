"""Names that the parser reads over are found, and words of the grammar are not taken for them."""

from __future__ import annotations

import pytest

import headwater

_COLUMNS = "a b c d name value key first last day hour current preceding rows position max min date time type data"
CATALOG = headwater.Catalog({"t": _COLUMNS.split(), "u": ["a", "x", "name"]})


@pytest.mark.parametrize(
    ("dialect", "sql", "name"),
    [
        ("googlesql", "SELECT a FROM t TABLESAMPLE b (10 PERCENT)", "b"),
        ("googlesql", "FROM t |> AGGREGATE SUM(b) AS s GROUP BY GROUPING SETS (a, CUBE d (c))", "d"),
        ("googlesql", "SELECT CAST(a AS STRUCT<x INT64>).x FROM t TABLESAMPLE name (10 PERCENT)", "name"),
    ],
)
def test_a_name_in_no_node_is_reported_at_its_place(dialect: str, sql: str, name: str) -> None:
    statement = headwater.analyze(sql, dialect=dialect, catalog=CATALOG).statements[0]
    assert statement.level is not headwater.Level.EXACT
    assert [sql[d.span.start : d.span.end] for d in statement.diagnostics if d.code == "W211"] == [name]


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("duckdb", "SELECT name FROM t UNION ALL BY NAME SELECT name FROM u"),
        ("duckdb", "SELECT {'name': name, 'value': value} AS s, max(max) AS m, min(t.min) AS n FROM t"),
        (
            "duckdb",
            "SELECT EXTRACT(hour FROM date) AS h, date + INTERVAL 1 day AS e, position('x' IN name) AS p FROM t",
        ),
        ("duckdb", "SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM t"),
        ("duckdb", "SELECT a FROM t ORDER BY b NULLS LAST, c NULLS FIRST"),
        ("duckdb", "SELECT * FROM (SELECT a, b, c FROM t) UNPIVOT (value FOR name IN (b, c))"),
        ("duckdb", "SELECT struct_pack(name := name, type := a) AS s FROM t"),
        ("flink", "SELECT JSON_OBJECT(KEY 'k' VALUE name) AS j, TIMESTAMPDIFF(DAY, `date`, `time`) AS d FROM t"),
        ("clickhouse", "SELECT a, {name:String} AS p FROM t ORDER BY b LIMIT 1 BY name"),
        ("googlesql", "SELECT ARRAY_AGG(name ORDER BY last LIMIT 1) AS x, DATE_TRUNC(date, DAY) AS d FROM t"),
        ("spark", "SELECT first(first) AS f, last(last) AS l, map('name', name) AS m FROM t"),
        ("hive", "SELECT named_struct('name', name).name AS n, cast(value AS date) AS v FROM t"),
    ],
)
def test_words_of_the_grammar_are_no_names(dialect: str, sql: str) -> None:
    statement = headwater.analyze(sql, dialect=dialect, catalog=CATALOG).statements[0]
    assert [d.message for d in statement.diagnostics if d.code == "W211"] == []
    assert statement.level is headwater.Level.EXACT
