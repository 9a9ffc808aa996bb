"""Columns called like keywords: ClickHouse reserves hardly any word, the parser many, and types and functions besides.

Every keyword of the parser is a column of a table of its own, in a few places of a query. What the engine takes,
headwater must answer as the engine does, or at a lower level than EXACT.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlglot.dialects.clickhouse import ClickHouse

from tests.judges.clickhouse import Judge
from tests.judges.clickhouse_engine import missing
from tests.judges.values import Abstain

WORDS = sorted(
    {keyword.lower() for keyword in ClickHouse.Tokenizer.KEYWORDS if keyword.replace("_", "").isalpha()}
    | {"now", "user", "inf", "nan", "totals", "fill", "columns", "if", "key", "by", "second", "day", "print"}
)
FORMS = (
    "SELECT {0}, z FROM t_{0}",
    "SELECT z + {0} AS r FROM t_{0} WHERE {0} > 1 ORDER BY {0}",
    "SELECT max({0}) AS r FROM t_{0}",
    "SELECT t.{0} AS r FROM t_{0} AS t",
    "SELECT ({0}, z) AS r FROM t_{0}",
    "SELECT {0}::String AS r FROM t_{0}",
    "SELECT z AS {0} FROM t_{0}",
    "WITH q AS (SELECT {0} FROM t_{0}) SELECT {0} FROM q",
)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """A table for each word."""
    why = missing()
    if why is not None:
        pytest.skip(why)
    tables = (f"CREATE TABLE t_{word} (`{word}` UInt8, z UInt8) ENGINE = Memory" for word in WORDS)
    found = Judge(";\n".join(tables) + ";\n")
    yield found
    found.engine.close()


def test_a_column_called_like_a_keyword(judge: Judge) -> None:
    wrong: list[str] = []
    unread: list[str] = []
    asked = 0
    for word in WORDS:
        for form in FORMS:
            sql = form.format(word)
            try:
                expected = judge.expected(sql)
            except Abstain:
                continue
            asked += 1
            got = judge.got(sql)
            if judge.difference(sql, expected, got) is not None:
                (wrong if got.level == "EXACT" else unread).append(sql)
    assert wrong == []
    assert asked > 2000
    assert len(unread) < asked * 0.02, unread
