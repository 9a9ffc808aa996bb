"""Flink's functions over tables: windows, models, vector search.

window     TUMBLE(TABLE t, DESCRIPTOR(ts), …): every column of t, and the bounds of a window
model      ML_PREDICT(TABLE t, MODEL m, DESCRIPTOR(a)): every column of t, and what the model predicts
search     VECTOR_SEARCH(TABLE s, v, DESCRIPTOR(e), 3): rows of s, and a score
"""

from __future__ import annotations

from headwater.base import codes
from headwater.base.identifiers import split_name
from headwater.base.levels import INFERRED
from headwater.bind.expr import read as expr_read
from headwater.bind.relation.table_functions import Handler, Made, TableCall, columns_of, span_of
from headwater.bind.scope import Output
from headwater.rel.columns import Born
from headwater.rel.kinds import DERIVED, EXTERNAL, JOIN, UNKNOWN, WINDOW_KEY
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


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("tumble", "hop", "cumulate", "session"), window),
    "ml_predict": model,
    "vector_search": search,
}
