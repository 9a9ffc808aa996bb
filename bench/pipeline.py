"""The pipeline: `python -m bench.pipeline [--statements 10000 100000 1000000] [--share 20] [--memory 4g]`.

Makes a synthetic log of each size (a template for every `--share` statements), runs the pipeline over it, and prints
what the steps took; then analyses the same distinct texts in one plain Python process and on Spark, and compares.
Ratios are of one run on one machine; seconds are of the machine.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.measure import Section, Table

PLAIN = 8_000
"""Texts that are analysed twice, by one process and on Spark."""
TEXTS = 100_000
"""Texts whose ids are made twice."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.pipeline")
    parser.add_argument("--statements", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--share", type=int, default=20, help="statements for each template")
    parser.add_argument("--memory", default="4g", help="Java's heap")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--folder", help="where logs and graphs are written (default: a temporary folder)")
    args = parser.parse_args(argv)
    from headwater.spark import open_session

    with (
        tempfile.TemporaryDirectory() as temporary,
        open_session(f"local[{args.cores}]", memory=args.memory) as spark,
    ):
        folder = Path(args.folder or temporary)
        rows = [measure(spark, folder, count, max(count // args.share, 1)) for count in args.statements]
        print(sizes(rows).markdown(), flush=True)
        print(against_plain(spark, folder, args.statements[-1]).markdown(), flush=True)
        print(ids(spark, folder, args.statements[-1]).markdown(), flush=True)
    return 0


def measure(spark: Any, folder: Path, count: int, templates: int) -> dict[str, Any]:
    """One size: make the log if it is not there, run, and say what the steps took."""
    from headwater.spark import Pipeline
    from headwater.spark.generate import generate
    from headwater_synth import Spec

    log = folder / f"log-{count}"
    started = time.monotonic()
    if not (log / "log" / "_SUCCESS").exists():
        generate(spark, Spec(count, templates, 1), str(log))
    generated = time.monotonic() - started
    out = folder / f"out-{count}"
    shutil.rmtree(out, ignore_errors=True)  # answers of an earlier run would be reused, and its edges carried on
    with peak() as memory:
        started = time.monotonic()
        outcome = Pipeline(spark, str(out), say=lambda line: print(f"  {line}", file=sys.stderr, flush=True)).run(
            [str(log / "log")]
        )
        total = time.monotonic() - started
    print(f"{count:,}: {total:.1f} s {outcome.seconds}", file=sys.stderr, flush=True)
    units = spark.read.parquet(f"{out}/{outcome.manifest['answers']}/texts/*").select("unit").distinct().count()
    rows = {name: table["rows"] for name, table in outcome.manifest["tables"].items()}
    return {
        "count": count,
        "units": units,
        "made": generated,
        "total": total,
        "memory": memory,
        **outcome.seconds,
        **rows,
    }


def sizes(rows: list[dict[str, Any]]) -> Section:
    cells: list[tuple[str, ...]] = []
    for row in rows:
        outside = 1 - row["analyse"] / row["total"]
        cells.append(
            (
                f"{row['count']:,}",
                f"{row['units']:,}",
                *(f"{row[step]:.1f}" for step in ("read", "group", "analyse", "write", "total")),
                f"{100 * outside:.0f}%",
                f"{1e6 * row['total'] / row['count']:,.0f}",
                f"{row['edges']:,}",
                f"{row['memory'][0] / 2**20:,.0f}",
            )
        )
    names = ["statements", "distinct texts", "read", "group", "analyse", "write", "total s", "outside analysis"]
    names += ["µs a statement", "edges", "largest Python worker, MB"]
    notes = []
    if len(rows) > 1:
        first, last = rows[0], rows[-1]
        growth = math.log(last["total"] / first["total"]) / math.log(last["count"] / first["count"])
        notes.append(
            f"Cost grows with the power {growth:.2f} of the log, from {first['count']:,} to {last['count']:,}."
        )
    return Section("The pipeline by size", "", [Table(tuple(names), cells)], notes)


def against_plain(spark: Any, folder: Path, count: int) -> Section:
    """The same distinct texts, by one process in a loop, and by Spark."""
    from pyspark.sql import functions as F

    from headwater.batch import Analyst, History, Limits, Settings, Unit
    from headwater.batch.nested_rows import NestedRows
    from headwater.rows.steps import ANALYSED, UNIT
    from headwater.spark.analysis import Shipped, analyse_units
    from headwater.spark.units import units

    state = next((folder / f"out-{count}" / "state").iterdir())
    ingested = spark.read.parquet(str(state / "whole"))
    chosen = units(ingested).where("status <> 'failed'").orderBy("unit").limit(PLAIN).select(*UNIT.names)
    local = [Unit(*row) for row in chosen.collect()]
    frame = spark.createDataFrame(local, UNIT.spark_ddl).localCheckpoint()
    history = History.of([])

    def plain() -> float:
        started = time.monotonic()
        analyst = Analyst(history, {})
        rows = NestedRows(ANALYSED)
        for unit in local:
            for row in analyst.rows(unit):
                rows.add(row)
            if rows.weight > 20_000:
                rows.batch()
        rows.batch()
        return time.monotonic() - started

    def on_spark() -> float:
        started = time.monotonic()
        result = analyse_units(frame, len(local), Shipped.by(spark, history), Settings(limits=Limits()))
        result.agg(F.count("*"), F.sum(F.size("edges")), F.sum(F.size("hops"))).collect()
        return time.monotonic() - started

    on_spark()  # workers start, and load what they need
    pairs = [(plain(), on_spark()) for _ in range(2)]
    alone, spread = min(measure for measure, _ in pairs), min(two for _, two in pairs)
    table = Table(("distinct texts", "one process, s", "Spark, s", "times as fast"))
    table.row(f"{len(local):,}", f"{alone:.1f}", f"{spread:.1f}", f"{alone / spread:.2f}")
    return Section("The analysis step beside one plain process", "", [table])


def ids(spark: Any, folder: Path, count: int) -> Section:
    """What the ids of texts cost in one process: a column at a time, and text by text."""
    import pyarrow as pa

    from headwater.batch.text_ids import TextIds

    rows = spark.read.parquet(str(folder / f"log-{count}" / "log")).select("dialect", "text").limit(TEXTS).collect()
    names, texts = [row.dialect for row in rows], [row.text for row in rows]
    nothing = [None] * len(rows)

    def column() -> float:
        ids = TextIds()
        started = time.process_time()
        for first in range(0, len(rows), 10_000):
            part = slice(first, first + 10_000)
            ids.column_ids(names[part], nothing[part], nothing[part], pa.array(texts[part], pa.string()))
        return time.process_time() - started

    def one_by_one() -> float:
        ids = TextIds()
        started = time.process_time()
        for name, text in zip(names, texts, strict=True):
            ids.text_id(name, None, None, text)
        return time.process_time() - started

    pairs = [(column(), one_by_one()) for _ in range(2)]
    together, single = min(measure for measure, _ in pairs), min(two for _, two in pairs)
    table = Table(("texts", "a column at a time, µs of CPU each", "one by one", "times as fast"))
    each = 1e6 / len(rows)
    table.row(f"{len(rows):,}", f"{together * each:.0f}", f"{single * each:.0f}", f"{single / together:.1f}")
    return Section("Ids of texts", "", [table])


@contextmanager
def peak() -> Iterator[list[int]]:
    """The largest resident size of a Python process below this one, looked at four times a second."""
    result = [0]
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(0.25):
            for pid in below(os.getpid()):
                try:
                    name = Path(f"/proc/{pid}/comm").read_text()
                    size = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
                except (OSError, ValueError, IndexError):
                    continue
                if name.startswith("python"):
                    result[0] = max(result[0], size)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield result
    finally:
        ended.set()
        thread.join()


def below(pid: int) -> list[int]:
    """All processes below one."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
            parents.setdefault(parent, []).append(int(entry.name))
    found, todo = [], [pid]
    while todo:
        children = parents.get(todo.pop(), [])
        found += children
        todo += children
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
