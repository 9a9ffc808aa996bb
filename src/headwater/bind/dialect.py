"""What a dialect may say and do: the protocol between the binder and the packages under `headwater.dialects`.

A dialect is one `Dialect` record. Its differences are sorted into small groups, each a frozen dataclass. What several
dialects have in common is a field of a group. What one dialect alone does is a hook: a method with a neutral default
here, which that dialect's package overrides. So the binder never asks who it is talking to, and a reader who wonders
what one dialect does with a dotted name opens that dialect's package.

To add a difference: a field where two dialects need it, else a hook; with the SQL that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as Grammar

from headwater.base.identifiers import Fold, Key
from headwater.base.types import UNKNOWN, Type
from headwater.bind.output_names.protocol import OutputNames
from headwater.bind.sources import SourceResolver
from headwater.catalog.functions import Functions
from headwater.catalog.mapping import qualify
from headwater.catalog.tables import Column, Table
from headwater.sql.grammar import PLAIN, Syntax

if TYPE_CHECKING:
    from headwater.bind.context import Context
    from headwater.bind.names.frame import Frame, Names
    from headwater.bind.relation.table_functions import Handler
    from headwater.bind.scope import Ctes, Entry, Offsets, Output, Query, Resolved
    from headwater.bind.session import Session
    from headwater.bind.target import Bound
    from headwater.rel.columns import Col, Path, Read
    from headwater.rel.kinds import Kind
    from headwater.rel.operators import Rel

Parts = tuple[str, ...]
Binder = Callable[["Context", Any], "Bound"]
"""Binds a statement of one class."""


@dataclass(frozen=True)
class Identifiers:
    """How the names of tables and columns are compared, completed and looked up.

    fold_tables    FROM Orders and FROM orders: one table or two
    fold_columns   SELECT Id and SELECT id: one column or two
    defaults       what stands before a bare name: ("default",), ("memory", "main")
    """

    fold_tables: Fold = Fold.LOWER
    fold_columns: Fold = Fold.LOWER
    defaults: Key = ()

    def key(self, session: Session, name: Key) -> Key:
        """The identity of the table that a folded name refers to."""
        return qualify(name, session.current)

    def new_key(self, session: Session, name: Key) -> Key:
        """The identity of what CREATE makes under a folded name."""
        return qualify(name, session.current)

    def temporary(self, session: Session, parts: Parts) -> tuple[Parts, Key]:
        """CREATE TEMPORARY TABLE t: the name to print, and the identity."""
        return parts, self.new_key(session, tuple(map(self.fold_tables.apply, parts)))

    def find(self, session: Session, key: Key) -> Table | None:
        """What the given catalog, or the engine itself (its own views), has under an identity."""
        return session.catalog.index(self.fold_tables, session.base).get(key)

    def read(self, table: Table) -> Table:
        """A table as queries see it: `n Nested(a Int8)` may be a column n.a."""
        return table

    def is_whole(self, session: Session, parts: Parts) -> bool:
        """Whether a name of fewer parts than an identity needs no database before it: `attached.t`."""
        return False

    def shorten(self, key: Key) -> Key:
        """An identity without the parts that are an engine's own defaults before it.

        >>> Identifiers(defaults=("memory", "main")).shorten(("memory", "main", "t"))
        ('t',)
        """
        if len(key) != len(self.defaults) + 1:
            return key
        known = 0
        while known < len(self.defaults) and key[known] == self.defaults[known]:
            known += 1
        return key[known:]

    def function_keys(self, session: Session, name: Parts) -> Iterable[str]:
        """The names under which a function that is written in SQL may be known, the nearest first."""
        return (".".join(name), ".".join(name).lower())

    def begin(self, session: Session) -> None:
        """A session starts: what is attached to it from the beginning."""

    def table_parts(self, parts: Parts) -> Parts:
        """The parts of a table's name in FROM: parquet.`/data/in` is a folder."""
        return parts


