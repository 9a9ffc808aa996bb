"""CREATE TABLE, VIEW, MATERIALIZED VIEW and DICTIONARY as forms: columns, where they come from, and what they stand
before.

A table that keeps its rows elsewhere (an engine that points to a topic, another database, other tables) reads them from
there, by name; what is written to it is written there. A materialized view that fills another table stands before that
table in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.bind.context import Context
from headwater.bind.expr import read as expr_read
from headwater.bind.names.frame import Frame
from headwater.bind.relation import query, select, sources
from headwater.bind.relation import stored as relation_stored
from headwater.bind.scope import Ctes, Entry, Output, Query, TableEntry
from headwater.bind.sources import Place
from headwater.bind.statement.defaults import filled
from headwater.bind.target import Bound, Target, target_column, write
from headwater.catalog.column_list import columns_of
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DERIVED, DIRECT, UNKNOWN
from headwater.rel.operators import Rel, Scan, Single, Write
from headwater.sql import statements
from headwater.sql.parse import expression, query_tree


def column_of(one: statements.Definition) -> Column:
    """A column as the catalog keeps it."""
    if one.role in ("materialized", "alias"):
        hidden: Literal["stored", "made"] = "stored" if one.role == "materialized" else "made"
        return Column(one.name, one.type_text, one.value_text, hidden=hidden)
    if one.role == "ephemeral":
        return Column(one.name, one.type_text, default=one.value_text or None, hidden="made", passing=True)
    if one.role == "default":
        return Column(one.name, one.type_text, default=one.value_text)
    return Column(one.name, one.type_text)


def table_node(parts: Sequence[str]) -> exp.Table:
    """A table's name as the parser would give it."""
    names = [exp.Identifier(this=part, quoted=True) for part in parts]
    return exp.Table(**dict(zip(("this", "db", "catalog"), reversed(names), strict=False)))


# ── CREATE TABLE and views ───────────────────────────────────────────────────────────────────────────────────
def create(ctx: Context, form: statements.Create) -> Bound:
    """CREATE TABLE, VIEW, MATERIALIZED VIEW."""
    target = Target(ctx, form.target)
    target.dataset.kind = form.what
    target.dataset.temporary = form.temporary
    bound = Bound(form.kind, target=target.dataset, if_absent=form.if_absent)
    there = form.if_absent and target.table is not None and target.table.columns is not None
    own = None if form.columns is None else tuple(column_of(one) for one in form.columns)
    if form.query is not None:
        table = _from_query(ctx, form, target, bound, form.query, own)
    else:
        table = _without_query(ctx, form, target, bound, own)
    bound.changes.append((target.key, table))
    if form.columns is not None:
        _inside(ctx, target, bound, table, form.columns)
    if not bound.writes and table.columns:
        bound.writes.append(Write(ctx.rows(), Single(ctx.rows()), target.dataset, "CREATE", []))
    if there:
        # IF NOT EXISTS on something that is there changes nothing in the schema; a query still says where it comes from
        bound.changes, bound.offers = [], bound.changes
    return bound


def _table(
    ctx: Context,
    form: statements.Create,
    target: Target,
    columns: tuple[Column, ...] | None,
    behind: tuple[str, ...] = (),
) -> Table:
    body = form.query if form.what == "view" else None
    if len(behind) > 1 or not any("/" in part or ":" in part for part in behind):
        behind = ctx.session.spelled(behind)  # whoever asks may have chosen another database
    return Table(ctx.session.spelled(target.parts), columns, form.what, form.temporary, body, behind=behind)


