"""The id of a text as it was run: its fingerprint, with the dialect, the database and the target it was run with.

A log repeats its texts, so a column of texts is processed as a whole: Arrow removes the literals of all of them at
once (`batch.skeleton`), and a fingerprint is only worked out for a skeleton that was not met before.
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

_MOST_SKELETON_CHARS = 16_000_000
"""Characters of skeletons that are remembered, in each dialect."""

_LONGEST = 1_000_000
"""Characters from which a text is like no other: nobody writes it twice with other constants."""


@functools.cache
def shared_text_ids() -> TextIds:
    """The `TextIds` of this process: what it remembers of one task serves the next."""
    return TextIds()


class TextIds:
    """Gives ids; remembers the skeletons of texts, for each dialect.

    >>> ids = TextIds()
    >>> first = ids.text_id("duckdb", None, None, "SELECT a FROM t WHERE b = 1")
    >>> first == ids.text_id("duckdb", None, None, "SELECT a FROM t WHERE b = 2")
    True
    """

    def __init__(self) -> None:
        self._fingerprinters: dict[tuple[str, bool], _Fingerprints] = {}

    def text_id(self, dialect: str, database: str | None, target: str | None, text: str) -> str:
        """32 hexadecimal digits."""
        fingerprints = self._fingerprints(dialect, target)
        print_ = _of_itself(text) if len(text) > _LONGEST else fingerprints.fingerprinter(text)
        return _id(dialect, database, target, print_)

    def column_ids(
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
        ids = [""] * len(texts)
        for (name, _), rows in groups.items():
            column = texts if len(rows) == len(texts) else texts.take(pa.array(rows, pa.int64()))
            prints = self._fingerprints(name, targets[rows[0]]).many(column)
            for row, fingerprint in zip(rows, prints, strict=True):
                ids[row] = _id(name, databases[row], targets[row], fingerprint)
        return ids

    def _fingerprints(self, dialect: str, target: str | None) -> _Fingerprints:
        kind = (dialect, target is not None)
        known = self._fingerprinters.get(kind)
        if known is None:
            # what fills a dataset gives its columns their names
            known = self._fingerprinters[kind] = _Fingerprints(
                Fingerprinter(dialects.get(dialect).grammar, names=kind[1])
            )
        return known


def _id(dialect: str, database: str | None, target: str | None, fingerprint: str) -> str:
    key = "\0".join((dialect, database or "", target or "", fingerprint))
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _of_itself(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class _Fingerprints:
    """Fingerprints of one dialect, by the skeletons that were met."""

    def __init__(self, fingerprinter: Fingerprinter) -> None:
        self.fingerprinter = fingerprinter
        self._known: dict[str, str] = {}
        self._skeleton_chars = 0

    def many(self, texts: pyarrow.Array) -> list[str]:
        """The fingerprints of a column of texts."""
        import pyarrow.compute as pc

        bare = pc.if_else(pc.match_substring(texts, MARK), MARK, texts)
        for pattern, instead in self.fingerprinter.skeleton.passes:
            bare = pc.replace_substring_regex(bare, pattern, instead)
        fingerprints = []
        for row, skeleton in enumerate(bare.to_pylist()):
            known = self._known.get(skeleton)  # of a text with a mark of its own never: there is no such skeleton
            if known is None:
                text = texts[row].as_py()
                if len(text) > _LONGEST:
                    fingerprints.append(_of_itself(text))
                    continue
                known, settled = self.fingerprinter.settled(text)
                if settled == skeleton:
                    self._remember(skeleton, known)
            fingerprints.append(known)
        return fingerprints

    def _remember(self, skeleton: str, fingerprint: str) -> None:
        self._skeleton_chars += len(skeleton)
        if self._skeleton_chars > _MOST_SKELETON_CHARS:
            self._known.clear()
            self._skeleton_chars = len(skeleton)
        self._known[skeleton] = fingerprint