@dataclass(frozen=True)
class Columns:
    """What the name of a column may refer to, besides the columns of the tables in FROM.

    virtual    columns that every table has and no star shows: `_part`, `rowid`
    pseudo     columns that the engine adds to tables it does not describe: `_PARTITIONTIME`
    """

    virtual: frozenset[str] = frozenset()
    pseudo: frozenset[str] = frozenset()

    def virtual_type(self, name: str, file_format: str) -> Type:
        """The type of such a column of a table that is kept in files: `_metadata.file_name`."""
        return UNKNOWN

    def alias_clauses(self) -> frozenset[str]:
        """The clauses in which a select alias hides a column: SELECT a + 1 AS b … WHERE b > 0."""
        return frozenset({"ORDER BY"})

    def sorts_by_columns_first(self) -> bool:
        """ORDER BY f(a), where a is a column and an alias: the column, although ORDER BY a is the alias."""
        return False

    def groups_by_alias(self) -> bool:
        """SELECT f(b) AS a … GROUP BY a, where a is a column, too: the alias, as in ORDER BY."""
        return False

    def last_alias_wins(self) -> bool:
        """SELECT a AS z, b AS z, z: the last z is b, and not a."""
        return False

    def aliases_anywhere(self) -> bool:
        """Whether an alias may stand inside an expression: SELECT f(a + 1 AS b), b."""
        return False

    def first_table_wins(self, frame: Frame) -> bool:
        """SELECT id FROM a JOIN b …, where both have it: a's, instead of an ambiguity."""
        return False

    def rows_before_columns(self) -> bool:
        """SELECT day FROM day, where day has a column day: the whole row, and not the column."""
        return False

    def generated(self, frame: Frame, key: str) -> bool:
        """A name that is no column and has no source: GROUPING__ID."""
        return False

    def generated_before_aliases(self) -> bool:
        """SELECT a AS current_date, current_date: the second one is today."""
        return False

    def group(self, frame: Frame, entry: Entry | None, key: str) -> Resolved | None:
        """A name that stands for several columns at once: `goals`, of goals.id and goals.name."""
        return None

    def dotted(
        self, frame: Frame, entry: Entry | None, parts: list[str], keys: list[str], span: Offsets, asker: Frame
    ) -> Names | None:
        """A qualified name of which the dots are part of a column's own name: `goals.id`."""
        return None

    def implicit_field(self, frame: Frame, entries: list[Entry], names: list[str], key: str, span: Offsets) -> Names:
        """SELECT city FROM orders, where `shipping` is a struct with a field `city`."""
        return ()

    def subcolumn(self, col: Col, path: Path, kind: Type, name: str) -> bool:
        """A part of a column that is no field of its type: `json.a`, `map.keys`, `array.size0`."""
        return False

    def part_of_map(self, name: str) -> str:
        """What a name behind a map means: "keys", "values", or nothing where it is the value under that key."""
        return ""


@dataclass(frozen=True)
class Structs:
    """How structs and tuples are made, and what their fields are called.

    field_names       struct(a + 1, b): "col{0}" calls the fields col1 and b
    ignores_names     struct(a, b) does not name its fields after the columns
    tuple_functions   functions that make a tuple: row(a, b)
    casts_by_name     a cast hands fields on by their names, where both types share some; elsewhere by position
    """

    field_names: str = "{0}"
    ignores_names: bool = False
    tuple_functions: frozenset[str] = frozenset()
    casts_by_name: bool = False

    def tuple_field(self, position: int, node: exp.Expr) -> str:
        """The name of a field of (a, b); positions count from 0."""
        return str(position + 1)

    def zip_field(self, position: int, node: exp.Expr) -> str:
        """The name of a field of an array of zipped arrays; positions count from 0."""
        return str(position + 1)

    def match_by_name(self) -> bool:
        """SELECT {'x': a, 'y': b} UNION ALL SELECT {'y': c, 'x': d}: fields go together by name, not by position."""
        return False

    def tuples_are_values(self) -> bool:
        """Whether a tuple is a value of its own, that arrays, casts and subqueries may hold: [(a, b)]."""
        return False


@dataclass(frozen=True)
class Stars:
    """Select items that stand for several columns.

    generator_column    what SELECT explode(x) calls its column: "col"
    """

    generator_column: str = ""

    def shown(self, ctx: Context) -> frozenset[str]:
        """The kinds of hidden columns ("stored", "made") that a star shows in a statement, by its settings."""
        return frozenset()

    def using_first(self) -> bool:
        """SELECT * FROM t JOIN u USING (k): k comes first, before the other columns of t."""
        return True

    def qualified_using_first(self) -> bool:
        """SELECT u.* FROM t JOIN u USING (k): k comes first here, too."""
        return False

    def arguments(self, frame: Frame, node: exp.Expr, outputs: list[Output]) -> list[Output]:
        """hash(*): the columns that such a star hands to a function, of those that it stands for in a select list."""
        return outputs

    def columns_in_expressions(self) -> bool:
        """SELECT max(COLUMNS(*)): an item with COLUMNS in it is bound once for each column."""
        return False

    def columns_by_lambda(self, node: exp.Expr, name: str) -> bool | None:
        """COLUMNS(c -> c LIKE 'a%'): whether a column is chosen; None where that cannot be told."""
        return None

    def pattern_is_whole(self, frame: Frame) -> bool:
        """Whether the regular expression of `* ~ 'id'` has to match a name from its beginning to its end."""
        return False

    def opens(self, frame: Frame, node: exp.Expr) -> bool | None:
        """Whether an item that is no star stands for several columns: unnest(struct), untuple(t) AS q."""
        return None

    def expand(self, frame: Frame, node: exp.Expr) -> list[Output] | None:
        """The columns of such an item; None where it is an item like any other."""
        return None


