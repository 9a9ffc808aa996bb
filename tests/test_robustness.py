"""Any text may come in, and an honest answer goes out: `analyze` never raises, and never fails in silence.

`honest` says what an honest answer is; every test here ends in it. Texts that could bring the interpreter
itself down run in a process of their own (`in_its_own_process`), so that a crash is a
failed test and not a lost run.

To add a text: a line in `TEXTS` for a short one, an entry in `LARGE` for one that is long or deep.
"""

from __future__ import annotations

import json
import multiprocessing
import re
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import headwater
from tests import timeouts
from tests.fuzzing import examples

pytestmark = pytest.mark.slow

DIALECTS = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")
LEVELS = list(headwater.Level)  # best to worst

CATALOG = headwater.Catalog(
    {
        "t": {"a": "int", "b": "int", "c": "varchar", "d": "date"},
        "u": {"a": "int", "x": "int", "tags": "array<varchar>"},
        "db.v": {"id": "int", "s": "struct<p:int,q:struct<r:int>>"},
    }
)

FUZZ = examples(150)


def honest(text: str, dialect: str) -> Any:
    """Analyse, check what holds of every answer, and return it."""
    analysis = headwater.analyze(text, dialect=dialect, catalog=CATALOG)
    json.dumps(analysis.to_dict())
    seen = {(d.code, tuple(d.span)) for d in analysis.diagnostics}
    for diagnostic in analysis.diagnostics:
        check_diagnostic(diagnostic, text)
    if analysis.level != headwater.Level.EXACT:
        assert analysis.diagnostics, f"{analysis.level} and no word why"
    for statement in analysis.statements:
        inside(statement.span, text)
        if statement.level != headwater.Level.EXACT:
            assert statement.diagnostics, f"{statement.level} and no word why: {statement.text[:200]!r}"
        for diagnostic in statement.diagnostics:
            assert (diagnostic.code, tuple(diagnostic.span)) in seen
        assert not_better(analysis.level, statement.level)
        for edge in (*statement.edges, *statement.influence):
            inside(edge.span, text)
            assert edge.source.dataset
            assert 0.0 <= edge.confidence <= 1.0
            assert (edge.confidence == 1.0) == (edge.level == headwater.Level.EXACT)
            assert not_better(statement.level, edge.level)
    return analysis


def check_diagnostic(diagnostic: Any, text: str) -> None:
    assert re.fullmatch(r"[A-Z]+\d+", diagnostic.code)
    assert diagnostic.severity in ("info", "warning", "error")
    assert diagnostic.message.strip()
    assert diagnostic.help.strip()
    inside(diagnostic.span, text)
    start = diagnostic.span[0]
    assert diagnostic.line == text.count("\n", 0, start) + 1
    assert diagnostic.column == start - (text.rfind("\n", 0, start) + 1) + 1


def inside(span: tuple[int, int], text: str) -> None:
    start, end = span
    assert 0 <= start <= end <= len(text)


def not_better(level: Any, than: Any) -> bool:
    return LEVELS.index(level) >= LEVELS.index(than)


# --- whatever comes in -------------------------------------------------------------------------------------

VALID = (
    "SELECT a, b + 1 AS e, upper(c) FROM t WHERE d > DATE '2020-01-01' ORDER BY a LIMIT 3",
    "WITH x AS (SELECT a, sum(b) AS n FROM t GROUP BY a HAVING count(*) > 1) SELECT n, u.x FROM x JOIN u USING (a)",
    "SELECT * FROM t LEFT JOIN u USING (a) WHERE EXISTS (SELECT 1 FROM db.v WHERE v.id = t.a)",
    "SELECT CASE WHEN a > 0 THEN b WHEN a IN (SELECT x FROM u) THEN 2 ELSE NULL END AS k FROM t AS q",
    "SELECT row_number() OVER (PARTITION BY a ORDER BY b DESC) AS rn, lag(b) OVER w FROM t WINDOW w AS (ORDER BY d)",
    "SELECT a FROM t UNION ALL SELECT x FROM u EXCEPT SELECT id FROM db.v",
    "SELECT v.s.q.r, s.p FROM db.v AS v, (VALUES (1, 'x;y'), (2, NULL)) AS w(m, n)",
    "INSERT INTO u (a, x) SELECT b, a FROM t; DELETE FROM t WHERE a = 1;",
    "UPDATE t SET a = a + 1, b = (SELECT max(x) FROM u WHERE u.a = t.a) WHERE c LIKE 'q%'",
    "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED AND u.x > 0 THEN UPDATE SET b = u.x "
    "WHEN NOT MATCHED THEN INSERT (a, b) VALUES (u.a, u.x)",
    "CREATE TABLE n AS SELECT cast(a AS bigint) AS big, c || '-' || b AS code FROM t",
    "CREATE VIEW w AS SELECT DISTINCT a FROM t; SELECT * FROM w; DROP VIEW w",
    "WITH RECURSIVE r(n) AS (SELECT a FROM t UNION ALL SELECT n + 1 FROM r WHERE n < 10) SELECT n FROM r",
    "SELECT coalesce(a, b, -1.5e3), nullif(c, ''), [a, b][1], {'k': a} FROM t -- end\n/* and\nmore */",
    'ALTER TABLE t ADD COLUMN z INT; USE db; SELECT `id`, "id" FROM v',
)

