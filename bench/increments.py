"""Increments: `python -m bench.increments [--history 100000] [--new 1000] [--batches 3] [--memory 3g] [--svg FILE]`.

Makes a synthetic log (`headwater_synth`), takes its beginning in by an incremental run, then batches of what follows,
one after the other, as `--follow` would; at last runs over all of it at once into another folder, and compares: what a
batch costs beside a whole run, and whether that grows with the number of batches. A simulated week, six batches a day:

    python -m bench.increments --history 50000 --new 500 --batches 42

Seconds are of the machine and its load; the share of a whole run, the texts that were analysed, the rows and the files
are not. `--equal` also compares the tables of both folders, row by row.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.measure import Section, Table

WIDTH = 60
_SHOWN = 12
"""Batches that the table shows; of more, some in equal steps."""


@dataclass(frozen=True)
class Batch:
    """What one batch came to."""

    number: int
    seconds: float
    jobs: int
    touched: int
    affected: int
    analysed: int
    rows: int
    files: int
    """Files of the output folder, links to one file counted once."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.increments")
    parser.add_argument("--history", type=int, default=100_000, help="statements that are there at first")
    parser.add_argument("--new", type=int, default=1_000, help="statements of each batch")
    parser.add_argument("--batches", type=int, default=3)
    parser.add_argument("--share", type=int, default=20, help="statements for each template")
    parser.add_argument("--memory", default="3g", help="Java's heap")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--folder", help="where logs and graphs are written (default: a temporary folder)")
    parser.add_argument("--svg", help="where the plot goes")
    parser.add_argument("--equal", action="store_true", help="compare the tables with those of the whole run")
    args = parser.parse_args(argv)
    from headwater.spark import open_session

    with (
        tempfile.TemporaryDirectory() as temporary,
        open_session(f"local[{args.cores}]", memory=args.memory) as spark,
    ):
        folder = Path(args.folder or temporary) / f"increments-{args.history}"
        shutil.rmtree(folder, ignore_errors=True)
        log = _Log(spark, folder, args)
        first = _seconds(lambda: log.take(0))
        print(f"history: {first:.1f} s", file=sys.stderr, flush=True)
        batches = [log.batch(number) for number in range(1, args.batches + 1)]
        whole = _seconds(log.whole)
        print(section(args, first, batches, whole).markdown(), flush=True)
        print(f"\n```text\n{plot(batches)}\n```", flush=True)
        if args.svg:
            Path(args.svg).write_text(svg(batches, whole), "utf-8")
        if args.equal:
            differences = log.differences()
            print("\nTables: " + ("equal to those of the whole run" if not differences else f"differ: {differences}"))
            return bool(differences)
    return 0


def _seconds(step: Any) -> float:
    started = time.monotonic()
    step()
    return time.monotonic() - started


