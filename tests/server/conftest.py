"""A server over the example warehouse, made without Spark, and one whose names are meant to do harm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("duckdb")

from starlette.testclient import TestClient

from headwater.server import Limits, Settings, create_app
from headwater.store import Reading, read_mapping, write_store

ROOT = Path(__file__).parents[2]
SMALL = Limits(seconds=600, body=64 << 10, sql_seconds=120, sql_memory=1 << 30, sql_chars=20_000, sql_workers=1)
"""Small in everything but time: a machine may be busy."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a store of examples/."""
    out = tmp_path_factory.mktemp("server") / "out"
    write_store(ROOT / "examples", out, Reading(mapping=read_mapping(ROOT / "examples" / "mapping.yaml")))
    return out


@pytest.fixture(scope="session")
def client(folder: Path) -> Iterator[TestClient]:
    """Asks the server of the example warehouse."""
    with TestClient(create_app(Settings(folder, limits=SMALL))) as made:
        yield made
