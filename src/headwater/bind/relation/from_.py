"""FROM: tables, CTEs, derived tables, VALUES, UNNEST, table functions, and the joins between them."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.spans import Span
from headwater.base.types import UNKNOWN
from headwater.bind.context import Context
from headwater.bind.expr import macros, read
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, sources, tail, unnest
from headwater.bind.relation import stored as relation_stored
from headwater.bind.relation.join import bind_joins, hang
from headwater.bind.relation.stored import alias_of, stored
from headwater.bind.scope import Entry, FixedEntry, Output, Query, QueryEntry
from headwater.bind.sources import ExternalSource
from headwater.bind.upward import UPWARD
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DIRECT, JOIN
from headwater.rel.operators import AS_OF, Filter, Ref, Rel, Single, Values
from headwater.sql.tree import end_of

_TABLE = frozenset(
    {
        "this",
        "alias",
        "db",
        "catalog",
        "joins",
        "pivots",
        "laterals",
        "sample",
        "version",
        "when",
        "hints",
        "final",
        "partition",
        "ordinality",
        "only",
    }
)


_PLAIN = frozenset({"this", "alias", "db", "catalog"})


def bind_from(frame: Frame, node: exp.Expr, source: exp.Expr) -> Rel:
    """FROM and the joins and lateral views behind it."""
    return bind_joins(frame, bind_source(frame, source.this), node)


def bind_source(frame: Frame, node: exp.Expr) -> Rel:
    """One item of a FROM clause with everything that hangs on it; brings its names in sight."""
    kind = type(node)
    if kind is exp.Table:
        rel = _table(frame, node)
    elif kind is exp.Subquery:
        rel = _subquery(frame, node)
    elif kind is exp.Values:
        rel = _values(frame, node)
    elif kind is exp.Unnest:
        rel = unnest.bind(frame, Single(frame.ctx.rows()), node)
    elif kind is exp.Lateral:
        rel = unnest.lateral(frame, Single(frame.ctx.rows()), node)
    elif isinstance(node, exp.Query):
        rel = _derived(frame, node, "", None)
    elif kind is exp.Paren:
        return bind_source(frame, node.this)
    elif kind is exp.Final:
        frame.ctx.say(codes.FINAL, final_place(frame.ctx, node))
        return bind_source(frame, node.this)
    else:
        frame.ctx.say(codes.UNREAD_SYNTAX, frame.ctx.span_of(node), kind.__name__.upper())
        return Single(frame.ctx.rows())
    return rel


def final_place(ctx: Context, node: exp.Expr) -> Span | None:
    """The word FINAL behind a table."""
    end = end_of(node)
    for token in ctx.parsed.tokens:
        if token.start >= end and token.text.upper() == "FINAL":
            return Span(token.start, token.end + 1)
    return ctx.span_of(node)


def _table(frame: Frame, node: exp.Expr) -> Rel:
    ctx = frame.ctx
    this = node.args.get("this")
    if not isinstance(this, exp.Identifier) and not (
        isinstance(this, exp.Dot) and isinstance(this.expression, exp.Identifier)  # a.b.c.d.e is a name
    ):
        if isinstance(this, (exp.Func, exp.Dot, exp.Anonymous)):
            alias, names = alias_of(frame, node)
            run = ctx.dialect.sources.run(frame, node, this, alias, names)
            if run is not None:
                return hang(frame, run, node)
            macro = macros.table(frame, node, this) if ctx.session.macros else None
            if macro is not None:
                ref = Ref(ctx.rows(), Dataset(alias or this.name, "function", stored=False), macro.rel, [])
                frame.add(QueryEntry(ctx, alias or this.name, ref, macro, names))
                return hang(frame, ref, node)
            known = sources.source(frame, this, alias, names, node.args.get("db"))
            if known is not None:
                return hang(frame, known, node)
            rel = unnest.table_function(
                frame, Single(ctx.rows()), this, alias, names, bool(node.args.get("ordinality"))
            )
            return hang(frame, rel, node)
        ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(node), "This table")
        return Single(ctx.rows())
    parts = ctx.table_parts(node)  # type: ignore[arg-type]
    alias, names = alias_of(frame, node)
    rel = named_source(frame, node, parts, alias, names)
    if node.args.keys() <= _PLAIN:
        return rel
    ctx.unread(node, _TABLE)
    version = node.args.get("version") or node.args.get("when")
    if version is not None:
        rel = _as_of(frame, rel, version)
    return hang(frame, rel, node)


def named_source(frame: Frame, node: exp.Expr, parts: tuple[str, ...], alias: str, names: list[str] | None) -> Rel:
    """A name in FROM: a CTE, a path into an outer table's array, an opened view, or a stored table."""
    ctx = frame.ctx
    whole = ".".join(parts)  # WITH `a.b` AS (…) … FROM `a.b`: one name with a dot in it
    if len(parts) == 1 or _is_one_name(node, parts):
        match = frame.ctes.find(ctx.folded(whole))
        if match is not None and match.scalar is None:
            entry = cte.refer(ctx, match, alias or whole, names)
            frame.add(entry)
            return entry.rel
    elif len(parts) == 2 and parts[0].lower() == cte.RECURRING:
        match = frame.ctes.find(f"{cte.RECURRING}.{ctx.folded(parts[1])}")
        if match is not None:
            entry = cte.refer(ctx, match, alias or parts[1], names)
            frame.add(entry)
            return entry.rel
    if len(parts) > 1:
        opened = unnest.path_source(frame, parts, alias)
        if opened is not None:
            return opened
    several = ctx.dialect.sources.several(frame, parts, alias, names) if parts[-1].endswith("*") else None
    several = several or _bare_file(frame, node, parts, alias, names)
    entry = several if several is not None else stored(frame, node, parts, alias, names)
    frame.add(entry)
    return entry.rel


