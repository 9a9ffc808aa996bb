"""Components of the graph: columns that feed each other in a circle, columns that hang together at all, and layers.

Strong components: what leads nowhere or comes from nowhere is trimmed off in rounds, as long as a round takes a tenth
of the arcs: warehouses are nearly acyclic and not deep. As soon as the rest fits in one task, Tarjan's algorithm ends
it there; a chain of 10,000 columns would otherwise be 10,000 rounds of trimming. A rest that does not fit is coloured:
each node takes the smallest id that reaches it, a circle lies within one colour, and what leads back to the node that
gave the colour is its circle. Then trimming begins again on what is left. Colouring takes as many rounds as the way
that a colour goes is long: above the limit a long chain is slow, and the answer to that is a larger limit.

Weak components: union-find in one task where the edges fit, else large-star and small-star in turn until nothing
changes: a number of rounds like the logarithm of the size.

Invariant: a component is called by the smallest id in it, so names do not depend on how it was found.
"""

from __future__ import annotations

from functools import reduce

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from headwater.batch import local_walk
from headwater.spark.frontier import walk
from headwater.spark.iteration import SMALL, Clock, Cut, Watch

FEW = 0.9  # a round of trimming that leaves more than this of the arcs was the last: the number of rounds is bounded
LAYERS = 64  # rounds of peeling layers where they do not fit in one task


def condense(edges: DataFrame, *, small: int = SMALL, cut: Cut | None = None, watch: Watch | None = None) -> DataFrame:
    """(node_id, component, size, cyclic) for every node of the edges; `cyclic` for a circle of one node too."""
    cut = cut or Cut()
    clock = Clock(watch)
    pairs = _pairs(edges)
    nodes = pairs.select(F.col("near").alias("node")).union(pairs.select("far")).distinct()
    loops = pairs.where(F.col("near") == F.col("far")).select(F.col("near").alias("node")).distinct()
    live = cut(pairs.where(F.col("near") != F.col("far")).distinct())
    size = live.count()
    clock.round("read", 0, size, 0)
    circles = [live.limit(0).select(F.col("near").alias("node"), F.col("near").alias("component"))]
    number = 0
    while size:
        before = 2 * size
        while small < size < FEW * before:
            before = size
            live, number = cut(_trim(live)), number + 1
            size = live.count()
            clock.round("trim", number, size, 0)
        if not size:
            break
        if size <= small:
            circles.append(cut(_run_in_one_task(live, "strong")))
            clock.round("task", number, size, 0)
            break
        live, circle = _colour(live, small, cut, clock)
        circles.append(circle)
        size = live.count()
    circle = reduce(DataFrame.union, (part.select("node", "component") for part in circles))
    sizes = circle.groupBy("component").agg(F.count("*").alias("size"))
    many = circle.join(sizes, "component").where(F.col("size") > 1)
    return cut(
        nodes.join(many, "node", "left")
        .join(loops.withColumn("loop", F.lit(True)), "node", "left")
        .select(
            F.col("node").alias("node_id"),
            F.coalesce("component", "node").alias("component"),
            F.coalesce("size", F.lit(1).cast("bigint")).alias("size"),
            (F.col("component").isNotNull() | F.col("loop").isNotNull()).alias("cyclic"),
        )
    )


def _trim(live: DataFrame) -> DataFrame:
    """Arcs whose near end is led to and whose far end leads on."""
    led = live.select(F.col("far").alias("near")).distinct()
    leading = live.select(F.col("near").alias("far")).distinct()
    return live.join(led, "near", "left_semi").join(leading, "far", "left_semi").select("near", "far")


def _colour(live: DataFrame, small: int, cut: Cut, clock: Clock) -> tuple[DataFrame, DataFrame]:
    """One phase of colouring: the arcs that are left, and (node, component) of what was decided."""
    ends = live.select(F.col("near").alias("node")).union(live.select("far")).distinct()
    colours = cut(ends.select("node", F.col("node").alias("colour")))
    changed, count, number = colours, 1, 0
    while count:
        number += 1
        heard = (
            live.join(changed.withColumnRenamed("node", "near"), "near")
            .groupBy(F.col("far").alias("node"))
            .agg(F.min("colour").alias("heard"))
        )
        colours = cut(
            colours.select("node", "colour")
            .join(heard, "node", "left")
            .select(
                "node",
                F.least("colour", "heard").alias("colour"),
                F.coalesce(F.col("heard") < F.col("colour"), F.lit(False)).alias("new"),
            )
        )
        changed = colours.where("new").select("node", "colour")
        count = changed.count()
        clock.round("colour", number, count, 0)
    colours = colours.select("node", "colour")
    within = cut(
        live.join(colours.select(F.col("node").alias("near"), F.col("colour").alias("a")), "near")
        .join(colours.select(F.col("node").alias("far"), F.col("colour").alias("b")), "far")
        .where(F.col("a") == F.col("b"))
        .select("near", "far")
    )
    # No arc crosses colours any more, so one walk up from every giver of a colour finds each giver's own circle.
    up = within.select(F.col("far").alias("near"), F.col("near").alias("far"), F.lit(0).alias("cost"))
    givers = colours.where(F.col("node") == F.col("colour")).select(
        F.lit(0).alias("label"),
        "node",
        F.lit(0).alias("distance"),
        F.lit(None).cast("bigint").alias("near"),
        F.lit(0).alias("cost"),
    )
    walked = walk(up, givers, small=small, cut=cut, watch=clock.watch).select("node")
    circle = cut(walked.join(colours, "node").select("node", F.col("colour").alias("component")))
    remaining = within
    for end in ("near", "far"):
        remaining = remaining.join(circle.select(F.col("node").alias(end)), end, "left_anti")
    return cut(remaining.select("near", "far")), circle


