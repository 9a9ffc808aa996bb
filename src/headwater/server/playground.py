"""Analysis of a text that anybody may send: in a process of its own, under the guard of the pipeline's workers.

`Playground` keeps a few such processes (`headwater.batch.worker`) and hands them requests; one that does not answer in
time is ended and another takes its place. Each text is analysed in a child of such a process, with limits of time and
memory, and a child that dies takes nothing else down.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import selectors
import subprocess
import sys
import time
from collections.abc import Iterable
from typing import Any

from headwater.batch.worker import MOST
from headwater.rows.server_answers import PlacedCard
from headwater.server.errors import Refused
from headwater.server.settings import Limits
from headwater.store.layout import layout

_FIRST = re.compile(r'(?:"(?:[^"]|"")*"|`[^`]*`|[^.])+')
"""The first part of a dotted name."""


class Playground:
    """Hands texts to processes that analyse them. Safe to ask from several threads."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._closed = False
        self._idle: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(limits.sql_workers):
            self._idle.put(None)

    def warm(self) -> None:
        """Start a process and let it load all that it takes, so that the first to ask need not wait for that."""
        with contextlib.suppress(Refused):
            self.analyze({"sql": "SELECT a FROM t", "dialect": "duckdb"})

    def close(self) -> None:
        """End the processes; one that is at work ends when it is done."""
        self._closed = True
        with contextlib.suppress(queue.Empty):
            while True:
                worker = self._idle.get_nowait()
                if worker is not None:
                    worker.end()

    def analyze(self, request: dict[str, Any]) -> dict[str, Any]:
        """The analysis of a text. Raises `Refused` where it takes too much, or all processes are taken."""
        limits = self._limits
        try:
            worker = self._idle.get(timeout=limits.sql_seconds)
        except queue.Empty:
            raise Refused(503, "busy", "All workers are busy.", "Try again in a moment.") from None
        try:
            if worker is None or not worker.alive:
                worker = _Worker()
            limited = {**request, "seconds": limits.sql_seconds, "memory": limits.sql_memory, "chars": limits.sql_chars}
            reply = worker.ask(limited, limits.sql_seconds + 5)
            if reply is None:
                worker.end()
                worker = None
                raise Refused(503, "timeout", "The analysis timed out.", "Send less SQL.")
        finally:
            if self._closed and worker is not None:
                worker.end()
                worker = None
            self._idle.put(worker)
        if "lost" in reply:
            slow = reply["lost"] == "slow"
            code, failure = ("timeout", "took too long") if slow else ("crashed", "needed too much, and was ended")
            raise Refused(503, code, f"The analysis of this text {failure}: {reply['detail']}.", "Send less SQL.")
        answer: dict[str, Any] = reply["answer"]
        for statement in answer["statements"]:
            named = statement["answer"].get("tables") or {}
            known = [*named.get("sources", ()), *named.get("targets", ()), *filter(None, [statement.get("target")])]
            statement["cards"] = cards(statement["answer"]["hops"], known)
        return answer


class _Worker:
    def __init__(self) -> None:
        command = [sys.executable, "-m", "headwater.batch.worker"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any] | None:
        """The reply; None where there is none in time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = json.dumps(request).encode() + b"\n"
        try:
            self._process.stdin.write(line)
        except OSError:
            return None
        ends = time.monotonic() + seconds
        parts: list[bytes] = []
        size = 0
        handle = self._process.stdout.fileno()
        with selectors.DefaultSelector() as waiting:  # select knows 1,024 descriptors, a server may have more
            waiting.register(handle, selectors.EVENT_READ)
            while size < MOST * 2:
                remaining = ends - time.monotonic()
                if remaining <= 0 or not waiting.select(remaining):
                    return None
                part = os.read(handle, 1 << 20)
                if not part:
                    return None
                parts.append(part)
                size += len(part)
                if part.endswith(b"\n"):
                    reply: dict[str, Any] = json.loads(b"".join(parts))
                    return reply
        return None

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()
            self._process.wait(timeout=5)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def cards(hops: list[dict[str, Any]], known: Iterable[str] = ()) -> list[dict[str, Any]]:
    """The datasets, CTEs and derived tables of a statement with their columns, placed left to right.

    `known` are the tables that it names; what is none of them is a CTE or the like, and has a name of one part.

    >>> [(one["name"], one["rank"]) for one in cards([{"from": "o.a", "to": "x.b"}, {"from": "x.b", "to": "t.c"}])]
    [('o', -2), ('x', -1), ('t', 0)]
    >>> cards([{"from": "db.o.payload.id", "to": "x.b"}], ["db.o"])[0]["columns"]
    ['payload.id']
    """
    tables = sorted(set(known), key=len, reverse=True)
    columns: dict[str, dict[str, None]] = {}
    edges: set[tuple[str, str]] = set()
    for hop in hops:
        ends = []
        for name in (str(hop["from"]), str(hop["to"])):
            first = _FIRST.match(name)
            dataset = next((table for table in tables if name.startswith(f"{table}.")), first[0] if first else name)
            column = name[len(dataset) + 1 :]
            columns.setdefault(dataset, {})[column] = None
            ends.append(dataset)
        edges.add((ends[0], ends[1]))
    feeds: dict[str, list[str]] = {}
    for source, target in sorted(edges):
        feeds.setdefault(target, []).append(source)
    read = {source for source, _ in edges}
    last = [name for name in columns if name not in read] or list(columns)[-1:]
    distances = dict.fromkeys(last, 0)
    todo = list(last)
    for name in todo:
        for source in feeds.get(name, ()):
            if source not in distances:
                distances[source] = distances[name] - 1
                todo.append(source)
    for name in columns:
        distances.setdefault(name, 0)
    positions = layout(distances, edges)
    return [PlacedCard(name, *positions[name], tuple(used)).to_dict() for name, used in columns.items()]