SOUP = """
    SELECT FROM WHERE GROUP BY ORDER HAVING LIMIT OFFSET QUALIFY WINDOW OVER PARTITION UNION ALL EXCEPT
    INTERSECT DISTINCT WITH RECURSIVE AS JOIN LEFT RIGHT FULL CROSS NATURAL LATERAL ON USING INSERT INTO
    OVERWRITE TABLE VALUES UPDATE SET DELETE MERGE WHEN MATCHED THEN NOT AND OR IN EXISTS BETWEEN LIKE
    IS NULL CASE ELSE END CAST CREATE VIEW REPLACE TEMPORARY MATERIALIZED ALTER ADD DROP RENAME COLUMN
    TRUNCATE USE IF PIVOT UNPIVOT UNNEST EXPLODE ARRAY STRUCT MAP INTERVAL DATE FINAL PREWHERE SAMPLE
    DEFAULT NAME CLUSTER SORT DISTRIBUTE TRANSFORM MATCH_RECOGNIZE WATERMARK FOR SYSTEM_TIME OF BEGIN
    COMMIT DECLARE LOOP t u v a b c x db t.a u.* * sum count max row_number coalesce f ( ) ( ) , , ; . =
    <> < > + - / % || -> => :: : [ ] { } @ # $ ? ! ~ ^ & | \\ 1 2.5 1e9 0x1F 'str' 'it''s' "id" `bt` ' "
    ` /* */ -- |> ${v} {{ }} {% %} $$
"""
WORDS = (*SOUP.split(), "\n")


@FUZZ
@given(st.text(st.characters(exclude_categories=())), st.sampled_from(DIALECTS))
def test_any_text(text: str, dialect: str) -> None:
    honest(text, dialect)


@FUZZ
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from(DIALECTS))
def test_any_words(words: list[str], dialect: str) -> None:
    honest(" ".join(words), dialect)


@FUZZ
@given(st.lists(st.sampled_from(WORDS), max_size=25), st.sampled_from(DIALECTS))
def test_any_select(words: list[str], dialect: str) -> None:
    honest("SELECT a, " + " ".join(words) + " FROM t", dialect)


@st.composite
def broken(draw: st.DrawFn) -> str:
    """A valid statement with tokens deleted, doubled, swapped or exchanged, or the end cut off."""
    tokens = re.findall(r"\s+|\w+|'[^']*'|.", draw(st.sampled_from(VALID)))
    position = st.integers(0, len(tokens) - 1)
    for _ in range(draw(st.integers(1, 4))):
        i, j = draw(position) % len(tokens), draw(position) % len(tokens)
        match draw(st.sampled_from(("delete", "double", "swap", "exchange", "cut"))):
            case "delete":
                tokens[i] = " "
            case "double":
                tokens.insert(i, tokens[j])
            case "swap":
                tokens[i], tokens[j] = tokens[j], tokens[i]
            case "exchange":
                tokens[i] = draw(st.sampled_from(WORDS))
            case "cut":
                del tokens[i + 1 :]
    text = "".join(tokens)
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 4)) == 0 else text


@FUZZ
@given(broken(), st.sampled_from(DIALECTS))
def test_broken_statements(text: str, dialect: str) -> None:
    honest(text, dialect)


