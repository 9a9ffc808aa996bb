"""Functions over models and over the history of tables, by the name of the function.

    learned    ML.PREDICT(MODEL m, TABLE t): the columns of t, and what the model makes of them
    about      ML.WEIGHTS(MODEL m), ML.EVALUATE(MODEL m, TABLE t): nothing but what is made of the model, and of t
    history    APPENDS(TABLE t, …): the columns of t, with what happened to a row and when
    sessions   RANGE_SESSIONIZE(TABLE t, 'r', ['k']): the columns of t, and the session that a row belongs to
    nearest    VECTOR_SEARCH(TABLE base, 'v', TABLE query): a pair of rows and how far they are apart

A model is a dataset whose columns nobody can list: it is read as `m.*`. What a model makes is EXTERNAL.
"""

from __future__ import annotations

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.bind.names import shape
from headwater.bind.relation.table_functions import Handler, Made, TableCall, columns_of, model_scan
from headwater.bind.scope import Output
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import DERIVED, EXTERNAL, WINDOW_KEY
from headwater.rel.operators import Call, Join, Rel, Single

_HAPPENED = ("_CHANGE_TYPE", "_CHANGE_TIMESTAMP")


def _below(table_call: TableCall) -> tuple[Rel, list[Read]]:
    """The rows of every argument, and what can be read of them."""
    ctx = table_call.frame.ctx
    rels: list[Rel] = []
    reads: list[Read] = []
    for table in table_call.tables:
        rels.append(table.scope.settle(table.query.rel))
        reads += [Read(out.col, EXTERNAL, (), INFERRED) for out in table.query.outputs]
    if table_call.model:
        model = model_scan(ctx, table_call.model)
        rels.append(model)
        reads.append(Read(model.cols[0], EXTERNAL, (), INFERRED))
    below = rels[0] if rels else Single(ctx.rows())
    for other in rels[1:]:
        below = Join(ctx.rows(), below, other, "CROSS", (), ())
    return below, reads


def _said(table_call: TableCall) -> None:
    table_call.frame.ctx.say(
        codes.UNKNOWN_MODEL, table_call.frame.ctx.span_of(table_call.node), table_call.model or "?"
    )


def model_outputs(table_call: TableCall) -> Made:
    """The columns of the table, and what the model makes of them."""
    below, reads = _below(table_call)
    _said(table_call)
    call = Call(table_call.frame.ctx.rows(), below, table_call.name, (), [], True)
    outputs = list(table_call.tables[0].query.outputs) if table_call.tables else []
    return call, outputs, tuple(reads)


def about(table_call: TableCall) -> Made:
    """What is made of the model, and of the table it is held against."""
    below, reads = _below(table_call)
    _said(table_call)
    return Call(table_call.frame.ctx.rows(), below, table_call.name, (), [], True), [], tuple(reads)


def history(table_call: TableCall) -> Made:
    """The columns of the table, what happened, and when."""
    ctx = table_call.frame.ctx
    below, _ = _below(table_call)
    births = [Born(ctx.col(name, table_call.dataset), ()) for name in _HAPPENED]
    call = Call(ctx.rows(), below, table_call.name, (), births, False)
    outputs = list(table_call.tables[0].query.outputs) if table_call.tables else []
    return call, [*outputs, *(Output(born.col.name, born.col) for born in births)], None


def sessions(table_call: TableCall) -> Made:
    """The columns of the table, and the range of the session that a row belongs to."""
    ctx = table_call.frame.ctx
    if len(table_call.tables) != 1 or not table_call.values:
        return about(table_call)
    below, _ = _below(table_call)
    table = table_call.tables[0]
    ranges, *keys = (value.expressions or [value] for value in table_call.values[:2])
    reads = columns_of(table, [exp.column(node.name) for node in ranges if node.is_string], DERIVED)
    reads += columns_of(table, [exp.column(node.name) for part in keys for node in part if node.is_string], WINDOW_KEY)
    session = Born(ctx.col("session_range", table_call.dataset), tuple(reads))
    call = Call(ctx.rows(), below, table_call.name, (), [session], False)
    return call, [*table.query.outputs, Output("session_range", session.col)], None


def nearest(table_call: TableCall) -> Made:
    """A row of the second table, the row of the first that is near to it, and how near."""
    if len(table_call.tables) != 2:
        return about(table_call)
    ctx = table_call.frame.ctx
    frame = table_call.frame
    below, _ = _below(table_call)
    outputs: list[Output] = []
    for label, table in (("query", table_call.tables[1]), ("base", table_call.tables[0])):
        fields = {ctx.folded(out.name): out.col for out in table.query.outputs}
        whole = shape.struct(frame, label, fields, tuple(out.name for out in table.query.outputs))
        outputs.append(Output(label, whole))
    named = {ctx.folded(value.name) for value in table_call.values if value.is_string}
    every = [out for table in table_call.tables for out in table.query.outputs]
    measured = [out for out in every if ctx.folded(out.name) in named] or every
    distance = Born(ctx.col("distance", table_call.dataset), tuple(Read(out.col, DERIVED) for out in measured))
    call = Call(ctx.rows(), frame.settle(below), table_call.name, (), [distance], False)
    return call, [*outputs, Output("distance", distance.col)], None


_LEARNED = (
    "predict", "explain_predict", "detect_anomalies", "recommend", "transform", "generate_text", "generate_embedding",
    "generate_text_embedding", "generate_table", "understand_text", "translate", "annotate_image", "transcribe",
    "process_document", "embed_text",
)  # fmt: skip
"""Functions that hand on the rows they are given, with what a model makes of them."""
_ABOUT = (
    "evaluate", "forecast", "explain_forecast", "centroids", "weights", "advanced_weights", "feature_importance",
    "feature_info", "training_info", "trial_info", "roc_curve", "confusion_matrix", "global_explain", "arima_evaluate",
    "arima_coefficients", "holiday_info", "principal_components", "principal_component_info", "reconstruction_loss",
    "validate_data_drift", "validate_data_skew",
)  # fmt: skip
"""Functions that say something of a model."""
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys((f"{prefix}_{name}" for prefix in ("ml", "ai") for name in _LEARNED), model_outputs),
    **dict.fromkeys((f"ml_{name}" for name in _ABOUT), about),
    "appends": history,
    "changes": history,
    "range_sessionize": sessions,
    "vector_search": nearest,
}
