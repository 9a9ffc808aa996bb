"""Texts with one fingerprint have one lineage, and texts that differ in constants alone have one fingerprint.

To add a rule: a pair of texts in `SAME` or `APART`. The laws at the end change the literals of every golden case and of
the synthetic log at random; a pair that breaks one of them becomes a line in `APART`.
"""

from __future__ import annotations

import functools
import os
import random
import re
import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlglot.errors import TokenError
from sqlglot.tokenizer_core import TokenType

import headwater
from headwater import dialects
from headwater.batch.fingerprint import Fingerprinter, _digest
from headwater.batch.text_ids import TextIds
from headwater.sql.templates import cover
from headwater_synth import Log, Spec
from tests.fuzzing import examples
from tests.golden.goldenfile import DIALECTS, Case
from tests.golden.test_golden import RUNS, catalog_of

pytestmark = pytest.mark.slow


def fingerprint(dialect: str, text: str, names: bool = False) -> str:
    """By a fingerprinter that has met nothing before."""
    return Fingerprinter(dialects.get(dialect).grammar, names)(text)


# --- pairs -------------------------------------------------------------------------------------------------------
SAME = [
    # constants
    ("duckdb", "SELECT a FROM t WHERE b = 1", "SELECT a FROM t WHERE b = 22"),
    ("duckdb", "SELECT a FROM t WHERE b = 'x'", "SELECT a FROM t WHERE b = 'it''s'"),
    ("duckdb", "SELECT a FROM t WHERE b = ''", "SELECT a FROM t WHERE b = '--'"),
    ("duckdb", "SELECT a FROM t WHERE b = '/*' AND c = '*/'", "SELECT a FROM t WHERE b = 'x' AND c = 'y'"),
    ("spark", "SELECT a FROM t WHERE b = 'x'", r"SELECT a FROM t WHERE b = 'it\'s'"),
    ("spark", "SELECT a FROM t WHERE b = 'x'", 'SELECT a FROM t WHERE b = "y"'),
    ("hive", 'SELECT a FROM t WHERE b = "x;y"', r'SELECT a FROM t WHERE b = "a\"b"'),
    ("clickhouse", r"SELECT a FROM t WHERE b = 'x\\'", r"SELECT a FROM t WHERE b = 'it\'s''s'"),
    ("googlesql", "SELECT a FROM t WHERE b = 'x'", "SELECT a FROM t WHERE b = '''it's\n'''"),
    ("googlesql", "SELECT a FROM t WHERE b = 'x'", r"SELECT a FROM t WHERE b = r'\d+'"),
    ("duckdb", "SELECT a FROM t WHERE b = 'x'", "SELECT a FROM t WHERE b = $$it's$$"),
    ("duckdb", "SELECT a FROM t WHERE b = 1.5", "SELECT a FROM t WHERE b = 1e10"),
    ("duckdb", "SELECT a FROM t WHERE b = -1", "SELECT a FROM t WHERE b = -2"),
    ("duckdb", "SELECT a FROM t WHERE 1 = b", "SELECT a FROM t WHERE 2 = b"),
    ("duckdb", "SELECT a FROM t WHERE b LIKE 'a%'", "SELECT a FROM t WHERE b LIKE 'b%'"),
    ("duckdb", "SELECT a FROM t WHERE b BETWEEN 1 AND 2", "SELECT a FROM t WHERE b BETWEEN 3 AND 4"),
    ("duckdb", "SELECT a FROM t LIMIT 10", "SELECT a FROM t LIMIT 20"),
    ("duckdb", "SELECT a FROM t LIMIT 10 OFFSET 5", "SELECT a FROM t LIMIT 20 OFFSET 6"),
    ("duckdb", "SELECT a + 1 AS k FROM t", "SELECT a + 2 AS k FROM t"),
    ("duckdb", "SELECT 1 AS k, 'a' AS l FROM t", "SELECT 2 AS k, 'b' AS l FROM t"),
    (
        "duckdb",
        "SELECT CASE WHEN a = 1 THEN 'x' ELSE 'y' END AS k FROM t",
        "SELECT CASE WHEN a = 2 THEN 'p' ELSE 'q' END AS k FROM t",
    ),
    ("googlesql", "INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (2, 'b'), (3, 'c')"),
    # dates
    ("duckdb", "SELECT a FROM t WHERE d >= DATE '2024-01-01'", "SELECT a FROM t WHERE d >= DATE '2024-01-02'"),
    (
        "googlesql",
        "SELECT a FROM t WHERE d > TIMESTAMP '2024-01-01'",
        "SELECT a FROM t WHERE d > TIMESTAMP '2024-01-02'",
    ),
    ("clickhouse", "SELECT a FROM t WHERE d = toDate('2024-01-01')", "SELECT a FROM t WHERE d = toDate('2024-01-02')"),
    (
        "duckdb",
        "SELECT a FROM t WHERE d > now() - INTERVAL '1' DAY",
        "SELECT a FROM t WHERE d > now() - INTERVAL '7' DAY",
    ),
    (
        "hive",
        "INSERT OVERWRITE TABLE u PARTITION (dt='2024-01-01') SELECT a FROM t",
        "INSERT OVERWRITE TABLE u PARTITION (dt='2024-01-02') SELECT a FROM t",
    ),
    # lists
    ("duckdb", "SELECT a FROM t WHERE b IN (1)", "SELECT a FROM t WHERE b IN (1, 2, 3)"),
    ("duckdb", "SELECT a FROM t WHERE b IN ('x', 'y')", "SELECT a FROM t WHERE b IN ('z')"),
    ("duckdb", "SELECT a FROM t WHERE (a, b) IN ((1, 2))", "SELECT a FROM t WHERE (a, b) IN ((1, 2), (3, 4))"),
    (
        "spark",
        "SELECT a FROM t WHERE d IN (DATE '2024-01-01')",
        "SELECT a FROM t WHERE d IN (DATE '2024-01-01', DATE '2024-01-02')",
    ),
    ("duckdb", "INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (2, 'b'), (3, 'c'), (4, 'd')"),
    ("spark", "INSERT INTO t VALUES (1, NULL)", "INSERT INTO t VALUES (7, NULL), (8, 'x')"),
    # constant arguments
    ("duckdb", "SELECT string_agg(a, ',') AS k FROM t", "SELECT string_agg(a, ';') AS k FROM t"),
    (
        "googlesql",
        "SELECT STRING_AGG(a, ',' ORDER BY b) AS k FROM t",
        "SELECT STRING_AGG(a, ';' ORDER BY b) AS k FROM t",
    ),
    ("googlesql", "SELECT FORMAT_DATE('%Y', d) AS k FROM t", "SELECT FORMAT_DATE('%m', d) AS k FROM t"),
    ("flink", "SELECT SUBSTRING(a FROM 1 FOR 3) AS k FROM t", "SELECT SUBSTRING(a FROM 2 FOR 9) AS k FROM t"),
    ("duckdb", "SELECT trim('x' FROM a) AS k FROM t", "SELECT trim('y' FROM a) AS k FROM t"),
    ("spark", "SELECT LAG(a, 1, 0) OVER (ORDER BY b) AS k FROM t", "SELECT LAG(a, 2, 9) OVER (ORDER BY b) AS k FROM t"),
    # comments and spacing
    ("duckdb", "SELECT a FROM t", "SELECT a -- the key\nFROM t"),
    ("duckdb", "SELECT a FROM t", "/* a report */ SELECT a FROM t /* it's\n done */;"),
    ("duckdb", "SELECT a FROM t", "SELECT\n\ta\r\n  FROM   t  ;\n;"),
    ("duckdb", "SELECT a FROM t WHERE b = 1 -- it's one", 'SELECT a FROM t WHERE b = 2 -- it\'s "two"'),
    ("duckdb", "SELECT a FROM t WHERE b = 1 /* x /* nested */ y */", "SELECT a FROM t WHERE b = 1"),
    ("duckdb", "SELECT a, -- c\r b FROM t", "SELECT a, b FROM t"),
    ("googlesql", "SELECT a FROM t", "# daily\nSELECT a FROM t # it's"),
    ("clickhouse", "SELECT a FROM t", "SELECT a # the key\nFROM t"),
    # what a CREATE reads
    (
        "spark",
        "CREATE TABLE z AS SELECT a AS k FROM t WHERE b = '1'",
        "CREATE TABLE z AS SELECT a AS k FROM t WHERE b = '2'",
    ),
    ("spark", "CREATE VIEW v AS SELECT a + 1 AS k FROM t", "CREATE VIEW v AS SELECT a + 2 AS k FROM t"),
    (
        "hive",
        "SELECT n FROM (SELECT sum(if(a = 1, 1, 0)) n FROM t) q",
        "SELECT n FROM (SELECT sum(if(a = 2, 1, 0)) n FROM t) q",
    ),
]

