"""Tables and functions that a suite does not make, made up so that Flink's planner takes its statements.

The planner itself says what it misses: an object, a column, a function, another type. Each complaint has an answer that
changes the invented schema, and the statement is tried again, until it is taken or no answer helps. headwater is never
asked, so that a statement which it misreads is planned like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

ROUNDS = 60
"""Complaints about one statement after which it is given up."""
TYPES = (
    "STRING", "BIGINT", "DOUBLE", "TIMESTAMP(3)", "BOOLEAN", "DATE", "PROCTIME", "ARRAY<INT>", "ARRAY<STRING>",
    "MAP<STRING, INT>", "ARRAY<ROW<f0 INT, f1 STRING>>", "ARRAY<FLOAT>", "TIME", "DECIMAL(10, 2)", "BYTES",
)  # fmt: skip
ROWS = ("Rows1", "Rows2", "Rows3")
SCALARS = ("Whole", "MaskPhone", "Yes", "RiskScore")
"""Functions of Stubs.java with one result each: BIGINT, STRING, BOOLEAN, DOUBLE."""

_SPAN = re.compile(r"(?:From line (\d+), column (\d+) to line (\d+), column (\d+)|At line (\d+), column (\d+)): ")
_OBJECT = re.compile(r"Object '([^']+)' not found(?: within '([^']+)')?")
_SINK = re.compile(r"Cannot find table '(`[^']+`)' in any of the catalogs")
_COLUMN = re.compile(r"(?:Column|Unknown identifier) '([^']+)'(?: not found in (?:any table|table '([^']+)')|$)")
_AMBIGUOUS = re.compile(r"Column '([^']+)' is ambiguous")
_NESTED = re.compile(r"Table '([^']+)' not found")
_FUNCTION = re.compile(r"No match found for function signature (\w+)\(")
_NO_ROWS = re.compile(r"Function '(\w+)' cannot be used as a table function")
_AGGREGATE = re.compile(r"is not being grouped|must be applied to aggregate function")
_COUNTS = re.compile(r"Column count mismatch in")
_WIDTH = re.compile(r"table has \d+ columns? .*alias list has (\d+) columns?")
_UNFIT = re.compile(r"columns of (\S+) are to be written with|Unknown target column|Number of INSERT target columns")
_TIME = re.compile(r"time attribute|requires the timecol|FOR SYSTEM_TIME AS OF|must be a time|Rowtime|watermark", re.I)
_INSERT = re.compile(
    r"(?:\s|--[^\n]*\n)*INSERT\s+(?:INTO|OVERWRITE)\s+(?P<name>[\w.`]+)\s*(?:/\*\+.*?\*/\s*)?(?:PARTITION\s*\((?P<part>[^)]*)\)\s*)?"
    r"(?P<columns>\(\s*[\w`]+(?:\s*,\s*[\w`]+)*\s*\)\s*)?(?P<query>.*)",
    re.IGNORECASE | re.DOTALL,
)
_CONFLICT = re.compile(r"\s+ON\s+CONFLICT\s+DO\s+\w+\s*$", re.IGNORECASE)
_NOT_ALIAS = (
    " on where group order join left right inner full cross union limit offset for match_recognize as set having "
    "window fetch natural intersect except minus select values with tablesample and or partition descriptor using "
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
        self.retyped: tuple[str, str] | None = None
        """The column that gets another type, and the type."""

    def made_up(self, sql: str) -> list[str]:
        """The statements that make what a statement lacks; none where it cannot be made up."""
        self.seen += "\n" + sql
        tables, functions, folders = deepcopy(self.tables), dict(self.functions), list(self.folders)
        insert = _INSERT.match(sql)
        if insert is not None:
            self.solved(_CONFLICT.sub("", insert["query"]))  # a table is made up by what is written to it
        if not self.solved(sql):
            self.restore(tables, functions)
            return []
        changed = [name for name, columns in self.tables.items() if tables.get(name) != columns]
        gone = [f"DROP TABLE IF EXISTS {quoted(name)}" for name in tables.keys() - self.tables.keys()]
        made = [self.folders[len(folders) :], gone, *(self.definition(name) for name in changed)]
        made += [self.function(name) for name, kind in self.functions.items() if functions.get(name) != kind]
        return [statement for part in made for statement in part]

    def solved(self, sql: str) -> bool:
        """Change what is made up until the planner takes a statement."""
        known: set[str] = set()
        complaint = self.complaint(sql)
        for _ in range(ROUNDS):
            if complaint is None:
                return True
            known.add(self.state(complaint))
            answer = self.answered(sql, complaint, known)
            if answer is not None and self.state(answer) in known:
                return False
            complaint = answer
        return False

    def state(self, complaint: str) -> str:
        """A complaint, and under what it was made."""
        return f"{complaint} {self.tables} {self.functions}" if _COLUMN.search(complaint) else complaint

    def restore(self, tables: dict[str, Columns], functions: dict[str, str]) -> None:
        """Take back what was changed."""
        for name in self.tables.keys() | tables.keys():
            if self.tables.get(name) != tables.get(name):
                self.put(name, tables.get(name))
        for name in [name for name, kind in self.functions.items() if functions.get(name) != kind]:
            self.ask({"statement": f"DROP {self.place(name)}FUNCTION IF EXISTS {name}"})
            del self.functions[name]
            if name in functions:
                self.register(name, functions[name])

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
            if said is None or (
                said != complaint and self.state(said) not in known and not self.broke(sql, said, complaint)
            ):
                return said
            self.restore(tables, functions)
        return complaint

    def broke(self, sql: str, said: str, complaint: str) -> bool:
        """Whether another type that answers a complaint raises one about another use of the same column."""
        if self.retyped is None:
            return False
        column, kind = self.retyped
        other = spanned(sql, said)
        if other == spanned(sql, complaint):
            return "Cannot apply" in said and kind not in TYPES[:2]
        return column in words(other)

    def changes(self, sql: str, complaint: str) -> Iterator[Callable[[], None]]:
        """Changes that may answer a complaint, the likeliest first."""
        span = spanned(sql, complaint)
        self.retyped = None
        if match := _SINK.search(complaint):
            name = ".".join(part.strip("`") for part in match[1].split(".")[2:])
            if insert := _INSERT.match(sql):
                yield lambda: self.put(insert["name"], self.written(insert))
            yield partial(self.object, name, sql)
        elif match := _OBJECT.search(complaint):
            if re.search(rf"\bMODEL\s+{re.escape(match[1])}\b", sql):
                yield partial(self.model, match[1], sql)
            yield partial(self.object, span or match[1], sql)
        elif match := _COLUMN.search(complaint):
            column, *below = match[1].split(".") if match[1] not in words(sql) else [match[1]]
            kind = shape(column, self.seen) if below else ""
            names = self.candidates(column, match[2], sql)
            yield from (partial(self.add, name, column, kind) for name in names)
            yield partial(self.add_all, names, column)
        elif match := _AMBIGUOUS.search(complaint):
            for name in reversed(self.candidates(match[1], None, sql)):
                if match[1] in self.tables[name] and len(self.tables[name]) > 1:
                    yield partial(self.remove, name, match[1])
        elif match := _NESTED.search(complaint):
            column = match[1].split(".")[0]
            kind = shape(column, self.seen)
            yield from (partial(self.add, name, column, kind) for name in self.candidates(column, None, sql))
        elif match := _FUNCTION.search(complaint):
            yield from (partial(self.register, match[1], kind) for kind in kinds(match[1], sql))
        elif match := _NO_ROWS.search(complaint):
            yield from (partial(self.register, match[1], kind) for kind in ROWS)
        elif match := _WIDTH.search(complaint):
            called = [name for name in self.functions if re.search(rf"\b{name}\s*\(", sql)]
            yield from (partial(self.register, name, f"Rows{match[1]}") for name in called)
        elif _AGGREGATE.search(complaint):
            called = [name for name in self.functions if re.search(rf"\b{name}\s*\(", sql)]
            yield from (partial(self.register, name, "WeightedAvg") for name in called)
        elif _COUNTS.search(complaint):
            yield partial(self.widen, self.named(sql))
        elif _UNFIT.search(complaint) and (insert := _INSERT.match(sql)):
            if insert["name"] in self.tables:
                yield lambda: self.put(insert["name"], self.written(insert))
        elif "already exists" in complaint:
            for name in [name for name in self.tables if re.search(rf"\b{re.escape(bare(name))}\b", sql)]:
                yield partial(self.put, name, None)
        else:
            yield from self.other_types(sql, complaint, span)

    def other_types(self, sql: str, complaint: str, span: str) -> Iterator[Callable[[], None]]:
        """Other types for the columns, and other functions for the calls, that a complaint is about."""
        timed = bool(_TIME.search(complaint))
        words_of = words(span)
        if not any(column in words_of for name in self.named(sql) for column in self.tables[name]):
            words_of = words(sql)
        types = ("TIMESTAMP(3)", "PROCTIME") if timed else TYPES
        for name in self.named(sql):
            for column, kind in list(self.tables[name].items()):
                for other in types if column in words_of else ():
                    if other != kind:
                        self.retyped = column, other
                        yield partial(self.add, name, column, other)
        self.retyped = None
        for function, kind in list(self.functions.items()):
            if function in words_of and kind in SCALARS:
                yield from (partial(self.register, function, other) for other in SCALARS if other != kind)

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
        if (
            insert is not None
            and insert["name"] in found
            and not re.search(rf"\b{re.escape(insert['name'])}\b", insert["query"])
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
        return {f"{last}_0": "INT", **{column: guess(column, self.seen) for column in columns}}

    def add(self, name: str, column: str, kind: str = "") -> None:
        """Give a table a column, or the column another type."""
        self.put(name, {**self.tables[name], column: kind or guess(column, self.seen)})

    def add_all(self, names: list[str], column: str) -> None:
        """Give several tables a column: USING, NATURAL, and stars of a set operation."""
        for name in names:
            self.add(name, column)

    def widen(self, names: list[str]) -> None:
        """Give tables as many columns as the widest one has."""
        width = max((len(self.tables[name]) for name in names), default=0)
        for name in names:
            more = {f"{bare(name)}_{i}": "INT" for i in range(len(self.tables[name]), width)}
            self.put(name, {**self.tables[name], **more})

    def model(self, name: str, sql: str) -> None:
        """Make a model, of as many arguments as it is given."""
        match = re.search(r"DESCRIPTOR\s*\(([^)]*)\)", sql, re.IGNORECASE)
        arguments = [f"x{i} INT" for i, _ in enumerate(match[1].split(",") if match else [""])]
        statement = f"CREATE MODEL IF NOT EXISTS {name} INPUT ({', '.join(arguments)}) OUTPUT (made STRING) "
        self.folder(statement + "WITH ('provider' = 'openai')")

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
        """Make a function, or another one of the same name."""
        self.functions[name] = kind
        for statement in self.function(name):
            self.ask({"statement": statement})

    def place(self, name: str) -> str:
        """A function of Flink's own name is found before one of the catalog, unless it is of the system."""
        return "TEMPORARY SYSTEM " if self.functions[name] in ROWS else ""

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

    def function(self, name: str) -> list[str]:
        """The statements that put a function in the place of what was there."""
        drop = f"DROP {self.place(name)}FUNCTION IF EXISTS {name}"
        return [drop, f"CREATE {self.place(name)}FUNCTION {name} AS 'headwater.judge.{self.functions[name]}'"]

    # --------------------------------------------------------------------------------------- sinks

    def written(self, insert: re.Match[str]) -> Columns:
        """The columns of a table that a query can be written to."""
        said = self.ask({"check": _CONFLICT.sub("", insert["query"])})
        listed = [
            bare(name.strip()) for name in (insert["columns"] or "").strip().strip("()").split(",") if name.strip()
        ]
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
        """Whether a query has the columns of an invented table that it is written to."""
        said = self.ask({"check": _CONFLICT.sub("", insert["query"])})
        if insert["columns"] or insert["part"] or "error" in said:
            return True
        kinds_of = [str(kind).replace(" NOT NULL", "") for _, kind in said["columns"]]
        return kinds_of == [kind for kind in self.tables[insert["name"]].values() if kind != "PROCTIME"]


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
    return {table, *(name for name in found if f" {name.lower()} " not in _NOT_ALIAS)}


