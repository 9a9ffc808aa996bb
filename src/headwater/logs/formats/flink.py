"""Flink's SQL client: its history file (a time and a command in each line) and saved terminal output.

Terminal output has `Flink SQL> SELECT …`, with the further lines of a statement behind `> `. Scripts are read as files
of SQL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from headwater.logs.entry import FileContext
from headwater.logs.formats.format import TextFormat
from headwater.logs.times import moment
from headwater.rows.steps import Entry

_HISTORY = re.compile(r"(\d{13}):(.*)")
_PROMPT = re.compile(r"(?:Flink SQL|\s*\[INFO\].*\bFlink SQL)\s*> ?(.*)")
_CONTINUED = re.compile(r"\s*> ?(.*)")
_ESCAPE = re.compile(r"\\(.)")
_CLIENT = re.compile(r"(?:quit|exit|clear|help|reset|history)\s*;?\s*$", re.IGNORECASE)


def _claims(head: str) -> bool:
    lines = [line for line in head.split("\n")[:200] if line.strip()]
    return bool(lines) and (bool(_HISTORY.match(lines[0])) or any(map(_PROMPT.match, lines)))


def _entries(lines: Iterable[str], context: FileContext) -> Iterator[Entry]:
    numbered = ((number, line.rstrip("\r\n")) for number, line in enumerate(lines, 1))
    first = next(((number, line) for number, line in numbered if line.strip()), (0, ""))
    read = _history if _HISTORY.match(first[1].lstrip()) else _screen
    for number, millis, statement in read(chain([first], numbered)):
        statement = statement.strip()
        if statement and not _CLIENT.match(statement):
            yield context.statement(number, statement, dialect="flink", at=moment(millis))


def _history(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, int | None, str]]:
    for number, line in lines:
        if match := _HISTORY.match(line):
            yield number, int(match[1]), _ESCAPE.sub(lambda escape: "\n" if escape[1] == "n" else escape[1], match[2])


def _screen(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, None, str]]:
    started, statement = 0, list[str]()
    for number, line in lines:
        if match := _PROMPT.match(line):
            yield started, None, "\n".join(statement)
            started, statement = number, [match[1]]
        elif statement and (match := _CONTINUED.match(line)):
            statement.append(match[1])
        else:  # what the client answered
            yield started, None, "\n".join(statement)
            statement = []
    yield started, None, "\n".join(statement)


FORMAT = TextFormat("flink-client", "Flink SQL client history and sessions", _claims, _entries)
