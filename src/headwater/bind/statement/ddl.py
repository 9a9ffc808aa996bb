"""CREATE, ALTER, DROP, USE: changes of the catalog, and the lineage of what is created from a query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import Key, dotted
from headwater.bind.context import Context
from headwater.bind.expr import computed_columns
from headwater.bind.expr import read as expr_read
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, query, stored
from headwater.bind.scope import Ctes, Query, TableEntry
from headwater.bind.statement import dml
from headwater.bind.target import Bound, Target, target_column, write
from headwater.catalog.tables import Column, Table
from headwater.catalog.tables import Kind as TableKind
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DERIVED, DIRECT
from headwater.rel.operators import Scan, Single, Write

Change = tuple[Key, Table | None]
_TABLES = frozenset({"TABLE", "VIEW", "STREAM", "DYNAMIC TABLE", "EXTERNAL TABLE", "FOREIGN TABLE"})


def create(ctx: Context, tree: exp.Expr) -> Bound:
    """CREATE TABLE, VIEW, MATERIALIZED VIEW; other things that are created move no data."""
    kind = (tree.args.get("kind") or "").upper()
    if kind == "MODEL" and isinstance(tree.args.get("expression"), exp.Query) and isinstance(tree.this, exp.Table):
        return _model(ctx, tree)
    if kind == "TRIGGER":
        # what it writes it writes whenever its table is written
        ctx.say(codes.TABLES_ONLY, None, "CREATE TRIGGER")
        return Bound("CREATE_TRIGGER", tables_only=True)
    if kind not in _TABLES:
        ctx.say(codes.NO_DATA, None, f"CREATE {kind}")
        return Bound(f"CREATE_{kind}".replace(" ", "_"))
    this = tree.args["this"]
    schema = this if isinstance(this, exp.Schema) else None
    holder = this.this if schema is not None else this
    if not isinstance(holder, exp.Table):
        ctx.say(codes.UNREAD_SYNTAX, None, "The name of what is created")
        return Bound(f"CREATE_{kind}")
    properties = _properties(tree)
    temporary = any(isinstance(one, exp.TemporaryProperty) for one in properties)
    target = Target(ctx, holder, "passing" if temporary else "new")
    materialized = any(isinstance(one, exp.MaterializedProperty) for one in properties)
    table_kind: TableKind = "materialized view" if materialized else "view" if kind == "VIEW" else "table"
    target.dataset.kind = table_kind
    target.dataset.temporary = temporary
    verb = "CREATE_MATERIALIZED_VIEW" if materialized else f"CREATE_{kind}".replace(" ", "_")
    bound = Bound(verb, target=target.dataset, if_absent=bool(tree.args.get("exists")))
    if tree.args.get("exists") and target.table is not None and target.table.columns is not None:
        # IF NOT EXISTS on something that is there changes nothing in the schema; a query still says where it comes from
        keep: Table | None = target.table
    else:
        keep = None
    source = tree.args.get("expression")
    clone = tree.args.get("clone")
    if source is None and clone is not None and isinstance(clone.this, exp.Table):
        source = clone.this  # the copy has the values too
    definitions = _definitions(schema)
    if source is not None and isinstance(source, (exp.Query, exp.Values, exp.Table)):
        _from_query(ctx, tree, target, bound, source, schema, definitions, table_kind, temporary, properties)
    else:
        _from_definitions(ctx, target, bound, definitions, properties, table_kind, temporary)
        if any(isinstance(one, exp.ExternalProperty) for one in properties):
            _files(ctx, tree, target, bound, properties)
    if keep is not None:
        bound.changes, bound.offers = [], bound.changes
    if any(isinstance(one, exp.WithDataProperty) and one.args.get("no") for one in properties):
        # CREATE TABLE s AS SELECT … WITH NO DATA: only the columns are made
        bound.writes = [Write(ctx.rows(), Single(ctx.rows()), target.dataset, "CREATE", [])]
    return bound


def _files(ctx: Context, tree: exp.Expr, target: Target, bound: Bound, properties: list[exp.Expr]) -> None:
    """CREATE EXTERNAL TABLE … OPTIONS (uris = ['…']): its columns are those of the files."""
    named = [one for one in properties if isinstance(one, exp.Property) and one.name.lower() in ("uri", "uris")]
    table = bound.changes[-1][1] if bound.changes else None
    names = [column.name for column in table.columns] if table is not None and table.columns is not None else None
    for file in dict.fromkeys(one.name for each in named for one in each.find_all(exp.Literal) if one.is_string):
        if file.lower() not in ("uri", "uris"):
            bound.writes += dml.from_file(ctx, tree, target, file, names, bound.kind).writes


def _model(ctx: Context, tree: exp.Expr) -> Bound:
    """CREATE MODEL m AS SELECT …: a model is made of the columns that it learns from."""
    target = Target(ctx, tree.this)
    target.dataset.kind = "model"
    answered = query.bind(ctx, tree.args["expression"], None, Ctes())
    return Bound("CREATE_MODEL", [write(ctx, answered, target.dataset, "CREATE")], target.dataset)


def _properties(tree: exp.Expr) -> list[exp.Expr]:
    found = tree.args.get("properties")
    return list(found.expressions) if found is not None else []


def _definitions(schema: exp.Expr | None) -> list[exp.Expr]:
    return [one for one in schema.expressions if isinstance(one, exp.ColumnDef)] if schema is not None else []


def column_of(ctx: Context, node: exp.Expr) -> Column:
    """A column definition: name, type, and the expression that computes it."""
    kind = node.args.get("kind")
    computed_columns: str | None = None
    for one in node.args.get("constraints") or ():
        inner = one.args.get("kind") if isinstance(one, exp.ColumnConstraint) else one
        if isinstance(inner, exp.ComputedColumnConstraint) and inner.this is not None:
            computed_columns = inner.this.sql(ctx.dialect.grammar)
        elif isinstance(inner, exp.GeneratedAsIdentityColumnConstraint) and inner.expression is not None:
            computed_columns = inner.expression.sql(ctx.dialect.grammar)
    return Column(node.name, _type_name(ctx, kind), computed_columns)


def _type_name(ctx: Context, kind: exp.Expr | None) -> str:
    """A type as the dialect writes it. Plain ones are written out once per session: DDL has thousands of columns."""
    if kind is None:
        return "unknown"
    if kind.expressions:
        return str(kind.sql(ctx.dialect.grammar))
    known = ctx.session.type_names
    key = tuple((name, str(value)) for name, value in kind.args.items() if value)
    if key not in known:
        known[key] = str(kind.sql(ctx.dialect.grammar))
    return known[key]


def _partition_columns(ctx: Context, properties: list[exp.Expr]) -> list[Column]:
    """PARTITIONED BY (dt STRING): Hive's partition columns are columns, after the others."""
    found: list[Column] = []
    for one in properties:
        if isinstance(one, exp.PartitionedByProperty) and isinstance(one.this, exp.Schema):
            found += [column_of(ctx, part) for part in one.this.expressions if isinstance(part, exp.ColumnDef)]
    return found


