"""EXCHANGE TABLES: two tables have each other's columns from then on, in a script and in a warehouse's schemas."""

from __future__ import annotations

import headwater
from headwater import script
from headwater.batch import ALWAYS
from headwater.batch.schema_registry import Event, SchemaRegistry

A, B = '[["x", "Int32", null]]', '[["y", "String", null]]'


def event(name: str, since: int, action: str, columns: str | None, text: str | None = None) -> Event:
    position = ("log", str(since), 0)
    return Event(name, since, position, action, "table", False, False, columns, text, "clickhouse", f"u{since}{name}")


def names(registry: SchemaRegistry, table: str, as_of: int) -> list[str]:
    result = registry.history().find(table, as_of)
    assert result is not None
    return [column.name for column in result.columns or ()]


def test_schemas_change_places_at_their_time() -> None:
    registry = SchemaRegistry([])
    registry.update("one", [event("clickhouse:a", 10, "define", A), event("clickhouse:b", 10, "define", B)])
    registry.update("two", [event("clickhouse:a", 20, "swap", None, "clickhouse:b")])
    assert [names(registry, f"clickhouse:{name}", 15) for name in "ab"] == [["x"], ["y"]]
    assert [names(registry, f"clickhouse:{name}", 25) for name in "ab"] == [["y"], ["x"]]


def test_one_that_nobody_knows_takes_its_name_away() -> None:
    registry = SchemaRegistry([])
    registry.update("one", [event("clickhouse:a", ALWAYS, "define", A)])
    registry.update("two", [event("clickhouse:a", 20, "swap", None, "clickhouse:b")])
    assert names(registry, "clickhouse:b", 25) == ["x"]


def test_what_a_script_knows_goes_with_the_name() -> None:
    text = """
    CREATE TABLE s (p Int32, q Int32); CREATE TABLE a (x Int32); CREATE TABLE b (x Int32);
    INSERT INTO a SELECT p FROM s; INSERT INTO b SELECT q FROM s;
    EXCHANGE TABLES a AND b;
    """
    edges = script.graph(headwater.analyze(text, dialect="clickhouse"))
    assert sorted((str(edge.source), str(edge.target)) for edge in edges) == [("s.p", "b.x"), ("s.q", "a.x")]


def test_a_materialized_view_leaves_what_its_table_had() -> None:
    text = """
    CREATE TABLE s (p Int32, q Int32); CREATE TABLE t (x Int32);
    INSERT INTO t SELECT p FROM s;
    CREATE MATERIALIZED VIEW mv TO t AS SELECT q AS x FROM s;
    """
    edges = script.graph(headwater.analyze(text, dialect="clickhouse"))
    assert {("s.p", "t.x"), ("s.q", "t.x")} <= {(str(edge.source), str(edge.target)) for edge in edges}
