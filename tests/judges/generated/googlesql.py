"""GoogleSQL's statements: structs, arrays, pipes, and DML."""

from __future__ import annotations

from tests.judges.generated.common import Common
from tests.judges.generated.grammar import SCALARS, Col, Outputs, Query, Source, Statement
from tests.judges.generated.templates import TABLES, templates

_PAIR = "STRUCT<x INT64, y STRING>"
SCHEMA = f"""
CREATE TABLE t (a INT64, b INT64, g STRING, date DATE, text ARRAY<STRING>, s {_PAIR}, l ARRAY<{_PAIR}>,
  `range` ARRAY<INT64>);
CREATE TABLE u (a INT64, x INT64, g STRING, key STRING, `current_date` DATE, list ARRAY<INT64>, l ARRAY<{_PAIR}>);
CREATE TABLE v (k INT64, settings STRING, `all` INT64, g STRING, json ARRAY<STRING>, pair {_PAIR}, day DATE);
CREATE TABLE w (b INT64, a INT64, y STRING, day DATE);
"""

_TABLES = {name: {c: k for c, k in columns.items() if k != "map"} for name, columns in TABLES.items()}


class GoogleSQL(Common):
    """ZetaSQL's analyzer reads these."""

    tables = _TABLES
    odd = (
        "text",
        "date",
        "json",
        "map",
        "settings",
        "key",
        "range",
        "value",
        "list",
        "count",
        "max",
        "day",
        "timestamp",
        "offset",
    )
    reserved = ("all", "current_date", "range", "array", "struct", "end", "interval", "left", "of")
    mark = "`"
    rules, leaves = templates("googlesql")
    joins = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "INNER JOIN")
    set_words = ("UNION ALL", "UNION DISTINCT", "EXCEPT DISTINCT", "INTERSECT DISTINCT")
    groupings = ("keys", "ordinals", "ALL", "ROLLUP", "CUBE", "SETS", "keys", "ordinals")
    sources = ("unnested", "pivoted", "unpivoted", "sampled")
    widened = ("unnest_beside",)
    stars = ("plain_star", "qualified_star", "except_star", "replace_star", "struct_star")
    queries = ("piped", "by_name", "recursive", "equal_names", "piped")
    writes = ("create", "view", "insert", "insert_whole", "update", "merge", "delete")
    cte_lists = False
    qualify = True

    def window_first(self) -> bool:
        return False

    def unnested(self, depth: int) -> Source:
        return self.unnest_beside(self.part())

    def unnest_beside(self, source: Source) -> Source:
        kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
        name = self.fresh("e")
        text = self.expr(kind, source.cols, 1)
        outputs: Outputs = [(name, element)]
        cols = [Col("", name, element)]
        if element == "pair":
            outputs = [("x", "int"), ("y", "str")]
            cols += [Col(name, "x", "int", False), Col(name, "y", "str", False)]
        more = ""
        if self.chance(0.3):
            place = self.fresh("c")
            more = f" WITH OFFSET AS {place}"
            outputs.append((place, "int"))
            cols.append(Col("", place, "int"))
        two = Source("", cols, outputs, {})
        return self.both(
            source, two, f"{source.text}{self.pick(', ', ' CROSS JOIN ', ' LEFT JOIN ')}UNNEST({text}) AS {name}{more}"
        )

    def joined(self, one: Source, depth: int) -> Source:
        """FULL and RIGHT joins, and USING, take no array beside them."""
        two = self.relation(depth)
        if "UNNEST" in one.text or "UNNEST" in two.text.split(" AS ")[-1]:
            return self.both(one, two, f"{one.text} CROSS JOIN {two.text}")
        return self.on_or_using(one, two, self.pick(*self.joins))

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
        made = f"MAX({self.quote(of)}) FOR {self.quote(on)} IN ('p' AS p1, 'q' AS q1)"
        text = f"(SELECT {listed} FROM {table}) PIVOT ({made})"
        return self.aliased(f"(SELECT * FROM {text})", [*keys, ("p1", "int"), ("q1", "int")])

    def unpivoted(self, depth: int) -> Source:
        one = self.part()
        ints = [n for n, k in one.star if k == "int"]
        if len(ints) < 2 or not self.unlike(Query("", one.star)):
            return one
        both = self.dice.sample(ints, 2)
        value, label = self.fresh("c"), self.fresh("c")
        text = f"{one.text.split()[0]} UNPIVOT ({value} FOR {label} IN ({', '.join(map(self.quote, both))}))"
        rest = [(n, k) for n, k in one.star if n not in both]
        return self.aliased(f"(SELECT * FROM {text})", [*rest, (value, "int"), (label, "str")])

    def sampled(self, depth: int) -> Source:
        one = self.part()
        return Source(f"{one.text} TABLESAMPLE SYSTEM (10 PERCENT)", one.cols, one.star, one.parts)

    def struct_star(self, source: Source) -> tuple[str, Outputs]:
        known = [c for c in source.cols if c.kind == "pair" and c.table]
        if not known:
            return "*", list(source.star)
        col = self.dice.choice(known)
        return f"{col.table}.{self.quote(col.name)}.*", [("x", "int"), ("y", "str")]

    def except_star(self, source: Source) -> tuple[str, Outputs]:
        return super().except_star(source)

    def by_name(self, depth: int) -> Query:
        kinds = {name: self.pick(*SCALARS) for name in ("a", "b", "g", "k")}
        first = self.dice.sample(sorted(kinds), 3)
        form = self.pick(
            "UNION ALL BY NAME", "FULL UNION ALL BY NAME", "LEFT UNION ALL BY NAME", "UNION ALL CORRESPONDING"
        )
        second = list(first) if form == "UNION ALL BY NAME" else self.dice.sample(sorted(kinds), 3)
        self.dice.shuffle(second)
        arms = []
        for names in (first, second):
            source = self.source(depth - 1)
            items = [self.item(self.expr(kinds[n], source.cols, 1), n) for n in names]
            arms.append(f"SELECT {', '.join(items)} FROM {source.text}")
        both = first if form.startswith(("LEFT", "UNION ALL BY")) else [n for n in first if n in second]
        if form.startswith("FULL"):
            both = [*first, *(n for n in second if n not in first)]
        return Query(f"{arms[0]} {form} {arms[1]}", [(n, kinds[n]) for n in both])

    def recursive(self, depth: int) -> Query:
        name, one, two = self.fresh("q"), self.fresh("c"), self.fresh("c")
        first, other = self.part(), self.part()
        mine = [Col("r", one, "int", False), Col("r", two, "str", False)]
        scope = [*mine, *(Col(c.table, c.name, c.kind, False) for c in other.cols)]
        start = [self.no_query("int", first.cols), self.no_query("str", first.cols)]
        step = [self.no_query("int", scope), self.no_query("str", scope)]
        text = (
            f"WITH RECURSIVE {name} AS (SELECT {start[0]} AS {one}, {start[1]} AS {two} FROM {first.text} UNION ALL "
            f"SELECT {step[0]}, {step[1]} FROM {name} AS r, {other.text} "
            f"WHERE {self.expr('cond', mine, 0)}) SELECT * FROM {name}"
        )
        return Query(text, [(one, "int"), (two, "str")])

    def equal_names(self, depth: int) -> Query:
        one, two = self.part(), self.part()
        pairs = [(a, b) for a in one.cols for b in two.cols if a.name == b.name and a.kind in SCALARS]
        if not pairs:
            return self.plain(depth, None)
        a, b = self.dice.choice(pairs)
        name = self.fresh("c")
        texts = [f"{c.table}.{self.quote(c.name)}" for c in (a, b)]
        inner = f"SELECT STRUCT({texts[0]}, {texts[1]}) AS {name}, {texts[1]} AS z FROM {one.text}, {two.text}"
        read = self.pick(f"{name}.*", f"z, {name}.*", f"{name}")
        outputs = [(self.fresh("c"), "none")] if read == name else [(a.name, a.kind), (a.name, a.kind)]
        return Query(f"SELECT {read} FROM ({inner})", outputs)

    def piped(self, depth: int) -> Query:
        """A pipe of a few steps over one relation."""
        source = self.part()
        text = f"FROM {source.text}"
        outputs = list(source.star)
        for _ in range(self.dice.randint(1, 5)):
            names = [self.fold(n) for n, _ in outputs]
            scope = [Col("", n, k) for n, k in outputs if names.count(self.fold(n)) == 1]
            if not scope:
                break
            step = self.dice.randrange(9)
            kind, name = self.pick(*SCALARS), self.fresh("c")
            col = self.dice.choice(scope)
            if step == 0:
                text += f" |> WHERE {self.expr('cond', scope, 1)}"
            elif step == 1:
                text += f" |> EXTEND {self.item(self.expr(kind, scope, 1), name)}"
                outputs = [*outputs, (name, kind)]
            elif step == 2:
                text += f" |> SET {self.quote(col.name)} = {self.expr(col.kind, scope, 1)}"
            elif step == 3 and len(outputs) > 1:
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
            elif step == 7:
                text += f" |> RENAME {self.quote(col.name)} AS {name}"
                outputs = [(name if n == col.name else n, k) for n, k in outputs]
            elif all(k in SCALARS for _, k in outputs):
                arm = self.select(0, [k for _, k in outputs])
                text += f" |> {self.pick('UNION ALL', 'EXCEPT DISTINCT', 'INTERSECT DISTINCT')} ({arm.text})"
        return Query(text, outputs)

    def create(self) -> Statement:
        return Statement(f"CREATE {self.pick('', 'OR REPLACE ', 'TEMP ')}TABLE made AS {self.stored_query(2).text}")

    def target(self) -> tuple[str, dict[str, str]]:
        table = self.pick("t", "u", "v", "w")
        return table, {n: k for n, k in self.tables[table].items() if k in SCALARS}

    def update(self) -> Statement:
        return self.update_of(*self.target())

    def merge(self) -> Statement:
        return self.merge_of(*self.target())

    def delete(self) -> Statement:
        table, columns = self.target()
        mine = [Col("", n, k) for n, k in columns.items()]
        return Statement(f"DELETE FROM {table} WHERE {self.expr('cond', mine, 1)}")
