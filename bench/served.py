"""A server in a process of its own, asked by `bench.readers` in another; what it took of the clock and of the CPU."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from bench.measure import Table

PACE = 5.0
"""Questions a second of a reader that pauses."""
AGAIN = 400
"""Questions that are asked again: no more than a server keeps the answers of."""


@contextlib.contextmanager
def serving(folder: Path, workers: int) -> Iterator[tuple[int, int]]:
    """A server of a folder: its port, and the id of its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "headwater.cli", "serve", str(folder), "--port", str(port)]
    server = subprocess.Popen([*command, "--workers", str(workers)], stderr=subprocess.DEVNULL, env=os.environ)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=2).read()
                break
            except OSError:
                time.sleep(0.1)
        time.sleep(3)  # until the processes that analyse SQL have loaded what they need
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def asked(port: int, pid: int, addresses: list[str], readers: int, pace: float = 0.0) -> dict[str, float]:
    """What readers in another process measure, with the CPU of an answer, the server's and theirs."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(addresses))
        file.flush()
        command = [sys.executable, "-m", "bench.readers", str(port), file.name, "--readers", str(readers)]
        started = used(pid)
        done = subprocess.run([*command, "--pace", str(pace)], capture_output=True, text=True, check=True)
        data: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
        data["cpu"] = (used(pid) - started) / len(addresses)
    return data


def used(pid: int) -> float:
    """The CPU seconds that a process and its children took; those that analyse SQL stand still meanwhile."""
    total = 0.0
    for one in [pid, *children(pid)]:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def children(pid: int) -> list[int]:
    """The processes below a process."""
    result: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in path.read_text().split():
                result += [int(child), *children(int(child))]
    return result


def neighbourhoods(names: list[str]) -> list[str]:
    """The addresses of some columns' neighbourhoods, two steps each way."""
    return [f"/api/graph?{urlencode({'column': name, 'up': 2, 'down': 2, 'max_columns': 300})}" for name in names]


def over_http(folder: Path, names: list[str], readers: int, processes: tuple[int, ...] = (1, 2)) -> Table:
    """Neighbourhoods by readers at once: without a pause, each question a new one; the same again; with pauses."""
    table = Table(
        (
            "HTTP, neighbourhood",
            "p50 ms",
            "p95 ms",
            "p99 ms",
            "worst ms",
            "a second",
            "CPU ms, server",
            "CPU ms, client",
        )
    )
    for workers in processes:
        with serving(folder, workers) as (port, pid):
            addresses = neighbourhoods(names)
            asked(port, pid, addresses[:readers], readers)
            rest = addresses[readers:]
            half = len(rest) // 2
            runs = (
                ("no pause, each a new one", rest[:half], 0.0),
                ("no pause, all asked before", rest[max(half - AGAIN, 0) : half], 0.0),
                (f"{PACE:g} a second each, each a new one", rest[half:], PACE),
            )
            for label, some, pace in runs:
                one = asked(port, pid, some, readers, pace)
                cells = [f"{one[name] * 1000:.1f}" for name in ("p50", "p95", "p99", "worst")]
                words = "1 process" if workers == 1 else f"{workers} processes"
                wrong = f" ({one['wrong']:.0f} not answered)" if one["wrong"] else ""
                costs = (f"{one['cpu'] * 1000:.2f}", f"{one['client'] * 1000:.2f}")
                table.row(f"{readers} readers, {words}, {label}{wrong}", *cells, f"{one['rate']:.0f}", *costs)
    return table
