"""DuckDB: names fold to lower case even when quoted; columns win over aliases."""

from sqlglot.dialects.duckdb import DuckDB

from headwater.bind.dialect import Dialect
from headwater.dialects.duckdb import ddl_grammar, sources, statements, system_views
from headwater.dialects.duckdb import grammar as words
from headwater.sql.grammar import Widening

_JSON = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path")


class DuckSQL(DuckDB):
    """DuckDB's grammar, in which a statement around another one is no end of reading."""

    class Tokenizer(DuckDB.Tokenizer):
        """The words of DuckDB; those behind which the library would keep the rest as text are words like others."""

        KEYWORDS = {  # noqa: RUF012
            word: kind
            for word, kind in DuckDB.Tokenizer.KEYWORDS.items()
            if word not in ("CALL", "EXPLAIN", "PREPARE", "VACUUM", "RESET", "EXECUTE")
        }


DIALECT = Dialect(
    names_rendered=True,
    merges_by_position=True,
    methods=True,
    name="duckdb",
    title="DuckDB",
    grammar_name="ducksql",
    defaults=("memory", "main"),
    using_first=False,
    output_case="stored",
    implicit_lateral=True,
    alias_names_column=True,
    virtual_columns=frozenset({"rowid"}),
    opens_structs=True,
    columns_anywhere=True,
    pseudo_columns=frozenset({"rowid"}),
    attaches=True,
    dynamic={"query": "text", "query_table": "tables"},
    variable_function="getvariable",
    tuple_functions=frozenset({"row"}),
    table_functions={
        "range": ("range",),
        "generate_series": ("generate_series",),
        **dict.fromkeys(("json_each", "json_tree"), _JSON),
    },
    widening=Widening(statement=(*words.STATEMENT, *ddl_grammar.STATEMENT), first=statements.read),
    places=sources.place,
    file_of=sources.file_of,
    system_views=system_views.view,
)
