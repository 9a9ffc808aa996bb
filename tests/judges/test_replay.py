"""Replays: what they read, how they judge, DuckDB over a small suite; whole suites where HEADWATER_CORPORA is set."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

import headwater
from tests.judges.live import LIVE
from tests.judges.replay import runner
from tests.judges.replay.features import features
from tests.judges.replay.suites import read
from tests.judges.replay.verdicts import Expected, Result, Verdict, compare
from tests.judges.values import Abstain

SUITE = """
# a comment
statement ok
CREATE TABLE t (a INTEGER, b INTEGER);

query II
SELECT a, b + 1 AS c
FROM t
----
1	2

statement error
SELECT nothing FROM t

statement ok
INSERT INTO t SELECT b, a FROM t

query I
SELECT a.x FROM t
"""


def results(path: Path, engine: str = "duckdb") -> list[dict[str, object]]:
    lines = map(json.loads, runner.run(engine, path).read_text(encoding="utf-8").splitlines())
    return [line for line in lines if "begin" not in line]


def test_a_suite_is_read_statement_by_statement(tmp_path: Path) -> None:
    (tmp_path / "a.test").write_text(SUITE, encoding="utf-8")
    (tmp_path / "b.sql").write_text("SELECT ';' -- no; end\n, 1;\nSELECT 2;\n", encoding="utf-8")
    record = {"id": "c#4", "sql": "SELECT 3", "expect": "error"}
    (tmp_path / "c.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    first, second, third = read(tmp_path)
    assert [asked.accepted for asked in first.statements] == [True, True, False, True, True]
    assert first.statements[1].sql == "SELECT a, b + 1 AS c\nFROM t"
    assert [asked.id for asked in second.statements] == ["b.sql#0", "b.sql#1"]
    assert (third.name, third.statements[0].id, third.statements[0].accepted) == ("c", "c#4", False)


def test_duckdb_over_a_small_suite(tmp_path: Path) -> None:
    (tmp_path / "a.test").write_text(SUITE, encoding="utf-8")
    assert [one["verdict"] for one in results(tmp_path)] == ["ran", "agrees", "refused", "agrees", "refused"]


def verdict(sql: str, expected: Expected, catalog: headwater.Catalog | None) -> Result:
    analysis = headwater.analyze(sql, dialect="duckdb", catalog=catalog)
    result = Result("x", sql, Verdict.RAN, str(analysis.level))
    compare(result, expected, analysis.statements[0], str.lower)
    return result


def test_a_difference_is_wrong_at_exact_and_marked_below() -> None:
    known = headwater.Catalog({"t": ["a", "b"]})
    right = Expected(["a"], [frozenset({("t", "a")})])
    other = Expected(["a"], [frozenset({("t", "b")})])
    assert verdict("SELECT a FROM t", right, known).verdict is Verdict.AGREES
    assert verdict("SELECT a FROM t", other, known).verdict is Verdict.WRONG
    assert verdict("SELECT a FROM t", other, None).verdict is Verdict.MARKED
    assert verdict("SELECT a, b FROM t", right, known).verdict is Verdict.WRONG
    assert verdict("SELECT a AS x FROM t", right, known).names is False


HIVE = """
--! qt:dataset:src
SET hive.cbo.enable=true;
CREATE TABLE t (a STRING, b STRING) LOCATION '/somewhere';
CREATE VIEW v AS SELECT key, upper(value) AS big FROM src;
INSERT INTO TABLE t SELECT big, key FROM v;
FROM src INSERT INTO t SELECT key, value INSERT OVERWRITE DIRECTORY '/else' SELECT value;
SELECT nothing FROM t;
SELECT a, rank() OVER (ORDER BY b) AS r FROM t;
"""


@pytest.mark.engines
@pytest.mark.skipif(not LIVE, reason="the engine itself is asked by make engines")
def test_hive_over_a_small_suite(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    (tmp_path / "a.q").write_text(HIVE, encoding="utf-8")
    verdicts = [one["verdict"] for one in results(tmp_path, "hive")]
    assert verdicts == ["ran", "ran", "agrees", "agrees", "agrees", "refused", "agrees"]


GOOGLESQL = """
CREATE TABLE o (id INT64, items ARRAY<STRUCT<sku STRING, n INT64>>);
SELECT i.sku, n + id FROM o, UNNEST(items) AS i;
INSERT INTO KeyValue (Key) SELECT id FROM o;
FROM KeyValue |> EXTEND Key + 1 AS more |> DROP Key;
SELECT nothing FROM KeyValue;
"""


@pytest.mark.engines
@pytest.mark.skipif(not LIVE, reason="the engine itself is asked by make engines")
def test_googlesql_over_a_small_suite(tmp_path: Path) -> None:
    pytest.importorskip("zetasql")
    (tmp_path / "a.sql").write_text(GOOGLESQL, encoding="utf-8")
    told = results(tmp_path, "googlesql")
    assert [one["verdict"] for one in told] == ["ran", "agrees", "agrees", "agrees", "refused"]
    assert [one["names"] for one in told] == [None, True, None, True, None]


def hive_verdict(sql: str, target: str, columns: list[list[object]], kind: str = "INSERT") -> Result:
    pytest.importorskip("py4j")
    from tests.judges.replay.hive import HiveExpected

    known = headwater.Catalog({"t": ["a", "b"], "u": ["x", "y"]})
    analysis = headwater.analyze(sql, dialect="hive", catalog=known)
    result = Result("x", sql, Verdict.RAN, str(analysis.level))
    told = {"kind": kind, "target": target, "columns": columns}
    HiveExpected([], [], sql=sql, targets=[told]).compare(result, analysis.statements[0], str.lower)
    return result


def test_hive_tells_values_and_conditions_together() -> None:
    sql = "INSERT INTO u SELECT CASE WHEN a > 0 THEN b END, b FROM t"
    columns: list[list[object]] = [["x", "EXPRESSION", ["t.a", "t.b"]], ["y", "SIMPLE", ["t.b"]]]
    assert hive_verdict(sql, "u", columns).verdict is Verdict.AGREES
    columns[0] = ["x", "EXPRESSION", ["t.b"]]
    assert hive_verdict(sql, "u", columns).verdict is Verdict.WRONG
    columns[0] = ["x", "EXPRESSION", None]
    assert hive_verdict(sql, "u", columns).verdict is Verdict.AGREES  # Hive keeps nothing of x


def test_hive_is_excused_where_the_text_shows_the_loss() -> None:
    sources: list[object] = ["r", "SCRIPT", ["t.a", "t.b"]]
    plain: list[object] = ["a", "SIMPLE", ["t.a"]]
    ranked = hive_verdict("SELECT a, rank() OVER (ORDER BY b) AS r FROM t", "result", [plain, sources], "SELECT")
    assert ranked.verdict is Verdict.AGREES
    upper = hive_verdict("SELECT a, upper(b) AS r FROM t", "result", [plain, sources], "SELECT")
    assert upper.verdict is Verdict.WRONG
    with pytest.raises(Abstain):  # nothing is left to compare
        hive_verdict("SELECT rank() OVER (ORDER BY b) AS r FROM t", "result", [sources], "SELECT")


def test_no_table_of_a_hive_suite_lies_outside() -> None:
    pytest.importorskip("py4j")
    from tests.judges.replay.hive import Hive

    for sql in (
        "CREATE EXTERNAL TABLE t (a INT) LOCATION '/data'",
        "ALTER TABLE t SET LOCATION 'file:///data'",
        'CREATE DATABASE d LOCATION "/data"',
    ):
        assert "/data" not in Hive.adapted(sql)


def test_features_are_told_by_the_text() -> None:
    assert features("SELECT sum(x) OVER (ORDER BY y) FROM t GROUP BY z") == ["GROUP BY", "window"]
    assert features("INSERT INTO t SELECT * FROM u") == ["INSERT", "star"]


CORPORA = Path(os.environ.get("HEADWATER_CORPORA", ""))


@pytest.mark.engines
@pytest.mark.skipif(not LIVE or not CORPORA.name, reason="make engines HEADWATER_CORPORA=folder replays whole suites")
@pytest.mark.parametrize("engine", ["duckdb", "clickhouse", "spark", "hive", "googlesql"])
def test_nothing_is_wrong_at_exact(engine: str) -> None:
    suite = CORPORA / f"plain_{'bigquery' if engine == 'googlesql' else engine}.jsonl.gz"
    counts = Counter(str(one["verdict"]) for one in results(suite if suite.exists() else CORPORA / engine, engine))
    assert counts["agrees"] > 100, counts
    assert counts["wrong"] == 0, counts
