"""What the whole binding of a statement shares: ids, diagnostics, the catalog as it stands, and the words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from sqlglot import exp

from headwater.base.codes import UNKNOWN_FUNCTION, UNREAD_SYNTAX, Code
from headwater.base.diagnostics import Diagnostic, Suggestion
from headwater.base.identifiers import Fold, Key
from headwater.base.levels import INFERRED, Level
from headwater.base.spans import Source, Span
from headwater.base.types import UNKNOWN, UNTYPED, Scalar, Type
from headwater.bind.session import Session
from headwater.bind.suggestions import near
from headwater.bind.upward import UPWARD
from headwater.catalog.tables import Table
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import DIRECT, Kind
from headwater.sql.loose_names import CHECKED, loose_names, node_starts
from headwater.sql.parse import Parsed
from headwater.sql.spans import Spans
from headwater.sql.templates import named
from headwater.sql.tree import leftovers, start_of

if TYPE_CHECKING:
    from headwater.bind.scope import Output, Resolved
    from headwater.bind.target import Bound


_T = TypeVar("_T")


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
        self.late: list[Born] = []  # columns inside of others that were made when they were first asked for
        self.unfinished: dict[Col, bool] = {}  # elements of arrays that are being made, and whether they were asked for
        self.calling: list[str] = []
        self.expanded = 0
        self.given: list[tuple[Resolved, ...]] = []  # what arguments of functions in SQL mean where they were given
        self.anchor = (-1, -1)  # what has no place of its own in the user's text is there: a call of a macro
        self.sinks: list[Bound] = []  # what a pipeline hands out beside its result
        self.inside: list[Bound] = []  # statements in a WITH
        # COLUMNS(…) may stand anywhere in an item; only a text that has the word is searched for it
        piece = source.text[parsed.span.start : parsed.span.end]
        self.has_columns = self.dialect.stars.columns_in_expressions() and "columns" in piece.lower()
        self.alias_clauses = self.dialect.columns.alias_clauses()
        self._memo: dict[tuple[str, int], tuple[object, Any]] = {}
        self._looked_up: dict[tuple[str, ...], tuple[Key, Table | None, Dataset]] = {}
        self.foreign = False  # True while binding text that is not the user's statement: a view's body
        self._starts: set[int] | None = None
        self._said: set[tuple[Code, tuple[str, ...]]] = set()

    @contextmanager
    def foreign_text(self, anchor: tuple[int, int] | None = None) -> Iterator[None]:
        """Bind text that is not the user's: a view's body, a macro, a default. Nothing in it has a span of its own.

        `anchor` is where that text is used (the call of a macro), and becomes the span of what is found in it.
        """
        before = self.foreign, self.anchor
        if anchor is not None and not self.foreign:
            self.anchor = anchor
        self.foreign = True
        try:
            yield
        finally:
            self.foreign, self.anchor = before

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
        index = self.size
        self.size = index + 1
        col = Col(index, name, dataset)
        if type_ is not UNKNOWN:
            col.type = type_
            if type_.__class__ is not Scalar and type_ is not UNTYPED:
                col.shaped = True
        return col

    def number(self, col: Col) -> None:
        """A column that was known before it was born gets its number: behind those of the columns that it reads."""
        col.id = self.size
        self.size += 1

    def rows(self) -> Col:
        """A new hidden column."""
        index = self.size
        self.size = index + 1
        return Col(index, "rows")

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
    def say(self, code: Code, span: tuple[int, int] | None, *arguments: str | Suggestion) -> None:
        """Note something once for the same cause: a suggestion at its end makes no other message of it."""
        cause = code, tuple(argument for argument in arguments if argument and isinstance(argument, str))
        if cause in self._said:
            return
        self._said.add(cause)
        place = Span(*span) if span is not None and span[0] >= 0 and not self.foreign else self.parsed.span
        if self.foreign and self.anchor[0] >= 0:
            place = Span(*self.anchor)
        self.diagnostics.append(Diagnostic(code, arguments, place, self.source))

    def unknown_function(self, node: exp.Expr, name: str, code: Code = UNKNOWN_FUNCTION) -> None:
        """Note a function that nobody described, with the one that was perhaps meant."""
        table = self.functions.table
        self.say(code, self.span_of(node), name, near(name, lambda: (known for known in table if "/" not in known)))

    def unread(self, node: exp.Expr, known: frozenset[str]) -> None:
        """Report the parts of a clause that its binder did not take."""
        if node.args.keys() <= known:
            return
        for name in leftovers(node, known):
            word = name.strip("_").replace("_", " ").upper()
            self.say(UNREAD_SYNTAX, self.span_of(node), f"{word} of {type(node).__name__.upper()}")

    def note_starts(self) -> None:
        """Note where the nodes of the tree begin, before macros are put into it."""
        if isinstance(self.parsed.tree, CHECKED):
            self._starts = node_starts(self.parsed.tree)

    def check_names(self) -> None:
        """Report the columns' names that the parser read over, where nothing else makes the answer less than EXACT."""
        tree = self.parsed.tree
        if not isinstance(tree, CHECKED) or any(said.level is not Level.EXACT for said in self.diagnostics):
            return
        tables = [table for _, table, _ in self._looked_up.values() if table is not None]
        starts = node_starts(tree) if self._starts is None else self._starts

        def is_column(name: str) -> bool:
            key = self.folded(name)
            return any(key in table.index(self.fold) for table in tables)

        for token in loose_names(starts, self.parsed.tokens, is_column, self._is_function):
            self.say(UNREAD_SYNTAX, (token.start, token.end + 1), f"The name {token.text} in this place")

    def _is_function(self, name: str) -> bool:
        parser = self.dialect.grammar.parser_class
        key = name.upper()
        known = key in parser.FUNCTIONS or key in parser.FUNCTION_PARSERS
        return known or self.functions.find(name.lower()) is not None

    # ── places and names ─────────────────────────────────────────────────────────────────────────────────────
    def span_of(self, node: exp.Expr) -> Span | None:
        """The first word of a node, for a diagnostic."""
        start = start_of(node)
        if start < 0 or self.foreign:
            return None
        from_word = self.spans.word(start)
        token = self.parsed.tokens[from_word]
        return Span(token.start, token.end + 1)

    def text(self, start: int, end: int) -> str:
        """The user's text at a place."""
        return self.source.text[start:end]

    def table_parts(self, node: exp.Table) -> tuple[str, ...]:
        """The parts of a table's name, outermost first."""
        args = node.args
        this = args["this"]
        if args.get("db") is None and this.__class__ is exp.Identifier and "{" not in this.args["this"]:
            return (this.args["this"],)
        parts: list[str] = []
        for part in node.parts:
            name = part.name
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
        match = self.datasets.get(key)
        if match is None:
            name = self.session.print_name(key, parts, table)
            kind = table.kind if table is not None else "table"
            match = Dataset(name, kind, True, table.temporary if table is not None else False)
            self.datasets[key] = match
        return match

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
