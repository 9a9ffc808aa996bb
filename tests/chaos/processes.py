"""The processes of a run, and which of them is which: what there is to kill. Reads /proc, as only Linux has it.

headwater run                     driver
  └ java … SparkSubmit            jvm       (a cluster's worker has executors in its place)
      └ python -m pyspark.daemon  daemon
          └ python                worker    one for a task
              └ python            guard     the isolated child that analyses its rows
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

Role = Literal["driver", "jvm", "executor", "daemon", "worker", "guard", "launcher"]


def parents() -> dict[int, int]:
    """The parent of every process; one that is only waiting to be buried is none."""
    table = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                state, parent = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:  # it has just ended
                continue
            if state not in "ZX":
                table[int(entry)] = int(parent)
    return table


def descendants(roots: Iterable[int]) -> Iterator[tuple[int, Role]]:
    """The processes that those of `roots` started, directly or not, and what each is; the roots are not among them."""
    children: dict[int, list[int]] = {}
    for pid, parent in parents().items():
        children.setdefault(parent, []).append(pid)
    pending: list[tuple[int, Role]] = [(pid, "driver") for pid in roots]
    while pending:
        parent, role = pending.pop()
        for pid in sorted(children.get(parent, ())):
            known = (pid, _role(pid, role))
            yield known
            pending.append(known)


def kill(pids: Iterable[int]) -> None:
    """End processes at once, as the out-of-memory killer does; some may have ended already."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def outlived(pids: Iterable[int], patience: float = 60.0) -> list[int]:
    """Those of some processes that have not ended after a while."""
    left = set(pids)
    until = time.monotonic() + patience
    while left := left & parents().keys():
        if time.monotonic() > until:
            break
        time.sleep(0.1)
    return sorted(left)


def _role(pid: int, parent: Role) -> Role:
    """What a process is, by its command line and by what started it."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        command = ""
    if "CoarseGrainedExecutorBackend" in command:
        return "executor"
    if "SparkSubmit" in command and "java" in command.partition("\0")[0]:
        return "jvm"
    if parent == "daemon":
        return "worker"
    if parent in ("worker", "guard"):
        return "guard"
    return "daemon" if "pyspark" in command and "daemon" in command else "launcher"
