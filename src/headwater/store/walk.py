"""Upstream and downstream: a breadth-first walk over the arrays, bounded in columns and in edges.

What is not shown is counted: columns and edges beyond the bounds, results of bare queries, what has ended, what a
filter took away. A node with very many edges is looked at in part (`SCAN`), and the counts are then the least there is.

The rows of a dataset are an end: what decides them is shown once for the dataset, and what follows from other rows is
a question for `impact`. Upstream, where influence is asked for, the rows of a column's dataset are looked at with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from headwater.base.level import Level
from headwater.rel.kind import TYPE, Kind, through
from headwater.store.graph import DECIDING, TYPES, Filter, Graph, micros_of
from headwater.store.model import Direction, Hidden, Reached, Walk

SCAN = 20_000
"""Edges of one node that are looked at."""
_LEVELS = tuple(Level)


def _kind(attr: int) -> Kind:
    name = TYPES[attr & 31]
    return Kind.WINDOW_KEY if name == "WINDOW" and attr & DECIDING else Kind[name]


KINDS: tuple[Kind, ...] = tuple(
    _kind(attr) if attr < len(TYPES) and TYPES[attr] else Kind.UNKNOWN for attr in range(32)
)
"""The kind of an edge by the lower bits of its attributes."""


@dataclass(slots=True)
class Way:
    """How a node was reached: how far it is, and the kind and doubt of the way."""

    distance: int
    kind: Kind | None = None
    level: int = 0
    confidence: float = 1.0
    hidden: int = 0


@dataclass(slots=True)
class Pass:
    """One direction of a walk, while it goes on."""

    graph: Graph
    filter: Filter
    upstream: bool
    max_columns: int
    max_edges: int
    ways: dict[int, Way] = field(default_factory=dict)
    edges: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """(source, target) → the best edge between them, and how many more there are"""
    beyond: set[int] = field(default_factory=set)
    lost_edges: int = 0
    results: set[int] = field(default_factory=set)
    ended: int = 0
    filtered: int = 0
    more: bool = False
    spoken: bytes | None = None
    """Which statements may speak; None: all."""

    def run(self, starts: Iterable[int], depth: int) -> None:
        """Walk from some nodes, so many steps; then count what lies behind the last of them."""
        allowed = self.filter.allowed()
        as_of = None if self.filter.as_of is None else micros_of(self.filter.as_of)
        self.spoken = self.graph.spoken(self.filter.dialects) if self.filter.dialects else None
        frontier = list(starts)
        for node in frontier:
            self.ways[node] = Way(0)
        for distance in range(1, depth + 1):
            reached: dict[int, Way] = {}
            for node in self._with_rows(frontier):
                self._expand(node, distance, allowed, as_of, reached)
            frontier = self._taken(reached)
            if not frontier:
                return
        for node in frontier:
            self._look_beyond(node, allowed, as_of)

    def _with_rows(self, frontier: list[int]) -> list[int]:
        """Upstream, what decides the rows of a column's dataset decides the column."""
        graph = self.graph
        if not self.upstream or self.filter.relation == "value":
            return frontier
        out = []
        for node in frontier:
            out.append(node)
            if node < graph.columns:
                rows = graph.rows_of(graph.column_dataset[node])
                if rows not in self.ways and graph.in_start[rows + 1] > graph.in_start[rows]:
                    way = self.ways[node]
                    self.ways[rows] = Way(way.distance, way.kind, way.level, way.confidence)
                    out.append(rows)
        return out

    def _others(self, node: int, allowed: bytes, as_of: int | None, count: bool) -> dict[int, list[int]]:
        """The nodes at the other ends of a node's edges, with the edges that pass, best first."""
        graph = self.graph
        edges: Iterable[int] = graph.into(node) if self.upstream else graph.out(node)
        size = (
            graph.in_start[node + 1] - graph.in_start[node]
            if self.upstream
            else graph.out_start[node + 1] - graph.out_start[node]
        )
        if size > SCAN:
            edges = list(edges[:SCAN])  # type: ignore[index]
            self.more = True
            if count:
                self.lost_edges += size - SCAN
        ends = graph.source if self.upstream else graph.target
        attrs, spoken = graph.attr, self.spoken
        found: dict[int, list[int]] = {}
        for edge in edges:
            state = allowed[attrs[edge]]
            if state == 0 and spoken is not None and not spoken[graph.statement[edge]]:
                state = 1
            if state == 0 and (as_of is None or graph.holds(edge, as_of)):
                other = ends[edge]
                if other in found:
                    found[other].append(edge)
                else:
                    found[other] = [edge]
            elif count:
                if state == 1:
                    self.filtered += 1
                elif state != 3:
                    self.ended += 1
        systems = self.filter.systems
        if (not self.upstream and not self.filter.results) or systems:
            for other in list(found):
                dataset = graph.dataset_of(other)
                if graph.is_result(dataset) and not self.filter.results:
                    if count:
                        self.results.add(dataset)
                    del found[other]
                elif systems and graph.dataset_system[dataset] not in systems:
                    if count:
                        self.filtered += len(found[other])
                    del found[other]
        return found

    def _expand(self, node: int, distance: int, allowed: bytes, as_of: int | None, reached: dict[int, Way]) -> None:
        graph, upstream = self.graph, self.upstream
        way = self.ways[node]
        for other, edges in self._others(node, allowed, as_of, True).items():
            best = edges[0]
            pair = (other, node) if upstream else (node, other)
            known = other in self.ways
            if not known and other not in reached and len(self.ways) + len(reached) >= self.max_columns:
                self.beyond.add(other)
                way.hidden += 1
                continue
            if pair not in self.edges:
                if len(self.edges) >= self.max_edges:
                    self.lost_edges += 1
                    if not known and other not in reached:
                        self.beyond.add(other)
                        way.hidden += 1
                    continue
                self.edges[pair] = (best, len(edges) - 1)
            if known:
                continue
            kind = KINDS[graph.attr[best] & 31]
            if way.kind is not None:
                kind = through(kind, way.kind) if upstream else through(way.kind, kind)
            level = max(way.level, graph.level(best))
            confidence = min(way.confidence, graph.confidence[best])
            old = reached.get(other)
            if old is None or (level, kind, -confidence) < (old.level, old.kind or kind, -old.confidence):
                reached[other] = Way(distance, kind, level, confidence)

    def _taken(self, reached: dict[int, Way]) -> list[int]:
        self.ways.update(reached)
        return list(reached)

    def _look_beyond(self, node: int, allowed: bytes, as_of: int | None) -> None:
        """Of a node that was not gone through: what lies behind it, and its edges to what is shown already."""
        for other, edges in self._others(node, allowed, as_of, False).items():
            pair = (other, node) if self.upstream else (node, other)
            if other in self.ways:
                if pair not in self.edges and len(self.edges) < self.max_edges:
                    self.edges[pair] = (edges[0], len(edges) - 1)
            else:
                self.beyond.add(other)
                self.lost_edges += 1
                self.ways[node].hidden += 1


