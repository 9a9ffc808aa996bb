"""MERGE: the union of all its branches."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.column_mapping import by_position, numbers
from headwater.bind.context import Context
from headwater.bind.expr import read
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, from_, select_list
from headwater.bind.scope import Ctes, Output
from headwater.bind.statement import returning
from headwater.bind.statement.update import assignments, is_default
from headwater.bind.target import Bound, Target, target_column
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import FILTER, JOIN
from headwater.rel.operators import Filter, Join, Rel, Write
from headwater.sql.placeholders import BY_NAME

_MERGE = frozenset({"this", "using", "on", "whens", "with_", "returning", "using_cond"})


def merge(ctx: Context, tree: exp.Expr, outer: Ctes | None = None) -> Bound:
    """MERGE: the union of all branches; ON is JOIN, WHEN … AND c is FILTER."""
    args = tree.args
    ctes = cte.bind_with(ctx, tree, None, outer or Ctes())
    frame = Frame(ctx, None, ctes)
    this = args["this"]
    if not isinstance(this, exp.Table):
        ctx.say(codes.UNREAD_SYNTAX, None, "The target of MERGE")
        return Bound("MERGE")
    target = Target(ctx, this)
    left = from_.bind_source(frame, this)
    mine = frame.tables.entries[0]
    mark = len(frame.tables.entries)
    right = from_.bind_source(frame, args["using"])
    sources = frame.tables.entries[mark:]
    reads: list[Read] = []
    if isinstance(args.get("on"), exp.Expr):
        reads = read.predicate(frame, args["on"], JOIN, "ON")
    for key in (ctx.folded(column.name) for column in args.get("using_cond") or ()):
        reads += [Read(col, JOIN) for entry in (mine, *sources) if (col := entry.find(key)) is not None]
    rel: Rel = Join(ctx.rows(), frame.settle(left), right, "MERGE", reads, ())
    births: list[Born] = []
    whens = args.get("whens")
    conditions: list[Read] = []
    for when in whens.expressions if whens is not None else ():
        condition = when.args.get("condition")
        if condition is not None:
            conditions += read.predicate(frame, condition, FILTER, "WHERE")
        births += _when(frame, target, when, mine, sources)
    rel = frame.settle(rel)
    if conditions:
        rel = Filter(ctx.rows(), rel, conditions, "WHEN")
    ctx.unread(tree, _MERGE)
    changes = any(
        not isinstance(expression.args.get("then"), exp.Insert) for expression in (whens.expressions if whens else ())
    )
    returned = returning.rows(target, tree, rel, births, ctes, mine if changes else None, True)
    write = Write(ctx.rows(), rel, target.dataset, "MERGE", births)
    return Bound("MERGE", [write], target.dataset, returned=returned)


def _when(frame: Frame, target: Target, when: exp.Expr, mine: object, sources: list) -> list[Born]:  # type: ignore[type-arg]
    """One branch of a MERGE."""
    then = when.args.get("then")
    if isinstance(then, exp.Update):
        given = then.args.get("expressions") or []
        if not given or isinstance(given, exp.Star) or (len(given) == 1 and isinstance(given[0], exp.Star)):
            return _all(frame, target, then, sources)
        if isinstance(given[0], exp.EQ) and given[0].this.name == BY_NAME:
            return _all_by_name(frame, target, sources)
        return assignments(frame, target, given)
    if isinstance(then, exp.Insert):
        return _merge_insert(frame, target, then, mine, sources)
    return []


def _all(frame: Frame, target: Target, node: exp.Expr, sources: list) -> list[Born]:  # type: ignore[type-arg]
    """UPDATE SET *, INSERT *: by name, or by position where the dialect says so."""
    if not frame.ctx.dialect.writes.merges_by_position():
        return _all_by_name(frame, target, sources)
    return by_position(frame.ctx, target, [output for entry in sources for output in entry.star()], target.columns)


def _all_by_name(frame: Frame, target: Target, sources: list) -> list[Born]:  # type: ignore[type-arg]
    """Every column of the source that the target has too, by name."""
    births: list[Born] = []
    ctx = frame.ctx
    for output in [output for entry in sources for output in entry.star()]:
        if output.opens is not None:
            births.append(target_column(ctx, target.dataset, "*", -1, output))
            continue
        position = -1
        name = output.name
        if target.table is not None and target.table.columns is not None:
            own = target.table.index(ctx.fold).get(ctx.folded(name))
            if own is None:
                continue
            position, name = own, target.table.columns[own].name
        births.append(target_column(ctx, target.dataset, name, position, output, target.doubt(position)))
    return births


def _merge_insert(frame: Frame, target: Target, node: exp.Expr, mine: object, sources: list) -> list[Born]:  # type: ignore[type-arg]
    this = node.args.get("this")
    values = node.args.get("expression")
    bare = this.expressions[0] if isinstance(this, exp.Tuple) and len(this.expressions) == 1 else None
    if isinstance(bare, exp.Anonymous) and bare.name.upper() == "VALUES":
        # INSERT VALUES (…) without a column list is read as a call of that name
        this, values = None, exp.Tuple(expressions=bare.expressions)
    if isinstance(bare, exp.Alias) and (bare.this.name.upper(), bare.alias.upper()) == ("BY", "NAME"):
        return _all_by_name(frame, target, sources)
    if isinstance(bare, exp.Column) and bare.name.upper() == "DEFAULT" and not values:
        return []  # INSERT DEFAULT VALUES
    if isinstance(this, exp.Star) or (not values and this is None) or isinstance(values, exp.Star):
        return _all(frame, target, node, sources)
    if isinstance(values, exp.Var) or (isinstance(this, exp.Var) and this.name.upper() == "ROW"):
        return by_position(frame.ctx, target, [o for e in sources for o in e.star()], target.columns)
    if this is not None and not isinstance(values, exp.Expr):
        frame.ctx.say(codes.UNREAD_SYNTAX, frame.ctx.span_of(node), "INSERT without values")
        return []
    if isinstance(values, exp.Values):
        values = values.expressions[0] if values.expressions else None
    given = (
        list(values.expressions)
        if isinstance(values, exp.Tuple)
        else [values.unnest() if isinstance(values, exp.Paren) else values]
        if values is not None
        else []
    )
    if isinstance(this, exp.Tuple):
        listed = list(this.expressions)
    elif isinstance(this, (exp.Column, exp.Identifier)):
        listed = [this]
    elif isinstance(this, exp.Paren):
        listed = [this.this]
    else:
        names = target.columns
        listed = [exp.to_identifier(name) for name in names or numbers(frame.ctx, target, len(given))]
    if len(given) == 1 and isinstance(given[0], exp.Star):
        # INSERT (b, a) ROW: the source's columns by position
        opened = [o for e in sources for o in e.star()]
        return by_position(frame.ctx, target, opened, [column.name for column in listed])
    if listed and len(listed) != len(given):
        frame.ctx.say(
            codes.INSERT_WIDTH, frame.ctx.span_of(node), target.dataset.name, str(len(listed)), str(len(given))
        )
    # the target's row does not exist yet: a bare name is the source's
    hidden = [entry for entry in frame.tables.entries if entry is mine]
    for entry in hidden:
        frame.tables.entries.remove(entry)
    frame.forget()
    births = []
    for position, (left, right) in enumerate(zip(listed, given, strict=False)):
        if right is None or is_default(right):
            continue
        name, own = target.named(left.name, left)
        value = Output(name, read.value(frame, right, name), None, *select_list.span_of_item(frame.ctx, right))
        index = own if own >= 0 else position
        births.append(target_column(frame.ctx, target.dataset, name, index, value, target.doubt(own)))
    frame.tables.entries[:0] = hidden
    frame.forget()
    return births