@dataclass(frozen=True)
class Unnesting:
    """Rows out of arrays: UNNEST, ARRAY JOIN, LATERAL VIEW."""

    def maps_give_pairs(self) -> bool:
        """ARRAY JOIN m AS kv: a row out of a map is one value, its key and its value: kv.1, kv.2."""
        return False

    def alias_is_element(self) -> bool:
        """FROM UNNEST(xs) AS x: x is the element itself, and fields of it answer to their bare names."""
        return False

    def table_paths(self) -> bool:
        """FROM orders.items: the array items of the table orders, without the table in FROM."""
        return False

    def alias_names_column(self) -> bool:
        """FROM unnest(l) AS u: the only column is called u, and answers to `unnest`, too."""
        return False

    def opens_structs(self) -> bool:
        """UNNEST(array of structs): a column for each field."""
        return False

    def position_element(self) -> str:
        """What posexplode(x) without names calls its element."""
        return "col"

    def nested_parts(self, frame: Frame, node: exp.Expr) -> list[tuple[str, exp.Expr]]:
        """ARRAY JOIN goals: the columns that such a name stands for, each as a reference."""
        return []

    def element_name(self, frame: Frame, node: exp.Expr) -> str:
        """What ARRAY JOIN without an alias calls its element."""
        return str(node.name)


@dataclass(frozen=True)
class Clauses:
    """Joins, pivots, pipes: clauses of a query that differ in one point.

    comma_is_weaker    FROM c, a JOIN b USING (x): the join is of a and b alone
    """

    comma_is_weaker: bool = True

    def query(self, ctx: Context, node: exp.Expr, parent: Frame | None, ctes: Ctes) -> Query | None:
        """A query of the dialect's own: SUMMARIZE t."""
        return None

    def forward_ctes(self, recursive: bool) -> bool:
        """WITH [RECURSIVE] a AS (SELECT * FROM b), b AS (…): whether a reads the b behind it."""
        return False

    def nulls_missing_keys(self) -> bool:
        """GROUP BY a, b GROUPING SETS ((a)): b, which is in none of the sets, has no source."""
        return False

    def semi_join_hides_right(self) -> bool:
        """t SEMI JOIN u: the columns of u cannot be selected."""
        return True

    def full_join_gathers(self) -> bool:
        """a JOIN b USING (k) FULL JOIN c USING (k): k is the first of a.k, b.k and c.k that is there."""
        return False

    def derived_table_scope(self, frame: Frame) -> Frame | None:
        """FROM t, (SELECT t.a …): the frame that a derived table may refer to; `frame` where it sees its neighbours."""
        return frame.parent

    def without_from(self, node: exp.Expr) -> exp.Expr | None:
        """The FROM of a SELECT that has none: SELECT * may read a table all the same."""
        return None

    def in_table(self, frame: Frame, node: exp.Expr) -> exp.Expr | None:
        """x IN t: the query that a table in the place of a list stands for."""
        return None

    def pivot_label(self, value: exp.Expr) -> str | None:
        """What a value in the list of a PIVOT is called as a column; None for its own text."""
        return None

    def pivot_names(
        self, values: list[list[str] | None], calls: list[tuple[exp.Expr, str]]
    ) -> list[tuple[str, int]] | None:
        """The names of pivoted columns, each with the position of its aggregate; None for the usual ones."""
        return None

    def pivot_takes_joins(self, conditional: bool) -> bool:
        """FROM a JOIN b PIVOT (…): the pivot is of both, and not of b alone; `conditional` where the join has a
        condition behind it.
        """
        return False

    def unpivot_values_first(self) -> bool:
        """UNPIVOT: the column of values comes before the column of names."""
        return False

    def pipe_sets_in_turn(self) -> bool:
        """|> SET a = b, b = a: the second sees the new a."""
        return False


@dataclass(frozen=True)
class Calls:
    """Functions: in FROM, over tables, and those that look something up.

    table_functions              columns of functions in FROM: range(5) gives `range`
    over_tables                  functions that take whole tables, and what they make of them: TUMBLE(TABLE t, …)
    columns_before_parameters    a column in the body of a function hides a parameter of its name
    """

    table_functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    over_tables: Mapping[str, Handler] = field(default_factory=dict)
    columns_before_parameters: bool = False

    def case_sensitive(self) -> bool:
        """Whether `toString` and `tostring` are two names."""
        return False

    def needs_no_table(self, name: str) -> bool:
        """ML.WEIGHTS(MODEL m): a function over tables that may be given none."""
        return False

    def lookup(
        self, frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]
    ) -> tuple[list[exp.Expr], bool]:
        """dictGet('d', 'name', id): reads what is looked up.

        Gives the arguments that are left to be read, and whether it is known what the function asks.
        """
        return args, False

    def variable(self, frame: Frame, name: str, args: list[exp.Expr], kind: Kind, out: list[Read]) -> None:
        """getvariable('x'): reads what the script assigned to x."""

    def own_in_schemas(self) -> bool:
        """Whether d.upper(x) may be the engine's own upper: system.builtin.upper(x), main.upper(x)."""
        return True

    def has_methods(self) -> bool:
        """Whether a.f(b) may be f(a, b), where a is a value and no schema."""
        return False


