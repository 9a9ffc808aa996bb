"""Datasets by their folded names: sorted columns of strings in an index, for binary search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from headwater.base.identifiers import dotted, split_name
from headwater.store.arrays import STRINGS, write_columns


def write_names(into: Path, db: Any) -> list[str]:
    """Datasets by folded name, with the names of other engines, and by the last part; the systems there are.

    Folded here and not by DuckDB: the names that are looked up are folded by Python too, and the two differ (`İ`).
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
        for alias in also or ():  # system:name, as another engine says it
            full += [(alias.lower(), number), (alias.lower().partition(":")[2], number)]
    for label, pairs in (("name", full), ("leaf", leaf)):
        pairs.sort()
        names = pa.array([pair[0] for pair in pairs], pa.string())
        numbers = pa.array([pair[1] for pair in pairs], pa.uint32())
        batch = pa.record_batch([names, numbers], names=[f"folded_{label}", f"{label}_dataset"])
        write_columns(into, [batch], {f"folded_{label}": STRINGS, f"{label}_dataset": "u4"})
    return sorted(systems)


def last_part(name: str) -> str:
    """The last part of a printed name, as it is printed.

    >>> last_part("db.t"), last_part('db."a.b"')
    ('t', '"a.b"')
    """
    return name.rpartition(".")[2] if '"' not in name else dotted(("", split_name(name)[-1]))[3:]
