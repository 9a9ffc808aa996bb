"""What a run came to, collected for people: bounded rows of the tables, asked of Spark.

For tables that DuckDB cannot read, or that one machine should not: `headwater.store.report` asks the same of files at
hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

import headwater
from headwater.emit.report import Limits, ReportData
from headwater.emit.report.fill import MOST_TAGGED, fill, tag_rows
from headwater.spark import facts as graph_facts
from headwater.spark import tags as graph_tags
from headwater.spark.closure import column_name
from headwater.spark.graph import query
from headwater.spark.iteration import Cut

Tables = Mapping[str, DataFrame]
Row = Mapping[str, Any]


def collect(
    tables: Tables,
    manifest: Mapping[str, Any],
    seconds: float | None,
    tags: Mapping[str, Iterable[str]] | None = None,
    facts: bool = True,
    cut: Cut | None = None,
    limits: Limits | None = None,
) -> ReportData:
    """Everything that the report and the summary tell of a snapshot."""
    return fill(
        lambda text: _rows(query(text, tables)),
        manifest,
        headwater.__version__,
        seconds,
        _facts(tables, cut) if facts else {},
        _tags(tables, tags, cut) if tags else [],
        limits,
    )


def _rows(frame: DataFrame) -> list[Row]:
    return [row.asDict(recursive=True) for row in frame.collect()]


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
    rows = _rows(tagged.orderBy("tag", "distance", "node_id").limit(MOST_TAGGED))
    names = columns.select(
        F.col("id").alias("node_id"), column_name().alias("path"), "system", "dataset", F.col("name").alias("column")
    )
    known = _rows(names.join(tagged.select("node_id"), "node_id", "left_semi"))
    return tag_rows(rows, {row["node_id"]: row for row in known})