APART = [
    # of a command the tokenizer makes one string
    ("clickhouse", "RENAME TABLE aa.x TO aa.y", "RENAME TABLE bb.x TO bb.y"),
    ("clickhouse", "SELECT 1; EXCHANGE TABLES aa.x AND bb.y", "SELECT 1; EXCHANGE TABLES cc.x AND bb.y"),
    ("spark", "EXECUTE IMMEDIATE 'INSERT INTO x SELECT a FROM y'", "EXECUTE IMMEDIATE 'INSERT INTO z SELECT a FROM y'"),
    # FROM inside a call ends with the call
    ("duckdb", "SELECT trim('x' FROM a) AS k FROM '1.csv'", "SELECT trim('x' FROM a) AS k FROM '2.csv'"),
    ("duckdb", "SELECT substring(a FROM 1) FROM t LIMIT 1", "SELECT substring(a FROM 1) FROM u LIMIT 1"),
    # what is not a constant
    ("duckdb", "SELECT a FROM t", "SELECT b FROM t"),
    ("duckdb", 'SELECT "a" FROM t', 'SELECT "b" FROM t'),
    ("duckdb", 'SELECT "a  b" FROM t', 'SELECT "a b" FROM t'),
    ("spark", "SELECT `a` FROM t", "SELECT `b` FROM t"),
    ("duckdb", 'SELECT "a" FROM t', "SELECT 'a' FROM t"),
    ("duckdb", "SELECT a FROM t WHERE b = 1", "SELECT a FROM t WHERE c = 1"),
    ("duckdb", "SELECT a FROM t WHERE b = 1", "SELECT a FROM t WHERE b > 1"),
    ("duckdb", "SELECT a FROM t WHERE b = 1", "SELECT a FROM t WHERE b = c"),
    ("duckdb", "SELECT a FROM t -- x\n, u", "SELECT a FROM t -- x , u"),
    ("duckdb", "SELECT a FROM t -- c\r, u", "SELECT a FROM t -- c"),
    ("duckdb", "SELECT a FROM t /* x /* y */ , u */", "SELECT a FROM t /* x y */ , u"),
    ("spark", r"SELECT a FROM t WHERE b = '\' AND c = ' OR d = 1", r"SELECT a FROM t WHERE b = '' AND c = '' OR d = 1"),
    ("duckdb", "SELECT a FROM t; SELECT b FROM t", "SELECT a FROM t"),
    # positions
    ("duckdb", "SELECT a, b, sum(c) FROM t GROUP BY 1", "SELECT a, b, sum(c) FROM t GROUP BY 2"),
    ("duckdb", "SELECT a, b, sum(c) FROM t GROUP BY a, 1", "SELECT a, b, sum(c) FROM t GROUP BY a, 2"),
    ("duckdb", "SELECT a, b FROM t ORDER BY 1", "SELECT a, b FROM t ORDER BY 2"),
    ("duckdb", "SELECT #1 AS k FROM t", "SELECT #2 AS k FROM t"),
    ("clickhouse", "SELECT s.1 AS k FROM t", "SELECT s.2 AS k FROM t"),
    ("clickhouse", "SELECT k FROM t WHERE s.1 = 5", "SELECT k FROM t WHERE s.2 = 5"),
    ("clickhouse", "SELECT tupleElement(s, 1) AS k FROM t", "SELECT tupleElement(s, 2) AS k FROM t"),
    ("spark", "SELECT stack(1, a, b) FROM t", "SELECT stack(2, a, b) FROM t"),
    # names in strings
    ("clickhouse", "SELECT dictGet('d', 'a', id) AS k FROM t", "SELECT dictGet('d', 'b', id) AS k FROM t"),
    ("clickhouse", "SELECT dictGet('d' AS d, 'a', id) AS k FROM t", "SELECT dictGet('e' AS d, 'a', id) AS k FROM t"),
    ("duckdb", "SELECT s['f'] AS k FROM t", "SELECT s['g'] AS k FROM t"),
    ("duckdb", "SELECT s['f'] = 1 FROM t", "SELECT s['g'] = 1 FROM t"),
    ("spark", "SELECT m['f'] AS k FROM t", "SELECT m['g'] AS k FROM t"),
    ("duckdb", "SELECT p->>'f' AS k FROM t", "SELECT p->>'g' AS k FROM t"),
    (
        "duckdb",
        "SELECT struct_extract(s, '2024-01-01') AS k FROM t",
        "SELECT struct_extract(s, '2024-01-02') AS k FROM t",
    ),
    ("hive", "SELECT named_struct('x', a) AS k FROM t", "SELECT named_struct('y', a) AS k FROM t"),
    ("duckdb", "SELECT {'x': a} AS k FROM t", "SELECT {'y': a} AS k FROM t"),
    ("duckdb", "SELECT COLUMNS('^a') FROM t", "SELECT COLUMNS('^b') FROM t"),
    ("duckdb", "SELECT COLUMNS(c -> c LIKE 'a%') FROM t", "SELECT COLUMNS(c -> c LIKE 'b%') FROM t"),
    ("duckdb", "SELECT COLUMNS(c -> c IN ('a')) FROM t", "SELECT COLUMNS(c -> c IN ('b')) FROM t"),
    ("duckdb", "SELECT * LIKE 'a%' FROM t", "SELECT * LIKE 'b%' FROM t"),
    ("duckdb", "SELECT t.* EXCLUDE (x) ILIKE 'a%' FROM t", "SELECT t.* EXCLUDE (x) ILIKE 'b%' FROM t"),
    # tables
    ("duckdb", "SELECT a FROM 'a.parquet'", "SELECT a FROM 'b.parquet'"),
    ("duckdb", "SELECT a FROM 'a.parquet' AS f", "SELECT a FROM 'b.parquet' AS f"),
    ("duckdb", "SELECT a FROM t JOIN 'a.parquet' AS f ON f.x = 1", "SELECT a FROM t JOIN 'b.parquet' AS f ON f.x = 1"),
    ("duckdb", "SELECT a FROM t JOIN u ON a = 1, 'a.csv' AS f", "SELECT a FROM t JOIN u ON a = 1, 'b.csv' AS f"),
    ("duckdb", "SELECT a FROM read_parquet('a/*.parquet')", "SELECT a FROM read_parquet('b/*.parquet')"),
    ("duckdb", "SELECT a FROM read_parquet('2024-01-01')", "SELECT a FROM read_parquet('2024-01-02')"),
    ("duckdb", "SELECT * FROM query('FROM ' || 't')", "SELECT * FROM query('FROM ' || 'u')"),
    ("clickhouse", "SELECT * FROM values('a Int, b Int', (1, 2))", "SELECT * FROM values('a Int, c Int', (1, 2))"),
    ("duckdb", "COPY (SELECT a FROM t) TO 'a.csv'", "COPY (SELECT a FROM t) TO 'b.csv'"),
    ("hive", "INSERT OVERWRITE DIRECTORY '/a' SELECT a FROM t", "INSERT OVERWRITE DIRECTORY '/b' SELECT a FROM t"),
    ("flink", "CREATE TABLE k (a INT) WITH ('topic' = 'a')", "CREATE TABLE k (a INT) WITH ('topic' = 'b')"),
    (
        "googlesql",
        "EXPORT DATA OPTIONS (uri = 'gs://a') AS SELECT a FROM t",
        "EXPORT DATA OPTIONS (uri = 'gs://b') AS SELECT a FROM t",
    ),
    ("googlesql", "EXECUTE IMMEDIATE 'SELECT a FROM t'", "EXECUTE IMMEDIATE 'SELECT a FROM u'"),
    # widths
    ("duckdb", "INSERT INTO t VALUES (1, 2)", "INSERT INTO t VALUES (1, 2, 3)"),
    ("duckdb", "SELECT * FROM (VALUES (1, 2)) v", "SELECT * FROM (VALUES (1, 2, 3)) v"),
    ("duckdb", "PIVOT t ON c IN ('x') USING sum(a)", "PIVOT t ON c IN ('x', 'y') USING sum(a)"),
    ("spark", "SELECT * FROM t PIVOT (sum(a) FOR c IN ('x'))", "SELECT * FROM t PIVOT (sum(a) FOR c IN ('y'))"),
    # names that are made of the text
    ("duckdb", "CREATE VIEW v AS SELECT a + 1 FROM t", "CREATE VIEW v AS SELECT a + 2 FROM t"),
    ("duckdb", "CREATE VIEW v AS SELECT a = 1 FROM t", "CREATE VIEW v AS SELECT a = 2 FROM t"),
    ("duckdb", "CREATE VIEW v AS SELECT a IN (1) FROM t", "CREATE VIEW v AS SELECT a IN (2) FROM t"),
    (
        "duckdb",
        "CREATE VIEW v AS SELECT f(a, '2024-01-01') FROM t",
        "CREATE VIEW v AS SELECT f(a, '2024-01-02') FROM t",
    ),
    ("duckdb", "CREATE VIEW v AS SELECT a, 1 FROM t", "CREATE VIEW v AS SELECT a, 2 FROM t"),
    ("duckdb", 'SELECT "(a + 1)" FROM (SELECT a + 1 FROM t)', 'SELECT "(a + 1)" FROM (SELECT a + 2 FROM t)'),
    ("duckdb", "INSERT INTO u BY NAME SELECT a + 1 FROM t", "INSERT INTO u BY NAME SELECT a + 2 FROM t"),
    (
        "duckdb",
        "CREATE VIEW v AS SELECT a + INTERVAL (1) day FROM t",
        "CREATE VIEW v AS SELECT a + INTERVAL (2) day FROM t",
    ),
]


