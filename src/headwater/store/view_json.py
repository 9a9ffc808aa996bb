"""A neighbourhood as JSON text, written straight from the arrays: what `View.to_dict` gives, without its records.

The page asks for it at every click. Building hundreds of records only to take them apart again was more than a third of
the cost. The fields and their order come from the classes of the answer; a test compares both ways.
"""

from __future__ import annotations

import json
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from operator import attrgetter
from typing import NamedTuple

from headwater.base.levels import Level
from headwater.rel.kinds import TYPE, EdgeType, Kind
from headwater.rows.graph import ROWS, Dataset, column_name, with_path
from headwater.rows.graph_answers import Card, Place, Reached, View, ViewEdge
from headwater.rows.json_record import json_text
from headwater.store.graph import DECIDING, TYPES, Graph, from_micros
from headwater.store.index import ALWAYS, LEVELS, NEVER
from headwater.store.layout import layout
from headwater.store.walk import Pass, Way, merge_passes

_VIEW, _CARD, _REACHED, _EDGE = json_text(View), json_text(Card), json_text(Reached), json_text(ViewEdge)
_BOOLEAN = ("false", "true")
_LEVELS = tuple(f'"{level}"' for level in LEVELS)
_KINDS = {kind: f'"{type_.value}"' for kind, type_ in TYPE.items()}
_LAST = 1 << 30
"""The order of a column without an ordinal."""


def neighbourhood(graph: Graph, start: int, passes: list[Pass]) -> bytes:
    """The JSON of two passes around a column."""
    result = merge_passes(passes, True)
    columns, column_dataset = graph.columns, graph.column_dataset
    cards: dict[int, _Card] = {}
    by_node: dict[int, _Column] = {}
    for node in result.nodes:  # nearest first
        way = result.ways[node]
        number = column_dataset[node] if node < columns else node - columns
        card = cards.get(number)
        if card is None:
            card = cards[number] = _Card(graph.dataset(number), way.distance)
        by_node[node] = column = _Column(graph, node, card, way)
        card.columns.append(column)
    edges: list[str] = []
    joined: set[tuple[str, str]] = set()
    for edge, more in result.edges:
        source, target = by_node[graph.source[edge]], by_node[graph.target[edge]]
        joined.add((source.card.dataset.id, target.card.dataset.id))
        edges.append(_edge(graph, edge, more, source, target))
    positions = layout({card.dataset.id: card.distance for card in cards.values()}, joined)
    order = sorted((positions[card.dataset.id], card.dataset.id, number) for number, card in cards.items())
    text = _VIEW(
        start=by_node[start].full_name,
        cards=f"[{','.join([cards[number].json(graph, position) for position, _, number in order])}]",
        edges=f"[{','.join(edges)}]",
        links="[]",
        hidden=json.dumps(result.hidden.to_dict()),
    )
    return text.encode()


class _Card:
    """A dataset of an answer that is being written; `id` and `full_name` are JSON."""

    __slots__ = ("columns", "dataset", "distance", "full_name", "id")

    def __init__(self, dataset: Dataset, distance: int) -> None:
        self.dataset = dataset
        self.distance = distance
        self.columns: list[_Column] = []
        self.id = f'"{dataset.id}"'
        self.full_name = quoted(dataset.full_name)

    def json(self, graph: Graph, position: Place) -> str:
        self.columns.sort(key=_order)
        dataset = self.dataset
        return _CARD(
            id=self.id,
            system=quoted(dataset.system),
            name=quoted(dataset.name),
            full_name=self.full_name,
            kind=quoted(dataset.kind),
            temporary=_BOOLEAN[dataset.temporary],
            columns=dataset.columns,
            statement=quoted(dataset.statement) if dataset.statement is not None else "null",
            rank=position.rank,
            order=position.order,
            distance=self.distance,
            column_list=f"[{','.join([column.json(graph) for column in self.columns])}]",
            hidden_up=sum([column.way.hidden for column in self.columns if column.way.distance < 0]),
            hidden_down=sum([column.way.hidden for column in self.columns if column.way.distance > 0]),
        )


