"""A file, or a line of one, becomes entries. Nothing that a file holds makes these functions raise.

The order of asking: the ending of a script, then the shape (JSON, a table), then the logs of lines. In a file of
records each record finds its own format, so that logs of several engines may lie in one file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from headwater.logs import decode as bytes_of
from headwater.logs.entry import Place, ReadSettings
from headwater.logs.formats import RECORDS, TEXTS, RecordFormat
from headwater.logs.formats.statements import columns_of
from headwater.logs.header import SCRIPTS, dialect_of, ending, headers, known, relative
from headwater.logs.records import Bad, Record, Row, delimiter_of, json_line, json_rows, table_rows
from headwater.rows.steps import Entry

_HEAD = 1 << 16
_TABLES = frozenset({".csv", ".tsv", ".tab", ".psv"})
_OPENS_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[{"\]])')


def read_file(path: str, content: bytes, settings: ReadSettings) -> Iterator[Entry]:
    """The entries of a whole file, whatever it is; one that is empty is told like one that cannot be read."""
    place = Place(path, settings, known(settings.dialect), settings.database)
    try:
        text, marks, broken = bytes_of.read(content, settings.max_bytes)
    except bytes_of.Unreadable as error:
        yield place.unread("", str(error))
        return
    place = _place(path, text[:_HEAD], settings, marks)
    if broken and ending(path) in SCRIPTS:  # its last statement would be another one
        yield place.unread("", broken)
        return
    if text.strip():
        yield from _entries(text, place)
    elif not broken:
        yield place.unread("", "the file is empty")
    if broken:
        yield place.unread("", broken)


def read_line(path: str, number: int, line: str, settings: ReadSettings) -> Iterator[Entry]:
    """The entries of one line of a log of JSON lines that is too large to be read at once."""
    if not line.strip():
        return
    place = _place(path, "", settings, None, whole=False)
    found = json_line(number, line.removeprefix("\ufeff"))
    if isinstance(found, Row):
        yield from _records([found], place)
    else:
        yield place.unread(number, found.why if isinstance(found, Bad) else "a JSON value that is no record")


def read_record(path: str, number: int, record: Record, settings: ReadSettings) -> Iterator[Entry]:
    """The entries of one record whose columns have types already: of Parquet, or of a source of one's own."""
    place = _place(path, "", settings, None, whole=False)
    plain = {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in record.items()
        if value is not None
    }
    yield from _records([Row(number, plain)], place)


def _place(path: str, head: str, settings: ReadSettings, marks: str | None, *, whole: bool = True) -> Place:
    said = headers(head)
    return Place(
        source=path,
        settings=settings,
        dialect=dialect_of(path, head, settings.dialect, settings.root),
        database=said.get("database") or settings.database,
        job=said.get("job"),
        name=relative(path, settings.root),
        marks=marks,
        whole=whole,
    )


def _entries(text: str, place: Place) -> Iterator[Entry]:
    head = text[:_HEAD]
    if ending(place.source) in SCRIPTS:
        yield place.statement("", text, job=place.job or place.name)
    elif _OPENS_JSON.match(head):
        yield from _records(json_rows(text), place)
    elif delimiter := _delimiter(head, place):
        yield from _records(table_rows(text, delimiter), place)
    else:
        form = next((form for form in TEXTS if form.claims(head)), None)
        if form is not None:
            yield from form.entries(text, place)
        elif any(line.rstrip().endswith("}") and '{"' in line for line in head.split("\n")[:50]):
            yield from _records(_found(text), place)
        else:
            yield place.unread("", f"no log that is known begins like this: {head.lstrip()[:80]}")


def _found(text: str) -> Iterator[Row | Bad]:
    """The records among the lines of a log; what else the logger wrote is none of ours."""
    for number, line in enumerate(text.split("\n"), 1):
        if '{"' in line and isinstance(found := json_line(number, line), Row):
            yield found


def _delimiter(head: str, place: Place) -> str | None:
    """What separates the columns, if this is a table with their names in the first line."""
    first = head.split("\n", 1)[0].rstrip("\r")
    delimiter = delimiter_of(first)
    names = [name.strip().strip('"') for name in first.split(delimiter)]
    if ending(place.source) in _TABLES:
        return delimiter
    if len(names) < 2 or not all(re.fullmatch(r"\w[\w .-]{0,80}", name) for name in names):
        return None
    found = columns_of(names, place.settings.columns)
    ours = ("text" in found and len(found) > 1) or {"type", "log_level", "message"} <= set(names)
    return delimiter if ours else None


def _records(rows: Iterable[Row | Bad], place: Place) -> Iterator[Entry]:
    claimed: dict[str, list[Row]] = {}
    forms: dict[str, RecordFormat] = {form.name: form for form in RECORDS}
    last = RECORDS[0]
    for row in rows:
        if isinstance(row, Bad):
            yield place.unread(row.number, row.why)
            continue
        if last is RECORDS[-1] or not last.claims(row.record):
            last = next(form for form in RECORDS if form.claims(row.record))
        claimed.setdefault(last.name, []).append(row)
    for name, found in claimed.items():
        yield from forms[name].entries(found, place)
