"""What the runs read: a log with scripts beside it, then more of it, with files that are late or broken among them.

Times of files are set, since they tell a file that changed; no run depends on when the test was started.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.spark import inputs

BEFORE = datetime(2024, 2, 1, tzinfo=UTC)
AFTER = datetime(2024, 3, 1, tzinfo=UTC)
LONG_AGO = datetime(2023, 1, 1, tzinfo=UTC)

MORE = [
    (10, "job_d", "CREATE TABLE chaos.t (a INT, b INT)"),
    (11, "job_d", "INSERT INTO chaos.sink SELECT * FROM chaos.t"),
    (12, "job_a", "INSERT INTO kept SELECT again FROM t"),
    (13, None, "ALTER TABLE times.t ADD COLUMN d INT"),
    (14, None, "INSERT INTO times.last SELECT * FROM times.t"),
    (15, None, "INSERT INTO chaos.from_base SELECT a FROM chaos.base"),
]
LATE = [
    (1, "job_e", "CREATE TABLE chaos.base (a INT, late INT)"),
    (2, None, "INSERT INTO late SELECT x FROM chaos.base"),
]


def lay_base(folder: Path) -> None:
    """What there is before the run that is killed."""
    shutil.rmtree(folder, ignore_errors=True)
    inputs.write(folder, inputs.LOGGED)
    for path in folder.rglob("*"):
        _touch(path, BEFORE)


def lay_more(folder: Path, changed: bool, corrupt: bool) -> None:
    """What the run that is killed finds: new files and one that grew; one that changed, and ones that are broken."""
    _write(folder / "more.jsonl", _lines(MORE), AFTER)
    grown = folder / "runs.jsonl"
    _write(grown, grown.read_text() + "\n" + _lines([(20, "job_b", "INSERT INTO kept SELECT grown FROM t")]), AFTER)
    if changed:
        _write(folder / "duckdb/stays.sql", "INSERT INTO stays SELECT s, now_too FROM t", AFTER)
    if corrupt:
        _write_broken_parquet(folder / "broken.parquet")
        whole = gzip.compress(_lines(MORE).encode(), mtime=0)
        (folder / "torn.jsonl.gz").write_bytes(whole[: len(whole) // 2])
        for name in ("broken.parquet", "torn.jsonl.gz"):
            _touch(folder / name, AFTER)


def lay_late(folder: Path) -> None:
    """A file that arrives later than all others, and is older than they are."""
    _write(folder / "late.jsonl", _lines(LATE), LONG_AGO)


def _lines(runs: list[tuple[int, str | None, str]]) -> str:
    rows: list[dict[str, Any]] = [
        {"sql": text, "job": job, "time": f"2024-02-{day:02} 00:00:00", "dialect": "duckdb"} for day, job, text in runs
    ]
    return "\n".join(map(json.dumps, rows))


def _write_broken_parquet(path: Path) -> None:
    """A table of statements with a page that was overwritten: its footer is whole."""
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.table(
        {"sql": [f"SELECT c{number} FROM t" for number in range(1_000)], "dialect": ["duckdb"] * 1_000}
    )
    parquet.write_table(table, path, compression="none", use_dictionary=False)
    data = bytearray(path.read_bytes())
    data[4:2_000] = b"\xff" * 1_996
    path.write_bytes(bytes(data))


def _write(path: Path, text: str, at: datetime) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    _touch(path, at)


def _touch(path: Path, at: datetime) -> None:
    os.utime(path, (at.timestamp(), at.timestamp()))
