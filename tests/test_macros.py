"""Macros are followed however many there are, and never for ever; what a text defines is known to the others."""

from __future__ import annotations

import pytest

import headwater
from headwater.batch.schema_history import ALWAYS, AsOf
from headwater.batch.schema_registry import Event, SchemaRegistry
from headwater.dialects import get

pytestmark = pytest.mark.slow

_TABLE = "CREATE TABLE t (a INT, b INT);"
_DOUBLING = "CREATE MACRO m0(x) AS x + x;" + "".join(
    f"CREATE MACRO m{n}(x) AS m{n - 1}(x) + m{n - 1}(x);" for n in range(1, 40)
)
_TABLES = "CREATE MACRO q0() AS TABLE SELECT a FROM t;" + "".join(
    f"CREATE MACRO q{n}() AS TABLE SELECT x.a FROM q{n - 1}() x, q{n - 1}() y;" for n in range(1, 30)
)


def last(sql: str) -> headwater.answer.Statement:  # type: ignore[name-defined]
    return headwater.analyze(sql, dialect="duckdb").statements[-1]


@pytest.mark.parametrize(
    "sql",
    [
        _DOUBLING + "SELECT m39(a) AS k FROM t",
        "CREATE MACRO f(x) AS x + x; SELECT " + "f(" * 40 + "a" + ")" * 40 + " AS k FROM t",
        _TABLES + "SELECT * FROM q29()",
        "CREATE MACRO r(n) AS TABLE SELECT * FROM query('SELECT * FROM r(1)'); SELECT * FROM r(1)",
        "SET VARIABLE q = 'SELECT * FROM query(getvariable(''q''))'; SELECT * FROM query(getvariable('q'))",
    ],
    ids=["bodies", "arguments", "tables", "a text that runs itself", "a variable that runs itself"],
)
def test_what_grows_without_end_is_left_and_said(sql: str) -> None:
    assert [diagnostic.code for diagnostic in last(_TABLE + sql).diagnostics].count("W226") == 1


def test_many_calls_are_all_followed() -> None:
    items = ", ".join(f"f(a, b) AS c{n}" for n in range(400))
    answer = last(f"{_TABLE} CREATE MACRO f(x, y) AS CASE WHEN x > 0 THEN y ELSE 0 END; SELECT {items} FROM t")
    assert len(answer.edges) == 400
    assert not answer.diagnostics


def test_a_place_in_a_body_is_that_of_the_call() -> None:
    sql = f"{_TABLE} CREATE MACRO f(k) AS (SELECT max(b) FROM t WHERE a = k); SELECT 1 AS z, f(2) AS k FROM t"
    answer = last(sql)
    texts = {sql[one.span[0] : one.span[1]] for one in (*answer.edges, *answer.influence) if one.span}
    assert texts == {"f(2)"}


def test_a_macro_and_a_type_of_one_text_are_known_to_another() -> None:
    registry = SchemaRegistry([])
    for number, text in enumerate(
        ["CREATE MACRO twice(x) AS x * 2", "CREATE TYPE pt AS STRUCT(x INT, y INT)", "CREATE MACRO s.f(x) AS twice(x)"]
    ):
        position = ("defs.sql", "", number)
        event = Event("duckdb:m", ALWAYS, position, "write", "", False, False, None, text, "duckdb", f"u{number}")
        registry.update(f"u{number}", [event])
    catalog = AsOf(registry.history(), get("duckdb"), {}, None)
    sql = "CREATE TABLE p (q pt); SELECT s.f(q.x) AS k, unnest(q) FROM p"
    answer = headwater.analyze(sql, dialect="duckdb", catalog=catalog).statements[-1]
    assert [(str(edge.source), str(edge.target)) for edge in answer.edges] == [
        ("p.q.x", "result.k"),
        ("p.q.x", "result.x"),
        ("p.q.y", "result.y"),
    ]


def test_the_words_of_a_macro_are_those_of_the_catalog() -> None:
    catalog = headwater.Catalog.from_ddl(
        "CREATE TABLE t (a INT); CREATE MACRO iff(c, x, y) AS CASE WHEN c THEN x ELSE y END", dialect="duckdb"
    )
    answer = headwater.analyze("SELECT iff(true, a, 0) AS k FROM t", dialect="duckdb", catalog=catalog).statements[0]
    assert [(str(edge.source), str(edge.type)) for edge in answer.edges] == [("t.a", "DERIVED")]
    assert catalog.fingerprint() != headwater.Catalog.from_ddl("CREATE TABLE t (a INT)", dialect="duckdb").fingerprint()
