"""DuckDB: names fold to lower case even when quoted; columns win over aliases."""

from headwater.dialects.dialect import Dialect

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
    tuple_functions=frozenset({"row"}),
    table_functions={"range": ("range",), "generate_series": ("generate_series",)},
)
