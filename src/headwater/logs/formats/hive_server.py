"""Hive's own logs: HiveServer2 and CLI lines that say which command is compiled and executed, what the hooks print
(PREHOOK: query: …), and LineageLogger records among them.

A command may go over several lines: it ends where the next line of the logger, or of the hook, begins. A record of
LineageLogger with the text of a command that was seen already is the same run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.logs.entry import FileContext
from headwater.logs.formats import hive
from headwater.logs.formats.format import TextFormat
from headwater.logs.records import Row, json_line
from headwater.logs.times import moment
from headwater.rows.steps import Entry

_LINE = re.compile(
    r"(?:(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?)\S*\s+)?(?:\[?(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\b|\[)"
)
_COMMAND = re.compile(r"\b(Compiling|Executing) command\(queryId=([^)\s]+)\)\s*:\s?(.*)")
_HOOK = re.compile(r"\s*(PRE|POST)HOOK: (\w+):\s?(.*)")
_FAILED = re.compile(r"(?:^|[\s\]:-])FAILED: \w+")
_ENDS = re.compile(r"OK$|Time taken:|Completed (?:compiling|executing) command\(|FAILED: ")
_THREAD = re.compile(r"\[([^\]]*)\]")
_DONE = re.compile(r"Completed executing command\(queryId=([^)\s]+)\)")


_HELD = 10_000
"""Commands that are held until the log says how they ended."""


@dataclass
class _Command:
    number: int
    id: str
    lines: list[str]
    at: datetime | None
    thread: str
    status: str = "unknown"

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip()


def _claims(head: str) -> bool:
    lines = head.split("\n")
    return any(_COMMAND.search(line) or _HOOK.match(line) or "LineageLogger" in line for line in lines)


def _entries(lines: Iterable[str], context: FileContext) -> Iterator[Entry]:
    commands: dict[str, _Command] = {}
    records: list[Row] = []
    texts: dict[int, None] = {}
    growing: _Command | None = None
    last: dict[str, _Command] = {}  # of each thread
    for number, line in enumerate(lines, 1):
        line = line.removesuffix("\n")
        time = moment(match[1]) if (match := _LINE.match(line)) else None
        thread = (named[1] if (named := _THREAD.search(line)) else "") if match else ""
        if command := _COMMAND.search(line):
            growing = commands.setdefault(command[2], _Command(number, command[2], [], time, thread))
            growing.lines = [command[3]]  # executing says again what compiling said
            last[thread] = growing
        elif hook := _HOOK.match(line):
            growing = None
            if hook[2] == "query" and hook[1] == "PRE":
                growing = commands[str(number)] = last[""] = _Command(number, str(number), [hook[3]], None, "")
            elif hook[2] == "query" and "" in last:
                last[""].status = "done"
        elif '{"' in line and "queryText" in line and isinstance(row := json_line(number, line), Row):
            growing = None
            if hive.FORMAT.claims(row.record):
                records.append(row)
        elif match or _ENDS.match(line):
            growing = None
            if _FAILED.search(line) and (failed := last.get(thread)):
                failed.status = "failed"
            elif (done := _DONE.search(line)) and (ended := commands.get(done[1])) and ended.status != "failed":
                ended.status = "done"
        elif growing is not None:
            growing.lines.append(line)
        if len(commands) + len(records) > _HELD:
            oldest = list(commands)[: _HELD // 2]
            yield from _logged([commands.pop(name) for name in oldest], texts, context)
            yield from _recorded(records, texts, context)
            records = []
            last = {name: command for name, command in last.items() if command.id in commands}
    yield from _logged(commands.values(), texts, context)
    yield from _recorded(records, texts, context)


def _logged(commands: Iterable[_Command], texts: dict[int, None], context: FileContext) -> Iterator[Entry]:
    for logged in commands:
        texts[hash(logged.text)] = None
        yield context.statement(logged.id, logged.text, dialect="hive", at=logged.at, status=logged.status)
    for old in list(texts)[: max(len(texts) - 10 * _HELD, 0)]:
        del texts[old]


def _recorded(records: Sequence[Row], texts: dict[int, None], context: FileContext) -> Iterator[Entry]:
    new = [row for row in records if hash(str(row.record["queryText"]).strip()) not in texts]
    yield from hive.FORMAT.entries(new, context)


FORMAT = TextFormat("hive-server", "Hive and HiveServer2 logs, hook output", _claims, _entries)
