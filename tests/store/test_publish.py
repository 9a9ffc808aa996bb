"""Snapshots as Delta and Iceberg tables, read back by the packages' own readers, and by DuckDB where it has them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

import duckdb
import pyarrow as pa
from pyarrow import parquet

from headwater.rows.warehouse import TABLES
from headwater.store import publish as publishing
from headwater.store.errors import StoreProblem
from headwater.store.publish import TableFormat, open_tables, publish
from tests.store.small import make

PACKAGES: dict[TableFormat, str] = {"delta": "deltalake", "iceberg": "pyiceberg"}
FORMATS = [pytest.param(name, marks=pytest.mark.filterwarnings("ignore::DeprecationWarning")) for name in PACKAGES]
SQL = {"duckdb/a.sql": "CREATE TABLE t (a INT, b INT); INSERT INTO u SELECT a, b FROM t"}


@pytest.fixture(params=FORMATS)
def format(request: pytest.FixtureRequest) -> TableFormat:
    name: TableFormat = request.param
    pytest.importorskip(PACKAGES[name], reason=f"pip install 'headwater[{name}]'")
    return name


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return make(tmp_path, SQL)


def next_snapshot(out: Path, edges: Callable[[pa.Table], pa.Table]) -> Path:
    """Another snapshot with other edges, as a run would leave it."""
    manifest = json.loads((out / "manifest.json").read_text())
    old, number = manifest["snapshot"], int(manifest["snapshot"]) + 1
    folder = out / "snapshots" / f"{number:06}"
    shutil.copytree(out / "snapshots" / old, folder)
    for name, table in manifest["tables"].items():
        table["path"] = f"snapshots/{number:06}/{name}"
    table = edges(parquet.read_table(folder / "edges"))
    for file in (folder / "edges").glob("*.parquet"):
        file.unlink()
    parquet.write_table(table, folder / "edges" / "part-00000.parquet")
    manifest["tables"]["edges"]["rows"] = table.num_rows
    manifest |= {"snapshot": f"{number:06}", "made_at": f"2099-01-01T00:00:{number:02}+00:00"}
    for place in (folder, out):
        (place / "manifest.json").write_text(json.dumps(manifest))
    return folder


def versions(out: Path, format: TableFormat, table: str) -> list[tuple[str, pa.Table]]:
    """The snapshot and the rows of every version of a table, by the package's own reader."""
    if format == "delta":
        from deltalake import DeltaTable

        place = str(out / "delta" / table)
        history = sorted(DeltaTable(place).history(), key=lambda entry: int(entry["version"]))
        return [
            (entry["headwater.snapshot"], DeltaTable(place, version=entry["version"]).to_pyarrow_table())
            for entry in history
        ]
    tables: Any = open_tables(out, "iceberg")
    read = tables.catalog.load_table(("headwater", table))
    return [
        (snapshot.summary["headwater.snapshot"], read.scan(snapshot_id=snapshot.snapshot_id).to_arrow())
        for snapshot in read.snapshots()
    ]


def counts(out: Path, format: TableFormat, table: str = "edges") -> list[tuple[str, int]]:
    return [(snapshot, rows.num_rows) for snapshot, rows in versions(out, format, table)]


def test_every_table_has_the_rows_of_the_snapshot(out: Path, format: TableFormat) -> None:
    assert publish(out, format) == dict.fromkeys(TABLES, 1)
    for table, record in TABLES.items():
        [(snapshot, rows)] = versions(out, format, table)
        assert snapshot == "000001"
        expected = parquet.read_table(out / "snapshots" / "000001" / table)
        assert rows.select(record.names).to_pylist() == expected.to_pylist(), table


def test_each_snapshot_is_a_version_and_is_committed_once(out: Path, format: TableFormat) -> None:
    publish(out, format)
    next_snapshot(out, lambda edges: edges.slice(0, 1))
    assert publish(out, format) == dict.fromkeys(TABLES, 1)
    assert publish(out, format) == dict.fromkeys(TABLES, 0)
    assert counts(out, format) == [("000001", 2), ("000002", 1)]
    # a version outlives its snapshot
    shutil.rmtree(out / "snapshots" / "000001")
    assert counts(out, format) == [("000001", 2), ("000002", 1)]


