"""Random SELECT statements over the judges' schema, typed, so that nearly all of them are valid.

Invariants: a statement follows from its seed alone, and its result, as multisets of values per column, follows from the
data alone (no LIMIT without a total order, no rank among ties, no unordered list), so that it can be judged by running
it. Names of derived columns are unique within a statement. The parts stand in `generate_base`, `generate_exprs`,
`generate_from` and `generate_query`; here they become statements. `FORMS` lists what the generator must be seen to
write: to add a form, write a method that returns SQL, add it to the list of choices where it may stand, and name it
there.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable

from tests.judges.generate_base import Column, Made, plain
from tests.judges.generate_query import Queries

FORMS = {
    name: re.compile(pattern)
    for name, pattern in {
        "WITH": r"^WITH \w", "WITH RECURSIVE": r"WITH RECURSIVE", "column list of a CTE": r"\w\([\w, ]+\) AS \(",
        "MATERIALIZED": r"AS MATERIALIZED", "UNION ALL": r"UNION ALL \(", "UNION": r"UNION \(",
        "INTERSECT": r"INTERSECT \(", "INTERSECT ALL": r"INTERSECT ALL", "EXCEPT": r"EXCEPT \(",
        "EXCEPT ALL": r"EXCEPT ALL", "BY NAME": r"BY NAME", "DISTINCT": r"SELECT DISTINCT [^O]", "ALL": r"SELECT ALL",
        "DISTINCT ON": r"DISTINCT ON", "FROM first": r"(^|\()FROM", "star": r"SELECT \*", "EXCLUDE": r"\* EXCLUDE",
        "REPLACE": r"\* REPLACE", "RENAME": r"\* RENAME", "COLUMNS": r"COLUMNS\(", "alias first": r"c\d+: ",
        "WHERE": r" WHERE ", "GROUP BY": r"GROUP BY \d", "GROUP BY ALL": r"GROUP BY ALL", "ROLLUP": r"ROLLUP",
        "CUBE": r"CUBE", "GROUPING SETS": r"GROUPING SETS", "grouping()": r"grouping\(", "HAVING": r"HAVING",
        "QUALIFY": r"QUALIFY", "ORDER BY, LIMIT": r"ORDER BY ALL.* LIMIT", "OFFSET": r"OFFSET", "VALUES": r"VALUES",
        "range": r"range\(4\)", "JOIN": r" JOIN ", "INNER JOIN": r"INNER JOIN", "LEFT JOIN": r"LEFT JOIN",
        "RIGHT JOIN": r"RIGHT JOIN", "FULL JOIN": r"FULL JOIN", "CROSS JOIN": r"CROSS JOIN", "USING": r"USING \(",
        "SEMI JOIN": r"SEMI JOIN", "ANTI JOIN": r"ANTI JOIN", "ASOF": r"ASOF", "POSITIONAL": r"POSITIONAL",
        "LATERAL": r"LATERAL", "unnest in FROM": r", unnest\(t", "WITH ORDINALITY": r"WITH ORDINALITY",
        "unnest in SELECT": r"unnest\(.* AS c", "PIVOT": r"PIVOT \(", "UNPIVOT": r"UNPIVOT",
        "INCLUDE NULLS": r"INCLUDE NULLS", "CASE": r"CASE WHEN", "CASE of a value": r"CASE [^W]", "CAST": r"CAST\(",
        "::": r"::", "IN a list": r" IN \([^S]", "IN a query": r" IN \(SELECT", "BETWEEN": r"BETWEEN '|BETWEEN \d",
        "LIKE": r"LIKE", "IS NULL": r"IS NULL", "IS DISTINCT FROM": r"IS DISTINCT", "EXISTS": r"EXISTS \(",
        "ANY": r"ANY \(", "ALL of a query": r"ALL \(SELECT", "OR": r" OR ", "AND": r" AND ", "NOT": r"NOT \(",
        "scalar subquery": r"\(SELECT (max|min)\(", "ARRAY of a query": r"ARRAY\(SELECT", "struct": r"\{'p'",
        "map": r"MAP \{", "JSON": r"->", "list": r"\[[^]]+, ", "slice": r"\[1:2\]", "lambda": r"lambda v",
        "comprehension": r" FOR v\d+ IN", "list_reduce": r"list_reduce", "FILTER": r"FILTER \(WHERE",
        "ordered aggregate": r"\([^()]+ ORDER BY [^()]+\)\[1\]", "aggregate DISTINCT": r"count\(DISTINCT",
        "OVER": r"OVER \(", "PARTITION BY": r"PARTITION BY", "named window": r"WINDOW n", "ROWS": r"ROWS ",
        "RANGE": r"RANGE BETWEEN", "GROUPS": r"GROUPS ", "EXCLUDE GROUP": r"EXCLUDE (GROUP|TIES)",
        "IGNORE NULLS": r"IGNORE NULLS", "unary minus": r"\(-", "||": r"\|\|", "method": r"\.(length|upper)\(",
    }.items()
}  # fmt: skip
"""Forms by name, and how one is recognised in a statement's text."""


