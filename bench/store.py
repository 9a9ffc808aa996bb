"""The store: `python -m bench.store [--tables 100000] [--columns 20] [--edges 5] [--readers 20] [--folder DIR]`.

Writes a made-up graph in the pipeline's layout (`bench.synthetic`), makes its index, opens it in a new process, and
asks: neighbourhoods by readers at once, in the library and over HTTP (`bench.served`), each of another column; then a
search, an explanation, an impact, a way. Seconds are of the machine and of whatever else it does; CPU is of the answer.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import synthetic
from bench.measure import Section, Table
from bench.readers import spread
from bench.served import over_http

ASKED = 200
"""Questions of each reader, each of them about another column."""


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
        print(json.dumps(ask(Path(args.ask), args.readers)))
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        print(measured(Path(args.folder or temporary), args.tables, args.columns, args.edges, args.readers).markdown())
    return 0


def run(quick: bool) -> Section:
    """The same in a size that takes a minute or so."""
    with tempfile.TemporaryDirectory() as temporary:
        return measured(Path(temporary), 500 if quick else 5_000, 20, 5, 20)


def measured(folder_above: Path, tables: int, columns: int, edges: int, readers: int) -> Section:
    """Everything that is measured of a store of a size."""
    folder = folder_above / f"store-{tables}-{columns}-{edges}"
    manifest, index, memory = prepared(folder, tables, columns, edges)
    # in a process of its own: what making the index took is not counted as the reader's
    command = [sys.executable, "-m", "bench.store", "--ask", str(folder), "--readers", str(readers)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    data = json.loads(done.stdout.strip().splitlines()[-1])
    section = report(readers, manifest, index, memory, data)
    section.tables.insert(2, over_http(folder, data["names"], readers))
    return section


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
    return manifest, took, peak_memory()


def peak_memory() -> int:
    """The most memory that this process held, in MB; what its parent held before it does not count."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) >> 10
    return 0


def ask(folder: Path, readers: int) -> dict[str, Any]:
    """What questions to the library take."""
    from headwater.store import Filter, moment, open_store

    started = time.monotonic()
    store = open_store(folder)
    opened = time.monotonic() - started
    graph = store.graph
    chance = random.Random(1)
    nodes = chance.sample(range(graph.columns), min(readers * ASKED, graph.columns))
    names = [graph._column(node).full_name for node in nodes]  # not through what is remembered
    started = time.monotonic()
    store.column(names[0])
    first = time.monotonic() - started

    def around(name: str) -> None:
        store.around(name, 2, 2, max_columns=300, max_edges=1_000).to_dict()

    result: dict[str, Any] = {"open": opened, "first": first, "names": names}
    started = time.process_time()
    result["alone"] = times(around, names[:300], 1)
    result["alone"]["cpu"] = (time.process_time() - started) / 300
    started = time.process_time()
    result["together"] = times(around, names[300:1_300], readers)
    result["together"]["cpu"] = (time.process_time() - started) / 1_000
    edge = chance.randrange(graph.edges)
    hub = graph.column(max(range(2_000), key=lambda node: len(graph.out(node)))).full_name
    far = store.downstream(names[2], 4).columns[-1].column.full_name
    single: dict[str, Callable[[], object]] = {
        "a table": lambda: store.table(hub.rpartition(".")[0]),
        "search, a word": lambda: store.search("email"),
        "search, nothing like it": lambda: store.search("qqqzzz"),
        "search, a typing error": lambda: store.search("custmer_nmae_7"),
        "explain an edge": lambda: store.explain(edge),
        "impact of a column": lambda: store.impact(names[1]),
        "ways between two columns": lambda: store.paths(names[2], far),
        "downstream of a hub": lambda: store.downstream(hub, 3),
        "the tables around one": lambda: store.view_tables(hub.rpartition(".")[0], 2, 2),
        "the map of all tables": lambda: store.overview(),
        "what was true at a time": lambda: store.around(names[3], 2, 2, Filter(as_of=moment("2024-03-01"))),
        "a statement": lambda: store.statement(graph.statement_id[0]),
        "the edges of a statement": lambda: store.statement_edges(graph.statement_id[0]),
        "coverage": lambda: (store.coverage(), store.reasons()),
    }
    result["single"] = {}
    for name, question in single.items():
        result["single"][name] = [_took(question), _took(question)]
    result["memory"] = peak_memory()
    store.close()
    return result


def _took(question: Callable[[], object]) -> float:
    started = time.monotonic()
    question()
    return time.monotonic() - started


def times(question: Callable[[str], None], names: list[str], readers: int) -> dict[str, float]:
    """The spread of questions that so many readers ask at once."""
    took: list[float] = []
    parts = [names[index::readers] for index in range(readers)]

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
    return spread(took, time.perf_counter() - began)


def report(readers: int, manifest: dict[str, Any], index: float, memory: int, data: dict[str, Any]) -> Section:
    rows = {name: figures["rows"] for name, figures in manifest["tables"].items()}
    size = (
        f"{rows['datasets']:,} tables, {rows['columns']:,} columns, {rows['edges']:,} value edges and"
        f" {rows['influence']:,} influences"
    )
    section = Section("The store", f"{size}; {os.cpu_count()} cores. A neighbourhood is two steps each way.")
    table = Table(("step", "seconds", "memory, MB"))
    table.row("make the index, once", f"{index:.1f}", f"{memory:,}")
    table.row("open", f"{data['open']:.3f}", "")
    table.row("the first name", f"{data['first']:.3f}", f"{data['memory']:,} after all questions")
    section.tables.append(table)
    table = Table(("library, neighbourhood", "p50 ms", "p95 ms", "p99 ms", "worst ms", "a second", "CPU ms"))
    for key, label in (("alone", "1 reader"), ("together", f"{readers} readers, threads of one process")):
        figures = data[key]
        cells = (f"{figures[name] * 1000:.1f}" for name in ("p50", "p95", "p99", "worst"))
        table.row(label, *cells, f"{figures['rate']:.0f}", f"{figures['cpu'] * 1000:.2f}")
    section.tables.append(table)
    table = Table(("one question", "first time, ms", "again, ms"))
    for name, (first, again) in data["single"].items():
        table.row(name, f"{first * 1000:.0f}", f"{again * 1000:.0f}")
    section.tables.append(table)
    return section


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
