"""Isolated work on rows: a row that crashes the interpreter costs only itself.

The work is done in a child process. The child says which row it begins, and hands over what is finished in portions;
the parent waits. When the child dies twice at a row (a crash in native code, the out-of-memory killer), or a row takes
longer than it may, the row is given up, and a new child goes on behind it. A child that dies once may have been killed
for something else: an answer must not depend on that. A child is forked, so it has the catalog already; where
there is no fork, rows are worked on in place, and only what Python can catch is caught.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

_HEAD = struct.Struct(">cIQ")
_BEGIN, _DONE, _PORTION = b"b", b"d", b"p"
_WAITS = 30
"""How much longer than its limit a row may take on a machine that has no core for it."""
Reason = Literal["died", "slow", "large"]


@dataclass(frozen=True)
class Limits:
    """What one row may take: seconds, bytes of memory beyond what the worker has, and characters of text.

    Seconds are of a core, so that a busy machine gives up nothing that an idle one would finish.
    """

    seconds: float = 60.0
    memory: int = 4 << 30
    chars: int = 20_000_000


class Lost(NamedTuple):
    """A row that had to be given up, and why."""

    row: int
    reason: Reason
    detail: str


Portions = Callable[[int, Callable[[int], None], frozenset[int]], Iterator[tuple[int, bytes]]]
"""Takes the first row, a callback for the beginning of a row, and the rows to skip; yields the next row and bytes."""


def run_isolated(count: int, work: Portions, limits: Limits) -> Iterator[bytes | Lost]:
    """The portions of the work on `count` rows, and the rows that were lost, until every row is one or the other."""
    if not hasattr(os, "fork"):  # pragma: no cover
        yield from (data for _, data in work(0, lambda row: None, frozenset()))
        return
    done = 0
    lost: set[int] = set()
    died_at: int | None = None
    while done < count:
        child = _Child(work, done, frozenset(lost), limits)
        try:
            for came, data in child.portions():
                done = came
                yield data
        finally:
            reason = child.end()
        if done >= count or child.finished:
            return  # what is left was lost before
        if not child.slow and child.began != died_at:
            died_at = child.began  # whoever killed it may not have meant this row: once more
            continue
        if child.began < 0 or child.began in lost:
            raise RuntimeError(f"The worker process ended before it started: {reason}.")
        lost.add(child.began)
        yield Lost(child.began, "slow" if child.slow else "died", reason)
        if child.began + 1 >= count and _all_lost(done, count, lost):
            return


def _all_lost(done: int, count: int, lost: set[int]) -> bool:
    return all(row in lost for row in range(done, count))


class _Child:
    def __init__(self, work: Portions, start: int, skip: frozenset[int], limits: Limits) -> None:
        self.began = -1
        self.slow = False
        self.finished = False
        self._limits = limits
        self._read, write = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        gc.freeze()  # what is there stays shared with the child: no collection touches it
        self._pid = os.fork()
        if not self._pid:
            status = 1
            try:
                os.close(self._read)
                _limit_memory(limits.memory)
                _run(work, start, skip, write)
                status = 0
            finally:
                os._exit(status)  # nothing of the parent's is flushed or closed twice
        os.close(write)
        self._used = self._clock()
        self._ready = select.poll()  # unlike select.select it takes any number of open files
        self._ready.register(self._read, select.POLLIN)

    def portions(self) -> Iterator[tuple[int, bytes]]:
        """What the child hands over, until it ends or a row takes too long."""
        while True:
            head = self._exactly(_HEAD.size)
            if head is None:
                return
            kind, row, size = _HEAD.unpack(head)
            if kind == _BEGIN:
                self.began = row
                self._used = self._clock()
            elif kind == _DONE:
                self.finished = True
                return
            else:
                data = self._exactly(size)
                if data is None:
                    return
                yield row, data

    def _exactly(self, size: int) -> bytes | None:
        """So many bytes; None when the child is gone or too slow."""
        parts: list[bytes] = []
        gives_up = time.monotonic() + _WAITS * self._limits.seconds
        while size:
            while not self._ready.poll(max(self._seconds_left(), 0.05) * 1000):
                # one that has had its time on the wall may be waiting for a core; one that sleeps waits for nothing
                if self._seconds_left() <= 0 or time.monotonic() > gives_up or not self._wants_a_core():
                    self.slow = True
                    return None
            part = os.read(self._read, min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _seconds_left(self) -> float:
        return self._limits.seconds - (self._clock() - self._used)

    def _clock(self) -> float:
        """Seconds that the child has had a core for; of the wall where the machine does not tell."""
        stat = self._stat()
        if stat is None:
            return time.monotonic()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def _wants_a_core(self) -> bool:
        stat = self._stat()
        return stat is None or stat[0] in ("R", "D")  # D: its memory comes back from the disk

    def _stat(self) -> list[str] | None:
        """The fields of the child's state behind its name; None where the machine does not tell."""
        try:
            with open(f"/proc/{self._pid}/stat") as file:
                return file.read().rpartition(")")[2].split()
        except OSError:
            return None

    def end(self) -> str:
        """Take the child down if it is still there; how it ended, in words."""
        os.close(self._read)
        try:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if not pid:
                if self.slow:
                    os.kill(self._pid, signal.SIGKILL)
                else:
                    pid, status = self._wait_a_little()
                if not pid:
                    os.kill(self._pid, signal.SIGKILL)
                    _, status = os.waitpid(self._pid, 0)
        except ChildProcessError:
            return "ended"
        if self.slow:
            return f"it took more than {self._limits.seconds:g} seconds"
        if os.WIFSIGNALED(status):
            return signal.Signals(os.WTERMSIG(status)).name
        return f"exit code {os.WEXITSTATUS(status)}"

    def _wait_a_little(self) -> tuple[int, int]:
        """The pipe closes a moment before the process is gone."""
        ends = time.monotonic() + 2
        while time.monotonic() < ends:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                return pid, status
            time.sleep(0.005)
        return 0, 0


def _run(work: Portions, start: int, skip: frozenset[int], write: int) -> None:
    def tell(kind: bytes, row: int, data: bytes = b"") -> None:
        unsent = memoryview(_HEAD.pack(kind, row, len(data)) + data)
        while unsent:
            unsent = unsent[os.write(write, unsent) :]

    for came, data in work(start, lambda row: tell(_BEGIN, row), skip):
        tell(_PORTION, came, data)
    tell(_DONE, 0)


def _limit_memory(extra: int) -> None:
    """So many bytes beyond what the process has now; asking for more raises MemoryError, and the worker lives on."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + extra, resource.getrlimit(resource.RLIMIT_AS)[1]))
    except (ImportError, OSError, ValueError):  # no such limit here
        return