def kinds(function: str, sql: str) -> list[str]:
    """Functions that a call may be of: behind LATERAL TABLE( it gives rows, else a value, of a row or of many."""
    table = re.search(rf"TABLE\s*\(\s*{function}\s*\(", sql, re.IGNORECASE)
    if table is not None:
        return list(ROWS)
    aggregate = re.search(r"avg|sum|count|agg|max|min|top|concat_distinct|accum", function, re.IGNORECASE)
    return ["WeightedAvg", *SCALARS] if aggregate else [*SCALARS, "WeightedAvg"]


def words(text: str) -> set[str]:
    """The names in a text."""
    return {bare(word) for word in _WORD.findall(text)}


_STEP = re.compile(r"\s*\.\s*(`(?:[^`]|``)+`|[A-Za-z_]\w*)|\s*\[\s*('[^']*'|[^\]]*)\s*\]")


def shape(column: str, text: str) -> str:
    """A nested type by what statements take from a column: fields, elements, values of keys."""
    root: dict[str, Any] = {}
    for match in re.finditer(rf"(?<!\w)`?{re.escape(column)}`?(?=\s*[.\[])", text):
        level, place = root, match.end()
        while step := _STEP.match(text, place):
            name = step[1] or ("{}" if step[2].startswith("'") else "[]")
            level = level.setdefault(name, {})
            place = step.end()
    return typed(root) if root else "INT"


def typed(steps: dict[str, Any]) -> str:
    """The type that has these steps below it."""
    if not steps:
        return "INT"
    if "{}" in steps:
        return f"MAP<STRING, {typed(steps['{}'])}>"
    if "[]" in steps:
        return f"ARRAY<{typed(steps['[]'])}>"
    return "ROW<" + ", ".join(f"{quoted_part(name)} {typed(inner)}" for name, inner in steps.items()) + ">"


def quoted_part(name: str) -> str:
    """A name in quotes, if it has none."""
    return name if name.startswith("`") else f"`{name}`"


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
