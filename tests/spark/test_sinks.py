"""Tables for other readers: what a run commits beside its Parquet files."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.spark.conftest import Run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def pipeline(spark: SparkSession, out: Path | str, **options: Any) -> Any:
    from headwater.spark import Options, Pipeline

    return Pipeline(spark, str(out), Options(**options))


@pytest.mark.parametrize(("format", "package"), [("delta", "deltalake"), ("iceberg", "pyiceberg")])
def test_the_next_run_commits_what_a_killed_one_left_out(
    spark: SparkSession, synthetic: Run, tmp_path: Path, format: Any, package: str
) -> None:
    """The run wrote its manifest, and was killed before the tables of the other format were committed."""
    pytest.importorskip(package)
    from headwater.store.publish import open_tables

    out = tmp_path / "out"
    shutil.copytree(synthetic.out, out)
    killed = pipeline(spark, out, format=format)
    tables = open_tables(out, format)
    assert tables.committed("edges") is None
    manifest = killed.begin()  # what every run starts with
    rows = manifest["tables"]["edges"]["rows"]
    first = tables.committed("edges")
    assert first is not None
    killed.begin()
    assert tables.committed("edges") == first
    if format == "delta":
        from deltalake import DeltaTable

        table = DeltaTable(str(out / "delta" / "edges"))
        assert (table.version(), table.to_pyarrow_table().num_rows) == (0, rows)
    else:
        read: Any = tables
        table = read.catalog.load_table(("headwater", "edges"))
        assert (len(table.snapshots()), table.scan().to_arrow().num_rows) == (1, rows)


def test_a_format_is_checked_before_anything_is_read(spark: SparkSession, tmp_path: Path) -> None:
    from headwater.spark import SparkProblem

    (tmp_path / "a.sql").write_text("SELECT 1")
    read = [str(tmp_path / "a.sql")]
    for out, options, message in (
        ("s3a://bucket/out", {"format": "delta"}, "is not on this machine"),
        (tmp_path / "out", {"catalog_sink": "lake"}, "is not a schema of a catalog"),
        (tmp_path / "out", {"catalog_sink": "lake.gold; DROP"}, "is not a schema of a catalog"),
        (tmp_path / "out", {"catalog_sink": "nowhere.gold"}, "Spark has no catalog nowhere"),
        (tmp_path / "out", {"catalog_sink": "spark_catalog.gold"}, "Spark has no catalog spark_catalog"),
    ):
        with pytest.raises(SparkProblem, match=message):
            pipeline(spark, out, **options).check(read)


def test_a_catalog_that_keeps_no_properties_is_refused(spark: SparkSession, tmp_path: Path) -> None:
    """Derby comes with Spark and can be a catalog, but its tables cannot say which snapshot they hold."""
    from headwater.spark import SparkProblem
    from headwater.spark.sinks import check, write_tables

    java: Any = spark.sparkContext._jvm
    java.java.lang.System.setProperty("derby.stream.error.file", str(tmp_path / "derby.log"))  # else beside the code
    name = "spark.sql.catalog.derby_sink"
    settings = {
        name: "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog",
        f"{name}.url": f"jdbc:derby:{tmp_path / 'derby'};create=true",
        f"{name}.driver": "org.apache.derby.iapi.jdbc.AutoloadedDriver",
    }
    for key, value in settings.items():
        spark.conf.set(key, value)
    try:
        check(spark, str(tmp_path), "parquet", "derby_sink.APP")
        frame = spark.createDataFrame([(1, "a")], "id INT, name STRING")
        with pytest.raises(SparkProblem, match=r"Cannot write derby_sink.APP.datasets: .*Create the table"):
            write_tables(spark, {"datasets": frame}, "derby_sink.APP", "000001")
    finally:
        for key in settings:
            spark.conf.unset(key)