@dataclass(frozen=True)
class Sources:
    """What stands in FROM besides tables and queries: files, remote tables, text that is run.

    describe    a table function, engine or dictionary source → the dataset that it stands for
    """

    describe: SourceResolver | None = None

    def file(self, name: str) -> tuple[str, str] | None:
        """FROM 'data/orders.csv': the address of the file, and its name without an alias."""
        return None

    def several(self, frame: Frame, parts: Parts, alias: str, names: list[str] | None) -> Entry | None:
        """FROM `events_*`: the tables that a pattern stands for."""
        return None

    def runs_text(self, name: str) -> bool:
        """Whether a function in FROM runs a text or names tables: query('SELECT …')."""
        return False

    def run(self, frame: Frame, node: exp.Expr, call: exp.Expr, alias: str, names: list[str] | None) -> Rel | None:
        """What such a function reads."""
        return None

    def renames_columns(self) -> bool:
        """FROM t AS x (a, b): whether the list gives the columns new names."""
        return True

    def values(
        self, node: exp.Expr, rows: list[list[exp.Expr]], names: list[str] | None
    ) -> tuple[list[list[exp.Expr]], list[str] | None]:
        """VALUES in FROM: its rows, and the names of its columns where it gives them."""
        return rows, names

    def call_is_alias(self) -> bool:
        """SELECT read_csv.a FROM read_csv('a.csv'): the function's name answers as an alias."""
        return False


@dataclass(frozen=True)
class Writes:
    """What INSERT and MERGE do.

    partitions_last    the columns of PARTITIONED BY come last, and a dynamic partition takes the last values
    """

    partitions_last: bool = False

    def accepts(self, column: Type, value: Type) -> bool:
        """Whether a column takes a value without a cast; True where nothing is known."""
        return True

    def keeps_order(self, key: Key, file_format: str) -> bool:
        """Whether the columns of a new table stay where they are put: USING delta PARTITIONED BY (a)."""
        return not self.partitions_last

    def merges_by_position(self) -> bool:
        """MERGE … UPDATE SET *: columns are matched by position, not by name."""
        return False


@dataclass(frozen=True)
class Statements:
    """Everything that is not a query.

    binders    the dialect's own statements, each with its binder: ATTACH 'shop.db' AS shop
    """

    binders: Mapping[type, Binder] = field(default_factory=dict)

    def kept_options(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """WITH ('topic' = 'orders', 'password' = 'x'): the options that say where a table's rows are; no secret."""
        return {}

    def columns_of_options(self, options: Mapping[str, str]) -> tuple[Column, ...] | None:
        """TBLPROPERTIES ('avro.schema.literal' = '{…}'): the columns that the options of a table describe."""
        return None

    def columns_elsewhere(self, options: Mapping[str, str]) -> bool:
        """TBLPROPERTIES ('avro.schema.url' = '…'): the columns are described in a file that is not read here."""
        return False

    def locations(self, session: Session, key: Key, table: Table | None) -> list[str]:
        """What a table is elsewhere, by its options or by its catalog: `kafka:orders`."""
        return []


@dataclass(frozen=True)
class Dialect:
    """One engine's SQL: the parser's grammar with what it lacks, and the groups above.

    `system` is where the tables live, if that is not the dialect's own name: two engines may share a metastore.
    `grammar_name` is the parser's dialect; `syntax` what it cannot read by itself. `package` holds functions.txt.
    """

    name: str
    title: str
    grammar_name: str
    system: str = ""
    package: str = ""
    identifiers: Identifiers = Identifiers()
    columns: Columns = Columns()
    structs: Structs = Structs()
    stars: Stars = Stars()
    unnesting: Unnesting = Unnesting()
    clauses: Clauses = Clauses()
    calls: Calls = Calls()
    sources: Sources = Sources()
    writes: Writes = Writes()
    output_names: OutputNames = field(default_factory=OutputNames)
    statements: Statements = Statements()
    syntax: Syntax = PLAIN

    @cached_property
    def grammar(self) -> Grammar:
        """The parser's dialect object."""
        return Grammar.get_or_raise(self.grammar_name)

    @cached_property
    def functions(self) -> Functions:
        """Argument roles of the dialect's functions, read when first needed."""
        return Functions.load(self.package or f"headwater.dialects.{self.name}", fold=not self.calls.case_sensitive())
