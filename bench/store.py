"""The store: `python -m bench.store [--tables 100000] [--columns 20] [--edges 5] [--readers 20] [--folder DIR]`.

Writes a made-up graph in the pipeline's layout (`bench.synthetic`), makes its index, opens it in a new process, and
asks: neighbourhoods by readers at once, in the library and over HTTP; then a search, an explanation, an impact, a way.
Seconds are of the machine and of whatever else it does; the readers ask as fast as they can, without pauses.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import synthetic
from bench.measure import Section, Table

ASKED = 50
"""Questions of each reader."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.store")
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--columns", type=int, default=20, help="columns of a table")
    parser.add_argument("--edges", type=int, default=5, help="edges of a column")
    parser.add_argument("--readers", type=int, default=20)
    parser.add_argument("--folder", help="where the store is written, and kept (default: a temporary folder)")
    parser.add_argument("--ask", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.ask:
        print(json.dumps(asked(Path(args.ask), args.readers)))
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(args.folder or temporary) / f"store-{args.tables}-{args.columns}-{args.edges}"
        made, index, memory = prepared(folder, args.tables, args.columns, args.edges)
        # in a process of its own: what making the index took is not counted as the reader's
        command = [sys.executable, "-m", "bench.store", "--ask", str(folder), "--readers", str(args.readers)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout.strip().splitlines()[-1])
        names = found.pop("names")
        found["http"] = over_http(folder, args.readers, names, 1)
        found["workers"] = over_http(folder, args.readers, names, 2)
        print(report(args, made, index, memory, found).markdown(), flush=True)
    return 0


def prepared(folder: Path, tables: int, columns: int, edges: int) -> tuple[dict[str, Any], float, int]:
    """The store and its index: the manifest, how long the index took, and the most memory that was held."""
    from headwater.store import snapshot
    from headwater.store.index import find_index

    if not (folder / "manifest.json").exists():
        synthetic.write(folder, tables, columns, edges)
    started = time.monotonic()
    find_index(snapshot(folder))
    took = time.monotonic() - started
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return manifest, took, held()


def held() -> int:
    """The most memory that this process held, in MB; what its parent held before it does not count."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) >> 10
    return 0


def asked(folder: Path, readers: int) -> dict[str, Any]:
    """What questions to the library take."""
    from headwater.store import open_store

    started = time.monotonic()
    store = open_store(folder)
    opened = time.monotonic() - started
    graph = store.graph
    chance = random.Random(1)
    names = [graph.column(chance.randrange(graph.columns)).full_name for _ in range(readers * ASKED)]
    started = time.monotonic()
    store.column(names[0])
    first = time.monotonic() - started

    def around(name: str) -> None:
        store.around(name, 2, 2, max_columns=300, max_edges=1_000).to_dict()

    found: dict[str, Any] = {"open": opened, "first": first, "names": names}
    started = time.process_time()
    found["alone"] = times(around, names[:300], 1)
    found["alone"]["cpu"] = (time.process_time() - started) / 300
    found["together"] = times(around, names, readers)
    edge = chance.randrange(graph.edges)
    hub = graph.column(max(range(2_000), key=lambda node: len(graph.out(node)))).full_name
    far = store.downstream(names[2], 4).columns[-1].column.full_name
    single: dict[str, Callable[[], object]] = {
        "search, a word": lambda: store.search("email"),
        "search, nothing like it": lambda: store.search("qqqzzz"),
        "search, a typing error": lambda: store.search("custmer_nmae_7"),
        "explain an edge": lambda: store.explain(edge),
        "impact of a column": lambda: store.impact(names[1]),
        "ways between two columns": lambda: store.paths(names[2], far),
        "downstream of a hub": lambda: store.downstream(hub, 3),
    }
    found["single"] = {}
    for name, question in single.items():
        started = time.monotonic()
        question()
        found["single"][name] = time.monotonic() - started
    found["memory"] = held()
    store.close()
    return found


def times(question: Callable[[str], None], names: list[str], readers: int) -> dict[str, float]:
    """Median, p95 and worst of questions that so many readers ask at once, and how many were answered a second."""
    took: list[float] = []
    parts = [names[at::readers] for at in range(readers)]

    def read(part: list[str]) -> None:
        for name in part:
            started = time.perf_counter()
            question(name)
            took.append(time.perf_counter() - started)

    threads = [threading.Thread(target=read, args=(part,)) for part in parts]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    whole = time.perf_counter() - began
    took.sort()
    return {
        "median": took[len(took) // 2],
        "p95": took[int(len(took) * 0.95)],
        "worst": took[-1],
        "rate": len(took) / whole,
    }


def over_http(folder: Path, readers: int, names: list[str], workers: int) -> dict[str, float]:
    """The same over HTTP, with the server in a process of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "headwater.cli", "serve", str(folder), "--port", str(port)]
    command += ["--workers", str(workers)]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ)
    try:
        address = f"http://127.0.0.1:{port}/api"
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/health", timeout=2).read()
                break
            except OSError:
                time.sleep(0.2)

        def around(name: str) -> None:
            query = urllib.parse.urlencode({"column": name, "up": 2, "down": 2, "max_columns": 300})
            urllib.request.urlopen(f"{address}/graph?{query}", timeout=60).read()

        around(names[0])
        started = used(server.pid)
        found = times(around, names, readers)
        if workers == 1:
            found["cpu"] = (used(server.pid) - started) / len(names)
        return found
    finally:
        server.terminate()
        server.wait()


def used(pid: int) -> float:
    """The CPU seconds that a process took."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(args: argparse.Namespace, made: dict[str, Any], index: float, memory: int, found: dict[str, Any]) -> Section:
    rows = {name: one["rows"] for name, one in made["tables"].items()}
    size = (
        f"{rows['datasets']:,} tables, {rows['columns']:,} columns, {rows['edges']:,} value edges and"
        f" {rows['influence']:,} influences"
    )
    section = Section("The store", f"{size}; {os.cpu_count()} cores.")
    table = Table(("step", "seconds", "memory, MB"))
    table.row("make the index, once", f"{index:.1f}", f"{memory:,}")
    table.row("open", f"{found['open']:.3f}", "")
    table.row("the first name", f"{found['first']:.3f}", f"{found['memory']:,} after all questions")
    section.tables.append(table)
    table = Table(("neighbourhood, two steps each way", "median ms", "p95 ms", "worst ms", "a second", "CPU ms"))
    labels = {"alone": "library, one reader", "together": f"library, {args.readers} readers"}
    labels["http"] = f"HTTP, {args.readers} readers"
    labels["workers"] = f"HTTP, {args.readers} readers, two processes"
    for key, label in labels.items():
        one = found[key]
        cells = (f"{one[name] * 1000:.1f}" for name in ("median", "p95", "worst"))
        table.row(label, *cells, f"{one['rate']:.0f}", f"{one['cpu'] * 1000:.1f}" if "cpu" in one else "")
    section.tables.append(table)
    table = Table(("one question, the first time", "ms"))
    for name, seconds in found["single"].items():
        table.row(name, f"{seconds * 1000:.0f}")
    section.tables.append(table)
    return section


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
