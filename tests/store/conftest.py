"""The example warehouse as a store, made once without Spark; tests/spark compares it with what the pipeline writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

from headwater.store import Reading, Store, open_store, read_mapping, write_store

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store of examples/."""
    out = tmp_path_factory.mktemp("warehouse") / "out"
    write_store(ROOT / "examples", out, Reading(mapping=read_mapping(ROOT / "examples" / "mapping.yaml")))
    return out


@pytest.fixture(scope="session")
def store(warehouse: Path) -> Iterator[Store]:
    """It, opened."""
    with open_store(warehouse) as opened:
        yield opened
