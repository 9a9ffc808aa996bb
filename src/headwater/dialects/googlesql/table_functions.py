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


def _below(taken: TableCall) -> tuple[Rel, list[Read]]:
    """The rows of every argument, and what can be read of them."""
    ctx = taken.frame.ctx
    rels: list[Rel] = []
    reads: list[Read] = []
    for table in taken.tables:
        rels.append(table.scope.settle(table.query.rel))
        reads += [Read(out.col, EXTERNAL, (), INFERRED) for out in table.query.outputs]
    if taken.model:
        _, _, dataset = ctx.lookup(tuple(split_name(taken.model)))
        dataset.kind = "model"
        whole = ctx.col("*", dataset)
        rels.append(Scan(ctx.rows(), dataset, [whole], []))
        reads.append(Read(whole, EXTERNAL, (), INFERRED))
    below = rels[0] if rels else Single(ctx.rows())
    for other in rels[1:]:
        below = Join(ctx.rows(), below, other, "CROSS", (), ())
    return below, reads


def _said(taken: TableCall) -> None:
    taken.frame.ctx.say(codes.UNKNOWN_MODEL, taken.frame.ctx.place(taken.node), taken.model or "?")


def learned(taken: TableCall) -> Made:
    """The columns of the table, and what the model makes of them."""
    below, reads = _below(taken)
    _said(taken)
    call = Call(taken.frame.ctx.rows(), below, taken.name, (), [], True)
    outputs = list(taken.tables[0].query.outputs) if taken.tables else []
    return call, outputs, tuple(reads)


def about(taken: TableCall) -> Made:
    """What is made of the model, and of the table it is held against."""
    below, reads = _below(taken)
    _said(taken)
    return Call(taken.frame.ctx.rows(), below, taken.name, (), [], True), [], tuple(reads)


def history(taken: TableCall) -> Made:
    """The columns of the table, what happened, and when."""
    ctx = taken.frame.ctx
    below, _ = _below(taken)
    births = [Born(ctx.col(name, taken.dataset), ()) for name in _HAPPENED]
    call = Call(ctx.rows(), below, taken.name, (), births, False)
    outputs = list(taken.tables[0].query.outputs) if taken.tables else []
    return call, [*outputs, *(Output(born.col.name, born.col) for born in births)], None


def nearest(taken: TableCall) -> Made:
    """A row of the second table, the row of the first that is near to it, and how near."""
    if len(taken.tables) != 2:
        return about(taken)
    ctx = taken.frame.ctx
    frame = taken.frame
    below, _ = _below(taken)
    outputs: list[Output] = []
    for label, table in (("query", taken.tables[1]), ("base", taken.tables[0])):
        fields = {ctx.folded(out.name): out.col for out in table.query.outputs}
        whole = shape.struct(frame, label, fields, tuple(out.name for out in table.query.outputs))
        outputs.append(Output(label, whole))
    named = {ctx.folded(value.name) for value in taken.values if value.is_string}
    every = [out for table in taken.tables for out in table.query.outputs]
    measured = [out for out in every if ctx.folded(out.name) in named] or every
    distance = Born(ctx.col("distance", taken.dataset), tuple(Read(out.col, DERIVED) for out in measured))
    call = Call(ctx.rows(), frame.settle(below), taken.name, (), [distance], False)
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
    **dict.fromkeys((f"{prefix}_{name}" for prefix in ("ml", "ai") for name in _LEARNED), learned),
    **dict.fromkeys((f"ml_{name}" for name in _ABOUT), about),
    "appends": history,
    "changes": history,
    "vector_search": nearest,
}
