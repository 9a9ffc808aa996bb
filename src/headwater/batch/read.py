"""What Spark reads of files becomes entries, as batches: whole files, lines of large ones, rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from headwater import logs
from headwater.batch.entry_batches import entry_batches
from headwater.batch.statement_tables import read_table
from headwater.batch.table_files import is_table_file, read_table_file
from headwater.logs import Entry, ReadSettings

if TYPE_CHECKING:
    import pyarrow

    Batches = Iterable[pyarrow.RecordBatch]
    EntryBatches = Iterator[pyarrow.RecordBatch]

Name = Callable[[str], str]
"""The name of a path in the tables."""
PATH, START = "_path", "_start"
"""The last columns of a table of statements: the path of the file, and where the block begins that Spark read."""
_HEAD = 1 << 16


def read_files(batches: Batches, settings: ReadSettings, name: Name) -> EntryBatches:
    """Of batches of (path, content): whole files, whatever they are."""
    for batch in batches:
        for path, content in zip(batch.column(0).to_pylist(), batch.column(1), strict=True):
            yield from _whole_file(path, content.as_buffer(), settings, name)


def read_spans(batches: Batches, settings: ReadSettings, name: Name) -> EntryBatches:
    """Of batches of (path, content, start): whole files, or, of a file of lines, those from a byte on."""
    for batch in batches:
        for path, content, start in zip(
            batch.column(0).to_pylist(), batch.column(1), batch.column(2).to_pylist(), strict=True
        ):
            if start:
                yield from entry_batches(_more_lines(name(path), content.as_py(), start, settings))
            else:
                yield from _whole_file(path, content.as_buffer(), settings, name)


def _whole_file(path: str, buffer: pyarrow.Buffer, settings: ReadSettings, name: Name) -> EntryBatches:
    if is_table_file(path, buffer.slice(0, min(8, buffer.size)).to_pybytes()):
        yield from read_table_file(name(path), buffer, settings)
    else:
        yield from entry_batches(logs.read_file(name(path), buffer.to_pybytes(), settings))


def _more_lines(source: str, content: bytes, start: int, settings: ReadSettings) -> Iterator[Entry]:
    """The lines of a file from a byte on, each a record by itself, with the numbers that they have in the file."""
    first = content.count(b"\n", 0, start) + 1
    for number, line in enumerate(content[start:].split(b"\n"), first):
        yield from logs.read_line(source, number, _text(line), settings)


def read_lines(batches: Batches, settings: ReadSettings, name: Name) -> EntryBatches:
    """Of batches of (path, start of block, line) of large files in which each line is a record by itself.

    A message of a queue is a block by itself.
    """

    def entries() -> Iterator[Entry]:
        for (path, start), lines in _by_block(batches):
            source = name(path)
            for number, line in enumerate(lines, 1):
                for entry in logs.read_line(source, number, _text(line), settings):
                    # lines are counted in each block of the file: the start of the block makes the number unique
                    yield entry._replace(entry=f"{start}+{number}") if entry.entry == str(number) else entry

    return entry_batches(entries())


def read_streams(batches: Batches, settings: ReadSettings, name: Name, end: str = "\n") -> EntryBatches:
    """Of batches of (path, start of block, line) of large files, each of them whole and in order.

    `end` is what the lines were cut at.
    """
    for path, rows in groupby(_rows(batches), key=itemgetter(0)):
        yield from entry_batches(logs.read_stream(name(path), (_text(line) + end for *_, line in rows), settings))


def read_records(batches: Batches, settings: ReadSettings, name: Name) -> EntryBatches:
    """Of batches of a table of statements, with `PATH` and `START` as its last columns."""
    counted: dict[tuple[str, int | None], int] = {}
    for batch in batches:
        places = list(zip(batch.column(PATH).to_pylist(), batch.column(START).to_pylist(), strict=True))
        table = batch.drop_columns([PATH, START])
        offset = 0
        for place, rows in groupby(places):
            size = sum(1 for _ in rows)
            path, start = place
            first = counted.get(place, 0) + 1
            prefix = f"{start}+" if start else ""
            yield from read_table(name(path), table.slice(offset, size), first, prefix, settings)
            counted[place] = first + size - 1
            offset += size


def read_heads(batches: Batches) -> EntryBatches:
    """(path, head) of every file: of batches of (path, start of block, line), the first lines of its first block."""
    import pyarrow as pa

    for (path, start), lines in _by_block(batches):
        if start:
            continue
        head, size = [], 0
        for line in lines:
            head.append(_text(line))
            size += len(line)
            if size >= _HEAD:
                break
        yield pa.RecordBatch.from_pydict({"path": [path], "head": ["\n".join(head) + "\n"]})


def _by_block(batches: Batches) -> Iterator[tuple[tuple[str, int], Iterator[bytes]]]:
    for place, rows in groupby(_rows(batches), key=itemgetter(0, 1)):
        yield place, (line for *_, line in rows)


def _rows(batches: Batches) -> Iterator[tuple[str, int, bytes]]:
    for batch in batches:
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _text(line: bytes) -> str:
    """A line in whatever encoding: UTF-8, or else one in which every byte is a letter."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")
