"""GoogleSQL, as BigQuery speaks it: table names are case-sensitive, column names are not."""

from headwater.base.ident import Fold
from headwater.dialects.dialect import Dialect
from headwater.syntax import pipes
from headwater.syntax.widen import Widening


def _unnamed(ordinal: int, unnamed: int, text: str) -> str:
    return f"f{unnamed}_"


DIALECT = Dialect(
    name="googlesql",
    title="GoogleSQL (BigQuery)",
    grammar_name="bigquery",
    fold_tables=Fold.NONE,
    namer=_unnamed,
    unnest_alias_is_column=True,
    widening=Widening(statement=(*pipes.RULES,)),
)
