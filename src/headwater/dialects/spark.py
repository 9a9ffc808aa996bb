"""Spark SQL: names fold to lower case; a cast keeps its column's name."""

from headwater.dialects.dialect import Dialect

DIALECT = Dialect(
    name="spark",
    title="Spark SQL",
    grammar_name="spark",
    system="hive",
    defaults=("spark_catalog", "default"),
    cast_keeps_name=True,
    partitions_last=True,
    values_from=1,
    generator_name="col",
    struct_fields="col{0}",
    table_functions={"range": ("id",)},
)
