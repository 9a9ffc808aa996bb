"""DuckDB's statements."""

from __future__ import annotations

from tests.judges.generated.grammar import SCALARS, Col, Grammar, Outputs, Query, Scope, Source, Statement

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

    tables = {
        "t": {"a": "int", "b": "int", "g": "str", "date": "date", "text": "strs", "s": "pair", "l": "pairs",
              "m": "map", "range": "ints"},
        "u": {"a": "int", "x": "int", "g": "str", "key": "str", "current_date": "date", "list": "ints", "l": "pairs"},
        "v": {"k": "int", "settings": "str", "all": "int", "g": "str", "json": "strs", "pair": "pair", "day": "date"},
        "w": {"b": "int", "a": "int", "y": "str", "map": "map", "day": "date"},
    }  # fmt: skip
    odd = ("text", "date", "json", "map", "settings", "all", "key", "range", "current_date", "value", "row", "end",
           "interval", "struct", "list", "unnest", "count", "max", "left", "time", "position")  # fmt: skip
    reserved = ("all", "end", "current_date", "row", "left", "position")
    leaves = {
        "int": ("1", "2", "7"),
        "str": ("'p'", "'q'", "'a,b'"),
        "date": ("DATE '2024-01-02'", "DATE '2023-05-06'"),
        "ints": ("[1, 2]", "[$int]"),
        "strs": ("['p', 'q']", "[$str]"),
        "pair": ("{'x': $int, 'y': $str}", "struct_pack(x := $int, y := $str)"),
        "pairs": ("[{'x': $int, 'y': $str}]", "[$pair]"),
        "map": ("MAP {'p': $int}", "MAP {$str: 1}"),
        "cond": ("$int > $int", "$str = $str", "$str LIKE 'p%'", "$date < $date"),
    }
    rules = {
        "int": (
            "($int + $int)", "$int * 2", "-$int", "abs($int)", "CASE WHEN $cond THEN $int ELSE $int END",
            "CASE $str WHEN 'p' THEN $int WHEN $str THEN $int END", "if($cond, $int, $int)", "coalesce($int, $int)",
            "nullif($int, 99)", "greatest($int, $int)", "length($str)", "$str.length()", "$ints[1]", "$ints[$int]",
            "$pair.x", "$pairs[1].x", "$map['p']", "$map[$str]", "list_sum($ints)::INTEGER", "len($strs)::INTEGER",
            "list_reduce($ints, lambda p, e: p + $int(e=int,p=int), $int)::INTEGER", "extract('year' FROM $date)::INTEGER",
            "date_diff('day', $date, $date)::INTEGER", "datediff('month', $date, $date)::INTEGER",
            "date_part('month', $date)::INTEGER", "year($date)::INTEGER", "$subint", "struct_extract($pair, 'x')",
            "list_filter($pairs, lambda e: $cond(e=pair))[1].x", "list_reverse($pairs)[1].x", "list_sort($pairs)[1].x",
            "$pairs[1:2][1].x", "list_transform($pairs, lambda e: e.x)[1]", "list_position($ints, $int)::INTEGER",
            "[e.x FOR e IN $pairs IF $cond(e=pair)][1]", "coalesce($pair, $pair).x", "if($cond, $pair, $pair).x",
            "struct_insert($pair, z := $int).z", "struct_insert($pair, z := $int).x", "row($int, $str)[1]",
            "{'g': $int, 'h': {'g': $str, 'k': $int}}.h.k", "list_transform($ints, lambda e, i: e + i + $int(e=int))[1]::INTEGER",
            "list_aggregate($ints, 'max')", "map_values($map)[1]", "map_entries($map)[1].value", "element_at($map, $str)",
            "list_zip($ints, $strs)[1][1]", "list_value($int, $int)[2]", "TRY_CAST($str AS INTEGER)",
            "ifnull($int, $int)", "struct_concat($pair, {'z': $int}).z", "struct_update($pair, x := $int).x",
            "list_concat($pairs, $pairs)[1].x", "list_distinct($pairs)[1].x", "array_slice($pairs, 1, 2)[1].x",
            "list_first($pairs).x", "list_extract($pairs, $int).x", "($pair).x", "list_resize($pairs, 2)[1].x",
            "instr($str, $str)::INTEGER", "ascii($str)", "($int).abs()", "CAST($cond AS INTEGER)",
        ),
        "str": (
            "upper($str)", "$str || $str", "concat($str, $int)", "concat_ws('-', $str, $str)", "$str.upper().lower()",
            "CASE WHEN $cond THEN $str ELSE $str END", "coalesce($str, $str)", "substring($str, 1, $int)", "$str[1:2]",
            "$strs[1]", "$pair.y", "$pairs[2].y", "$int::VARCHAR", "CAST($date AS VARCHAR)", "replace($str, 'p', $str)",
            "array_to_string($strs, ',')", "string_split($str, ',')[1]", "list_filter($strs, lambda e: e > $str)[1]",
            "list_transform($strs, lambda e: e || $str(e=str))[1]", "map_keys($map)[1]", "map_entries($map)[1].key",
            "strftime($date, '%Y')", "$substr", "list_sort($pairs)[1].y", "list_reverse($pairs)[1].y", "nullif($str, 'zz')",
            "list_transform($pairs, lambda e: {'x': e.y, 'y': e.x})[1].x", "[e.y || $str(e=pair) FOR e IN $pairs][1]",
            "lpad($str, $int, $str)", "regexp_replace($str, 'p', $str)", "struct_pack(x := $int, y := $str).y",
            "row($int, $str)[2]", "list_zip($ints, $strs)[1][2]", "printf('%s-%d', $str, $int)", "left($str, $int)",
            "coalesce($pairs, $pairs)[1].y", "list_concat($pairs, $pairs)[1].y", "format('{}', $str)", "repeat($str, 2)",
            "list_transform([$strs], lambda e: list_transform(e, lambda f: f || $str(e=strs,f=str))[1])[1]",
        ),
        "date": (
            "CAST(date_trunc('month', $date) AS DATE)", "last_day($date)", "coalesce($date, $date)",
            "if($cond, $date, $date)", "CAST($date + INTERVAL 1 DAY AS DATE)", "($date + $int)", "make_date(2024, 1, 2)",
            "greatest($date, $date)", "CAST(date_add($date, INTERVAL 1 MONTH) AS DATE)", "nullif($date, DATE '1999-01-01')",
            "strptime($str, '%Y')::DATE", "{'x': $date, 'y': $int}.x",
        ),
        "ints": (
            "list_transform($ints, lambda e: $int(e=int))", "list_filter($ints, lambda e: $cond(e=int))", "[$int, $int]",
            "list_sort($ints)", "list_concat($ints, $ints)", "[e.x FOR e IN $pairs]", "list_append($ints, $int)",
            "[$int(e=int) FOR e IN $ints IF $cond(e=int)]", "$ints[1:2]", "map_values($map)", "list_transform($pairs, lambda e: e.x)",
            "coalesce($ints, $ints)", "list_prepend($int, $ints)", "ARRAY(SELECT max(a) FROM u)",
        ),
        "strs": (
            "list_transform($strs, lambda e: $str(e=str))", "string_split($str, ',')", "list_sort($strs)", "[$str, $str]",
            "[e.y FOR e IN $pairs]", "map_keys($map)", "list_distinct($strs)", "if($cond, $strs, $strs)",
        ),
        "pair": (
            "{'x': $int, 'y': $str}", "struct_pack(x := $int, y := $str)", "$pairs[1]", "coalesce($pair, $pair)",
            "CASE WHEN $cond THEN $pair ELSE $pair END", "list_sort($pairs)[1]", "struct_update($pair, y := $str)",
            "list_reverse($pairs)[1]", "CAST(row($int, $str) AS STRUCT(x INTEGER, y VARCHAR))", "list_extract($pairs, 1)",
        ),
        "pairs": (
            "[$pair, $pair]", "list_filter($pairs, lambda e: $cond(e=pair))", "list_sort($pairs)", "list_reverse($pairs)",
            "list_transform($ints, lambda e: {'x': e, 'y': $str})", "list_transform($pairs, lambda e: {'x': e.x + $int, 'y': e.y})",
            "$pairs[1:2]", "list_concat($pairs, $pairs)", "coalesce($pairs, $pairs)", "[{'x': e, 'y': $str(e=int)} FOR e IN $ints]",
            "list_append($pairs, $pair)", "list_distinct($pairs)",
        ),
        "map": ("MAP {'p': $int, 'q': $int}", "MAP($strs, $ints)", "coalesce($map, $map)", "if($cond, $map, $map)",
                "map_concat($map, $map)", "map_from_entries([($str, $int)])"),
        "cond": (
            "$int > $int", "$str = $str", "$str IN ('p', $str)", "$int BETWEEN 1 AND $int", "$date >= $date",
            "$str IS NOT NULL", "($cond AND $cond)", "($cond OR $cond)", "NOT ($cond)", "list_contains($ints, $int)",
            "EXISTS (SELECT 1 $inner)", "$int IN ($listint)", "$pair.x = $int", "$str LIKE $str", "$str IS DISTINCT FROM $str",
            "$int = ANY($listint)",
        ),
        "agg.int": (
            "sum($int)::INTEGER", "max($int)", "min($int)", "count($scalar)::INTEGER", "count(DISTINCT $scalar)::INTEGER",
            "count(*)::INTEGER", "arg_max($int, $scalar)", "max_by($int, $scalar)", "first($int ORDER BY $scalar)",
            "array_agg($int ORDER BY $scalar)[1]", "max({'x': $str, 'y': $int}).y", "list($pair ORDER BY $scalar)[1].x",
            "any_value($pair).x", "quantile_disc($int, 0.5)", "CAST(percentile_disc(0.5) WITHIN GROUP (ORDER BY $int) AS INTEGER)",
            "mode() WITHIN GROUP (ORDER BY $int)", "countif($cond)::INTEGER", "arg_min($pair, $scalar).x",
            "sum($int)::INTEGER + max($int)", "list_sum(list($int))::INTEGER", "map_values(histogram($int))[1]::INTEGER",
            "coalesce(max($int), min($int))", "CASE WHEN max($int) > 1 THEN min($int) END", "bool_and($cond)::INTEGER",
        ),
        "agg.str": (
            "max($str)", "string_agg($str, ',')", "max($str ORDER BY $scalar)",
            "string_agg($str, ',' ORDER BY $scalar)", "arg_max($str, $scalar)", "any_value($str)", "max_by($pair, $scalar).y",
            "list($str)[1]", "upper(min($str))", "first($str)", "list_transform(list($pair), lambda e: e.y)[1]",
        ),
        "agg.date": ("max($date)", "min($date)", "arg_min($date, $int)", "any_value($date)"),
        "win.int": (
            "sum($int) $over", "row_number() $over", "lag($int) $over", "lead($int, 1, $int) $over", "rank() $over",
            "first_value($int) $over", "max($int) FILTER ($where) $over", "nth_value($int, 2) $over", "arg_max($int, $scalar) $over",
            "last_value($int IGNORE NULLS) $over", "list($pair) $over[1].x", "ntile(2) $over", "first_value($pair) $over.x",
        ),
        "win.str": ("max($str) $over", "first_value($str) $over", "lag($str, 1, $str) $over", "string_agg($str, ',') $over"),
    }  # fmt: skip
    joins = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "INNER JOIN", "JOIN")
    set_words = ("UNION ALL", "UNION", "EXCEPT", "INTERSECT", "EXCEPT ALL", "INTERSECT ALL")
    groupings = ("keys", "ordinals", "ALL", "ROLLUP", "CUBE", "SETS", "keys", "ordinals")
    sources = ("values", "unnested", "laterals", "pivoted", "unpivoted", "semi", "asof", "sampled", "natural", "positional")
    widened = ("unnest_beside",)
    stars = ("plain_star", "qualified_star", "except_star", "replace_star", "rename_star", "like_star", "columns_regex",
             "columns_lambda", "columns_call", "unpacked", "struct_star", "columns_list")  # fmt: skip
    queries = ("from_first", "distinct_on", "by_name", "recursive", "pivot_statement", "unpivot_statement", "equal_names",
               "unnest_select", "prefix_alias", "group_all_star")  # fmt: skip
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
        text = self.expr(kind, source.cols, 1)
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
        return Source(f"{one.text} {self.pick('TABLESAMPLE 10%', 'TABLESAMPLE reservoir(3 ROWS)')}", one.cols, one.star, one.parts)

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
        return f"{star} RENAME ({self.quote(old)} AS {self.quote(new)})", [(new if n == old else n, k) for n, k in outputs]

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
        inner = f"SELECT {self.pick('row', 'row')}({', '.join(made)}) AS {name}, {made[0]} AS g, {made[1]} AS g FROM {both.text}"
        read = self.pick(f"{name}[1] AS a, {name}[2] AS b", f"{name}[2] AS a, {name}[1] AS b", "*", f"{name}")
        count = {"*": 3, name: 1}.get(read, 2)
        return Query(f"SELECT {read} FROM ({inner})", [(self.fresh("c"), "none") for _ in range(count)])

    def unnest_select(self, depth: int) -> Query:
        source = self.source(depth)
        kind, element = self.dice.choice((("ints", "int"), ("strs", "str"), ("pairs", "pair")))
        one, two = self.fresh("c"), self.fresh("c")
        more = self.expr("int", source.cols, 1)
        if self.chance(0.3):
            text = f"SELECT unnest({self.expr('pairs', source.cols, 1)}, recursive := true), {more} AS {two} FROM {source.text}"
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
        return Statement(f"CREATE OR REPLACE VIEW made AS {query.text}", {f"#{i}": [(query.text, i)] for i in range(len(query.outputs))}, "made")

    def insert(self) -> Statement:
        table = self.pick("t", "u", "v", "w")
        wanted = self.some(table)
        query = self.query(1, [k for _, k in wanted])
        listed = ", ".join(self.quote(n) for n, _ in wanted)
        return Statement(
            f"INSERT INTO {table} ({listed}) {query.text}", {n: [(query.text, i)] for i, (n, _) in enumerate(wanted)}, table
        )

    def insert_by_name(self) -> Statement:
        table = self.pick("t", "u", "v", "w")
        wanted = self.some(table)
        source = self.source(1)
        items = ", ".join(self.item(self.expr(k, source.cols, 1), n) for n, k in wanted)
        query = f"SELECT {items} FROM {source.text}"
        return Statement(f"INSERT INTO {table} BY NAME {query}", {n: [(query, i)] for i, (n, _) in enumerate(wanted)}, table)

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
        return Statement(f"UPDATE {table} SET {sets} FROM {one.text}{where}", {n: [(query, i)] for i, (n, _) in enumerate(wanted)}, table)

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
