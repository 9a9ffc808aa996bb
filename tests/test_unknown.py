"""What goes through something nobody described cannot be overlooked, whatever the answer is written as."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import headwater
from headwater.cli import app

SQL = "INSERT INTO x SELECT my_udf(a) AS b, c FROM t"
CATALOG = "t: {a: int, c: int}\nx: {b: int, c: int}\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "q.sql").write_text(SQL)
    (tmp_path / "c.yaml").write_text(CATALOG)
    return str(tmp_path / "q.sql"), str(tmp_path / "c.yaml")


def run(files: tuple[str, str], *more: str) -> tuple[str, str]:
    done = CliRunner().invoke(app, ["analyze", files[0], "-d", "clickhouse", "-c", files[1], *more])
    assert done.exit_code == 0, done.output
    return done.stdout, done.stderr


def test_the_table_marks_its_line(files: tuple[str, str]) -> None:
    out, result = run(files)
    (line,) = [line for line in out.splitlines() if "my_udf" in line]
    assert line.startswith("!")
    assert "UNKNOWN" in line
    assert "W210" in result
    (other,) = [line for line in out.splitlines() if line.split()[:1] == ["c"]]
    assert not other.startswith("!")


@pytest.mark.parametrize("form", ["json", "csv", "mermaid", "dot", "dag"])
def test_forms_with_types_say_it(files: tuple[str, str], form: str) -> None:
    out, result = run(files, "--format", form)
    assert "UNKNOWN" in out
    assert "W210" in result


@pytest.mark.parametrize("form", ["four-columns", "fields", "columns", "model"])
def test_forms_without_types_say_it_beside(files: tuple[str, str], form: str) -> None:
    """Their shapes have no room for a type: the warning stands on the standard error."""
    _, result = run(files, "--format", form)
    assert "my_udf" in result
    assert "UNKNOWN" in result


def test_pictures_draw_it_otherwise(files: tuple[str, str]) -> None:
    out, _ = run(files, "--format", "mermaid")
    unknown, known = (line for line in out.splitlines() if "-->" in line or "-.->" in line)
    assert "-.->" in unknown
    assert "UNKNOWN" in unknown
    assert "-.->" not in known
    out, _ = run(files, "--format", "dot")
    unknown, known = (line for line in out.splitlines() if "->" in line)
    assert "color" in unknown
    assert "color" not in known


def test_json_has_the_type_and_the_diagnostic(files: tuple[str, str]) -> None:
    out, _ = run(files, "--format", "json")
    (statement,) = json.loads(out)["statements"]
    assert [edge["type"] for edge in statement["edges"]] == ["UNKNOWN", "DIRECT"]
    assert "W210" in [diagnostic["code"] for diagnostic in statement["diagnostics"]]


def test_an_explanation_says_it(files: tuple[str, str]) -> None:
    done = CliRunner().invoke(app, ["explain", "x.b", files[0], "-d", "clickhouse", "-c", files[1]])
    assert done.exit_code == 0, done.output
    assert "UNKNOWN" in done.stdout


def test_the_report_has_a_sign_for_it() -> None:
    page = Path(headwater.__file__).parent / "emit" / "report"
    script, sheet, html = ((page / f"page.{kind}").read_text("utf-8") for kind in ("js", "css", "html"))
    assert '"! UNKNOWN"' in script
    assert ".t-UNKNOWN" in sheet
    assert "UNKNOWN: through an unknown function" in html


def test_the_better_of_two_ways_comes_first_and_both_are_kept() -> None:
    """Two paths between the same columns: the plain one is shown first, the other is not lost."""
    sql = "SELECT coalesce(a, my_udf(a)) AS b, a AS c FROM t UNION ALL SELECT a, my_udf(a) FROM t"
    catalog = headwater.Catalog({"t": ["a"]})
    statement = headwater.analyze(sql, dialect="clickhouse", catalog=catalog).statements[0]
    assert [str(edge.type) for edge in statement.explain("c")] == ["DIRECT", "UNKNOWN"]
    assert [str(edge.type) for edge in statement.explain("b")] == ["DIRECT", "DERIVED", "UNKNOWN"]
