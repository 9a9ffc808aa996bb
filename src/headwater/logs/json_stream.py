"""The records of JSON that is too large to be held: of an array, of objects one after another, or of what ClickHouse's
FORMAT JSON and JSONCompact write, an object with the names of the columns in `meta` and the rows in `data`.

Only brackets and quotes are looked at until a record has ended; then the record is parsed by itself. Pieces of the text
may be cut anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from typing import Any

from headwater.logs.records import BadRow, Row, parse

_SIGN = re.compile(r'["\[\]{}]')
_STRING = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*', re.DOTALL)
_KEY = re.compile(r'"(meta|data)"\s*:\s*\Z')
_FIRST_KEY = re.compile(r'\{\s*"meta"')
_LONGEST = 256 << 20


def json_records(pieces: Iterable[str], longest: int = _LONGEST) -> Iterator[Row | BadRow]:
    """The records, numbered from 1. A record longer than `longest` characters is said to be, and passed over.

    >>> [row.record for row in json_records(['[{"a": 1}, {"a"', ': "]}"}]'])]
    [{'a': 1}, {'a': ']}'}]
    """
    names: list[str] | None = None
    number = 0
    for key, text in _elements(pieces, longest):
        if key == "meta":
            names = _column_names(text)
            continue
        number += 1
        if text is None:
            yield BadRow(number, f"a record of more than {longest:,} characters")
            continue
        try:
            value = parse(text)
        except ValueError as error:
            yield BadRow(number, f"not JSON: {error}")
            continue
        if isinstance(value, list) and names is not None:
            value = dict(zip(names, value, strict=False))
        yield Row(number, value) if isinstance(value, dict) else BadRow(number, "a JSON value that is no record")


def _column_names(text: str | None) -> list[str] | None:
    try:
        columns: Any = parse(text or "")
    except ValueError:
        return None
    return [str(item.get("name")) if isinstance(item, dict) else str(item) for item in columns]


def _elements(pieces: Iterable[str], longest: int) -> Iterator[tuple[str | None, str | None]]:
    """The text of every record, and of `meta`; None where it is too long."""
    scanner = _Scanner(longest)
    held = ""
    for piece in pieces:
        held = yield from scanner.feed(held + piece, last=False)
    yield from scanner.feed(held, last=True)


class _Scanner:
    """How deep the text is at the moment, and the record that is being read."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.depth = 0
        self.in_string = False
        self.records_at = 0
        """The depth at which a bracket opens a record."""
        self.container: bool | None = None
        """Whether the outermost object holds `meta` and `data`; None before anything was seen."""
        self.key: str | None = None
        self.between = ""
        """What was read outside records: the last key is in it."""
        self.parts: list[str] | None = None
        self.size = 0

    def feed(self, text: str, *, last: bool) -> Generator[tuple[str | None, str | None], None, str]:
        """What ends in this text. Returns what has to be seen again with the next piece."""
        offset = start = 0  # start: of what belongs to the record, or to what is between records
        while True:
            if self.in_string:
                match = _STRING.match(text, offset)
                offset = match.end() if match else offset
                if offset >= len(text) or text[offset] == "\\":
                    break  # the string goes on; a backslash at the end waits for what it escapes
                self.in_string = False
                offset += 1
            sign = _SIGN.search(text, offset)
            if sign is None:
                offset = len(text)
                break
            if sign[0] == '"':
                self.in_string, offset = True, sign.end()
            elif sign[0] in "[{":
                if self.container is None and not last and len(text) - sign.start() < 64:
                    offset = sign.start()  # the first key decides: wait for it
                    break
                start = self._open(text, start, sign)
                offset = sign.end()
            else:
                offset = sign.end()
                self.depth -= 1
                if self.parts is not None and self.depth == self.records_at:
                    self._keep(text[start:offset])
                    yield self.key, None if self.size > self.longest else "".join(self.parts)
                    self.parts, self.between, start = None, "", offset
                    if self.key == "meta":
                        self.key = None
                elif self.parts is None and self.depth < self.records_at:
                    self.records_at, self.key = (1, None) if self.container else (self.records_at, None)
        self._keep(text[start:offset])
        if last and self.parts is not None:
            yield self.key, "".join(self.parts)  # cut off: it is no JSON, and says so
        return text[offset:]

    def _open(self, text: str, start: int, sign: re.Match[str]) -> int:
        """A bracket opens: what belongs to the record starts here, or where it did."""
        if self.container is None:
            self.container = bool(_FIRST_KEY.match(text, sign.start()))
            self.records_at = 1 if self.container or sign[0] == "[" else 0
        if self.parts is None:
            self._keep(text[start : sign.start()])
            start = sign.start()
            if self.container and self.depth == 1:
                key = _KEY.search(self.between)
                self.key = key[1] if key else None
                self.records_at = 2 if self.key == "data" else 1
                if self.key == "meta":
                    self.parts, self.size = [], 0
            elif self.depth == self.records_at:
                self.parts, self.size = [], 0
        self.depth += 1
        return start

    def _keep(self, text: str) -> None:
        if self.parts is None:
            self.between = (self.between + text)[-200:]
        elif self.size <= self.longest:
            self.size += len(text)
            self.parts.append(text)
