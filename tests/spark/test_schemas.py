"""Schemas across texts: in rounds, and in circles. How they change over time is in test_graph.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.spark.outcome import Tables
from tests.spark.outcome import tables as written

if TYPE_CHECKING:
    from tests.spark.conftest import Run

pytest.importorskip("pyspark")


@pytest.fixture(scope="module")
def tables(scripts: Run) -> Tables:
    return written(scripts.out)


def into(tables: Tables, target: str, system: str = "duckdb") -> list[tuple[Any, ...]]:
    return sorted(
        (row.source_dataset, row.source_column, row.target_column, row.level)
        for row in tables["edges"]
        if row.target_dataset == target and row.target_system == system
    )


def test_rounds_over_views(tables: Tables) -> None:
    assert into(tables, "chain.w") == [("chain.v2", name, name, "EXACT") for name in "abc"]
    assert into(tables, "chain.v2") == [
        ("chain.v1", "a", "a", "EXACT"),
        ("chain.v1", "a", "c", "EXACT"),
        ("chain.v1", "b", "b", "EXACT"),
        ("chain.v1", "b", "c", "EXACT"),
    ]
    assert into(tables, "chain.sink")[0][:2] == ("chain.w", "c")
    chain = [row for row in tables["statements"] if (row.target or "").startswith("chain.")]
    assert {row.target for row in chain if row.level != "EXACT"} == {"chain.sink"}  # nobody described it
    rounds = {row.target: row.round for row in chain}
    assert rounds["chain.base"] < rounds["chain.v2"] < rounds["chain.w"] < rounds["chain.sink"]
    columns = [row for row in tables["columns"] if row.dataset == "chain.w"]
    assert [(row.name, row.ordinal) for row in sorted(columns, key=lambda row: row.ordinal)] == [
        ("a", 0),
        ("b", 1),
        ("c", 2),
    ]
    assert into(tables, "late.v") == [("late.t", "a", "a", "EXACT"), ("late.t", "b", "b", "EXACT")]


def test_functions_of_other_texts_are_followed(tables: Tables) -> None:
    rows = [row for row in tables["edges"] if row.target_dataset.startswith("calls.")]
    assert {(row.source_dataset, row.source_column, row.target_dataset, row.type, row.level) for row in rows} == {
        ("calls.base", "a", "calls.v", "DERIVED", "EXACT"),
        ("calls.base", "b", "calls.v", "DERIVED", "EXACT"),
        ("calls.v", "c", "calls.sink", "DIRECT", "INFERRED"),
    }


def test_what_stands_behind_a_table_of_another_text_is_written(tables: Tables) -> None:
    rows = [row for row in tables["edges"] if row.source_dataset == "shard.origin"]
    assert {(row.target_dataset, row.target_column) for row in rows} == {("shard.every", "k"), ("shard.one", "k")}


def test_circles_end_and_are_marked(tables: Tables) -> None:
    targets = {row.statement: row.target for row in tables["statements"]}
    marked = {targets[row.statement] for row in tables["diagnostics"] if row.code == "W803"}
    assert marked == {"circle.x", "circle.y", "p", "q"}
    assert not [row for row in tables["statements"] if row.target in marked and row.level == "EXACT"]
    (nobody,) = (row for row in tables["statements"] if row.target == "nobody.v")
    assert nobody.level != "EXACT"


def test_if_not_exists_and_given_catalogs(tables: Tables) -> None:
    assert [edge[1] for edge in into(tables, "absent.sink")] == ["first"]
    assert [edge[1] for edge in into(tables, "given.sink")] == ["p", "q"]
    assert [edge[1] for edge in into(tables, "given.sink", "hive")] == ["r"]
