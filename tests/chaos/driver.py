"""The command line, in a process that can be told to end in the middle of what it writes.

    python -m tests.chaos.driver TRACE LARGE KILL_AT VICTIM run logs --out out

Python says what it is about to do to a file (an audit event); such changes below the output folder are counted, and
written to the file TRACE. Before the change with the number KILL_AT the victim is killed: between any two changes, a
machine may lose its power. With 0 nothing is killed, and TRACE tells how many changes there are.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any

from tests.chaos.processes import descendants, kill

CHANGES = frozenset({"os.rename", "os.link", "os.mkdir", "os.remove", "os.rmdir", "shutil.rmtree", "open"})


class Trace:
    """Counts changes below a folder, and kills at one of them."""

    def __init__(self, trace: Path, folder: Path, kill_at: int, victim: str) -> None:
        self._file = os.open(trace, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._folder = str(folder.absolute())
        self._kill_at = kill_at
        self._victim = victim
        self._count = 0
        self._lock = threading.Lock()

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Python's audit hook."""
        if event not in CHANGES or not isinstance(arguments[0], (str, os.PathLike)):
            return
        path = os.fspath(arguments[0])
        if (
            not isinstance(path, str)
            or not path.startswith(self._folder)
            or (event == "open" and not _writes(arguments))
        ):
            return
        with self._lock:
            self._count += 1
            os.write(self._file, f"{event} {os.path.relpath(path, self._folder)}\n".encode())
            if self._count == self._kill_at:
                self._end()

    def _end(self) -> None:
        below = list(descendants([os.getpid()]))
        if self._victim == "jvm":
            kill(pid for pid, role in below if role == "jvm")
        else:
            kill(pid for pid, _ in below if self._victim == "everything")
            kill([os.getpid()])


def _writes(arguments: tuple[Any, ...]) -> bool:
    mode = arguments[1]
    return isinstance(mode, str) and any(letter in mode for letter in "wax+")


def main() -> None:
    trace, large, kill_at, victim, *command = sys.argv[1:]
    from headwater.cli import main as headwater
    from headwater.spark import sizes

    if large == "large":
        sizes.SMALL = -1
    out = Path(command[command.index("--out") + 1])
    sys.addaudithook(Trace(Path(trace), out, int(kill_at), victim))
    sys.argv = ["headwater", *command]
    headwater()


if __name__ == "__main__":
    main()
