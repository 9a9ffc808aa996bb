"""`databricks` is Spark, wherever a dialect is named: in the API and on every command that reads SQL."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import headwater
from headwater import models
from headwater.batch import Analyst, History, Unit
from headwater.cli import app
from headwater.lint import lint
from headwater.rows.steps import ANALYSED

SQL = "CREATE VIEW main.gold.v AS SELECT a:b.c::string AS c, d FROM main.silver.t LATERAL VIEW explode(e) x AS d"


def test_in_the_api() -> None:
    for other in (headwater.analyze(SQL, dialect="databricks"), headwater.analyze(SQL, dialect="DataBricks")):
        assert other.dialect == "spark"
        assert [str(edge.source) for edge in other.statements[0].edges] == [
            str(edge.source) for edge in headwater.analyze(SQL, dialect="spark").statements[0].edges
        ]
    assert headwater.parse(SQL, dialect="databricks") == headwater.parse(SQL, dialect="spark")
    assert headwater.Catalog.from_ddl("CREATE TABLE t (a INT) USING delta", dialect="databricks").to_dict()
    assert lint("SELECT * FROM t", dialect="databricks").findings[0].code == "L201"
    assert models.lineage("SELECT a FROM t", "databricks", {"t": ["a"]}).sources == ("t",)


def test_in_the_pipeline() -> None:
    rows = [
        dict(zip(ANALYSED.names, row, strict=True)) | {"millis": 0}
        for name in ("spark", "databricks")
        for row in Analyst(History.of([]), {}).rows(Unit("u", name, None, None, SQL, "x.sql"))
    ]
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    "command",
    [
        ["analyze", "."],
        ["plan", "."],
        ["explain", "x.c", "."],
        ["lint", "."],
        ["models", "."],
        ["search", "c", "."],
        ["trace", "x.c", "."],
        ["impact", "t.c", "."],
        ["path", "t.c", "x.c", "."],
        ["sql", ".", "SELECT count(*) FROM datasets"],
    ],
    ids=lambda command: command[0],
)
def test_on_the_command_line(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sql"
    folder.mkdir()
    monkeypatch.chdir(folder)
    text = "SELECT c FROM t" if command[0] == "models" else "CREATE TABLE t (c INT); CREATE TABLE x AS SELECT c FROM t"
    (folder / "x.sql").write_text(text, "utf-8")
    results = [CliRunner().invoke(app, [*command, "--dialect", name]) for name in ("spark", "databricks", "Databricks")]
    assert [result.exit_code for result in results] == [0, 0, 0], results[1].output
    assert len({result.stdout for result in results}) == 1
