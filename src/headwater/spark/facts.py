"""Facts about the whole graph: roots, leaves, what nobody reads, what much depends on, circles, components, layers.

Each fact is a function from the graph's tables to a DataFrame, so it can be written, joined or shown like any other;
`summarise` gathers the small ones for a report. Self edges (`SET x = x + 1`) neither feed nor use a column here.

Invariant: no fact needs all pairs. To add one, write a function over the tables and give it a key in `summarise`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from headwater.spark.closure import column_name, condense
from headwater.spark.components import connected, layers
from headwater.spark.frontier import arcs, select_edges, valid, walk
from headwater.spark.iteration import SMALL, Cut, Watch

SHOWN = 20  # members that a circle names


def roots(columns: DataFrame, edges: DataFrame) -> DataFrame:
    """The columns that no value flows into; `generated` tells those that are made up from those that come in."""
    return columns.join(_without_loops(edges).select(F.col("target_id").alias("id")), "id", "left_anti")


def leaves(columns: DataFrame, edges: DataFrame) -> DataFrame:
    """The columns whose value flows nowhere."""
    return columns.join(_without_loops(edges).select(F.col("source_id").alias("id")), "id", "left_anti")


def unused(
    columns: DataFrame,
    datasets: DataFrame,
    edges: DataFrame,
    influence: DataFrame,
    table_edges: DataFrame | None = None,
) -> DataFrame:
    """The columns of stored datasets that nothing reads: no value edge, no influence.

    Only what is certain: where a dataset was read by a star over an unknown schema, or by a statement of which only
    the tables are known (`table_edges` of level TABLE), its columns may have been read, and are left out.
    """
    read = _without_loops(edges).select(F.col("source_id").alias("id")).union(influence.select("source_id")).distinct()
    hazy = columns.where(F.col("name") == "*").join(read, "id", "left_semi").select("dataset_id")
    if table_edges is not None:
        coarse = table_edges.where(F.col("level").isin("TABLE", "NONE") & (F.col("source_id") != F.col("target_id")))
        hazy = hazy.union(coarse.select("source_id"))
    stored = datasets.where(~F.coalesce("temporary", F.lit(False)) & (F.coalesce("kind", F.lit("")) != "result"))
    return (
        columns.where(F.col("name") != "*")
        .join(stored.select(F.col("id").alias("dataset_id")), "dataset_id", "left_semi")
        .join(hazy, "dataset_id", "left_anti")
        .join(read, "id", "left_anti")
        .select(*columns.columns)
    )


def orphans(datasets: DataFrame, table_edges: DataFrame) -> DataFrame:
    """The datasets that are neither made from another nor read for another."""
    ends = table_edges.where(F.col("source_id") != F.col("target_id"))
    touched = ends.select(F.col("source_id").alias("id")).union(ends.select("target_id"))
    return datasets.join(touched, "id", "left_anti")


def most_read(edges: DataFrame, top: int = 20) -> DataFrame:
    """(node_id, readers): the columns with the most distinct columns made directly from them."""
    readers = (
        _without_loops(edges).distinct().groupBy(F.col("source_id").alias("node_id")).agg(F.count("*").alias("readers"))
    )
    return readers.orderBy(F.desc("readers"), "node_id").limit(top)


def reached_counts(
    edges: DataFrame,
    ids: Sequence[int],
    *,
    small: int = SMALL,
    cut: Cut | None = None,
    watch: Watch | None = None,
) -> DataFrame:
    """(node_id, reached): how many columns are derived from each of `ids`, at any distance.

    One walk serves all of them and holds a row per id and reached column: meant for tens of ids.
    """
    spark = edges.sparkSession
    labelled = spark.createDataFrame(list(enumerate(ids)), "label INT, node_id BIGINT")
    starts = labelled.select(
        "label",
        F.col("node_id").alias("node"),
        F.lit(0).alias("distance"),
        F.lit(None).cast("bigint").alias("near"),
        F.lit(0).alias("cost"),
    )
    walked = walk(arcs(select_edges(edges), "down"), starts, small=small, cut=cut, watch=watch)
    counts = walked.groupBy("label").agg((F.count("*") - 1).alias("reached"))
    return labelled.join(counts, "label").select("node_id", "reached")


def cycles(strong: DataFrame, shown: int = SHOWN) -> DataFrame:
    """(component, size, members): the circles that `condense` found, largest first, with their smallest members."""
    rank = F.row_number().over(Window.partitionBy("component").orderBy("node_id"))
    first = strong.where("cyclic").withColumn("rank", rank).where(F.col("rank") <= shown)
    return (
        first.groupBy("component", "size")
        .agg(F.sort_array(F.collect_list("node_id")).alias("members"))
        .orderBy(F.desc("size"), "component")
    )


def summarise(
    columns: DataFrame,
    datasets: DataFrame,
    edges: DataFrame,
    influence: DataFrame,
    table_edges: DataFrame,
    *,
    as_of: datetime | str | None = "now",
    top: int = 10,
    small: int = SMALL,
    cut: Cut | None = None,
    watch: Watch | None = None,
) -> dict[str, Any]:
    """The facts as a small dict for the report: counts, and the first `top` of each list with names."""
    cut = cut or Cut()
    edges = cut(valid(edges, as_of).select(*EDGE))
    influence, table_edges = valid(influence, as_of), valid(table_edges, as_of)
    named = columns.select("id", column_name().alias("column"))
    strong = condense(edges, small=small, cut=cut, watch=watch)
    weak = connected(edges, small=small, cut=cut, watch=watch)
    depth = layers(edges, strong, small=small, cut=cut, watch=watch)
    circles = cut(cycles(strong))

    most = most_read(edges, top).collect()
    names = {row.id: row.column for row in _named(named, [row.node_id for row in most]).collect()}
    beyond: dict[int, int] = {}
    if most:
        ids = [row.node_id for row in most]
        beyond = dict(reached_counts(edges, ids, small=small, cut=cut, watch=watch).collect())
    islands = weak.groupBy("component").count()
    island, columns_in = islands.agg(F.count("*"), F.max("count")).collect()[0]
    return {
        "columns": columns.count(),
        "datasets": datasets.count(),
        "edges": edges.count(),
        "roots": _listed(roots(columns, edges), top),
        "leaves": _listed(leaves(columns, edges), top),
        "unused": _listed(unused(columns, datasets, edges, influence, table_edges), top),
        "orphans": _orphans(orphans(datasets, table_edges), top),
        "most_read": [
            {
                "id": row.node_id,
                "column": names.get(row.node_id),
                "readers": row.readers,
                "reached": beyond[row.node_id],
            }
            for row in most
        ],
        "cycles": {
            "count": circles.count(),
            "first": [_circle(named, row) for row in circles.orderBy(F.desc("size"), "component").take(top)],
        },
        "components": {"count": island, "largest": columns_in or 0},
        "layers": {row.layer: row["count"] for row in depth.groupBy("layer").count().orderBy("layer").collect()},
    }


EDGE = ("source_id", "target_id", "type", "level", "confidence", "statement")


def _without_loops(edges: DataFrame) -> DataFrame:
    return edges.where(F.col("source_id") != F.col("target_id")).select("source_id", "target_id")


def _named(named: DataFrame, ids: Sequence[int]) -> DataFrame:
    return named.where(F.col("id").isin([int(id_) for id_ in ids]))


def _listed(columns: DataFrame, top: int) -> dict[str, Any]:
    """How many columns there are, and the first by name."""
    first = columns.select(column_name().alias("name")).orderBy("name").limit(top).collect()
    return {"count": columns.count(), "first": [row.name for row in first]}


def _orphans(datasets: DataFrame, top: int) -> dict[str, Any]:
    first = datasets.select(F.concat_ws(":", "system", "name").alias("name")).orderBy("name").limit(top).collect()
    return {"count": datasets.count(), "first": [row.name for row in first]}


def _circle(named: DataFrame, row: Any) -> dict[str, Any]:
    names = {column.id: column.column for column in _named(named, row.members).collect()}
    return {"size": row.size, "columns": [names.get(member, str(member)) for member in row.members]}
