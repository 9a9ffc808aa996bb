"""UNION, INTERSECT, EXCEPT: the left spine in a loop, and neighbours of one kind in one operator."""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.names.frame import Frame
from headwater.bind.relation import tail
from headwater.bind.scope import Ctes, Output, Query
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import DIRECT, FILTER, GROUP_BY
from headwater.rel.operators import SetOp

_TAKEN = frozenset(
    {
        "this",
        "expression",
        "distinct",
        "by_name",
        "with_",
        "order",
        "limit",
        "offset",
        *tail.PRESENTED,
        "side",
        "kind",
        "on",
        "settings",
        "format",
    }
)


def arms(node: exp.Expr) -> tuple[list[exp.Expr], list[exp.Expr]]:
    """The branches of a chain from left to right, and the operation before each but the first."""
    branches: list[exp.Expr] = []
    spine: list[exp.Expr] = []
    top = True
    while isinstance(node, exp.SetOperation) and (top or not _own_tail(node)):
        top = False
        branches.append(node.args["expression"])
        spine.append(node)
        node = node.args["this"]
    branches.append(node)
    branches.reverse()
    spine.reverse()
    return branches, spine


def _own_tail(node: exp.Expr) -> bool:
    return any(node.args.get(name) for name in ("with_", "order", "limit", "offset", *tail.PRESENTED))


def bind(ctx: Context, node: exp.Expr, parent: Frame | None, ctes: Ctes) -> Query:
    """A chain of set operations."""
    branches, spine = arms(node)
    return combine(ctx, spine, [ctx.up.query(ctx, branch, parent, ctes) for branch in branches])


def combine(ctx: Context, spine: list[exp.Expr], bound: list[Query]) -> Query:
    """Join bound branches by their operations, left to right."""
    result = bound[0]
    position = 0
    while position < len(spine):
        node = spine[position]
        run = [result, bound[position + 1]]
        same = position + 1
        while same < len(spine) and _mergeable(node, spine[same]):
            run.append(bound[same + 1])
            same += 1
        ctx.unread(node, _TAKEN)
        result = _operate(ctx, node, run)
        position = same
    return result


def _mergeable(left: exp.Expr, right: exp.Expr) -> bool:
    return (
        type(left) is type(right)
        and isinstance(left, exp.Union)
        and bool(left.args.get("by_name")) == bool(right.args.get("by_name"))
        and not right.args.get("side")
        and not left.args.get("side")
        and bool(left.args.get("distinct")) == bool(right.args.get("distinct"))
    )


def _operate(ctx: Context, node: exp.Expr, inputs: list[Query]) -> Query:
    how = type(node).__name__.upper()
    columns = _by_name(ctx, inputs, node) if node.args.get("by_name") else _by_position(ctx, inputs, node, how)
    births: list[Born] = []
    outputs: list[Output] = []
    first = inputs[0].outputs
    for name, reads in columns:
        kept = [
            Read(out.col, DIRECT if branch == 0 or how != "EXCEPT" else FILTER, (), 0, out.start, out.end)
            for branch, out in reads
        ]
        col = ctx.col(name, None, reads[0][1].col.type if reads else first[0].col.type)
        shaped = tuple((out.col, DIRECT) for branch, out in reads if branch == 0 or how != "EXCEPT")
        if any(col.shaped for col, _ in shaped):
            col.shaped = True
            col.like = shaped
        births.append(Born(col, tuple(kept)))
        opens = next((out.opens for _, out in reads if out.opens is not None), None)
        outputs.append(Output(name, col, opens))
    # a branch whose columns are not known may feed any column; its marker stays beside the others
    keys: list[Read] = []
    if how != "UNION" or node.args.get("distinct"):
        # which rows are equal is decided by every column of every branch
        keys = [Read(out.col, GROUP_BY, (), 0, out.start, out.end) for _, reads in columns for _, out in reads]
    return Query(SetOp(ctx.rows(), how, [input_.rel for input_ in inputs], births, keys), outputs)


Columns = list[tuple[str, list[tuple[int, Output]]]]


def _by_position(ctx: Context, inputs: list[Query], node: exp.Expr, how: str) -> Columns:
    first = inputs[0].outputs
    for other in inputs[1:]:
        if len(other.outputs) != len(first) and not other.open and not inputs[0].open:
            ctx.say(codes.SETOP_WIDTH, ctx.span_of(node.expression), how, str(len(first)), str(len(other.outputs)))
    width = len(first)
    return [
        (
            first[position].name,
            [
                (branch, input_.outputs[position])
                for branch, input_ in enumerate(inputs)
                if position < len(input_.outputs)
            ],
        )
        for position in range(width)
    ]


def _by_name(ctx: Context, inputs: list[Query], node: exp.Expr) -> Columns:
    """UNION BY NAME: columns match by name; one that a branch lacks is NULL there."""
    columns: dict[str, tuple[str, list[tuple[int, Output]]]] = {}
    on = [column.name for column in node.args.get("on") or ()]
    for branch, input_ in enumerate(inputs):
        for output in input_.outputs:
            entry = columns.setdefault(ctx.folded(output.name), (output.name, []))
            entry[1].append((branch, output))
    if on:
        wanted = [ctx.folded(name) for name in on]
        return [columns[key] for key in wanted if key in columns]
    kind, side = (node.args.get("kind") or "").upper(), (node.args.get("side") or "").upper()
    if kind == "INNER" or (not side and not kind and node.args.get("corresponding")):
        return [value for value in columns.values() if len(value[1]) == len(inputs)]
    if side == "LEFT":
        return [value for value in columns.values() if value[1][0][0] == 0]
    return list(columns.values())
