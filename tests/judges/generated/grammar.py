"""What the generators of all dialects share: dice, scopes, expressions out of templates, and queries.

A statement follows from the seed and its number alone. Kinds are few (`int`, `str`, `date`, `ints`, `strs`, `pair`: a
struct of x int and y str, `pairs`, `map`: str to int), so that an engine accepts most statements. Names are drawn from
a small pool, keywords and types among them: aliases hide columns, outputs have equal names. A column is written in a
way that has one meaning: with its table, or bare where no other column of the scope has its name.

An expression is a template: `$int` stands for any expression of that kind, `$int(e=str)` for one that may read the
lambda's parameter e. To add a form, add a template to `rules`; for a clause, write a method and name it in the tuple of
its place (`sources`, `stars`, `queries`, `writes`).
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace

from tests.judges.generated.templates import TABLES, Templates

SCALARS = ("int", "str", "date")
NESTED = ("ints", "strs", "pair", "pairs", "map")
_HOLE = re.compile(r"\$(\w+)(?:\(([\w=,]+)\))?")


@dataclass(frozen=True)
class Col:
    """A column in scope: the relation that it may be written with, its name and kind, and whether it may stand bare."""

    table: str
    name: str
    kind: str
    bare: bool = True


Scope = list[Col]
Outputs = list[tuple[str, str]]
"""Names and kinds of a query's columns; names may be equal."""


@dataclass
class Source:
    """A FROM clause: its text, what may be read, what a star gives, and its relations by alias."""

    text: str
    cols: Scope
    star: Outputs
    parts: dict[str, Outputs] = field(default_factory=dict)


@dataclass
class Query:
    """A query and its outputs."""

    text: str
    outputs: Outputs


@dataclass
class Statement:
    """What is asked; for a write that the engine does not explain, the queries that make each column of its target."""

    sql: str
    made: dict[str, list[tuple[str, int]]] | None = None
    target: str = ""


