"""The schema registry: what each text of a warehouse defines, and when. The rounds of an analysis write it and read it.

Events are replayed in the order of their times, and of their positions in the sources where they have none:

- A definition is a version of its table from its time on. Without a time it always holds, and the last one wins.
- ALTER is kept as it was written and replayed on the version before it.
- RENAME gives the version of a table to another name; EXCHANGE swaps those of two tables.
- After DROP and RENAME a table is gone: nothing is known of what has its name then. Without a time, it is gone only for
  IF NOT EXISTS and ALTER, because nobody knows which texts came before.
- A catalog that was given holds until a definition says otherwise, also after a DROP.
- A text that was run again does again what it does, if other texts did something to its tables in between.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from headwater import dialects
from headwater.api import analyze_in
from headwater.base.identifiers import split_name
from headwater.batch.schema_history import ALWAYS, GONE, History, PlainHistory, Version, columns_json
from headwater.catalog.mapping import Catalog
from headwater.catalog.tables import Column, Table
from headwater.session import open_session

DEFINES = r"(?is)\b(create|alter|rename|exchange|attach|cache|drop|detach|undrop)\b"
"""Texts that may define something, as a pattern for Python and for Java. A text too many costs an analysis; a text too
few would cost a schema."""
WRITES = r"(?is)\bcreate\b(?:[^;]{0,80}?\b(?:function|macro|model|catalog|procedure)\b|(?:\s+or\s+replace)?\s+type\b)"
"""Those of them that may define something other than a table."""


def defines(text: str, target: str | None) -> bool:
    """Whether a text may define something; what fills a dataset by itself gives it its columns.

    >>> defines("CREATE TABLE t (a INT)", None), defines("SELECT 1", None), defines("SELECT 1", "t")
    (True, False, True)
    """
    return target is not None or re.search(DEFINES, text) is not None


def writes_functions(text: str) -> bool:
    """Whether a text that defines something may define other things than tables."""
    return re.search(WRITES, text) is not None


class Event(NamedTuple):
    """What one statement does to one table, at a time.

    The position (source, entry, number) decides where times are equal or not known.
    """

    name: str
    since: int
    position: tuple[str, str, int]
    action: str
    kind: str
    temporary: bool
    absent: bool
    columns: str | None
    text: str | None
    dialect: str
    unit: str
    again: tuple[int, ...] = ()
    """When it was run again."""


@dataclass(frozen=True)
class UnitSchemas:
    """What the registry has to know of a text: the datasets whose schema it missed, and what it does to schemas."""

    unknown: frozenset[str]
    events: tuple[Event, ...]


def make_events(
    changes: Iterable[Mapping[str, Any]],
    *,
    since: int | None,
    source: str,
    entry: str,
    dialect: str,
    unit: str,
    again: Iterable[int] = (),
) -> tuple[Event, ...]:
    """The events of a text, given rows of `CHANGE` by field name."""
    times = tuple(sorted(time for time in again if since is not None and time > since))
    sorted_entry = re.sub(r"\d+", lambda number: number[0].zfill(20), entry)  # line 10 comes after line 9
    return tuple(
        Event(
            name=f"{change['system']}:{change['name']}",
            since=ALWAYS if since is None else since,
            position=(source, sorted_entry, change["number"]),
            action=change["action"],
            kind=change["kind"],
            temporary=change["temporary"],
            absent=change["absent"],
            columns=change["columns"],
            text=change["text"],
            dialect=dialect,
            unit=unit,
            again=times,
        )
        for change in changes
    )


class SchemaRegistry:
    """Events by unit: a unit that is analysed again replaces its earlier events.

    >>> registry = SchemaRegistry([])
    >>> columns = '[["a", "int", null]]'
    >>> event = Event("hive:t", ALWAYS, ("a.sql", "", 0), "define", "table", False, False, columns, None, "hive", "u")
    >>> registry.update("u", [event]); len(registry.history())
    1
    """

    def __init__(self, versions: Iterable[Version], repeated: frozenset[str] | None = None) -> None:
        """`repeated` are the units that do at each run what they do, for a registry that has not all their events."""
        self._catalog_versions = list(versions)
        self._repeated = repeated
        self._events: dict[str, list[Event]] = {}
        self._altered_columns: dict[tuple[str, str, str], str] = {}

    def update(self, unit: str, events: Iterable[Event]) -> None:
        """Set the events of a unit, without those of temporary tables: nobody else can read them."""
        self._events[unit] = [event for event in events if not event.temporary]

    def update_definitions(self, unit: str, events: Iterable[Event]) -> None:
        """Set only what a unit defines that is not a table: functions must be known in the first round."""
        self.update(unit, (event for event in events if event.action == "write"))

    @property
    def defined(self) -> set[str]:
        """Every table that some unit defines or gives a name to, with columns or without."""
        return {
            name
            for events in self._events.values()
            for event in events
            if event.action in ("define", "rename", "swap")
            for name in (_names(event)[1:] if event.action == "rename" else _names(event))
        }

    def history(self) -> History:
        """All versions of all tables whose columns are known."""
        return History.of(*self.versions())

    def plain_history(self) -> PlainHistory:
        """The same without Arrow, for those who neither send it nor write it."""
        return PlainHistory(*self.versions())

    def versions(self) -> tuple[list[Version], dict[str, str]]:
        """What a history is made of: the versions, and the texts that define functions, models and catalogs."""
        current: dict[str, Version] = {}
        versions: dict[tuple[str, int], Version] = {}
        definitions: dict[str, list[str]] = {}

        def put(version: Version) -> None:
            before, current[version.name] = current.get(version.name), version
            if before is None or before[2:] != version[2:] or (version.name, version.since) in versions:
                versions[version.name, version.since] = version

        def remove(name: str, since: int) -> None:
            """A table is gone from a time on."""
            before = current.pop(name, None)
            if before is not None and since != ALWAYS:
                versions[name, since] = before._replace(since=since, columns=GONE, details="")

        for listed in self._catalog_versions:
            put(listed)
        for event in self._ordered_events():
            before = current.get(event.name)
            if event.action == "drop":
                if before is not None and before.since == ALWAYS:
                    del current[event.name]
                else:
                    remove(event.name, event.since)
            elif event.action == "write":
                definitions.setdefault(event.dialect, []).append(event.text or "")
            elif event.action == "define" and event.columns is None:
                if before is not None and not event.absent and before.since != ALWAYS:
                    remove(event.name, event.since)  # another table, and nobody knows its columns
            elif event.action == "define" and event.columns is not None and not (event.absent and before is not None):
                put(Version(event.name, event.since, event.kind, False, event.columns, event.text or ""))
            elif before is not None and event.text is not None and event.action == "rename":
                remove(event.name, event.since)
                put(before._replace(name=event.text, since=event.since))
            elif event.text is not None and event.action == "swap":
                second = current.get(event.text)
                for version, name in ((before, event.text), (second, event.name)):
                    if version is None:
                        remove(name, event.since)
                    else:
                        put(version._replace(name=name, since=event.since))
            elif before is not None and event.text is not None and event.action == "alter":
                columns = self._altered(before, event)
                if columns != before.columns:
                    put(before._replace(since=event.since, columns=columns))
        return list(versions.values()), {dialect: ";\n".join(texts) for dialect, texts in definitions.items()}

    def _ordered_events(self) -> list[Event]:
        """All events by time, also those of texts that were run again after another text touched their tables."""
        repeated = self._units_that_repeat() if self._repeated is None else self._repeated
        ordered: list[Event] = []
        for unit, events in self._events.items():
            ordered += events
            if unit in repeated:
                ordered += [event._replace(since=time) for event in events for time in event.again]
        return sorted(ordered, key=lambda event: (event.since, event.position, event.unit))

    def _units_that_repeat(self) -> set[str]:
        """The units that were run again and share a table with another unit."""
        owners: dict[str, set[str]] = {}
        for unit, events in self._events.items():
            for event in events:
                for name in _names(event):
                    owners.setdefault(name, set()).add(unit)
        return {
            unit
            for unit, events in self._events.items()
            if any(event.again and len(owners[name]) > 1 for event in events for name in _names(event))
        }

    def ready(self, schemas: Mapping[str, UnitSchemas], history: History) -> list[str]:
        """The units to analyse again: all their inputs that some unit defines have a known schema by now.

        Where there is no such unit, the schemas wait for each other in a circle; then those units go on for which at
        least one input has become known.
        """
        defined = self.defined
        missing = {unit: schema.unknown & defined for unit, schema in schemas.items()}
        some = {unit: names for unit, names in missing.items() if any(name in history for name in names)}
        every = [unit for unit, names in some.items() if all(name in history for name in names)]
        return sorted(every or some)

    def waiting(self, schemas: Mapping[str, UnitSchemas]) -> frozenset[str]:
        """The tables that some unit defines and that are still unknown: they wait for themselves."""
        defined = self.defined
        return frozenset(name for schema in schemas.values() for name in schema.unknown if name in defined)

    def _altered(self, before: Version, event: Event) -> str:
        """The columns after an ALTER, by running it on the table before it."""
        assert event.text is not None
        key = (before.columns, event.text, event.dialect)
        if key not in self._altered_columns:
            self._altered_columns[key] = _alter(before, event.text, event.dialect)
        return self._altered_columns[key]


def _names(event: Event) -> tuple[str, ...]:
    """The tables that an event is about."""
    if event.action in ("rename", "swap") and event.text is not None:
        return event.name, event.text
    return (event.name,) if event.action != "write" else ()


def _alter(before: Version, text: str, dialect: str) -> str:
    shorten = dialects.get(dialect).identifiers.shorten
    session = open_session(dialect, Catalog())
    targets = [statement.target for statement in analyze_in(session, text).statements if statement.target is not None]
    if not targets:
        return before.columns
    key = session.key(split_name(targets[0]))
    session = open_session(dialect, Catalog())
    session.changes[key] = Table(shorten(key), tuple(Column(*column) for column in json.loads(before.columns)))
    analyze_in(session, text)
    after = session.changes.get(key)
    if after is None or after.columns is None:
        return before.columns
    return columns_json(after)
