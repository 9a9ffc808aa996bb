"""Tables, models, functions and catalogs of SQL over streams: what their forms change, and the edges inside a table.

A computed column is an edge from the columns it reads; a watermark is influence on the table's rows (what is late is
left out); metadata columns are stored ones, of which the virtual ones cannot be written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import dotted
from headwater.bind.context import Context
from headwater.bind.expr import read
from headwater.bind.names.frame import Frame
from headwater.bind.relation import query
from headwater.bind.scope import Ctes, Query, TableEntry
from headwater.bind.statement import ddl
from headwater.bind.target import Bound, Target, target_column
from headwater.catalog.tables import Column, Table
from headwater.catalog.tables import Kind as TableKind
from headwater.dialects.flink import connectors
from headwater.dialects.flink.statements import CatalogForm, ColumnPart, FunctionForm, ModelForm, QuietForm, TableForm
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import DERIVED, DIRECT, FILTER
from headwater.rel.operators import Filter, Rel, Scan, Single, Write


def quiet(ctx: Context, form: QuietForm) -> Bound:
    """Statements about the session: nothing moves."""
    ctx.say(codes.NO_DATA, None, form.kind)
    return Bound(form.kind.replace(" ", "_"))


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────
def table(ctx: Context, form: TableForm) -> Bound:
    """CREATE, REPLACE, ALTER, DROP of a table, a materialized table or a view."""
    target = Target(ctx, form.name)
    if form.verb == "DROP":
        bound = Bound(f"DROP_{form.kind}".replace(" ", "_"), target=target.dataset)
        bound.dropped.append(target.dataset.name)
        bound.changes.append((target.key, None))
        return bound
    if form.verb == "ALTER" and form.query is None:
        return _alter(ctx, form, target)
    verb = "ALTER" if form.verb == "ALTER" else "CREATE"
    bound = Bound(f"{verb}_{form.kind}".replace(" ", "_"), target=target.dataset, if_absent=form.exists)
    kind: TableKind = {"VIEW": "view", "MATERIALIZED TABLE": "materialized view"}.get(form.kind, "table")  # type: ignore[assignment]
    target.dataset.kind = kind
    target.dataset.temporary = form.temporary
    there = form.exists and verb == "CREATE" and target.table is not None and target.table.columns is not None
    answered = query.bind(ctx, form.query, None, Ctes()) if form.query is not None else None
    columns, options = _columns(ctx, form, answered)
    places = connectors.place(options, target.key)
    made = Table(
        ctx.session.spelled(target.parts),
        columns,
        kind,
        form.temporary,
        form.query if kind == "view" else None,
        tuple(form.partitions),
        tuple(connectors.kept(options).items()),
    )
    bound.changes.append((target.key, made))
    bound.links += [(target.dataset.name, place) for place in places]
    _written(ctx, form, target, bound, made, answered)
    if there:
        bound.changes, bound.offers = [], bound.changes
    return bound


def _column(part: ColumnPart) -> Column:
    return Column(part.name, part.type_text, part.text, part.virtual, part.metadata)


def _columns(ctx: Context, form: TableForm, answered: Query | None) -> tuple[tuple[Column, ...] | None, dict[str, str]]:
    """The columns of a new table: those of the table it is like, its own, and those of its query, by name."""
    fold = ctx.folded
    found: dict[str, Column] = {}
    options: dict[str, str] = {}
    open_ = False
    if form.like is not None:
        model = Target(ctx, form.like)
        keeps = _kept(form.like_options)
        if model.table is None or model.table.columns is None:
            ctx.say(codes.UNKNOWN_TABLE, ctx.place(form.like), model.dataset.name, "")
            open_ = True
        else:
            for column in model.table.columns:
                if (column.computed is None or keeps("GENERATED")) and (not column.metadata or keeps("METADATA")):
                    found[fold(column.name)] = column
            options = dict(model.table.options) if keeps("OPTIONS") else {}
    types = {}
    if answered is not None:
        types = {fold(out.name): str(out.col.type) for out in answered.outputs if out.opens is None}
        open_ = open_ or bool(answered.open)
    for part in form.columns:
        # a name alone orders the query's columns: CREATE TABLE t (b, a) AS SELECT a, b
        column = Column(part.name, types.get(fold(part.name), "unknown")) if part.bare else _column(part)
        found[fold(part.name)] = column
    if answered is not None and not open_:
        for output in answered.outputs:
            found.setdefault(fold(output.name), Column(output.name, str(output.col.type)))
    options |= form.options
    return (tuple(found.values()) if found and not open_ else None), options


def _kept(options: Sequence[tuple[str, str]]):  # type: ignore[no-untyped-def]
    """INCLUDING ALL EXCLUDING GENERATED …: whether a feature comes along. Without a word it does."""
    said = {feature: word for word, feature in options}

    def keeps(feature: str) -> bool:
        return said.get(feature, said.get("ALL", "INCLUDING")) != "EXCLUDING"

    return keeps


def _written(ctx: Context, form: TableForm, target: Target, bound: Bound, made: Table, answered: Query | None) -> None:
    """The plan: what a query fills, the edges of computed columns, and what watermarks read."""
    births: list[Born] = []
    rel: Rel | None = None
    if answered is not None:
        rel = answered.rel
        for position, output in enumerate(answered.outputs):
            own = made.index(ctx.fold).get(ctx.folded(output.name), position) if output.opens is None else -1
            births.append(target_column(ctx, target.dataset, output.name, own, output))
    computed = any(column.computed is not None for column in made.columns or ())
    if computed or form.watermarks:
        scan = Scan(ctx.rows(), target.dataset, [], [])
        frame = Frame(ctx, None, Ctes())
        entry = TableEntry(ctx, target.parts[-1], target.key, scan, made)
        frame.add(entry)
        births += _inside(ctx, frame, form.columns, target, made)
        births += _inherited(ctx, form, target, made, entry)
        reads: list[Read] = []
        for mark in form.watermarks:
            reads += read.predicate(frame, mark.value, FILTER, "WHERE")
        inner = frame.settle(scan)
        inner = Filter(ctx.rows(), inner, reads, "WATERMARK") if reads else inner
        if rel is None:
            rel = inner
        else:
            bound.writes.append(Write(ctx.rows(), inner, target.dataset, "CREATE", births[len(answered.outputs) :]))  # type: ignore[union-attr]
            births = births[: len(answered.outputs)]  # type: ignore[union-attr]
    if answered is not None:
        # a declared column that the query does not give is NULL
        given = {ctx.folded(output.name) for output in answered.outputs}
        for position, column in enumerate(made.columns or ()):
            if column.computed is None and not column.virtual and ctx.folded(column.name) not in given:
                col = ctx.col(column.name, target.dataset)
                col.ordinal = position
                births.append(Born(col, ()))
    if rel is not None or made.columns:
        write = Write(ctx.rows(), rel or Single(ctx.rows()), target.dataset, "CREATE", births)
        bound.writes.insert(0, write)


def _inside(ctx: Context, frame: Frame, parts: Sequence[ColumnPart], target: Target, made: Table) -> list[Born]:
    """Computed columns are edges inside their table."""
    births: list[Born] = []
    index = made.index(ctx.fold)
    for part in parts:
        if part.computed is None:
            continue
        reads: list[Read] = []
        frame.clause = "SELECT"
        plain = isinstance(part.computed.unnest(), exp.Column)
        read.reads(frame, part.computed, DIRECT if plain else DERIVED, reads)
        made_here = frame.birth(Born(ctx.col(part.name), tuple(reads), *part.at))
        col = ctx.col(part.name, target.dataset)
        col.ordinal = index.get(ctx.folded(part.name), -1)
        births.append(Born(col, (Read(made_here, DIRECT),)))
    return births


def _inherited(ctx: Context, form: TableForm, target: Target, made: Table, entry: TableEntry) -> list[Born]:
    """Computed columns that a table has from the one it is like."""
    own = {ctx.folded(part.name) for part in form.columns}
    births: list[Born] = []
    for position, column in enumerate(made.columns or ()):
        if column.computed is not None and ctx.folded(column.name) not in own:
            behind = entry.find(ctx.folded(column.name))
            assert behind is not None
            col = ctx.col(column.name, target.dataset)
            col.ordinal = position
            births.append(Born(col, (Read(behind, DIRECT),)))
    return births


# ── ALTER ────────────────────────────────────────────────────────────────────────────────────────────────────────
def _alter(ctx: Context, form: TableForm, target: Target) -> Bound:
    bound = Bound(f"ALTER_{form.kind}".replace(" ", "_"), target=target.dataset)
    before = target.table
    after = before
    for action, what in form.actions:
        if action == "RENAME TABLE":
            assert isinstance(what, exp.Table)
            parts = ctx.table_parts(what)
            if len(parts) < len(target.parts):
                parts = (*target.parts[: len(target.parts) - len(parts)], *parts)
            bound.changes += ddl.renamed(ctx, target.parts, parts)
            bound.renamed.append((target.dataset.name, dotted(ctx.session.spelled(parts))))
            return bound
        if action == "QUIET" or after is None or after.columns is None:
            continue
        after = _changed(ctx, form, after, action, what)
    if after is not None and after is not before:
        bound.changes.append((target.key, after))
        if after.options:
            bound.links += [(target.dataset.name, one) for one in connectors.place(dict(after.options), target.key)]
    known = after if after is not None else Table(target.parts, None)
    if any(part.computed is not None for part in form.columns) or form.watermarks:
        scan = Scan(ctx.rows(), target.dataset, [], [])
        frame = Frame(ctx, None, Ctes())
        frame.add(TableEntry(ctx, target.parts[-1], target.key, scan, known))
        births = _inside(ctx, frame, form.columns, target, known)
        reads: list[Read] = []
        for mark in form.watermarks:
            reads += read.predicate(frame, mark.value, FILTER, "WHERE")
        rel = frame.settle(scan)
        rel = Filter(ctx.rows(), rel, reads, "WATERMARK") if reads else rel
        bound.writes.append(Write(ctx.rows(), rel, target.dataset, "ALTER", births))
    return bound


def _changed(ctx: Context, form: TableForm, table: Table, action: str, what: object) -> Table:
    fold = ctx.folded
    columns = list(table.columns or ())

    def at(name: str) -> int:
        return next((n for n, one in enumerate(columns) if fold(one.name) == fold(name)), -1)

    options = dict(table.options)
    if action in ("ADD", "MODIFY"):
        for part in form.columns:
            old = at(part.name)
            column = _column(part)
            if old >= 0 and (action == "MODIFY" or part.after is not None):
                columns.pop(old)
            elif old >= 0:
                continue
            position = len(columns) if part.after is None else 0 if part.after == "" else at(part.after) + 1
            columns.insert(old if part.after is None and old >= 0 else position, column)
    elif action == "DROP":
        gone = {fold(str(name)) for name in what} if isinstance(what, list) else set()
        columns = [one for one in columns if fold(one.name) not in gone]
    elif action == "RENAME":
        assert isinstance(what, tuple)
        position = at(what[0])
        if position >= 0:
            columns[position] = replace(columns[position], name=what[1])
    elif action == "SET":
        options |= connectors.kept(form.options)
    elif action == "RESET" and isinstance(what, list):
        options = {key: value for key, value in options.items() if key not in what}
    return replace(table, columns=tuple(columns), options=tuple(options.items()))


# ── functions, models, catalogs ──────────────────────────────────────────────────────────────────────────────────
def function(ctx: Context, form: FunctionForm) -> Bound:
    """CREATE FUNCTION: a name that is known from here on; what it does with its arguments is not said in SQL."""
    ctx.say(codes.NO_DATA, None, f"{form.verb} FUNCTION")
    ctx.session.declare(form.name, None if form.verb == "DROP" else "scalar !declared")
    return Bound(f"{form.verb}_FUNCTION")


def model(ctx: Context, form: ModelForm) -> Bound:
    """CREATE MODEL: its outputs are the columns that a prediction adds."""
    ctx.say(codes.NO_DATA, None, f"{form.verb} MODEL")
    key = ctx.session.key(form.name)
    if form.verb == "DROP":
        ctx.session.models.pop(key, None)
    else:
        ctx.session.models[key] = tuple(_column(part) for part in form.outputs)
    return Bound(f"{form.verb}_MODEL")


def catalog(ctx: Context, form: CatalogForm) -> Bound:
    """CREATE CATALOG: where its tables are."""
    ctx.say(codes.NO_DATA, None, f"{form.verb} CATALOG")
    if form.verb == "DROP":
        ctx.session.catalogs.pop(form.name, None)
    else:
        known = ctx.session.catalogs.get(form.name, {})
        ctx.session.catalogs[form.name] = {**known, **connectors.kept(form.options)}
    return Bound(f"{form.verb}_CATALOG")
