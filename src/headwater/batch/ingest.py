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
from headwater.batch import text_ids
from headwater.logs import Entry, ReadSettings
from headwater.rows.record import Record
from headwater.rows.warehouse import ENTRY, INGESTED

if TYPE_CHECKING:
    import pyarrow

_ROWS = 2_000
_GATHER = 10_000
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
    """Batches of `ENTRY` become batches of `INGESTED`.

    What is said of a run is handed on column by column; row by row only what a text makes necessary.
    """
    made = _Maker(INGESTED)
    kept = _Kept()
    units = text_ids.units()
    for batch in _gathered(batches):
        run, rest = _runs(batch)
        for entry, count in rest:
            yield from made.add((entry.kind, None, *entry, count), len(entry.text or ""))
        if not run.num_rows:
            continue
        names, databases, targets = (run.column(name).to_pylist() for name in ("dialect", "database", "target"))
        ids = units.of_column(names, databases, targets, run.column("text"))
        for entry in _temporary(run):
            yield from made.add(("temporary", None, *entry, 0), 0)
        kept.add(ids, run)
        if kept.held > _HELD:
            yield from kept.rows(made)
        yield _as_runs(run, ids)
    yield from kept.rows(made)
    yield from made.rest()


def _gathered(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Fewer, larger batches: a pattern is made ready once for each."""
    import pyarrow as pa

    held: list[pyarrow.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(one.num_rows for one in held) >= _GATHER or sum(one.nbytes for one in held) >= _CHARS:
            yield from pa.Table.from_batches(held).combine_chunks().to_batches()
            held = []
    if held:
        yield from pa.Table.from_batches(held).combine_chunks().to_batches()


def _runs(batch: pyarrow.RecordBatch) -> tuple[pyarrow.RecordBatch, list[tuple[Entry, int]]]:
    """The statements of a batch with their dialect under headwater's own name; and what is none, or cannot be read."""
    import pyarrow as pa

    names = batch.column("dialect").to_pylist()
    own = {name: _own_name(name) for name in set(names)}
    kinds = batch.column("kind").to_pylist()
    told = batch.column("text").is_valid().to_pylist()
    wanted = [
        kind == "statement" and some and own[name] is not None
        for kind, some, name in zip(kinds, told, names, strict=True)
    ]
    rest = []
    if not all(wanted):
        for row in batch.filter(pa.array([not one for one in wanted])).to_pylist():
            count = row.pop("entries")
            entry = Entry(**row)
            rest.append((_unread(entry) if entry.kind == "statement" else entry, count))
        batch = batch.filter(pa.array(wanted))
        names = [name for name, one in zip(names, wanted, strict=True) if one]
    settled = pa.array([own[name] for name in names], pa.string())
    return batch.set_column(batch.schema.get_field_index("dialect"), "dialect", settled), rest


def _as_runs(run: pyarrow.RecordBatch, ids: list[str]) -> pyarrow.RecordBatch:
    """Every run by the id of its text, without the text."""
    import pyarrow as pa

    schema = INGESTED.arrow_schema().remove_metadata()
    fixed = {
        "part": pa.repeat(pa.scalar("run", pa.string()), len(ids)),
        "unit": pa.array(ids, pa.string()),
        "text": pa.nulls(len(ids), pa.string()),
    }
    columns = [fixed[field.name] if field.name in fixed else run.column(field.name) for field in schema]
    return pa.RecordBatch.from_arrays(
        [one.cast(field.type) for one, field in zip(columns, schema, strict=True)], schema=schema
    )


def _temporary(run: pyarrow.RecordBatch) -> Iterator[Entry]:
    """The entries that make a temporary table in a session that others may use it in, with its name as their text."""
    import pyarrow.compute as pc

    maybe = pc.and_(
        pc.match_substring(run.column("text"), "temp", ignore_case=True),
        pc.and_(run.column("session").is_valid(), pc.not_equal(run.column("status"), "failed")),
    )
    for row in run.filter(maybe).to_pylist():
        row.pop("entries")
        entry = Entry(**row)
        if name := temporary(entry.text or ""):
            yield entry._replace(text=name)


class _Kept:
    """Every text once: of those with one id the smallest, and of the same text the one that was read first."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[str, str, str, Entry]] = {}
        self.held = 0
        """Characters, about."""

    def add(self, ids: list[str], run: pyarrow.RecordBatch) -> None:
        """Look at more of them."""
        import pyarrow as pa

        better: dict[str, tuple[str, str, str, int]] = {}
        ways = zip(ids, *(run.column(name).to_pylist() for name in ("text", "source", "entry")), strict=True)
        for row, (unit, text, source, entry) in enumerate(ways):
            old = better.get(unit) or self._found.get(unit)
            if old is None or text < old[0] or (text == old[0] and (source, entry) < old[1:3]):
                better[unit] = (text, source, entry, row)
        chosen = run.drop_columns(["entries"]).take(pa.array([row for *_, row in better.values()], pa.int64()))
        for (unit, (text, source, entry, _)), fields in zip(better.items(), chosen.to_pylist(), strict=True):
            self.held += 0 if unit in self._found else len(text)
            self._found[unit] = (text, source, entry, Entry(**fields))

    def rows(self, made: _Maker) -> Iterator[pyarrow.RecordBatch]:
        """Hand over what was kept."""
        for unit, (text, _, _, entry) in self._found.items():
            yield from made.add(("text", unit, *entry._replace(at=None, user=None, session=None), 0), len(text))
        self._found, self.held = {}, 0


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


def _own_name(dialect: str | None) -> str | None:
    """Headwater's own name of a dialect."""
    try:
        return None if dialect is None else dialects.get(dialect).name
    except dialects.UnknownDialect:
        return None


def _unread(entry: Entry) -> Entry:
    """A statement that cannot be analysed, with the reason."""
    if entry.text is None:
        return entry._replace(kind="unread", detail="It has no text.")
    if entry.dialect is None:
        why = (
            "The dialect is not known: name it with --dialect, in a first line `-- dialect: hive`, or by the name of "
            "the folder."
        )
        return entry._replace(kind="unread", detail=why)
    try:
        dialects.get(entry.dialect)
    except dialects.UnknownDialect as error:
        return entry._replace(kind="unread", dialect=None, detail=str(error))
    raise AssertionError(f"{entry.dialect} can be read")


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
