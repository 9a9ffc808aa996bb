"""A file, or a line of one, becomes entries. Nothing that a file holds makes these functions raise.

The order of asking: the ending of a script, then the shape (JSON, a table), then the logs of lines. In a file of
records each record finds its own format, so that logs of several engines may lie in one file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from headwater.logs import decode
from headwater.logs.entry import FileContext, ReadSettings
from headwater.logs.formats import RECORDS, TEXTS, RecordFormat
from headwater.logs.formats.statements import map_columns
from headwater.logs.header import SCRIPTS, dialect_name, ending, file_dialect, headers, relative
from headwater.logs.records import BadRow, Record, Row, guess_delimiter, json_line, json_rows, table_rows
from headwater.rows.steps import Entry

_HEAD = 1 << 16
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
    if broken and ending(path) in SCRIPTS:  # its last statement would be another one
        yield context.unread("", broken)
        return
    if text.strip():
        yield from _entries(text, context)
    elif not broken:
        yield context.unread("", "the file is empty")
    if broken:
        yield context.unread("", broken)


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
    plain = {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in record.items()
        if value is not None
    }
    yield from _read_records([Row(number, plain)], context)


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


def _entries(text: str, context: FileContext) -> Iterator[Entry]:
    head = text[:_HEAD]
    if ending(context.source) in SCRIPTS:
        yield context.statement("", text, job=context.job or context.name)
    elif _OPENS_JSON.match(head):
        yield from _read_records(json_rows(text), context)
    elif delimiter := _delimiter(head, context):
        yield from _read_records(table_rows(text, delimiter), context)
    else:
        form = next((form for form in TEXTS if form.claims(head)), None)
        if form is not None:
            yield from form.entries(text, context)
        elif any(line.rstrip().endswith("}") and '{"' in line for line in head.split("\n")[:50]):
            yield from _read_records(_embedded_records(text), context)
        else:
            yield context.unread("", f"no log that is known begins like this: {head.lstrip()[:80]}")


def _embedded_records(text: str) -> Iterator[Row | BadRow]:
    """The records among the lines of a log; all other lines are skipped."""
    for number, line in enumerate(text.split("\n"), 1):
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
        yield from forms[name].entries(claimed_rows, context)
