"""Progress of a run: a bar on a terminal, with the time that the stage may still take; one line per step otherwise.

A thread polls Spark for the progress.
"""

from __future__ import annotations

import re
import threading
import time
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

_SOON = 3.0
"""Seconds before which nothing is estimated."""
_LEAST_SHARE = 0.02
_COUNT = re.compile(r"([\d,]+) texts")


class Watcher:
    """Shows the current step of a run on standard error."""

    def __init__(self, quiet: bool = False) -> None:
        self._console = Console(stderr=True, highlight=False, markup=False)
        self._quiet = quiet
        self._spark: Any = None
        self._progress: Progress | None = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._texts = 0
        self._since = time.monotonic()

    def __enter__(self) -> Watcher:
        if not self._quiet and self._console.is_terminal:
            columns = (
                SpinnerColumn(),
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.fields[note]}"),
            )
            self._progress = Progress(*columns, TimeElapsedColumn(), console=self._console, transient=True)
            self._progress.start()
            self._task = self._progress.add_task("Starting Spark", total=None, note="")
            self._thread = threading.Thread(target=self._ask, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def attach(self, spark: Any) -> None:
        """Poll this session from now on."""
        self._spark = spark

    def say(self, step: str) -> None:
        """Start a new step."""
        match = _COUNT.search(step)
        self._texts = int(match[1].replace(",", "")) if match else 0
        self._since = time.monotonic()
        if self._progress is not None:
            self._progress.update(self._task, description=step, completed=0, total=None, note="")
        elif not self._quiet:
            self._console.print(step)

    def stop(self) -> None:
        """Stop showing progress."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join(timeout=2)
            self._thread = None
        if self._progress is not None:
            self._progress.stop()
            self._progress = None

    def _ask(self) -> None:
        stages, begun, base = 0, self._since, 0
        while not self._ended.wait(0.3):
            done, total = _tasks(self._spark)
            progress = self._progress
            if progress is None or not total:
                continue
            note = ""
            if self._texts:
                came = self._texts * done // total
                speed = came / max(time.monotonic() - self._since, 0.1)
                note = f"{came:,} of {self._texts:,}, {speed:,.0f}/s"
            if total != stages:  # other stages are active: what was before says nothing of them
                stages, begun, base = total, time.monotonic(), done
            left = time_left(done - base, total - base, time.monotonic() - begun)
            note = ", ".join(filter(None, [note, left and f"about {left} left in this stage"]))
            progress.update(self._task, completed=done, total=total, note=note)


def time_left(done: int, total: int, seconds: float) -> str:
    """An estimate of the time that is left; empty while too little is done to tell.

    >>> time_left(25, 100, 60.0), time_left(99, 100, 300.0), time_left(1, 1000, 50.0)
    ('3 min', '3 s', '')
    """
    if done < 2 or done >= total or seconds < _SOON or done / total < _LEAST_SHARE:
        return ""
    left = seconds * (total - done) / done
    if left < 60:
        return f"{left:.0f} s"
    return f"{left / 60:.0f} min" if left < 3600 else f"{left / 3600:.1f} h"


def _tasks(spark: Any) -> tuple[int, int]:
    """Completed and total tasks of the active stages; zeros without a Spark context, as in Spark Connect."""
    try:
        tracker = spark.sparkContext.statusTracker()
        stages = [info for one in tracker.getActiveStageIds() if (info := tracker.getStageInfo(one)) is not None]
    except Exception:  # noqa: BLE001 - a progress bar must not end a run
        return 0, 0
    return sum(one.numCompletedTasks for one in stages), sum(one.numTasks for one in stages)
