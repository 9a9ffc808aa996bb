"""What the whole binding of a statement shares: ids, diagnostics, the catalog as it stands, and the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from sqlglot import exp

from headwater.base.codes import UNKNOWN_FUNCTION, UNREAD_SYNTAX, Code
from headwater.base.diagnostics import Diagnostic
from headwater.base.identifiers import Fold, Key, dotted
from headwater.base.levels import INFERRED
from headwater.base.spans import Source, Span
from headwater.base.types import UNKNOWN, Scalar, Type
from headwater.bind.dialect import Dialect
from headwater.bind.suggestions import near
from headwater.bind.upward import UPWARD
from headwater.catalog.functions import Functions
from headwater.catalog.mapping import Catalog
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import DIRECT, Kind
from headwater.sql.parse import Parsed
from headwater.sql.session_statements import Variant
from headwater.sql.spans import Spans
from headwater.sql.templates import COVER, named
from headwater.sql.tree import leftovers, start_of

if TYPE_CHECKING:
    from headwater.bind.scope import Output
    from headwater.bind.target import Bound


_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, eq=False)
class Macro:
    """A function that is written in SQL: the names of its parameters and what it answers."""

    parameters: tuple[str, ...]
    body: exp.Expr
    values: tuple[exp.Expr | None, ...] = ()
    """What stands for parameters that a call leaves out."""
    variants: tuple[Variant, ...] = ()
    """The ways to call it, where calls are replaced by a body before anything is bound: `bind.expr.macro_expansion`."""


FrontEnd = Callable[["Context", Parsed], "Bound | None"]
"""Reads a statement in its own way; None where it cannot, having said so."""


@dataclass
class Session:
    """What statements of one script hand to each other: the catalog's changes and the current database, functions
    written in SQL, tables that are gone, as they were, databases that are those of another server (`linked`), and the
    variables of a script, some of which are `records`.

    `attached` are databases under a name of their own, `path` are schemas that a bare name is looked for in behind the
    current one. `own` are the names of functions whose calls are replaced by a body, `prepared` statements by name,
    `assigned` the variables that a function gives: their names as first written, and their text where it is constant;
    `types` other names of types.
    """

    dialect: Dialect
    catalog: Catalog
    base: Key
    current: Key
    fold_views: bool = False
    user_functions: Mapping[str, str] = field(default_factory=dict)
    changes: dict[Key, Table | None] = field(default_factory=dict)
    printed: dict[Key, str] = field(default_factory=dict)
    type_names: dict[object, str] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    models: dict[Key, tuple[Column, ...]] = field(default_factory=dict)
    catalogs: dict[str, dict[str, str]] = field(default_factory=dict)
    macros: dict[str, Macro] = field(default_factory=dict)
    gone: dict[Key, Table] = field(default_factory=dict)
    linked: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    records: set[str] = field(default_factory=set)
    blocks: list[tuple[dict[str, str], set[str]]] = field(default_factory=list)
    front_end: FrontEnd | None = None
    attached: set[str] = field(default_factory=set)
    path: tuple[Key, ...] = ()
    own: set[str] = field(default_factory=set)
    prepared: dict[str, object] = field(default_factory=dict)
    assigned: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    @cached_property
    def functions(self) -> Functions:
        """The dialect's functions, those that the script declared, and the user's."""
        known = self.dialect.functions
        more = {**self.declared, **self.user_functions}
        return known.with_user(more) if more else known

    def declare(self, name: tuple[str, ...], what: str | None) -> None:
        """CREATE FUNCTION, or DROP where `what` is None. A function of the engine keeps its name."""
        for one in (".".join(name), name[-1]):
            if what is None:
                self.declared.pop(one, None)
            elif self.dialect.functions.find(one) is None:
                self.declared[one] = what
        self.__dict__.pop("functions", None)

    def key(self, parts: tuple[str, ...]) -> Key:
        """The identity of a dataset's name as written here."""
        own = self.dialect.identifiers
        return own.key(self, tuple(map(own.fold_tables.apply, parts)))

    def new_key(self, parts: tuple[str, ...]) -> Key:
        """The identity of what is made under a name: nothing is looked for."""
        own = self.dialect.identifiers
        return own.new_key(self, tuple(map(own.fold_tables.apply, parts)))

    def lead(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """Where a name in a database of another server leads: mysql://host/db.t."""
        database = parts[0] if len(parts) > 1 else self.current[-1] if self.current else ""
        prefix = self.linked.get(database)
        if prefix is None or "/" in parts[-1]:
            return parts
        name = f"{prefix}.{parts[-1]}"
        self.printed.setdefault(self.key((name,)), name)
        return (name,)

    def find(self, key: Key) -> Table | None:
        """The table of that identity, as the script left it."""
        own = self.dialect.identifiers
        table = self.changes[key] if key in self.changes else own.find(self, key)
        return None if table is None else own.read(table)

    def print_name(self, key: Key, parts: tuple[str, ...], table: Table | None) -> str:
        """How a dataset is printed: as first written. A name that leans on a chosen database gets it spelt out."""
        known = self.printed.get(key)
        if known is None:
            if table is not None:
                known = table.display
            else:
                known = dotted(self.spelled(parts))
            self.printed[key] = known
        return known

    def spelled(self, parts: tuple[str, ...]) -> tuple[str, ...]:
        """A name with the database that somebody chose (USE db) before it; an engine's own default is left unsaid."""
        if self.dialect.identifiers.is_whole(self, parts):
            return parts
        chosen = 0
        for own, default in zip(self.current, self.dialect.identifiers.defaults, strict=False):
            if own != default:
                break
            chosen += 1
        missing = len(self.current) + 1 - len(parts)  # USE ods; CREATE TABLE other.z: only a catalog is missing
        return self.current[chosen:missing] + parts if missing > chosen else parts


class Context:
    """One statement's binding: births columns, collects diagnostics, answers for names and places."""

    def __init__(self, session: Session, source: Source, parsed: Parsed) -> None:
        self.up = UPWARD
        self.session = session
        self.dialect = session.dialect
        self.fold: Fold = session.dialect.identifiers.fold_columns
        self.folded = self.fold.apply
        self.functions = session.functions
        self.source = source
        self.parsed = parsed
        self.spans = Spans(parsed.tokens)
        self.diagnostics: list[Diagnostic] = []
        self.datasets: dict[Key, Dataset] = {}
        self.size = 0
        self.opening: list[Key] = []
        self.unfinished: dict[Col, bool] = {}  # elements of arrays that are being made, and whether they were asked for
        self.calling: list[str] = []
        self.expanded = 0
        self.anchor = (-1, -1)  # what has no place of its own in the user's text is there: a call of a macro
        self.sinks: list[Bound] = []  # what a pipeline hands out beside its result
        self.inside: list[Bound] = []  # statements in a WITH
        # COLUMNS(…) may stand anywhere in an item; only a text that has the word is searched for it
        piece = source.text[parsed.span.start : parsed.span.end]
        self.has_columns = self.dialect.stars.columns_in_expressions() and "columns" in piece.lower()
        self.alias_clauses = self.dialect.columns.alias_clauses()
        self._memo: dict[tuple[str, int], tuple[object, Any]] = {}
        self._looked_up: dict[tuple[str, ...], tuple[Key, Table | None, Dataset]] = {}
        self.away = False  # True while binding text that is not the user's statement (a view's body)
        self._said: set[tuple[Code, tuple[str, ...]]] = set()
        self._hints: dict[str, str] = {}  # of a function that is called a thousand times, the hint is looked for once

    def remember(self, what: str, owner: object, make: Callable[[], _T]) -> _T:
        """What a hook works out about an object (an entry, a frame) once for a statement."""
        known = self._memo.get((what, id(owner)))
        if known is None:
            known = self._memo[what, id(owner)] = (owner, make())  # the owner is kept, so that its id stays its own
        value: _T = known[1]
        return value

    def look_for_columns(self, tree: exp.Expr) -> None:
        """COLUMNS(…) may also stand in what is not in the text: the body of a macro, a statement that was prepared."""
        if self.dialect.stars.columns_in_expressions() and not self.has_columns:
            self.has_columns = tree.find(exp.Columns) is not None

    # ── births ───────────────────────────────────────────────────────────────────────────────────────────────
    def col(self, name: str, dataset: Dataset | None = None, type_: Type = UNKNOWN) -> Col:
        """A new column."""
        at = self.size
        self.size = at + 1
        col = Col(at, name, dataset)
        if type_ is not UNKNOWN:
            col.type = type_
            if type_.__class__ is not Scalar:
                col.shaped = True
        return col

    def number(self, col: Col) -> None:
        """A column that was known before it was born gets its number: behind those of the columns that it reads."""
        col.id = self.size
        self.size += 1

    def rows(self) -> Col:
        """A new hidden column."""
        at = self.size
        self.size = at + 1
        return Col(at, "rows")

    def label(self, output: Output, dataset: Dataset) -> Born:
        """A fresh column of a CTE or derived table that hands on a query's output."""
        behind = output.col
        col = self.col(output.name, dataset, behind.type)
        if behind.shaped:
            col.shaped = True
            col.like = ((behind, DIRECT),)
        doubt = INFERRED if output.opens is not None else 0
        return Born(col, (Read(behind, DIRECT, (), doubt, output.start, output.end),))

    # ── diagnostics ──────────────────────────────────────────────────────────────────────────────────────────
    def say(self, code: Code, span: tuple[int, int] | None, *arguments: str) -> None:
        """Note something once for the same arguments."""
        if (code, arguments) in self._said:
            return
        self._said.add((code, arguments))
        place = Span(*span) if span is not None and span[0] >= 0 and not self.away else self.parsed.span
        if self.away and self.anchor[0] >= 0:
            place = Span(*self.anchor)
        self.diagnostics.append(Diagnostic(code, arguments, place, self.source))

    def unknown_function(self, node: exp.Expr, name: str, code: Code = UNKNOWN_FUNCTION) -> None:
        """Note a function that nobody described, with the one that was perhaps meant."""
        hint = self._hints.get(name)
        if hint is None:
            known = (one for one in self.functions.table if "/" not in one)
            hint = self._hints[name] = near(name, known, most=5000)
        self.say(code, self.place(node), name, hint)

    def unread(self, node: exp.Expr, taken: frozenset[str]) -> None:
        """Report the parts of a clause that its binder did not take."""
        if node.args.keys() <= taken:
            return
        for name in leftovers(node, taken):
            word = name.strip("_").replace("_", " ").upper()
            self.say(UNREAD_SYNTAX, self.place(node), f"{word} of {type(node).__name__.upper()}")

    # ── places and names ─────────────────────────────────────────────────────────────────────────────────────
    def place(self, node: exp.Expr) -> Span | None:
        """The first word of a node, for a diagnostic."""
        start = start_of(node)
        if start < 0 or self.away:
            return None
        from_word = self.spans.word(start)
        token = self.parsed.tokens[from_word]
        return Span(token.start, token.end + 1)

    def text(self, start: int, end: int) -> str:
        """The user's text at a place."""
        return self.source.text[start:end]

    def written(self, identifier: exp.Expr) -> str:
        """A name as it stands in the text; a template under its cover is uncovered."""
        name: str = identifier.name
        if COVER not in name:
            return name
        meta = identifier._meta
        if not meta or "start" not in meta:
            return name
        return self.text(meta["start"], meta["end"] + 1).strip('`"')

    def table_parts(self, node: exp.Table) -> tuple[str, ...]:
        """The parts of a table's name, outermost first."""
        args = node.args
        this = args["this"]
        if args.get("db") is None and this.__class__ is exp.Identifier and COVER not in this.args["this"]:
            return (this.args["this"],)
        parts: list[str] = []
        for part in node.parts:
            name = self.written(part)
            if name.upper().startswith("INFORMATION_SCHEMA."):
                parts.extend(name.split(".", 1))  # the parser takes the two words for one
                continue
            parts.extend((named(name) or (name,)) if "{" in name else (name,))
        return self.dialect.identifiers.table_parts(tuple(parts))

    def lookup(self, parts: tuple[str, ...]) -> tuple[Key, Table | None, Dataset]:
        """A name as written: its identity, what the catalog knows, and the dataset. Looked up once per statement."""
        if self.session.linked and len(parts) < 3:
            parts = self.session.lead(parts)
        known = self._looked_up.get(parts)
        if known is None:
            key = self.session.key(parts)
            table = self.session.find(key)
            known = self._looked_up[parts] = (key, table, self.dataset(key, parts, table))
        return known

    def dataset(self, key: Key, parts: tuple[str, ...], table: Table | None) -> Dataset:
        """The dataset of that identity: one object per statement."""
        found = self.datasets.get(key)
        if found is None:
            name = self.session.print_name(key, parts, table)
            kind = table.kind if table is not None else "table"
            found = Dataset(name, kind, True, table.temporary if table is not None else False)
            self.datasets[key] = found
        return found

    def function_kind(self, kind: str) -> Kind:
        """How strong a function of that kind makes its arguments."""
        return _FUNCTION_KIND[kind]


_FUNCTION_KIND = {
    "scalar": Kind.DERIVED,
    "higher": Kind.DERIVED,
    "agg": Kind.AGG,
    "window": Kind.WINDOW,
    "table": Kind.DERIVED_ARRAY,
    "external": Kind.EXTERNAL,
    "nosource": Kind.DERIVED,
}
