"""Entries become runs and texts.

A log repeats the same text a thousand times. Every run is kept, small, by the id of its text, and every text is kept
once. Which of the texts with one id is kept does not depend on how the log was split: it is the smallest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from headwater import dialects
from headwater.batch import text_ids
from headwater.batch.entry_batches import RowBatches
from headwater.rows.steps import INGESTED, Entry, ingested_row

if TYPE_CHECKING:
    import pyarrow

_GATHER = 10_000
_CHARS = 8 << 20
_MOST_TEXT_CHARS = 64 << 20
_MOST_REFERENCED = 500_000


def ingest(batches: Iterable[pyarrow.RecordBatch], by_source: bool = False) -> Iterator[pyarrow.RecordBatch]:
    """Batches of `ENTRY` become batches of `INGESTED`. With `by_source` a text is kept once for each file that has it.

    Runs stay in columns; only what has to be looked at by itself becomes a row.
    """
    rows = RowBatches(INGESTED)
    texts = _DistinctTexts(by_source)
    referenced = _Referenced()
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
        for unit, entry in referenced.new(ids, runs):
            yield from rows.add(ingested_row("referenced", unit, entry, 0), 0)
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

    def __init__(self, by_source: bool) -> None:
        self._by_source = by_source
        self._best: dict[tuple[str, str], tuple[str, str, str, Entry]] = {}
        self.chars = 0
        """Characters that are held, about."""

    def add(self, ids: list[str], runs: pyarrow.RecordBatch) -> None:
        """Keep the texts of some runs that are better than those that are held."""
        import pyarrow as pa

        better: dict[tuple[str, str], tuple[str, str, str, int]] = {}
        columns = (runs.column(name).to_pylist() for name in ("text", "source", "entry"))
        for row, (unit, text, source, entry) in enumerate(zip(ids, *columns, strict=True)):
            key = (unit, source if self._by_source else "")
            best = better.get(key) or self._best.get(key)
            if best is None or text < best[0] or (text == best[0] and (source, entry) < best[1:3]):
                better[key] = (text, source, entry, row)
        chosen = runs.drop_columns(["entries"]).take(pa.array([row for *_, row in better.values()], pa.int64()))
        for (key, (text, source, entry, _)), fields in zip(better.items(), chosen.to_pylist(), strict=True):
            self.chars += 0 if key in self._best else len(text)
            self._best[key] = (text, source, entry, Entry(**fields))

    def flush(self, rows: RowBatches) -> Iterator[pyarrow.RecordBatch]:
        """Give up all texts."""
        for (unit, _), (text, _, _, entry) in self._best.items():
            anonymous = entry._replace(at=None, user=None, session=None)
            yield from rows.add(ingested_row("text", unit, anonymous, 0), len(text))
        self._best, self.chars = {}, 0


class _Referenced:
    """What engines say that texts read: every table once for a text and a file."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, str, str]] = set()

    def new(self, ids: list[str], runs: pyarrow.RecordBatch) -> Iterator[tuple[str, Entry]]:
        """The tables that these runs are the first to name, as entries with the name as their text."""
        if runs.column("referenced").null_count == runs.num_rows:
            return
        columns = (runs.column(name).to_pylist() for name in ("referenced", "status", "source", "dialect"))
        for unit, names, status, source, dialect in zip(ids, *columns, strict=True):
            if names is None or status == "failed":
                continue
            for name in names.split("\n"):
                if (unit, name, source) not in self._seen:
                    self._seen.add((unit, name, source))
                    yield unit, Entry(source, "", "referenced", dialect, text=name)
        if len(self._seen) > _MOST_REFERENCED:
            self._seen.clear()  # the same again does no harm


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
