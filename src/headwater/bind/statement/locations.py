"""What the datasets of a statement are elsewhere: a topic, a table of another database, a path.

Said by the statement that makes the table, and by every one that reads or writes it: a link belongs to the dataset.
"""

from __future__ import annotations

from headwater.bind.context import Context
from headwater.bind.target import Bound
from headwater.catalog.addresses import known_as

Link = tuple[str, str]


def links(ctx: Context, bound: Bound) -> tuple[Link, ...]:
    """Datasets of the statement with `system:name` for what they are, each once, in order of use."""
    from headwater.dialects.flink import connectors  # lazily, until the dialects offer this as hooks

    found = dict.fromkeys(bound.links)
    session = ctx.session
    made = dict(bound.changes)
    for key, dataset in ctx.datasets.items():
        table = made.get(key) or session.find(key)
        places = connectors.place(dict(table.options), key) if table is not None and table.options else []
        if not places and len(key) == 3 and key[0] in session.catalogs:
            places = connectors.in_catalog(session.catalogs[key[0]], key[1], key[2])
        if not places and table is not None and len(table.behind) == 1:
            places = known_as(table.behind[0])
        found.update(dict.fromkeys((dataset.name, place) for place in places))
    return tuple(found)
