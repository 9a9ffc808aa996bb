"""Spark's statements: lambdas, lateral views, pivots, pipes, and writes of every kind."""

from __future__ import annotations

from tests.judges.generated.common import Common
from tests.judges.generated.grammar import SCALARS, Col, Outputs, Query, Source, Statement
from tests.judges.generated.templates import templates

_PAIR = "STRUCT<x: INT, y: STRING>"
SCHEMA = f"""
CREATE TABLE t (a INT, b INT, g STRING, date DATE, text ARRAY<STRING>, s {_PAIR}, l ARRAY<{_PAIR}>,
  m MAP<STRING, INT>, range ARRAY<INT>) USING parquet;
CREATE TABLE u (a INT, x INT, g STRING, key STRING, `current_date` DATE, list ARRAY<INT>,
  l ARRAY<{_PAIR}>) USING parquet;
CREATE TABLE v (k INT, settings STRING, `all` INT, g STRING, json ARRAY<STRING>, pair {_PAIR}, day DATE) USING parquet;
CREATE TABLE w (b INT, a INT, y STRING, map MAP<STRING, INT>, day DATE) USING parquet;
CREATE TABLE parts (a INT, g STRING, p STRING, q INT) USING parquet PARTITIONED BY (p, q);
CREATE TABLE lake.db.acc (a INT, b INT, g STRING, day DATE);
"""
ACC = {"a": "int", "b": "int", "g": "str", "day": "date"}


