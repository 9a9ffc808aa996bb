"""Flink: the token rewrites, each by itself, with their offsets; the reader; secrets; connectors."""

from __future__ import annotations

import json

import pytest

import headwater
from headwater import dialects, emit
from headwater.dialects.flink import connectors, grammar
from headwater.rel.show import show
from headwater.sql import grammar as sql_grammar
from headwater.sql import secrets

FLINK = dialects.get("flink")


def rewritten(sql: str, rewrites: tuple[sql_grammar.TokenRewrite, ...] = grammar.STATEMENT) -> str:
    tokens = sql_grammar.apply(rewrites, FLINK.grammar.tokenize(sql))
    for token in tokens:
        assert 0 <= token.start <= token.end < len(sql)
    return " ".join(token.text for token in tokens)


@pytest.mark.parametrize(
    ("sql", "changed"),
    [
        (
            "SELECT * FROM TABLE(TUMBLE(TABLE a.t, DESCRIPTOR(ts), 1))",
            "SELECT * FROM TUMBLE ( ( SELECT * FROM a . t ) , DESCRIPTOR ( ts ) , 1 )",
        ),
        (
            "SELECT * FROM SESSION(TABLE t PARTITION BY (k, j) ORDER BY ts, 1)",
            "SELECT * FROM SESSION ( ( SELECT * FROM t DISTRIBUTE BY k , j SORT BY ts ) , 1 )",
        ),
        (
            "SELECT * FROM f(x => (SELECT 1) PARTITION BY k)",
            "SELECT * FROM f ( x => ( SELECT * FROM ( SELECT 1 ) DISTRIBUTE BY k ) )",
        ),
        ("SELECT * FROM t, LATERAL TABLE(f(x))", "SELECT * FROM t , LATERAL f ( x )"),
        (
            "SELECT * FROM p(TABLE t, MODEL => MODEL c.m)",
            "SELECT * FROM p ( ( SELECT * FROM t ) , MODEL => MODEL ( c.m ) )",
        ),
        ("SELECT TIMESTAMPDIFF(HOUR, a, f(b, c))", "SELECT TIMESTAMPDIFF ( a , f ( b , c ) , HOUR )"),
        ("SELECT TIMESTAMPADD(DAY, 1, a)", "SELECT TIMESTAMPADD ( DAY , 1 , a )"),
        ("SELECT MAP['a', MAP['b', c]]", "SELECT VAR_MAP ( a , VAR_MAP ( b , c ) )"),
        ("SELECT f(a, DEFAULT)", "SELECT f ( a , NULL )"),
        ("SELECT CAST(a AS MULTISET<INT>)", "SELECT CAST ( a AS ARRAY < INT > )"),
        ("SELECT JSON_VALUE(a, '$.b' RETURNING DECIMAL(3, 2) NULL ON EMPTY)", "SELECT JSON_VALUE ( a , $.b )"),
        ("SELECT JSON_OBJECT(KEY 'k' VALUE a > 1 ABSENT ON NULL)", "SELECT JSON_OBJECT ( KEY k VALUE ( a > 1 ) )"),
        (
            "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A B) WITHIN INTERVAL '1' HOUR DEFINE A AS x > 1) m",
            "SELECT * FROM ( SELECT * FROM t MATCH_RECOGNIZE ( PATTERN ( A B ) DEFINE A AS x > 1 ) ) m",
        ),
        ("INSERT INTO t SELECT 1 ON CONFLICT DO DEDUPLICATE", "INSERT INTO t SELECT 1"),
        ("COMPILE AND EXECUTE PLAN 'p' FOR INSERT INTO t SELECT 1", "INSERT INTO t SELECT 1"),
        # what looks alike and is not
        ("SELECT `TABLE`, session, model FROM t", "SELECT TABLE , session , model FROM t"),
        ("SELECT map, f(map) FROM t", "SELECT map , f ( map ) FROM t"),
    ],
)
def test_words_are_changed(sql: str, changed: str) -> None:
    assert rewritten(sql) == changed


def test_a_rule_changes_no_list_that_it_is_given() -> None:
    tokens = FLINK.grammar.tokenize(
        "SELECT JSON_VALUE(a, '$.b' DEFAULT c ON EMPTY), MAP['a', b] FROM TABLE(f(TABLE t))"
    )
    before = [(token.token_type, token.text) for token in tokens]
    sql_grammar.apply(grammar.STATEMENT, tokens)
    assert [(token.token_type, token.text) for token in tokens] == before


