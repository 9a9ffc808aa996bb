"""WITH: each CTE is bound once, in order, so that a chain of four hundred is a loop and not a recursion."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.bind.relation import setop, tail
from headwater.bind.relation.alias_columns import column_names
from headwater.bind.relation.stored import check_width
from headwater.bind.scope import Cte, Ctes, Entry, Output, Query, QueryEntry
from headwater.rel.columns import Born, Dataset, Read
from headwater.rel.kinds import DIRECT, GROUP_BY
from headwater.rel.operators import Loop, Recursive, Ref, Single
from headwater.sql.pipes import SET_OPERATION
from headwater.sql.placeholders import MARK, is_placeholder

RECURRING = "recurring"
"""What stands before a CTE's name in its own body, where it has keys."""


def bind_with(ctx: Context, node: exp.Expr, parent: Frame | None, outer: Ctes) -> Ctes:
    """The CTEs in sight of a query that has a WITH."""
    with_ = node.args.get("with_")
    if with_ is None:
        return outer
    ctes = Ctes(outer, any_scalar=outer.any_scalar)
    recursive = bool(with_.args.get("recursive"))
    members = with_.expressions
    if len(members) > 1 and ctx.dialect.clauses.forward_ctes(recursive):
        members = _sorted(ctx, members)
    for expression in members:
        alias = expression.args["alias"]
        name = alias.name
        if not name:
            ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(expression), "A part of WITH without a name")
        if is_placeholder(name):
            continue  # an operator of a pipe (`bind.relation.pipe`)
        key = ctx.folded(name)
        names = column_names(ctx, alias) or None
        if isinstance(expression.this, exp.DML):
            ctes.here[key] = _written(ctx, expression, name, names, ctes)
            continue
        if expression.args.get("scalar") or not isinstance(
            expression.this, (exp.Query, exp.Values, exp.Pivot, exp.Table)
        ):
            ctes.here[key] = Cte(name, None, scalar=expression.this)
            ctes.any_scalar = True
            continue
        ctes.here[key] = _cte(ctx, expression, name, key, names, parent, ctes, recursive)
        ctx.unread(expression, _CTE)
    ctx.unread(with_, _WITH)
    return ctes


def _sorted(ctx: Context, members: list[exp.Expr]) -> list[exp.Expr]:
    """The members of a WITH in an order in which each comes behind those that it reads; as written else."""
    keys = [ctx.folded(member.args["alias"].name) for member in members]
    position = {key: number for number, key in enumerate(keys)}
    reads: list[list[int]] = []
    for number, member in enumerate(members):
        names = {ctx.folded(table.name) for table in member.find_all(exp.Table) if not table.args.get("db")}
        reads.append(sorted(position[name] for name in names if position.get(name, number) != number))
    order: list[int] = []
    state = [0] * len(members)
    for first in range(len(members)):
        stack = [first]
        while stack:
            number = stack[-1]
            if state[number] == 0:
                state[number] = 1
                stack += [other for other in reversed(reads[number]) if state[other] == 0]
                continue
            stack.pop()
            if state[number] == 1:
                state[number] = 2
                order.append(number)
    return [members[number] for number in order]


_CTE = frozenset({"this", "alias", "scalar", "materialized", "key_expressions"})
_WITH = frozenset({"expressions", "recursive"})


def _cte(
    ctx: Context,
    node: exp.Expr,
    name: str,
    key: str,
    names: list[str] | None,
    parent: Frame | None,
    ctes: Ctes,
    recursive: bool,
) -> Cte:
    body = node.this
    while isinstance(body, exp.Subquery) and not set(_present(body)) - {"this"}:
        body = body.this
    if recursive and isinstance(body, exp.SetOperation):
        inner = bind_with(ctx, body, parent, ctes)
        arms, spine = setop.arms(body)
        if len(arms) > 1:
            result = _recursive(ctx, name, key, names, body, arms, spine, parent, inner)
            return _keyed(ctx, node, result)
    if recursive and (union := _piped_union(body)) is not None:
        inner = bind_with(ctx, body, parent, ctes)
        arms, spine = setop.arms(union)
        return _recursive(ctx, name, key, names, union, [_without_last(body), *arms[1:]], spine, parent, inner)
    bound = ctx.up.query(ctx, body, parent, ctes)
    check_width(ctx, node, name, names, bound)
    return Cte(name, bound, names)


def _piped_union(body: exp.Expr) -> exp.Expr | None:
    """SELECT 1 AS n |> UNION ALL (SELECT n + 1 FROM r): the union that ends a pipeline; its branch may read the CTE."""
    with_ = body.args.get("with_")
    last = with_.expressions[-1] if with_ is not None and with_.expressions else None
    if last is None or last.args["alias"].name != f"{MARK}{SET_OPERATION}" or not isinstance(last.this, exp.Union):
        return None
    return last.this


