"""headwater against DuckDB: value edges equal to those of DuckDB's own plan, and true when the query runs.

A statement on which the plan judge abstains is listed at the end of the run; there may be few of them.
"""

from __future__ import annotations

import duckdb
import pytest

import headwater
from tests.judges.compare import (
    against_fields,
    against_plan,
    against_reach,
    against_running,
    ask,
)
from tests.judges.corpus import SCHEMA, Case, duckdb_cases
from tests.judges.duckdb_plan import value_lineage
from tests.judges.duckdb_reach import reach
from tests.judges.generate import Generator
from tests.judges.live import LIVE
from tests.judges.perturb import Bench, Unfit
from tests.judges.values import Abstain

pytestmark = pytest.mark.engines
# Running a query dozens of times takes its time: every second one is run every day, and all of them by make engines.

CASES = duckdb_cases()
SEED = 20
GENERATED = range(200)


@pytest.fixture(scope="module")
def catalog() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="duckdb")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_value_edges_are_those_of_the_plan(
    case: Case, planner: duckdb.DuckDBPyConnection, catalog: headwater.Catalog, abstained: list[str]
) -> None:
    try:
        expected = value_lineage(planner, case.sql)
    except Abstain as abstain:
        abstained.append(f"{case.name}: {abstain}")
        pytest.skip(f"the plan judge abstains: {abstain}")
    problem = against_plan(case.sql, expected, ask(case.sql, catalog))
    assert problem is None, problem


NESTED = [case for case in CASES if any(word in case.sql for word in ("address", "payload", "items"))]


@pytest.mark.parametrize("case", NESTED, ids=lambda case: case.name)
def test_fields_are_those_of_the_plan(
    case: Case, planner: duckdb.DuckDBPyConnection, bench: Bench, catalog: headwater.Catalog
) -> None:
    expected, got = value_lineage(planner, case.sql), ask(case.sql, catalog)
    assert len(expected) == len(got.leaves)
    problem = against_fields(case.sql, expected, got, bench.types)
    assert problem is None, problem


@pytest.mark.parametrize("case", CASES if LIVE else CASES[::2], ids=lambda case: case.name)
def test_running_bears_the_answer_out(case: Case, bench: Bench, catalog: headwater.Catalog) -> None:
    got = ask(case.sql, catalog)
    if case.unfit:
        with pytest.raises(Unfit):
            bench.judge(case.sql, got.value, got.influence)
        return
    verdict = bench.judge(case.sql, got.value, got.influence)
    problem = against_running(case.sql, verdict, got, case.unseen)
    assert problem is None, problem


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_influence_stays_within_reach(
    case: Case, planner: duckdb.DuckDBPyConnection, catalog: headwater.Catalog
) -> None:
    problem = against_reach(case.sql, reach(planner, case.sql), ask(case.sql, catalog))
    assert problem is None, problem


@pytest.mark.parametrize("number", GENERATED)
def test_generated_statements(
    number: int,
    planner: duckdb.DuckDBPyConnection,
    bench: Bench,
    catalog: headwater.Catalog,
    abstained: list[str],
) -> None:
    sql = Generator(bench.types, SEED).statement(number)
    got = ask(sql, catalog)
    try:
        expected, reached = value_lineage(planner, sql), reach(planner, sql)
    except Abstain as abstain:
        abstained.append(f"generated {SEED}/{number}: {abstain}")
        pytest.skip(f"the plan judge abstains: {abstain}")
    problem = against_plan(sql, expected, got) or against_reach(sql, reached, got)
    assert problem is None, problem
    # Random conditions hide values (nullif(x, x), an empty join): only what the plan denies is suspect.
    planned = frozenset((i, s) for i, output in enumerate(expected) for s in output.sources)
    try:
        verdict = bench.judge(sql, got.value, got.influence, rounds=4)
    except Unfit as unfit:
        abstained.append(f"generated {SEED}/{number}: {unfit}")
        return
    problem = against_running(sql, verdict, got, planned)
    assert problem is None, problem


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_output_names_are_duckdbs(case: Case, planner: duckdb.DuckDBPyConnection, catalog: headwater.Catalog) -> None:
    names = planner.sql(case.sql).columns
    got = ask(case.sql, catalog).names
    assert len(got) == len(names)
    # The text of an expression may be spelled in several ways; a name is a name.
    plain = [i for i, name in enumerate(names) if name.replace(" ", "_").isidentifier()]
    assert [got[i].lower() for i in plain] == [names[i].lower() for i in plain]


def test_abstentions_are_few(planner: duckdb.DuckDBPyConnection) -> None:
    unknown = []
    for case in CASES:
        try:
            value_lineage(planner, case.sql)
        except Abstain as abstain:
            unknown.append(f"{case.name}: {abstain}")
    assert len(unknown) * 10 < len(CASES), unknown