@FUZZ
@given(broken(), st.sampled_from(DIALECTS))
def test_a_broken_statement_leaves_its_neighbours_alone(text: str, dialect: str) -> None:
    first = "SELECT a AS one FROM t;\n"
    if re.search(
        r"""['"`$\\{}#;]|--|/\*|\b(BEGIN|DECLARE|LOOP|CREATE|DROP|ALTER|RENAME|USE|IF|FOR)\b""",
        text,
        re.IGNORECASE,
    ):
        return  # it may swallow what follows, or change the catalog: then there is nothing to hold it to
    analysis = honest(first + text + ";\nSELECT x AS two FROM u", dialect)
    for statement, source in ((analysis.statements[0], "t.a"), (analysis.statements[-1], "u.x")):
        assert [str(e.source) for e in statement.edges] == [source]
        assert statement.level == headwater.Level.EXACT


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("sql", VALID)
def test_the_whole_statements_themselves(sql: str, dialect: str) -> None:
    honest(sql, dialect)


TEXTS = {
    "nothing": "",
    "blanks": " \t\r\n ",
    "semicolons": ";;; ;",
    "a comment": "-- SELECT a FROM t",
    "a comment and a half": "/* SELECT */ /* a FROM t",
    "null bytes": "SELECT a\0 FROM \0t",
    "only a null byte": "\0",
    "lone surrogates": "SELECT '\ud800' AS \udfff, a FROM t",
    "byte order mark": "\ufeffSELECT a FROM t",
    "no-break space": "SELECT\u00a0a FROM\u2003t",
    "right to left": "SELECT a AS \u202e\u0645\u0631\u062d\u0628\u0627 FROM t",
    "emoji": "SELECT a AS \U0001f600 FROM t",
    "line ends": "SELECT a\r\nFROM t\rWHERE nowhere.b > 1\u2028",
    "an open string": "SELECT 'abc FROM t",
    "an open quoted name": 'SELECT "abc FROM t',
    "an open backtick": "SELECT `abc FROM t",
    "an open comment": "SELECT a /* FROM t",
    "an open dollar string": "SELECT $$ abc FROM t",
    "an open template": "SELECT {{ a FROM t",
    "a trailing backslash": "SELECT 'a\\",
    "an empty list": "SELECT FROM t",
    "an empty name": 'SELECT "" FROM ""',
    "closed too often": "SELECT a)))) FROM t",
    "never closed": "SELECT ((((a FROM t",
    "not SQL": "def f(x):\n    return {'a': x}\n",
    "prose": "Dear all, please find the select attached; from me.",
    "markup": "<html><body>SELECT a FROM t</body></html>",
}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", TEXTS)
def test_odd_texts(name: str, dialect: str) -> None:
    honest(TEXTS[name], dialect)


def test_what_is_no_statement_is_no_statement() -> None:
    for name in ("nothing", "blanks", "semicolons", "a comment"):
        assert not honest(TEXTS[name], "duckdb").statements, name


# --- long and deep texts -----------------------------------------------------------------------------------

LARGE: dict[str, Callable[[], str]] = {
    "5,000 parentheses": lambda: "SELECT " + "(" * 5_000 + "a" + ")" * 5_000 + " AS n FROM t",
    "5,000 open parentheses": lambda: "SELECT " + "(" * 5_000,
    "5,000 open brackets": lambda: "SELECT " + "[" * 5_000 + "a FROM t",
    "2,000 nested CASEs": lambda: "SELECT " + "CASE WHEN a > 0 THEN " * 2_000 + "b" + " END" * 2_000 + " AS n FROM t",
    "5,000 nested functions": lambda: "SELECT " + "abs(" * 5_000 + "a" + ")" * 5_000 + " AS n FROM t",
    "5,000 nested subqueries": lambda: "SELECT * FROM (" * 5_000 + "SELECT a FROM t" + ") AS q" * 5_000,
    "5,000 nested conditions": lambda: (
        "SELECT a FROM t WHERE " + "a IN (SELECT x FROM u WHERE " * 5_000 + "x > 0" + ")" * 5_000
    ),
    "5,000 signs": lambda: "SELECT " + "- " * 5_000 + "a AS n FROM t",
    "5,000 nots": lambda: "SELECT a FROM t WHERE " + "NOT " * 5_000 + "a > 0",
    "3,000 nested structs": lambda: "CREATE TABLE w (s " + "STRUCT<f " * 3_000 + "INT" + ">" * 3_000 + ")",
    "2,000 nested CTEs": lambda: "WITH x AS (" * 2_000 + "SELECT a FROM t" + ") SELECT * FROM x" * 2_000,
    "20,000 FROMs": lambda: "FROM " * 20_000 + "t",
    "40 joins without ON": lambda: "SELECT t.a FROM t" + " JOIN u" * 40,
    "2,000 subscripts": lambda: "SELECT a" + "[1]" * 2_000 + " AS n FROM t",
    "10,000 ORs": lambda: "SELECT a FROM t WHERE " + " OR ".join(f"b = {n}" for n in range(10_000)),
    "10,000 sums": lambda: "SELECT " + " + ".join(["a"] * 10_000) + " AS n FROM t",
    "10,000 concatenations": lambda: "SELECT " + " || ".join(["c"] * 10_000) + " AS n FROM t",
    "5,000 unions": lambda: " UNION ALL ".join(["SELECT a FROM t"] * 5_000),
    "20,000 in a list": lambda: "SELECT a FROM t WHERE b IN (" + ", ".join(map(str, range(20_000))) + ")",
    "2,000 CASE arms": lambda: (
        "SELECT CASE " + " ".join(f"WHEN a = {n} THEN b" for n in range(2_000)) + " END AS n FROM t"
    ),
    "300 joins": lambda: "SELECT t.a FROM t " + " ".join(f"JOIN u AS u{n} ON t.a = u{n}.a" for n in range(300)),
    "1 MB in a string": lambda: "SELECT a, '" + "x" * 1_000_000 + "' AS n FROM t",
    "1 MB in a comment": lambda: "SELECT a /* " + "x" * 1_000_000 + " */ FROM t",
    "1 MB in a name": lambda: "SELECT a AS " + "x" * 1_000_000 + " FROM t",
    "3,000 statements": lambda: ";\n".join(["SELECT a FROM t"] * 3_000),
}

