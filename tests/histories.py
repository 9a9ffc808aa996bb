"""Histories of timed statements, made by chance, and a model that says which column edges hold when.

A history is a log of a small warehouse: jobs create, drop, alter, rename and fill a few tables, as an engine would let
them. `Model` replays it table by table, one statement after the other, with nothing but dictionaries; `holds` is what
an as-of question has to answer. Many histories make one log: each has its own schema, and its names are its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

Edge = tuple[str, str]
"""Two columns, as table.column."""
START = datetime(2024, 1, 1, tzinfo=UTC)
TABLES = ("a", "b", "c", "d")
COLUMNS = ("k", "x", "y", "z")
ACTS = ("create", "drop", "add", "rename", "replace", *["insert"] * 4, *["again"] * 2)


@dataclass(frozen=True)
class Run:
    """A statement that was run."""

    hour: int
    job: str | None
    text: str

    @property
    def at(self) -> datetime:
        """When."""
        return START + timedelta(hours=self.hour)


@dataclass
class Model:
    """What a warehouse holds: the columns of its tables, and for each of them who filled it with what."""

    schema: str
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    filled: dict[str, dict[tuple[str | None, str], frozenset[Edge]]] = field(default_factory=dict)
    """For each table, the edges of each job and text."""
    holds: list[tuple[int, frozenset[Edge]]] = field(default_factory=list)
    """From each hour on, the edges that hold."""
    runs: list[Run] = field(default_factory=list)
    taken: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The texts of each job into each table, in the order of its runs."""

    def name(self, table: str) -> str:
        """A table with its schema."""
        return f"{self.schema}.{table}"

    def _edges(self, target: str, columns: tuple[str, ...], source: str, names: tuple[str, ...]) -> frozenset[Edge]:
        pairs = zip(names, columns, strict=True)
        return frozenset((f"{self.name(source)}.{read}", f"{self.name(target)}.{written}") for read, written in pairs)

    def _run(self, hour: int, job: str | None, text: str) -> None:
        self.runs.append(Run(hour, job, text))
        now = frozenset(edge for by_text in self.filled.values() for edges in by_text.values() for edge in edges)
        self.holds.append((hour, now))

    def create(self, hour: int, job: str | None, table: str, columns: tuple[str, ...]) -> None:
        self.tables[table], self.filled[table] = columns, {}
        self._run(hour, job, f"CREATE TABLE {self.name(table)} ({', '.join(f'{name} INT' for name in columns)})")

    def drop(self, hour: int, job: str | None, table: str) -> None:
        del self.tables[table], self.filled[table]
        self._run(hour, job, f"DROP TABLE {self.name(table)}")

    def add(self, hour: int, job: str | None, table: str, column: str) -> None:
        self.tables[table] += (column,)
        self._run(hour, job, f"ALTER TABLE {self.name(table)} ADD COLUMN {column} INT")

    def rename(self, hour: int, job: str | None, old: str, new: str) -> None:
        text = f"ALTER TABLE {self.name(old)} RENAME TO {self.name(new)}"
        columns = self.tables[new] = self.tables.pop(old)
        del self.filled[old]
        self.filled[new] = {("", text): self._edges(new, columns, old, columns)}
        self._run(hour, job, text)

    def insert_text(self, target: str, source: str, names: tuple[str, ...] | None) -> str:
        """INSERT … SELECT: the columns that are filled are named where the columns that are read are."""
        into = "" if names is None else f" ({', '.join(self.tables[target][: len(names)])})"
        return f"INSERT INTO {self.name(target)}{into} SELECT {', '.join(names or '*')} FROM {self.name(source)}"

    def insert(self, hour: int, job: str | None, target: str, source: str, names: tuple[str, ...] | None) -> None:
        """INSERT … SELECT of some columns, or of all of them by a star, into the first columns of a table."""
        columns = self.tables[source] if names is None else names
        into = self.tables[target][: len(columns)]
        text = self.insert_text(target, source, names)
        fills = self.filled[target]
        if job is not None:
            taken = self.taken.setdefault((job, target), [])
            taken.append(text)
            for key in [key for key in fills if key[0] == job]:
                del fills[key]
        fills[job, text] = self._edges(target, into, source, columns)
        self._run(hour, job, text)

    def replace(
        self, hour: int, job: str | None, target: str, source: str, names: tuple[str, ...] | None, kind: str
    ) -> None:
        """CREATE OR REPLACE TABLE … AS SELECT, or a view."""
        columns = self.tables[source] if names is None else names
        query = f"SELECT {', '.join(names or '*')} FROM {self.name(source)}"
        text = f"CREATE OR REPLACE {kind} {self.name(target)} AS {query}"
        self.tables[target] = columns
        self.filled[target] = {("", text): self._edges(target, columns, source, columns)}
        self._run(hour, job, text)


