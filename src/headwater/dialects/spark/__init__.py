"""Spark SQL: names fold to lower case; an output without a name is called as Catalyst writes its expression."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.dialects.databricks import Databricks

from headwater.base.identifiers import Key
from headwater.base.types import Type, parse_type
from headwater.bind.dialect import Calls, Clauses, Columns, Dialect, Identifiers, Parts, Stars, Structs, Writes
from headwater.bind.names.frame import Frame
from headwater.dialects.spark import grammar, names_grammar, statements
from headwater.dialects.spark.output_name_tables import WITHOUT_PARENTHESES
from headwater.dialects.spark.output_names import SparkNames
from headwater.sql import pipes, scripting
from headwater.sql.grammar import Syntax
from headwater.sql.lossy_calls import hide_lossy_calls


class SparkSQL(Databricks):
    """Spark's grammar with paths into variants, in which a step of a script is no end of reading."""

    class Tokenizer(Databricks.Tokenizer):
        """The words of Spark; those behind which the library would keep the rest as text are words like others."""

        KEYWORDS = {  # noqa: RUF012
            keyword: kind
            for keyword, kind in Databricks.Tokenizer.KEYWORDS.items()
            if keyword not in ("BEGIN", "EXECUTE", "DECLARE", "ELSEIF", "EXCEPTION", "LOOP", "REPEAT", "WHILE")
        }


_METADATA = (
    "file_path:string,file_name:string,file_size:bigint,file_block_start:bigint,file_block_length:bigint,"
    "file_modification_time:timestamp"
)
_FILE_METADATA = parse_type(f"struct<{_METADATA}>")
_PARQUET_METADATA = parse_type(f"struct<{_METADATA},row_index:bigint>")
"""The hidden column of a table that is kept in files."""
_ORDERED_FORMATS = frozenset({"delta", "iceberg", "hudi", "paimon"})
_FILE_FORMATS = frozenset({"parquet", "orc", "json", "csv", "text", "avro", "delta", "iceberg", "xml", "binaryfile"})


class SparkIdentifiers(Identifiers):
    """FROM parquet.`/data/in` reads the files of that folder."""

    def table_parts(self, parts: Parts) -> Parts:
        if len(parts) == 2 and parts[0].lower() in _FILE_FORMATS and "/" in parts[1]:
            return (parts[1],)
        return parts


class SparkColumns(Columns):
    """SELECT current_date: a function, where no table has a column of that name."""

    def generated(self, frame: Frame, key: str) -> bool:
        return key.upper() in WITHOUT_PARENTHESES

    def generated_before_aliases(self) -> bool:
        return True

    def virtual_type(self, name: str, file_format: str) -> Type:
        return _PARQUET_METADATA if file_format.lower() in ("", "parquet") else _FILE_METADATA


class SparkStructs(Structs):
    """A field of (a, b) has its column's name."""

    def tuple_field(self, position: int, node: exp.Expr) -> str:
        named = (
            node.alias if isinstance(node, exp.Alias) else node.name if isinstance(node, (exp.Column, exp.Dot)) else ""
        )
        return named or self.field_names.format(position + 1)

    def zip_field(self, position: int, node: exp.Expr) -> str:
        return node.name if isinstance(node, (exp.Column, exp.Dot)) and node.name else str(position)


class SparkWrites(Writes):
    """Formats and catalogs with tables of their own keep the order of the columns."""

    def keeps_order(self, key: Key, file_format: str) -> bool:
        return key[0] != "spark_catalog" or file_format.lower() in _ORDERED_FORMATS


class SparkStars(Stars):
    """SELECT u.* FROM t JOIN u USING (k) begins with k."""

    def qualified_using_first(self) -> bool:
        return True


class SparkClauses(Clauses):
    """|> SET a = b, b = a sees the new a; a PIVOT behind a join is of the whole join."""

    def pivot_takes_joins(self, conditional: bool) -> bool:
        return True

    def pipe_sets_in_turn(self) -> bool:
        return True

    def nulls_missing_keys(self) -> bool:
        return True  # the plan has NULL there; Hive, which has the form, too, reports the column as its source


DIALECT = Dialect(
    name="spark",
    title="Spark SQL",
    grammar_name="sparksql",
    system="hive",
    identifiers=SparkIdentifiers(defaults=("spark_catalog", "default")),
    columns=SparkColumns(virtual=frozenset({"_metadata"})),
    structs=SparkStructs(field_names="col{0}"),
    stars=SparkStars(generator_column="col"),
    clauses=SparkClauses(comma_is_weaker=False),
    calls=Calls(
        table_functions={
            "range": ("id",),
            "sql_keywords": ("keyword", "reserved"),
            "collations": (
                "CATALOG", "SCHEMA", "NAME", "LANGUAGE", "COUNTRY", "ACCENT_SENSITIVITY", "CASE_SENSITIVITY",
                "PAD_ATTRIBUTE", "ICU_VERSION",
            ),
        },
        columns_before_parameters=True,
    ),
    writes=SparkWrites(partitions_last=True),
    output_names=SparkNames(values_column="col{1}"),
    syntax=Syntax(
        (scripting.STEPS,),
        (hide_lossy_calls(__name__), *grammar.STATEMENT, *names_grammar.STATEMENT, *pipes.STATEMENT),
        read=statements.read,
    ),
)  # fmt: skip
