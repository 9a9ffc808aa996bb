"""A neighbourhood as JSON, written from the arrays: what `View.to_dict` gives, without the records in between.

It is asked for at every click, by several at once, and making hundreds of records only to take them apart again was
more than a third of what it cost. Whatever is added to `Column`, `Reached`, `Edge`, `Dataset` or `Card` is added here;
a test holds the two together.
"""

from __future__ import annotations

import json
from functools import lru_cache
from json.encoder import encode_basestring as quoted

from headwater.base.levels import Level
from headwater.rel.kinds import TYPE, EdgeType, Kind
from headwater.store.graph import DECIDING, TYPES, Graph, moment_of
from headwater.store.index import ALWAYS, LEVELS, NEVER
from headwater.store.layout import layout
from headwater.store.model import ROWS, Dataset, column_name
from headwater.store.walk import Pass, Way, merged

_BOOL = ("false", "true")
_SURE = Level.INFERRED.rank


def neighbourhood(graph: Graph, start: int, passes: list[Pass]) -> bytes:
    """The picture of two passes around a column."""
    found = merged(passes, True)
    columns, column_dataset = graph.columns, graph.column_dataset
    cards: dict[int, list[_Column]] = {}
    distances: dict[int, int] = {}
    known: dict[int, _Column] = {}
    datasets: dict[int, Dataset] = {}
    for node in found.nodes:  # nearest first
        dataset = column_dataset[node] if node < columns else node - columns
        if dataset not in datasets:
            datasets[dataset] = graph.dataset(dataset)
            distances[dataset] = found.ways[node].distance
            cards[dataset] = []
        one = known[node] = _Column(graph, node, datasets[dataset])
        cards[dataset].append(one)
    edges: list[str] = []
    joined: set[tuple[str, str]] = set()
    for number, more in found.edges:
        source, target = known[graph.source[number]], known[graph.target[number]]
        joined.add((source.dataset.id, target.dataset.id))
        edges.append(_edge(graph, number, more, source, target))
    places = layout({datasets[number].id: distance for number, distance in distances.items()}, joined)
    order = sorted((places[datasets[number].id], datasets[number].id, number) for number in cards)
    written = [
        _card(datasets[number], place, distances[number], cards[number], found.ways) for place, _, number in order
    ]
    text = (
        f'{{"start":{known[start].full_name},"cards":[{",".join(written)}],"edges":[{",".join(edges)}],"links":[],'
        f'"hidden":{json.dumps(found.hidden.to_dict())}}}'
    )
    return text.encode()


class _Column:
    """A column while an answer is written; its names are JSON."""

    __slots__ = ("dataset", "full_name", "id", "name", "node", "order", "said")

    def __init__(self, graph: Graph, node: int, dataset: Dataset) -> None:
        self.node = node
        self.dataset = dataset
        if node >= graph.columns:
            self.id = dataset.id
            self.name = ROWS
            self.order: tuple[bool, int, str] = (True, 1 << 30, "")
            name, ordinal, kind, generated = "null", "null", "null", False
        else:
            self.id = str(graph.column_id[node])
            own = graph.column_name[node]
            self.name = column_name(own)
            at = graph.column_ordinal[node]
            type_ = graph.column_type[node]
            self.order = (False, at if at >= 0 else 1 << 30, own)
            name, ordinal, kind = quoted(own), str(at) if at >= 0 else "null", quoted(type_) if type_ else "null"
            generated = bool(graph.column_attr[node] & 8)
        self.full_name = quoted(f"{dataset.full_name}.{self.name}")
        self.said = (
            f'{{"id":"{self.id}","dataset":{quoted(dataset.full_name)},"dataset_id":"{dataset.id}","name":{name},'
            f'"full_name":{self.full_name},"ordinal":{ordinal},"type":{kind},"generated":{_BOOL[generated]}'
        )

    def reached(self, way: Way) -> str:
        """With the way there."""
        kind = way.kind
        type_ = f'"{TYPE[kind]._value_}"' if kind is not None else "null"
        decides = _BOOL[kind is not None and kind > Kind.ROWS]
        return (
            f'{self.said},"level":"{LEVELS[way.level]}","distance":{way.distance},"way":{type_},"influence":{decides},'
            f'"confidence":{_rounded(way.confidence)},"hidden":{way.hidden}}}'
        )


def _card(dataset: Dataset, place: tuple[int, int], distance: int, found: list[_Column], ways: dict[int, Way]) -> str:
    found.sort(key=lambda one: one.order)
    up = down = 0
    for one in found:
        way = ways[one.node]
        if way.distance < 0:
            up += way.hidden
        elif way.distance > 0:
            down += way.hidden
    columns = ",".join([one.reached(ways[one.node]) for one in found])
    statement = quoted(dataset.statement) if dataset.statement is not None else "null"
    return (
        f'{{"id":"{dataset.id}","system":{quoted(dataset.system)},"name":{quoted(dataset.name)},'
        f'"full_name":{quoted(dataset.full_name)},"kind":{quoted(dataset.kind)},"temporary":{_BOOL[dataset.temporary]},'
        f'"columns":{dataset.columns},"statement":{statement},"rank":{place[0]},"order":{place[1]},'
        f'"distance":{distance},"column_list":[{columns}],"hidden_up":{up},"hidden_down":{down}}}'
    )


def _edge(graph: Graph, number: int, more: int, source: _Column, target: _Column) -> str:
    path = graph.fields(graph.path[number])
    start = source.full_name
    if path:
        below = "".join(step if step == "[]" else f".{step}" for step in path)
        start = quoted(f"{source.dataset.full_name}.{source.name}{below}")
    fields = json.dumps(path, ensure_ascii=False) if path else "[]"
    said, doubtful = _ATTRIBUTES[graph.attr[number] & 255]
    return (
        f'{{"edge":{number},"source":"{source.id}","target":"{target.id}","from":{start},"to":{target.full_name},'
        f'"path":{fields},{said},"confidence":{_rounded(graph.confidence[number])},"doubtful":{doubtful},'
        f'"expr":{quoted(graph.words[graph.expr[number]])},"statement":{quoted(graph.said_in(graph.statement[number]))},'
        f'"more":{more},"since":{_moment(graph.since[number], ALWAYS)},"until":{_moment(graph.until[number], NEVER)},'
        f'"source_card":"{source.dataset.id}","target_card":"{target.dataset.id}"}}'
    )


def _attributes(attr: int) -> tuple[str, str]:
    """What the attributes of an edge say of it, and whether it is doubtful."""
    type_ = (TYPES[attr & 31] if attr & 31 < len(TYPES) else "") or EdgeType.UNKNOWN.value
    level = min(attr >> 5 & 7, len(LEVELS) - 1)
    influence = bool(attr & DECIDING)
    doubtful = level > _SURE or (type_ == EdgeType.UNKNOWN.value and not influence)
    return f'"type":"{type_}","influence":{_BOOL[influence]},"level":"{LEVELS[level]}"', _BOOL[doubtful]


_ATTRIBUTES = tuple(_attributes(attr) for attr in range(256))


@lru_cache(maxsize=1_024)
def _rounded(confidence: float) -> str:
    return repr(round(confidence, 4))


@lru_cache(maxsize=4_096)
def _moment(micros: int, nothing: int) -> str:
    time = moment_of(micros, nothing)
    return f'"{time.isoformat()}"' if time is not None else "null"
