"""Rules: each finds what it is about and nothing beside it; comments, settings, outputs and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import headwater
from headwater.cli import app
from headwater.lint import RULES, ConfigError, Rule, lint, read_config, select_rules

ROOT = Path(__file__).parents[1]
SHOP = headwater.Catalog(
    {"t": ["a", "b", "c"], "u": ["a", "x"], "w": ["k", "v"], "e": {"id": "int", "s": "struct<x:int>"}}
)


def lint_findings(sql: str, dialect: str = "duckdb", *, select: tuple[str, ...] = ("all",)) -> list[tuple[str, str]]:
    """Code and marked text of every finding."""
    report = lint(sql, dialect=dialect, catalog=SHOP, select=select)
    return [(finding.code, sql[finding.span.start : finding.span.end]) for finding in report.findings]


BROKEN = {
    # what makes a model
    "CREATE VIEW v AS SELECT a FROM t": [("L101", "CREATE")],
    "SELECT a, (SELECT max(x) FROM u) AS m FROM t": [("L102", "(SELECT max(x) FROM u)")],
    "WITH q AS (SELECT 1 + (SELECT max(x) FROM u) AS m FROM t) SELECT m FROM q": [("L102", "(SELECT max(x) FROM u)")],
    # stars
    "SELECT * FROM t": [("L201", "*")],
    "SELECT t.*, u.x FROM t JOIN u ON t.a = u.a": [("L201", "t.*")],
    "WITH q AS (SELECT * FROM t) SELECT * FROM q": [("L201", "*")],
    "SELECT q.* FROM (SELECT * FROM t) q": [("L201", "q.*")],
    # names
    "SELECT a FROM t JOIN u ON t.a = u.a": [("L202", "a")],
    "INSERT INTO w SELECT a, b FROM t": [("L101", "INSERT"), ("L206", "w")],
    "INSERT INTO w VALUES (1, 2)": [("L101", "INSERT"), ("L206", "w")],
    "SELECT a, b FROM t UNION ALL SELECT x, a FROM u": [("L207", "x"), ("L207", "a")],
    # CTEs
    "WITH q AS (SELECT a FROM t), r AS (SELECT a FROM q) SELECT b FROM t": [("L203", "q"), ("L203", "r")],
    "WITH q AS (SELECT a, b + 1 AS n FROM t) SELECT a FROM q": [("L204", "b + 1 AS n")],
    "WITH q(k, n) AS (SELECT a, b FROM t) SELECT k FROM q": [("L204", "n")],
    "WITH q AS (SELECT a, b FROM t UNION ALL SELECT a, x AS b FROM u) SELECT a FROM q": [("L204", "b")],
    # joins
    "SELECT t.b, w.v FROM t, w": [("L205", "w")],
    "SELECT t.b, w.v FROM t, w WHERE t.a = 1 AND w.k = 2": [("L205", "w")],
    "SELECT t.b FROM t JOIN u ON t.a = u.a, w": [("L205", "w")],
    "SELECT a IN (SELECT x FROM u) AS i FROM t": [("L103", "(SELECT x FROM u)")],
    "SELECT t.b FROM t JOIN u ON t.a = u.a AND t.b IN (SELECT x FROM u)": [("L103", "(SELECT x FROM u)")],
    "SELECT t.b FROM t JOIN u ON lower(t.a) = u.a": [("L208", "lower(t.a) = u.a")],
    "SELECT t.b FROM t JOIN u ON (CAST(t.a AS DECIMAL(10, 2)) = u.a)": [("L208", "CAST(t.a AS DECIMAL(10, 2)) = u.a")],
    "WITH q AS (SELECT trim(x) AS k FROM u) SELECT t.b FROM t JOIN q ON t.a = q.k": [("L208", "t.a = q.k")],
}
KEPT = [
    "SELECT a, b FROM t WHERE a IN (SELECT x FROM u)",
    "SELECT EXISTS (SELECT 1 FROM u) AS e, a IN (1, 2) AS i FROM t HAVING max(a) IN (SELECT x FROM u)",
    "SELECT count(*) AS n FROM t",
    "WITH q AS (SELECT a, b FROM t) SELECT * FROM q",
    "SELECT * FROM (VALUES (1, 2)) v(a, b)",
    "SELECT a, b FROM t UNION ALL SELECT a, x AS b FROM u",
    "SELECT a, b FROM t UNION ALL SELECT a, 1 FROM u",
    "SELECT a, b FROM t UNION ALL BY NAME SELECT x AS b, a FROM u",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r",
    "WITH q AS (SELECT DISTINCT a, b FROM t) SELECT a FROM q",
    "WITH q AS (SELECT a, b FROM t UNION SELECT a, x AS b FROM u) SELECT a FROM q",
    "WITH q AS (SELECT a, b FROM t) SELECT count(*) AS n FROM q",
    "WITH q AS (SELECT a, row_number() OVER (ORDER BY b) AS rn FROM t QUALIFY rn = 1) SELECT a FROM q",
    "WITH q AS (SELECT a FROM t) SELECT b FROM t WHERE EXISTS (SELECT 1 FROM q WHERE q.a = t.a)",
    "WITH q AS (SELECT a, b FROM t) SELECT y.k FROM q AS y(k, l) WHERE y.l > 0",
    "SELECT t.b, w.v FROM t CROSS JOIN w",
    "SELECT t.b, w.v FROM t, w WHERE t.a = w.k",
    "SELECT t.b, w.v FROM t, w WHERE b = v",
    "SELECT t.b, u.x, w.v FROM t, u, w WHERE t.a = w.k AND w.v = u.x",
    "SELECT t.b, e.i FROM t, unnest([1, 2]) AS e(i)",
    "SELECT t.b FROM t JOIN u ON lower(t.a) = lower(u.a)",
    "SELECT t.b FROM t JOIN (SELECT max(a) AS a FROM u) m ON t.a = m.a",
    "SELECT t.b FROM t JOIN u USING (a)",
    "SELECT t.b FROM t JOIN u ON ((t.a) = u.a)",
]


# what one rule says in some dialects, by the marked text
EVERY = ("duckdb", "clickhouse", "flink", "googlesql", "hive", "spark")
ELSEWHERE: list[tuple[str, tuple[str, ...], str, list[str]]] = [
    # a model may begin with WITH and be none
    ("L101", ("duckdb",), "WITH q AS (SELECT a, b FROM t) INSERT INTO w SELECT a, b FROM q", ["WITH"]),
    ("L102", EVERY, "SELECT (SELECT (SELECT 1) AS m) AS n FROM t", ["(SELECT (SELECT 1) AS m)", "(SELECT 1)"]),
    ("L102", ("duckdb",), "SELECT a = ANY (SELECT x FROM u) AS y FROM t", []),
    ("L102", ("duckdb", "spark"), "SELECT a IN ((SELECT 1), 3) AS y FROM t", ["(SELECT 1)"]),
    ("L102", EVERY, "SELECT CASE WHEN EXISTS (SELECT 1 FROM u) THEN 1 END AS y FROM t", []),
    ("L102", ("clickhouse",), "INSERT INTO w (k, v) SELECT 1, (SELECT 2)", ["(SELECT 2)"]),
    # stars in what readers of their own take apart
    ("L201", ("clickhouse",), "CREATE VIEW z ENGINE = Memory AS SELECT * EXCEPT (a) FROM t", ["* EXCEPT (a)"]),
    ("L201", ("hive",), "FROM t INSERT INTO TABLE u SELECT * INSERT INTO TABLE w SELECT a, b", ["*"]),
    ("L201", ("duckdb",), "COPY (SELECT * FROM t) TO 'x.csv'", ["*"]),
    # the steps of a pipe are no CTEs
    ("L203", ("googlesql",), "WITH q AS (SELECT 1 AS a), r AS (SELECT 2 AS b) FROM q |> SELECT a", ["r"]),
    ("L203", ("clickhouse",), "CREATE VIEW v AS WITH q AS (SELECT 1 AS a), r AS (SELECT 2 AS b) FROM q", ["r"]),
    # a column that makes rows, or keeps them together, is not to be taken away
    ("L204", ("duckdb",), "WITH q AS (SELECT a, unnest([1, 2]) AS e FROM t) SELECT a FROM q", []),
    ("L204", ("spark", "hive"), "WITH q AS (SELECT a, explode(array(1)) AS e FROM t) SELECT a FROM q", []),
    ("L204", ("clickhouse",), "WITH q AS (SELECT a, arrayJoin([1]) AS e FROM t) SELECT a FROM q", []),
    ("L204", EVERY, "WITH q AS (SELECT 1 AS k, sum(a) AS s FROM t) SELECT k FROM q", []),
    ("L204", EVERY, "WITH q AS (SELECT sum(a) AS s, count(*) AS n FROM t) SELECT s FROM q", ["count(*) AS n"]),
    ("L204", EVERY, "WITH q AS (SELECT a, CASE WHEN b THEN c END AS z FROM t) SELECT a FROM q",
     ["CASE WHEN b THEN c END AS z"]),
    # commas of every dialect; one row multiplies nothing; what reads its left is tied
    ("L205", EVERY, "SELECT t.b FROM t, w, u WHERE t.a = w.k", ["u"]),
    ("L205", EVERY, "SELECT t.b FROM t CROSS JOIN w", []),
    ("L205", ("hive", "spark"), "SELECT t.b FROM t JOIN w", ["w"]),
    ("L205", ("hive", "spark"), "SELECT t.b FROM t JOIN w WHERE t.a = w.k", []),
    ("L205", ("duckdb", "spark"), "SELECT t.b FROM t JOIN w ON true", []),
    ("L205", EVERY, "SELECT t.b FROM t, (SELECT max(k) AS m FROM w) z", []),
    ("L205", EVERY, "WITH p AS (SELECT 1 AS lo) SELECT t.b FROM t, p WHERE t.a > 3", []),
    ("L205", EVERY, "SELECT t.b FROM t, (SELECT k FROM w) z", ["(SELECT k FROM w) z"]),
    ("L205", ("duckdb",), "SELECT t.b FROM t, (SELECT x FROM u WHERE u.a = t.a) z", []),
    ("L205", EVERY, "SELECT (SELECT max(w.v) FROM w, u WHERE w.k = t.a AND u.a = t.a) AS m FROM t", []),
    ("L205", EVERY, "SELECT (SELECT max(w.v) FROM w, u WHERE w.k = t.a) AS m FROM t", ["u"]),
    ("L205", ("googlesql",), "SELECT t.b FROM t, t.c AS e, UNNEST(t.b) AS f", []),
    ("L206", ("clickhouse",), "INSERT INTO w SELECT a, b FROM t", ["w"]),
    ("L206", ("clickhouse",), "INSERT INTO w VALUES (1, 2)", ["w"]),
    ("L206", ("clickhouse",), "INSERT INTO FUNCTION file('x.csv') SELECT a FROM t", []),
    ("L206", ("hive",), "FROM t INSERT INTO TABLE w SELECT a, b INSERT INTO TABLE u SELECT a, b", ["w", "u"]),
    ("L206", ("duckdb", "spark"), "MERGE INTO w USING t ON w.k = t.a WHEN NOT MATCHED THEN INSERT VALUES (t.a, t.b)",
     ["INSERT"]),
    # names that nobody sees, or that a list gives
    ("L207", EVERY, "SELECT a FROM t WHERE a IN (SELECT x FROM u UNION ALL SELECT k FROM w)", []),
    ("L207", ("duckdb", "spark"), "SELECT q.k FROM (SELECT a FROM t UNION ALL SELECT x FROM u) AS q(k)", []),
    ("L207", ("duckdb",), "INSERT INTO w (k, v) SELECT a, b FROM t UNION ALL SELECT b, a FROM t", ["b", "a"]),
    # keys
    ("L208", ("duckdb", "spark"), "WITH q AS (SELECT lower(a) AS k FROM t) SELECT q.k FROM q JOIN w USING (k)", ["k"]),
    ("L208", EVERY, "SELECT t.b FROM t, u WHERE lower(t.a) = u.a", ["lower(t.a) = u.a"]),
    ("L208", ("duckdb",), "SELECT t.b FROM t JOIN u ON t.a::int = CAST(u.a AS INTEGER)", []),
    ("L208", EVERY, "SELECT t.b FROM t JOIN u ON t.a = u.a - 1", []),
    ("L208", EVERY, "SELECT t.b FROM t JOIN u ON CAST(t.a AS DATE) = u.a", []),
    ("L208", ("duckdb", "spark"), "SELECT t.b FROM t JOIN e ON t.a = e.s.x", []),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "names", "sql", "marked"), ELSEWHERE)
def test_a_rule_in_every_dialect(rule: str, names: tuple[str, ...], sql: str, marked: list[str]) -> None:
    expected = [(rule, one) for one in marked]
    assert {name: lint_findings(sql, name, select=(rule,)) for name in names} == dict.fromkeys(names, expected)


@pytest.mark.parametrize("sql", BROKEN)
def test_a_rule_finds(sql: str) -> None:
    assert lint_findings(sql) == BROKEN[sql]


@pytest.mark.parametrize("sql", KEPT)
def test_no_rule_finds_anything(sql: str) -> None:
    assert lint_findings(sql) == []


def test_arms_in_parentheses_are_judged_once() -> None:
    sql = "SELECT a FROM t UNION ALL (SELECT a FROM u UNION ALL SELECT x FROM u)"
    assert lint_findings(sql) == [("L207", "x")]


def test_keys_made_by_a_window_over_a_table_are_not_compared() -> None:
    side = "TABLE(TUMBLE(TABLE {0}, DESCRIPTOR(ts), INTERVAL '5' MINUTES))"
    sql = f"SELECT l.a FROM {side.format('p')} l JOIN {side.format('q')} r ON l.window_start = r.window_start"
    assert lint_findings(sql, "flink", select=("L208",)) == []
    assert lint_findings("SELECT k FROM t JOIN u ON (t.a AS k) = u.a", "clickhouse", select=("L208",)) == []


def test_inserts_with_names_are_fine() -> None:
    rule = ("L206",)
    assert lint_findings("INSERT INTO w (k, v) SELECT a, b FROM t", select=rule) == []
    assert lint_findings("INSERT INTO w BY NAME SELECT a AS k, b AS v FROM t", select=rule) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_examples_of_a_rule_break_and_keep_it(rule: Rule) -> None:
    on = [rule.code, "L201"] if rule.name == "unused-noqa" else [rule.code]
    assert rule.code in {finding.code for finding in lint(rule.bad, dialect="duckdb", select=on).findings}
    assert [finding.code for finding in lint(rule.good, dialect="duckdb", select=on).findings] == []


def test_the_message_of_a_scalar_subquery_is_the_known_one() -> None:
    one = lint("SELECT (SELECT 1) AS x", dialect="duckdb", select=["L102"]).findings[0]
    assert one.message == "Scalar subqueries in SELECT columns are not supported. Rewrite using a CTE and JOIN."


def test_what_makes_a_model_is_off_until_asked_for() -> None:
    assert lint_findings("SELECT (SELECT 1) AS x", select=tuple(rule.code for rule in select_rules())) == []
    assert [rule.code for rule in select_rules(None, ["L1"])][:4] == ["L001", "L002", "L101", "L102"]
    with pytest.raises(ValueError, match="Unknown rule 'L9'"):
        select_rules(["L9"])


# --- fixes -----------------------------------------------------------------------------------------------------


def fixes(sql: str) -> list[str]:
    return [finding.fix for finding in lint(sql, dialect="duckdb", catalog=SHOP).findings]


def test_fixes_name_the_columns_that_are_known() -> None:
    assert fixes("SELECT * FROM w") == ["List the columns; the result has k, v."]
    assert fixes("INSERT INTO w SELECT a, b FROM t") == ["List the columns: INSERT INTO w (k, v)."]
    swapped = fixes("SELECT a, b FROM t UNION SELECT x AS b, a FROM u")
    assert swapped[0] == "b is column 2 of the first SELECT: put the columns in its order."


# --- comments --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("comment", "codes"),
    [
        ("-- noqa", []),
        ("-- noqa: L201", []),
        ("-- noqa: L203, L201", []),
        ("-- NOQA:L2", []),
        ("-- noqa: final-star", []),
        ("/* noqa: L201 */", []),
        ("-- the star is wanted, noqa: L201", []),
        ("-- noqa: L203", ["L201"]),
        ("-- nothing", ["L201"]),
    ],
)
def test_a_comment_silences(comment: str, codes: list[str]) -> None:
    report = lint(f"SELECT * {comment}\nFROM t", dialect="duckdb")
    assert [finding.code for finding in report.findings] == codes
    assert report.silenced == 1 - len(codes)


def test_a_string_and_another_line_silence_nothing() -> None:
    assert len(lint("SELECT *, '-- noqa' AS s FROM t", dialect="duckdb").findings) == 1
    assert len(lint("-- noqa\nSELECT * FROM t", dialect="duckdb").findings) == 1


@pytest.mark.parametrize(
    ("sql", "lines"),
    [
        ("-- headwater: noqa\nSELECT * FROM t;\nSELECT * FROM t", []),
        ("-- headwater: noqa: L203\nSELECT * FROM t", [2]),
        ("SELECT * FROM t;\n-- noqa: disable=L201\nSELECT * FROM t;\n-- noqa: enable=L201\nSELECT * FROM t", [1, 5]),
        ("-- noqa: disable=all\nSELECT * FROM t;\n-- noqa: enable=all\nSELECT * FROM t", [4]),
        ("/* noqa: disable=L201 */ SELECT * FROM t;\nSELECT * FROM t", []),
    ],
)
def test_comments_for_more_than_a_line(sql: str, lines: list[int]) -> None:
    assert [finding.line for finding in lint(sql, dialect="duckdb").findings] == lines


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("noqa: L201", []),
        ("noqa: L299", [("L002", "noqa names L299, which is not a rule.")]),
        ("noqa: final-stra", [("L002", "noqa names FINAL-STRA, which is not a rule.")]),
        ("noqa: LT01, layout.spacing, L016", []),  # those of another tool
        ("noqa: L203", [("L003", "Unused L203: it suppresses nothing.")]),
        ("noqa: L101", []),  # that rule is off
    ],
)
def test_comments_are_judged_themselves(comment: str, said: list[tuple[str, str]]) -> None:
    findings = lint(f"SELECT * -- {comment}\nFROM t", dialect="duckdb", extend_select=["L003"]).findings
    assert [(finding.code, finding.message) for finding in findings if finding.code != "L201"] == said


# --- mending ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dialect", "before", "after"),
    [
        ("duckdb", "SELECT * FROM w", "SELECT k, v FROM w"),
        ("clickhouse", "SELECT w.* FROM w", "SELECT k, v FROM w"),
        ("hive", "SELECT t.b FROM t,w", "SELECT t.b FROM t CROSS JOIN w"),
        ("spark", "SELECT t.b FROM t, w, u", "SELECT t.b FROM t CROSS JOIN w CROSS JOIN u"),
        ("duckdb", "INSERT INTO w SELECT a, b FROM t", "INSERT INTO w (k, v) SELECT a, b FROM t"),
        ("clickhouse", "INSERT INTO w VALUES (1, 2)", "INSERT INTO w (k, v) VALUES (1, 2)"),
        # whatever would change rows, names or what is meant stays
        ("duckdb", "SELECT * FROM nowhere", None),
        ("duckdb", "SELECT *, 1 AS k FROM w", None),
        ("duckdb", "SELECT * EXCLUDE (k) FROM w", None),
        ("duckdb", "SELECT * FROM w UNION ALL SELECT a, b FROM t", None),
        ("duckdb", 'SELECT * FROM "odd"', None),
        ("duckdb", "SELECT t.b FROM t, w RIGHT JOIN u ON w.k = u.a", None),
        ("duckdb", "INSERT INTO w SELECT a, b, c FROM t", None),
        ("hive", "INSERT INTO TABLE w PARTITION (p = 1) SELECT a, b FROM t", None),
        ("duckdb", "INSERT INTO elsewhere SELECT a, b FROM t", None),
    ],
)
def test_what_is_safe_is_mended(tmp_path: Path, dialect: str, before: str, after: str | None) -> None:
    (tmp_path / "c.json").write_text(
        '{"t": ["a", "b", "c"], "u": ["a", "x"], "w": ["k", "v"], "odd": ["a b", "order"]}'
    )
    file = tmp_path / "q.sql"
    file.write_bytes(f"\ufeff{before}\r\n-- é".encode())
    CliRunner().invoke(app, ["lint", str(file), "-d", dialect, "-c", str(tmp_path / "c.json"), "--fix"])
    assert file.read_bytes().decode() == f"\ufeff{after or before}\r\n-- é"


def test_a_patch_changes_nothing(here: Path) -> None:
    (here / "c.json").write_text('{"t": ["a"], "w": ["k"]}')
    (here / "j.sql").write_text("SELECT t.a\nFROM t, w\n")
    code, result = run("j.sql", "-d", "duckdb", "-c", "c.json", "--diff")
    assert (code, result.splitlines()[-2:]) == (1, ["-FROM t, w", "+FROM t CROSS JOIN w"])
    assert (here / "j.sql").read_text() == "SELECT t.a\nFROM t, w\n"
    done = CliRunner().invoke(app, ["lint", "-", "-d", "duckdb", "-c", "c.json", "--fix"], input="SELECT * FROM w")
    assert (done.exit_code, done.stdout) == (0, "SELECT k FROM w")


def test_a_file_with_covered_secrets_is_not_written(here: Path) -> None:
    sql = "CREATE TABLE s (a INT) WITH ('connector' = 'jdbc', 'password' = 'abc');\nSELECT s.a FROM s, t"
    (here / "s.sql").write_text(sql)
    run("s.sql", "-d", "flink", "--fix")
    assert (here / "s.sql").read_text() == sql


# --- any text --------------------------------------------------------------------------------------------------

TEXT = "SELECT FROM WITH AS ( ) , * t u a b . = JOIN ON UNION ALL INSERT INTO -- noqa ' ; lower cast 1 EXISTS IN"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(TEXT.split()), max_size=25), st.sampled_from(["duckdb", "clickhouse", "flink", "hive"]))
def test_no_text_makes_a_rule_fail(words: list[str], dialect: str) -> None:
    lint(" ".join(words), dialect=dialect, select=["all"])


@pytest.mark.parametrize("sql", ["", ";", "(" * 5000, "\x00", "SELECT '", "WITH a AS (SELECT * FROM a) FROM a"])
def test_strange_texts(sql: str) -> None:
    lint(sql, dialect="duckdb", select=["all"])


def test_many_ctes_and_joins_are_a_loop() -> None:
    chain = ", ".join(f"c{n} AS (SELECT * FROM c{n - 1})" for n in range(1, 600))
    assert lint_findings(f"WITH c0 AS (SELECT * FROM t), {chain} SELECT * FROM c599") == [("L201", "*")]


# --- the command -----------------------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.sql").write_text("SELECT é, *\nFROM t")
    (tmp_path / "good.sql").write_text("SELECT a FROM t")
    return tmp_path


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["lint", *args])
    return done.exit_code, done.stdout


def test_for_people(here: Path) -> None:
    code, result = run("q.sql", "good.sql", "-d", "duckdb")
    assert code == 1
    assert result.splitlines() == [
        "warning L201 final-star: The star in the final SELECT returns every column of t.",
        "  --> q.sql:1:11",
        "  1 | SELECT é, *",
        "    |           ^",
        "  fix: List the columns.",
        "",
        "1 finding in 1 of 2 files: L201 1.",
    ]


def test_exit_codes(here: Path) -> None:
    assert run("good.sql", "-d", "duckdb") == (0, "No findings in 1 file.\n")
    assert run("q.sql", "-d", "duckdb", "--exit-zero")[0] == 0
    assert run("q.sql", "-d", "duckdb", "--ignore", "L201")[0] == 0
    assert run("q.sql", "-d", "duckdb", "--select", "nonsense")[0] == 2
    assert run("q.sql")[0] == 2
    assert run()[0] == 2
    assert run("--rules")[0] == 0


def test_rules_are_explained(here: Path) -> None:
    code, result = run("--explain", "final-star")
    assert (code, result.splitlines()[0]) == (0, "L201 final-star (warning, on by default)")
    done = CliRunner().invoke(app, ["lint", "--explain", "final-stra"])
    assert done.exit_code == 2
    assert "Did you mean final-star?" in done.stderr


def test_annotations(here: Path) -> None:
    _, result = run("q.sql", "-d", "duckdb", "-f", "github")
    assert result.startswith(
        "::warning file=q.sql,line=1,endLine=1,col=11,endColumn=12,title=L201 final-star::The star in"
    )


def test_the_hook_is_the_command(here: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    program, *arguments = hook["entry"].split()
    assert (program, hook["types"], hook["language"]) == ("headwater", ["sql"], "python")
    done = CliRunner().invoke(app, [*arguments, "-d", "duckdb", "q.sql", "good.sql"])
    assert done.exit_code == 1


def test_json(here: Path) -> None:
    _, result = run("q.sql", "-d", "duckdb", "-f", "json")
    (one,) = json.loads(result)
    assert (one["file"], one["code"], one["line"], one["column"], one["span"]) == ("q.sql", "L201", 1, 11, [10, 11])


def test_sarif(here: Path) -> None:
    code, output = run("q.sql", "-d", "duckdb", "-f", "sarif")
    log = json.loads(output)
    assert (code, log["version"]) == (1, "2.1.0")
    (runs,) = log["runs"]
    rules = runs["tool"]["driver"]["rules"]
    (result,) = runs["results"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "L201"
    assert {rule["defaultConfiguration"]["level"] for rule in rules} <= {"none", "note", "warning", "error"}
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "q.sql"}
    assert location["region"] == {
        "startLine": 1,
        "startColumn": 11,
        "endLine": 1,
        "endColumn": 12,
        "charOffset": 10,
        "charLength": 1,
    }


@pytest.mark.parametrize(("name", "table"), [("headwater.toml", "lint"), ("pyproject.toml", "tool.headwater.lint")])
def test_settings(here: Path, name: str, table: str) -> None:
    pytest.importorskip("tomllib")
    (here / name).write_text(
        f'[{table}]\ndialect = "duckdb"\nextend-select = ["L1"]\n\n[{table}.per-file-ignores]\n"q*.sql" = ["L201"]\n'
    )
    assert run("q.sql", "good.sql") == (0, "No findings in 2 files.\n")
    (here / "insert.sql").write_text("INSERT INTO w (k) SELECT a FROM t")
    assert run("insert.sql")[0] == 1
    assert run("insert.sql", "--ignore", "L101")[0] == 0


@pytest.mark.parametrize("text", ["[lint]\nselct = []", "[lint]\nselect = 1", "lint = 1", "[lint", "[lint]\ndialect=1"])
def test_wrong_settings(tmp_path: Path, text: str) -> None:
    pytest.importorskip("tomllib")
    path = tmp_path / "headwater.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"headwater\.toml"):
        read_config(path)


# --- the page --------------------------------------------------------------------------------------------------


def test_every_rule_is_on_the_page() -> None:
    page = (ROOT / "docs" / "lint.md").read_text("utf-8")
    assert [rule.code for rule in RULES if f"### {rule.code} {rule.name}" not in page] == []