def connected(edges: DataFrame, *, small: int = SMALL, cut: Cut | None = None, watch: Watch | None = None) -> DataFrame:
    """(node_id, component) for every node of the edges: what hangs together, whichever way the edges point."""
    cut = cut or Cut()
    clock = Clock(watch)
    live = cut(_pairs(edges).distinct())
    size = live.count()
    clock.round("read", 0, size, 0)
    if size <= small:
        components = cut(_run_in_one_task(live, "weak"))
        clock.round("task", 0, size, 0)
        return components.select(F.col("node").alias("node_id"), "component")
    nodes = live.select(F.col("near").alias("node")).union(live.select("far")).distinct()
    stars = live.where(F.col("near") != F.col("far"))
    before: tuple[int, object] | None = None
    number = 0
    while True:
        number += 1
        stars = cut(_small_star(_large_star(stars)))
        mark = stars.agg(F.count("*"), F.sum(F.xxhash64("near", "far").cast("decimal(38,0)"))).collect()[0]
        clock.round("star", number, mark[0], 0)
        if (mark[0], mark[1]) == before:
            break
        before = (mark[0], mark[1])
    leaders = stars.select(F.col("near").alias("node"), F.col("far").alias("component"))
    return cut(
        nodes.join(leaders, "node", "left").select(
            F.col("node").alias("node_id"), F.coalesce("component", "node").alias("component")
        )
    )


def _large_star(stars: DataFrame) -> DataFrame:
    """Every node tells its larger neighbours of the smallest it knows."""
    both = stars.select("near", "far").union(stars.select("far", "near"))
    least = both.groupBy("near").agg(F.least(F.min("far"), F.col("near")).alias("least"))
    return (
        both.where(F.col("far") > F.col("near"))
        .join(least, "near")
        .select(F.col("far").alias("near"), F.col("least").alias("far"))
        .distinct()
    )


def _small_star(stars: DataFrame) -> DataFrame:
    """Every node tells its smaller neighbours, and itself, of the smallest of them. Here near > far always."""
    least = stars.groupBy("near").agg(F.min("far").alias("least"))
    return (
        stars.join(least, "near")
        .select(F.col("far").alias("near"), F.col("least").alias("far"))
        .where(F.col("near") != F.col("far"))
        .union(least)
        .distinct()
    )


def layers(
    edges: DataFrame,
    strong: DataFrame,
    *,
    small: int = SMALL,
    most: int = LAYERS,
    cut: Cut | None = None,
    watch: Watch | None = None,
) -> DataFrame:
    """(node_id, layer): the longest way from a root; a circle counts as one node.

    `strong` is the result of `condense`. Edges that do not fit in one task are peeled in rounds, at most `most` of
    them; what lies deeper has no layer.
    """
    cut = cut or Cut()
    clock = Clock(watch)
    names = strong.select("node_id", "component")
    live = cut(
        _pairs(edges)
        .join(names.withColumnsRenamed({"node_id": "near", "component": "a"}), "near")
        .join(names.withColumnsRenamed({"node_id": "far", "component": "b"}), "far")
        .where(F.col("a") != F.col("b"))
        .select(F.col("a").alias("near"), F.col("b").alias("far"))
        .distinct()
    )
    size = live.count()
    clock.round("read", 0, size, 0)
    if size <= small:
        layered = cut(live.repartition(1).mapInArrow(local_walk.layers, "node BIGINT, layer INT"))
        clock.round("task", 0, size, 0)
        layer = F.coalesce("layer", F.lit(0)).alias("layer")  # a node without arcs is a root
    else:
        layered = _peel_layers(live, names, most, cut, clock)
        layer = F.col("layer")
    return names.join(layered, F.col("component") == F.col("node"), "left").select("node_id", layer)


def _peel_layers(live: DataFrame, names: DataFrame, most: int, cut: Cut, clock: Clock) -> DataFrame:
    remaining = cut(names.select(F.col("component").alias("node")).distinct())
    peels = []
    for layer in range(most):
        led = live.select(F.col("far").alias("node")).distinct()
        peel = cut(remaining.join(led, "node", "left_anti"))
        count = peel.count()
        clock.round("peel", layer, count, 0)
        peels.append(peel.select("node", F.lit(layer).alias("layer")))
        remaining = cut(remaining.join(peel, "node", "left_anti"))
        live = cut(live.join(peel.withColumnRenamed("node", "near"), "near", "left_anti").select("near", "far"))
        if remaining.isEmpty():
            break
    return reduce(DataFrame.union, peels)


def _pairs(edges: DataFrame) -> DataFrame:
    return edges.select(F.col("source_id").alias("near"), F.col("target_id").alias("far")).dropna()


def _run_in_one_task(live: DataFrame, name: str) -> DataFrame:
    algorithm = {"strong": local_walk.strong, "weak": local_walk.weak}[name]
    return live.repartition(1).mapInArrow(algorithm, "node BIGINT, component BIGINT")
