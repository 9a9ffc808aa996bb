"""Flink's functions over tables: windows, models, vector search, changelogs.

window     TUMBLE(TABLE t, DESCRIPTOR(ts), …): every column of t, and the bounds of a window
model      ML_PREDICT(TABLE t, MODEL m, DESCRIPTOR(a)): every column of t, and what the model predicts
search     VECTOR_SEARCH(TABLE s, v, DESCRIPTOR(e), 3): rows of s, and a score
to log     TO_CHANGELOG(TABLE t, DESCRIPTOR(op)): the kind of change, and every column of t
from log   FROM_CHANGELOG(TABLE t, DESCRIPTOR(op)): every column of t but the kind of change
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import split_name
from headwater.base.levels import INFERRED
from headwater.bind.expr import read as expr_read
from headwater.bind.relation.table_functions import Handler, Made, TableCall, columns_of, opaque, span_of
from headwater.bind.scope import Output
from headwater.rel.columns import Born
from headwater.rel.kinds import DERIVED, EXTERNAL, FILTER, JOIN, UNKNOWN, WINDOW_KEY
from headwater.rel.operators import Call

_WINDOW = ("window_start", "window_end", "window_time")


def window(table_call: TableCall) -> Made:
    """TUMBLE, HOP, CUMULATE, SESSION: every column of the table, and the bounds of a window made from its time."""
    ctx = table_call.frame.ctx
    table = table_call.tables[0]
    time = [node for _, nodes in table_call.descriptors for node in nodes]
    reads = columns_of(table, time, DERIVED) + columns_of(table, table.keys, WINDOW_KEY)
    births = [Born(ctx.col(label, table_call.dataset), tuple(reads), *span_of(table_call)) for label in _WINDOW]
    call = Call(ctx.rows(), table.scope.settle(table.query.rel), table_call.name, (), births, False)
    return call, [*table.query.outputs, *(Output(born.col.name, born.col) for born in births)], None


def model(table_call: TableCall) -> Made:
    """ML_PREDICT(TABLE t, MODEL m, DESCRIPTOR(a, b)): the columns of the table, and what the model makes of a and b."""
    ctx = table_call.frame.ctx
    table = table_call.tables[0]
    features = [node for _, nodes in table_call.descriptors for node in nodes]
    reads = tuple(columns_of(table, features, EXTERNAL))
    known = ctx.session.models.get(ctx.session.key(split_name(table_call.model))) if table_call.model else None
    births = [
        Born(ctx.col(column.name, table_call.dataset, column.type), reads, *span_of(table_call))
        for column in known or ()
    ]
    call = Call(ctx.rows(), table.scope.settle(table.query.rel), table_call.name, (), births, known is None)
    outputs = [*table.query.outputs, *(Output(born.col.name, born.col) for born in births)]
    if known is None:
        ctx.say(codes.UNKNOWN_MODEL, ctx.span_of(table_call.node), table_call.model or "?")
        return call, outputs, tuple(read._replace(doubt=max(read.doubt, INFERRED)) for read in reads)
    return call, outputs, None


def search(table_call: TableCall) -> Made:
    """VECTOR_SEARCH(TABLE s, v, DESCRIPTOR(e), 3): rows of s whose e is nearest to v, and how near."""
    ctx = table_call.frame.ctx
    table = table_call.tables[0]
    reads = columns_of(table, [node for _, nodes in table_call.descriptors for node in nodes], DERIVED)
    for node in table_call.values:
        expr_read.reads(table_call.frame, node, DERIVED, reads)
    score = Born(ctx.col("score", table_call.dataset), tuple(reads), *span_of(table_call))
    keys = [read._replace(kind=JOIN) for read in reads if read.kind <= UNKNOWN]
    call = Call(ctx.rows(), table.scope.settle(table.query.rel), table_call.name, keys, [score], False)
    return call, [*table.query.outputs, Output("score", score.col)], None


def to_changelog(table_call: TableCall) -> Made:
    """TO_CHANGELOG(TABLE t, DESCRIPTOR(op)): the kind of each change, which no column tells, and the columns of t."""
    ctx = table_call.frame.ctx
    table = table_call.tables[0]
    if table.keys:
        return opaque(table_call)
    name = _operation(table_call)
    change = Born(ctx.col(name, table_call.dataset), (), *span_of(table_call))
    call = Call(ctx.rows(), table.scope.settle(table.query.rel), table_call.name, (), [change], False)
    return call, [Output(name, change.col), *table.query.outputs], None


def from_changelog(table_call: TableCall) -> Made:
    """FROM_CHANGELOG(TABLE t, DESCRIPTOR(op)): the columns of t but op, which says what becomes of a row."""
    ctx = table_call.frame.ctx
    table = table_call.tables[0]
    name = _operation(table_call)
    if table.keys or (not table.query.open and name not in {output.name for output in table.query.outputs}):
        return opaque(table_call)
    reads = columns_of(table, [exp.column(name, quoted=True)], FILTER)
    call = Call(ctx.rows(), table.scope.settle(table.query.rel), table_call.name, reads, [], False)
    return call, [output for output in table.query.outputs if output.name != name], None


def _operation(table_call: TableCall) -> str:
    """The name of the column with the kind of change: DESCRIPTOR(op), or `op`."""
    names = [node.name for label, nodes in table_call.descriptors if label in ("", "op") for node in nodes]
    return names[0] if names else "op"


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("tumble", "hop", "cumulate", "session"), window),
    "ml_predict": model,
    "vector_search": search,
    "to_changelog": to_changelog,
    "from_changelog": from_changelog,
}
