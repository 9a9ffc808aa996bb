"""What a session writes is captured once, with its lineage: tables, files, views and streams."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from headwater.answer import Statement
from headwater.base.levels import Level
from headwater.frontends import catalyst as plans

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from headwater.spark import Capture

TABLES = ("captured_made", "captured_more", "captured_parts", "captured_stream", "captured_read")


@pytest.fixture(scope="module")
def rates(spark: SparkSession) -> Iterator[DataFrame]:
    """A table to read from."""
    spark.sql("CREATE TABLE captured_read (region string, rate double, q1 int) USING parquet")
    spark.sql("INSERT INTO captured_read VALUES ('eu', 1.5, 1)")
    yield spark.table("captured_read")
    spark.sql("DROP VIEW IF EXISTS captured_view")
    spark.catalog.dropTempView("captured_seen_through")
    for name in TABLES:
        spark.sql(f"DROP TABLE IF EXISTS {name}")


def kinds_and_targets(found: Capture) -> list[tuple[str, str | None]]:
    return [(statement.kind, statement.target) for statement in found.statements]


def edges(found: Statement) -> list[tuple[str, str, str]]:
    return [(str(e.source), str(e.target), str(e.type)) for e in found.edges]


def test_one_dataframe(rates: DataFrame) -> None:
    from headwater.spark import lineage

    result = lineage(rates.selectExpr("upper(region) AS r", "rate"), target="sales.rates")
    (one,) = result.statements
    assert (one.kind, one.target, str(result.level)) == ("SELECT", "sales.rates", "EXACT")
    assert edges(one) == [
        ("captured_read.region", "sales.rates.r", "DERIVED"),
        ("captured_read.rate", "sales.rates.rate", "DIRECT"),
    ]


def test_tables(spark: SparkSession, rates: DataFrame) -> None:
    """saveAsTable alone fires three events."""
    from headwater.spark import capture

    with capture(spark) as found:
        rates.select("region", "rate").write.saveAsTable("captured_made")
        rates.selectExpr("upper(region)", "q1").write.insertInto("captured_made")
        rates.select("region", "rate").write.mode("append").saveAsTable("captured_made")
        spark.sql("CREATE TABLE captured_more AS SELECT region, sum(rate) AS total FROM captured_read GROUP BY region")
        rates.where("q1 > 0").createOrReplaceTempView("captured_seen_through")
        spark.sql("INSERT INTO captured_more SELECT region, q1 + 1 FROM captured_seen_through")
        spark.sql("CREATE TABLE captured_parts (q int, region string) USING parquet PARTITIONED BY (region)")
        spark.sql("INSERT INTO captured_parts PARTITION (region = 'eu') SELECT q1 FROM captured_read")
        spark.sql("CREATE VIEW captured_view AS SELECT region FROM captured_read")
        rates.count()
        rates.collect()
    assert kinds_and_targets(found) == [
        ("CREATE_TABLE", "captured_made"),
        ("INSERT", "captured_made"),
        ("INSERT", "captured_made"),
        ("CREATE_TABLE", "captured_more"),
        ("INSERT", "captured_more"),
        ("INSERT", "captured_parts"),
        ("CREATE_VIEW", "captured_view"),
    ]
    assert found.analysis.level is Level.EXACT
    # q1 is an int, and the column a double: an insert hands it on, though the engine casts it
    assert edges(found.statements[1]) == [
        ("captured_read.region", "captured_made.region", "DERIVED"),
        ("captured_read.q1", "captured_made.rate", "DIRECT"),
    ]
    seen = found.statements[4]
    assert edges(seen) == [
        ("captured_read.region", "captured_more.region", "DIRECT"),
        ("captured_read.q1", "captured_more.total", "DERIVED"),
    ]
    assert [(str(i.source), str(i.type)) for i in seen.influence] == [("captured_read.q1", "FILTER")]
    assert edges(found.statements[5]) == [("captured_read.q1", "captured_parts.q", "DIRECT")]
    assert [column.generated for column in found.statements[5].columns] == [False, True]


def test_files(spark: SparkSession, rates: DataFrame, tmp_path: Path) -> None:
    from headwater.spark import capture

    with capture(spark) as found:
        rates.select("region").write.parquet(str(tmp_path / "p"))
        rates.select("region").write.mode("overwrite").csv(str(tmp_path / "c"))
        spark.read.parquet(str(tmp_path / "p")).write.json(str(tmp_path / "j"))
        spark.sql(f"INSERT OVERWRITE DIRECTORY '{tmp_path / 'd'}' USING orc SELECT q1 FROM captured_read")
    assert kinds_and_targets(found) == [
        ("INSERT", f"parquet.{tmp_path / 'p'}"),
        ("INSERT", f"csv.{tmp_path / 'c'}"),
        ("INSERT", f"json.{tmp_path / 'j'}"),
        ("INSERT", f"orc.{tmp_path / 'd'}"),
    ]
    assert [statement.overwrites for statement in found.statements] == [False, True, False, True]
    assert edges(found.statements[2]) == [
        (f"parquet.{tmp_path / 'p'}.region", f"json.{tmp_path / 'j'}.region", "DIRECT")
    ]


def test_streams(spark: SparkSession, rates: DataFrame, tmp_path: Path) -> None:
    """A stream says where it goes when it starts; what foreachBatch writes is followed back through the batch."""
    from headwater.spark import capture

    rates.select("q1").write.json(str(tmp_path / "in"))

    def store(batch: DataFrame, number: int) -> None:
        batch.selectExpr("n", "n * 2 AS twice").write.mode("append").parquet(str(tmp_path / "batches"))

    with capture(spark) as found:
        stream = spark.readStream.schema("q1 int").json(str(tmp_path / "in")).selectExpr("q1 + 1 AS n")
        for writer, where in (
            (stream.writeStream.format("parquet"), str(tmp_path / "out")),
            (stream.writeStream.format("memory").queryName("captured_memory"), None),
            (stream.writeStream.foreachBatch(store), None),
        ):
            running: Any = writer.option("checkpointLocation", str(tmp_path / f"at-{where is None}-{id(writer)}"))
            running = running.trigger(availableNow=True)
            (running.start(where) if where else running.start()).awaitTermination()
        table: Any = stream.writeStream.option("checkpointLocation", str(tmp_path / "at-table"))
        table.trigger(availableNow=True).toTable("captured_stream").awaitTermination()
    source = f"json.{tmp_path / 'in'}.q1"
    out = f"parquet.{tmp_path / 'out'}"
    batches = f"parquet.{tmp_path / 'batches'}"
    assert [edges(statement) for statement in found.statements] == [
        [(source, f"{out}.n", "DERIVED")],
        [(source, "captured_memory.n", "DERIVED")],
        [(source, f"{batches}.n", "DERIVED"), (source, f"{batches}.twice", "DERIVED")],
        [(source, "captured_stream.n", "DERIVED")],
    ]
    assert found.analysis.level is Level.EXACT


def test_code_of_the_program_is_marked(spark: SparkSession, rates: DataFrame) -> None:
    from pyspark.sql import functions as f

    from headwater.spark import lineage

    def same(batches: Any) -> Any:
        yield from batches

    statement = lineage(rates.select("region", "q1").mapInArrow(same, "a string")).statements[0]
    assert {(str(e.source), str(e.type), str(e.level)) for e in statement.edges} == {
        ("captured_read.region", "UNKNOWN", "COARSE"),
        ("captured_read.q1", "UNKNOWN", "COARSE"),
    }
    assert [diagnostic.code for diagnostic in statement.diagnostics] == ["W704"]
    column = lineage(rates.select(f.udf(lambda x: x, "int")("q1").alias("x"), "rate")).statements[0]
    assert edges(column) == [
        ("captured_read.q1", "result.x", "UNKNOWN"),
        ("captured_read.rate", "result.rate", "DIRECT"),
    ]
    assert [diagnostic.code for diagnostic in column.diagnostics] == ["W210"]
    created = lineage(spark.createDataFrame([(1,)], "a int")).statements[0]
    assert [diagnostic.code for diagnostic in created.diagnostics] == ["W703"]


def test_captured_plans_are_read_again_without_spark(spark: SparkSession, rates: DataFrame, tmp_path: Path) -> None:
    from headwater.spark import capture

    with capture(spark) as found:
        rates.select("region").write.parquet(str(tmp_path / "p"))
    assert found.write(tmp_path / "plans.jsonl") == 1
    (line,) = (tmp_path / "plans.jsonl").read_text("utf-8").splitlines()
    again = plans.analyze(json.loads(line)["plan"])
    assert again.to_dict() == found.to_dict()


def test_a_failed_write_is_not_captured(spark: SparkSession, rates: DataFrame, tmp_path: Path) -> None:
    from headwater.spark import capture

    rates.select("region").write.parquet(str(tmp_path / "p"))
    with capture(spark) as found, pytest.raises(Exception, match="PATH_ALREADY_EXISTS"):
        rates.select("region").write.parquet(str(tmp_path / "p"))
    assert found.statements == []


def test_spark_connect_says_that_it_has_no_plans() -> None:
    """A client of Spark Connect is known by its module; it has no Java to ask."""
    from headwater.spark import lineage

    client = type("DataFrame", (), {"__module__": "pyspark.sql.connect.dataframe"})()
    result = lineage(client)
    assert (str(result.level), [diagnostic.code for diagnostic in result.diagnostics]) == ("NONE", ["E706"])


def test_the_guide_says_what_is(spark: SparkSession, tmp_path: Path) -> None:
    """Every block that needs a session, in order; a comment below an expression is what it gives."""
    text = (Path(__file__).parents[2] / "docs" / "how-to" / "dataframes.md").read_text("utf-8")
    names: dict[str, Any] = {"spark": spark, "folder": str(tmp_path)}
    checked = 0
    try:
        for block in re.findall(r"```py\n(.*?)```", text, re.DOTALL):
            lines = block.splitlines()
            for node in ast.parse(block).body:
                code = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                if isinstance(node, ast.FunctionDef) and node.decorator_list:
                    code = "\n".join(lines[node.decorator_list[0].lineno - 1 : node.end_lineno])
                comment = lines[node.end_lineno] if (node.end_lineno or 0) < len(lines) else ""
                if isinstance(node, ast.Expr) and comment.startswith("# "):
                    assert eval(code, names) == eval(comment[2:], names), code
                    checked += 1
                else:
                    exec(compile(code, "dataframes.md", "exec"), names)
    finally:
        for table in ("orders", "totals", "names"):
            spark.sql(f"DROP TABLE IF EXISTS {table}")
    assert checked >= 7
