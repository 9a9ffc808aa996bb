"""CREATE TABLE, VIEW, MATERIALIZED VIEW of every dialect: the columns, where they come from, and what fills them.

`create` goes in the same order for all of them: the query is bound, the columns of the new table are put together, and
its plan is built: what the query fills, and the edges inside the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import Key
from headwater.bind.context import Context
from headwater.bind.expr import read as expr_read
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, query, sources, stored
from headwater.bind.scope import Ctes, Output, Query
from headwater.bind.sources import ExternalSource
from headwater.bind.statement import external_tables
from headwater.bind.statement.columns import column_of, table_frame, values_inside
from headwater.bind.statement.copy import from_file
from headwater.bind.statement.defaults import filled
from headwater.bind.target import Bound, Target, target_column, write
from headwater.catalog.tables import Column, Table
from headwater.catalog.tables import Kind as TableKind
from headwater.rel.columns import Born
from headwater.rel.kinds import FILTER
from headwater.rel.operators import Filter, Rel, Single, Write
from headwater.sql.statements import (
    CreateMaterializedView,
    CreateModel,
    CreateRelation,
    CreateTable,
    CreateView,
)


def create(ctx: Context, statement: CreateRelation) -> Bound:
    """CREATE TABLE, VIEW, MATERIALIZED VIEW."""
    target = Target(ctx, statement.target, "passing" if statement.temporary else "new")
    target.dataset.kind = _kind(statement)
    target.dataset.temporary = statement.temporary
    bound = Bound(statement.kind, target=target.dataset, if_absent=statement.if_not_exists)
    answered: Query | None = None
    if statement.query is not None:
        ctes = cte.bind_with(ctx, statement.ctes, None, Ctes()) if statement.ctes is not None else Ctes()
        answered = query.bind(ctx, statement.query, None, ctes)
        answered = Query(answered.rel, ctx.dialect.output_names.numbered(answered.outputs))
    table, external = _table(ctx, statement, target, answered)
    bound.changes.append((target.key, table))
    bound.links += [(target.dataset.name, location) for location in _locations(ctx, target.key, table)]
    if answered is not None:
        _from_query(ctx, statement, target, bound, table, answered)
    elif isinstance(statement, CreateTable) and statement.clone is not None:
        source = Target(ctx, statement.clone)
        entry = table_frame(ctx, source, source.table)[2]
        bound.writes.append(external_tables.by_name(ctx, target.dataset, table, entry, "CREATE"))
    elif isinstance(statement, CreateTable) and external is not None:
        plan = external_tables.reading(ctx, target, table, external, statement.source or statement.engine)
        bound.writes += [plan] if plan is not None else []
    inside = _inside(ctx, statement, target, table)
    bound.writes += [inside] if inside is not None else []
    if not bound.writes and table.columns:
        bound.writes.append(Write(ctx.rows(), Single(ctx.rows()), target.dataset, "CREATE", []))
    if isinstance(statement, CreateTable):
        names = [column.name for column in table.columns] if table.columns is not None else None
        for file in statement.files:
            bound.writes += from_file(ctx, target.node, target, file, names, bound.kind).writes
    if statement.if_not_exists and target.table is not None and target.table.columns is not None:
        # IF NOT EXISTS on something that is there changes nothing in the schema; a query still says where it comes from
        bound.changes, bound.offers = [], bound.changes
    return bound


def _kind(statement: CreateRelation) -> TableKind:
    if isinstance(statement, CreateMaterializedView):
        return "materialized view"
    return "view" if isinstance(statement, CreateView) else "table"


def _locations(ctx: Context, key: Key, table: Table) -> list[str]:
    return ctx.dialect.statements.locations(ctx.session, key, table) if table.options else []


def create_model(ctx: Context, statement: CreateModel) -> Bound:
    """CREATE MODEL m AS SELECT …: a model is made of the columns that it learns from."""
    target = Target(ctx, statement.target)
    target.dataset.kind = "model"
    answered = query.bind(ctx, statement.query, None, Ctes())
    return Bound(statement.kind, [write(ctx, answered, target.dataset, "CREATE")], target.dataset)


# ── the columns ──────────────────────────────────────────────────────────────────────────────────────────────
def _table(
    ctx: Context, statement: CreateRelation, target: Target, answered: Query | None
) -> tuple[Table, ExternalSource | None]:
    """The new table as the catalog keeps it, and where its rows are if that is elsewhere."""
    external: ExternalSource | None = None
    options: dict[str, str] = {}
    partitions: tuple[str, ...] = ()
    behind: Key = ()
    ordered = False
    if statement.matching == "merge":
        columns, options = _merged(ctx, statement, answered)
    elif answered is not None:
        columns = _answered_columns(statement, answered)
    else:
        columns = _listed(statement)
    if isinstance(statement, CreateTable):
        if answered is None:
            described = ctx.dialect.statements.columns_of_options(statement.options) if statement.options else None
            if described is not None:
                columns = described  # more than a list of columns says: the files are read by it
            elif statement.options and ctx.dialect.statements.columns_elsewhere(statement.options):
                columns = None
            elif columns is None:
                columns, partitions = _copied(ctx, statement)
        call = statement.source or statement.engine
        if call is not None and answered is None:
            name = call.name if call is statement.source else f"engine {call.name}"
            external = sources.source_of(ctx, name, call.arguments, call.settings)
        if external is not None:
            columns = external_tables.columns_of_source(ctx, external) if columns is None else columns
            if external.table or external.name:
                behind = _behind(ctx, ctx.session.key(external.table) if external.table else (external.name,))
        ordered = ctx.dialect.writes.keeps_order(target.key, statement.file_format)
        columns, named = _partitioned(ctx, statement, columns, ordered)
        if answered is None or statement.matching == "merge":
            partitions = named or partitions
    if isinstance(statement, CreateMaterializedView) and statement.to is not None:
        behind = _behind(ctx, Target(ctx, statement.to).key)
    if statement.matching == "rename":
        behind = ()
    kind = _kind(statement)
    body = statement.query if kind == "view" else None
    kept = ctx.dialect.statements.kept_options(options) if options else {}
    table = Table(
        ctx.session.spelled(target.parts), columns, kind, statement.temporary, body, partitions, tuple(kept.items()),
        behind, statement.file_format if isinstance(statement, CreateTable) else "", ordered,
    )  # fmt: skip
    return table, external


def _behind(ctx: Context, parts: Key) -> Key:
    """The name of what a table keeps its rows in: whoever asks may have chosen another database."""
    if len(parts) > 1 or not any("/" in part or ":" in part for part in parts):
        return ctx.session.spelled(parts)
    return parts


def _listed(statement: CreateRelation) -> tuple[Column, ...] | None:
    if statement.columns is None:
        return None
    return tuple(column_of(definition) for definition in statement.columns)


def _renames(statement: CreateRelation) -> bool:
    """Whether the columns are those of the query, under the names that are listed: CREATE VIEW v (a, b) AS …."""
    return statement.matching == "rename" or all(not column.type_text for column in statement.columns or ())


def _answered_columns(statement: CreateRelation, answered: Query) -> tuple[Column, ...] | None:
    """The columns of CREATE … AS query: as they are listed, or as the query gives them."""
    if not _renames(statement):
        return _listed(statement)
    if answered.open:
        return None
    listed = statement.columns or ()
    columns = [Column(output.name, str(output.col.type)) for output in answered.outputs]
    for position, definition in enumerate(listed[: len(columns)]):
        columns[position] = Column(definition.name, definition.type_text or columns[position].type_text)
    return tuple(columns)


def _copied(ctx: Context, statement: CreateTable) -> tuple[tuple[Column, ...] | None, tuple[str, ...]]:
    """CREATE TABLE t LIKE u: the columns of u, and what it is partitioned by."""
    source = statement.like.table if statement.like is not None else statement.clone
    model = Target(ctx, source).table if source is not None else None
    return (model.columns, model.partitions) if model is not None else (None, ())


def _merged(
    ctx: Context, statement: CreateRelation, answered: Query | None
) -> tuple[tuple[Column, ...] | None, dict[str, str]]:
    """The columns of the table that it is LIKE, its own, and those of its query, by name; and the options."""
    fold = ctx.folded
    columns: dict[str, Column] = {}
    options: dict[str, str] = {}
    unknown = False
    like = statement.like if isinstance(statement, CreateTable) else None
    if like is not None:
        model = Target(ctx, like.table)
        if model.table is None or model.table.columns is None:
            ctx.say(codes.UNKNOWN_TABLE, ctx.span_of(like.table), model.dataset.name, "")
            unknown = True
        else:
            for column in model.table.columns:
                generated = column.computed is not None and "GENERATED" in like.excluded
                if not generated and not (column.metadata and "METADATA" in like.excluded):
                    columns[fold(column.name)] = column
            options = dict(model.table.options) if "OPTIONS" not in like.excluded else {}
    types: dict[str, str] = {}
    if answered is not None:
        types = {fold(output.name): str(output.col.type) for output in answered.outputs if output.opens is None}
        unknown = unknown or bool(answered.open)
    for definition in statement.columns or ():
        # a name alone orders the query's columns: CREATE TABLE t (b, a) AS SELECT a, b
        key = fold(definition.name)
        bare = not definition.type_text and not definition.role
        columns[key] = Column(definition.name, types.get(key, "unknown")) if bare else column_of(definition)
    if answered is not None and not unknown:
        for output in answered.outputs:
            columns.setdefault(fold(output.name), Column(output.name, str(output.col.type)))
    if isinstance(statement, CreateTable):
        options |= statement.options
    return (tuple(columns.values()) if columns and not unknown else None), options


def _partitioned(
    ctx: Context, statement: CreateTable, columns: tuple[Column, ...] | None, ordered: bool
) -> tuple[tuple[Column, ...] | None, tuple[str, ...]]:
    """PARTITIONED BY (dt STRING) adds columns behind the others; PARTITIONED BY (k) names some of them, which some
    engines move behind the others.
    """
    fold = ctx.folded
    known = {fold(column.name) for column in columns or ()}
    added = [
        column_of(column) for column in statement.partitions if column.type_text and fold(column.name) not in known
    ]
    named = tuple(column.name for column in statement.partitions if not column.type_text)
    if columns is None and added and statement.query is None:
        columns = ()
    if columns is not None:
        last = {fold(name) for name in (*named, *statement.partition_spec)}
        columns = (*columns, *added)
        if not ordered:
            columns = tuple(sorted(columns, key=lambda column: fold(column.name) in last))
    return columns, tuple(column.name for column in added) or named


# ── the plan ─────────────────────────────────────────────────────────────────────────────────────────────────
def _from_query(
    ctx: Context, statement: CreateRelation, target: Target, bound: Bound, table: Table, answered: Query
) -> None:
    """What the query fills: the new table, or the one that a materialized view writes to."""
    if isinstance(statement, CreateMaterializedView) and statement.to is not None:
        real = Target(ctx, statement.to)
        bound.target = real.dataset
        bound.adds = True
        bound.overwrites = statement.overwrites
        bound.writes.append(into(ctx, real, answered))
        if statement.matching == "rename":
            bound.adds = False
            return
        plan = external_tables.reading(ctx, target, table, ExternalSource(table=real.parts), None)
        bound.writes += [plan] if plan is not None else []
        bound.writes += external_tables.passed_on(ctx, real, list(bound.writes[0].born), answered.rel)
    elif statement.matching == "merge":
        bound.writes.append(_merged_write(ctx, target, table, answered))
    elif _renames(statement):
        names = [definition.name for definition in statement.columns or ()]
        stored.check_width(ctx, statement.target, target.dataset.name, names, answered)
        if not _is_empty(statement):
            bound.writes.append(write(ctx, answered, target.dataset, "CREATE", names))
    elif not _is_empty(statement):
        target.table = table
        bound.writes.append(into(ctx, target, answered, by_name=statement.matching == "name"))


def _is_empty(statement: CreateRelation) -> bool:
    """Whether only the columns of the query are asked for, and no row."""
    return isinstance(statement, CreateTable) and statement.no_rows


def into(ctx: Context, target: Target, answered: Query, by_name: bool = True, verb: str = "CREATE") -> Write:
    """What a query hands out lands in a table, by name or by position; what it does not give has its default."""
    births: list[Born] = []
    names = target.columns
    width = len(answered.outputs)
    if not by_name and names is not None and not answered.open and len(names) != width:
        ctx.say(codes.INSERT_WIDTH, ctx.span_of(target.node), target.dataset.name, str(len(names)), str(width))
    for position, output in enumerate(answered.outputs):
        if output.opens is not None:
            births.append(target_column(ctx, target.dataset, "*", position, output))
            continue
        label = output.name if by_name or names is None or position >= len(names) else names[position]
        name, own = target.named(label, target.node)
        doubt = target.doubt(own)
        births.append(target_column(ctx, target.dataset, name, own if own >= 0 else position, output, doubt))
    births, rel = filled(ctx, target, births, answered.rel)
    return Write(ctx.rows(), rel, target.dataset, verb, births)


def _merged_write(ctx: Context, target: Target, table: Table, answered: Query) -> Write:
    """Outputs by name; a declared column that the query does not give is NULL."""
    births: list[Born] = []
    index = table.index(ctx.fold)
    for position, output in enumerate(answered.outputs):
        own = index.get(ctx.folded(output.name), position) if output.opens is None else -1
        births.append(target_column(ctx, target.dataset, output.name, own, output))
    given = {ctx.folded(output.name) for output in answered.outputs}
    for position, column in enumerate(table.columns or ()):
        if column.computed is None and not column.virtual and ctx.folded(column.name) not in given:
            col = ctx.col(column.name, target.dataset)
            col.ordinal = position
            births.append(Born(col, ()))
    return Write(ctx.rows(), answered.rel, target.dataset, "CREATE", births)


def _inside(ctx: Context, statement: CreateRelation, target: Target, table: Table) -> Write | None:
    """Computed columns and defaults are edges inside their table; a watermark decides which rows are late."""
    definitions = statement.columns or ()
    watermarks = statement.watermarks if isinstance(statement, CreateTable) else ()
    inherited: list[tuple[int, Column]] = []
    if statement.matching == "merge":
        own = {ctx.folded(definition.name) for definition in definitions}
        computed = [(n, column) for n, column in enumerate(table.columns or ()) if column.computed is not None]
        inherited = [(n, column) for n, column in computed if ctx.folded(column.name) not in own]
        definitions = definitions if computed or watermarks else ()
    if not watermarks and not inherited and all(definition.value is None for definition in definitions):
        return None
    frame, scan, entry = table_frame(ctx, target, table)
    births = values_inside(frame, target, table, definitions)
    for position, column in inherited:
        # a computed column of the table that this one is LIKE
        behind = entry.find(ctx.folded(column.name))
        assert behind is not None
        births.append(target_column(ctx, target.dataset, column.name, position, Output(column.name, behind)))
    rel = watched(frame, scan, watermarks)
    return Write(ctx.rows(), rel, target.dataset, "CREATE", births) if births or watermarks else None


def watched(frame: Frame, scan: Rel, watermarks: Iterable[exp.Expr]) -> Rel:
    """Rows of a table without those that its watermarks call late."""
    reads = [read for value in watermarks for read in expr_read.predicate(frame, value, FILTER, "WHERE")]
    rel = frame.settle(scan)
    return Filter(frame.ctx.rows(), rel, reads, "WATERMARK") if reads else rel
