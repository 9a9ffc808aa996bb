"""Hive's statements: lateral views, grouping sets, windows, several inserts over one FROM, partitions, and MERGE.

Hive reads a query in FROM only where its columns have names of their own, and in WHERE one query at the most; WITH
stands on top, and a set operation is a UNION without parentheses. The version at hand has no USING without its
optimizer (`tests/judges/hive/engine.py`).
"""

from __future__ import annotations

import random
import re

from tests.judges.generated.grammar import SCALARS, Col, Outputs, Query, Scope, Source, Statement
from tests.judges.generated.hiveql import HiveQL
from tests.judges.generated.templates import templates

_PAIR = "STRUCT<x: INT, y: STRING>"
SCHEMA = f"""
CREATE TABLE t (a INT, b INT, g STRING, `date` DATE, text ARRAY<STRING>, s {_PAIR}, l ARRAY<{_PAIR}>,
  m MAP<STRING, INT>, `range` ARRAY<INT>);
CREATE TABLE u (a INT, x INT, g STRING, key STRING, `current_date` DATE, list ARRAY<INT>, l ARRAY<{_PAIR}>);
CREATE TABLE v (k INT, settings STRING, `all` INT, g STRING, json ARRAY<STRING>, pair {_PAIR}, day DATE);
CREATE TABLE w (b INT, a INT, y STRING, `map` MAP<STRING, INT>, day DATE);
CREATE TABLE flat (a INT, g STRING, day DATE, b INT);
CREATE TABLE level (g STRING, b INT, a INT, day DATE);
CREATE TABLE plain (x INT, y STRING, k INT, day DATE);
CREATE TABLE parts (a INT, g STRING) PARTITIONED BY (p STRING, q INT);
CREATE TABLE acc (id INT, a INT, b INT, g STRING, day DATE)
CLUSTERED BY (id) INTO 2 BUCKETS STORED AS ORC TBLPROPERTIES ('transactional' = 'true');
"""
_FLAT = {
    "flat": {"a": "int", "g": "str", "day": "date", "b": "int"},
    "level": {"g": "str", "b": "int", "a": "int", "day": "date"},
    "plain": {"x": "int", "y": "str", "k": "int", "day": "date"},
}
"""Targets of inserts with a list of columns: Hive finds no NULL for a column of arrays that is not in the list."""
_ACC = {"id": "int", "a": "int", "b": "int", "g": "str", "day": "date"}
_MADE = re.compile(r"\b(?:named_struct|struct|array|map|collect_\w+)\(")
_TABLES, _COLUMNS = ("t", "u", "v", "w"), ("s", "a", "g", "l", "pair", "k", "m")
"""Names of tables and columns that relations may go by; Hive refuses many of the latter."""

_PLAIN = {
    kind: tuple(rule for rule in rules if not _MADE.search(rule)) or rules
    for kind, rules in templates("hive")[0].items()
    if not kind.startswith("win.")
}

_PLAIN_VIEWS = ("explode", "explode", "explode_map", "json_tuple")
_VIEWS = (*_PLAIN_VIEWS, "posexplode", "inline", "stack")


