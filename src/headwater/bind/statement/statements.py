"""Statements that a dialect's own reader took apart: what each form means. `FORMS` is the list; forms themselves are in
`sql/statements.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import dotted
from headwater.bind import placement
from headwater.bind.context import Context
from headwater.bind.expr import macros
from headwater.bind.relation import query, sources
from headwater.bind.scope import Ctes, Output, Query
from headwater.bind.session import Macro
from headwater.bind.statement import alter, create, ddl, dml
from headwater.bind.statement.defaults import filled
from headwater.bind.target import Bound, Target, target_column, write
from headwater.catalog.tables import Table
from headwater.rel.columns import Born, Dataset
from headwater.rel.operators import Single, Write
from headwater.sql import statements
from headwater.sql.session_statements import Variant


def quiet(ctx: Context, form: statements.Quiet) -> Bound:
    """Nothing moves."""
    ctx.say(codes.NO_DATA, None, form.word)
    return Bound(form.kind)


def function(ctx: Context, form: statements.CreateFunction) -> Bound:
    """CREATE FUNCTION: calls are followed from here on."""
    ctx.say(codes.NO_DATA, None, form.kind.replace("_", " "))
    bound = Bound(form.kind)
    missing = (None,) * (len(form.parameters) - len(form.values))
    values = (*form.values, *missing)
    table = form.kind == "CREATE_TABLE_FUNCTION" or isinstance(form.body, (exp.Select, exp.SetOperation))
    body = macros.marked(form.body)
    bound.macros.append((form.name, Macro((Variant(form.parameters, values, body, table),))))
    return bound


def database(ctx: Context, form: statements.CreateDatabase) -> Bound:
    """CREATE DATABASE: with an engine that points elsewhere, its tables are those of another server."""
    ctx.say(codes.NO_DATA, None, "CREATE DATABASE")
    bound = Bound(form.kind)
    if form.engine is not None:
        found = sources.place_of(ctx, f"database {form.engine.name}", form.engine.arguments, form.engine.settings)
        if found is not None and found.name:
            bound.linked.append((form.name, found.name))
    return bound


def rename(ctx: Context, form: statements.Rename) -> Bound:
    """RENAME a TO b, b TO c: one after the other."""
    bound = Bound(form.kind)
    session = ctx.session
    moved: dict[tuple[str, ...], Table | None] = {}
    for old, new in form.pairs:
        before, after = ctx.table_parts(old), ctx.table_parts(new)
        key, into = session.key(before), session.key(after)
        table = moved[key] if key in moved else session.find(key)
        moved[key] = None
        if table is not None:
            moved[into] = table.renamed(session.spelled(after))
        bound.renamed.append((dotted(session.spelled(before)), dotted(session.spelled(after))))
    bound.changes = list(moved.items())
    return bound


def rename_database(ctx: Context, form: statements.RenameDatabase) -> Bound:
    """RENAME DATABASE a TO b: every table of it has another name."""
    bound = Bound(form.kind)
    for key, table in ddl.tables_under(ctx, form.old):
        parts = (*key[:-2], form.new, key[-1])
        bound.changes += [(key, None), (parts, table.renamed((form.new, key[-1])))]
        bound.renamed.append((dotted(key[-2:]), dotted(parts[-2:])))
    return bound


def exchange(ctx: Context, form: statements.Exchange) -> Bound:
    """EXCHANGE a AND b: each has what the other had."""
    bound = Bound(form.kind)
    session = ctx.session
    for one, other in form.pairs:
        left, right = Target(ctx, one), Target(ctx, other)
        for here, there in ((left, right), (right, left)):
            table = there.table
            bound.changes.append((here.key, table.renamed(session.spelled(here.parts)) if table is not None else None))
        bound.swapped.append((left.dataset.name, right.dataset.name))
    return bound


def insert(ctx: Context, form: statements.Insert) -> Bound:
    """INSERT INTO a table, or into a place elsewhere."""
    if form.call is not None:
        return _insert_elsewhere(ctx, form)
    assert form.target is not None
    target = Target(ctx, form.target)
    listed = dml.listed_names(ctx, target, form.columns)
    if form.file is not None:
        return dml.from_file(ctx, form.target, target, form.file, listed or target.columns, "INSERT")
    if form.query is None:
        names = listed or target.columns or [f"c{n + 1}" for n in range(form.width)]
        births = []
        for position, name in enumerate(names):
            own, at = target.named(name, form.target)
            col = ctx.col(own, target.dataset)
            col.ordinal = at if at >= 0 else position
            births.append(Born(col, ()))
        plan = Write(ctx.rows(), Single(ctx.rows()), target.dataset, "INSERT", births)
        return Bound("INSERT", [plan], target.dataset)
    answered = query.bind(ctx, form.query, None, Ctes())
    births = placement.placed_names(ctx, form.target, target, answered, listed)
    bound = Bound("INSERT", [], target.dataset)
    rel = answered.rel
    births, rel = filled(ctx, target, births, rel)
    bound.writes.append(Write(ctx.rows(), rel, target.dataset, "INSERT", births))
    bound.writes += create.through(ctx, target, births, rel)
    return bound


def _insert_elsewhere(ctx: Context, form: statements.Insert) -> Bound:
    """INSERT INTO FUNCTION s3('…'): the place is the target."""
    assert form.call is not None
    call = form.call
    found = sources.place_of(ctx, call.name, call.arguments, call.settings)
    names = [one.name for one in form.columns] if form.columns is not None else None
    if found is not None and found.table:
        table = create.table_node(found.table)
        return insert(ctx, statements.Insert("INSERT", table, None, form.columns, form.query))
    if found is None or not found.name:
        dataset = Dataset(call.name, "function")
    else:
        _, table_, dataset = sources.dataset_of(ctx, found)
        if names is None and table_ is not None and table_.columns is not None:
            names = [column.name for column in table_.columns]
    answered = query.bind(ctx, form.query, None, Ctes()) if form.query is not None else Query(Single(ctx.rows()), [])
    if names is not None and not answered.open and form.query is not None and len(names) != len(answered.outputs):
        ctx.say(codes.INSERT_WIDTH, None, dataset.name, str(len(names)), str(len(answered.outputs)))
    return Bound("INSERT", [write(ctx, answered, dataset, "INSERT", names)], dataset)


def unload(ctx: Context, form: statements.Unload) -> Bound:
    """EXPORT TABLE t TO 'place'."""
    every = exp.Select(expressions=[exp.Star()]).from_(form.source, copy=False)
    dataset = Dataset(form.place, "file")
    return Bound(form.kind, [write(ctx, query.bind(ctx, every, None, Ctes()), dataset, form.kind)], dataset)


def load(ctx: Context, form: statements.Load) -> Bound:
    """IMPORT TABLE t FROM 'place'."""
    if form.target is None:
        ctx.say(codes.STATEMENT_NOT_READ, None, f"{form.kind} without a table")
        return Bound(form.kind)
    target = Target(ctx, form.target)
    return dml.from_file(ctx, form.target, target, form.place, target.columns, form.kind)


def gone(ctx: Context, form: statements.Gone) -> Bound:
    """DROP, DETACH: gone from the catalog; what it was is kept, since it may come back."""
    bound = Bound(form.kind)
    for one in form.targets:
        target = Target(ctx, one)
        bound.target = bound.target or target.dataset
        bound.changes.append((target.key, None))
        if form.kind.startswith("DROP"):
            bound.dropped.append(target.dataset.name)
    return bound


def gone_name(ctx: Context, form: statements.GoneName) -> Bound:
    """DROP DATABASE: with all its tables; DROP FUNCTION: calls are unknown again."""
    bound = Bound(form.kind)
    if form.what == "function":
        bound.macros.append((form.name, None))
    elif form.what == "database":
        for key, table in ddl.tables_under(ctx, form.name):
            bound.changes.append((key, None))
            bound.dropped.append(table.display)
    ctx.say(codes.NO_DATA, None, form.kind.replace("_", " "))
    return bound


def back(ctx: Context, form: statements.Back) -> Bound:
    """UNDROP, ATTACH: a table is there again, as it was."""
    target = Target(ctx, form.target)
    bound = Bound(form.kind, target=target.dataset)
    before = ctx.session.gone.get(target.key)
    if before is not None and target.table is None:
        bound.changes.append((target.key, before))
    return bound


def emptied(ctx: Context, form: statements.Emptied) -> Bound:
    """TRUNCATE t: every row goes, decided by nothing."""
    targets = [Target(ctx, one) for one in form.targets]
    writes = [Write(ctx.rows(), Single(ctx.rows()), one.dataset, "TRUNCATE", []) for one in targets]
    return Bound("TRUNCATE", writes, writes[0].dataset)


def star_births(ctx: Context, target: Target, source: Any) -> list[Born]:
    """Every column of a target from the column of that name in a source."""
    births: list[Born] = []
    names = target.columns
    if names is None:
        return [target_column(ctx, target.dataset, one.name, at, one) for at, one in enumerate(source.star())]
    for position, name in enumerate(names):
        col = source.find(ctx.folded(name))
        found = Output(name, col) if col is not None else None
        if found is None and source.open:
            found = Output(name, source.infer(name, ctx.folded(name)).col)
        if found is not None:
            births.append(target_column(ctx, target.dataset, name, position, found))
    return births


FORMS: dict[type, Callable[[Context, Any], Bound]] = {
    statements.Create: create.create,
    statements.CreateDictionary: create.dictionary,
    statements.CreateFunction: function,
    statements.CreateDatabase: database,
    statements.Alter: alter.alter,
    statements.Rows: alter.rows,
    statements.Rename: rename,
    statements.RenameDatabase: rename_database,
    statements.Exchange: exchange,
    statements.Insert: insert,
    statements.Unload: unload,
    statements.Load: load,
    statements.Gone: gone,
    statements.GoneName: gone_name,
    statements.Back: back,
    statements.Emptied: emptied,
    statements.Quiet: quiet,
}
