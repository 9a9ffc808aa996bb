"""Models: the small shape of one, and the graph of a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import headwater
from headwater import models
from headwater.cli import app
from headwater.models import Model


def kinds(project: models.Project) -> list[tuple[str, tuple[str, ...]]]:
    return [(problem.kind, problem.models) for problem in project.problems]


def shop(*given: tuple[str, str], catalog: headwater.Catalog | None = None) -> models.Project:
    return models.project([Model(name, sql) for name, sql in given], catalog)


def test_models_come_behind_what_they_read() -> None:
    result = shop(("c", "SELECT a FROM b"), ("b", "SELECT a FROM A"), ("a", "SELECT a FROM raw.t"), ("z", "SELECT 1 x"))
    assert result.order == ("a", "z", "b", "c")
    assert result.reads == {"c": ("b",), "b": ("a",), "a": (), "z": ()}
    assert (result.sources, result.problems) == (("raw.t",), ())


def test_a_star_over_a_model_opens() -> None:
    result = shop(("top", "SELECT * FROM base"), ("base", "SELECT a, sum(b) AS n FROM t GROUP BY a"))
    assert [str(column) for column in result.lineage["top"].columns] == [
        "a <- [base.a] (passthrough)",
        "n <- [base.n] (passthrough)",
    ]


def test_circles_are_said_with_their_way() -> None:
    result = shop(
        ("a", "SELECT x FROM b"), ("b", "SELECT x FROM c"), ("c", "SELECT x FROM a"), ("d", "SELECT x FROM a"),
        ("e", "SELECT x FROM e"),
    )  # fmt: skip
    assert [problem.message for problem in result.problems] == [
        "Models read one another in a circle: a -> b -> c -> a.",
        "Models read one another in a circle: e -> e.",
        "Model d reads a, which hangs on a circle.",
    ]
    assert sorted(result.order) == ["a", "b", "c", "d", "e"]


def test_what_is_missing_is_said_with_what_is_near() -> None:
    catalog = headwater.Catalog({"raw.orders": ["id"]})
    result = shop(("a", "SELECT id FROM raw.order"), ("b", "SELECT id FROM raw.orders"), catalog=catalog)
    assert [problem.message for problem in result.problems] == [
        "Model a reads raw.order, which is neither a model nor in the catalog. Did you mean raw.orders?"
    ]


def test_what_is_no_model() -> None:
    result = shop(("a", "CREATE TABLE t AS SELECT 1 AS x"), ("b", ""), ("c", "SELECT 1; SELECT 2"), ("d", "SELECT ("))
    assert kinds(result) == [
        *(("not-a-model", (name,)) for name in "abc"),
        ("unreadable", ("d",)),
    ]


def test_a_model_by_its_folder_and_two_of_one_name(tmp_path: Path) -> None:
    for name, sql in {
        "staging/orders.sql": "SELECT id, n FROM raw.orders",
        "marts/daily.sql": "SELECT * FROM staging.orders",
        "marts/orders.SQL": "SELECT 1 AS x",
        ".hidden/x.sql": "SELECT",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(sql)
    result = models.read(tmp_path, "duckdb")
    assert [problem.kind for problem in result.problems] == ["duplicate"]
    assert set(result.order) == {"daily", "orders"}


def test_a_column_that_a_model_does_not_have_is_missing() -> None:
    result = shop(("a", "SELECT id, 1 AS amount FROM t"), ("b", "SELECT x.amuont FROM a x"), ("c", "SELECT no FROM t"))
    assert [problem.to_dict() for problem in result.problems] == [
        {
            "kind": "missing",
            "models": ["b"],
            "message": "Model b, 1:10: Column amuont does not exist in a. Did you mean amount?",
        }
    ]


def test_a_folder_as_people_have_it(tmp_path: Path) -> None:
    for name, text in {
        "staging/eu/stg.sql": b"\xef\xbb\xbfSELECT id,\r\n n\r\nFROM raw.orders;\r\n",
        "Totals.sql": b"SELECT SUM(s.N) AS n FROM Staging.EU.Stg s",
        "dbt.sql": b"{{ config(materialized='table',\n tags=['x']) }}\n\nSELECT * FROM {{ ref('totals') }}",
        "shadow.sql": b"WITH totals AS (SELECT 1 AS z) SELECT z FROM totals",
        "notes.md": b"no SQL",
        "nothing.sql": b"-- later\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text)
    result = models.read(tmp_path, "duckdb")
    assert result.reads == {"stg": (), "Totals": ("stg",), "dbt": ("Totals",), "shadow": (), "nothing": ()}
    assert [str(column) for column in result.lineage["dbt"].columns] == ["n <- [Totals.n] (passthrough)"]
    assert (kinds(result), result.sources) == ([("not-a-model", ("nothing",))], ("raw.orders",))
    (tmp_path / "bad.sql").write_bytes(b"\xff\xfe")
    done = CliRunner().invoke(app, ["models", str(tmp_path), "-d", "duckdb"])
    assert done.exit_code == 2
    assert "bad.sql is not UTF-8 text." in " ".join(done.stderr.split())


def test_a_long_chain_is_a_loop() -> None:
    result = shop(*((f"m{n}", f"SELECT a FROM m{n - 1}") for n in range(1, 400)))
    assert (len(result.order), result.order[-1], result.problems) == (399, "m399", ())
    knot = shop(*((f"m{n}", f"SELECT a FROM m{(n + 1) % 400}") for n in range(400)))
    assert [len(problem.models) for problem in knot.problems] == [400]


# --- the command -----------------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "b.sql").write_text("SELECT a FROM a")
    (tmp_path / "a.sql").write_text("SELECT upper(x) AS a FROM t")
    run = CliRunner().invoke
    done = run(app, ["models", str(tmp_path), "-d", "duckdb", "--columns"])
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "2 models, in build order:",
        "1  a  reads t",
        "     a <- [t.x] (UPPER)",
        "2  b  reads a",
        "     a <- [a.a] (passthrough)",
        "Sources: t",
    ]
    data = json.loads(run(app, ["models", str(tmp_path), "-d", "duckdb", "-f", "json"]).stdout)
    assert (data["order"], data["models"][1]["Reads"], data["problems"]) == (["a", "b"], ["a"], [])
    catalog = tmp_path / "c.json"
    catalog.write_text('{"other": ["x"]}')
    assert run(app, ["models", str(tmp_path), "-d", "duckdb", "-c", str(catalog)]).exit_code == 1
    assert run(app, ["models", str(tmp_path / "no"), "-d", "duckdb"]).exit_code == 2
    assert run(app, ["models", str(tmp_path), "-d", "cobol"]).exit_code == 2


# --- one model -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sql", ["", ";", "SELECT (", "\x00", "SELECT 1; SELECT a FROM t"])
def test_any_text_has_an_answer(sql: str) -> None:
    assert models.lineage(sql, "duckdb").model is None


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("INSERT INTO t SELECT 1", "1:1: Models must start with SELECT or WITH; this one starts with INSERT."),
        (
            "SELECT a,\n (SELECT 1) AS x FROM t",
            "2:2: Scalar subqueries in SELECT columns are not supported. Rewrite using a CTE and JOIN.",
        ),
    ],
)
def test_strict(sql: str, said: str) -> None:
    with pytest.raises(models.ModelError) as wrong:
        models.lineage(sql, "duckdb", strict=True)
    assert str(wrong.value) == said
    assert models.lineage("SELECT a FROM t", "duckdb", strict=True, model="m").model == "m"
