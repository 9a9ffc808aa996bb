"""Hive: everything folds to lower case; an output without a name is `_c` and its position."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp
from sqlglot.dialects.hive import Hive

from headwater.bind.dialect import Clauses, Columns, Dialect, Identifiers, Stars, Statements, Structs, Unnesting, Writes
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Output, TableEntry
from headwater.bind.statement import prepared
from headwater.catalog import avro_schema
from headwater.catalog.tables import Column
from headwater.dialects.hive import grammar, statements, table_files, variables
from headwater.dialects.hive.output_names import HiveNames
from headwater.sql.grammar import Syntax
from headwater.sql.lossy_calls import hide_lossy_calls


class HiveSQL(Hive):
    """The parser's Hive grammar, with PREPARE and EXECUTE open to headwater's own reader."""

    class Tokenizer(Hive.Tokenizer):
        """The parser's tokenizer keeps what follows PREPARE as one string; here it is tokens."""

        KEYWORDS = {  # noqa: RUF012
            keyword: kind for keyword, kind in Hive.Tokenizer.KEYWORDS.items() if keyword not in ("PREPARE", "EXECUTE")
        }


class HiveColumns(Columns):
    """GROUPING__ID comes from the grouping, and has no source."""

    def generated(self, frame: Frame, key: str) -> bool:
        return key == "grouping__id" and (frame.grouped is not None or frame.clause == "GROUP BY")


class HiveUnnesting(Unnesting):
    """posexplode(x) gives pos and val."""

    def position_element(self) -> str:
        return "val"


class HiveStars(Stars):
    """hash(*) takes the columns that are kept in a table's files, and so no partition columns; TRANSFORM (*) all."""

    def arguments(self, frame: Frame, node: exp.Expr, outputs: list[Output]) -> list[Output]:
        if isinstance(node.parent, exp.QueryTransform):
            return outputs
        partitions = {
            entry.find(frame.ctx.folded(name))
            for entry in frame.tables.entries
            if isinstance(entry, TableEntry) and (table := frame.ctx.session.find(entry.key)) is not None
            for name in table.partitions
        }
        return [output for output in outputs if output.col not in partitions] if partitions else outputs


class HiveClauses(Clauses):
    """Every member of a WITH sees every other one, before it or behind it."""

    def forward_ctes(self, recursive: bool) -> bool:
        return True


class HiveStatements(Statements):
    """A table may be described by an Avro schema."""

    def columns_of_options(self, options: Mapping[str, str]) -> tuple[Column, ...] | None:
        schema = options.get(avro_schema.LITERAL)
        return avro_schema.columns(schema) if schema is not None else None

    def columns_elsewhere(self, options: Mapping[str, str]) -> bool:
        return avro_schema.ADDRESS in options and avro_schema.LITERAL not in options


DIALECT = Dialect(
    name="hive",
    title="Hive",
    grammar_name="hivesql",
    system="hive",
    identifiers=Identifiers(defaults=("default",)),
    columns=HiveColumns(
        pseudo=frozenset(
            {
                *("input__file__name", "block__offset__inside__file", "row__offset__inside__block", "raw__data__size"),
                *("row__id", "row__is__deleted", "partition__spec__id", "partition__hash", "file__path"),
                *("row__position", "partition__projection", "snapshot__id"),
            }
        )
    ),
    structs=Structs(field_names="col{0}", ignores_names=True),
    stars=HiveStars(generator_column="col"),
    unnesting=HiveUnnesting(),
    clauses=HiveClauses(comma_is_weaker=False),  # FROM c, a JOIN b: from left to right
    writes=Writes(partitions_last=True),
    output_names=HiveNames(reference_case="lower", values_column="col{1}"),
    statements=HiveStatements({**table_files.BINDERS, **prepared.BINDERS}),
    syntax=Syntax(
        tuple(grammar.SCRIPT),
        (hide_lossy_calls(__name__), *grammar.STATEMENT),
        read=statements.read,
        substitute=variables.put,
    ),
)
