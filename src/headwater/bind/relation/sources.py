"""Rows from somewhere else: table functions, engines and sources become datasets, by what the dialect says they are.

A dataset elsewhere has the columns that the call lists; where it lists none, those of the catalog under its name, or
those that are asked for. Rows made of nothing have columns without a source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import Key
from headwater.base.levels import INFERRED
from headwater.bind.context import Context
from headwater.bind.expr import roles
from headwater.bind.names.frame import Frame
from headwater.bind.relation import stored
from headwater.bind.scope import Entry, FixedEntry, Output, Query, QueryEntry, Resolved, TableEntry
from headwater.bind.sources import Argument, ExternalSource
from headwater.catalog.column_list import parse_columns
from headwater.catalog.tables import Table
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DIRECT
from headwater.rel.operators import Ref, Rel, Scan, SetOp, Values


def arguments_of(nodes: Iterable[exp.Expr]) -> tuple[Argument, ...]:
    """What a call is given, as far as it can be read off the text."""
    return tuple(_argument(node) for node in nodes)


def _argument(node: exp.Expr) -> Argument:
    if isinstance(node, (exp.EQ, exp.PropertyEQ, exp.Kwarg)) and isinstance(
        node.this, (exp.Column, exp.Identifier, exp.Var)
    ):
        return _argument(node.expression)._replace(key=node.this.name.lower())
    if isinstance(node, (exp.Literal, exp.RawString)):
        return Argument(node, text=node.name)
    if isinstance(node, exp.Paren) and isinstance(node.this, exp.Query):
        node = node.this
    if isinstance(node, exp.Query):
        return Argument(node, inner="query")
    if isinstance(node, exp.Column):
        return Argument(node, parts=tuple(part.name for part in node.parts))
    if isinstance(node, (exp.Identifier, exp.Var, exp.Table)):
        return Argument(node, parts=(node.name,))
    if isinstance(node, exp.Dot):
        parts: list[exp.Expr | None] = list(node.parts)  # f(t. ) has a hole
        return Argument(node, parts=tuple(part.name for part in parts if part is not None))
    if isinstance(node, exp.Func):
        return Argument(node, inner=_name(node))
    return Argument(node)


def _name(node: exp.Expr) -> str:
    if isinstance(node, exp.Func) and not isinstance(node, exp.Anonymous):
        return str(type(node).sql_name()).lower()
    return roles.function_name(node)


def _given(node: exp.Expr) -> list[exp.Expr]:
    """The arguments of a call in order; a function that the parser knows has them under names of its own."""
    if isinstance(node, exp.Anonymous):
        return list(node.expressions)
    matches: list[exp.Expr] = []
    for child in node.args.values():
        matches += [part for part in (child if isinstance(child, list) else [child]) if isinstance(part, exp.Expr)]
    return matches


def source_of(
    ctx: Context, name: str, nodes: Iterable[exp.Expr], settings: Mapping[str, str] = {}
) -> ExternalSource | None:
    """What a call stands for, if the dialect says so."""
    places = ctx.dialect.sources.describe
    return places(name, arguments_of(nodes), settings) if places is not None else None


def source(frame: Frame, node: exp.Expr, alias: str, names: list[str] | None, db: exp.Expr | None = None) -> Rel | None:
    """A call in FROM: brings its columns in sight. None where neither the dialect nor the catalog knows it."""
    ctx = frame.ctx
    if ctx.dialect.sources.describe is None:
        return None
    name = _name(node)
    db = db if isinstance(db, exp.Expr) else None  # FROM d..f(5): an empty text stands for the missing part
    match = source_of(ctx, name, _given(node)) if db is None else None
    if match is None:
        parts = (db.name, name) if db is not None else (name,)
        if ctx.session.find(ctx.session.key(parts)) is None:
            return None
        match = ExternalSource(table=parts)  # a view with parameters: v(p = 1)
    entry = entry_of(frame, match, node, alias, names, name)
    if entry is None:
        return None
    frame.add(entry)
    return entry.rel


def values(frame: Frame, node: exp.Expr, alias: str, names: list[str] | None) -> Rel | None:
    """values('a Int8', (1), (2)) in FROM, which the parser reads as the clause of that name."""
    rows = node.expressions
    if frame.ctx.dialect.sources.describe is None or len(rows) != 1 or not isinstance(rows[0], exp.Tuple):
        return None
    match = source_of(frame.ctx, "values", rows[0].expressions)
    if match is None:
        return None
    entry = _generated(frame, match, alias, names, "values")
    frame.add(entry)
    return entry.rel


def entry_of(
    frame: Frame, external: ExternalSource, node: exp.Expr, alias: str, names: list[str] | None, name: str
) -> Entry | None:
    """The columns of a place."""
    ctx = frame.ctx
    if external.generated:
        return _generated(frame, external, alias, names, name, node)
    if external.query is not None:
        inner = external.query.this if isinstance(external.query, exp.Subquery) else external.query
        bound = ctx.up.query(ctx, inner, None, frame.ctes)
        stored.check_width(ctx, node, alias or name, names, bound)
        ref = Ref(ctx.rows(), Dataset(alias or "(subquery)", "subquery", stored=False), bound.rel, [])
        return QueryEntry(ctx, alias, ref, bound, names)
    if external.call is not None:
        inner_place = source_of(ctx, _name(external.call), _given(external.call))
        return entry_of(frame, inner_place, node, alias, names, name) if inner_place is not None else None
    if external.pattern is not None:
        return _matching(frame, external, node, alias, names, name)
    if external.table:
        return stored.stored(frame, node, external.table, alias or external.table[-1], names)
    if ctx.dialect.sources.call_is_alias():
        alias = alias or name  # SELECT read_csv.a FROM read_csv('a.csv')
    if external.also:
        return several(frame, external, node, alias, names)
    return _elsewhere(frame, external, node, alias, names)


def dataset_of(ctx: Context, external: ExternalSource) -> tuple[Key, Table | None, Dataset]:
    """The dataset of a place elsewhere, and what is known of its columns."""
    # an address is the same whatever database is chosen
    ctx.session.printed.setdefault(ctx.session.key((external.name,)), external.name)
    key, table, dataset = ctx.lookup((external.name,))
    dataset.kind = external.kind
    if external.structure is not None:
        table = Table((external.name,), parse_columns(external.structure))
    elif external.fields is not None:
        table = Table((external.name,), external.fields)
    return key, table, dataset


def _elsewhere(frame: Frame, external: ExternalSource, node: exp.Expr, alias: str, names: list[str] | None) -> Entry:
    ctx = frame.ctx
    key, table, dataset = dataset_of(ctx, external)
    if table is None or table.columns is None:
        ctx.say(codes.UNKNOWN_TABLE, ctx.span_of(node), dataset.name, "")
    rel = Scan(ctx.rows(), dataset, [], [])
    entry = TableEntry(ctx, alias, key, rel, table)
    if not names:
        return entry
    whole = Query(rel, entry.star())
    stored.check_width(ctx, node, alias, names, whole)
    return QueryEntry(ctx, alias, Ref(ctx.rows(), Dataset(alias, "subquery", stored=False), rel, []), whole, names)


def several(frame: Frame, external: ExternalSource, node: exp.Expr, alias: str, names: list[str] | None) -> Entry:
    """read_parquet(['a.parquet', 'b.parquet']): rows of every file under one another, matched by name."""
    parts = [
        _elsewhere(frame, replace(external, name=name, also=()), node, "", None)
        for name in (external.name, *external.also)
    ]
    entries = [part for part in parts if isinstance(part, TableEntry)]
    if not any(entry.open for entry in entries):
        return union(frame, entries, alias, names, alias)
    ctx = frame.ctx
    dataset = Dataset(alias, "subquery", stored=False)
    births: list[Born] = []
    rel = SetOp(ctx.rows(), "UNION ALL", [entry.rel for entry in entries], births, ())
    entry = _OpenColumns(ctx, alias, dataset, rel, births, entries)
    if not names:
        return entry
    whole = Query(rel, entry.star())
    return QueryEntry(ctx, alias, Ref(ctx.rows(), dataset, rel, []), whole, names)


class _OpenColumns(FixedEntry):
    """Rows whose columns nobody listed: a column that is asked for comes from each of `entries`, the datasets under one
    another; where there are none it is generated.
    """

    __slots__ = ("_births", "_ctx", "_entries")

    def __init__(
        self, ctx: Context, alias: str, dataset: Dataset, rel: Rel, births: list[Born], entries: list[TableEntry]
    ) -> None:
        super().__init__(ctx, alias, dataset, rel, [])
        self._ctx = ctx
        self._births = births
        self._entries = entries
        self.open = True

    def star(self) -> list[Output]:
        return [Output("*", self.infer("*", "*").col, self)]

    def infer(self, name: str, key: str) -> Resolved:
        col = self.index.get(key)
        if col is None:
            behind = [entry.infer(name, key) for entry in self._entries]
            col = self.index[key] = self._ctx.col(name, self.dataset)
            self._births.append(
                Born(col, tuple(Read(resolved.col, DIRECT, resolved.path, resolved.doubt) for resolved in behind))
            )
        return Resolved(col, (), INFERRED if self._entries else 0)


def _generated(
    frame: Frame, external: ExternalSource, alias: str, names: list[str] | None, name: str, node: exp.Expr | None = None
) -> Entry:
    """numbers(10), generateRandom('a Int8'): columns that come from nowhere."""
    ctx = frame.ctx
    dataset = Dataset(alias or name, "function", stored=False)
    own = external.columns
    if own is None and external.structure is not None:
        own = tuple(column.name for column in parse_columns(external.structure))
    births: list[Born] = []
    rel = Values(ctx.rows(), None, births)
    if own is None:
        # format(JSONEachRow, '{…}'): the columns are in the data
        ctx.say(codes.UNKNOWN_TABLE, ctx.span_of(node) if node is not None else None, f"{name}(…)", "")
        return _OpenColumns(ctx, alias, dataset, rel, births, [])
    labels = [names[n] if names and n < len(names) else label for n, label in enumerate(own)]
    births += [Born(ctx.col(label, dataset), ()) for label in labels]
    return FixedEntry(ctx, alias, dataset, rel, [Output(born.col.name, born.col) for born in births])


def matching(ctx: Context, external: ExternalSource) -> list[Table]:
    """The tables of the catalog that a pattern names, in order."""
    session = ctx.session
    try:
        pattern = re.compile(external.pattern or "")
        database = re.compile(external.database or "") if external.database_is_pattern else None
    except re.error:
        return []
    known: dict[Key, Table | None] = {session.key(table.name): table for table in session.catalog.tables}
    known.update(session.changes)
    default = session.current[-1] if session.current else ""
    return [
        table
        for key, table in sorted(known.items())
        if table is not None
        and pattern.search(key[-1])
        and (database.search(key[-2]) if database is not None else key[-2] == (external.database or default))
    ]


def _matching(
    frame: Frame, external: ExternalSource, node: exp.Expr, alias: str, names: list[str] | None, name: str
) -> Entry:
    """merge('db', '^log_'): all columns of all tables that match, each from every table that has it."""
    ctx = frame.ctx
    tables = matching(ctx, external)
    if not tables:
        where = f"{external.database}." if external.database else ""
        label = f"{name}({where}{external.pattern})"
        key, table, dataset = ctx.lookup((label,))
        ctx.say(codes.UNKNOWN_TABLE, ctx.span_of(node), label, "")
        return TableEntry(ctx, alias, key, Scan(ctx.rows(), dataset, [], []), table)
    entries: list[TableEntry] = []
    for member in tables:
        key, table, dataset = ctx.lookup(member.name)
        entries.append(TableEntry(ctx, alias, key, Scan(ctx.rows(), dataset, [], []), table))
    return union(frame, entries, alias, names, name)


def union(frame: Frame, entries: list[TableEntry], alias: str, names: list[str] | None, name: str) -> Entry:
    """Tables under one another, matched by name."""
    ctx = frame.ctx
    births: dict[str, list[Read]] = {}
    labels: dict[str, str] = {}
    for entry in entries:
        for output in entry.star():
            key = ctx.folded(output.name)
            labels.setdefault(key, output.name)
            births.setdefault(key, []).append(Read(output.col, DIRECT))
    dataset = Dataset(alias or name, "subquery", stored=False)
    born: list[Born] = []
    for key, reads in births.items():
        col = ctx.col(labels[key], dataset, reads[0].col.type)
        if any(read.col.shaped for read in reads):
            col.shaped = True
            col.like = tuple((read.col, DIRECT) for read in reads)  # fields of a column of `events_*` are those of each
        born.append(Born(col, tuple(reads)))
    rel = SetOp(ctx.rows(), "UNION ALL", [entry.rel for entry in entries], born, ())
    outputs = [
        Output(names[n] if names and n < len(names) else birth.col.name, birth.col) for n, birth in enumerate(born)
    ]
    return FixedEntry(ctx, alias, dataset, rel, outputs)


__all__ = ["arguments_of", "dataset_of", "entry_of", "matching", "source_of", "source", "values"]
