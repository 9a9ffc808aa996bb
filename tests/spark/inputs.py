"""What the pipeline reads in the shared runs: scripts, and a log. A run takes ten seconds, so tests share two of them.

`SCRIPTS` is a folder of SQL alone: `test_schemas.py` asks how schemas are found across texts, and `test_same_tables.py`
compares the tables with those that are made without Spark. `LOGGED` is a log with some scripts beside it:
`test_graph.py` asks how long edges hold, `test_sessions.py` follows temporary tables. Names of tables are prefixed, or
used by one test only: a test sees its own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

GIANT = f"/* {'a task of its own ' * 20_000}*/"

# ── scripts ──────────────────────────────────────────────────────────────────────────────────────────────────────────
SCHEMAS = {
    # read in the order of their names: what is needed comes later
    "duckdb/a_last.sql": "CREATE TABLE chain.w AS SELECT * FROM chain.v2",
    "duckdb/b.sql": "CREATE VIEW chain.v2 AS SELECT *, a + b AS c FROM chain.v1",
    "duckdb/c.sql": "CREATE VIEW chain.v1 AS SELECT * FROM chain.base",
    "duckdb/d_first.sql": "CREATE TABLE chain.base (a INT, b INT)",
    "duckdb/e_reader.sql": "INSERT INTO chain.sink SELECT c FROM chain.w",
    "duckdb/circle_1.sql": "CREATE VIEW circle.x AS SELECT * FROM circle.y",
    "duckdb/circle_2.sql": f"CREATE VIEW circle.y AS {GIANT} SELECT * FROM circle.x",
    "duckdb/nobody.sql": "CREATE VIEW nobody.v AS SELECT * FROM nobody.knows",
    "duckdb/absent_1.sql": "CREATE TABLE absent.t (first INT)",
    "duckdb/absent_2.sql": "CREATE TABLE IF NOT EXISTS absent.t (second INT)",
    "duckdb/absent_3.sql": "INSERT INTO absent.sink SELECT * FROM absent.t",
    "duckdb/given.sql": "INSERT INTO given.sink SELECT * FROM given.t",
    "spark/given.sql": "INSERT INTO given.sink SELECT * FROM given.t",
    "duckdb/late.sql": "CREATE TABLE late.t (a INT); ALTER TABLE late.t ADD COLUMN b INT",
    "clickhouse/calls.sql": "CREATE VIEW calls.v AS SELECT both(a, b) AS c FROM calls.base",
    "clickhouse/calls_base.sql": "CREATE TABLE calls.base (a Int64, b Int64) ENGINE = Memory",
    "clickhouse/calls_reader.sql": "INSERT INTO calls.sink SELECT first_of(c, 1) AS d FROM calls.v",
    "clickhouse/y.sql": f"{GIANT} CREATE FUNCTION both AS (x, y) -> x + y; CREATE FUNCTION first_of AS (x, y) -> x",
    "clickhouse/insert.sql": "INSERT INTO shard.every SELECT k FROM shard.origin",
    "clickhouse/local.sql": "CREATE TABLE shard.one (k Int64) ENGINE = MergeTree ORDER BY k",
    "clickhouse/z.sql": "CREATE TABLE shard.every AS shard.one ENGINE = Distributed('c', 'shard', 'one')",
    "duckdb/late_view.sql": "CREATE VIEW late.v AS SELECT * FROM late.t",
}
EVERYTHING = {
    "same/hive/a.sql": """
        CREATE TABLE ods.orders (id INT, amount DECIMAL(10, 2), note STRING);
        CREATE VIEW ods.all_orders AS SELECT * FROM ods.orders;
        INSERT OVERWRITE TABLE dws.daily SELECT dt, sum(amount) FROM lake.later WHERE amount > 7 GROUP BY dt;
    """,
    "same/hive/b.sql": "CREATE TABLE lake.later AS SELECT *, '2024-01-01' AS dt FROM ods.all_orders;",
    "same/spark/c.sql": """
        CREATE TEMPORARY VIEW recent AS SELECT id, my_udf(amount) AS odd FROM ods.all_orders WHERE id > 5;
        INSERT INTO dws.odd SELECT id, odd FROM recent;
        SELECT count(*) AS n, note FROM ods.orders, dws.odd;
    """,
    "same/duckdb/d.sql": """
        CREATE TABLE t AS SELECT * FROM read_parquet('lake/daily.parquet');
        SELECT amount FROM t, u;
        SELECT (;
    """,
    "same/duckdb/again.sql": "SELECT amount FROM t, u",
    "same/duckdb/empty.sql": "-- nothing",
    "same/circle/duckdb/e.sql": "CREATE VIEW p AS SELECT * FROM q;",
    "same/circle/duckdb/f.sql": "CREATE VIEW q AS SELECT * FROM p;",
    "same/nobody.sql": "SELECT 1",
}
SCRIPTS = SCHEMAS | EVERYTHING
CATALOGS = {"duckdb": ("duck.sql", "CREATE TABLE given.t (p INT, q INT);"), "hive": ("hive.yml", "given.t: {r: int}\n")}
ORDERS_ARE_KAFKAS = "same:\n  - is: kafka:orders\n    also: [hive:ods.orders]\n"

# ── a log ────────────────────────────────────────────────────────────────────────────────────────────────────────────
RUNS = [
    # dropped
    (1, "job_a", "INSERT INTO gone SELECT a FROM t"),
    (2, "job_a", "INSERT INTO gone SELECT a FROM t"),
    (3, "cleaner", "DROP TABLE gone"),
    # created anew by something else
    (1, None, "CREATE OR REPLACE TABLE made AS SELECT old FROM t"),
    (5, None, "CREATE OR REPLACE TABLE made AS SELECT new FROM t"),
    # a job that goes over to another statement
    (1, "job_b", "INSERT INTO kept SELECT before FROM t WHERE x = 1"),
    (2, "job_b", "INSERT INTO kept SELECT before FROM t WHERE x = 2"),
    (6, "job_b", "INSERT INTO kept SELECT after FROM t WHERE x = 3"),
    # another job into the same table changes nothing
    (7, "job_c", "INSERT INTO kept SELECT beside FROM t"),
    # emptied, and filled again by the same
    (1, None, "TRUNCATE TABLE filled"),
    (2, None, "INSERT INTO filled SELECT f FROM t"),
]
"""Day, job, statement."""
SCHEMA_CHANGES = [
    (1, "CREATE TABLE times.t (a INT)"),
    (2, f"INSERT INTO times.sink {GIANT} SELECT * FROM times.t WHERE a > 1"),
    (3, f"INSERT INTO times.sink {GIANT} SELECT * FROM times.t WHERE a > 2"),
    (4, "ALTER TABLE times.t ADD COLUMN b INT"),
    (5, f"INSERT INTO times.sink {GIANT} SELECT * FROM times.t WHERE a > 3"),
    (6, "INSERT INTO times.once SELECT * FROM times.t"),
    (7, "ALTER TABLE times.t ADD COLUMN c INT"),
    (8, "INSERT INTO times.late SELECT * FROM times.t"),
]
"""Day, statement."""
IN_SESSIONS = [
    ("s1", 1, "CREATE TEMP TABLE recent AS SELECT id, amount FROM orders WHERE day = '2024-01-01'", "done"),
    ("s1", 3, "INSERT INTO big SELECT id, amount FROM recent WHERE amount > 100;", "done"),
    ("s1", 4, "SELECT other FROM elsewhere", "done"),
    ("s1", 2, "INSERT INTO recent SELECT id, refund FROM refunds", "done"),
    ("s2", 1, "-- mine\nCREATE TEMP TABLE recent AS SELECT user_id FROM users", "done"),
    ("s2", 2, "INSERT INTO people SELECT user_id FROM recent", "done"),
    ("s2", 3, "INSERT INTO people SELECT nothing FROM recent", "failed"),
    ("s3", 1, "INSERT INTO stranger SELECT x FROM recent", "done"),
    (None, 1, "SELECT y FROM recent", "done"),
]
"""Session, second, statement, status."""
BESIDE = {
    "flink/ingest.sql": "INSERT INTO lake SELECT id FROM orders_source",
    "clickhouse/mart.sql": "INSERT INTO mart SELECT ID FROM ingest.orders_queue",
    "clickhouse/masked.sql": """
        CREATE TABLE masked.t (a Int64, b Int64) ENGINE = Memory;
        INSERT INTO masked.x SELECT mask(a, b) AS m FROM masked.t;
    """,
    "duckdb/removed.sql": "INSERT INTO notebook SELECT n FROM t; SELECT 1",
    "duckdb/stays.sql": "INSERT INTO stays SELECT s FROM t",
    "duckdb/nothing.sql": "-- nothing",
    "duckdb/binary.sql": "\0\1\2\3" * 100,
    "unknown.sql": "SELECT who FROM t",
}
QUEUES = 'same:\n  - is: "kafka:shop.orders"\n    also: ["flink:orders_source", "clickhouse:ingest.orders_queue"]\n'


def _runs() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"sql": text, "job": job, "time": f"2024-01-{day:02} 00:00:00", "dialect": "duckdb", "user": f"u{day}"}
        for day, job, text in RUNS
    ]
    rows.append({"sql": "SELECT refused FROM t", "dialect": "duckdb", "status": "failed", "user": "u9"})
    rows.append({"sql": "SELECT k FROM t", "dialect": "klingon", "user": "u9"})
    rows += [{"sql": text, "time": f"2024-01-{day:02} 00:00:00", "dialect": "duckdb"} for day, text in SCHEMA_CHANGES]
    return rows


def _sessions() -> list[dict[str, Any]]:
    return [
        {
            "query_id": f"q{number}",
            "session_id": session,
            "start_time": f"2024-01-01 00:00:{second:02}",
            "sql": text,
            "status": status,
            "dialect": "duckdb",
            "user": "u",
        }
        for number, (session, second, text, status) in enumerate(IN_SESSIONS)
    ]


def _lines(rows: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, rows))


SESSIONS = {"log0.jsonl": _lines(_sessions()[::2]), "log1.jsonl": _lines(_sessions()[1::2])}
"""The entries of every session stand in both files."""
LOGGED = BESIDE | {"runs.jsonl": _lines(_runs())} | {f"sessions/{name}": text for name, text in SESSIONS.items()}
ENTRIES = len(BESIDE) + len(_runs()) + len(IN_SESSIONS)
"""What `LOGGED` holds; a script is one entry, whatever is in it."""


def write(folder: Path, files: dict[str, str]) -> Path:
    """The files in a folder, which comes back."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder
