"""What an analysis gives back: statements with edges, influence, hops and diagnostics, in the words of the contract.

Answers are made when they are asked for. A statement keeps its graph; an edge keeps two columns and a few numbers, and
works out its expression, place and operator path from the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from headwater.base.diagnostics import Diagnostic
from headwater.base.identifiers import Key
from headwater.base.levels import Doubted, Level, level_of
from headwater.base.spans import Source, Span
from headwater.catalog.tables import Table
from headwater.lineage import closure, explain
from headwater.lineage.explain import Explainer, Step
from headwater.lineage.graph import Graph
from headwater.rel.columns import Col, Dataset, Path
from headwater.rel.kinds import TYPE, UNKNOWN, EdgeType, Kind
from headwater.rel.operators import Rel, Write


class ColumnRef(NamedTuple):
    """A column of a dataset: `path` are the fields below it, `ordinal` its place in a target.

    >>> str(ColumnRef("events", "items", ("[]", "price")))
    'events.items[].price'
    """

    dataset: str
    column: str | None
    path: Path = ()
    ordinal: int | None = None

    def __str__(self) -> str:
        if self.column is None:
            return self.dataset
        return f"{self.dataset}.{self.column}" + "".join(step if step == "[]" else f".{step}" for step in self.path)


class _Said(Doubted):
    """What edges, hops and influences have in common."""

    __slots__ = ("doubt", "source", "target", "type")

    def __init__(self, source: ColumnRef, target: ColumnRef, kind: EdgeType, doubt: int) -> None:
        self.source = source
        self.target = target
        self.type = kind
        self.doubt = doubt

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.source} -{self.type}-> {self.target} {self.level}>"


class Edge(_Said):
    """A folded value edge: a stored column that a target column is made of.

    >>> import headwater
    >>> headwater.analyze("SELECT a + 1 AS b FROM t", dialect="duckdb").statements[0].edges[0].expr
    'a + 1'
    """

    # an edge knows its explainer and not its statement: what points back would be left to the garbage collector
    __slots__ = ("_col", "_explainer", "_kind", "_origin")

    def __init__(
        self,
        explainer: Explainer,
        source: ColumnRef,
        target: ColumnRef,
        kind: Kind,
        doubt: int,
        col: Col,
        origin: int,
    ) -> None:
        super().__init__(source, target, TYPE[kind], doubt)
        self._explainer = explainer
        self._col = col
        self._kind = kind
        self._origin = origin

    @property
    def kind(self) -> Kind:
        """The type in its order of strength."""
        return self._kind

    @property
    def origin(self) -> int:
        """The id of the stored column: it grows in the order in which the statement names them."""
        return self._origin

    @property
    def expr(self) -> str:
        """The expression, with everything between source and target written out as it stands in the text."""
        return self._explainer.expression(self._col.id, self._origin)

    def written_by(self, explainer: Explainer) -> str:
        """The expression as another explainer writes it."""
        return explainer.expression(self._col.id, self._origin)

    @property
    def span(self) -> Span:
        """The place of the target's expression."""
        return Span(*self._explainer.place(self._col.id, self._origin))

    @property
    def path(self) -> list[str]:
        """The operators on the way, source first."""
        return self._explainer.operators(self._col, self._origin, self._kind)

    @property
    def steps(self) -> list[Step]:
        """The hops on the way, source first."""
        return self._explainer.steps(self._col, self._origin, self._kind)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form (semantics §7)."""
        return {
            "from": str(self.source),
            "to": str(self.target),
            "ordinal": self.target.ordinal,
            "type": self.type.value,
            "expr": self.expr,
            "level": self.level.value,
            "confidence": self.confidence,
            "span": list(self.span),
            "path": self.path,
        }


class Influence(_Said):
    """A stored column that decides: rows of the target, or one column of it."""

    __slots__ = ("span",)

    def __init__(self, source: ColumnRef, target: ColumnRef, kind: Kind, doubt: int, span: Span) -> None:
        super().__init__(source, target, TYPE[kind], doubt)
        self.span = span

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "from": str(self.source),
            "to": str(self.target),
            "type": self.type.value,
            "level": self.level.value,
            "confidence": self.confidence,
            "span": list(self.span),
        }


class Hop(_Said):
    """One step between named datasets, CTEs and derived tables included."""

    __slots__ = ("expr", "op", "span")

    def __init__(
        self, source: ColumnRef, target: ColumnRef, kind: Kind, doubt: int, expr: str, op: str, span: Span
    ) -> None:
        super().__init__(source, target, TYPE[kind], doubt)
        self.expr = expr
        self.op = op
        self.span = span

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "from": str(self.source),
            "to": str(self.target),
            "type": self.type.value,
            "expr": self.expr,
            "op": self.op,
            "level": self.level.value,
            "span": list(self.span),
        }


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """A column that a statement writes. `generated` means that no stored column gives it value.

    `dataset` is empty for a column of the statement's target; those that RETURNING hands out beside it are of `result`.
    """

    name: str
    ordinal: int
    generated: bool
    level: Level
    dataset: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        said = {"name": self.name, "ordinal": self.ordinal, "generated": self.generated, "level": self.level.value}
        return {**said, "dataset": self.dataset} if self.dataset else said


@dataclass(eq=False, repr=False)
class Statement:
    """One statement's answer.

    `dropped`, `renamed`, `swapped`, `if_absent`, `overwrites` and `adds` (a CREATE whose target was there before) say
    what it does to whole datasets; `changes` what becomes of their schemas: the table as it is afterwards, or None;
    `offers` what would, if a table were not there already. `links` are datasets behind a connector and what they are
    elsewhere: ("orders", "kafka:shop.orders").

    >>> import headwater
    >>> s = headwater.analyze("INSERT INTO x SELECT a FROM t", dialect="duckdb").statements[0]
    >>> s.kind, s.target, [str(e.source) for e in s.edges]
    ('INSERT', 'x', ['t.a'])
    """

    index: int
    kind: str
    dialect: str
    source: Source
    span: Span
    diagnostics: tuple[Diagnostic, ...]
    graph: Graph
    target_dataset: Dataset | None = None
    plans: tuple[Write, ...] = ()
    places: explain.Places = field(default=lambda start, end, stop: (start, end))
    only_tables: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    dropped: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    if_absent: bool = False
    overwrites: bool = False
    adds: bool = False
    swapped: tuple[tuple[str, str], ...] = ()
    changes: tuple[tuple[Key, Table | None], ...] = ()
    offers: tuple[tuple[Key, Table | None], ...] = ()
    links: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        target = f" {self.target}" if self.target is not None else ""
        return f"<Statement #{self.index + 1} {self.kind}{target} {self.level}>"

    @property
    def target(self) -> str | None:
        """The dataset that is written; `result` for a bare query, None where nothing is."""
        return self.target_dataset.name if self.target_dataset is not None else None

    @property
    def text(self) -> str:
        """The statement as it stands in the text."""
        return self.source.text[self.span.start : self.span.end]

    @property
    def plan(self) -> Rel | None:
        """The algebra of the statement, or None where there is none."""
        return self.plans[0] if self.plans else None

    @cached_property
    def level(self) -> Level:
        """The worst of its parts."""
        return max(
            (diagnostic.level for diagnostic in self.diagnostics), key=lambda level: level.rank, default=Level.EXACT
        )

    # ── value ────────────────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def _origins(self) -> list[closure.Origins]:
        return closure.fold(self.graph, [born.col for plan in self.plans for born in plan.born])

    @cached_property
    def _targets(self) -> list[tuple[int, Write, Col, int]]:
        """Every written column: its plan's number, the plan, the column, and its ordinal in the target.

        Where the target's schema is not known, branches of a MERGE that write the same name write the same column.
        """
        matches: list[tuple[int, Write, Col, int]] = []
        for number, plan in enumerate(self.plans):
            by_name: dict[str, int] = {}
            for position, born in enumerate(plan.born):
                col = born.col
                ordinal = col.ordinal
                if ordinal < 0:
                    ordinal = by_name.setdefault(col.name, position)
                matches.append((number, plan, col, ordinal))
        return matches

    @cached_property
    def explainer(self) -> Explainer:
        """Explains edges of this statement."""
        text = self.source.text
        return Explainer(self.graph, self._origins, lambda start, end: text[start:end], self.places, self.span)

    def transform(self, edge: Edge) -> str:
        """An edge's expression with columns called what they are called in their tables.

        Where the target column is made of several tables, each column has its table before it.
        """
        tables = {one.source.dataset for one in self.edges if one.target == edge.target}

        def named(col: Col) -> str:
            return f"{col.dataset.name}.{col.name}" if len(tables) > 1 and col.dataset is not None else col.name

        text = self.source.text
        explainer = Explainer(
            self.graph, self._origins, lambda start, end: text[start:end], self.places, self.span, named
        )
        return edge.written_by(explainer)

    @cached_property
    def edges(self) -> list[Edge]:
        """Folded value edges, by target ordinal, then source."""
        matches: list[tuple[tuple[Any, ...], Edge]] = []
        explainer = self.explainer
        for number, plan, col, ordinal in self._targets:
            target = ColumnRef(plan.dataset.name, col.name, (), ordinal)
            for (origin, path, kind), doubt in self._origins[col.id].items():
                index = self.graph.cols[origin]
                assert index is not None
                assert index.dataset is not None
                source = ColumnRef(index.dataset.name, index.name, _fields(path))
                edge = Edge(explainer, source, target, kind, doubt, col, origin)
                key = (number, ordinal, col.name, index.dataset.name, index.name, source.path, kind, doubt)
                matches.append((key, edge))
        matches.sort(key=lambda one: one[0])
        return _unique(matches)

    @cached_property
    def columns(self) -> list[OutputColumn]:
        """The columns that are written, in order."""
        columns: dict[tuple[str, int, str], OutputColumn] = {}
        for _, plan, col, ordinal in self._targets:
            origins = self._origins[col.id]
            level = level_of(max(origins.values(), default=0))
            # RETURNING hands out a result beside the target; FORK and a multi-insert have several targets
            beside = plan.dataset.name if plan.dataset.name != self.target else ""
            known = columns.get((col.name, ordinal, beside))
            if known is not None:
                # MERGE may write a column in several branches: generated only if none of them gives it value
                level = max(level, known.level, key=lambda one: one.rank)
            generated = not origins and (known is None or known.generated)
            columns[col.name, ordinal, beside] = OutputColumn(col.name, ordinal, generated, level, beside)
        return sorted(columns.values(), key=lambda column: (column.dataset, column.ordinal))

    # ── influence ────────────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def influence(self) -> list[Influence]:
        """What decides: first on the whole target, then on single columns."""
        matches: list[tuple[tuple[Any, ...], Influence]] = []
        for number, plan in enumerate(self.plans):
            on_rows, covered = closure.influence_on_rows(self.graph, plan.rows)
            whole = ColumnRef(plan.dataset.name, None)
            known = {(self._name_of(on_row), on_row.kind) for on_row in on_rows}
            for one in on_rows:
                matches.append(self._influence(number, -1, whole, one))
            touched = closure.has_own_influence(self.graph, [born.col for born in plan.born], covered)
            for _, owner, col, ordinal in self._targets:
                if owner is not plan or not touched[col.id]:
                    continue
                target = ColumnRef(plan.dataset.name, col.name, (), ordinal)
                for one in closure.influence_on_column(self.graph, col, covered):
                    if (self._name_of(one), one.kind) not in known:
                        matches.append(self._influence(number, ordinal, target, one))
        matches.sort(key=lambda one: one[0])
        return _unique(matches)

    def _name_of(self, one: closure.Influence) -> str:
        index = self.graph.cols[one.origin]
        assert index is not None
        assert index.dataset is not None
        return str(ColumnRef(index.dataset.name, index.name, _fields(one.path)))

    def _influence(
        self, number: int, ordinal: int, target: ColumnRef, one: closure.Influence
    ) -> tuple[tuple[Any, ...], Influence]:
        index = self.graph.cols[one.origin]
        assert index is not None
        assert index.dataset is not None
        source = ColumnRef(index.dataset.name, index.name, _fields(one.path))
        span = Span(*self.places(one.start, one.end, -1)) if one.start >= 0 else self.span
        key = (number, ordinal, target.column or "", index.dataset.name, index.name, source.path, one.kind, one.doubt)
        return key, Influence(source, target, one.kind, one.doubt, span)

    # ── hops ─────────────────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def hops(self) -> list[Hop]:
        """The steps between named datasets, target first layer last."""
        graph, origins = self.graph, self._origins
        matches: list[tuple[tuple[Any, ...], Hop]] = []
        targets = [born.col for plan in self.plans for born in plan.born]
        order = [at for at in closure.marked(graph, targets) if graph.op[at] in _NAMED and graph.into[at]]
        for at in order:
            col = graph.cols[at]
            assert col is not None
            if col.dataset is None:
                continue
            target = ColumnRef(col.dataset.name, col.name, (), col.ordinal if col.ordinal >= 0 else None)
            for source, path, kind, doubt, op, place in _contract(graph, at):
                named = graph.cols[source]
                assert named is not None
                assert named.dataset is not None
                from_ = ColumnRef(named.dataset.name, named.name, _fields(path))
                origin = next(iter(origins[source]), (source, (), Kind.DIRECT))[0]
                span = Span(*(self.places(*place) if place[0] >= 0 else self.explainer.place(at, origin)))
                text = named.name if span == self.span else self.source.text[span.start : span.end]
                key = (at, str(from_), kind)
                matches.append((key, Hop(from_, target, kind, doubt, text, op, span)))
        matches.sort(key=lambda one: one[0])
        seen: set[tuple[str, str, str]] = set()
        hops: list[Hop] = []
        for _, hop in matches:
            once = (str(hop.source), str(hop.target), hop.type)
            if once not in seen:
                seen.add(once)
                hops.append(hop)
        return hops

    # ── tables and JSON ──────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The stored datasets that are read, and those that are written."""
        if self.only_tables is not None:
            return self.only_tables
        written = [plan.dataset.name for plan in self.plans if plan.dataset.kind != "result"]
        written += self.dropped
        if not written and self.target_dataset is not None and self.target_dataset.kind != "result":
            written = [self.target_dataset.name]
        inside = {plan.dataset for plan in self.plans if plan.verb in ("CREATE", "ALTER")}
        read = [dataset.name for dataset in self.graph.scans if dataset.stored and dataset not in inside]
        return tuple(sorted(set(read))), tuple(dict.fromkeys(written))

    def explain(self, column: str) -> list[Edge]:
        """The edges of one target column, surest and plainest first.

        >>> import headwater
        >>> headwater.analyze("SELECT a AS x FROM t", dialect="duckdb").statements[0].explain("x")[0].path
        ['Scan', 'Project']
        """
        folded = column.lower()
        edges = [edge for edge in self.edges if (edge.target.column or "").lower() == folded]
        return sorted(edges, key=lambda edge: (edge.doubt, edge.kind, str(edge.source)))

    def to_dict(self) -> dict[str, Any]:
        """The JSON of one statement (semantics §7)."""
        edges = [edge.to_dict() for edge in self.edges]
        influence = [one.to_dict() for one in self.influence]
        nodes = [edge["from"] for edge in edges] + [one["from"] for one in influence]
        outputs = [f"{self.target}.{column.name}" for column in self.columns]
        return {
            "index": self.index,
            "kind": self.kind,
            "dialect": self.dialect,
            "level": self.level.value,
            "target": self.target,
            "span": list(self.span),
            "tables": {"sources": list(self.tables[0]), "targets": list(self.tables[1])},
            "links": [{"dataset": dataset, "is": place} for dataset, place in self.links],
            "columns": [column.to_dict() for column in self.columns],
            "nodes": list(dict.fromkeys([*nodes, *outputs])),
            "edges": edges,
            "influence": influence,
            "hops": [hop.to_dict() for hop in self.hops],
            "diagnostics": [diagnostic.to_dict() for diagnostic in self.diagnostics],
        }