@pytest.mark.parametrize(("dialect", "one", "other"), SAME)
def test_constants_comments_and_spacing_do_not_count(dialect: str, one: str, other: str) -> None:
    assert fingerprint(dialect, one) == fingerprint(dialect, other)
    both = Fingerprinter(dialects.get(dialect).grammar)
    assert both(one) == both(other) == fingerprint(dialect, one)


@pytest.mark.parametrize(("dialect", "one", "other"), APART)
def test_what_may_matter_counts(dialect: str, one: str, other: str) -> None:
    assert fingerprint(dialect, one) != fingerprint(dialect, other)
    for first, second in ((one, other), (other, one)):  # whichever of the two is met first, and remembered
        both = Fingerprinter(dialects.get(dialect).grammar)
        assert both(first) != both(second)


def test_whether_a_string_is_a_day_is_part_of_what_is_remembered() -> None:
    texts = [f"SELECT dateDiff('day', {day}, toDate({day})) AS k FROM t" for day in ("'2024-01-01'", "'x'", "'y'")]
    texts += [f"SELECT dictGet('d', {name}, id) AS k FROM t" for name in ("'2024-01-01'", "'a'", "'b'")]
    for start in range(len(texts)):
        of = Fingerprinter(dialects.get("clickhouse").grammar)
        turned = texts[start:] + texts[:start]
        assert [of(text) for text in turned] == [fingerprint("clickhouse", text) for text in turned]


