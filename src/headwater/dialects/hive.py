"""Hive: everything folds to lower case; an output without a name is `_c` and its position."""

from headwater.dialects.dialect import Dialect


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
)
