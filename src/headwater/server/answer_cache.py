"""A bounded number of answers, as the bytes that were sent; see `kept`."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

MOST = 64 << 20
"""Bytes that are kept."""
LARGEST = 2 << 20
"""Bytes of an answer that is worth keeping."""

Key = tuple[str, str, bytes]


class Answer(NamedTuple):
    """An answer as it is sent."""

    headers: list[tuple[bytes, bytes]]
    body: bytes


class Answers:
    """A bounded number of answers, the least asked for going first. Safe to use from several threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._held = 0
        self._kept: OrderedDict[Key, Answer] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Answer | None:
        """An answer that is kept."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def keep(self, key: Key, answer: Answer) -> None:
        """Keep an answer, unless it is too large for that."""
        size = len(answer.body)
        if size > min(LARGEST, self._most):
            return
        with self._lock:
            old = self._kept.pop(key, None)
            self._held += size - (len(old.body) if old is not None else 0)
            self._kept[key] = answer
            while self._held > self._most:
                self._held -= len(self._kept.popitem(last=False)[1].body)
