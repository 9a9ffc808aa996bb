"""The shapes that records come in: JSON in lines, arrays and documents, CSV and its relatives. Rows are dicts.

What is not a record is kept as `Bad`, with its line: no row is lost, none stops the others. Fields may be of any
size, which the standard library's csv does not allow without changing it for the whole process.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

Record = dict[str, Any]


class Row(NamedTuple):
    """A record and the number of its line (in CSV and arrays: of the record), from 1."""

    number: int
    record: Record


class BadRow(NamedTuple):
    """A line that is no record, and why."""

    number: int
    why: str


def parse(text: str) -> Any:
    """A JSON value. Raises ValueError, for nesting that is too deep too."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def json_rows(text: str) -> Iterator[Row | BadRow]:
    """The records of a text that begins with a brace or a bracket: one document, or one in each line."""
    first, _, tail = text.lstrip().partition("\n")
    try:
        parse(first)
        lines = bool(tail.strip())
    except ValueError:
        lines = False
    if not lines:
        try:
            yield from _document(parse(text))
            return
        except ValueError as error:
            why = f"not JSON: {error}"
            if not tail.strip() or not _each_line(tail):
                yield BadRow(1, why)
                return
    yield from json_lines(text.split("\n"))


def _each_line(text: str) -> bool:
    """Whether a text is JSON in lines all the same: its first line may be cut off."""
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    return bool(lines) and all(line.lstrip().startswith(('{"', "[")) for line in lines)


def json_lines(lines: Iterable[str]) -> Iterator[Row | BadRow]:
    """The records of JSON in lines."""
    names: list[str] | None = None
    for number, line in enumerate(lines, 1):
        if line.strip() and (value := json_line(number, line)) is not None:
            if isinstance(value, list):  # JSONCompactEachRowWithNames: the first array names the columns
                if names is None and all(isinstance(name, str) for name in value):
                    names = value
                elif names is not None and len(names) == len(value):
                    yield Row(number, dict(zip(names, value, strict=True)))
                else:
                    yield BadRow(number, "an array without names for its columns")
            else:
                yield value


def json_line(number: int, line: str) -> Row | BadRow | list[Any] | None:
    """The record of one line, which may have a logger's words before it."""
    start = line.find('{"') if not line.lstrip().startswith(("{", "[")) else 0
    if start < 0:
        return BadRow(number, "there is no record in this line")
    try:
        value = parse(line[start:])
    except ValueError as error:
        return BadRow(number, f"not JSON: {error}")
    if isinstance(value, dict):
        return Row(number, value)
    return value if isinstance(value, list) else BadRow(number, "a JSON value that is no record")


def _document(value: Any) -> Iterator[Row | BadRow]:
    if isinstance(value, dict) and isinstance(value.get("meta"), list) and isinstance(value.get("data"), list):
        # ClickHouse's FORMAT JSON and JSONCompact
        names = [str(item.get("name")) if isinstance(item, dict) else str(item) for item in value["meta"]]
        value = [dict(zip(names, item, strict=False)) if isinstance(item, list) else item for item in value["data"]]
    for number, item in enumerate(value if isinstance(value, list) else [value], 1):
        if isinstance(item, dict):
            yield Row(number, item)
        else:
            yield BadRow(number, "a JSON value that is no record")


# ── CSV ──────────────────────────────────────────────────────────────────────────────────────────────────────────
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|.)", re.DOTALL)
_INSIDE = re.compile(r'[^"]*(?:""[^"]*)*')
_LONGEST = 64 << 20
"""Characters of one quoted value at most: a quote that is never closed costs its record, not the rest of the file."""
_LOOKED_AT = 1_000
"""Lines that tell how values are quoted."""
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "a": "\a", "v": "\v"}


def guess_delimiter(line: str) -> str:
    """What separates the columns of a line with names."""
    return max(",\t;|", key=line.count)


def table_rows(lines: Iterable[str], delimiter: str) -> Iterator[Row | BadRow]:
    """The records of a table whose first line names the columns. Lines keep their ends."""
    left = iter(lines)
    first = list(islice(left, _LOOKED_AT))
    plain = delimiter == "\t" and not any('\t"' in line for line in first)
    left = chain(first, left)
    records = _escaped(left) if plain else _quoted(left, delimiter)
    names = [name or "" for name in next(records, [])]
    for number, values in enumerate(records, 2):
        if isinstance(values, str):
            yield BadRow(number, values)
        elif len(values) == len(names):
            yield Row(number, dict(zip(names, values, strict=True)))
        elif values != [None]:
            yield BadRow(number, f"{len(values)} values for {len(names)} columns")


def _escaped(lines: Iterable[str]) -> Iterator[list[str | None]]:
    """ClickHouse's TabSeparated: a backslash escapes, \\N is NULL."""
    for line in lines:
        yield [
            None if value in ("\\N", "") else _ESCAPE.sub(_unescape, value) if "\\" in value else value
            for value in line.removesuffix("\n").removesuffix("\r").split("\t")
        ]


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) == 3 else _ESCAPES.get(code, code)


def _quoted(lines: Iterator[str], delimiter: str) -> Iterator[list[str | None] | str]:
    """CSV as in RFC 4180: quotes are doubled, and a quoted value may go over lines. A text says what is wrong."""
    plain = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    values = list[str | None]()
    for line in lines:
        offset = 0
        while offset < len(line):
            if line[offset] == '"':
                inside, line, offset = _inside_quotes(lines, line, offset + 1)
                if inside is None:
                    yield "a quoted value without an end"
                    values = []
                    break
                end = _end(plain, line, offset)
                values.append(inside.replace('""', '"') + line[offset:end])
            else:
                end = _end(plain, line, offset)
                value = line[offset:end]
                values.append(None if value in ("", "\\N") else value)
            offset = end
            if line.startswith(delimiter, offset):
                offset += 1
                if offset < len(line):
                    continue
                values.append(None)
            offset += 2 if line.startswith("\r\n", offset) else 1
            yield values
            values = []


def _inside_quotes(lines: Iterator[str], line: str, offset: int) -> tuple[str | None, str, int]:
    """What stands up to the quote that closes, with the line and the offset behind it; None where it is too long."""
    parts, size = [], 0
    while True:
        end = _end(_INSIDE, line, offset)
        parts.append(line[offset:end])
        size += end - offset
        if end < len(line):
            return "".join(parts), line, end + 1
        if size > _LONGEST:
            return None, "", 0
        following = next(lines, None)
        if following is None:
            return "".join(parts), "", 0
        line, offset = following, 0


def _end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    match = pattern.match(text, offset)
    return match.end() if match else offset
