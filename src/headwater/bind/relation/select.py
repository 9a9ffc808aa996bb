"""SELECT: its clauses in the order in which they act.

FROM, WHERE, GROUP BY, HAVING, the select list, QUALIFY, DISTINCT, ORDER BY, LIMIT. Aggregates and window functions
found anywhere in the list are collected while it is bound, and their operators are put under the projection afterwards;
the row sets of those operators are born beforehand, so that ids still grow.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.types import Array
from headwater.bind.context import Context
from headwater.bind.expr import read as expr_read
from headwater.bind.expr import references
from headwater.bind.expr.function_classes import EXPLODES
from headwater.bind.names import shape
from headwater.bind.names import star as names_star
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.output_names.item_tokens import item_text
from headwater.bind.relation import cte, from_, join, match_recognize, star, tail
from headwater.bind.scope import TAIL, Ctes, Found, Output, Query
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
from headwater.sql.placeholders import ALIASES
from headwater.sql.tree import start_of

_TAKEN = TAIL | {
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
        _early(frame, node)
    source = args.get("from_")
    rel: Rel = from_.bind_from(frame, node, source) if source is not None else Single(ctx.rows())
    if args.get("match") is not None:
        rel = match_recognize.bind(frame, rel, args["match"])
    if source is None and (args.get("joins") or args.get("laterals")):
        rel = join.bind_joins(frame, rel, node)
    return over(frame, node, rel)


def over(frame: Frame, node: exp.Expr, rel: Rel) -> Query:
    """What a SELECT does with the tables that are in sight already."""
    args = node.args
    items = _items(frame, node)
    for clause in ("prewhere", "where"):
        condition = args.get(clause)
        if condition is not None:
            rel = where(frame, rel, condition.this, clause.upper())
    return _grouped(frame, node, rel, items)


def _early(frame: Frame, node: exp.Expr) -> None:
    """Aliases that are in sight before the select list is reached: SELECT a AS k … JOIN u ON k = u.a, and those given
    inside an expression, f(x AS y).
    """
    ctx = frame.ctx
    for expression in node.args["expressions"]:
        if expression.__class__ is exp.Alias:
            name = ctx.written(expression.args["alias"])
            frame.items.aliases.setdefault(ctx.folded(name), Item(expression.args["this"], name))
    meta = node._meta
    for one in (meta.get(ALIASES) if meta else None) or ():
        frame.items.aliases.setdefault(ctx.folded(one.alias), Item(one.this, one.alias))


def where(frame: Frame, rel: Rel, condition: exp.Expr, clause: str) -> Rel:
    """WHERE: rows follow what the condition reads."""
    reads = expr_read.predicate(frame, condition, FILTER, clause)
    rel = frame.settle(rel)
    return Filter(frame.ctx.rows(), rel, reads, clause)


def _items(frame: Frame, node: exp.Expr) -> list[Item | exp.Expr]:
    """The select list: items with names, and stars to be opened in their turn."""
    ctx = frame.ctx
    items: list[Item | exp.Expr] = []
    for expression in node.args["expressions"]:
        kind = type(expression)
        if kind is exp.Alias and ctx.dialect.stars.opens(frame, expression):
            items.append(expression)
        elif kind is exp.Alias and not star.for_each(ctx, expression):
            alias = expression.args["alias"]
            item = Item(expression.args["this"], ctx.written(alias))
            known = frame.items.aliases.setdefault(ctx.folded(item.name), item)
            items.append(known if known.node is item.node else item)
        elif kind is exp.Column:
            this = expression.args["this"]
            if this.__class__ is exp.Star:
                items.append(expression)
            else:
                item = Item(expression, "")
                frame.items.implied.setdefault(ctx.folded(this.name), item)
                items.append(item)
        elif (kind in star.SEVERAL or ctx.has_columns) and (
            names_star.is_star(expression) or star.opens(frame, expression)
        ):
            items.append(expression)
        else:
            items.append(Item(expression, ""))
    if frame.items.aliases:
        frame.forget()  # what ON made of a name may be an alias from here on; such names are not kept again
    return items


def _grouped(frame: Frame, node: exp.Expr, rel: Rel, items: list[Item | exp.Expr]) -> Query:
    ctx = frame.ctx
    args = node.args
    for window in args.get("windows") or ():
        frame.window_names[window.this.name.lower()] = window
    group = args.get("group")
    keys: list[Read] = []
    if group is not None:
        ctx.dialect.output_names.group_aliases(frame, group)
        keys = _group_keys(frame, group, items)
        frame.grouped = frozenset(column.name for key in group.expressions for column in key.find_all(exp.Column))
        rel = frame.settle(rel)
    grouped_rows = ctx.rows()
    having = args.get("having")
    having_reads: list[Read] = []
    having_rows: Col | None = None
    if having is not None:
        having_reads = expr_read.predicate(frame, having.this, FILTER, "HAVING")
        having_rows = ctx.rows()
    having_subs, frame.pending.subs = frame.pending.subs, []
    # windows see the rows after HAVING; the operator is made below, its rows exist already
    outputs = _select_list(frame, node, items)
    outputs_now = [output.col for output in outputs]
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
        order_reads = tail.order_keys(frame, order, list(outputs_now))
        outputs = _interpolated(frame, order, outputs)
        outputs_now = [output.col for output in outputs]
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
    rel = _tail(frame, node, rel, order_reads, outputs_now)
    ctx.unread(node, _TAKEN)
    return Query(rel, outputs)


def _interpolated(frame: Frame, order: exp.Expr, outputs: list[Output]) -> list[Output]:
    """WITH FILL … INTERPOLATE (b AS b + c): in the rows that are filled in, b is what the expression gives."""
    ctx = frame.ctx
    given: dict[str, exp.Expr] = {}
    for key in order.expressions:
        fill = key.args.get("with_fill")
        for one in (fill.args.get("interpolate") if fill is not None else None) or ():
            if isinstance(one, exp.Alias):
                given[ctx.folded(one.alias)] = one.this
    if not given:
        return outputs
    result: list[Output] = []
    for output in outputs:
        node = given.get(ctx.folded(output.name))
        if node is None or output.opens is not None:
            result.append(output)
            continue
        reads = [Read(output.col, DIRECT), *expr_read.predicate(frame, node, DERIVED, "ORDER BY")]
        col = ctx.col(output.name, None, output.col.type)
        frame.birth(Born(col, tuple(reads)))
        result.append(Output(output.name, col, None, output.start, output.end))
    return result


def _group_keys(frame: Frame, group: exp.Expr, items: list[Item | exp.Expr]) -> list[Read]:
    """GROUP BY: positions, aliases, expressions, ROLLUP, CUBE, GROUPING SETS."""
    out: list[Read] = []
    stack: list[exp.Expr] = []
    for name in ("grouping_sets", "cube", "rollup", "expressions"):
        value = group.args.get(name)
        if isinstance(value, list):
            stack.extend(reversed([one for one in value if isinstance(one, exp.Expr)]))
    while stack:
        one = stack.pop()
        if isinstance(one, (exp.Rollup, exp.Cube, exp.GroupingSets, exp.Tuple)):
            stack.extend(reversed(one.expressions))
        elif isinstance(one, exp.Paren):
            stack.append(one.this)
        elif isinstance(one, exp.Literal) and not one.is_string and one.name.isdigit():
            out += _ordinal(frame, one, items)
        else:
            out += expr_read.predicate(frame, one, GROUP_BY, "GROUP BY")
    frame.ctx.unread(group, _GROUP)
    return out


_GROUP = frozenset({"expressions", "grouping_sets", "cube", "rollup", "all", "totals"})


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
        frame.ctx.say(codes.ORDINAL_OUT_OF_RANGE, frame.ctx.place(node), node.name, str(len(columns)))
        return []
    chosen = columns[position - 1]
    if isinstance(chosen, Col):
        return [Read(chosen, GROUP_BY)]
    return expr_read.predicate(frame, chosen, GROUP_BY, "GROUP BY")


def _all_keys(frame: Frame, outputs: list[Output]) -> list[Read]:
    """GROUP BY ALL: every output that is not an aggregate, and not the same for every row: (SELECT max(x) FROM u)."""
    births = {born.col.id: born for born in (*frame.pending.below, *frame.pending.born)}
    aggregates = {born.col.id for born in (*frame.pending.aggregates, *frame.pending.windows)}
    for at in sorted(births):
        # a field taken out of an aggregated struct is an aggregate too
        if any(read.col.id in aggregates or read.kind in (AGG, WINDOW) for read in births[at].reads):
            aggregates.add(at)
    out: list[Read] = []
    for output in outputs:
        if output.col.id in aggregates or output.col.id in frame.pending.alone:
            continue
        born = births.get(output.col.id)
        if born is None:
            out.append(Read(output.col, GROUP_BY))
        else:
            out += [read._replace(kind=GROUP_BY) for read in born.reads if read.kind is not ROWS]
    return out


def _select_list(frame: Frame, node: exp.Expr, items: list[Item | exp.Expr]) -> list[Output]:
    ctx = frame.ctx
    names = ctx.dialect.output_names
    namer = names.namer(frame, node, items)
    generated = ctx.dialect.stars.generator_column
    stored = names.reference_case == "stored"
    plain = "SELECT" not in ctx.alias_clauses
    outputs: list[Output] = []
    unnamed = 0
    frame.clause = "SELECT"
    for item in items:
        if not isinstance(item, Item):
            frame.clause = "SELECT"
            index = _star_at(ctx, item)
            opened = star.expand(frame, item)
            outputs.extend(opened if index[0] < 0 else [one._replace(start=index[0], end=index[1]) for one in opened])
            if isinstance(item, (exp.QueryTransform, exp.Aliases)):
                _given(frame, item, opened)
            continue
        name = item.name
        implied = not name
        if implied:
            known = generated if generated and type(item.node) in EXPLODES else namer(item.node)
            if known is None:
                known = names.unnamed(len(outputs), unnamed, item_text(ctx, item.node))
                unnamed += 1
            name = known
            item.name = name
            if item.node.__class__ is not exp.Column:
                frame.items.aliases.setdefault(ctx.folded(name), item)
        col = _handed_on(frame, item) if plain and item.node.__class__ is exp.Column else None
        if col is None:
            col = expr_read.bind_item(frame, item)
        if (
            stored
            and implied
            and type(item.node) is exp.Column
            and name != col.name
            and ctx.folded(name) == ctx.folded(col.name)
        ):
            name = col.name  # SELECT A FROM t(a) gives a
        outputs.append(Output(name, col, None, *span_of_item(ctx, item.node)))
    if node.args.get("kind") == "VALUE" and len(outputs) == 1 and outputs[0].opens is None:
        # SELECT AS VALUE s: rows that are structs have the fields as columns
        whole = outputs[0]
        fields = shape.expand(frame, Found(whole.col)) if not isinstance(whole.col.type, Array) else None
        if fields:
            outputs = [field._replace(start=whole.start, end=whole.end) for field in fields]
    return names.repeated(outputs)


def _given(frame: Frame, node: exp.Expr, outputs: list[Output]) -> None:
    """explode(m) AS (k, v), TRANSFORM (…) AS (k, v): names of the list, for SORT BY k."""
    for output in outputs:
        item = Item(node, output.name)
        item.col = output.col
        frame.items.aliases.setdefault(frame.ctx.folded(output.name), item)


def _star_at(ctx: Context, node: exp.Expr) -> tuple[int, int]:
    """The place of `*` or `t.*`: where the columns that it stands for are written."""
    if isinstance(node, exp.Anonymous) and not ctx.foreign:
        return ctx.spans.item(start_of(node))
    inner = node.args.get("this") if isinstance(node, exp.Column) else node
    meta = inner._meta if isinstance(inner, exp.Star) else None
    if not meta or ctx.foreign or ctx.text(meta["start"], meta["end"] + 1) != "*":
        return -1, -1  # FROM t without a SELECT: the star is the parser's own
    return start_of(node), meta["end"] + 1


def _handed_on(frame: Frame, item: Item) -> Col | None:
    """Most items are a plain column: handed on as it is, without the machinery for expressions."""
    if item.col is None:
        answers = references.find(frame, item.node)[0]
        if len(answers) != 1:
            return None
        col, path, doubt, kind = answers[0]
        if path or doubt or kind is not DIRECT:
            return None
        item.col = col
    return item.col


def span_of_item(ctx: Context, node: exp.Expr) -> tuple[int, int]:
    """The place of a plain reference; anything else has its place at its birth."""
    while type(node) is exp.Paren:
        node = node.this
    if type(node) is not exp.Column or ctx.foreign:
        return -1, -1
    args = node.args
    last = first = args["this"]._meta
    if args.get("table") is not None:
        first = (args.get("catalog") or args.get("db") or args["table"])._meta
    if not last or not first:
        return -1, -1
    return first["start"], last["end"] + 1


def _tail(frame: Frame, node: exp.Expr, rel: Rel, order: list[Read], columns: list[Col]) -> Rel:
    """DISTINCT, DISTINCT ON, LIMIT BY, SORT BY, LIMIT."""
    ctx = frame.ctx
    args = node.args
    distinct = args.get("distinct")
    if distinct is not None and isinstance(distinct, exp.Expr):
        on = distinct.args.get("on")
        if on is not None:
            keys: list[Read] = []
            for expression in (
                on.expressions if isinstance(on, exp.Tuple) else [on.unnest() if isinstance(on, exp.Paren) else on]
            ):
                keys += tail.key_reads(frame, expression, list(columns), SORT, "ORDER BY")
            rel = frame.settle(rel)
            rel = Limit(ctx.rows(), rel, [*keys, *order])
        else:
            rel = Distinct(ctx.rows(), rel, [Read(col, GROUP_BY) for col in columns])
    presented: list[Read] = []
    for clause in ("sort", "cluster", "distribute"):
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
