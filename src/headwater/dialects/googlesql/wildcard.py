"""Wildcard tables: FROM `d.events_*`."""

from __future__ import annotations

from headwater.bind.names.frame import Frame
from headwater.bind.relation import sources
from headwater.bind.scope import Entry, TableEntry
from headwater.rel.operators import Scan


def entry(frame: Frame, parts: tuple[str, ...], alias: str, names: list[str] | None) -> Entry | None:
    """FROM `d.events_*`: every table that the catalog has under such a name; None where it has none."""
    ctx = frame.ctx
    *lead, last = ctx.session.key((*parts[:-1], parts[-1][:-1]))
    known = {**ctx.session.catalog.index(ctx.dialect.identifiers.fold_tables, ctx.session.base), **ctx.session.changes}
    matches = []
    for key, table in sorted(known.items()):
        if table is not None and [*key[:-1]] == lead and key[-1].startswith(last):
            _, _, dataset = ctx.lookup(table.name)
            matches.append(TableEntry(ctx, "", key, Scan(ctx.rows(), dataset, [], []), table))
    return sources.union(frame, matches, alias or parts[-1], names, "wildcard") if matches else None
