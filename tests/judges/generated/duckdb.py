"""DuckDB's statements."""

from __future__ import annotations

from tests.judges.generated.grammar import SCALARS, Col, Grammar, Outputs, Query, Scope, Source, Statement
from tests.judges.generated.templates import TABLES, templates

SCHEMA = """
CREATE TABLE t (a INTEGER, b INTEGER, g VARCHAR, date DATE, text VARCHAR[], s STRUCT(x INTEGER, y VARCHAR),
    l STRUCT(x INTEGER, y VARCHAR)[], m MAP(VARCHAR, INTEGER), range INTEGER[]);
CREATE TABLE u (a INTEGER, x INTEGER, g VARCHAR, key VARCHAR, current_date DATE, list INTEGER[],
    l STRUCT(x INTEGER, y VARCHAR)[]);
CREATE TABLE v (k INTEGER, settings VARCHAR, "all" INTEGER, g VARCHAR, json VARCHAR[],
    pair STRUCT(x INTEGER, y VARCHAR), day DATE);
CREATE TABLE w (b INTEGER, a INTEGER, y VARCHAR, map MAP(VARCHAR, INTEGER), day DATE);
"""


class DuckDB(Grammar):
    """Friendly SQL, and much of it."""

    tables = TABLES
    odd = ("text", "date", "json", "map", "settings", "all", "key", "range", "current_date", "value", "row", "end",
           "interval", "struct", "list", "unnest", "count", "max", "left", "time", "position")  # fmt: skip
    reserved = ("all", "end", "current_date", "row", "left", "position")
    rules, leaves = templates("duckdb")
    joins = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "INNER JOIN", "JOIN")
    set_words = ("UNION ALL", "UNION", "EXCEPT", "INTERSECT", "EXCEPT ALL", "INTERSECT ALL")
    groupings = ("keys", "ordinals", "ALL", "ROLLUP", "CUBE", "SETS", "keys", "ordinals")
    sources = (
        "values",
        "unnested",
        "laterals",
        "pivoted",
        "unpivoted",
        "semi",
        "asof",
        "sampled",
        "natural",
        "positional",
    )
    widened = ("unnest_beside",)
    stars = ("plain_star", "qualified_star", "except_star", "replace_star", "rename_star", "like_star", "columns_regex",
             "columns_lambda", "columns_call", "unpacked", "struct_star", "columns_list")  # fmt: skip
    queries = ("from_first", "distinct_on", "by_name", "recursive", "pivot_statement", "unpivot_statement",
               "equal_names", "unnest_select", "prefix_alias", "group_all_star")  # fmt: skip
    writes = ("create", "insert", "insert_by_name", "update", "merge", "views")
    lateral = True
    filters = True
    qualify = True

    # ---- relations --------------------------------------------------------------------------------------

    def values(self, depth: int) -> Source:
        rows = ", ".join(f"({self.dice.randint(1, 9)}, 'p')" for _ in range(2))
        one, two = self.names(2)
        if one == two:
            two = self.fresh("c")
        alias = self.fresh("t")
        outputs = [(one, "int"), (two, "str")]
        text = f"(VALUES {rows}) {alias}({self.quote(one)}, {self.quote(two)})"
        return Source(text, self.columns(alias, outputs), outputs, {alias: outputs})

    def part(self, depth: int) -> Source:
        """A relation without what may not stand where this one shall."""
        name = self.dice.choice([t for t in sorted(self.tables) if t not in self.ctes] or sorted(self.ctes))
        return self.aliased(name, self.ctes.get(name) or list(self.tables[name].items()))

    def unnested(self, depth: int) -> Source:
        return self.unnest_beside(self.part(depth))

    def unnest_beside(self, source: Source) -> Source:
        kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
        alias, name = self.fresh("t"), self.fresh("c")
        # with their tables: a bare current_date is the function there
        text = self.expr(kind, [Col(c.table, c.name, c.kind, False) for c in source.cols if c.table], 1)
        if "SELECT" in text:
            return source
        outputs = [(name, element)]
        listed = name
        more = ""
        if self.chance(0.3):
            place = self.fresh("c")
            more, listed = " WITH ORDINALITY", f"{name}, {place}"
            outputs.append((place, "int"))
        two = Source("", self.columns(alias, outputs), outputs, {alias: outputs})
        joint = self.pick(", ", " CROSS JOIN ", ", LATERAL ")
        return self.both(source, two, f"{source.text}{joint}unnest({text}){more} AS {alias}({listed})")

    def laterals(self, depth: int) -> Source:
        one = self.part(depth)
        name, kind = self.name(), self.pick(*SCALARS)
        inner = [Col(c.table, c.name, c.kind, bare=False) for c in one.cols]
        two = self.aliased(f"(SELECT {self.item(self.expr(kind, inner, 1), name)})", [(name, kind)])
        return self.both(one, two, f"{one.text}, LATERAL {two.text}")

    def pivoted(self, depth: int) -> Source:
        one = self.part(depth)
        ints = [n for n, k in one.star if k == "int"]
        strs = [n for n, k in one.star if k == "str"]
        if not ints or not strs or len(one.parts) > 1 or len({n for n, _ in one.star}) < len(one.star):
            return one
        on, of, alias = self.dice.choice(strs), self.dice.choice(ints), self.fresh("t")
        rest = [n for n, k in one.star if k in SCALARS and n not in (on, of)]
        keys = self.dice.sample(rest, min(len(rest), 1))
        grouped = f" GROUP BY {', '.join(map(self.quote, keys))}" if keys else ""
        table = one.text.split()[0]
        call = self.pick("max", "sum", "min")
        cast = f"CAST({call}({self.quote(of)}) AS INTEGER)" if call == "sum" else f"{call}({self.quote(of)})"
        if call == "sum":
            cast = f"max({self.quote(of)})"
        text = f"{table} PIVOT ({cast} FOR {self.quote(on)} IN ('p' AS p1, 'q' AS q1){grouped}) AS {alias}"
        if not keys:
            return one
        outputs = [*((n, dict(one.star)[n]) for n in keys), ("p1", "int"), ("q1", "int")]
        return Source(text, self.columns(alias, outputs), outputs, {alias: outputs})

    def unpivoted(self, depth: int) -> Source:
        one = self.part(depth)
        ints = [n for n, k in one.star if k == "int"]
        if len(ints) < 2 or len({n for n, _ in one.star}) < len(one.star):
            return one
        both = self.dice.sample(ints, 2)
        alias, value, label = self.fresh("t"), self.fresh("c"), self.fresh("c")
        word = self.pick("", " INCLUDE NULLS")
        listed = ", ".join(map(self.quote, both))
        text = f"{one.text.split()[0]} UNPIVOT{word} ({value} FOR {label} IN ({listed})) AS {alias}"
        outputs = [*((n, k) for n, k in one.star if n not in both), (label, "str"), (value, "int")]
        return Source(text, self.columns(alias, outputs), outputs, {alias: outputs})

    def semi(self, depth: int) -> Source:
        one, two = self.part(depth), self.part(0)
        word = self.pick("SEMI JOIN", "ANTI JOIN")
        shared = self.shared(one, two)
        tie = f"USING ({self.quote(shared[0])})" if shared and self.chance(0.5) else f"ON {self.on(one, two)}"
        return Source(f"{one.text} {word} {two.text} {tie}", one.cols, one.star, one.parts)

    def asof(self, depth: int) -> Source:
        one, two = self.part(depth), self.part(0)
        dates = [(a, b) for a in one.cols for b in two.cols if a.kind == b.kind == "date"]
        if not dates:
            return one
        a, b = self.dice.choice(dates)
        word = self.pick("ASOF JOIN", "ASOF LEFT JOIN")
        both = self.both(one, two, "")
        left = next(c for c in both.cols if (c.table, c.name) == (a.table, a.name))
        right = next(c for c in both.cols if (c.table, c.name) == (b.table, b.name))
        return self.both(one, two, f"{one.text} {word} {two.text} ON {self.ref(left)} >= {self.ref(right)}")

    def sampled(self, depth: int) -> Source:
        one = self.part(depth)
        return Source(
            f"{one.text} {self.pick('TABLESAMPLE 10%', 'TABLESAMPLE reservoir(3 ROWS)')}", one.cols, one.star, one.parts
        )

    def natural(self, depth: int) -> Source:
        one, two = self.part(depth), self.part(0)
        keys = [n for n, _ in one.star if n in dict(two.star)]
        if not keys or set(keys) - set(self.shared(one, two)):
            return one
        return self.both(one, two, f"{one.text} NATURAL {self.pick(*self.joins)} {two.text}", keys)

    def positional(self, depth: int) -> Source:
        one, two = self.part(depth), self.part(0)
        return self.both(one, two, f"{one.text} POSITIONAL JOIN {two.text}")

    # ---- stars ------------------------------------------------------------------------------------------

    def except_word(self) -> str:
        return "EXCLUDE"

    def rename_star(self, source: Source) -> tuple[str, Outputs]:
        star, outputs = self.single(source)
        names = [n for n, _ in outputs]
        once = [n for n in names if names.count(n) == 1]
        if not once:
            return star, outputs
        old, new = self.dice.choice(once), self.name()
        return f"{star} RENAME ({self.quote(old)} AS {self.quote(new)})", [
            (new if n == old else n, k) for n, k in outputs
        ]

    def like_star(self, source: Source) -> tuple[str, Outputs]:
        letter = self.pick("a", "g", "y", "e")
        found = [(n, k) for n, k in source.star if letter in n]
        if not found or "FULL" in source.text:  # DuckDB does not match the keys of a full join
            return "*", list(source.star)
        return f"* {self.pick('LIKE', 'ILIKE')} '%{letter}%'", found

    def columns_regex(self, source: Source) -> tuple[str, Outputs]:
        letter = self.pick("a", "g", "y", "e")
        found = [(n, k) for n, k in source.star if letter in n]
        return (f"COLUMNS('{letter}')", found) if found else ("*", list(source.star))

    def columns_lambda(self, source: Source) -> tuple[str, Outputs]:
        letter = self.pick("a", "g", "y", "e")
        found = [(n, k) for n, k in source.star if letter in n]
        return (f"COLUMNS(lambda c: c LIKE '%{letter}%')", found) if found else ("*", list(source.star))

    def columns_list(self, source: Source) -> tuple[str, Outputs]:
        names = [n for n, _ in source.star]
        once = [(n, k) for n, k in source.star if names.count(n) == 1]
        if not once:
            return "*", list(source.star)
        found = self.dice.sample(once, min(2, len(once)))
        return f"COLUMNS([{', '.join(repr(n) for n, _ in found)}])", found

    def columns_call(self, source: Source) -> tuple[str, Outputs]:
        exact = [n for n, k in source.star if k == "int"]
        if not exact:
            return "*", list(source.star)
        name = self.dice.choice(exact)
        found = [(n, k) for n, k in source.star if n == name]
        text = self.pick("COLUMNS('^{}$') + 1", "coalesce(COLUMNS('^{}$'), $int)", "abs(COLUMNS('^{}$')) AS \"z_\\0\"",
                         "if($cond, COLUMNS('^{}$'), 0)")  # fmt: skip
        text = self.expand(text.format(name), source.cols, 0)
        return text, [(self.fresh("z"), k) for _, k in found]

    def unpacked(self, source: Source) -> tuple[str, Outputs]:
        exact = sorted({n for n, k in source.star if k == "int"})
        mixed = {n for n, k in source.star if k != "int"}
        exact = [n for n in exact if n not in mixed]
        if not exact:
            return "*", list(source.star)
        name = self.fresh("c")
        return f"{self.pick('coalesce', 'greatest')}(*COLUMNS('^({'|'.join(exact)})$')) AS {name}", [(name, "int")]

    def struct_star(self, source: Source) -> tuple[str, Outputs]:
        known = [c for c in source.cols if c.kind == "pair"]
        if not known:
            return "*", list(source.star)
        return f"unnest({self.ref(self.dice.choice(known))})", [("x", "int"), ("y", "str")]

    # ---- queries ----------------------------------------------------------------------------------------

    def from_first(self, depth: int) -> Query:
        source = self.source(depth)
        if self.chance(0.4):
            return Query(f"FROM {source.text}", list(source.star))
        name, kind = self.name(), self.pick(*SCALARS)
        return Query(f"FROM {source.text} SELECT {self.item(self.expr(kind, source.cols, 2), name)}", [(name, kind)])

    def distinct_on(self, depth: int) -> Query:
        source = self.source(depth)
        kinds = [self.pick(*SCALARS) for _ in range(2)]
        names = self.names(2)
        items = [self.item(self.expr(k, source.cols, 1), n) for n, k in zip(names, kinds, strict=True)]
        on = self.key(self.pick(*SCALARS), source.cols) or "1"
        order = self.expr(self.pick(*SCALARS), source.cols, 0)
        text = f"SELECT DISTINCT ON ({on}) {', '.join(items)} FROM {source.text} ORDER BY {on}, {order}"
        return Query(text, list(zip(names, kinds, strict=True)))

    def by_name(self, depth: int) -> Query:
        """UNION BY NAME: columns meet by name, wherever they stand."""
        kinds = {name: self.pick(*SCALARS) for name in ("a", "b", "g", "k")}
        arms = []
        seen: Outputs = []
        for _ in range(2):
            source = self.source(depth - 1)
            names = self.dice.sample(sorted(kinds), self.dice.randint(1, 3))
            seen += [(n, kinds[n]) for n in names if (n, kinds[n]) not in seen]
            items = [self.item(self.expr(kinds[n], source.cols, 1), n) for n in names]
            arms.append(f"SELECT {', '.join(items)} FROM {source.text}")
        return Query(f"{arms[0]} {self.pick('UNION ALL BY NAME', 'UNION BY NAME')} {arms[1]}", seen)

    def recursive(self, depth: int) -> Query:
        kinds = [self.pick("int", "str"), self.pick("int", "str")]
        start = self.select(0, kinds)
        name, one, two = self.fresh("q"), self.fresh("c"), self.fresh("c")
        mine = [Col("r", one, kinds[0]), Col("r", two, kinds[1])]
        other = self.part(0)
        theirs = [Col(c.table, c.name, c.kind, False) for c in other.cols]
        scope: Scope = [*mine, *theirs]
        step = ", ".join(self.expr(k, scope, 1) for k in kinds)
        text = (
            f"WITH RECURSIVE {name}({one}, {two}) AS (({start.text}) {self.pick('UNION', 'UNION ALL')} "
            f"SELECT {step} FROM {name} AS r, {other.text} WHERE {self.expr('cond', scope, 0)}) SELECT * FROM {name}"
        )
        return Query(text, [(one, kinds[0]), (two, kinds[1])])

    def pivot_statement(self, depth: int) -> Query:
        one = self.part(depth)
        ints = [n for n, k in one.star if k == "int"]
        strs = [n for n, k in one.star if k == "str"]
        if not ints or not strs or len({n for n, _ in one.star}) < len(one.star):
            return self.plain(depth, None)
        on, of = self.dice.choice(strs), self.dice.choice(ints)
        rest = [n for n, k in one.star if k in SCALARS and n not in (on, of)]
        if not rest:
            return self.plain(depth, None)
        key = self.dice.choice(rest)
        text = (
            f"PIVOT {one.text.split()[0]} ON {self.quote(on)} IN ('p', 'q') USING {self.pick('max', 'min')}"
            f"({self.quote(of)}) GROUP BY {self.quote(key)}"
        )
        return Query(f"SELECT * FROM ({text})", [(key, dict(one.star)[key]), ("p", "int"), ("q", "int")])

    def unpivot_statement(self, depth: int) -> Query:
        one = self.part(depth)
        ints = [n for n, k in one.star if k == "int"]
        if len(ints) < 2 or len({n for n, _ in one.star}) < len(one.star):
            return self.plain(depth, None)
        both = self.dice.sample(ints, 2)
        label, value = self.fresh("c"), self.fresh("c")
        text = f"UNPIVOT {one.text.split()[0]} ON {', '.join(map(self.quote, both))} INTO NAME {label} VALUE {value}"
        outputs = [*((n, k) for n, k in one.star if n not in both), (label, "str"), (value, "int")]
        return Query(f"SELECT * FROM ({text})", outputs)

    def equal_names(self, depth: int) -> Query:
        """A struct of two columns, and fields of it by position and name."""
        one, two = self.part(depth), self.part(0)
        both = self.both(one, two, f"{one.text}, {two.text}")
        made = [self.expr(k, [c for c in both.cols if c.table], 0) for k in ("int", "str")]
        name = self.fresh("c")
        inner = f"SELECT row({', '.join(made)}) AS {name}, {made[0]} AS g, {made[1]} AS g FROM {both.text}"
        read = self.pick(f"{name}[1] AS a, {name}[2] AS b", f"{name}[2] AS a, {name}[1] AS b", "*", f"{name}")
        count = {"*": 3, name: 1}.get(read, 2)
        return Query(f"SELECT {read} FROM ({inner})", [(self.fresh("c"), "none") for _ in range(count)])

    def unnest_select(self, depth: int) -> Query:
        source = self.source(depth)
        kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
        one, two = self.fresh("c"), self.fresh("c")
        more = self.expr("int", source.cols, 1)
        if self.chance(0.3):
            pairs = self.expr("pairs", source.cols, 1)
            text = f"SELECT unnest({pairs}, recursive := true), {more} AS {two} FROM {source.text}"
            return Query(text, [("x", "int"), ("y", "str"), (two, "int")])
        text = f"SELECT unnest({self.expr(kind, source.cols, 1)}) AS {one}, {more} AS {two} FROM {source.text}"
        return Query(text, [(one, element), (two, "int")])

    def prefix_alias(self, depth: int) -> Query:
        source = self.source(depth)
        names = [self.fresh("c"), self.fresh("c")]
        kinds = [self.pick(*SCALARS), self.pick(*SCALARS)]
        items = [f"{n}: {self.expr(k, source.cols, 1)}" for n, k in zip(names, kinds, strict=True)]
        return Query(f"SELECT {', '.join(items)} FROM {source.text}", list(zip(names, kinds, strict=True)))

    def group_all_star(self, depth: int) -> Query:
        source = self.part(depth)
        scalars = [(n, k) for n, k in source.star if k in SCALARS]
        out = [n for n, k in source.star if k not in SCALARS]
        less = f" EXCLUDE ({', '.join(map(self.quote, out))})" if out else ""
        call = self.expand(self.pick(*self.rules["agg.int"]), source.cols, 1)
        name = self.fresh("c")
        return Query(f"SELECT *{less}, {call} AS {name} FROM {source.text} GROUP BY ALL", [*scalars, (name, "int")])

    # ---- writes -----------------------------------------------------------------------------------------

    def some(self, table: str) -> Outputs:
        """Columns of a table to write, in any order."""
        plain = [(n, k) for n, k in self.tables[table].items() if k in SCALARS]
        return self.dice.sample(plain, self.dice.randint(1, min(3, len(plain))))

    def create(self) -> Statement:
        query = self.query(2)
        names = [self.fold(n) for n, _ in query.outputs]
        word = self.pick("CREATE TABLE made AS", "CREATE OR REPLACE TABLE made AS", "CREATE TEMP TABLE made AS")
        listed = ""
        if self.chance(0.2) and names:
            names = [self.fresh("n") for _ in names]
            listed = f"({', '.join(names)})"
            word = word.replace(" AS", f"{listed} AS")
        return Statement(f"{word} {query.text}", {f"#{i}": [(query.text, i)] for i in range(len(names))}, "made")

    def views(self) -> Statement:
        query = self.query(1)
        return Statement(
            f"CREATE OR REPLACE VIEW made AS {query.text}",
            {f"#{i}": [(query.text, i)] for i in range(len(query.outputs))},
            "made",
        )

    def insert(self) -> Statement:
        table = self.pick("t", "u", "v", "w")
        wanted = self.some(table)
        query = self.query(1, [k for _, k in wanted])
        listed = ", ".join(self.quote(n) for n, _ in wanted)
        return Statement(
            f"INSERT INTO {table} ({listed}) {query.text}",
            {n: [(query.text, i)] for i, (n, _) in enumerate(wanted)},
            table,
        )

    def insert_by_name(self) -> Statement:
        table = self.pick("t", "u", "v", "w")
        wanted = self.some(table)
        source = self.source(1)
        items = ", ".join(self.item(self.expr(k, source.cols, 1), n) for n, k in wanted)
        query = f"SELECT {items} FROM {source.text}"
        return Statement(
            f"INSERT INTO {table} BY NAME {query}", {n: [(query, i)] for i, (n, _) in enumerate(wanted)}, table
        )

    def target(self) -> tuple[str, Scope]:
        table = self.pick("t", "u", "v", "w")
        return table, [Col(table, n, k, False) for n, k in self.tables[table].items()]

    def update(self) -> Statement:
        table, mine = self.target()
        one = self.part(1)
        scope: Scope = [*mine, *(Col(c.table, c.name, c.kind, False) for c in one.cols)]
        wanted = self.some(table)
        bodies = [self.expr(k, scope, 1) for _, k in wanted]
        where = f" WHERE {self.expr('cond', scope, 1)}"
        sets = ", ".join(f"{self.quote(n)} = {b}" for (n, _), b in zip(wanted, bodies, strict=True))
        query = f"SELECT {', '.join(bodies)} FROM {table}, {one.text}{where}"
        return Statement(
            f"UPDATE {table} SET {sets} FROM {one.text}{where}",
            {n: [(query, i)] for i, (n, _) in enumerate(wanted)},
            table,
        )

    def merge(self) -> Statement:
        table, mine = self.target()
        one = self.part(1)
        theirs: Scope = [Col(c.table, c.name, c.kind, False) for c in one.cols]
        scope = [*mine, *theirs]
        tie = " = ".join(
            self.ref(self.dice.choice(known)) if (known := self.known("int", side)) else "1" for side in (mine, theirs)
        )
        wanted, other = self.some(table), self.some(table)

        def plain(kind: str, within: Scope) -> str:
            text = self.expr(kind, within, 1)
            return self.expr(kind, within, 0) if "SELECT" in text else text

        set_ = [plain(k, scope) for _, k in wanted]
        new = [plain(k, theirs) for _, k in other]
        sets = ", ".join(f"{self.quote(n)} = {b}" for (n, _), b in zip(wanted, set_, strict=True))
        matched = f"SELECT {', '.join(set_)} FROM {table}, {one.text}"
        missing = f"SELECT {', '.join(new)} FROM {one.text}"
        made: dict[str, list[tuple[str, int]]] = {}
        for i, (n, _) in enumerate(wanted):
            made.setdefault(n, []).append((matched, i))
        for i, (n, _) in enumerate(other):
            made.setdefault(n, []).append((missing, i))
        text = (
            f"MERGE INTO {table} USING {one.text} ON {tie} WHEN MATCHED THEN UPDATE SET {sets} WHEN NOT MATCHED THEN "
            f"INSERT ({', '.join(self.quote(n) for n, _ in other)}) VALUES ({', '.join(new)})"
        )
        return Statement(text, made, table)
