"""Names as people write them, and the columns they mean.

`db.t.c`, `t.c`, `c`, `hive:db.t.c`, `"my.db".t.c`, `t.payload.user.id`, `t.items[].price`, `t.(rows)`, `#id`. A name
may leave out what goes before it, as long as one column is meant; of several, the one in the very case that was
written is taken, else they are offered. Nothing is guessed: what is near a name is said, and not taken for it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from headwater import dialects
from headwater.base.identifiers import dotted, split_name
from headwater.batch.dataset_ids import system_of
from headwater.rows.graph import ROWS
from headwater.store.arrays import Words
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
    """Looks names up in a graph; `more` is the index's DuckDB file."""

    def __init__(self, graph: Graph, more: Any) -> None:
        self._graph = graph
        self._more = more

    def _full(self, folded: str) -> Iterator[int]:
        """The datasets of a folded name; `system:name` where another engine calls it so."""
        return _found(self._graph.name_word, self._graph.name_dataset, folded)

    def _leaf(self, folded: str) -> Iterator[int]:
        """The datasets whose names end with that part."""
        return _found(self._graph.leaf_word, self._graph.leaf_dataset, folded)

    def at_once(self, text: str) -> int | None:
        """The node of a column that is named in full, or by its id; None where more has to be looked at."""
        asked = text.strip()
        if _ID.fullmatch(asked):
            return next(self._graph.nodes_of(int(asked[1:])), None)
        found = list(dict.fromkeys(next(self._readings(asked), ())))
        return found[0].node if len(found) == 1 else None

    def column(self, text: str) -> Named:
        """The column that a name means. Raises `UnknownName` or `SeveralNames`."""
        asked = text.strip()
        if not asked:
            raise UnknownName("No column was named.", "Write database.table.column.")
        if _ID.fullmatch(asked):
            found = [Named(node, ()) for node in self._graph.nodes_of(int(asked[1:]))]
            if found:
                return found[0]
            raise UnknownName(f"There is nothing with the id {asked[1:]}.")
        for candidates in self._readings(asked):
            found = list(dict.fromkeys(candidates))
            if len(found) > 1:
                found = self._by_case(asked, found)
            if len(found) == 1:
                return found[0]
            if found:
                self._several(asked, found)
        return self._missing(asked)

    def dataset(self, text: str) -> int:
        """The dataset that a name means. Raises `UnknownName` or `SeveralNames`."""
        asked = text.strip()
        if _ID.fullmatch(asked):
            for node in self._graph.nodes_of(int(asked[1:])):
                return self._graph.dataset_of(node)
            raise UnknownName(f"There is nothing with the id {asked[1:]}.")
        system, rest = self._system(asked)
        found = list(dict.fromkeys(self._datasets(asked, rest, system)))
        found = found or list(dict.fromkeys(self._datasets(asked, dotted(split_name(rest)), system)))
        if len(found) > 1:
            graph = self._graph
            exact = [one for one in found if graph.dataset_name[one] == rest]
            found = exact if len(exact) == 1 else found
        if len(found) == 1:
            return found[0]
        if found:
            names = [self._graph.dataset(one).full_name for one in found[:_SHOWN]]
            raise SeveralNames(f"{asked} may mean {len(found)} datasets.", f"Say which: {', '.join(names)}.", names)
        close = [one.dataset.full_name for one in near(self._graph, self._more, asked, _SHOWN) if one.column is None]
        raise UnknownName(f"There is no dataset {asked}.", _did_you_mean(close), close)

    # ── readings, the most literal first ─────────────────────────────────────────────────────────────────────
    def _readings(self, asked: str) -> Iterator[Iterable[Named]]:
        system, rest = self._system(asked)
        parts = split_name(rest)[:_CUTS]
        splits = [(dotted(parts[:at]), parts[at:]) for at in range(len(parts) - 1, 0, -1)]
        yield (
            named
            for dataset, column in dict.fromkeys([*splits, *_as_written(rest)])
            for number in self._datasets(asked, dataset, system, exact=True)
            for named in self._columns(number, column)
        )
        for dataset, column in splits:  # one after the other: a longer name of the dataset is the better reading
            yield [
                named for number in self._datasets(asked, dataset, system) for named in self._columns(number, column)
            ]
        if len(parts) == 1:
            yield self._anywhere(parts, system)

    def _system(self, asked: str) -> tuple[str | None, str]:
        """`hive:` before a name, where it is a system or a dialect; a path's `s3:` is none."""
        match = _PREFIX.fullmatch(asked)
        if match is None:
            return None, asked
        word = match[1].lower()
        if word in self._graph.systems:
            return word, match[2]
        try:
            system = system_of(dialects.get(word))
        except dialects.UnknownDialect:
            return None, asked
        return system, match[2]

    def _datasets(self, asked: str, name: str, system: str | None, exact: bool = False) -> Iterator[int]:
        """The datasets that a name may mean: by their names, by what another engine calls them, or by the end."""
        graph = self._graph
        folded = name.lower()
        prefix = _PREFIX.fullmatch(asked)
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
            yield Named(graph.rows_of(dataset), ())
            return
        name, path = _fields(parts)
        folded, whole = name.lower(), parts[0].lower()
        for node in graph.columns_of(dataset):
            known = graph.column_name[node].lower()
            if known == folded:
                yield Named(node, path)
            elif known == whole:  # CAST(x AS INT[]) has no fields: it is called that
                yield Named(node, parts[1:])

    def _anywhere(self, parts: tuple[str, ...], system: str | None) -> list[Named]:
        """A column by its name alone, wherever it is."""
        graph = self._graph
        name, path = _fields(parts)
        return [
            Named(node, path)
            for node in self._more.columns_named(name.lower(), 1000)
            if system in (None, graph.dataset_system[graph.column_dataset[node]])
        ]

    def _by_case(self, asked: str, found: list[Named]) -> list[Named]:
        graph = self._graph
        exact = [one for one in found if _printed(graph, one.node).endswith(asked.partition(":")[2] or asked)]
        return exact if len(exact) == 1 else found

    # ── what cannot be found ─────────────────────────────────────────────────────────────────────────────────
    def _several(self, asked: str, found: list[Named]) -> None:
        names = [self._graph.column(one.node).full_name for one in found[:_OFFERED]]
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        which = f"Say which: {', '.join(names[:_SHOWN])}{more}."
        raise SeveralNames(f"{asked} may mean {len(found)} columns.", which, names)

    def _missing(self, asked: str) -> Named:
        graph = self._graph
        system, rest = self._system(asked)
        tables = list(dict.fromkeys(self._datasets(asked, rest, system)))
        if tables:
            names = [graph.column(node).full_name for node in graph.columns_of(tables[0])]
            shown = ", ".join(name.rpartition(".")[2] for name in names[:_SHOWN]) or "none is known"
            raise UnknownName(f"{asked} is a dataset.", f"Say which column: {shown}.", names[:_SHOWN])
        parts = split_name(rest)
        inside: list[str] = []
        for at in range(len(parts) - 1, 0, -1):
            tables = list(dict.fromkeys(self._datasets(asked, dotted(parts[:at]), system)))
            if tables:
                nodes = (node for table in tables[:_SHOWN] for node in graph.columns_of(table))
                inside = [graph.column(node).full_name for node in nodes]
                wanted = parts[at].lower()
                inside.sort(key=lambda name: -_alike(wanted, name.rpartition(".")[2].lower()))
                break
        close = inside[:_SHOWN] or [
            one.full_name for one in near(graph, self._more, rest, _SHOWN) if one.column is not None
        ]
        raise UnknownName(f"There is no column {asked}.", _did_you_mean(close), close)


def _found(words: Words, numbers: Any, wanted: str) -> Iterator[int]:
    """The numbers of a word, in a column of words that is sorted."""
    at = bisect_left(words, wanted)
    while at < len(words) and words[at] == wanted:
        yield numbers[at]
        at += 1


def _as_written(rest: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A name cut at each of its dots, with nothing read into quotes or empty parts: `../in/a.csv.price`."""
    at = len(rest)
    for _ in range(_CUTS):
        at = rest.rfind(".", 0, at)
        if at <= 0:
            return
        yield rest[:at], split_name(rest[at + 1 :])


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


def _alike(one: str, other: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other).ratio()


def _did_you_mean(names: list[str]) -> str:
    if not names:
        return "headwater search finds names by any part of them."
    return f"Did you mean {' or '.join(names[:3])}?"
