"""What comes between a file and its entries: compression, encodings, garbage, headers, folders, columns."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import random
import zlib
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater import logs
from headwater.logs import Entry, ReadSettings
from tests.fuzzing import examples

PLAIN = ReadSettings()
ROWS = '{"sql": "SELECT 1", "dialect": "hive"}\n{"sql": "SELECT é", "dialect": "spark"}\n'


def read(content: bytes | str, name: str = "in/t.jsonl", settings: ReadSettings = PLAIN) -> list[Entry]:
    return list(logs.read_file(name, content.encode() if isinstance(content, str) else content, settings))


def texts(found: list[Entry]) -> list[str | None]:
    return [entry.text for entry in found]


def unread(found: list[Entry]) -> str:
    """Why a file is not read, if that is all there is to say."""
    (entry,) = found
    assert (entry.kind, entry.text) == ("unread", None)
    assert entry.detail
    assert "\n" not in entry.detail
    return entry.detail


# ── compression ──────────────────────────────────────────────────────────────────────────────────────────────────
PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zlib": zlib.compress,
}


@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
def test_compressed_files_are_known_by_their_bytes(pack: Callable[[bytes], bytes]) -> None:
    assert read(pack(ROWS.encode())) == read(ROWS)
    assert texts(read(pack(b"SELECT 1;"), "a.sql")) == ["SELECT 1;"]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_streams_one_after_another_are_one_text(pack: Callable[[bytes], bytes]) -> None:
    read_single, two = ROWS.splitlines(keepends=True)
    assert read(pack(read_single.encode()) + pack(two.encode())) == read(ROWS)


def test_zstd_is_read_or_says_what_is_missing() -> None:
    frame = bytes.fromhex("28b52ffd0458490000") + b"SELECT 1;" + bytes.fromhex("00000000")
    try:
        import zstandard
    except ImportError:
        assert "pip install zstandard" in unread(read(frame))
    else:
        read_single, two = (zstandard.compress(row.encode()) for row in ROWS.splitlines(keepends=True))
        assert read(read_single + two) == read(ROWS)
        *entries, last = read(read_single + two[:-5])
        assert (texts(entries), last.kind) == (["SELECT 1"], "unread")


def test_a_cut_off_gzip_gives_what_is_whole_and_says_so() -> None:
    row = random.Random(1)
    rows = [json.dumps({"sql": f"SELECT {row.random()}"}) for _ in range(20_000)]
    packed = gzip.compress("\n".join(rows).encode())
    *entries, last = read(packed[: len(packed) // 2])
    assert 1000 < len(entries) < 20_000
    assert texts(entries) == [json.loads(row)["sql"] for row in rows[: len(entries)]]
    assert (last.kind, "gzip" in (last.detail or "")) == ("unread", True)


def test_a_cut_off_script_is_not_run_to_its_middle() -> None:
    noise = random.Random(1)
    script = "".join(f"SELECT {noise.random()};\n" for _ in range(20_000))
    packed = gzip.compress(script.encode())
    assert "gzip" in unread(read(packed[: len(packed) // 2], "a.sql.gz"))


def test_a_damaged_stream_is_told() -> None:
    assert "gzip" in unread(read(gzip.compress(ROWS.encode())[:14]))
    assert "xz" in unread(read(lzma.compress(ROWS.encode())[:8]))


@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
def test_a_bomb_does_not_go_off(pack: Callable[[bytes], bytes]) -> None:
    bomb = pack(b"x" * 50_000_000)
    assert "1,000,000 bytes" in unread(read(bomb, settings=ReadSettings(max_bytes=1_000_000)))


def test_text_that_begins_like_a_stream_is_text() -> None:
    assert texts(read("BZh is no verb\n" + ROWS, "a.sql")) == ["BZh is no verb\n" + ROWS]
    assert texts(read("x^2", "a.sql")) == ["x^2"]


# ── encodings ────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings_of_unicode(encoding: str) -> None:
    assert read(ROWS.encode(encoding)) == read(ROWS)


def test_utf16_with_its_mark_at_either_end() -> None:
    assert read(b"\xfe\xff" + ROWS.encode("utf-16-be")) == read(ROWS)


def test_a_code_page_is_guessed_and_marked() -> None:
    (entry,) = read("SELECT 'café: 10 €'".encode("cp1252"), "a.sql")
    assert (entry.text, entry.detail) == ("SELECT 'café: 10 €'", "read as cp1252: it is not UTF-8")


def test_a_bad_byte_does_not_spoil_the_others() -> None:
    (entry,) = read("SELECT 'é', 'ü', '".encode() + b"\xff'", "a.sql")
    assert entry.text == "SELECT 'é', 'ü', '\ufffd'"
    assert entry.detail == "1 bytes that are not UTF-8 were replaced"


def test_lone_surrogates_go_no_further() -> None:
    (entry,) = read('{"sql": "SELECT \'\\ud800\'", "user": "\\udfff"}')
    assert (entry.text, entry.user) == ("SELECT '?'", "?")


# ── garbage ──────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["a.sql", "a.jsonl", "a.csv", "a.log", "a"])
@pytest.mark.parametrize("content", [b"", b"  \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_told(name: str, content: bytes) -> None:
    assert unread(read(content, name)) == "the file is empty"


@pytest.mark.parametrize("name", ["a.sql", "a.jsonl", "a.csv", "a.log", "a"])
def test_binary_garbage_is_told(name: str) -> None:
    noise = random.Random(7).randbytes(5000)
    assert unread(read(noise, name)) == "binary data, not text"
    assert unread(read(b"\x7fELF\x02\x01\x01" + bytes(200), name)) == "binary data, not text"


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"PAR1" + bytes(9), "Parquet"),
        (b"PK\x03\x04rest", "zip"),
        (b"LZ4Block\x25", "lz4"),
        (b"SEQ\x06x", "sequence file"),
    ],
)
def test_files_that_are_known_but_not_read_are_named(content: bytes, word: str) -> None:
    assert word in unread(read(content))


def test_a_line_that_is_no_record_costs_itself() -> None:
    first, bad, last = read('{"sql": "SELECT 1"}\n{"sql": "SEL\n{"sql": "SELECT 3"}\n')
    assert (first.kind, first.detail) == (
        "unread",
        "not JSON: Unterminated string starting at: line 1 column 9 (char 8)",
    )
    assert (first.entry, bad.text, last.text) == ("2", "SELECT 1", "SELECT 3")


def test_a_first_line_that_is_cut_off_costs_itself() -> None:
    result = read('{"sql": "SEL\n{"sql": "SELECT 2"}\n{"sql": "SELECT 3"}\n')
    assert [(entry.entry, entry.kind) for entry in result] == [("1", "unread"), ("2", "statement"), ("3", "statement")]


def test_a_line_of_many_megabytes() -> None:
    text = "SELECT '" + "x" * 8_000_000 + "'"
    assert texts(read(json.dumps({"sql": text}) + "\n" + json.dumps({"sql": "SELECT 2"}))) == [text, "SELECT 2"]
    assert texts(read(f'sql,user\n"{text}",a\n', "a.csv")) == [text]


def test_a_row_of_a_table_with_types() -> None:
    at = datetime(2026, 5, 1, 10)
    row = {"sql": "SELECT 1", "start_time": at, "user": b"etl", "job": {"at": at}}
    (entry,) = logs.read_record("hive/t.parquet", 3, row, PLAIN)
    assert (entry.entry, entry.dialect, entry.user) == ("3", "hive", "etl")
    assert entry.at == at.replace(tzinfo=UTC)
    assert entry.job == '{"at": "2026-05-01 10:00:00"}'


def test_nesting_without_end_is_told() -> None:
    assert read("[" * 200_000)[0].kind == "unread"
    assert [entry.kind for entry in logs.read_line("a", 7, '{"a":' * 100_000, PLAIN)] == ["unread"]


def test_what_is_no_log_is_told_with_its_beginning() -> None:
    assert "Dear reader" in unread(read("Dear reader,\nall is well.\n", "readme.txt"))


def test_a_record_without_a_statement_is_told() -> None:
    (entry,) = read('{"sql": null, "user": "a"}')
    assert (entry.kind, entry.entry, entry.user) == ("unread", "1", "a")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = (
    "type query query_id is_initial_query event_time job_id user_email creation_time statement_type destination_table "
    "error_result session_info parent_job_id protoPayload protopayload_auditlog queryText version timestamp Event "
    "description statement statementText id executionId rootExecutionId details message log_level context_id nodes "
    "metadata sources parent_map meta data sql dialect status columns user"
)
VALUES: list[object] = [
    "QueryFinish",
    "QueryLog",
    "SELECT 1",
    "SCRIPT",
    "2026-05-01",
    "org.SparkListenerSQLExecutionStart",
    "SparkListenerThriftServerOperationStart",
    "SparkListenerConnectOperationStarted",
    "\ud800",
    {"metadata": {"jobChange": {"job": 1}}},
    {"metadata": {"jobChange": {"job": {"jobConfig": {"queryConfig": {"destinationTable": [], "query": {}}}}}}},
    {"serviceName": "bigquery.googleapis.com"},
    {"dbt_schema_version": "/catalog/", "adapter_type": 3},
    {"dbt_schema_version": "/manifest/"},
    {"a": {"resource_type": "model", "relation_name": "", "compiled_code": 3}},
    {"a": {"metadata": {"name": "n"}, "columns": {"c": 1}}},
]
RECORDS = st.dictionaries(st.sampled_from(KEYS.split()), st.sampled_from(VALUES) | JSON, max_size=12)
NAMES = st.sampled_from(["a.sql", "a.json", "a.jsonl", "a.csv", "a.tsv", "a.log", "a", "a.gz"])
HEADS = st.sampled_from(
    [
        b"",
        b"\x1f\x8b\x08",
        b"BZh91AY&SY",
        b"\xfd7zXZ\x00",
        b"\x28\xb5\x2f\xfd",
        b"\x78\x9c",
        b"\xff\xfe",
        b'{"',
        b"[",
        b"sql,user\n",
        b"type\tquery\tquery_id\n",
        b"PREHOOK: query:",
        b"Flink SQL> ",
        b"1777629600000:",
        b"SELECT ",
        b"7\tCONNECTION\t2\t2\t2\t\t2026-11-16 0\tQueryLog\tINFO\t",
        b"INFO Executing command(queryId=a): ",
    ]
)


def sound(found: list[Entry]) -> None:
    """What a table of entries can hold."""
    for entry in found:
        assert entry.kind in ("statement", "table", "unread")
        assert entry.status in ("done", "failed", "unknown")
        assert bool(entry.text) == (entry.kind != "unread")
        assert entry.kind != "unread" or entry.detail
        assert entry.at is None or entry.at.utcoffset() is not None
        for name, value in entry._asdict().items():
            assert value is None or name == "at" or isinstance(value, str)
            assert name == "at" or (value or "").encode("utf-8") is not None


@examples(300)
@given(NAMES, HEADS, st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_no_bytes_make_it_raise(name: str, head: bytes, rest: bytes) -> None:
    sound(read(head + rest, name))


@examples(300)
@given(st.lists(RECORDS, min_size=1, max_size=4))
def test_no_records_make_it_raise(records: list[dict[str, object]]) -> None:
    lines = [json.dumps(record) for record in records]
    sound(read("\n".join(lines)))
    sound(read("[" + ",".join(lines) + "]", "a.json"))
    for number, line in enumerate(lines, 1):
        sound(list(logs.read_line("a", number, line, PLAIN)))


@examples(200)
@given(NAMES, st.sampled_from(sorted(PACK)), st.integers(0, 60), st.integers(0, 255))
def test_no_damage_makes_it_raise(name: str, pack: str, at: int, byte: int) -> None:
    packed = bytearray(PACK[pack](ROWS.encode()))
    packed[at % len(packed)] = byte
    sound(read(bytes(packed), name))


# ── headers and folders ──────────────────────────────────────────────────────────────────────────────────────────
def read_single(text: str, name: str, settings: ReadSettings = PLAIN) -> Entry:
    (entry,) = read(text, name, settings)
    return entry


def test_the_nearest_word_about_the_dialect_wins() -> None:
    flag = ReadSettings(dialect="clickhouse")
    assert read_single("-- dialect: duckdb\nSELECT 1", "hive/bigquery/x/a.sql", flag).dialect == "duckdb"
    assert read_single("SELECT 1 -- dialect: duckdb", "hive/bigquery/x/a.sql", flag).dialect == "googlesql"
    assert read_single("SELECT 1", "Hive/x/a.sql", flag).dialect == "hive"
    assert read_single("SELECT 1", "x/a.hql", flag).dialect == "hive"
    assert read_single("SELECT 1", "x/a.sql", flag).dialect == "clickhouse"
    assert read_single("SELECT 1", "x/a.sql").dialect is None
    assert read_single("-- dialect: mysql\nSELECT 1", "x/a.sql").dialect is None
    assert read_single("SELECT 1", "x/a.sql", ReadSettings(dialect="zetasql")).dialect == "googlesql"


def test_a_header_says_database_and_job() -> None:
    entry = read_single(
        "/*\n * job: nightly orders\n * database: ods\n */\nSELECT 1", "spark/a.sql", ReadSettings(database="x")
    )
    assert (entry.job, entry.database) == ("nightly orders", "ods")
    assert read_single("SELECT 1", "spark/a.sql", ReadSettings(database="x")).database == "x"


def test_a_folder_above_the_source_says_nothing() -> None:
    assert read_single("SELECT 1", "/data/spark/shop/a.sql", ReadSettings(root="/data/spark/shop")).dialect is None
    assert read_single("SELECT 1", "/data/shop/spark/a.sql", ReadSettings(root="/data/shop/spark")).dialect == "spark"
    assert (
        read_single("SELECT 1", "/data/spark/shop/hive/a.sql", ReadSettings(root="/data/spark/shop/")).dialect == "hive"
    )


@pytest.mark.parametrize(
    "path", ["/data/shop/hive/daily/a.sql.gz", "file:/data/shop/hive/daily/a.sql", "file:///data/shop/hive/daily/a.sql"]
)
def test_the_job_of_a_script_is_its_path(path: str) -> None:
    entry = read_single("SELECT 1", path, ReadSettings(root="/data/shop"))
    assert (entry.job, entry.dialect, entry.source) == ("hive/daily/a.sql", "hive", path)


def test_dialect_of() -> None:
    assert logs.file_dialect("s3a://bucket/sparksql/a.sql", "", None) == "spark"
    assert logs.file_dialect("a.sql", "# dialect = flink", "hive") == "flink"
    assert logs.file_dialect("a.sql", "", None) is None


# ── tables of statements ─────────────────────────────────────────────────────────────────────────────────────────
def test_well_known_columns() -> None:
    row = {
        "id": 7,
        "query_text": "SELECT 1",
        "engine": "BigQuery",
        "start_time": "2026-05-01T10:00:00Z",
        "User_Email": "etl@example.com",
        "schema": "ods",
        "task": "daily",
        "session_id": "s",
        "state": "FINISHED",
    }
    entry = read_single(json.dumps(row), "a.json")
    assert entry[1:6] == ("7", "statement", "googlesql", "ods", "SELECT 1")
    assert (entry.user, entry.job, entry.session, entry.status) == ("etl@example.com", "daily", "s", "done")
    assert entry.at is not None


def test_csv_and_its_relatives() -> None:
    expected = [("1", 'SELECT "a",\n1', "x"), ("2", "SELECT 2", None)]
    for delimiter in ",;\t|":
        rows = [["id", "sql", "user"], ["1", '"SELECT ""a"",\n1"', "x"], ["2", '"SELECT 2"', ""]]
        text = "".join(delimiter.join(row) + "\r\n" for row in rows)
        for name in ("a.csv", "export.txt"):
            assert [(entry.entry, entry.text, entry.user) for entry in read(text, name)] == expected


def test_a_row_of_the_wrong_width_costs_itself() -> None:
    result = read("sql,user\nSELECT 1,a\nSELECT 1,2,a\nSELECT 3,a\n", "a.csv")
    assert sorted((entry.kind, entry.entry) for entry in result) == [
        ("statement", "2"),
        ("statement", "4"),
        ("unread", "3"),
    ]


def test_mapped_columns() -> None:
    settings = ReadSettings(columns={"text": "Body", "user": "who", "at": "when", "target": "fills"})
    rows = [{"body": "SELECT 1", "who": "a", "when": 1777629600, "sql": "no", "fills": "dwd.t"}, {"body": "SELECT 2"}]
    first, second = read("\n".join(map(json.dumps, rows)), settings=settings)
    assert (first.text, first.user, first.target) == ("SELECT 1", "a", "dwd.t")
    assert first.at is not None
    assert (second.text, second.user) == ("SELECT 2", None)


def test_a_mapping_to_a_column_that_is_not_there_is_told() -> None:
    settings = ReadSettings(columns={"text": "body", "user": "whom"})
    why = unread(read("body,who\nSELECT 1,a\nSELECT 2,b\n", "a.csv", settings))
    assert why == "2 records: Column 'whom', mapped to 'user', does not exist. The columns are: body, who."
    why = unread(list(logs.read_line("a", 3, '{"sql": "SELECT 1"}', settings)))
    assert why == "Column 'body', mapped to 'text', does not exist. The columns are: sql."


def test_a_table_without_statements_is_told() -> None:
    why = unread(read("a,b\n1,2\n", "a.csv"))
    assert why == "No column is known to hold the statements; map one to 'text'. The columns are: a, b."


def test_a_field_that_is_none_is_the_users_mistake() -> None:
    with pytest.raises(ValueError, match="Unknown field 'sql'"):
        ReadSettings(columns={"sql": "query"})


def test_a_dialect_that_is_none_is_told_and_an_engine_is_not() -> None:
    assert "Unknown dialect 'mysql'" in unread(read('{"sql": "SELECT 1", "dialect": "mysql"}'))
    assert read_single('{"sql": "SELECT 1", "engine": "tez"}', "hive/a.json").dialect == "hive"


def test_a_log_is_read_as_such_whatever_is_mapped() -> None:
    row = {"type": "QueryStart", "query": "SELECT 1", "query_id": "q"}
    assert read(json.dumps(row), settings=ReadSettings(columns={"text": "query"})) == []
