"""What a run wrote, to be compared with what another one wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.dataset

CHANCE = frozenset({"millis", "round"})
"""Fields that may differ between two runs over the same log: the clock, and which round was the last."""


def rows(out: Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table of the current snapshot, in an order of their own."""
    manifest = json.loads((out / "manifest.json").read_text())
    found = pyarrow.dataset.dataset(out / manifest["tables"][table]["path"], format="parquet").to_table().to_pylist()
    assert len(found) == manifest["tables"][table]["rows"]
    plain = [{name: value for name, value in row.items() if name not in CHANCE} for row in found]
    return sorted(plain, key=repr)


def same(one: Path, other: Path) -> None:
    """Both runs wrote the same tables."""
    tables = json.loads((one / "manifest.json").read_text())["tables"]
    for table in tables:
        assert rows(one, table) == rows(other, table), table
