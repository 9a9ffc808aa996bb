"""Files of tables, Parquet and ORC, held as bytes: read part by part, so that a broken part costs no other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from headwater.batch.entry_batches import entry_batches
from headwater.batch.statement_tables import read_table
from headwater.logs import Entry, ReadSettings

if TYPE_CHECKING:
    import pyarrow

_PARQUET, _ORC = b"PAR1", b"ORC"
_ROWS = 2_000
_ENDING = re.compile(r"\.(parquet|orc)$", re.IGNORECASE)


class _Part(NamedTuple):
    name: str
    rows: int | None
    batches: Callable[[], Iterator[pyarrow.RecordBatch]]


def is_table_file(path: str, content: bytes) -> bool:
    """Whether a file is a table: by its first bytes, or by its name."""
    return content.startswith((_PARQUET, _ORC)) or bool(_ENDING.search(path))


def read_table_file(source: str, content: pyarrow.Buffer, settings: ReadSettings) -> Iterator[pyarrow.RecordBatch]:
    """Batches of entries. What cannot be read is an entry that says which part, and why."""
    import pyarrow as pa

    damaged = (pa.ArrowException, OSError, ValueError)
    try:
        parts = _parts(content)
    except damaged as error:
        yield from entry_batches([_unread(source, "", f"It cannot be read as a table: {_why(error)}")])
        return
    number = 1
    for part in parts:
        read = 0
        try:
            for batch in part.batches():
                yield from read_table(source, batch, number + read, "", settings)
                read += batch.num_rows
        except damaged as error:
            lost = "" if part.rows is None else f", {part.rows - read:,} rows not read"
            yield from entry_batches(
                [_unread(source, str(number + read), f"{part.name} is damaged{lost}: {_why(error)}")]
            )
        number += read if part.rows is None else part.rows


def _parts(content: pyarrow.Buffer) -> list[_Part]:
    import pyarrow as pa

    if content.slice(0, min(len(_ORC), content.size)).to_pybytes() == _ORC:
        from pyarrow import orc

        table = orc.ORCFile(pa.BufferReader(content))
        stripes = range(table.nstripes)
        return [
            _Part(f"stripe {index + 1} of {len(stripes)}", None, partial(_stripe, table, index)) for index in stripes
        ]
    from pyarrow import parquet

    file = parquet.ParquetFile(pa.BufferReader(content), page_checksum_verification=True)
    groups = range(file.num_row_groups)
    return [
        _Part(
            f"row group {index + 1} of {len(groups)}",
            file.metadata.row_group(index).num_rows,
            partial(file.iter_batches, _ROWS, row_groups=[index]),
        )
        for index in groups
    ]


def _stripe(table: Any, index: int) -> Iterator[pyarrow.RecordBatch]:
    yield table.read_stripe(index)


def _unread(source: str, entry: str, detail: str) -> Entry:
    return Entry(source, entry, "unread", detail=detail[:1000])


def _why(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
