"""Tables that stand for others: a wildcard (FROM `d.events_*`), a shard of one, a partition (`d.t$20240501`)."""

from __future__ import annotations

import re

from headwater.base.identifiers import Key
from headwater.bind.names.frame import Frame
from headwater.bind.relation import sources
from headwater.bind.scope import Entry, TableEntry
from headwater.bind.session import Session
from headwater.catalog.tables import Table
from headwater.rel.operators import Scan

_PARTITION = re.compile(r"\$(?:\d{4,10}|__NULL__|__UNPARTITIONED__)$")


def undecorated(parts: tuple[str, ...]) -> tuple[str, ...]:
    """`t$20240501` is the table t; which of its partitions is meant only filters its rows.

    >>> undecorated(("d", "t$20240501"))
    ('d', 't')
    """
    return (*parts[:-1], _PARTITION.sub("", parts[-1])) if parts and "$" in parts[-1] else parts


def holder(session: Session, key: Key) -> Table | None:
    """The wildcard table of the catalog that a table belongs to: `events_20240101` is one of `events_*`."""
    name = key[-1] if key else "*"
    if name.endswith("*"):
        return None
    prefixes = (session.find((*key[:-1], f"{name[:end]}*")) for end in range(len(name) - 1, 0, -1))
    return next((table for table in prefixes if table is not None), None)


def entry(frame: Frame, parts: tuple[str, ...], alias: str, names: list[str] | None) -> Entry | None:
    """FROM `d.events_*`: every table that the catalog has under such a name; None where it has none."""
    ctx = frame.ctx
    *lead, last = ctx.session.key((*parts[:-1], parts[-1][:-1]))
    fold, base = ctx.dialect.identifiers.fold_tables, ctx.session.base
    listed = ctx.session.catalog.index(fold, base)
    inside = ctx.session.catalog.keys_in(fold, base, tuple(lead))
    keys = {key for known in (inside, ctx.session.changes) for key in known if key[-1].startswith(last)}
    known = [(key, ctx.session.changes[key] if key in ctx.session.changes else listed.get(key)) for key in sorted(keys)]
    tables = [(key, table) for key, table in known if table is not None and [*key[:-1]] == lead]
    matches = []
    for key, table in tables:
        _, _, dataset = ctx.lookup(table.name)
        # one table is read as any other: with its pseudo-columns
        label = (alias or parts[-1]) if len(tables) == 1 and not names else ""
        matches.append(TableEntry(ctx, label, key, Scan(ctx.rows(), dataset, [], []), table))
    if len(matches) == 1 and not names:
        return matches[0]
    return sources.union(frame, matches, alias or parts[-1], names, "wildcard") if matches else None
