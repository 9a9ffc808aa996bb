"""Spark's statements: lambdas, lateral views, pivots, pipes, and writes of every kind."""

from __future__ import annotations

from tests.judges.generated.clauses import Clauses
from tests.judges.generated.grammar import SCALARS, Outputs, Query, Source, Statement
from tests.judges.generated.hiveql import ELEMENTS, HiveQL
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


class Spark(HiveQL, Clauses):
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
        "views_over_views",
        "execute",
    )
    lateral = True
    filters = True
    write_share = 0.2

    def unpivot_word(self) -> str:
        return self.pick("", " INCLUDE NULLS")

    def recursion(self, name: str, names: list[str], start: list[str], step: list[str]) -> tuple[str, str, str]:
        """With casts: both sides have the same types."""
        begun, more = (f"CAST({one} AS INT), CAST({two} AS STRING)" for one, two in (start, step))
        return f"{name}({', '.join(names)})", begun, more

    def pipe_source(self, depth: int) -> Source:
        return self.part() if depth < 2 else self.relation(depth - 1)

    def lateral_function(self, depth: int) -> Source:
        one = self.part()
        kind, element = self.dice.choice(ELEMENTS)
        alias, name = self.fresh("t"), self.fresh("c")
        text = self.expr(kind, one.cols, 0)
        outputs = [(name, element)]
        two = Source("", self.columns(alias, outputs), outputs, {alias: outputs})
        return self.both(one, two, f"{one.text}, LATERAL explode({text}) AS {alias}({name})")

    def joined(self, one: Source, depth: int) -> Source:
        if "LATERAL VIEW" in one.text:  # a view stands behind all joins
            return one
        return super().joined(one, depth)

    def sampled(self, depth: int) -> Source:
        name = self.dice.choice([t for t in sorted(self.tables) if t not in self.ctes] or sorted(self.ctes))
        outputs = self.ctes.get(name) or list(self.tables[name].items())
        return self.aliased(f"{name} TABLESAMPLE ({self.pick('10 PERCENT', '5 ROWS')})", outputs)

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

    # ---- writes -----------------------------------------------------------------------------------------

    def create(self) -> Statement:
        return Statement(f"CREATE TABLE made USING parquet AS {self.stored_query(2).text}")

    def view(self) -> Statement:
        return Statement(f"CREATE {self.pick('', 'TEMPORARY ')}VIEW made AS {self.stored_query(1).text}")

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

    def update(self) -> Statement:
        return self.update_of("lake.db.acc", ACC)

    def merge(self) -> Statement:
        return self.merge_of("lake.db.acc", ACC)
