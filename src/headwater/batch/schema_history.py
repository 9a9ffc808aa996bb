"""The schemas of a warehouse over time, small enough to travel to every worker, and read there when asked.

A `History` holds versions of tables in Arrow: the name, since when, and the columns as JSON. Nothing is unpacked before
a statement names the table, and each table is unpacked once per worker. It pickles as its Arrow bytes. What is defined
that is no table (functions, models, catalogs) it holds as it was written, and replays it where a dialect is first met.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from headwater.api import analyze_in
from headwater.base.identifiers import Fold, Key, dotted
from headwater.batch.dataset_ids import Names, system_of
from headwater.bind.session import Session
from headwater.catalog.mapping import Catalog
from headwater.catalog.tables import Column, Table
from headwater.dialects import Dialect
from headwater.session import open_session

if TYPE_CHECKING:
    import pyarrow

ALWAYS = -(1 << 62)
"""Before all times: a catalog that was given, a definition without a time."""


class Version(NamedTuple):
    """A table from some time on; `columns` is JSON, [[name, type, computed], …], and so is `more`, where there is more
    to a table: {"behind": …, "options": …, "partitions": …}.
    """

    name: str
    since: int
    kind: str
    temporary: bool
    columns: str
    more: str = ""

    @classmethod
    def of(cls, name: str, since: int, table: Table) -> Version:
        """The version of a table whose columns are known."""
        return cls(name, since, table.kind, False, columns_json(table), more_json(table))


def columns_json(table: Table) -> str:
    """A table's columns as a version has them."""
    return json.dumps([one.packed() for one in table.columns or ()])


_MORE = ("partitions", "options", "behind")


def more_json(table: Table) -> str:
    """What else there is to a table, as a version has it."""
    said = {name: value for name in _MORE if (value := getattr(table, name))}
    return json.dumps(said) if said else ""


class History:
    """Versions of tables by `system:name`.

    >>> history = History.of([Version("duckdb:t", ALWAYS, "table", False, '[["a", "int", null]]')])
    >>> "duckdb:t" in history, len(history.find("duckdb:t", None).columns)
    (True, 1)
    """

    def __init__(self, table: pyarrow.Table, written: Mapping[str, str] | None = None) -> None:
        self._table = table
        self.written = written or {}
        """What defines functions, models and catalogs, by dialect, in order."""
        self._replayed: dict[str, Session] = {}
        self._rows: dict[str, tuple[int, int]] = {}
        self._made: dict[tuple[int, Key], Table] = {}
        names = table.column("name").to_pylist()
        start = 0
        for at in range(1, len(names) + 1):
            if at == len(names) or names[at] != names[start]:
                self._rows[names[start]] = (start, at)
                start = at
        self._since = table.column("since").to_pylist()

    @classmethod
    def of(cls, versions: Iterable[Version], written: Mapping[str, str] | None = None) -> History:
        """A history of versions in any order; of two with one name and time the later one wins."""
        import pyarrow as pa

        best = {(one.name, one.since): one for one in versions}
        rows = [best[key] for key in sorted(best)]
        columns = list(zip(*rows, strict=True)) or [()] * len(Version._fields)
        types = (pa.string(), pa.int64(), pa.string(), pa.bool_(), pa.string(), pa.string())
        arrays = [pa.array(list(values), kind) for values, kind in zip(columns, types, strict=True)]
        return cls(pa.table(arrays, names=list(Version._fields)), written)

    def __contains__(self, name: str) -> bool:
        return name in self._rows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Any:
        return (Version(*row.values()) for row in self._table.to_pylist())

    def changes(self) -> dict[str, list[int]]:
        """The tables that have more than one version, and since when each of them is."""
        return {name: self._since[first:last] for name, (first, last) in self._rows.items() if last - first > 1}

    def latest(self) -> pyarrow.Table:
        """The last version of every table."""
        import pyarrow as pa

        return self._table.take(pa.array([last - 1 for _, last in self._rows.values()], pa.int64()))

    def __reduce__(self) -> tuple[Any, ...]:
        import pyarrow as pa

        sink = pa.BufferOutputStream()
        with pa.ipc.new_file(sink, self._table.schema) as writer:
            writer.write_table(self._table)
        return _load, (sink.getvalue().to_pybytes(), self.written)

    def replayed(self, dialect: str) -> Session | None:
        """A session in which everything that is no table was defined; None where there is nothing of it."""
        text = self.written.get(dialect)
        if text is None:
            return None
        found = self._replayed.get(dialect)
        if found is None:
            found = self._replayed[dialect] = open_session(dialect, Catalog())
            analyze_in(found, text)
        return found

    def find(self, name: str, as_of: int | None, parts: Key = ()) -> Table | None:
        """The table as it was just before a time; as it was first, where it is younger; as it is, without a time."""
        found = self._rows.get(name)
        if found is None:
            return None
        first, last = found
        at = last - 1 if as_of is None else max(bisect_left(self._since, as_of, first, last) - 1, first)
        made = self._made.get((at, parts))
        if made is None:
            made = self._made[at, parts] = self._unpack(at, parts)
        return made

    def _unpack(self, at: int, parts: Key) -> Table:
        one = Version(*(self._table.column(field)[at].as_py() for field in Version._fields))
        columns = tuple(Column(*column) for column in json.loads(one.columns))
        kind: Any = one.kind
        table = Table(parts or tuple(one.name.partition(":")[2].split(".")), columns, kind, one.temporary)
        return replace(table, **_tuples(json.loads(one.more))) if one.more else table


def _tuples(said: Any) -> Any:
    """JSON knows lists; a table is immutable."""
    if isinstance(said, dict):
        return {name: _tuples(value) for name, value in said.items()}
    return tuple(map(_tuples, said)) if isinstance(said, list) else said


def _load(data: bytes, written: Mapping[str, str]) -> History:
    import pyarrow as pa

    return History(pa.ipc.open_file(pa.BufferReader(data)).read_all(), written)


class AsOf(Catalog):
    """The catalog as one dialect sees a history at one time."""

    def __init__(self, history: History, dialect: Dialect, mapping: Mapping[str, str], as_of: int | None) -> None:
        super().__init__()
        self._index = _Index(history, dialect, mapping, as_of)
        known = history.replayed(dialect.name)
        if known is not None:
            self.macros, self.declared, self.models, self.places, self.types = (
                known.macros,
                known.declared,
                known.models,
                known.catalogs,
                known.types,
            )

    def index(self, fold: Fold, defaults: Key) -> Any:
        """What a session looks names up in. Names come qualified and folded."""
        return self._index


class _Index:
    """Looks like the dictionary of a catalog in memory; asks the history instead."""

    def __init__(self, history: History, dialect: Dialect, mapping: Mapping[str, str], as_of: int | None) -> None:
        self._history = history
        self._shorten = dialect.identifiers.shorten
        self._system = system_of(dialect)
        self._mapping = mapping
        self._as_of = as_of
        self._names = Names(dialect, mapping)

    def get(self, key: Key) -> Table | None:
        """The table of that name, if it is known."""
        parts = self._shorten(key)
        if "/" in parts[-1]:
            known = self._names.dataset(parts[-1])  # an address: it lives elsewhere
            return self._history.find(f"{known.system}:{known.name}", self._as_of, parts)
        name = f"{self._system}:{dotted(parts)}"
        return self._history.find(self._mapping.get(name, name), self._as_of, parts)