def test_a_version_without_rows(out: Path, format: TableFormat) -> None:
    publish(out, format)
    next_snapshot(out, lambda edges: edges.slice(0, 0))
    publish(out, format)
    next_snapshot(out, lambda edges: edges)
    publish(out, format)
    assert counts(out, format) == [("000001", 2), ("000002", 0), ("000003", 0)]


def test_columns_are_added(out: Path, format: TableFormat) -> None:
    """A newer headwater has a column more; what an older one wrote has no values there."""
    whole = publishing.table_schemas()
    old = {**whole, "edges": whole["edges"].remove(whole["edges"].get_field_index("valid_to"))}
    file = next((out / "snapshots" / "000001" / "edges").glob("*.parquet"))
    complete = parquet.read_table(file)
    parquet.write_table(complete.drop_columns(["valid_to"]), file)
    publish(out, format, old)
    assert "valid_to" not in versions(out, format, "edges")[0][1].column_names

    next_snapshot(out, lambda _: complete)
    publish(out, format)
    assert counts(out, format) == [("000001", 2), ("000002", 2)]
    rows = versions(out, format, "edges")[-1][1]
    assert rows.select(TABLES["edges"].names).to_pylist() == complete.to_pylist()


def test_what_a_killed_run_left_out_is_made_up_for(
    out: Path, format: TableFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(out, format)
    next_snapshot(out, lambda edges: edges.slice(0, 1))
    tables = type(open_tables(out, format))
    commit = tables.commit

    def killed_at_edges(self: Any, table: str, schema: pa.Schema, version: Any) -> None:
        if table == "edges":
            raise KeyboardInterrupt
        commit(self, table, schema, version)

    with monkeypatch.context() as patched:
        patched.setattr(tables, "commit", killed_at_edges)
        with pytest.raises(KeyboardInterrupt):
            publish(out, format)
    assert counts(out, format, "statements") == [("000001", 2), ("000002", 2)]
    assert counts(out, format) == [("000001", 2)], "its files are there, and no commit names them"

    next_snapshot(out, lambda edges: edges)  # the next run makes one more, before the tables are looked at
    done = publish(out, format)
    assert (done["statements"], done["edges"]) == (1, 2)
    assert counts(out, format) == [("000001", 2), ("000002", 1), ("000003", 1)]
    assert [snapshot for snapshot, _ in counts(out, format, "statements")] == ["000001", "000002", "000003"]


def test_a_snapshot_that_was_given_up_is_replaced_by_the_current_one(out: Path, format: TableFormat) -> None:
    first = (out / "manifest.json").read_text()
    publish(out, format)
    next_snapshot(out, lambda edges: edges.slice(0, 1))
    publish(out, format)
    shutil.rmtree(out / "snapshots" / "000002")
    (out / "manifest.json").write_text(first)  # as `headwater repair` does
    publish(out, format)
    assert counts(out, format)[-1] == ("000001", 2)
    assert publish(out, format)["edges"] == 0


def test_duckdb_reads_them(out: Path, format: TableFormat) -> None:
    publish(out, format)
    with duckdb.connect(config={"autoinstall_known_extensions": "false"}) as db:
        try:
            db.execute(f"LOAD {format}")
        except duckdb.Error as error:
            pytest.skip(f"DuckDB {duckdb.__version__} has no extension {format} here: {str(error).splitlines()[0]}")
        if format == "delta":
            source = f"delta_scan('{out}/delta/edges')"
        else:
            tables: Any = open_tables(out, "iceberg")
            location = tables.catalog.load_table(("headwater", "edges")).metadata_location
            source = f"iceberg_scan('{location}')"
        assert db.execute(f"SELECT count(*) FROM {source}").fetchall() == [(2,)]


def test_a_missing_package_is_named(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "deltalake", None)
    with pytest.raises(StoreProblem, match="needs deltalake") as raised:
        publish(out, "delta")
    assert raised.value.help == "Install it: pip install 'headwater[delta]'."
