"""What names mean: the entries of a FROM clause, select aliases, lambda parameters, CTEs, and the query outside.

An entry births a column when it is first used. An *open* entry (no schema known) makes up the column that is asked
for, and the answer is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from headwater.base.levels import INFERRED
from headwater.base.types import UNKNOWN, UNTYPED, Scalar, Type
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born, Col, Dataset, Path, Read
from headwater.rel.kinds import DIRECT, Kind
from headwater.rel.operators import Loop, Ref, Rel, Scan

if TYPE_CHECKING:
    from sqlglot import exp

    from headwater.bind.context import Context


TAIL = frozenset({"order", "limit", "offset", "with_", "locks", "options", "settings", "format", "hint"})
"""The arguments that any query may have behind its body."""

Offsets = tuple[int, int]
"""Offsets of a name, for a diagnostic: a plain tuple, since every column that is read has one."""
NOWHERE: Offsets = (-1, -1)


class Output(NamedTuple):
    """A column that a query hands out. `opens` is the open entry behind a star that could not be expanded."""

    name: str
    col: Col
    opens: Entry | None = None
    start: int = -1
    end: int = -1


class Resolved(NamedTuple):
    """An answer to a name: a column, fields of it, and how sure that is."""

    col: Col
    path: Path = ()
    doubt: int = 0
    kind: Kind = DIRECT


class Query:
    """A bound query: its plan and what it hands out."""

    __slots__ = ("_index", "outputs", "rel")

    def __init__(self, rel: Rel, outputs: list[Output]) -> None:
        self.rel = rel
        self.outputs = outputs
        self._index: dict[str, int] | None = None

    def index(self, fold: Callable[[str], str]) -> dict[str, int]:
        """Folded name to position; the first of two equal names wins."""
        if self._index is None:
            known: dict[str, int] = {}
            for position, output in enumerate(self.outputs):
                if output.opens is None:
                    known.setdefault(fold(output.name), position)
            self._index = known
        return self._index

    @property
    def open(self) -> list[Entry]:
        """The open entries behind unexpanded stars."""
        return [output.opens for output in self.outputs if output.opens is not None]


class Entry(Protocol):
    """One item of a FROM clause."""

    alias: str
    dataset: Dataset
    open: bool

    @property
    def rel(self) -> Rel:
        """The relation it stands for."""

    @property
    def index(self) -> Mapping[str, object]:
        """The folded names that are known to be there."""

    def find(self, key: str) -> Col | None:
        """The column of that folded name, born now if it is used for the first time."""

    def star(self) -> list[Output]:
        """Every column in order."""

    def types(self) -> list[tuple[str, Type]]:
        """Names and types of the columns that are known, none of them born for it."""

    def infer(self, name: str, key: str) -> Resolved:
        """The column of that name in an open entry."""


class TableEntry:
    """A stored table; open when its schema is not known."""

    __slots__ = (
        "_busy",
        "_cols",
        "_columns",
        "_ctx",
        "_file_format",
        "_inferred",
        "alias",
        "dataset",
        "index",
        "key",
        "open",
        "rel",
    )

    def __init__(self, ctx: Context, alias: str, key: tuple[str, ...], rel: Scan, table: Table | None) -> None:
        self.alias = alias
        self.key = key
        self.dataset = rel.dataset
        self.rel: Scan = rel
        self._ctx = ctx
        self.open = table is None or table.columns is None
        self._columns: tuple[Column, ...] = () if table is None else table.columns or ()
        self.index = table.index(ctx.fold) if table is not None else {}
        self._file_format = table.file_format if table is not None else ""
        self._cols: dict[str, Col] = {}
        self._busy: set[str] = set()
        self._inferred: dict[str, Col] = {}

    def find(self, key: str) -> Col | None:
        col = self._cols.get(key)
        if col is not None:
            return col
        position = self.index.get(key)
        if position is None:
            return self._virtual(key) if key in self._ctx.dialect.columns.virtual else None
        column = self._columns[position]
        if column.computed is not None and key not in self._busy:
            self._busy.add(key)  # c AS c + 1, or a name that is not there and is looked for in every column
            col = self._ctx.up.computed_column(self._ctx, self, column)
            self._busy.discard(key)
        else:
            # born here rather than by ctx.col: this is the one made for every column read
            ctx = self._ctx
            col = Col(ctx.size, column.name, self.dataset)
            ctx.size += 1
            kind = column.type
            if kind is UNKNOWN:
                col.type = UNTYPED
            else:
                col.type = kind
                if kind.__class__ is not Scalar:
                    col.shaped = True
            self.rel.cols.append(col)
        col.ordinal = position
        self._cols[key] = col
        return col

    def _virtual(self, key: str) -> Col:
        """A column that the engine gives every table, and no star shows: `_part`."""
        kind = self._ctx.dialect.columns.virtual_type(key, self._file_format)
        col = self._cols[key] = self._ctx.col(key, self.dataset, kind)
        col.shaped = kind.__class__ is not Scalar and kind is not UNKNOWN
        self.rel.cols.append(col)
        return col

    def star(self) -> list[Output]:
        if self.open:
            return [Output("*", self.infer("*", "*").col, self)]
        shown = self._ctx.dialect.stars.shown(self._ctx)
        columns = [column for column in self._columns if not column.hidden or column.hidden in shown]
        if shown:
            columns.sort(key=lambda column: column.hidden == "made")
        return self._outputs(columns)

    def every(self) -> list[Output]:
        """Every column that can be read, those that a star leaves out included; what is made when it is read comes
        last.
        """
        if self.open:
            return self.star()
        columns = [column for column in self._columns if not column.passing]
        return self._outputs(sorted(columns, key=lambda column: column.hidden == "made"))

    def _outputs(self, columns: Iterable[Column]) -> list[Output]:
        matches = []
        for column in columns:
            col = self.find(self._ctx.folded(column.name))
            assert col is not None
            matches.append(Output(column.name, col))
        return matches

    def types(self) -> list[tuple[str, Type]]:
        return [(column.name, column.type) for column in self._columns]

    def infer(self, name: str, key: str) -> Resolved:
        col = self._inferred.get(key)
        if col is None:
            col = self._inferred[key] = self._ctx.col(name, self.dataset, UNTYPED)
            self.rel.cols.append(col)
        return Resolved(col, (), INFERRED)


class QueryEntry:
    """A derived table, CTE or opened view: hands on a query's outputs under its own name."""

    __slots__ = ("_cols", "_ctx", "_inferred", "_outputs", "_query", "alias", "dataset", "index", "open", "rel")

    def __init__(self, ctx: Context, alias: str, rel: Ref | Loop, query: Query, names: list[str] | None = None) -> None:
        self.alias = alias
        self.dataset = rel.dataset
        self.rel: Ref | Loop = rel
        self._ctx = ctx
        self._query = query
        self._outputs = query.outputs
        if names:
            self._outputs = [
                out._replace(name=names[n]) if n < len(names) and out.opens is None else out
                for n, out in enumerate(query.outputs)
            ]
            self.index: dict[str, int] = {}
            for n, out in enumerate(self._outputs):
                if out.opens is None:
                    self.index.setdefault(ctx.folded(out.name), n)
        else:
            self.index = query.index(ctx.folded)
        numbered = ctx.dialect.output_names.numbered(self._outputs)
        if numbered is not self._outputs:
            self._outputs = numbered
            self.index = {ctx.folded(out.name): n for n, out in enumerate(numbered) if out.opens is None}
        self.open = any(out.opens is not None for out in self._outputs)
        self._cols: dict[int, Col] = {}
        self._inferred: dict[str, Resolved] = {}

    def find(self, key: str) -> Col | None:
        position = self.index.get(key)
        return None if position is None else self._at(position)

    def _at(self, position: int) -> Col:
        col = self._cols.get(position)
        if col is None:
            output = self._outputs[position]
            born = self._ctx.label(output, self.dataset)
            self.rel.born.append(born)
            col = self._cols[position] = born.col
            col.ordinal = position
        return col

    def star(self) -> list[Output]:
        return [
            Output(output.name, self._at(position), self if output.opens is not None else None)
            for position, output in enumerate(self._outputs)
        ]

    def types(self) -> list[tuple[str, Type]]:
        return [(output.name, output.col.type) for output in self._outputs if output.opens is None]

    def infer(self, name: str, key: str) -> Resolved:
        known = self._inferred.get(key)
        if known is None:
            opened = [output.opens for output in self._outputs if output.opens is not None]
            holders = [entry for entry in opened if not isinstance(entry, WithoutEntry) or key not in entry.without]
            behind = [entry.infer(name, key) for entry in holders or opened]
            doubt = INFERRED if len(behind) < 2 else len(behind)
            col = self._ctx.col(name, self.dataset)
            reads = tuple(Read(resolved.col, DIRECT, resolved.path, max(doubt, resolved.doubt)) for resolved in behind)
            self.rel.born.append(Born(col, reads))
            known = self._inferred[key] = Resolved(col, (), doubt)
        return known


