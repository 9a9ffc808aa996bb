"""What a dialect is: data first, hooks last. Nothing else in the house knows a dialect by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sqlglot.dialects.dialect import Dialect as Grammar

from headwater.base.identifiers import Fold, Key
from headwater.bind.sources import Placer
from headwater.catalog.functions import Functions
from headwater.catalog.tables import Table
from headwater.sql.grammar import PLAIN, Widening

Namer = Callable[[int, int, str], str]
"""Ordinal, count of unnamed columns before it, text of the expression → the output's name."""


@dataclass(frozen=True)
class Dialect:
    """How one engine reads names, aliases, stars and functions.

    `alias_wins` are the clauses in which a select alias hides a column of the same name (elsewhere the column wins).
    `output_case` is how a plain reference names its output: as `written`, as `stored`, or in `lower` case. `left_wins`:
    of two tables with a column the first answers to its bare name, where others refuse. `numbers_duplicates`: a second
    output a is called a0. `peeks_into_structs`: a name that no table has may be a field of one of their structs.
    `tuple_fields` names the fields of a tuple, from 0; without it they are numbers from 1. `options_in_strings`: WITH
    ('password' = 'x') holds secrets, which are covered before anything is read. `takes` are the types whose values a
    column of some type takes without a cast, `type_names` other names of types. `widening` is what the parser cannot
    read by itself. `places` says what a table function, an engine or a source stands for. `lookups` are functions that
    ask a dictionary, named by their first argument, and which argument names what they ask for (-1: nothing but whether
    it is there). `relational` says what functions over tables do with them. `virtual_columns` are those that every
    table has and no star shows. `table_functions` are the columns of functions in FROM. `system` is where the dialect's
    tables live, if that is not the dialect's own name: Spark and Hive share a metastore. `shapes` are functions whose
    result has something inside (`bind.expr.shaped_calls`). `names_calls`: an output without an alias is named by its
    expression with operators written as functions (`dialects.clickhouse.output_names`). `names_pretty`: it is named as
    Catalyst writes the expression (`dialects.spark.item_names`), `names_rendered`: with every operator in parentheses
    (`dialects.duckdb.output_names`). `group_names` are functions that a GROUP BY may call, and their result is known by
    their name then. `pipe_sets_in_turn`: `|> SET a = b, b = a` sees the new a. `tuple_names`: a field of (a, b) has its
    column's name. `file_formats` are words before the path of a folder that is a table. `merges_by_position`: MERGE …
    UPDATE SET * goes by position. `methods`: a.f(b) may be f(a, b). `dotted_columns`: a column's name may have dots in
    it, and those of a Nested column stand for its parts. `pseudo_columns` are there in every table, though no star
    gives them. `wildcard_tables`: `t_*` is every table whose name begins so. `unpivot_values_first`: UNPIVOT hands out
    its values before their names. `alias_names_column`: the only column of a function in FROM has the alias for its
    name, and answers to its own, too. `system_views` knows the engine's own views by name. `file_of` tells a name that
    is a file's: its address, and what it is called without an alias. `pivot_words`: the values of a PIVOT become names
    that need no quotes: `_1`, `minus_2`, `_2020_01_02`. `grouping_names` are what a grouped query makes beside its
    keys: which of them a row is grouped by. `recommends_names`: see `dialects.hive.output_names`. `exploded_name` is
    what posexplode calls its elements. `attaches`: names have three parts, and the first of two may be a database
    (`dialects.duckdb.search_path`). `dynamic` are functions in FROM that run a text or name tables
    (`dialects.duckdb.query_functions`), `variable_function` gives the value of a variable by name. `subcolumns`: what
    is not a field of a known struct is a part of its column: `json.a`, `map.keys`.
    """

    name: str
    title: str
    grammar_name: str
    system: str = ""
    fold_tables: Fold = Fold.LOWER
    fold_columns: Fold = Fold.LOWER
    defaults: Key = ()
    alias_wins: frozenset[str] = frozenset({"ORDER BY"})
    namer: Namer = lambda ordinal, unnamed, text: text
    using_first: bool = True
    case_sensitive_functions: bool = False
    cast_keeps_name: bool = False
    struct_from_array: bool = True
    struct_fields: str = "{0}"
    struct_ignores_names: bool = False
    values_names: str = "col{0}"
    values_from: int = 0
    output_case: str = "written"
    implicit_lateral: bool = False
    partitions_last: bool = False
    semi_hides_right: bool = True
    left_wins: bool = False
    opens_structs: bool = False
    columns_anywhere: bool = False
    tuple_functions: frozenset[str] = frozenset()
    tuple_fields: str = ""
    numbers_duplicates: bool = False
    peeks_into_structs: bool = False
    generator_name: str = ""
    table_functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unnest_alias_is_column: bool = False
    alias_names_column: bool = False
    unnest_opens_structs: bool = False
    widening: Widening = PLAIN
    options_in_strings: bool = False
    takes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    type_names: Mapping[str, str] = field(default_factory=dict)
    relational: Mapping[str, str] = field(default_factory=dict)
    virtual_columns: frozenset[str] = frozenset()
    places: Placer | None = None
    lookups: Mapping[str, int] = field(default_factory=dict)
    shapes: Mapping[str, str] = field(default_factory=dict)
    names_calls: bool = False
    names_pretty: bool = False
    names_rendered: bool = False
    merges_by_position: bool = False
    methods: bool = False
    subcolumns: bool = False
    dotted_columns: bool = False
    pseudo_columns: frozenset[str] = frozenset()
    wildcard_tables: bool = False
    unpivot_values_first: bool = False
    group_names: frozenset[str] = frozenset()
    pipe_sets_in_turn: bool = False
    tuple_names: bool = False
    pivot_words: bool = False
    grouping_names: frozenset[str] = frozenset()
    recommends_names: bool = False
    exploded_name: str = "col"
    attaches: bool = False
    dynamic: Mapping[str, str] = field(default_factory=dict)
    variable_function: str = ""
    file_formats: frozenset[str] = frozenset()
    system_views: Callable[[Key], Table | None] | None = None
    file_of: Callable[[str], tuple[str, str] | None] | None = None

    @cached_property
    def grammar(self) -> Grammar:
        """The parser's dialect object."""
        return Grammar.get_or_raise(self.grammar_name)

    @cached_property
    def functions(self) -> Functions:
        """Argument roles of the dialect's functions, read when first needed."""
        return Functions.load(f"headwater.dialects.{self.name}", fold=not self.case_sensitive_functions)
