"""DuckDB's query logs: the rows of duckdb_logs and of its file storage (CSV), what its stdout storage prints, and the
plain text that `SET log_query_path` writes: one query after another, a line end between them and nothing else.

In the plain text a query ends at its `;`, or where the next line begins a statement that the text before cannot
still be in the middle of.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from headwater.logs.entry import FileContext
from headwater.logs.formats.format import RecordFormat, TextFormat
from headwater.logs.records import Record, Row, table_rows
from headwater.logs.split import split_sql
from headwater.logs.sql_text import VERBS, looks_like_sql
from headwater.logs.times import moment
from headwater.rows.steps import Entry

_NAMES = "context_id\tscope\tconnection_id\ttransaction_id\tquery_id\tthread_id\ttimestamp\ttype\tlog_level\tmessage\n"
_PRINTED = re.compile(r"\d+\t[A-Z]+\t\d*\t\d*\t\d*\t\d*\t\d{4}-\d\d-\d\d [^\t]*\t\w+\t[A-Z]+\t")


def _claims(record: Record) -> bool:
    keys = record.keys()
    return {"type", "log_level", "message"} <= keys or {"context_id", "scope", "connection_id"} <= keys


def _entries(rows: Sequence[Row], context: FileContext) -> Iterator[Entry]:
    for number, record in rows:
        if record.get("type") != "QueryLog":
            continue  # duckdb_logs has logs of other types, and duckdb_log_contexts no queries at all
        yield context.statement(
            record.get("query_id") or record.get("context_id") or number,
            record.get("message"),
            dialect="duckdb",
            at=moment(record.get("timestamp")),
            session=record.get("connection_id"),
        )


def _printed(lines: Iterable[str], context: FileContext) -> Iterator[Entry]:
    for row in table_rows(chain([_NAMES], lines), "\t"):
        if isinstance(row, Row):
            yield from _entries([row], context)
        else:
            yield context.unread(row.number - 1, row.why)


# ── plain text ───────────────────────────────────────────────────────────────────────────────────────────────────
_QUOTED = re.compile(r"(--[^\n]*|/\*.*?\*/)|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|\$(\w*)\$.*?\$\2\$", re.DOTALL)
_TOKEN = re.compile(r"\w+|[^\w\s]")
_LETTER = re.compile(r"[^\n]")
_INSIDE = frozenset({"FROM", "SET", "PIVOT", "UNPIVOT", "LOAD", "ADD", "REPLACE", "RENAME", "COMMENT", "LIST", "MAP"})
"""What may begin a statement, and often stands at the beginning of a line inside of one."""
_OPEN = frozenset(
    {"AS", "UNION", "ALL", "EXCEPT", "INTERSECT", "NAME", "FROM", "SELECT", "INTO", "EXPLAIN", "ANALYZE", ","}
)
"""No statement ends like this."""
_READS = frozenset({"SELECT", "DELETE", "UPDATE", "COPY", "IMPORT", "SHOW", "INSERT"})
_NEEDS = {  # … nor without one of these
    "INSERT": frozenset({"SELECT", "VALUES", "FROM", "TABLE", "WITH"}),
    "WITH": frozenset({"SELECT", "INSERT", "UPDATE", "DELETE", "FROM", "MERGE"}),
    "UPDATE": frozenset({"SET"}),
    "MERGE": frozenset({"THEN"}),
}


def _plain(lines: Iterable[str], context: FileContext) -> Iterator[Entry]:
    numbers = _LineNumbers()
    for begin, piece in split_sql(numbers.watch(lines), "duckdb"):
        for offset, query in queries(piece):
            line = numbers.line(begin + offset)
            if looks_like_sql(query):
                yield context.statement(line, query, dialect=context.dialect or "duckdb")
            else:
                yield context.unread(line, f"no statement begins like this: {query[:80]}")


class _LineNumbers:
    """The line of an offset in a text that is not held: offsets are asked for in order."""

    def __init__(self) -> None:
        self._starts: deque[int] = deque()
        self._line = 0
        self._end = 0

    def watch(self, lines: Iterable[str]) -> Iterator[str]:
        """The same lines; where each begins is kept until it is passed."""
        for line in lines:
            self._starts.append(self._end)
            self._end += len(line)
            yield line

    def line(self, offset: int) -> int:
        """The number of the line with this offset, from 1."""
        while self._starts and self._starts[0] <= offset:
            self._starts.popleft()
            self._line += 1
        return self._line


def queries(text: str) -> Iterator[tuple[int, str]]:
    """The queries, and where they begin, of a text in which nothing but a line end is between them.

    >>> list(queries("SELECT 1\\nCREATE TABLE t AS\\nSELECT 2\\nSELECT 3"))
    [(0, 'SELECT 1'), (9, 'CREATE TABLE t AS\\nSELECT 2'), (36, 'SELECT 3')]
    """
    bare = _QUOTED.sub(lambda match: _LETTER.sub(" " if match[1] else "x", match.group()), text)
    start = offset = depth = 0
    outside: list[str] = []  # the tokens of the query so far that are in no parentheses
    for line in bare.splitlines(keepends=True):
        tokens = _TOKEN.findall(line.upper())
        if outside and depth == 0 and line[:1].isalpha() and _begins(tokens[0], outside):
            yield start, text[start:offset].rstrip()
            start, outside = offset, []
        for token in tokens:
            depth = max(depth + (token == "(") - (token == ")"), 0)
            if depth == 0:
                outside.append(token)
        offset += len(line)
    if text[start:].strip():
        yield start, text[start:].rstrip()


def _begins(token: str, before: list[str]) -> bool:
    """Whether a token begins a statement after these."""
    if token not in VERBS or before[-1] in _OPEN:
        return False
    if before[0] in _NEEDS and _NEEDS[before[0]].isdisjoint(before[1:]):
        return False
    if token == "SELECT" and before[0] == "FROM" and "SELECT" not in before:
        return False  # FROM t ↵ SELECT a is one statement
    if token == "FROM":  # … and may begin one where the one before cannot have a FROM
        return _READS.isdisjoint(before)
    return token not in _INSIDE


FORMAT = RecordFormat("duckdb", "DuckDB query log (`duckdb_logs`, file storage)", _claims, _entries)
PRINTED = TextFormat(
    "duckdb-stdout", "DuckDB query log (stdout storage)", lambda head: bool(_PRINTED.match(head)), _printed
)
PLAIN = TextFormat("duckdb-plain", "DuckDB query log (`SET log_query_path`)", looks_like_sql, _plain)
