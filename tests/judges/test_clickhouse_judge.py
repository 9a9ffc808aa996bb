"""headwater against ClickHouse: value edges equal to those of ClickHouse's own query tree, tuple fields included.

A statement on which the judge abstains is listed at the end of the run; there may be few of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.judges import clickhouse_writes
from tests.judges.clickhouse import Judge
from tests.judges.clickhouse_engine import missing
from tests.judges.clickhouse_generate import Generator
from tests.judges.clickhouse_nodes import parse
from tests.judges.clickhouse_tree import Walker
from tests.judges.corpus import Case, clickhouse_cases
from tests.judges.values import Abstain

REASON = missing()
pytestmark = [pytest.mark.engines, pytest.mark.skipif(REASON is not None, reason=str(REASON))]

CASES = clickhouse_cases()
SEED = 11
GENERATED = range(150)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    running = Judge()
    yield running
    running.engine.close()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_value_edges_are_those_of_the_tree(case: Case, judge: Judge, abstained: list[str]) -> None:
    try:
        expected = judge.expected(case.sql)
    except Abstain as abstain:
        abstained.append(f"{case.name}: {abstain}")
        pytest.skip(f"the judge abstains: {abstain}")
    problem = judge.difference(case.sql, expected, judge.got(case.sql))
    assert problem is None, problem


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_output_names_are_clickhouses(case: Case, judge: Judge) -> None:
    try:
        names = judge.names(case.sql)
    except Abstain as abstain:
        pytest.skip(f"the engine does not describe it: {abstain}")
    got = judge.got(case.sql).names
    assert len(got) == len(names)
    # The text of an expression may be spelled in several ways; a name is a name.
    plain = [i for i, name in enumerate(names) if re.fullmatch(r"[\w.]+", name)]
    assert [got[i] for i in plain] == [names[i] for i in plain]


@pytest.mark.parametrize("number", GENERATED)
def test_generated_statements(number: int, judge: Judge, abstained: list[str]) -> None:
    sql = Generator(SEED).statement(number)
    try:
        expected = judge.expected(sql)
    except Abstain as abstain:
        abstained.append(f"generated {SEED}/{number}: {abstain}")
        pytest.skip(f"the judge abstains: {abstain}")
    problem = judge.difference(sql, expected, judge.got(sql))
    assert problem is None, problem


@pytest.mark.parametrize("case", clickhouse_cases("clickhouse_writes"), ids=lambda case: case.name)
def test_what_is_written_is_what_the_select_says(case: Case, judge: Judge) -> None:
    problem = clickhouse_writes.difference(judge, case.sql)
    assert problem is None, problem


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    assert len(CASES) >= 600
    assert len({case.name for case in CASES}) == len(CASES)


def test_abstentions_are_few(judge: Judge) -> None:
    unknown = []
    for case in CASES:
        try:
            judge.expected(case.sql)
        except Abstain as abstain:
            unknown.append(f"{case.name}: {abstain}")
    assert len(unknown) * 20 < len(CASES), unknown


def test_an_unknown_node_is_an_abstention(judge: Judge) -> None:
    text = (
        "QUERY id: 0\n  PROJECTION COLUMNS\n    a UInt8\n  PROJECTION\n    LIST id: 1, nodes: 1\n      NEVER_SEEN id: 2"
    )
    with pytest.raises(Abstain, match="NEVER_SEEN"):
        Walker(judge.engine, judge.schema).walk(parse(text))


def test_a_statement_that_cannot_be_resolved_is_an_abstention(judge: Judge) -> None:
    with pytest.raises(Abstain, match="no tree"):
        judge.expected("SELECT nowhere FROM ods.orders")


def test_an_engine_that_died_is_an_abstention_and_comes_back(judge: Judge) -> None:
    assert judge.engine.child is not None
    judge.engine.child.kill()
    with pytest.raises(Abstain, match="died"):
        judge.expected("SELECT amount FROM ods.orders")
    (output,) = judge.expected("SELECT amount FROM ods.orders")
    assert output.leaves == {("orders", "amount")}
