"""ORDER BY and LIMIT: what follows the body of a query."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.expr import read
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Ctes, FixedEntry, Query
from headwater.rel.columns import Col, Dataset, Read
from headwater.rel.kinds import SORT, Kind
from headwater.rel.operators import Limit, Rel, Sort

PRESENTED = ("sort", "cluster", "distribute")
"""Clauses that give rows to tasks, and sort them there: SORT BY a, CLUSTER BY a, DISTRIBUTE BY a."""


def finish(ctx: Context, node: exp.Expr, bound: Query, parent: Frame | None, ctes: Ctes) -> Query:
    """ORDER BY and LIMIT over a finished query: its output names are what is in sight."""
    order, limit, offset = (node.args.get(name) for name in ("order", "limit", "offset"))
    presented = [value for name in PRESENTED if (value := node.args.get(name)) is not None]
    if order is None and limit is None and offset is None and not presented:
        return bound
    frame = Frame(ctx, parent, ctes)
    frame.add(FixedEntry(ctx, "", Dataset("", "query", stored=False), bound.rel, bound.outputs))
    columns = [output.col for output in bound.outputs]
    if presented:
        keys = [key for value in presented for key in order_keys(frame, value, columns)]
        rel = frame.settle(bound.rel)
        bound.rel = Sort(rel.rows, rel, keys)
    bound.rel = tail(frame, bound.rel, order, limit, offset, columns)
    return bound


def tail(
    frame: Frame,
    rel: Rel,
    order: exp.Expr | None,
    limit: exp.Expr | None,
    offset: exp.Expr | None,
    columns: Sequence[Col],
) -> Rel:
    """ORDER BY, and LIMIT with it: only together do they decide rows."""
    keys: list[Read] = []
    if order is not None:
        keys = order_keys(frame, order, columns)
        rel = frame.settle(rel)
        rel = Sort(rel.rows, rel, keys)
        if fills(order):
            rel = Limit(frame.ctx.rows(), rel, list(keys))
    if limit is not None or offset is not None:
        reads: list[Read] = list(keys)
        for clause in (limit, offset):
            if clause is not None:
                for name in ("expression", "count", "offset"):
                    inner = clause.args.get(name)
                    if isinstance(inner, exp.Expr):
                        reads += read.predicate(frame, inner, SORT, "LIMIT")
                for expression in clause.expressions:
                    reads += key_reads(frame, expression, columns, SORT, "LIMIT")  # LIMIT 1 BY a
        rel = frame.settle(rel)
        rel = Limit(frame.ctx.rows(), rel, reads)
    return rel


def fills(order: exp.Expr | None) -> bool:
    """WITH FILL makes rows between those there are: then the keys decide which rows there are."""
    keys = order.expressions if order is not None else ()
    return any(isinstance(key, exp.Ordered) and key.args.get("with_fill") for key in keys)


def order_keys(frame: Frame, order: exp.Expr, columns: Sequence[Col]) -> list[Read]:
    """What an ORDER BY reads: positions, aliases, expressions, ALL."""
    out: list[Read] = []
    for key in order.expressions:
        node = key.this if isinstance(key, exp.Ordered) else key
        out += key_reads(frame, node, columns, SORT, "ORDER BY")
    return out


def _keyword(node: exp.Expr) -> bool:
    """ORDER BY ALL, which the parser may read as a name."""
    this = node.args["this"]
    return not (isinstance(this, exp.Identifier) and this.args.get("quoted")) and node.args.get("table") is None


def key_reads(frame: Frame, node: exp.Expr, columns: Sequence[Col], kind: Kind, clause: str) -> list[Read]:
    """One key of ORDER BY or GROUP BY, where a number is a position in the select list."""
    if isinstance(node, exp.Literal) and not node.is_string and node.name.isdigit():
        position = int(node.name)
        if 1 <= position <= len(columns):
            chosen = columns[position - 1]
            meta = node._meta or {}
            start = -1 if frame.ctx.foreign else meta.get("start", -1)
            end = start + len(node.name) if start >= 0 else -1
            return [Read(chosen, kind, (), 0, start, end)]
        frame.ctx.say(codes.ORDINAL_OUT_OF_RANGE, frame.ctx.span_of(node), node.name, str(len(columns)))
        return []
    if isinstance(node, (exp.Var, exp.Column)) and node.name.upper() == "ALL" and _keyword(node):
        return [Read(col, kind) for col in columns]
    if (
        clause == "ORDER BY"
        and not isinstance(node, exp.Column)
        and node.find(exp.Columns) is None
        and frame.ctx.dialect.columns.sorts_by_columns_first()
    ):
        clause = "SORT KEY"
    return read.predicate(frame, node, kind, clause)