def _partition_names(properties: list[exp.Expr]) -> tuple[str, ...]:
    """PARTITIONED BY (k): columns of the list, by name."""
    return tuple(
        part.name
        for one in properties
        if isinstance(one, exp.PartitionedByProperty) and isinstance(one.this, exp.Schema)
        for part in one.this.expressions
        if isinstance(part, (exp.Column, exp.Identifier))
    )


def _partitions_last(ctx: Context, columns: Sequence[Column], properties: list[exp.Expr]) -> tuple[Column, ...]:
    """PARTITIONED BY (k) over a column of the list: some engines move it behind the others."""
    named: set[str] = set()
    for one in properties:
        if isinstance(one, exp.PartitionedByProperty) and ctx.dialect.writes.partitions_last:
            named |= {
                ctx.folded(part.name) for part in one.this.expressions if isinstance(part, (exp.Column, exp.Identifier))
            }
    first = [column for column in columns if ctx.folded(column.name) not in named]
    return (*first, *(column for column in columns if ctx.folded(column.name) in named))


def _from_definitions(
    ctx: Context,
    target: Target,
    bound: Bound,
    definitions: list[exp.Expr],
    properties: list[exp.Expr],
    kind: TableKind,
    temporary: bool,
) -> None:
    columns = [column_of(ctx, one) for one in definitions]
    known = {ctx.folded(column.name) for column in columns}
    partitions = [one for one in _partition_columns(ctx, properties) if ctx.folded(one.name) not in known]
    columns += partitions
    like = next((one for one in properties if isinstance(one, exp.LikeProperty)), None)
    model: Target | None = None
    made: tuple[Column, ...] | None = _partitions_last(ctx, columns, properties)
    if like is not None and isinstance(like.this, exp.Table):
        model = Target(ctx, like.this)
        made = model.table.columns if model.table is not None else None
    elif not columns:
        made = None
    named = tuple(one.name for one in partitions) or _partition_names(properties)
    if model is not None and not named and model.table is not None:
        named = model.table.partitions
    table = Table(ctx.session.spelled(target.parts), made, kind, temporary, None, named)
    bound.changes.append((target.key, table))
    _inside(ctx, target, bound, table, definitions)


