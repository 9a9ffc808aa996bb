"""All ways from one column to another, the most certain first.

Certainty is the worst level on the way, then the strongest type, then the length: each is bounded from below for every
node by a walk back from the target, so a best-first search finds the ways in order and wastes little. Ways go through
no column twice, so circles end. What lies on no way is never looked at.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from headwater.base.levels import Level
from headwater.rel.kinds import TYPE, Kind, through
from headwater.rows.graph_answers import Path, Paths
from headwater.store.graph import Filter, Graph, to_micros
from headwater.store.walk import KINDS

MOST = 200_000
"""Nodes that are looked at, and partial ways that are tried."""
_LEVELS = tuple(Level)

_Arc = tuple[int, int, float, int]
"""the other node, the edge, its confidence, the strength of its type"""


def paths(graph: Graph, source: int, target: int, filter: Filter, limit: int = 10, longest: int = 50) -> Paths:
    """The best `limit` ways, each of at most `longest` edges."""
    arcs, complete = _between(graph, source, target, filter)
    if target not in arcs and source != target:
        return Paths(graph.column(source), graph.column(target), (), 0 if complete else None)
    best = _bounds(arcs, target)
    allowed = filter.allowed()
    as_of = None if filter.as_of is None else to_micros(filter.as_of)
    best_paths: list[Path] = []
    tried = 0
    heap: list[tuple[float, int, int, int, int, tuple[int, ...], tuple[int, ...]]] = []
    if source in best:
        doubt, strength, length = best[source]
        heap.append((doubt, strength, length, 0, 0, (source,), ()))
    while heap and len(best_paths) < limit and tried < MOST:
        doubt, strength, _, _, _, nodes, edges = heapq.heappop(heap)
        node = nodes[-1]
        if node == target and edges:
            best_paths.append(_path(graph, edges, allowed, as_of))
            continue
        if len(edges) >= longest:
            continue
        for neighbour, edge, confidence, kind in arcs.get(node, ()):
            tried += 1
            if neighbour not in best or (neighbour in nodes and not (neighbour == target == source)):
                continue
            bound = best[neighbour]
            entry = (
                max(doubt if edges else 0.0, 1 - confidence, bound[0]),
                max(strength if edges else 0, kind, bound[1]),
                len(edges) + 1 + bound[2],
                -len(edges),
                edge,
                (*nodes, neighbour),
                (*edges, edge),
            )
            heapq.heappush(heap, entry)
    total = _count(arcs, source, target) if complete else None
    hidden = max(total - len(best_paths), 0) if total is not None else (None if heap or not complete else 0)
    return Paths(graph.column(source), graph.column(target), tuple(best_paths), hidden)


@dataclass(slots=True)
class _Side:
    """What one of the two columns reaches, nearest first."""

    graph: Graph
    start: int
    upstream: bool
    allowed: bytes
    reached: set[int] = field(default_factory=set)
    frontier: list[int] = field(default_factory=list)
    budget: int = 0

    def __post_init__(self) -> None:
        self.budget = MOST
        self.reached = {self.start}
        self.frontier = [self.start]

    def step(self, within: set[int] | None, passes: Callable[[int], bool] | None) -> None:
        """One step further; `passes` checks an edge where its attributes are not enough."""
        graph, allowed, reached = self.graph, self.allowed, self.reached
        attrs, ends = graph.attr, graph.source if self.upstream else graph.target
        ahead: list[int] = []
        for i, node in enumerate(self.frontier):
            edges: Sequence[int] = graph.into(node) if self.upstream else graph.out(node)
            self.budget -= len(edges)
            if self.budget <= 0:
                ahead += self.frontier[i:]  # not gone through: there is more
                break
            for edge in edges:
                neighbour = ends[edge]
                if (
                    neighbour not in reached
                    and not allowed[attrs[edge]]
                    and (within is None or neighbour in within)
                    and (passes is None or passes(edge))
                ):
                    reached.add(neighbour)
                    ahead.append(neighbour)
        self.frontier = ahead

    def narrow(self, within: set[int]) -> None:
        """Forget what lies on no way: the other side knows everything that does."""
        self.reached &= within
        self.frontier = [node for node in self.frontier if node in within]


def _between(graph: Graph, source: int, target: int, filter: Filter) -> tuple[dict[int, list[_Arc]], bool]:
    """What lies on some way: reached from the source, and reaching the target. Arcs by where they leave."""
    allowed = filter.allowed()
    as_of = None if filter.as_of is None else to_micros(filter.as_of)

    in_dialects = graph.statements_in(filter.dialects) if filter.dialects else None

    def passes(edge: int) -> bool:
        if in_dialects is not None and not in_dialects[graph.statement[edge]]:
            return False
        return allowed[graph.attr[edge]] == 0 and (as_of is None or graph.holds(edge, as_of))

    plain = in_dialects is None and as_of is None
    sides = (_Side(graph, target, True, allowed), _Side(graph, source, False, allowed))
    # the narrower side first; once all of one is known, only what is in it is walked through on the other
    while all(side.frontier for side in sides) and (going := [side for side in sides if side.budget > 0]):
        min(going, key=lambda side: len(side.frontier)).step(None, None if plain else passes)
    complete_side = next((side for side in sides if not side.frontier), None)
    if complete_side is not None:
        other = sides[1] if complete_side is sides[0] else sides[0]
        other.narrow(complete_side.reached)
        other.budget = MOST
        while other.frontier and other.budget > 0:
            other.step(complete_side.reached, None if plain else passes)
    above, below = sides[0].reached, sides[1].reached
    complete = complete_side is not None and not sides[0].frontier and not sides[1].frontier
    inside = above & below
    arcs: dict[int, list[_Arc]] = {node: [] for node in inside}
    for node in inside:
        last = -1
        for edge in graph.out(node):
            other = graph.target[edge]
            if other == last or other not in inside or not passes(edge):
                continue
            last = other  # edges to one node are together, best first
            arcs[node].append((other, edge, graph.confidence[edge], int(KINDS[graph.attr[edge] & 31])))
    return arcs, complete


def _bounds(arcs: dict[int, list[_Arc]], target: int) -> dict[int, tuple[float, int, int]]:
    """For each node the least doubt, the weakest type and the shortest way to the target, each by itself."""
    arcs_into: dict[int, list[_Arc]] = {}
    for node, leaving in arcs.items():
        for neighbour, edge, confidence, kind in leaving:
            arcs_into.setdefault(neighbour, []).append((node, edge, confidence, kind))

    def least(cost: int) -> dict[int, float]:
        done: dict[int, float] = {}
        heap: list[tuple[float, int]] = [(0, target)]
        while heap:
            now, node = heapq.heappop(heap)
            if node in done:
                continue
            done[node] = now
            for neighbour, _, confidence, kind in arcs_into.get(node, ()):
                if neighbour not in done:
                    step = (max(now, 1 - confidence), max(now, kind), now + 1)[cost]
                    heapq.heappush(heap, (step, neighbour))
        return done

    doubts, kinds, lengths = least(0), least(1), least(2)
    return {node: (doubts[node], int(kinds[node]), int(lengths[node])) for node in lengths}


def _count(arcs: dict[int, list[_Arc]], source: int, target: int) -> int | None:
    """How many ways there are, where nothing goes in a circle; None where something does."""
    if source == target:
        return None if arcs[source] else 0
    degree: dict[int, int] = dict.fromkeys(arcs, 0)
    for leaving in arcs.values():
        for neighbour, *_ in leaving:
            degree[neighbour] += 1
    todo = [node for node, many in degree.items() if not many]
    ways = dict.fromkeys(arcs, 0)
    ways[source] = 1
    done = 0
    while todo:
        node = todo.pop()
        done += 1
        for neighbour, *_ in arcs[node]:
            ways[neighbour] += ways[node]
            degree[neighbour] -= 1
            if not degree[neighbour]:
                todo.append(neighbour)
    return ways[target] if done == len(arcs) else None


def _path(graph: Graph, edges: tuple[int, ...], allowed: bytes, as_of: int | None) -> Path:
    kind: Kind | None = None
    level, confidence = 0, 1.0
    for edge in edges:
        own = KINDS[graph.attr[edge] & 31]
        kind = own if kind is None else through(kind, own)
        level = max(level, graph.level(edge))
        confidence = min(confidence, graph.confidence[edge])
    assert kind is not None
    shown = tuple(graph.edge(edge, _parallel_edges(graph, edge, allowed, as_of)) for edge in edges)
    return Path(shown, TYPE[kind], kind > Kind.ROWS, _LEVELS[level], confidence)


def _parallel_edges(graph: Graph, edge: int, allowed: bytes, as_of: int | None) -> int:
    same = graph.between(graph.source[edge], graph.target[edge])
    return (
        sum(1 for other in same if allowed[graph.attr[other]] == 0 and (as_of is None or graph.holds(other, as_of))) - 1
    )
