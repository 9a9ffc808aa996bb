"""What every algorithm in rounds shares: how a round's result is cut off from its plan, and what a round reports.

Invariant: what `Cut` returns is computed and has no plan behind it, so a plan never grows with the rounds. All of it
is DataFrame API, the same on `local[*]`, on a cluster and through Spark Connect.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from pyspark.sql import DataFrame

SMALL = 2_000_000  # arcs that one task walks in memory (up to 400 MB) rather than Spark in rounds
BROADCAST = 1_000_000  # ids that are sent to every worker rather than shuffled


@dataclass(frozen=True, slots=True)
class Round:
    """One round: what was done, how far it got, what it found, what is known by now, and what it took."""

    step: str
    number: int
    found: int
    known: int
    seconds: float


Watch = Callable[[Round], None]


@dataclass(frozen=True, slots=True)
class Cut:
    """Computes a DataFrame once and hands it back without its plan.

    Without a folder by `localCheckpoint`: quick, and lost with the executor that held it, which fails the job. With a
    folder (one that all workers reach, and that is the caller's to remove) by Parquet files, which outlive executors.
    """

    folder: str | None = None

    def __call__(self, frame: DataFrame) -> DataFrame:
        if self.folder is None:
            return frame.localCheckpoint(eager=True)
        path = f"{self.folder}/{uuid.uuid4().hex}"
        frame.write.parquet(path)
        return frame.sparkSession.read.schema(frame.schema).parquet(path)


class Clock:
    """Times rounds and tells whoever watches."""

    def __init__(self, watch: Watch | None) -> None:
        self.watch = watch
        self.start = time.monotonic()

    def round(self, step: str, number: int, found: int, known: int) -> None:
        now = time.monotonic()
        if self.watch is not None:
            self.watch(Round(step, number, found, known, now - self.start))
        self.start = now
