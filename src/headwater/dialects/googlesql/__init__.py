"""GoogleSQL, as BigQuery speaks it: table names are case-sensitive, column names are not."""

from sqlglot.dialects.bigquery import BigQuery

from headwater.base.identifiers import Fold
from headwater.bind.dialect import Dialect
from headwater.dialects.googlesql import information_schema, statements
from headwater.sql import pipes
from headwater.sql.grammar import Widening


class GoogleSQL(BigQuery):
    """BigQuery's grammar, in which a step of a script is no end of reading."""

    class Tokenizer(BigQuery.Tokenizer):
        """The words of BigQuery; those behind which the library would keep the rest as text are words like others."""

        KEYWORDS = {  # noqa: RUF012
            word: kind
            for word, kind in BigQuery.Tokenizer.KEYWORDS.items()
            if word not in ("BEGIN", "EXECUTE", "ELSEIF", "EXCEPTION", "LOOP", "REPEAT", "WHILE")
        }


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


def _unnamed(ordinal: int, unnamed: int, text: str) -> str:
    return f"f{unnamed}_"


DIALECT = Dialect(
    name="googlesql",
    title="GoogleSQL (BigQuery)",
    grammar_name="googlesql",
    fold_tables=Fold.NONE,
    namer=_unnamed,
    unnest_alias_is_column=True,
    pseudo_columns=frozenset(
        {"_partitiontime", "_partitiondate", "_table_suffix", "_file_name", "_change_type", "_change_timestamp"}
    ),
    wildcard_tables=True,
    unpivot_values_first=True,
    pivot_words=True,
    system_views=information_schema.find,
    relational={
        **dict.fromkeys((f"ml_{name}" for name in _LEARNED), "learned"),
        **dict.fromkeys((f"ai_{name}" for name in _LEARNED), "learned"),
        **dict.fromkeys((f"ml_{name}" for name in _ABOUT), "about"),
        "appends": "history",
        "changes": "history",
        "vector_search": "nearest",
    },
    widening=Widening(tuple(statements.SCRIPT), (*statements.STATEMENT, *pipes.RULES), first=statements.read),
)
