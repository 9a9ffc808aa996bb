"""Arrow batches in, Arrow batches out: what a worker does, without anything of Spark.

`fingerprints` says which texts are the same but for their constants; `analyze_batches` analyses texts, each under
guard. Both are generators over batches, as `mapInArrow` wants them, and work the same in a loop of one's own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

from headwater import dialects
from headwater.base import codes
from headwater.batch.guard import Limits, Lost, guarded
from headwater.batch.history import ALWAYS, AsOf, History, Version
from headwater.batch.names import Names, id_of, system_of
from headwater.batch.nested import Nested
from headwater.batch.unit import Analyst, Unit, failed
from headwater.rows.warehouse import ANALYSED
from headwater.syntax.fingerprint import Fingerprinter

if TYPE_CHECKING:
    import pyarrow

_FULL = 20_000
"""Things said in one portion: enough to make Arrow worth it, few enough to be held."""


@dataclass(frozen=True)
class Settings:
    """What a worker needs to know besides the texts: who is who, functions that users registered, and limits."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)


def fingerprints(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Every batch with two more columns: `fingerprint` of its text, and `unit`, the fingerprint together with the
    dialect, the database and the target that the text was run with. Both are null where there is no text.
    """
    import pyarrow as pa

    of: dict[str, Fingerprinter] = {}
    for batch in batches:
        prints: list[str | None] = []
        units: list[str | None] = []
        columns = (batch.column(name).to_pylist() for name in ("dialect", "database", "target", "text"))
        for dialect, database, target, text in zip(*columns, strict=True):
            if text is None or dialect is None:
                prints.append(None)
                units.append(None)
                continue
            if dialect not in of:
                of[dialect] = Fingerprinter(dialects.get(dialect).grammar)
            found = of[dialect](text)
            prints.append(found)
            units.append(unit_id(dialect, database, target, found))
        arrays = [*batch.columns, pa.array(prints, pa.string()), pa.array(units, pa.string())]
        yield pa.RecordBatch.from_arrays(arrays, names=[*batch.schema.names, "fingerprint", "unit"])


def unit_id(dialect: str, database: str | None, target: str | None, fingerprint: str) -> str:
    """The id of a text as it was run: 32 hexadecimal digits."""
    said = "\0".join((dialect, database or "", target or "", fingerprint))
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def analyze_batches(
    batches: Iterable[pyarrow.RecordBatch], history: Callable[[], History], settings: Settings
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of units become batches of `ANALYSED`: a row for every statement, and at least one for every unit."""
    analyst: Analyst | None = None
    for batch in batches:
        if analyst is None:
            analyst = Analyst(history(), settings.mapping, settings.functions, settings.limits.chars)
        columns = [batch.column(name).to_pylist() for name in Unit._fields]
        units = [Unit(*row) for row in zip(*columns, strict=True)]
        yield from analyze_units(units, analyst, settings.limits)


def analyze_units(units: Sequence[Unit], analyst: Analyst, limits: Limits) -> Iterator[pyarrow.RecordBatch]:
    """Analyse units under guard."""
    import pyarrow as pa

    def work(start: int, begin: Callable[[int], None], skip: frozenset[int]) -> Iterator[tuple[int, bytes]]:
        rows = Nested(ANALYSED)
        since = time.monotonic()
        for at in range(start, len(units)):
            if at in skip:
                continue
            begin(at)
            for row in analyst.rows(units[at]):
                rows.add(row)
            if rows.weight >= _FULL or time.monotonic() - since > 1.0:
                yield at + 1, _bytes(rows.batch())
                since = time.monotonic()
        if len(rows):
            yield len(units), _bytes(rows.batch())

    lost = Nested(ANALYSED)
    for portion in guarded(len(units), work, limits):
        if isinstance(portion, Lost):
            code = codes.TOO_SLOW if portion.reason == "slow" else codes.CRASHED
            lost.add(failed(units[portion.at], code, portion.detail))
        else:
            yield from pa.ipc.open_stream(pa.BufferReader(portion))
    if len(lost):
        yield lost.batch()


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
    "fingerprints",
    "id_of",
    "system_of",
    "unit_id",
]
