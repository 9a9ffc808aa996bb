"""Upstream and downstream: a breadth-first walk over the arrays, bounded in columns and in edges.

What is not shown is counted: columns and edges beyond the bounds, results of bare queries, what has ended, what a
filter excluded. A node with very many edges is looked at in part (`SCAN`), and the counts are then the least there is.

The rows of a dataset are an end: what decides them is shown once for the dataset, and what follows from other rows is
a question for `impact`. Upstream, with influence, the rows of a column's dataset are looked at with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from headwater.base.levels import Level
from headwater.rel.kinds import TYPE, Kind, through
from headwater.rows.graph import Direction, Hidden
from headwater.rows.graph_answers import Reached, Walk
from headwater.store.graph import DECIDING, TYPES, Filter, Graph, to_micros
from headwater.store.index import NONE

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


_THROUGH = {(first, second): through(first, second) for first in Kind for second in Kind}


class TooFar(Exception):
    """A walk that looks at more edges than it may."""


@dataclass(slots=True)
class Way:
    """How a node was reached: how far it is, and the kind and doubt of the way."""

    distance: int
    kind: Kind | None = None
    level: int = 0
    confidence: float = 1.0
    hidden: int = 0


Neighbour = tuple[int, int, int]
"""A node at the other end, the best of the edges to it, and how many more there are."""


@dataclass(slots=True)
class Pass:
    """One direction of a walk, while it goes on."""

    graph: Graph
    filter: Filter
    upstream: bool
    max_columns: int
    max_edges: int
    within: int | None = None
    """How many edges may be looked at; beyond that, `TooFar` is raised."""
    ways: dict[int, Way] = field(default_factory=dict)
    edges: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """(source, target) → the best edge between them, and how many more there are"""
    beyond: set[int] = field(default_factory=set)
    lost_edges: int = 0
    results: set[int] = field(default_factory=set)
    ended: int = 0
    filtered: int = 0
    truncated: bool = False
    looked: int = 0
    in_dialects: bytes | None = None
    """By number, 1 for each statement whose edges count; None: all."""
    allowed: bytes = b""
    as_of: int | None = None

    def run(self, starts: Iterable[int], depth: int) -> None:
        """Walk from some nodes, so many steps; then count what lies behind the last of them."""
        self.allowed = self.filter.allowed()
        self.as_of = None if self.filter.as_of is None else to_micros(self.filter.as_of)
        self.in_dialects = self.graph.statements_in(self.filter.dialects) if self.filter.dialects else None
        frontier = list(starts)
        for node in frontier:
            self.ways[node] = Way(0)
        for distance in range(1, depth + 1):
            reached: dict[int, Way] = {}
            for node in self._with_rows(frontier):
                self._expand(node, distance, reached)
            self.ways.update(reached)
            frontier = list(reached)
            if not frontier:
                return
        for node in frontier:
            self._look_beyond(node)

    def _with_rows(self, frontier: list[int]) -> list[int]:
        """Upstream, what decides the rows of a column's dataset decides the column."""
        graph = self.graph
        if not self.upstream or self.filter.relation == "value":
            return frontier
        out = []
        for node in frontier:
            out.append(node)
            if node < graph.columns:
                rows = graph.rows_node(graph.column_dataset[node])
                if rows not in self.ways and graph.in_start[rows + 1] > graph.in_start[rows]:
                    way = self.ways[node]
                    self.ways[rows] = Way(way.distance, way.kind, way.level, way.confidence)
                    out.append(rows)
        return out

    def _neighbours(self, node: int, count: bool) -> list[Neighbour]:
        """The nodes at the other ends of a node's edges that pass. Edges to one node lie together, the best first."""
        graph = self.graph
        if self.upstream:
            first, last, ends = graph.in_start[node], graph.in_start[node + 1], graph.source
        else:
            first, last, ends = graph.out_start[node], graph.out_start[node + 1], graph.target
        self.looked += last - first
        if self.within is not None and self.looked > self.within:
            raise TooFar
        if last - first > SCAN:
            self.truncated = True
            if count:
                self.lost_edges += last - first - SCAN
            last = first + SCAN
        edges: Iterable[int] = graph.in_edge[first:last] if self.upstream else range(first, last)
        attrs, allowed, in_dialects, as_of = graph.attr, self.allowed, self.in_dialects, self.as_of
        neighbours: list[Neighbour] = []
        node_, best, many = -1, 0, 0
        for edge in edges:
            state = allowed[attrs[edge]]
            if not state and (in_dialects is not None or as_of is not None):
                if in_dialects is not None and not in_dialects[graph.statement[edge]]:
                    state = 1
                elif as_of is not None and not graph.holds(edge, as_of):
                    state = 2
            if state:
                if count:
                    if state == 1:
                        self.filtered += 1
                    elif state == 2:
                        self.ended += 1
            elif ends[edge] == node_:
                many += 1
            else:
                if node_ >= 0:
                    neighbours.append((node_, best, many))
                node_, best, many = ends[edge], edge, 0
        if node_ >= 0:
            neighbours.append((node_, best, many))
        if self.filter.systems or not (self.upstream or self.filter.results):
            return [neighbour for neighbour in neighbours if self._may_enter(neighbour, count)]
        return neighbours

    def _may_enter(self, neighbour: Neighbour, count: bool) -> bool:
        """Whether a dataset may be entered: no result of a bare query unless asked for, and of a selected system."""
        graph, filter = self.graph, self.filter
        dataset = graph.column_dataset[neighbour[0]] if neighbour[0] < graph.columns else neighbour[0] - graph.columns
        if not filter.results and graph.dataset_statement[dataset] != NONE:
            if count:
                self.results.add(dataset)
            return False
        if filter.systems and graph.dataset_system[dataset] not in filter.systems:
            if count:
                self.filtered += neighbour[2] + 1
            return False
        return True

    def _expand(self, node: int, distance: int, reached: dict[int, Way]) -> None:
        graph, upstream, ways, edges = self.graph, self.upstream, self.ways, self.edges
        way = ways[node]
        for neighbour, best, many in self._neighbours(node, True):
            pair = (neighbour, node) if upstream else (node, neighbour)
            known = neighbour in ways
            old = reached.get(neighbour)
            if not known and old is None and len(ways) + len(reached) >= self.max_columns:
                self.beyond.add(neighbour)
                way.hidden += 1
                continue
            if pair not in edges:
                if len(edges) >= self.max_edges:
                    self.lost_edges += 1
                    if not known and old is None:
                        self.beyond.add(neighbour)
                        way.hidden += 1
                    continue
                edges[pair] = (best, many)
            if known:
                continue
            attr = graph.attr[best]
            kind = KINDS[attr & 31]
            if way.kind is not None:
                kind = _THROUGH[kind, way.kind] if upstream else _THROUGH[way.kind, kind]
            level = max(way.level, attr >> 5 & 7)
            confidence = min(way.confidence, graph.confidence[best])
            if old is None or (level, kind, -confidence) < (old.level, old.kind or kind, -old.confidence):
                reached[neighbour] = Way(distance, kind, level, confidence)

    def _look_beyond(self, node: int) -> None:
        """Of a node that was not gone through: what lies behind it, and its edges to what is shown already."""
        ways, edges = self.ways, self.edges
        hidden = 0
        for neighbour, best, many in self._neighbours(node, False):
            if neighbour in ways:
                pair = (neighbour, node) if self.upstream else (node, neighbour)
                if pair not in edges and len(edges) < self.max_edges:
                    edges[pair] = (best, many)
            else:
                self.beyond.add(neighbour)
                hidden += 1
        self.lost_edges += hidden
        ways[node].hidden += hidden


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
    pass_ = Pass(graph, filter, direction == "upstream", max_columns, max_edges)
    pass_.run([start], depth)
    return _answer(graph, start, direction, depth, [pass_])


