"""Measuring and printing: CPU timers, the log-log slope, Markdown tables, facts about the machine.

Invariant: nothing here knows what is measured. Timings are `time.process_time`, so another process on the
same cores costs us cache and clock, not counted seconds; the best of several rounds takes away most of that.
"""

from __future__ import annotations

import gc
import math
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import metadata

Job = Callable[[], object]

SPEND = 1.5


@dataclass(slots=True)
class Section:
    """One part of the report: a heading, a word on how to read it, tables and closing remarks."""

    title: str
    intro: str = ""
    tables: list[Table] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        blocks = [f"## {self.title}", self.intro, *(table.markdown() for table in self.tables)]
        blocks.append("\n".join(f"- {note}" for note in self.notes))
        return "\n\n".join(block for block in blocks if block)


@dataclass(slots=True)
class Table:
    """A Markdown table; the first column is text, the others are figures and stand to the right."""

    head: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)

    def row(self, *cells: str) -> None:
        self.rows.append(cells)

    def markdown(self) -> str:
        widths = [max(len(row[i]) for row in [self.head, *self.rows]) for i in range(len(self.head))]

        def line(cells: Sequence[str]) -> str:
            padded = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths, strict=True))]
            return "| " + " | ".join(padded) + " |"

        rule = ["-" * w if i == 0 else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
        return "\n".join([line(self.head), line(rule), *(line(row) for row in self.rows)])


@contextmanager
def quiet_heap() -> Iterator[None]:
    """Sets what is already on the heap apart, so that a collection between two measurements costs little.

    The collector itself stays on while a job runs: the garbage a tool makes is part of what the tool costs.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def cpu(job: Job) -> float:
    """CPU seconds of one run from a clean heap; dropping the result is part of it, as in any loop."""
    gc.collect()
    start = time.process_time()
    job()
    return time.process_time() - start


def best(jobs: Sequence[Job], rounds: int) -> list[float]:
    """The best time of each job. Jobs take turns, so that a slow minute of the machine hits all of them.

    A turn is two runs, so that each job also follows itself: after another one it finds the caches cold, and
    whoever comes after the biggest job would look slow. Short jobs get more rounds (up to `SPEND` seconds in
    all), because a disturbance weighs more on them.
    """
    times = [math.inf] * len(jobs)
    spent = 0.0
    done = 0
    with quiet_heap():
        for job in jobs:
            job()  # first runs fill caches and import lazily; not measured
        while done < rounds or (spent < SPEND and done < 10 * rounds):
            for i, job in enumerate(jobs):
                first, second = cpu(job), cpu(job)
                times[i] = min(times[i], first, second)
                spent += first + second
            done += 1
    return times


def slope(sizes: Sequence[int], times: Sequence[float]) -> float:
    """Exponent k of time ~ size^k: least squares through the points on log-log paper."""
    xs = [math.log(size) for size in sizes]
    ys = [math.log(max(t, 1e-9)) for t in times]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / sum((x - mx) ** 2 for x in xs)


def parser_is_compiled() -> bool:
    """Whether sqlglotc is there: the budget that the ratios are compared with is the compiled parser's."""
    import sqlglot.parser

    return not str(sqlglot.parser.__file__).endswith(".py")


def machine() -> list[str]:
    """What a reader needs to weigh the figures; no names of hosts or people."""
    compiled = f"sqlglotc {metadata.version('sqlglotc')}" if parser_is_compiled() else "not compiled"
    return [
        f"CPU: {platform.machine()}, {os.cpu_count()} cores{_cpu_model()}",
        f"Python: {platform.python_implementation()} {platform.python_version()} on {platform.system()}",
        f"Parser: sqlglot {metadata.version('sqlglot')} ({compiled})",
    ]


def _cpu_model() -> str:
    if sys.platform != "linux":
        return ""
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        for line in info:
            if line.startswith("model name"):
                return f" ({line.split(':', 1)[1].strip()})"
    return ""


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f}" if seconds < 0.1 else f"{seconds * 1000:.0f}"
