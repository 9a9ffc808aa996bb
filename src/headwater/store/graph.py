"""The graph of an index: nodes and edges by number, and the records they stand for.

Numbers are of the index; nothing outside `headwater.store` keeps them, except an edge's own, which names it inside its
snapshot. Node `columns + d` is the rows of dataset d. Reading an edge costs a few array look-ups.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from headwater.base.levels import Level
from headwater.rel.kinds import EdgeType
from headwater.rows.graph import INFLUENCE_TYPES, VALUE_TYPES, Column, Dataset, Edge, Relation
from headwater.store.arrays import Strings, read_numbers
from headwater.store.index import ALWAYS, LEVELS, META, NEVER, NONE

TYPES = (*VALUE_TYPES, *([""] * (16 - len(VALUE_TYPES))), *INFLUENCE_TYPES)
_EDGE_TYPES = tuple(EdgeType(name) if name else EdgeType.UNKNOWN for name in TYPES)
_LEVELS = tuple(Level(name) for name in LEVELS)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DECIDING = 16
ENDED = 256


@dataclass(frozen=True, slots=True)
class Filter:
    """Which edges are followed: value or influence, types, the worst level, a moment, and whether into bare queries.

    >>> Filter(relation="both").relation
    'both'
    """

    relation: Relation = "value"
    types: frozenset[str] = frozenset()
    level: Level | None = None
    as_of: datetime | None = None
    results: bool = False
    systems: frozenset[str] = frozenset()
    dialects: frozenset[str] = frozenset()
    """Only edges of statements in these; all where there are none."""

    def allowed(self) -> bytes:
        """For every attribute of an edge: 0 it passes, 1 filtered out, 2 it has ended, 3 of another relation."""
        return _allowed(self.relation, self.types, self.level, self.as_of is not None)


@lru_cache(maxsize=256)
def _allowed(relation: Relation, types: frozenset[str], level: Level | None, timed: bool) -> bytes:
    out = bytearray(512)
    for attr in range(512):
        kind = TYPES[attr & 31] if (attr & 31) < len(TYPES) else ""
        asked_for = relation == "both" or bool(attr & DECIDING) == (relation == "influence")
        passes = (not types or kind in types) and (level is None or (attr >> 5) & 7 <= level.rank)
        ended = bool(attr & ENDED) and not timed
        out[attr] = 3 if not asked_for else 2 if ended else 0 if passes else 1
    return bytes(out)


class Graph:
    """An index, opened."""

    statements_in: Callable[[frozenset[str]], bytes]
    """For every statement, 1 where it is in one of these dialects; set by the owner of the statements."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        meta = json.loads((folder / META).read_text("utf-8"))
        self.columns: int = meta["counts"]["columns"]
        self.datasets: int = meta["counts"]["datasets"]
        self.edges: int = meta["counts"]["edges"]
        self.systems = frozenset(meta["systems"])
        self.folded_name = Strings(folder, "folded_name")
        self.name_dataset = read_numbers(folder, "name_dataset", "u4")
        self.folded_leaf = Strings(folder, "folded_leaf")
        self.leaf_dataset = read_numbers(folder, "leaf_dataset", "u4")
        self.dataset_id = read_numbers(folder, "dataset_id", "i8")
        self.dataset_system = Strings(folder, "dataset_system")
        self.dataset_name = Strings(folder, "dataset_name")
        self.dataset_kind = Strings(folder, "dataset_kind")
        self.dataset_temporary = read_numbers(folder, "dataset_temporary", "u1")
        self.dataset_statement = read_numbers(folder, "dataset_statement", "u4")
        self.dataset_first = read_numbers(folder, "dataset_first", "u4")
        self.column_id = read_numbers(folder, "column_id", "i8")
        self.column_dataset = read_numbers(folder, "column_dataset", "u4")
        self.column_name = Strings(folder, "column_name")
        self.column_type = Strings(folder, "column_type")
        self.column_ordinal = read_numbers(folder, "column_ordinal", "i4")
        self.column_attr = read_numbers(folder, "column_attr", "u1")
        self.source = read_numbers(folder, "edge_source", "u4")
        self.target = read_numbers(folder, "edge_target", "u4")
        self.statement = read_numbers(folder, "edge_statement", "u4")
        self.expr = read_numbers(folder, "edge_expr", "u4")
        self.path = read_numbers(folder, "edge_path", "u4")
        self.attr = read_numbers(folder, "edge_attr", "u2")
        self.confidence = read_numbers(folder, "edge_confidence", "f4")
        self.since = read_numbers(folder, "edge_since", "i8")
        self.until = read_numbers(folder, "edge_until", "i8")
        self.out_start = read_numbers(folder, "out_start", "u4")
        self.in_start = read_numbers(folder, "in_start", "u4")
        self.in_edge = read_numbers(folder, "in_edge", "u4")
        self.link_source = read_numbers(folder, "link_source", "u4")
        self.link_target = read_numbers(folder, "link_target", "u4")
        self.link_statement = read_numbers(folder, "link_statement", "u4")
        self.link_attr = read_numbers(folder, "link_attr", "u2")
        self.link_kinds = read_numbers(folder, "link_kinds", "i8")
        self.link_since = read_numbers(folder, "link_since", "i8")
        self.link_until = read_numbers(folder, "link_until", "i8")
        self.link_out_start = read_numbers(folder, "link_out_start", "u4")
        self.link_in_start = read_numbers(folder, "link_in_start", "u4")
        self.link_in_edge = read_numbers(folder, "link_in_edge", "u4")
        self.texts = Strings(folder, "texts")
        self.statement_id = Strings(folder, "statement_id")
        self.node_id = read_numbers(folder, "node_id", "i8")
        self.node = read_numbers(folder, "node", "u4")
        # cards and chips of one answer share few datasets: making each once keeps a walk quick
        self.dataset = lru_cache(maxsize=4_096)(self._dataset)
        self.column = lru_cache(maxsize=32_768)(self._column)
        self.fields = lru_cache(maxsize=1_024)(self._fields)
        self.statement_name = lru_cache(maxsize=8_192)(self.statement_id.__getitem__)

    def close(self) -> None:
        """Let go of the files: every mapped one holds a descriptor."""
        self.__dict__.clear()

    # ── walking ──────────────────────────────────────────────────────────────────────────────────────────────
    def out(self, node: int) -> range:
        """The edges that leave a node."""
        return range(self.out_start[node], self.out_start[node + 1])

    def into(self, node: int) -> memoryview:
        """The edges that come into a node."""
        edges: memoryview = self.in_edge[self.in_start[node] : self.in_start[node + 1]]
        return edges

    def rows_node(self, dataset: int) -> int:
        """The node of a dataset's rows."""
        return self.columns + dataset

    def dataset_number(self, node: int) -> int:
        """The dataset that a node belongs to."""
        return int(self.column_dataset[node]) if node < self.columns else node - self.columns

    def column_nodes(self, dataset: int) -> range:
        """The columns of a dataset, in order."""
        end = self.dataset_first[dataset + 1] if dataset + 1 < self.datasets else self.columns
        return range(self.dataset_first[dataset], end)

    def is_result(self, dataset: int) -> bool:
        """Whether a dataset is what a bare query gives."""
        return bool(self.dataset_statement[dataset] != NONE)

    def holds(self, edge: int, micros: int) -> bool:
        """Whether an edge was true at a time."""
        return bool(self.since[edge] <= micros < self.until[edge])

    # ── records ──────────────────────────────────────────────────────────────────────────────────────────────
    def _dataset(self, number: int) -> Dataset:
        statement = self.dataset_statement[number]
        return Dataset(
            str(self.dataset_id[number]),
            self.dataset_system[number],
            self.dataset_name[number],
            self.dataset_kind[number],
            bool(self.dataset_temporary[number]),
            len(self.column_nodes(number)),
            None if statement == NONE else self.statement_id[statement],
        )

    def _column(self, node: int) -> Column:
        """The column of a node, or the rows of its dataset."""
        if node >= self.columns:
            dataset = self.dataset(node - self.columns)
            return Column(dataset.id, dataset, None)
        attr = self.column_attr[node]
        ordinal = self.column_ordinal[node]
        return Column(
            str(self.column_id[node]),
            self.dataset(self.column_dataset[node]),
            self.column_name[node],
            None if ordinal < 0 else ordinal,
            self.column_type[node] or None,
            bool(attr & 8),
            _LEVELS[attr & 7],
        )

    def edge(self, number: int, more: int = 0) -> Edge:
        """The record of an edge."""
        attr = self.attr[number]
        return Edge(
            number,
            self.column(self.source[number]),
            self.column(self.target[number]),
            self.fields(self.path[number]),
            _EDGE_TYPES[attr & 31],
            bool(attr & DECIDING),
            _LEVELS[(attr >> 5) & 7],
            self.confidence[number],
            self.texts[self.expr[number]],
            self.statement_name(self.statement[number]),
            more,
            from_micros(self.since[number], ALWAYS),
            from_micros(self.until[number], NEVER),
        )

    def _fields(self, number: int) -> tuple[str, ...]:
        return tuple(json.loads(self.texts[number]))

    def level(self, edge: int) -> int:
        """The rank of an edge's level."""
        return int((self.attr[edge] >> 5) & 7)

    def type(self, edge: int) -> EdgeType:
        """The type of an edge."""
        return _EDGE_TYPES[int(self.attr[edge]) & 31]

    # ── finding ──────────────────────────────────────────────────────────────────────────────────────────────
    def nodes_with_id(self, id_: int) -> Iterator[int]:
        """The nodes with an id: one, as a rule."""
        for i in range(bisect_left(self.node_id, id_), bisect_right(self.node_id, id_)):
            yield self.node[i]

    def between(self, source: int, target: int) -> list[int]:
        """All edges from one node to another, best first."""
        edges = self.out(source)
        first = bisect_left(self.target, target, edges.start, edges.stop)
        last = bisect_right(self.target, target, edges.start, edges.stop)
        return list(range(first, last))


@lru_cache(maxsize=4_096)
def from_micros(micros: int, nothing: int) -> datetime | None:
    """A time of the tables as Python has it."""
    return None if micros == nothing else _EPOCH + timedelta(microseconds=micros)


def to_micros(time: datetime) -> int:
    """A time as the tables have it."""
    return (time - _EPOCH) // timedelta(microseconds=1)
