"""What a run came to, collected for people: bounded rows of the tables for the page and the terminal.

Whatever is taken is the top of something, so the driver holds a page and not a warehouse; how much there is in truth is
counted beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

import headwater
from headwater.base.levels import Level
from headwater.emit.report import Limits, ReportData
from headwater.spark import facts as graph_facts
from headwater.spark import tags as graph_tags
from headwater.spark.closure import column_name
from headwater.spark.iteration import Cut

Tables = Mapping[str, DataFrame]
Row = Mapping[str, Any]
_SHOWN = 200


def collect(
    tables: Tables,
    manifest: Mapping[str, Any],
    seconds: Mapping[str, float],
    tags: Mapping[str, Iterable[str]] | None = None,
    facts: bool = True,
    cut: Cut | None = None,
    limits: Limits | None = None,
) -> ReportData:
    """Everything that the report and the summary tell of a snapshot."""
    limits = limits or Limits()
    statements = tables["statements"]
    edges = tables["edges"].where("target_dataset <> 'result' AND valid_to IS NULL")
    coverage = _rows(tables["coverage"].orderBy("dialect"))
    totals = {name: int(table["rows"]) for name, table in manifest["tables"].items()}
    for name in ("entries", "statements", "distinct_statements", "unread"):
        totals[name] = sum(int(row[name]) for row in coverage)
    first = _worst_diagnostics(tables["diagnostics"])
    unsure = statements.where("level <> 'EXACT' AND kind <> 'UNREAD'").join(first, "statement")
    reasons = (
        unsure.groupBy("code")
        .agg(
            F.count("*").alias("count"),
            F.min("reason").alias("level"),
            F.min("message").alias("message"),
            F.min("help").alias("help"),
        )
        .orderBy(F.desc("count"), "code")
    )
    found_reasons = _rows(reasons.limit(50))
    totals["not_exact"] = sum(int(row["count"]) for row in found_reasons)
    shown = _shown_edges(edges, tables["table_edges"], limits)
    named = shown.select("statement").distinct()
    return ReportData(
        version=headwater.__version__,
        snapshot=str(manifest["snapshot"]),
        finished=datetime.fromisoformat(str(manifest["made_at"])),
        seconds=sum(seconds.values()),
        sources=[{"source": source} for source in manifest.get("sources", ())],
        totals=totals,
        coverage=coverage,
        diagnostics=_diagnostics(tables),
        # the time is that of the whole text: its first statement stands for it
        slowest=_rows(statements.where("millis > 0 AND number = 0").orderBy(F.desc("millis"), "statement").limit(10)),
        reasons=found_reasons,
        not_exact=_rows(unsure.drop("reason", "message", "help").orderBy("source", "span_start").limit(_SHOWN)),
        facts=_facts(tables, cut) if facts else {},
        tags=_tags(tables, tags, cut) if tags else [],
        datasets=_rows(_datasets(tables, limits)),
        columns=_rows(_in_order(tables["columns"]).limit(limits.columns)),
        edges=_rows(shown),
        influence=_rows(
            tables["influence"].where("target_dataset <> 'result' AND valid_to IS NULL").limit(limits.influence)
        ),
        table_edges=_rows(tables["table_edges"].where("target <> 'result' AND valid_to IS NULL").limit(limits.edges)),
        statements=_rows(statements.join(named, "statement", "left_semi")),
        limits=limits,
    )


def _rows(frame: DataFrame) -> list[Row]:
    return [row.asDict(recursive=True) for row in frame.collect()]


def _in_order(columns: DataFrame) -> DataFrame:
    return columns.where("dataset <> 'result'").orderBy("system", "dataset", "ordinal")


def _rank(column: str) -> Column:
    """The levels, best first, as numbers."""
    return F.array_position(F.array(*(F.lit(level.value) for level in Level)), F.col(column))


def _worst_diagnostics(diagnostics: DataFrame) -> DataFrame:
    """The worst diagnostic of each statement: why it is not EXACT."""
    order = Window.partitionBy("statement").orderBy(F.desc(_rank("level")), "span_start", "code")
    ranked = (
        diagnostics.where("level <> 'EXACT'").withColumn("position", F.row_number().over(order)).where("position = 1")
    )
    return ranked.select("statement", "code", F.col("level").alias("reason"), "message", "help")


def _diagnostics(tables: Tables) -> list[Row]:
    """One example a code, worst first, with how often there is one like it."""
    order = Window.partitionBy("code").orderBy("statement", "span_start")
    every = Window.partitionBy("code")
    diagnostics = tables["diagnostics"]
    example = diagnostics.withColumn("position", F.row_number().over(order)).withColumn(
        "count", F.count("*").over(every)
    )
    where = tables["statements"].select("statement", "source", "entry", "dialect")
    rows = _rows(example.where("position = 1").join(where, "statement", "left").drop("position"))
    worst = ["error", "warning", "info"]
    rank = {level.value: level.rank for level in Level}
    return sorted(rows, key=lambda row: (worst.index(row["severity"]), -rank[row["level"]], -row["count"], row["code"]))


def _shown_edges(edges: DataFrame, table_edges: DataFrame, limits: Limits) -> DataFrame:
    """All edges where they fit on a page; else those between the datasets that have the most to do with others."""
    if edges.limit(limits.edges + 1).count() <= limits.edges:
        return edges
    ends = table_edges.select(F.explode(F.array("source_id", "target_id")).alias("id"))
    top = ends.groupBy("id").count().orderBy(F.desc("count"), "id").limit(limits.datasets).select("id")
    source = top.withColumnRenamed("id", "source_dataset_id")
    target = top.withColumnRenamed("id", "target_dataset_id")
    from_top = edges.join(F.broadcast(source), "source_dataset_id", "left_semi")
    return from_top.join(F.broadcast(target), "target_dataset_id", "left_semi").limit(limits.edges)


def _datasets(tables: Tables, limits: Limits) -> DataFrame:
    ends = tables["table_edges"].select(F.explode(F.array("source_id", "target_id")).alias("id"))
    degree = ends.groupBy("id").count()
    datasets = tables["datasets"].where("name <> 'result' AND NOT temporary").join(degree, "id", "left")
    return datasets.orderBy(F.desc_nulls_last("count"), "system", "name").limit(limits.datasets).drop("count")


def _facts(tables: Tables, cut: Cut | None) -> dict[str, Any]:
    """Of the graph without the results of bare queries: they end where they begin."""
    return graph_facts.summarise(
        tables["columns"].where("dataset <> 'result'"),
        tables["datasets"].where("name <> 'result' AND NOT temporary"),
        tables["edges"].where("target_dataset <> 'result'"),
        tables["influence"],
        tables["table_edges"].where("target <> 'result'"),
        cut=cut,
    )


def _tags(tables: Tables, tags: Mapping[str, Iterable[str]], cut: Cut | None) -> list[Row]:
    """Where the tags spread, with the way that each of them took."""
    columns = tables["columns"].where("dataset <> 'result'")
    edges = tables["edges"].where("target_dataset <> 'result'")
    tagged = graph_tags.spread(edges, columns, tags, as_of="now", cut=cut)
    rows = _rows(tagged.orderBy("tag", "distance", "node_id").limit(2_000))
    names = columns.select(
        F.col("id").alias("node_id"), column_name().alias("path"), "system", "dataset", F.col("name").alias("column")
    )
    known = {row["node_id"]: row for row in _rows(names.join(tagged.select("node_id"), "node_id", "left_semi"))}
    before = {(row["tag"], row["node_id"]): row for row in rows}
    report_rows: list[Row] = []
    for row in rows:
        way: list[str] = []
        current: Row | None = row
        while current is not None and len(way) < 100:
            way.append(known.get(current["node_id"], {}).get("path", str(current["node_id"])))
            current = before.get((row["tag"], current["via_source"])) if current["via_source"] is not None else None
        own = known.get(row["node_id"], {})
        report_rows.append(
            {**own, "tag": row["tag"], "distance": row["distance"], "masked": row["masked"], "path": way[::-1]}
        )
    return report_rows
