"""Spark SQL: names fold to lower case; an output without a name is called as Catalyst writes its expression."""

from sqlglot.dialects.databricks import Databricks

from headwater.bind.dialect import Dialect
from headwater.dialects.spark import grammar, statements
from headwater.sql import pipes
from headwater.sql.grammar import Widening


class SparkSQL(Databricks):
    """Spark's grammar with paths into variants, in which a step of a script is no end of reading."""

    class Tokenizer(Databricks.Tokenizer):
        """The words of Spark; those behind which the library would keep the rest as text are words like others."""

        KEYWORDS = {  # noqa: RUF012
            word: kind
            for word, kind in Databricks.Tokenizer.KEYWORDS.items()
            if word not in ("BEGIN", "EXECUTE", "DECLARE", "ELSEIF", "EXCEPTION", "LOOP", "REPEAT", "WHILE")
        }


DIALECT = Dialect(
    name="spark",
    title="Spark SQL",
    grammar_name="sparksql",
    system="hive",
    defaults=("spark_catalog", "default"),
    cast_keeps_name=True,
    partitions_last=True,
    values_from=1,
    generator_name="col",
    struct_fields="col{0}",
    names_pretty=True,
    pipe_sets_in_turn=True,
    tuple_names=True,
    file_formats=frozenset({"parquet", "orc", "json", "csv", "text", "avro", "delta", "iceberg", "xml", "binaryfile"}),
    group_names=frozenset({"window", "session_window"}),
    table_functions={
        "range": ("id",),
        "sql_keywords": ("keyword", "reserved"),
        "collations": (
            "CATALOG", "SCHEMA", "NAME", "LANGUAGE", "COUNTRY", "ACCENT_SENSITIVITY", "CASE_SENSITIVITY",
            "PAD_ATTRIBUTE", "ICU_VERSION",
        ),
    },
    widening=Widening(tuple(statements.SCRIPT), (*grammar.STATEMENT, *pipes.RULES), first=statements.read),
)  # fmt: skip
