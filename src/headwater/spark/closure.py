"""What a column is made of and what is made of it, over the whole graph: reachability, evidence paths, components.

    reached = reach(edges, [column_id], "up")        # (node_id, distance, via_source, via_target, via_statement)
    path(reached, other_id)                          # the edges between the two, in the order data flows

DataFrame in, DataFrame out, over `edges` (or any table with its columns: `edges.unionByName(influence, True)` walks
both). No table of all pairs is ever built: a walk costs what it reaches. How it walks is told in `frontier`, the
components in `components`.

Invariant: one row per reached node, and its `via` edge leads to another row that is one nearer to a start; so every
answer can be followed back to where it began. The starts are at distance 0 and have no `via`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.batch import local_walk
from headwater.spark.components import condense
from headwater.spark.frontier import Direction, arcs, select_edges, valid, walk
from headwater.spark.iteration import BROADCAST, SMALL, Clock, Cut, Round, Watch

__all__ = ["Cut", "Direction", "Round", "Step", "column_name", "condense", "path", "reach", "valid"]

VIA = ("via_source", "via_target")
TRAIL = "node_id BIGINT, via_source BIGINT, via_target BIGINT, via_statement STRING, step INT"


class Step(NamedTuple):
    """One edge of an evidence path."""

    source: int
    target: int
    statement: str | None


def reach(
    edges: DataFrame,
    start_ids: Iterable[int] | DataFrame,
    direction: Direction = "up",
    depth: int | None = None,
    as_of: datetime | str | None = None,
    types: Iterable[str] | None = None,
    min_level: str | None = None,
    *,
    small: int = SMALL,
    cut: Cut | None = None,
    watch: Watch | None = None,
) -> DataFrame:
    """Every node that the starts come from (`up`) or go to (`down`), with its distance and the edge it was found by.

    `start_ids` are ids, or a DataFrame whose first column is ids. `depth` is the greatest distance; `as_of` takes
    the edges that were true then ("now": still true; None: all there ever were); `types` and `min_level` take edges
    of these types, and of this level or better. Of several edges that find a node first, it is the one with the
    highest confidence, then the earlier type, then the smallest ids that is kept. `watch` is told of every round.
    """
    cut = cut or Cut()
    chosen_edges = select_edges(edges, as_of, types, min_level)
    walked = walk(arcs(chosen_edges, direction), starts(edges.sparkSession, start_ids), None, depth, small, cut, watch)
    clock = Clock(watch)
    reached = cut(evidence(walked, chosen_edges, direction).drop("label"))
    if watch is not None:
        size, end = reached.agg(F.count("*"), F.max("distance")).collect()[0]
        clock.round("evidence", end or 0, size, size)
    return reached


def starts(spark: SparkSession, ids: Iterable[int] | DataFrame, label: int = 0) -> DataFrame:
    """Ids as the starts of a walk."""
    if isinstance(ids, DataFrame):
        frame = ids.select(F.col(ids.columns[0]).cast("bigint").alias("node")).distinct()
    else:
        frame = spark.createDataFrame([(int(id_),) for id_ in sorted(set(ids))], "node BIGINT")
    nothing = {"distance": F.lit(0), "near": F.lit(None).cast("bigint"), "cost": F.lit(0)}
    return frame.select(F.lit(label).alias("label"), "node", *(value.alias(name) for name, value in nothing.items()))


def evidence(walked: DataFrame, edges: DataFrame, direction: Direction) -> DataFrame:
    """What a walk found, with the edge and the statement that each node was found by.

    Of several statements with the same edge it is the smallest id: one join, after the last round.
    """
    ends = ("near", "node") if direction == "down" else ("node", "near")
    rows = walked.select(
        "label",
        F.col("node").alias("node_id"),
        "distance",
        *(F.when(F.col("near").isNotNull(), F.col(end)).alias(name) for end, name in zip(ends, VIA, strict=True)),
        "cost",
    )
    via_edges = rows.where(F.col("via_source").isNotNull()).select(*VIA, "cost").distinct()
    if walked.count() <= BROADCAST:
        via_edges = F.broadcast(via_edges)
    named = (
        edges.withColumnsRenamed(dict(zip(("source_id", "target_id"), VIA, strict=True)))
        .join(via_edges, [*VIA, "cost"])
        .groupBy(*VIA, "cost")
        .agg(F.min("statement").alias("via_statement"))
    )
    return rows.join(named, [*VIA, "cost"], "left").select("label", "node_id", "distance", *VIA, "via_statement")


def column_name() -> Column:
    """What a row of `columns` is called: `system:dataset.column`."""
    return F.concat_ws(".", F.concat_ws(":", "system", "dataset"), "name")


def path(reached: DataFrame, node: int, small: int = SMALL) -> list[Step]:
    """The edges between a reached node and the start it was found from, in the order that data flows.

    Empty for a start and for a node that was not reached (`reached` tells which). For a tag, `reached` is what has
    that tag. What is small is followed in one task; else each step is a look-up.
    """
    rows = reached.select("node_id", *VIA, "via_statement")
    steps: list[tuple[int, Step]] = []
    if rows.limit(small + 1).count() <= small:
        frame = rows.repartition(1).mapInArrow(partial(local_walk.trail, node=node), TRAIL)
        for row in frame.orderBy("step").collect():
            if row.via_source is not None:
                steps.append((row.node_id, Step(row.via_source, row.via_target, row.via_statement)))
    else:
        current: int | None = node
        while current is not None and (reached_row := rows.where(F.col("node_id") == current).head()) is not None:
            current = None
            if reached_row.via_source is not None:
                steps.append(
                    (
                        reached_row.node_id,
                        Step(reached_row.via_source, reached_row.via_target, reached_row.via_statement),
                    )
                )
                current = (
                    reached_row.via_source if reached_row.via_target == reached_row.node_id else reached_row.via_target
                )
    if steps and steps[0][1].target == steps[0][0]:  # found on the way down: the last edge came first
        steps.reverse()
    return [step for _, step in steps]
