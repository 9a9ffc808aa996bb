"""DuckDB's side of a replay: a database per script; a query is told by its bound plan."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import duckdb

from tests.judges.duckdb_plan import Walker, plan_of
from tests.judges.replay.verdicts import Expected, Refused
from tests.judges.values import Abstain, Source

SECONDS = 5.0
"""How long a statement may run; suites hold some that take minutes."""

SETTINGS = (
    "threads = 1",
    "memory_limit = '2GB'",
    "delim_join_as_cte = false",  # else a correlated subquery's columns stand for the outer ones (see duckdb_plan)
    "autoinstall_known_extensions = false",  # there is no network
    "autoload_known_extensions = false",
)

_ABOUT = re.compile(r"^\s*\(*\s*(DESCRIBE|DESC|SHOW)\b", re.IGNORECASE)
"""Statements that say something of tables and settings; none of their rows comes out of a table."""

_GENERATED = re.compile(
    r"(\w+|\"[^\"]+\")\s+[\w\s]*?(?:\([\d, ]*\)\s*)?GENERATED ALWAYS AS\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
)
_CREATE_AS = re.compile(
    r"^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:TEMP(?:ORARY)?\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"
    r"(?P<name>[\w.\"]+)\s+AS\s+(?P<query>(?:SELECT|FROM|WITH|VALUES|\().*)$",
    re.IGNORECASE | re.DOTALL,
)
_INSERT = re.compile(
    r"^\s*INSERT\s+INTO\s+(?P<name>[\w.\"]+)\s*(?:\((?P<columns>[\w\s,\"]+)\)\s*)?(?P<query>(?:SELECT|FROM|WITH)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)


class DuckDB:
    """One in-memory database per script."""

    dialect = "duckdb"
    missing = re.compile(r"Table with name (\S+) does not exist")
    fold_views = True

    def __init__(self) -> None:
        self.con = duckdb.connect()

    @staticmethod
    def adapted(sql: str) -> str:
        """Statements run as they are."""
        return sql

    @staticmethod
    def fold(name: str) -> str:
        """DuckDB compares names without case."""
        return name.lower()

    def open(self) -> list[str]:
        """A new database."""
        self.con.close()
        plan_of.cache_clear()
        self.con = duckdb.connect()
        for setting in SETTINGS:
            self.con.execute(f"SET {setting}")
        return []

    @contextmanager
    def bounded(self) -> Iterator[None]:
        """Interrupt what takes too long; DuckDB's errors become `Refused`."""
        timer = threading.Timer(SECONDS, self.con.interrupt)
        timer.start()
        try:
            yield
        except duckdb.Error as error:
            raise Refused(str(error).splitlines()[0]) from error
        finally:
            timer.cancel()

    def run(self, sql: str) -> None:
        """Run a statement for what it changes."""
        with self.bounded():
            self.con.execute(sql)

    def ask(self, sql: str) -> Expected | None:
        """What a statement's outputs are made of; None where it is no query and writes none."""
        with self.bounded():
            statements = self.con.extract_statements(sql)
        if len(statements) != 1:
            raise Abstain("several statements")
        try:
            kind = statements[0].type
        except ValueError:  # a kind that DuckDB's own Python does not know
            return None
        if _ABOUT.match(sql):
            return None
        if kind == duckdb.StatementType.SELECT:
            return self.query(sql)
        created = _CREATE_AS.match(sql)
        if created is not None:
            expected = self.query(created["query"])
            self.run(sql)
            names = self.columns_of(created["name"])  # names are numbered: a, a_1
            return replace(expected, names=names, ran=True)
        inserted = _INSERT.match(sql)
        if inserted is not None and "BY NAME" not in sql.upper() and "RETURNING" not in sql.upper():
            expected = self.query(inserted["query"].partition("ON CONFLICT")[0])
            names = self.columns_of(inserted["name"])
            if inserted["columns"]:
                names = [part.strip().strip('"') for part in inserted["columns"].split(",")]
            if len(names) < len(expected.sources):
                raise Refused("the query gives more columns than the target has")
            return replace(expected, names=names[: len(expected.sources)], by_name=True)
        return None

    def query(self, sql: str) -> Expected:
        """The outputs of a SELECT, by the bound plan."""
        sql = sql.strip().rstrip(";")
        try:
            with self.bounded():
                plan = plan_of(self.con, sql)
                names = list(self.con.sql(sql).columns)
        except json.JSONDecodeError as error:
            raise Abstain(f"a plan that is no JSON: {error}") from error
        try:
            columns = Walker().operator(plan)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise Abstain(f"unknown shape: {type(error).__name__} {error}") from error
        if len(names) != len(columns):
            raise Abstain(f"{len(names)} names for {len(columns)} columns")
        sources: list[frozenset[Source]] = [frozenset((leaf[0], leaf[1]) for leaf in c.flat()) for c in columns]
        return Expected(names, sources, origins=self.origins())

    def origins(self) -> frozenset[Source]:
        """Generated columns whose expression names no column: the plan holds their value."""
        found: set[Source] = set()
        for table, sql in self.con.execute("SELECT table_name, sql FROM duckdb_tables()").fetchall():
            if "GENERATED" in sql:
                names = {name.lower() for name in self.columns_of(f'"{table}"')}
                for column, expression in _GENERATED.findall(sql):
                    if not names & set(re.findall(r"\w+", re.sub(r"'[^']*'", "", expression).lower())):
                        found.add((table.lower(), column.strip('"').lower()))
        return frozenset(found)

    def columns_of(self, table: str) -> list[str]:
        """The stored columns of a table, in order."""
        with self.bounded():
            return [str(row[0]) for row in self.con.execute(f"DESCRIBE {table}").fetchall()]

    def close(self) -> None:
        """End."""
        self.con.close()
