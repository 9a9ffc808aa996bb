"""Every log as its engine writes it. The files of DuckDB, Spark and ClickHouse were written by those engines and cut
down; those of BigQuery, Hive, Flink and dbt follow their documentation."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from headwater import logs
from headwater.frontends.catalyst import packed
from headwater.logs import Entry, ReadSettings
from headwater.logs.formats import RECORDS, TEXTS
from headwater.logs.times import moment

FIXTURES = Path(__file__).parent / "fixtures"
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "sources.md"
PLAIN = ReadSettings()


def read(name: str, settings: ReadSettings = PLAIN) -> list[Entry]:
    return list(logs.read_file(f"in/{name}", (FIXTURES / name).read_bytes(), settings))


def lines(name: str) -> list[Entry]:
    """A file as a huge one is read: line by line, each on its own."""
    text = (FIXTURES / name).read_text("utf-8")
    numbered = enumerate(text.splitlines(), 1)
    return [entry for number, line in numbered for entry in logs.read_line(f"in/{name}", number, line, PLAIN)]


def given(content: object, name: str = "t.jsonl", settings: ReadSettings = PLAIN) -> list[Entry]:
    text = content if isinstance(content, str) else json.dumps(content)
    return list(logs.read_file(name, text.encode(), settings))


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


# ── ClickHouse ───────────────────────────────────────────────────────────────────────────────────────────────────
QUERY_LOGS = sorted(path.name for path in FIXTURES.glob("query_log*"))


@pytest.mark.parametrize("name", QUERY_LOGS)
def test_clickhouse_in_every_output_format(name: str) -> None:
    create, insert, select, failed = read(name)
    assert (
        create.text == "CREATE TABLE shop.orders (id UInt64, amount Float64, note String) ENGINE=MergeTree ORDER BY id"
    )
    assert insert.text is not None
    assert insert.text.startswith("INSERT INTO orders SELECT number, number*2, 'a\\'b;' FROM")
    assert select.text == "SELECT note,\tsum(amount)\nFROM orders GROUP BY note"
    assert [one.status for one in (create, insert, select, failed)] == ["done", "done", "done", "failed"]
    assert {one.dialect for one in (create, insert)} == {"clickhouse"}
    assert (insert.database, insert.user, insert.job) == ("shop", "default", "nightly_orders")
    assert (create.job, create.at) == (None, utc(2026, 11, 16, 1, 29, 29, 937447))


def test_clickhouse_line_by_line_is_the_same() -> None:
    assert lines("query_log.jsonl") == read("query_log.jsonl")


def test_clickhouse_shards_are_left_out() -> None:
    row = {"type": "QueryFinish", "query": "SELECT 1", "query_id": "q", "is_initial_query": "0"}
    assert given(row) == []
    assert [entry.text for entry in given({**row, "is_initial_query": 1})] == ["SELECT 1"]


# ── BigQuery ─────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["bigquery_jobs.jsonl", "bigquery_jobs.json"])
def test_bigquery_jobs(name: str) -> None:
    filled, anonymous, failed, child = read(name)
    assert (filled.target, filled.dialect, filled.user) == (
        "shop-prod.mart.user_totals",
        "googlesql",
        "etl@shop-prod.iam.example.com",
    )
    assert filled.at == utc(2026, 5, 1, 10, 0, 0, 123456)
    assert anonymous.target is None  # a result kept for a day
    assert (failed.status, failed.target) == ("failed", None)  # an INSERT names its target itself
    assert (child.entry, child.job, child.session) == ("script_job_5", "job_4", "session_9")


def test_a_bigquery_script_is_taken_where_its_statements_are_not_there() -> None:
    assert [entry.entry for entry in lines("bigquery_jobs.jsonl")] == [
        "job_1",
        "job_2",
        "job_3",
        "job_4",
        "script_job_5",
    ]


def test_bigquery_jobs_in_csv() -> None:
    rows = [json.loads(line) for line in (FIXTURES / "bigquery_jobs.jsonl").read_text().splitlines()]
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0])
    writer.writeheader()
    nested = ("destination_table", "error_result", "session_info")
    writer.writerows({**row, **{key: json.dumps(row[key]) if row[key] else "" for key in nested}} for row in rows)
    for ours, theirs in zip(given(out.getvalue(), "in/jobs.csv"), read("bigquery_jobs.jsonl"), strict=True):
        assert ours._replace(source="") == theirs._replace(source="")


def test_bigquery_jobs_are_completed_by_their_project() -> None:
    job = {
        "job_id": "child",
        "parent_job_id": "script",
        "project_id": "shop-prod",
        "user_email": "e@x",
        "query": "SELECT 1",
    }
    to = {"project_id": "shop-prod", "dataset_id": "mart", "table_id": "daily$20240501"}
    (entry,) = given({**job, "statement_type": "SELECT", "destination_table": to})
    assert (entry.database, entry.session, entry.target) == ("shop-prod.", "script", "shop-prod.mart.daily")


def test_bigquery_tables_that_a_job_read() -> None:
    job = {"job_id": "j", "user_email": "e@x", "statement_type": "SELECT", "query": "SELECT 1"}
    tables = [
        {"project_id": "p", "dataset_id": "d", "table_id": "daily$20240501"},
        {"project_id": "p", "dataset_id": "_script9", "table_id": "recent"},
        {"project_id": "p", "dataset_id": "d", "table_id": "daily"},
        {"project_id": "p", "dataset_id": "d", "table_id": "other"},
    ]
    wrapped = {"list": [{"element": table} for table in tables]}  # Parquet
    for said in (tables, json.dumps(tables), wrapped):
        (entry,) = given({**job, "referenced_tables": said})
        assert entry.referenced == "p.d.daily\np.d.other"
    (entry,) = given({**job, "referenced_tables": tables, "cache_hit": True})
    assert entry.referenced is None


def test_bigquery_audit_logs() -> None:
    done, failed, cut, running = read("bigquery_audit.jsonl")
    assert (done.entry, done.status, done.job) == ("job_1", "done", "job_0")
    assert (done.database, done.target) == ("shop-prod.ods", "shop-prod.mart.user_totals")
    assert (failed.entry, failed.status) == ("job_2", "failed")
    assert (cut.kind, cut.entry) == ("unread", "job_3")
    assert (running.entry, running.status) == ("job_4", "unknown")


def test_bigquery_audit_lines_leave_insertions_to_their_end() -> None:
    assert [entry.entry for entry in lines("bigquery_audit.jsonl")] == ["job_1", "job_2", "job_3"]


def test_bigquery_older_and_exported_audit_logs() -> None:
    older, exported = read("bigquery_audit_old.json")
    assert (older.entry, older.database, older.status) == ("job_7", "shop-prod.ods", "done")
    assert older.target == "shop-prod.mart.user_totals"
    assert (exported.entry, exported.text) == ("job_8", "SELECT 8")


# ── Hive ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["hive_lineage.jsonl", "hive_lineage.log"])
def test_hive_lineage_logger(name: str) -> None:
    insert, create = read(name)
    assert insert.text == "insert overwrite table dwd.orders\nselect id, amount from orders"
    assert (insert.dialect, insert.database, insert.user, insert.status) == ("hive", "ods", "etl", "done")
    assert (insert.at, create.entry) == (utc(2026, 5, 1, 10), "2")
    # a server's log may hold such lines: it is recognised by its beginning, which a single line does not have
    assert [entry._replace(format=insert.format) for entry in lines(name)] == [insert, create]


def test_hive_proto_hook() -> None:
    """Rows of sys.proto_hive_query_data, and the messages as protobuf writes them in JSON."""
    insert, failed, running = read("hive_proto.jsonl")
    assert insert.text == "INSERT INTO dw.totals SELECT region, sum(amount) FROM ods.orders GROUP BY region"
    assert (insert.entry, insert.status, insert.user) == ("hive_20260501100000_0001", "done", "etl")
    assert (insert.dialect, insert.database, insert.at) == ("hive", "ods", utc(2026, 5, 1, 10, 0, 0))
    assert (failed.text, failed.status) == ("SELECT nothing FROM ods.orders", "failed")
    assert (running.text, running.status) == ("SELECT 1", "unknown")


def test_hive_server_log() -> None:
    insert, failed = read("hive_server.log")
    assert insert.text == "insert overwrite table dwd.orders\nselect id,\n  amount -- in cents\nfrom ods.orders"
    assert (insert.entry, insert.status) == ("hive_20260501100000_0001", "done")
    assert insert.at == utc(2026, 5, 1, 10, 0, 0, 101000)
    assert (failed.text, failed.status) == ("select nope from ods.orders", "failed")


def test_hive_hook_output() -> None:
    create, select = read("hive_hooks.out")
    assert (create.text, create.status) == ("CREATE TABLE t AS\nSELECT key, value\nFROM src", "done")
    assert (select.text, select.status) == ("SELECT count(*) FROM t", "unknown")


# ── Spark ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_spark_thrift_server() -> None:
    *program, insert, failed = read("spark_events.jsonl")  # the program's own executions have no SQL in them
    assert [(entry.kind, (entry.detail or "").split(".")[0]) for entry in program] == [
        *[("unread", "a statement of spark")] * 3,
        ("unread", "a DataFrame execution (collect at orders"),
        ("unread", "a DataFrame execution (load the daily table)"),
    ]
    assert all("headwater.spark.capture" in (entry.detail or "") for entry in program)
    assert insert.text == "INSERT INTO orders SELECT id + 1, amount, note FROM orders"
    assert (insert.user, insert.job, insert.status) == ("etl", "nightly orders", "done")
    assert insert.at == utc(2026, 11, 16, 0, 48, 15, 206000)
    assert (failed.text, failed.status) == ("SELECT nope FROM orders", "failed")
    assert insert.session == failed.session is not None


def test_spark_sql_shell() -> None:
    create, select = read("spark_shell.jsonl")  # one for each statement, not for each part of its execution
    assert create.text == "CREATE TABLE shop AS\nSELECT 1 AS a"
    assert (select.text, select.status, select.user) == ("SELECT a FROM shop", "done", "analyst")


def test_spark_line_by_line() -> None:
    result = lines("spark_events.jsonl")
    assert [(one.text, one.status) for one in result] == [(one.text, "unknown") for one in read("spark_events.jsonl")]


def test_spark_programs_say_what_they_were() -> None:
    scan = {"nodeName": "Scan parquet spark_catalog.ods.orders", "children": [], "metadata": {"Location": "x"}}
    files = {
        "nodeName": "Scan json ",
        "children": [],
        "metadata": {"Location": "InMemoryFileIndex(1 paths)[s3a://b/in]"},
    }
    write = {
        "nodeName": "Execute InsertIntoHadoopFsRelationCommand",
        "simpleString": "Execute InsertIntoHadoopFsRelationCommand s3a://b/out, false, Parquet",
        "children": [{"nodeName": "WriteFiles", "children": [scan, files], "metadata": {}}],
        "metadata": {},
    }
    start = "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart"
    (entry,) = given(
        {
            "Event": start,
            "executionId": 4,
            "description": "save at job.py:3",
            "sparkPlanInfo": write,
            "time": 1777629600000,
        }
    )
    assert entry.kind == "unread"
    assert entry.detail == (
        "a DataFrame execution (save at job.py:3), reads spark_catalog.ods.orders, s3a://b/in, writes s3a://b/out. "
        "Spark does not log its SQL. To read it, capture the plans: headwater.spark.capture."
    )
    assert (entry.dialect, entry.at) == ("spark", utc(2026, 5, 1, 10, 0, 0))


def test_spark_connect() -> None:
    event = {
        "Event": "org.apache.spark.sql.connect.service.SparkListenerConnectOperationStarted",
        "operationId": "op",
        "eventTime": 1777629600000,
        "sessionId": "s",
        "userName": "etl",
        "statementText": 'plan {\n  root {\n    sql {\n query: "SELECT \\"x\\", \'\\303\\251\'\\nFROM t"\n } } }',
    }
    (entry,) = given(event)
    assert (entry.text, entry.entry, entry.user) == ("SELECT \"x\", 'é'\nFROM t", "op", "etl")
    (plan,) = given({**event, "statementText": "plan { root { range { end: 10 } } }"})
    assert (plan.kind, (plan.detail or "").split(".")[0]) == ("unread", "a plan of Spark Connect")
    cut = {**event, "statementText": 'plan { root { sql { query: "SELECT [truncated(size=5000)]" } } }'}
    assert [entry.kind for entry in given(cut)] == ["unread"]


# ── DuckDB ───────────────────────────────────────────────────────────────────────────────────────────────────────
DUCKDB = ["duckdb_log_entries.csv", "duckdb_logs.json", "duckdb_stdout.log", "duckdb_queries.log"]


@pytest.mark.parametrize("name", DUCKDB)
def test_duckdb_in_every_storage(name: str) -> None:
    result = read(name)
    assert [entry.text for entry in result] == [
        "CREATE TABLE orders (id INT, amount INT, note TEXT)",
        "INSERT INTO orders VALUES (1, 10, 'a;b'), (2, 20, 'it''s')",
        "CREATE TABLE daily AS\nSELECT note, sum(amount) AS total -- per note\nFROM orders GROUP BY note",
        'SELECT "total" FROM daily, nowhere',
    ]
    assert {entry.dialect for entry in result} == {"duckdb"}
    assert len({entry.entry for entry in result}) == 4
    assert all((entry.at is None) == (name == "duckdb_queries.log") for entry in result)


def test_duckdb_contexts_are_no_statements() -> None:
    assert read("duckdb_log_contexts.csv") == []


def test_a_real_duckdb_log_gives_back_what_was_run(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    ran = [
        "SELECT 1",
        "WITH a AS (\nSELECT 1 AS x\n)\nSELECT x\nFROM a",
        "CREATE TABLE t (a INT,\nb TEXT)",
        "FROM t\nSELECT a",
        "INSERT INTO t\nSELECT 1, 'SELECT\nSELECT 2'",
        "SELECT a FROM t\nUNION ALL\nSELECT a FROM t\nORDER BY a",
        "UPDATE t\nSET a = 2\nWHERE b = ';'",
        "SELECT a -- INSERT INTO\nFROM t",
    ]
    connection = duckdb.connect()
    connection.execute(f"SET log_query_path = '{(tmp_path / 'q.log').as_posix()}'")
    for one in ran:
        connection.execute(one)
    connection.close()
    result = list(logs.read_file("q.log", (tmp_path / "q.log").read_bytes(), PLAIN))
    assert [entry.text for entry in result] == ran


# ── Flink ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_flink_history() -> None:
    setting, insert = read("flink_history")
    assert setting.text == "SET 'execution.runtime-mode' = 'batch';"
    assert (insert.text, insert.at) == (
        "INSERT INTO dwd_orders\nSELECT id, 'a\\b' FROM ods_orders;",
        utc(2026, 5, 1, 10, 0, 1),
    )
    assert insert.dialect == "flink"


def test_flink_session() -> None:
    assert [entry.text for entry in read("flink_session.log")] == [
        "CREATE TABLE orders (\n  id INT\n) WITH ('connector' = 'datagen');",
        "SELECT id FROM orders;",
    ]


def test_a_flink_script_stays_whole() -> None:
    script = "-- dialect: flink\nSET 'a' = 'b';\nADD JAR '/lib/x.jar';\nINSERT INTO a SELECT 1;\n"
    (entry,) = given(script, "jobs/ingest.sql")
    assert (entry.text, entry.dialect) == (script, "flink")


# ── dbt ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_dbt_manifest() -> None:
    orders, daily, python, raw = read("manifest.json")
    assert (orders.target, orders.job, orders.dialect) == ("dev.marts.orders", "model.shop.orders", "duckdb")
    assert orders.at == utc(2026, 5, 1, 10, 0, 0, 123456)
    assert daily.target == "dev.marts.daily_orders"  # incremental models fill a table too
    assert [(one.entry, one.kind) for one in (python, raw)] == [
        ("model.shop.scored", "unread"),
        ("model.shop.raw_only", "unread"),
    ]


def test_dbt_manifest_of_another_engine_is_left_to_the_flag() -> None:
    manifest = json.loads((FIXTURES / "manifest.json").read_text())
    manifest["metadata"]["adapter_type"] = "postgres"
    assert given(manifest, "manifest.json")[0].dialect is None
    assert given(manifest, "manifest.json", ReadSettings(dialect="duckdb"))[0].dialect == "duckdb"
    manifest["metadata"]["adapter_type"] = "bigquery"
    assert given(manifest, "manifest.json")[0].dialect == "googlesql"


def test_dbt_catalog() -> None:
    orders, raw = read("catalog.json", ReadSettings(dialect="duckdb"))
    assert (orders.kind, orders.text, orders.dialect) == ("table", "dev.marts.orders", "duckdb")
    assert json.loads(orders.columns or "") == [["id", "INTEGER"], ["amount", "DECIMAL(10,2)"]]
    assert raw.text == "dev.raw.orders"


def test_captured_plans() -> None:
    plan = [{"class": "x.OneRowRelation", "num-children": 0}]
    row = {"target": "t", "kind": "INSERT", "plan": plan, "at": "2026-05-01T10:00:00+00:00", "job": "nightly"}
    (entry,) = given(json.dumps(row) + "\n")
    assert (entry.kind, entry.dialect, entry.job, entry.status) == ("statement", "spark", "nightly", "done")
    assert packed.unpack(entry.text or "") == plan
    assert packed.unpack((entry.text or "")[:-9] + "`") is None


# ── all of them ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_logs_of_several_engines_in_one_file() -> None:
    text = "".join(
        (FIXTURES / name).read_text() for name in ("query_log.jsonl", "spark_shell.jsonl", "hive_lineage.jsonl")
    )
    assert [entry.dialect for entry in given(text)] == ["clickhouse"] * 4 + ["spark"] * 2 + ["hive"] * 2


@pytest.mark.parametrize("form", [*RECORDS, *TEXTS], ids=lambda form: form.name)
def test_every_format_is_documented(form: object) -> None:
    assert f"| {form.title} |" in PAGE.read_text("utf-8")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1777629600, utc(2026, 5, 1, 10)),
        (1777629600123, utc(2026, 5, 1, 10, 0, 0, 123000)),
        (1777629600123456, utc(2026, 5, 1, 10, 0, 0, 123456)),
        (1777629600123456789, utc(2026, 5, 1, 10, 0, 0, 123456)),
        (1777629600.5, utc(2026, 5, 1, 10, 0, 0, 500000)),
        ("1777629600", utc(2026, 5, 1, 10)),
        ("1.7776296E9", utc(2026, 5, 1, 10)),
        ("2026-05-01T10:00:00Z", utc(2026, 5, 1, 10)),
        ("2026-05-01 10:00:00.123456 UTC", utc(2026, 5, 1, 10, 0, 0, 123456)),
        ("2026-05-01 12:00:00+02", utc(2026, 5, 1, 10)),
        ("2026-05-01T04:30:00-0530", utc(2026, 5, 1, 10)),
        ("2026-05-01T10:00:00,250", utc(2026, 5, 1, 10, 0, 0, 250000)),
        ("2026-05-01 10:00:00.123456789", utc(2026, 5, 1, 10, 0, 0, 123456)),
        ("2026-05-01", utc(2026, 5, 1)),
        ("2026-02-30", None),
        ("", None),
        ("soon", None),
        (True, None),
        (float("nan"), None),
        (10**40, None),
        ([1], None),
    ],
)
def test_times(value: object, expected: datetime | None) -> None:
    assert moment(value) == expected
