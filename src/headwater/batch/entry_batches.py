"""Rows become Arrow batches that are bounded in rows and in characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from headwater.rows.record import Record
from headwater.rows.steps import ENTRY, Entry, entry_row

if TYPE_CHECKING:
    import pyarrow

_ROWS = 2_000
_CHARS = 8 << 20


def entry_batches(entries: Iterable[Entry]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of `ENTRY`."""
    rows = RowBatches(ENTRY)
    for entry in entries:
        yield from rows.add(entry_row(entry, 1), len(entry.text or ""))
    yield from rows.flush()


class RowBatches:
    """Gathers rows of a record."""

    def __init__(self, record: Record) -> None:
        self._schema = record.arrow_schema().remove_metadata()
        self._rows: list[tuple[Any, ...]] = []
        self._chars = 0

    def add(self, row: tuple[Any, ...], chars: int) -> Iterator[pyarrow.RecordBatch]:
        """Add a row; yields a batch when there is enough for one."""
        self._rows.append(row)
        self._chars += chars
        if len(self._rows) >= _ROWS or self._chars >= _CHARS:
            yield from self.flush()

    def flush(self) -> Iterator[pyarrow.RecordBatch]:
        """The rows that are left."""
        import pyarrow as pa

        rows, self._rows, self._chars = self._rows, [], 0
        if rows:
            columns = zip(*rows, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
            yield pa.RecordBatch.from_arrays(arrays, schema=self._schema)
