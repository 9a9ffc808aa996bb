"""A bounded number of answers, as the bytes that were sent; `caching` uses it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

MOST = 64 << 20
"""Bytes of all answers."""
LARGEST = 2 << 20
"""Bytes of one answer; a larger one is not cached."""

Key = tuple[str, str, bytes]


class Answer(NamedTuple):
    """An answer as it is sent."""

    headers: list[tuple[bytes, bytes]]
    body: bytes


class AnswerCache:
    """A least-recently-used cache of answers, bounded in bytes. Safe to use from several threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Answer | None:
        """A cached answer."""
        with self._lock:
            answer = self._answers.get(key)
            if answer is not None:
                self._answers.move_to_end(key)
            return answer

    def put(self, key: Key, answer: Answer) -> None:
        """Cache an answer, unless it is too large."""
        size = len(answer.body)
        if size > min(LARGEST, self._most):
            return
        with self._lock:
            old = self._answers.pop(key, None)
            self._size += size - (len(old.body) if old is not None else 0)
            self._answers[key] = answer
            while self._size > self._most:
                self._size -= len(self._answers.popitem(last=False)[1].body)
