"""Tables and functions that a suite does not make, made up so that Flink's planner takes its statements.

The planner itself says what it misses: an object, a column, a function, another type. Each complaint has an answer that
changes the invented schema, and the statement is tried again, until it is taken or no answer helps. Nothing of headwater
is asked, so that a statement which headwater misreads is planned like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

ROUNDS = 120
"""Complaints about one statement after which it is given up."""
TYPES = (
    "STRING", "BIGINT", "DOUBLE", "TIMESTAMP(3)", "BOOLEAN", "DATE", "PROCTIME", "ARRAY<INT>", "ARRAY<STRING>",
    "MAP<STRING, INT>", "ARRAY<ROW<f0 INT, f1 STRING>>", "ARRAY<FLOAT>", "TIME", "DECIMAL(10, 2)", "BYTES",
)  # fmt: skip
SCALARS = ("Whole", "MaskPhone", "Yes", "RiskScore")
"""Functions of Stubs.java with one result each: BIGINT, STRING, BOOLEAN, DOUBLE."""

_SPAN = re.compile(r"(?:From line (\d+), column (\d+) to line (\d+), column (\d+)|At line (\d+), column (\d+)): ")
_OBJECT = re.compile(r"Object '([^']+)' not found(?: within '([^']+)')?")
_SINK = re.compile(r"Cannot find table '(`[^']+`)' in any of the catalogs")
_COLUMN = re.compile(r"Column '([^']+)' not found in (?:any table|table '([^']+)')")
_AMBIGUOUS = re.compile(r"Column '([^']+)' is ambiguous")
_NESTED = re.compile(r"Table '([^']+)' not found")
_FUNCTION = re.compile(r"No match found for function signature (\w+)\(")
_WIDTH = re.compile(r"table has \d+ columns? .*alias list has (\d+) columns?")
_UNFIT = re.compile(r"columns of (\S+) are to be written with|Unknown target column|Number of INSERT target columns")
_TIME = re.compile(r"time attribute|requires the timecol|FOR SYSTEM_TIME AS OF|must be a time|Rowtime|watermark", re.I)
_INSERT = re.compile(
    r"\s*INSERT\s+(?:INTO|OVERWRITE)\s+(?P<name>[\w.`]+)\s*(?:/\*\+.*?\*/\s*)?(?:PARTITION\s*\((?P<part>[^)]*)\)\s*)?"
    r"(?P<columns>\(\s*[\w`]+(?:\s*,\s*[\w`]+)*\s*\)\s*)?(?P<query>.*)",
    re.IGNORECASE | re.DOTALL,
)
_CONFLICT = re.compile(r"\s+ON\s+CONFLICT\s+DO\s+\w+\s*$", re.IGNORECASE)
_NOT_ALIAS = frozenset(
    "on where group order join left right inner full cross union limit offset for match_recognize as set having window "
    "fetch natural intersect except minus select values with tablesample and or partition descriptor using".split()
)
_WORD = re.compile(r"`[^`]+`|\b[A-Za-z_]\w*\b")

Columns = dict[str, str]


def bare(name: str) -> str:
    """A name without quotes."""
    return name.strip("`")


class Invented:
    """What was made up for one script."""

    def __init__(self, ask: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self.ask = ask
        self.tables: dict[str, Columns] = {}
        self.functions: dict[str, str] = {}
        self.folders: list[str] = []
        """Statements that make catalogs and databases."""
        self.seen = ""
        """The statements of the script up to now: they tell of what kind a column is."""

    def made_up(self, sql: str) -> list[str]:
        """The statements that make what a statement lacks; none where it cannot be made up."""
        self.seen += "\n" + sql
        tables, functions, folders = deepcopy(self.tables), dict(self.functions), list(self.folders)
        known: set[str] = set()
        complaint = self.complaint(sql)
        for _ in range(ROUNDS):
            if complaint is None:
                break
            known.add(complaint)
            complaint = self.answered(sql, complaint, known)
            if complaint in known:
                complaint = "given up"
                break
        if complaint is not None:
            for name in self.tables.keys() | tables.keys():
                if self.tables.get(name) != tables.get(name):
                    self.put(name, tables.get(name))
            return []
        changed = [name for name, columns in self.tables.items() if tables.get(name) != columns]
        gone = [f"DROP TABLE IF EXISTS {name}" for name in tables.keys() - self.tables.keys()]
        made = [self.folders[len(folders) :], gone, *(self.definition(name) for name in changed)]
        made += [[self.function(name)] for name, kind in self.functions.items() if functions.get(name) != kind]
        return [statement for part in made for statement in part]

    def complaint(self, sql: str) -> str | None:
        """What the planner misses, in its own words; None where it takes the statement."""
        answer = self.ask({"check": sql})
        if "error" in answer:
            return str(answer["error"])
        insert = _INSERT.match(sql)
        name = insert["name"] if insert else ""
        if insert and name in self.tables and not self.fits(insert):
            return f"columns of {name} are to be written with others"
        return None

    # ------------------------------------------------------------------------------------- answers

    def answered(self, sql: str, complaint: str, known: set[str]) -> str | None:
        """What the planner says after the first change that brings something new; the old complaint if none does."""
        for change in self.changes(sql, complaint):
            tables, functions = deepcopy(self.tables), dict(self.functions)
            change()
            said = self.complaint(sql)
            if said is None or said not in known:
                return said
            for name in self.tables.keys() | tables.keys():
                if self.tables.get(name) != tables.get(name):
                    self.put(name, tables.get(name))
            self.functions = functions
        return complaint

    def changes(self, sql: str, complaint: str) -> Iterator[Callable[[], None]]:
        """Changes that may answer a complaint, the likeliest first."""
        span = spanned(sql, complaint)
        if match := _SINK.search(complaint):
            name = ".".join(part.strip("`") for part in match[1].split(".")[2:])
            if insert := _INSERT.match(sql):
                yield lambda: self.put(insert["name"], self.written(insert))
            yield lambda: self.put(name, self.first_columns(name, sql))
        elif match := _OBJECT.search(complaint):
            yield lambda: self.object(span or match[1], sql)
        elif match := _COLUMN.search(complaint):
            for name in self.candidates(match[1], match[2], sql):
                yield lambda name=name: self.add(name, match[1], sql)  # type: ignore[misc]
        elif match := _AMBIGUOUS.search(complaint):
            for name in reversed(self.candidates(match[1], None, sql)):
                if match[1] in self.tables[name] and len(self.tables[name]) > 1:
                    yield lambda name=name: self.remove(name, match[1])  # type: ignore[misc]
        elif match := _NESTED.search(complaint):
            for name in self.candidates(match[1], None, sql):
                yield lambda name=name: self.add(name, match[1], sql, row(match[1], sql))  # type: ignore[misc]
        elif match := _FUNCTION.search(complaint):
            for kind in kinds(match[1], sql):
                yield lambda kind=kind: self.register(match[1], kind)  # type: ignore[misc]
        elif match := _WIDTH.search(complaint):
            for function in self.functions:
                if re.search(rf"\b{function}\s*\(", sql):
                    yield lambda function=function: self.register(function, f"Rows{match[1]}")  # type: ignore[misc]
        elif _UNFIT.search(complaint) and (insert := _INSERT.match(sql)):
            if insert["name"] in self.tables:
                yield lambda: self.put(insert["name"], self.written(insert))
        elif "already exists" in complaint:
            for name in [name for name in self.tables if re.search(rf"\b{re.escape(bare(name))}\b", sql)]:
                yield lambda name=name: self.put(name, None)  # type: ignore[misc]
        else:
            yield from self.other_types(sql, complaint, span)

    def other_types(self, sql: str, complaint: str, span: str) -> Iterator[Callable[[], None]]:
        """Other types for the columns, and other functions for the calls, that a complaint is about."""
        timed = bool(_TIME.search(complaint))
        words = {bare(word) for word in _WORD.findall(span or sql)}
        types = ("TIMESTAMP(3)", "PROCTIME") if timed else TYPES
        for name in self.named(sql):
            for column, kind in self.tables[name].items():
                if column in words:
                    for other in types:
                        if other != kind:
                            yield lambda n=name, c=column, o=other: self.add(n, c, sql, o)  # type: ignore[misc]
        for function, kind in self.functions.items():
            if function in words and kind in SCALARS:
                for other in SCALARS:
                    if other != kind:
                        yield lambda f=function, o=other: self.register(f, o)  # type: ignore[misc]

    def candidates(self, column: str, qualifier: str | None, sql: str) -> list[str]:
        """Invented tables that may have a column: by qualifier, by use elsewhere, by a number in common, by place."""
        named = self.named(sql)
        scores = {}
        for place, name in enumerate(named):
            names = aliases(bare(name), sql)
            score = 8 * (qualifier in names) if qualifier else 0
            score += 4 * (f"{bare(name)}.{column}" in self.seen)
            score += 3 * any(re.search(rf"\b{re.escape(each)}\.`?{re.escape(column)}\b", sql) for each in names)
            score += 2 * (column[-1:].isdigit() and column[-1] == bare(name)[-1:])
            scores[name] = (score, -place)
        return sorted(named, key=lambda name: scores[name], reverse=True)

    def named(self, sql: str) -> list[str]:
        """Invented tables that a statement reads, by their first place in it."""
        places = {name: re.search(rf"(?<![\w.]){re.escape(name)}(?![\w])", sql) for name in self.tables}
        insert = _INSERT.match(sql)
        found = {name: match.start() for name, match in places.items() if match is not None}
        if insert is not None and insert["name"] in found and not re.search(
            rf"\b{re.escape(insert['name'])}\b", insert["query"]
        ):
            del found[insert["name"]]
        return sorted(found, key=lambda name: found[name])

    # ------------------------------------------------------------------------------------- changes

    def object(self, name: str, sql: str) -> None:
        """Make a table, and the database and the catalog that it is in."""
        name = re.sub(r"\s*\.\s*", ".", name)
        parts = name.split(".")
        if len(parts) == 3:
            self.folder(f"CREATE CATALOG IF NOT EXISTS {parts[0]} WITH ('type' = 'generic_in_memory')")
        if len(parts) > 1:
            self.folder(f"CREATE DATABASE IF NOT EXISTS {'.'.join(parts[:-1])}")
        self.put(name, self.first_columns(name, sql))

    def folder(self, statement: str) -> None:
        if statement not in self.folders:
            self.folders.append(statement)
        self.ask({"statement": statement})

    def first_columns(self, name: str, sql: str) -> Columns:
        """The columns that a statement names with the table, or else one that has the table's name."""
        last = bare(name.split(".")[-1])
        columns: dict[str, None] = {}
        for alias in aliases(last, sql):
            for match in re.finditer(rf"(?<![\w.`])`?{re.escape(alias)}`?\.(`[^`]+`|[A-Za-z_]\w*)(?!\w*\s*\()", sql):
                columns[bare(match[1])] = None
        return {column: guess(column, self.seen) for column in columns} or {f"{last}_0": "INT"}

    def add(self, name: str, column: str, sql: str, kind: str = "") -> None:
        """Give a table a column; the one that only has the table's name goes."""
        columns = {old: t for old, t in self.tables[name].items() if old != f"{bare(name.split('.')[-1])}_0"}
        self.put(name, {**columns, column: kind or guess(column, self.seen)})

    def remove(self, name: str, column: str) -> None:
        self.put(name, {old: kind for old, kind in self.tables[name].items() if old != column})

    def put(self, name: str, columns: Columns | None) -> None:
        """Replace a table; None takes it away."""
        self.ask({"statement": f"DROP TABLE IF EXISTS {quoted(name)}"})
        self.tables.pop(name, None)
        if columns is not None:
            self.tables[name] = columns
            self.ask({"statement": self.definition(name)[-1]})

    def register(self, name: str, kind: str) -> None:
        self.functions[name] = kind
        self.ask({"statement": f"DROP FUNCTION IF EXISTS {name}"})
        self.ask({"statement": self.function(name)})

    def definition(self, name: str) -> list[str]:
        """The statements that put a table in the place of what was there."""
        parts = []
        for column, kind in self.tables[name].items():
            parts.append(f"`{column}` AS PROCTIME()" if kind == "PROCTIME" else f"`{column}` {kind}")
        times = [column for column, kind in self.tables[name].items() if kind == "TIMESTAMP(3)"]
        if times:
            parts.append(f"WATERMARK FOR `{times[0]}` AS `{times[0]}`")
        create = f"CREATE TABLE {quoted(name)} ({', '.join(parts)}) WITH ('connector' = 'kafka')"
        return [f"DROP TABLE IF EXISTS {quoted(name)}", create]

    def function(self, name: str) -> str:
        return f"CREATE FUNCTION {name} AS 'headwater.judge.{self.functions[name]}'"

    # --------------------------------------------------------------------------------------- sinks

    def written(self, insert: re.Match[str]) -> Columns:
        """The columns of a table that a query can be written to."""
        said = self.ask({"check": _CONFLICT.sub("", insert["query"])})
        listed = [bare(name.strip()) for name in (insert["columns"] or "").strip().strip("()").split(",") if name.strip()]
        static = [bare(part.partition("=")[0].strip()) for part in (insert["part"] or "").split(",") if "=" in part]
        columns: Columns = {}
        for index, (name, kind) in enumerate(said.get("columns", [])):
            title = listed[index] if index < len(listed) else name
            if title in columns or "$" in title:
                title = f"f{index}"
            columns[title] = str(kind).replace(" NOT NULL", "")
        columns.update((name, "STRING") for name in static)
        return columns or {"f0": "INT"}

    def fits(self, insert: re.Match[str]) -> bool:
        """Whether a query has as many columns as an invented table that it is written to."""
        said = self.ask({"check": _CONFLICT.sub("", insert["query"])})
        if insert["columns"] or "error" in said:
            return True
        static = (insert["part"] or "").count("=")
        stored = sum(kind != "PROCTIME" for kind in self.tables[insert["name"]].values())
        return len(said["columns"]) + static == stored


