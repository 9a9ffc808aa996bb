"""A folder of SQL gives the same tables with Spark and without: `headwater.store.sql_folder` mirrors the pipeline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from headwater.rows.warehouse import TABLES
from headwater.store import Reading, read_mapping, snapshot, write_store

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES = {
    "hive/a.sql": """
        CREATE TABLE ods.orders (id INT, amount DECIMAL(10, 2), note STRING);
        CREATE VIEW ods.all_orders AS SELECT * FROM ods.orders;
        INSERT OVERWRITE TABLE dws.daily SELECT dt, sum(amount) FROM lake.later WHERE amount > 7 GROUP BY dt;
    """,
    "hive/b.sql": "CREATE TABLE lake.later AS SELECT *, '2024-01-01' AS dt FROM ods.all_orders;",
    "spark/c.sql": """
        CREATE TEMPORARY VIEW recent AS SELECT id, my_udf(amount) AS odd FROM ods.all_orders WHERE id > 5;
        INSERT INTO dws.odd SELECT id, odd FROM recent;
        SELECT count(*) AS n, note FROM ods.orders, dws.odd;
    """,
    "duckdb/d.sql": """
        CREATE TABLE t AS SELECT * FROM read_parquet('lake/daily.parquet');
        SELECT amount FROM t, u;
        SELECT (;
    """,
    "duckdb/again.sql": "SELECT amount FROM t, u",
    "duckdb/empty.sql": "-- nothing",
    "circle/duckdb/e.sql": "CREATE VIEW p AS SELECT * FROM q;",
    "circle/duckdb/f.sql": "CREATE VIEW q AS SELECT * FROM p;",
    "nobody.sql": "SELECT 1",
}
MAPPING = "same:\n  - is: kafka:orders\n    also: [hive:ods.orders]\n"


def test_with_spark_and_without(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import duckdb

    from headwater.spark import Options, Pipeline

    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path("sql", name).parent.mkdir(parents=True, exist_ok=True)
        Path("sql", name).write_text(text)
    Path("sql", "mapping.yaml").write_text(MAPPING)
    Pipeline(spark, "one", Options(mapping="sql/mapping.yaml")).run(["sql"])
    write_store("sql", "two", Reading(mapping=read_mapping("sql/mapping.yaml")))
    one, two = snapshot("one"), snapshot("two")
    with duckdb.connect() as db:
        for name, record in TABLES.items():
            fields = ", ".join(f'"{field}"' for field in record.names if field != "millis")
            sides = [f"SELECT {fields} FROM read_parquet({side.files(name)})" for side in (one, two)]
            for first, second in (sides, sides[::-1]):
                assert db.execute(f"{first} EXCEPT ALL {second}").fetchall() == [], name
            assert one.rows(name) == two.rows(name)
        assert one.rows("edges") > 5
