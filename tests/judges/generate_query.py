"""Random queries: plain, with a star, grouped, with windows, and set operations of them.

Invariant: the multiset of values of each output follows from the data alone: no LIMIT without a total order, no rank
among ties that tells them apart, no list without an order. To add a form, add it to `query` or to the choices inside.
"""

from __future__ import annotations

from tests.judges.generate_base import NUMBERS, SCALARS, Kind, Made, Scope, plain, quote
from tests.judges.generate_from import Sources

Kinds = tuple[Kind, ...] | None


class Queries(Sources):
    """Queries; with `kinds`, of one column of each."""

    def query(self, depth: int, kinds: Kinds = None) -> Made:
        form = self.rng.random()
        if form < 0.15 and depth > 0:
            return self.set_operation(depth, kinds)
        if form < 0.40:
            return self.grouped(depth, kinds)
        if form < 0.55:
            return self.windowed(depth, kinds)
        if form < 0.62 and kinds is None:
            return self.starred(depth)
        if form < 0.66:
            return self.distinct_on(depth, kinds)
        return self.plain(depth, kinds)

    def kinds(self, scope: Scope) -> tuple[Kind, ...]:
        return tuple(self.kind_in(scope) for _ in range(self.rng.randint(1, 4)))

    def tail(self) -> str:
        if not self.chance(0.12):
            return ""
        order = self.rng.choice(("ORDER BY ALL", "ORDER BY ALL DESC", "ORDER BY ALL NULLS FIRST"))
        return f" {order} LIMIT {self.rng.randint(2, 8)}{self.rng.choice(('', ' OFFSET 1'))}"

    def where(self, scope: Scope, depth: int) -> str:
        return f" WHERE {self.condition(scope, depth)}" if self.chance(0.3) else ""

    def items(self, bodies: list[tuple[str, Kind]]) -> Made:
        columns = tuple((self.fresh(), kind) for _, kind in bodies)
        text = ", ".join(self.item(body, name) for (body, _), (name, _) in zip(bodies, columns, strict=True))
        return text, columns

    def item(self, body: str, name: str) -> str:
        form = self.rng.random()
        return f"{name}: {body}" if form < 0.03 else f"{body} {name}" if form < 0.06 else f"{body} AS {name}"

    # ------------------------------------------------------------------------------------------ plain

    def plain(self, depth: int, kinds: Kinds) -> Made:
        source, scope = self.source(depth)
        bodies = [(self.scalar(kind, scope, 2), kind) for kind in kinds or self.kinds(scope)]
        if kinds is None and self.chance(0.15):
            one, two = self.scalar("int", scope, 1), self.scalar("str", scope, 1)
            bodies.append((f"{{'p': {one}, 'q': {two}}}", "struct(p int, q str)"))
        if kinds is None and self.chance(0.15):
            kind = self.rng.choice(("int[]", "str[]"))
            bodies.append((self.listed(kind, scope, 2), kind))
        if kinds is None and self.chance(0.08):
            bodies.append((self.condition(scope, 1), "bool"))
        text, columns = self.items(bodies)
        if kinds is None and self.chance(0.1):
            # A later item reads an earlier one by its alias.
            name, kind = columns[0]
            again = self.fresh()
            if kind in NUMBERS and plain(bodies[0][0]):
                text, columns = f"{text}, {name} + 1 AS {again}", (*columns, (again, kind))
        if kinds is None and self.chance(0.06):
            # More rows out of one, beside the others.
            name = self.fresh()
            text, columns = f"{text}, unnest({self.listed('int[]', scope, 1)}) AS {name}", (*columns, (name, "int"))
            return f"SELECT {text} FROM {source}{self.where(scope, 1)}", columns
        distinct = self.rng.choice(("DISTINCT ", "DISTINCT ", "ALL ")) if self.chance(0.15) else ""
        where = self.where(scope, 2)
        # The parser cannot read FROM (VALUES …) without a SELECT first.
        if self.chance(0.1) and "(VALUES" not in source:
            return f"FROM {source} SELECT {distinct}{text}{where}{self.tail()}", columns
        return f"SELECT {distinct}{text} FROM {source}{where}{self.tail()}", columns

    def distinct_on(self, depth: int, kinds: Kinds) -> Made:
        source, scope = self.source(depth)
        text, columns = self.items([(self.scalar(kind, scope, 1), kind) for kind in kinds or self.kinds(scope)])
        keys = ", ".join(name for name, _ in columns[: self.rng.choice((1, 1, 2))])
        order = ", ".join(name + self.rng.choice(("", " DESC", " NULLS FIRST")) for name, _ in columns)
        return f"SELECT DISTINCT ON ({keys}) {text} FROM {source}{self.where(scope, 1)} ORDER BY {order}", columns

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
        form = self.rng.random()
        if changed and form < 0.4:
            at = self.rng.choice(changed)
            body = self.scalar(columns[at][1], relation.columns, 1)
            text = f"* REPLACE ({body} AS {quote(columns[at][0])})"
        elif len(columns) > 1 and form < 0.6:
            gone = columns.pop(self.rng.randrange(len(columns)))
            text = f"* EXCLUDE ({quote(gone[0])})"
        elif form < 0.75:
            at, name = self.rng.randrange(len(columns)), self.fresh()
            text = f"* RENAME ({quote(columns[at][0])} AS {name})"
            columns[at] = (name, columns[at][1])
        elif form < 0.85:
            text = self.rng.choice(("COLUMNS(*)", "COLUMNS('.*')", "COLUMNS(lambda c: c LIKE '%')"))
        else:
            text = "*"
        return f"SELECT {text} FROM {relation.text}{where}", tuple(columns)

    # ----------------------------------------------------------------------------------------- groups

    def aggregate(self, kind: Kind, scope: Scope) -> str:
        body = self.scalar(kind, scope, 1)
        number = self.scalar("int", scope, 1)
        other = self.scalar(self.kind_in(scope), scope, 0)
        choices = [f"max({body})", f"min({body})"]
        if plain(body) and self.reads(body, scope) and self.reads(other, scope):
            choices += [
                f"max({{'p': {other}, 'q': {body}}}).q",
                f"list({{'p': {body}, 'q': {other}}} ORDER BY {other}, {body})[1].p",
                f"array_agg({body} ORDER BY {other} DESC, {body})[1]",
                f"first({body} ORDER BY {other}, {body})",
                f"last({body} ORDER BY {other}, {body})",
                # with the value behind it, no tie matters
                f"arg_max({body}, {{'p': {other}, 'q': {body}}})",
                f"min_by({body}, {{'p': {other}, 'q': {body}}})",
                f"max({body}, 2)[1]",
                f"quantile_disc({body}, 0.5)",
            ]
        if kind == "int":
            any_kind = self.scalar(self.kind_in(scope), scope, 1)
            inner = [f"sum({body})", f"count({any_kind})", "count(*)", f"count(DISTINCT {any_kind})"]
            inner += [f"countif({self.condition(scope, 0)})", f"sum(DISTINCT {body})"]
            choices += [f"CAST({call} AS INTEGER)" for call in [*inner, f"sum({body} + {number})"]]
        if kind == "dbl":
            choices += [f"sum({body})", f"avg({number})", f"median({body})"]
        if kind == "str":
            body = body if self.reads(body, scope) else f"concat({body}, {number})"
            choices += [f"string_agg({body}, ',' ORDER BY {body})"]
            if plain(body):
                choices += [f"string_agg(DISTINCT {body}, ',' ORDER BY {body})"]
        text = self.rng.choice(choices)
        if not text.endswith(")") or text.endswith("AS INTEGER)") or not self.chance(0.2):
            return text
        return f"{text} FILTER (WHERE {self.condition(scope, 1)})"

    def grouped(self, depth: int, kinds: Kinds) -> Made:
        source, scope = self.source(depth)
        wanted = kinds or self.kinds(scope)
        keys = [i for i in range(len(wanted)) if self.chance(0.4)]
        flat = tuple(c for c in scope if c.kind in (*SCALARS, "bool"))
        bodies = [
            (self.scalar(kind, flat, 1) if i in keys else self.aggregate(kind, flat), kind)
            for i, kind in enumerate(wanted)
        ]
        group = ""
        if keys:
            group = self.keys(keys)
            constants = any("count(*)" in body for body, _ in bodies)
            if constants and group.endswith("ALL"):
                group = f" GROUP BY {', '.join(str(i + 1) for i in keys)}"
            if kinds is None and len(keys) > 1 and not group.endswith("ALL") and plain(bodies[keys[0]][0]):
                bodies.append((f"CAST(grouping({bodies[keys[0]][0]}) AS INTEGER)", "int"))
        elif self.chance(0.4) and flat:
            group = f" GROUP BY {self.rng.choice(flat).text}"
        text, columns = self.items(bodies)
        having = f" HAVING {self.aggregate('int', flat)} > 0" if group and self.chance(0.2) else ""
        where = self.where(scope, 2)
        qualify = " QUALIFY count(*) OVER () > 0" if group and "ALL" not in group and self.chance(0.05) else ""
        return f"SELECT {text} FROM {source}{where}{group}{having}{qualify}{self.tail()}", columns

    def keys(self, keys: list[int]) -> str:
        """GROUP BY the outputs at these places."""
        places = [str(i + 1) for i in keys]
        ordinals = ", ".join(places)
        plain_keys = f" GROUP BY {ordinals}"
        sets = ", ".join(f"({span})" for span in places)
        return self.rng.choice(
            (
                plain_keys,
                plain_keys,
                " GROUP BY ALL",
                f" GROUP BY ROLLUP ({ordinals})",
                f" GROUP BY CUBE ({ordinals})",
                f" GROUP BY GROUPING SETS ({sets}, ())",
            )
        )

    # ---------------------------------------------------------------------------------------- windows

    def windowed(self, depth: int, kinds: Kinds) -> Made:
        source, scope = self.source(depth)
        wanted = kinds or self.kinds(scope)
        named = self.fresh("n") if self.chance(0.2) else ""
        bodies = [
            (self.window(kind, scope, named) if self.chance(0.6) else self.scalar(kind, scope, 1), kind)
            for kind in wanted
        ]
        text, columns = self.items(bodies)
        window = f" WINDOW {named} AS (PARTITION BY {self.scalar(self.kind_in(scope), scope, 0)})" if named else ""
        qualify = ""
        if self.chance(0.25):
            key, other = (self.scalar(self.kind_in(scope), scope, 0) for _ in range(2))
            qualify = self.rng.choice(
                (
                    f" QUALIFY rank() OVER (ORDER BY {key}) <= 3",
                    f" QUALIFY dense_rank() OVER (PARTITION BY {other} ORDER BY {key} DESC) = 1",
                    f" QUALIFY {key} = max({key}) OVER (PARTITION BY {other})",
                )
            )
        return f"SELECT {text} FROM {source}{self.where(scope, 1)}{window}{qualify}", columns

    def window(self, kind: Kind, scope: Scope, named: str) -> str:
        body = self.scalar(kind, scope, 1)
        group, key = (self.scalar(self.kind_in(scope), scope, 0) for _ in range(2))
        partition = f"{named} " if named else f"PARTITION BY {group} " if self.chance(0.6) else ""
        # Ordered by the value as well: rows that tie have the same value, whichever comes first.
        total = f"OVER ({partition}ORDER BY {key}, {body})"
        peers = f"OVER ({partition}ORDER BY {key})"
        exclude = self.rng.choice(("", "", " EXCLUDE GROUP", " EXCLUDE TIES"))
        groups = f"OVER ({partition}ORDER BY {key} GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING{exclude})"
        test = f"FILTER (WHERE {self.condition(scope, 0)})"
        choices = [
            f"max({body}) {peers}", f"first_value({body}) {total}", f"last_value({body}) {total}",
            f"min({body}) OVER ({partition.strip()})", f"max({body}) {groups}", f"max({body}) {test} {peers}",
            f"nth_value({body}, 2) {total}",
            f"first_value({body} IGNORE NULLS) OVER ({partition}ORDER BY {key}, {body}"
            " RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)",
        ]  # fmt: skip
        if len(scope) <= 7:
            # A neighbour depends on the order among ties, unless rows that tie are the same altogether.
            whole = ", ".join([key, *(column.text for column in scope)])
            choices += [f"{word}({body}) OVER ({partition}ORDER BY {whole})" for word in ("lag", "lead")]
            choices += [f"lag({body}, 1, {self.scalar(kind, scope, 0)}) OVER ({partition}ORDER BY {whole})"]
            rows = self.rng.choice(("ROWS BETWEEN 1 PRECEDING AND CURRENT ROW", "ROWS UNBOUNDED PRECEDING"))
            choices += [f"max({body}) OVER ({partition}ORDER BY {whole} {rows})"]
        if kind == "int":
            numbered = [f"rank() {peers}", f"dense_rank() {peers}", f"sum({body}) {peers}", f"sum({body}) {groups}"]
            numbered += [f"count(*) OVER ({partition.strip()})", f"count(DISTINCT {body}) OVER ({partition.strip()})"]
            numbered += [f"10 * cume_dist() {peers}", f"count({body}) {test} {peers}"]
            choices += [f"CAST({call} AS INTEGER)" for call in numbered]
        if kind == "dbl":
            choices += [f"sum({body}) {peers}", f"avg({body}) OVER ({partition.strip()})", f"percent_rank() {peers}"]
        return self.rng.choice(choices)

    # ----------------------------------------------------------------------------------------- unions

    def set_operation(self, depth: int, kinds: Kinds) -> Made:
        wanted = kinds or tuple(self.rng.choice(SCALARS) for _ in range(self.rng.randint(1, 4)))
        words = ("UNION ALL", "UNION ALL", "UNION", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL")
        left, columns = self.plain(depth - 1, wanted)
        right, _ = self.query(depth - 1, wanted)
        if kinds is None and self.chance(0.2):
            other, more = self.plain(depth - 1, None)
            shared = f"SELECT {more[0][0]}, {more[0][0]} AS {columns[0][0]} FROM ({other})"
            if more[0][1] == columns[0][1]:
                word = self.rng.choice(("UNION ALL BY NAME", "UNION BY NAME"))
                return f"({left}) {word} ({shared})", (*columns, more[0])
        text = f"({left}) {self.rng.choice(words)} ({right})"
        if self.chance(0.2):
            text = f"{text} {self.rng.choice(words)} ({self.plain(0, wanted)[0]})"
        return text, columns
