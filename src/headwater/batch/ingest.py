"""Files and lines become entries, and entries become runs and texts.

A log says the same thing a thousand times. What is kept of it is every run, small, by the id of its text; and every
text once. Which of the texts with one id is kept does not depend on how the log was cut into parts: it is the smallest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from headwater import dialects, logs
from headwater.batch import texts
from headwater.logs import Entry, ReadSettings
from headwater.rows.record import Record
from headwater.rows.warehouse import ENTRY, INGESTED

if TYPE_CHECKING:
    import pyarrow

_ROWS = 2_000
_CHARS = 8 << 20
_HELD = 64 << 20
_Row = tuple[Any, ...]


def read_files(
    batches: Iterable[pyarrow.RecordBatch], settings: ReadSettings, name: Callable[[str], str]
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of (path, content) become batches of `ENTRY`; `name` is how a path is called in the tables."""
    return _entries(
        entry
        for batch in batches
        for path, content in zip(batch.column(0).to_pylist(), batch.column(1), strict=True)
        for entry in logs.read_file(name(path), content.as_buffer().to_pybytes(), settings)
    )


def read_lines(
    batches: Iterable[pyarrow.RecordBatch], settings: ReadSettings, name: Callable[[str], str]
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of (path, start of block, line) of files that are too large to be read at once: logs of JSON lines.

    Lines are bytes: nobody has looked at them so far.
    """

    def found() -> Iterator[Entry]:
        number = 0
        for batch in batches:
            for path, start, line in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                number += 1
                for entry in logs.read_line(name(path), number, _text(line), settings):
                    # lines are counted in each block of the file: together with the block's start they say which it is
                    yield entry._replace(entry=f"{start}+{number}") if entry.entry == str(number) else entry

    return _entries(found())


def read_scripts(
    batches: Iterable[pyarrow.RecordBatch], settings: ReadSettings, name: Callable[[str], str]
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of (path, start of block, line) of scripts that are too large to be read at once, whole files in order:
    every statement becomes an entry of its own.
    """

    def files() -> Iterator[tuple[str, Iterator[str]]]:
        rest = (
            (path, line)
            for batch in batches
            for path, line in zip(batch.column(0).to_pylist(), batch.column(2).to_pylist(), strict=True)
        )
        ahead = next(rest, None)
        while ahead is not None:
            path = ahead[0]

            def lines(path: str = path) -> Iterator[str]:
                nonlocal ahead
                while ahead is not None and ahead[0] == path:
                    yield _text(ahead[1]) + "\n"
                    ahead = next(rest, None)

            yield path, lines()

    def found() -> Iterator[Entry]:
        for path, lines in files():
            called = name(path)
            first = list(islice(lines, 50))
            if any("\0" in line for line in first):
                yield Entry(called, "", "unread", detail="this is binary, not text")
                for _ in lines:
                    pass
                continue
            lines = chain(first, lines)
            dialect = logs.dialect_of(called, "".join(first), settings.dialect, settings.root)
            for offset, text in logs.split_sql(lines, dialect):
                yield Entry(called, str(offset), "statement", dialect, settings.database, text, job=called)

    return _entries(found())


def _text(line: bytes) -> str:
    """A line in whatever encoding: UTF-8, or else one in which every byte is a letter."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def read_records(
    batches: Iterable[pyarrow.RecordBatch], settings: ReadSettings, name: Callable[[str], str]
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of a table of statements, with the path of its file in the last column, `_path`."""

    def found() -> Iterator[Entry]:
        number = 0
        for batch in batches:
            for record in batch.to_pylist():
                number += 1
                path = name(record.pop("_path"))
                yield from logs.read_record(path, number, record, settings)

    return _entries(found())


def ingest(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of `ENTRY` become batches of `INGESTED`."""
    made = _Maker(INGESTED)
    kept: dict[str, _Row] = {}
    held = 0
    units = texts.Units()
    for batch in batches:
        for row in zip(*(batch.column(field).to_pylist() for field in ENTRY.names), strict=True):
            entry = Entry(*row[:-1])
            count = row[-1]
            if entry.kind == "statement":
                entry = _settled(entry)
            if entry.kind != "statement" or entry.text is None:
                yield from made.add((entry.kind, None, *entry, count), len(entry.text or ""))
                continue
            if entry.session is not None and entry.status != "failed" and (name := temporary(entry.text)):
                yield from made.add(("temporary", None, *entry._replace(text=name), 0), 0)
            unit = units.of(entry.dialect or "", entry.database, entry.target, entry.text)
            yield from made.add(("run", unit, *entry._replace(text=None), count), 0)
            row = (entry.text, entry.source, entry.entry)
            old = kept.get(unit)
            if old is None or row < old[:3]:
                kept[unit] = (*row, entry)
                held += len(entry.text) if old is None else 0
            if held > _HELD:
                yield from _kept(made, kept)
                kept, held = {}, 0
    yield from _kept(made, kept)
    yield from made.rest()


def _kept(made: _Maker, kept: dict[str, _Row]) -> Iterator[pyarrow.RecordBatch]:
    for unit, (text, _, _, entry) in kept.items():
        yield from made.add(("text", unit, *entry._replace(at=None, user=None, session=None), 0), len(text))


_LEAD = re.compile(r"\s+|--[^\n]*|/\*(?:[^*]|\*(?!/))*\*/")
_TEMPORARY = re.compile(
    r"create\s+(?:or\s+replace\s+)?(?:(?:global|local)\s+)?temp(?:orary)?\s+(?:table|view)\s+"
    r"""(?:if\s+not\s+exists\s+)?([`"\w.]+)""",
    re.IGNORECASE,
)


def temporary(text: str) -> str | None:
    """The name of the temporary table that a text begins by making, in small letters and without quotes.

    >>> temporary('-- of today\\nCREATE TEMP TABLE "Recent" AS SELECT 1')
    'recent'
    """
    at = 0
    while lead := _LEAD.match(text, at):  # one after the other: a pattern of them all would try every way to cut them
        at = lead.end()
    match = _TEMPORARY.match(text, at)
    return re.sub('[`"]', "", match[1]).lower() if match else None


def _settled(entry: Entry) -> Entry:
    """The entry with its dialect under headwater's own name; unread where there is no such dialect, or no text."""
    if entry.text is None:
        return entry._replace(kind="unread", detail="It has no text.")
    if entry.dialect is None:
        why = (
            "The dialect is not known: name it with --dialect, in a first line `-- dialect: hive`, or by the name of "
            "the folder."
        )
        return entry._replace(kind="unread", detail=why)
    try:
        return entry._replace(dialect=dialects.get(entry.dialect).name)
    except dialects.UnknownDialect as error:
        return entry._replace(kind="unread", dialect=None, detail=str(error))


def _entries(found: Iterable[Entry]) -> Iterator[pyarrow.RecordBatch]:
    made = _Maker(ENTRY)
    for entry in found:
        yield from made.add((*entry, 1), len(entry.text or ""))
    yield from made.rest()


class _Maker:
    """Rows become batches that are bounded in rows and in characters."""

    def __init__(self, record: Record) -> None:
        self._schema = record.arrow_schema().remove_metadata()
        self._rows: list[_Row] = []
        self._chars = 0

    def add(self, row: _Row, chars: int) -> Iterator[pyarrow.RecordBatch]:
        """One more row; yields a batch when there is enough for one."""
        self._rows.append(row)
        self._chars += chars
        if len(self._rows) >= _ROWS or self._chars >= _CHARS:
            yield from self.rest()

    def rest(self) -> Iterator[pyarrow.RecordBatch]:
        """What is left."""
        import pyarrow as pa

        rows, self._rows, self._chars = self._rows, [], 0
        if rows:
            columns = zip(*rows, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
            yield pa.RecordBatch.from_arrays(arrays, schema=self._schema)