def _inside(ctx: Context, target: Target, bound: Bound, table: Table, definitions: list[exp.Expr]) -> None:
    """Computed columns are edges inside their table."""
    if not any(column.computed is not None for column in table.columns or ()):
        if table.columns:
            bound.writes.append(Write(ctx.rows(), Single(ctx.rows()), target.dataset, "CREATE", []))
        return
    scan = Scan(ctx.rows(), target.dataset, [], [])
    frame = Frame(ctx, None, Ctes())
    frame.add(TableEntry(ctx, target.parts[-1], target.key, scan, table))
    births: list[Born] = []
    for position, node in enumerate(definitions):
        for one in node.args.get("constraints") or ():
            inner = one.args.get("kind") if isinstance(one, exp.ColumnConstraint) else one
            value = inner.this if isinstance(inner, exp.ComputedColumnConstraint) else None
            if isinstance(inner, exp.GeneratedAsIdentityColumnConstraint):
                value = inner.args.get("expression")
            if not isinstance(value, exp.Expr):
                continue
            reads: list[Read] = []
            expr_read.reads(frame, value, DIRECT if isinstance(value.unnest(), exp.Column) else DERIVED, reads)
            col = ctx.col(node.name, target.dataset)
            col.ordinal = position
            starts = [read.start for read in reads if read.start >= 0]
            place = (min(starts), max(read.end for read in reads)) if starts else (-1, -1)
            births.append(Born(col, tuple(reads), *place, value.unnest().sql(ctx.dialect.grammar)))
    bound.writes.append(Write(ctx.rows(), frame.settle(scan), target.dataset, "CREATE", births))


def _from_query(
    ctx: Context,
    tree: exp.Expr,
    target: Target,
    bound: Bound,
    source: exp.Expr,
    schema: exp.Expr | None,
    definitions: list[exp.Expr],
    kind: TableKind,
    temporary: bool,
    properties: list[exp.Expr],
) -> None:
    ctes = cte.bind_with(ctx, tree, None, Ctes())
    answered: Query = query.bind(ctx, source, None, ctes)
    names = (
        [one.name for one in schema.expressions if isinstance(one, (exp.ColumnDef, exp.Identifier, exp.Column))]
        if schema is not None
        else []
    )
    if names:
        stored.check_width(ctx, tree, target.dataset.name, names, answered)
    to = next((one for one in properties if isinstance(one, exp.ToTableProperty)), None)
    types = [column_of(ctx, one).type_text for one in definitions]
    columns: tuple[Column, ...] | None = None
    if not answered.open:
        columns = tuple(
            Column(
                names[position] if position < len(names) else output.name,
                types[position] if position < len(types) else str(output.col.type),
            )
            for position, output in enumerate(answered.outputs)
        )
    partitions = _partition_columns(ctx, properties)
    if columns is not None and partitions:
        columns += tuple(one for one in partitions if ctx.folded(one.name) not in {ctx.folded(c.name) for c in columns})
    if columns is not None:
        columns = _partitions_last(ctx, columns, properties)
    table = Table(ctx.session.spelled(target.parts), columns, kind, temporary, source if kind == "view" else None)
    bound.changes.append((target.key, table))
    if to is not None and isinstance(to.this, exp.Table):
        # CREATE MATERIALIZED VIEW … TO t: what is written is t, by name
        real = Target(ctx, to.this)
        bound.target = real.dataset
        bound.writes.append(_to_table(ctx, real, answered))
        return
    bound.writes.append(write(ctx, answered, target.dataset, "CREATE", names or None))


def _to_table(ctx: Context, target: Target, answered: Query) -> Write:
    births = []
    for position, output in enumerate(answered.outputs):
        name, own = (output.name, position) if output.opens is not None else target.named(output.name, target.node)
        births.append(target_column(ctx, target.dataset, name, own if own >= 0 else position, output))
    return Write(ctx.rows(), answered.rel, target.dataset, "CREATE", births)


