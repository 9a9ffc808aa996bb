"""What an output without an alias is called: DuckDB is asked for the name of every expression of a list."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import headwater
from tests.judges.corpus import SCHEMA

pytestmark = pytest.mark.engines

EXPRESSIONS = (Path(__file__).parent / "corpus" / "duckdb_names.txt").read_text(encoding="utf-8").splitlines()
FROM = ("FROM orders o", "FROM orders o GROUP BY ALL", "FROM orders o GROUP BY status")
AS_WRITTEN = {
    # DuckDB writes the query inside anew; headwater leaves it as it stands
    "EXISTS (SELECT 1 FROM rates)",
    "NOT EXISTS (SELECT 1 FROM rates)",
    "exists(select 1)",
    "(select 1)",
    "(select 1) + 1",
    "id IN (SELECT product_id FROM rates)",
    "id = ANY (SELECT product_id FROM rates)",
    # and these forms, too
    "id > ALL([1])",
    "status !~ 'a'",
    "overlay(status PLACING 'x' FROM 1 FOR 2)",
    "percentile_cont(0.5) WITHIN GROUP (ORDER BY amount)",
    "mode() WITHIN GROUP (ORDER BY amount)",
    "@id",
}


@pytest.fixture(scope="module")
def catalog() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="duckdb")


def names(sql: str, catalog: headwater.Catalog) -> list[str]:
    return [column.name for column in headwater.analyze(sql, dialect="duckdb", catalog=catalog).statements[0].columns]


def named(planner: duckdb.DuckDBPyConnection, expression: str) -> tuple[str, str]:
    """A query with the expression that DuckDB takes, and what it calls it."""
    problem = ""
    for behind in FROM:
        sql = f"SELECT {expression} {behind}"
        try:
            return sql, planner.execute(sql).description[0][0]
        except duckdb.Error as error:
            problem = str(error)
    raise AssertionError(problem)


def test_names_are_those_of_the_engine(planner: duckdb.DuckDBPyConnection, catalog: headwater.Catalog) -> None:
    wrong = []
    for expression in EXPRESSIONS:
        sql, expected = named(planner, expression)
        got = names(sql, catalog)
        if got != [expected] and expression not in AS_WRITTEN:
            wrong.append(f"{expression}: {expected} expected, got {got}")
    assert not wrong, "\n".join(wrong)
    assert len(EXPRESSIONS) > 300