def around(
    graph: Graph,
    start: int,
    up: int,
    down: int,
    filter: Filter,
    max_columns: int = 500,
    max_edges: int = 2_000,
    within: int | None = None,
) -> Walk:
    """What lies on both sides of a column: distances are negative upstream. Raises `TooFar` beyond `within` edges."""
    passes = both_ways(graph, start, up, down, filter, max_columns, max_edges, within)
    return _answer(graph, start, "both", max(up, down), passes)


def both_ways(
    graph: Graph,
    start: int,
    up: int,
    down: int,
    filter: Filter,
    max_columns: int,
    max_edges: int,
    within: int | None = None,
) -> list[Pass]:
    """The two passes around a column, upstream first."""
    passes = []
    for upstream, depth in ((True, up), (False, down)):
        pass_ = Pass(graph, filter, upstream, max(max_columns // 2, 1), max(max_edges // 2, 1), within)
        pass_.run([start], depth)
        passes.append(pass_)
    return passes


class Merged(NamedTuple):
    """What passes found together: nodes and edges in the order of an answer."""

    nodes: list[int]
    ways: dict[int, Way]
    edges: list[tuple[int, int]]
    """an edge, and how many more there are between the same two nodes"""
    hidden: Hidden


def merge_passes(passes: list[Pass], both: bool) -> Merged:
    """What passes found; where there are two, distances upstream become negative."""
    ways: dict[int, Way] = {}
    edges: dict[tuple[int, int], tuple[int, int]] = {}
    for pass_ in passes:
        sign = -1 if pass_.upstream and both else 1
        for node, way in pass_.ways.items():
            if node not in ways:
                way.distance *= sign
                ways[node] = way
            else:
                ways[node].hidden += way.hidden
        edges.update(pass_.edges)
    beyond = set[int]().union(*(pass_.beyond for pass_ in passes)) - ways.keys()
    hidden = Hidden(
        len(beyond),
        sum(pass_.lost_edges for pass_ in passes),
        len({dataset for pass_ in passes for dataset in pass_.results}),
        sum(pass_.ended for pass_ in passes),
        sum(pass_.filtered for pass_ in passes),
        any(pass_.truncated for pass_ in passes),
    )
    order = sorted((abs(way.distance), way.distance, node) for node, way in ways.items())
    position = {node: i for i, (_, _, node) in enumerate(order)}
    pairs = sorted(edges, key=lambda pair: (max(position[pair[0]], position[pair[1]]), pair))
    return Merged(list(position), ways, [edges[pair] for pair in pairs], hidden)


def _answer(graph: Graph, start: int, direction: str, depth: int, passes: list[Pass]) -> Walk:
    merged_ = merge_passes(passes, direction == "both")
    reached = tuple(_reached(graph, node, merged_.ways[node]) for node in merged_.nodes)
    edges = tuple(graph.edge(*edge) for edge in merged_.edges)
    return Walk(graph.column(start), direction, depth, reached, edges, merged_.hidden)


def _reached(graph: Graph, node: int, way: Way) -> Reached:
    kind = way.kind
    decides = kind is not None and kind > Kind.ROWS
    type_ = TYPE[kind] if kind is not None else None
    return Reached(graph.column(node), way.distance, type_, decides, _LEVELS[way.level], way.confidence, way.hidden)