def _from_query(
    ctx: Context,
    form: statements.Create,
    target: Target,
    bound: Bound,
    source: exp.Expr,
    own: tuple[Column, ...] | None,
) -> Table:
    answered = query.bind(ctx, source, None, Ctes())
    if own is not None:
        columns: tuple[Column, ...] | None = own
    elif answered.open:
        columns = None
    else:
        names = form.names or []
        columns = tuple(
            Column(names[n] if n < len(names) else one.name, str(one.col.type))
            for n, one in enumerate(answered.outputs)
        )
    if form.to is not None:
        real = Target(ctx, form.to)
        bound.target = real.dataset
        bound.adds = True
        bound.overwrites = form.overwrites
        bound.writes.append(into(ctx, real, answered))
        table = _table(ctx, form, target, columns, real.key)
        _stands_before(ctx, form, target, bound, table, Place(table=real.parts))
        bound.writes += through(ctx, real, list(bound.writes[0].born), answered.rel)
        return table
    table = _table(ctx, form, target, columns)
    if form.empty and form.what == "table":
        return table  # the columns alone: no row is read
    if own is None:
        relation_stored.check_width(ctx, form.target, target.dataset.name, form.names, answered)
        bound.writes.append(write(ctx, answered, target.dataset, "CREATE", form.names))
    else:
        made = Target(ctx, form.target)
        made.table = table
        bound.writes.append(into(ctx, made, answered, form.by_name))
    return table


def into(ctx: Context, target: Target, answered: Query, by_name: bool = True, verb: str = "CREATE") -> Write:
    """What a query hands out lands in a table, by name or by position; what it does not give has its default."""
    births: list[Born] = []
    names = target.columns
    if not by_name and names is not None and not answered.open and len(names) != len(answered.outputs):
        ctx.say(
            codes.INSERT_WIDTH,
            ctx.place(target.node),
            target.dataset.name,
            str(len(names)),
            str(len(answered.outputs)),
        )
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


def _without_query(
    ctx: Context, form: statements.Create, target: Target, bound: Bound, own: tuple[Column, ...] | None
) -> Table:
    columns = own
    if form.like is not None and own is None:
        model = Target(ctx, form.like)
        columns = model.table.columns if model.table is not None else None
        if form.like_rows:
            entry = _scan(ctx, model)
            table = _table(ctx, form, target, columns)
            bound.writes.append(by_name(ctx, target.dataset, table, entry, "CREATE"))
            return table
    call = form.call or form.engine
    place = None
    if call is not None:
        name = call.name if call is form.call else f"engine {call.name}"
        place = sources.place_of(ctx, name, call.arguments, call.settings)
    if columns is None and place is not None:
        columns = _columns_at(ctx, place)
    behind: tuple[str, ...] = ()
    if place is not None and (place.table or place.name):
        behind = ctx.session.key(place.table) if place.table else (place.name,)
    table = _table(ctx, form, target, columns, behind)
    if place is not None:
        _stands_before(ctx, form, target, bound, table, place)
    return table


def _columns_at(ctx: Context, place: Place) -> tuple[Column, ...] | None:
    """The columns of a place, for a table that is declared without its own."""
    if place.structure is not None:
        return columns_of(place.structure)
    if place.columns is not None:
        return tuple(Column(name) for name in place.columns)
    if place.table:
        found = ctx.lookup(place.table)[1]
        return found.columns if found is not None else None
    if place.pattern is not None:
        merged: dict[str, Column] = {}
        for one in sources.matching(ctx, place):
            for column in one.columns or ():
                merged.setdefault(column.name, column)
        return tuple(merged.values()) or None
    return None


def _stands_before(
    ctx: Context, form: statements.Create, target: Target, bound: Bound, table: Table, place: Place
) -> None:
    """The columns of a table that keeps its rows elsewhere come from there."""
    if place.generated:
        return
    frame = Frame(ctx, None, Ctes())
    entry: Entry | None
    parts = place.table or ((place.name,) if place.name and place.structure is None else ())
    if place.name:
        sources.dataset_of(ctx, place)
    known = ctx.lookup(parts)[1] if parts else None
    if parts and table.columns is not None and (known is None or known.columns is None):
        # nobody says what is there but this statement: the columns that it lists are those that are read
        key, _, dataset = ctx.lookup(parts)
        stored = tuple(one for one in table.columns if one.computed is None and not one.passing)
        entry = TableEntry(ctx, "", key, Scan(ctx.rows(), dataset, [], []), Table(parts, stored))
    else:
        called = form.call or form.engine
        entry = sources.entry_of(frame, place, form.target, "", None, called.name.lower() if called else "")
    if entry is not None:
        bound.writes.append(by_name(ctx, target.dataset, table, entry, "CREATE"))


