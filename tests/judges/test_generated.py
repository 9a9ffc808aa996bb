"""Generated statements before their engines: nothing that headwater calls EXACT is denied (`make engines`).

Every day a few hundred are only written, so that a generator that breaks is seen.
"""

from __future__ import annotations

import importlib
import os

import pytest

from tests.judges.generated.__main__ import keep, run
from tests.judges.generated.grammar import Grammar
from tests.judges.live import live

COUNTS = {"duckdb": 20_000, "clickhouse": 20_000, "spark": 5_000, "googlesql": 5_000, "hive": 2_000}
NEEDS = {"duckdb": "duckdb", "clickhouse": "chdb", "spark": "pyspark", "googlesql": "zetasql", "hive": "pyspark"}
SEED = int(os.environ.get("HEADWATER_SEED", "20261118"))
WORDS = {
    "duckdb": (
        "USING (",
        "NATURAL",
        "EXCLUDE",
        "COLUMNS(",
        "PIVOT",
        "ASOF",
        "lambda e",
        "MERGE INTO",
        "BY NAME",
        "QUALIFY",
    ),
    "clickhouse": (
        "ARRAY JOIN",
        "arrayFold",
        "APPLY",
        "WITH RECURSIVE",
        "LIMIT 1 BY",
        "ASOF",
        "REPLACE (",
        "INSERT INTO",
    ),
    "spark": (
        "LATERAL VIEW OUTER",
        "|> ",
        "PIVOT",
        "MERGE INTO",
        "EXECUTE IMMEDIATE",
        "INSERT OVERWRITE",
        "struct(t",
        "e ->",
    ),
    "hive": (
        "LATERAL VIEW OUTER",
        "GROUPING SETS",
        "LEFT SEMI JOIN",
        "json_tuple(",
        "PARTITION (p, q)",
        "MERGE INTO",
        "DISTRIBUTE BY",
        "NOT EXISTS (",
        "quoted.identifiers=none",
    ),
    "googlesql": ("|> ", "UNNEST(", "WITH OFFSET", "EXCEPT (", "MERGE INTO", "UNPIVOT", "ARRAY_TRANSFORM", "QUALIFY"),
}


def generator(name: str, seed: int) -> Grammar:
    module = importlib.import_module(f"tests.judges.generated.{name}")
    (made,) = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Grammar) and value.__module__ == module.__name__
    )
    grammar: Grammar = made(seed)
    return grammar


@pytest.mark.parametrize("name", COUNTS)
def test_a_statement_follows_from_its_seed_and_number(name: str) -> None:
    one, two = generator(name, 3), generator(name, 3)
    assert [one.statement(n).sql for n in range(20)] == [two.statement(n).sql for n in reversed(range(20))][::-1]


@pytest.mark.parametrize("name", COUNTS)
def test_the_forms_are_written(name: str) -> None:
    grammar = generator(name, 1)
    text = "\n".join(grammar.statement(number).sql for number in range(600))
    assert [word for word in WORDS[name] if word not in text] == []


@pytest.mark.engines
@live
@pytest.mark.parametrize("name", COUNTS)
def test_nothing_is_wrong_at_exact(name: str) -> None:
    """`HEADWATER_SEED` asks for other statements than the last time; the figures are those of the proof page."""
    pytest.importorskip(NEEDS[name])
    figures, wrong = run(name, SEED, range(COUNTS[name]), show=False)
    assert not wrong, "\n".join(wrong[:20])
    assert figures["accepted"] * 4 > figures["statements"] * 3, figures
    keep(name, figures)