def _is_one_name(node: exp.Expr, parts: tuple[str, ...]) -> bool:
    """Whether several parts were written between one pair of quotes."""
    return len(parts) > 1 and isinstance(node, exp.Table) and bool(node.meta.get("quoted_table"))


def _bare_file(
    frame: Frame, node: exp.Expr, parts: tuple[str, ...], alias: str, names: list[str] | None
) -> Entry | None:
    """FROM 'data/orders.csv': a file, unless the catalog has a table of that name."""
    ctx = frame.ctx
    file = ctx.dialect.sources.file(parts[0]) if len(parts) == 1 else None
    if file is None or ctx.lookup(parts)[1] is not None:
        return None
    return sources.entry_of(frame, ExternalSource(name=file[0], kind="file"), node, alias or file[1], names, file[1])


def _as_of(frame: Frame, rel: Rel, version: exp.Expr) -> Rel:
    """FOR SYSTEM_TIME AS OF a.proc_time: the time is a key of the join, and belongs to whoever joins this table."""
    inner = version.args.get("expression")
    if not isinstance(inner, exp.Expr):
        return rel
    reads = read.predicate(frame, inner, JOIN, "ON")
    if not reads:
        return rel
    return Filter(frame.ctx.rows(), frame.settle(rel), reads, AS_OF)


def _subquery(frame: Frame, node: exp.Expr) -> Rel:
    ctx = frame.ctx
    alias, names = alias_of(frame, node)
    inner = node.this
    if (isinstance(inner, (exp.Table, exp.Subquery)) and not isinstance(inner, exp.Query)) or (
        isinstance(inner, exp.Subquery) and not alias and not inner.args.get("order") and not inner.args.get("limit")
    ):
        if not alias:
            # (t JOIN u ON …): parentheses around joins, names stay in sight
            joined_from, frame.tables.joined_from = frame.tables.joined_from, len(frame.tables.entries)
            rel = bind_source(frame, inner)
            frame.tables.joined_from = joined_from
            return hang(frame, rel, node)
        scope = Frame(ctx, frame.parent, frame.ctes)
        rel = (
            bind_joins(scope, bind_source(scope, inner), inner)
            if not isinstance(inner, exp.Table)
            else bind_source(scope, inner)
        )
        bound = Query(rel, all_columns(scope))
    else:
        inner_ctes = cte.bind_with(ctx, node, frame, frame.ctes)
        outside = ctx.dialect.clauses.derived_table_scope(frame)
        bound = ctx.up.query(ctx, inner, outside, inner_ctes)
        bound = tail.finish(ctx, node, bound, outside, inner_ctes)
    return hang(frame, _name_query(frame, bound, alias, names, node), node)


def _derived(frame: Frame, node: exp.Expr, alias: str, names: list[str] | None) -> Rel:
    return _name_query(frame, frame.ctx.up.query(frame.ctx, node, frame.parent, frame.ctes), alias, names, node)


def _name_query(frame: Frame, bound: Query, alias: str, names: list[str] | None, node: exp.Expr) -> Rel:
    ctx = frame.ctx
    relation_stored.check_width(ctx, node, alias or "The subquery", names, bound)
    rel = Ref(ctx.rows(), Dataset(alias or "(subquery)", "subquery", stored=False), bound.rel, [])
    frame.add(QueryEntry(ctx, alias, rel, bound, names))
    return rel


_BUILT = (exp.Struct, exp.Array)
"""Values with parts that stay apart: VALUES (named_struct('a', 1)), (array(struct(1, 2)))."""


def _values(frame: Frame, node: exp.Expr) -> Rel:
    """VALUES (1, 'a'), (2, 'b'): a column reads what its expressions read."""
    ctx = frame.ctx
    alias, names = alias_of(frame, node)
    known = sources.values(frame, node, alias, names)
    if known is not None:
        return hang(frame, known, node)
    rows = [
        expression.expressions
        if isinstance(expression, exp.Tuple)
        else [expression.this if isinstance(expression, exp.Paren) else expression]
        for expression in node.expressions
    ]
    rows, names = ctx.dialect.sources.values(node, rows, names)
    width = max((len(row) for row in rows), default=0)
    scope = Frame(ctx, frame if frame.tables.entries else frame.parent, frame.ctes)
    births: list[Born] = []
    outputs: list[Output] = []
    dataset = Dataset(alias or "values", "values", stored=False)
    for position in range(width):
        reads: list[Read] = []
        name = names[position] if names and position < len(names) else ctx.dialect.output_names.values(position)
        cells = [row[position] for row in rows if position < len(row) and not isinstance(row[position], exp.Literal)]
        built = [read.value(scope, cell, name) for cell in cells if isinstance(cell, _BUILT)]
        for cell in cells:
            if not isinstance(cell, _BUILT):
                read.reads(scope, cell, DIRECT, reads)
        reads += [Read(value, DIRECT) for value in built]
        kind = next((value.type for value in built if value.shaped), UNKNOWN)
        col = ctx.col(name, dataset, kind)
        if any(value.shaped for value in built):  # VALUES (struct(1 AS a)): its fields stay apart
            col.shaped = True
            col.like = tuple((value, DIRECT) for value in built)
        births.append(Born(col, tuple(reads)))
        outputs.append(Output(name, col))
    below = scope.settle(Single(ctx.rows())) if scope.pending.subs or scope.pending.born else None
    rel = Values(ctx.rows(), below, births)
    frame.add(FixedEntry(ctx, alias, dataset, rel, outputs))
    return hang(frame, rel, node)


def all_columns(frame: Frame) -> list[Output]:
    """Every column in sight, as a star would give them."""
    return names_star.everything(frame)


UPWARD.source = bind_source
