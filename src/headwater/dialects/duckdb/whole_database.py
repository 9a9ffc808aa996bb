"""EXPORT DATABASE, IMPORT DATABASE, COPY FROM DATABASE: every table of a database at once.

What is known of the database is followed table by table; that there may be more is said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import Key
from headwater.bind.context import Context
from headwater.bind.relation import query
from headwater.bind.scope import Ctes
from headwater.bind.statement import session_statements
from headwater.bind.target import Bound, write
from headwater.rel.columns import Dataset
from headwater.sql import session_statements as sql_session_statements


def whole(ctx: Context, form: sql_session_statements.Whole) -> Bound:
    """Every table that is known, one write each."""
    if form.kind == "EXPORT_DATABASE":
        return _export(ctx, form)
    if form.kind == "IMPORT_DATABASE":
        return _import(ctx, form)
    return _copy(ctx, form)


def _rows(ctx: Context, name: tuple[str, ...]) -> Any:
    parts = [exp.to_identifier(part) for part in name]
    table = exp.Table(**dict(zip(("this", "db", "catalog"), reversed(parts), strict=False)))
    return query.bind(ctx, exp.Select(expressions=[exp.Star()]).from_(table, copy=False), None, Ctes())


def _export(ctx: Context, form: sql_session_statements.Whole) -> Bound:
    """EXPORT DATABASE 'folder': a file for each table."""
    bound = Bound(form.kind)
    source = form.source.lower() or ctx.session.current[0]
    for key, table in session_statements.known_tables(ctx, source):
        if table.kind == "table" and not table.temporary:
            schema = "" if key[1] == ctx.dialect.identifiers.defaults[-1] else f"{key[1]}_"
            dataset = Dataset(f"{form.place.rstrip('/')}/{schema}{key[2]}.{form.ending}", "file")
            bound.writes.append(write(ctx, _rows(ctx, key), dataset, "EXPORT"))
    return _said(ctx, form, bound, source)


def _import(ctx: Context, form: sql_session_statements.Whole) -> Bound:
    """IMPORT DATABASE 'folder': tables of that folder, whose names are in it and not in the statement."""
    ctx.say(codes.WHOLE_DATABASE, None, "IMPORT DATABASE", form.place)
    return Bound(form.kind)


def _copy(ctx: Context, form: sql_session_statements.Whole) -> Bound:
    """COPY FROM DATABASE a TO b: the same tables, under another database."""
    bound = Bound(form.kind)
    source, target = form.source.lower(), form.target.lower()
    for key, table in session_statements.known_tables(ctx, source):
        if table.temporary:
            continue
        result: Key = (target, *key[1:])
        name = (form.target, *((key[1],) if key[1] != ctx.dialect.identifiers.defaults[-1] else ()), table.name[-1])
        if form.tables:
            bound.changes.append((result, table.renamed(name)))
        if form.rows and table.kind == "table":
            dataset = Dataset(ctx.session.print_name(result, name, None))
            bound.writes.append(write(ctx, _rows(ctx, key), dataset, "COPY"))
    return _said(ctx, form, bound, source)


def _said(ctx: Context, form: sql_session_statements.Whole, bound: Bound, source: str) -> Bound:
    ctx.say(codes.WHOLE_DATABASE, None, form.kind.replace("_", " "), source)
    if bound.writes:
        bound.target = bound.writes[0].dataset
    return bound


FORMS: dict[type, Callable[[Context, Any], Bound]] = {sql_session_statements.Whole: whole}