def test_a_query_that_fills_a_dataset_names_its_columns() -> None:
    one, other = "SELECT a + 1 FROM t", "SELECT a + 2 FROM t"
    ids = TextIds()
    assert ids.text_id("duckdb", None, None, one) == ids.text_id("duckdb", None, None, other)
    assert ids.text_id("duckdb", None, "shop.x", one) != ids.text_id("duckdb", None, "shop.x", other)
    aliased = [f"SELECT a + {number} AS k FROM t" for number in (1, 2)]
    assert ids.text_id("duckdb", None, "shop.x", aliased[0]) == ids.text_id("duckdb", None, "shop.x", aliased[1])


def test_dialect_database_and_target_are_part_of_a_unit() -> None:
    ids = TextIds()
    text = "SELECT a FROM t"
    keys = [("hive", None, None), ("spark", None, None), ("hive", "ods", None), ("hive", None, "ods")]
    assert len({ids.text_id(*span, text) for span in keys}) == len(keys)


def test_fingerprints_are_the_same_in_every_process() -> None:
    code = (
        "from headwater.batch import hash_id; from headwater.batch.text_ids import TextIds;"
        "sql = \"SELECT s['f'], 'x' AS k FROM t WHERE b IN (1)\";"
        "print(TextIds().text_id('hive', 'ods', None, sql), hash_id('hive', 't'))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    "text",
    [
        "SELECT /*" + "a" * 19_000,
        "SELECT /*" + "/ a" * 6_000,
        "SELECT " + "'a" * 9_001,
        "SELECT " + "'" * 19_001,
        "SELECT " + "('a'," * 3_600,
        "SELECT a IN " + "(" * 19_000,
        "VALUES " + "(1," * 6_000,
        "SELECT " + "(" * 9_000 + "SELECT a + 1" + ")" * 9_000,
        "SELECT " + "1 " * 9_000,
        "\0 \ud800 $$ ${ {{ {% ' \" ` /* --",
        "",
    ],
    ids=range(11),
)
def test_no_text_takes_long_or_fails(text: str) -> None:
    started = time.process_time()
    for dialect in DIALECTS:
        assert len(fingerprint(dialect, text)) == 32
    assert time.process_time() - started < 10


