"""Relations and writes that several dialects have: semi joins, NATURAL, laterals, unnested arrays, INSERT and MERGE."""

from __future__ import annotations

from tests.judges.generated.grammar import SCALARS, Col, Grammar, Outputs, Query, Scope, Source, Statement
from tests.judges.generated.templates import TABLES


class Common(Grammar):
    """What Spark, Hive and GoogleSQL share."""

    tables = TABLES
    cast = "CAST({} AS INT)"
    targets: tuple[str, ...] = ("t", "u", "v", "w")

    def part(self) -> Source:
        """A stored table, or a CTE where all of them are hidden."""
        name = self.dice.choice([t for t in sorted(self.tables) if t not in self.ctes] or sorted(self.ctes))
        return self.aliased(name, self.ctes.get(name) or list(self.tables[name].items()))

    def values(self, depth: int) -> Source:
        names = [self.fresh("c"), self.fresh("c")]
        alias = self.fresh("t")
        outputs = [(names[0], "int"), (names[1], "str")]
        text = f"(VALUES (1, 'p'), (2, 'q')) {alias}({', '.join(names)})"
        return Source(text, self.columns(alias, outputs), outputs, {alias: outputs})

    def semi(self, depth: int) -> Source:
        one, two = self.part(), self.part()
        word = self.pick("LEFT SEMI JOIN", "LEFT ANTI JOIN")
        return Source(f"{one.text} {word} {two.text} ON {self.on(one, two)}", one.cols, one.star, one.parts)

    def natural(self, depth: int) -> Source:
        one, two = self.part(), self.part()
        keys = [n for n, _ in one.star if n in dict(two.star)]
        if not keys or set(keys) - set(self.shared(one, two)):
            return one
        made = self.both(one, two, f"{one.text} NATURAL {self.pick(*self.joins)} {two.text}", keys)
        made.text = f"({made.text})"
        return made

    def laterals(self, depth: int) -> Source:
        one = self.part()
        name, kind = self.name(), self.pick(*SCALARS)
        inner = [Col(c.table, c.name, c.kind, bare=False) for c in one.cols]
        two = self.aliased(f"(SELECT {self.item(self.expr(kind, inner, 1), name)})", [(name, kind)])
        return self.both(one, two, f"{one.text}, LATERAL {two.text}")

    def some(self, table: str) -> Outputs:
        """Columns of a table to write, in any order."""
        plain = [(n, k) for n, k in self.tables[table].items() if k in SCALARS]
        return self.dice.sample(plain, self.dice.randint(1, min(3, len(plain))))

    def unlike(self, query: Query) -> bool:
        """Whether no two outputs have one name, and each has one."""
        names = [self.fold(name) for name, _ in query.outputs]
        return len(set(names)) == len(names) and all(names)

    def stored_query(self, depth: int) -> Query:
        """A query whose columns can be stored."""
        for _ in range(8):
            query = self.query(depth)
            if self.unlike(query) and query.outputs:
                return query
        source = self.part()
        return Query(f"SELECT * FROM {source.text}", source.star)

    def create(self) -> Statement:
        return Statement(f"CREATE TABLE made AS {self.stored_query(2).text}")

    def view(self) -> Statement:
        return Statement(f"CREATE VIEW made AS {self.stored_query(1).text}")

    def insert(self) -> Statement:
        table = self.pick(*self.targets)
        wanted = self.some(table)
        query = self.query(1, [k for _, k in wanted])
        return Statement(f"INSERT INTO {table} ({', '.join(self.quote(n) for n, _ in wanted)}) {query.text}")

    def insert_whole(self) -> Statement:
        table = self.pick(*self.targets)
        query = self.select(1, list(self.tables[table].values()))
        return Statement(f"INSERT INTO {table} {query.text}")

    def no_query(self, kind: str, scope: Scope) -> str:
        text = self.expr(kind, scope, 1)
        return self.expr(kind, scope, 0) if "SELECT" in text else text

    def update_of(self, table: str, columns: dict[str, str], prefix: str = "") -> Statement:
        mine = [Col("", n, k) for n, k in columns.items()]
        wanted = self.dice.sample(sorted(columns), 2)
        sets = ", ".join(f"{self.quote(n)} = coalesce({self.no_query(columns[n], mine)}, NULL)" for n in wanted)
        return Statement(f"UPDATE {table} SET {sets} WHERE {self.expr('cond', mine, 0)}")

    def merge_of(self, table: str, columns: dict[str, str]) -> Statement:
        alias = self.fresh("m")
        mine = [Col(alias, n, k, False) for n, k in columns.items()]
        one = self.relation(1)
        theirs: Scope = [Col(c.table, c.name, c.kind, False) for c in one.cols if c.table]
        known = self.known("int", theirs)
        tie = f"{self.ref(self.known('int', mine)[0])} = {self.ref(self.dice.choice(known)) if known else 1}"
        wanted, other = (self.dice.sample(sorted(columns), 2) for _ in range(2))
        bodies = [self.no_query(columns[n], [*mine, *theirs]) for n in wanted]
        sets = ", ".join(f"{self.quote(n)} = coalesce({b}, NULL)" for n, b in zip(wanted, bodies, strict=True))
        new = ", ".join(self.no_query(columns[n], theirs) for n in other)
        guard = f" AND {self.expr('cond', [*mine, *theirs], 0)}" if self.chance(0.3) else ""
        gone = f" WHEN MATCHED{guard} THEN DELETE" if guard and self.chance(0.4) else ""
        return Statement(
            f"MERGE INTO {table} AS {alias} USING {one.text} ON {tie}{gone} WHEN MATCHED THEN UPDATE SET {sets} "
            f"WHEN NOT MATCHED THEN INSERT ({', '.join(self.quote(n) for n in other)}) VALUES ({new})"
        )
