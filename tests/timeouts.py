"""How long a test waits for what must come: it never fails because the machine is busy.

Wait for a condition where there is one: a process that ends, a file, a line in a log, an event. Then there is no bound,
and this module is not needed. It is for what cannot be waited for otherwise: a program that must give up after a time,
an assertion that is tried again until it holds, a process that may never end because headwater is wrong.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def seconds(idle: float) -> float:
    """So many seconds on an idle machine, and more on a busy one, in proportion to the processes for each core."""
    if not hasattr(os, "getloadavg"):
        return idle * 4
    return idle * max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))


def run(
    command: Sequence[str],
    *,
    cpu: int,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    input: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command that may never end. It is killed after `cpu` seconds of processor time, not of the clock."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=env,
        input=input,
        capture_output=True,
        encoding="utf-8",
        check=False,
        preexec_fn=lambda: bound_cpu(cpu),
    )


def bound_cpu(cpu: int) -> None:
    """Let the system kill this process after so many seconds of processor time."""
    import resource  # not on Windows, where these tests do not run

    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
