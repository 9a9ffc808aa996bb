"""The schemas of a warehouse over time: small enough to travel to every worker, and unpacked there on demand.

A `History` holds versions of tables in Arrow: the name, since when, and the columns as JSON. A table is unpacked when
a statement first names it, once per worker. A history pickles as its Arrow bytes. Functions, models and catalogs are
held as the text that defines them; it is replayed when a dialect is first used.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from headwater.api import analyze_in
from headwater.base.identifiers import Fold, Key, dotted, split_name
from headwater.batch.dataset_ids import Names, dialect_system
from headwater.bind.session import Session
from headwater.catalog.mapping import Catalog, qualify
from headwater.catalog.tables import Column, Table
from headwater.dialects import Dialect
from headwater.rows.hints import table_fields
from headwater.rows.record import Record
from headwater.session import open_session

if TYPE_CHECKING:
    import pyarrow

ALWAYS = -(1 << 62)
"""Before all times: a catalog that was given, a definition without a time."""
GONE = ""
"""The columns of a version that says: dropped or renamed, and nobody knows of another table of that name."""


class Version(NamedTuple):
    """A table from some time on."""

    name: Annotated[str, "system:name."]
    since: Annotated[int, "From when, in microseconds."]
    kind: Annotated[str, "table, view or materialized view."]
    temporary: Annotated[bool, "Whether it lives no longer than its session."]
    columns: Annotated[str, "JSON: [[name, type, computed], …]; empty from when on the table is gone."]
    details: Annotated[str, 'JSON, where there is more to it: {"behind": …, "options": …, "partitions": …}.'] = ""

    @classmethod
    def of(cls, name: str, since: int, table: Table) -> Version:
        """The version of a table whose columns are known."""
        return cls(name, since, table.kind, False, columns_json(table), details_json(table))


class Change(NamedTuple):
    """A version of a table that has several; equal schemas have one number."""

    name: str
    since: int
    number: int
    schema: int


class Missed(NamedTuple):
    """What a history was asked for without having been given it: names, and beginnings of names that were listed."""

    names: frozenset[str] = frozenset()
    leads: frozenset[str] = frozenset()


VERSION = Record("versions", "A table from some time on.", tuple(table_fields(Version)))
_DETAILS = ("partitions", "options", "behind")


def columns_json(table: Table) -> str:
    """The columns of a table as a version has them."""
    return json.dumps([column.packed() for column in table.columns or ()])


def details_json(table: Table) -> str:
    """Partitions, options and sources of a table, as a version has them."""
    details = {name: value for name in _DETAILS if (value := getattr(table, name))}
    return json.dumps(details) if details else ""


class History:
    """Versions of tables by `system:name`.

    >>> history = History.of([Version("duckdb:t", ALWAYS, "table", False, '[["a", "int", null]]')])
    >>> "duckdb:t" in history, len(history.find("duckdb:t", None).columns)
    (True, 1)
    """

    def __init__(self, table: pyarrow.Table, definitions: Mapping[str, str] | None = None) -> None:
        import pyarrow.compute as pc

        self._table = table
        self.definitions = definitions or {}
        """The texts that define functions, models and catalogs, by dialect, in order."""
        self._replayed: dict[str, Session] = {}
        self._unpacked: dict[tuple[int, Key], Table] = {}
        self._schemas: dict[int, str] = {}
        self._rows = _ranges(table.column("name").to_pylist())
        """The first row of each table, and the row behind its last."""
        self._since = table.column("since").to_pylist()
        self._gone = frozenset(pc.indices_nonzero(pc.equal(table.column("columns"), GONE)).to_pylist())
        self._by_system: dict[str, dict[Key, str]] = {}

    @classmethod
    def of(cls, versions: Iterable[Version], definitions: Mapping[str, str] | None = None) -> History:
        """A history of versions in any order; of two with one name and time the later one wins."""
        import pyarrow as pa

        rows = _ordered(versions)
        columns = list(zip(*rows, strict=True)) or [()] * len(Version._fields)
        schema = VERSION.arrow_schema().remove_metadata()
        arrays = [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)]
        return cls(pa.table(arrays, names=schema.names), definitions)

    def __contains__(self, name: str) -> bool:
        return name in self._rows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Version]:
        return (Version(**row) for row in self._table.to_pylist())

    def changes(self) -> list[Change]:
        """The versions of the tables that have more than one."""
        changes: list[Change] = []
        for name, (first, last) in self._rows.items():
            if last - first > 1:
                numbers: dict[tuple[str, ...], int] = {}
                for number, row in enumerate(range(first, last)):
                    version = self._version(row)
                    schema = (version.kind, version.columns, version.details)
                    changes.append(Change(name, version.since, number, numbers.setdefault(schema, len(numbers))))
        return changes

    @property
    def table(self) -> pyarrow.Table:
        """All versions, ordered by name and time."""
        return self._table

    def latest(self) -> pyarrow.Table:
        """The last version of every table; what it was, where it is gone. One that was gone at once has none."""
        import pyarrow as pa

        last = [self._last(*rows) for rows in self._rows.values()]
        return self._table.take(pa.array([row for row in last if row is not None], pa.int64()))

    def _last(self, first: int, last: int) -> int | None:
        return next((row for row in range(last - 1, first - 1, -1) if row not in self._gone), None)

    def __reduce__(self) -> tuple[Any, ...]:
        import pyarrow as pa

        sink = pa.BufferOutputStream()
        with pa.ipc.new_file(sink, self._table.schema) as writer:
            writer.write_table(self._table)
        return _load, (sink.getvalue().to_pybytes(), self.definitions)

    def replayed(self, dialect: str) -> Session | None:
        """A session in which the definitions of a dialect were run; None where there are none."""
        text = self.definitions.get(dialect)
        if text is None:
            return None
        session = self._replayed.get(dialect)
        if session is None:
            session = self._replayed[dialect] = open_session(dialect, Catalog())
            analyze_in(session, text)
        return session

    def find(self, name: str, as_of: int | None, parts: Key = ()) -> Table | None:
        """The table just before a time; its first version, where it is younger; its last one, without a time.

        None where nobody knows it, or where it was gone by then.
        """
        rows = self._rows.get(name)
        if rows is None:
            return None
        row = self._row(*rows, as_of)
        if row is None or row in self._gone:
            return None
        table = self._unpacked.get((row, parts))
        if table is None:
            table = self._unpacked[row, parts] = self._unpack(row, parts)
        return table

    def _row(self, first: int, last: int, as_of: int | None) -> int | None:
        if as_of is None:
            return self._last(first, last)
        return max(bisect_left(self._since, as_of, first, last) - 1, first)

    def schema(self, name: str, as_of: int | None) -> str:
        """What is known of a table at a time, as one text: equal texts are equal schemas. Empty where nobody knows it.

        >>> history = History.of([Version("duckdb:t", ALWAYS, "table", False, '[["a", "int", null]]')])
        >>> history.schema("duckdb:t", None), history.schema("duckdb:u", None)
        ('table [["a", "int", null]] ', '')
        """
        rows = self._rows.get(name)
        if rows is None:
            return ""
        row = self._row(*rows, as_of)
        if row is None or row in self._gone:
            return "gone"
        text = self._schemas.get(row)
        if text is None:
            version = self._version(row)
            text = self._schemas[row] = f"{version.kind} {version.columns} {version.details}"
        return text

    def _version(self, row: int) -> Version:
        return Version(**{field: self._table.column(field)[row].as_py() for field in Version._fields})

    def names(self, system: str) -> dict[Key, str]:
        """The tables of a system: the parts of each name, and the whole of it."""
        names = self._by_system.get(system)
        if names is None:
            lead = f"{system}:"
            names = {split_name(name[len(lead) :]): name for name in self._rows if name.startswith(lead)}
            self._by_system[system] = names
        return names

    def names_in(self, system: str, lead: Key) -> Iterable[Key]:
        """The tables of a system whose names begin with these parts and have one more."""
        return (key for key in self.names(system) if key[:-1] == lead)

    def missed(self) -> Missed:
        """What was asked for since the last time and is not here, although others may have it: of all schemas, none."""
        return Missed()

    def _unpack(self, row: int, parts: Key) -> Table:
        version = self._version(row)
        columns = tuple(Column(*column) for column in json.loads(version.columns))
        kind: Any = version.kind
        table = Table(parts or tuple(version.name.partition(":")[2].split(".")), columns, kind, version.temporary)
        return replace(table, **_tuples(json.loads(version.details))) if version.details else table


class PlainHistory(History):
    """A history that stays where it was made, so that it needs no Arrow."""

    def __init__(self, versions: Iterable[Version], definitions: Mapping[str, str] | None = None) -> None:
        self._versions = _ordered(versions)
        self.definitions = definitions or {}
        self._replayed = {}
        self._unpacked = {}
        self._schemas = {}
        self._rows = _ranges([version.name for version in self._versions])
        self._since = [version.since for version in self._versions]
        self._gone = frozenset(row for row, version in enumerate(self._versions) if version.columns == GONE)
        self._by_system = {}

    def __iter__(self) -> Iterator[Version]:
        return iter(self._versions)

    def _version(self, row: int) -> Version:
        return self._versions[row]


def _ordered(versions: Iterable[Version]) -> list[Version]:
    """By name and time; of two with one name and time the later one wins."""
    best = {(version.name, version.since): version for version in versions}
    return [best[key] for key in sorted(best)]


def _ranges(names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The first place of each name in an ordered list, and the place behind its last."""
    ranges: dict[str, tuple[int, int]] = {}
    start = 0
    for row in range(1, len(names) + 1):
        if row == len(names) or names[row] != names[start]:
            ranges[names[start]] = (start, row)
            start = row
    return ranges


