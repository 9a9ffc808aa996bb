"""Random SELECT statements over the judges' schema, typed, so that nearly all of them are valid.

Invariants: a statement follows from its seed alone, and its result, as multisets of values per column,
follows from the data alone (no LIMIT without a total order, no rank among ties, no unordered list), so that
it can be judged by running it. Names of derived columns are unique within a statement.
To add a form, write a method that returns SQL and add it to the list of choices where it may stand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.judges.perturb import split_top

Kind = str
"""int, dbl, str, date, ts, int[], str[], or struct(name kind, ...)."""

STORED = {"INTEGER": "int", "DOUBLE": "dbl", "VARCHAR": "str", "DATE": "date", "TIMESTAMP": "ts"}
SCALARS = ("int", "dbl", "str", "date")
NUMBERS = ("int", "dbl")


def kind_of(stored: str) -> Kind | None:
    """The generator's kind of a DuckDB type; None for types that it leaves alone."""
    if stored.endswith("[]"):
        inner = kind_of(stored[:-2])
        return f"{inner}[]" if inner else None
    if stored.startswith("STRUCT("):
        pairs = [p.replace('"', "").split(" ", 1) for p in split_top(stored[len("STRUCT(") : -1])]
        kinds = [(name, kind_of(kind)) for name, kind in pairs]
        if all(kind for _, kind in kinds):
            return "struct(" + ", ".join(f"{name} {kind}" for name, kind in kinds) + ")"
        return None
    return STORED.get(stored)


def fields_of(kind: Kind) -> list[tuple[str, Kind]]:
    pairs = [part.split(" ", 1) for part in split_top(kind[len("struct(") : -1])]
    return [(name, inner) for name, inner in pairs]


@dataclass(frozen=True)
class Column:
    """A column that may be read: how to write it, its bare name and its kind."""

    text: str
    name: str
    kind: Kind


Made = tuple[str, tuple[tuple[str, Kind], ...]]
"""The text of a query, and its output columns."""


@dataclass(frozen=True)
class Relation:
    """Something that may stand in FROM."""

    text: str
    columns: tuple[Column, ...]


def quote(name: str) -> str:
    return name if name.isidentifier() and name.islower() else f'"{name}"'


class Generator:
    """Makes one statement after the other; `types` is the schema as `Bench.types` gives it."""

    def __init__(self, types: dict[str, dict[str, str]], seed: int) -> None:
        self.types = types
        self.seed = seed

    def statement(self, number: int) -> str:
        return Writer(self.types, random.Random(f"{self.seed}/{number}")).statement()


