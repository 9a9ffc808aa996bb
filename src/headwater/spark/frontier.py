"""The walk itself: from labelled starts along arcs, one breadth-first round after another, semi-naive.

Only the newest frontier is joined with the arcs; nodes that are already known are removed from the result. An arc is
three numbers (near, far, cost), so rounds move little; names and statements are fetched once, at the end, for what was
reached. A label keeps several walks over the same arcs apart (one per tag, one per column that is counted).

Hubs: the frontier goes to the arcs, not the arcs to the frontier, as long as it can be sent to every worker; arcs
are then never shuffled by node, and what a hub finds is reduced where it lies. A frontier larger than that is joined
by shuffle, where Spark's adaptive execution splits the hubs.

Long chains: a chain of 10,000 arcs would be 10,000 rounds. When the arcs fit in one task (`small`), or after
`PATIENCE` rounds the arcs that are still of use do, one task walks the rest in memory. Above the limit the rounds
go on.

Invariant: the answer depends on arcs and starts alone. Of several arcs into a node at the same distance the one with
the least cost is its parent, then the one with the smallest id.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial, reduce
from typing import Final, Literal

from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.base.levels import Level
from headwater.batch import local_walk
from headwater.rel.kinds import EdgeType
from headwater.spark.iteration import BROADCAST, SMALL, Clock, Cut, Watch

Direction = Literal["up", "down"]

PATIENCE: Final = 12  # rounds of joins before the rest is looked at; warehouses are rarely deeper
COMPACT: Final = 8  # rounds whose finds stay apart before they are made one frame
STARTS: Final = "label INT, node BIGINT, distance INT, near BIGINT, cost INT"
COLUMNS: Final = ("label", "node", "distance", "near", "cost")
TYPE_RANK: Final = {str(kind): rank for rank, kind in enumerate(EdgeType)}  # members stand in the order of the table


def valid(edges: DataFrame, as_of: datetime | str | None) -> DataFrame:
    """The edges that were true at a moment; all there ever were for None; "now" for those that still are."""
    if as_of is None:
        return edges
    if as_of == "now":
        return edges.where(F.col("valid_to").isNull())
    moment = F.lit(as_of).cast("timestamp")
    begun = F.col("valid_from").isNull() | (F.col("valid_from") <= moment)
    return edges.where(begun & (F.col("valid_to").isNull() | (moment < F.col("valid_to"))))


def cost(stop: Column | None = None) -> Column:
    """The order among edges as one number: confidence (six digits), the type's rank, stopped last."""
    rank = F.lit(len(TYPE_RANK))
    for name, position in TYPE_RANK.items():
        rank = F.when(F.col("type") == name, F.lit(position)).otherwise(rank)
    doubt = F.lit(1_000_000) - F.round(F.coalesce(F.col("confidence"), F.lit(0.0)) * 1_000_000)
    stopped = F.lit(0) if stop is None else F.when(stop, F.lit(1)).otherwise(F.lit(0))
    return ((doubt * 16 + rank) * 2 + stopped).cast("int")


def select_edges(
    edges: DataFrame,
    as_of: datetime | str | None = None,
    types: Iterable[str] | None = None,
    min_level: str | None = None,
    stop: Column | None = None,
) -> DataFrame:
    """(source_id, target_id, cost, statement) of the edges that are asked for; self edges lead nowhere and are out."""
    selected = valid(edges, as_of)
    if types is not None:
        selected = selected.where(F.col("type").isin([str(type_) for type_ in types]))
    if min_level is not None:
        selected = selected.where(F.col("level").isin([str(level) for level in Level if level <= Level(min_level)]))
    selected = selected.where(F.col("source_id") != F.col("target_id"))
    return selected.select("source_id", "target_id", cost(stop).alias("cost"), "statement")


def arcs(edges: DataFrame, direction: Direction) -> DataFrame:
    """Edges as (near, far, cost), pointing the way that is walked."""
    ends = {"down": ("source_id", "target_id"), "up": ("target_id", "source_id")}
    if direction not in ends:
        raise ValueError(f"direction is 'up' or 'down', not {direction!r}")
    near, far = ends[direction]
    return edges.select(F.col(near).alias("near"), F.col(far).alias("far"), F.col("cost"))


def walk(
    arcs: DataFrame,
    starts: DataFrame,
    known: DataFrame | None = None,
    depth: int | None = None,
    small: int = SMALL,
    cut: Cut | None = None,
    watch: Watch | None = None,
) -> DataFrame:
    """(label, node, distance, near, cost) of all that the starts reach, the starts among them.

    `starts` has the same columns; one with a distance above 0 joins in when the walk is as far, with the parent it
    brings. `known` (label, node) are never entered. `depth` is the greatest distance.
    """
    cut = cut or Cut()
    arcs = arcs.persist(StorageLevel.MEMORY_AND_DISK)
    try:
        return _walk(arcs, starts, known, depth, small, cut, Clock(watch))
    finally:
        arcs.unpersist()


