"""headwater against DuckDB: value edges equal to those of DuckDB's own plan, and true when the query runs.

A statement on which the plan judge abstains is listed at the end of the run; there may be few of them. Running a query
dozens of times takes its time: every day each is run over two rounds of data, in which what is missing shows; that
every value is seen to change takes up to thirty rounds, and is asked by `make engines`.
"""

from __future__ import annotations

from functools import cache

import duckdb
import pytest

import headwater
from tests.judges import duckdb_writes as writes
from tests.judges.compare import (
    Answer,
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
from tests.judges.perturb import MAX_ROUNDS, Bench, Unfit
from tests.judges.values import Abstain

pytestmark = pytest.mark.engines

CASES = duckdb_cases()
SEED = 20
GENERATED = range(200 if LIVE else 100)
ROUNDS = MAX_ROUNDS if LIVE else 2


NESTED = ("address", "payload", "items")
"""Columns whose fields both sides tell apart."""


@cache
def catalog() -> headwater.Catalog:
    return headwater.Catalog.from_ddl(SCHEMA, dialect="duckdb")


@cache
def answer(sql: str) -> Answer:
    """What headwater says; the tests of one statement share it."""
    return ask(sql, catalog())


def named(sql: str, planner: duckdb.DuckDBPyConnection) -> str | None:
    """A report where outputs are not called what DuckDB calls them."""
    names, got = planner.sql(sql).columns, answer(sql).names
    # The text of an expression may be spelled in several ways; a name is a name.
    plain = [i for i, name in enumerate(names) if name.replace(" ", "_").isidentifier()]
    if len(got) == len(names) and all(got[i].lower() == names[i].lower() for i in plain):
        return None
    return f"{sql}\n  expected the names {names}\n  got {got}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_answers_are_those_of_the_plan(
    case: Case, planner: duckdb.DuckDBPyConnection, bench: Bench, abstained: list[str]
) -> None:
    """Value edges by column and by field, what may have a say, and names."""
    got = answer(case.sql)
    problem = named(case.sql, planner)
    assert problem is None, problem
    try:
        expected, reached = value_lineage(planner, case.sql), reach(planner, case.sql)
    except Abstain as abstain:
        abstained.append(f"{case.name}: {abstain}")
        pytest.skip(f"the plan judge abstains: {abstain}")
    problem = against_plan(case.sql, expected, got) or against_reach(case.sql, reached, got)
    if problem is None and any(column in case.sql for column in NESTED):
        problem = against_fields(case.sql, expected, got, bench.types)
    assert problem is None, problem


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_running_bears_the_answer_out(case: Case, bench: Bench) -> None:
    got = answer(case.sql)
    if case.unfit:
        with pytest.raises(Unfit):
            bench.judge(case.sql, got.value, got.influence, rounds=ROUNDS)
        return
    verdict = bench.judge(case.sql, got.value, got.influence, rounds=ROUNDS)
    if not LIVE:
        verdict.suspect = []
    problem = against_running(case.sql, verdict, got, case.unseen)
    assert problem is None, problem


@pytest.mark.parametrize("number", GENERATED)
def test_generated_statements(
    number: int,
    planner: duckdb.DuckDBPyConnection,
    bench: Bench,
    abstained: list[str],
) -> None:
    sql = Generator(bench.types, SEED).statement(number)
    got = answer(sql)
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


def test_generated_writes(planner: duckdb.DuckDBPyConnection, bench: Bench) -> None:
    """CREATE … AS, INSERT, INSERT BY NAME, UPDATE and MERGE, by the plans of the queries inside them."""
    generator = Generator(bench.types, SEED)
    problems = []
    for number in range(100):
        write = writes.FORMS[number % len(writes.FORMS)](generator.writer(number))
        problems.append(writes.against_queries(write, planner, catalog()))
    assert [problem for problem in problems if problem] == []


def test_the_judges_are_asked_about_enough_and_abstain_seldom(planner: duckdb.DuckDBPyConnection) -> None:
    unknown = []
    for case in CASES:
        try:
            value_lineage(planner, case.sql)
        except Abstain as abstain:
            unknown.append(f"{case.name}: {abstain}")
    assert len(CASES) - len(unknown) >= 500
    assert len(unknown) * 50 < len(CASES), unknown
    assert sum(case.unfit for case in CASES) * 50 < len(CASES)
