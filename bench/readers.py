"""Readers of a server, as light as can be: `python -m bench.readers PORT FILE [--readers 20] [--pace 5]`.

Each reader is a connection that is kept; it sends a request, waits for the whole of the answer, and sends the next one:
at once, or, with a pace, so many times a second, as people and scripts do. FILE has an address a line, shared out
among the readers. Nothing is decoded but the length, so that what is measured is the server: a process of its own, with
a few hundredths of a millisecond of CPU an answer. Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sys
import time
from pathlib import Path
from typing import Any


class Reader(asyncio.Protocol):
    """One reader."""

    def __init__(self, addresses: list[str], pace: float, took: list[float], done: asyncio.Future[None]) -> None:
        self._requests = [
            f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() for address in reversed(addresses)
        ]
        self._pace = pace
        self._took = took
        self._done = done
        self._missing = 0
        self._head = b""
        self._next = 0.0
        self.wrong = 0

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._next = self._loop.time() + (random.random() / self._pace if self._pace else 0.0)
        self._loop.call_at(self._next, self._ask)

    def _ask(self) -> None:
        if not self._requests:
            self._transport.close()
            return
        self._started = time.perf_counter()
        self._transport.write(self._requests.pop())

    def data_received(self, data: bytes) -> None:
        if not self._missing:
            self._head += data
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._head[:end].lower()
            self.wrong += not head.startswith(b"http/1.1 200")
            at = head.index(b"content-length:") + 15
            length = int(head[at:].partition(b"\r\n")[0])
            self._missing = length - (len(self._head) - end - 4)
            self._head = b""
        else:
            self._missing -= len(data)
        if self._missing > 0:
            return
        self._missing = 0
        self._took.append(time.perf_counter() - self._started)
        if self._pace:
            self._next = max(self._next + 1 / self._pace, self._loop.time())
            self._loop.call_at(self._next, self._ask)
        else:
            self._ask()

    def connection_lost(self, error: Exception | None) -> None:
        if not self._done.done():
            self._done.set_result(None)


async def read(port: int, addresses: list[str], readers: int, pace: float) -> dict[str, float]:
    """What so many readers at once measure."""
    loop = asyncio.get_running_loop()
    took: list[float] = []
    clients: list[Reader] = []
    ends = []
    began, used = time.perf_counter(), time.process_time()
    for index in range(readers):
        end = loop.create_future()
        reader = Reader(addresses[index::readers], pace, took, end)
        clients.append(reader)
        ends.append(end)
        await loop.create_connection(lambda reader=reader: reader, "127.0.0.1", port)  # type: ignore[misc]
    await asyncio.wait_for(asyncio.gather(*ends), 600)
    return {
        **spread(took, time.perf_counter() - began),
        "client": (time.process_time() - used) / max(len(took), 1),
        "wrong": sum(client.wrong for client in clients) + len(addresses) - len(took),
    }


def spread(took: list[float], seconds: float) -> dict[str, float]:
    """Median, p95, p99 and worst of some times, and how many there were a second."""
    took = sorted(took)
    many = len(took)
    return {
        "p50": took[many // 2],
        "p95": took[int(many * 0.95)],
        "p99": took[int(many * 0.99)],
        "worst": took[-1],
        "rate": many / seconds,
    }


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.readers")
    parser.add_argument("port", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--readers", type=int, default=20)
    parser.add_argument("--pace", type=float, default=0.0, help="questions of a reader a second (default: no pause)")
    args = parser.parse_args(argv)
    random.seed(1)
    gc.disable()
    addresses = args.file.read_text("utf-8").splitlines()
    print(json.dumps(asyncio.run(read(args.port, addresses, args.readers, args.pace))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