def by_name(ctx: Context, dataset: Dataset, table: Table, entry: Entry, verb: str) -> Write:
    """Every stored column of a table from the column of that name in a source."""
    births: list[Born] = []
    if table.columns is None:
        outputs = entry.star()
        births = [target_column(ctx, dataset, one.name, at, one) for at, one in enumerate(outputs)]
    for position, column in enumerate(table.columns or ()):
        if column.computed is not None or column.passing:
            continue
        key = ctx.folded(column.name)
        col = entry.find(key)
        doubt = 0
        if col is None:
            if not entry.open:
                if isinstance(entry, TableEntry):
                    ctx.say(codes.UNKNOWN_COLUMN, None, column.name, entry.dataset.name, "")
                else:
                    continue
            col, doubt = entry.infer(column.name, key).col, INFERRED
        births.append(target_column(ctx, dataset, column.name, position, Output(column.name, col), doubt))
    return Write(ctx.rows(), entry.rel, dataset, verb, births)


def _scan(ctx: Context, target: Target) -> TableEntry:
    return TableEntry(ctx, target.parts[-1], target.key, Scan(ctx.rows(), target.dataset, [], []), target.table)


def through(ctx: Context, target: Target, births: Sequence[Born], rel: Rel) -> list[Write]:
    """What is written to a table that stands before another one is written to that one."""
    found: list[Write] = []
    seen = {target.key}
    table = target.table
    while table is not None and table.behind:
        key, behind, dataset = ctx.lookup(table.behind)
        if key in seen:
            break
        seen.add(key)
        made = []
        for position, born in enumerate(births):
            index = behind.index(ctx.fold) if behind is not None else {}
            col = ctx.col(born.col.name, dataset, born.col.type)
            col.ordinal = index.get(ctx.folded(born.col.name), position)
            made.append(Born(col, born.reads))
        found.append(Write(ctx.rows(), rel, dataset, "INSERT", made))
        table = behind
    return found


def _valued(
    ctx: Context, frame: Frame, target: Target, one: statements.Definition, reads: list[Read], position: int
) -> Born:
    """A column of the target that an expression gives."""
    col = frame.birth(Born(ctx.col(one.name), tuple(reads), one.start, one.end))
    return target_column(ctx, target.dataset, one.name, position, Output(one.name, col, None, one.start, one.end))


def _inside(
    ctx: Context, target: Target, bound: Bound, table: Table, definitions: Sequence[statements.Definition]
) -> None:
    """Computed columns and defaults are edges inside their table."""
    valued = [one for one in definitions if one.value is not None and one.role in ("materialized", "alias", "default")]
    if not valued:
        return
    scan = Scan(ctx.rows(), target.dataset, [], [])
    frame = Frame(ctx, None, Ctes())
    frame.add(TableEntry(ctx, target.parts[-1], target.key, scan, table))
    births: list[Born] = []
    index = table.index(ctx.fold)
    for one in valued:
        assert one.value is not None
        reads: list[Read] = []
        expr_read.reads(frame, one.value, DIRECT if isinstance(one.value.unnest(), exp.Column) else DERIVED, reads)
        if one.role == "default" and not any(read.kind <= UNKNOWN for read in reads):
            continue  # DEFAULT now(): nothing flows
        births.append(_valued(ctx, frame, target, one, reads, index.get(ctx.folded(one.name), -1)))
    if births:
        bound.writes.append(Write(ctx.rows(), frame.settle(scan), target.dataset, "CREATE", births))


# ── dictionaries ─────────────────────────────────────────────────────────────────────────────────────────────
def dictionary(ctx: Context, form: statements.CreateDictionary) -> Bound:
    """CREATE DICTIONARY: attributes from the columns of that name in the source, or from expressions over them."""
    target = Target(ctx, form.target)
    target.dataset.kind = "dictionary"
    bound = Bound(form.kind, target=target.dataset, if_absent=form.if_absent)
    columns = tuple(Column(one.name, one.type_text) for one in form.columns)
    table = Table(ctx.session.spelled(target.parts), columns, "dictionary")
    change = [(target.key, table)]
    if form.if_absent and target.table is not None and target.table.columns is not None:
        bound.offers = list(change)
    else:
        bound.changes = list(change)
    plan = _filled_from(ctx, form, target, table)
    if plan is None:
        plan = Write(ctx.rows(), Single(ctx.rows()), target.dataset, "CREATE", [])
    bound.writes.append(plan)
    return bound


