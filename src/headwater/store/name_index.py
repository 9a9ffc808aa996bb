"""Datasets by their folded names: sorted columns of words in an index, to be looked up by halving."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from headwater.base.identifiers import dotted, split_name
from headwater.store.arrays import WORDS, write_columns


def write_names(into: Path, db: Any) -> list[str]:
    """Datasets by folded name, with the names of other engines, and by the last part; the systems there are.

    Folded here and not by DuckDB: names that are asked for are folded by Python, too, and the two differ (`İ`).
    """
    import pyarrow as pa

    full: list[tuple[str, int]] = []
    leaf: list[tuple[str, int]] = []
    systems: set[str] = set()
    rows = db.execute("SELECT n, system, name, also FROM all_datasets ORDER BY n").fetchall()
    for number, system, name, also in rows:
        systems.add(system)
        folded = name.lower()
        full.append((folded, number))
        leaf.append((last_part(folded), number))
        for other in also or ():  # system:name, as another engine says it
            full += [(other.lower(), number), (other.lower().partition(":")[2], number)]
    for label, found in (("name", full), ("leaf", leaf)):
        found.sort()
        words = pa.array([one[0] for one in found], pa.string())
        numbers = pa.array([one[1] for one in found], pa.uint32())
        batch = pa.record_batch([words, numbers], names=[f"{label}_word", f"{label}_dataset"])
        write_columns(into, [batch], {f"{label}_word": WORDS, f"{label}_dataset": "u4"})
    return sorted(systems)


def last_part(name: str) -> str:
    """The last part of a printed name, as it is printed.

    >>> last_part("db.t"), last_part('db."a.b"')
    ('t', '"a.b"')
    """
    return name.rpartition(".")[2] if '"' not in name else dotted(("", split_name(name)[-1]))[3:]
