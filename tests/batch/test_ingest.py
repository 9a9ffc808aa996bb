"""Files and lines become entries; entries become runs and texts, and none is lost."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from headwater.batch import ingest
from headwater.batch.ingest import temporary_table_name
from headwater.batch.read import read_files, read_lines, read_records, read_streams
from headwater.logs import Entry, ReadSettings
from headwater.rows.steps import ENTRY, INGESTED

FIXTURES = Path(__file__).parent.parent / "logs" / "fixtures"
SETTINGS = ReadSettings()


def rows(batches: Any) -> list[dict[str, Any]]:
    return [row for batch in batches for row in batch.to_pylist()]


def files(*given: tuple[str, bytes]) -> list[pa.RecordBatch]:
    return [pa.record_batch({"path": [path], "content": pa.array([data], pa.binary())}) for path, data in given]


def lines(path: str, text: str, size: int = 3) -> list[pa.RecordBatch]:
    """A file as Spark hands it over: line by line, a few at a time."""
    result = text.encode().splitlines()
    return [
        pa.record_batch({"path": [path] * len(part), "start": [0] * len(part), "value": part})
        for part in (result[index : index + size] for index in range(0, len(result), size))
    ]


def test_a_file_that_is_nothing_is_an_entry_that_says_so() -> None:
    contents = [
        ("spark/a.sql", b"SELECT 1"),
        ("spark/empty.sql", b""),
        ("spark/binary.sql", bytes(range(256)) * 40),
        ("hive/latin.sql", "SELECT 'é' AS k FROM t".encode("latin-1")),
        ("spark/broken.sql.gz", b"\x1f\x8b\x08 no"),
    ]
    entries = rows(read_files(files(*contents), SETTINGS, str))
    assert {row["source"] for row in entries} == {path for path, _ in contents if "empty" not in path} | {
        "spark/empty.sql"
    }
    by_source = {row["source"]: row for row in entries}
    assert by_source["spark/a.sql"]["kind"] == "statement"
    assert by_source["hive/latin.sql"]["text"] == "SELECT 'é' AS k FROM t"
    for bad in ("spark/binary.sql", "spark/broken.sql.gz"):
        assert by_source[bad]["kind"] == "unread"
        assert by_source[bad]["detail"]


def test_a_large_log_is_read_as_the_small_one() -> None:
    path = FIXTURES / "query_log.jsonl"
    small_log = rows(read_files(files(("query_log.jsonl", path.read_bytes())), SETTINGS, str))
    by_line = rows(read_lines(lines("query_log.jsonl", path.read_text("utf-8")), SETTINGS, str))
    assert small_log
    compared = [
        [(row["kind"], row["dialect"], row["text"], row["at"], row["user"], row["status"]) for row in one]
        for one in (small_log, by_line)
    ]
    assert compared[0] == compared[1]
    assert len({(row["source"], row["entry"]) for row in by_line}) == len(by_line)


def test_a_large_script_is_cut_into_its_statements() -> None:
    text = "-- dialect: duckdb\n" + "".join(
        f"CREATE TABLE t{n} AS -- it's; fine\nSELECT ';' AS a,\n  {n} AS b;\n" for n in range(50)
    )
    other = "-- dialect: hive\nSELECT a FROM x;\nSELECT b FROM y"
    batches = [*lines("big/one.sql", text), *lines("big/two.sql", other, 1)]
    entries = rows(read_streams(batches, SETTINGS, str))
    assert Counter((row["source"], row["dialect"]) for row in entries) == {
        ("big/one.sql", "duckdb"): 50,
        ("big/two.sql", "hive"): 2,
    }
    assert {row["job"] for row in entries} == {"big/one.sql", "big/two.sql"}
    first = [row for row in entries if row["source"] == "big/one.sql"]
    for number, row in enumerate(first):
        assert f"t{number} " in row["text"]
        assert "b" in row["text"]
    assert len({row["entry"] for row in first}) == 50


def test_large_files_in_any_encoding() -> None:
    latin = [b"-- dialect: hive", "SELECT 'é' AS k FROM t;".encode("latin-1"), "SELECT 'ü' AS k FROM t;".encode()]
    batches = [pa.record_batch({"path": ["a.sql"] * 3, "start": [0] * 3, "value": latin})]
    binary = [bytes(range(256)) + b";"] * 60
    batches += [pa.record_batch({"path": ["b.sql"] * 60, "start": [0] * 60, "value": binary})]
    entries = rows(read_streams(batches, SETTINGS, str))
    assert [(row["source"], row["kind"]) for row in entries] == [
        ("a.sql", "statement"),
        ("a.sql", "statement"),
        ("b.sql", "unread"),
    ]
    assert "é" in entries[0]["text"]
    assert "ü" in entries[1]["text"]
    batch = pa.record_batch({"path": ["c"], "start": [0], "value": [b'{"sql": "SELECT \xe9", "dialect": "hive"}']})
    assert rows(read_lines([batch], SETTINGS, str))[0]["text"] == "SELECT é"


def test_a_table_of_statements_by_its_columns() -> None:
    batch = pa.record_batch(
        {
            "sql": ["SELECT a FROM t", None, "SELECT b FROM t"],
            "engine": ["hive", "hive", "no such engine"],
            "ran": [datetime(2024, 5, 1, tzinfo=UTC)] * 3,
            "_path": ["x.parquet"] * 3,
            "_start": [0] * 3,
        }
    )
    settings = ReadSettings(columns={"text": "sql", "dialect": "engine", "at": "ran"})
    entries = rows(read_records([batch], settings, str))
    assert len(entries) == 3
    assert [row["kind"] for row in entries][:2] == ["statement", "unread"]
    assert entries[0]["at"] == datetime(2024, 5, 1, tzinfo=UTC)
    ingested = rows(
        ingest.ingest(_batches([Entry(**{k: v for k, v in row.items() if k != "entries"}) for row in entries], 1))
    )
    assert Counter(row["part"] for row in ingested) == {"run": 1, "text": 1, "unread": 2}


def _batches(entries: list[Entry], size: int) -> list[pa.RecordBatch]:
    schema = ENTRY.arrow_schema().remove_metadata()
    return [
        pa.RecordBatch.from_pylist(
            [dict(zip(ENTRY.names, (*entry, 1), strict=True)) for entry in entries[index : index + size]], schema=schema
        )
        for index in range(0, len(entries), size)
    ]


def log(count: int) -> list[Entry]:
    chance = random.Random(2)
    result = []
    for number in range(count):
        template = chance.randrange(20)
        text: str | None = f"SELECT c{template} FROM t WHERE d = {chance.randrange(1000)}"
        dialect: str | None = chance.choice(["hive", "bigquery", None, "klingon"]) if number % 10 == 0 else "spark"
        kind = "unread" if number % 50 == 0 else "statement"
        if number % 77 == 0:
            text = None
        result.append(Entry(f"log{number % 3}", str(number), kind, dialect, text=text, user=f"u{number % 4}"))
    return result


@pytest.mark.parametrize("size", [7, 1000])
def test_every_entry_is_kept_once(size: int) -> None:
    entries = log(1000)
    ingested = rows(ingest.ingest(_batches(entries, size)))
    assert list(ingested[0]) == INGESTED.names
    counted = [row for row in ingested if row["part"] in ("run", "unread", "statement")]
    assert Counter((row["source"], row["entry"]) for row in counted) == Counter(
        (entry.source, entry.entry) for entry in entries
    )
    assert all(row["entries"] == 1 for row in counted)
    assert {row["part"] for row in counted} == {"run", "unread"}, "what has no text cannot be read"
    texts = {row["unit"]: row for row in ingested if row["part"] == "text"}
    assert {row["unit"] for row in counted if row["part"] == "run"} == set(texts)
    assert len(texts) < 100
    assert {row["dialect"] for row in texts.values()} == {"hive", "googlesql", "spark"}
    assert all(row["detail"] for row in counted if row["part"] == "unread" and int(row["entry"]) % 50)


def test_which_text_is_kept_does_not_depend_on_the_cut() -> None:
    entries = log(600)
    by_unit = {row["unit"]: row["text"] for row in rows(ingest.ingest(_batches(entries, 600))) if row["part"] == "text"}
    random.Random(9).shuffle(entries)
    parts: dict[str, str] = {}
    for index in range(0, 600, 100):
        for row in rows(ingest.ingest(_batches(entries[index : index + 100], 50))):
            if row["part"] == "text":
                parts[row["unit"]] = min(row["text"], parts.get(row["unit"], row["text"]))
    assert parts == by_unit


def test_temporary_tables_are_told_by_session() -> None:
    entries = [
        Entry("log", "1", "statement", "duckdb", text="CREATE TEMP TABLE Recent AS SELECT 1 AS a", session="s"),
        Entry("log", "2", "statement", "duckdb", text="CREATE TEMP TABLE other AS SELECT 1 AS a"),
        Entry("log", "3", "statement", "duckdb", text="CREATE TEMP TABLE no AS SELECT", session="s", status="failed"),
    ]
    ingested = rows(ingest.ingest(_batches(entries, 10)))
    assert [(row["text"], row["session"], row["entries"]) for row in ingested if row["part"] == "temporary"] == [
        ("recent", "s", 0)
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CREATE OR REPLACE TEMPORARY VIEW `v` AS SELECT 1", "v"),
        ("create temp table if not exists a.b (x int)", "a.b"),
        ("CREATE GLOBAL TEMPORARY VIEW g AS SELECT 1", "g"),
        ("-- note\nCREATE TEMP TABLE t AS SELECT 1", "t"),
        ("/* job 7 */ CREATE TEMP TABLE t AS SELECT 1", "t"),
        ("CREATE TABLE t AS SELECT 1", None),
        ("SELECT 'create temp table x'", None),
    ],
)
def test_the_name_of_a_temporary_table(text: str, name: str | None) -> None:
    assert temporary_table_name(text) == name


def test_batches_are_bounded() -> None:
    long = [
        Entry("log", str(n), "statement", "spark", text=f"SELECT a{n} FROM t -- " + "x" * 100_000) for n in range(200)
    ]
    for batch in ingest.ingest(_batches(long, 20)):
        assert batch.num_rows <= 2_000
        assert sum(len(text or "") for text in batch.column("text").to_pylist()) < 10 << 20


def test_dbt_lists_tables() -> None:
    data = (FIXTURES / "catalog.json").read_bytes()
    entries = rows(read_files(files(("dbt/catalog.json", data)), ReadSettings(dialect="duckdb"), str))
    ingested = rows(ingest.ingest([pa.RecordBatch.from_pylist(entries, schema=ENTRY.arrow_schema().remove_metadata())]))
    assert {row["part"] for row in ingested} == {"table"}
    assert all(json.loads(row["columns"]) for row in ingested)
