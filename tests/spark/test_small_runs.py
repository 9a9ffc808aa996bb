"""A small run is finished by the driver, and says what Spark would have said."""

from __future__ import annotations

import dataclasses
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.spark import inputs
from tests.spark.conftest import as_large
from tests.spark.outcome import same

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.spark.conftest import Run

pytest.importorskip("pyspark")


def test_small_and_large_runs_make_the_same_tables(spark: SparkSession, logged: Run, tmp_path: Path) -> None:
    from headwater.spark import Options, Pipeline

    mapping = logged.source.parent / "mapping.yaml"
    options = Options(mapping=str(mapping), now=datetime(2024, 2, 1, tzinfo=UTC))
    pipeline = Pipeline(spark, str(tmp_path / "out"), options)
    pipeline.run([str(logged.source)])
    same(logged.out, tmp_path / "out")

    # … and a second run carries over what the first one had
    fewer = tmp_path / "fewer"
    inputs.write(fewer, dict(list(inputs.LOGGED.items())[:2]))
    later = dataclasses.replace(options, now=datetime(2024, 3, 1, tzinfo=UTC))
    Pipeline(spark, str(tmp_path / "out"), later).run([str(fewer)])
    large = tmp_path / "large"
    shutil.copytree(logged.out, large)
    with as_large():
        Pipeline(spark, str(large), later).run([str(fewer)])
    same(large, tmp_path / "out")


def comparable(data: Any) -> dict[str, Any]:
    """A report without what differs by nature: which rows of a tie come first, and how times are told."""
    fields = dataclasses.asdict(data)
    for name in ("edges", "influence", "table_edges", "statements", "columns", "datasets", "tags", "not_exact"):
        fields[name] = sorted(
            repr(sorted((key, value) for key, value in row.items() if not isinstance(value, datetime)))
            for row in fields[name]
        )
    for name in ("slowest", "diagnostics"):
        fields[name] = sorted(repr((row["statement"], row.get("code"), row.get("count"))) for row in fields[name])
    return fields


@pytest.mark.parametrize("facts", [True, False])
def test_reports_say_the_same(spark: SparkSession, scripts: Run, facts: bool) -> None:
    from headwater.emit.report import Limits
    from headwater.spark import Pipeline, report
    from headwater.store import report as store_report

    pipeline = Pipeline(spark, str(scripts.out))
    tables, manifest = pipeline.snapshots.tables(), pipeline.snapshots.manifest()
    assert tables is not None
    assert manifest is not None
    columns = tables["columns"].where("dataset <> 'result'").orderBy("system", "dataset", "ordinal").limit(3).collect()
    tags = {"pii": [f"{row.system}:{row.dataset}.{row.name}" for row in columns]}
    limits = Limits() if facts else Limits(datasets=60, edges=4)
    by_spark = report.collect(tables, manifest, 1.0, tags, facts, limits=limits)
    by_duckdb = store_report.collect(scripts.out, 1.0, tags, facts, limits)
    one, two = comparable(by_spark), comparable(by_duckdb)
    if not facts:  # which of the edges beyond the limit are shown is open
        assert len(one.pop("edges")) == len(two.pop("edges")) == 4
        for fields in (one, two):
            fields.pop("statements")
            fields["table_edges"] = len(fields["table_edges"])
    assert one == two