def _without_last(body: exp.Expr) -> exp.Expr:
    """A pipeline up to its last operator. Its CTEs are bound already."""
    result = body.copy()
    with_ = result.args["with_"]
    with_.set("expressions", [member for member in with_.expressions[:-1] if is_placeholder(member.args["alias"].name)])
    return result


def _written(ctx: Context, node: exp.Expr, name: str, names: list[str] | None, ctes: Ctes) -> Cte:
    """WITH x AS (INSERT … RETURNING a): what is written is written, and x is what RETURNING hands out."""
    bound = ctx.up.change(ctx, node.this, ctes)
    ctx.inside.append(bound)
    answered = bound.returned if bound.returned is not None else Query(Single(ctx.rows()), [])
    bound.returned = None
    check_width(ctx, node, name, names, answered)
    return Cte(name, answered, names)


def _present(node: exp.Expr) -> list[str]:
    return [name for name, value in node.args.items() if value]


def _recursive(
    ctx: Context,
    name: str,
    key: str,
    names: list[str] | None,
    body: exp.Expr,
    arms: list[exp.Expr],
    spine: list[exp.Expr],
    parent: Frame | None,
    inner: Ctes,
) -> Cte:
    """The first arm is the anchor; the others may read the CTE itself, through a Loop."""
    anchor = ctx.up.query(ctx, arms[0], parent, inner)
    dataset = Dataset(name, "cte", stored=False)
    rows = ctx.rows()
    outputs: list[Output] = []
    births: list[Born] = []
    for position, output in enumerate(anchor.outputs):
        label = names[position] if names and position < len(names) else output.name
        born = ctx.label(output._replace(name=label), dataset)
        births.append(born)
        outputs.append(Output(label, born.col, output.opens))
    whole = Query(anchor.rel, outputs)
    used = False

    def loop(alias: str) -> Entry:
        nonlocal used
        used = True
        rel = Loop(ctx.rows(), Dataset(alias, "cte", stored=False), [], rows)
        return QueryEntry(ctx, alias, rel, whole)

    # the name means the CTE itself only inside its own body; recurring.t is all that USING KEY holds so far
    itself = Cte(name, whole, None, loop)
    scope = Ctes(inner, {key: itself, f"{RECURRING}.{key}": itself}, inner.any_scalar)
    steps = [ctx.up.query(ctx, arm, parent, scope) for arm in arms[1:]]
    if not used:
        bound = setop.combine(ctx, spine, [anchor, *steps])
        return Cte(name, tail.finish(ctx, body, bound, parent, inner), names)
    step = steps[0] if len(steps) == 1 else setop.combine(ctx, spine[1:], steps)
    after = Frame(ctx, parent, inner)
    for born, fed in zip(births, _in_order(ctx, spine[0], anchor, step), strict=False):
        if fed is not None:
            born.reads = (*born.reads, Read(fed.col, DIRECT))
            shape.joined(after, born.col, fed.col)
    # UNION: a row that was there already is not taken again, which every column decides
    keys = (
        [Read(born.col, GROUP_BY) for born in births]
        if any(operation.args.get("distinct") for operation in spine)
        else ()
    )
    rel = Recursive(rows, dataset, anchor.rel, after.settle(step.rel), births, keys)
    return Cte(name, Query(rel, outputs), None)


def _in_order(ctx: Context, union: exp.Expr, anchor: Query, step: Query) -> list[Output | None]:
    """The columns of the step beside those of the anchor: by position, or by their names in a UNION BY NAME."""
    if not union.args.get("by_name"):
        return list(step.outputs)
    index = step.index(ctx.folded)
    rest = next((output for output in step.outputs if output.opens is not None), None)  # SELECT * FROM unknown
    found = [index.get(ctx.folded(output.name)) for output in anchor.outputs]
    return [rest if position is None else step.outputs[position] for position in found]


def _keyed(ctx: Context, node: exp.Expr, cte: Cte) -> Cte:
    """USING KEY (a, max(b)): of the rows with the same keys one is left, and an aggregate is over all of them."""
    keys = node.args.get("key_expressions") or ()
    if not keys or cte.query is None:
        return cte
    index = cte.query.index(ctx.folded)
    decided: list[Read] = []
    for key in keys:
        position = index.get(ctx.folded(key.name))
        if isinstance(key, (exp.Identifier, exp.Column)) and position is not None:
            decided.append(Read(cte.query.outputs[position].col, GROUP_BY))
        else:
            ctx.say(codes.UNREAD_SYNTAX, ctx.span_of(key), "This part of USING KEY")
    if isinstance(cte.query.rel, Recursive):
        cte.query.rel.reads = decided  # and no longer every column, as in a UNION
    return cte


def refer(ctx: Context, cte: Cte, alias: str, names: list[str] | None) -> Entry:
    """A reference to a CTE: fresh columns under its name."""
    if cte.loop is not None:
        return cte.loop(alias)
    assert cte.query is not None
    dataset = Dataset(cte.name, "cte", stored=False)
    rel = Ref(ctx.rows(), dataset, cte.query.rel, [])
    return QueryEntry(ctx, alias, rel, cte.query, names or cte.names)