def walk(
    graph: Graph,
    start: int,
    direction: Direction,
    depth: int,
    filter: Filter,
    max_columns: int = 500,
    max_edges: int = 2_000,
) -> Walk:
    """What lies in one direction of a column."""
    made = Pass(graph, filter, direction == "upstream", max_columns, max_edges)
    made.run([start], depth)
    return _answer(graph, start, direction, depth, [made])


def around(
    graph: Graph, start: int, up: int, down: int, filter: Filter, max_columns: int = 500, max_edges: int = 2_000
) -> Walk:
    """What lies on both sides of a column: distances are negative upstream."""
    passes = []
    for upstream, depth in ((True, up), (False, down)):
        made = Pass(graph, filter, upstream, max(max_columns // 2, 1), max(max_edges // 2, 1))
        made.run([start], depth)
        passes.append(made)
    return _answer(graph, start, "both", max(up, down), passes)


def _answer(graph: Graph, start: int, direction: str, depth: int, passes: list[Pass]) -> Walk:
    ways: dict[int, Way] = {}
    edges: dict[tuple[int, int], tuple[int, int]] = {}
    for one in passes:
        sign = -1 if one.upstream and direction == "both" else 1
        for node, way in one.ways.items():
            if node not in ways:
                way.distance *= sign
                ways[node] = way
            else:
                ways[node].hidden += way.hidden
        edges.update(one.edges)
    beyond = {node for one in passes for node in one.beyond} - ways.keys()
    hidden = Hidden(
        len(beyond),
        sum(one.lost_edges for one in passes),
        len({dataset for one in passes for dataset in one.results}),
        sum(one.ended for one in passes),
        sum(one.filtered for one in passes),
        any(one.more for one in passes),
    )
    order = sorted(ways, key=lambda node: (abs(ways[node].distance), ways[node].distance, node))
    place = {node: at for at, node in enumerate(order)}
    reached = tuple(
        Reached(
            graph.column(node),
            ways[node].distance,
            TYPE[kind] if (kind := ways[node].kind) is not None else None,
            kind is not None and kind > Kind.ROWS,
            _LEVELS[ways[node].level],
            ways[node].confidence,
            ways[node].hidden,
        )
        for node in order
    )
    pairs = sorted(edges, key=lambda pair: (max(place[pair[0]], place[pair[1]]), pair))
    return Walk(
        graph.column(start), direction, depth, reached, tuple(graph.edge(*edges[pair]) for pair in pairs), hidden
    )
