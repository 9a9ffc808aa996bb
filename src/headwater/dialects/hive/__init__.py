"""Hive: everything folds to lower case; an output without a name is `_c` and its position."""

from headwater.bind.dialect import Clauses, Columns, Dialect, Identifiers, Stars, Statements, Structs, Unnesting, Writes
from headwater.bind.names.frame import Frame
from headwater.dialects.hive import grammar, statements, table_files, variables
from headwater.dialects.hive.output_names import HiveNames
from headwater.sql.grammar import Syntax


class HiveColumns(Columns):
    """GROUPING__ID comes from the grouping, and has no source."""

    def generated(self, frame: Frame, key: str) -> bool:
        return key == "grouping__id" and (frame.grouped is not None or frame.clause == "GROUP BY")


class HiveUnnesting(Unnesting):
    """posexplode(x) gives pos and val."""

    def position_element(self) -> str:
        return "val"


DIALECT = Dialect(
    name="hive",
    title="Hive",
    grammar_name="hive",
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
    stars=Stars(generator_column="col"),
    unnesting=HiveUnnesting(),
    clauses=Clauses(comma_is_weaker=False),  # FROM c, a JOIN b: from left to right
    writes=Writes(partitions_last=True),
    output_names=HiveNames(reference_case="lower", values_column="col{1}"),
    statements=Statements(table_files.BINDERS),
    syntax=Syntax(tuple(grammar.SCRIPT), tuple(grammar.STATEMENT), read=statements.read, substitute=variables.put),
)
