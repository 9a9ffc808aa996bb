"""Broken statements get an honest answer: 300 of each dialect every day, 100,000 in a fuzz run."""

from __future__ import annotations

import random

import pytest

from tests import mutations
from tests.fuzzing import FUZZING

DIALECTS = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")
COUNT = 100_000 if FUZZING else 300


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_broken_statement_neither_raises_nor_hangs(dialect: str) -> None:
    report = mutations.run(dialect, COUNT, random.randrange(10**6) if FUZZING else 1)
    if FUZZING:
        print(f"\n{dialect}: {report.statements} statements, {report.exact} EXACT, to be looked at:")
        print(*report.skipped[:20], sep="\n")
    assert report.statements == COUNT
    assert report.internal == []
    assert report.slow == []


def test_a_name_that_the_parser_loses_is_seen() -> None:
    lost = mutations.vanished("SELECT struct_concat({'x': a,} {'y': b}) FROM t", "duckdb", frozenset({"a", "b"}))
    assert lost == ["a"]
