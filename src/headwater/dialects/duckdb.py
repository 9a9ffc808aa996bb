"""DuckDB: names fold to lower case even when quoted; columns win over aliases."""

from headwater.dialects import duckdb_places, duckdb_system
from headwater.dialects.dialect import Dialect
from headwater.syntax import duckdb as words
from headwater.syntax.widen import Widening

_JSON = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path")

DIALECT = Dialect(
    names_rendered=True,
    merges_by_position=True,
    methods=True,
    name="duckdb",
    title="DuckDB",
    grammar_name="duckdb",
    defaults=("memory", "main"),
    using_first=False,
    output_case="stored",
    implicit_lateral=True,
    opens_structs=True,
    columns_anywhere=True,
    pseudo_columns=frozenset({"rowid"}),
    tuple_functions=frozenset({"row"}),
    table_functions={
        "range": ("range",),
        "generate_series": ("generate_series",),
        **dict.fromkeys(("json_each", "json_tree"), _JSON),
    },
    widening=Widening(statement=words.STATEMENT),
    places=duckdb_places.place,
    file_of=duckdb_places.file_of,
    system_views=duckdb_system.view,
)
