"""Texts with the schemas that they look up, in one stream of batches: first the schemas, then the texts.

A task of Spark reads one stream. It holds the schemas that its texts look up, and no others (`partial_history`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from headwater.batch import History, Settings, Version, analyze_batches, unchanged_units
from headwater.batch.partial_history import Given, PartialHistory
from headwater.rows.record import Field, Record

if TYPE_CHECKING:
    import pyarrow

    Batches = Iterable[pyarrow.RecordBatch]

RANK = "rank"
"""0 for a row of `HANDED`, 1 for a text."""
HANDED = Record(
    "handed",
    "A version of a table that some texts look up; a name that no table has; or a name in a list of names.",
    (
        Field("lead", "string", "What the listed names begin with; null where a name was looked up.", nullable=True),
        Field("table", "string", "system:name; null where no name begins so.", nullable=True),
        Field("since", "long", "From when; null where no table has the name.", nullable=True),
        Field("table_kind", "string", "table, view or materialized view.", nullable=True),
        Field("temporary", "boolean", "Whether it lives no longer than its session.", nullable=True),
        Field("columns", "string", "The columns, as a version has them.", nullable=True),
        Field("details", "string", "What else there is to it, as a version has it.", nullable=True),
        Field("waits", "boolean", "Whether its schema waits for itself.", nullable=True),
    ),
)


def analyze_handed(batches: Batches, shared: Callable[[], History], settings: Settings) -> Batches:
    """A stream of schemas and units becomes batches of `ANALYSED`."""
    given, texts = _split(batches)
    own = replace(settings, waiting=frozenset(given.waiting))
    return analyze_batches(texts, lambda: PartialHistory(given, shared()), own)


def unchanged_handed(batches: Batches, shared: Callable[[], History], settings: Settings) -> Batches:
    """Of a stream of schemas and (unit, signature, names, as_of, dialect): the units whose schemas are the same."""
    given, texts = _split(batches)
    own = replace(settings, waiting=frozenset(given.waiting))
    return unchanged_units(texts, lambda: PartialHistory(given, shared()), own)


def _split(batches: Batches) -> tuple[Given, Iterator[pyarrow.RecordBatch]]:
    """The schemas at the beginning of a stream, and the batches of texts behind them."""
    given = Given()
    stream = iter(batches)
    for batch in stream:
        schemas = batch.column(RANK).to_pylist().count(0)
        _take(given, batch.slice(0, schemas))
        if schemas < batch.num_rows:
            return given, _behind(batch.slice(schemas), stream)
    return given, iter(())


def _behind(first: pyarrow.RecordBatch, others: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    yield first
    yield from others


def _take(given: Given, batch: pyarrow.RecordBatch) -> None:
    columns = [batch.column(name).to_pylist() for name in HANDED.names]
    for lead, table, since, kind, temporary, names, details, waits in zip(*columns, strict=True):
        if lead is not None:
            listed = given.listed.setdefault(lead, set())
            if table is not None:
                listed.add(table)
            continue
        given.names.add(table)
        if waits:
            given.waiting.add(table)
        if since is not None:
            given.versions.append(Version(table, since, kind, temporary, names, details))
