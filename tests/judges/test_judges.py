"""The judges against each other, without headwater: what may be trusted before anything is judged."""

from __future__ import annotations

import duckdb
import pytest

from tests.judges.corpus import Case, duckdb_cases
from tests.judges.duckdb_plan import Walker, value_lineage
from tests.judges.duckdb_reach import reach
from tests.judges.generate import Generator, coverage
from tests.judges.live import LIVE
from tests.judges.perturb import Bench, Unfit
from tests.judges.values import Abstain

pytestmark = pytest.mark.engines

CASES = duckdb_cases()
RUN = CASES if LIVE else CASES[::10]


@pytest.mark.parametrize("case", RUN, ids=lambda case: case.name)
def test_what_the_plan_calls_value_is_seen_to_change(
    case: Case, planner: duckdb.DuckDBPyConnection, bench: Bench
) -> None:
    value = [output.sources for output in value_lineage(planner, case.sql)]
    try:
        verdict = bench.judge(case.sql, value, None)
    except Unfit:
        assert case.unfit
        return
    assert {(i, s) for i, s in verdict.suspect} == case.unseen


@pytest.mark.parametrize("case", RUN, ids=lambda case: case.name)
def test_nothing_changes_beyond_the_reach(case: Case, planner: duckdb.DuckDBPyConnection, bench: Bench) -> None:
    reached = reach(planner, case.sql)
    for output, allowed in zip(value_lineage(planner, case.sql), reached, strict=True):
        assert output.sources <= allowed
    if not case.unfit:
        verdict = bench.judge(case.sql, [frozenset() for _ in reached], reached, rounds=3)
        assert verdict.missing == []


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    assert len(CASES) >= 500
    assert len({case.name for case in CASES}) == len(CASES)


def test_an_unknown_operator_is_an_abstention() -> None:
    with pytest.raises(Abstain, match="LOGICAL_NEVER_SEEN"):
        Walker().operator({"type": "LOGICAL_NEVER_SEEN", "children": []})


def test_an_unknown_expression_is_an_abstention() -> None:
    with pytest.raises(Abstain, match="BOUND_NEVER_SEEN"):
        Walker().expression({"expression_class": "BOUND_NEVER_SEEN", "type": "X"}, [])


def test_a_statement_that_cannot_be_planned_is_an_abstention(planner: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(Abstain, match="no plan"):
        value_lineage(planner, "SELECT nowhere FROM orders")


def test_running_finds_a_missing_filter(bench: Bench) -> None:
    sql = "SELECT amount FROM orders WHERE status = 'a'"
    verdict = bench.judge(sql, [frozenset({("orders", "amount")})], [frozenset()])
    assert verdict.missing == [(0, ("orders", "status"))]
    assert verdict.suspect == []


def test_running_finds_a_value_too_many(bench: Bench) -> None:
    sql = "SELECT amount FROM orders"
    verdict = bench.judge(sql, [frozenset({("orders", "amount"), ("orders", "qty")})], [frozenset()])
    assert verdict.missing == []
    assert verdict.suspect == [(0, ("orders", "qty"))]


def test_running_refuses_what_is_random(bench: Bench) -> None:
    with pytest.raises(Unfit, match="second time"):
        bench.judge("SELECT random() + qty AS v FROM orders", [frozenset({("orders", "qty")})], [frozenset()])


def test_generated_statements_follow_from_the_seed(bench: Bench) -> None:
    one = [Generator(bench.types, 5).statement(i) for i in range(20)]
    two = [Generator(bench.types, 5).statement(i) for i in range(20)]
    assert one == two
    assert len(set(one)) == 20
    assert one != [Generator(bench.types, 6).statement(i) for i in range(20)]


def test_every_form_is_generated(bench: Bench) -> None:
    """The grammar that the generator promises: each form stands in some statement of any seed."""
    generator = Generator(bench.types, 7)
    seen = coverage(generator.statement(number) for number in range(2000))
    assert [form for form, count in seen.items() if count < 2] == []


def test_generated_statements_are_valid(bench: Bench, planner: duckdb.DuckDBPyConnection) -> None:
    generator = Generator(bench.types, 11)
    refused = []
    for number in range(200):
        sql = generator.statement(number)
        try:
            value_lineage(planner, sql)
        except Abstain as abstain:
            refused.append((sql, str(abstain)))
    assert len(refused) <= 10, refused
