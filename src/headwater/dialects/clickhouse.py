"""ClickHouse: names are case-sensitive, and a select alias is visible everywhere and hides columns."""

from headwater.base.ident import Fold
from headwater.dialects.clickhouse_places import place
from headwater.dialects.clickhouse_read import RULES, read
from headwater.dialects.dialect import Dialect
from headwater.syntax.widen import Widening

_TYPES = "String Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Float32 Float64 Date DateTime UUID IPv4 IPv6"
_ASKED = [f"dictGet{kind}{ending}" for kind in ("", *_TYPES.split()) for ending in ("", "OrDefault")]
LOOKUPS = {
    **dict.fromkeys((*_ASKED, "dictGetOrNull", "dictGetAll"), 1),
    **dict.fromkeys(
        ("dictHas", "dictIsIn", "dictGetHierarchy", "dictGetRoot", "dictGetChildren", "dictGetDescendants"), -1
    ),
}

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
    case_sensitive_functions=True,
    widening=Widening(statement=RULES, first=read),
    places=place,
    lookups=LOOKUPS,
)
