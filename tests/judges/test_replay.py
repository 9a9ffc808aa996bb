"""Replays: what they read, how they judge, DuckDB over a small suite; whole suites where HEADWATER_CORPORA is set."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

import headwater
from headwater.base.levels import INFERRED, confidence_of
from tests.judges.flink.engine import MISSING as FLINK_MISSING
from tests.judges.flink.engine import PYTHON as FLINK_PYTHON
from tests.judges.live import LIVE
from tests.judges.replay import artefacts, flink_invented, runner
from tests.judges.replay.calibrate import Withheld, judged
from tests.judges.replay.features import features
from tests.judges.replay.figures import PROOF, Figures, count
from tests.judges.replay.flink import FlinkExpected
from tests.judges.replay.suites import read
from tests.judges.replay.verdicts import Difference, Expected, Result, Verdict, compare
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


def test_a_level_is_judged_by_what_the_engine_says_of_the_whole_schema() -> None:
    sql = "SELECT a, b FROM t JOIN u ON t.k = u.k"
    expected = Expected(["a", "b"], [frozenset({("t", "a")}), frozenset({("u", "b")})])
    statement = headwater.analyze(sql, dialect="duckdb").statements[0]
    assert judged(statement, expected, str.lower) == {"AMBIGUOUS 2": (2, 4)}
    star = headwater.analyze("SELECT *, a FROM t", dialect="duckdb").statements[0]
    three = Expected(["x", "y", "a"], [frozenset({("t", name)}) for name in "xya"])
    assert judged(star, three, str.lower) == {"star": (1, 1), "INFERRED": (1, 1)}


def test_definitions_are_withheld_from_the_poorer_session() -> None:
    expected = Expected(["a"], [frozenset({("t", "a")})])
    whole, poorer = (Withheld("duckdb", True, share, "seed") for share in (0.0, 1.0))
    for session, level in ((whole, "EXACT"), (poorer, "INFERRED")):
        assert session.told("CREATE TABLE t (a INT)", True, None, str.lower) == {}
        assert session.told("SELECT a FROM t", True, expected, str.lower) == {level: (1, 1)}


def test_the_figures_of_a_replay() -> None:
    agrees = Result("x#1", "SELECT * FROM t", Verdict.AGREES, "EXACT", names=True, claims={"INFERRED": (1, 2)})
    wrong = Result("x#2", "SELECT * FROM u", Verdict.WRONG, "EXACT", names=False, claims={"INFERRED": (1, 1)})
    refused = Result("x#3", "SELECT", Verdict.REFUSED)
    lines = [{"begin": "x"}, *(result.to_dict() for result in (agrees, wrong, refused))]
    figures = count(lines, Figures("duckdb", "x"))
    assert (figures.scripts, figures.accepted, figures.whole, figures.exact) == (1, 2, 2, 2)
    assert figures.verdicts == {"agrees": 1, "refused": 1, "wrong": 1}
    assert figures.names == (1, 2)
    assert figures.features == {"star": {"agrees": 1, "compared": 2, "wrong": 1}}
    assert figures.claims == {"INFERRED": (2, 3)}


def test_the_figures_of_one_product() -> None:
    whole = Result("x#1", "SELECT 1", Verdict.AGREES, "EXACT", product=True)
    unread = Result("x#2", "SELECT ?", Verdict.UNREAD, "NONE", whole=False, product=True)
    other = Result("x#3", "SELECT 2", Verdict.AGREES, "EXACT", product=False)
    figures = count([result.to_dict() for result in (whole, unread, other)], Figures("googlesql", "x"))
    assert figures.product == {"accepted": 2, "agrees": 1, "unread": 1, "whole": 1}


def test_what_bigquery_accepts() -> None:
    pytest.importorskip("zetasql", reason="the extra `zetasql` is not installed")
    from tests.judges.googlesql.bigquery import BigQuery
    from tests.judges.googlesql.engine import Engine

    engine = Engine("CREATE TABLE t (a INT64, b STRING);")
    bigquery = BigQuery(engine)
    taken = [
        "SELECT a FROM t QUALIFY RANK() OVER (ORDER BY a) = 1",
        "FROM t |> SELECT a",
        "SELECT SUM(MAX(a) GROUP BY b) AS s FROM t",
    ]
    refused = ["SELECT @{hint = 1} a FROM t", "DELETE FROM t WHERE TRUE THEN RETURN a", "EXPLAIN SELECT a FROM t"]
    refused += ["SELECT ARRAY_FILTER([1], x -> x > 0) AS k", "SELECT CAST(a AS INT32) AS k FROM t"]
    assert [sql for sql in taken + refused if bigquery.accepts(sql, engine.catalog)] == taken


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


FLINK = """
CREATE TABLE t (a INT, r ROW<x INT, y STRING>, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'unheard');
SELECT r.y, window_start FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE);
SELECT UPPER(u.name), made_up(n + 1) FROM t JOIN users AS u ON t.a = u.id WHERE u.name LIKE 'x%';
INSERT INTO sink SELECT k, SUM(v) FROM pairs GROUP BY k;
CREATE VIEW w AS SELECT a, r FROM t;
SELECT r.x, nested.deep.field FROM w, others;
SELECT a FROM t WHERE;
"""


@pytest.mark.engines
@pytest.mark.skipif(not FLINK_PYTHON.exists(), reason=FLINK_MISSING)
def test_flink_over_a_small_suite(tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text(FLINK, encoding="utf-8")
    told = results(tmp_path, "flink")
    assert [one["verdict"] for one in told] == ["ran", *["agrees"] * 5, "refused"]
    assert [one["names"] for one in told] == [None, True, True, None, True, True, None]


def flink_verdict(sql: str, columns: list[list[object]], kind: str = "SELECT", target: str = "result") -> Result:
    ddl = "CREATE TABLE t (a INT, r ROW<x INT, y INT>); CREATE TABLE u (b INT, c INT)"
    analysis = headwater.analyze(sql, dialect="flink", catalog=headwater.Catalog.from_ddl(ddl, dialect="flink"))
    result = Result("x", sql, Verdict.RAN, str(analysis.level))
    told = {"kind": kind, "target": target, "columns": columns}
    tables = {"t": {"a": [[]], "r": [["x"], ["y"]]}}
    FlinkExpected([], [], statements=[told], tables=tables).compare(result, analysis.statements, str)
    return result


def test_flink_tells_fields_apart() -> None:
    sql = "SELECT r.x AS f, r FROM t"
    both: list[object] = ["r", [["t", "r", "x"], ["t", "r", "y"]]]
    assert flink_verdict(sql, [["f", [["t", "r", "x"]]], both]).verdict is Verdict.AGREES
    assert flink_verdict(sql, [["f", [["t", "r", "y"]]], both]).verdict is Verdict.WRONG
    assert flink_verdict(sql, [["g", [["t", "r", "x"]]], both]).names is False
    assert flink_verdict(sql, [both]).verdict is Verdict.WRONG  # a column too many


def test_flink_compares_sinks_by_name() -> None:
    sql = "INSERT INTO u (c) SELECT a FROM t"
    assert flink_verdict(sql, [["b", []], ["c", [["t", "a"]]]], "INSERT", "u").verdict is Verdict.AGREES
    assert flink_verdict(sql, [["b", [["t", "a"]]], ["c", []]], "INSERT", "u").verdict is Verdict.WRONG
    assert flink_verdict(sql, [["b", [["t", "a"]]]], "INSERT", "v").verdict is Verdict.WRONG  # another table


def test_what_a_complaint_is_about() -> None:
    said = "From line 2, column 3 to line 2, column 5: Column 'abc' not found in any table"
    assert flink_invented.spanned("SELECT\n  abc FROM t", said) == "abc"
    assert flink_invented.spanned("SELECT a", "At line 1, column 8: Column 'a' not found") == "a"
    shape = "ROW<`a` ARRAY<ROW<`b` INT>>, `c` MAP<STRING, INT>>"
    assert flink_invented.shape("r", "SELECT r.a[1].b, t.r.c['k'] FROM t") == shape
    assert flink_invented.aliases("t", "FROM t AS x JOIN t WHERE 1 = 1") == {"t", "x"}


def hive_verdict(sql: str, target: str, columns: list[list[object]], kind: str = "INSERT") -> Result:
    pytest.importorskip("py4j")
    from tests.judges.replay.hive import HiveExpected

    known = headwater.Catalog({"t": ["a", "b"], "u": ["x", "y"]})
    analysis = headwater.analyze(sql, dialect="hive", catalog=known)
    result = Result("x", sql, Verdict.RAN, str(analysis.level))
    told = {"kind": kind, "target": target, "columns": columns}
    HiveExpected([], [], sql=sql, targets=[told]).compare(result, analysis.statements, str.lower)
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


def test_a_computed_column_that_reads_nothing_is_its_own_origin() -> None:
    known = headwater.Catalog({"t": ["a", "b"]})
    value = Expected(["a"], [frozenset()], origins=frozenset({("t", "a")}))
    assert verdict("SELECT a FROM t", value, known).verdict is Verdict.AGREES
    assert verdict("SELECT b AS a FROM t", value, known).verdict is Verdict.WRONG  # another column
    lost = Expected(["a"], [frozenset({("t", "b")})], origins=frozenset({("t", "a")}))
    assert verdict("SELECT a FROM t", lost, known).verdict is Verdict.WRONG  # b is missing


def test_a_generated_constant_of_duckdb_is_an_origin(tmp_path: Path) -> None:
    sql = "CREATE TABLE g (c INT AS (1), d INT AS (e + 1), e INT);\nSELECT c, d, e FROM g;\n"
    (tmp_path / "a.sql").write_text(sql, encoding="utf-8")
    assert [one["verdict"] for one in results(tmp_path)] == ["ran", "agrees"]


LIST = """
# a comment
engine: duckdb
pattern: \\bfolds\\(
explains: outputs without source
reason: The plan has no call.

engine: *
pattern: ^SELECT 2
explains: sources
reason: It guesses.
"""


def difference(*expected: str) -> Difference:
    return Difference("x", frozenset(("t", column) for column in expected), frozenset({("t", "z")}))


def test_an_artefact_explains_its_engine_its_pattern_and_its_differences() -> None:
    entries = artefacts.parse(LIST)

    def reason(engine: str, sql: str, *differences: Difference) -> str | None:
        return artefacts.explanation(engine, sql, differences, entries)

    assert reason("duckdb", "SELECT\n  FOLDS(a)", difference()) == "The plan has no call."
    assert reason("duckdb", "SELECT folds(a)", difference("a")) is None  # the engine names a source
    assert reason("duckdb", "SELECT folds(a)", difference(), difference("a")) is None  # one is left
    assert reason("spark", "SELECT folds(a)", difference()) is None
    assert reason("duckdb", "SELECT a -- folds(a)", difference()) is None
    assert reason("spark", "SELECT 2, a", difference("a")) == "It guesses."
    assert reason("duckdb", "SELECT folds(a)") is None  # nothing differs
    columns = Difference("columns", frozenset(), frozenset(), is_number_of_columns=True)
    assert reason("spark", "SELECT 2", columns) is None


def test_lost_sources_are_fewer_ones_and_not_others() -> None:
    [entry] = artefacts.parse("engine: *\npattern: x\nexplains: lost sources\nreason: The plan is shorter.")
    both = frozenset({("t", "a"), ("t", "b")})
    assert entry.covers(Difference("x", frozenset({("t", "a")}), both))
    assert not entry.covers(Difference("x", frozenset({("t", "c")}), both))
    assert not entry.covers(Difference("x", both, frozenset({("t", "a")})))


@pytest.mark.parametrize(
    "entry",
    [
        "engine: x\npattern: y\nexplains: sources",
        "engine: x\npattern: y\nexplains: all\nreason: z",
        "engine: x\npattern: y\nexplains: sources\nreason:",
    ],
)
def test_an_artefact_without_a_reason_is_refused(entry: str) -> None:
    with pytest.raises(ValueError, match="an entry needs"):
        artefacts.parse(entry)


def test_the_list_can_be_read_and_quotes_no_statement() -> None:
    entries = artefacts.known()
    assert entries
    assert all(len(entry.reason) > 20 and len(entry.pattern.pattern) < 300 for entry in entries)


def test_confidence_is_what_was_measured() -> None:
    counts: Counter[str] = Counter()
    for path in PROOF.glob("*.json"):
        for claim, (right, total) in json.loads(path.read_text("utf-8")).get("claims", {}).items():
            counts[f"{claim} right"] += right
            counts[claim] += total
    assert counts["INFERRED"] > 5_000
    share = counts["INFERRED right"] / counts["INFERRED"]
    assert abs(share - confidence_of(INFERRED)) < 0.01
    candidates = counts["AMBIGUOUS 2 right"] / counts["AMBIGUOUS 2"]
    assert abs(candidates - confidence_of(2)) < 0.02


def test_features_are_told_by_the_text() -> None:
    assert features("SELECT sum(x) OVER (ORDER BY y) FROM t GROUP BY z") == ["GROUP BY", "window"]
    assert features("INSERT INTO t SELECT * FROM u") == ["INSERT", "star"]


CORPORA = Path(os.environ.get("HEADWATER_CORPORA", ""))


@pytest.mark.engines
@pytest.mark.skipif(not LIVE or not CORPORA.name, reason="make engines HEADWATER_CORPORA=folder replays whole suites")
@pytest.mark.parametrize("engine", ["duckdb", "clickhouse", "spark", "hive", "googlesql", "flink"])
def test_nothing_is_wrong_at_exact(engine: str) -> None:
    suite = CORPORA / f"plain_{'bigquery' if engine == 'googlesql' else engine}.jsonl.gz"
    counts = Counter(str(one["verdict"]) for one in results(suite if suite.exists() else CORPORA / engine, engine))
    assert counts["agrees"] > 100, counts
    assert counts["wrong"] == 0, counts
