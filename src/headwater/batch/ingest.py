"""Files and lines become entries, and entries become runs and texts.

A log repeats the same text a thousand times. Every run is kept, small, by the id of its text, and every text is kept
once. Which of the texts with one id is kept does not depend on how the log was split: it is the smallest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from headwater import dialects, logs
from headwater.batch import text_ids
from headwater.logs import ReadSettings
from headwater.rows.record import Record
from headwater.rows.steps import ENTRY, INGESTED, Entry, entry_row, ingested_row

if TYPE_CHECKING:
    import pyarrow

_ROWS = 2_000
_GATHER = 10_000
_CHARS = 8 << 20
_MOST_TEXT_CHARS = 64 << 20


def read_files(
    batches: Iterable[pyarrow.RecordBatch], settings: ReadSettings, name: Callable[[str], str]
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of (path, content) become batches of `ENTRY`; `name` gives the name of a path in the tables."""
    return _entry_batches(
        entry
        for batch in batches
        for path, content in zip(batch.column(0).to_pylist(), batch.column(1), strict=True)
        for entry in logs.read_file(name(path), content.as_buffer().to_pybytes(), settings)
    )


def read_lines(
    batches: Iterable[pyarrow.RecordBatch], settings: ReadSettings, name: Callable[[str], str]
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of (path, start of block, line) of files that are too large to be read at once: logs of JSON lines.

    Lines are bytes in an unknown encoding.
    """

    def entries() -> Iterator[Entry]:
        number = 0
        for batch in batches:
            for path, start, line in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                number += 1
                for entry in logs.read_line(name(path), number, _text(line), settings):
                    # lines are counted in each block of the file: the start of the block makes the number unique
                    yield entry._replace(entry=f"{start}+{number}") if entry.entry == str(number) else entry

    return _entry_batches(entries())


def read_scripts(
    batches: Iterable[pyarrow.RecordBatch], settings: ReadSettings, name: Callable[[str], str]
) -> Iterator[pyarrow.RecordBatch]:
    """Batches of (path, start of block, line) of scripts that are too large to be read at once, whole files in order.

    Every statement becomes an entry of its own.
    """

    def files() -> Iterator[tuple[str, Iterator[str]]]:
        lines_left = (
            (path, line)
            for batch in batches
            for path, line in zip(batch.column(0).to_pylist(), batch.column(2).to_pylist(), strict=True)
        )
        ahead = next(lines_left, None)
        while ahead is not None:
            path = ahead[0]

            def lines(path: str = path) -> Iterator[str]:
                nonlocal ahead
                while ahead is not None and ahead[0] == path:
                    yield _text(ahead[1]) + "\n"
                    ahead = next(lines_left, None)

            yield path, lines()

    def entries() -> Iterator[Entry]:
        for path, lines in files():
            source = name(path)
            first = list(islice(lines, 50))
            if any("\0" in line for line in first):
                yield Entry(source, "", "unread", detail="binary data, not text")
                for _ in lines:
                    pass
                continue
            lines = chain(first, lines)
            dialect = logs.file_dialect(source, "".join(first), settings.dialect, settings.root)
            for offset, text in logs.split_sql(lines, dialect):
                yield Entry(source, str(offset), "statement", dialect, settings.database, text, job=source)

    return _entry_batches(entries())


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

    def entries() -> Iterator[Entry]:
        number = 0
        for batch in batches:
            for record in batch.to_pylist():
                number += 1
                path = name(record.pop("_path"))
                yield from logs.read_record(path, number, record, settings)

    return _entry_batches(entries())


def ingest(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Batches of `ENTRY` become batches of `INGESTED`.

    Runs stay in columns; only what has to be looked at by itself becomes a row.
    """
    rows = _RowBatches(INGESTED)
    texts = _DistinctTexts()
    ids_of_texts = text_ids.shared_text_ids()
    for batch in _gather(batches):
        runs, other_entries = _runs(batch)
        for entry, count in other_entries:
            yield from rows.add(ingested_row(entry.kind, None, entry, count), len(entry.text or ""))
        if not runs.num_rows:
            continue
        names, databases, targets = (runs.column(name).to_pylist() for name in ("dialect", "database", "target"))
        ids = ids_of_texts.column_ids(names, databases, targets, runs.column("text"))
        for entry in _temporary_tables(runs):
            yield from rows.add(ingested_row("temporary", None, entry, 0), 0)
        texts.add(ids, runs)
        if texts.chars > _MOST_TEXT_CHARS:
            yield from texts.flush(rows)
        yield _by_id(runs, ids)
    yield from texts.flush(rows)
    yield from rows.flush()


def _gather(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Fewer, larger batches: Arrow compiles a pattern once for each."""
    import pyarrow as pa

    pending: list[pyarrow.RecordBatch] = []
    for batch in batches:
        pending.append(batch)
        if (
            sum(pending_batch.num_rows for pending_batch in pending) >= _GATHER
            or sum(pending_batch.nbytes for pending_batch in pending) >= _CHARS
        ):
            yield from pa.Table.from_batches(pending).combine_chunks().to_batches()
            pending = []
    if pending:
        yield from pa.Table.from_batches(pending).combine_chunks().to_batches()


def _runs(batch: pyarrow.RecordBatch) -> tuple[pyarrow.RecordBatch, list[tuple[Entry, int]]]:
    """The statements of a batch, with headwater's names of their dialects; and all other entries."""
    import pyarrow as pa

    names = batch.column("dialect").to_pylist()
    canonical = {name: _canonical(name) for name in set(names)}
    is_run = [
        kind == "statement" and has_text and canonical[name] is not None
        for kind, has_text, name in zip(
            batch.column("kind").to_pylist(), batch.column("text").is_valid().to_pylist(), names, strict=True
        )
    ]
    other_entries = []
    if not all(is_run):
        for row in batch.filter(pa.array([not run for run in is_run])).to_pylist():
            count = row.pop("entries")
            entry = Entry(**row)
            other_entries.append((_unread(entry) if entry.kind == "statement" else entry, count))
        batch = batch.filter(pa.array(is_run))
        names = [name for name, run in zip(names, is_run, strict=True) if run]
    column = pa.array([canonical[name] for name in names], pa.string())
    return batch.set_column(batch.schema.get_field_index("dialect"), "dialect", column), other_entries


def _by_id(runs: pyarrow.RecordBatch, ids: list[str]) -> pyarrow.RecordBatch:
    """Every run by the id of its text, without the text."""
    import pyarrow as pa

    schema = INGESTED.arrow_schema().remove_metadata()
    added = {
        "part": pa.repeat(pa.scalar("run", pa.string()), len(ids)),
        "unit": pa.array(ids, pa.string()),
        "text": pa.nulls(len(ids), pa.string()),
    }
    columns = [added[field.name] if field.name in added else runs.column(field.name) for field in schema]
    return pa.RecordBatch.from_arrays(
        [column.cast(field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
    )


def _temporary_tables(runs: pyarrow.RecordBatch) -> Iterator[Entry]:
    """The entries that create a temporary table in a session that others may use it in, with its name as their text."""
    import pyarrow.compute as pc

    maybe = pc.and_(
        pc.match_substring(runs.column("text"), "temp", ignore_case=True),
        pc.and_(runs.column("session").is_valid(), pc.not_equal(runs.column("status"), "failed")),
    )
    for row in runs.filter(maybe).to_pylist():
        row.pop("entries")
        entry = Entry(**row)
        if name := temporary_table_name(entry.text or ""):
            yield entry._replace(text=name)


class _DistinctTexts:
    """Every text once: of those with one id the smallest, and of the same text the one that was read first."""

    def __init__(self) -> None:
        self._best: dict[str, tuple[str, str, str, Entry]] = {}
        self.chars = 0
        """Characters that are held, about."""

    def add(self, ids: list[str], runs: pyarrow.RecordBatch) -> None:
        """Keep the texts of some runs that are better than those that are held."""
        import pyarrow as pa

        better: dict[str, tuple[str, str, str, int]] = {}
        columns = (runs.column(name).to_pylist() for name in ("text", "source", "entry"))
        for row, (unit, text, source, entry) in enumerate(zip(ids, *columns, strict=True)):
            best = better.get(unit) or self._best.get(unit)
            if best is None or text < best[0] or (text == best[0] and (source, entry) < best[1:3]):
                better[unit] = (text, source, entry, row)
        chosen = runs.drop_columns(["entries"]).take(pa.array([row for *_, row in better.values()], pa.int64()))
        for (unit, (text, source, entry, _)), fields in zip(better.items(), chosen.to_pylist(), strict=True):
            self.chars += 0 if unit in self._best else len(text)
            self._best[unit] = (text, source, entry, Entry(**fields))

    def flush(self, rows: _RowBatches) -> Iterator[pyarrow.RecordBatch]:
        """Give up all texts."""
        for unit, (text, _, _, entry) in self._best.items():
            anonymous = entry._replace(at=None, user=None, session=None)
            yield from rows.add(ingested_row("text", unit, anonymous, 0), len(text))
        self._best, self.chars = {}, 0


_LEAD = re.compile(r"\s+|--[^\n]*|/\*(?:[^*]|\*(?!/))*\*/")
_TEMPORARY = re.compile(
    r"create\s+(?:or\s+replace\s+)?(?:(?:global|local)\s+)?temp(?:orary)?\s+(?:table|view)\s+"
    r"""(?:if\s+not\s+exists\s+)?([`"\w.]+)""",
    re.IGNORECASE,
)


def temporary_table_name(text: str) -> str | None:
    """The name of the temporary table that a text creates first, in lower case and without quotes.

    >>> temporary_table_name('-- of today\\nCREATE TEMP TABLE "Recent" AS SELECT 1')
    'recent'
    """
    start = 0
    while lead := _LEAD.match(text, start):  # one by one: a single pattern for all would try every way to split them
        start = lead.end()
    match = _TEMPORARY.match(text, start)
    return re.sub('[`"]', "", match[1]).lower() if match else None


def _canonical(dialect: str | None) -> str | None:
    """Headwater's name of a dialect; None where it knows none."""
    try:
        return None if dialect is None else dialects.get(dialect).name
    except dialects.UnknownDialect:
        return None


def _unread(entry: Entry) -> Entry:
    """A statement that cannot be analysed, with the reason."""
    if entry.text is None:
        return entry._replace(kind="unread", detail="It has no text.")
    if entry.dialect is None:
        detail = (
            "The dialect is not known: name it with --dialect, in a first line `-- dialect: hive`, or by the name of "
            "the folder."
        )
        return entry._replace(kind="unread", detail=detail)
    try:
        dialects.get(entry.dialect)
    except dialects.UnknownDialect as error:
        return entry._replace(kind="unread", dialect=None, detail=str(error))
    raise AssertionError(f"{entry.dialect} can be read")


def _entry_batches(entries: Iterable[Entry]) -> Iterator[pyarrow.RecordBatch]:
    rows = _RowBatches(ENTRY)
    for entry in entries:
        yield from rows.add(entry_row(entry, 1), len(entry.text or ""))
    yield from rows.flush()


class _RowBatches:
    """Rows become batches that are bounded in rows and in characters."""

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
