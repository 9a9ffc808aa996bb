"""ClickHouse's statements: aliases win over columns, wherever they stand."""

from __future__ import annotations

from tests.judges.generated.grammar import SCALARS, Col, Grammar, Outputs, Query, Scope, Source, Statement
from tests.judges.generated.templates import TABLES, templates

SCHEMA = """
CREATE TABLE t (a Int64, b Int64, g String, date Date, text Array(String), s Tuple(x Int64, y String),
    l Array(Tuple(x Int64, y String)), m Map(String, Int64), range Array(Int64)) ENGINE = Memory;
CREATE TABLE u (a Int64, x Int64, g String, key String, current_date Date, list Array(Int64),
    l Array(Tuple(x Int64, y String))) ENGINE = Memory;
CREATE TABLE v (k Int64, settings String, all Int64, g String, json Array(String), pair Tuple(x Int64, y String),
    day Date) ENGINE = Memory;
CREATE TABLE w (b Int64, a Int64, y String, map Map(String, Int64), day Date) ENGINE = Memory;
"""


class ClickHouse(Grammar):
    """Arrays, tuples, lambdas, ARRAY JOIN, and aliases inside of expressions."""

    tables = TABLES
    odd = ("text", "date", "json", "map", "settings", "all", "key", "range", "current_date", "value", "array", "end",
           "interval", "tuple", "list", "format", "count", "max", "left", "if", "sample")  # fmt: skip
    reserved = ("all", "end", "interval", "format", "left", "settings", "sample", "array", "date", "if", "key")
    mark = "`"
    folds = False
    rules, leaves = templates("clickhouse")
    joins = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "INNER JOIN", "ANY LEFT JOIN", "ALL INNER JOIN",
             "LEFT SEMI JOIN", "LEFT ANTI JOIN")  # fmt: skip
    set_words = ("UNION ALL", "UNION DISTINCT", "EXCEPT", "INTERSECT")
    groupings = ("keys", "ordinals", "ALL", "ROLLUP", "CUBE", "SETS", "WITH", "keys", "ordinals")
    sources = ("array_joined", "values", "asof", "numbers")
    widened = ()
    stars = ("plain_star", "qualified_star", "except_star", "replace_star", "apply_star", "columns_regex",
             "columns_list", "columns_apply", "untupled")  # fmt: skip
    queries = ("with_values", "array_join_select", "distinct_on", "limit_by", "recursive", "prewhere_alias")
    writes = ("create", "insert", "view")
    lateral = True
    correlated = False
    cte_lists = False
    doubled = False
    qualify = True

    def expand(self, template: str, scope: Scope, depth: int) -> str:
        """`@` is an alias inside of an expression."""
        return super().expand(template.replace("@", self.fresh("z")) if "@" in template else template, scope, depth)

    def plain(self, depth: int, kinds: list[str] | None) -> Query:
        """Columns that have the name of an alias are written with their table."""
        source = self.source(depth)
        outer, self.window = self.window, ""
        wanted = kinds or self.kinds()
        names = self.names(len(wanted))
        scope: Scope = list(source.cols)
        for name in names:
            scope = self.hidden(scope, name)
        cols, items, outputs = list(scope), [], []
        for name, kind in zip(names, wanted, strict=True):
            windowed = f"win.{kind}" in self.rules and self.chance(0.12)
            text = (
                self.expand(self.pick(*self.rules[f"win.{kind}"]), scope, 1) if windowed else self.expr(kind, scope, 2)
            )
            items.append(self.item(text, name))
            outputs.append((name, kind))
            if not windowed and self.chance(0.5):
                scope = [*scope, Col("", name, kind)]
        where = self.where(cols)
        windows = self.windows(cols, outer)
        text = f"{self.head()} {', '.join(items)} FROM {source.text}{where}{windows}"
        return Query(self.whole(text, outputs), outputs)

    def grouped(self, depth: int, kinds: list[str] | None) -> Query:
        """GROUP BY; aggregates may be named like no column."""
        before, self.plain_names = self.plain_names, True
        made = super().grouped(depth, kinds)
        self.plain_names = before
        return made

    def parenthesised(self) -> bool:
        return False

    def joined(self, one: Source, depth: int) -> Source:
        two = self.relation(depth)
        if self.chance(0.15):
            return self.comma(one, two)
        return self.on_or_using(one, two, self.pick(*self.joins))

    def on(self, one: Source, two: Source) -> str:
        """Both sides must be read."""
        both = self.both(one, two, "")
        for kind in self.dice.sample(("int", "str"), 2):
            sides = [[c for c in both.cols if c.kind == kind and c.table in side.parts] for side in (one, two)]
            if all(sides):
                return " = ".join(self.ref(self.dice.choice(side)) for side in sides)
        return "1 = 1"

    def part(self) -> Source:
        name = self.dice.choice([t for t in sorted(self.tables) if t not in self.ctes] or sorted(self.ctes))
        return self.aliased(name, self.ctes.get(name) or list(self.tables[name].items()))

    def array_joined(self, depth: int) -> Source:
        one = self.part()
        kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
        text = self.expr(kind, one.cols, 1)
        name = self.fresh("c")
        word = self.pick("ARRAY JOIN", "LEFT ARRAY JOIN")
        query = f"(SELECT * , {name} FROM {one.text} {word} {text} AS {name})"
        return self.aliased(query, [*one.star, (name, element)])

    def values(self, depth: int) -> Source:
        names = [self.fresh("c"), self.fresh("c")]
        return self.aliased(
            f"VALUES('{names[0]} Int64, {names[1]} String', (1, 'p'), (2, 'q'))", [(names[0], "int"), (names[1], "str")]
        )

    def numbers(self, depth: int) -> Source:
        name = self.fresh("c")
        return self.aliased(f"(SELECT toInt64(number) AS {name} FROM numbers(3))", [(name, "int")])

    def asof(self, depth: int) -> Source:
        one, two = self.part(), self.part()
        dates = [(a, b) for a in one.cols for b in two.cols if a.kind == b.kind == "date"]
        ints = [(a, b) for a in one.cols for b in two.cols if a.kind == b.kind == "int"]
        if not dates or not ints:
            return one
        (a, b), (c, d) = self.dice.choice(dates), self.dice.choice(ints)
        names = [f"{x.table}.{self.quote(x.name)}" for x in (c, d, a, b)]
        word = self.pick("ASOF JOIN", "ASOF LEFT JOIN")
        tie = f"{names[0]} = {names[1]} AND {names[2]} >= {names[3]}"
        return self.both(one, two, f"{one.text} {word} {two.text} ON {tie}")

    # ---- stars ------------------------------------------------------------------------------------------

    def apply_star(self, source: Source) -> tuple[str, Outputs]:
        call = self.pick("APPLY(toString)", "APPLY(e -> toString(e))", "EXCEPT (g) APPLY(toString)")
        names = [n for n, _ in source.star if "EXCEPT" not in call or n != "g"]
        if not names or ("EXCEPT" in call and len(names) == len(source.star)):
            return "*", list(source.star)
        return f"* {call}", [(self.fresh("z"), "none") for _ in names]

    def columns_regex(self, source: Source) -> tuple[str, Outputs]:
        letter = self.pick("a", "g", "y", "e")
        if len(source.parts) == 1 and self.chance(0.4):
            (alias,) = source.parts
            found = [(n, k) for n, k in source.parts[alias] if letter in n]
            return (f"{alias}.COLUMNS('{letter}')", found) if found else ("*", list(source.star))
        found = [(n, k) for n, k in source.star if letter in n]
        return (f"COLUMNS('{letter}')", found) if found else ("*", list(source.star))

    def columns_list(self, source: Source) -> tuple[str, Outputs]:
        known = [c for c in source.cols if c.bare]
        if not known:
            return "*", list(source.star)
        found = self.dice.sample(known, min(2, len(known)))
        return f"COLUMNS({', '.join(self.quote(c.name) for c in found)})", [(c.name, c.kind) for c in found]

    def columns_apply(self, source: Source) -> tuple[str, Outputs]:
        found = [(n, k) for n, k in source.star if n == "a"]
        return (
            ("COLUMNS('^a$') APPLY(e -> e + 1)", [(self.fresh("z"), "int") for _ in found])
            if found
            else ("*", list(source.star))
        )

    def untupled(self, source: Source) -> tuple[str, Outputs]:
        known = [c for c in source.cols if c.kind == "pair"]
        if not known:
            return "*", list(source.star)
        return f"untuple({self.ref(self.dice.choice(known))})", [(self.fresh("z"), "none"), (self.fresh("z"), "none")]

    # ---- queries ----------------------------------------------------------------------------------------

    def with_values(self, depth: int) -> Query:
        """WITH an expression, a scalar subquery or a lambda under a name."""
        source = self.source(depth)
        name, other, kind = self.fresh("e"), self.fresh("e"), self.pick(*SCALARS)
        body = self.expr(kind, source.cols, 1)
        scope = [*source.cols, Col("", name, kind), Col("", other, "int")]
        item = self.fresh("c")
        text = f"WITH {body} AS {name}, {self.scalar_subquery('int', [])} AS {other} SELECT "
        return Query(f"{text}{self.item(self.expr(kind, scope, 2), item)} FROM {source.text}", [(item, kind)])

    def array_join_select(self, depth: int) -> Query:
        source = self.part()
        names = [self.fresh("c"), self.fresh("c")]
        kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
        arrays = f"{self.expr(kind, source.cols, 0)} AS {names[0]}"
        scope = [*source.cols, Col("", names[0], element)]
        if self.chance(0.3):
            arrays += f", arrayEnumerate({self.expr(kind, source.cols, 0)}) AS {names[1]}"
        kinds = [self.pick(*SCALARS), self.pick(*SCALARS)]
        outs = [self.fresh("c"), self.fresh("c")]
        items = [self.item(self.expr(k, scope, 1), n) for n, k in zip(outs, kinds, strict=True)]
        word = self.pick("ARRAY JOIN", "LEFT ARRAY JOIN")
        text = f"SELECT {', '.join(items)} FROM {source.text} {word} {arrays}{self.where(scope)}"
        return Query(text, list(zip(outs, kinds, strict=True)))

    def distinct_on(self, depth: int) -> Query:
        source = self.source(depth)
        name, kind = self.fresh("c"), self.pick(*SCALARS)
        known = [c for c in source.cols if c.kind in SCALARS]
        on = self.ref(self.dice.choice(known)) if known else "1"
        return Query(
            f"SELECT DISTINCT ON ({on}) {self.item(self.expr(kind, source.cols, 1), name)} FROM {source.text}",
            [(name, kind)],
        )

    def limit_by(self, depth: int) -> Query:
        source = self.source(depth)
        name, kind = self.fresh("c"), self.pick(*SCALARS)
        key = self.expr(self.pick(*SCALARS), source.cols, 0)
        order = self.expr(self.pick(*SCALARS), source.cols, 0)
        return Query(
            f"SELECT {self.item(self.expr(kind, source.cols, 1), name)} FROM {source.text} ORDER BY {order} "
            f"LIMIT 1 BY {key}",
            [(name, kind)],
        )

    def recursive(self, depth: int) -> Query:
        name, one, two = self.fresh("q"), self.fresh("c"), self.fresh("c")
        first, other = self.part(), self.part()
        start = [self.expr("int", first.cols, 1), self.expr("str", first.cols, 1)]
        mine = [Col("r", one, "int", False), Col("r", two, "str", False)]
        scope: Scope = [*mine, *(Col(c.table, c.name, c.kind, False) for c in other.cols)]
        step = [self.expr("int", scope, 1), self.expr("str", scope, 1)]
        text = (
            f"WITH RECURSIVE {name} AS (SELECT {start[0]} AS {one}, {start[1]} AS {two} FROM {first.text} UNION ALL "
            f"SELECT {step[0]}, {step[1]} FROM {name} AS r, {other.text} "
            f"WHERE {self.expr('cond', scope, 0)}) SELECT * FROM {name}"
        )
        return Query(text, [(one, "int"), (two, "str")])

    def prewhere_alias(self, depth: int) -> Query:
        """An alias that is used before it is given, and one that hides a column."""
        source = self.part()
        ints = [c for c in source.cols if c.kind == "int"]
        col = self.dice.choice(ints)
        name = self.fresh("c")
        text = f"{col.table}.{self.quote(col.name)}"
        body = self.expr("int", self.hidden(source.cols, col.name), 1)
        quoted = self.quote(col.name)
        return Query(
            f"SELECT {quoted} + 1 AS {name}, {body} AS {quoted}, {text} AS {name}2 FROM {source.text} WHERE {name} > 0",
            [(name, "int"), (col.name, "int"), (f"{name}2", "int")],
        )

    # ---- writes -----------------------------------------------------------------------------------------

    def create(self) -> Statement:
        return Statement(f"CREATE TABLE made ENGINE = Memory AS {self.select(1, None).text}", {}, "made")

    def view(self) -> Statement:
        return Statement(f"CREATE VIEW made AS {self.select(1, None).text}", {}, "made")

    def insert(self) -> Statement:
        table = self.pick("t", "u", "w")
        plain = [(n, k) for n, k in self.tables[table].items() if k in SCALARS and n not in self.reserved]
        wanted = self.dice.sample(plain, self.dice.randint(1, len(plain)))
        query = self.select(1, [k for _, k in wanted])
        return Statement(f"INSERT INTO {table} ({', '.join(n for n, _ in wanted)}) {query.text}", {}, table)
