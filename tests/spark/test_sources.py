"""Whatever lies in a folder is read or reported: real files, read by real workers."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from headwater.logs import ReadSettings, read_file

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytest.importorskip("pyspark")
FIXTURES = Path(__file__).parent.parent / "logs" / "fixtures"
DIALECTS = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")
LOGS = ("query_log.jsonl", "query_log.csv", "bigquery_jobs.jsonl", "bigquery_audit.jsonl", "hive_lineage.jsonl")


def write(folder: Path, name: str, data: bytes | str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())


def table(spark: SparkSession, path: Path, rows: list[tuple[Any, ...]], schema: str) -> None:
    spark.createDataFrame(rows, schema).coalesce(1).write.mode("overwrite").parquet(str(path))


@pytest.fixture(scope="module")
def everything(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources") / "a folder, 100% full"
    for dialect in DIALECTS:
        write(folder, f"{dialect}/daily/{dialect}.sql", f"SELECT a_{dialect} FROM t")
        write(folder, f"{dialect}/zipped.sql.gz", gzip.compress(f"SELECT z_{dialect} FROM t".encode()))
    write(folder, "header.sql", "-- dialect: hive\n-- job: nightly\nSELECT h FROM t")
    write(folder, "nobody.sql", "SELECT n FROM t")
    for name in LOGS:
        write(folder, f"logs/{name}", (FIXTURES / name).read_bytes())
    write(folder, "garbage/empty.sql", "")
    write(folder, "garbage/binary.sql", bytes(range(256)) * 100)
    write(folder, "garbage/half.sql.gz", gzip.compress(b"SELECT 1" * 1000)[:50])
    write(folder, "garbage/broken.json", '{"query": ')
    write(folder, "garbage/no.parquet", b"PAR1 it is not")
    write(folder, "garbage/hive/latin.sql", "SELECT 'é' AS k FROM t".encode("latin-1"))
    write(folder, "README.md", "not a log")
    rows = [
        ("q1", "SELECT p FROM t WHERE x = 1", "hive", datetime(2024, 5, 1, 12, tzinfo=UTC)),
        ("q2", "SELECT p FROM t WHERE x = 2", "spark", datetime(2024, 5, 2, 12, tzinfo=UTC)),
        ("q3", None, "spark", None),
    ]
    table(spark, folder / "table.parquet", rows, "run_id STRING, body STRING, engine STRING, ran TIMESTAMP")
    big = "-- dialect: duckdb\n" + "".join(f"CREATE TABLE big{n} AS\n SELECT ';' AS a, {n} AS b;\n" for n in range(800))
    write(folder, "big/script.sql", big)
    lines = (json.dumps({"sql": f"SELECT l{n} FROM t", "dialect": "duckdb", "id": n}) for n in range(800))
    write(folder, "big/log.jsonl", "\n".join(lines) + "\n{ not json\n")
    return folder


def test_a_folder_with_everything(spark: SparkSession, everything: Path) -> None:
    from headwater.spark import sources

    settings = ReadSettings(columns={"text": "body", "entry": "run_id", "dialect": "engine", "at": "ran"})
    own = sources.read(spark, [str(everything / "table.parquet")], settings).collect()
    summary = sorted((row.kind, row.entry, row.dialect) for row in own)
    assert summary[:2] == [("statement", "q1", "hive"), ("statement", "q2", "spark")]
    assert [kind for kind, *_ in summary[2:]] == ["unread"]
    assert {row.at.replace(tzinfo=UTC).day for row in own if row.at} == {1, 2}

    entries = sources.read(spark, [str(everything)], ReadSettings(), small=20_000).collect()
    root = str(everything)
    assert all(row.source.startswith(root + "/") for row in entries), "files are called as the folder was"
    by_source: dict[str, list[Any]] = {}
    for row in entries:
        by_source.setdefault(row.source[len(root) + 1 :], []).append(row)

    for dialect in DIALECTS:
        (plain,) = by_source[f"{dialect}/daily/{dialect}.sql"]
        (zipped,) = by_source[f"{dialect}/zipped.sql.gz"]
        assert (plain.dialect, plain.text) == (dialect, f"SELECT a_{dialect} FROM t")
        assert (zipped.dialect, zipped.text) == (dialect, f"SELECT z_{dialect} FROM t")
    (header,) = by_source["header.sql"]
    assert (header.dialect, header.job, header.kind) == ("hive", "nightly", "statement")
    (nobody,) = by_source["nobody.sql"]
    assert nobody.dialect is None

    # a log says the same through Spark as without
    for name in LOGS:
        alone = [
            (entry.entry, entry.kind, entry.dialect, entry.text, entry.at)
            for entry in read_file(f"{root}/logs/{name}", (FIXTURES / name).read_bytes(), ReadSettings(root=root))
        ]
        through = [
            (row.entry, row.kind, row.dialect, row.text, row.at and row.at.replace(tzinfo=UTC))
            for row in by_source[f"logs/{name}"]
        ]
        assert alone
        assert Counter(map(str, through)) == Counter(map(str, alone)), name

    for name in ("binary.sql", "half.sql.gz", "broken.json", "no.parquet"):
        (row,) = by_source[f"garbage/{name}"]
        assert row.kind == "unread", name
        assert row.detail, name
    assert by_source["garbage/hive/latin.sql"][0].text == "SELECT 'é' AS k FROM t"

    script = by_source["big/script.sql"]
    assert len(script) == 800
    assert {row.dialect for row in script} == {"duckdb"}
    assert all(f"big{n} " in "".join(row.text for row in script) for n in (0, 1, 799))
    log = by_source["big/log.jsonl"]
    assert Counter(row.kind for row in log) == {"statement": 800, "unread": 1}
    assert {row.text for row in log if row.text} >= {f"SELECT l{n} FROM t" for n in range(800)}

    tables = [rows for name, rows in by_source.items() if name.startswith("table.parquet/")]
    assert sum(map(len, tables)) >= 1, "a table whose columns say nothing is reported"
    files = {str(path.relative_to(everything)) for path in everything.rglob("*") if path.is_file()}
    silent = {name for name in files if name not in by_source}
    assert {name.split("/")[-1].split(".")[0] for name in silent} <= {"README", "_SUCCESS", "", "empty"}


def test_sources_of_ones_own(spark: SparkSession) -> None:
    from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

    from headwater.spark import sources

    class Reader(DataSourceReader):
        def __init__(self, path: str) -> None:
            self.path = path

        def partitions(self) -> list[InputPartition]:
            return [InputPartition(number) for number in range(2)]

        def read(self, partition: InputPartition) -> Iterator[tuple[Any, ...]]:
            yield (f"{partition.value}", f"SELECT {self.path}{partition.value} FROM t", "hive")

    class Log(DataSource):
        @classmethod
        def name(cls) -> str:
            return "my_query_log"

        def schema(self) -> str:
            return "id STRING, query STRING, dialect STRING"

        def reader(self, schema: Any) -> DataSourceReader:
            return Reader(self.options.get("path", "none"))

    spark.dataSource.register(Log)
    result: DataFrame = sources.read(spark, ["my_query_log:somewhere"], ReadSettings())
    assert sorted((row.source, row.entry, row.text, row.dialect) for row in result.collect()) == [
        ("my_query_log:somewhere", "0", "SELECT somewhere0 FROM t", "hive"),
        ("my_query_log:somewhere", "1", "SELECT somewhere1 FROM t", "hive"),
    ]


def test_tables_of_catalogs_and_databases(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from headwater.spark import SparkProblem, sources

    log = spark.createDataFrame(
        [("SELECT a FROM t", "hive"), ("SELECT b FROM t", "spark")], "query STRING, dialect STRING"
    )
    log.write.mode("overwrite").saveAsTable("query_history")
    url = f"jdbc:derby:{tmp_path}/db;create=true"  # Derby is among Spark's jars
    log.write.format("jdbc").options(url=url, dbtable="queries", user="me").save()
    monkeypatch.setenv("LOG_PASSWORD", "s3cret!")
    database = f"{url};table=queries;user=me;passwordEnv=LOG_PASSWORD"
    try:
        for source, shown in (
            ("table:query_history", "table:query_history"),
            (database, f"jdbc:derby:{tmp_path}/db;table=queries"),
        ):
            rows = sources.read(spark, [source], ReadSettings()).collect()
            again = sources.read(spark, [source], ReadSettings()).collect()
            assert sorted((row.text, row.dialect, row.source) for row in rows) == [
                ("SELECT a FROM t", "hive", shown),
                ("SELECT b FROM t", "spark", shown),
            ]
            assert {row.entry for row in rows} == {row.entry for row in again}
            assert sources.shown_sources([source]) == [shown]
            assert "s3cret!" not in str(rows)
    finally:
        spark.sql("DROP TABLE query_history")
    with pytest.raises(SparkProblem, match="Cannot read table:no_such_table"):
        sources.read(spark, ["table:no_such_table"], ReadSettings())
    for wrong, why in (
        ("jdbc:derby:x;password=1;table=t", "would be visible"),
        ("jdbc:derby:x", "names no table"),
        ("jdbc:derby:x;table=t;passwordEnv=NOBODY", "NOBODY is not set"),
        ("mylog:x;nonsense", "is not an option"),
        ("mylog:x;password=1", "would be visible"),
    ):
        with pytest.raises(SparkProblem, match=why):
            sources.shown_sources([wrong])


def test_what_is_not_there(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import SparkProblem, sources

    with pytest.raises(SparkProblem, match="does not exist"):
        sources.read(spark, [str(tmp_path / "nothing")], ReadSettings())
    with pytest.raises(SparkProblem, match="No source given"):
        sources.read(spark, [], ReadSettings())
    assert sources.read(spark, [str(tmp_path)], ReadSettings()).count() == 0, "an empty folder is empty"


def test_a_catalog_of_dbt_is_of_the_engine_of_the_manifest_beside_it(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, names in (("target", ("manifest.json", "catalog.json")), ("alone", ("catalog.json",))):
        for name in names:
            write(tmp_path, f"{folder}/{name}", (FIXTURES / name).read_bytes())
    from headwater.spark import listed_tables, registry, sources, units

    ingested = units.ingest_entries(sources.read(spark, [str(tmp_path)], ReadSettings())).localCheckpoint()
    for most in (2, 100):  # in a DataFrame, and on the driver
        monkeypatch.setattr(registry, "ON_DRIVER", most)
        known, more, rest = listed_tables.listed(ingested, {})
        assert (more is None) == (most == 100)
        versions = known if more is None else more.collect()
        assert {version.name for version in versions} == {"duckdb:dev.marts.orders", "duckdb:dev.raw.orders"}
        assert all(version.columns.startswith("[[") for version in versions)
        unread = rest.where("part = 'unread'").collect()
        assert sorted(
            (Path(row.source).parent.name, row.text) for row in unread if row.detail == listed_tables.NO_DIALECT
        ) == [
            ("alone", "dev.marts.orders"),
            ("alone", "dev.raw.orders"),
        ]


def damaged(path: Path, rows: int, groups: int) -> None:
    """A Parquet file with a page of its second row group overwritten: its footer is whole."""
    import pyarrow as pa
    from pyarrow import parquet

    table = pa.table(
        {
            "query": [f"SELECT d{n} FROM t" for n in range(rows)],
            "dialect": ["duckdb"] * rows,
            "noise": [random.Random(n).randbytes(200) for n in range(rows)],
        }
    )
    parquet.write_table(table, path, row_group_size=rows // groups, compression="gzip")
    begin = parquet.ParquetFile(path).metadata.row_group(1).column(0).data_page_offset
    with path.open("r+b") as file:
        file.seek(begin + 20)
        file.write(b"\xff" * 64)


def test_a_damaged_table_costs_its_damaged_part(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import sources

    damaged(tmp_path / "log.parquet", 300, 3)
    write(tmp_path, "good.sql", "-- dialect: duckdb\nSELECT g FROM t")
    rows = sources.read(spark, [str(tmp_path)], ReadSettings()).collect()
    kinds = Counter((Path(row.source).name, row.kind) for row in rows)
    assert kinds == {("good.sql", "statement"): 1, ("log.parquet", "statement"): 200, ("log.parquet", "unread"): 1}
    (unread,) = (row for row in rows if row.kind == "unread")
    assert unread.entry == "101"
    assert unread.detail.startswith("row group 2 of 3 is damaged, 100 rows not read: ")
    assert {row.entry for row in rows if row.kind == "statement"} == {"", *map(str, (*range(1, 101), *range(201, 301)))}


def test_large_files_that_break_off_do_not_end_a_run(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import Pipeline, sources

    folder = tmp_path / "in"
    folder.mkdir()
    damaged(folder / "log.parquet", 300, 3)
    lines = "".join(json.dumps({"sql": f"SELECT z{n}", "dialect": "hive", "id": n}) + "\n" for n in range(5000))
    write(folder, "cut.jsonl.gz", gzip.compress(lines.encode())[:20_000])
    write(folder, "good.sql", "-- dialect: duckdb\nSELECT g FROM t")
    pipeline = Pipeline(spark, str(tmp_path / "out"))
    small = 1_000

    def entries(broken: Any) -> DataFrame:
        return sources.read(spark, [str(folder)], ReadSettings(), small=small, broken=broken)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "SMALL", small)
        patch.setattr(sources.broken_files, "__defaults__", (small,))
        pipeline.take_in(entries, [str(folder)], "000001", "whole")
    rows = pipeline.ingested("000001").collect()
    unread = {Path(row.source).name: row.detail for row in rows if row.part == "unread"}
    assert unread.keys() == {"log.parquet", "cut.jsonl.gz"}
    assert all(detail.startswith("It cannot be read: ") and str(tmp_path) not in detail for detail in unread.values())
    runs = Counter(Path(row.source).name for row in rows if row.part == "run")
    assert runs["good.sql"] == 1
    assert runs["cut.jsonl.gz"] > 100, "what stands before the damage is read"


def test_large_files_of_every_kind(spark: SparkSession, tmp_path: Path) -> None:
    """What goes over lines is read in order; the ids do not depend on how Spark cuts, or on how much there is."""
    from headwater.spark import large_files, sources

    queries = [f"SELECT '{n};\n\"x\"' AS a,\n  {n} AS b FROM t{n}" for n in range(400)]
    csv = "query,dialect\n" + "".join('"' + query.replace('"', '""') + '",duckdb\n' for query in queries)
    records = [{"query": query, "dialect": "duckdb", "more": {"a": [1, "}"]}} for query in queries]
    hive = "".join(
        f"2024-05-01 10:00:{n % 60:02} INFO [t1] Executing command(queryId=q{n}): {query}\n"
        for n, query in enumerate(queries)
    )
    write(tmp_path, "table.csv", csv)
    write(tmp_path, "array.json", json.dumps(records))
    write(tmp_path, "pretty.json", json.dumps(records, indent=2))
    write(tmp_path, "hive.log", hive)
    write(tmp_path, "lines.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    write(tmp_path, "script.sql", "-- dialect: duckdb\n" + ";\n".join(queries))

    def read(block: int) -> list[Any]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(large_files, "BLOCK", block)
            return sources.read(spark, [str(tmp_path)], ReadSettings(), small=1_000).collect()

    rows = read(1 << 20)
    by_file: dict[str, list[str]] = {}
    for row in rows:
        assert row.kind == "statement", row
        by_file.setdefault(Path(row.source).name, []).append(row.text.removeprefix("-- dialect: duckdb\n"))
    assert {name: sorted(texts) == sorted(queries) for name, texts in by_file.items()} == dict.fromkeys(
        ("table.csv", "array.json", "pretty.json", "hive.log", "lines.jsonl", "script.sql"), True
    )
    ids = {(row.source, row.entry) for row in rows}
    assert len(ids) == len(rows), "every entry has an id of its own"
    assert {(row.source, row.entry) for row in read(1 << 20)} == ids
    assert sorted((row.source, row.text) for row in read(4_096)) == sorted((row.source, row.text) for row in rows)


def test_clickhouse_writes_strings_into_parquet_as_bytes(spark: SparkSession, tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    from headwater.spark import sources

    log = {"type": [2, 1], "query": [b"SELECT a FROM t", b"SELECT a FROM t"], "query_id": [b"q1", b"q1"]}
    more = {"current_database": [b"ods", b"ods"], "query_start_time": pa.array([1714557600, 1714557600], pa.uint32())}
    parquet.write_table(pa.table({**log, **more}), tmp_path / "query_log.parquet")
    own = {"sql": [b"SELECT b FROM t", b"SELECT \xff FROM t"], "dialect": [b"hive", b"hive"]}
    parquet.write_table(pa.table(own), tmp_path / "own.parquet")
    rows = sources.read(spark, [str(tmp_path)], ReadSettings()).collect()
    assert sorted((row.entry, row.text, row.dialect, row.database) for row in rows) == [
        ("1", "SELECT b FROM t", "hive", None),
        ("2", "SELECT \ufffd FROM t", "hive", None),
        ("q1", "SELECT a FROM t", "clickhouse", "ods"),
    ]


def test_orc(spark: SparkSession, tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import orc

    from headwater.spark import sources

    orc.write_table(pa.table({"sql": ["SELECT o FROM t"], "dialect": ["hive"]}), str(tmp_path / "log.orc"))
    (row,) = sources.read(spark, [str(tmp_path)], ReadSettings()).collect()
    assert (row.entry, row.text, row.dialect) == ("1", "SELECT o FROM t", "hive")