def _fields(path: Path) -> Path:
    """A path as it is printed: the elements of an array are the array, unless a field of them is meant."""
    end = len(path)
    while end and path[end - 1] in ("[]", ""):
        end -= 1
    return path[:end]


_NAMED = frozenset({"Ref", "Loop", "Write", "Recursive"})


_Place = tuple[int, int, int]


def _contract(graph: Graph, at: int) -> Iterator[tuple[int, Path, Kind, int, str, _Place]]:
    """From a named column back to the named columns it is made of, through the unnamed ones between."""
    stack: list[tuple[int, Kind, Path, int, str, _Place]] = [(at, Kind.DIRECT, (), 0, "", (-1, -1, -1))]
    seen: set[tuple[int, Kind, Path]] = set()
    while stack:
        now, kind, path, doubt, op, place = stack.pop()
        if now != at and (graph.op[now] in _NAMED or graph.op[now] == "Scan"):
            yield now, path, kind, doubt, op or "Project", place
            continue
        born = graph.born[now]
        if now != at:
            op = op or graph.op[now]
            if place[0] < 0 and born is not None and born.start >= 0:
                place = (born.start, born.end, born.stop)
        for read in graph.into[now]:
            if read.kind > UNKNOWN:
                continue
            strongest = max(kind, read.kind)
            steps = (*read.path, *path)
            state = (read.col.id, strongest, steps)
            if state not in seen:
                seen.add(state)
                spot = place if place[0] >= 0 or born is None or born.start >= 0 else (read.start, read.end, -1)
                stack.append((read.col.id, strongest, steps, max(doubt, read.doubt), op, spot))


