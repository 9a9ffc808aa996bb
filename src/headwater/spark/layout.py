"""Where things lie in the folder of a pipeline, and which of its batches count. Needs no Spark for a folder on this
machine.

    OUT/state/adds/00000007/…            the rows of batch 7
    OUT/state/adds/00000007-merged/…     the rows of all batches up to 7: they take the place of those
    OUT/taken/00000007/…                 the files of batch 7
    OUT/taken/00000007-merged/…          the files of all batches up to 7, each as it was taken last

A batch counts when it is whole, and no whole merged batch stands behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from headwater.spark.folder import Folder

MANIFEST = "manifest.json"
STATE = "state"
TAKEN = "taken"
SNAPSHOTS = "snapshots"
ANSWERS = "answers"
WORK = "work"
ADDS = "adds"
"""The state of runs that add to what was read before."""
WHOLE = "_SUCCESS"
"""The file that Spark writes last into a folder."""
_MERGED = "-merged"


def merged_name(last: str) -> str:
    """The name of a batch that holds all batches up to `last`: behind it, and before the next one.

    >>> "00000007" < merged_name("00000007") < "00000008"
    True
    """
    return f"{number_of(last)}{_MERGED}"


def number_of(batch: str) -> str:
    """The number of a batch; of a merged one, that of the last batch in it.

    >>> number_of("00000007-merged"), number_of("00000007")
    ('00000007', '00000007')
    """
    return batch.removesuffix(_MERGED)


def is_merged(batch: str) -> bool:
    """Whether a batch holds others."""
    return batch.endswith(_MERGED)


def whole_batches(folder: Folder, state: str) -> list[str]:
    """The batches that were taken in as a whole and count, in order."""
    return _whole(folder, STATE, state)


def planned_batches(folder: Folder) -> list[str]:
    """The batches that the ledger has as a whole and that count, in order."""
    return _whole(folder, TAKEN)


def superseded_batches(folder: Folder, state: str) -> list[str]:
    """The batches that a merged one holds, and merged ones that were never finished."""
    return _superseded(folder, STATE, state)


def superseded_plans(folder: Folder) -> list[str]:
    """The batches of the ledger that a merged one holds, and merged ones that were never finished."""
    return _superseded(folder, TAKEN)


def _whole(folder: Folder, *parts: str) -> list[str]:
    names = [name for name in folder.names(*parts) if folder.exists(*parts, name, WHOLE)]
    last = max((name for name in names if is_merged(name)), default="")
    return [name for name in names if name >= last]


def _superseded(folder: Folder, *parts: str) -> list[str]:
    counts = _whole(folder, *parts)
    first = counts[0] if counts and is_merged(counts[0]) else ""
    return [
        name
        for name in folder.names(*parts)
        if name < first or (is_merged(name) and not folder.exists(*parts, name, WHOLE))
    ]


def with_merged(manifest: Mapping[str, Any], batches: Sequence[str]) -> dict[str, Any] | None:
    """The manifest with a merged batch instead of those in it; None where it does not speak of the same rows.

    >>> with_merged({"batches": ["1", "2"], "rows": {"1": 5, "2": 6}}, ["2-merged"])
    {'batches': ['2-merged'], 'rows': {}}
    >>> with_merged({"batches": ["1"]}, ["2-merged"]) is None
    True
    """
    named = list(manifest.get("batches") or ())
    last = batches[0] if batches else ""
    inside = [name for name in named if name <= last]
    if not is_merged(last) or not inside or number_of(inside[-1]) != number_of(last):
        return None
    kept = [last, *(name for name in named if name > last)]
    rows = {name: count for name, count in (manifest.get("rows") or {}).items() if name in kept}
    return {**manifest, "batches": kept, "rows": rows}