# --- laws --------------------------------------------------------------------------------------------------------
WORDS = ("x", "b", "id", "amount", "day", "a%", "$.a", "$.b.c", "2024-01-01", "20240102", "2024-01-02 03:04:05", "")
NUMBERS = ("0", "1", "2", "3", "7", "10", "100", "1.5")


@functools.cache
def grammar_of(dialect: str) -> Any:
    return dialects.get(dialect).grammar


@functools.cache
def catalog(name: str, dialect: str) -> headwater.Catalog | None:
    case, _ = next((case, one) for case, one in RUNS if one == dialect and case.options.get("catalog", "shop") == name)
    return catalog_of(case, dialect)


def changed(text: str, dialect: str, chance: random.Random) -> str:
    """The text with some of its literals replaced by others of their kind."""
    try:
        tokens = grammar_of(dialect).tokenize(cover(text)[0])
    except TokenError:
        return text
    share = chance.choice((0.2, 0.5, 1.0))
    for token in reversed(tokens):
        old = text[token.start : token.end + 1]
        if chance.random() > share:
            continue
        if token.token_type is TokenType.NUMBER:
            new = chance.choice(NUMBERS)
        elif token.token_type is TokenType.STRING and old[0] in "'\"" and old[0] == old[-1]:
            new = old[0] + chance.choice(WORDS) + old[0]
        else:
            continue
        text = text[: token.start] + new + text[token.end + 1 :]
    return text


