"""An optimized plan has the lineage of the plan: the same values and the same influence, with fewer operators."""

from __future__ import annotations

import pytest

import headwater
from headwater.lineage import closure, rules
from headwater.rel.optimize import optimized
from headwater.rel.walk import walk
from tests.golden.goldenfile import Case, parse_folder
from tests.golden.test_golden import catalog_of

CASES = parse_folder()
DIALECTS = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")
CATALOGS: dict[tuple[str, str], headwater.Catalog | None] = {}


def statements(case: Case, dialect: str) -> list[headwater.Statement]:
    key = case.options.get("catalog", "shop"), dialect
    if key not in CATALOGS:
        CATALOGS[key] = catalog_of(case, dialect)
    return headwater.analyze(case.sql, dialect=dialect, catalog=CATALOGS[key]).statements


@pytest.mark.parametrize("dialect", DIALECTS)
def test_lineage_stays(dialect: str) -> None:
    fewer = 0
    for case in CASES:
        if dialect not in case.dialects:
            continue
        for statement in statements(case, dialect):
            for plan in statement.plans:
                short = optimized(plan)
                before = rules.build([plan], statement.graph.size)
                after = rules.build([short], statement.graph.size)
                targets = [born.col for born in plan.born]
                origins = [closure.fold(graph, targets) for graph in (before, after)]
                for col in targets:
                    assert origins[0][col.id] == origins[1][col.id], case.name
                rows = [closure.influence_on_rows(graph, plan.rows)[0] for graph in (before, after)]
                assert {item[:4] for item in rows[0]} == {item[:4] for item in rows[1]}, case.name
                count = sum(1 for _ in walk(plan)) - sum(1 for _ in walk(short))
                assert count >= 0
                fewer += count
    assert fewer > 20


def test_a_deep_plan_is_no_problem() -> None:
    text = (
        "WITH "
        + ", ".join(f"q{n} AS (SELECT a FROM {f'q{n - 1}' if n else 't'})" for n in range(2_000))
        + " SELECT a FROM q1999"
    )
    plan = headwater.analyze(text, dialect="duckdb", catalog=headwater.Catalog({"t": ["a"]})).statements[0].plan
    assert plan is not None
    assert [type(rel).__name__ for rel in walk(optimized(plan))] == ["Write", "Scan"]