def quoted(name: str) -> str:
    """A name as Flink reads it in any case: each part in quotes."""
    return ".".join(f"`{bare(part)}`" for part in name.split("."))


def spanned(sql: str, complaint: str) -> str:
    """The part of a statement that a complaint is about."""
    match = _SPAN.search(complaint)
    if match is None:
        return ""
    first, left, last, right = (int(match[i] or match[5 + (i + 1) % 2] or 0) for i in (1, 2, 3, 4))
    lines = sql.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    return sql[starts[first - 1] + left - 1 : starts[last - 1] + right]


def aliases(table: str, sql: str) -> set[str]:
    """The names by which a statement calls a table."""
    pattern = rf"\b{re.escape(table)}`?\s+(?:FOR\s+SYSTEM_TIME\s+AS\s+OF\s+[\w.`()]+\s+)?(?:AS\s+)?`?([A-Za-z_]\w*)"
    found = {match[1] for match in re.finditer(pattern, sql, re.IGNORECASE)}
    return {table, *(name for name in found if name.lower() not in _NOT_ALIAS)}


def kinds(function: str, sql: str) -> list[str]:
    """Functions that a call may be of: behind LATERAL TABLE( it gives rows, else a value, of a row or of many."""
    table = re.search(rf"TABLE\s*\(\s*{function}\s*\(", sql, re.IGNORECASE)
    if table is not None:
        return ["Rows1", "Rows2", "Rows3"]
    aggregate = re.search(r"avg|sum|count|agg|max|min|top|concat_distinct|accum", function, re.IGNORECASE)
    return ["WeightedAvg", *SCALARS] if aggregate else [*SCALARS, "WeightedAvg"]


