"""A bounded cache of analyses, by a hash of everything that they depend on.

The key covers the text, the dialect, the options, every table of the catalog and headwater's version, so an answer is
only found again where it would be given again. In memory the least recently used one goes first. In a folder, answers
are kept in their JSON form, one file each, for the next process; a file that cannot be read counts as not there.

A pipeline keeps its answers by itself, in its snapshots: this is for those who call `analyze` in a loop of their own.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections import OrderedDict
from contextlib import suppress
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any, Required, TypedDict, Unpack

from headwater.answer import Analysis
from headwater.api import Options, analyze
from headwater.catalog.mapping import Catalog

_PRUNE_EVERY = 256


class Arguments(TypedDict, total=False):
    """What `Cache` and `headwater.analyze` take besides the text."""

    dialect: Required[str]
    catalog: Catalog | None
    database: str | None
    fold_views: bool
    options: Options | None
    name: str


class Cache:
    """Remembers analyses. Safe to use from several threads.

    >>> cache = Cache(size=2)
    >>> first = cache.analyze("SELECT a FROM t", dialect="duckdb")
    >>> cache.analyze("SELECT a FROM t", dialect="duckdb") is first, cache.hits, cache.misses
    (True, 1, 1)
    """

    def __init__(self, size: int = 1024, folder: str | Path | None = None, files: int = 100_000) -> None:
        """`size` answers in memory; with a `folder`, up to about `files` of them there."""
        self.size = max(size, 1)
        self.files = max(files, 1)
        self.hits = 0
        self.misses = 0
        self._folder = Path(folder) if folder is not None else None
        self._written = 0
        self._lock = threading.Lock()
        self._analyses: OrderedDict[str, Analysis] = OrderedDict()
        self._answers: OrderedDict[str, dict[str, Any]] = OrderedDict()

    def analyze(self, sql: str, **arguments: Unpack[Arguments]) -> Analysis:
        """As `headwater.analyze`, which is called where no answer is remembered. Answers are shared: change none."""
        key = self.key(sql, **arguments)
        result: Analysis | None = self._recall(self._analyses, key)
        if result is None:
            result = analyze(sql, **arguments)
            self._keep(self._analyses, key, result)
        return result

    def answer(self, sql: str, **arguments: Unpack[Arguments]) -> dict[str, Any]:
        """The JSON form of the answer; with a folder it is kept there for other processes."""
        key = self.key(sql, **arguments)
        known: dict[str, Any] | None = self._recall(self._answers, key, count=False)
        if known is None:
            known = self._read(key)
        if known is not None:
            self.hits += 1
        else:
            # what comes from a file and what was made now is the same thing: lists, and no tuples
            known = json.loads(json.dumps(self.analyze(sql, **arguments).to_dict()))
            self._write(key, known)
        self._keep(self._answers, key, known)
        return known

    def key(self, sql: str, **arguments: Unpack[Arguments]) -> str:
        """A hash of everything that an answer depends on."""
        from headwater import __version__  # which is the package's own, and knows this module's callers

        digest = blake2b(digest_size=20)
        catalog, options = arguments.get("catalog"), arguments.get("options")
        parts = (
            __version__,
            arguments["dialect"],
            arguments.get("database"),
            arguments.get("fold_views", False),
            arguments.get("name", ""),
            asdict(options) if options is not None else None,
            catalog.fingerprint() if catalog is not None else None,
            sql,
        )
        digest.update(repr(parts).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def clear(self) -> None:
        """Forget what is in memory; files stay."""
        with self._lock:
            self._analyses.clear()
            self._answers.clear()

    def __len__(self) -> int:
        return len(self._analyses.keys() | self._answers.keys())

    # ── memory ───────────────────────────────────────────────────────────────────────────────────────────────
    def _recall(self, memory: OrderedDict[str, Any], key: str, count: bool = True) -> Any:
        with self._lock:
            value = memory.get(key)
            if value is not None:
                memory.move_to_end(key)
            if count:
                self.hits += value is not None
                self.misses += value is None
            return value

    def _keep(self, memory: OrderedDict[str, Any], key: str, value: Any) -> None:
        with self._lock:
            memory[key] = value
            memory.move_to_end(key)
            while len(memory) > self.size:
                memory.popitem(last=False)

    # ── the folder ───────────────────────────────────────────────────────────────────────────────────────────
    def _path(self, key: str) -> Path | None:
        return self._folder / key[:2] / f"{key}.json" if self._folder is not None else None

    def _read(self, key: str) -> dict[str, Any] | None:
        path = self._path(key)
        if path is None:
            return None
        try:
            answer = json.loads(path.read_text("utf-8"))
            os.utime(path)  # the ones that are asked for stay longest
        except (OSError, ValueError):
            return None
        return answer if isinstance(answer, dict) else None

    def _write(self, key: str, answer: dict[str, Any]) -> None:
        path = self._path(key)
        if path is None:
            return
        # a folder that is full or read-only costs the memory, and never the answer
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(answer, file)
            os.replace(temporary, path)  # whoever reads sees all of it, or nothing
            self._written += 1
            if self._written % _PRUNE_EVERY == 0:
                self._prune()

    def _prune(self) -> None:
        """Keep the folder bounded: those that were not asked for the longest go."""
        assert self._folder is not None
        paths = sorted(self._folder.glob("*/*.json"), key=lambda path: path.stat().st_mtime)
        for path in paths[: max(len(paths) - self.files, 0)]:
            with suppress(OSError):
                path.unlink()