class FixedEntry:
    """Columns made on the spot: UNNEST, VALUES, table functions, PIVOT. `hidden` ones answer to their name but not to
    a star.
    """

    __slots__ = ("_outputs", "alias", "dataset", "index", "open", "rel", "whole")

    def __init__(
        self,
        ctx: Context,
        alias: str,
        dataset: Dataset,
        rel: Rel,
        outputs: list[Output],
        hidden: dict[str, Col] | None = None,
        whole: Col | None = None,
    ) -> None:
        self.alias = alias
        self.dataset = dataset
        self.rel = rel
        self.open = any(output.opens is not None for output in outputs)
        self._outputs = outputs
        self.index: dict[str, Col] = {}
        for output in outputs:
            if output.opens is None:
                self.index.setdefault(ctx.folded(output.name), output.col)
        for key, col in (hidden or {}).items():
            self.index.setdefault(key, col)
        self.whole = whole

    def find(self, key: str) -> Col | None:
        return self.index.get(key)

    def star(self) -> list[Output]:
        return list(self._outputs)

    def types(self) -> list[tuple[str, Type]]:
        return [(output.name, output.col.type) for output in self._outputs if output.opens is None]

    def infer(self, name: str, key: str) -> Resolved:
        # SELECT * FROM x, y UNION ALL … ORDER BY k: a column of x or of y; the first stands for both
        opened = [output.opens for output in self._outputs if output.opens is not None]
        resolved = opened[0].infer(name, key)
        return resolved if len(opened) == 1 else resolved._replace(doubt=max(resolved.doubt, len(opened)))


