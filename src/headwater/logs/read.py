"""A file, or a line of one, becomes entries. Nothing that a file holds makes these functions raise.

The order of asking: the ending of a script, then the shape (JSON, a table), then the logs of lines. In a file of
records each record finds its own format, so that logs of several engines may lie in one file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import chain, islice
from typing import Any

from headwater.logs import decode
from headwater.logs.entry import FileContext, ReadSettings
from headwater.logs.formats import RECORDS, TEXTS, RecordFormat
from headwater.logs.formats.statements import map_columns
from headwater.logs.header import SCRIPTS, dialect_name, ending, file_dialect, headers, relative
from headwater.logs.json_stream import json_records
from headwater.logs.records import BadRow, Record, Row, guess_delimiter, json_line, json_lines, json_rows, table_rows
from headwater.logs.split import split_sql
from headwater.rows.steps import Entry

SCRIPT = "sql"
"""The format of a script."""
_HEAD = 1 << 16
_RECORDS_AT_A_TIME = 10_000
_TABLES = frozenset({".csv", ".tsv", ".tab", ".psv"})
_OPENS_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[{"\]])')


def read_file(path: str, content: bytes, settings: ReadSettings) -> Iterator[Entry]:
    """The entries of a whole file, whatever it is; an empty file is unread."""
    context = FileContext(path, settings, dialect_name(settings.dialect), settings.database)
    try:
        text, marks, broken = decode.read(content, settings.max_bytes)
    except decode.Unreadable as error:
        yield context.unread("", str(error))
        return
    context = _file_context(path, text[:_HEAD], settings, marks)
    if ending(path) in SCRIPTS:
        context = replace(context, format=SCRIPT)
    if broken and ending(path) in SCRIPTS:  # its last statement would be another one
        yield context.unread("", broken)
        return
    if text.strip():
        head = text[:_HEAD]
        if ending(path) in SCRIPTS:
            yield context.statement("", text, job=context.job or context.name)
        elif _OPENS_JSON.match(head):
            yield from _read_records(json_rows(text), context)
        else:
            yield from _entries(io.StringIO(text, newline="\n"), head, context)
    elif not broken:
        yield context.unread("", "the file is empty")
    if broken:
        yield context.unread("", broken)


def read_stream(path: str, lines: Iterable[str], settings: ReadSettings) -> Iterator[Entry]:
    """The entries of a file that is too large to be held, from its lines in order, with their ends.

    The statements of a script become entries of their own. The records of a log are looked at some thousands at a time.
    """
    left = iter(lines)
    first, size = [], 0
    for line in left:
        first.append(line)
        size += len(line)
        if size >= _HEAD:
            break
    head = "".join(first)[:_HEAD].removeprefix("\ufeff")
    context = _file_context(path, head, settings, None, complete=False)
    left = chain(first, left)
    if "\0" in head:
        yield context.unread("", "binary data, not text")
        return
    if ending(path) in SCRIPTS:
        script = replace(context, format=SCRIPT)
        for offset, text in split_sql(left, context.dialect):
            yield script.statement(offset, text, job=context.job or path)
    elif is_document(path, head):
        yield from _read_records(json_records(left), context)
    elif _OPENS_JSON.match(head):
        yield from _read_records(json_lines(left), context)
    else:
        yield from _entries(left, head, context)


def is_document(path: str, head: str) -> bool:
    """Whether a file is JSON that does not go by lines: it may be one line, and any line may be a part of a record."""
    head = head.removeprefix("\ufeff")
    if ending(path) in SCRIPTS or not _OPENS_JSON.match(head):
        return False
    first = json_line(1, head.lstrip().split("\n", 1)[0])
    names_columns = isinstance(first, list) and bool(first) and all(isinstance(name, str) for name in first)
    return not names_columns and not stands_in_lines(path, head)


def stands_in_lines(path: str, head: str) -> bool:
    """Whether each line of a file is a record by itself, so that its lines may be read in any order."""
    if ending(path) in SCRIPTS:
        return False
    head = head.removeprefix("\ufeff")
    if _OPENS_JSON.match(head):
        rows = [json_line(1, line) for line in head.split("\n", 5)[:-1] if line.strip()]
        return bool(rows) and all(isinstance(row, Row) and not {"meta", "data"} <= row.record.keys() for row in rows)
    context = _file_context(path, head, ReadSettings(), None)
    return (
        not _delimiter(head, context) and not any(form.claims(head) for form in TEXTS) and _has_embedded_records(head)
    )


def read_line(path: str, number: int, line: str, settings: ReadSettings) -> Iterator[Entry]:
    """The entries of one line of a log of JSON lines that is too large to be read at once."""
    if not line.strip():
        return
    context = _file_context(path, "", settings, None, complete=False)
    row = json_line(number, line.removeprefix("\ufeff"))
    if isinstance(row, Row):
        yield from _read_records([row], context)
    else:
        yield context.unread(number, row.why if isinstance(row, BadRow) else "a JSON value that is no record")


def read_record(path: str, number: int, record: Record, settings: ReadSettings) -> Iterator[Entry]:
    """The entries of one record whose columns have types already: of Parquet, or of a source of one's own."""
    context = _file_context(path, "", settings, None, complete=False)
    plain = {name: _plain(value) for name, value in record.items() if value is not None}
    yield from _read_records([Row(number, plain)], context)


