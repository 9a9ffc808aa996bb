"""Columns of numbers and strings in files, read through the page cache: nothing is loaded before it is used.

A file `name.u4` holds little-endian numbers of one width, one after the other. A column of strings is two files: the
bytes of all strings, and the offset at which each ends. Readers share the pages, in one process and in several.
To add a width: a line in `_WIDTHS`.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from headwater.store.errors import StoreProblem

if TYPE_CHECKING:
    import pyarrow

_WIDTHS = {"u1": "B", "u2": "H", "u4": "I", "i4": "i", "i8": "q", "f4": "f"}
_SQL = {
    "u1": "UTINYINT",
    "u2": "USMALLINT",
    "u4": "UINTEGER",
    "i4": "INTEGER",
    "i8": "BIGINT",
    "f4": "FLOAT",
}
STRINGS = "w"
"""The kind of a column of strings."""


def read_numbers(folder: Path, name: str, kind: str) -> Any:
    """A column of numbers as something that can be indexed; empty where the file is."""
    if sys.byteorder != "little":  # pragma: no cover
        raise StoreProblem("The index needs a little-endian machine.")
    data: Any = memoryview(_map_file(folder / f"{name}.{kind}"))
    return data.cast(_WIDTHS[kind])


def _map_file(path: Path) -> bytes | mmap.mmap:
    with path.open("rb") as file:
        file.seek(0, 2)
        if not file.tell():
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


class Strings:
    """A column of strings, each decoded when it is read."""

    __slots__ = ("_bytes", "_ends")

    def __init__(self, folder: Path, name: str) -> None:
        self._bytes = _map_file(folder / f"{name}.bytes")
        self._ends = read_numbers(folder, name, "i8")

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: int) -> str:
        ends = self._ends
        start = ends[number - 1] if number else 0
        return self._bytes[start : ends[number]].decode("utf-8", "replace")

    def __iter__(self) -> Iterator[str]:
        start = 0
        data = self._bytes
        for end in self._ends:
            yield data[start:end].decode("utf-8", "replace")
            start = end


def write_columns(folder: Path, batches: Iterable[pyarrow.RecordBatch], kinds: dict[str, str]) -> int:
    """Write the columns of batches, by name; how many rows there were. Nulls are not allowed."""
    rows = 0
    with ExitStack() as stack:

        def open_file(name: str) -> BinaryIO:
            return stack.enter_context((folder / name).open("wb"))

        writers: dict[str, Callable[[Any], None]] = {}
        for name, kind in kinds.items():
            if kind == STRINGS:
                writers[name] = _string_writer(open_file(f"{name}.bytes"), open_file(f"{name}.i8"))
            else:
                writers[name] = _number_writer(open_file(f"{name}.{kind}"))
        for batch in batches:
            rows += batch.num_rows
            for name in kinds:
                writers[name](batch.column(batch.schema.get_field_index(name)))
    return rows


def _number_writer(file: BinaryIO) -> Callable[[Any], None]:
    def write(array: Any) -> None:
        assert array.null_count == 0
        width = array.type.bit_width // 8
        data = array.buffers()[1]
        if len(array):
            file.write(memoryview(data)[array.offset * width : (array.offset + len(array)) * width])

    return write


def _string_writer(bytes_: BinaryIO, ends: BinaryIO) -> Callable[[Any], None]:
    import pyarrow as pa
    import pyarrow.compute as pc

    written_bytes = 0

    def write(array: Any) -> None:
        nonlocal written_bytes
        assert array.null_count == 0
        if not len(array):
            return
        large = array.cast(pa.large_string())
        _, offsets, data = large.buffers()
        starts = memoryview(offsets).cast("q")[large.offset : large.offset + len(large) + 1]
        first, last = starts[0], starts[len(large)]
        if data is not None:
            bytes_.write(memoryview(data)[first:last])
        moved = pc.add(pa.array([], pa.int64()) if not len(large) else _int64(offsets, large), written_bytes - first)
        ends.write(memoryview(moved.buffers()[1])[: len(large) * 8])
        written_bytes += last - first

    return write


def _int64(offsets: Any, large: Any) -> Any:
    """Where each string ends, as numbers to be moved."""
    import pyarrow as pa

    return pa.Int64Array.from_buffers(pa.int64(), len(large), [None, offsets], offset=large.offset + 1)


def cast(expression: str, kind: str, name: str) -> str:
    """A column of a query in the type that a file wants."""
    return f"({expression})::{_SQL.get(kind, 'VARCHAR')} AS {name}"