def _walk(
    arcs: DataFrame,
    starts: DataFrame,
    known: DataFrame | None,
    depth: int | None,
    small: int,
    cut: Cut,
    clock: Clock,
) -> DataFrame:
    starts = cut(starts.select(*COLUMNS))
    labels = starts.select("label").distinct()
    barred = [] if known is None else [cut(known.select("label", "node").join(labels, "label", "left_semi"))]
    first, last, kinds = starts.agg(F.min("distance"), F.max("distance"), F.count_distinct("label")).collect()[0]
    if first is None:
        return starts
    total = arcs.count()
    clock.round("read", 0, total, 0)
    if total <= small:
        reached = cut(_in_one_task(arcs, starts, barred, depth))
        size, end = reached.agg(F.count("*"), F.max("distance")).collect()[0]
        clock.round("task", end or 0, size, size)
        return reached

    finds: list[DataFrame] = []
    barred_size = sum(frame.count() for frame in barred)
    found_size = 0
    frontier, frontier_size = starts.limit(0), 0
    distance = first
    while depth is None or distance <= depth:
        candidates = [starts.where(F.col("distance") == distance)] if distance <= last else []
        if frontier_size:
            candidates.append(_step(arcs, frontier, frontier_size, distance))
        if not candidates:
            break
        if distance > first and (distance - first) % PATIENCE == 0:
            remaining = _remaining_arcs(arcs, _known(finds, barred), kinds)
            if remaining.count() <= small:
                begin = _best([*candidates, starts.where(F.col("distance") > distance)])
                rows = cut(_in_one_task(remaining, begin, _known(finds, barred), depth))
                size, end = rows.agg(F.count("*"), F.max("distance")).collect()[0]
                clock.round("task", end or distance, size, found_size + size)
                finds.append(rows)
                break
        best = _best(candidates)
        for frame in _known(finds, barred):
            best = best.join(_maybe_broadcast(frame, found_size + barred_size), ["label", "node"], "left_anti")
        frontier = cut(best.select(*COLUMNS))
        frontier_size = frontier.count()
        found_size += frontier_size
        clock.round("join", distance, frontier_size, found_size)
        if frontier_size or not finds:
            finds.append(frontier)
        if len(finds) > COMPACT:
            finds = [cut(_coalesced(_union(finds)))]
        distance += 1
    return _union(finds) if finds else starts.limit(0)


def _step(arcs: DataFrame, frontier: DataFrame, size: int, distance: int) -> DataFrame:
    """What the frontier leads to, known or not."""
    new = frontier.select("label", F.col("node").alias("near"))
    return arcs.join(_maybe_broadcast(new, size), "near").select(
        "label", F.col("far").alias("node"), F.lit(distance).alias("distance"), "near", "cost"
    )


def _best(candidates: list[DataFrame]) -> DataFrame:
    """One row per label and node: least distance, then least cost, then the smallest parent."""
    parent = F.min(F.struct("distance", "cost", "near")).alias("best")
    return (
        _union(candidates)
        .groupBy("label", "node")
        .agg(parent)
        .select("label", "node", "best.distance", "best.near", "best.cost")
    )


def _remaining_arcs(arcs: DataFrame, known: list[DataFrame], labels: int) -> DataFrame:
    """Arcs into nodes that some label has not got yet: no other is of use again."""
    for frame in known:
        full = frame.groupBy(F.col("node").alias("far")).count().where(F.col("count") >= labels).select("far")
        arcs = arcs.join(full, "far", "left_anti")
    return arcs.select("near", "far", "cost")


def _known(finds: list[DataFrame], barred: list[DataFrame]) -> list[DataFrame]:
    frames = [frame.select("label", "node") for frame in [*finds, *barred]]
    return [_union(frames)] if frames else []


def _in_one_task(arcs: DataFrame, starts: DataFrame, known: list[DataFrame], depth: int | None) -> DataFrame:
    nodes = [(starts, local_walk.START), *((frame, local_walk.KNOWN) for frame in known)]
    stream = arcs.withColumn("role", F.lit(local_walk.ARC))
    for frame, role in nodes:
        rows = frame.withColumnRenamed("node", "far").withColumn("role", F.lit(role))
        stream = stream.unionByName(rows, allowMissingColumns=True)
    stream = stream.select("role", "label", "near", "far", "cost", "distance")
    return stream.repartition(1).mapInArrow(partial(local_walk.walk, depth=depth), STARTS)


def _maybe_broadcast(frame: DataFrame, size: int) -> DataFrame:
    return F.broadcast(frame) if size <= BROADCAST else frame


def _coalesced(frame: DataFrame) -> DataFrame:
    return frame.coalesce(int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions") or 200))


def _union(frames: list[DataFrame]) -> DataFrame:
    return reduce(DataFrame.unionByName, frames)
