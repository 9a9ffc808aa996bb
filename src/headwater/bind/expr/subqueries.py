"""Queries inside expressions: scalar, IN, EXISTS, ANY and ALL."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from headwater.base.types import parse_type
from headwater.bind.expr import lambdas, read, references
from headwater.bind.expr.macros import BODY
from headwater.bind.names import shape
from headwater.bind.names.frame import Frame
from headwater.rel.columns import AT_QUERY, Born, Col, Read
from headwater.rel.kinds import CONDITIONAL, DERIVED, DIRECT, ROWS, Kind, through
from headwater.sql.tree import row_form, start_of


def plan(frame: Frame, node: exp.Expr) -> Any:
    """Bind a query inside an expression; its plan hangs beside the operator that reads it."""
    references.give(frame, node)
    bound = frame.ctx.up.query(frame.ctx, node, frame, frame.ctes)
    frame.pending.subs.append(bound.rel)
    return bound


def _query_place(frame: Frame, node: exp.Expr) -> tuple[int, int]:
    if frame.ctx.foreign:
        return frame.ctx.anchor
    meta = node._meta
    if meta and BODY in meta and "start" in meta:
        return meta["start"], meta["end"] + 1
    return start_of(node), AT_QUERY


def scalar(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """(SELECT max(x) FROM u): its column is value, its rows decide."""
    bound = plan(frame, node)
    start, end = _query_place(frame, node)
    for output in bound.outputs:
        out.append(Read(output.col, kind, (), 0, start, end))
    if bound.rel.rows is not None:
        out.append(Read(bound.rel.rows, ROWS))


def make_scalar(frame: Frame, node: exp.Expr, name: str) -> Col | None:
    """A scalar subquery as a whole select item."""
    before, frame.reached = frame.reached, False
    bound = plan(frame, node)
    alone, frame.reached = not frame.reached, frame.reached or before
    start, end = _query_place(frame, node)
    outputs = bound.outputs
    form = row_form(node)
    if outputs and (form == "STRUCT" or len(outputs) > 1):
        # (SELECT AS STRUCT a, b FROM u WHERE …); (SELECT min(x), max(y) FROM u) is a tuple
        result = shape.struct_of(frame, name, outputs)
        whole = frame.ctx.col(name, None, result.type)
        whole.like, whole.shaped = ((result, DIRECT),), True
        frame.birth(Born(whole, (Read(result, DIRECT), Read(bound.rel.rows, ROWS)), start, end))
        return whole
    reads_ = [Read(output.col, DIRECT, (), 0, start, end) for output in outputs]
    reads_.append(Read(bound.rel.rows, ROWS))
    col = frame.ctx.col(name, None, outputs[0].col.type if len(outputs) == 1 else parse_type(""))
    if len(outputs) == 1 and outputs[0].col.shaped:
        col.shaped = True
        col.like = ((outputs[0].col, DIRECT),)
    frame.birth(Born(col, tuple(reads_), start, end))
    if alone:
        frame.pending.alone.add(col.id)
    return col


def in_(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """x IN (1, 2) is an operator over both; in x IN (SELECT …) the subquery is a condition."""
    args = node.args
    query = args.get("query")
    unnest = args.get("unnest")
    if isinstance(unnest, exp.Unnest):
        # x IN UNNEST(arr) looks into the array, and makes no rows of it
        for expression in (args["this"], *unnest.expressions):
            read.reads(frame, expression, kind if kind is not DIRECT else DERIVED, out)
        return None
    if query is None:
        query = frame.ctx.dialect.clauses.in_table(frame, node)
    if query is None:
        return read.derived(frame, node, kind, out)
    read.reads(frame, args["this"], kind if kind is not DIRECT else DERIVED, out)
    condition = through(CONDITIONAL, kind)
    if isinstance(query, (exp.Subquery, exp.Select, exp.SetOperation)):
        scalar(frame, query, condition, out)
    else:
        read.reads(frame, query, condition, out)


def exists(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """EXISTS (SELECT …): only which rows there are decides; the select list does not matter."""
    inner = node.args["this"]
    if isinstance(inner, (exp.Select, exp.SetOperation, exp.Subquery)):
        bound = plan(frame, inner)
        out.append(Read(bound.rel.rows, ROWS))
    else:
        # exists(arr, x -> …), a function of that name
        lambdas.higher(frame, [inner, *(e for e in [node.args.get("expression")] if e is not None)], "map", kind, out)


def quantified(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """= ANY (SELECT …), > ALL (SELECT …): decides; = ANY(array): value."""
    inner = node.args["this"]
    while isinstance(inner, exp.Paren):
        inner = inner.this
    if isinstance(inner, (exp.Select, exp.SetOperation, exp.Subquery)):
        scalar(frame, inner, through(CONDITIONAL, kind), out)
    else:
        read.reads(frame, inner, kind, out)