class Grammar:
    """One dialect's generator; the attributes below are what a dialect gives."""

    tables = TABLES
    rules: Templates
    leaves: Templates
    odd: tuple[str, ...] = ()
    """Keywords, types and functions that are names here."""
    reserved: tuple[str, ...] = ()
    """Those that must be quoted."""
    mark = '"'
    joins: tuple[str, ...] = ("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
    sources: tuple[str, ...] = ()
    widened: tuple[str, ...] = ()
    """What may stand behind a relation: LATERAL VIEW, ARRAY JOIN, UNNEST."""
    stars: tuple[str, ...] = ("plain_star", "qualified_star")
    queries: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    set_words: tuple[str, ...] = ("UNION ALL",)
    groupings: tuple[str, ...] = ("keys",)
    lateral = False
    """Whether an item of SELECT may read the alias of one before it."""
    correlated = True
    cte_lists = True
    doubled = True
    """Whether two outputs may have one name."""
    filters = False
    qualify = False
    named_windows = True
    ordinals = True
    unnested_keys: tuple[str, ...] = SCALARS
    folds = True
    write_share = 0.15

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice = random.Random(seed)
        self.count = 0
        self.ctes: dict[str, Outputs] = {}
        self.window = ""
        self.plain_names = False

    # ---- dice and names ---------------------------------------------------------------------------------

    def statement(self, number: int) -> Statement:
        """The statement of that number."""
        self.dice = random.Random(f"{self.seed}/{number}")
        self.count = 0
        self.ctes = {}
        if self.writes and self.chance(self.write_share):
            made: Statement = getattr(self, self.pick(*self.writes))()
            return made
        return Statement(self.query(self.dice.choice((1, 1, 2, 2, 3))).text)

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def pick(self, *options: str) -> str:
        return self.dice.choice(options)

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def fold(self, name: str) -> str:
        return name.lower() if self.folds else name

    def name(self) -> str:
        """A name for an output: a new one, one that other columns have, or a keyword."""
        dice = self.dice.random()
        if dice < 0.5:
            return self.fresh("c")
        return self.pick("a", "b", "g", "k", "x") if dice < 0.75 or not self.odd else self.pick(*self.odd)

    def names(self, count: int) -> list[str]:
        """Names for outputs, equal ones now and then."""
        result: list[str] = []
        for _ in range(count):
            name = self.fresh("c") if self.plain_names else self.name()
            if name in result and not (self.doubled and self.chance(0.5)):
                name = self.fresh("c")
            result.append(name)
        return result

    def quote(self, name: str) -> str:
        plain = re.fullmatch(r"[A-Za-z_]\w*", name) and name.lower() not in self.reserved
        return name if plain and not self.chance(0.03) else f"{self.mark}{name}{self.mark}"

    # ---- expressions ------------------------------------------------------------------------------------

    def ref(self, col: Col) -> str:
        """A column as it may be written."""
        if col.table and (not col.bare or self.chance(0.6)):
            return f"{col.table}.{self.quote(col.name)}"
        return self.quote(col.name)

    def known(self, kind: str, scope: Scope) -> Scope:
        return [col for col in scope if col.kind == kind and (col.table or col.bare)]

    def expr(self, kind: str, scope: Scope, depth: int) -> str:
        """An expression of that kind."""
        known = self.known(kind, scope)
        if depth <= 0 or self.chance(0.3):
            if known and self.chance(0.95):
                return self.ref(self.dice.choice(known))
            if depth <= 0:
                return self.expand(self.pick(*self.leaves[kind]), scope, 0)
        return self.expand(self.pick(*self.rules[kind]), scope, depth - 1)

    def expand(self, template: str, scope: Scope, depth: int) -> str:
        """A template with its holes filled."""
        renamed: dict[str, str] = {}

        def fill(match: re.Match[str]) -> str:
            kind, given = match.groups()
            inner = scope
            for pair in (given or "").split(","):
                if pair:
                    name, _, own = pair.partition("=")
                    inner = self.hidden(inner, renamed.get(name, name))
                    inner = [*inner, Col("", renamed.get(name, name), own)]
            hole = getattr(self, f"hole_{kind}", None)
            return str(hole(inner, depth)) if hole is not None else self.expr(kind, inner, depth)

        return _HOLE.sub(fill, template)

    def hidden(self, scope: Scope, name: str) -> Scope:
        """A scope in which a bare name means something nearer."""
        return [
            replace(col, bare=False) if self.fold(col.name) == self.fold(name) else col
            for col in scope
            if col.table or self.fold(col.name) != self.fold(name)
        ]

    def hole_scalar(self, scope: Scope, depth: int) -> str:
        return self.expr(self.pick(*SCALARS), scope, depth)

    def hole_over(self, scope: Scope, depth: int) -> str:
        """OVER and what stands behind it."""
        if self.named_windows and self.chance(0.25):
            self.window = self.window or self.fresh("w")
            return f"OVER {self.window}"
        return f"OVER ({self.over(scope)})"

    def over(self, scope: Scope) -> str:
        keys = f"PARTITION BY {self.hole_scalar(scope, 0)} " if self.chance(0.7) else ""
        return f"{keys}ORDER BY {self.hole_scalar(scope, 0)}"

    def hole_where(self, scope: Scope, depth: int) -> str:
        return f"WHERE {self.expr('cond', scope, depth)}"

    def hole_inner(self, scope: Scope, depth: int) -> str:
        """FROM … WHERE of a subquery that is not read from outside, but for a condition."""
        source = self.relation(0)
        return f"FROM {source.text} WHERE {self.tie(source.cols, scope)}"

    def tie(self, inner: Scope, outer: Scope) -> str:
        theirs = [replace(col, bare=False) for col in outer if col.table]
        if self.correlated and self.chance(0.6):
            pairs = [(i, o) for i in inner for o in theirs if i.kind == o.kind and i.kind in ("int", "str") and i.table]
            if pairs:
                one, two = self.dice.choice(pairs)
                return f"{one.table}.{self.quote(one.name)} = {self.ref(two)}"
        return self.expr("cond", inner, 0)

    def scalar_subquery(self, kind: str, scope: Scope) -> str:
        source = self.relation(0)
        own = self.known(kind, source.cols)
        body = self.ref(self.dice.choice(own)) if own else self.expand(self.pick(*self.leaves[kind]), source.cols, 0)
        return f"(SELECT {self.pick('max', 'min')}({body}) FROM {source.text} WHERE {self.tie(source.cols, scope)})"

    def hole_subint(self, scope: Scope, depth: int) -> str:
        return self.scalar_subquery("int", scope)

    def hole_substr(self, scope: Scope, depth: int) -> str:
        return self.scalar_subquery("str", scope)

    def hole_listint(self, scope: Scope, depth: int) -> str:
        """A query of one column of numbers, for IN."""
        source = self.relation(0)
        return f"SELECT {self.expr('int', source.cols, 1)} FROM {source.text}"

    # ---- FROM -------------------------------------------------------------------------------------------

    def relation(self, depth: int) -> Source:
        """One thing with an alias."""
        if self.ctes and self.chance(0.4):
            name = self.dice.choice(sorted(self.ctes))
            return self.aliased(name, self.ctes[name], as_is=True)
        if depth > 0 and self.chance(0.45):
            query = self.query(depth - 1)
            return self.aliased(f"({query.text})", query.outputs)
        if self.sources and self.chance(0.15):
            made: Source = getattr(self, self.pick(*self.sources))(depth)
            return made
        name = self.dice.choice([t for t in sorted(self.tables) if t not in self.ctes])
        return self.aliased(self.table(name), list(self.tables[name].items()), as_is=True)

    def table(self, name: str) -> str:
        return name

    def alias(self, text: str, as_is: bool) -> tuple[str, str]:
        """The relation with its alias, and the alias; a table may go by its own name."""
        alias = self.fresh("t")
        word = self.pick(" AS ", " ")
        return f"{text}{word}{alias}", alias

    def aliased(self, text: str, outputs: Outputs, as_is: bool = False) -> Source:
        text, alias = self.alias(text, as_is)
        return Source(text, self.columns(alias, outputs), list(outputs), {alias: list(outputs)})

    def columns(self, alias: str, outputs: Outputs) -> Scope:
        """The outputs that can be told by their names."""
        seen = [self.fold(name) for name, _ in outputs]
        return [Col(alias, name, kind) for name, kind in outputs if seen.count(self.fold(name)) == 1]

    def both(self, one: Source, two: Source, text: str, using: list[str] | None = None) -> Source:
        """Two sources as one: a bare name that both have means neither, but for those of USING."""
        using = using or []
        keys = {self.fold(name) for name in using}
        left, right = self.visible(one), self.visible(two)
        cols = [
            replace(c, bare=c.bare and not (self.fold(c.name) in left and self.fold(c.name) in right))
            for c in (*one.cols, *two.cols)
        ]
        cols = [c for c in cols if c.table or c.bare]
        merged = [Col("", name, next(k for n, k in one.star if self.fold(n) == self.fold(name))) for name in using]
        star = list(one.star)
        star += [pair for pair in two.star if self.fold(pair[0]) not in keys]
        return Source(text, [*cols, *merged], star, {**one.parts, **two.parts})

    def visible(self, source: Source) -> set[str]:
        """Names that mean something bare, or are ambiguous."""
        return {self.fold(name) for name, _ in source.star} | {self.fold(c.name) for c in source.cols if c.bare}

    def shared(self, one: Source, two: Source) -> list[str]:
        """Names for USING: each side has them once, with the same scalar kind."""
        result = []
        for name, kind in one.star:
            mine = [k for n, k in one.star if self.fold(n) == self.fold(name)]
            theirs = [k for n, k in two.star if self.fold(n) == self.fold(name)]
            bare = any(c.bare and self.fold(c.name) == self.fold(name) for c in one.cols)
            if len(mine) == len(theirs) == 1 and bare and mine[0] == theirs[0] == kind and kind in SCALARS:
                result.append(name)
        return result

    def source(self, depth: int) -> Source:
        """A FROM clause."""
        source = self.relation(depth)
        if self.widened and self.chance(0.2):
            source = getattr(self, self.pick(*self.widened))(source)
        for _ in range(self.dice.choice((0, 0, 1, 1, 2))):
            source = self.joined(source, depth - 1)
        return source

    def joined(self, one: Source, depth: int) -> Source:
        two = self.relation(depth)
        if self.chance(0.15):
            three = self.relation(0)
            two = self.on_or_using(two, three, self.pick(*self.joins))
            if self.parenthesised():
                two.text = f"({two.text})"
                return self.on_or_using(one, two, self.pick(*self.joins))
            return self.comma(one, two)
        if self.chance(0.15):
            return self.comma(one, two)
        return self.on_or_using(one, two, self.pick(*self.joins))

    def parenthesised(self) -> bool:
        return self.chance(0.6)

    def comma(self, one: Source, two: Source) -> Source:
        return self.both(one, two, f"{one.text}{self.pick(', ', ' CROSS JOIN ')}{two.text}")

    def on_or_using(self, one: Source, two: Source, word: str) -> Source:
        shared = self.shared(one, two)
        if shared and self.chance(0.6):
            names = self.dice.sample(shared, min(len(shared), self.dice.choice((1, 1, 2))))
            listed = ", ".join(self.quote(name) for name in names)
            return self.both(one, two, f"{one.text} {word} {two.text} USING ({listed})", names)
        return self.both(one, two, f"{one.text} {word} {two.text} ON {self.on(one, two)}")

    def on(self, one: Source, two: Source) -> str:
        kind = self.pick("int", "str")
        both = self.both(one, two, "")
        sides = []
        for side in (one, two):
            own = [c for c in both.cols if c.kind == kind and c.table in side.parts]
            sides.append(self.ref(self.dice.choice(own)) if own else self.pick(*self.literals(kind)))
        return f"{sides[0]} = {sides[1]}"

    def literals(self, kind: str) -> list[str]:
        return [leaf for leaf in self.leaves[kind] if "$" not in leaf]

    # ---- SELECT -----------------------------------------------------------------------------------------

    def kinds(self) -> list[str]:
        there = [kind for kind in NESTED if kind in self.rules]
        return [
            self.pick(*SCALARS, *SCALARS, "int", "str", *there) if there else self.pick(*SCALARS)
            for _ in range(self.dice.randint(1, 4))
        ]

    def query(self, depth: int, kinds: list[str] | None = None) -> Query:
        """Any query."""
        dice = self.dice.random()
        if depth > 0 and dice < 0.12:
            return self.with_ctes(depth, kinds)
        if depth > 0 and dice < 0.24:
            return self.set_operation(depth, kinds)
        if kinds is None and self.queries and dice < 0.32:
            made: Query = getattr(self, self.pick(*self.queries))(depth)
            return made
        return self.select(depth, kinds)

    def select(self, depth: int, kinds: list[str] | None) -> Query:
        dice = self.dice.random()
        if kinds is None and dice < 0.25:
            return self.star(depth)
        scalar = kinds is None or all(kind in SCALARS for kind in kinds)
        if scalar and dice < 0.5:
            return self.grouped(depth, kinds)
        return self.plain(depth, kinds)

    def head(self) -> str:
        return "SELECT DISTINCT" if self.chance(0.06) else "SELECT"

    def where(self, scope: Scope) -> str:
        return f" WHERE {self.expr('cond', scope, 1)}" if self.chance(0.3) else ""

    def windows(self, scope: Scope, outer: str) -> str:
        """The clause of a window that was named meanwhile."""
        made, self.window = self.window, outer
        return f" WINDOW {made} AS ({self.over(scope)})" if made else ""

    def tail(self, outputs: Outputs) -> str:
        if not self.chance(0.12):
            return ""
        places = [i + 1 for i, (_, kind) in enumerate(outputs) if kind in SCALARS]
        if not places or not self.ordinals:
            return ""
        limit = f" LIMIT {self.dice.randint(1, 9)}" if self.chance(0.6) else ""
        return f" ORDER BY {self.dice.choice(places)}{self.pick('', ' DESC')}{limit}"

    def item(self, text: str, name: str) -> str:
        return f"{text} AS {self.quote(name)}"

    def plain(self, depth: int, kinds: list[str] | None) -> Query:
        """A SELECT of expressions."""
        source = self.source(depth)
        outer, self.window = self.window, ""
        wanted = kinds or self.kinds()
        scope, items, outputs = list(source.cols), [], []
        for name, kind in zip(self.names(len(wanted)), wanted, strict=True):
            if f"win.{kind}" in self.rules and self.chance(0.12):
                text = self.expand(self.pick(*self.rules[f"win.{kind}"]), scope, 1)
            else:
                text = self.expr(kind, scope, 2)
                known = self.known(kind, source.cols)
                if kinds is None and known and self.chance(0.15):  # without an alias
                    col = self.dice.choice(known)
                    items.append(self.ref(col))
                    outputs.append((col.name, kind))
                    continue
            items.append(self.item(text, name))
            outputs.append((name, kind))
            if self.lateral and "OVER" not in text:
                scope = self.after_alias(scope, name, kind)
        where = self.where(source.cols)
        qualify = ""
        if self.qualify and self.chance(0.08):
            qualify = f" QUALIFY row_number() {self.hole_over(source.cols, 0)} = 1"
        windows = self.windows(source.cols, outer)
        clauses = f"{windows}{qualify}" if self.window_first() else f"{qualify}{windows}"
        text = f"{self.head()} {', '.join(items)} FROM {source.text}{where}{clauses}"
        return Query(self.whole(text, outputs), outputs)

    def window_first(self) -> bool:
        return True

    def whole(self, text: str, outputs: Outputs) -> str:
        """A SELECT with what may stand at its end; DISTINCT may not compare nested values."""
        if text.startswith("SELECT DISTINCT") and any(kind == "map" for _, kind in outputs):
            text = text.replace("SELECT DISTINCT", "SELECT", 1)
        return text + self.tail(outputs)

    def after_alias(self, scope: Scope, name: str, kind: str) -> Scope:
        """The scope of the next item: columns win over aliases."""
        if any(self.fold(col.name) == self.fold(name) for col in scope):
            return scope
        return [*scope, Col("", name, kind)]

    def key(self, kind: str, scope: Scope) -> str:
        """An expression to group by: it reads something, and holds no query."""
        for _ in range(6):
            text = self.expr(kind, scope, self.dice.choice((0, 0, 1, 2)))
            reads = any(re.search(rf"(?<![\w.']){re.escape(self.quote(c.name))}\b", text) for c in scope)
            if reads and "SELECT" not in text:
                return text
        known = self.known(kind, scope)
        return self.ref(known[0]) if known else ""

    def grouped(self, depth: int, kinds: list[str] | None) -> Query:
        """A SELECT with GROUP BY."""
        source = self.source(depth)
        outer, self.window = self.window, ""
        wanted = kinds or [self.pick(*SCALARS) for _ in range(self.dice.randint(1, 4))]
        names = self.names(len(wanted))
        keys: dict[int, str] = {}
        items, outputs = [], []
        for place, (name, kind) in enumerate(zip(names, wanted, strict=True)):
            text = self.key(kind, source.cols) if self.chance(0.45) else ""
            if text:
                keys[place] = text
            else:
                text = self.expand(self.pick(*self.rules[f"agg.{kind}"]), source.cols, 1)
                if self.filters and self.chance(0.15) and re.fullmatch(r"(?:sum|max|min|count)\(.*\)", text):
                    text += f" FILTER (WHERE {self.expr('cond', source.cols, 0)})"
            items.append(self.item(text, name))
            outputs.append((name, kind))
        hidden = self.key(self.pick(*SCALARS), source.cols) if self.chance(0.2) else ""
        group = self.group_by(keys, hidden, names)
        having = f" HAVING count(*) > {self.dice.randint(0, 2)}" if group and self.chance(0.15) else ""
        self.window = outer
        text = f"SELECT {', '.join(items)} FROM {source.text}{self.where(source.cols)}{group}{having}"
        return Query(self.whole(text, outputs), outputs)

    def group_by(self, keys: dict[int, str], hidden: str, names: list[str]) -> str:
        """GROUP BY the items at these places, and an expression that is no item."""
        places = [str(place + 1) for place in keys]
        if not keys:
            return f" GROUP BY {hidden}" if hidden else ""
        way = self.pick(*self.groupings)
        listed = [*keys.values(), *([hidden] if hidden else [])]
        texts = ", ".join(listed)
        if way == "ordinals" and self.ordinals:
            return f" GROUP BY {', '.join([*places, *([places[0]] if self.chance(0.2) else [])])}"
        if way == "ALL":
            return " GROUP BY ALL"
        if way in ("ROLLUP", "CUBE"):
            return f" GROUP BY {way} ({texts})"
        if way == "WITH":
            return f" GROUP BY {texts} WITH {self.pick('ROLLUP', 'CUBE')}"
        if way == "SETS":
            sets = [f"({text})" for text in listed] + self.dice.choice(([], ["()"], [f"({texts})"]))
            return f" GROUP BY GROUPING SETS ({', '.join(sets)})"
        if way == "KEYS SETS":  # a key may be in none of the sets
            sets = [f"({text})" for text in self.dice.sample(listed, self.dice.randint(1, len(listed)))]
            return f" GROUP BY {texts} GROUPING SETS ({', '.join(sets)})"
        return f" GROUP BY {texts}"

    def set_operation(self, depth: int, kinds: list[str] | None) -> Query:
        wanted = kinds or [self.pick(*SCALARS) for _ in range(self.dice.randint(1, 3))]
        left, right = self.select(depth - 1, wanted), self.select(depth - 1, wanted)
        word = self.pick(*self.set_words)
        return Query(f"{self.arm(left.text)} {word} {self.arm(right.text)}", left.outputs)

    def arm(self, text: str) -> str:
        return f"({text})"

    def with_ctes(self, depth: int, kinds: list[str] | None) -> Query:
        before = dict(self.ctes)
        parts = []
        for _ in range(self.dice.choice((1, 1, 2))):
            query = self.cte_body(depth - 1)
            name = self.dice.choice(sorted(self.tables)) if self.chance(0.2) else self.fresh("q")
            if "." in name or any(part.startswith(f"{name} ") for part in parts):
                name = self.fresh("q")
            listed = ""
            outputs = query.outputs
            if self.cte_lists and self.chance(0.2):
                names = list(dict.fromkeys(self.names(len(outputs))))
                names += [self.fresh("c") for _ in range(len(outputs) - len(names))]
                outputs = [(n, kind) for n, (_, kind) in zip(names, outputs, strict=True)]
                listed = f" ({', '.join(self.quote(n) for n in names)})"
            parts.append(f"{name}{listed} AS ({query.text})")
            self.ctes[name] = outputs
        body = self.select(depth - 1, kinds)
        self.ctes = before
        return Query(f"WITH {', '.join(parts)} {body.text}", body.outputs)

    def cte_body(self, depth: int) -> Query:
        return self.query(depth)

    # ---- stars ------------------------------------------------------------------------------------------

    def star(self, depth: int) -> Query:
        """A SELECT with a star, and perhaps something beside it."""
        source = self.source(depth)
        text, outputs = getattr(self, self.pick(*self.stars))(source)
        items = [text]
        if self.chance(0.3):
            name, kind = self.fresh("c"), self.pick(*SCALARS)
            items.insert(self.dice.choice((0, 1)), self.item(self.expr(kind, source.cols, 1), name))
            outputs = [(name, kind), *outputs] if items[1] == text else [*outputs, (name, kind)]
        return Query(f"SELECT {', '.join(items)} FROM {source.text}{self.where(source.cols)}", outputs)

    def plain_star(self, source: Source) -> tuple[str, Outputs]:
        return "*", list(source.star)

    def qualified_star(self, source: Source) -> tuple[str, Outputs]:
        alias = self.dice.choice(sorted(source.parts))
        return f"{alias}.*", list(source.parts[alias])

    def single(self, source: Source) -> tuple[str, Outputs]:
        """A star and what it gives: all, or one relation's."""
        return self.plain_star(source) if self.chance(0.6) else self.qualified_star(source)

    def except_star(self, source: Source) -> tuple[str, Outputs]:
        star, outputs = self.single(source)
        names = [name for name, _ in outputs]
        out = self.dice.sample(sorted(set(names)), min(1, len(names)))
        left = [pair for pair in outputs if pair[0] not in out]
        if not left:
            return star, outputs
        return f"{star} {self.except_word()} ({', '.join(self.quote(name) for name in out)})", left

    def except_word(self) -> str:
        return "EXCEPT"

    def replace_star(self, source: Source) -> tuple[str, Outputs]:
        star, outputs = self.single(source)
        names = [name for name, _ in outputs]
        once = [(n, k) for n, k in outputs if names.count(n) == 1 and k in SCALARS]
        if not once:
            return star, outputs
        name, kind = self.dice.choice(once)
        return f"{star} REPLACE ({self.expr(kind, source.cols, 1)} AS {self.quote(name)})", outputs
