"""Closure: `python -m bench.closure [--edges 10000000] [--memory 4g] [--small N]`.

A layered graph with hubs is made as a Spark job and written as Parquet; then one column is followed up, and one down,
by `headwater.spark.closure.reach`. Printed are the rounds: what each found, what is known after it, what it took.

The graph: `--layers` layers of columns. Each column comes from columns of the layer before (three on average: most
from nearby, so that neighbours share their sources, some from anywhere), and one source in fifty is one of a few
hubs of its layer: keys and dates, which everything is joined with. The seed decides all of it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from bench.measure import Section, Table

FAN = 3  # sources of a column
HUBS = 20  # hubs in a layer
HUB_SHARE = 50  # one source in so many is a hub


def graph(spark: Any, edges: int, layers: int, seed: int = 1) -> Any:
    """The edges as a DataFrame. A column's id is layer * width + place."""
    from pyspark.sql import functions as F

    width = max(edges // (FAN * layers), HUBS + 1)
    number = F.col("id")
    layer = (number / (FAN * width)).cast("bigint")
    target = F.col("layer") * width + F.pmod(number, F.lit(width))

    def draw(salt: int, below: int) -> Any:
        return F.pmod(F.xxhash64(number, F.lit(seed), F.lit(salt)), F.lit(below))

    near = F.pmod(F.pmod(number, F.lit(width)) + draw(1, 64) - 32, F.lit(width))
    place = F.when(draw(2, HUB_SHARE) == 0, draw(3, HUBS)).when(draw(4, 20) == 0, draw(5, width)).otherwise(near)
    sure = F.when(draw(6, 10) == 0, F.lit(0.9)).otherwise(F.lit(1.0))
    kind = F.element_at(F.array(*(F.lit(one) for one in ("DIRECT", "DERIVED", "AGG"))), (draw(7, 3) + 1).cast("int"))
    return (
        spark.range(FAN * width * layers)
        .withColumn("layer", layer)
        .select(
            (F.col("layer") * width + place).cast("bigint").alias("source_id"),
            (target + width).cast("bigint").alias("target_id"),
            kind.alias("type"),
            F.when(sure == 1.0, F.lit("EXACT")).otherwise(F.lit("INFERRED")).alias("level"),
            sure.alias("confidence"),
            F.sha1((target / 16).cast("bigint").cast("string")).alias("statement"),
        )
    )


def run(spark: Any, edges: int, layers: int, small: int, folder: str) -> Section:
    from headwater.spark.closure import Round, condense, reach

    path = f"{folder}/edges"
    start = time.monotonic()
    graph(spark, edges, layers).write.parquet(path)
    table = spark.read.parquet(path)
    count = table.count()
    print(f"{count:,} edges written in {time.monotonic() - start:.1f} s", flush=True)

    width = max(edges // (FAN * layers), HUBS + 1)
    starts = {"up": layers * width + width // 2, "down": width // 2}
    section = Section(f"Closure over {count:,} edges", f"{layers} layers; up to {small:,} edges are left to one task.")
    rows = Table(("walk", "round", "step", "found", "known", "seconds"))
    section.tables.append(rows)

    def timed(name: str, job: Callable[[Callable[[Round], None]], Any]) -> None:
        rounds: list[Round] = []
        begin = time.monotonic()
        size = job(rounds.append).count()
        took = time.monotonic() - begin
        for round_ in rounds:
            rows.row(
                name, str(round_.number), round_.step, f"{round_.found:,}", f"{round_.known:,}", f"{round_.seconds:.2f}"
            )
        rows.row(name, "all", "", f"{size:,}", "", f"{took:.2f}")
        print(f"{name}: {len(rounds)} steps, {size:,} rows, {took:.1f} s", flush=True)

    reach(table.limit(10), [0], "down").count()  # the first query of a session pays for starting: no part of a walk
    for direction, node in starts.items():
        timed(direction, lambda watch, d=direction, n=node: reach(table, [n], d, small=small, watch=watch))
    timed("circles", lambda watch: condense(table, small=small, watch=watch))
    return section


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.closure", description="Rounds and times of a closure.")
    parser.add_argument("--edges", type=int, default=10_000_000)
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--memory", default="4g", help="heap of the driver, which is the worker too")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--small", type=int, help="edges that are walked in one task (default: as the library)")
    args = parser.parse_args(argv)
    from headwater.spark.iteration import SMALL
    from headwater.spark.session import open_session

    small = SMALL if args.small is None else args.small
    settings = {"spark.sql.shuffle.partitions": str(4 * args.cores)}
    with (
        tempfile.TemporaryDirectory(prefix="headwater-bench-") as folder,
        open_session(f"local[{args.cores}]", memory=args.memory, temp=folder, conf=settings) as spark,
    ):
        section = run(spark, args.edges, args.layers, small, folder)
    print(f"\n{section.markdown()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
