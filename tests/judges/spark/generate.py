"""Random Spark SELECTs over the judge's schema: valid ones, mostly, of the features that interfere.

A statement follows from the seed and its number alone. Everything has one of few types (`num`, `str`, arrays of them,
`pair`: a struct of both), so that the analyzer accepts nearly all of them; what it refuses is left out by the caller.
To add a form, add a line to the method of its type.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

TABLES: dict[str, dict[str, str]] = {
    "t": {"a": "num", "b": "num", "c": "str", "d": "num"},
    "u": {"a": "num", "x": "num", "y": "str"},
    "users": {"user_id": "num", "name": "str", "country": "str", "age": "num"},
    "products": {"product_id": "num", "title": "str", "price": "num"},
    "events": {"event_id": "num", "kind": "str", "tags": "strs", "scores": "nums", "body": "str"},
}


@dataclass
class Scope:
    """What can be read where: the text of a reference, and its type."""

    names: list[tuple[str, str]] = field(default_factory=list)

    def of(self, kind: str) -> list[str]:
        return [text for text, one in self.names if one == kind]


class Generator:
    """Makes statements."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.count = 0

    def statement(self, number: int) -> str:
        self.random = random.Random(f"{self.seed}/{number}")
        self.count = 0
        body, columns = self.query(self.random.choice((1, 2, 2, 3)))
        if self.chance(0.15):
            other, _ = self.query(1, [kind for _, kind in columns])
            body = f"{body} {self.pick('UNION ALL', 'UNION', 'EXCEPT', 'INTERSECT')} {other}"
        return body

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def fresh(self) -> str:
        self.count += 1
        return f"k{self.count}"

    # ── expressions ──────────────────────────────────────────────────────────────────────────────────────────
    def expr(self, scope: Scope, kind: str, depth: int) -> str:
        made: str = getattr(self, kind)(scope, depth)
        return made

    def condition(self, scope: Scope, depth: int) -> str:
        one = f"{self.num(scope, depth)} > {self.num(scope, 0)}"
        return one if self.chance(0.7) else f"({one} AND {self.str(scope, depth)} <> 'x')"

    def num(self, scope: Scope, depth: int) -> str:
        known = scope.of("num")
        if depth <= 0 or self.chance(0.25):
            return self.random.choice(known) if known and self.chance(0.85) else "1"
        a, b, down = self.num(scope, depth - 1), self.num(scope, depth - 1), depth - 1
        return self.pick(
            f"({a} + {b})",
            f"{a} * 2",
            f"if({self.condition(scope, down)}, {a}, {b})",
            f"CASE WHEN {self.condition(scope, down)} THEN {a} ELSE {b} END",
            f"CASE {a} WHEN 1 THEN {b} END",
            f"coalesce({a}, {b})",
            f"nullif({a}, {b})",
            f"length({self.str(scope, down)})",
            f"CAST({self.str(scope, down)} AS DOUBLE)",
            f"{self.nums(scope, down)}[0]",
            f"aggregate({self.nums(scope, down)}, 0D, (acc, e) -> acc + e * {a})",
            f"named_struct('p', {a}, 'q', {self.str(scope, down)}).p",
            f"{self.pair(scope, down)}.p",
            f"map('k', {a}, 'l', {b})['k']",
            f"size(filter({self.nums(scope, down)}, e -> e > {b}))",
        )

    def str(self, scope: Scope, depth: int) -> str:
        known = scope.of("str")
        if depth <= 0 or self.chance(0.25):
            return self.random.choice(known) if known and self.chance(0.85) else "'k'"
        a, b, down = self.str(scope, depth - 1), self.str(scope, depth - 1), depth - 1
        return self.pick(
            f"concat({a}, {b})",
            f"upper({a})",
            f"{a} || {b}",
            f"if({self.condition(scope, down)}, {a}, {b})",
            f"CAST({self.num(scope, down)} AS STRING)",
            f"{self.strs(scope, down)}[1]",
            f"{self.pair(scope, down)}.q",
            f"array_join({self.strs(scope, down)}, {b})",
            f"nvl2({self.num(scope, down)}, {a}, {b})",
            f"struct({self.num(scope, down)} AS p, {a} AS q).q",
        )

    def nums(self, scope: Scope, depth: int) -> str:
        known = scope.of("nums")
        if depth <= 0 or self.chance(0.4):
            one = self.num(scope, 0)
            return self.random.choice(known) if known and self.chance(0.8) else f"array(CAST({one} AS DOUBLE))"
        a, down = self.nums(scope, depth - 1), depth - 1
        return self.pick(
            f"transform({a}, e -> e + {self.num(scope, down)})",
            f"filter({a}, e -> e > {self.num(scope, down)})",
            f"concat({a}, {self.nums(scope, down)})",
            f"array_distinct({a})",
        )

    def strs(self, scope: Scope, depth: int) -> str:
        known = scope.of("strs")
        if depth <= 0 or self.chance(0.4):
            return self.random.choice(known) if known and self.chance(0.8) else f"array({self.str(scope, 0)})"
        a, down = self.strs(scope, depth - 1), depth - 1
        return self.pick(
            f"transform({a}, e -> concat(e, {self.str(scope, down)}))",
            f"split({self.str(scope, down)}, ',')",
            f"array({self.str(scope, down)}, {self.str(scope, down)})",
        )

    def pair(self, scope: Scope, depth: int) -> str:
        known = scope.of("pair")
        if known and self.chance(0.6):
            return self.random.choice(known)
        return f"named_struct('p', {self.num(scope, depth - 1)}, 'q', {self.str(scope, depth - 1)})"

    # ── queries ──────────────────────────────────────────────────────────────────────────────────────────────
    def query(self, depth: int, kinds: list[str] | None = None) -> tuple[str, list[tuple[str, str]]]:
        """A SELECT, and the names and types of its columns."""
        source, scope = self.source(depth)
        kinds = kinds or [
            self.pick("num", "str", "num", "str", "nums", "pair") for _ in range(self.random.randint(1, 4))
        ]
        where = f" WHERE {self.condition(scope, 1)}" if self.chance(0.4) else ""
        columns = [(self.fresh(), kind) for kind in kinds]
        if self.chance(0.25) and all(kind in ("num", "str") for kind in kinds):
            return self.grouped(source, scope, where, columns)
        items = []
        for name, kind in columns:
            text = self.expr(scope, kind, 2)
            if kind == "num" and self.chance(0.2):
                over = f"PARTITION BY {self.str(scope, 0)} ORDER BY {self.num(scope, 0)}"
                text = f"{self.pick('sum', 'max', 'lag')}({self.num(scope, 1)}) OVER ({over})"
            items.append(f"{text} AS {name}")
        tail = f" ORDER BY {columns[0][0]} LIMIT 5" if self.chance(0.1) and kinds[0] in ("num", "str") else ""
        return f"(SELECT {', '.join(items)} FROM {source}{where}{tail})", columns

    def grouped(
        self, source: str, scope: Scope, where: str, columns: list[tuple[str, str]]
    ) -> tuple[str, list[tuple[str, str]]]:
        key = self.str(scope, 1)
        items = []
        for name, kind in columns:
            if kind == "str":
                text = self.pick(
                    key, f"max({self.str(scope, 1)})", f"max_by({self.str(scope, 0)}, {self.num(scope, 0)})"
                )
            else:
                inner = self.num(scope, 1)
                text = self.pick(
                    f"sum({inner})", f"count({inner})", f"avg({inner}) FILTER (WHERE {self.condition(scope, 0)})"
                )
            items.append(f"{text} AS {name}")
        having = f" HAVING count(*) > {self.random.randint(1, 3)}" if self.chance(0.3) else ""
        return f"(SELECT {', '.join(items)} FROM {source}{where} GROUP BY {key}{having})", columns

    def source(self, depth: int) -> tuple[str, Scope]:
        one, scope = self.table(depth)
        if self.chance(0.4):
            other, more = self.table(depth)
            word = self.pick("JOIN", "LEFT JOIN", "FULL JOIN")
            on = f"{self.num(scope, 0)} = {self.num(more, 0)}"
            return f"{one} {word} {other} ON {on}", Scope([*scope.names, *more.names])
        if self.chance(0.2) and scope.of("strs"):
            name = self.fresh()
            view = f"{one} LATERAL VIEW explode({self.random.choice(scope.of('strs'))}) v{name} AS {name}"
            return view, Scope([*scope.names, (f"v{name}.{name}", "str")])
        return one, scope

    def table(self, depth: int) -> tuple[str, Scope]:
        alias = self.fresh().replace("k", "s")
        if depth > 1 and self.chance(0.6):
            body, columns = self.query(depth - 1)
            return f"{body} AS {alias}", Scope([(f"{alias}.{name}", kind) for name, kind in columns])
        name = self.random.choice(sorted(TABLES))
        return f"{name} AS {alias}", Scope([(f"{alias}.{column}", kind) for column, kind in TABLES[name].items()])