def cache(ctx: Context, tree: exp.Expr) -> Bound:
    """CACHE TABLE t AS query: a temporary table by another name."""
    source = tree.args.get("expression")
    this = tree.args.get("this")
    if source is None or not isinstance(this, exp.Table):
        ctx.say(codes.NO_DATA, None, "CACHE")
        return Bound("CACHE")
    target = Target(ctx, this)
    target.dataset.temporary = True
    bound = Bound("CACHE_TABLE", target=target.dataset)
    _from_query(ctx, tree, target, bound, source, None, [], "table", True, [])
    return bound


def alter(ctx: Context, tree: exp.Expr) -> Bound:
    """ALTER TABLE: columns come, go and change their names."""
    this = tree.args["this"]
    bound = Bound(f"ALTER_{(tree.args.get('kind') or 'TABLE').upper()}")
    if not isinstance(this, exp.Table):
        ctx.say(codes.NO_DATA, None, "ALTER")
        return bound
    target = Target(ctx, this)
    bound.target = target.dataset
    table = target.table
    for action in tree.args.get("actions") or ():
        if isinstance(action, exp.AlterColumn) and isinstance(action.args.get("using"), exp.Expr):
            bound.writes.append(_using(ctx, target, action))
        if isinstance(action, exp.AlterRename):
            if isinstance(action.this, exp.Table):
                parts = ctx.table_parts(action.this)
                if len(parts) == 1:
                    parts = (*target.parts[:-1], *parts)
                bound.changes += renamed(ctx, target.parts, parts)
                bound.renamed.append((target.dataset.name, dotted(ctx.session.spelled(parts))))
                table = None
        elif table is not None and table.columns is not None:
            table = _altered(ctx, table, action)
    if table is not None and table is not target.table:
        bound.changes.append((target.key, table))
    return bound


def _using(ctx: Context, target: Target, action: exp.Expr) -> Write:
    """ALTER COLUMN a TYPE VARCHAR USING b || c: every row gets another value, as in UPDATE … SET a = b || c."""
    scan = Scan(ctx.rows(), target.dataset, [], [])
    frame = Frame(ctx, None, Ctes())
    frame.add(TableEntry(ctx, target.parts[-1], target.key, scan, target.table))
    value = action.args["using"]
    reads: list[Read] = []
    expr_read.reads(frame, value, DIRECT if isinstance(value.unnest(), exp.Column) else DERIVED, reads)
    name, position = target.named(action.this.name, action)
    col = ctx.col(name, target.dataset)
    col.ordinal = max(position, 0)
    starts = [read.start for read in reads if read.start >= 0]
    place = (min(starts), max(read.end for read in reads)) if starts else (-1, -1)
    text = value.sql(ctx.dialect.grammar)
    return Write(ctx.rows(), frame.settle(scan), target.dataset, "ALTER", [Born(col, tuple(reads), *place, text)])


def _altered(ctx: Context, table: Table, action: exp.Expr) -> Table:
    fold = ctx.folded
    columns = list(table.columns or ())

    def at(name: str) -> int:
        return next((n for n, one in enumerate(columns) if fold(one.name) == fold(name)), -1)

    if isinstance(action, exp.ColumnDef):
        if at(action.name) < 0:
            columns.append(column_of(ctx, action))
    elif isinstance(action, exp.Schema):
        columns += [column_of(ctx, one) for one in action.expressions if isinstance(one, exp.ColumnDef)]
    elif isinstance(action, exp.Drop):
        dropped = {fold(one.name) for one in action.args.get("tables") or [] if isinstance(one, exp.Expr)}
        if isinstance(action.args.get("this"), exp.Expr):
            dropped.add(fold(action.this.name))
        columns = [one for one in columns if fold(one.name) not in dropped]
    elif isinstance(action, exp.RenameColumn):
        position = at(action.this.name)
        if position >= 0:
            new = action.args["to"].name
            columns = [computed_columns.renamed(ctx, one, columns[position].name, new) for one in columns]
            columns[position] = replace(columns[position], name=new)
    elif isinstance(action, exp.AlterColumn):
        position = at(action.this.name)
        if position >= 0 and action.args.get("dtype") is not None:
            columns[position] = Column(columns[position].name, action.args["dtype"].sql(ctx.dialect.grammar))
    elif isinstance(action, exp.ReplaceColumns):
        kept = set(map(fold, table.partitions)) if ctx.dialect.writes.partitions_last else set()
        behind = [one for one in columns if fold(one.name) in kept]  # partition columns are no part of the list
        columns = [column_of(ctx, one) for one in action.expressions if isinstance(one, exp.ColumnDef)] + behind
    elif not isinstance(action, _HARMLESS):
        ctx.say(codes.UNREAD_SYNTAX, ctx.place(action), f"{type(action).__name__.upper()} of ALTER")
    return table.with_columns(_behind_partitions(ctx, table, columns))


