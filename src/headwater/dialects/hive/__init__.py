"""Hive: everything folds to lower case; an output without a name is `_c` and its position."""

from headwater.bind.dialect import Dialect
from headwater.dialects.hive import grammar, statements, variables
from headwater.sql.grammar import Widening


def _unnamed(ordinal: int, unnamed: int, text: str) -> str:
    return f"_c{ordinal}"


DIALECT = Dialect(
    name="hive",
    title="Hive",
    grammar_name="hive",
    defaults=("default",),
    partitions_last=True,
    namer=_unnamed,
    values_from=1,
    generator_name="col",
    output_case="lower",
    struct_fields="col{0}",
    struct_ignores_names=True,
    pseudo_columns=frozenset(
        {
            *("input__file__name", "block__offset__inside__file", "row__offset__inside__block", "raw__data__size"),
            *("row__id", "row__is__deleted", "partition__spec__id", "partition__hash", "file__path", "row__position"),
            *("partition__projection", "snapshot__id"),
        }
    ),
    recommends_names=True,
    exploded_name="val",
    grouping_names=frozenset({"grouping__id"}),
    widening=Widening(tuple(grammar.SCRIPT), tuple(grammar.RULES), first=statements.read, substitute=variables.put),
)
