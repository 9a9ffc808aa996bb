"""The schemas of a warehouse over time, small enough to travel to every worker, and read there when asked.

A `History` holds versions of tables in Arrow: the name, since when, and the columns as JSON. Nothing is unpacked before
a statement names the table, and each table is unpacked once per worker. It pickles as its Arrow bytes.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from headwater.base.ident import Fold, Key, dotted
from headwater.batch.names import Names, system_of, without_defaults
from headwater.catalog.memory import Catalog
from headwater.catalog.model import Column, Table
from headwater.dialects import Dialect

if TYPE_CHECKING:
    import pyarrow

ALWAYS = -(1 << 62)
"""Before all times: a catalog that was given, a definition without a time."""


class Version(NamedTuple):
    """A table from some time on; `columns` is JSON, [[name, type, computed], …]."""

    name: str
    since: int
    kind: str
    temporary: bool
    columns: str


class History:
    """Versions of tables by `system:name`.

    >>> history = History.of([Version("duckdb:t", ALWAYS, "table", False, '[["a", "int", null]]')])
    >>> "duckdb:t" in history, len(history.find("duckdb:t", None).columns)
    (True, 1)
    """

    def __init__(self, table: pyarrow.Table) -> None:
        self._table = table
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
    def of(cls, versions: Iterable[Version]) -> History:
        """A history of versions in any order; of two with one name and time the later one wins."""
        import pyarrow as pa

        best = {(one.name, one.since): one for one in versions}
        rows = [best[key] for key in sorted(best)]
        columns = list(zip(*rows, strict=True)) or [()] * len(Version._fields)
        types = (pa.string(), pa.int64(), pa.string(), pa.bool_(), pa.string())
        arrays = [pa.array(list(values), kind) for values, kind in zip(columns, types, strict=True)]
        return cls(pa.table(arrays, names=list(Version._fields)))

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
        return _load, (sink.getvalue().to_pybytes(),)

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
        return Table(parts or tuple(one.name.partition(":")[2].split(".")), columns, kind, one.temporary)


def _load(data: bytes) -> History:
    import pyarrow as pa

    return History(pa.ipc.open_file(pa.BufferReader(data)).read_all())


class AsOf(Catalog):
    """The catalog as one dialect sees a history at one time."""

    def __init__(self, history: History, dialect: Dialect, mapping: Mapping[str, str], as_of: int | None) -> None:
        super().__init__()
        self._index = _Index(history, dialect, mapping, as_of)

    def index(self, fold: Fold, defaults: Key) -> Any:
        """What a session looks names up in. Names come qualified and folded."""
        return self._index


class _Index:
    """Looks like the dictionary of a catalog in memory; asks the history instead."""

    def __init__(self, history: History, dialect: Dialect, mapping: Mapping[str, str], as_of: int | None) -> None:
        self._history = history
        self._defaults = dialect.defaults
        self._system = system_of(dialect)
        self._mapping = mapping
        self._as_of = as_of
        self._names = Names(dialect, mapping)

    def get(self, key: Key) -> Table | None:
        """The table of that name, if it is known."""
        parts = without_defaults(key, self._defaults)
        if "/" in parts[-1]:
            known = self._names.dataset(parts[-1])  # an address: it lives elsewhere
            return self._history.find(f"{known.system}:{known.name}", self._as_of, parts)
        name = f"{self._system}:{dotted(parts)}"
        return self._history.find(self._mapping.get(name, name), self._as_of, parts)