class Hive(HiveQL):
    """Hive's compiler reads these."""

    odd = ("text", "date", "json", "map", "settings", "all", "key", "range", "current_date", "value", "array", "end",
           "interval", "struct", "list", "count", "max", "left", "pos", "col", "val", "filter", "user")  # fmt: skip
    reserved = ("date", "map", "all", "range", "current_date", "array", "end", "interval", "struct", "left", "user")
    mark = "`"
    all_rules, leaves = templates("hive")
    rules = all_rules
    joins = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "INNER JOIN", "LEFT OUTER JOIN", "FULL OUTER JOIN")
    set_words = ("UNION ALL", "UNION", "UNION DISTINCT")
    sources = ("sampled", "generated_rows", "scripted")
    views = _VIEWS
    queries = ("hive_from", "cubed", "cubed", "generated_query")
    writes = (
        "create",
        "view",
        "insert",
        "insert_whole",
        "overwrite",
        "partitions",
        "partitions",
        "update",
        "merge",
        "multi",
        "multi",
        "views_over_views",
        "with_insert",
        "positions",
        "patterns",
    )
    correlated = True
    cte_lists = False
    write_share = 0.3
    view_word = ""
    view_letter = "z"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.taken: set[str] = set()
        self.inside = 0
        self.bare_arm = False

    def statement(self, number: int) -> Statement:
        """Hive tells no field of a struct that a statement makes, and takes a window's function for a script over whole
        rows: most statements have none of them, and are told in full."""
        plain = random.Random(f"{self.seed}/{number}/plain").random() < 0.7
        self.rules = _PLAIN if plain else self.all_rules
        self.views = _PLAIN_VIEWS if plain else _VIEWS
        self.taken = set()
        self.inside = 0
        self.bare_arm = False
        return super().statement(number)

    # ---- names ------------------------------------------------------------------------------------------

    def alias(self, text: str, as_is: bool) -> tuple[str, str]:
        """A relation goes by a new name, by its own, or by that of another table or of a column."""
        if as_is and text not in self.taken and self.chance(0.15):
            self.taken.add(text)
            return text, text
        pool = _TABLES if self.chance(0.7) else _COLUMNS
        free = [name for name in pool if name not in self.taken and name not in self.ctes]
        alias = self.pick(*free) if free and self.chance(0.15) else self.fresh("t")
        self.taken.add(alias)
        return f"{text}{self.pick(' AS ', ' ')}{alias}", alias

    def new(self) -> str:
        return self.name() if self.chance(0.3) else self.fresh("c")

    def names(self, count: int) -> list[str]:
        self.doubled = not self.inside
        return super().names(count)

    # ---- queries ----------------------------------------------------------------------------------------

    def relation(self, depth: int) -> Source:
        self.inside += 1
        bare, self.bare_arm = self.bare_arm, False
        made = super().relation(depth)
        self.inside -= 1
        self.bare_arm = bare
        return made

    def query(self, depth: int, kinds: list[str] | None = None) -> Query:
        """WITH stands on top; a query inside of another has no name twice."""
        for _ in range(8):
            query = super().query(depth, kinds)
            if not self.inside or self.unlike(query):
                return query
        source = self.part()
        return Query(f"SELECT * FROM {source.text}", source.star)

    def with_ctes(self, depth: int, kinds: list[str] | None) -> Query:
        return self.select(depth, kinds) if self.inside or self.ctes else super().with_ctes(depth, kinds)

    def cte_body(self, depth: int) -> Query:
        self.inside += 1
        made = self.query(depth)
        self.inside -= 1
        return made

    def select(self, depth: int, kinds: list[str] | None) -> Query:
        for _ in range(8):
            query = super().select(depth, kinds)
            if not self.inside or self.unlike(query):
                return query
        return query

    def set_operation(self, depth: int, kinds: list[str] | None) -> Query:
        """The arms have no ORDER BY, and no name twice."""
        wanted = kinds or [self.pick(*SCALARS) for _ in range(self.dice.randint(1, 3))]
        self.inside += 1
        bare, self.bare_arm = self.bare_arm, True
        arms = [self.select(depth - 1, wanted) for _ in range(self.dice.choice((2, 2, 3)))]
        self.bare_arm = bare
        self.inside -= 1
        word = self.pick(*self.set_words)
        return Query(f" {word} ".join(arm.text for arm in arms), arms[0].outputs)

    def tail(self, outputs: Outputs) -> str:
        """ORDER BY, SORT BY, DISTRIBUTE BY and CLUSTER BY, by place or by name."""
        if self.bare_arm or not self.chance(0.2):
            return ""
        names = [self.fold(name) for name, _ in outputs]
        keys = [name for name, kind in outputs if kind in SCALARS and names.count(self.fold(name)) == 1]
        if not keys:
            return super().tail(outputs)
        one, two = (self.plainly(self.dice.choice(keys)) for _ in range(2))
        limit = f" LIMIT {self.dice.randint(1, 9)}" if self.chance(0.5) else ""
        spread = f"DISTRIBUTE BY {one} SORT BY {two}"
        return f" {self.pick(f'ORDER BY {one} DESC', f'SORT BY {one}', spread, f'CLUSTER BY {one}')}{limit}"

    def where(self, scope: Scope) -> str:
        """A condition, and perhaps one query."""
        text = super().where(scope)
        if not self.chance(0.1):
            return text
        tested = self.tested(scope)
        return f"{text} AND {tested}" if text else f" WHERE {tested}"

    def tested(self, scope: Scope) -> str:
        """[NOT] IN and [NOT] EXISTS over one table."""
        self.inside += 1
        source = self.part()
        self.inside -= 1
        kind = self.pick("int", "str")
        mine = [Col(c.table, c.name, c.kind, False) for c in self.known(kind, scope) if c.table[:1] not in ("", "z")]
        theirs = [Col(c.table, c.name, c.kind, False) for c in self.known(kind, source.cols)]
        if not mine or not theirs:
            return self.expr("cond", scope, 0)
        one, two = self.ref(self.dice.choice(mine)), self.ref(self.dice.choice(theirs))
        more = f" WHERE {self.expr('cond', source.cols, 0)}" if self.chance(0.4) else ""
        if self.chance(0.5):
            return f"{one} {self.pick('', 'NOT ')}IN (SELECT {two} FROM {source.text}{more})"
        return f"{self.pick('', 'NOT ')}EXISTS (SELECT 1 FROM {source.text} WHERE {two} = {one})"

    def cubed(self, depth: int) -> Query:
        """Keys in some of the sets, and the number of the set."""
        source = self.source(depth)
        kinds = [self.pick(*SCALARS) for _ in range(2)]
        keys = [self.key(kind, source.cols) for kind in kinds]
        if not all(keys) or keys[0] == keys[1]:
            return self.plain(depth, None)
        rest = [c for c in source.cols if not any(re.search(rf"\b{c.name}\b", key) for key in keys)]
        call = self.expand(self.pick(*self.rules["agg.int"]), rest, 1)  # Hive refuses a key in an aggregate
        names = self.names(4)
        number = self.pick("GROUPING__ID", f"grouping({keys[0]})")
        items = ", ".join(self.item(text, name) for text, name in zip([*keys, number, call], names, strict=True))
        sets = self.pick(f"({keys[0]})", f"({keys[0]}), ({keys[1]})", f"({keys[0]}, {keys[1]}), {keys[1]}, ()")
        text = f"SELECT {items} FROM {source.text}{self.where(source.cols)} GROUP BY {keys[0]}, {keys[1]}"
        kinds += ["none", "int"]
        way = self.pick(f"GROUPING SETS ({sets})", f"GROUPING SETS ({sets})", "WITH ROLLUP", "WITH CUBE")
        return Query(f"{text} {way}", list(zip(names, kinds, strict=True)))

    def generated_query(self, depth: int) -> Query:
        """A table function is all that its SELECT has."""
        source = self.part()
        call, outputs = getattr(self, self.pick(*self.views))(source)
        if not call:
            return self.plain(depth, None)
        outputs = [(self.fresh("c"), kind) for _, kind in outputs]
        names = ", ".join(name for name, _ in outputs)
        inner = self.aliased(f"(SELECT {call} AS ({names}) FROM {source.text})", outputs)
        return Query(f"SELECT * FROM {inner.text}", outputs)

    # ---- FROM -------------------------------------------------------------------------------------------

    def source(self, depth: int) -> Source:
        """Joins, or lateral views over one relation."""
        if self.chance(0.3):
            source = self.relation(depth)
            while self.chance(0.5):
                source = self.lateral_view(source)
            return source
        source = super().source(depth)
        if self.chance(0.08):
            two = self.part()
            text = f"{source.text} LEFT SEMI JOIN {two.text} ON {self.on(source, two)}"
            source = Source(text, source.cols, source.star, source.parts)
        return source

    def parenthesised(self) -> bool:
        return False

    def on_or_using(self, one: Source, two: Source, word: str) -> Source:
        more = ""
        if self.chance(0.25):
            mine = [f"{c.table}.{self.quote(c.name)}" for c in two.cols if c.table and c.kind == "int"]
            more = f" AND {self.pick(*mine)} > 1" if mine else ""
        return self.both(one, two, f"{one.text} {word} {two.text} ON {self.on(one, two)}{more}")

    def on(self, one: Source, two: Source) -> str:
        """With the tables: a comma before a join hides nothing from its ON."""
        sides = [
            Source("", [Col(c.table, c.name, c.kind, False) for c in side.cols], side.star, side.parts)
            for side in (one, two)
        ]
        return super().on(sides[0], sides[1])

    def sampled(self, depth: int) -> Source:
        name = self.dice.choice([t for t in sorted(self.tables) if t not in self.ctes] or ["acc"])
        outputs = self.tables.get(name) or _ACC
        column = self.plainly(self.dice.choice([n for n, k in outputs.items() if k == "int"]))
        return self.aliased(f"{name} TABLESAMPLE (BUCKET 1 OUT OF 2 ON {column})", list(outputs.items()))

    def generated_rows(self, depth: int) -> Source:
        query = self.generated_query(0)
        return self.aliased(f"({query.text})", query.outputs) if self.unlike(query) else self.part()

    def scripted(self, depth: int) -> Source:
        """TRANSFORM: opaque."""
        one = self.part()
        known = [self.ref(c) for c in one.cols if c.kind in SCALARS][:3]
        names = [self.fresh("c"), self.fresh("c")]
        text = (
            f"SELECT TRANSFORM({', '.join(known)}) USING 'cat' AS ({names[0]} INT, {names[1]} STRING) FROM {one.text}"
        )
        return self.aliased(f"({text})", [(names[0], "int"), (names[1], "str")])

    def stack(self, source: Source) -> tuple[str, Outputs]:
        rows = [f"'{label}', {self.expr('int', source.cols, 0)}" for label in ("p", "q")]
        return f"stack(2, {', '.join(rows)})", [(self.new(), "str"), (self.new(), "int")]

    def json_tuple(self, source: Source) -> tuple[str, Outputs]:
        return f"json_tuple({self.expr('str', source.cols, 1)}, 'p', 'q')", [(self.new(), "str"), (self.new(), "str")]

    # ---- writes -----------------------------------------------------------------------------------------

    def stored_query(self, depth: int) -> Query:
        """CREATE TABLE … AS WITH …: a name is told once."""
        for _ in range(8):
            query = self.query(depth)
            if self.unlike(query):
                return query
        source = self.part()
        return Query(f"SELECT * FROM {source.text}", source.star)

    def create(self) -> Statement:
        return Statement(f"CREATE {self.pick('', 'TEMPORARY ')}TABLE made AS {self.stored_query(2).text}")

    def some(self, table: str) -> Outputs:
        columns = list(_FLAT[table].items())
        return self.dice.sample(columns, self.dice.randint(1, 3))

    def insert(self) -> Statement:
        table = self.pick(*_FLAT)
        wanted = self.some(table)
        listed = ", ".join(self.quote(n) for n, _ in wanted)
        return Statement(f"INSERT INTO {table} ({listed}) {self.arms(1, [k for _, k in wanted]).text}")

    def arms(self, depth: int, kinds: list[str]) -> Query:
        return self.set_operation(depth, kinds) if self.chance(0.2) else self.select(depth, kinds)

    def overwrite(self) -> Statement:
        table = self.pick(*self.targets)
        kinds = list(self.tables[table].values())
        form = self.pick(f"INTO TABLE {table}", f"OVERWRITE TABLE {table}", "OVERWRITE LOCAL DIRECTORY '/x/made'")
        if "DIRECTORY" in form:
            self.inside = 1  # its columns are told by their names
        return Statement(f"INSERT {form} {self.select(1, kinds).text}")

    def partitions(self) -> Statement:
        """Partitions that are not told are the last columns."""
        word = self.pick("INSERT OVERWRITE TABLE", "INSERT INTO TABLE", "INSERT INTO")
        form = self.dice.randrange(3)
        if form == 0:
            return self.partitioned(word, "PARTITION (p = 'x', q = 1) ", ["int", "str"])
        if form == 1:
            return self.partitioned(word, "PARTITION (p = 'x', q) ", ["int", "str", "int"])
        return self.partitioned(word, "PARTITION (p, q) ", ["int", "str", "str", "int"])

    def multi(self) -> Statement:
        """One FROM, two or three writes: with a condition each, grouped, or into partitions."""
        source = self.source(1)
        parts = []
        for table in self.dice.sample(sorted(_FLAT), self.dice.choice((2, 2, 3))):
            form = self.dice.randrange(4)
            wanted = self.some(table)
            listed = ", ".join(self.quote(n) for n, _ in wanted)
            if form == 0 and not any(" parts " in part for part in parts):
                items = ", ".join(self.expr(kind, source.cols, 1) for kind in ("int", "str", "int"))
                parts.append(f"INSERT OVERWRITE TABLE parts PARTITION (p = 'x', q) SELECT {items}")
            elif form == 1:
                keys = [self.key(kind, source.cols) for _, kind in wanted]
                items = [
                    key or self.expand(self.pick(*self.rules[f"agg.{kind}"]), source.cols, 1)
                    for key, (_, kind) in zip(keys, wanted, strict=True)
                ]
                group = ", ".join(key for key in keys if key)
                parts.append(f"INSERT INTO {table} ({listed}) SELECT {', '.join(items)}")
                parts[-1] += f" GROUP BY {group}" if group else ""
            else:
                items = [self.expr(kind, source.cols, 1) for _, kind in wanted]
                condition = f" WHERE {self.expr('cond', source.cols, 1)}" if self.chance(0.5) else ""
                parts.append(f"INSERT INTO {table} ({listed}) SELECT {', '.join(items)}{condition}")
        return Statement(f"FROM {source.text} {' '.join(parts)}")

    def with_insert(self) -> Statement:
        """WITH stands before INSERT."""
        body = self.cte_body(1)
        name = self.fresh("q")
        self.ctes = {name: body.outputs}
        table = self.pick(*_FLAT)
        wanted = self.some(table)
        listed = ", ".join(self.quote(n) for n, _ in wanted)
        query = self.select(1, [k for _, k in wanted])
        return Statement(f"WITH {name} AS ({body.text}) INSERT INTO {table} ({listed}) {query.text}")

    def positions(self) -> Statement:
        """GROUP BY 1, 2 where the setting says so."""
        before, self.groupings = self.groupings, ("ordinals",)
        query = self.grouped(1, None)
        self.groupings = before
        return Statement(f"SET hive.groupby.position.alias=true;\n{query.text}")

    def patterns(self) -> Statement:
        """Columns by a regular expression."""
        source = self.part()
        pattern = self.pick("(a|b)?+.+", "[a-g]+", ".*y", "(g|k|text)")
        alias = f"{next(iter(source.parts))}." if self.chance(0.5) else ""
        text = source.text.replace("`", "")
        return Statement(f"SET hive.support.quoted.identifiers=none;\nSELECT {alias}`{pattern}` FROM {text}")

    def update(self) -> Statement:
        return self.update_of("acc", {name: kind for name, kind in _ACC.items() if name != "id"})

    def merge(self) -> Statement:
        """Every column is inserted: the version at hand has no list of them."""
        self.taken.add("m")
        mine = [Col("m", n, k, False) for n, k in _ACC.items()]
        one = self.relation(1)
        theirs: Scope = [Col(c.table, c.name, c.kind, False) for c in one.cols if c.table]
        known = self.known("int", theirs)
        tie = f"m.id = {self.ref(self.dice.choice(known)) if known else 1}"
        sets = ", ".join(
            f"{name} = coalesce({self.expr(_ACC[name], [*mine, *theirs], 1)}, NULL)"
            for name in self.dice.sample(["a", "b", "g", "day"], 2)
        )
        new = ", ".join(self.expr(kind, theirs, 1) for kind in _ACC.values())
        guard = f" AND {self.expr('cond', [*mine, *theirs], 0)}"
        gone = f" WHEN MATCHED{guard} THEN DELETE" if self.chance(0.3) else ""
        changed = f"WHEN MATCHED{guard if gone or self.chance(0.3) else ''} THEN UPDATE SET {sets}"
        return Statement(
            f"MERGE INTO acc AS m USING {one.text} ON {tie} {changed}{gone} WHEN NOT MATCHED THEN INSERT VALUES ({new})"
        )
