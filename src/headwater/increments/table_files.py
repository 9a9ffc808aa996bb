"""The files of a table, from one snapshot to the next: those that hold a row which changes are written anew, and the
others are linked.

    snapshots/000007/edges/a.parquet ──link──> snapshots/000008/edges/a.parquet      no row of it changed
    snapshots/000007/edges/b.parquet ──merge─> snapshots/000008/edges/000008-0.parquet

A snapshot stays a folder of plain files that any reader can list, and removing an old one takes nothing from those that
share files with it. Files that are less than half full are written anew, too, so their number is bounded by the rows of
the table (`most_files`), however many merges there were. Rows are sorted by their key: what changes together comes to
lie together. Only for folders on this machine; needs DuckDB.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.rows.record import Record

if TYPE_CHECKING:
    import duckdb
    import pyarrow

ROWS = 100_000
"""Rows of a full file."""


@dataclass(frozen=True)
class Merged:
    """What came of a merge: the rows of the table, and how many were written to change some of them."""

    rows: int
    written: int
    files: int


def most_files(rows: int) -> int:
    """How many files a table of so many rows has at most, after a merge.

    >>> most_files(250_000)
    7
    """
    return 2 * (rows // ROWS) + 3


def link(files: Iterable[Path], folder: Path) -> None:
    """Link files into a folder, under their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        target = folder / file.name
        target.unlink(missing_ok=True)  # of a run that was killed
        os.link(file, target)


def files_of(folder: Path) -> list[Path]:
    """The Parquet files of a table, in order."""
    return sorted(folder.glob("*.parquet"))


def merge(
    db: duckdb.DuckDBPyConnection,
    record: Record,
    before: Path,
    after: Path,
    gone: str,
    added: pyarrow.Table,
    key: str,
    name: str,
) -> Merged:
    """Make the files of a table: of those in `before`, without the rows for which `gone` holds, and with those `added`.

    `gone` is a condition in SQL on the rows `t` of the table. New files are called by `name`, and sorted by `key`.
    """
    import pyarrow as pa

    kept, rewritten, counts = _split(db, before, gone)
    link(kept, after)
    schema = record.arrow_schema()
    fields = ", ".join(f't."{field}"' for field in record.names)
    db.register("added_rows", added.select(record.names))
    old = (
        f"SELECT {fields} FROM {parquet_of(rewritten)} AS t WHERE ({gone}) IS NOT TRUE UNION ALL " if rewritten else ""
    )
    query = f'SELECT * FROM ({old}SELECT {fields} FROM added_rows AS t) ORDER BY "{key}"'
    reader = db.sql(query).to_arrow_reader(ROWS)
    written = files = 0
    for number, batch in enumerate(_full_batches(reader)):
        write(pa.Table.from_batches(batch).cast(schema), after / f"{name}-{number:04}.parquet")
        written += sum(part.num_rows for part in batch)
        files += 1
    db.unregister("added_rows")
    if not kept and not files:
        write(schema.empty_table(), after / f"{name}-0000.parquet")
        files = 1
    return Merged(sum(counts[file] for file in kept) + written, written, len(kept) + files)


def write(table: pyarrow.Table, path: Path) -> None:
    """Write a file as a whole."""
    from pyarrow import parquet

    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(table, path, compression="zstd")


def parquet_of(files: Iterable[Path | str], options: str = "") -> str:
    """The rows of some files, as a relation for DuckDB."""
    listed = ", ".join("'" + str(file).replace("'", "''") + "'" for file in files)
    return f"read_parquet([{listed}]{options})"


def _split(db: duckdb.DuckDBPyConnection, before: Path, gone: str) -> tuple[list[Path], list[Path], dict[Path, int]]:
    """The files that stay, those that are written anew, and the rows of each."""
    from pyarrow import parquet

    files = files_of(before)
    counts = {file: int(parquet.read_metadata(file).num_rows) for file in files}
    hit: set[str] = set()
    if files:
        query = f"SELECT DISTINCT t.filename FROM {parquet_of(files, ', filename = true')} AS t WHERE ({gone}) IS TRUE"
        hit = {row[0] for row in db.execute(query).fetchall()}
    rewritten = [file for file in files if str(file) in hit or 2 * counts[file] < ROWS]
    return [file for file in files if file not in rewritten], rewritten, counts


def _full_batches(reader: pyarrow.RecordBatchReader) -> Iterable[list[pyarrow.RecordBatch]]:
    """Batches together, up to a full file."""
    pending: list[pyarrow.RecordBatch] = []
    rows = 0
    for batch in reader:
        while batch.num_rows:
            part = batch.slice(0, ROWS - rows)
            pending.append(part)
            rows += part.num_rows
            batch = batch.slice(part.num_rows)
            if rows == ROWS:
                yield pending
                pending, rows = [], 0
    if pending:
        yield pending