class _Log:
    """A log in files, the first with the history, and the folder that increments are taken into."""

    def __init__(self, spark: Any, folder: Path, args: argparse.Namespace) -> None:
        from pyspark.sql import functions as F

        from headwater.spark.generate import log_frame
        from headwater_synth import Spec

        self._spark, self._args = spark, args
        self._source, self._out, self._whole = folder / "logs", folder / "out", folder / "whole"
        count = args.history + args.new * args.batches
        rows = log_frame(spark, Spec(count, max(count // args.share, 1), 1))
        number = F.substring("entry", 2, 12).cast("bigint")
        batch = F.greatest(F.lit(0), F.floor((number - args.history) / args.new) + 1)
        rows.withColumn("batch", batch).write.partitionBy("batch").parquet(str(folder / "waiting"))
        self._waiting = folder / "waiting"

    def take(self, number: int) -> Any:
        """Let a batch arrive, and take it in."""
        from headwater.spark import Pipeline, increments

        self._source.mkdir(exist_ok=True)
        (self._waiting / f"batch={number}").rename(self._source / f"{number:06}")
        return increments.incremental(Pipeline(self._spark, str(self._out)), [str(self._source)])

    def batch(self, number: int) -> Batch:
        """Take a batch in, and count."""
        context = self._spark.sparkContext
        context.setJobGroup(f"batch {number}", "")
        started = time.monotonic()
        outcome = self.take(number)
        seconds = time.monotonic() - started
        jobs = len(context.statusTracker().getJobIdsForGroup(f"batch {number}"))
        counts = outcome.counts
        assert counts is not None, "not an increment"
        files = {path.stat().st_ino for path in self._out.rglob("*") if path.is_file() and path.suffix != ".crc"}
        written = sum(counts.written.values())
        print(f"batch {number}: {seconds:.1f} s {outcome.seconds}", file=sys.stderr, flush=True)
        return Batch(number, seconds, jobs, counts.touched, counts.affected, counts.analysed, written, len(files))

    def whole(self) -> None:
        """Run over everything at once."""
        from headwater.spark import Pipeline

        outcome = Pipeline(self._spark, str(self._whole)).run([str(self._source)])
        print(f"whole: {outcome.seconds}", file=sys.stderr, flush=True)

    def differences(self) -> dict[str, int]:
        """How many rows only one of the folders has, by table."""
        import duckdb

        from headwater.rows.warehouse import TABLES
        from headwater.store import snapshot

        found = {}
        sides = [snapshot(self._out), snapshot(self._whole)]
        with duckdb.connect() as db:
            for name, record in TABLES.items():
                fields = ", ".join(f'"{field}"' for field in record.names if field not in ("millis", "round"))
                one, two = (f"SELECT {fields} FROM read_parquet({side.files(name)})" for side in sides)
                query = f"SELECT count(*) FROM (({one} EXCEPT ALL {two}) UNION ALL ({two} EXCEPT ALL {one}))"
                if count := db.execute(query).fetchall()[0][0]:
                    found[name] = int(count)
        return found


def section(args: argparse.Namespace, first: float, batches: list[Batch], whole: float) -> Section:
    table = Table(
        ("batch", "s", "of a whole run", "Spark jobs", "texts touched", "affected", "analyzed", "rows written", "files")
    )
    step = max(1, -(-len(batches) // _SHOWN))
    for batch in batches[::step]:
        table.row(
            f"{batch.number}",
            f"{batch.seconds:.1f}",
            f"{batch.seconds / whole:.0%}",
            *(f"{count:,}" for count in (batch.jobs, batch.touched, batch.affected, batch.analysed, batch.rows)),
            f"{batch.files:,}",
        )
    third = max(1, len(batches) // 3)
    early = sorted(batch.seconds for batch in batches[:third])[third // 2]
    late = sorted(batch.seconds for batch in batches[-third:])[third // 2]
    notes = [
        f"The first run over {args.history:,} statements took {first:.1f} s, with the start of Python; a whole "
        f"run over all {args.history + args.new * args.batches:,}, afterwards, {whole:.1f} s.",
        f"Median of the first third of the batches: {early:.1f} s; of the last third: {late:.1f} s.",
    ]
    return Section(f"Increments: {args.history:,} statements, and {args.new:,} in each batch", "", [table], notes)


def plot(batches: list[Batch]) -> str:
    """Seconds of each batch as bars of text.

    >>> print(plot([Batch(1, 2.0, 9, 1, 1, 1, 1, 1), Batch(2, 1.0, 9, 1, 1, 1, 1, 1)]))
      1 ████████████████████████████████████████████████████████████ 2.0 s
      2 ██████████████████████████████ 1.0 s
    """
    most = max(batch.seconds for batch in batches)
    return "\n".join(
        f"{batch.number:3} {'█' * max(1, round(WIDTH * batch.seconds / most))} {batch.seconds:.1f} s"
        for batch in batches
    )


def svg(batches: list[Batch], whole: float) -> str:
    """Seconds of each batch as a bar chart, with 15% of a whole run as a line."""
    wide, high, left, below = 720, 220, 48, 28
    limit = 0.15 * whole
    most = 1.1 * max(limit, *(batch.seconds for batch in batches))
    bar = (wide - left - 8) / len(batches)

    def y(seconds: float) -> float:
        return high - below - (high - below - 12) * seconds / most

    bars = "".join(
        f'<rect x="{left + place * bar + 1:.1f}" y="{y(batch.seconds):.1f}" width="{max(bar - 2, 1):.1f}" '
        f'height="{high - below - y(batch.seconds):.1f}" fill="#4c78a8"><title>batch {batch.number}: '
        f"{batch.seconds:.1f} s</title></rect>"
        for place, batch in enumerate(batches)
    )
    line = f'<line x1="{left}" x2="{wide - 8}" y1="{y(limit):.1f}" y2="{y(limit):.1f}" stroke="#e45756"/>'
    text = 'font-family="sans-serif" font-size="12" fill="#555"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">
<title>Seconds of each batch</title>
<rect width="{wide}" height="{high}" fill="#fff"/>
{bars}
{line}
<text x="{wide - 8}" y="{y(limit) - 4:.1f}" text-anchor="end" {text}>15% of a whole run: {limit:.1f} s</text>
<text x="{left - 6}" y="{high - below}" text-anchor="end" {text}>0</text>
<text x="{left - 6}" y="{y(most) + 10:.1f}" text-anchor="end" {text}>{most:.0f} s</text>
<text x="{left}" y="{high - 8}" {text}>batch 1</text>
<text x="{wide - 8}" y="{high - 8}" text-anchor="end" {text}>batch {len(batches)}</text>
</svg>
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
