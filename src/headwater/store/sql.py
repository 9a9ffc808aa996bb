"""A user's own SELECT over the documented tables, and nothing else.

The tables, and their other shapes (`views`), are views over the snapshot's Parquet files, in a DuckDB of its own.
Before the user's text is looked at, access to anything but those files is turned off, extensions cannot be loaded, and
the configuration is locked. The text has to be one statement, and every node of the tree that DuckDB makes of it has to
be one that reads; it runs with limits of memory, time and rows, without spilling to disk.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from headwater.rows.warehouse import TABLES
from headwater.store.errors import StoreProblem
from headwater.store.folder import Snapshot
from headwater.store.index import quoted_list
from headwater.store.views import create_views

MAX_CHARS = 100_000
FUNCTIONS = frozenset({"range", "generate_series", "unnest", "json_each", "json_tree", "regexp_split_to_table"})
"""Table functions that read nothing but their arguments."""
_LEAD = re.compile(r"\A(?:\s+|--[^\n]*(?:\n|\Z)|/\*.*?\*/|\()*", re.DOTALL)
_OPENS = re.compile(r"(?:select|with|from|values|table|describe|desc|show|summarize)\b", re.IGNORECASE)
_READS = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})


@dataclass(frozen=True, slots=True)
class SqlLimits:
    """What a query may take."""

    rows: int = 10_000
    seconds: float = 60.0
    memory: str = "2GB"
    threads: int = 2


@dataclass(frozen=True, slots=True)
class SqlAnswer:
    """The rows of a query; `more` is whether there were more than it was allowed."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool


def run_sql(snapshot: Snapshot, query: str, limits: SqlLimits | None = None) -> SqlAnswer:
    """The answer to a SELECT. Raises `StoreProblem` for what is refused, wrong, or takes too much."""
    import duckdb

    limits = limits or SqlLimits()
    if len(query) > MAX_CHARS:
        raise StoreProblem(f"The query has more than {MAX_CHARS:,} characters.")
    with _open_tables(snapshot, limits) as db:
        text = _require_select(db, query)
        late = threading.Event()

        def stop() -> None:
            late.set()
            db.interrupt()

        timer = threading.Timer(limits.seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            cursor = db.execute(text)
            columns = tuple(str(column[0]) for column in cursor.description or ())
            types = tuple(str(column[1]) for column in cursor.description or ())
            rows = cursor.fetchmany(limits.rows + 1)
        except duckdb.Error as error:
            if late.is_set():
                raise StoreProblem(
                    f"The query took more than {limits.seconds:g} seconds.", "Simplify the query, or raise --seconds."
                ) from None
            raise StoreProblem(_plain(error), "See docs/reference/tables.md for the tables and their fields.") from None
        finally:
            timer.cancel()
        return SqlAnswer(columns, types, tuple(rows[: limits.rows]), len(rows) > limits.rows)


@contextmanager
def _open_tables(snapshot: Snapshot, limits: SqlLimits) -> Iterator[Any]:
    import duckdb

    files = [file for name in TABLES for file in snapshot.files(name)]
    db = duckdb.connect(config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"})
    try:
        db.execute(f"SET allowed_paths = {quoted_list(files)}")
        db.execute(f"SET memory_limit = '{limits.memory}'")
        db.execute(f"SET threads = {int(limits.threads)}")
        db.execute("SET temp_directory = ''")
        db.execute("SET python_enable_replacements = false")
        db.execute("SET enable_progress_bar = false")
        db.execute("SET TimeZone = 'UTC'")
        for name in TABLES:
            db.execute(f"CREATE VIEW {name} AS FROM read_parquet({quoted_list(snapshot.files(name))})")
        create_views(db)
        db.execute("SET enable_external_access = false")
        db.execute("SET lock_configuration = true")
        yield db
    except duckdb.Error as error:
        raise StoreProblem(f"Cannot open the tables: {_plain(error)}") from None
    finally:
        db.close()


def _require_select(db: Any, query: str) -> str:
    """The one statement of a text, if it only reads. Raises `StoreProblem`."""
    import duckdb

    refusal = "Only one SELECT over the tables is answered."
    try:
        statements = db.extract_statements(query)
    except duckdb.Error as error:
        raise StoreProblem(_plain(error), refusal) from None
    if len(statements) != 1:
        raise StoreProblem(f"Expected one statement, found {len(statements)}.", refusal)
    kind = str(statements[0].type).rpartition(".")[2]
    if kind != "SELECT":
        raise StoreProblem(f"This is a {kind} statement.", refusal)
    text = str(statements[0].query)
    first = _LEAD.sub("", query, count=1)  # the text itself: DuckDB turns a PRAGMA into a SELECT
    if _OPENS.match(first) is None:
        raise StoreProblem(f"The query starts with {first.split(maxsplit=1)[0][:40]!r}.", refusal)
    # DuckDB calls WITH x AS (COPY …) SELECT a SELECT, too: every node of the tree has to be one that reads
    ask = "SELECT json_serialize_sql($text::VARCHAR)"
    tree = json.loads(db.execute(ask, {"text": text}).fetchall()[0][0])
    if tree.get("error") is not False:
        raise StoreProblem(f"Cannot parse the query as a SELECT: {tree.get('error_message')}", refusal)
    for name, is_function in _parts(tree):
        if is_function and name not in FUNCTIONS:
            raise StoreProblem(f"The table function {name} is not allowed.", refusal)
        if not is_function and name not in _READS:
            raise StoreProblem(f"The query contains a {name.removesuffix('_NODE').removesuffix('_QUERY')}.", refusal)
    return text


def _parts(tree: Any) -> Iterator[tuple[str, bool]]:
    """The kinds of the query nodes of a tree, and, marked, the table functions in it."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            kind = node.get("type")
            if isinstance(kind, str) and kind.endswith("_NODE"):
                yield kind, False
            if kind == "TABLE_FUNCTION":
                function = node.get("function")
                yield (str(function.get("function_name")).lower() if isinstance(function, dict) else "?"), True
            todo += node.values()
        elif isinstance(node, list):
            todo += node


def _plain(error: Exception) -> str:
    """DuckDB's own words, without its stack and on one line."""
    lines = [line for line in str(error).strip().splitlines() if line.strip()]
    return " ".join(" ".join(lines[:3]).split())[:500]