def row(column: str, sql: str) -> str:
    """The type of a row by the fields that a statement takes from it."""
    fields: dict[str, Any] = {}
    name = r"(?:`[^`]+`|\w+)"
    for match in re.finditer(rf"(?<![\w`.])`?{re.escape(column)}`?((?:\s*\.\s*{name})+)", sql):
        level = fields
        for part in match[1].split(".")[1:]:
            level = level.setdefault(bare(part.strip()), {})
    return nested(fields) if fields else "ROW<f0 INT>"


def nested(fields: dict[str, Any]) -> str:
    return "ROW<" + ", ".join(f"`{name}` {nested(inner) if inner else 'INT'}" for name, inner in fields.items()) + ">"


def guess(column: str, text: str) -> str:
    """A type for a column, by its name and by what the statements of the script do with it."""
    name = rf"(?<!\w)`?{re.escape(column)}`?(?!\w)"
    if re.search(r"^proc|proc_?time|^ptime", column, re.IGNORECASE):
        return "PROCTIME"
    if re.search(rf"DESCRIPTOR\s*\(\s*{name}|\b(?:TUMBLE|HOP|SESSION)(?:_\w+)?\s*\(\s*(?:\w+\.)?{name}", text, re.I):
        return "TIMESTAMP(3)"
    if re.search(r"rowtime|row_time|^ts$|_ts$|timestamp|_time$", column, re.IGNORECASE):
        return "TIMESTAMP(3)"
    if re.search(rf"AS\s+OF\s+(?:\w+\.)?{name}", text, re.IGNORECASE):
        return "PROCTIME"
    if re.search(rf"{name}\s*(?:NOT\s+)?(?:LIKE|SIMILAR|\|\|)|{name}\s*(?:=|<>|IN\s*\()\s*'", text, re.IGNORECASE):
        return "STRING"
    if re.search(rf"\b(?:UPPER|LOWER|SUBSTRING|SUBSTR|TRIM|CONCAT|LISTAGG)\s*\(\s*(?:\w+\.)?{name}", text, re.I):
        return "STRING"
    if re.search(rf"UNNEST\s*\(\s*(?:\w+\.)?{name}", text, re.IGNORECASE):
        return "ARRAY<INT>"
    return "INT"
