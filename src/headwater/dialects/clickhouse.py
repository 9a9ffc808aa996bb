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
    alias_wins=frozenset({"SELECT", "WHERE", "PREWHERE", "GROUP BY", "HAVING", "QUALIFY", "ORDER BY", "LIMIT", "ON"}),
    using_first=True,
    semi_hides_right=False,
    left_wins=True,
    struct_ignores_names=True,
    columns_anywhere=True,
    values_names="c{0}",
    values_from=1,
    table_functions={
        "numbers": ("number",),
        "numbers_mt": ("number",),
        "zeros": ("zero",),
        "generateSeries": ("generate_series",),
    },
    case_sensitive_functions=True,
)
