"""Schemas across texts: in rounds, over time, in circles. One run over one folder, a section for each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytest.importorskip("pyspark")

GIANT = f"/* {'a task of its own ' * 20_000}*/"
FILES = {
    # read in the order of their names: what is needed comes later
    "duckdb/a_last.sql": "CREATE TABLE chain.w AS SELECT * FROM chain.v2",
    "duckdb/b.sql": "CREATE VIEW chain.v2 AS SELECT *, a + b AS c FROM chain.v1",
    "duckdb/c.sql": "CREATE VIEW chain.v1 AS SELECT * FROM chain.base",
    "duckdb/d_first.sql": "CREATE TABLE chain.base (a INT, b INT)",
    "duckdb/e_reader.sql": "INSERT INTO chain.sink SELECT c FROM chain.w",
    "duckdb/circle_1.sql": "CREATE VIEW circle.x AS SELECT * FROM circle.y",
    "duckdb/circle_2.sql": f"CREATE VIEW circle.y AS {GIANT} SELECT * FROM circle.x",
    "duckdb/nobody.sql": "CREATE VIEW nobody.v AS SELECT * FROM nobody.knows",
    "duckdb/absent_1.sql": "CREATE TABLE absent.t (first INT)",
    "duckdb/absent_2.sql": "CREATE TABLE IF NOT EXISTS absent.t (second INT)",
    "duckdb/absent_3.sql": "INSERT INTO absent.sink SELECT * FROM absent.t",
    "duckdb/given.sql": "INSERT INTO given.sink SELECT * FROM given.t",
    "spark/given.sql": "INSERT INTO given.sink SELECT * FROM given.t",
    "duckdb/late.sql": "CREATE TABLE late.t (a INT); ALTER TABLE late.t ADD COLUMN b INT",
    "clickhouse/calls.sql": "CREATE VIEW calls.v AS SELECT both(a, b) AS c FROM calls.base",
    "clickhouse/calls_base.sql": "CREATE TABLE calls.base (a Int64, b Int64) ENGINE = Memory",
    "clickhouse/calls_reader.sql": "INSERT INTO calls.sink SELECT first_of(c, 1) AS d FROM calls.v",
    "clickhouse/y.sql": f"{GIANT} CREATE FUNCTION both AS (x, y) -> x + y; CREATE FUNCTION first_of AS (x, y) -> x",
    "clickhouse/insert.sql": "INSERT INTO shard.every SELECT k FROM shard.origin",
    "clickhouse/local.sql": "CREATE TABLE shard.one (k Int64) ENGINE = MergeTree ORDER BY k",
    "clickhouse/z.sql": "CREATE TABLE shard.every AS shard.one ENGINE = Distributed('c', 'shard', 'one')",
    "duckdb/late_view.sql": "CREATE VIEW late.v AS SELECT * FROM late.t",
}
TIMED = [
    ("2024-01-01", "CREATE TABLE times.t (a INT)"),
    ("2024-01-02", f"INSERT INTO times.sink {GIANT} SELECT * FROM times.t WHERE a > 1"),
    ("2024-01-03", f"INSERT INTO times.sink {GIANT} SELECT * FROM times.t WHERE a > 2"),
    ("2024-01-04", "ALTER TABLE times.t ADD COLUMN b INT"),
    ("2024-01-05", f"INSERT INTO times.sink {GIANT} SELECT * FROM times.t WHERE a > 3"),
    ("2024-01-06", "INSERT INTO times.once SELECT * FROM times.t"),
    ("2024-01-07", "ALTER TABLE times.t ADD COLUMN c INT"),
    ("2024-01-08", "INSERT INTO times.late SELECT * FROM times.t"),
]


@pytest.fixture(scope="module")
def tables(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> dict[str, DataFrame]:
    from headwater.spark import Pipeline
    from headwater.spark.pipeline import Options

    folder = tmp_path_factory.mktemp("schemas")
    for name, text in FILES.items():
        path = folder / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    rows = [{"sql": text, "time": f"{day} 00:00:00", "dialect": "duckdb"} for day, text in TIMED]
    (folder / "in" / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "duck.sql").write_text("CREATE TABLE given.t (p INT, q INT);")
    (folder / "hive.yml").write_text("given.t: {r: int}\n")
    options = Options(catalogs=[f"duckdb={folder / 'duck.sql'}", f"hive={folder / 'hive.yml'}"])
    pipeline = Pipeline(spark, str(folder / "out"), options)
    pipeline.run([str(folder / "in")])
    found = pipeline.snapshots.tables()
    assert found is not None
    return found


def into(tables: dict[str, DataFrame], target: str, system: str = "duckdb") -> list[tuple[Any, ...]]:
    rows = tables["edges"].where(f"target_dataset = '{target}' AND target_system = '{system}'").collect()
    return sorted((row.source_dataset, row.source_column, row.target_column, row.level) for row in rows)


def test_rounds_over_views(tables: dict[str, DataFrame]) -> None:
    assert into(tables, "chain.w") == [("chain.v2", name, name, "EXACT") for name in "abc"]
    assert into(tables, "chain.v2") == [
        ("chain.v1", "a", "a", "EXACT"),
        ("chain.v1", "a", "c", "EXACT"),
        ("chain.v1", "b", "b", "EXACT"),
        ("chain.v1", "b", "c", "EXACT"),
    ]
    assert into(tables, "chain.sink")[0][:2] == ("chain.w", "c")
    chain = tables["statements"].where("target LIKE 'chain.%'").collect()
    assert {row.level for row in chain} == {"EXACT"}
    rounds = {row.target: row.round for row in chain}
    assert rounds["chain.base"] < rounds["chain.v2"] < rounds["chain.w"] < rounds["chain.sink"]
    columns = tables["columns"].where("dataset = 'chain.w'").collect()
    assert [(row.name, row.ordinal) for row in sorted(columns, key=lambda row: row.ordinal)] == [
        ("a", 0),
        ("b", 1),
        ("c", 2),
    ]
    assert into(tables, "late.v") == [("late.t", "a", "a", "EXACT"), ("late.t", "b", "b", "EXACT")]


def test_functions_of_other_texts_are_followed(tables: dict[str, DataFrame]) -> None:
    rows = tables["edges"].where("target_dataset LIKE 'calls.%'").collect()
    assert {(row.source_dataset, row.source_column, row.target_dataset, row.type, row.level) for row in rows} == {
        ("calls.base", "a", "calls.v", "DERIVED", "EXACT"),
        ("calls.base", "b", "calls.v", "DERIVED", "EXACT"),
        ("calls.v", "c", "calls.sink", "DIRECT", "EXACT"),
    }


def test_what_stands_behind_a_table_of_another_text_is_written(tables: dict[str, DataFrame]) -> None:
    rows = tables["edges"].where("source_dataset = 'shard.origin'").collect()
    assert {(row.target_dataset, row.target_column) for row in rows} == {("shard.every", "k"), ("shard.one", "k")}


def test_circles_end_and_are_marked(tables: dict[str, DataFrame]) -> None:
    said = tables["diagnostics"].join(tables["statements"].select("statement", "target"), "statement")
    marked = {row.target for row in said.where("code = 'W803'").collect()}
    assert marked == {"circle.x", "circle.y"}
    levels = {row.target: row.level for row in tables["statements"].where("target LIKE 'circle.%'").collect()}
    assert "EXACT" not in levels.values()
    (nobody,) = tables["statements"].where("target = 'nobody.v'").collect()
    assert nobody.level != "EXACT"


def test_if_not_exists_and_given_catalogs(tables: dict[str, DataFrame]) -> None:
    assert [edge[1] for edge in into(tables, "absent.sink")] == ["first"]
    assert [edge[1] for edge in into(tables, "given.sink")] == ["p", "q"]
    assert [edge[1] for edge in into(tables, "given.sink", "hive")] == ["r"]


def test_a_change_between_two_runs_makes_two_answers(tables: dict[str, DataFrame]) -> None:
    found = tables["statements"].where("target = 'times.sink'").collect()
    edges = tables["edges"].where("target_dataset = 'times.sink'").collect()
    told = {
        (row.runs, row.first_seen.day, row.last_seen.day): sorted(
            edge.source_column for edge in edges if edge.statement == row.statement
        )
        for row in found
    }
    assert told == {(2, 2, 3): ["a"], (1, 5, 5): ["a", "b"]}
    assert [edge[1] for edge in into(tables, "times.once")] == ["a", "b"]
    assert [edge[1] for edge in into(tables, "times.late")] == ["a", "b", "c"]
    spans = {(edge.source_column, edge.valid_from.day) for edge in edges}
    assert spans == {("a", 2), ("a", 5), ("b", 5)}
