"""Flink SQL: Calcite's grammar with backquoted, case-sensitive names. The parser library has no such dialect: this one
gives its base parser Flink's quoting."""

from collections.abc import Mapping

from sqlglot import exp, tokens
from sqlglot.dialects.dialect import Dialect as Grammar
from sqlglot.tokenizer_core import TokenType

from headwater.base.identifiers import Fold, Key
from headwater.base.types import Type
from headwater.bind.dialect import Calls, Columns, Dialect, Identifiers, Statements, Structs, Unnesting, Writes
from headwater.bind.names.frame import Frame, Names
from headwater.bind.scope import Entry, Offsets
from headwater.bind.session import Session
from headwater.catalog.tables import Table
from headwater.dialects.flink import (
    connectors,
    declarations,
    grammar,
    implicit_fields,
    sink_types,
    statements,
    table_functions,
)
from headwater.dialects.flink.output_names import FlinkNames
from headwater.sql import secrets
from headwater.sql.grammar import Syntax
from headwater.sql.lossy_calls import hide_lossy_calls


class Flink(Grammar):
    """The base grammar with Flink's words."""

    class Tokenizer(tokens.Tokenizer):
        """Names in backquotes, strings in single quotes."""

        IDENTIFIERS = ["`"]  # noqa: RUF012
        QUOTES = ["'"]  # noqa: RUF012
        KEYWORDS = {  # noqa: RUF012
            **{
                keyword: kind
                for keyword, kind in tokens.Tokenizer.KEYWORDS.items()
                # what the parser would swallow to the next semicolon: EXECUTE STATEMENT SET, EXPLAIN INSERT …
                if kind not in (TokenType.EXECUTE, TokenType.COMMAND)
            },
            "ROW": TokenType.STRUCT,  # ROW<a INT> is the struct type and ROW(a, b) its constructor
            "MATCH_RECOGNIZE": TokenType.MATCH_RECOGNIZE,
        }


class FlinkColumns(Columns):
    """A field of a row answers to its bare name."""

    def implicit_field(self, frame: Frame, entries: list[Entry], names: list[str], key: str, span: Offsets) -> Names:
        return implicit_fields.find(frame, entries, names, key, span)


class FlinkStructs(Structs):
    """ROW(a, b) has the fields EXPR$0 and EXPR$1."""

    def tuple_field(self, position: int, node: exp.Expr) -> str:
        return f"EXPR${position}"


class FlinkUnnesting(Unnesting):
    """UNNEST of an array of rows gives a column for each field."""

    def opens_structs(self) -> bool:
        return True


class FlinkWrites(Writes):
    """A sink refuses values of other types."""

    def accepts(self, column: Type, value: Type) -> bool:
        return sink_types.accepts(column, value)


class FlinkStatements(Statements):
    """The options of a table, or of its catalog, say where its rows are."""

    def kept_options(self, options: Mapping[str, str]) -> Mapping[str, str]:
        return connectors.kept(options)

    def locations(self, session: Session, key: Key, table: Table | None) -> list[str]:
        return connectors.locations(session.catalogs, key, table)


DIALECT = Dialect(
    name="flink",
    title="Flink SQL",
    grammar_name="flink",
    identifiers=Identifiers(Fold.NONE, Fold.NONE, ("default_catalog", "default_database")),
    columns=FlinkColumns(),
    structs=FlinkStructs(tuple_functions=frozenset({"row"})),
    unnesting=FlinkUnnesting(),
    calls=Calls(over_tables=table_functions.HANDLERS),
    writes=FlinkWrites(),
    output_names=FlinkNames(values_column="EXPR${0}"),
    statements=FlinkStatements(declarations.BINDERS),
    syntax=Syntax(
        grammar.SCRIPT, (hide_lossy_calls(__name__), *grammar.STATEMENT), statements.read, mask=secrets.cover
    ),
)
