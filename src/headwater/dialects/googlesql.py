"""GoogleSQL, as BigQuery speaks it: table names are case-sensitive, column names are not."""

from sqlglot.dialects.bigquery import BigQuery

from headwater.base.ident import Fold
from headwater.dialects.dialect import Dialect
from headwater.syntax import google, pipes
from headwater.syntax.widen import Widening


class GoogleSQL(BigQuery):
    """BigQuery's grammar, in which a step of a script is no end of reading."""

    class Tokenizer(BigQuery.Tokenizer):
        """The words of BigQuery; those behind which the library would keep the rest as text are words like others."""

        KEYWORDS = {  # noqa: RUF012
            word: kind
            for word, kind in BigQuery.Tokenizer.KEYWORDS.items()
            if word not in ("BEGIN", "EXECUTE", "ELSEIF", "EXCEPTION", "LOOP", "REPEAT", "WHILE")
        }


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
    widening=Widening(tuple(google.SCRIPT), (*google.STATEMENT, *pipes.RULES), first=google.read),
)