def _plain(value: Any) -> Any:
    """A value as JSON would have it: ClickHouse writes its strings into Parquet as bytes."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _file_context(
    path: str, head: str, settings: ReadSettings, marks: str | None, *, complete: bool = True
) -> FileContext:
    header = headers(head)
    return FileContext(
        source=path,
        settings=settings,
        dialect=file_dialect(path, head, settings.dialect, settings.root),
        database=header.get("database") or settings.database,
        job=header.get("job"),
        name=relative(path, settings.root),
        marks=marks,
        complete=complete,
    )


def _entries(lines: Iterable[str], head: str, context: FileContext) -> Iterator[Entry]:
    """The entries of lines that are neither SQL nor JSON."""
    if delimiter := _delimiter(head, context):
        yield from _read_records(table_rows(lines, delimiter), context)
        return
    form = next((form for form in TEXTS if form.claims(head)), None)
    if form is not None:
        yield from form.entries(lines, replace(context, format=form.name))
    elif _has_embedded_records(head):
        yield from _read_records(_embedded_records(lines), context)
    else:
        yield context.unread("", f"no log that is known begins like this: {head.lstrip()[:80]}")


def _has_embedded_records(head: str) -> bool:
    return any(line.rstrip().endswith("}") and '{"' in line for line in head.split("\n")[:50])


def _embedded_records(lines: Iterable[str]) -> Iterator[Row | BadRow]:
    """The records among the lines of a log; all other lines are skipped."""
    for number, line in enumerate(lines, 1):
        if '{"' in line and isinstance(row := json_line(number, line), Row):
            yield row


def _delimiter(head: str, context: FileContext) -> str | None:
    """What separates the columns, if this is a table with their names in the first line."""
    first = head.split("\n", 1)[0].rstrip("\r")
    delimiter = guess_delimiter(first)
    names = [name.strip().strip('"') for name in first.split(delimiter)]
    if ending(context.source) in _TABLES:
        return delimiter
    if len(names) < 2 or not all(re.fullmatch(r"\w[\w .-]{0,80}", name) for name in names):
        return None
    columns = map_columns(names, context.settings.columns)
    ours = ("text" in columns and len(columns) > 1) or {"type", "log_level", "message"} <= set(names)
    return delimiter if ours else None


def _read_records(rows: Iterable[Row | BadRow], context: FileContext) -> Iterator[Entry]:
    """Each record by the format that claims it: all of a file together, or, of a part of one, some at a time."""
    left = iter(rows)
    while some := list(left if context.complete else islice(left, _RECORDS_AT_A_TIME)):
        yield from _claimed_records(some, context)


def _claimed_records(rows: Iterable[Row | BadRow], context: FileContext) -> Iterator[Entry]:
    claimed: dict[str, list[Row]] = {}
    forms: dict[str, RecordFormat] = {form.name: form for form in RECORDS}
    last = RECORDS[0]
    for row in rows:
        if isinstance(row, BadRow):
            yield context.unread(row.number, row.why)
            continue
        if last is RECORDS[-1] or not last.claims(row.record):
            last = next(form for form in RECORDS if form.claims(row.record))
        claimed.setdefault(last.name, []).append(row)
    for name, claimed_rows in claimed.items():
        yield from forms[name].entries(claimed_rows, replace(context, format=name))
