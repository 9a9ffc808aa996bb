"""A folder of SQL gives the same tables with Spark and without: both run the SQL of `headwater.rows.graph_sql`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from headwater import Catalog
from headwater.rows.warehouse import TABLES
from headwater.store import Reading, read_mapping, snapshot, write_store
from tests.spark import inputs

if TYPE_CHECKING:
    from tests.spark.conftest import Run

pytest.importorskip("pyspark")


def test_with_spark_and_without(scripts: Run, tmp_path: Path) -> None:
    import duckdb

    beside = scripts.source.parent
    catalogs = [
        (dialect, table)
        for dialect, (name, _) in inputs.CATALOGS.items()
        for table in Catalog.from_source(str(beside / name), dialect=dialect)
    ]
    reading = Reading(catalogs=catalogs, mapping=read_mapping(str(beside / "mapping.yaml")))
    write_store(str(scripts.source), tmp_path / "out", reading)
    one, two = snapshot(scripts.out), snapshot(tmp_path / "out")
    with duckdb.connect() as db:
        for name, record in TABLES.items():
            fields = ", ".join(f'"{field}"' for field in record.names if field != "millis")
            sides = [f"SELECT {fields} FROM read_parquet({side.files(name)})" for side in (one, two)]
            for first, second in (sides, sides[::-1]):
                assert db.execute(f"{first} EXCEPT ALL {second}").fetchall() == [], name
            assert one.rows(name) == two.rows(name)
        assert one.rows("edges") > 5
