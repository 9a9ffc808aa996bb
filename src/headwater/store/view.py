"""A neighbourhood as a picture is drawn of it: cards of datasets with the columns in question, edges, and places.

Around a column the cards hold the columns on the way; around a dataset they hold none, and edges are from dataset to
dataset, whatever columns they are of. Places are those of `layout`: they stay when one more level is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable

from headwater.rows.graph import Dataset, Hidden
from headwater.rows.graph_answers import Card, Reached, View, Walk
from headwater.store.graph import Filter, Graph
from headwater.store.layout import layout
from headwater.store.links import Links


def walk_view(walk: Walk) -> View:
    """The picture of a walk around a column."""
    columns: dict[str, list[Reached]] = {}
    distances: dict[str, int] = {}
    datasets: dict[str, Dataset] = {}
    for reached in walk.columns:
        dataset = reached.column.dataset
        columns.setdefault(dataset.id, []).append(reached)
        datasets[dataset.id] = dataset
        known = distances.get(dataset.id)
        if known is None or abs(reached.distance) < abs(known):
            distances[dataset.id] = reached.distance
    positions = layout(distances, ((edge.source.dataset.id, edge.target.dataset.id) for edge in walk.edges))
    cards = [
        Card(
            datasets[id_],
            positions[id_],
            distances[id_],
            tuple(sorted(in_dataset, key=_by_ordinal)),
            sum(reached.hidden for reached in in_dataset if reached.distance < 0),
            sum(reached.hidden for reached in in_dataset if reached.distance > 0),
        )
        for id_, in_dataset in columns.items()
    ]
    return View(walk.start.full_name, _sorted(cards), walk.edges, (), walk.hidden)


def _by_ordinal(reached: Reached) -> tuple[bool, int, str]:
    ordinal = reached.column.ordinal
    return reached.column.name is None, ordinal if ordinal is not None else 1 << 30, reached.column.name or ""


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (card.place, card.dataset.id)))


def dataset_view(graph: Graph, start: int, up: int, down: int, filter: Filter, most: int = 200) -> View:
    """The picture of the datasets around one."""
    distances = {start: 0}
    links: dict[tuple[int, int], list[int]] = {}
    beyond: dict[tuple[int, bool], int] = {}
    hidden: set[int] = set()
    passing = Links(graph, filter)
    for upstream, depth in ((True, up), (False, down)):
        frontier = [start]
        for distance in range(1, depth + 2):
            ahead: list[int] = []
            for dataset in frontier:
                for neighbour, between in passing.neighbours(dataset, upstream).items():
                    known = neighbour in distances
                    if not known and (distance > depth or len(distances) >= most):
                        hidden.add(neighbour)
                        beyond[dataset, upstream] = beyond.get((dataset, upstream), 0) + 1
                        continue
                    links[(neighbour, dataset) if upstream else (dataset, neighbour)] = between
                    if not known:
                        distances[neighbour] = -distance if upstream else distance
                        ahead.append(neighbour)
            frontier = ahead
    names = {number: graph.dataset(number) for number in distances}
    positions = layout(
        {names[number].id: distance for number, distance in distances.items()},
        ((names[source].id, names[target].id) for source, target in links),
    )
    cards = [
        Card(
            names[number],
            positions[names[number].id],
            distance,
            (),
            beyond.get((number, True), 0),
            beyond.get((number, False), 0),
        )
        for number, distance in distances.items()
    ]
    shown = tuple(
        passing.record(names[source], names[target], between) for (source, target), between in sorted(links.items())
    )
    omitted = Hidden(len(hidden), 0, len(passing.results), len(passing.ended), len(passing.filtered))
    return View(names[start].full_name, _sorted(cards), (), shown, omitted)
