"""What texts define that is no column of a table: functions, models, and what stands behind a table."""

from __future__ import annotations

import pickle

from headwater.batch import ALWAYS, Analyst, Unit
from headwater.batch.schema_registry import Event, SchemaRegistry
from headwater.rows.steps import ANALYSED

DIALECT, TEXT = "clickhouse", "CREATE FUNCTION twice AS (x) -> x + x"


def changes(text: str, dialect: str = DIALECT, registry: SchemaRegistry | None = None) -> list[Event]:
    (rows,) = zip(
        Analyst((registry or SchemaRegistry([])).history(), {}).rows(Unit("u", dialect, None, None, text, "a.sql"))
    )
    row = dict(zip(ANALYSED.names, rows[0], strict=True))
    return [
        Event(f"{system}:{name}", ALWAYS, ("a.sql", "", number), *rest, dialect, "u")
        for number, system, name, *rest in row["changes"]
    ]


def test_a_function_is_told_as_it_was_written() -> None:
    registry = SchemaRegistry([])
    registry.update_definitions("u", changes(TEXT))
    history = pickle.loads(pickle.dumps(registry.history()))
    assert history.definitions == {DIALECT: TEXT}
    rows = Analyst(history, {}).rows(Unit("v", DIALECT, None, None, "INSERT INTO s SELECT twice(a) AS b FROM t", ""))
    edges = dict(zip(ANALYSED.names, rows[0], strict=True))["edges"]
    assert [(edge[6], edge[12]) for edge in edges] == [("a", "DERIVED")]


def test_a_function_that_lives_no_longer_than_its_session_is_not_told() -> None:
    assert changes("CREATE TEMPORARY FUNCTION f AS 'a.B'", "hive") == []
    assert changes("CREATE FUNCTION f AS 'a.B'", "hive") != []


def test_answers_rest_on_the_functions_that_were_known() -> None:
    registry = SchemaRegistry([])
    before = Analyst(registry.history(), {}).signature(["clickhouse:t"], None, "clickhouse")
    registry.update("u", changes(TEXT))
    assert Analyst(registry.history(), {}).signature(["clickhouse:t"], None, "clickhouse") != before


def test_what_stands_behind_a_table_is_kept() -> None:
    text = "CREATE TABLE d.every (k Int64) ENGINE = Distributed('c', 'd', 'one')"
    registry = SchemaRegistry([])
    registry.update("u", changes(text, "clickhouse"))
    result = registry.history().find("clickhouse:d.every", None)
    assert result is not None
    assert result.behind == ("d", "one")
