"""DataFrame programs have the lineage of the SQL that says the same, with Spark's own analyser in between."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import headwater
from headwater.frontends import catalyst as plans
from tests.judges.live import live
from tests.sound_graph import broken
from tests.spark import frozen
from tests.spark.comparable import lineage_of
from tests.spark.programs import PAIRS, SCHEMA, VIEW, Pair

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CATALOG = headwater.Catalog({**SCHEMA, **VIEW})
FREEZE = "HEADWATER_FREEZE"
"""HEADWATER_FREEZE=1 keeps the plans that Spark makes now, for the tests that need no JVM."""


@pytest.fixture(scope="module")
def tables(spark: SparkSession) -> Iterator[SparkSession]:
    """A session with the tables that the programs read."""
    for name, columns in SCHEMA.items():
        spark.sql(f"CREATE TABLE {name} ({', '.join(f'{one} {kind}' for one, kind in columns.items())}) USING parquet")
    spark.sql("CREATE VIEW big_customers AS SELECT id, name, region FROM customers WHERE vip")
    yield spark
    spark.catalog.dropTempView("programs_view")
    spark.sql("DROP VIEW big_customers")
    for name in SCHEMA:
        spark.sql(f"DROP TABLE {name}")


@pytest.fixture(scope="module")
def saved_plans() -> Iterator[dict[str, Any]]:
    """The plans in tests/plans."""
    if not os.environ.get(FREEZE):
        yield frozen.read()
        return
    result: dict[str, Any] = {}
    yield result
    frozen.write(result)


def test_there_are_many_programs() -> None:
    assert len({pair.name for pair in PAIRS}) == len(PAIRS) >= 60


@pytest.mark.engines
@live
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_a_program_has_the_lineage_of_its_sql(tables: SparkSession, pair: Pair, saved_plans: dict[str, Any]) -> None:
    from headwater.spark.plan_json import analysed_plan

    frame = pair.program(tables)
    plan = analysed_plan(frame._jdf.queryExecution())
    statement = plans.analyze(plan, columns=frame.columns).statements[0]
    sql_statement = headwater.analyze(pair.sql, dialect="spark", catalog=CATALOG).statements[0]
    assert lineage_of(statement) == lineage_of(sql_statement)
    assert broken(statement.graph) == []
    small = frozen.small(plan)
    assert saved_plans.setdefault(pair.name, small) == small, f"{FREEZE}=1 keeps the plans that Spark makes now"
