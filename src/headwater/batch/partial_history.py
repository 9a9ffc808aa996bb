"""A part of the schemas of a warehouse: what some texts look up, and a note of what they look up besides.

A text must get the answer that it gets with all schemas. So a partial history knows which names it was given, also
those that no table has: asked for one of them it answers as the whole would. Asked for another name it answers that
nobody knows it, and notes the name (`missed`); the answer of that text is then no answer, and the text has to be
analysed again with that name given. Names are asked for one by one, or by what they begin with: FROM `d.events_*`
lists the dataset d.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from headwater.base.identifiers import Key, dotted, split_name
from headwater.batch.schema_history import History, Missed, PlainHistory, Version
from headwater.bind.session import Session
from headwater.catalog.tables import Table


@dataclass
class Given:
    """What some texts are given: versions of tables, all the names that were looked for, and lists of names."""

    versions: list[Version] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    """Every name that was looked for, whether it has a version or not."""
    listed: dict[str, set[str]] = field(default_factory=dict)
    """For each beginning that was asked for, all names that begin so."""
    waiting: set[str] = field(default_factory=set)
    """Names whose schema will not be known, because it waits for itself."""


class PartialHistory(PlainHistory):
    """A history of what was given, which notes what else is asked for. `shared` has the functions of the dialects.

    >>> history = PartialHistory(Given(names={"duckdb:t"}), History.of([]))
    >>> "duckdb:t" in history, "duckdb:u" in history, sorted(history.missed().names)
    (False, False, ['duckdb:u'])
    """

    def __init__(self, given: Given, shared: History) -> None:
        super().__init__(given.versions, shared.definitions)
        self._given = given
        self._shared = shared
        self._names: set[str] = set()
        self._leads: set[str] = set()

    def missed(self) -> Missed:
        """What was asked for since the last time without having been given."""
        missed = Missed(frozenset(self._names), frozenset(self._leads))
        self._names, self._leads = set(), set()
        return missed

    def _note(self, name: str) -> None:
        if name not in self._given.names:
            self._names.add(name)

    def __contains__(self, name: str) -> bool:
        self._note(name)
        return super().__contains__(name)

    def find(self, name: str, as_of: int | None, parts: Key = ()) -> Table | None:
        """The table just before a time."""
        self._note(name)
        return super().find(name, as_of, parts)

    def schema(self, name: str, as_of: int | None) -> str:
        """What is known of a table at a time, as one text."""
        self._note(name)
        return super().schema(name, as_of)

    def names(self, system: str) -> dict[Key, str]:
        """The tables of a system."""
        return {split_name(name.partition(":")[2]): name for name in self._listed(f"{system}:")}

    def names_in(self, system: str, lead: Key) -> Iterable[Key]:
        """The tables of a system whose names begin with these parts and have one more."""
        names = self._listed(f"{system}:{dotted((*lead, 't'))[:-1]}")
        return (key for name in names if (key := split_name(name.partition(":")[2]))[:-1] == lead)

    def _listed(self, lead: str) -> set[str]:
        if lead not in self._given.listed:
            self._leads.add(lead)
        return self._given.listed.get(lead, set())

    def replayed(self, dialect: str) -> Session | None:
        """A session in which the definitions of a dialect were run: once for all partial histories of a process."""
        return self._shared.replayed(dialect)
