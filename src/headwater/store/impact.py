"""What happens when a column is dropped, renamed or gets another type: what breaks, what follows, and why.

Statements that read the column itself break, or have to be changed with it. What is made of what they write follows:
by value, column by column; by what decides, column by column as long as single columns are decided, and dataset by
dataset once rows are: other rows are another dataset for whoever reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from headwater.base.levels import Level
from headwater.rel.kinds import TYPE, Kind, through
from headwater.rows.graph import Change, Hidden
from headwater.rows.graph_answers import Hit, Impact, Struck
from headwater.store.graph import DECIDING, Filter, Graph, to_micros
from headwater.store.links import Links
from headwater.store.walk import KINDS

_LEVELS = tuple(Level)
BUDGET = 300_000
"""Edges that are looked at."""

_BREAKS: dict[Change, str] = {
    "drop": "reads the column: the statement fails",
    "rename": "names the column: the statement must be changed",
    "retype": "reads the column: the statement may fail or return other values",
}
_TAKES: dict[Change, str] = {
    "drop": "comes from it: gets no new values without its source",
    "rename": "comes from it: gets no new values until the statements are changed",
    "retype": "comes from it: may get the new type or other values",
}
_ROWS = "its rows depend on it"
_FOLLOWS = "reads a dataset whose rows depend on it"


@dataclass(slots=True)
class _Way:
    distance: int
    kind: Kind
    level: int
    edge: int


@dataclass(slots=True)
class _Search:
    graph: Graph
    max_columns: int
    filter: Filter
    as_of: int | None
    allowed: bytes
    in_dialects: bytes | None
    reached: dict[int, _Way] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    budget: int = BUDGET
    truncated: bool = False

    def edges(self, node: int) -> list[int]:
        """The edges that leave a node and hold."""
        graph = self.graph
        leaving = graph.out(node)
        if len(leaving) > self.budget:
            leaving = leaving[: max(self.budget, 0)]
            self.truncated = True
        self.budget -= len(leaving)
        allowed, in_dialects, systems = self.allowed, self.in_dialects, self.filter.systems
        return [
            edge
            for edge in leaving
            if allowed[graph.attr[edge]] == 0
            and (self.as_of is None or graph.holds(edge, self.as_of))
            and (in_dialects is None or in_dialects[graph.statement[edge]])
            and (not systems or graph.dataset_system[graph.dataset_number(graph.target[edge])] in systems)
        ]

    def spread(self, start: int) -> None:
        """Value first, as far as it goes; then everything that is decided by what was reached."""
        graph = self.graph
        waiting: list[tuple[int, int]] = []
        todo = [start]
        for node in todo:
            for edge in self.edges(node):
                if graph.attr[edge] & DECIDING:
                    waiting.append((node, edge))
                elif self._take(start, node, edge):
                    todo.append(graph.target[edge])
        todo = []
        for node, edge in waiting:
            if self._take(start, node, edge):
                todo.append(graph.target[edge])
        for node in todo:
            if node < graph.columns:
                for edge in self.edges(node):
                    if self._take(start, node, edge):
                        todo.append(graph.target[edge])

    def _take(self, start: int, node: int, edge: int) -> bool:
        graph = self.graph
        target = graph.target[edge]
        if target in self.reached or target == start or graph.is_result(graph.dataset_number(target)):
            return False
        if len(self.reached) >= self.max_columns:
            self.hidden.add(target)
            return False
        way = self.reached.get(node)
        kind = KINDS[graph.attr[edge] & 31]
        level = graph.level(edge)
        if way is None:
            self.reached[target] = _Way(1, kind, level, edge)
        else:
            self.reached[target] = _Way(way.distance + 1, through(way.kind, kind), max(way.level, level), edge)
        return True

    def follow(self) -> dict[int, tuple[int, int]]:
        """Datasets that read a dataset whose rows change, at any distance: how far off, and whom they read."""
        graph = self.graph
        todo = [(node - graph.columns, way.distance) for node, way in self.reached.items() if node >= graph.columns]
        visited = {dataset for dataset, _ in todo}
        followers: dict[int, tuple[int, int]] = {}
        reading = Links(graph, replace(self.filter, results=False))
        for dataset, distance in todo:
            if self.budget <= 0:
                self.truncated = True
                break
            for reader, links in reading.neighbours(dataset, False).items():
                self.budget -= len(links)
                if reader not in visited:
                    visited.add(reader)
                    followers[reader] = (distance + 1, dataset)
                    todo.append((reader, distance + 1))
        return followers


def impact(
    graph: Graph,
    node: int,
    change: Change,
    filter: Filter,
    max_columns: int = 5_000,
    max_tables: int = 1_000,
) -> Impact:
    """What a change of a column does; `filter` says of which moment, and how sure the edges must be."""
    as_of = None if filter.as_of is None else to_micros(filter.as_of)
    in_dialects = graph.statements_in(filter.dialects) if filter.dialects else None
    search = _Search(graph, max_columns, filter, as_of, filter.allowed(), in_dialects)
    direct: dict[int, dict[int, None]] = {}
    statements: dict[int, bool] = {}
    for edge in search.edges(node):
        dataset = graph.dataset_number(graph.target[edge])
        bare = graph.is_result(dataset)
        statements[graph.statement[edge]] = statements.get(graph.statement[edge], True) and bare
        if not bare:
            direct.setdefault(dataset, {})[graph.statement[edge]] = None
    search.spread(node)
    followers = search.follow()
    hits: dict[int, list[Hit]] = {}
    for target, way in search.reached.items():
        hits.setdefault(graph.dataset_number(target), []).append(
            Hit(
                graph.column(target),
                way.distance,
                way.kind > Kind.ROWS,
                TYPE[way.kind],
                _LEVELS[way.level],
                graph.edge(way.edge),
            )
        )
    tables = [
        _struck(graph, dataset, dataset_hits, direct.get(dataset), change) for dataset, dataset_hits in hits.items()
    ]
    tables += [
        Struck(graph.dataset(dataset), distance, False, (), (), f"{_FOLLOWS}: {graph.dataset(by).full_name}", True)
        for dataset, (distance, by) in followers.items()
        if dataset not in hits
    ]
    tables.sort(key=lambda table: (not table.breaks, table.distance, table.dataset.full_name))
    lost = tables[max_tables:]
    hidden = Hidden(
        columns=len(search.hidden) + sum(len(table.hits) for table in lost),
        more=search.truncated or bool(search.hidden),
    )
    queries = sum(statements.values())
    return Impact(graph.column(node), change, tuple(tables[:max_tables]), len(statements), queries, hidden)


def _struck(graph: Graph, dataset: int, hits: list[Hit], direct: dict[int, None] | None, change: Change) -> Struck:
    hits.sort(
        key=lambda hit: (
            hit.column.name is None,
            hit.influence,
            hit.column.ordinal if hit.column.ordinal is not None else 1 << 30,
            hit.column.name or "",
        )
    )
    distance = min(hit.distance for hit in hits)
    why: list[str] = []
    if direct is not None:
        why.append(_BREAKS[change])
    elif any(not hit.influence for hit in hits):
        why.append(_TAKES[change])
    if any(hit.column.name is None for hit in hits):
        why.append(_ROWS)
    elif not why:
        why.append("its values depend on it by influence")
    ids = tuple(graph.statement_id[number] for number in direct or ())
    return Struck(graph.dataset(dataset), distance, direct is not None, ids, tuple(hits), "; ".join(why))