# What is only wide is answered in full: the sources of the first output column.
WIDE = {
    "10,000 ORs": {"t.a"},
    "10,000 sums": {"t.a"},
    "10,000 concatenations": {"t.c"},
    "5,000 unions": {"t.a"},
    "20,000 in a list": {"t.a"},
    "2,000 CASE arms": {"t.b"},
    "300 joins": {"t.a"},
    "1 MB in a string": {"t.a"},
    "1 MB in a comment": {"t.a"},
    "1 MB in a name": {"t.a"},
    "3,000 statements": {"t.a"},
}

# What is too deep to read is refused, but the tables are still named: they can be read from the tokens.
DEEP = (
    "5,000 parentheses",
    "2,000 nested CASEs",
    "5,000 nested functions",
    "5,000 nested subqueries",
    "5,000 nested conditions",
    "5,000 signs",
    "5,000 nots",
    "40 joins without ON",
)


def answer_large(name: str, dialect: str) -> dict[str, Any]:
    analysis = honest(LARGE[name](), dialect)
    first = analysis.statements[0] if analysis.statements else None
    return {
        "level": analysis.level.value,
        "codes": sorted({d.code for d in analysis.diagnostics}),
        "statements": len(analysis.statements),
        "tables": sorted(first.tables[0]) if first else [],
        "first": sorted({str(e.source) for e in first.edges if e.target.ordinal == 0}) if first else [],
    }


PROCESSES = multiprocessing.get_context("forkserver")
"""A process that has imported everything and done nothing, and forks one for each text: what crashes is only that."""
PROCESSES.set_forkserver_preload(["tests.test_robustness"])


def in_its_own_process(name: str, dialect: str) -> dict[str, Any]:
    receiver, sender = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=send_answer, args=(sender, name, dialect))
    process.start()
    sender.close()
    try:
        answer: dict[str, Any] = receiver.recv()
    except EOFError:
        answer = {}
    process.join()
    assert process.exitcode == 0, f"exit code {process.exitcode}"
    return answer


def send_answer(sender: Connection, name: str, dialect: str) -> None:
    timeouts.bound_cpu(60)
    sender.send(answer_large(name, dialect))


@pytest.mark.parametrize("name", LARGE)
def test_large_texts(name: str) -> None:
    answer = in_its_own_process(name, "duckdb")
    if name in WIDE:
        assert answer["level"] == "EXACT", answer
        assert set(answer["first"]) == WIDE[name]
    if name in DEEP:
        assert "t" in answer["tables"], answer
    if name == "3,000 statements":
        assert answer["statements"] == 3_000


@pytest.mark.parametrize("dialect", [d for d in DIALECTS if d != "duckdb"])
@pytest.mark.parametrize("name", ["5,000 parentheses", "2,000 nested CASEs", "5,000 unions"])
def test_large_texts_of_every_dialect(name: str, dialect: str) -> None:
    answer = in_its_own_process(name, dialect)
    assert "t" in answer["tables"], answer
