"""The whole warehouse as one picture: its datasets as cards in layers, the most connected ones where there are many.

A card's rank is the longest way to it from where data begins (circles count as one), so that edges lead to the right;
the order in a rank follows the neighbours' (a few sweeps over their means). The same store gives the same picture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from heapq import nsmallest

from headwater.rows.graph import Hidden
from headwater.rows.graph_answers import Card, Place, View
from headwater.store.graph import Filter, Graph
from headwater.store.layout import groups
from headwater.store.links import Links

SWEEPS = 4


def warehouse_view(
    graph: Graph, filter: Filter | None = None, most: int = 300, only: Collection[int] | None = None
) -> View:
    """The picture of all datasets that something leads to or from; the most connected ones where there are more.

    `only` names those that may be in it. What the filter takes away is counted where it is about what is shown.
    """
    filter = filter or Filter(relation="both")
    passing = Links(graph, filter)
    degree = {
        number: many
        for number in (range(graph.datasets) if only is None else only)
        if (many := _degree(graph, number))
        and (filter.results or not graph.is_result(number))
        and (not filter.systems or graph.dataset_system[number] in filter.systems)
    }
    shown: list[int] = []
    by_source: dict[int, dict[int, list[int]]] = {}
    for number in sorted(degree, key=lambda number: (-degree[number], number)) if passing.chooses else ():
        by_source[number] = passing.neighbours(number, False)  # one that nothing leads to or from any more is not in it
        if by_source[number] or passing.neighbours(number, True):
            shown.append(number)
            if len(shown) >= max(most, 1):
                break
    if not passing.chooses:
        shown = nsmallest(max(most, 1), degree, key=lambda number: (-degree[number], number))
    bare = 0 if filter.results else sum(1 for number in range(graph.datasets) if graph.is_result(number))
    links: dict[tuple[int, int], list[int]] = {}
    inside = set(shown)
    for number in shown:
        for neighbour, between in (by_source.get(number) or passing.neighbours(number, False)).items():
            if neighbour in inside and neighbour != number:
                links[number, neighbour] = between
    names = {number: graph.dataset(number) for number in sorted(inside)}
    positions = layers(
        [dataset.id for dataset in names.values()], [(names[a].id, names[b].id) for a, b in sorted(links)]
    )
    cards = [Card(dataset, positions[dataset.id], positions[dataset.id].rank) for dataset in names.values()]
    cards.sort(key=lambda card: (card.place, card.dataset.id))
    shown_links = tuple(passing.record(names[a], names[b], between) for (a, b), between in sorted(links.items()))
    omitted = max(len(degree) - len(shown), 0) if len(shown) >= most else 0
    hidden = Hidden(omitted, 0, bare, len(passing.ended), len(passing.filtered))
    return View("", tuple(cards), (), shown_links, hidden)


def _degree(graph: Graph, number: int) -> int:
    leaving = graph.link_out_start[number + 1] - graph.link_out_start[number]
    return int(leaving + graph.link_in_start[number + 1] - graph.link_in_start[number])


def layers(names: Iterable[str], edges: Iterable[tuple[str, str]]) -> dict[str, Place]:
    """A place for each name: rank by the longest way, order by the neighbours.

    >>> layers(["a", "b", "c"], [("a", "b"), ("b", "c"), ("a", "c")])
    {'a': Place(rank=0, order=0), 'b': Place(rank=1, order=0), 'c': Place(rank=2, order=0)}
    """
    after: dict[str, list[str]] = {name: [] for name in names}
    before: dict[str, list[str]] = {name: [] for name in after}
    for source, target in edges:
        after[source].append(target)
        before[target].append(source)
    ranks: dict[str, int] = {}
    for group in groups(sorted(after), before):
        rank = max(
            (ranks[neighbour] + 1 for name in group for neighbour in before[name] if neighbour in ranks), default=0
        )
        ranks.update(dict.fromkeys(group, rank))
    for group in reversed(groups(sorted(after), before)):  # a source stands next to the first that reads it
        if not any(before[name] for name in group):
            reads = [ranks[neighbour] for name in group for neighbour in after[name]]
            ranks.update(dict.fromkeys(group, max(min(reads, default=1) - 1, 0)))
    by_rank: dict[int, list[str]] = {}
    for name in sorted(after):
        by_rank.setdefault(ranks[name], []).append(name)
    order = {name: float(position) for names_in_rank in by_rank.values() for position, name in enumerate(names_in_rank)}
    for sweep in range(SWEEPS):
        beside = before if sweep % 2 == 0 else after
        for rank in sorted(by_rank, reverse=bool(sweep % 2)):
            _settle(by_rank[rank], order, beside)
    return {name: Place(ranks[name], int(order[name])) for name in after}


def _settle(names: list[str], order: dict[str, float], beside: Mapping[str, list[str]]) -> None:
    def mean(name: str) -> float:
        near = [order[neighbour] for neighbour in beside[name]]
        return sum(near) / len(near) if near else order[name]

    names.sort(key=lambda name: (mean(name), order[name], name))
    for position, name in enumerate(names):
        order[name] = float(position)
