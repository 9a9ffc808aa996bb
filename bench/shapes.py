"""SQL that grows along one axis at a time: the inputs of `bench.growth` and of `tests/test_linear.py`.

Invariant: along every axis the text, the value edges and the influence all grow no faster than the size, so a
tool that is linear in what it reads and writes shows an exponent near 1. Everything is deterministic.

To add an axis: a function from a size to SQL text over the tables of `BASE` (or of its own `tables`), and one
row in `AXES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

DIALECT = "duckdb"

Tables = Mapping[str, Mapping[str, str]]

BASE: Tables = {
    "t": {"id": "int", "a": "int", "b": "int", "c": "int", "d": "int"},
    "u": {"id": "int", "e": "int", "f": "int", "g": "varchar"},
}


@dataclass(frozen=True, slots=True)
class Axis:
    """One way in which SQL grows; `top` is 16 times the smallest size measured."""

    name: str
    top: int
    sql: Callable[[int], str]
    tables: Callable[[int], Tables] = lambda size: BASE


def cte_chain(size: int) -> str:
    """Each CTE filters and computes over the one before."""
    parts = ["q0 AS (SELECT id, a, b, c FROM t)"]
    parts += [f"q{i} AS (SELECT id, a + {i} AS a, b, a AS c FROM q{i - 1} WHERE b > {i})" for i in range(1, size)]
    return f"WITH {', '.join(parts)} SELECT id, a, b, c FROM q{size - 1}"


def cte_self_joined(size: int) -> str:
    """Each CTE joins the one before to itself: followed reference by reference, 2^size paths."""
    parts = ["q0 AS (SELECT id, a, b FROM t)"]
    parts += [
        f"q{i} AS (SELECT x.id, x.a + y.a AS a, y.b FROM q{i - 1} x JOIN q{i - 1} y ON x.id = y.id)"
        for i in range(1, size)
    ]
    return f"WITH {', '.join(parts)} SELECT id, a, b FROM q{size - 1}"


def cte_fan(size: int) -> str:
    """Many CTEs side by side, joined at the end."""
    parts = [f"q{i} AS (SELECT id, sum(a) AS s{i} FROM t WHERE b = {i} GROUP BY id)" for i in range(size)]
    joins = " ".join(f"LEFT JOIN q{i} ON q{i}.id = q0.id" for i in range(1, size))
    columns = ", ".join(f"s{i}" for i in range(size))
    return f"WITH {', '.join(parts)} SELECT q0.id, {columns} FROM q0 {joins}"


def wide(size: int) -> Tables:
    return {"w": {f"c{i}": "int" for i in range(size)}}


def columns(size: int) -> str:
    """Every column by name through three layers, computed in the middle one."""
    plain = ", ".join(f"c{i}" for i in range(size))
    computed = ", ".join(f"c{i} + 1 AS c{i}" for i in range(size))
    return f"SELECT {plain} FROM (SELECT {computed} FROM (SELECT {plain} FROM w) x) y"


def stars(size: int) -> str:
    """The same width, by stars, over two references of the table."""
    return (
        "SELECT * FROM (SELECT x.*, y.c0 AS k FROM (SELECT * FROM w WHERE c0 > 0) x "
        "JOIN w y ON x.c0 = y.c0) z WHERE k > 1"
    )


def derived_depth(size: int) -> str:
    sql = "SELECT a, b, c FROM t WHERE d > 0"
    for i in range(size):
        sql = f"SELECT a + 1 AS a, b, c FROM ({sql}) q{i} WHERE b > {i}"
    return sql


def union_arms(size: int) -> str:
    return " UNION ALL ".join(f"SELECT a, b + {i} AS b, 'k{i}' AS k FROM t WHERE c = {i}" for i in range(size))


def many_tables(size: int) -> Tables:
    return {f"t{i}": {"id": "int", f"v{i}": "int", f"w{i}": "int"} for i in range(size)}


def joins_on(size: int) -> str:
    chain = " ".join(f"JOIN t{i} ON t{i}.id = t{i - 1}.id AND t{i}.w{i} > 0" for i in range(1, size))
    return f"SELECT {', '.join(f't{i}.v{i}' for i in range(size))} FROM t0 {chain}"


def joins_using(size: int) -> str:
    """Bare names: each has to be found among all the tables in scope."""
    chain = " ".join(f"LEFT JOIN t{i} USING (id)" for i in range(1, size))
    return f"SELECT id, {', '.join(f'v{i}' for i in range(size))} FROM t0 {chain}"


def joins_comma(size: int) -> str:
    froms = ", ".join(f"t{i}" for i in range(size))
    where = " AND ".join(f"v{i - 1} = w{i}" for i in range(1, size)) or "v0 > 0"
    return f"SELECT {', '.join(f'v{i}' for i in range(size))} FROM {froms} WHERE {where}"


def case_arms(size: int) -> str:
    arms = " ".join(f"WHEN a = {i} THEN b + {i}" for i in range(size))
    return f"SELECT id, CASE {arms} ELSE c END AS x FROM t"


def script(size: int) -> str:
    """Blocks of four statements: a table from the block before, an insert, an update, a query over a view."""
    out = []
    for i in range(size // 4):
        before = f"s{i - 1}" if i else "t"
        out += [
            f"CREATE TABLE s{i} AS SELECT id, a, b + c AS b, c FROM {before} WHERE a > {i};",
            f"INSERT INTO s{i} (id, a, b, c) SELECT id, e, f, e + f FROM u WHERE f < {i}; -- block {i}",
            f"UPDATE s{i} SET a = b + 1, c = 0 WHERE id = {i};",
            f"CREATE VIEW v{i} AS SELECT x.*, u.g FROM s{i} x JOIN u ON x.id = u.id;",
        ]
    return "\n".join(out)


def or_terms(size: int) -> str:
    return f"SELECT a FROM t WHERE {' OR '.join(f'(b = {i} AND c = {i + 1})' for i in range(size))}"


def in_list(size: int) -> str:
    return f"SELECT a, b IN ({', '.join(str(i) for i in range(size))}) AS x FROM t WHERE c IN ({size}, d)"


def concat_terms(size: int) -> str:
    """One expression as a long left-deep chain."""
    return f"SELECT {' + '.join(('a', 'b', 'c', 'd')[i % 4] for i in range(size))} AS x FROM t"


def scalar_subqueries(size: int) -> str:
    """Correlated subqueries in the select list."""
    items = ", ".join(f"(SELECT max(e) + {i} FROM u WHERE u.id = t.id AND u.f > t.b) AS x{i}" for i in range(size))
    return f"SELECT id, {items} FROM t"


def exists_terms(size: int) -> str:
    terms = " AND ".join(f"EXISTS (SELECT 1 FROM u WHERE u.id = t.id AND u.f = {i})" for i in range(size))
    return f"SELECT id FROM t WHERE {terms}"


def windows(size: int) -> str:
    items = ", ".join(f"sum(a) OVER (PARTITION BY b ORDER BY c ROWS {i + 1} PRECEDING) AS x{i}" for i in range(size))
    return f"SELECT id, {items} FROM t"


def unknown_tables(size: int) -> str:
    """Tables that the catalog does not have, each with a name like those that it has."""
    return " UNION ALL ".join(f"SELECT user_id FROM warehouse.sales_by_region_and_day_{i}x" for i in range(size))


def large_catalog(size: int) -> Tables:
    return {f"warehouse.sales_by_region_and_day_{i}": {"id": "int", "user_id": "int"} for i in range(10_000)}


AXES: tuple[Axis, ...] = (
    Axis("CTE chain", 400, cte_chain),
    Axis("CTE chain, each self-joined", 400, cte_self_joined),
    Axis("CTEs side by side", 400, cte_fan),
    Axis("columns by name x 3 layers", 2000, columns, wide),
    Axis("columns by star x 3 layers", 2000, stars, wide),
    Axis("nested derived tables", 200, derived_depth),
    Axis("union arms", 1000, union_arms),
    Axis("joins, ON", 256, joins_on, many_tables),
    Axis("joins, USING, bare names", 256, joins_using, many_tables),
    Axis("joins, comma, bare names", 256, joins_comma, many_tables),
    Axis("CASE arms", 1000, case_arms),
    Axis("script statements", 2000, script),
    Axis("OR terms", 4000, or_terms),
    Axis("IN list", 4000, in_list),
    Axis("terms of one sum", 4000, concat_terms),
    Axis("scalar subqueries", 256, scalar_subqueries),
    Axis("EXISTS terms", 256, exists_terms),
    Axis("window columns", 512, windows),
    Axis("unknown tables beside 10,000", 512, unknown_tables, large_catalog),
)