def coverage(statements: Iterable[str]) -> Counter[str]:
    """How many of the statements hold each form; 0 for one that none does."""
    seen = Counter(dict.fromkeys(FORMS, 0))
    for sql in statements:
        seen.update(name for name, pattern in FORMS.items() if pattern.search(sql))
    return seen


class Generator:
    """Makes one statement after the other; `types` is the schema as `Bench.types` gives it."""

    def __init__(self, types: dict[str, dict[str, str]], seed: int) -> None:
        self.types = types
        self.seed = seed

    def writer(self, number: int) -> Writer:
        return Writer(self.types, random.Random(f"{self.seed}/{number}"))

    def statement(self, number: int) -> str:
        return self.writer(number).statement()


class Writer(Queries):
    """One statement."""

    def recursive(self) -> Made:
        """A CTE's text whose columns move along, change places, or meet those of another relation."""
        if self.chance(0.3):
            return self.walk()
        n, a, b = self.fresh(), self.fresh(), self.fresh()
        kinds = (self.one_kind(), self.one_kind())
        start, ((one, _), (two, _)) = self.plain(0, kinds)
        scope = tuple(Column(f"r.{name}", name, kind) for name, kind in ((n, "int"), (a, kinds[0]), (b, kinds[1])))
        source, wider = "r", scope
        if self.chance(0.5):
            other = self.stored()
            pairs = [(x, y) for x in scope for y in other.columns if x.kind == y.kind]
            if pairs:
                x, y = self.rng.choice(pairs)
                source, wider = f"r JOIN {other.text} ON {x.text} = {y.text}", scope + other.columns
        steps = [self.scalar(kind, wider, 1) for kind in kinds]
        steps = [step if plain(step) else f"r.{name}" for step, name in zip(steps, (a, b), strict=True)]
        # UNION keeps one of each row: it stays small where the join multiplies.
        text = (
            f"r({n}, {a}, {b}) AS (SELECT 0, {one}, {two} FROM ({start}) UNION "
            f"SELECT r.{n} + 1, {steps[0]}, {steps[1]} FROM {source} WHERE r.{n} < 2)"
        )
        return text, ((n, "int"), (a, kinds[0]), (b, kinds[1]))

    def walk(self) -> Made:
        """Up and down a hierarchy."""
        n, a, b = self.fresh(), self.fresh(), self.fresh()
        step = self.rng.choice((f"r.{b}, r.{a}", f"s.id, r.{b}", f"r.{a} + s.id, s.boss_id", "s.id, s.salary"))
        start = self.rng.choice(("id, boss_id", "id, salary", "boss_id, id"))
        text = (
            f"r({n}, {a}, {b}) AS (SELECT 0, {start} FROM staff UNION ALL "
            f"SELECT r.{n} + 1, {step} FROM r JOIN staff AS s ON s.boss_id = r.{a} WHERE r.{n} < 2)"
        )
        return text, ((n, "int"), (a, "int"), (b, "int"))

    def statement(self) -> str:
        parts: list[str] = []
        recursive = self.chance(0.1)
        if recursive:
            text, columns = self.recursive()
            parts.append(text)
            self.ctes["r"] = columns
        for _ in range(self.rng.choice((0, 0, 0, 1, 1, 2))):
            sql, columns = self.query(self.rng.choice((0, 0, 1)))
            # Now and then a CTE hides a stored table.
            name = self.rng.choice(sorted(self.types)) if self.chance(0.15) else self.fresh("w")
            if name in self.ctes:
                continue
            listed = ""
            if self.chance(0.2):
                columns = tuple((self.fresh(), kind) for _, kind in columns)
                listed = "(" + ", ".join(n for n, _ in columns) + ")"
            self.ctes[name] = columns
            word = self.rng.choice(("", "", "", "", "MATERIALIZED ", "NOT MATERIALIZED "))
            parts.append(f"{name}{listed} AS {word}({sql})")
        body, _ = self.query(self.rng.choice((0, 1, 1, 2)))
        if not parts:
            return body
        return f"WITH {'RECURSIVE ' if recursive else ''}{', '.join(parts)} {body}"