@pytest.mark.parametrize(
    ("sql", "changed"),
    [
        ("EXECUTE STATEMENT SET BEGIN INSERT 1; INSERT 2; END; SELECT 3", "INSERT 1 ; INSERT 2 ; SELECT 3"),
        ("BEGIN STATEMENT SET; INSERT 1; END", "INSERT 1 ;"),
        ("EXPLAIN STATEMENT SET BEGIN INSERT 1; INSERT 2; END", "EXPLAIN INSERT 1 ; EXPLAIN INSERT 2 ;"),
        ("COMPILE AND EXECUTE PLAN 'p' FOR STATEMENT SET BEGIN INSERT 1; END", "INSERT 1 ;"),
        ("SELECT CASE WHEN a THEN b END; END", "SELECT CASE WHEN a THEN b END ; END"),
    ],
)
def test_sets_are_opened(sql: str, changed: str) -> None:
    assert rewritten(sql, grammar.SCRIPT) == changed


LEAKY = """
CREATE CATALOG c WITH ('type' = 'jdbc', 'base-url' = 'jdbc:mysql://u:hunter2@h:1/', 'password' = 'hunter2');
CREATE TABLE t (a INT, b AS nope + 1) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://me:hunter2@h/db?password=hunter2',
  'table-name' = 'x', 'password' = 'hunter2', 'properties.sasl.jaas.config' = 'Login required password="hunter2";');
SET 'fs.s3a.secret.key' = 'hunter2';
INSERT INTO t SELECT q FROM t /*+ OPTIONS('password' = 'hunter2') */ WHERE z > 1 WITH ('password' = 'hunter2')
"""


def test_a_secret_appears_nowhere() -> None:
    answer = headwater.analyze(LEAKY, dialect="flink")
    outputs = [
        json.dumps(answer.to_dict()),
        emit.text.render(answer),
        emit.json.render(answer),
        emit.csv.render(answer),
    ]
    for statement in answer.statements:
        outputs += [statement.text, repr(statement.changes), repr(statement.links)]
        outputs += [show(plan, lambda a, b: answer.source.text[a:b], statement.places) for plan in statement.plans]
        outputs += [line for diagnostic in statement.diagnostics for line in map(str, emit.diagnostic(diagnostic))]
    assert "hunter2" not in "\n".join(outputs)
    assert ("t", "mysql:db.x") in answer.statements[1].links


@pytest.mark.parametrize("text", ["'a' = 'b'", "no options", "'password' = 'it''s'", "'", "''''", "'password' = 'open"])
def test_a_cover_keeps_the_length(text: str) -> None:
    assert len(secrets.cover(text)) == len(text)


@pytest.mark.parametrize(
    ("options", "places"),
    [
        ({"connector": "upsert-kafka", "topic": "a"}, ["kafka:a"]),
        ({"connector": "kafka", "topic-pattern": "a.*"}, []),
        ({"connector": "jdbc", "url": "jdbc:mysql://h:1/db?x=y", "table-name": "t"}, ["mysql:db.t"]),
        ({"connector": "mysql-cdc", "database-name": "demo", "table-name": "users"}, ["mysql:demo.users"]),
        ({"connector": "mysql-cdc", "database-name": "demo", "table-name": "users_[0-9]+"}, []),
        ({"connector": "filesystem", "path": "s3://u:p@b/x"}, ["file:s3://b/x"]),
        ({"connector": "hudi", "path": "hdfs://n:9000/hudi/t"}, ["file:hdfs://n:9000/hudi/t"]),
        (
            {"connector": "iceberg", "catalog-type": "hive", "catalog-database": "d", "catalog-table": "t"},
            ["hive:d.t"],
        ),
        (
            {"connector": "iceberg", "warehouse": "s3://w", "catalog-database": "d", "catalog-table": "t"},
            ["file:s3://w/d/t"],
        ),
        ({"connector": "print"}, []),
        ({}, []),
    ],
)
def test_what_a_connector_is(options: dict[str, str], places: list[str]) -> None:
    assert connectors.datasets(options) == places


@pytest.mark.parametrize("length", range(0, 400, 7))
def test_a_reader_never_raises(length: int) -> None:
    sql = "CREATE TABLE t (a ROW<x INT, y MAP<STRING, INT>> METADATA FROM 'k' VIRTUAL COMMENT 'c', b AS a.x < 3, "
    sql += "WATERMARK FOR b AS b - INTERVAL '1' DAY, PRIMARY KEY (a) NOT ENFORCED) DISTRIBUTED BY (a) INTO 3 BUCKETS "
    sql += "WITH ('connector' = 'x') LIKE u (INCLUDING ALL) AS SELECT * FROM TABLE(TUMBLE(TABLE t PARTITION BY k, 1))"
    headwater.analyze(sql[:length], dialect="flink")
