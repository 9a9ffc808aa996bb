"""A file that is too large to be held gives the same entries from its lines as it would as a whole."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.logs import Entry, ReadSettings, is_document, read_file, read_stream, stands_in_lines
from headwater.logs.json_stream import json_records
from headwater.logs.records import BadRow, Row, table_rows
from tests.fuzzing import examples

FIXTURES = sorted(path for path in (Path(__file__).parent / "fixtures").iterdir() if path.is_file())
WHOLE_FILES = {"manifest.json", "catalog.json"}
"""One record of several: it is read as a whole in both ways."""


def lines(text: str) -> Iterator[str]:
    return iter(text.splitlines(keepends=True))


def comparable(entry: Entry) -> tuple[object, ...]:
    return (entry.kind, entry.dialect, entry.text, entry.at, entry.user)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_streams_say_what_files_say(path: Path) -> None:
    content = path.read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        pytest.skip("binary")
    whole = sorted(map(repr, map(comparable, read_file(path.name, content, ReadSettings()))))
    streamed = sorted(map(repr, map(comparable, read_stream(path.name, lines(text), ReadSettings()))))
    if "audit" in path.name:  # an insertion without an end is taken where the whole file is at hand
        assert set(streamed) <= set(whole)
    else:
        assert streamed == whole


RECORDS = st.lists(
    st.fixed_dictionaries(
        {"query": st.text(), "n": st.one_of(st.none(), st.lists(st.dictionaries(st.text(), st.text())))}
    ),
    max_size=8,
)


@examples(100)
@given(RECORDS, st.integers(0, 3), st.randoms(use_true_random=False))
def test_json_in_pieces_is_the_same_json(records: list[dict[str, object]], shape: int, cuts: random.Random) -> None:
    names = ["query", "n"]
    compact = {"meta": [{"name": name} for name in names], "data": [[row[name] for name in names] for row in records]}
    text = (
        json.dumps(records),
        json.dumps(records, indent=1, ensure_ascii=False),
        "\n".join(map(json.dumps, records)),
        json.dumps({**compact, "rows": len(records), "statistics": {"data": [1, {"a": "["}]}}),
    )[shape]
    pieces, rest = [], text
    while rest:
        size = cuts.randint(1, 9)
        pieces.append(rest[:size])
        rest = rest[size:]
    assert [row.record for row in json_records(pieces) if isinstance(row, Row)] == records
    assert not [row for row in json_records(pieces) if isinstance(row, BadRow)]


def test_json_that_is_cut_off_costs_its_last_record() -> None:
    rows = list(json_records(['[{"a": 1}, {"a": "tw']))
    assert rows[0] == Row(1, {"a": 1})
    assert isinstance(rows[1], BadRow)
    long = list(json_records(['[{"a": "', "x" * 50, "y" * 50, '"}, {"b": 2}]'], longest=60))
    assert isinstance(long[0], BadRow)
    assert long[1] == Row(2, {"b": 2})


VALUES = st.text(st.sampled_from('a,"\n\r;\t\\N'), max_size=12)


@examples(100)
@given(st.lists(st.lists(VALUES, min_size=2, max_size=2), max_size=6))
def test_tables_hold_what_was_written(rows: list[list[str]]) -> None:
    def quoted(value: str) -> str:
        return '"' + value.replace('"', '""') + '"'

    text = "x,y\n" + "".join(",".join(map(quoted, row)) + "\n" for row in rows)
    found = [row.record for row in table_rows(lines_by_newline(text), ",") if isinstance(row, Row)]
    assert [[record["x"], record["y"]] for record in found] == rows


def lines_by_newline(text: str) -> Iterator[str]:
    parts = text.split("\n")
    yield from (part + "\n" for part in parts[:-1])
    if parts[-1]:
        yield parts[-1]


def test_a_quote_without_an_end_costs_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.logs.records._LONGEST", 100)
    text = ["a,b\n", '1,"never closed\n', *(["x" * 40 + "\n"] * 3), "2,after\n"]
    found = list(table_rows(text, ","))
    assert found[0] == BadRow(2, "a quoted value without an end")
    assert found[-1] == Row(3, {"a": "2", "b": "after"})


@pytest.mark.parametrize(
    ("path", "head", "by_lines", "document"),
    [
        ("a.jsonl", '{"query": "SELECT 1"}\n{"query": "SELECT 2"}\n', True, False),
        ("a.json", '[{"query": "SELECT 1"},\n{"query": "SELECT 2"}]\n', False, True),
        ("a.json", '{\n  "meta": [], "data": []}\n', False, True),
        ("a.json", '{"meta": [], "data": []}', False, True),
        ("a.jsonl", '["query", "id"]\n["SELECT 1", 1]\n', False, False),
        ("a.log", '12:00 INFO {"query": "SELECT 1"}\n12:01 INFO {"query": "SELECT 2"}\n', True, False),
        ("a.csv", "query,id\nSELECT 1,1\n", False, False),
        ("a.sql", '{"query": "SELECT 1"}\n', False, False),
        ("hive.log", "2024-05-01 10:00:00 INFO [main] Compiling command(queryId=q1): SELECT 1\n", False, False),
    ],
)
def test_lines_are_read_apart_only_where_each_is_a_record(path: str, head: str, by_lines: bool, document: bool) -> None:
    assert stands_in_lines(path, head) is by_lines
    assert is_document(path, head) is document


def test_a_long_hive_log_holds_few_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.logs.formats.hive_server._HELD", 4)
    log = []
    for n in range(20):
        for word in ("Compiling", "Executing"):
            log.append(f"2024-05-01 10:00:00 INFO [t1] {word} command(queryId=q{n}): SELECT c{n}\n")
            log.append("FROM t\n")
        log.append(f"2024-05-01 10:00:01 INFO [t1] Completed executing command(queryId=q{n})\n")
    entries = list(read_stream("hive.log", log, ReadSettings()))
    assert [(entry.entry, entry.text, entry.status) for entry in entries] == [
        (f"q{n}", f"SELECT c{n}\nFROM t", "done") for n in range(20)
    ]