def _unique(found: list[tuple[tuple[Any, ...], Any]]) -> list[Any]:
    """Sorted answers without repeats; of the same edge with two doubts the surer one stays."""
    out: list[Any] = []
    last: tuple[Any, ...] | None = None
    for key, one in found:
        if key[:-1] != last:
            out.append(one)
            last = key[:-1]
    return out


@dataclass(eq=False, repr=False)
class Analysis:
    """The answer for a whole text: one `Statement` per statement, in order.

    >>> import headwater
    >>> found = headwater.analyze("SELECT 1; CREATE TABLE t (a INT)", dialect="duckdb")
    >>> found.level
    <Level.EXACT: 'EXACT'>
    >>> found
    <Analysis duckdb EXACT: [<Statement #1 SELECT result EXACT>, <Statement #2 CREATE_TABLE t EXACT>]>
    """

    statements: list[Statement]
    source: Source
    dialect: str
    changes: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self.statements[:_SHOWN])) + (", …" if len(self.statements) > _SHOWN else "")
        return f"<Analysis {self.dialect} {self.level}: [{shown}]>"

    @property
    def level(self) -> Level:
        """The worst level of the statements; EXACT for a text without any."""
        return max((s.level for s in self.statements), key=lambda level: level.rank, default=Level.EXACT)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All diagnostics in order of statements."""
        return [diagnostic for statement in self.statements for diagnostic in statement.diagnostics]

    def to_dict(self) -> dict[str, Any]:
        """`{"statements": […]}` (semantics §7)."""
        return {"statements": [statement.to_dict() for statement in self.statements]}


_SHOWN = 10
"""Statements that an analysis shows of itself."""


def all_edges(statements: Iterable[Statement]) -> Iterator[Edge]:
    """The edges of several statements in order."""
    for statement in statements:
        yield from statement.edges
