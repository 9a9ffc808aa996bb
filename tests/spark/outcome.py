"""What a run wrote: read without Spark, and compared with what another run wrote."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow.dataset

from headwater.rows.warehouse import TABLES

CHANCE = frozenset({"millis", "round"})
"""Fields that may differ between two runs over the same log: the clock, and which round was the last."""

Tables = dict[str, list[SimpleNamespace]]


def _read(out: Path, table: str) -> list[dict[str, Any]]:
    manifest = json.loads((out / "manifest.json").read_text())
    rows = pyarrow.dataset.dataset(out / manifest["tables"][table]["path"], format="parquet").to_table().to_pylist()
    assert len(rows) == manifest["tables"][table]["rows"]
    return rows


def tables(out: Path) -> Tables:
    """Every table of the current snapshot, as rows with the fields as attributes."""
    return {name: [SimpleNamespace(**row) for row in _read(out, name)] for name in TABLES}


def rows(out: Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table of the current snapshot, without what chance decides, in an order of their own."""
    plain = [{name: value for name, value in row.items() if name not in CHANCE} for row in _read(out, table)]
    return sorted(plain, key=repr)


def same(one: Path, other: Path) -> None:
    """Both runs wrote the same tables."""
    for table in json.loads((one / "manifest.json").read_text())["tables"]:
        assert rows(one, table) == rows(other, table), table
