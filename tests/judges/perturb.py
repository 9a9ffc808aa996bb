"""The judge that runs: change one stored column, run the query again, and see which output columns change.

Ground truth without any reading of SQL: on small random data, what is named as value must change, and what
changes must be named as value or influence, over some rounds. Two things can be found out:

- *missing*: an output changed although the answer names neither a value nor an influence from that column.
  One round is proof.
- *suspect*: the answer names a value source, and in no round a change of that column was seen in the output.

Columns that an answer names nowhere are changed all at once: if nothing stirs, none of them is missing, and only else
is each of them tried by itself. So the cost of a statement follows what it names, not the width of its tables.

Invariant: everything follows from the seed. Each round is one schema `r<n>` with its own data; a change of
`table.column` is one more schema that holds the changed table only and lies before it on the search path.
To add a column type, add a row to `value_of`.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb

from tests.judges.values import Source

PROOF_ROUNDS = 6
"""Rounds in which every column of every table read is changed."""

MAX_ROUNDS = 30
"""Rounds in which a value source may still show that it is one."""

Sources = Sequence[frozenset[Source]]


class Unfit(Exception):
    """The statement cannot be judged by running: it fails, or gives another answer the second time."""


@dataclass
class Verdict:
    """What running the statement said of the answer; empty lists mean that it agrees."""

    missing: list[tuple[int, Source]] = field(default_factory=list)
    suspect: list[tuple[int, Source]] = field(default_factory=list)
    rounds: int = 0

    def __bool__(self) -> bool:
        return not self.missing and not self.suspect


# Small domains: joins hit, groups have several rows, subqueries find something.
WORDS = ("a", "b", "c", "x", "y", "z")


def value_of(kind: str, rng: random.Random, nulls: float, size: int) -> str:
    """One random SQL literal of a DuckDB type."""
    if rng.random() < nulls:
        return "NULL"
    if kind.endswith("]"):
        inner, _, fixed = kind[:-1].rpartition("[")
        count = int(fixed) if fixed else rng.randint(0, 3)
        made = "[" + ", ".join(value_of(inner, rng, nulls, size) for _ in range(count)) + "]"
        return f"{made}::{kind}" if fixed else made
    if kind.startswith("STRUCT("):
        parts = split_top(kind[len("STRUCT(") : -1])
        pairs = [part.replace('"', "").split(" ", 1) for part in parts]
        return "{" + ", ".join(f"'{n}': {value_of(t, rng, nulls, size)}" for n, t in pairs) + "}"
    if kind.startswith("MAP("):
        _, entry = split_top(kind[len("MAP(") : -1])
        keys = rng.sample(WORDS[:4], rng.randint(1, 3))
        return "MAP {" + ", ".join(f"'{key}': {value_of(entry, rng, nulls, size)}" for key in keys) + "}"
    if kind.startswith("UNION("):
        name, member = rng.choice([part.replace('"', "").split(" ", 1) for part in split_top(kind[len("UNION(") : -1])])
        return f"union_value({name} := {value_of(member, rng, 0.0, size)})::{kind}"
    if kind.startswith("ENUM("):
        return rng.choice(split_top(kind[len("ENUM(") : -1]))
    if kind in ("INTEGER", "BIGINT"):
        return str(rng.randint(0, size))
    if kind == "BOOLEAN":
        return rng.choice(("true", "false"))
    if kind.startswith("DECIMAL("):
        return str(rng.randint(0, 4 * size) / 4)
    if kind == "TIME":
        return f"TIME '{rng.randint(0, size + 2):02d}:15:00'"
    if kind == "INTERVAL":
        return f"INTERVAL {rng.randint(0, 10 * size)} MINUTE"
    if kind == "JSON":
        # An object with a number, a text and a list, each of which may be missing.
        parts = {"a": rng.randint(0, size), "b": rng.choice(WORDS), "l": [rng.randint(0, size)] * rng.randint(0, 2)}
        return "'" + json.dumps({key: part for key, part in parts.items() if rng.random() > nulls}) + "'"
    if kind == "DOUBLE":
        return str(rng.randint(0, 4 * size) / 4)  # quarters: sums are exact in any order
    if kind == "VARCHAR":
        return "'" + "".join(rng.choice(WORDS[: max(2, size)]) for _ in range(rng.choice((1, 1, 1, 2)))) + "'"
    if kind == "DATE":
        return f"DATE '2024-01-{rng.randint(1, size + 2):02d}'"
    if kind == "TIMESTAMP":
        return f"TIMESTAMP '2024-01-0{rng.randint(1, 3)} {rng.randint(0, size + 2):02d}:30:00'"
    raise NotImplementedError(f"no random values for the type {kind}")


def split_top(text: str) -> list[str]:
    """Splits at the commas outside of parentheses."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()]


