"""A text that is given what it looks up, and no more, has the answer that it has with all schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from headwater.batch import ALWAYS, Analyst, History, Unit, Version
from headwater.batch.analyst import ASKS
from headwater.batch.looked_up import Lookups
from headwater.batch.partial_history import Given, PartialHistory
from headwater.rows.steps import ANALYSED
from tests.spark import inputs
from tests.test_histories import bundle

pytest.importorskip("pyarrow")

COLUMNS = '[["a", "int", null], ["b", "int", null]]'
MAPPING = {"googlesql:d.events_1": "kafka:events", "clickhouse:q": "kafka:events"}
TABLES = [
    ("googlesql", ("d.events_1", "d.events_2", "d.events_*", "d.other", "p.d.events_3", 'd."events_.odd"')),
    ("duckdb", ("t", "s.t", "temp.x", "other.main.t", "a.t", "main.u")),
    ("clickhouse", ("q", "db.t", "default.t", "T")),
    ("hive", ("t", "db.t", "lake.t")),
    ("flink", ("t", "db.t", "cat.db.t")),
    ("kafka", ("events",)),
]
TEXTS = [
    ("googlesql", None, "SELECT * FROM `d.events_*`"),
    ("googlesql", "d", "SELECT * FROM `events_*`, other"),
    ("googlesql", "p.d", "SELECT a FROM `p.d.events_*` WHERE _TABLE_SUFFIX = '3'"),
    ("googlesql", "d", "SELECT * FROM `nothing_*`"),
    ("googlesql", None, "INSERT INTO d.x SELECT * FROM d.events_20240101, d.events_1 AS e, e.b"),
    ("duckdb", None, "SELECT * FROM t; SELECT * FROM s.t; SELECT * FROM x"),
    ("duckdb", "s", "CREATE VIEW v AS SELECT * FROM t, a.t; SELECT * FROM v"),
    ("duckdb", None, "SET search_path = 's,a'; SELECT * FROM t; CREATE OR REPLACE TABLE t AS SELECT 1 AS c"),
    ("duckdb", None, "USE s; INSERT INTO t SELECT * FROM u; DROP TABLE t; SELECT * FROM t"),
    ("duckdb", None, "ATTACH 'x.db' AS other; SELECT * FROM other.t"),
    ("duckdb", None, "SELECT * FROM 'lake/x.parquet', t WHERE EXISTS (SELECT 1 FROM a.t)"),
    ("clickhouse", "db", "SELECT * FROM t, q; SELECT * FROM default.T"),
    (
        "clickhouse",
        None,
        "CREATE TABLE n AS db.t ENGINE = Memory; RENAME TABLE db.t TO db.u; SELECT * FROM merge('^t')",
    ),
    ("hive", "lake", "FROM t INSERT OVERWRITE TABLE x SELECT * INSERT INTO db.y SELECT a"),
    ("spark", "DB", "MERGE INTO lake.t USING T AS s ON s.a = lake.t.a WHEN MATCHED THEN UPDATE SET *"),
    ("flink", None, "USE CATALOG cat; USE db; INSERT INTO x SELECT * FROM t"),
    ("flink", None, "CREATE TABLE n LIKE db.t; SELECT * FROM n"),
]


def units() -> Iterator[Unit]:
    for number, (dialect, database, text) in enumerate(TEXTS):
        yield Unit(f"u{number}", dialect, database, None, text, "")
    for name, text in inputs.SCRIPTS.items():
        dialect = next(
            (part for part in name.split("/") if part in ("duckdb", "hive", "spark", "clickhouse")), "duckdb"
        )
        yield Unit(name, dialect, None, None, text[-2_000:], name, 5)
    for number, run in enumerate(bundle(3, 5, 12)[1]):
        yield Unit(f"h{number}", "duckdb", None, "main.filled" if number % 3 else None, run.text, "", run.hour)


def versions() -> Iterator[Version]:
    for system, names in TABLES:
        for name in names:
            yield Version(f"{system}:{name}", ALWAYS, "table", False, COLUMNS)
    for schema in ("chain.base", "chain.v1", "late.t", "ods.orders", "given.t", "h0.a", "h1.b", "h2.c", "h3.d"):
        for system in ("duckdb", "hive"):
            yield Version(f"{system}:{schema}", ALWAYS, "table", False, COLUMNS)
            yield Version(f"{system}:{schema}", 4, "view", False, COLUMNS.replace('"b"', '"c"'))
    yield Version("duckdb:h0.a", 50, "table", False, "")


def plain(rows: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Rows without how long they took."""
    named = [dict(zip(ANALYSED.names, row, strict=True)) for row in rows]
    return [{name: value for name, value in row.items() if name != "millis"} for row in named]


def give(history: History, names: set[str], leads: set[str]) -> Given:
    every = list(history)
    listed = {lead: {version.name for version in every if version.name.startswith(lead)} for lead in leads}
    return Given([version for version in every if version.name in names], names, listed, {"duckdb:chain.v2"} & names)


@pytest.mark.parametrize("unit", list(units()), ids=lambda unit: unit.unit)
def test_the_answer_is_that_of_all_schemas(unit: Unit) -> None:
    shared = History.of(versions(), {"duckdb": "CREATE MACRO twice(x) AS TABLE SELECT * FROM t"})
    waiting = frozenset({"duckdb:chain.v2"})
    whole = Analyst(shared, MAPPING, waiting=waiting).rows(unit)
    for names in (set(), Lookups(MAPPING).names(unit)):
        leads: set[str] = set()
        for _ in range(5):
            given = give(shared, names, leads)
            rows = Analyst(PartialHistory(given, shared), MAPPING, waiting=frozenset(given.waiting)).rows(unit)
            (first, *_) = plain(rows)
            if first["kind"] != ASKS:
                break
            assert not names >= set(first["unknown"]) or not leads >= set(first["reads"]), "it was given that"
            names |= set(first["unknown"])
            leads |= set(first["reads"])
        assert plain(rows) == plain(whole)


def test_nearly_all_names_are_guessed() -> None:
    """A text that asks costs a second analysis: most texts must not."""
    shared = History.of(versions())
    lookups = Lookups(MAPPING)
    asking = []
    for unit in units():
        history = PartialHistory(give(shared, lookups.names(unit), set()), shared)
        if plain(Analyst(history, MAPPING).rows(unit))[0]["kind"] == ASKS:
            asking.append(unit.unit)
    assert len(asking) < len(list(units())) / 5, asking
