"""Statements that a dialect's reader takes apart: whatever the words are, it ends, and gives up kindly."""

from __future__ import annotations

import random

import pytest

import headwater
from tests.fuzzing import FUZZING
from tests.golden import goldenfile

FILES = ("alter", "columns", "dictionaries", "engines", "insert", "materialized_views", "table_functions")
TEXTS = sorted(
    {
        case.sql
        for case in goldenfile.parse_folder()
        if case.path.parent.name == "clickhouse" and case.path.stem in FILES
    }
)
BEFORE = (
    "",
    "CREATE TABLE t (a Int32, b Int32 DEFAULT a, c Int32 ALIAS b, e Int32 EPHEMERAL); ",
    "CREATE DICTIONARY d (id UInt64, name String) PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 't')); ",
)


def broken(dice: random.Random) -> str:
    """A statement with a word too many, too few or of another statement, or cut off."""
    parts = dice.choice(TEXTS).split(" ")
    at = dice.randrange(len(parts))
    way = dice.randrange(4)
    if way == 0:
        parts = parts[: at + 1]
    elif way == 1:
        parts[at] = dice.choice(dice.choice(TEXTS).split(" "))
    elif way == 2:
        del parts[at]
    else:
        parts[at] += dice.choice(["(", ")", ",", "'", "`", "=", ".", "{", "]", "*"])
    return dice.choice(BEFORE) + " ".join(parts)


@pytest.mark.parametrize("number", range(8))
def test_broken_statements_end_and_are_answered(number: int) -> None:
    dice = random.Random(None if FUZZING else number)
    for _ in range(60):
        text = broken(dice)
        for statement in headwater.analyze(text, dialect="clickhouse").statements:
            statement.to_dict()
            assert not [
                diagnostic.message for diagnostic in statement.diagnostics if diagnostic.code.startswith("E9")
            ], text


def test_words_that_once_had_no_end() -> None:
    text = "CREATE DICTIONARY d ON t c (id UInt64) PRIMARY KEY id SOURCE(MYSQL(PORT 3306))"
    assert headwater.analyze(text, dialect="clickhouse").statements[0].level != "EXACT"


def test_many_columns_cost_what_they_are() -> None:
    """Linear: the parentheses of a statement are matched once, whatever the number of its columns."""
    columns = ", ".join(f"c{n} Int32 DEFAULT c{n + 1} + (1)" for n in range(3000))
    statement = headwater.analyze(f"CREATE TABLE t ({columns}, c3000 Int32)", dialect="clickhouse").statements[0]
    assert statement.level == "EXACT"
    assert len(statement.edges) == 3000
