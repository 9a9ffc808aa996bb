"""ClickHouse: names are case-sensitive, and a select alias is visible everywhere and hides columns."""

from headwater.base.identifiers import Fold
from headwater.bind.dialect import Dialect
from headwater.dialects.clickhouse import grammar
from headwater.dialects.clickhouse.inline_data import covered
from headwater.dialects.clickhouse.sources import place
from headwater.dialects.clickhouse.statements import RULES, read
from headwater.sql.grammar import Widening

_TYPES = "String Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Float32 Float64 Date DateTime UUID IPv4 IPv6"
_ASKED = [f"dictGet{kind}{ending}" for kind in ("", *_TYPES.split()) for ending in ("", "OrDefault")]
LOOKUPS = {
    **dict.fromkeys((*_ASKED, "dictGetOrNull", "dictGetAll", "joinGet", "joinGetOrNull"), 1),
    **dict.fromkeys(
        ("dictHas", "dictIsIn", "dictGetHierarchy", "dictGetRoot", "dictGetChildren", "dictGetDescendants"), -1
    ),
}

_SHAPES = {
    name: how
    for how, names in {
        "same": "arrayFilter arraySort arrayReverseSort arrayPartialSort arrayPartialReverseSort arrayReverse reverse "
        "arraySlice arrayDistinct arrayConcat arrayCompact arrayResize arrayShuffle arrayPartialShuffle arrayFill "
        "arrayReverseFill arrayRotateLeft arrayRotateRight arrayPopBack arrayPopFront arrayPushBack arrayPushFront "
        "arrayRandomSample arrayShiftLeft arrayShiftRight if multiIf ifNull coalesce assumeNotNull toNullable "
        "materialize identity nullIf arrayTopK arrayBottomK finalizeAggregation runningAccumulate",
        "element": "arrayElement arrayElementOrNull arrayFirst arrayFirstOrNull arrayLast arrayLastOrNull",
        "field": "tupleElement getSubcolumn",
        "each": "arrayMap",
        "zip": "arrayZip arrayZipUnaligned",
        "tuple": "tuple",
        "concat": "tupleConcat",
        "open": "untuple",
        "choose": "any anyLast any_value any_respect_nulls anyLast_respect_nulls first_value last_value anyHeavy "
        "min max argMin argMax singleValueOrNull lag lead lagInFrame leadInFrame nth_value",
        "collect": "groupArray groupUniqArray array_agg groupArrayLast groupArraySample groupArraySorted",
    }.items()
    for name in names.split()
}
VIRTUAL = {
    # of MergeTree
    "_part", "_part_index", "_part_starting_offset", "_part_offset", "_part_uuid", "_part_data_version",
    "_partition_id", "_partition_value", "_sample_factor", "_disk_name", "_block_number", "_block_offset",
    "_row_exists",
    # of Distributed and Merge, of files and buckets, of queues
    "_table", "_database", "_shard_num", "_path", "_file", "_size", "_time", "_etag", "_headers", "_tags",
    "_topic", "_key", "_offset", "_partition", "_timestamp", "_timestamp_ms", "_raw_message", "_error",
}  # fmt: skip

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
    values_names="c{0}",
    values_from=1,
    case_sensitive_functions=True,
    virtual_columns=frozenset(VIRTUAL),
    widening=Widening(statement=(*RULES, grammar.RULE), first=read, tree=grammar.tree, cover=covered),
    places=place,
    lookups=LOOKUPS,
    shapes=_SHAPES,
    names_calls=True,
    subcolumns=True,
    dotted_columns=True,
)
