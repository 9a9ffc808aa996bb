"""Files of one command know what the others define, in whatever order they come."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice, permutations
from pathlib import Path

import pytest

import headwater
from headwater.answer import Statement
from headwater.batch.file_schemas import File, FileSchemas
from headwater.cli import inputs

FOLDERS: dict[str, dict[str, str]] = {
    "googlesql": {
        "a.sql": "SELECT mart.twice(n) AS m, total FROM d.u JOIN d.v USING (id)",
        "b.sql": "CREATE VIEW d.v AS SELECT id, sum(n) AS total FROM d.u GROUP BY id",
        "c.sql": "CREATE TABLE d.u AS SELECT * FROM d.base",
        "d.sql": "CREATE FUNCTION mart.twice(x INT64) AS (mart.once(x) * 2)",
        "e.sql": "CREATE FUNCTION mart.once(x INT64) AS (x); CREATE TABLE d.base (id INT64, n INT64)",
    },
    "duckdb": {
        "a.sql": "SELECT twice(n) AS m, total FROM u JOIN v USING (id)",
        "b.sql": "CREATE VIEW v AS SELECT id, sum(n) AS total FROM u GROUP BY id",
        "c.sql": "CREATE TABLE u AS SELECT * FROM base",
        "d.sql": "CREATE MACRO twice(x) AS once(x) * 2",
        "e.sql": "CREATE MACRO once(x) AS x; CREATE TABLE base (id INT, n INT)",
    },
    "clickhouse": {
        "a.sql": "SELECT twice(n) AS m, total FROM d.u JOIN d.v USING (id)",
        "b.sql": "CREATE VIEW d.v AS SELECT id, sum(n) AS total FROM d.u GROUP BY id",
        "c.sql": "CREATE TABLE d.u ENGINE = Memory AS SELECT * FROM d.base",
        "d.sql": "CREATE FUNCTION twice AS x -> once(x) * 2",
        "e.sql": "CREATE FUNCTION once AS x -> x; CREATE TABLE d.base (id Int32, n Int32) ENGINE = Memory",
    },
    "spark": {
        "a.sql": "SELECT d.twice(n) AS m, total FROM d.u JOIN d.v USING (id)",
        "b.sql": "CREATE VIEW d.v AS SELECT id, sum(n) AS total FROM d.u GROUP BY id",
        "c.sql": "CREATE TABLE d.u AS SELECT * FROM d.base",
        "d.sql": "CREATE FUNCTION d.twice(x INT) RETURNS INT RETURN d.once(x) * 2",
        "e.sql": "CREATE FUNCTION d.once(x INT) RETURNS INT RETURN x; CREATE TABLE d.base (id INT, n INT)",
    },
}


def written(folder: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return str(folder)


def answers(folder: str, dialect: str, **settings: object) -> dict[str, Statement]:
    found = inputs.answers([folder], inputs.Settings(dialect, **settings))  # type: ignore[arg-type]
    return {Path(answer.source.name).name: answer.statements[-1] for answer in found}


@pytest.mark.parametrize("dialect", FOLDERS)
def test_functions_views_and_tables_of_other_files_are_known(dialect: str, tmp_path: Path) -> None:
    found = answers(written(tmp_path, FOLDERS[dialect]), dialect)
    lead = "" if dialect == "duckdb" else "d."
    assert [(str(edge.source), str(edge.type)) for edge in found["a.sql"].edges] == [
        (f"{lead}u.n", "DERIVED"),
        (f"{lead}v.total", "DIRECT"),
    ]
    assert {name: statement.level for name, statement in found.items()} == dict.fromkeys(
        FOLDERS[dialect], headwater.Level.EXACT
    )


def test_the_order_of_the_files_does_not_matter() -> None:
    texts = list(FOLDERS["duckdb"].values())
    catalogs = {
        str(
            sorted(
                FileSchemas([File(str(n), "duckdb", text) for n, text in enumerate(order)])
                .catalog("duckdb")
                .to_dict()
                .items()
            )
        )
        for order in islice(permutations(texts), 0, None, 7)
    }
    assert len(catalogs) == 1


def test_what_is_temporary_stays_in_its_file(tmp_path: Path) -> None:
    files = {
        "a.sql": "SELECT own(id) AS x FROM t",
        "b.sql": "CREATE TEMP FUNCTION own(x INT64) AS (x); CREATE TEMP TABLE t (id INT64); SELECT own(id) FROM t",
    }
    found = answers(written(tmp_path, files), "googlesql")
    assert {d.code for d in found["a.sql"].diagnostics} == {"W110", "W210"}
    assert found["b.sql"].level == headwater.Level.EXACT


def test_a_procedure_of_another_file_is_analyzed_there(tmp_path: Path) -> None:
    body = "CREATE PROCEDURE d.fill(k INT64) BEGIN INSERT INTO d.t (a) SELECT b FROM d.s; END"
    found = answers(written(tmp_path, {"a.sql": "CALL d.fill(1)", "b.sql": body}), "googlesql")
    assert found["a.sql"].level == headwater.Level.EXACT
    assert answers(written(tmp_path, {"b.sql": "SELECT 1"}), "googlesql")["a.sql"].level != headwater.Level.EXACT


def test_columns_can_be_traced_through_the_views_of_other_files(tmp_path: Path) -> None:
    found = answers(written(tmp_path, FOLDERS["duckdb"]), "duckdb", fold_views=True)
    assert [str(edge.source) for edge in found["a.sql"].edges] == ["u.n", "u.n"]


def test_a_catalog_holds_where_no_file_says_otherwise(tmp_path: Path) -> None:
    folder = tmp_path / "sql"
    folder.mkdir()
    (tmp_path / "tables.yaml").write_text("base: {id: int, n: int}\nextra: {k: int}\n", "utf-8")
    files = {"a.sql": "SELECT * FROM u, extra", "b.sql": "CREATE TABLE u AS SELECT n AS m FROM base"}
    found = answers(written(folder, files), "duckdb", catalogs=[str(tmp_path / "tables.yaml")])
    assert [str(edge.source) for edge in found["a.sql"].edges] == ["u.m", "extra.k"]
    assert found["a.sql"].level == headwater.Level.EXACT


def test_tables_that_wait_for_each_other_are_analyzed_all_the_same(tmp_path: Path) -> None:
    files = {"a.sql": "CREATE TABLE a AS SELECT * FROM b", "b.sql": "CREATE TABLE b AS SELECT * FROM a"}
    found = answers(written(tmp_path, files), "duckdb")
    assert {str(statement.level) for statement in found.values()} == {"INFERRED"}


def test_a_folder_needs_no_arrow(tmp_path: Path) -> None:
    folder = written(tmp_path, FOLDERS["duckdb"])
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from headwater.cli import inputs\n"
        f"print(*(a.level for a in inputs.answers([{folder!r}], inputs.Settings('duckdb'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["EXACT"] * 5


def test_a_wildcard_finds_its_tables_in_a_history() -> None:
    """FROM `d.events_*` in the pipeline, where the catalog is a history: it lists its tables, too."""
    from headwater import dialects
    from headwater.batch import ALWAYS, AsOf, History, Version

    columns = '[["id", "int64", null]]'
    names = ("d.events_20240101", "d.events_20240102", "d.other")
    dialect = dialects.get("googlesql")
    history = History.of([Version(f"googlesql:{name}", ALWAYS, "table", False, columns) for name in names])
    catalog = AsOf(history, dialect, {}, None)
    (statement,) = headwater.analyze("SELECT id FROM `d.events_*`", dialect="googlesql", catalog=catalog).statements
    assert [str(edge.source) for edge in statement.edges] == ["d.events_20240101.id", "d.events_20240102.id"]
    assert statement.level == headwater.Level.EXACT
