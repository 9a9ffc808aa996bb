"""What leads from dataset to dataset, as a filter lets it through: the links of an index, and the records of them.

A link is what one statement reads for what it writes. Behind it are edges between columns, and of those the index
keeps the kinds, each with its best level. A link passes where one of them does. Where no column of it is known, it has
its own level and no type, and counts as value.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from headwater.base.levels import Level
from headwater.rows.graph import INFLUENCE_TYPES, VALUE_TYPES, Dataset, Link
from headwater.store.graph import ENDED, Filter, Graph, to_micros

SCAN = 20_000
"""Links of one dataset that are looked at."""
_LEVELS = tuple(Level)
_KINDS = (*VALUE_TYPES, *INFLUENCE_TYPES)


@dataclass(slots=True)
class Links:
    """The links of a graph that pass a filter; what does not is counted."""

    graph: Graph
    filter: Filter
    results: set[int] = field(default_factory=set)
    ended: set[int] = field(default_factory=set)
    filtered: set[int] = field(default_factory=set)
    _as_of: int | None = None
    _slots: tuple[int, ...] = ()
    _in_dialects: bytes | None = None
    _plain: bool = True
    """Whether the filter selects all kinds."""

    def __post_init__(self) -> None:
        filter = self.filter
        self._as_of = None if filter.as_of is None else to_micros(filter.as_of)
        self._in_dialects = self.graph.statements_in(filter.dialects) if filter.dialects else None
        self._plain = filter.relation == "both" and not filter.types and filter.level is None
        self._slots = tuple(
            slot
            for slot, kind in enumerate(_KINDS)
            if (not filter.types or kind in filter.types)
            and (filter.relation == "both" or (slot >= len(VALUE_TYPES)) == (filter.relation == "influence"))
        )

    @property
    def chooses(self) -> bool:
        """Whether the filter selects anything but what holds now."""
        return not self._plain or self._as_of is not None or self._in_dialects is not None or bool(self.filter.systems)

    def neighbours(self, dataset: int, upstream: bool) -> dict[int, list[int]]:
        """The datasets at the other ends, with the links that pass."""
        graph = self.graph
        if upstream:
            links = list(graph.link_in_edge[graph.link_in_start[dataset] : graph.link_in_start[dataset + 1]][:SCAN])
        else:
            links = list(range(graph.link_out_start[dataset], graph.link_out_start[dataset + 1])[:SCAN])
        ends = graph.link_source if upstream else graph.link_target
        out: dict[int, list[int]] = {}
        for link in links:
            neighbour = ends[link]
            if self._passes(link, neighbour):
                out.setdefault(neighbour, []).append(link)
        return out

    def _passes(self, link: int, neighbour: int) -> bool:
        graph, filter = self.graph, self.filter
        if graph.is_result(neighbour) and not filter.results:
            self.results.add(neighbour)
            return False
        if self._as_of is None:
            valid = not graph.link_attr[link] & ENDED
        else:
            valid = graph.link_since[link] <= self._as_of < graph.link_until[link]
        if not valid:
            self.ended.add(link)
            return False
        if (
            (self._in_dialects is not None and not self._in_dialects[graph.link_statement[link]])
            or (filter.systems and graph.dataset_system[neighbour] not in filter.systems)
            or self.level(link) is None
        ):
            self.filtered.add(link)
            return False
        return True

    def level(self, link: int) -> int | None:
        """The best level of the selected edges behind a link; None where none passes."""
        own = int(self.graph.link_attr[link] >> 5) & 7
        if self._plain:
            return own
        kinds = self.graph.link_kinds[link]
        filter = self.filter
        if kinds:
            own = 7 - max((kinds >> (3 * slot) & 7 for slot in self._slots), default=0)
        elif filter.types or filter.relation == "influence":
            return None
        worst = filter.level.rank if filter.level is not None else 6
        return own if own <= worst else None

    def record(self, source: Dataset, target: Dataset, links: list[int]) -> Link:
        """The record of all links from one dataset to another, by their numbers."""
        graph = self.graph
        levels = {link: level for link in links if (level := self.level(link)) is not None}
        best = min(links, key=lambda link: (levels.get(link, 7), link))
        kinds = 0
        for link in links:
            kinds |= graph.link_kinds[link]
        slots = [slot for slot in self._slots if kinds >> (3 * slot) & 7]
        return Link(
            source,
            target,
            _LEVELS[levels.get(best, 5)],
            len(links),
            graph.statement_id[graph.link_statement[best]],
            tuple(_KINDS[slot] for slot in slots if slot < len(VALUE_TYPES)),
            tuple(_KINDS[slot] for slot in slots if slot >= len(VALUE_TYPES)),
        )
