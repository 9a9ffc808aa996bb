"""SELECT: its clauses in the order in which they act.

FROM, WHERE, GROUP BY, HAVING, the select list, QUALIFY, DISTINCT, ORDER BY, LIMIT. Aggregates and window functions
found anywhere in the list are collected while it is bound, and their operators are put under the projection afterwards;
the row sets of those operators are born beforehand, so that ids still grow.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.expr import read as expr_read
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.relation import cte, from_, join, match_recognize, missing_keys, select_list, star, tail
from headwater.bind.scope import TAIL, Ctes, Output, Query
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import AGG, DERIVED, DIRECT, FILTER, GROUP_BY, ROWS, SORT, WINDOW
from headwater.rel.operators import (
    Aggregate,
    Apply,
    Distinct,
    Filter,
    Limit,
    Project,
    Rel,
    Single,
    Sort,
    Unnest,
    Window,
)

_ARGUMENTS = TAIL | {
    "expressions", "from_", "joins", "laterals", "where", "prewhere", "group", "having", "qualify", "windows",
    "distinct", "kind",
    "operation_modifiers", "sample", "cluster", "distribute", "sort", "exclude", "into", "match",
}  # fmt: skip


def bind(ctx: Context, node: exp.Expr, parent: Frame | None, ctes: Ctes) -> Query:
    """Bind a SELECT."""
    args = node.args
    inner = cte.bind_with(ctx, node, parent, ctes)
    frame = Frame(ctx, parent, inner)
    if "ON" in ctx.alias_clauses:
        select_list.register_aliases(frame, node)
    source = args.get("from_") or ctx.dialect.clauses.without_from(node)
    rel: Rel = from_.bind_from(frame, node, source) if source is not None else Single(ctx.rows())
    if args.get("match") is not None:
        rel = match_recognize.bind(frame, rel, args["match"])
    if source is None and (args.get("joins") or args.get("laterals")):
        rel = join.bind_joins(frame, rel, node)
    return over(frame, node, rel)


def over(frame: Frame, node: exp.Expr, rel: Rel) -> Query:
    """What a SELECT does with the tables that are in sight already."""
    args = node.args
    items = select_list.read(frame, node)
    for clause in ("prewhere", "where"):
        condition = args.get(clause)
        if condition is not None:
            rel = where(frame, rel, condition.this, clause.upper())
    return _clauses(frame, node, rel, items)


def where(frame: Frame, rel: Rel, condition: exp.Expr, clause: str) -> Rel:
    """WHERE: rows follow what the condition reads."""
    reads = expr_read.predicate(frame, condition, FILTER, clause)
    rel = frame.settle(rel)
    if frame.pending.windows:
        rel = Window(rel.rows, rel, frame.pending.windows)  # FROM t |> WHERE rank() OVER (ORDER BY a) = 1
        frame.pending.windows = []
    return Filter(frame.ctx.rows(), rel, reads, clause)


def _clauses(frame: Frame, node: exp.Expr, rel: Rel, items: list[Item | exp.Expr]) -> Query:
    ctx = frame.ctx
    args = node.args
    for window in args.get("windows") or ():
        frame.window_names[window.this.name.lower()] = window
    group = args.get("group")
    keys: list[Read] = []
    missing: missing_keys.Missing | None = None
    if group is not None:
        ctx.dialect.output_names.group_aliases(frame, group)
        if ctx.dialect.clauses.nulls_missing_keys():
            missing = missing_keys.find(frame, group, items)
        keys = _group_keys(frame, group, items, ("grouping_sets",) if missing else _KEYS)
        if missing:
            missing_keys.leave_out(frame, items, missing)
        frame.grouped = frozenset(column.name for key in group.expressions for column in key.find_all(exp.Column))
        rel = frame.settle(rel)
    grouped_rows = ctx.rows()
    having = args.get("having")
    having_reads: list[Read] = []
    having_rows: Col | None = None
    if having is not None:
        condition = missing_keys.without(frame, having.this, missing) if missing else having.this
        having_reads = expr_read.predicate(frame, condition, FILTER, "HAVING")
        having_rows = ctx.rows()
    having_subs, frame.pending.subs = frame.pending.subs, []
    # windows see the rows after HAVING; the operator is made below, its rows exist already
    outputs = select_list.bind(frame, node, items)
    if missing:
        outputs = missing_keys.starred(frame, outputs, missing)
    columns = [output.col for output in outputs]
    if group is not None and group.args.get("all"):
        keys = _all_keys(frame, outputs)
    qualify = args.get("qualify")
    born, frame.pending.born = frame.pending.born, []
    subs, frame.pending.subs = frame.pending.subs, []
    qualify_reads: list[Read] = []
    if qualify is not None:
        qualify_reads = expr_read.predicate(frame, qualify.this, FILTER, "QUALIFY")
    order = args.get("order")
    late_born, frame.pending.born = frame.pending.born, []
    late_subs, frame.pending.subs = frame.pending.subs, []
    order_reads: list[Read] = []
    if order is not None:
        order_reads = tail.order_keys(frame, order, list(columns))
        outputs = _interpolated(frame, order, outputs)
        columns = [output.col for output in outputs]
    order_born, frame.pending.born = frame.pending.born, []
    order_subs, frame.pending.subs = frame.pending.subs, []
    # ── the operators, bottom up ──
    if frame.pending.below:
        rel = Project(rel.rows, rel, frame.pending.below)
    if frame.pending.aggregates or group is not None or having is not None:
        rel = Aggregate(grouped_rows, rel, keys, frame.pending.aggregates)
    if having_rows is not None:
        if having_subs:
            rel = Apply(rel.rows, rel, having_subs)
        rel = Filter(having_rows, rel, having_reads, "HAVING")
    if subs or order_subs:
        rel = Apply(rel.rows, rel, [*subs, *order_subs])
    if frame.pending.windows:
        rel = Window(rel.rows, rel, frame.pending.windows)
    if qualify is not None:
        if late_born or late_subs:
            rel = Project(rel.rows, Apply(rel.rows, rel, late_subs), late_born)
        rel = Filter(ctx.rows(), rel, qualify_reads, "QUALIFY")
    if born or order_born:
        rel = Project(rel.rows, rel, [*born, *order_born])
    if frame.pending.exploded:
        # unnest(arr) in the select list: the array decides how many rows there are
        rel = Unnest(ctx.rows(), rel, frame.pending.exploded, ())
    rel = _tail(frame, node, rel, order_reads, columns)
    ctx.unread(node, _ARGUMENTS)
    return Query(rel, outputs)


def _interpolated(frame: Frame, order: exp.Expr, outputs: list[Output]) -> list[Output]:
    """WITH FILL … INTERPOLATE (b AS b + c): in the rows that are filled in, b is what the expression gives."""
    ctx = frame.ctx
    interpolated: dict[str, exp.Expr] = {}
    for key in order.expressions:
        fill = key.args.get("with_fill")
        for column in (fill.args.get("interpolate") if fill is not None else None) or ():
            if isinstance(column, exp.Alias):
                interpolated[ctx.folded(column.alias)] = column.this
    if not interpolated:
        return outputs
    result: list[Output] = []
    for output in outputs:
        node = interpolated.get(ctx.folded(output.name))
        if node is None or output.opens is not None:
            result.append(output)
            continue
        reads = [Read(output.col, DIRECT), *expr_read.predicate(frame, node, DERIVED, "ORDER BY")]
        col = ctx.col(output.name, None, output.col.type)
        frame.birth(Born(col, tuple(reads)))
        result.append(Output(output.name, col, None, output.start, output.end))
    return result


_KEYS = ("grouping_sets", "cube", "rollup", "expressions")


def _group_keys(
    frame: Frame, group: exp.Expr, items: list[Item | exp.Expr], arguments: tuple[str, ...] = _KEYS
) -> list[Read]:
    """GROUP BY: positions, aliases, expressions, ROLLUP, CUBE, GROUPING SETS."""
    reads: list[Read] = []
    stack: list[exp.Expr] = []
    for name in arguments:
        value = group.args.get(name)
        if isinstance(value, list):
            stack.extend(reversed([key for key in value if isinstance(key, exp.Expr)]))
    while stack:
        key = stack.pop()
        if isinstance(key, (exp.Rollup, exp.Cube, exp.GroupingSets, exp.Tuple)):
            stack.extend(reversed(key.expressions))
        elif isinstance(key, exp.Paren):
            stack.append(key.this)
        elif isinstance(key, exp.Literal) and not key.is_string and key.name.isdigit():
            reads += _ordinal(frame, key, items)
        else:
            alone = isinstance(key, exp.Column) and frame.ctx.dialect.columns.groups_by_alias()
            reads += expr_read.predicate(frame, key, GROUP_BY, "ORDER BY" if alone else "GROUP BY")
    frame.ctx.unread(group, _GROUP_ARGUMENTS)
    return reads


_GROUP_ARGUMENTS = frozenset({"expressions", "grouping_sets", "cube", "rollup", "all", "totals"})


def _ordinal(frame: Frame, node: exp.Expr, items: list[Item | exp.Expr]) -> list[Read]:
    """GROUP BY 2: what the second item reads, read again as a key."""
    position = int(node.name)
    if any(not isinstance(item, Item) for item in items[:position]):
        # a star stands before it: count its columns
        columns: list[exp.Expr | Col] = []
        for item in items:
            if isinstance(item, Item):
                columns.append(item.node)
            else:
                columns.extend(output.col for output in star.expand(frame, item))
    else:
        columns = [item.node for item in items if isinstance(item, Item)]
    if not 1 <= position <= len(columns):
        frame.ctx.say(codes.ORDINAL_OUT_OF_RANGE, frame.ctx.span_of(node), node.name, str(len(columns)))
        return []
    chosen = columns[position - 1]
    if isinstance(chosen, Col):
        return [Read(chosen, GROUP_BY)]
    return expr_read.predicate(frame, chosen, GROUP_BY, "GROUP BY")


def _all_keys(frame: Frame, outputs: list[Output]) -> list[Read]:
    """GROUP BY ALL: every output that is not an aggregate, and not the same for every row: (SELECT max(x) FROM u)."""
    births = {born.col.id: born for born in (*frame.pending.below, *frame.pending.born)}
    aggregates = {born.col.id for born in (*frame.pending.aggregates, *frame.pending.windows)}
    for column in sorted(births):
        # a field taken out of an aggregated struct is an aggregate too
        if any(read.col.id in aggregates or read.kind in (AGG, WINDOW) for read in births[column].reads):
            aggregates.add(column)
    keys: list[Read] = []
    for output in outputs:
        if output.col.id in aggregates or output.col.id in frame.pending.alone:
            continue
        born = births.get(output.col.id)
        if born is None:
            keys.append(Read(output.col, GROUP_BY))
        else:
            keys += [read._replace(kind=GROUP_BY) for read in born.reads if read.kind is not ROWS]
    return keys


def _tail(frame: Frame, node: exp.Expr, rel: Rel, order: list[Read], columns: list[Col]) -> Rel:
    """DISTINCT, DISTINCT ON, LIMIT BY, SORT BY, LIMIT."""
    ctx = frame.ctx
    args = node.args
    distinct = args.get("distinct")
    if distinct is not None and isinstance(distinct, exp.Expr):
        on = distinct.args.get("on")
        if on is not None:
            keys: list[Read] = []
            nodes = on.expressions if isinstance(on, exp.Tuple) else [on.unnest() if isinstance(on, exp.Paren) else on]
            for key in nodes:
                keys += tail.key_reads(frame, key, list(columns), SORT, "ORDER BY")
            rel = frame.settle(rel)
            rel = Limit(ctx.rows(), rel, [*keys, *order])
        else:
            rel = Distinct(ctx.rows(), rel, [Read(col, GROUP_BY) for col in columns])
    presented: list[Read] = []
    for clause in tail.PRESENTED:
        value = args.get(clause)
        if value is not None:
            presented += tail.order_keys(frame, value, list(columns))
    limit, offset = args.get("limit"), args.get("offset")
    if order or presented:
        rel = Sort(rel.rows, rel, [*order, *presented])
    if order and tail.fills(args.get("order")):
        rel = Limit(ctx.rows(), rel, list(order))
    if limit is not None or offset is not None:
        rel = tail.tail(frame, rel, None, limit, offset, list(columns))
        if order and isinstance(rel, Limit):
            rel.reads = [*order, *presented, *rel.reads]
    return rel
