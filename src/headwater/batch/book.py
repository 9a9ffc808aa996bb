"""Keeps the schemas of a warehouse: who defined what, and when. The pipeline's rounds write into it and ask it.

A definition is a version of its table from its time on. ALTER is kept as it was written and replayed on what was there
before it; RENAME hands a table's versions on. Definitions without a time hold always, the last one in the order of
their places wins. A catalog that was given holds until a definition says otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from headwater import dialects
from headwater.api import analyze_in, open_session
from headwater.base.ident import split_name
from headwater.batch.history import ALWAYS, History, Version
from headwater.batch.names import without_defaults
from headwater.catalog.memory import Catalog
from headwater.catalog.model import Column, Table


class Event(NamedTuple):
    """What one statement does to one table: at a time, in its place in the order of texts without times."""

    name: str
    since: int
    place: tuple[str, int]
    action: str
    kind: str
    temporary: bool
    absent: bool
    columns: str | None
    text: str | None
    dialect: str
    unit: str


class Book:
    """Events by unit: a unit that is analysed again replaces what it said before.

    >>> book = Book([])
    >>> columns = '[["a", "int", null]]'
    >>> event = Event("hive:t", ALWAYS, ("a.sql", 0), "define", "table", False, False, columns, None, "hive", "u")
    >>> book.learn("u", [event]); len(book.history())
    1
    """

    def __init__(self, given: Iterable[Version]) -> None:
        self._given = list(given)
        self._events: dict[str, list[Event]] = {}
        self._replayed: dict[tuple[str, str, str], str] = {}

    def learn(self, unit: str, events: Iterable[Event]) -> None:
        """What a unit does; temporary tables are its own affair."""
        self._events[unit] = [one for one in events if not one.temporary]

    @property
    def defined(self) -> set[str]:
        """Every table that some unit defines, with columns or without."""
        return {one.name for events in self._events.values() for one in events if one.action == "define"}

    def history(self) -> History:
        """All versions of all tables, as far as their columns are known."""
        by_name: dict[str, list[Event]] = {}
        renames = []
        for events in self._events.values():
            for one in events:
                by_name.setdefault(one.name, []).append(one)
                if one.action == "rename":
                    renames.append(one)
        versions: dict[str, list[Version]] = {}
        for given in self._given:
            versions.setdefault(given.name, []).append(given)
        for name, events in by_name.items():
            versions[name] = self._replay(versions.get(name, []), events)
        # a table that was renamed goes on under its new name; a chain of renames takes as many turns
        for one in sorted(renames, key=lambda one: (one.since, one.place)):
            before = _at(versions.get(one.name, []), one.since)
            if before is not None and one.text is not None:
                moved = before._replace(name=one.text, since=one.since)
                after = [v for v in versions.get(one.text, []) if v.since != moved.since]
                later = [e for e in by_name.get(one.text, []) if e.since >= one.since]
                versions[one.text] = self._replay([*after, moved], later)
        return History.of(version for found in versions.values() for version in found)

    def _replay(self, base: list[Version], events: list[Event]) -> list[Version]:
        found = {one.since: one for one in base}
        for event in sorted(events, key=lambda one: (one.since, one.place)):
            before = _at(list(found.values()), event.since)
            if event.action == "define" and event.columns is not None:
                if event.absent and before is not None:
                    continue
                found[event.since] = Version(event.name, event.since, event.kind, False, event.columns)
            elif event.action == "alter" and before is not None and event.text is not None:
                columns = self._altered(before, event)
                if columns != before.columns:
                    found[event.since] = before._replace(since=event.since, columns=columns)
        return sorted(found.values(), key=lambda one: one.since)

    def _altered(self, before: Version, event: Event) -> str:
        """The columns after an ALTER, by running it on the table as it was."""
        assert event.text is not None
        key = (before.columns, event.text, event.dialect)
        if key not in self._replayed:
            self._replayed[key] = _alter(before, event)
        return self._replayed[key]


def _alter(before: Version, event: Event) -> str:
    dialect = dialects.get(event.dialect)
    columns = tuple(Column(*one) for one in json.loads(before.columns))
    session = open_session(event.dialect, Catalog())
    analysis = analyze_in(session, event.text or "")
    written = [one.target for one in analysis.statements if one.target is not None]
    if not written:
        return before.columns
    key = session.key(split_name(written[0]))
    session = open_session(event.dialect, Catalog())
    session.changes[key] = Table(without_defaults(key, dialect.defaults), columns)
    analyze_in(session, event.text or "")
    after = session.changes.get(key)
    if after is None or after.columns is None:
        return before.columns
    return json.dumps([[one.name, one.type_text, one.computed] for one in after.columns])


def _at(versions: list[Version], since: int) -> Version | None:
    """The version that an event at that time finds: the latest of before, or of the same time where there is none."""
    before = [one for one in versions if one.since <= since]
    return max(before, key=lambda one: one.since) if before else None


def given_versions(tables: Mapping[str, Iterable[Table]]) -> list[Version]:
    """The versions of catalogs that were given, by system."""
    return [
        Version(f"{system}:{table.display}", ALWAYS, table.kind, False, columns_json(table))
        for system, found in tables.items()
        for table in found
        if table.columns is not None
    ]


def columns_json(table: Table) -> str:
    """A table's columns as a version has them."""
    listed: list[list[Any]] = [[one.name, one.type_text, one.computed] for one in table.columns or ()]
    return json.dumps(listed)