def _filled_from(ctx: Context, form: statements.CreateDictionary, target: Target, table: Table) -> Write | None:
    source = form.source
    if source is None or source.name.upper() == "NULL":
        return None
    text = source.settings.get("query")
    if text:
        return _filled_by_query(ctx, target, table, text)
    place = sources.place_of(ctx, f"source {source.name}", (), source.settings)
    if place is None:
        label = f"source {source.name.lower()}"
        ctx.say(codes.UNREAD_SYNTAX, (source.start, source.end), f"The {label}")
        return None
    frame = Frame(ctx, None, Ctes())
    entry: Entry | None
    if place.table:
        parts = place.table if len(place.table) > 1 else (*target.parts[:-1], *place.table)
        entry = relation_stored.stored(frame, form.target, parts, parts[-1], None)
    else:
        key, known, dataset = sources.dataset_of(ctx, place)
        if known is None or known.columns is None:
            # the attributes are columns there; what else an expression or a condition reads can only be inferred
            plain = all(one.role != "expression" or one.value is None for one in form.columns)
            if plain and not source.settings.get("where"):
                known = Table((place.name,), table.columns)
            else:
                ctx.say(codes.UNKNOWN_TABLE, (source.start, source.end), place.name, "")
        entry = TableEntry(ctx, "", key, Scan(ctx.rows(), dataset, [], []), known)
    frame.add(entry)
    made = by_name(ctx, target.dataset, _plain(table, form.columns), entry, "CREATE")
    births = list(made.born)
    for position, one in enumerate(form.columns):
        if one.role == "expression" and one.value is not None:
            reads: list[Read] = []
            expr_read.reads(frame, one.value, DIRECT if isinstance(one.value.unnest(), exp.Column) else DERIVED, reads)
            births.append(_valued(ctx, frame, target, one, reads, position))
    rel: Rel = frame.settle(entry.rel)
    condition = source.settings.get("where")
    if condition:
        rel = _where(ctx, frame, rel, condition)
    return Write(ctx.rows(), rel, target.dataset, "CREATE", births)


def _plain(table: Table, definitions: Sequence[statements.Definition]) -> Table:
    """The attributes that are columns of the source: the others count as computed."""
    computed = {one.name for one in definitions if one.role == "expression"}
    return table.with_columns(
        tuple(Column(one.name, one.type_text, "" if one.name in computed else None) for one in table.columns or ())
    )


def _where(ctx: Context, frame: Frame, rel: Rel, text: str) -> Rel:
    try:
        with ctx.foreign_text():
            return select.where(frame, rel, expression(text, ctx.dialect.grammar, ctx.dialect.widening), "WHERE")
    except SqlglotError:
        ctx.say(codes.UNREAD_SYNTAX, None, "The condition of the source")
        return rel


def _filled_by_query(ctx: Context, target: Target, table: Table, text: str) -> Write | None:
    """QUERY 'SELECT …': by name where the query has all the names, by position else."""
    try:
        with ctx.foreign_text():
            answered = query.bind(ctx, query_tree(text, ctx.dialect.grammar, ctx.dialect.widening), None, Ctes())
    except SqlglotError:
        ctx.say(codes.UNREAD_SYNTAX, None, "The query of the source")
        return None
    columns = table.columns or ()
    index = answered.index(ctx.folded)
    named = all(ctx.folded(one.name) in index for one in columns)
    if answered.open:
        births = [target_column(ctx, target.dataset, "*", at, one) for at, one in enumerate(answered.outputs)]
        return Write(ctx.rows(), answered.rel, target.dataset, "CREATE", births)
    if len(columns) != len(answered.outputs):
        ctx.say(codes.INSERT_WIDTH, None, target.dataset.name, str(len(columns)), str(len(answered.outputs)))
    births = []
    for position, one in enumerate(columns):
        at = index[ctx.folded(one.name)] if named else position
        if at < len(answered.outputs):
            births.append(target_column(ctx, target.dataset, one.name, position, answered.outputs[at]))
    return Write(ctx.rows(), answered.rel, target.dataset, "CREATE", births)
