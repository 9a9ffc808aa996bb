"""What `--dry-run` tells of sources."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.spark.inputs import write

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("pyspark")


def test_entries_are_counted_by_format_and_dialect_with_the_reasons_of_the_unread(
    spark: SparkSession, tmp_path: Path
) -> None:
    from headwater.spark import Pipeline
    from headwater.spark.preview import preview

    source = write(
        tmp_path / "in",
        {
            "hive/a.sql": "SELECT 1",
            "b.jsonl": '{"sql": "SELECT a FROM t", "dialect": "duckdb"}\n' * 2 + "{broken\n",
            "nobody.sql": "SELECT 1",
            "hive/empty.sql": " \n",
        },
    )
    (source / "bad.parquet").write_bytes(b"PAR1 it is none PAR1")
    found = preview(Pipeline(spark, str(tmp_path / "out")), [str(source)])
    assert {(row.kind, row.format, row.dialect): row.entries for row in found.counts} == {
        ("statement", "sql", "hive"): 1,
        ("statement", "statements", "duckdb"): 2,
        ("unread", "sql", None): 1,
        ("unread", "sql", "hive"): 1,
        ("unread", None, None): 2,
    }
    assert found.entries == 7
    reasons = {Path(reason.source).name: reason.detail for reason in found.reasons}
    assert set(reasons) == {"nobody.sql", "empty.sql", "b.jsonl", "bad.parquet"}
    assert "--dialect" in reasons["nobody.sql"]
    assert reasons["empty.sql"] == "the file is empty"
    assert not (tmp_path / "out").exists(), "nothing is written"
