"""Dialects of other distributions: entry points of the group `headwater.dialects`, whose values are `Dialect` records.

    [project.entry-points."headwater.dialects"]
    postgres = "headwater_postgres:DIALECT"

Nothing is imported before its dialect is asked for, and a dialect that cannot be loaded breaks no other. The name of an
entry point is what users write; further entry points with the same value are aliases.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib.metadata import EntryPoint, entry_points

from headwater.bind.dialect import Dialect

GROUP = "headwater.dialects"


class BrokenDialect(Exception):
    """An installed dialect that cannot be used; the message names its distribution and says why."""


def find(reserved: Collection[str]) -> dict[str, list[EntryPoint]]:
    """The installed dialects by their folded names; more than one entry point where distributions disagree.

    `reserved` names are those of headwater's own dialects, which no distribution can take over.
    """
    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, distribution(entry), entry.value)):
        name = entry.name.strip().lower()
        known = found.setdefault(name, []) if name not in reserved else []
        if all((entry.value, distribution(entry)) != (other.value, distribution(other)) for other in known):
            known.append(entry)
    return found


def distribution(entry: EntryPoint) -> str:
    """The name and version of the distribution that an entry point is of."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown distribution"


def load(name: str, entries: list[EntryPoint], reserved: Collection[str]) -> Dialect:
    """The record behind a name; raises `BrokenDialect` for whatever is wrong with it."""
    if len(entries) > 1:
        owners = " and ".join(distribution(entry) for entry in entries)
        raise BrokenDialect(f"The dialect {name!r} is in {owners}. Uninstall all but one.")
    entry = entries[0]
    try:
        record = entry.load()
        if isinstance(record, Dialect):
            _ = record.grammar, record.functions  # what the record names has to be there
    except Exception as error:  # importing somebody's package may raise anything
        reason = str(error) or "no reason is given"
        raise BrokenDialect(
            f"The dialect {name!r} of {distribution(entry)} cannot be loaded: {type(error).__name__}: {reason}"
        ) from error
    if not isinstance(record, Dialect):
        kind = type(record).__name__
        raise BrokenDialect(f"The dialect {name!r} of {distribution(entry)} is a {kind}, not a headwater Dialect.")
    if record.name in reserved:
        raise BrokenDialect(
            f"The dialect {name!r} of {distribution(entry)} calls itself {record.name}, which is headwater's own."
        )
    return record
