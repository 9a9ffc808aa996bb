"""GoogleSQL's statements: structs, arrays, pipes, and DML."""

from __future__ import annotations

from tests.judges.generated.clauses import Clauses
from tests.judges.generated.grammar import SCALARS, Col, Outputs, Query, Scope, Source, Statement
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


class GoogleSQL(Clauses):
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
    struct_word = "STRUCT"
    struct_reads = ("{}.*", "z, {}.*", "{}")
    struct_kind = "none"
    label_first = False
    pipe_steps = ("where", "extend", "set", "drop", "select", "aggregate", "as", "rename", "set_operation")
    pipe_length = 5
    pipe_words = ("UNION ALL", "EXCEPT DISTINCT", "INTERSECT DISTINCT")
    cte_lists = False
    qualify = True

    def window_first(self) -> bool:
        return False

    def pivot_function(self) -> str:
        return "MAX"

    def pipe_column(self, scope: Scope) -> Col | None:
        return self.dice.choice(scope)

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

    def sampled(self, depth: int) -> Source:
        one = self.part()
        return Source(f"{one.text} TABLESAMPLE SYSTEM (10 PERCENT)", one.cols, one.star, one.parts)

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
