"""The store that a server asks, kept fresh, and threads to ask it in.

A new snapshot is noticed within seconds and opened beside the old one; requests that began with the old one end with
it. Work is done in a few threads, with a bound on how many requests may wait and how long each may take.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import gc
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from headwater.server.answer_cache import AnswerCache
from headwater.server.errors import Refused
from headwater.server.playground import Playground
from headwater.server.settings import Settings
from headwater.store import Store, StoreProblem, is_store, open_store, snapshot

T = TypeVar("T")


class State:
    """What the routes ask."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._store = open_store(settings.folder, None, settings.reading)
        self._looked = time.monotonic()
        self._opening: asyncio.Future[None] | None = None
        self._waiting = 0
        self.answers = AnswerCache()
        self.playground = Playground(settings.limits)
        self._threads = ThreadPoolExecutor(settings.limits.threads, thread_name_prefix="headwater")

    def begin(self) -> None:
        """Get ready for the first question. What is loaded now stays, so the garbage collector need not look at it."""
        gc.collect()
        gc.freeze()
        threading.Thread(target=self.playground.warm, daemon=True).start()

    def close(self) -> None:
        """No more questions."""
        gc.unfreeze()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.playground.close()
        self._store.close()

    async def current(self) -> Store:
        """The store of the current snapshot. Whoever notices a new one waits a moment for it, the others do not."""
        now = time.monotonic()
        if self._opening is None and now - self._looked > self.settings.fresh:
            self._looked = now
            if self._newer():
                self._opening = asyncio.get_running_loop().run_in_executor(None, self._open)
                self._opening.add_done_callback(self._opened)
                await asyncio.wait([self._opening], timeout=self.settings.patience)
        return self._store

    def _newer(self) -> bool:
        """Whether there is another snapshot; while its manifest cannot be read, the old one is good."""
        try:
            folder = self.settings.folder
            return is_store(folder) and snapshot(folder).tag != self._store.snapshot.tag
        except StoreProblem:
            return False

    def _open(self) -> None:
        with contextlib.suppress(StoreProblem):  # while it cannot be opened, the old one is good
            self._store = open_store(self.settings.folder)
            gc.unfreeze()  # the old one can go

    def _opened(self, done: asyncio.Future[None]) -> None:
        self._opening = None
        if not done.cancelled():
            done.exception()

    async def run(self, work: Callable[[], T], seconds: float | None = None) -> T:
        """Do something in a thread. Raises `Refused` where too many wait, or it takes too long."""
        limits = self.settings.limits
        if self._waiting >= limits.waiting:
            raise Refused(503, "busy", "Too many requests.", "Try again in a moment.")
        self._waiting += 1
        context = contextvars.copy_context()
        done = asyncio.get_running_loop().run_in_executor(self._threads, context.run, work)
        done.add_done_callback(self._release)
        try:
            return await asyncio.wait_for(asyncio.shield(done), seconds or limits.seconds)
        except TimeoutError:
            raise Refused(
                503,
                "timeout",
                f"The request took more than {seconds or limits.seconds:g} seconds.",
                "Request less data.",
            ) from None

    def _release(self, done: asyncio.Future[T]) -> None:
        self._waiting -= 1
        if not done.cancelled():
            done.exception()  # raised to whoever waited; nobody may
