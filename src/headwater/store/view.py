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


def of_walk(walk: Walk) -> View:
    """The picture of a walk around a column."""
    columns: dict[str, list[Reached]] = {}
    distances: dict[str, int] = {}
    datasets: dict[str, Dataset] = {}
    for one in walk.columns:
        dataset = one.column.dataset
        columns.setdefault(dataset.id, []).append(one)
        datasets[dataset.id] = dataset
        known = distances.get(dataset.id)
        if known is None or abs(one.distance) < abs(known):
            distances[dataset.id] = one.distance
    places = layout(distances, ((edge.source.dataset.id, edge.target.dataset.id) for edge in walk.edges))
    cards = [
        Card(
            datasets[id_],
            places[id_],
            distances[id_],
            tuple(sorted(found, key=_by_ordinal)),
            sum(one.hidden for one in found if one.distance < 0),
            sum(one.hidden for one in found if one.distance > 0),
        )
        for id_, found in columns.items()
    ]
    return View(walk.start.full_name, _sorted(cards), walk.edges, (), walk.hidden)


def _by_ordinal(one: Reached) -> tuple[bool, int, str]:
    ordinal = one.column.ordinal
    return one.column.name is None, ordinal if ordinal is not None else 1 << 30, one.column.name or ""


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (card.place, card.dataset.id)))


def of_dataset(graph: Graph, start: int, up: int, down: int, filter: Filter, most: int = 200) -> View:
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
                for other, found in passing.others(dataset, upstream).items():
                    known = other in distances
                    if not known and (distance > depth or len(distances) >= most):
                        hidden.add(other)
                        beyond[dataset, upstream] = beyond.get((dataset, upstream), 0) + 1
                        continue
                    links[(other, dataset) if upstream else (dataset, other)] = found
                    if not known:
                        distances[other] = -distance if upstream else distance
                        ahead.append(other)
            frontier = ahead
    names = {number: graph.dataset(number) for number in distances}
    places = layout(
        {names[number].id: distance for number, distance in distances.items()},
        ((names[source].id, names[target].id) for source, target in links),
    )
    cards = [
        Card(
            names[number],
            places[names[number].id],
            distance,
            (),
            beyond.get((number, True), 0),
            beyond.get((number, False), 0),
        )
        for number, distance in distances.items()
    ]
    shown = tuple(
        passing.record(names[source], names[target], found) for (source, target), found in sorted(links.items())
    )
    left = Hidden(len(hidden), 0, len(passing.results), len(passing.ended), len(passing.filtered))
    return View(names[start].full_name, _sorted(cards), (), shown, left)
