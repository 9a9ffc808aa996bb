"""Plain SQL over the tables: what is answered, and that nothing else gets through."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

import pytest

from headwater.store import Snapshot, StoreProblem, snapshot
from headwater.store.sql import SqlLimits, run_sql


@pytest.fixture(scope="module")
def stored(warehouse: Path) -> Snapshot:
    return snapshot(warehouse)


def state(stored: Snapshot) -> dict[str, str]:
    """Every file of the store, by its content."""
    files = sorted(path for path in stored.root.rglob("*") if path.is_file() and "index" not in path.parts)
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_select_is_answered(stored: Snapshot) -> None:
    answer = run_sql(stored, "SELECT dialect, count(*) AS n FROM statements GROUP BY ALL ORDER BY ALL")
    assert answer.columns == ("dialect", "n")
    assert [row[0] for row in answer.rows] == ["clickhouse", "duckdb", "flink", "googlesql", "hive", "spark"]
    assert not answer.more


@pytest.mark.parametrize(
    "query",
    [
        "FROM edges SELECT count(*)",
        "WITH x AS (SELECT * FROM edges) SELECT count(*) FROM x UNION ALL SELECT count(*) FROM influence;",
        "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 5) SELECT * FROM x",
        "DESCRIBE edges",
        "SUMMARIZE coverage",
        "SHOW TABLES",
        "VALUES (1), (2)",
        "SELECT op, count(*) FROM (SELECT unnest(operators) AS op FROM edges) GROUP BY ALL",
        "SELECT * FROM range(3)",
        "SELECT list_transform([1], lambda x: x + 1)",
        "SELECT * FROM (PIVOT coverage ON dialect IN ('hive', 'spark') USING sum(edges))",
        "SELECT 'read_csv(''/etc/passwd'')' AS harmless -- COPY edges TO 'x'",
    ],
)
def test_whatever_only_reads_is_answered(stored: Snapshot, query: str) -> None:
    assert run_sql(stored, query).columns


def escapes(stored: Snapshot) -> list[str]:
    """Texts that try to get at files, settings, the machine, or to write."""
    own = stored.files("edges")[0]
    return [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_blob('/etc/passwd')",
        "SELECT * FROM read_json('/etc/passwd')",
        "SELECT * FROM read_parquet('/tmp/*.parquet')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM 'x.csv'",
        'SELECT * FROM "/etc/hostname.csv"',
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM sniff_csv('/etc/passwd')",
        "SELECT * FROM parquet_metadata('/etc/passwd')",
        "SELECT * FROM parquet_schema('x.parquet')",
        f"SELECT * FROM read_blob('{own}')",
        "SELECT * FROM query('SELECT * FROM read_text(''/etc/passwd'')')",
        "SELECT * FROM query_table('edges')",
        "FROM duckdb_secrets()",
        "FROM duckdb_settings()",
        "FROM duckdb_extensions()",
        "FROM pragma_database_list()",
        "SELECT getenv('HOME')",
        "COPY edges TO '/tmp/headwater-escape.csv'",
        "COPY (SELECT 1) TO 'headwater-escape.csv'",
        f"COPY (SELECT 1) TO '{own}'",
        "WITH x AS (COPY edges TO '/tmp/headwater-escape.csv') SELECT 1",
        f"WITH x AS (COPY (SELECT 1) TO '{own}') SELECT 1",
        f"SELECT (WITH x AS (COPY (SELECT 1) TO '{own}') SELECT 1)",
        f"SELECT * FROM (WITH x AS (COPY (SELECT 1) TO '{own}') SELECT 1)",
        "WITH x AS (INSERT INTO edges SELECT * FROM edges RETURNING 1) SELECT * FROM x",
        "WITH x AS (DELETE FROM edges RETURNING 1) SELECT * FROM x",
        "WITH x AS (UPDATE edges SET runs = 0 RETURNING 1) SELECT * FROM x",
        "COPY edges FROM '/etc/passwd'",
        "EXPORT DATABASE '/tmp/headwater-escape'",
        "IMPORT DATABASE '/tmp/headwater-escape'",
        "ATTACH '/tmp/headwater-escape.duckdb'",
        "ATTACH ':memory:' AS other",
        "DETACH memory",
        "USE memory",
        "INSTALL httpfs",
        "LOAD httpfs",
        "FORCE INSTALL httpfs FROM 'http://localhost'",
        "PRAGMA database_list",
        "PRAGMA enable_profiling",
        "PRAGMA version",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "SET memory_limit = '100GB'",
        "SET GLOBAL threads = 64",
        "RESET memory_limit",
        "SET VARIABLE x = 1",
        "CALL pragma_version()",
        "CALL force_checkpoint()",
        "CHECKPOINT",
        "VACUUM",
        "CREATE TABLE x AS SELECT 1",
        "CREATE TEMP TABLE x (a INT)",
        "CREATE OR REPLACE VIEW edges AS SELECT 1",
        "CREATE MACRO f() AS 1",
        "CREATE SECRET s (TYPE s3)",
        "DROP VIEW edges",
        "INSERT INTO edges SELECT * FROM edges",
        "DELETE FROM edges",
        "UPDATE edges SET runs = 1",
        "TRUNCATE edges",
        "ALTER VIEW edges RENAME TO other",
        "PREPARE p AS SELECT 1",
        "EXECUTE p",
        "EXPLAIN ANALYZE COPY edges TO '/tmp/headwater-escape.csv'",
        "BEGIN TRANSACTION",
        "SELECT 1; SELECT 2",
        "SELECT 1; COPY edges TO '/tmp/headwater-escape.csv'",
        "SELECT 1;;SET threads = 9",
        "PIVOT edges ON type USING count(*)",
        "",
        "   ;  ",
        "-- nothing",
        "SELEC 1",
        "SELECT * FROM nowhere",
        "SELECT * FROM information_schema.nowhere",
        "SELECT $1",
        "\x00",
        "SELECT 1 FROM http_get('http://localhost')",
    ]


def test_nothing_else_gets_through(stored: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text("secret\n1\n")
    before = state(stored)
    passed = []
    for query in escapes(stored):
        with suppress(StoreProblem):
            passed.append((query, run_sql(stored, query).rows))
    assert passed == []
    assert state(stored) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csv"]
    assert not Path("/tmp/headwater-escape.csv").exists()


def test_a_variable_of_the_program_is_no_table(stored: Snapshot) -> None:
    secret = [1, 2, 3]
    with pytest.raises(StoreProblem):
        run_sql(stored, "SELECT * FROM secret")
    assert secret


def test_rows_are_bounded_and_it_says_so(stored: Snapshot) -> None:
    answer = run_sql(stored, "SELECT * FROM range(100)", SqlLimits(rows=10))
    assert (len(answer.rows), answer.more) == (10, True)


def test_time_is_bounded(stored: Snapshot) -> None:
    with pytest.raises(StoreProblem, match="more than 1 seconds"):
        run_sql(stored, "SELECT sum(a.range * b.range) FROM range(10000000) a, range(1000000) b", SqlLimits(seconds=1))


def test_memory_is_bounded(stored: Snapshot) -> None:
    with pytest.raises(StoreProblem, match=r"(?i)memory"):
        run_sql(stored, "SELECT list(range) FROM range(100000000)", SqlLimits(memory="100MB", seconds=3_600))


def test_a_text_that_is_very_long_is_refused(stored: Snapshot) -> None:
    with pytest.raises(StoreProblem, match="characters"):
        run_sql(stored, "SELECT 1 -- " + "x" * 200_000)


def test_a_text_that_is_very_deep_is_refused(stored: Snapshot) -> None:
    with pytest.raises(StoreProblem):
        run_sql(stored, "SELECT " + "(" * 40_000 + "1" + ")" * 40_000)
