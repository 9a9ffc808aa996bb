"""Stored tables and views in FROM: the entry that a table's name stands for."""

from __future__ import annotations

from itertools import chain, islice

from sqlglot import exp

from headwater.base import codes
from headwater.base.diagnostics import Suggestion
from headwater.base.similar import nearest
from headwater.base.spans import Span
from headwater.bind.context import Context
from headwater.bind.names.frame import Frame
from headwater.bind.relation.alias_columns import column_names
from headwater.bind.scope import Ctes, Entry, Query, QueryEntry, TableEntry
from headwater.bind.session import Session
from headwater.catalog.tables import Table
from headwater.rel.columns import Dataset
from headwater.rel.operators import Ref, Scan
from headwater.sql.placeholders import is_placeholder


def alias_of(frame: Frame, node: exp.Expr) -> tuple[str, list[str] | None]:
    """The alias of a source and the column names behind it: `FROM t AS x (a, b)`."""
    alias = node.args.get("alias")
    if not isinstance(alias, exp.TableAlias):
        return (alias.name, None) if isinstance(alias, exp.Expr) else ("", None)
    this = alias.args.get("this")
    return (this.name if this is not None else "", column_names(frame.ctx, alias) or None)


def stored(frame: Frame, node: exp.Expr, parts: tuple[str, ...], alias: str, names: list[str] | None) -> Entry:
    """A stored table or view as an entry."""
    ctx = frame.ctx
    key, table, dataset = ctx.lookup(parts)
    if table is not None and ctx.session.fold_views and table.query is not None and key not in ctx.opening:
        return _opened_view(ctx, key, table.query, alias or parts[-1], dataset, names, table)
    if table is None or table.columns is None:
        hint: str | Suggestion = "" if table is not None else _near_table(frame, parts)
        ctx.say(codes.UNKNOWN_TABLE, _name_place(ctx, node), dataset.name, hint)
    rel = Scan(ctx.rows(), dataset, [], [])
    entry: Entry = TableEntry(ctx, alias or parts[-1], key, rel, table)
    if names and ctx.dialect.sources.renames_columns():
        # FROM t AS x(a, b): renamed columns
        whole = Query(rel, entry.star())
        check_width(ctx, node, alias, names, whole)
        ref = Ref(ctx.rows(), Dataset(alias, "subquery", stored=False), rel, [])
        return QueryEntry(ctx, alias, ref, whole, names)
    return entry


def _name_place(ctx: Context, node: exp.Expr) -> Span | None:
    """A table's whole name."""
    if ctx.foreign or not isinstance(node, exp.Table):
        return None
    metas = [part._meta for part in node.parts if part._meta and part._meta.get("end") is not None]
    if not metas:
        return None
    return Span(min(meta["start"] for meta in metas), max(meta["end"] for meta in metas) + 1)


def _near_table(frame: Frame, parts: tuple[str, ...]) -> Suggestion:
    """The table or CTE that was perhaps meant: by its whole name, or by its last part in another schema."""
    ctes: list[str] = []
    scope: Ctes | None = frame.ctes if len(parts) == 1 else None
    while scope is not None:
        ctes += [cte.name for cte in scope.here.values() if not is_placeholder(cte.name)]
        scope = scope.outer
    session = frame.ctx.session
    return Suggestion(lambda: _nearest_table(session, parts, ctes))


def _nearest_table(session: Session, parts: tuple[str, ...], ctes: list[str]) -> str:
    created = (table for table in session.changes.values() if isinstance(table, Table))
    tables = {table.display: table.name[-1] for table in islice(chain(created, session.catalog.tables), 2000)}
    whole = ".".join(parts)
    match = nearest(whole, tables) if len(parts) > 1 else None
    if match is not None:
        return f" Did you mean {match}?"
    names = {name: name for name in ctes}
    for display, last in tables.items():
        names.setdefault(last, display)
    mine = parts[-1].lower()
    same = next((name for name in names if name.lower() == mine), None) or nearest(parts[-1], names)
    return f" Did you mean {names[same]}?" if same is not None and names[same] != whole else ""


def _opened_view(
    ctx: Context,
    key: tuple[str, ...],
    tree: object,
    alias: str,
    dataset: Dataset,
    names: list[str] | None,
    table: object,
) -> Entry:
    """Fold through a view: its body is bound in place, under its name."""
    assert isinstance(tree, exp.Expr)
    assert isinstance(table, Table)
    ctx.opening.append(key)
    try:
        with ctx.foreign_text():
            bound = ctx.up.query(ctx, tree, None, Ctes())
    finally:
        ctx.opening.pop()
    ref = Ref(ctx.rows(), Dataset(dataset.name, "view", stored=False), bound.rel, [])
    own = [column.name for column in table.columns] if table.columns is not None else None
    return QueryEntry(ctx, alias, ref, bound, names or own)


def check_width(ctx: Context, node: exp.Expr, name: str, names: list[str] | None, bound: Query) -> None:
    """A column list should name every column."""
    if names and len(names) != len(bound.outputs) and not bound.open:
        ctx.say(codes.ALIAS_LIST_WIDTH, ctx.span_of(node), name, str(len(names)), str(len(bound.outputs)))
