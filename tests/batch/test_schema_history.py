"""A catalog as of a time, small enough to travel."""

from __future__ import annotations

import json
import pickle

from headwater import dialects
from headwater.batch import ALWAYS, AsOf, History, Version
from headwater.batch.schema_history import GONE


def version(name: str, since: int, *columns: str) -> Version:
    return Version(name, since, "table", False, json.dumps([[column, "int", None] for column in columns]))


HISTORY = History.of(
    [
        version("hive:t", 20, "a", "b"),
        version("hive:t", 10, "a"),
        version("hive:ods.o", ALWAYS, "k"),
        version("kafka:orders", ALWAYS, "payload"),
        version("hive:t", 30, "a", "b", "c"),
    ]
)


def names(history: History, name: str, as_of: int | None) -> list[str] | None:
    result = history.find(name, as_of)
    return None if result is None else [column.name for column in result.columns or ()]


def test_as_of() -> None:
    for at, expected in [(5, "a"), (10, "a"), (11, "a"), (20, "a"), (21, "ab"), (30, "ab"), (31, "abc"), (None, "abc")]:
        assert names(HISTORY, "hive:t", at) == list(expected), at
    assert names(HISTORY, "hive:ods.o", -5) == names(HISTORY, "hive:ods.o", None) == ["k"]
    assert HISTORY.find("hive:nothing", None) is None
    assert ("hive:t" in HISTORY, "hive:nothing" in HISTORY, len(HISTORY)) == (True, False, 3)


def test_what_changes_and_what_is_last() -> None:
    assert HISTORY.changes() == [("hive:t", 10, 0, 0), ("hive:t", 20, 1, 1), ("hive:t", 30, 2, 2)]
    latest = {row["name"]: len(json.loads(row["columns"])) for row in HISTORY.latest().to_pylist()}
    assert latest == {"hive:t": 3, "hive:ods.o": 1, "kafka:orders": 1}


def test_a_table_that_is_gone_has_no_schema_until_another_comes() -> None:
    gone = Version("hive:t", 20, "table", False, GONE)
    history = pickle.loads(pickle.dumps(History.of([version("hive:t", 10, "a"), gone])))
    again = History.of([version("hive:t", 10, "a"), gone, version("hive:t", 30, "a")])
    assert [names(history, "hive:t", at) for at in (15, 25, None)] == [["a"], None, ["a"]]
    assert [names(again, "hive:t", at) for at in (15, 25, 35, None)] == [["a"], None, ["a"], ["a"]]
    assert [change.schema for change in again.changes()] == [0, 1, 0], "it is as it was"
    assert history.latest().to_pylist() == again.latest().slice(0, 1).set_column(1, "since", [[10]]).to_pylist()


def test_a_table_that_was_gone_at_once_has_no_last_version() -> None:
    history = History.of([Version("hive:t", 10, "table", False, GONE), version("hive:u", 10, "a")])
    assert [row["name"] for row in history.latest().to_pylist()] == ["hive:u"]
    assert names(history, "hive:t", None) is None


def test_it_travels() -> None:
    there = pickle.loads(pickle.dumps(HISTORY))
    assert list(there) == list(HISTORY)
    assert names(there, "hive:t", 21) == ["a", "b"]
    empty = pickle.loads(pickle.dumps(History.of([])))
    assert len(empty) == 0
    assert empty.latest().num_rows == 0


def test_a_dialect_finds_its_own_names_and_joined_ones() -> None:
    mapping = {"flink:src": "kafka:orders", "hive:raw.orders": "kafka:orders"}
    hive = AsOf(HISTORY, dialects.get("hive"), mapping, 21).index(None, ())
    assert [column.name for column in hive.get(("default", "t")).columns] == ["a", "b"]
    assert [column.name for column in hive.get(("ods", "o")).columns] == ["k"]
    assert [column.name for column in hive.get(("raw", "orders")).columns] == ["payload"]
    spark = AsOf(HISTORY, dialects.get("spark"), mapping, None)
    key = (*dialects.get("spark").identifiers.defaults, "t")
    assert len(spark.index(None, ()).get(key).columns) == 3, "Spark and Hive share their tables"
    duckdb = AsOf(HISTORY, dialects.get("duckdb"), mapping, None).index(None, ())
    assert duckdb.get((*dialects.get("duckdb").identifiers.defaults, "t")) is None
