"""GoogleSQL's statements: structs, arrays, pipes, and DML."""

from __future__ import annotations

from tests.judges.generated.common import Common
from tests.judges.generated.grammar import SCALARS, Col, Outputs, Query, Source, Statement

_PAIR = "STRUCT<x INT64, y STRING>"
SCHEMA = f"""
CREATE TABLE t (a INT64, b INT64, g STRING, date DATE, text ARRAY<STRING>, s {_PAIR}, l ARRAY<{_PAIR}>, `range` ARRAY<INT64>);
CREATE TABLE u (a INT64, x INT64, g STRING, key STRING, `current_date` DATE, list ARRAY<INT64>, l ARRAY<{_PAIR}>);
CREATE TABLE v (k INT64, settings STRING, `all` INT64, g STRING, json ARRAY<STRING>, pair {_PAIR}, day DATE);
CREATE TABLE w (b INT64, a INT64, y STRING, day DATE);
"""


class GoogleSQL(Common):
    """ZetaSQL's analyzer reads these."""

    tables = {name: {c: k for c, k in columns.items() if k != "map"} for name, columns in Common.tables.items()}
    odd = ("text", "date", "json", "map", "settings", "key", "range", "value", "list", "count", "max", "day", "timestamp", "offset")
    reserved = ("all", "current_date", "range", "array", "struct", "end", "interval", "left", "of")
    mark = "`"
    leaves = {
        "int": ("1", "7"),
        "str": ("'p'", "'q'"),
        "date": ("DATE '2024-01-02'", "DATE '2023-05-06'"),
        "ints": ("[1, 2]", "[$int]"),
        "strs": ("['p', 'q']", "[$str]"),
        "pair": ("STRUCT($int AS x, $str AS y)", "STRUCT<x INT64, y STRING>($int, $str)"),
        "pairs": ("[$pair]", "ARRAY<STRUCT<x INT64, y STRING>>[($int, $str)]"),
        "cond": ("$int > $int", "$str = $str", "$str LIKE 'p%'", "$date < $date"),
    }
    rules = {
        "int": (
            "($int + $int)", "$int * 2", "-$int", "ABS($int)", "IF($cond, $int, $int)", "CASE WHEN $cond THEN $int ELSE $int END",
            "CASE $str WHEN 'p' THEN $int WHEN $str THEN $int END", "COALESCE($int, $int)", "IFNULL($int, $int)", "NULLIF($int, $int)",
            "GREATEST($int, $int)", "LENGTH($str)", "$ints[OFFSET(0)]", "$ints[SAFE_OFFSET($int)]", "$pair.x", "$pairs[OFFSET(0)].x",
            "ARRAY_LENGTH($strs)", "ARRAY_REVERSE($pairs)[OFFSET(0)].x", "ARRAY_CONCAT($pairs, $pairs)[OFFSET(0)].x",
            "COALESCE($pair, $pair).x", "IF($cond, $pair, $pair).x", "ARRAY_FIRST($pairs).x", "ARRAY_LAST($ints)",
            "ARRAY_SLICE($pairs, 0, 1)[OFFSET(0)].x", "ARRAY_FILTER($pairs, e -> $cond(e=pair))[OFFSET(0)].x",
            "ARRAY_TRANSFORM($pairs, e -> e.x)[OFFSET(0)]", "EXTRACT(YEAR FROM $date)", "DATE_DIFF($date, $date, DAY)",
            "STRPOS($str, $str)", "$subint", "STRUCT($int AS x, $str AS y).x", "(SELECT SUM(e) FROM UNNEST($ints) AS e)",
            "(SELECT MAX(e.x) FROM UNNEST($pairs) AS e WHERE e.y = $str)", "ARRAY(SELECT e.x FROM UNNEST($pairs) AS e)[OFFSET(0)]",
            "ARRAY(SELECT AS STRUCT e.y AS x, e.x AS y FROM UNNEST($pairs) AS e)[OFFSET(0)].y", "SAFE_CAST($str AS INT64)",
            "STRUCT($int AS g, STRUCT($str AS g, $int AS k) AS h).h.k", "(SELECT AS STRUCT $int AS x, $str AS y).x",
        ),
        "str": (
            "UPPER($str)", "$str || $str", "CONCAT($str, $str)", "IF($cond, $str, $str)", "COALESCE($str, $str)", "SUBSTR($str, 1, $int)",
            "$strs[OFFSET(0)]", "$pair.y", "$pairs[SAFE_OFFSET(1)].y", "CAST($int AS STRING)", "FORMAT_DATE('%Y', $date)",
            "REPLACE($str, 'p', $str)", "ARRAY_TO_STRING($strs, ',')", "SPLIT($str, ',')[OFFSET(0)]", "$substr", "LPAD($str, 3, $str)",
            "ARRAY_REVERSE($pairs)[OFFSET(0)].y", "ARRAY_FIRST($pairs).y", "STRUCT($int AS x, $str AS y).y", "FORMAT('%s', $str)",
            "(SELECT STRING_AGG(e) FROM UNNEST($strs) AS e)", "ARRAY_TRANSFORM($strs, e -> CONCAT(e, $str(e=str)))[OFFSET(0)]",
            "ARRAY_TRANSFORM($pairs, e -> STRUCT(e.y AS x, e.x AS y))[OFFSET(0)].x", "(SELECT e.y FROM UNNEST($pairs) AS e LIMIT 1)",
        ),
        "date": (
            "DATE_TRUNC($date, MONTH)", "LAST_DAY($date)", "DATE_ADD($date, INTERVAL $int DAY)", "IF($cond, $date, $date)",
            "COALESCE($date, $date)", "GREATEST($date, $date)", "STRUCT($date AS x, $int AS y).x", "DATE(2024, 1, $int)",
        ),
        "ints": (
            "ARRAY_TRANSFORM($ints, e -> $int(e=int))", "ARRAY_FILTER($ints, e -> $cond(e=int))", "[$int, $int]", "ARRAY_REVERSE($ints)",
            "ARRAY_CONCAT($ints, $ints)", "ARRAY(SELECT e.x FROM UNNEST($pairs) AS e)", "IF($cond, $ints, $ints)", "GENERATE_ARRAY(1, $int)",
            "ARRAY(SELECT e + $int FROM UNNEST($ints) AS e WITH OFFSET AS f ORDER BY f)",
        ),
        "strs": ("ARRAY_TRANSFORM($strs, e -> $str(e=str))", "SPLIT($str, ',')", "ARRAY_REVERSE($strs)", "[$str, $str]",
                 "ARRAY(SELECT e.y FROM UNNEST($pairs) AS e)", "IF($cond, $strs, $strs)"),
        "pair": ("STRUCT($int AS x, $str AS y)", "STRUCT<x INT64, y STRING>($int, $str)", "$pairs[OFFSET(0)]", "IF($cond, $pair, $pair)",
                 "COALESCE($pair, $pair)", "ARRAY_FIRST($pairs)", "CASE WHEN $cond THEN $pair ELSE $pair END", "ARRAY_REVERSE($pairs)[OFFSET(0)]"),
        "pairs": ("[$pair, $pair]", "ARRAY_FILTER($pairs, e -> $cond(e=pair))", "ARRAY_REVERSE($pairs)", "ARRAY_CONCAT($pairs, $pairs)",
                  "ARRAY_TRANSFORM($ints, e -> STRUCT(e AS x, $str(e=int) AS y))", "ARRAY(SELECT AS STRUCT e.x, e.y FROM UNNEST($pairs) AS e)",
                  "ARRAY_SLICE($pairs, 0, 1)", "ARRAY(SELECT e FROM UNNEST($pairs) AS e WHERE e.x > $int)", "COALESCE($pairs, $pairs)"),
        "cond": (
            "$int > $int", "$str = $str", "$str IN ('p', $str)", "$int BETWEEN 1 AND $int", "$date >= $date", "$str IS NOT NULL",
            "($cond AND $cond)", "($cond OR $cond)", "NOT ($cond)", "$int IN UNNEST($ints)", "EXISTS (SELECT 1 $inner)", "$int IN ($listint)",
            "$pair.x = $int", "$str IS DISTINCT FROM $str", "EXISTS (SELECT 1 FROM UNNEST($pairs) AS e WHERE e.x = $int)",
        ),
        "agg.int": (
            "SUM($int)", "MAX($int)", "MIN($int)", "COUNT($scalar)", "COUNT(DISTINCT $scalar)", "COUNT(*)", "ANY_VALUE($int)",
            "ANY_VALUE($int HAVING MAX $int)", "ANY_VALUE($pair).x", "ARRAY_AGG($int ORDER BY $scalar LIMIT 1)[OFFSET(0)]",
            "ARRAY_AGG($pair LIMIT 1)[OFFSET(0)].x", "COUNTIF($cond)", "MAX($int) + MIN($int)", "COALESCE(MAX($int), MIN($int))",
            "MAX_BY($int, $scalar)", "SUM(IF($cond, $int, $int))", "IF(MAX($int) > 1, MIN($int), SUM($int))", "CAST(AVG($int) AS INT64)",
            "ARRAY_LENGTH(ARRAY_AGG(DISTINCT $int))", "MIN_BY($pair, $scalar).x",
        ),
        "agg.str": ("MAX($str)", "ANY_VALUE($str)", "STRING_AGG($str, ',' ORDER BY $str)", "MAX_BY($str, $scalar)", "UPPER(MIN($str))",
                    "ARRAY_AGG($pair ORDER BY $scalar LIMIT 1)[OFFSET(0)].y", "ANY_VALUE($pair).y"),
        "agg.date": ("MAX($date)", "MIN($date)", "ANY_VALUE($date)"),
        "win.int": ("SUM($int) $over", "ROW_NUMBER() $over", "LAG($int) $over", "LEAD($int, 1, $int) $over", "RANK() $over",
                    "FIRST_VALUE($int) $over", "MAX($int) $over", "NTH_VALUE($int, 2) $over", "LAST_VALUE($int IGNORE NULLS) $over"),
        "win.str": ("MAX($str) $over", "FIRST_VALUE($str) $over", "LAG($str, 1, $str) $over"),
    }  # fmt: skip
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
        return self.both(source, two, f"{source.text}{self.pick(', ', ' CROSS JOIN ', ' LEFT JOIN ')}UNNEST({text}) AS {name}{more}")

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
        text = f"(SELECT {listed} FROM {table}) PIVOT (MAX({self.quote(of)}) FOR {self.quote(on)} IN ('p' AS p1, 'q' AS q1))"
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
        form = self.pick("UNION ALL BY NAME", "FULL UNION ALL BY NAME", "LEFT UNION ALL BY NAME", "UNION ALL CORRESPONDING")
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
            f"SELECT {step[0]}, {step[1]} FROM {name} AS r, {other.text} WHERE {self.expr('cond', mine, 0)}) SELECT * FROM {name}"
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
                text += f" |> SELECT {self.item(self.expr(kind, scope, 1), name)}, {self.item(self.expr('int', scope, 1), other)}"
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
