"""What an analysis returns: statements with edges, influence, hops and diagnostics.

Answers are computed on demand. A statement keeps its graph; an edge keeps two columns and a few numbers, and derives
its expression, span and operator path from the graph.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    """A column of a dataset: `path` is the field path below it, `ordinal` its position in a target.

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


class _Relation(Doubted):
    """What edges, hops and influences have in common."""

    __slots__ = ("doubt", "source", "target", "type")

    def __init__(self, source: ColumnRef, target: ColumnRef, kind: EdgeType, doubt: int) -> None:
        self.source = source
        self.target = target
        self.type = kind
        self.doubt = doubt

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.source} -{self.type}-> {self.target} {self.level}>"

    def _ends(self) -> dict[str, Any]:
        """The first fields of the JSON form."""
        return {"from": str(self.source), "to": str(self.target), "type": self.type.value}


class Edge(_Relation):
    """A folded value edge: a stored column that feeds a target column.

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
        """The type, ordered by strength."""
        return self._kind

    @property
    def origin(self) -> int:
        """The id of the stored column; ids grow in the order of use."""
        return self._origin

    @property
    def expr(self) -> str:
        """The expression, composed from source to target."""
        return self._explainer.expression(self._col.id, self._origin)

    def written_by(self, explainer: Explainer) -> str:
        """The expression, written by another explainer."""
        return explainer.expression(self._col.id, self._origin)

    @property
    def span(self) -> Span:
        """The span of the target's expression."""
        return Span(*self._explainer.column_span(self._col.id, self._origin))

    @property
    def path(self) -> list[str]:
        """The operators on the path, source first."""
        return self._explainer.operators(self._col, self._origin, self._kind)

    @property
    def steps(self) -> list[Step]:
        """The hops on the path, source first."""
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


class Influence(_Relation):
    """A stored column that decides the rows of the target, or one of its columns."""

    __slots__ = ("span",)

    def __init__(self, source: ColumnRef, target: ColumnRef, kind: Kind, doubt: int, span: Span) -> None:
        super().__init__(source, target, TYPE[kind], doubt)
        self.span = span

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            **self._ends(),
            "level": self.level.value,
            "confidence": self.confidence,
            "span": list(self.span),
        }


class Hop(_Relation):
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
            **self._ends(),
            "expr": self.expr,
            "op": self.op,
            "level": self.level.value,
            "span": list(self.span),
        }


@dataclass(frozen=True, slots=True)
class OutputColumn:
    """A column that a statement writes. `generated` means that no stored column feeds its value.

    `dataset` is empty for a column of the target, and `result` for a column of RETURNING.
    """

    name: str
    ordinal: int
    generated: bool
    level: Level
    dataset: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        record = {"name": self.name, "ordinal": self.ordinal, "generated": self.generated, "level": self.level.value}
        return {**record, "dataset": self.dataset} if self.dataset else record


