"""The memory of answers: found again where they would be given again, and bounded in memory and on disk."""

from __future__ import annotations

import threading
from pathlib import Path

import headwater
from headwater.cache import Cache

SQL = "SELECT a + 1 AS b FROM t"


def test_an_answer_is_remembered_and_is_the_same() -> None:
    cache = Cache()
    catalog = headwater.Catalog({"t": ["a"]})
    first = cache.analyze(SQL, dialect="clickhouse", catalog=catalog)
    assert cache.analyze(SQL, dialect="clickhouse", catalog=catalog) is first
    assert first.to_dict() == headwater.analyze(SQL, dialect="clickhouse", catalog=catalog).to_dict()
    assert (cache.hits, cache.misses) == (1, 1)


def test_whatever_changes_the_answer_changes_the_key() -> None:
    cache = Cache()
    catalog = headwater.Catalog({"t": ["a"]})
    options = headwater.Options(functions={"f": "scalar value"})
    keys = {
        cache.key(SQL, dialect="clickhouse"),
        cache.key(SQL + " ", dialect="clickhouse"),
        cache.key(SQL, dialect="duckdb"),
        cache.key(SQL, dialect="clickhouse", catalog=catalog),
        cache.key(SQL, dialect="clickhouse", catalog=headwater.Catalog({"t": {"a": "int"}})),
        cache.key(SQL, dialect="clickhouse", catalog=headwater.Catalog({"u": ["a"]})),
        cache.key(SQL, dialect="clickhouse", database="shop"),
        cache.key(SQL, dialect="clickhouse", fold_views=True),
        cache.key(SQL, dialect="clickhouse", options=options),
        cache.key(SQL, dialect="clickhouse", name="file.sql"),
        cache.key(
            SQL,
            dialect="clickhouse",
            catalog=headwater.Catalog.from_ddl("CREATE VIEW t AS SELECT 1 AS a", dialect="clickhouse"),
        ),
        cache.key(
            SQL,
            dialect="clickhouse",
            catalog=headwater.Catalog.from_ddl("CREATE VIEW t AS SELECT 2 AS a", dialect="clickhouse"),
        ),
        cache.key(
            SQL,
            dialect="clickhouse",
            catalog=headwater.Catalog.from_ddl("CREATE FUNCTION f AS x -> x", dialect="clickhouse"),
        ),
        cache.key(
            SQL,
            dialect="clickhouse",
            catalog=headwater.Catalog.from_ddl("CREATE FUNCTION f AS x -> 1", dialect="clickhouse"),
        ),
    }
    assert len(keys) == 14


def test_a_table_more_is_another_catalog() -> None:
    cache = Cache()
    catalog = headwater.Catalog({"u": ["a"]})
    before = cache.analyze("SELECT * FROM t", dialect="clickhouse", catalog=catalog)
    catalog.add(headwater.Catalog({"t": ["a"]}).tables[0])
    after = cache.analyze("SELECT * FROM t", dialect="clickhouse", catalog=catalog)
    assert (before.level, after.level) == ("INFERRED", "EXACT")


def test_memory_is_bounded_and_the_least_used_goes_first() -> None:
    cache = Cache(size=2)
    one, two, three = (f"SELECT {n} AS x" for n in range(3))
    answer = cache.analyze(one, dialect="clickhouse")
    cache.analyze(two, dialect="clickhouse")
    assert cache.analyze(one, dialect="clickhouse") is answer
    cache.analyze(three, dialect="clickhouse")
    assert len(cache) == 2
    assert cache.analyze(one, dialect="clickhouse") is answer
    misses = cache.misses
    cache.analyze(two, dialect="clickhouse")
    assert cache.misses == misses + 1


def test_a_folder_serves_the_next_process(tmp_path: Path) -> None:
    first = Cache(folder=tmp_path)
    answer = first.answer(SQL, dialect="clickhouse")
    second = Cache(folder=tmp_path)
    assert second.answer(SQL, dialect="clickhouse") == answer
    assert (second.hits, second.misses) == (1, 0)
    assert answer["statements"][0]["edges"][0]["from"] == "t.a"
    (file,) = tmp_path.glob("*/*.json")
    file.write_text("{ broken")
    third = Cache(folder=tmp_path)
    assert third.answer(SQL, dialect="clickhouse") == answer
    assert third.misses == 1


def test_a_folder_is_bounded(tmp_path: Path) -> None:
    cache = Cache(folder=tmp_path, files=10)
    for n in range(300):
        cache.answer(f"SELECT {n} AS x", dialect="clickhouse")
    assert len(list(tmp_path.glob("*/*.json"))) < 100
    assert not list(tmp_path.glob("*/*.tmp"))


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert Cache(folder=file).answer(SQL, dialect="clickhouse")["statements"]


def test_several_threads_share_it() -> None:
    cache = Cache(size=5)
    right: list[bool] = []

    def work() -> None:
        for n in range(40):
            statement = cache.analyze(f"SELECT a AS x{n % 7} FROM t", dialect="clickhouse").statements[0]
            right.append(statement.columns[0].name == f"x{n % 7}")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 160
    assert len(cache) == 5
