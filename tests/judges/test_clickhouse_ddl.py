"""DDL, run for real: after a script, every table has the columns that ClickHouse says it has, in order and in kind.

Beside the columns, what a star stands for is asked of the engine, and what an INSERT without a list takes.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import headwater
from headwater.catalog.tables import Column
from tests.judges.clickhouse_engine import Engine, missing, split

pytestmark = [pytest.mark.engines, pytest.mark.skipif(missing() is not None, reason=str(missing()))]

BASE = """
CREATE TABLE base (a Int32, b Int32 DEFAULT a * 2, c Int32 MATERIALIZED a + b, d Int32 ALIAS c + 1,
    e String EPHEMERAL 'x', f String DEFAULT e, k Int32) ENGINE = MergeTree ORDER BY k;
CREATE TABLE other (x Int32, y String) ENGINE = MergeTree ORDER BY x;
"""
SCRIPTS = {
    "as they stand": "",
    "add, first and after": "ALTER TABLE base ADD COLUMN n Int8 FIRST, ADD COLUMN m Int8 DEFAULT a AFTER b",
    "drop": "ALTER TABLE base DROP COLUMN d, DROP COLUMN c",
    "rename, also in expressions": "ALTER TABLE base RENAME COLUMN a TO aa",
    "modify the type and move": "ALTER TABLE base MODIFY COLUMN a Int64 AFTER k",
    "a default comes": "ALTER TABLE other MODIFY COLUMN y DEFAULT toString(x)",
    "a default goes": "ALTER TABLE base MODIFY COLUMN b REMOVE DEFAULT",
    "becomes materialized": "ALTER TABLE other MODIFY COLUMN y String MATERIALIZED toString(x)",
    "comment and clear": "ALTER TABLE base COMMENT COLUMN a 'what', ADD COLUMN k2 Int8 COMMENT 'x'",
    "AS another table": "CREATE TABLE made AS base",
    "AS another table, engine": "CREATE TABLE made AS base ENGINE = Memory",
    "CLONE AS": "CREATE TABLE made CLONE AS base",
    "AS SELECT *": "CREATE TABLE made ENGINE = Memory AS SELECT * FROM base",
    "AS SELECT with hidden ones": "CREATE TABLE made ENGINE = Memory AS SELECT d, c, a FROM base",
    "EMPTY AS": "CREATE TABLE made ENGINE = Memory EMPTY AS SELECT a, b AS z FROM base",
    "columns and a query": "CREATE TABLE made (p Int64, q Int64) ENGINE = Memory AS SELECT b, a FROM base",
    "untyped columns": "CREATE TABLE made (p Int64, q DEFAULT p + 1, r ALIAS q) ENGINE = Memory",
    "indexes, projections": "CREATE TABLE made (a Int32, t Date, INDEX i a TYPE minmax,"
    " PROJECTION p (SELECT a ORDER BY a), CONSTRAINT c CHECK a > 0,"
    " b String CODEC(ZSTD(3)) TTL t + INTERVAL 1 DAY COMMENT 'x')"
    " ENGINE = MergeTree ORDER BY a TTL t + INTERVAL 1 MONTH SETTINGS index_granularity = 1024 COMMENT 'y'",
    "words as names": "CREATE TABLE made (`index` Int8, comment String, settings Int8, `a b` Int8, date Date,"
    " `engine` Int8 DEFAULT `index`) ENGINE = Memory",
    "nested types": "CREATE TABLE made (m Map(String, Array(Tuple(x Int8, y Nullable(String)))), t Tuple(Int8, String),"
    " e Enum8('a' = 1, 'b' = 2), d DateTime64(3, 'UTC'), l LowCardinality(Nullable(String))) ENGINE = Memory",
    "a table function": "CREATE TABLE made AS numbers(3)",
    "a view": "CREATE VIEW made AS SELECT a + 1 AS x, f FROM base WHERE k > 0",
    "a view with typed columns": "CREATE VIEW made (k Int32, a Int32) AS SELECT a, k FROM base",
    "a view with names": "CREATE VIEW made (p, q) AS SELECT a, k FROM base",
    "a materialized view TO": "CREATE MATERIALIZED VIEW made TO other AS SELECT a AS x FROM base",
    "a materialized view": "CREATE MATERIALIZED VIEW made ENGINE = MergeTree ORDER BY x AS SELECT a AS x, f FROM base",
    "a refreshable view": "CREATE MATERIALIZED VIEW made REFRESH EVERY 1 YEAR APPEND TO other EMPTY AS"
    " SELECT a AS x, f AS y FROM base",
    "a dictionary": "CREATE DICTIONARY made (x UInt64, y String) PRIMARY KEY x SOURCE(CLICKHOUSE(TABLE 'other'))"
    " LAYOUT(FLAT()) LIFETIME(0)",
    "Merge": "CREATE TABLE made (x Int32) ENGINE = Merge(currentDatabase(), '^other$')",
    "Buffer": "CREATE TABLE made AS other ENGINE = Buffer(currentDatabase(), other, 1, 1, 1, 1, 1, 1, 1)",
    "rename": "RENAME TABLE base TO first, other TO base",
    "exchange": "EXCHANGE TABLES base AND other",
    "drop and undrop": "DROP TABLE other;\nUNDROP TABLE other",
    "detach and attach": "DETACH TABLE other;\nATTACH TABLE other",
    "replace": "CREATE OR REPLACE TABLE other (z Int8) ENGINE = Memory",
    "not if it is there": "CREATE TABLE IF NOT EXISTS other (z Int8) ENGINE = Memory",
}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    running = Engine("")
    running.start()
    yield running
    running.close()


def role(column: Column) -> str:
    if column.passing:
        return "EPHEMERAL"
    if column.computed is not None:
        return "ALIAS" if column.hidden == "made" else "MATERIALIZED"
    return "DEFAULT" if column.default is not None else ""


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_leaves_the_columns_that_the_engine_says(name: str, engine: Engine) -> None:
    database = f"ddl_{list(SCRIPTS).index(name)}"
    script = f"{BASE.strip()}\n{SCRIPTS[name]};\n"
    for statement in [f"CREATE DATABASE {database}", f"USE {database}", *split(script)]:
        engine.ask(statement)
    try:
        catalog = headwater.Catalog.from_ddl(f"USE {database};\n{script}", dialect="clickhouse")
        known = {table.name[-1]: table for table in catalog}
        there: dict[str, list[tuple[str, str]]] = {}
        rows = engine.rows(
            f"SELECT table, name, default_kind FROM system.columns WHERE database = '{database}'"
            " AND table NOT LIKE '.inner%' ORDER BY table, position"
        )
        for row in rows:
            there.setdefault(row["table"], []).append((row["name"], row["default_kind"]))
        assert known.keys() == there.keys()
        for table, columns in there.items():
            assert [(column.name, role(column)) for column in known[table].columns or ()] == columns, table
            star = [row["name"] for row in engine.rows(f"DESCRIBE TABLE (SELECT * FROM {database}.{table})")]
            answer = headwater.analyze(
                f"SELECT * FROM {table}", dialect="clickhouse", catalog=catalog, database=database
            )
            assert [column.name for column in answer.statements[0].columns] == star, table
    finally:
        engine.ask("USE default")
