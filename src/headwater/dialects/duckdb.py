"""DuckDB: names fold to lower case even when quoted; columns win over aliases."""

from sqlglot.dialects.duckdb import DuckDB

from headwater.dialects import duckdb_places, duckdb_system
from headwater.dialects.dialect import Dialect
from headwater.syntax import duckdb as words
from headwater.syntax import duckdb_ddl, duckdb_read
from headwater.syntax.widen import Widening

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
    widening=Widening(statement=(*words.STATEMENT, *duckdb_ddl.STATEMENT), first=duckdb_read.read),
    places=duckdb_places.place,
    file_of=duckdb_places.file_of,
    system_views=duckdb_system.view,
)
