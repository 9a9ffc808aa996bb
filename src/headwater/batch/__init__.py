"""Arrow batches in, Arrow batches out: what a worker does, without anything of Spark.

`ingest` reads files and says which texts are the same but for their constants; `analyze_batches` analyses texts, each
under guard. All are generators over batches, as `mapInArrow` wants them, and work the same in a plain loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from headwater.base import codes
from headwater.batch.analyst import Analyst, failed_row
from headwater.batch.dataset_ids import Names, dialect_system, hash_id
from headwater.batch.isolation import Limits, Lost, run_isolated
from headwater.batch.nested_rows import NestedRows
from headwater.batch.schema_history import ALWAYS, AsOf, History, Version
from headwater.rows.steps import ANALYSED, Unit

if TYPE_CHECKING:
    import pyarrow

_PORTION_ROWS = 20_000
"""Rows of one portion: enough to make Arrow worth it, few enough to hold in memory."""


@dataclass(frozen=True)
class Settings:
    """What a worker needs to know besides the texts: the mapping of names, registered functions, limits."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    waiting: frozenset[str] = frozenset()
    """Datasets whose schema will not be known, because it waits for itself."""


def analyze_batches(
    batches: Iterable[pyarrow.RecordBatch], history: Callable[[], History], settings: Settings
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of units become batches of `ANALYSED`: a row for every statement, and at least one for every unit."""
    analyst: Analyst | None = None
    for batch in batches:
        if analyst is None:
            analyst = Analyst(history(), settings.mapping, settings.functions, settings.limits.chars, settings.waiting)
        columns = [batch.column(name).to_pylist() for name in Unit._fields]
        units = [Unit(*row) for row in zip(*columns, strict=True)]
        yield from analyze_units(units, analyst, settings.limits)


def unchanged_units(
    batches: Iterable[pyarrow.RecordBatch], history: Callable[[], History], settings: Settings
) -> Iterator[pyarrow.RecordBatch]:
    """Of batches of (unit, signature, names, as_of, dialect): the units that would look at the same schemas now."""
    import pyarrow as pa

    analyst: Analyst | None = None
    for batch in batches:
        if analyst is None:
            analyst = Analyst(history(), settings.mapping, waiting=settings.waiting)
        columns = [batch.column(name).to_pylist() for name in ("unit", "signature", "names", "as_of", "dialect")]
        unchanged = [
            unit
            for unit, signature, names, as_of, dialect in zip(*columns, strict=True)
            if analyst.signature(names, as_of, dialect) == signature
        ]
        yield pa.RecordBatch.from_arrays([pa.array(unchanged, pa.string())], names=["unit"])


def analyze_units(units: Sequence[Unit], analyst: Analyst, limits: Limits) -> Iterator[pyarrow.RecordBatch]:
    """Analyse units under guard."""
    import pyarrow as pa

    _load_dialects(analyst, {unit.dialect for unit in units})

    def work(start: int, begin: Callable[[int], None], skip: frozenset[int]) -> Iterator[tuple[int, bytes]]:
        rows = NestedRows(ANALYSED)
        since = time.monotonic()
        for index in range(start, len(units)):
            if index in skip:
                continue
            begin(index)
            for row in analyst.rows(units[index]):
                rows.add(row)
            if rows.weight >= _PORTION_ROWS or time.monotonic() - since > 1.0:
                yield index + 1, _bytes(rows.batch())
                since = time.monotonic()
        if len(rows):
            yield len(units), _bytes(rows.batch())

    lost = NestedRows(ANALYSED)
    for portion in run_isolated(len(units), work, limits):
        if isinstance(portion, Lost):
            code = codes.TOO_SLOW if portion.reason == "slow" else codes.CRASHED
            lost.add(failed_row(units[portion.row], code, portion.detail))
        else:
            yield from pa.ipc.open_stream(pa.BufferReader(portion))
    if len(lost):
        yield lost.batch()


def _load_dialects(analyst: Analyst, names: Iterable[str]) -> None:
    """Load everything that a child process will need: what it loads itself is lost when it ends.

    Arrow brings in pandas, where that is installed, when it is first given a list.
    """
    rows = NestedRows(ANALYSED)
    for row in analyst.warm(names):
        rows.add(row)
    _bytes(rows.batch())


def _bytes(batch: pyarrow.RecordBatch) -> bytes:
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    data: bytes = sink.getvalue().to_pybytes()
    return data


__all__ = [
    "ALWAYS",
    "Analyst",
    "AsOf",
    "History",
    "Limits",
    "Names",
    "Settings",
    "Unit",
    "Version",
    "analyze_batches",
    "analyze_units",
    "hash_id",
    "unchanged_units",
    "dialect_system",
]
