"""Histories made by chance: the tables answer every as-of question as a simple model does."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.rows.validity_sql import MOST_INTERVALS
from tests.fuzzing import FUZZING
from tests.histories import START, Edge, Model, Run, history, moments
from tests.timed_tables import timed_tables

pytest.importorskip("duckdb")


def intervals(rows: Iterable[dict[str, Any]]) -> dict[str, list[tuple[Edge, datetime, datetime | None]]]:
    """Column edges with the time in which they held, by the schema of their target."""
    found: dict[str, list[tuple[Edge, datetime, datetime | None]]] = {}
    for row in rows:
        edge = (f"{row['source_dataset']}.{row['source_column']}", f"{row['target_dataset']}.{row['target_column']}")
        schema = row["target_dataset"].partition(".")[0]
        # Parquet files of Spark have times in UTC without saying so
        since, until = (at if at is None else at.replace(tzinfo=UTC) for at in (row["valid_from"], row["valid_to"]))
        found.setdefault(schema, []).append((edge, since, until))
    return found


def as_of(edges: list[tuple[Edge, datetime, datetime | None]], at: datetime) -> frozenset[Edge]:
    return frozenset(edge for edge, since, until in edges if since <= at and (until is None or at < until))


def check(models: list[Model], rows: Iterable[dict[str, Any]]) -> None:
    """Every as-of question has the answer of the model."""
    found = intervals(rows)
    for model in models:
        edges = found.get(model.schema, [])
        for at, holds in moments(model):
            if as_of(edges, at) != holds:
                log = "\n".join(f"  {run.at:%m-%d %H} {run.job} {run.text}" for run in model.runs if run.at <= at)
                pytest.fail(
                    f"as of {at:%m-%d %H:%M}:\n{log}\n  too many: {sorted(as_of(edges, at) - holds)}\n"
                    f"  missing: {sorted(holds - as_of(edges, at))}"
                )


def bundle(seed: int, count: int, length: int) -> tuple[list[Model], list[Run]]:
    """Histories under different names, as one log."""
    chance = random.Random(seed)
    models = [history(chance, f"h{number}", chance.randint(4, length)) for number in range(count)]
    return models, sorted((run for model in models for run in model.runs), key=lambda run: (run.hour, run.text))


@pytest.mark.parametrize("seed", range(200 if FUZZING else 2))
def test_every_as_of_question_is_answered_as_by_the_model(seed: int) -> None:
    models, runs = bundle(seed if not FUZZING else random.randrange(1 << 30), 100, 24)
    check(models, timed_tables(runs)["edges"].to_pylist())


# ── what the histories leave out, and what they are about ────────────────────────────────────────────────────────────
def held(runs: list[tuple[int, str | None, str]], target: str, dialect: str = "duckdb") -> dict[str, list[Any]]:
    """For each source column: the hours from and to which its edges into a table held, and the runs."""
    found: dict[str, list[Any]] = {}
    for row in timed_tables([Run(*run) for run in runs], dialect)["edges"].to_pylist():
        if row["target_dataset"] == target:
            hours = [None if at is None else int((at - START).total_seconds() // 3600) for at in ends(row)]
            name = f"{row['source_dataset']}.{row['source_column']}"
            found.setdefault(name, []).append((hours[0], hours[1], row["runs"]))
    return {name: sorted(intervals_) for name, intervals_ in found.items()}


def ends(row: dict[str, Any]) -> tuple[datetime, datetime | None]:
    return row["valid_from"], row["valid_to"]


A, B = "INSERT INTO t SELECT a FROM s", "INSERT INTO t SELECT b FROM s"


def test_a_job_that_comes_back_leaves_a_gap() -> None:
    runs = [(1, "j", A), (2, "j", A), (3, "j", B), (4, "j", A), (5, "other", B)]
    assert held(runs, "t") == {"s.a": [(1, 3, 2), (4, None, 1)], "s.b": [(3, 4, 1), (5, None, 1)]}


def test_steps_of_a_job_hold_together_until_it_leaves_one() -> None:
    steps = [(hour, "j", text) for hour, text in enumerate([A, B] * 3)]
    assert held(steps, "t") == {"s.a": [(0, None, 3)], "s.b": [(1, None, 3)]}
    later = [*steps, (6, "j", B), (7, "j", B)]
    assert held(later, "t") == {"s.a": [(0, 6, 3)], "s.b": [(1, None, 5)]}


def test_drop_and_create_leaves_a_gap() -> None:
    create = "CREATE TABLE t (x INT)"
    runs = [(1, None, create), (2, None, A), (4, None, "DROP TABLE t"), (6, None, create), (7, None, A)]
    assert held(runs, "t") == {"s.a": [(2, 4, 1), (7, None, 1)]}
    anew = "CREATE OR REPLACE TABLE t AS SELECT a FROM s"
    assert held([(1, None, anew), (2, None, anew)], "t") == {"s.a": [(1, None, 2)]}, "by itself it goes on"


def test_the_shortest_of_many_gaps_are_closed() -> None:
    runs = [(1000 * n + hour, None, text) for n in range(30) for hour, text in ((0, A), (900 - n, "DROP TABLE t"))]
    found = held(runs, "t")["s.a"]
    assert len(found) == MOST_INTERVALS
    assert sum(count for *_, count in found) == 30
    assert found[-1] == (29_000, 29_871, 1)


def test_a_rename_hands_on_the_schema_and_closes_the_old_name() -> None:
    runs = [
        (1, None, "CREATE TABLE t (x INT)"),
        (2, "j", A),
        (3, None, "ALTER TABLE t RENAME TO u"),
        (4, None, "INSERT INTO u SELECT a FROM s"),
        (5, None, "INSERT INTO t SELECT c FROM s"),
        (6, None, "INSERT INTO w SELECT * FROM u"),
    ]
    assert held(runs, "t") == {"s.a": [(2, 3, 1)], "s.c": [(5, None, 1)]}
    assert held(runs, "u") == {"t.x": [(3, None, 1)], "s.a": [(4, None, 1)]}
    rows = timed_tables([Run(*run) for run in runs])["edges"].to_pylist()
    written = {(row["target_dataset"], row["source_column"]): (row["target_column"], row["level"]) for row in rows}
    assert written["t", "a"][0] == written["u", "a"][0] == "x"
    assert written["t", "c"] == ("#1", "INFERRED"), "nobody knows what is called t now"
    assert written["w", "x"] == ("#1", "INFERRED")


def test_tables_that_change_names_close_both() -> None:
    runs = [
        (1, None, "CREATE TABLE t (x Int8) ENGINE = Memory"),
        (1, None, "CREATE TABLE u (y Int8) ENGINE = Memory"),
        (2, None, A),
        (3, None, "INSERT INTO u SELECT b FROM s"),
        (4, None, "EXCHANGE TABLES t AND u"),
        (5, None, A),
        (6, None, "RENAME TABLE t TO v, u TO t"),
    ]
    assert held(runs, "t", "clickhouse") == {"s.a": [(2, 4, 1), (5, 6, 1)], "u.y": [(4, 6, 1)], "u.x": [(6, None, 1)]}
    assert held(runs, "u", "clickhouse") == {"s.b": [(3, 4, 1)], "t.x": [(4, 6, 1)]}
    assert held(runs, "v", "clickhouse") == {"t.y": [(6, None, 1)]}


@pytest.mark.parametrize("dialect", ["clickhouse", "duckdb", "flink", "googlesql", "hive", "spark"])
def test_an_insert_into_an_unknown_table_names_no_columns(dialect: str) -> None:
    runs = [Run(1, None, "CREATE TABLE s (a INT, b INT)"), Run(2, None, "INSERT INTO t SELECT a, b + 1 AS c FROM s")]
    tables = timed_tables(runs, dialect)
    rows = [(row["target_column"], row["level"]) for row in tables["edges"].to_pylist() if row["target_dataset"] == "t"]
    assert sorted(rows) == [("#1", "INFERRED"), ("#2", "INFERRED")]
    (insert,) = (row for row in tables["statements"].to_pylist() if row["kind"] == "INSERT")
    assert insert["level"] == "INFERRED"
    assert {row["name"] for row in tables["columns"].to_pylist() if row["dataset"] == "t"} <= {"#1", "#2"}
