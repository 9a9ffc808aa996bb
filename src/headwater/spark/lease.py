"""One run at a time in a folder, on any storage: a lease that its owner renews.

    OUT/lock/00000007        who has the folder, and a count that goes up as long as they live

Whoever wants the folder makes the next number, which only one can do. The owner before must have let go, or be dead:
its process is gone from this machine, or its count has not moved for a while. An owner that was taken for dead finds
the next number there, and must not finish what it does.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from headwater.spark.errors import SparkProblem
from headwater.spark.folder import Folder
from headwater.spark.processes import started

BEAT = 10.0
"""Seconds between two renewals."""
PATIENCE = 60.0
"""Seconds without a renewal after which an owner on another machine is dead."""
_LOCK = "lock"
_mine: set[str] = set()
"""Leases that this process holds: a process may have the number of one that was killed."""


class Lease:
    """The right to write into a folder."""

    def __init__(self, folder: Folder, number: int, id_: str) -> None:
        self._folder = folder
        self._name = _name(number)
        self._next = _name(number + 1)
        self.id = id_
        self._owner = {"host": socket.gethostname(), "pid": os.getpid(), "started": started(os.getpid()), "id": id_}
        self._beats = 0
        self._ended = threading.Event()

    def check(self) -> None:
        """Raise `SparkProblem` where another run has taken the folder over."""
        if self._folder.exists(_LOCK, self._next):
            raise SparkProblem(
                f"Another run took over {self._folder.root}, because this one did not respond for a while.",
                "Nothing was lost: the other run does the same work.",
            )

    def renew(self) -> None:
        """Show that the owner lives."""
        self._beats += 1
        self._folder.write(self._text(), _LOCK, self._name)

    def release(self) -> None:
        """Let the folder go. The number stays, so that none is used twice."""
        self._ended.set()
        if not self._folder.exists(_LOCK, self._next):
            self._folder.write(self._text(released=True), _LOCK, self._name)

    def keep_renewing(self, beat: float) -> None:
        """Renew until it is released."""
        while not self._ended.wait(beat):
            try:
                self.renew()
            except Exception:  # noqa: BLE001 - storage that is away for a moment; the next beat may get through
                continue

    def _text(self, released: bool = False) -> str:
        return json.dumps({**self._owner, "beat": self._beats, "released": released})


@contextmanager
def only_run(
    folder: Folder,
    beat: float = BEAT,
    patience: float = PATIENCE,
    sleep: Callable[[float], object] = time.sleep,
) -> Iterator[Lease]:
    """The only run that writes into a folder; raises `SparkProblem` where another one does."""
    folder.make()
    lease = _acquire(folder, beat, patience, sleep)
    _mine.add(lease.id)
    thread = threading.Thread(target=lease.keep_renewing, args=(beat,), daemon=True)
    thread.start()
    try:
        yield lease
    finally:
        lease.release()
        _mine.discard(lease.id)


def holder(folder: Folder) -> dict[str, Any]:
    """Who has the folder, or had it last; empty where nobody ever did."""
    newest = max((int(name) for name in folder.names(_LOCK) if name.isdigit()), default=0)
    return _owner(folder, _name(newest)) if newest else {}


def alive(owner: Mapping[str, Any]) -> bool | None:
    """Whether an owner still holds its folder; None for one on another machine, of whom only its count can tell.

    >>> alive({"released": True}), alive({}), alive({"host": "elsewhere", "pid": 7})
    (False, False, None)
    """
    if owner.get("released") or not owner:  # nothing in it: killed while it was being made
        return False
    if owner.get("host") != socket.gethostname():
        return None
    pid = int(owner.get("pid") or 0)
    if pid == os.getpid():
        return owner.get("id") in _mine
    return started(pid) is not None and started(pid) == owner.get("started")


def _acquire(folder: Folder, beat: float, patience: float, sleep: Callable[[float], object]) -> Lease:
    numbers = [int(name) for name in folder.names(_LOCK) if name.isdigit()]
    newest = max(numbers, default=0)
    if newest:
        _refuse_if_alive(folder, _name(newest), beat, patience, sleep)
    id_ = uuid.uuid4().hex
    lease = Lease(folder, newest + 1, id_)
    try:
        made = folder.create(lease._text(), _LOCK, lease._name)
    except OSError as error:
        raise SparkProblem(
            f"Cannot write to the folder {folder.root}: {error.strerror}.", "Use another --out."
        ) from None
    owner = _owner(folder, lease._name)
    if not made or owner.get("id") != id_:  # a storage that cannot refuse keeps the last one
        raise _taken(folder, owner)
    for number in numbers:
        folder.remove(_LOCK, _name(number))
    return lease


def _refuse_if_alive(folder: Folder, name: str, beat: float, patience: float, sleep: Callable[[float], object]) -> None:
    owner = _owner(folder, name)
    living = alive(owner)
    if living:
        raise _taken(folder, owner)
    if living is False:
        return
    waited = 0.0
    while waited < patience:
        sleep(beat / 2)
        waited += beat / 2
        now = _owner(folder, name)
        if now.get("released"):
            return
        if now.get("beat") != owner.get("beat"):
            raise _taken(folder, owner)


def _taken(folder: Folder, owner: dict[str, Any]) -> SparkProblem:
    return SparkProblem(
        f"Another run is writing into {folder.root} (process {owner.get('pid')} on {owner.get('host')}).",
        "Wait for it to finish, or use another --out.",
    )


def _owner(folder: Folder, name: str) -> dict[str, Any]:
    try:
        owner = json.loads(folder.read(_LOCK, name) or "{}")
    except ValueError:
        return {}
    return owner if isinstance(owner, dict) else {}


def _name(number: int) -> str:
    return f"{number:08}"