class Spark(Common):
    """Catalyst's analyzer reads these."""

    odd = ("text", "date", "json", "map", "settings", "all", "key", "range", "current_date", "value", "array", "end",
           "interval", "struct", "list", "count", "max", "left", "pos", "col", "filter", "user")  # fmt: skip
    reserved = ()
    mark = "`"
    rules, leaves = templates("spark")
    joins = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "INNER JOIN", "LEFT OUTER JOIN")
    set_words = ("UNION ALL", "UNION", "EXCEPT", "INTERSECT", "MINUS", "EXCEPT ALL", "INTERSECT ALL")
    groupings = ("keys", "ordinals", "ALL", "ROLLUP", "CUBE", "SETS", "WITH", "keys", "ordinals")
    sources = (
        "values",
        "semi",
        "natural",
        "laterals",
        "pivoted",
        "unpivoted",
        "sampled",
        "exploded",
        "lateral_function",
    )
    widened = ("lateral_view",)
    stars = ("plain_star", "qualified_star", "except_star", "struct_star", "qualified_star")
    queries = ("piped", "generator", "equal_names", "recursive", "equal_names", "hive_from")
    writes = (
        "create",
        "view",
        "insert",
        "insert_whole",
        "insert_by_name",
        "partitions",
        "update",
        "merge",
        "multi",
        "views",
        "execute",
    )
    lateral = True
    filters = True
    write_share = 0.2

    def lateral_view(self, source: Source) -> Source:
        """LATERAL VIEW [OUTER] of an array or a map."""
        alias = self.fresh("t")
        form = self.dice.randrange(4)
        if form == 0:
            name = self.fresh("c")
            kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
            call, outputs = f"explode({self.expr(kind, source.cols, 1)})", [(name, element)]
        elif form == 1:
            kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
            call = f"posexplode({self.expr(kind, source.cols, 1)})"
            outputs = [(self.fresh("c"), "int"), (self.fresh("c"), element)]
        elif form == 2:
            call, outputs = (
                f"inline({self.expr('pairs', source.cols, 1)})",
                [(self.fresh("c"), "int"), (self.fresh("c"), "str")],
            )
        else:
            known = self.known("map", source.cols)
            if not known:
                return source
            call, outputs = (
                f"explode({self.ref(self.dice.choice(known))})",
                [(self.fresh("c"), "str"), (self.fresh("c"), "int")],
            )
        if "SELECT" in call:
            return source
        two = Source("", self.columns(alias, outputs), outputs, {alias: outputs})
        names = ", ".join(name for name, _ in outputs)
        return self.both(source, two, f"{source.text} LATERAL VIEW {self.pick('', 'OUTER ')}{call} {alias} AS {names}")

    def exploded(self, depth: int) -> Source:
        return self.lateral_view(self.part())

    def lateral_function(self, depth: int) -> Source:
        one = self.part()
        kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
        alias, name = self.fresh("t"), self.fresh("c")
        text = self.expr(kind, one.cols, 0)
        outputs = [(name, element)]
        two = Source("", self.columns(alias, outputs), outputs, {alias: outputs})
        return self.both(one, two, f"{one.text}, LATERAL explode({text}) AS {alias}({name})")

    def joined(self, one: Source, depth: int) -> Source:
        if "LATERAL VIEW" in one.text:  # a view stands behind all joins
            return one
        return super().joined(one, depth)

    def pivoted(self, depth: int) -> Source:
        one = self.part()
        ints = [n for n, k in one.star if k == "int"]
        strs = [n for n, k in one.star if k == "str"]
        if not ints or not strs or not self.unlike(Query("", one.star)):
            return one
        on, of = self.dice.choice(strs), self.dice.choice(ints)
        keys = [(n, k) for n, k in one.star if k in SCALARS and n not in (on, of)][:2]
        listed = ", ".join(self.quote(n) for n in [on, of, *(n for n, _ in keys)])
        table = one.text.split()[0]
        made = f"{self.pick('max', 'min')}({self.quote(of)}) FOR {self.quote(on)} IN ('p' AS p1, 'q' AS q1)"
        text = f"(SELECT {listed} FROM {table}) PIVOT ({made})"
        return self.aliased(f"(SELECT * FROM {text})", [*keys, ("p1", "int"), ("q1", "int")])

    def unpivoted(self, depth: int) -> Source:
        one = self.part()
        ints = [n for n, k in one.star if k == "int"]
        if len(ints) < 2 or not self.unlike(Query("", one.star)):
            return one
        both = self.dice.sample(ints, 2)
        value, label = self.fresh("c"), self.fresh("c")
        word = self.pick("", " INCLUDE NULLS")
        text = f"{one.text.split()[0]} UNPIVOT{word} ({value} FOR {label} IN ({', '.join(map(self.quote, both))}))"
        rest = [(n, k) for n, k in one.star if n not in both]
        return self.aliased(f"(SELECT * FROM {text})", [*rest, (label, "str"), (value, "int")])

    def sampled(self, depth: int) -> Source:
        name = self.dice.choice([t for t in sorted(self.tables) if t not in self.ctes] or sorted(self.ctes))
        outputs = self.ctes.get(name) or list(self.tables[name].items())
        return self.aliased(f"{name} TABLESAMPLE ({self.pick('10 PERCENT', '5 ROWS')})", outputs)

    def struct_star(self, source: Source) -> tuple[str, Outputs]:
        known = [c for c in source.cols if c.kind == "pair" and c.table]
        if not known:
            return "*", list(source.star)
        col = self.dice.choice(known)
        return f"{col.table}.{self.quote(col.name)}.*", [("x", "int"), ("y", "str")]

    def replace_star(self, source: Source) -> tuple[str, Outputs]:
        return self.plain_star(source)

    # ---- queries ----------------------------------------------------------------------------------------

    def generator(self, depth: int) -> Query:
        """A generator in the select list."""
        source = self.source(depth)
        one, two, kind = self.fresh("c"), self.fresh("c"), self.pick(*SCALARS)
        item = self.item(self.expr(kind, source.cols, 1), two)
        form = self.dice.randrange(3)
        if form == 0:
            call, outputs = f"explode({self.expr('ints', source.cols, 1)}) AS {one}", [(one, "int")]
        elif form == 1:
            three = self.fresh("c")
            call, outputs = (
                f"posexplode_outer({self.expr('strs', source.cols, 1)}) AS ({one}, {three})",
                [(one, "int"), (three, "str")],
            )
        else:
            call, outputs = f"inline({self.expr('pairs', source.cols, 1)})", [("x", "int"), ("y", "str")]
        return Query(f"SELECT {item}, {call} FROM {source.text}", [(two, kind), *outputs])

    def equal_names(self, depth: int) -> Query:
        """struct(t.g, u.g): two fields of one name."""
        one, two = self.part(), self.part()
        both = self.both(one, two, f"{one.text}, {two.text}")
        pairs = [(a, b) for a in one.cols for b in two.cols if a.name == b.name and a.kind in SCALARS]
        if not pairs:
            return self.plain(depth, None)
        a, b = self.dice.choice(pairs)
        name, kind = self.fresh("c"), a.kind
        texts = [f"{c.table}.{self.quote(c.name)}" for c in (a, b)]
        inner = f"SELECT struct({texts[0]}, {texts[1]}) AS {name}, {texts[1]} AS z FROM {both.text}"
        read = self.pick(f"{name}.*", f"{name}", f"z, {name}.*")
        return Query(
            f"SELECT {read} FROM ({inner})",
            [(self.fresh("c"), kind)] if read == name else [(a.name, kind), (a.name, kind)],
        )

    def recursive(self, depth: int) -> Query:
        name, one, two = self.fresh("q"), self.fresh("c"), self.fresh("c")
        first, other = self.part(), self.part()
        mine = [Col("r", one, "int", False), Col("r", two, "str", False)]
        scope = [*mine, *(Col(c.table, c.name, c.kind, False) for c in other.cols)]
        start = [self.no_query("int", first.cols), self.no_query("str", first.cols)]
        step = [self.no_query("int", scope), self.no_query("str", scope)]
        text = (
            f"WITH RECURSIVE {name}({one}, {two}) AS (SELECT CAST({start[0]} AS INT), CAST({start[1]} AS STRING) "
            f"FROM {first.text} UNION ALL SELECT CAST({step[0]} AS INT), CAST({step[1]} AS STRING) FROM {name} AS r, "
            f"{other.text} WHERE {self.expr('cond', mine, 0)}) SELECT * FROM {name}"
        )
        return Query(text, [(one, "int"), (two, "str")])

    def hive_from(self, depth: int) -> Query:
        """FROM first."""
        source = self.source(depth)
        name, kind = self.name(), self.pick(*SCALARS)
        return Query(f"FROM {source.text} SELECT {self.item(self.expr(kind, source.cols, 2), name)}", [(name, kind)])

    def piped(self, depth: int) -> Query:
        """A pipe of a few steps over one relation."""
        source = self.part() if depth < 2 else self.relation(depth - 1)
        text = f"FROM {source.text}"
        outputs = list(source.star)
        for _ in range(self.dice.randint(1, 4)):
            names = [self.fold(n) for n, _ in outputs]
            scope = [Col("", n, k) for n, k in outputs if names.count(self.fold(n)) == 1]
            if not scope:
                break
            step = self.dice.randrange(8)
            kind = self.pick(*SCALARS)
            name = self.fresh("c")
            if step == 0:
                text += f" |> WHERE {self.expr('cond', scope, 1)}"
            elif step == 1:
                text += f" |> EXTEND {self.item(self.expr(kind, scope, 1), name)}"
                outputs = [*outputs, (name, kind)]
            elif step == 2:
                col = self.dice.choice(scope)
                text += f" |> SET {self.quote(col.name)} = {self.expr(col.kind, scope, 1)}"
            elif step == 3 and len(outputs) > 1:
                col = self.dice.choice(scope)
                text += f" |> DROP {self.quote(col.name)}"
                outputs = [pair for pair in outputs if pair[0] != col.name]
            elif step == 4:
                other = self.fresh("c")
                one, two = self.expr(kind, scope, 1), self.expr("int", scope, 1)
                text += f" |> SELECT {self.item(one, name)}, {self.item(two, other)}"
                outputs = [(name, kind), (other, "int")]
            elif step == 5:
                key = self.key(kind, scope)
                if key:
                    call = self.expand(self.pick(*self.rules["agg.int"]), scope, 1)
                    other = self.fresh("c")
                    text += f" |> AGGREGATE {self.item(call, name)} GROUP BY {self.item(key, other)}"
                    outputs = [(other, kind), (name, "int")]
            elif step == 6:
                text += f" |> AS {self.fresh('p')}"
            elif all(k in SCALARS for _, k in outputs):
                other_query = self.select(0, [k for _, k in outputs])
                text += f" |> {self.pick('UNION ALL', 'EXCEPT', 'INTERSECT')} ({other_query.text})"
        return Query(text, outputs)

    # ---- writes -----------------------------------------------------------------------------------------

    def create(self) -> Statement:
        return Statement(f"CREATE TABLE made USING parquet AS {self.stored_query(2).text}")

    def view(self) -> Statement:
        return Statement(f"CREATE {self.pick('', 'TEMPORARY ')}VIEW made AS {self.stored_query(1).text}")

    def views(self) -> Statement:
        """A view over a view."""
        first = self.stored_query(1)
        self.ctes = {"one": first.outputs}
        second = self.select(0, None)
        return Statement(f"CREATE TEMPORARY VIEW one AS {first.text};\n{second.text}")

    def execute(self) -> Statement:
        text = self.query(1).text.replace("\\", "").replace("'", "\\'")
        return Statement(f"EXECUTE IMMEDIATE '{text}'")

    def insert_by_name(self) -> Statement:
        table = self.pick("t", "u", "v", "w")
        wanted = list(self.tables[table].items())
        self.dice.shuffle(wanted)
        source = self.source(1)
        items = ", ".join(self.item(self.expr(k, source.cols, 1), n) for n, k in wanted)
        return Statement(f"INSERT INTO {table} BY NAME SELECT {items} FROM {source.text}")

    def partitions(self) -> Statement:
        form = self.dice.randrange(3)
        if form == 0:
            query = self.select(1, ["int", "str"])
            return Statement(f"INSERT OVERWRITE parts PARTITION (p = 'x', q = 1) {query.text}")
        if form == 1:
            query = self.select(1, ["int", "str", "int"])
            return Statement(f"INSERT OVERWRITE parts PARTITION (p = 'x', q) {query.text}")
        query = self.select(1, ["int", "str", "str", "int"])
        return Statement(f"INSERT INTO parts {query.text}")

    def update(self) -> Statement:
        return self.update_of("lake.db.acc", ACC)

    def merge(self) -> Statement:
        return self.merge_of("lake.db.acc", ACC)

    def multi(self) -> Statement:
        source = self.source(1)
        parts = []
        for table in self.dice.sample(("w", "u"), 2):
            wanted = self.some(table)
            items = ", ".join(self.expr(k, source.cols, 1) for _, k in wanted)
            listed = ", ".join(self.quote(n) for n, _ in wanted)
            parts.append(f"INSERT INTO {table} ({listed}) SELECT {items}{self.where(source.cols)}")
        return Statement(f"FROM {source.text} {' '.join(parts)}")