def _tuples(value: Any) -> Any:
    """JSON has lists where a table, which is immutable, has tuples."""
    if isinstance(value, dict):
        return {name: _tuples(inner) for name, inner in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _load(data: bytes, definitions: Mapping[str, str]) -> History:
    import pyarrow as pa

    return History(pa.ipc.open_file(pa.BufferReader(data)).read_all(), definitions)


class AsOf(Catalog):
    """The catalog as one dialect sees a history at one time."""

    def __init__(self, history: History, dialect: Dialect, mapping: Mapping[str, str], as_of: int | None) -> None:
        super().__init__()
        self._index = _Index(history, dialect, mapping, as_of)
        session = history.replayed(dialect.name)
        if session is not None:
            self.macros, self.declared, self.models, self.places, self.types, self.procedures = (
                session.macros,
                session.declared,
                session.models,
                session.catalogs,
                session.types,
                session.procedures,
            )

    def index(self, fold: Fold, defaults: Key) -> Any:
        """What a session looks names up in. Names come qualified and folded."""
        return self._index

    def keys_in(self, fold: Fold, defaults: Key, lead: Key) -> Iterable[Key]:
        """The tables in one database or schema."""
        return self._index.inside(lead)


class _Index(Mapping[Key, Table]):
    """Looks like the dictionary of a catalog in memory, and reads the history instead."""

    def __init__(self, history: History, dialect: Dialect, mapping: Mapping[str, str], as_of: int | None) -> None:
        self._history = history
        self._shorten = dialect.identifiers.shorten
        self._defaults = dialect.identifiers.defaults
        self._system = dialect_system(dialect)
        self._mapping = mapping
        self._as_of = as_of
        self._names = Names(dialect, mapping)

    def __getitem__(self, key: Key) -> Table:
        table: Table | None = self.get(key)
        if table is None:
            raise KeyError(key)
        return table

    def __iter__(self) -> Iterator[Key]:
        defaults = self._defaults
        return (qualify(parts, defaults) for parts in self._history.names(self._system))

    def __len__(self) -> int:
        return len(self._history.names(self._system))

    def inside(self, lead: Key) -> Iterator[Key]:
        """The keys that begin with these parts and have one more."""
        shortened = self._shorten((*lead, "t"))[:-1]
        for parts in self._history.names_in(self._system, shortened):
            key = qualify(parts, self._defaults)
            if key[:-1] == lead:
                yield key

    def __contains__(self, key: object) -> bool:
        return isinstance(key, tuple) and self.get(key) is not None

    def get(self, key: Key, default: Any = None) -> Any:
        """The table of that name, if it is known."""
        parts = self._shorten(key)
        if "/" in parts[-1]:
            dataset = self._names.dataset(parts[-1])  # a path or an address: it is no table of this engine
            return self._history.find(dataset.full_name, self._as_of, parts) or default
        name = f"{self._system}:{dotted(parts)}"
        return self._history.find(self._mapping.get(name, name), self._as_of, parts) or default
