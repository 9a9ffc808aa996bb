"""Snapshots as tables of Delta Lake or Iceberg, for readers that know those: each table one table, each snapshot one
version of it.

    OUT/delta/edges/…            a Delta table
    OUT/iceberg/catalog.db       an Iceberg catalog (SQLite), and its tables beside it

The Parquet files of a snapshot are not written again: they are linked, or copied where that cannot be, so that a
version outlives its snapshot. A version replaces all rows, in one commit, and the time at which its snapshot was made
is committed with it: what a killed run left out is made up for by the next, and nothing is committed twice.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from headwater.rows.warehouse import TABLES
from headwater.store.errors import StoreProblem
from headwater.store.folder import Snapshot, snapshots

if TYPE_CHECKING:
    import pyarrow

TableFormat = Literal["delta", "iceberg"]
_PACKAGES = {"delta": "deltalake", "iceberg": "pyiceberg"}


@dataclass(frozen=True)
class Version:
    """What is committed: the snapshot, the time at which it was made in microseconds, and the files of one table."""

    snapshot: str
    made_at: int
    files: Sequence[Path]


class Tables(Protocol):
    """The tables of a folder in one format."""

    def committed(self, table: str) -> int | None:
        """When the snapshot that was committed last was made; None where there is none."""

    def folder(self, table: str) -> Path:
        """Where the files of a table lie."""

    def commit(self, table: str, schema: pyarrow.Schema, version: Version) -> None:
        """Replace all rows of a table, or make it, in one commit. Columns that it does not have yet are added."""


def publish(
    root: Path | str, format: TableFormat, schemas: Mapping[str, pyarrow.Schema] | None = None
) -> dict[str, int]:
    """Commit the snapshots of a folder that were not yet: how many, by table. Raises `StoreProblem`."""
    tables = open_tables(root, format)
    existing = snapshots(root)
    done = {}
    for table, schema in (schemas or table_schemas()).items():
        pending = _pending(existing, tables.committed(table))
        for snapshot in pending:
            tables.commit(table, schema, _version(snapshot, table, tables.folder(table)))
        done[table] = len(pending)
    return done


def open_tables(root: Path | str, format: TableFormat) -> Tables:
    """The tables of a folder in a format. Raises `StoreProblem` where its package is missing."""
    require_package(format)
    root = Path(root).absolute()
    if format == "delta":
        from headwater.store.delta import DeltaTables

        return DeltaTables(root / "delta")
    from headwater.store.iceberg import IcebergTables

    return IcebergTables(root / "iceberg")


def require_package(format: TableFormat) -> None:
    """Raise `StoreProblem` where the package of a format is missing."""
    try:
        if format == "delta":
            import deltalake  # noqa: F401
        else:
            import pyiceberg.catalog.sql  # noqa: F401
    except ImportError as error:
        raise StoreProblem(
            f"The format {format} needs {_PACKAGES[format]} ({error}).",
            f"Install it: pip install 'headwater[{format}]'.",
        ) from None


def micros(snapshot: Snapshot) -> int:
    """When a snapshot was made, in microseconds."""
    return round(snapshot.made_at.timestamp() * 1_000_000)


def _pending(existing: Sequence[Snapshot], committed: int | None) -> list[Snapshot]:
    """The snapshots to commit, in order: all newer ones; and the current one where a newer one was given up."""
    if committed is None:
        return list(existing)
    newer = [snapshot for snapshot in existing if micros(snapshot) > committed]
    return newer or [snapshot for snapshot in existing[-1:] if micros(snapshot) != committed]


def _version(snapshot: Snapshot, table: str, folder: Path) -> Version:
    """The version of a table for a snapshot, with its files in the table's own folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number, file in enumerate(snapshot.files(table)):
        place = folder / f"{snapshot.tag}-{number:05}.parquet"
        _link(Path(file), place)
        files.append(place)
    return Version(snapshot.id, micros(snapshot), tuple(files))


def _link(file: Path, place: Path) -> None:
    """Put a file elsewhere, whole or not at all; again changes nothing."""
    beside = place.with_name(f".{place.name}.new")
    beside.unlink(missing_ok=True)
    try:
        os.link(file, beside)
    except OSError:  # another file system, or one without links
        shutil.copyfile(file, beside)
    os.replace(beside, place)
    beside.unlink(missing_ok=True)  # os.replace leaves two links to one file as they are


def table_schemas() -> dict[str, Any]:
    """The schemas of the tables. Spark writes every column as one that may be null, so it may be null here."""
    import pyarrow as pa

    return {
        name: pa.schema([field.with_nullable(True) for field in record.arrow_schema()])
        for name, record in TABLES.items()
    }