def lineage(text: str, dialect: str, catalog: headwater.Catalog | None, names: bool = False) -> list[Any]:
    """What goes where, without the texts of expressions; names of columns where others see them."""
    result = []
    for statement in headwater.analyze(text, dialect=dialect, catalog=catalog).statements:
        seen = names or statement.kind.startswith("CREATE")
        edges = {
            (str(edge.source), edge.target.dataset, edge.target.ordinal, seen and edge.target.column, edge.type.value)
            for edge in statement.edges
        }
        influence = {
            (str(each.source), each.target.dataset, each.target.ordinal, each.type) for each in statement.influence
        }
        columns = [column.name for column in statement.columns] if seen else len(statement.columns)
        result.append((statement.kind, statement.target, statement.tables, edges, influence, columns))
    return result


@examples(1500)
@given(st.sampled_from(RUNS), st.integers(0, 1 << 30), st.booleans())
def test_one_fingerprint_one_lineage(run: tuple[Case, str], seed: int, names: bool) -> None:
    case, dialect = run
    other = changed(case.sql, dialect, random.Random(seed))
    if other != case.sql and fingerprint(dialect, case.sql, names) == fingerprint(dialect, other, names):
        tables = catalog(case.options.get("catalog", "shop"), dialect)
        assert lineage(case.sql, dialect, tables, names) == lineage(other, dialect, tables, names), other