def _behind_partitions(ctx: Context, table: Table, columns: list[Column]) -> tuple[Column, ...]:
    """ALTER TABLE t ADD COLUMNS (c INT): where partition columns stand last, they still do."""
    named = {ctx.folded(name) for name in table.partitions} if ctx.dialect.writes.partitions_last else set()
    own = [column for column in columns if ctx.folded(column.name) not in named]
    return (*own, *(column for column in columns if ctx.folded(column.name) in named))


_HARMLESS = tuple(
    getattr(exp, name)
    for name in (
        "AddConstraint",
        "AddPartition",
        "DropPartition",
        "AlterSet",
        "Properties",
        "Property",
        "SetItem",
        "AlterDistStyle",
        "AlterSortKey",
    )
    if hasattr(exp, name)
)


def tables_under(ctx: Context, database: str) -> list[tuple[Key, Table]]:
    """Every table that is known in a database."""
    session = ctx.session
    known: dict[Key, Table | None] = {session.key(table.name): table for table in session.catalog.tables}
    known.update(session.changes)
    name = session.dialect.identifiers.fold_tables.apply(database)
    return [(key, table) for key, table in sorted(known.items()) if table is not None and key[-2:-1] == (name,)]


def renamed(ctx: Context, old: tuple[str, ...], new: tuple[str, ...]) -> list[Change]:
    """A table under another name."""
    session = ctx.session
    before, after = session.key(old), session.key(new)
    table = session.find(before)
    if table is None:
        return [(before, None)]
    return [(before, None), (after, table.renamed(session.spelled(new)))]


def drop(ctx: Context, tree: exp.Expr) -> Bound:
    """DROP TABLE, DROP VIEW: gone from the catalog."""
    kind = (tree.args.get("kind") or "").upper()
    bound = Bound(f"DROP_{kind}".replace(" ", "_"))
    names = tree.args.get("tables") or [tree.args.get("this")]
    if kind == "SCHEMA" and ctx.dialect.identifiers.drops_schemas():
        return _drop_schemas(ctx, bound, names)
    for one in names:
        if isinstance(one, exp.Table) and kind in ("TABLE", "VIEW", "MATERIALIZED VIEW", ""):
            target = Target(ctx, one)
            bound.target = bound.target or target.dataset
            bound.dropped.append(target.dataset.name)
            bound.changes.append((target.key, None))
    return bound


def _drop_schemas(ctx: Context, bound: Bound, names: list[exp.Expr]) -> Bound:
    """DROP SCHEMA s, DROP SCHEMA a.s: with all its tables."""
    ctx.say(codes.NO_DATA, None, "DROP SCHEMA")
    for one in names:
        parts = [str(one.args[part].name).lower() for part in ("catalog", "db") if one.args.get(part) is not None]
        database = parts[0] if len(parts) > 1 else ctx.session.current[0]
        for key, table in tables_under(ctx, parts[-1]) if parts else ():
            if key[0] == database:
                bound.changes.append((key, None))
                bound.dropped.append(table.display)
    return bound


def use(ctx: Context, tree: exp.Expr) -> Bound:
    """USE db: names without one belong to it from here on."""
    this = tree.args.get("this")
    bound = Bound("USE")
    if isinstance(this, exp.Table):
        parts = tuple(ctx.session.dialect.identifiers.fold_tables.apply(part) for part in ctx.table_parts(this))
        current = ctx.session.current
        word = str(tree.args.get("kind") or "").upper()
        if word == "CATALOG" and len(current) > 1:
            # a catalog has a database of its own to begin with
            own = ctx.session.catalogs.get(parts[-1], {}).get("default-database", "default")
            default = (
                ctx.dialect.identifiers.defaults[1:] if parts[-1:] == ctx.dialect.identifiers.defaults[:1] else (own,)
            )
            bound.current = (*parts, *default)
        else:
            bound.current = (*current[: max(len(current) - len(parts), 0)], *parts)
    return bound


__all__ = ["Change", "Dataset", "alter", "create", "drop", "renamed", "use"]
