"""What texts do to schemas, as rows, and the versions of tables that come of it: a registry for a part of a warehouse.

Events of tables that have nothing to do with each other can be replayed apart (`group`): tables are one group if one
was renamed to the other, or exchanged with it. Whether a text does again what it does at each of its runs is a question
of all its tables, so it is answered before (`repeated`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from headwater.batch.schema_history import ALWAYS, VERSION, Version
from headwater.batch.schema_registry import Event, SchemaRegistry, make_events
from headwater.rows.record import Field, ListOf, Record
from headwater.rows.steps import CHANGE

if TYPE_CHECKING:
    import pyarrow

LISTED = "listed"
"""The action of a table that a catalog lists: it was there before all events."""
_CHUNK = 5_000
"""Events that are replayed together at least, so that a batch is worth it."""
EVENT = Record(
    "events",
    "What one statement does to one table.",
    (
        Field("unit", "string", "The text."),
        Field("dialect", "string", "Its dialect."),
        Field("source", "string", "The file or table it was read from."),
        Field("entry", "string", "Its id in the source."),
        Field("since", "long", "When it was first run, in microseconds.", nullable=True),
        Field("again", ListOf("long"), "When it was run after that."),
        Field("position", "int", "Index of the change in its statement, from 0."),
        *CHANGE.fields,
    ),
)


def row_events(row: Mapping[str, Any]) -> tuple[Event, ...]:
    """The event of a row of `EVENT`."""
    return make_events(
        [row],
        since=row["since"],
        source=row["source"],
        entry=row["entry"],
        dialect=row["dialect"],
        unit=row["unit"],
        again=row["again"] or (),
    )


def definitions(rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The texts that define functions, models and catalogs, by dialect; of rows of `EVENT` with `repeated`."""
    return _registry(rows).versions()[1]


def replay(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of `EVENT` with `repeated` and `group`, ordered by group, become batches of `VERSION`."""
    chunk: list[dict[str, Any]] = []
    for batch in batches:
        for row in batch.to_pylist():
            if len(chunk) >= _CHUNK and row["group"] != chunk[-1]["group"]:
                yield _versions(chunk)
                chunk = []
            chunk.append(row)
    if chunk:
        yield _versions(chunk)


def _versions(rows: list[dict[str, Any]]) -> pyarrow.RecordBatch:
    import pyarrow as pa

    versions, _ = _registry(rows).versions()
    schema = VERSION.arrow_schema().remove_metadata()
    columns = list(zip(*versions, strict=True)) or [()] * len(Version._fields)
    return pa.RecordBatch.from_arrays(
        [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)], schema=schema
    )


def _registry(rows: Iterable[Mapping[str, Any]]) -> SchemaRegistry:
    listed: list[Version] = []
    units: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["action"] == LISTED:
            name = f"{row['system']}:{row['name']}"
            listed.append(Version(name, ALWAYS, row["kind"], row["temporary"], row["columns"], row["text"]))
        else:
            units.setdefault(row["unit"], []).append(row)
    registry = SchemaRegistry(listed, frozenset(unit for unit, own in units.items() if own[0]["repeated"]))
    for unit, own in units.items():
        own.sort(key=lambda row: (row["number"], row["position"]))
        registry.update(unit, [event for row in own for event in row_events(row)])
    return registry