def shown(value: Any) -> str:
    """A form of a value that can be compared and does not depend on the last bits of a float."""
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{shown(k)}: {shown(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(shown(v) for v in value) + "]"
    return repr(value)


Table = list[list[str]]
"""Rows of SQL literals."""


class Bench:
    """A database with many versions of the same small tables."""

    def __init__(self, schema_sql: str, seed: int = 1) -> None:
        self.seed = seed
        self.schema_sql = schema_sql
        self.open()
        self.types: dict[str, dict[str, str]] = {}
        for table, column, kind in self.con.execute(
            "SELECT table_name, column_name, data_type FROM duckdb_columns() "
            "WHERE schema_name = 'main' AND NOT internal ORDER BY table_name, column_index"
        ).fetchall():
            self.types.setdefault(table, {})[column] = kind

    def open(self) -> None:
        """A new database, with no round in it yet."""
        self.con = duckdb.connect()
        self.con.execute("SET threads = 1")
        self.con.execute("SET scalar_subquery_error_on_multiple_rows = false")
        self.con.execute(self.schema_sql)
        self.data: dict[int, dict[str, Table]] = {}
        self.made: set[str] = set()
        self.together: dict[str, str] = {}

    def columns(self, sql: str) -> list[Source]:
        """Every column of the tables that the text names."""
        words = set(re.findall(r"\w+", sql.lower()))
        return [(t, c) for t, columns in self.types.items() if t in words for c in columns]

    def mood(self, number: int) -> tuple[float, int]:
        """How many NULLs a round has, and how small its domains are."""
        return (0.1, 0.0, 0.35)[number % 3], (4, 6, 3, 9)[number % 4]

    def base(self, number: int) -> str:
        name = f"r{number}"
        if name not in self.made:
            rng = random.Random(f"{self.seed}/{number}")
            nulls, size = self.mood(number)
            tables: dict[str, Table] = {}
            self.con.execute(f"CREATE SCHEMA {name}")
            for table, columns in self.types.items():
                kinds, count = list(columns.values()), rng.randint(10, 18)
                tables[table] = [[value_of(k, rng, nulls, size) for k in kinds] for _ in range(count)]
                self.fill(name, table, tables[table])
            self.data[number] = tables
            self.made.add(name)
        return name

    def fill(self, schema: str, table: str, rows: Table) -> None:
        self.con.execute(f"CREATE TABLE {schema}.{table} AS FROM main.{table} LIMIT 0")
        values = ", ".join("(" + ", ".join(row) + ")" for row in rows)
        self.con.execute(f"INSERT INTO {schema}.{table} VALUES {values}")

    def changed_schema(self, number: int, source: Source) -> str:
        """A schema in which one column of one table has other values than in round `number`."""
        table, column = source
        names = list(self.types[table])
        at = names.index(column)
        name = f"r{number}_{table}_{at}"
        if name not in self.made:
            base = self.base(number)
            rng = random.Random(f"{self.seed}/{number}/{table}/{at}")
            nulls, size = self.mood(number + number // 3)
            kind = self.types[table][column]
            rows = [list(row) for row in self.data[number][table]]
            for row in rows:
                # Now and then a value stays: changes that hit every row alike hide in differences and ranks.
                if number % 2 == 0 or rng.random() < 0.6:
                    row[at] = value_of(kind, rng, nulls, size)
            self.con.execute(f"CREATE SCHEMA {name}")
            self.fill(name, table, rows)
            self.made.add(name)
            assert base in self.made
        return name

    def silent_schema(self, number: int, sources: Sequence[Source]) -> str:
        """A schema in which all these columns have other values than in round `number`, tables side by side."""
        key = f"{number}/{sorted(sources)}"
        if key not in self.together:
            name = self.together[key] = f"s{len(self.together)}"
            base = self.base(number)
            self.con.execute(f"CREATE SCHEMA {name}")
            for table in sorted({table for table, _ in sources}):
                changed = {column for one, column in sources if one == table}
                after = self.everything_changed(number, table)
                items = ", ".join(f'{"new" if c in changed else "old"}."{c}"' for c in self.types[table])
                self.con.execute(
                    f"CREATE TABLE {name}.{table} AS SELECT {items} "
                    f"FROM {base}.{table} AS old POSITIONAL JOIN {after}.{table} AS new"
                )
        return self.together[key]

    def everything_changed(self, number: int, table: str) -> str:
        """A schema with a table all of whose columns have other values."""
        name = f"r{number}_{table}_all"
        if name not in self.made:
            self.base(number)
            rng = random.Random(f"{self.seed}/{number}/{table}")
            nulls, size = self.mood(number + 1)
            kinds = list(self.types[table].values())
            rows = [[value_of(kind, rng, nulls, size) for kind in kinds] for _ in self.data[number][table]]
            self.con.execute(f"CREATE SCHEMA {name}")
            self.fill(name, table, rows)
            self.made.add(name)
        return name

    def stirs(self, sql: str, number: int, sources: Sequence[Source], before: list[Counter[str]]) -> bool:
        """Whether any output may change when all these columns do; True also where that cannot be told."""
        if not sources:
            return False
        try:
            return self.run(sql, f"{self.silent_schema(number, sources)},{self.base(number)}") != before
        except Unfit:
            return True

    def run(self, sql: str, path: str) -> list[Counter[str]]:
        """The multiset of values of each output column."""
        self.con.execute(f"SET search_path = '{path}'")
        try:
            result = self.con.execute(sql)
            width = len(result.description)
            rows = result.fetchall()
        except (duckdb.FatalException, duckdb.InternalException) as error:
            self.open()  # a fault of the engine: this database answers nothing any more
            raise Unfit(f"the engine failed: {str(error).splitlines()[0]}") from error
        except duckdb.Error as error:
            raise Unfit(f"{type(error).__name__}: {str(error).splitlines()[0]}") from error
        return [Counter(shown(row[i]) for row in rows) for i in range(width)]

    def changed(
        self, sql: str, number: int, sources: Iterable[Source], nowhere: Sequence[Source] = ()
    ) -> dict[Source, set[int]]:
        """For each source, the ordinals of the output columns that changed with it in this round.

        Those that are named nowhere are tried together first.
        """
        base = self.base(number)
        before = self.run(sql, base)
        if number < 2 and self.run(sql, base) != before:
            raise Unfit("another answer the second time")
        result: dict[Source, set[int]] = {}
        more = nowhere if self.stirs(sql, number, nowhere, before) else ()
        for source in (*sources, *more):
            try:
                after = self.run(sql, f"{self.changed_schema(number, source)},{base}")
            except Unfit:
                continue  # the change made it fail: a division or a cast; it says nothing of single columns
            if len(after) != len(before):
                continue  # a PIVOT that finds its columns in the data
            result[source] = {i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
        return result

    def judge(self, sql: str, value: Sources, influence: Sources | None, rounds: int = MAX_ROUNDS) -> Verdict:
        """Compares an answer with what running shows. Without `influence` only value sources are tried."""
        sql = sql.strip().rstrip(";")
        pending = {(i, s) for i, sources in enumerate(value) for s in sources}
        verdict = Verdict()
        unnamed: set[Source] = set()  # by some of the outputs
        nowhere: list[Source] = []
        named = [v | i for v, i in zip(value, influence or value, strict=True)]
        for table, column in self.columns(sql) if influence is not None else ():
            source = (table, column.lower())
            if not any(source in one for one in named):
                nowhere.append((table, column))
            elif not all(source in one for one in named):
                unnamed.add(source)
        broken: Unfit | None = None
        ran = 0
        for number in range(rounds):
            proving = influence is not None and ran < PROOF_ROUNDS
            if not pending and not proving:
                break
            wanted = {s for _, s in pending}
            if proving:
                wanted |= unnamed
            known = {s for s in wanted if s[0] in self.types and s[1] in self.names(s[0])}
            try:
                each = sorted(self.spelled(s) for s in known)
                result = self.changed(sql, number, each, nowhere if proving else ())
            except Unfit as error:
                broken = error
                if "second time" in str(error):
                    break
                continue
            ran += 1
            for source, outputs in result.items():
                folded = (source[0].lower(), source[1].lower())
                for i in outputs:
                    pending.discard((i, folded))
                    if influence is None or (i, folded) in verdict.missing:
                        continue
                    if i >= len(value) or folded not in value[i] | influence[i]:
                        verdict.missing.append((i, folded))
        if ran == 0 and broken is not None:
            raise broken
        verdict.rounds = ran
        verdict.suspect = sorted(pending)
        return verdict

    def names(self, table: str) -> set[str]:
        return {name.lower() for name in self.types[table]}

    def spelled(self, source: Source) -> Source:
        """The column as the schema writes it."""
        table, column = source
        return table, next(name for name in self.types[table] if name.lower() == column.lower())
