"""Catalogs: from a mapping, from DDL, from files and from a live DuckDB; names folded by whoever asks."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

import headwater
from headwater.catalog import CatalogError, Column, Table


def sources(sql: str, catalog: headwater.Catalog, dialect: str = "duckdb", **more: str) -> list[str]:
    answer = headwater.analyze(sql, dialect=dialect, catalog=catalog, database=more.get("database"))
    assert answer.level == "EXACT", [diagnostic.message for diagnostic in answer.diagnostics]
    return [str(edge.source) for statement in answer.statements for edge in statement.edges]


def test_ddl_is_replayed() -> None:
    text = """
    CREATE TABLE a (x INT, y STRUCT(p INT, q VARCHAR));
    ALTER TABLE a ADD COLUMN z DOUBLE; ALTER TABLE a RENAME COLUMN x TO w; ALTER TABLE a DROP COLUMN y;
    CREATE TABLE gone (k INT); DROP TABLE gone;
    CREATE TABLE old (k INT); ALTER TABLE old RENAME TO new;
    CREATE VIEW v AS SELECT w + 1 AS u FROM a;
    """
    catalog = headwater.Catalog.from_ddl(text, dialect="duckdb")
    assert {name: list(columns or ()) for name, columns in catalog.to_dict().items()} == {
        "a": ["w", "z"],
        "new": ["k"],
        "v": ["u"],
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("c.yaml", "t: {a: int, b: 'struct<x:int>'}\n"),
        ("c.yml", "tables:\n  t:\n    - {name: a, type: int}\n    - {name: b, type: 'struct<x:int>'}\n"),
        ("c.json", json.dumps({"t": {"a": "int", "b": "struct<x:int>"}})),
        ("c.sql", "CREATE TABLE t (a INT, b STRUCT(x INT));"),
    ],
)
def test_files(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    assert sources("SELECT a, b.x FROM t", headwater.Catalog.from_file(path)) == ["t.a", "t.b.x"]


@pytest.mark.parametrize(
    ("name", "text"),
    [("c.yaml", "t: {a: [unclosed"), ("c.json", "{"), ("c.yaml", "- just\n- a list\n"), ("c.yaml", "t: 5\n")],
)
def test_a_file_that_cannot_be_read_says_so_in_one_line(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(CatalogError) as caught:
        headwater.Catalog.from_file(path)
    assert "\n" not in str(caught.value)
    with pytest.raises(CatalogError, match="Cannot read"):
        headwater.Catalog.from_file(tmp_path / "missing.yaml")


def test_a_live_duckdb_by_connection_and_by_file(tmp_path: Path) -> None:
    path = tmp_path / "live.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t (a INT, s STRUCT(x INT, l INT[]))")
        connection.execute("CREATE SCHEMA other; CREATE TABLE other.u (k VARCHAR); CREATE VIEW v AS SELECT a FROM t")
        catalog = headwater.Catalog.from_duckdb(connection)
        assert sources("SELECT a, s.x FROM t", catalog) == ["t.a", "t.s.x"]
    opened = headwater.Catalog.from_duckdb(path)
    assert sources("SELECT u.k, v.a FROM other.u, v", opened) == ["other.u.k", "v.a"]
    with pytest.raises(CatalogError):
        headwater.Catalog.from_duckdb(tmp_path / "no" / "such.duckdb")


def test_names_are_folded_by_the_asking_dialect() -> None:
    catalog = headwater.Catalog({"Db.T": {"Col": "int"}})
    assert sources("SELECT COL FROM DB.t", catalog, "spark") == ["Db.T.Col"]
    assert headwater.analyze("SELECT col FROM Db.T", dialect="clickhouse", catalog=catalog).level == "INFERRED"
    assert sources("SELECT COL FROM Db.T", catalog, "googlesql") == ["Db.T.Col"]


def test_databases_and_catalogs() -> None:
    catalog = headwater.Catalog({"one.t": ["a"], "two.t": ["b"], "lake.two.t": ["c"]})
    assert sources("SELECT b FROM t", catalog, "hive", database="two") == ["two.t.b"]
    assert sources("SELECT * FROM t", catalog, "spark", database="lake.two") == ["lake.two.t.c"]
    assert sources("USE one; SELECT * FROM t", catalog, "hive") == ["one.t.a"]
    assert sources("SELECT t.a FROM main.t", headwater.Catalog({"t": ["a"]})) == ["t.a"]


def test_a_computed_column_that_cannot_be_read_is_said() -> None:
    catalog = headwater.Catalog()
    catalog.add(Table(("t",), (Column("a"), Column("c", "int", "a + + ("))))
    (statement,) = headwater.analyze("SELECT c FROM t", dialect="duckdb", catalog=catalog).statements
    assert [str(edge.source) for edge in statement.edges] == ["t.c"]
    assert [diagnostic.code for diagnostic in statement.diagnostics] == ["W211"]
