"""The id of a text as it was run: its fingerprint, with the dialect, the database and the target it was run with.

A log says the same thing a thousand times, so a column of texts is looked at as a whole: Arrow takes the literals out
of all of them at once (`batch.skeleton`), and a fingerprint is only worked out for a skeleton that was not met before.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from headwater import dialects
from headwater.batch.fingerprint import Fingerprinter
from headwater.batch.skeleton import MARK

if TYPE_CHECKING:
    import pyarrow

_MANY = 16_000_000
"""Characters of skeletons that are remembered, in each dialect."""


@functools.cache
def units() -> Units:
    """The one of this process: what a worker learnt in one task serves it in the next."""
    return Units()


class Units:
    """Gives ids; remembers what it learnt about texts, for each dialect.

    >>> units = Units()
    >>> one = units.of("duckdb", None, None, "SELECT a FROM t WHERE b = 1")
    >>> one == units.of("duckdb", None, None, "SELECT a FROM t WHERE b = 2")
    True
    """

    def __init__(self) -> None:
        self._prints: dict[tuple[str, bool], _Prints] = {}

    def of(self, dialect: str, database: str | None, target: str | None, text: str) -> str:
        """32 hexadecimal digits."""
        return _id(dialect, database, target, self._of(dialect, target).one(text))

    def of_column(
        self,
        names: Sequence[str],
        databases: Sequence[str | None],
        targets: Sequence[str | None],
        texts: pyarrow.Array,
    ) -> list[str]:
        """The ids of many texts, given a dialect, a database and a target for each."""
        import pyarrow as pa

        groups: dict[tuple[str, bool], list[int]] = {}
        for row, (name, target) in enumerate(zip(names, targets, strict=True)):
            groups.setdefault((name, target is not None), []).append(row)
        found = [""] * len(texts)
        for (name, _), rows in groups.items():
            column = texts if len(rows) == len(texts) else texts.take(pa.array(rows, pa.int64()))
            prints = self._of(name, targets[rows[0]]).many(column)
            for row, one in zip(rows, prints, strict=True):
                found[row] = _id(name, databases[row], targets[row], one)
        return found

    def _of(self, dialect: str, target: str | None) -> _Prints:
        kind = (dialect, target is not None)
        known = self._prints.get(kind)
        if known is None:
            # what fills a dataset gives its columns their names
            known = self._prints[kind] = _Prints(Fingerprinter(dialects.get(dialect).grammar, names=kind[1]))
        return known


def _id(dialect: str, database: str | None, target: str | None, fingerprint: str) -> str:
    said = "\0".join((dialect, database or "", target or "", fingerprint))
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class _Prints:
    """Fingerprints of one dialect, by the skeletons that were met."""

    def __init__(self, one: Fingerprinter) -> None:
        self.one = one
        self._known: dict[str, str] = {}
        self._held = 0

    def many(self, texts: pyarrow.Array) -> list[str]:
        """The fingerprints of a column of texts."""
        import pyarrow.compute as pc

        bare = pc.if_else(pc.match_substring(texts, MARK), MARK, texts)
        for pattern, instead in self.one.skeleton.passes:
            bare = pc.replace_substring_regex(bare, pattern, instead)
        found = []
        for row, skeleton in enumerate(bare.to_pylist()):
            known = self._known.get(skeleton)  # of a text with a mark of its own never: there is no such skeleton
            if known is None:
                known, settled = self.one.settled(texts[row].as_py())
                if settled == skeleton:
                    self._remember(skeleton, known)
            found.append(known)
        return found

    def _remember(self, skeleton: str, fingerprint: str) -> None:
        self._held += len(skeleton)
        if self._held > _MANY:
            self._known.clear()
            self._held = len(skeleton)
        self._known[skeleton] = fingerprint