class ElementEntry(FixedEntry):
    """The element of an array whose type nobody told: any name may be one of its fields."""

    __slots__ = ("_element", "_say")

    def __init__(
        self,
        ctx: Context,
        alias: str,
        dataset: Dataset,
        rel: Rel,
        outputs: list[Output],
        element: Col,
        say: Callable[[], None],
    ) -> None:
        super().__init__(ctx, alias, dataset, rel, outputs, whole=element)
        self._element = element
        self._say = say
        self.open = True

    def star(self) -> list[Output]:
        """The fields of the element, whatever they are, and what stands beside it (an offset)."""
        self._say()
        beside = [output for output in self._outputs if output.col is not self._element]
        return [Output("*", self._element, self), *beside]

    def infer(self, name: str, key: str) -> Resolved:
        self._say()
        return Resolved(self._element, (name,), INFERRED)


class WithoutEntry:
    """An open entry of which a star leaves some columns out: SELECT w.* EXCEPT (a), x.* FROM w, x."""

    __slots__ = ("alias", "dataset", "entry", "index", "open", "rel", "without")

    def __init__(self, entry: Entry, without: frozenset[str]) -> None:
        self.alias = entry.alias
        self.dataset = entry.dataset
        self.open = True
        self.rel = entry.rel
        self.index = entry.index
        self.entry = entry
        self.without = without

    def find(self, key: str) -> Col | None:
        return None if key in self.without else self.entry.find(key)

    def star(self) -> list[Output]:
        return self.entry.star()

    def types(self) -> list[tuple[str, Type]]:
        return self.entry.types()

    def infer(self, name: str, key: str) -> Resolved:
        return self.entry.infer(name, key)


@dataclass(slots=True)
class Cte:
    """A common table expression: bound once, referred to by fresh columns; `scalar` is WITH expr AS name."""

    name: str
    query: Query | None
    names: list[str] | None = None
    loop: Callable[[str], Entry] | None = None
    scalar: exp.Expr | None = None
    frame: object = None


@dataclass(slots=True)
class Ctes:
    """The CTEs in sight, inner before outer."""

    outer: Ctes | None = None
    here: dict[str, Cte] = field(default_factory=dict)
    any_scalar: bool = False

    def find(self, key: str) -> Cte | None:
        """The nearest CTE of that folded name."""
        scope: Ctes | None = self
        while scope is not None:
            match = scope.here.get(key)
            if match is not None:
                return match
            scope = scope.outer
        return None
