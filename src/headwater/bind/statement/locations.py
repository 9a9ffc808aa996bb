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
    links = dict.fromkeys(bound.links)
    session = ctx.session
    changes = dict(bound.changes)
    for key, dataset in ctx.datasets.items():
        table = changes.get(key) or session.find(key)
        places = ctx.dialect.statements.locations(session, key, table)
        if not places and table is not None and len(table.behind) == 1:
            places = known_as(table.behind[0])
        links.update(dict.fromkeys((dataset.name, place) for place in places))
    return tuple(links)
