"""DROP, RENAME, USE, TRUNCATE: which tables are there, under which names."""

from __future__ import annotations

from headwater.base import codes
from headwater.base.identifiers import Key, dotted
from headwater.bind.context import Context
from headwater.bind.scope import TableEntry
from headwater.bind.statement import external_tables
from headwater.bind.target import Bound, Target
from headwater.catalog.tables import Table
from headwater.rel.operators import Scan, Single, Write
from headwater.sql.statements import Drop, RenameTable, Truncate, Use


def drop(ctx: Context, statement: Drop) -> Bound:
    """DROP TABLE, DETACH: gone from the catalog; what it was is kept, since it may come back."""
    bound = Bound(statement.kind)
    for node in statement.targets:
        target = Target(ctx, node)
        bound.target = bound.target or target.dataset
        bound.changes.append((target.key, None))
        if statement.kind.startswith("DROP"):
            bound.dropped.append(target.dataset.name)
    return bound


def drop_tables(bound: Bound, tables: list[tuple[Key, Table]]) -> None:
    """The tables of a database or schema go with it."""
    for key, table in tables:
        bound.changes.append((key, None))
        bound.dropped.append(table.display)


def tables_under(ctx: Context, database: str) -> list[tuple[Key, Table]]:
    """Every table that is known in a database."""
    session = ctx.session
    known: dict[Key, Table | None] = {session.key(table.name): table for table in session.catalog.tables}
    known.update(session.changes)
    name = session.dialect.identifiers.fold_tables.apply(database)
    return [(key, table) for key, table in sorted(known.items()) if table is not None and key[-2:-1] == (name,)]


def renamed(ctx: Context, old: tuple[str, ...], new: tuple[str, ...]) -> list[tuple[Key, Table | None]]:
    """A table under another name."""
    session = ctx.session
    before, after = session.key(old), session.key(new)
    table = session.find(before)
    if table is None:
        return [(before, None)]
    return [(before, None), (after, table.renamed(session.spelled(new)))]


def handed_on(ctx: Context, old: tuple[str, ...], new: tuple[str, ...], table: Table | None) -> Write:
    """Every column of a renamed table comes from the column of that name under the old name."""
    key, _, before = ctx.lookup(old)
    if table is None or table.columns is None:
        ctx.say(codes.UNKNOWN_TABLE, None, before.name, "")
    after = ctx.dataset(ctx.session.key(new), new, None)
    entry = TableEntry(ctx, "", key, Scan(ctx.rows(), before, [], []), table)
    return external_tables.by_name(ctx, after, table if table is not None else Table(new, None), entry, "RENAME")


def rename(ctx: Context, statement: RenameTable) -> Bound:
    """RENAME TABLE a TO b, b TO c: one after the other."""
    bound = Bound(statement.kind)
    session = ctx.session
    moved: dict[tuple[str, ...], Table | None] = {}
    for old, new in statement.pairs:
        before, after = ctx.table_parts(old), ctx.table_parts(new)
        key, into = session.key(before), session.key(after)
        table = moved[key] if key in moved else session.find(key)
        moved[key] = None
        if table is not None:
            moved[into] = table.renamed(session.spelled(after))
        bound.renamed.append((dotted(session.spelled(before)), dotted(session.spelled(after))))
        bound.writes.append(handed_on(ctx, before, after, table))
    bound.target = bound.writes[0].dataset if bound.writes else None
    bound.changes = list(moved.items())
    return bound


def truncate(ctx: Context, statement: Truncate) -> Bound:
    """TRUNCATE t: every row goes, decided by nothing."""
    targets = [Target(ctx, node) for node in statement.targets]
    writes = [Write(ctx.rows(), Single(ctx.rows()), target.dataset, "TRUNCATE", []) for target in targets]
    return Bound("TRUNCATE", writes, writes[0].dataset if writes else None)


def use(ctx: Context, statement: Use) -> Bound:
    """USE db: names without one belong to it from here on."""
    bound = Bound("USE")
    if statement.target is None:
        return bound
    identifiers = ctx.dialect.identifiers
    parts = tuple(map(identifiers.fold_tables.apply, ctx.table_parts(statement.target)))
    current = ctx.session.current
    if statement.catalog and len(current) > 1:
        # a catalog has a database of its own to begin with
        own = ctx.session.catalogs.get(parts[-1], {}).get("default-database", "default")
        default = identifiers.defaults[1:] if parts[-1:] == identifiers.defaults[:1] else (own,)
        bound.current = (*parts, *default)
    else:
        bound.current = (*current[: max(len(current) - len(parts), 0)], *parts)
    return bound