@dataclass(eq=False, repr=False)
class Statement:
    """The answer for one statement.

    `dropped`, `renamed`, `swapped`, `if_absent`, `overwrites` and `adds` (a CREATE whose target existed before) are its
    effects on datasets; `changes` are the schemas after it, None for a dropped table; `offers` are schemas that apply
    only if the table does not exist yet. `links` are datasets with a connector and the names of the underlying data:
    ("orders", "kafka:shop.orders"). `alternative` is not 0 for a statement of a template's other branches: 0 is the
    reading in which all conditions hold.

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
    places: explain.ResolveSpan = field(default=lambda start, end, stop: (start, end))
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
    alternative: int = 0

    def __repr__(self) -> str:
        target = f" {self.target}" if self.target is not None else ""
        return f"<Statement #{self.index + 1} {self.kind}{target} {self.level}>"

    @property
    def target(self) -> str | None:
        """The written dataset; `result` for a bare query, None if nothing is written."""
        return self.target_dataset.name if self.target_dataset is not None else None

    @property
    def text(self) -> str:
        """The statement as it stands in the text."""
        return self.source.text[self.span.start : self.span.end]

    @property
    def plan(self) -> Rel | None:
        """The plan of the statement, or None."""
        return self.plans[0] if self.plans else None

    @cached_property
    def level(self) -> Level:
        """The worst of its parts: what was said of it, and what it reads."""
        said = max(
            (diagnostic.level for diagnostic in self.diagnostics), key=lambda level: level.rank, default=Level.EXACT
        )
        return max(said, self._read_level, key=lambda level: level.rank)

    @cached_property
    def _read_level(self) -> Level:
        """The level of the least sure read; an unknown function that only decides something lowers no level."""
        doubts = (read[3] for reads in self.graph.into for read in reads)
        return level_of(max(doubts, default=0))

    # ── value ────────────────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def _origins(self) -> list[closure.Origins]:
        return closure.fold(self.graph, [born.col for plan in self.plans for born in plan.born])

    @cached_property
    def _doubts(self) -> list[int]:
        return closure.doubts(self.graph, [born.col for plan in self.plans for born in plan.born])

    @cached_property
    def _targets(self) -> list[tuple[int, Write, Col, int]]:
        """Every written column: its plan's number, the plan, the column, and its ordinal in the target.

        Where the target's schema is not known, branches of a MERGE that write the same name write the same column.
        """
        targets: list[tuple[int, Write, Col, int]] = []
        for number, plan in enumerate(self.plans):
            # INSERT (id, c) has positions where UPDATE SET c has none
            by_name = {born.col.name: born.col.ordinal for born in reversed(plan.born) if born.col.ordinal >= 0}
            for position, born in enumerate(plan.born):
                col = born.col
                ordinal = col.ordinal
                if ordinal < 0:
                    ordinal = by_name.setdefault(col.name, position)
                targets.append((number, plan, col, ordinal))
        return targets

    @cached_property
    def explainer(self) -> Explainer:
        """Explains edges of this statement."""
        text = self.source.text
        return Explainer(self.graph, self._origins, lambda start, end: text[start:end], self.places, self.span)

    def transform(self, edge: Edge) -> str:
        """The expression of an edge with the column names of the source tables.

        Where the target column is made of several tables, each column has its table before it.
        """
        tables = {other.source.dataset for other in self.edges if other.target == edge.target}

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
        keyed: list[tuple[tuple[Any, ...], Edge]] = []
        explainer = self.explainer
        for number, plan, col, ordinal in self._targets:
            target = ColumnRef(plan.dataset.name, col.name, (), ordinal)
            for (origin, path, kind), doubt in self._origins[col.id].items():
                stored = self.graph.cols[origin]
                assert stored is not None
                assert stored.dataset is not None
                source = ColumnRef(stored.dataset.name, stored.name, _fields(path))
                edge = Edge(explainer, source, target, kind, doubt, col, origin)
                key = (number, ordinal, col.name, stored.dataset.name, stored.name, source.path, kind, doubt)
                keyed.append((key, edge))
        keyed.sort(key=lambda pair: pair[0])
        return _unique(keyed)

    @cached_property
    def columns(self) -> list[OutputColumn]:
        """The written columns, in order."""
        columns: dict[tuple[str, int, str], OutputColumn] = {}
        for _, plan, col, ordinal in self._targets:
            origins = self._origins[col.id]
            level = level_of(self._doubts[col.id])
            # RETURNING hands out a result beside the target; FORK and a multi-insert have several targets
            beside = plan.dataset.name if plan.dataset.name != self.target else ""
            known = columns.get((col.name, ordinal, beside))
            if known is not None:
                # MERGE may write a column in several branches: generated only if none of them gives it value
                level = max(level, known.level, key=lambda level: level.rank)
            generated = not origins and (known is None or known.generated)
            columns[col.name, ordinal, beside] = OutputColumn(col.name, ordinal, generated, level, beside)
        return sorted(columns.values(), key=lambda column: (column.dataset, column.ordinal))

    # ── influence ────────────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def influence(self) -> list[Influence]:
        """Influence: first on the rows of the target, then on single columns."""
        keyed: list[tuple[tuple[Any, ...], Influence]] = []
        for number, plan in enumerate(self.plans):
            on_rows, covered = closure.influence_on_rows(self.graph, plan.rows)
            whole_target = ColumnRef(plan.dataset.name, None)
            known = {(str(self._source(on_row)), on_row.kind) for on_row in on_rows}
            for influence in on_rows:
                keyed.append(self._influence(number, -1, whole_target, influence))
            touched = closure.has_own_influence(self.graph, [born.col for born in plan.born], covered)
            for _, owner, col, ordinal in self._targets:
                if owner is not plan or not touched[col.id]:
                    continue
                target = ColumnRef(plan.dataset.name, col.name, (), ordinal)
                for influence in closure.influence_on_column(self.graph, col, covered):
                    if (str(self._source(influence)), influence.kind) not in known:
                        keyed.append(self._influence(number, ordinal, target, influence))
        keyed.sort(key=lambda influence: influence[0])
        return _unique(keyed)

    def _source(self, influence: closure.Influence) -> ColumnRef:
        """The stored column of an influence."""
        stored = self.graph.cols[influence.origin]
        assert stored is not None
        assert stored.dataset is not None
        return ColumnRef(stored.dataset.name, stored.name, _fields(influence.path))

    def _influence(
        self, number: int, ordinal: int, target: ColumnRef, influence: closure.Influence
    ) -> tuple[tuple[Any, ...], Influence]:
        source = self._source(influence)
        span = Span(*self.places(influence.start, influence.end, -1)) if influence.start >= 0 else self.span
        column = target.column or ""
        key = (number, ordinal, column, source.dataset, source.column, source.path, influence.kind, influence.doubt)
        return key, Influence(source, target, influence.kind, influence.doubt, span)

    # ── hops ─────────────────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def hops(self) -> list[Hop]:
        """The steps between named datasets."""
        graph, origins = self.graph, self._origins
        keyed: list[tuple[tuple[Any, ...], Hop]] = []
        targets = [born.col for plan in self.plans for born in plan.born]
        order = [
            col_id for col_id in closure.marked(graph, targets) if graph.op[col_id] in _NAMED and graph.into[col_id]
        ]
        for col_id in order:
            col = graph.cols[col_id]
            assert col is not None
            if col.dataset is None:
                continue
            target = ColumnRef(col.dataset.name, col.name, (), col.ordinal if col.ordinal >= 0 else None)
            for source, path, kind, doubt, op, hint in _contract(graph, col_id):
                named = graph.cols[source]
                assert named is not None
                assert named.dataset is not None
                from_ = ColumnRef(named.dataset.name, named.name, _fields(path))
                origin = next(iter(origins[source]), (source, (), Kind.DIRECT))[0]
                span = Span(*(self.places(*hint) if hint[0] >= 0 else self.explainer.column_span(col_id, origin)))
                text = named.name if span == self.span else self.source.text[span.start : span.end]
                key = (col_id, str(from_), kind)
                keyed.append((key, Hop(from_, target, kind, doubt, text, op, span)))
        keyed.sort(key=lambda pair: pair[0])
        known: set[tuple[str, str, str]] = set()
        hops: list[Hop] = []
        for _, hop in keyed:
            once = (str(hop.source), str(hop.target), hop.type)
            if once not in known:
                known.add(once)
                hops.append(hop)
        return hops

    # ── tables and JSON ──────────────────────────────────────────────────────────────────────────────────────
    @cached_property
    def tables(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The stored datasets that it reads, and those that it writes."""
        if self.only_tables is not None:
            return self.only_tables
        targets = [plan.dataset.name for plan in self.plans if plan.dataset.kind != "result"]
        targets += self.dropped
        if not targets and self.target_dataset is not None and self.target_dataset.kind != "result":
            targets = [self.target_dataset.name]
        inside = {plan.dataset for plan in self.plans if plan.verb in ("CREATE", "ALTER")}
        sources = [dataset.name for dataset in self.graph.scans if dataset.stored and dataset not in inside]
        return tuple(sorted(set(sources))), tuple(dict.fromkeys(targets))

    def explain(self, column: str) -> list[Edge]:
        """The edges of one target column, most certain and simplest first.

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
        influence = [item.to_dict() for item in self.influence]
        nodes = [edge["from"] for edge in edges] + [item["from"] for item in influence]
        outputs = [f"{self.target}.{column.name}" for column in self.columns]
        return {
            "index": self.index,
            "kind": self.kind,
            "dialect": self.dialect,
            "level": self.level.value,
            "target": self.target,
            "span": list(self.span),
            "tables": {"sources": list(self.tables[0]), "targets": list(self.tables[1])},
            "links": [{"dataset": dataset, "is": system} for dataset, system in self.links],
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


_SpanHint = tuple[int, int, int]


def _contract(graph: Graph, col_id: int) -> Iterator[tuple[int, Path, Kind, int, str, _SpanHint]]:
    """From a named column back to the named columns it is made of, through the unnamed ones between."""
    stack: list[tuple[int, Kind, Path, int, str, _SpanHint]] = [(col_id, Kind.DIRECT, (), 0, "", (-1, -1, -1))]
    visited: set[tuple[int, Kind, Path]] = set()
    bounded = closure.bound_paths(graph)
    while stack:
        current, kind, path, doubt, op, hint = stack.pop()
        if current != col_id and (graph.op[current] in _NAMED or graph.op[current] == "Scan"):
            yield current, path, kind, doubt, op or "Project", hint
            continue
        born = graph.born[current]
        if current != col_id:
            op = op or graph.op[current]
            if hint[0] < 0 and born is not None and born.start >= 0:
                hint = (born.start, born.end, born.stop)
        for read in graph.into[current]:
            if read.kind > UNKNOWN:
                continue
            strongest = max(kind, read.kind)
            steps = bounded(read.col.id, (*read.path, *path))
            state = (read.col.id, strongest, steps)
            if state not in visited:
                visited.add(state)
                next_hint = hint if hint[0] >= 0 or born is None or born.start >= 0 else (read.start, read.end, -1)
                own = closure.read_doubt(read.kind, read.doubt)
                stack.append((read.col.id, strongest, steps, max(doubt, own), op, next_hint))


def _unique(keyed: list[tuple[tuple[Any, ...], Any]]) -> list[Any]:
    """Sorted answers without repeats; of the same edge with two doubts the surer one stays."""
    out: list[Any] = []
    last: tuple[Any, ...] | None = None
    for key, item in keyed:
        if key[:-1] != last:
            out.append(item)
            last = key[:-1]
    return out


@dataclass(eq=False, repr=False)
class Analysis:
    """The answer for a text: one `Statement` per statement, in order.

    >>> import headwater
    >>> answer = headwater.analyze("SELECT 1; CREATE TABLE t (a INT)", dialect="duckdb")
    >>> answer.level
    <Level.EXACT: 'EXACT'>
    >>> answer
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
