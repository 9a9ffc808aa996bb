"""A column of texts has the ids that its texts have one by one, whatever was met before."""

from __future__ import annotations

import random

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater import dialects
from headwater.batch import text_ids
from headwater.batch.text_ids import TextIds
from headwater_synth import Log, Spec
from tests.fuzzing import examples

MET = {dialect: TextIds() for dialect in dialects.NAMES}
"""What the tests met before stays with them: a wrong thing that was remembered is found by a later text."""

SCRAPS = ["SELECT a FROM t WHERE b = ", "'", "''", '"', '""', "`", "\\", "--", "/*", "*/", "/**/", "/*+", "/", "*", "+"]
SCRAPS += ["5", "6", "12", "1.5", ".", ".5", "5e3", "x", "é", "$", "@", "#", "\n", " ", ",", ", ", "(", ")", "\x01"]
SCRAPS += [
    "IN (",
    "in(1, 2)",
    "IN ('a', 3 , '2024-01-01')",
    "VALUES (",
    "VALUES (1, 'a'), (2, 'b')",
    "), (",
    "r'",
    "'''",
]
SCRAPS += [
    "'2024-01-01'",
    "'2024-01-01",
    "'x'",
    "'y'",
    '"n"',
    "`m`",
    " -- one\n",
    " /* two */ ",
    "/* 'three' */",
    "/* 4 */",
]


def one_by_one(dialect: str, given: list[str], target: str | None = None) -> list[str]:
    return [TextIds().text_id(dialect, None, target, text) for text in given]


def together(ids: TextIds, dialect: str, given: list[str], target: str | None = None) -> list[str]:
    many = len(given)
    return ids.column_ids([dialect] * many, [None] * many, [target] * many, pa.array(given, pa.string()))


@pytest.mark.parametrize("dialect", dialects.NAMES)
def test_ends_that_look_like_literals(dialect: str) -> None:
    """Pairs in which what one of them has as a literal stands open in the other."""
    pairs = [
        ("SELECT 'abc'", "SELECT '5"),
        ("SELECT /* hello */ x", "SELECT /*5 x"),
        ("SELECT /* hello */ x", "SELECT /**/5 x"),
        ("SELECT /* hello */ x", "SELECT /* a /* b */ x"),
        ("SELECT a -- one", "SELECT a -- /*"),
        ("SELECT '2024-01-01'", "SELECT '2024-01-01''x'"),
        ("SELECT '2024-01-01'", "SELECT '2024-01-01\""),
        ("SELECT a = 1", "SELECT a = \x01"),
        ("SELECT a = 'x'", "SELECT a = '\x01"),
        ("SELECT 1 AS a", "SELECT 1.5 AS a"),
        ("SELECT b = 1e5", "SELECT b = 2e5"),
        ("SELECT a FROM t WHERE b IN (1, 2)", "SELECT a FROM t WHERE b IN (3)"),
        ("SELECT a FROM t WHERE b IN ('x')", "SELECT a FROM t WHERE b IN ('x', y)"),
        ("INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (1, 'a'), (2, 'b')"),
        ("INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (1, 'a'), (2, b)"),
        ("SELECT a FROM t GROUP BY 1", "SELECT a FROM t GROUP BY 2"),
        ("SELECT `a` FROM t WHERE b = 1", "SELECT `c` FROM t WHERE b = 2"),
        ('SELECT "a" FROM t WHERE b = 1', 'SELECT "c" FROM t WHERE b = 2'),
    ]
    for one, other in pairs:
        for both in ([one, other], [other, one]):
            assert together(TextIds(), dialect, both) == one_by_one(dialect, both), both


@examples(300)
@given(st.sampled_from(dialects.NAMES), st.lists(st.lists(st.sampled_from(SCRAPS), max_size=9), min_size=1, max_size=8))
def test_any_scraps(dialect: str, made: list[list[str]]) -> None:
    texts = ["SELECT a FROM t WHERE b = " + "".join(one) for one in made]
    assert together(MET[dialect], dialect, texts) == one_by_one(dialect, texts)


def test_the_synthetic_log() -> None:
    log = Log(Spec(statements=2_000, templates=150, seed=3))
    chance = random.Random(1)
    runs = [log.run(number) for number in range(2_000)]
    for dialect in dialects.NAMES:
        texts = [run.text for run in runs if run.dialect == dialect]
        chance.shuffle(texts)
        for target in (None, "t"):
            assert together(TextIds(), dialect, texts, target) == one_by_one(dialect, texts, target)


def test_a_column_of_several_dialects_and_databases() -> None:
    keys = [("hive", "a", None), ("spark", "a", None), ("hive", "b", None), ("hive", "a", "t"), ("hive", "a", None)]
    names, databases, targets = zip(*keys, strict=True)
    sql = [f"SELECT a FROM t WHERE b = {number}" for number in range(len(keys))]
    result = TextIds().column_ids(names, databases, targets, pa.array(sql))
    assert result == [TextIds().text_id(*one, text) for one, text in zip(keys, sql, strict=True)]
    assert len(set(result)) == 4
    assert result[0] == result[4]


def test_most_texts_of_a_log_are_not_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = TextIds()
    texts = [
        f"SELECT a, 'x' AS k FROM t WHERE b = {number} AND c IN ({number}, 2) -- {number}" for number in range(500)
    ]
    looked = 0
    long_way = text_ids.Fingerprinter.settled

    def counting(self: text_ids.Fingerprinter, text: str) -> tuple[str, str | None]:
        nonlocal looked
        looked += 1
        return long_way(self, text)

    monkeypatch.setattr(text_ids.Fingerprinter, "settled", counting)
    assert len(set(together(ids, "duckdb", texts))) == 1
    assert looked == 1


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_ids, "_MOST_SKELETON_CHARS", 2_000)
    ids = TextIds()
    texts = [f"SELECT column_{number} FROM t WHERE b = 1" for number in range(500)]
    assert together(ids, "duckdb", texts) == one_by_one("duckdb", texts)
    (known,) = ids._fingerprinters.values()
    assert sum(map(len, known._known)) <= 2_000
