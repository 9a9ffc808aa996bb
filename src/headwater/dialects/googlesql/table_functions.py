"""Functions over models and over the history of tables, by the name of the function.

    learned    ML.PREDICT(MODEL m, TABLE t): the columns of t, and what the model makes of them
    about      ML.WEIGHTS(MODEL m), ML.EVALUATE(MODEL m, TABLE t): nothing but what is made of the model, and of t
    history    APPENDS(TABLE t, …): the columns of t, with what happened to a row and when
    nearest    VECTOR_SEARCH(TABLE base, 'v', TABLE query): a pair of rows and how far they are apart

A model is a dataset whose columns nobody can list: it is read as `m.*`. What a model makes is EXTERNAL.
"""

from __future__ import annotations

from headwater.base import codes
from headwater.base.identifiers import split_name
from headwater.base.levels import INFERRED
from headwater.bind.names import shape
from headwater.bind.relation.table_functions import Handler, Made, TableCall
from headwater.bind.scope import Output
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import DERIVED, EXTERNAL
from headwater.rel.operators import Call, Join, Rel, Scan, Single

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
        _, _, dataset = ctx.lookup(tuple(split_name(table_call.model)))
        dataset.kind = "model"
        whole = ctx.col("*", dataset)
        rels.append(Scan(ctx.rows(), dataset, [whole], []))
        reads.append(Read(whole, EXTERNAL, (), INFERRED))
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
    "vector_search": nearest,
}