RENAMED = [run for run in RUNS if run[0].sql.isascii()]


@examples(1500)
@given(st.sampled_from(RENAMED), st.integers(0, 1 << 30))
def test_statements_over_different_tables_have_different_fingerprints(run: tuple[Case, str], seed: int) -> None:
    case, dialect = run
    chance = random.Random(seed)
    tables = catalog(case.options.get("catalog", "shop"), dialect)
    words = sorted(
        {part for _, _, names, *_ in lineage(case.sql, dialect, tables) for part in re.findall(r"\w+", str(names))}
    )
    word = chance.choice(words) if words else "t"
    other = re.sub(rf"\b{word}\b", f"{word}{chance.randrange(10)}", case.sql)
    if other != case.sql and fingerprint(dialect, case.sql) == fingerprint(dialect, other):
        assert lineage(case.sql, dialect, tables) == lineage(other, dialect, tables), other


REMEMBERED = {dialect: Fingerprinter(dialects.get(dialect).grammar) for dialect in DIALECTS}


def the_long_way(dialect: str, text: str) -> str:
    return _digest(REMEMBERED[dialect]._canonical(text)[0])


@examples(3000)
@given(st.sampled_from(RUNS), st.integers(0, 1 << 30))
def test_what_is_remembered_is_what_the_long_way_says(run: tuple[Case, str], seed: int) -> None:
    case, dialect = run
    for text in (changed(case.sql, dialect, random.Random(seed)), case.sql):
        assert REMEMBERED[dialect](text) == the_long_way(dialect, text), text


LOG = Log(Spec(statements=3_000, templates=300, seed=11))


def test_the_synthetic_log_by_memory_and_the_long_way() -> None:
    chance = random.Random(5)
    units: dict[int, set[str]] = {}
    for number in range(3_000):
        run = LOG.run(number)
        for text in (run.text, changed(run.text, run.dialect, chance)):
            assert REMEMBERED[run.dialect](text) == the_long_way(run.dialect, text), text
        if run.garbage is None:
            units.setdefault(run.template, set()).add(REMEMBERED[run.dialect](run.text))
    # a template is one text but for its constants; where one of them may matter, it is a few
    assert sum(map(len, units.values())) < 1.5 * len(units)


@examples(300)
@given(st.integers(0, 2_999), st.integers(0, 1 << 30))
def test_one_fingerprint_one_lineage_in_the_synthetic_log(number: int, seed: int) -> None:
    run = LOG.run(number)
    other = changed(run.text, run.dialect, random.Random(seed))
    if fingerprint(run.dialect, run.text) == fingerprint(run.dialect, other):
        assert lineage(run.text, run.dialect, None) == lineage(other, run.dialect, None), other
