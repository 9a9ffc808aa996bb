"""UPDATE and DELETE: assigned columns, and what decides the rows."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.types import Struct as StructType
from headwater.bind.context import Context
from headwater.bind.expr import read, subqueries
from headwater.bind.names.frame import Frame
from headwater.bind.relation import cte, from_, join, select, select_list
from headwater.bind.scope import Ctes, Output
from headwater.bind.statement import returning
from headwater.bind.target import Bound, Target, target_column
from headwater.rel.columns import Born
from headwater.rel.operators import Join, Write

_UPDATE = frozenset(
    {"this", "expressions", "from_", "where", "with_", "returning", "order", "limit", "options", "hint"}
)
_DELETE = frozenset({"this", "using", "where", "with_", "returning", "tables", "order", "limit", "cluster", "hint"})


def update(ctx: Context, tree: exp.Expr, outer: Ctes | None = None) -> Bound:
    """UPDATE t SET a = b FROM u WHERE …: assigned columns only; what matches and filters decides the target's rows."""
    args = tree.args
    ctes = cte.bind_with(ctx, tree, None, outer or Ctes())
    frame = Frame(ctx, None, ctes)
    this = args["this"]
    while not isinstance(this, exp.Table) and isinstance(this, exp.Expr) and this.find(exp.Table) is not None:
        this = this.find(exp.Table)
    target = Target(ctx, this)
    rel = from_.bind_source(frame, this)
    mine = frame.tables.entries[0]
    if args.get("from_") is not None:
        right = from_.bind_source(frame, args["from_"].this)
        rel = Join(ctx.rows(), rel, right, "CROSS", (), ())
        rel = join.bind_joins(frame, rel, args["from_"])
    # a bare name in SET or WHERE is the target's where it has it
    births = assignments(frame, target, args.get("expressions") or [])
    rel = frame.settle(rel)
    where = args.get("where")
    if where is not None:
        rel = select.where(frame, rel, where.this, "WHERE")
    ctx.unread(tree, _UPDATE)
    rel = frame.settle(rel)
    returned = returning.rows(target, tree, rel, births, ctes, mine)
    write = Write(ctx.rows(), rel, target.dataset, "UPDATE", births)
    return Bound("UPDATE", [write], target.dataset, returned=returned)


def delete(ctx: Context, tree: exp.Expr, outer: Ctes | None = None) -> Bound:
    """DELETE FROM t WHERE …: no value moves; the condition decides the target's rows."""
    args = tree.args
    ctes = cte.bind_with(ctx, tree, None, outer or Ctes())
    frame = Frame(ctx, None, ctes)
    this = args.get("this") or (args["tables"][0] if args.get("tables") else None)
    if not isinstance(this, exp.Table):
        ctx.say(codes.UNREAD_SYNTAX, None, "The target of DELETE")
        return Bound("DELETE")
    target = Target(ctx, this)
    rel = from_.bind_source(frame, this)
    mine = frame.tables.entries[0]
    for column in args.get("using") or ():
        right = from_.bind_source(frame, column)
        rel = Join(ctx.rows(), rel, right, "CROSS", (), ())
    where = args.get("where")
    if where is not None:
        rel = select.where(frame, rel, where.this, "WHERE")
    ctx.unread(tree, _DELETE)
    rel = frame.settle(rel)
    returned = returning.rows(target, tree, rel, (), ctes, mine)
    return Bound("DELETE", [Write(ctx.rows(), rel, target.dataset, "DELETE", [])], target.dataset, returned=returned)


def assignments(frame: Frame, target: Target, nodes: list[exp.Expr]) -> list[Born]:
    """SET a = …, (b, c) = (…): only assigned columns are written."""
    births: list[Born] = []
    for expression in nodes:
        if not isinstance(expression, exp.EQ):
            continue
        lefts = expression.this.expressions if isinstance(expression.this, exp.Tuple) else [expression.this]
        right = expression.expression
        if len(lefts) > 1 and isinstance(right, exp.Tuple):
            rights = list(right.expressions)
        else:
            rights = [right]
        if len(lefts) > len(rights):
            births += _several(frame, target, lefts, rights[0])
            continue
        for left, value in zip(lefts, rights, strict=False):
            births.append(_assign(frame, target, left, value))
    return births


def _several(frame: Frame, target: Target, lefts: list[exp.Expr], right: exp.Expr) -> list[Born]:
    """SET (a, b) = (SELECT x, y FROM …)."""
    while isinstance(right, exp.Paren):
        right = right.this
    bound = subqueries.plan(frame, right)
    births = []
    for left, output in zip(lefts, bound.outputs, strict=False):
        name, position = target.named(_assigned(left), left)
        births.append(target_column(frame.ctx, target.dataset, name, position, output, target.doubt(position)))
    return births


def _assigned(node: exp.Expr) -> str:
    """The column that an assignment writes: the outermost one, where fields of a struct are set."""
    while isinstance(node, (exp.Dot, exp.Bracket)):
        node = node.this
    return str(node.name)


def _nested(frame: Frame, target: Target, left: exp.Expr) -> tuple[str, int] | None:
    """SET s.y.z = …: a field of the target's column s, by its whole name, and where s stands; None for a column."""
    inner: list[str] = []
    while isinstance(left, exp.Dot):
        inner.insert(0, left.expression.name)
        left = left.this
    if not isinstance(left, exp.Column) or target.table is None or target.table.columns is None:
        return None
    parts = [left.args[name].name for name in ("catalog", "db", "table", "this") if left.args.get(name) is not None]
    parts += inner
    index = target.table.index(frame.ctx.fold)
    own = {frame.ctx.folded(name) for name in (target.parts[-1], target.node.alias) if name}
    if len(parts) > 1 and frame.ctx.folded(parts[0]) in own and frame.ctx.folded(parts[1]) in index:
        parts = parts[1:]
    position = index.get(frame.ctx.folded(parts[0]))
    if len(parts) < 2 or position is None or target.table.columns[position].type.__class__ is not StructType:
        return None
    return ".".join((target.table.columns[position].name, *parts[1:])), position


def _assign(frame: Frame, target: Target, left: exp.Expr, right: exp.Expr) -> Born:
    nested = _nested(frame, target, left)
    name, position = nested if nested is not None else target.named(_assigned(left), left)
    frame.clause = "SET"
    if is_default(right):
        col = frame.ctx.col(name, target.dataset)
        col.ordinal = position
        return Born(col, ())
    value = Output(name, read.value(frame, right, name), None, *select_list.span_of_item(frame.ctx, right))
    return target_column(frame.ctx, target.dataset, name, position, value, target.doubt(position))


def is_default(node: exp.Expr) -> bool:
    """SET a = DEFAULT; some grammars read the keyword as a column, which would have to be quoted."""
    if isinstance(node, exp.Column):
        inner = node.this
        return not node.args.get("table") and not inner.args.get("quoted") and inner.name.upper() == "DEFAULT"
    return isinstance(node, exp.Var) and node.name.upper() == "DEFAULT"
