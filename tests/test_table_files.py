"""Files of a table from snapshot to snapshot: the rows are those of a model, and the files stay few. Needs no Spark."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from headwater.increments import table_files
from headwater.rows.record import Field, Record

duckdb = pytest.importorskip("duckdb")
pa = pytest.importorskip("pyarrow")
RECORD = Record("things", "Things.", (Field("id", "long", "Its key."), Field("value", "string", "What it is.")))


def rows_of(folder: Path) -> list[tuple[int, str]]:
    files = table_files.files_of(folder)
    return sorted(duckdb.sql(f"SELECT id, value FROM {table_files.parquet_of(files)}").fetchall())


@pytest.mark.parametrize("seed", range(5))
def test_merges_by_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Keys are replaced, removed and added; a key may have several rows."""
    monkeypatch.setattr(table_files, "ROWS", 10)
    chance = random.Random(seed)
    model: dict[int, list[str]] = {}
    folder = tmp_path / "0"
    table_files.write(RECORD.arrow_schema().empty_table(), folder / "first.parquet")
    with duckdb.connect() as db:
        for number in range(1, 30):
            keys = chance.sample(range(60), chance.randint(0, 6))
            added = {key: [f"{number}.{part}" for part in range(chance.randint(0, 3))] for key in keys}
            model |= added
            flat = [(key, value) for key, values in added.items() for value in values]
            table = pa.table(
                {"id": pa.array([k for k, _ in flat], pa.int64()), "value": pa.array([v for _, v in flat], pa.string())}
            )
            db.register("keys", pa.table({"id": pa.array(keys, pa.int64())}))
            after = tmp_path / str(number)
            merged = table_files.merge(
                db, RECORD, folder, after, "t.id IN (SELECT id FROM keys)", table, "id", str(number)
            )
            expected = sorted((key, value) for key, values in model.items() for value in values)
            assert rows_of(after) == expected
            assert merged.rows == len(expected)
            assert merged.files == len(table_files.files_of(after)) <= table_files.most_files(len(expected))
            folder = after


def test_a_file_without_a_changed_row_is_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "ROWS", 4)
    before, after = tmp_path / "before", tmp_path / "after"
    for name, keys in (("a", [1, 2, 3]), ("b", [4, 5, 6, 7]), ("c", [8])):
        table = pa.table({"id": pa.array(keys, pa.int64()), "value": pa.array([name] * len(keys))})
        table_files.write(table.cast(RECORD.arrow_schema()), before / f"{name}.parquet")
    added = pa.table({"id": pa.array([5], pa.int64()), "value": pa.array(["new"])})
    with duckdb.connect() as db:
        merged = table_files.merge(db, RECORD, before, after, "t.id = 5", added, "id", "n")
    assert [file.name for file in table_files.files_of(after)] == ["a.parquet", "n-0000.parquet", "n-0001.parquet"]
    assert (after / "a.parquet").samefile(before / "a.parquet")
    assert merged == table_files.Merged(rows=8, written=5, files=3)
    assert rows_of(before)[4] == (5, "b"), "the snapshot before has what it had"
