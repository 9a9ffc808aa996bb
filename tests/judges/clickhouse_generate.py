"""Random ClickHouse statements over the judge's schema: valid ones, mostly, of the features that interfere.

A statement follows from the seed and its number alone. Everything has one of few types (`num`, `str`, arrays of
them, `pair`: a tuple of both, `pairs`), so that ClickHouse accepts nearly all of them; what it refuses is left out by
the caller. To add a form, add a branch to the method of its type.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

TABLES: dict[str, dict[str, str]] = {
    "ods.orders": {
        "order_id": "int", "user_id": "int", "product_id": "int", "amount": "num", "qty": "int", "status": "str",
        "day": "day", "unit_price": "num",
    },
    "dim.users": {"user_id": "int", "name": "str", "country": "str", "age": "int", "segments": "strs"},
    "dim.products": {"product_id": "int", "title": "str", "category": "str", "price": "num"},
    "events": {
        "event_id": "int", "user_id": "int", "kind": "str", "url": "str", "tags": "strs", "scores": "nums",
        "goals.price": "nums", "goals.label": "strs",
    },
    "staff": {"id": "int", "boss_id": "int", "name": "str", "salary": "num", "team": "str"},
    "metrics": {"host": "str", "cpu": "num", "mem": "num", "m_read": "int", "m_write": "int"},
}  # fmt: skip


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
        if self.chance(0.1):
            other, _ = self.query(1, [kind for _, kind in columns])
            word = self.random.choice(("UNION ALL", "UNION DISTINCT", "EXCEPT", "INTERSECT"))
            body = f"{body} {word} {other}"
        return body

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def fresh(self, letter: str = "c") -> str:
        self.count += 1
        return f"{letter}{self.count}"

    # ------------------------------------------------------------------------------------- expressions

    def expr(self, scope: Scope, kind: str, depth: int) -> str:
        if kind in ("int", "day"):
            known = scope.of(kind)
            if known and self.chance(0.8):
                return self.random.choice(known)
            return "toUInt64(7)" if kind == "int" else "toDate('2024-01-01')"
        return str(getattr(self, kind)(scope, depth))

    def condition(self, scope: Scope, depth: int) -> str:
        one = f"{self.num(scope, depth)} > {self.num(scope, 0)}"
        return one if self.chance(0.7) else f"({one} AND {self.str(scope, depth)} != 'x')"

    def num(self, scope: Scope, depth: int) -> str:
        known = [*scope.of("num"), *(f"toFloat64({name})" for name in scope.of("int"))]
        if depth <= 0 or self.chance(0.25):
            return self.random.choice(known) if known and self.chance(0.85) else "1.5"
        a, b, down = self.num(scope, depth - 1), self.num(scope, depth - 1), depth - 1
        return self.pick(
            f"({a} + {b})",
            f"({a} * 2.)",
            f"if({self.condition(scope, down)}, {a}, {b})",
            f"multiIf({self.condition(scope, down)}, {a}, {self.condition(scope, 0)}, {b}, 0.)",
            f"CASE WHEN {self.condition(scope, down)} THEN {a} ELSE {b} END",
            f"greatest({a}, {b})",
            f"toFloat64(length({self.str(scope, down)}))",
            f"ifNull(nullIf({a}, {b}), 0.)",
            f"(({a}, {self.str(scope, down)}).1 + 1.)",
            f"tupleElement(({self.str(scope, down)}, {a}), 2)",
            f"arraySum({self.nums(scope, down)})",
            f"{self.nums(scope, down)}[1]",
            f"toFloat64(arrayCount(x -> x > {b}, {self.nums(scope, down)}))",
            f"arrayFirst(x -> x > {b}, {self.nums(scope, down)})",
            f"arrayFold((acc, x) -> acc + x, {self.nums(scope, down)}, {a})",
            f"toFloat64({self.str(scope, down)} IN ('a', 'b'))",
            f"transform({self.str(scope, down)}, ['a'], [1.], {b})",
            f"arrayZip({self.nums(scope, down)}, {self.nums(scope, 0)})[1].2",
            f"({self.pair(scope, down)}).1",
            f"{self.pairs(scope, down)}[1].1",
        )

    def str(self, scope: Scope, depth: int) -> str:
        known = [f"toString({name})" for name in scope.of("str")]
        if depth <= 0 or self.chance(0.25):
            return self.random.choice(known) if known and self.chance(0.85) else "'k'"
        a, b, down = self.str(scope, depth - 1), self.str(scope, depth - 1), depth - 1
        return self.pick(
            f"concat({a}, {b})",
            f"upper({a})",
            f"if({self.condition(scope, down)}, {a}, {b})",
            f"toString({self.num(scope, down)})",
            f"({self.num(scope, down)}, {a}).2",
            f"{self.strs(scope, down)}[1]",
            f"arrayStringConcat({self.strs(scope, down)}, ',')",
            f"substring({a}, 1, 2)",
            f"replaceAll({a}, 'x', {b})",
            f"map('p', {a}, 'q', {b})['q']",
            f"arrayElement(arrayMap(t -> t.1, arrayMap(x -> (x, {b}), {self.strs(scope, down)})), 1)",
            f"tupleElement({self.pair(scope, down)}, 2)",
            f"arrayFirst(p -> p.1 > 1, {self.pairs(scope, down)}).2",
        )

    def pair(self, scope: Scope, depth: int) -> str:
        """(num, str)"""
        known = scope.of("pair")
        if known and self.chance(0.6):
            return self.random.choice(known)
        a, b = self.num(scope, depth - 1), self.str(scope, depth - 1)
        if depth <= 0:
            return f"({a}, {b})"
        return self.pick(
            f"({a}, {b})",
            f"tuple({a}, {b})",
            f"if({self.condition(scope, depth - 1)}, {self.pair(scope, depth - 1)}, ({a}, {b}))",
            f"CAST(({a}, {b}), 'Tuple(n Float64, s String)')",
            f"{self.pairs(scope, depth - 1)}[1]",
        )

    def pairs(self, scope: Scope, depth: int) -> str:
        """Array of (num, str)"""
        known = scope.of("pairs")
        if known and self.chance(0.6):
            return self.random.choice(known)
        a, b = self.num(scope, depth - 1), self.str(scope, depth - 1)
        if depth <= 0:
            return f"[({a}, {b})]"
        inner = Scope([*scope.names, ("v", "pair")])
        return self.pick(
            f"[({a}, {b}), {self.pair(scope, depth - 1)}]",
            f"arrayMap(x -> (x, {b}), {self.nums(scope, depth - 1)})",
            f"arrayFilter(v -> v.1 > {a}, {self.pairs(scope, depth - 1)})",
            f"arrayMap(v -> ({self.num(inner, 0)}, v.2), {self.pairs(scope, depth - 1)})",
            f"arraySort(v -> v.2, {self.pairs(scope, depth - 1)})",
            f"arrayConcat({self.pairs(scope, depth - 1)}, [({a}, {b})])",
        )

    def nums(self, scope: Scope, depth: int) -> str:
        known = scope.of("nums")
        if depth <= 0 or self.chance(0.3):
            return self.random.choice(known) if known and self.chance(0.8) else "[1., 2.]"
        a, down = self.nums(scope, depth - 1), depth - 1
        inner = Scope([*scope.names, ("x", "num")])
        return self.pick(
            f"arrayMap(x -> {self.num(inner, down)}, {a})",
            f"arrayFilter(x -> {self.condition(inner, down)}, {a})",
            f"arrayConcat({a}, [{self.num(scope, down)}])",
            f"arraySort((x, y) -> y, {a}, {self.nums(scope, down)})",
            f"[{self.num(scope, down)}, {self.num(scope, 0)}]",
            f"arrayMap(s -> toFloat64(length(s)), {self.strs(scope, down)})",
        )

    def strs(self, scope: Scope, depth: int) -> str:
        known = scope.of("strs")
        if depth <= 0 or self.chance(0.3):
            return self.random.choice(known) if known and self.chance(0.8) else "['a', 'b']"
        a, down = self.strs(scope, depth - 1), depth - 1
        inner = Scope([*scope.names, ("s", "str")])
        return self.pick(
            f"arrayMap(s -> {self.str(inner, down)}, {a})",
            f"arrayFilter(s -> s != {self.str(scope, down)}, {a})",
            f"arrayDistinct({a})",
            f"splitByChar(',', {self.str(scope, down)})",
            f"arrayMap((s, t) -> t, {a}, {a})",
        )

    def aggregate(self, scope: Scope, depth: int) -> str:
        a, b = self.num(scope, depth), self.num(scope, depth - 1)
        return self.pick(
            f"sum({a})",
            f"sumIf({a}, {self.condition(scope, depth - 1)})",
            f"toFloat64(countIf({self.condition(scope, depth - 1)}))",
            f"argMax({a}, {b})",
            f"argMin(({self.str(scope, depth - 1)}, {a}), {b}).2",
            f"avgOrDefault({a})",
            f"quantile(0.9)({a})",
            f"toFloat64(uniq({a}, {self.str(scope, depth - 1)}))",
            f"sumArray({self.nums(scope, depth - 1)})",
            f"arraySum(groupArray({a}))",
            f"arrayMap(t -> t.2, groupArray(({self.str(scope, depth - 1)}, {a})))[1]",
            f"max(({a}, {b})).2",
            f"anyLast({a})",
            "toFloat64(count())",
            f"any({self.pair(scope, depth - 1)}).1",
            f"argMax({self.pair(scope, depth - 1)}, {b}).1",
            f"arrayMap(p -> p.1, arraySort(p -> p.2, groupArray({self.pair(scope, depth - 1)})))[1]",
        )

    def window(self, scope: Scope, depth: int) -> str:
        over = f"OVER (PARTITION BY {self.str(scope, 0)} ORDER BY {self.num(scope, 0)})"
        a = self.num(scope, depth)
        return self.pick(
            f"sum({a}) {over}",
            f"lagInFrame({a}, 1, {self.num(scope, 0)}) {over}",
            f"toFloat64(row_number() {over})",
            f"first_value({a}) {over}",
            f"argMax({a}, {self.num(scope, 0)}) {over}",
        )

    # ----------------------------------------------------------------------------------------- queries

    def source(self, depth: int) -> tuple[str, dict[str, str]]:
        """A table or a derived table, and its columns."""
        if depth > 0 and self.chance(0.5):
            body, columns = self.query(depth - 1)
            return f"({body})", dict(columns)
        table = self.random.choice(list(TABLES))
        return table, TABLES[table]

    def from_clause(self, depth: int) -> tuple[str, Scope]:
        text, columns = self.source(depth)
        alias = self.fresh("t")
        scope = Scope([(f"{alias}.{name}", kind) for name, kind in columns.items()])
        text = f"{text} AS {alias}"
        if self.chance(0.3):
            other, more = self.source(depth - 1)
            right = self.fresh("t")
            shared = [name for name, kind in columns.items() if more.get(name) == kind == "int" and "." not in name]
            how = self.pick("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "ANY LEFT JOIN", "LEFT SEMI JOIN")
            if shared and self.chance(0.6):
                key = self.random.choice(shared)
                text += f" {how} {other} AS {right} USING ({key})"
                scope.names = [one for one in scope.names if one[0] != f"{alias}.{key}"] + [(key, "int")]
                more = {name: kind for name, kind in more.items() if name != key}
            else:
                ints = [name for name, kind in columns.items() if kind == "int"]
                others = [name for name, kind in more.items() if kind == "int"]
                if not ints or not others:
                    how, on = "CROSS JOIN", ""
                else:
                    on = f" ON {alias}.{self.random.choice(ints)} = {right}.{self.random.choice(others)}"
                text += f" {how} {other} AS {right}{on}"
            scope.names += [(f"{right}.{name}", kind) for name, kind in more.items()]
        elif self.chance(0.25):
            element = self.fresh("e")
            if self.chance(0.3):
                text += f" ARRAY JOIN {self.pairs(scope, 1)} AS {element}"
                scope.names.append((element, "pair"))
            elif self.chance(0.5):
                text += f" ARRAY JOIN {self.nums(scope, 1)} AS {element}"
                scope.names.append((element, "num"))
            else:
                text += f" LEFT ARRAY JOIN {self.strs(scope, 1)} AS {element}"
                scope.names.append((element, "str"))
        elif all("." not in name for name in columns) and self.chance(0.4):
            scope.names = [(name, kind) for name, kind in columns.items()]
        return text, scope

    def query(self, depth: int, kinds: list[str] | None = None) -> tuple[str, list[tuple[str, str]]]:
        before = ""
        text, scope = self.from_clause(depth)
        if self.chance(0.15):
            name = self.fresh("w")
            before = f"WITH {self.num(scope, 1)} AS {name} "
            scope.names.append((name, "num"))
        wanted = kinds or [
            self.pick("num", "num", "str", "int", "nums", "strs", "pair", "pairs")
            for _ in range(self.random.randint(1, 4))
        ]
        where = f" WHERE {self.condition(scope, 1)}" if self.chance(0.3) else ""
        columns = [(self.fresh(), kind) for kind in wanted]
        items: list[str] = []
        if self.chance(0.3) and kinds is None:
            keys = [self.str(scope, 1) for _ in range(self.random.randint(0, 2))]
            made = [(f"{key} AS {self.fresh('k')}", "str") for key in keys]
            columns = [(item.rpartition(" ")[2], kind) for item, kind in made]
            items = [item for item, _ in made]
            for _ in range(self.random.randint(1, 3)):
                name = self.fresh()
                items.append(f"{self.aggregate(scope, 2)} AS {name}")
                columns.append((name, "num"))
            group = f" GROUP BY {', '.join(name for name, kind in columns if kind == 'str')}" if keys else ""
            return f"{before}SELECT {', '.join(items)} FROM {text}{where}{group}", columns
        for name, kind in columns:
            if kind == "num" and self.chance(0.15):
                items.append(f"{self.window(scope, 1)} AS {name}")
                continue
            items.append(f"{self.expr(scope, kind, 2)} AS {name}")
            if kind not in ("int", "day") and self.chance(0.4):
                scope.names.append((name, kind))  # the next items may use it
        tail = f" ORDER BY {columns[0][0]} LIMIT 5" if kinds is None and self.chance(0.1) else ""
        return f"{before}SELECT {', '.join(items)} FROM {text}{where}{tail}", columns