class Writer:
    """One statement."""

    def __init__(self, types: dict[str, dict[str, str]], rng: random.Random) -> None:
        self.types = types
        self.rng = rng
        self.names = 0
        self.ctes: dict[str, tuple[tuple[str, Kind], ...]] = {}

    # ------------------------------------------------------------------------------------ small things

    def fresh(self, prefix: str = "c") -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def pick(self, scope: tuple[Column, ...], *kinds: Kind) -> Column | None:
        fitting = [c for c in scope if c.kind in kinds]
        return self.rng.choice(fitting) if fitting else None

    def kind_in(self, scope: tuple[Column, ...]) -> Kind:
        """A kind of which there is a column, most of the time."""
        there = [c.kind for c in scope if c.kind in SCALARS]
        return self.rng.choice(there) if there and self.chance(0.9) else self.rng.choice(SCALARS)

    def reads(self, text: str, scope: tuple[Column, ...]) -> bool:
        return any(column.text.lower() in text.lower() for column in scope)

    def written(self, text: str) -> str:
        """Names are folded: now and then another case."""
        return text.upper() if '"' not in text and self.chance(0.05) else text

    # ------------------------------------------------------------------------------------- expressions

    def literal(self, kind: Kind) -> str:
        if kind == "int":
            return str(self.rng.randint(0, 4))
        if kind == "dbl":
            return f"{self.rng.randint(0, 12) / 4}::DOUBLE"
        if kind == "date":
            return f"DATE '2024-01-0{self.rng.randint(1, 6)}'"
        return f"'{self.rng.choice('abcxy')}'"

    def scalar(self, kind: Kind, scope: tuple[Column, ...], depth: int) -> str:
        """An expression of the kind `int`, `dbl`, `str` or `date` over the columns in scope."""
        plain = self.pick(scope, kind)
        if depth <= 0 or self.chance(0.35):
            if plain and self.chance(0.92):
                return self.written(plain.text)
            return self.opened(kind, scope) or self.literal(kind)

        def sub(inner: Kind = kind) -> str:
            return self.scalar(inner, scope, depth - 1)

        def condition() -> str:
            return self.condition(scope, depth - 1)

        choices: list[Callable[[], str]] = [
            lambda: f"CASE WHEN {condition()} THEN {sub()} ELSE {sub()} END",
            lambda: f"CASE {sub('str')} WHEN 'a' THEN {sub()} WHEN 'b' THEN {sub()} END",
            lambda: f"coalesce({sub()}, {sub()})",
            lambda: f"nullif({sub()}, {sub()})",
            lambda: f"greatest({sub()}, {sub()})",
            lambda: f"if({condition()}, {sub()}, {sub()})",
            lambda: f"{{'p': {sub()}, 'q': {sub('str')}}}.p",
            lambda: f"struct_pack(p := {sub('int')}, q := {sub()}).q",
            lambda: self.opened(kind, scope) or sub(),
            lambda: self.scalar_subquery(kind, scope, depth - 1),
        ]
        if kind == "int":
            choices += [
                lambda: f"({sub()} + {sub()})",
                lambda: f"({sub()} - {sub()})",
                lambda: f"length({sub('str')})",
                lambda: f"day({sub('date')})",
                lambda: f"({sub()} % 3)",
                lambda: f"CAST({condition()} AS INTEGER)",
                lambda: self.higher_order(scope, depth - 1) or sub(),
            ]
        if kind == "dbl":
            choices += [
                lambda: f"({sub()} + {sub('int')})",
                lambda: f"({sub()} * 2)",
                lambda: f"({sub('int')} / 4)",
                lambda: f"CAST({sub('int')} AS DOUBLE)",
            ]
        if kind == "str":
            choices += [
                lambda: f"({sub()} || {sub()})",
                lambda: f"upper({sub()})",
                lambda: f"concat({sub()}, {sub('int')})",
                lambda: f"CAST({sub('int')} AS VARCHAR)",
                lambda: f"substring({sub()}, 1, 1)",
            ]
        if kind == "date":
            choices += [lambda: f"CAST({sub()} + INTERVAL 1 DAY AS DATE)"]
        return self.rng.choice(choices)()

    def opened(self, kind: Kind, scope: tuple[Column, ...]) -> str | None:
        """A value of `kind` out of a nested column."""
        found: list[str] = []
        for column in scope:
            if column.kind == f"{kind}[]":
                found.append(f"{column.text}[1]")
            if column.kind.startswith("struct(") and not column.kind.endswith("[]"):
                found += [f"{column.text}.{name}" for name, inner in fields_of(column.kind) if inner == kind]
        return self.rng.choice(found) if found else None

    def higher_order(self, scope: tuple[Column, ...], depth: int) -> str | None:
        """A number made of a list by a lambda."""
        source = self.pick(scope, "int[]")
        if source is None:
            return None
        name = self.fresh("v")
        inner = (*scope, Column(name, name, "int"))
        body = self.scalar("int", inner, min(depth, 1))
        if "SELECT" in body:  # DuckDB has no subqueries inside lambdas
            body = name
        test = f"{name} > {self.scalar('int', scope, 0)}"
        return self.rng.choice(
            (
                f"CAST(list_sum(list_transform({source.text}, lambda {name}: {body})) AS INTEGER)",
                f"CAST(list_max(list_filter({source.text}, lambda {name}: {test})) AS INTEGER)",
                f"CAST(list_sum([{body} FOR {name} IN {source.text} IF {test}]) AS INTEGER)",
                f"CAST(list_reduce({source.text}, lambda s, {name}: s + {body}, 1) AS INTEGER)",
            )
        )

    def condition(self, scope: tuple[Column, ...], depth: int) -> str:
        kind = self.kind_in(scope)
        left = self.scalar(kind, scope, depth - 1)
        tries = [self.scalar(kind, scope, depth - 1) for _ in range(3)]
        right = next((text for text in tries if text.lower() != left.lower()), self.literal(kind))
        choices: list[Callable[[], str]] = [
            lambda: f"{left} {self.rng.choice(('=', '<>', '<', '>', '<='))} {right}",
            lambda: f"{left} IS NOT NULL",
            lambda: f"{left} IN ({right}, {self.literal(kind)})",
            lambda: f"{left} IS DISTINCT FROM {right}",
        ]
        if depth > 0:
            choices += [
                lambda: f"({self.condition(scope, depth - 1)} OR {left} = {right})",
                lambda: f"({self.condition(scope, depth - 1)} AND {left} IS NOT NULL)",
                lambda: f"NOT ({self.condition(scope, depth - 1)})",
                lambda: f"{left} IN ({self.one_column(kind, scope, depth - 1)})",
                lambda: f"{left} NOT IN ({self.one_column(kind, scope, depth - 1)})",
                lambda: f"{left} >= ALL ({self.one_column(kind, scope, depth - 1)})",
                lambda: f"{left} < ANY ({self.one_column(kind, scope, depth - 1)})",
                lambda: f"EXISTS ({self.exists_query(scope, depth - 1)})",
            ]
        return self.rng.choice(choices)()

    # ------------------------------------------------------------------------------------- subqueries

    def inner_scope(self, outer: tuple[Column, ...], depth: int) -> tuple[Relation, tuple[Column, ...]]:
        relation = self.relation(depth)
        return relation, relation.columns + outer

    def correlation(self, inner: tuple[Column, ...], outer: tuple[Column, ...]) -> str:
        """Ties a subquery to the query around it, where there is something to compare."""
        pairs = [(i, o) for i in inner for o in outer if i.kind == o.kind and i.kind in SCALARS]
        if not pairs or self.chance(0.25):
            return "true"
        one, two = self.rng.choice(pairs)
        return f"{one.text} {self.rng.choice(('=', '=', '=', '<', '>'))} {two.text}"

    def scalar_subquery(self, kind: Kind, outer: tuple[Column, ...], depth: int) -> str:
        relation, scope = self.inner_scope(outer, depth)
        tie = self.correlation(relation.columns, outer)
        # An aggregate of outer columns alone belongs to the outer query: an inner column must stand in it.
        own = self.pick(relation.columns, kind)
        if own is None:
            return self.literal(kind)
        body = own.text if self.chance(0.7) else f"coalesce({own.text}, {self.scalar(kind, scope, 0)})"
        return f"(SELECT {self.rng.choice(('max', 'min'))}({body}) FROM {relation.text} WHERE {tie})"

    def one_column(self, kind: Kind, outer: tuple[Column, ...], depth: int) -> str:
        relation = self.relation(depth)
        body = self.scalar(kind, relation.columns, 1)
        tie = self.correlation(relation.columns, outer) if self.chance(0.3) else "true"
        return f"SELECT {body} FROM {relation.text} WHERE {tie}"

    def exists_query(self, outer: tuple[Column, ...], depth: int) -> str:
        relation, _ = self.inner_scope(outer, depth)
        tie = self.correlation(relation.columns, outer)
        return f"SELECT 1 FROM {relation.text} WHERE {tie} AND {self.condition(relation.columns, 0)}"

    # -------------------------------------------------------------------------------------- relations

    def relation(self, depth: int) -> Relation:
        """One thing for FROM with an alias of its own."""
        if self.ctes and self.chance(0.35):
            name = self.rng.choice(sorted(self.ctes))
            return self.aliased(name, self.ctes[name])
        if depth > 0 and self.chance(0.4):
            sql, columns = self.query(depth - 1)
            return self.aliased(f"({sql})", columns)
        if depth > 0 and self.chance(0.08):
            return self.pivoted(depth - 1) if self.chance(0.5) else self.unpivoted(depth - 1)
        if self.chance(0.06):
            kind = self.rng.choice(("int", "str"))
            rows = ", ".join(f"({self.literal(kind)}, {self.literal('int')})" for _ in range(3))
            return self.aliased(f"(VALUES {rows})", ((self.fresh(), kind), (self.fresh(), "int")), True)
        table = self.rng.choice([t for t in sorted(self.types) if t not in self.ctes])
        known = [(name, kind_of(stored)) for name, stored in self.types[table].items()]
        return self.aliased(self.written(table), tuple((name, kind) for name, kind in known if kind))

    def pivoted(self, depth: int) -> Relation:
        sql, ((group, kind), (key, _), (value, inner)) = self.plain(depth, (self.one_kind(), "str", self.one_kind()))
        text = f"(PIVOT ({sql}) ON {key} IN ('a', 'b') USING max({value}) GROUP BY {group})"
        return self.aliased(text, ((group, kind), ("a", inner), ("b", inner)))

    def unpivoted(self, depth: int) -> Relation:
        kind = self.one_kind()
        sql, ((kept, other), (one, _), (two, _)) = self.plain(depth, (self.one_kind(), kind, kind))
        name, value = self.fresh(), self.fresh()
        text = f"(UNPIVOT ({sql}) ON {one}, {two} INTO NAME {name} VALUE {value})"
        return self.aliased(text, ((kept, other), (name, "str"), (value, kind)))

    def one_kind(self) -> Kind:
        return self.rng.choice(SCALARS)

    def aliased(self, text: str, columns: tuple[tuple[str, Kind], ...], listed: bool = False) -> Relation:
        alias = self.fresh("t")
        renamed = listed or (self.chance(0.1) and text not in self.types)
        if renamed:
            columns = tuple((self.fresh(), kind) for _, kind in columns)
        names = "(" + ", ".join(name for name, _ in columns) + ")" if renamed else ""
        made = tuple(Column(f"{alias}.{quote(name)}", name, kind) for name, kind in columns)
        return Relation(f"{text} AS {alias}{names}", made)

    def source(self, depth: int) -> tuple[str, tuple[Column, ...]]:
        """A FROM clause and the columns that it offers."""
        first = self.relation(depth)
        text, columns = first.text, first.columns
        joinable = True  # behind a comma, USING would see the last item only
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            if self.chance(0.12):
                text, columns = self.lateral(text, columns)
                joinable = False
                continue
            other = self.relation(depth - 1)
            pairs = [(a, b) for a in columns for b in other.columns if a.kind == b.kind and a.kind in SCALARS]
            if not pairs:
                text, columns = f"{text} CROSS JOIN {other.text}", columns + other.columns
                continue
            one, two = self.rng.choice(pairs)
            shared = [b.name for a, b in pairs if a.name == b.name] if joinable else []
            shared = [name for name in shared if sum(c.name == name for c in columns) == 1]
            on = f"ON {one.text} = {two.text}"
            if self.chance(0.2):
                on += f" AND {self.condition(columns + other.columns, 0)}"
            if shared and self.chance(0.4):
                on = f"USING ({quote(self.rng.choice(shared))})"
            word = self.rng.choice(("JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"))
            if self.chance(0.1):
                word = self.rng.choice(("SEMI JOIN", "ANTI JOIN"))
                on = f"ON {one.text} = {two.text}"
            text = f"{text} {word} {other.text} {on}"
            if word not in ("SEMI JOIN", "ANTI JOIN"):
                columns += other.columns
            if on.startswith("USING"):
                # The merged column is read without a table's name.
                name = on[len("USING (") : -1].strip('"')
                kind = next(c.kind for c in columns if c.name == name)
                columns += (Column(quote(name), name, kind),)
        return text, columns

    def lateral(self, text: str, columns: tuple[Column, ...]) -> tuple[str, tuple[Column, ...]]:
        lists = [c for c in columns if c.kind in ("int[]", "str[]")]
        alias, name = self.fresh("t"), self.fresh()
        if lists and self.chance(0.5):
            chosen = self.rng.choice(lists)
            made = Column(f"{alias}.{name}", name, chosen.kind[:-2])
            return f"{text}, unnest({chosen.text}) AS {alias}({name})", (*columns, made)
        kind = self.one_kind()
        body = self.scalar(kind, columns, 1)
        made = Column(f"{alias}.{name}", name, kind)
        if self.chance(0.5):
            relation = self.relation(0)
            own = self.pick(relation.columns, kind)
            tie = self.correlation(relation.columns, columns)
            value = f"coalesce({own.text}, {body})" if own and self.chance(0.5) else own.text if own else None
            if value:
                inner = f"SELECT max({value}) AS {name} FROM {relation.text} WHERE {tie}"
                return f"{text}, LATERAL ({inner}) AS {alias}", (*columns, made)
        return f"{text}, LATERAL (SELECT {body} AS {name}) AS {alias}", (*columns, made)

    # ---------------------------------------------------------------------------------------- queries

    def query(self, depth: int, kinds: tuple[Kind, ...] | None = None) -> Made:
        """A query and its output columns; with `kinds`, one column of each."""
        form = self.rng.random()
        if form < 0.15 and depth > 0:
            return self.set_operation(depth, kinds)
        if form < 0.40:
            return self.grouped(depth, kinds)
        if form < 0.55:
            return self.windowed(depth, kinds)
        if form < 0.62 and kinds is None:
            return self.starred(depth)
        return self.plain(depth, kinds)

    def kinds(self, scope: tuple[Column, ...]) -> tuple[Kind, ...]:
        return tuple(self.kind_in(scope) for _ in range(self.rng.randint(1, 4)))

    def tail(self, ordered: bool = True) -> str:
        return f" ORDER BY ALL LIMIT {self.rng.randint(2, 8)}" if ordered and self.chance(0.12) else ""

    def where(self, scope: tuple[Column, ...], depth: int) -> str:
        return f" WHERE {self.condition(scope, depth)}" if self.chance(0.3) else ""

    def items(self, bodies: list[tuple[str, Kind]]) -> Made:
        columns = tuple((self.fresh(), kind) for _, kind in bodies)
        text = ", ".join(f"{body} AS {name}" for (body, _), (name, _) in zip(bodies, columns, strict=True))
        return text, columns

    def plain(self, depth: int, kinds: tuple[Kind, ...] | None) -> Made:
        source, scope = self.source(depth)
        bodies = [(self.scalar(kind, scope, 2), kind) for kind in kinds or self.kinds(scope)]
        if kinds is None and self.chance(0.15):
            one, two = self.scalar("int", scope, 1), self.scalar("str", scope, 1)
            bodies.append((f"{{'p': {one}, 'q': {two}}}", "struct(p int, q str)"))
        if kinds is None and self.chance(0.1):
            bodies.append((f"[{self.scalar('int', scope, 1)}, {self.scalar('int', scope, 1)}]", "int[]"))
        text, columns = self.items(bodies)
        if kinds is None and self.chance(0.1):
            # A later item reads an earlier one by its alias.
            name, kind = columns[0]
            again = self.fresh()
            if kind in NUMBERS and "SELECT" not in bodies[0][0]:
                text, columns = f"{text}, {name} + 1 AS {again}", (*columns, (again, kind))
        distinct = "DISTINCT " if self.chance(0.12) else ""
        where = self.where(scope, 2)
        if (
            self.chance(0.1) and "(VALUES" not in source
        ):  # the parser cannot read FROM (VALUES …) without a SELECT first
            return f"FROM {source} SELECT {distinct}{text}{where}{self.tail()}", columns
        return f"SELECT {distinct}{text} FROM {source}{where}{self.tail()}", columns

    def starred(self, depth: int) -> Made:
        relation = self.relation(depth)
        columns = [(c.name, c.kind) for c in relation.columns]
        table = relation.text.split(" AS ")[0].lower()
        stored = table in self.types and table not in self.ctes
        if stored and len(columns) != len(self.types[table]):
            # The star of a stored table also brings the columns of kinds that the generator does not use.
            names = [n for n in self.types[table] if n not in dict(columns)]
            excluded = ", ".join(quote(n) for n in names)
            return f"SELECT * EXCLUDE ({excluded}) FROM {relation.text}", tuple(columns)
        changed = [i for i, (_, kind) in enumerate(columns) if kind in SCALARS]
        where = self.where(relation.columns, 1)
        if changed and self.chance(0.5):
            at = self.rng.choice(changed)
            body = self.scalar(columns[at][1], relation.columns, 1)
            text = f"* REPLACE ({body} AS {quote(columns[at][0])})"
        elif len(columns) > 1 and self.chance(0.5):
            gone = columns.pop(self.rng.randrange(len(columns)))
            text = f"* EXCLUDE ({quote(gone[0])})"
        else:
            text = "*"
        return f"SELECT {text} FROM {relation.text}{where}", tuple(columns)

    def aggregate(self, kind: Kind, scope: tuple[Column, ...]) -> str:
        body = self.scalar(kind, scope, 1)
        number = self.scalar("int", scope, 1)
        other = self.scalar(self.kind_in(scope), scope, 0)
        choices = [f"max({body})", f"min({body})"]
        if "SELECT" not in body and self.reads(body, scope) and self.reads(other, scope):
            choices += [
                f"max({{'p': {other}, 'q': {body}}}).q",
                f"list({{'p': {body}, 'q': {other}}} ORDER BY {other}, {body})[1].p",
                f"arg_max({body}, {{'p': {other}, 'q': {body}}})",  # with the value behind it, no tie matters
            ]
        if kind == "int":
            any_kind = self.scalar(self.kind_in(scope), scope, 1)
            inner = [f"sum({body})", f"count({any_kind})", "count(*)", f"count(DISTINCT {any_kind})"]
            choices += [f"CAST({call} AS INTEGER)" for call in [*inner, f"sum({body} + {number})"]]
        if kind == "dbl":
            choices += [f"sum({body})", f"avg({number})", f"median({body})"]
        if kind == "str":
            body = body if self.reads(body, scope) else f"concat({body}, {number})"
            choices += [f"string_agg({body}, ',' ORDER BY {body})"]
            if "SELECT" not in body:
                choices += [f"string_agg(DISTINCT {body}, ',' ORDER BY {body})"]
        text = self.rng.choice(choices)
        if not text.endswith(")") or text.endswith("AS INTEGER)") or not self.chance(0.2):
            return text
        return f"{text} FILTER (WHERE {self.condition(scope, 1)})"

    def grouped(self, depth: int, kinds: tuple[Kind, ...] | None) -> Made:
        source, scope = self.source(depth)
        wanted = kinds or self.kinds(scope)
        keys = [i for i in range(len(wanted)) if self.chance(0.4)]
        flat = tuple(replace(c) for c in scope if c.kind in SCALARS)
        bodies = [
            (self.scalar(kind, flat, 1) if i in keys else self.aggregate(kind, flat), kind)
            for i, kind in enumerate(wanted)
        ]
        text, columns = self.items(bodies)
        group = ""
        if keys:
            ordinals = ", ".join(str(i + 1) for i in keys)
            plain = f" GROUP BY {ordinals}"
            group = self.rng.choice((plain, plain, f" GROUP BY ROLLUP ({ordinals})", " GROUP BY ALL"))
            if "count(*)" in text and group.endswith("ALL"):
                group = plain
        elif self.chance(0.4) and flat:
            group = f" GROUP BY {self.rng.choice(flat).text}"
        having = f" HAVING {self.aggregate('int', flat)} > 0" if group and self.chance(0.2) else ""
        where = self.where(scope, 2)
        return f"SELECT {text} FROM {source}{where}{group}{having}{self.tail()}", columns

    def windowed(self, depth: int, kinds: tuple[Kind, ...] | None) -> Made:
        source, scope = self.source(depth)
        wanted = kinds or self.kinds(scope)
        bodies = [
            (self.window(kind, scope) if self.chance(0.6) else self.scalar(kind, scope, 1), kind) for kind in wanted
        ]
        text, columns = self.items(bodies)
        qualify = ""
        if self.chance(0.2):
            key = self.scalar(self.kind_in(scope), scope, 0)
            qualify = f" QUALIFY rank() OVER (ORDER BY {key}) <= 3"
        return f"SELECT {text} FROM {source}{self.where(scope, 1)}{qualify}", columns

    def window(self, kind: Kind, scope: tuple[Column, ...]) -> str:
        body = self.scalar(kind, scope, 1)
        group, key = (self.scalar(self.kind_in(scope), scope, 0) for _ in range(2))
        partition = f"PARTITION BY {group} " if self.chance(0.6) else ""
        # Ordered by the value as well: rows that tie have the same value, whichever comes first.
        total = f"OVER ({partition}ORDER BY {key}, {body})"
        peers = f"OVER ({partition}ORDER BY {key})"
        choices = [
            f"max({body}) {peers}", f"first_value({body}) {total}", f"last_value({body}) {total}",
            f"min({body}) OVER ({partition})",
        ]  # fmt: skip
        if len(scope) <= 7:
            # A neighbour depends on the order among ties, unless rows that tie are the same altogether.
            whole = ", ".join([key, *(column.text for column in scope)])
            choices += [f"{word}({body}) OVER ({partition}ORDER BY {whole})" for word in ("lag", "lead")]
        if kind == "int":
            choices += [
                f"CAST(rank() {peers} AS INTEGER)", f"CAST(dense_rank() {peers} AS INTEGER)",
                f"CAST(sum({body}) {peers} AS INTEGER)", f"CAST(count(*) OVER ({partition}) AS INTEGER)",
            ]  # fmt: skip
        if kind == "dbl":
            choices += [f"sum({body}) {peers}", f"avg({body}) OVER ({partition})"]
        return self.rng.choice(choices)

    def set_operation(self, depth: int, kinds: tuple[Kind, ...] | None) -> Made:
        wanted = kinds or tuple(self.rng.choice(SCALARS) for _ in range(self.rng.randint(1, 4)))
        word = self.rng.choice(("UNION ALL", "UNION ALL", "UNION", "INTERSECT", "EXCEPT", "EXCEPT ALL"))
        left, columns = self.plain(depth - 1, wanted)
        right, _ = self.query(depth - 1, wanted)
        if kinds is None and self.chance(0.15):
            other, more = self.plain(depth - 1, None)
            shared = f"SELECT {more[0][0]}, {more[0][0]} AS {columns[0][0]} FROM ({other})"
            if more[0][1] == columns[0][1]:
                return f"({left}) UNION ALL BY NAME ({shared})", (*columns, more[0])
        return f"({left}) {word} ({right})", columns

    def recursive(self) -> Made:
        """A CTE's text that walks over `staff`; two of its columns change places or move along."""
        n, a, b = self.fresh(), self.fresh(), self.fresh()
        steps = (f"r.{b}, r.{a}", f"s.id, r.{b}", f"r.{a} + s.id, s.boss_id", "s.id, s.salary")
        step = self.rng.choice(steps)
        start = self.rng.choice(("id, boss_id", "id, salary", "boss_id, id"))
        name = "r"
        text = (
            f"{name}({n}, {a}, {b}) AS (SELECT 0, {start} FROM staff UNION ALL "
            f"SELECT r.{n} + 1, {step} FROM r JOIN staff AS s ON s.boss_id = r.{a} WHERE r.{n} < 2)"
        )
        return text, ((n, "int"), (a, "int"), (b, "int"))

    def statement(self) -> str:
        parts: list[str] = []
        recursive = self.chance(0.08)
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
            parts.append(f"{name}{listed} AS ({sql})")
        body, _ = self.query(self.rng.choice((0, 1, 1, 2)))
        if not parts:
            return body
        return f"WITH {'RECURSIVE ' if recursive else ''}{', '.join(parts)} {body}"
