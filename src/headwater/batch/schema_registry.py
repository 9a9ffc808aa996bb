"""Keeps the schemas of a warehouse: who defined what, and when. The pipeline's rounds write into it and ask it.

Events are replayed in the order of their times, and of their places where they have none. A definition is a version of
its table from its time on. ALTER is kept as it was written and replayed on what was there before it; RENAME hands on
what a table is at that time, EXCHANGE what two tables are; after DROP a table is there no more for IF NOT EXISTS and
ALTER. Definitions without a time hold always, the last one wins. A catalog that was given holds until a definition says
otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from headwater import dialects
from headwater.api import analyze_in
from headwater.base.identifiers import split_name
from headwater.batch.schema_history import ALWAYS, History, Version, columns_json
from headwater.catalog.mapping import Catalog
from headwater.catalog.tables import Column, Table
from headwater.session import open_session

DEFINES = r"(?is)\b(create|alter|rename|exchange|attach|cache)\b"
"""Texts that may define something, as a pattern for Python and for Java. Too many cost a little; too few would cost
schemas."""
WRITES = r"(?is)\bcreate\b(?:[^;]{0,80}?\b(?:function|macro|model|catalog)\b|(?:\s+or\s+replace)?\s+type\b)"
"""Those of them that may define something that is no table."""


class Event(NamedTuple):
    """What one statement does to one table: at a time, and in its place (source, entry, number) where times are equal
    or not known.
    """

    name: str
    since: int
    place: tuple[str, str, int]
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
    >>> event = Event("hive:t", ALWAYS, ("a.sql", "", 0), "define", "table", False, False, columns, None, "hive", "u")
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

    def learn_written(self, unit: str, events: Iterable[Event]) -> None:
        """Only what a unit defines that is no table: whoever calls a function should know it in the first round."""
        self.learn(unit, (one for one in events if one.action == "write"))

    @property
    def defined(self) -> set[str]:
        """Every table that some unit defines, with columns or without."""
        return {one.name for events in self._events.values() for one in events if one.action == "define"}

    def history(self) -> History:
        """All versions of all tables, as far as their columns are known."""
        there: dict[str, Version] = {}
        found: dict[tuple[str, int], Version] = {}
        written: dict[str, list[str]] = {}

        def put(version: Version) -> None:
            found[version.name, version.since] = there[version.name] = version

        for given in self._given:
            put(given)
        events = sorted(
            (one for events in self._events.values() for one in events),
            key=lambda one: (one.since, one.place, one.unit),
        )
        for one in events:
            known = there.get(one.name)
            if one.action == "drop":
                there.pop(one.name, None)
            elif one.action == "write":
                written.setdefault(one.dialect, []).append(one.text or "")
            elif one.action == "define" and one.columns is not None and not (one.absent and known is not None):
                put(Version(one.name, one.since, one.kind, False, one.columns, one.text or ""))
            elif known is not None and one.text is not None and one.action == "rename":
                del there[one.name]
                put(known._replace(name=one.text, since=one.since))
            elif one.text is not None and one.action == "swap":
                other = there.get(one.text)
                for version, name in ((known, one.text), (other, one.name)):
                    if version is None:
                        there.pop(name, None)
                    else:
                        put(version._replace(name=name, since=one.since))
            elif known is not None and one.text is not None and one.action == "alter":
                columns = self._altered(known, one)
                if columns != known.columns:
                    put(known._replace(since=one.since, columns=columns))
        return History.of(found.values(), {dialect: ";\n".join(texts) for dialect, texts in written.items()})

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
    session.changes[key] = Table(dialect.identifiers.shorten(key), columns)
    analyze_in(session, event.text or "")
    after = session.changes.get(key)
    if after is None or after.columns is None:
        return before.columns
    return columns_json(after)


def given_versions(tables: Mapping[str, Iterable[Table]]) -> list[Version]:
    """The versions of catalogs that were given, by system."""
    return [
        Version.of(f"{system}:{table.display}", ALWAYS, table)
        for system, found in tables.items()
        for table in found
        if table.columns is not None
    ]
