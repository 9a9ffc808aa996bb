"""Marks on columns, such as `pii`, spread to everything made of them, with the path as evidence.

    spread(edges, columns, {"pii": ["hive:ods.users.email", 4711]}, stop=["/sha256|hash/", "hive:dwd.users.token"])

A mark follows value edges alone: a column that is merely filtered by a marked one hands on no value of it. Where it
is stopped (an edge whose expression matches a pattern between slashes, or an edge into a named column) it goes on as
*masked*: kept, so that nobody wonders where it went, and told apart.

Invariant: one row per tag and column. A column that the bare value reaches by any way is bare, however many masked
ways there are, and its `via` edges are bare all the way back; a masked column's lead back through masked ones to the
edge that masked, and from there through bare ones. `closure.path` follows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.rel.kinds import EdgeType
from headwater.spark.closure import VIA, column_name, evidence
from headwater.spark.frontier import COLUMNS, arcs, select_edges, valid, walk
from headwater.spark.iteration import SMALL, Cut, Watch

VALUE = tuple(
    str(kind)
    for kind in (
        EdgeType.DIRECT,
        EdgeType.DERIVED,
        EdgeType.DERIVED_ARRAY,
        EdgeType.WINDOW,
        EdgeType.AGG,
        EdgeType.EXTERNAL,
        EdgeType.UNKNOWN,
    )
)


def spread(
    edges: DataFrame,
    columns: DataFrame,
    tags: Mapping[str, Iterable[int | str]],
    stop: Iterable[int | str] = (),
    as_of: datetime | str | None = None,
    *,
    small: int = SMALL,
    cut: Cut | None = None,
    watch: Watch | None = None,
) -> DataFrame:
    """(tag, node_id, distance, via_source, via_target, via_statement, masked) for every column that a tag reaches.

    Columns are given by id or by name (`system:dataset.column`); one that `columns` does not have is an error. A
    pattern is a regular expression between slashes, and takes no notice of case.
    """
    cut = cut or Cut()
    spark = edges.sparkSession
    rules = list(stop)
    patterns = [rule[1:-1] for rule in rules if isinstance(rule, str) and _is_pattern(rule)]
    marked = {tag: list(refs) for tag, refs in tags.items()}
    tagged = [ref for refs in marked.values() for ref in refs]
    stops = [rule for rule in rules if not (isinstance(rule, str) and _is_pattern(rule))]
    ids = _ids(columns, [*tagged, *stops])
    closed = sorted({ids[ref] for ref in stops})

    stopping: Column = F.lit(False)
    if closed:
        stopping = stopping | F.col("target_id").isin(closed)
    for pattern in patterns:
        stopping = stopping | F.coalesce(F.col("expr").rlike(f"(?i){pattern}"), F.lit(False))
    value = valid(edges, as_of).where(F.col("type").isin(list(VALUE)))
    chosen_edges = select_edges(value, stop=stopping)
    every = arcs(chosen_edges, "down")
    is_stop = F.col("cost") % 2 == 1  # the cost's last bit, see frontier.cost

    names = sorted(marked)
    starts = spark.createDataFrame(
        sorted({(label, ids[ref], 0, None, 0) for label, tag in enumerate(names) for ref in marked[tag]}, key=_first),
        "label INT, node BIGINT, distance INT, near BIGINT, cost INT",
    )
    bare = walk(every.where(~is_stop), starts, None, None, small, cut, watch)
    behind = (
        every.where(is_stop)
        .join(bare.select("label", F.col("node").alias("near"), F.col("distance").alias("before")), "near")
        .select("label", F.col("far").alias("node"), (F.col("before") + 1).alias("distance"), "near", "cost")
        .join(bare, ["label", "node"], "left_anti")
        .select(*COLUMNS)
    )
    masked = walk(every, behind, bare, None, small, cut, watch)
    both = bare.withColumn("masked", F.lit(False)).unionByName(masked.withColumn("masked", F.lit(True)))
    evidence_rows = evidence(both, chosen_edges, "down")
    label = _names(spark, names)
    state = both.select("label", F.col("node").alias("node_id"), "masked")
    return cut(
        evidence_rows.join(state, ["label", "node_id"])
        .join(F.broadcast(label), "label")
        .select("tag", "node_id", "distance", *VIA, "via_statement", "masked")
    )


def _ids(columns: DataFrame, refs: list[int | str]) -> dict[int | str, int]:
    """The id of each column that is given by id or by name."""
    numbers = sorted({ref for ref in refs if isinstance(ref, int)})
    names = sorted({ref for ref in refs if isinstance(ref, str)})
    rows = columns.select("id", column_name().alias("name"))
    condition = F.lit(False)
    if numbers:
        condition = condition | F.col("id").isin(numbers)
    if names:
        condition = condition | F.col("name").isin(names)
    ids: dict[int | str, int] = {}
    for row in rows.where(condition).collect():
        ids[row.id] = row.id
        ids[row.name] = row.id
    missing = [str(ref) for ref in refs if ref not in ids]
    if missing:
        raise ValueError(
            f"Unknown column: {', '.join(sorted(set(missing)))}. A name has the form system:dataset.column."
        )
    return ids


def _names(spark: SparkSession, names: list[str]) -> DataFrame:
    return spark.createDataFrame(list(enumerate(names)), "label INT, tag STRING")


def _is_pattern(rule: str) -> bool:
    return len(rule) > 2 and rule.startswith("/") and rule.endswith("/")


def _first(start: tuple[int, int, int, None, int]) -> tuple[int, int]:
    return start[:2]