class _Column:
    """A column of an answer that is being written; `id` and `full_name` are JSON."""

    __slots__ = ("card", "full_name", "id", "name", "node", "order", "way")

    def __init__(self, graph: Graph, node: int, card: _Card, way: Way) -> None:
        self.node = node
        self.card = card
        self.way = way
        if node >= graph.columns:
            self.id = card.id
            self.name = ROWS
            self.order: tuple[bool, int, str] = (True, _LAST, "")
        else:
            self.id = f'"{graph.column_id[node]}"'
            name = graph.column_name[node]
            self.name = column_name(name)
            ordinal = graph.column_ordinal[node]
            self.order = (False, ordinal if ordinal >= 0 else _LAST, name)
        self.full_name = quoted(f"{card.dataset.full_name}.{self.name}")

    def json(self, graph: Graph) -> str:
        is_rows, ordinal, name = self.order
        way = self.way
        kind = way.kind
        type_ = "" if is_rows else graph.column_type[self.node]
        return _REACHED(
            id=self.id,
            dataset=self.card.full_name,
            dataset_id=self.card.id,
            name="null" if is_rows else quoted(name),
            full_name=self.full_name,
            ordinal="null" if ordinal == _LAST else ordinal,
            type=quoted(type_) if type_ else "null",
            generated=_BOOLEAN[not is_rows and bool(graph.column_attr[self.node] & 8)],
            level=_LEVELS[way.level],
            distance=way.distance,
            way=_KINDS[kind] if kind is not None else "null",
            influence=_BOOLEAN[kind is not None and kind > Kind.ROWS],
            confidence=_rounded(way.confidence),
            hidden=way.hidden,
        )


_order = attrgetter("order")


def _edge(graph: Graph, number: int, more: int, source: _Column, target: _Column) -> str:
    path = graph.fields(graph.path[number])
    name = source.full_name
    if path:
        name = quoted(with_path(f"{source.card.dataset.full_name}.{source.name}", path))
    attributes = _ATTRIBUTES[graph.attr[number] & 255]
    return _EDGE(
        edge=number,
        source=source.id,
        target=target.id,
        from_=name,
        to=target.full_name,
        path=json.dumps(path, ensure_ascii=False) if path else "[]",
        type=attributes.type,
        influence=attributes.influence,
        level=attributes.level,
        confidence=_rounded(graph.confidence[number]),
        doubtful=attributes.doubtful,
        expr=quoted(graph.texts[graph.expr[number]]),
        statement=quoted(graph.statement_name(graph.statement[number])),
        more=more,
        since=_moment(graph.since[number], ALWAYS),
        until=_moment(graph.until[number], NEVER),
        source_card=source.card.id,
        target_card=target.card.id,
    )


class _Attributes(NamedTuple):
    """What the attributes of an edge mean, as JSON."""

    type: str
    influence: str
    level: str
    doubtful: str


def _attributes(attr: int) -> _Attributes:
    type_ = (TYPES[attr & 31] if attr & 31 < len(TYPES) else "") or EdgeType.UNKNOWN.value
    level = min(attr >> 5 & 7, len(LEVELS) - 1)
    influence = bool(attr & DECIDING)
    doubtful = level > Level.INFERRED.rank or (type_ == EdgeType.UNKNOWN.value and not influence)
    return _Attributes(f'"{type_}"', _BOOLEAN[influence], f'"{LEVELS[level]}"', _BOOLEAN[doubtful])


_ATTRIBUTES = tuple(_attributes(attr) for attr in range(256))


@lru_cache(maxsize=1_024)
def _rounded(confidence: float) -> str:
    return repr(round(confidence, 4))


@lru_cache(maxsize=4_096)
def _moment(micros: int, unknown: int) -> str:
    time = from_micros(micros, unknown)
    return f'"{time.isoformat()}"' if time is not None else "null"
