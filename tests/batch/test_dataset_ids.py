"""One identity for a dataset, whoever names it, in every process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from headwater import dialects
from headwater.batch import Names, dialect_system, hash_id
from headwater.bind.dialect import Identifiers


def known(dialect: str, printed: str, mapping: dict[str, str] | None = None, kind: str = "table") -> tuple[str, str]:
    return Names(dialects.get(dialect), mapping or {}).dataset(printed, kind)[:2]


@pytest.mark.parametrize(
    ("dialect", "one", "other"),
    [
        ("hive", "ODS.Orders", "ods.orders"),
        ("hive", "default.t", "t"),
        ("spark", "spark_catalog.default.t", "t"),
        ("duckdb", "memory.main.t", "main.t"),
        ("duckdb", "main.t", "T"),
        ("clickhouse", "default.t", "t"),
        ("flink", "default_catalog.default_database.t", "t"),
    ],
)
def test_names_that_are_one(dialect: str, one: str, other: str) -> None:
    assert known(dialect, one) == known(dialect, other)


@pytest.mark.parametrize(
    ("dialect", "one", "other"),
    [
        ("clickhouse", "T", "t"),
        ("flink", "T", "t"),
        ("duckdb", "s.t", "t"),
        ("hive", "ods.t", "t"),
    ],
)
def test_names_that_are_not(dialect: str, one: str, other: str) -> None:
    assert known(dialect, one) != known(dialect, other)


def test_systems() -> None:
    systems = {name: dialect_system(dialects.get(name)) for name in dialects.NAMES}
    assert systems == {**{name: name for name in dialects.NAMES}, "spark": "hive"}
    assert known("duckdb", "data/a.parquet") == known("spark", "data/a.parquet") == ("file", "data/a.parquet")
    assert known("duckdb", "a.parquet", kind="file") == ("file", "a.parquet")


def test_a_mapping_is_asked_with_the_plain_name() -> None:
    mapping = {"hive:t": "kafka:topic", "file:data/a.parquet": "hive:ods.a"}
    assert known("hive", "DEFAULT.T", mapping) == ("kafka", "topic")
    assert known("spark", "t", mapping) == ("kafka", "topic")
    assert known("duckdb", "data/a.parquet", mapping) == ("hive", "ods.a")
    names = Names(dialects.get("hive"), mapping)
    assert names.dataset("t").written_as == "hive:t"
    assert names.dataset("t").id == hash_id("kafka", "topic")


def test_defaults_go_only_from_whole_names() -> None:
    own = Identifiers(defaults=("memory", "main"))
    assert own.shorten(("main", "t")) == ("main", "t")
    assert own.shorten(("other", "main", "t")) == ("other", "main", "t")
    assert dialects.get("duckdb").identifiers.shorten(("shop", "main", "t")) == ("shop", "t")


def test_columns_fold_as_their_engine_does() -> None:
    hive, clickhouse = Names(dialects.get("hive"), {}), Names(dialects.get("clickhouse"), {})
    assert hive.column(1, "Amount") == hive.column(1, "amount")
    assert clickhouse.column(1, "Amount") != clickhouse.column(1, "amount")
    assert hive.column(1, "amount") != hive.column(2, "amount")


def test_ids_do_not_depend_on_the_process() -> None:
    code = (
        "from headwater import dialects; from headwater.batch import Names;"
        "names = Names(dialects.get('hive'), {}); one = names.dataset('ods.Ünïcode');"
        "print(one.id, names.column(one.id, 'Å'))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "random")
    }
    assert len(outputs) == 1
    assert hash_id("hive", "ods.t") == hash_id("hive", "ods.t") != hash_id("hive", "ods", "t")
    assert -(1 << 63) <= hash_id("x") < 1 << 63
