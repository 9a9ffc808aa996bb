"""ClickHouse: names are case-sensitive, and a select alias is visible everywhere and hides columns."""

from headwater.base.ident import Fold
from headwater.dialects.dialect import Dialect

DIALECT = Dialect(
    name="clickhouse",
    title="ClickHouse",
    grammar_name="clickhouse",
    fold_tables=Fold.NONE,
    fold_columns=Fold.NONE,
    defaults=("default",),
    alias_wins=frozenset(
        {"SELECT", "WHERE", "PREWHERE", "GROUP BY", "HAVING", "QUALIFY", "ORDER BY", "LIMIT", "ON"}
    ),
    using_first=False,
    case_sensitive_functions=True,
)