def by_turns(texts: list[str]) -> bool:
    """Whether the last runs of a job repeat those before them: A B A B.

    >>> by_turns(list("ABAB")), by_turns(list("ABA")), by_turns(list("AABB"))
    (True, False, False)
    """
    return any(
        len(set(texts[-period:])) == period and texts[-period:] == texts[-2 * period : -period]
        for period in range(2, len(texts) // 2 + 1)
    )


def history(chance: random.Random, schema: str, length: int) -> Model:
    """A history of about so many statements. No job runs its texts by turns: that is a test of its own."""
    model = Model(schema)
    hour = 0
    views: set[str] = set()
    said: dict[tuple[str, str], list[tuple[str, tuple[str, ...] | None]]] = {}
    while len(model.runs) < length:
        hour += chance.randint(1, 30)
        job = chance.choice((None, "j1", "j2"))
        there = sorted(model.tables)
        stored = [table for table in there if table not in views]
        free = [table for table in TABLES if table not in model.tables]
        act = chance.choice(ACTS)
        if act == "create" and free:
            size = chance.randint(1, 3)
            model.create(hour, job, chance.choice(free), COLUMNS[:size])
        elif act == "drop" and stored:
            model.drop(hour, job, chance.choice(stored))
        elif act == "add" and stored:
            table = chance.choice(stored)
            new = [name for name in COLUMNS if name not in model.tables[table]]
            if new:
                model.add(hour, job, table, new[0])
        elif act == "rename" and stored and free:
            model.rename(hour, job, chance.choice(stored), chance.choice(free))
        elif act in ("insert", "again") and stored:
            target, source = chance.choice(stored), chance.choice(there)
            names: tuple[str, ...] | None = None
            if act == "again" and said.get((str(job), target)):
                source, names = chance.choice(said[str(job), target])  # A B A
            elif chance.random() < 0.7:
                names = tuple(chance.sample(model.tables[source], chance.randint(1, len(model.tables[source]))))
            read = set(model.tables.get(source, ()))
            if not read or (names is not None and not set(names) <= read):
                continue
            if names is None and len(read) != len(model.tables[target]):
                continue
            if len(names or ()) > len(model.tables[target]):
                continue
            text = model.insert_text(target, source, names)
            if by_turns([*model.taken.get((str(job), target), ()), text]):
                continue
            said.setdefault((str(job), target), []).append((source, names))
            model.insert(hour, job, target, source, names)
        elif act == "replace" and stored:
            source = chance.choice(stored)
            view = chance.random() < 0.5
            mine = [table for table in TABLES if table != source and (table in free or (table in views) == view)]
            if mine:
                target = chance.choice(mine)
                columns = model.tables[source]
                some = tuple(chance.sample(columns, chance.randint(1, len(columns))))
                names = None if chance.random() < 0.5 else some
                model.replace(hour, job, target, source, names, "VIEW" if view else "TABLE")
                if view:
                    views.add(target)
    return model


def moments(model: Model) -> Iterator[tuple[datetime, frozenset[Edge]]]:
    """Times to ask about, at and between the runs of a history, and what holds then."""
    following = [hour for hour, _ in model.holds[1:]] + [model.holds[-1][0] + 9]
    for (hour, holds), end in zip(model.holds, following, strict=True):
        yield START + timedelta(hours=hour), holds
        yield START + timedelta(hours=end) - timedelta(microseconds=1), holds
