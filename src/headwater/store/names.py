"""Names as people write them, and the columns they mean.

`db.t.c`, `t.c`, `c`, `hive:db.t.c`, `"my.db".t.c`, `t.payload.user.id`, `t.items[].price`, `t.(rows)`, `#id`. A name
may leave out what goes before it, as long as one column is meant; of several, the one that
matches in case is chosen, else all are offered. Nothing is guessed: similar names are suggested, never substituted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from headwater import dialects
from headwater.base.identifiers import dotted, split_name
from headwater.batch.dataset_ids import dialect_system
from headwater.rows.graph import ROWS
from headwater.store.arrays import Strings
from headwater.store.errors import SeveralNames, UnknownName
from headwater.store.graph import Graph
from headwater.store.name_index import last_part
from headwater.store.search import near

_SHOWN = 10
_OFFERED = 100
_PREFIX = re.compile(r"([A-Za-z_][\w-]*):(?!//)(.+)", re.DOTALL)
_ID = re.compile(r"#-?\d{1,20}")
_CUTS = 100
"""Dots of a name that are looked at."""


class Named(NamedTuple):
    """A node, and the fields below it that were named."""

    node: int
    path: tuple[str, ...]


class Names:
    """Looks names up in a graph; `details` is the index's DuckDB file."""

    def __init__(self, graph: Graph, details: Any) -> None:
        self._graph = graph
        self._details = details

    def _full(self, folded: str) -> Iterator[int]:
        """The datasets of a folded name; `system:name` where another engine calls it so."""
        return _lookup(self._graph.folded_name, self._graph.name_dataset, folded)

    def _leaf(self, folded: str) -> Iterator[int]:
        """The datasets whose names end with that part."""
        return _lookup(self._graph.folded_leaf, self._graph.leaf_dataset, folded)

    def exact_node(self, text: str) -> int | None:
        """The node of a column that is named in full, or by its id; None where the name has to be searched for."""
        query = text.strip()
        if _ID.fullmatch(query):
            return next(self._graph.nodes_with_id(int(query[1:])), None)
        matches = list(dict.fromkeys(next(self._readings(query), ())))
        return matches[0].node if len(matches) == 1 else None

    def column(self, text: str) -> Named:
        """The column that a name means. Raises `UnknownName` or `SeveralNames`."""
        query = text.strip()
        if not query:
            raise UnknownName("No column given.", "Use database.table.column.")
        if _ID.fullmatch(query):
            matches = [Named(node, ()) for node in self._graph.nodes_with_id(int(query[1:]))]
            if matches:
                return matches[0]
            raise UnknownName(f"Unknown id {query[1:]}.")
        for candidates in self._readings(query):
            matches = list(dict.fromkeys(candidates))
            if len(matches) > 1:
                matches = self._by_case(query, matches)
            if len(matches) == 1:
                return matches[0]
            if matches:
                self._several(query, matches)
        return self._missing(query)

    def dataset(self, text: str) -> int:
        """The dataset that a name means. Raises `UnknownName` or `SeveralNames`."""
        query = text.strip()
        if _ID.fullmatch(query):
            for node in self._graph.nodes_with_id(int(query[1:])):
                return self._graph.dataset_number(node)
            raise UnknownName(f"Unknown id {query[1:]}.")
        system, name = self._system(query)
        matches = list(dict.fromkeys(self._datasets(query, name, system)))
        matches = matches or list(dict.fromkeys(self._datasets(query, dotted(split_name(name)), system)))
        if len(matches) > 1:
            graph = self._graph
            exact = [match for match in matches if graph.dataset_name[match] == name]
            matches = exact if len(exact) == 1 else matches
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = [self._graph.dataset(match).full_name for match in matches[:_SHOWN]]
            raise SeveralNames(
                f"{query} is ambiguous: it matches {len(matches)} datasets.", f"Use one of: {', '.join(names)}.", names
            )
        close = [
            match.dataset.full_name for match in near(self._graph, self._details, query, _SHOWN) if match.column is None
        ]
        raise UnknownName(f"Unknown dataset {query}.", _did_you_mean(close), close)

    # ── readings, the most literal first ─────────────────────────────────────────────────────────────────────
    def _readings(self, query: str) -> Iterator[Iterable[Named]]:
        system, name = self._system(query)
        parts = split_name(name)[:_CUTS]
        splits = [(dotted(parts[:split]), parts[split:]) for split in range(len(parts) - 1, 0, -1)]
        yield (
            named
            for dataset, column in dict.fromkeys([*splits, *_as_written(name)])
            for number in self._datasets(query, dataset, system, exact=True)
            for named in self._columns(number, column)
        )
        for dataset, column in splits:  # one after the other: a longer name of the dataset is the better reading
            yield [
                named for number in self._datasets(query, dataset, system) for named in self._columns(number, column)
            ]
        if len(parts) == 1:
            yield self._anywhere(parts, system)

    def _system(self, query: str) -> tuple[str | None, str]:
        """`hive:` before a name, where it is a system or a dialect; a path's `s3:` is none."""
        match = _PREFIX.fullmatch(query)
        if match is None:
            return None, query
        prefix = match[1].lower()
        if prefix in self._graph.systems:
            return prefix, match[2]
        try:
            system = dialect_system(dialects.get(prefix))
        except dialects.UnknownDialect:
            return None, query
        return system, match[2]

    def _datasets(self, query: str, name: str, system: str | None, exact: bool = False) -> Iterator[int]:
        """The datasets that a name may mean: by their names, by what another engine calls them, or by the end."""
        graph = self._graph
        folded = name.lower()
        prefix = _PREFIX.fullmatch(query)
        if prefix is not None:
            yield from self._full(f"{prefix[1].lower()}:{folded}")
        for number in self._full(folded):
            if system in (None, graph.dataset_system[number]) and not graph.is_result(number):
                yield number
        if "@" in name:  # the result of a bare query, with its statement
            bare, _, statement = folded.rpartition("@")
            for number in self._full(bare):
                if system in (None, graph.dataset_system[number]) and self._same_result(number, statement):
                    yield number
        if exact:
            return
        for number in self._leaf(last_part(folded)):
            near_system = system in (None, graph.dataset_system[number]) and not graph.is_result(number)
            if near_system and graph.dataset_name[number].lower().endswith("." + folded):
                yield number

    def _same_result(self, dataset: int, statement: str) -> bool:
        return self._graph.is_result(dataset) and self._graph.dataset(dataset).statement == statement

    def _columns(self, dataset: int, parts: tuple[str, ...]) -> Iterator[Named]:
        """The column of a dataset that some parts name, with the fields below it."""
        graph = self._graph
        if parts[0] == ROWS:
            yield Named(graph.rows_node(dataset), ())
            return
        name, path = _fields(parts)
        folded, literal = name.lower(), parts[0].lower()
        for node in graph.column_nodes(dataset):
            known = graph.column_name[node].lower()
            if known == folded:
                yield Named(node, path)
            elif known == literal:  # CAST(x AS INT[]) has no fields: it is called that
                yield Named(node, parts[1:])

    def _anywhere(self, parts: tuple[str, ...], system: str | None) -> list[Named]:
        """A column by its name alone, wherever it is."""
        graph = self._graph
        name, path = _fields(parts)
        return [
            Named(node, path)
            for node in self._details.columns_named(name.lower(), 1000)
            if system in (None, graph.dataset_system[graph.column_dataset[node]])
        ]

    def _by_case(self, query: str, matches: list[Named]) -> list[Named]:
        graph = self._graph
        exact = [match for match in matches if _printed(graph, match.node).endswith(query.partition(":")[2] or query)]
        return exact if len(exact) == 1 else matches

    # ── what cannot be found ─────────────────────────────────────────────────────────────────────────────────
    def _several(self, query: str, matches: list[Named]) -> None:
        names = [self._graph.column(match.node).full_name for match in matches[:_OFFERED]]
        suffix = f" and {len(matches) - _SHOWN} more" if len(matches) > _SHOWN else ""
        question = f"Use one of: {', '.join(names[:_SHOWN])}{suffix}."
        raise SeveralNames(f"{query} is ambiguous: it matches {len(matches)} columns.", question, names)

    def _missing(self, query: str) -> Named:
        graph = self._graph
        system, name_ = self._system(query)
        tables = list(dict.fromkeys(self._datasets(query, name_, system)))
        if tables:
            names = [graph.column(node).full_name for node in graph.column_nodes(tables[0])]
            shown = ", ".join(name.rpartition(".")[2] for name in names[:_SHOWN]) or "none is known"
            raise UnknownName(f"{query} is a dataset, not a column.", f"Its columns: {shown}.", names[:_SHOWN])
        parts = split_name(name_)
        inside: list[str] = []
        for split in range(len(parts) - 1, 0, -1):
            tables = list(dict.fromkeys(self._datasets(query, dotted(parts[:split]), system)))
            if tables:
                nodes = (node for table in tables[:_SHOWN] for node in graph.column_nodes(table))
                inside = [graph.column(node).full_name for node in nodes]
                column = parts[split].lower()
                inside.sort(key=lambda name: -_alike(column, name.rpartition(".")[2].lower()))
                break
        close = inside[:_SHOWN] or [
            match.full_name for match in near(graph, self._details, name_, _SHOWN) if match.column is not None
        ]
        raise UnknownName(f"Unknown column {query}.", _did_you_mean(close), close)


def _lookup(strings: Strings, numbers: Any, string: str) -> Iterator[int]:
    """The numbers of a word, in a column of words that is sorted."""
    i = bisect_left(strings, string)
    while i < len(strings) and strings[i] == string:
        yield numbers[i]
        i += 1


def _as_written(name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A name cut at each of its dots, with nothing read into quotes or empty parts: `../in/a.csv.price`."""
    dot = len(name)
    for _ in range(_CUTS):
        dot = name.rfind(".", 0, dot)
        if dot <= 0:
            return
        yield name[:dot], split_name(name[dot + 1 :])


def _fields(parts: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """`items[]`, `price` are the column items and the fields ([], price)."""
    steps: list[str] = []
    for part in parts:
        name, *brackets = part.split("[]")
        steps += [name] if name else []
        steps += ["[]"] * len(brackets)
    return (steps[0] if steps else ""), tuple(steps[1:])


def _printed(graph: Graph, node: int) -> str:
    column = graph.column(node)
    return f"{column.dataset.name}.{column.name}"


def _alike(first: str, second: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, first, second).ratio()


def _did_you_mean(names: list[str]) -> str:
    if not names:
        return "headwater search finds names by any part of them."
    return f"Did you mean {' or '.join(names[:3])}?"
