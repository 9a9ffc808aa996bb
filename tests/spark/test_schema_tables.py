"""Schemas in a DataFrame: a run has the tables, row for row, that it has with all schemas on the driver."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.judges.live import live
from tests.spark import inputs
from tests.spark.outcome import same
from tests.test_histories import bundle

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.spark.conftest import Run

pytest.importorskip("pyspark")

MORE = {
    # tables that stand for many, default databases, search paths, and names that are looked for in several places
    "googlesql/days.sql": "CREATE TABLE d.events_1 (a INT64, b STRING); CREATE TABLE d.events_2 (a INT64, c STRING)",
    "googlesql/wildcard.sql": "CREATE TABLE d.every AS SELECT * FROM `d.events_*`",
    "googlesql/reader.sql": "INSERT INTO d.sink SELECT * FROM d.every",
    "duckdb/paths.sql": "SET search_path = 'chain,late'; INSERT INTO late.found SELECT * FROM base; SELECT * FROM v",
    "duckdb/macro.sql": "CREATE MACRO chain_rows(x) AS TABLE SELECT * FROM chain.base WHERE a > x",
    "duckdb/macro_reader.sql": "INSERT INTO late.rows SELECT * FROM chain_rows(1)",
    "duckdb/waits.sql": "CREATE TABLE waits.t AS SELECT * FROM circle.x; INSERT INTO waits.u SELECT * FROM waits.t",
    "clickhouse/swap_0.sql": "CREATE TABLE swap.a (k Int64) ENGINE = Memory",
    "clickhouse/swap_1.sql": "CREATE TABLE swap.b (l Int64) ENGINE = Memory",
    "clickhouse/swap_2.sql": "EXCHANGE TABLES swap.a AND swap.b",
    "clickhouse/swap_3.sql": "CREATE VIEW swap.v AS SELECT * FROM swap.a",
    "hive/renamed.sql": "CREATE TABLE old.t (a INT); ALTER TABLE old.t RENAME TO old.u",
    "hive/renamed_view.sql": "CREATE VIEW old.v AS SELECT * FROM old.u",
}
SWAPPED = [
    # a job that fills a table beside the old one, and exchanges them; it runs every day, and another one alters
    (1, "CREATE TABLE swap.live (a INT)"),
    (2, "CREATE OR REPLACE TABLE swap.next AS SELECT * FROM swap.origin"),
    (3, "ALTER TABLE swap.live RENAME TO swap.before"),
    (4, "ALTER TABLE swap.next RENAME TO swap.live"),
    (5, "INSERT INTO swap.sink SELECT * FROM swap.live"),
    (6, "DROP TABLE swap.before"),
    (0, "CREATE TABLE swap.origin (a INT, b INT)"),
    (9, "ALTER TABLE swap.origin ADD COLUMN c INT"),
]


def _log() -> str:
    runs = [(run.at, run.job, run.text) for run in bundle(11, 8, 16)[1]]
    for day in range(3):
        runs += [(datetime(2024, 1, 1 + day, hour, tzinfo=UTC), "swap", text) for hour, text in SWAPPED[1:6]]
    runs += [(datetime(2024, 1, 1, hour, tzinfo=UTC), None, text) for hour, text in (SWAPPED[0], *SWAPPED[6:])]
    lines = [{"sql": text, "job": job, "time": at.isoformat(), "dialect": "duckdb"} for at, job, text in runs]
    return "\n".join(map(json.dumps, lines))


@pytest.mark.engines
@live
def test_all_kinds_of_schemas(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from headwater.spark import Options, Pipeline, registry

    mapping = inputs.ORDERS_ARE_KAFKAS + inputs.QUEUES.removeprefix("same:\n")
    inputs.write(tmp_path, dict(inputs.CATALOGS.values()) | {"mapping.yaml": mapping})
    source = inputs.write(tmp_path / "in", inputs.SCRIPTS | inputs.LOGGED | MORE | {"histories.jsonl": _log()})
    options = Options(
        catalogs=[f"{dialect}={tmp_path / name}" for dialect, (name, _) in inputs.CATALOGS.items()],
        mapping=str(tmp_path / "mapping.yaml"),
        now=datetime(2024, 6, 1, tzinfo=UTC),
    )
    on_driver = Pipeline(spark, str(tmp_path / "driver"), options).run([str(source)])
    monkeypatch.setattr(registry, "ON_DRIVER", -1)
    in_tables = Pipeline(spark, str(tmp_path / "tables"), options).run([str(source)])
    assert in_tables.rounds == on_driver.rounds
    same(tmp_path / "driver", tmp_path / "tables")
    # … and its answers can be used again
    again = Pipeline(spark, str(tmp_path / "tables"), options).run([str(source)])
    assert again.reused > 0
    same(tmp_path / "driver", tmp_path / "tables")


def test_a_log(spark: SparkSession, synthetic: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from headwater.spark import Pipeline, registry

    monkeypatch.setattr(registry, "ON_DRIVER", -1)
    Pipeline(spark, str(tmp_path / "out")).run([str(synthetic.source)])
    same(synthetic.out, tmp_path / "out")
