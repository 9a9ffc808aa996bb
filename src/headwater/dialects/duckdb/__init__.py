"""DuckDB: names fold to lower case even when quoted; columns win over aliases."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB

from headwater.bind.context import Context
from headwater.bind.dialect import (
    Calls,
    Clauses,
    Columns,
    Dialect,
    Sources,
    Stars,
    Statements,
    Structs,
    Unnesting,
    Writes,
)
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Ctes, Output, Query
from headwater.bind.statement import prepared
from headwater.dialects.duckdb import (
    columns_lambda,
    databases,
    ddl_grammar,
    explain,
    expression_grammar,
    grammar,
    macro_statements,
    output_names,
    query_functions,
    sources,
    statements,
    summarize,
    triggers,
    unnest_structs,
    variables,
    whole_database,
)
from headwater.dialects.duckdb.output_names import DuckDBNames
from headwater.dialects.duckdb.search_path import DuckDBIdentifiers
from headwater.rel.columns import Read
from headwater.rel.kinds import Kind
from headwater.rel.operators import Rel
from headwater.sql.grammar import Syntax
from headwater.sql.lossy_calls import hide_lossy_calls

_JSON = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path")


class DuckSQL(DuckDB):
    """The parser's DuckDB grammar, with statements such as EXPLAIN and PREPARE open to headwater's own reader."""

    SUPPORTS_ORDER_BY_ALL = False  # ORDER BY t."all" is a column: which ALL is the keyword, `relation.tail` tells

    class Tokenizer(DuckDB.Tokenizer):
        """The parser's tokenizer keeps what follows EXPLAIN or PREPARE as one string; here it is tokens."""

        HEX_STRINGS = [("x'", "'"), ("X'", "'")]  # noqa: RUF012
        KEYWORDS = {  # noqa: RUF012
            keyword: kind
            for keyword, kind in DuckDB.Tokenizer.KEYWORDS.items()
            if keyword not in ("CALL", "EXPLAIN", "PREPARE", "VACUUM", "RESET", "EXECUTE")
        }


class DuckDBColumns(Columns):
    """SELECT current_date: a function, where no table has a column of that name."""

    def generated(self, frame: Frame, key: str) -> bool:
        return key in expression_grammar.BARE_CALLS

    def last_alias_wins(self) -> bool:
        return True

    def sorts_by_columns_first(self) -> bool:
        return True


class DuckDBStars(Stars):
    """COLUMNS in any expression, unnest(struct), keys of USING at their place."""

    def using_first(self) -> bool:
        return False

    def columns_in_expressions(self) -> bool:
        return True

    def pattern_is_whole(self, frame: Frame) -> bool:
        return output_names.matches_whole(frame)

    def columns_by_lambda(self, node: exp.Expr, name: str) -> bool | None:
        return columns_lambda.picks(node, name)

    def opens(self, frame: Frame, node: exp.Expr) -> bool | None:
        return unnest_structs.opens(frame, node) if isinstance(node, exp.Explode) else None

    def expand(self, frame: Frame, node: exp.Expr) -> list[Output] | None:
        return unnest_structs.unnested(frame, node) if isinstance(node, exp.Explode) else None


class DuckDBUnnesting(Unnesting):
    """FROM unnest(l) AS u has the column u."""

    def alias_names_column(self) -> bool:
        return True


class DuckDBClauses(Clauses):
    """A derived table sees its neighbours; SUMMARIZE is a query; a full join gathers the keys of all its tables."""

    def full_join_gathers(self) -> bool:
        return True

    def pivot_takes_joins(self, conditional: bool) -> bool:
        return not conditional  # FROM a CROSS JOIN b PIVOT (…)

    def query(self, ctx: Context, node: exp.Expr, parent: Frame | None, ctes: Ctes) -> Query | None:
        return summarize.bind(ctx, node, parent, ctes) if isinstance(node, exp.Summarize) else None

    def derived_table_scope(self, frame: Frame) -> Frame | None:
        return frame if frame.tables.entries else frame.parent


class DuckDBCalls(Calls):
    """a.f(b) may be f(a, b); getvariable('x') reads a variable."""

    def has_methods(self) -> bool:
        return True

    def variable(self, frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]) -> None:
        query_functions.variable(frame, name, args, kind, out)


class DuckDBSources(Sources):
    """Files by their names, and functions that run a text."""

    def file(self, name: str) -> tuple[str, str] | None:
        return sources.file_of(name)

    def runs_text(self, name: str) -> bool:
        return name in query_functions.FUNCTIONS

    def run(self, frame: Frame, node: exp.Expr, call: exp.Expr, alias: str, names: list[str] | None) -> Rel | None:
        return query_functions.source(frame, node, call, alias, names)

    def call_is_alias(self) -> bool:
        return True


class DuckDBWrites(Writes):
    """MERGE … UPDATE SET * goes by position."""

    def merges_by_position(self) -> bool:
        return True


DIALECT = Dialect(
    name="duckdb",
    title="DuckDB",
    grammar_name="ducksql",
    identifiers=DuckDBIdentifiers(defaults=("memory", "main")),
    columns=DuckDBColumns(virtual=frozenset({"rowid"}), pseudo=frozenset({"rowid"})),
    structs=Structs(tuple_functions=frozenset({"row"}), casts_by_name=True),
    stars=DuckDBStars(),
    unnesting=DuckDBUnnesting(),
    clauses=DuckDBClauses(),
    calls=DuckDBCalls(
        table_functions={
            "range": ("range",),
            "generate_series": ("generate_series",),
            **dict.fromkeys(("json_each", "json_tree"), _JSON),
        }
    ),
    sources=DuckDBSources(sources.find_source),
    writes=DuckDBWrites(),
    output_names=DuckDBNames(reference_case="stored"),
    statements=Statements(
        {
            **macro_statements.BINDERS,
            **prepared.BINDERS,
            **explain.BINDERS,
            **databases.BINDERS,
            **variables.BINDERS,
            **whole_database.BINDERS,
            **triggers.BINDERS,
        }
    ),
    syntax=Syntax(
        statement=(
            hide_lossy_calls(__name__),
            *grammar.STATEMENT,
            *ddl_grammar.STATEMENT,
            *expression_grammar.STATEMENT,
        ),
        read=statements.read,
        cover=expression_grammar.cover_parameters,
    ),
)
