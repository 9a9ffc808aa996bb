"""The names that a text probably looks up, without analysing it: what stands where a table's name may stand.

A name too many costs a row in a join, a name too few a second analysis of the text (`batch.partial_history` notes it):
nothing else depends on what is found here. What a name may stand for is asked of the session that would bind it, over
a history that has nothing and notes what is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from headwater import dialects
from headwater.base.identifiers import split_name
from headwater.batch.dataset_ids import Names
from headwater.batch.partial_history import Given, PartialHistory
from headwater.batch.schema_history import AsOf, History
from headwater.bind.session import Session
from headwater.rows.record import Field, Record
from headwater.rows.steps import Unit
from headwater.session import open_session

if TYPE_CHECKING:
    import pyarrow

_PART = r'(?:`[^`]+`|"[^"]+"|[\w$-]+)'
_NAME = re.compile(
    r"(?is)\b(?:(?:from|join|into|table|view|update|using|overwrite|exists|like|clone|dictionary|to|with|and)\s+)+"
    rf"({_PART}(?:\s*\.\s*{_PART})*)(?:\s*,\s*({_PART}(?:\s*\.\s*{_PART})*))?"
)
_MOST = 1_000
"""Names of one text that are looked for in advance."""
_KEYWORDS = frozenset(("if", "exists", "not", "only", "select", "table", "view", "values", "lateral", "unnest", "as"))
LOOKED_UP = Record(
    "looked_up",
    "A name that some text of a bucket probably looks up.",
    (Field("bucket", "int", "The bucket."), Field("name", "string", "system:name.")),
)


class Lookups:
    """Finds the names of texts; sessions are kept for the next text.

    >>> lookups = Lookups({})
    >>> sorted(lookups.names(Unit("u", "hive", None, None, "INSERT INTO d.x SELECT a FROM D.t JOIN u ON 1", "")))
    ['hive:d.t', 'hive:d.x', 'hive:u']
    """

    def __init__(self, mapping: Mapping[str, str], shared: History | None = None) -> None:
        self._mapping = mapping
        self._history = PartialHistory(Given(), shared or History.of([]))
        self._sessions: dict[tuple[str, str | None], tuple[Session, Names]] = {}

    def names(self, unit: Unit) -> set[str]:
        """The names that a text probably looks up."""
        session, names = self._session(unit)
        self._history.missed()
        written = {name for match in _NAME.finditer(unit.text) for name in match.groups() if name}
        for name in sorted(written)[:_MOST]:
            parts = split_name(re.sub(r"\s*\.\s*", ".", name))
            if len(parts) == 1 and parts[0].lower() in _KEYWORDS:
                continue
            if len(parts) == 1 and "." in parts[0]:
                parts = tuple(parts[0].split("."))  # `project.dataset.table`
            session.find(session.key(parts))
        if unit.target is not None:
            self._history.schema(names.dataset(unit.target).full_name, None)
        return set(self._history.missed().names)

    def _session(self, unit: Unit) -> tuple[Session, Names]:
        known = self._sessions.get((unit.dialect, unit.database))
        if known is None:
            dialect = dialects.get(unit.dialect)
            catalog = AsOf(self._history, dialect, self._mapping, None)
            session = open_session(unit.dialect, catalog, unit.database)
            known = self._sessions[unit.dialect, unit.database] = (session, Names(dialect, self._mapping))
        return known


def looked_up(batches: Iterable[pyarrow.RecordBatch], mapping: Mapping[str, str]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of units with their `bucket` become batches of `LOOKED_UP`, each name once in a batch."""
    import pyarrow as pa

    lookups = Lookups(mapping)
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in Unit._fields]
        units = [Unit(*row) for row in zip(*columns, strict=True)]
        pairs = sorted(
            {
                (bucket, name)
                for bucket, unit in zip(batch.column("bucket").to_pylist(), units, strict=True)
                for name in lookups.names(unit)
            }
        )
        yield pa.RecordBatch.from_arrays(
            [pa.array([pair[0] for pair in pairs], pa.int32()), pa.array([pair[1] for pair in pairs], pa.string())],
            names=LOOKED_UP.names,
        )
