"""Random FROM clauses: tables, CTEs, queries, VALUES, pivots, and every join.

Invariant: what a relation holds does not depend on the order in which the engine happens to read rows: the right side
of an ASOF join has one row for a key, a POSITIONAL join is of stored tables, a LIMIT has a total order. To add a
relation, return it from `relation`; to add a join, give it a branch in `source`.
"""

from __future__ import annotations

from tests.judges.generate_base import SCALARS, Column, Kind, Named, Relation, Scope, kind_of, quote
from tests.judges.generate_exprs import Expressions


class Sources(Expressions):
    """Relations, and FROM clauses made of them."""

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
            return self.constant()
        return self.stored()

    def stored(self) -> Relation:
        table = self.rng.choice([t for t in sorted(self.types) if t not in self.ctes])
        known = [(name, kind_of(stored)) for name, stored in self.types[table].items()]
        return self.aliased(self.written(table), tuple((name, kind) for name, kind in known if kind))

    def constant(self) -> Relation:
        """Rows that no table holds."""
        form = self.rng.random()
        if form < 0.3:
            word = self.rng.choice(("range(4)", "generate_series(1, 3)"))
            sql = f"(SELECT CAST({word[:1]} AS INTEGER) AS {{0}} FROM {word} AS {word[:1]}({word[:1]}))"
            name = self.fresh()
            return self.aliased(sql.format(name), ((name, "int"),))
        if form < 0.5:
            name = self.fresh()
            return self.aliased(f"(SELECT unnest([1, 2, NULL]) AS {name})", ((name, "int"),))
        kind = self.rng.choice(("int", "str"))
        rows = ", ".join(f"({self.literal(kind)}, {self.literal('int')})" for _ in range(3))
        return self.aliased(f"(VALUES {rows})", ((self.fresh(), kind), (self.fresh(), "int")), True)

    def pivoted(self, depth: int) -> Relation:
        sql, ((group, kind), (key, _), (value, inner)) = self.plain(depth, (self.one_kind(), "str", self.one_kind()))
        form = self.rng.random()
        if form < 0.4:
            text = f"(PIVOT ({sql}) ON {key} IN ('a', 'b') USING max({value}) GROUP BY {group})"
            return self.aliased(text, ((group, kind), ("a", inner), ("b", inner)))
        if form < 0.7:
            text = f"(FROM ({sql}) PIVOT (min({value}) FOR {key} IN ('a', 'b') GROUP BY {group}))"
            return self.aliased(text, ((group, kind), ("a", inner), ("b", inner)))
        text = f"(PIVOT ({sql}) ON {key} IN ('a', 'b') USING max({value}) AS m, min({value}) AS n GROUP BY {group})"
        return self.aliased(text, ((group, kind), ("a_m", inner), ("a_n", inner), ("b_m", inner), ("b_n", inner)))

    def unpivoted(self, depth: int) -> Relation:
        kind = self.one_kind()
        sql, ((kept, other), (one, _), (two, _)) = self.plain(depth, (self.one_kind(), kind, kind))
        name, value = self.fresh(), self.fresh()
        if self.chance(0.4):
            nulls = self.rng.choice(("", "INCLUDE NULLS "))
            text = f"(SELECT * FROM ({sql}) UNPIVOT {nulls}({value} FOR {name} IN ({one}, {two})))"
        else:
            text = f"(UNPIVOT ({sql}) ON {one}, {two} INTO NAME {name} VALUE {value})"
        return self.aliased(text, ((kept, other), (name, "str"), (value, kind)))

    def aliased(self, text: str, columns: Named, listed: bool = False) -> Relation:
        alias = self.fresh("t")
        renamed = listed or (self.chance(0.1) and text.lower() not in self.types)
        if renamed:
            columns = tuple((self.fresh(), kind) for _, kind in columns)
        names = "(" + ", ".join(name for name, _ in columns) + ")" if renamed else ""
        made = tuple(Column(f"{alias}.{quote(name)}", name, kind) for name, kind in columns)
        return Relation(f"{text} AS {alias}{names}", made)

    # ------------------------------------------------------------------------------------------ joins

    def source(self, depth: int) -> tuple[str, Scope]:
        """A FROM clause and the columns that it offers."""
        if self.chance(0.03):
            one, two = self.stored(), self.stored()
            return f"{one.text} POSITIONAL JOIN {two.text}", one.columns + two.columns
        first = self.relation(depth)
        text, columns = first.text, first.columns
        joinable = True  # behind a comma, USING would see the last item only
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            if self.chance(0.15):
                text, columns = self.lateral(text, columns)
                joinable = False
                continue
            if joinable and self.chance(0.08):
                text, columns = self.asof(text, columns)
                continue
            other = self.relation(depth - 1)
            pairs = [(a, b) for a in columns for b in other.columns if a.kind == b.kind and a.kind in SCALARS]
            if not pairs:
                text, columns = f"{text} CROSS JOIN {other.text}", columns + other.columns
                continue
            one, two = self.rng.choice(pairs)
            shared = [b.name for a, b in pairs if a.name == b.name] if joinable else []
            shared = [name for name in shared if sum(c.name == name for c in columns) == 1]
            text, columns = self.joined(text, columns, other, f"{one.text} = {two.text}", shared)
        return text, columns

    def joined(self, text: str, columns: Scope, other: Relation, equal: str, shared: list[str]) -> tuple[str, Scope]:
        if self.chance(0.1):
            word = self.rng.choice(("SEMI JOIN", "ANTI JOIN"))
            return f"{text} {word} {other.text} ON {equal}", columns
        on = f"ON {equal}"
        if self.chance(0.2):
            on += f" AND {self.condition(columns + other.columns, self.rng.choice((0, 0, 1)))}"
        word = self.rng.choice(("JOIN", "JOIN", "INNER JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"))
        columns += other.columns
        if shared and self.chance(0.4):
            name = self.rng.choice(shared)
            on = f"USING ({quote(name)})"
            # The merged column is read without a table's name.
            kind = next(c.kind for c in columns if c.name == name)
            columns += (Column(quote(name), name, kind),)
        return f"{text} {word} {other.text} {on}", columns

    def asof(self, text: str, columns: Scope) -> tuple[str, Scope]:
        """The row before, of rows that have one value for a key."""
        key, order, value = self.one_kind(), self.rng.choice(("int", "date")), self.one_kind()
        mine = [self.pick(columns, kind) for kind in (key, order)]
        if mine[0] is None or mine[1] is None:
            return text, columns
        sql, ((k, _), (o, _), (v, _)) = self.plain(0, (key, order, value))
        one = self.aliased(
            f"(SELECT {k}, {o}, max({v}) AS {v} FROM ({sql}) GROUP BY ALL)", ((k, key), (o, order), (v, value))
        )
        word, sign = self.rng.choice(("ASOF JOIN", "ASOF LEFT JOIN")), self.rng.choice((">=", ">", "<=", "<"))
        on = f"{mine[0].text} = {one.columns[0].text} AND {mine[1].text} {sign} {one.columns[1].text}"
        return f"{text} {word} {one.text} ON {on}", columns + one.columns

    def lateral(self, text: str, columns: Scope) -> tuple[str, Scope]:
        lists = [c for c in columns if c.kind in ("int[]", "str[]")]
        alias, name = self.fresh("t"), self.fresh()
        if lists and self.chance(0.5):
            chosen = self.rng.choice(lists)
            made = Column(f"{alias}.{name}", name, chosen.kind[:-2])
            if self.chance(0.3):
                place = self.fresh()
                counted = Column(f"CAST({alias}.{place} AS INTEGER)", place, "int")
                unnest = f"unnest({chosen.text}) WITH ORDINALITY AS {alias}({name}, {place})"
                return f"{text}, {unnest}", (*columns, made, counted)
            return f"{text}, unnest({chosen.text}) AS {alias}({name})", (*columns, made)
        kind = self.one_kind()
        made = Column(f"{alias}.{name}", name, kind)
        return f"{text}{self.beside(kind, columns, alias, name)}", (*columns, made)

    def beside(self, kind: Kind, columns: Scope, alias: str, name: str) -> str:
        """A lateral query with one column."""
        body = self.scalar(kind, columns, 1)
        relation = self.relation(0)
        own = self.pick(relation.columns, kind)
        if own is None or self.chance(0.3):
            return f", LATERAL (SELECT {body} AS {name}) AS {alias}"
        tie = self.correlation(relation.columns, columns)
        value = f"coalesce({own.text}, {body})" if self.chance(0.5) else own.text
        inner = self.rng.choice(
            (
                f"SELECT max({value}) AS {name} FROM {relation.text} WHERE {tie}",
                f"SELECT {value} AS {name} FROM {relation.text} WHERE {tie}",
                f"SELECT {value} AS {name} FROM {relation.text} WHERE {tie} ORDER BY 1 LIMIT 1",
                f"SELECT {own.text} AS {name} FROM {relation.text} WHERE {tie} UNION ALL SELECT {body}",
            )
        )
        if self.chance(0.3):
            return f" LEFT JOIN LATERAL ({inner}) AS {alias} ON true"
        return f", LATERAL ({inner}) AS {alias}"
