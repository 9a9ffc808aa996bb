"""Spark SQL: names fold to lower case; a cast keeps its column's name."""

from headwater.dialects.dialect import Dialect

DIALECT = Dialect(
    name="spark",
    title="Spark SQL",
    grammar_name="spark",
    defaults=("spark_catalog", "default"),
    cast_keeps_name=True,
)
