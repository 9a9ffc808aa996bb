"""Random statements that write, judged by the plans of the queries inside them.

DuckDB serialises plans of SELECTs alone. But what an assigned column is made of is what a SELECT of the same expression
over the same FROM is made of: `UPDATE t SET a = e FROM s WHERE c` by `SELECT e FROM t, s WHERE c`, each branch of a
MERGE by itself, an INSERT by its query and its column list. So a write is made together with those SELECTs.

Invariant: the target's column gets the union of what its SELECTs say, and nothing else. To add a form, write a method
that returns a `Write`, and add it to `FORMS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import duckdb

import headwater
from tests.judges.compare import listed, source_of
from tests.judges.duckdb_plan import value_lineage
from tests.judges.generate import Writer
from tests.judges.generate_base import SCALARS, Column, Kind, kind_of, quote
from tests.judges.values import Abstain, Source


@dataclass(frozen=True)
class Write:
    """A statement, and for each column that it writes the queries and ordinals that make it."""

    sql: str
    made: dict[str, list[tuple[str, int]]]


def columns_of(writer: Writer, table: str, count: int) -> list[tuple[str, Kind]]:
    """Some columns of a stored table, in any order."""
    known = [(name, kind_of(stored)) for name, stored in writer.types[table].items()]
    plain = [(name, kind) for name, kind in known if kind in SCALARS]
    return writer.rng.sample(plain, min(count, len(plain)))


def created(writer: Writer) -> Write:
    sql, columns = writer.query(1)
    word = writer.rng.choice(("CREATE TABLE made AS", "CREATE OR REPLACE TABLE made AS", "CREATE VIEW made AS"))
    return Write(f"{word} {sql}", {name: [(sql, i)] for i, (name, _) in enumerate(columns)})


def inserted(writer: Writer) -> Write:
    table = writer.rng.choice(("orders", "staff", "products"))
    wanted = columns_of(writer, table, 3)
    sql, _ = writer.query(1, tuple(kind for _, kind in wanted))
    names = ", ".join(quote(name) for name, _ in wanted)
    return Write(f"INSERT INTO {table} ({names}) {sql}", {name: [(sql, i)] for i, (name, _) in enumerate(wanted)})


def by_name(writer: Writer) -> Write:
    table = writer.rng.choice(("orders", "staff", "products"))
    wanted = columns_of(writer, table, 3)
    sql, columns = writer.plain(1, tuple(kind for _, kind in wanted))
    items = ", ".join(f"{made} AS {quote(name)}" for (name, _), (made, _) in zip(wanted, columns, strict=True))
    query = f"SELECT {items} FROM ({sql})"
    return Write(f"INSERT INTO {table} BY NAME {query}", {name: [(query, i)] for i, (name, _) in enumerate(wanted)})


def sides(writer: Writer, table: str) -> tuple[str, tuple[Column, ...], tuple[Column, ...], str]:
    """A query to write from, its columns, those of the target, and what ties them."""
    sql, columns = writer.plain(1, ("int", *(writer.one_kind() for _ in range(2))))
    alias = writer.fresh("s")
    theirs = tuple(Column(f"{alias}.{name}", name, kind) for name, kind in columns)
    known = [(name, kind_of(stored)) for name, stored in writer.types[table].items()]
    mine = tuple(Column(f"{table}.{quote(name)}", name, kind) for name, kind in known if kind)
    return f"({sql}) AS {alias}", theirs, mine, f"{table}.id = {theirs[0].text}"


def updated(writer: Writer) -> Write:
    table = writer.rng.choice(("orders", "staff", "products"))
    source, theirs, mine, tie = sides(writer, table)
    wanted = columns_of(writer, table, 2)
    bodies = [writer.scalar(kind, theirs + mine, 1) for _, kind in wanted]
    where = f"{tie} AND {writer.condition(theirs + mine, 0)}"
    sets = ", ".join(f"{quote(name)} = {body}" for (name, _), body in zip(wanted, bodies, strict=True))
    query = f"SELECT {', '.join(bodies)} FROM {table}, {source} WHERE {where}"
    made = {name: [(query, i)] for i, (name, _) in enumerate(wanted)}
    return Write(f"UPDATE {table} SET {sets} FROM {source} WHERE {where}", made)


def merged(writer: Writer) -> Write:
    table = writer.rng.choice(("orders", "staff", "products"))
    source, theirs, mine, tie = sides(writer, table)
    (name, kind), (other, inner) = columns_of(writer, table, 2)
    # A branch of a MERGE may hold no query.
    simple = [writer.scalar(k, theirs + mine, 0) for k in (kind, inner)]
    fresh = [writer.scalar(k, theirs, 0) for k in (kind, inner)]
    matched = f"SELECT {', '.join(simple)} FROM {table} JOIN {source} ON {tie}"
    missing = f"SELECT {', '.join(fresh)} FROM {source}"
    sets = ", ".join(f"{quote(c)} = {body}" for c, body in zip((name, other), simple, strict=True))
    sql = (
        f"MERGE INTO {table} USING {source} ON {tie} WHEN MATCHED THEN UPDATE SET {sets} "
        f"WHEN NOT MATCHED THEN INSERT ({quote(name)}, {quote(other)}) VALUES ({', '.join(fresh)})"
    )
    return Write(sql, {c: [(matched, i), (missing, i)] for i, c in enumerate((name, other))})


FORMS: tuple[Callable[[Writer], Write], ...] = (created, inserted, by_name, updated, merged)


def against_queries(write: Write, planner: duckdb.DuckDBPyConnection, catalog: headwater.Catalog) -> str | None:
    """A report where a written column does not come from what its queries say; `Abstain` where DuckDB refuses."""
    try:
        planner.execute(f"EXPLAIN {write.sql}")
    except duckdb.Error as error:
        raise Abstain(f"no plan: {str(error).splitlines()[0]}") from error
    (statement,) = headwater.analyze(write.sql, dialect="duckdb", catalog=catalog).statements
    got: dict[str, set[Source]] = {name.lower(): set() for name in write.made}
    for edge in statement.edges:
        got.setdefault(str(edge.target.column).lower(), set()).add(source_of(edge.source))
    lines = []
    for name, queries in write.made.items():
        expected = frozenset().union(*(value_lineage(planner, sql)[i].sources for sql, i in queries))
        if expected != got[name.lower()]:
            lines += [
                f"  column {name}",
                f"    expected {listed(expected)}",
                f"    got {listed(frozenset(got[name.lower()]))}",
            ]
    lines += [f"  {name} is not written" for name in got if name not in {one.lower() for one in write.made}]
    return "\n".join(["", write.sql, *lines, *(str(d) for d in statement.diagnostics)]) if lines else None
