"""Queries, and what their columns are made of: each piece of SQL is written together with where its values come from.

An `Author` writes one template. A column in scope carries its edges to stored columns; an expression hands them on with
the strength of what it does. So the lineage of a query of any shape is known without reading it again. To add a shape:
a method that returns a `Query`, and its weight in `_SHAPES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from headwater_synth.dialect_sql import ITEM, RESERVED, STRUCTS
from headwater_synth.literals import constant
from headwater_synth.randomness import Dice

if TYPE_CHECKING:
    from headwater_synth.warehouse import Table, Warehouse

KINDS = ("DIRECT", "DERIVED", "DERIVED_ARRAY", "WINDOW", "AGG")
DIRECT, DERIVED, ELEMENT, WINDOW, AGG = range(5)

Edges = tuple[tuple[str, int], ...]
"""Stored columns as they are printed, with the kind of the way from them."""
_SIMPLE = "kiasdtb"


class Col(NamedTuple):
    """A column in scope, or an output: how it is written, called and made."""

    ref: str
    name: str
    type: str
    edges: Edges


class Query(NamedTuple):
    """A query: its outputs and its text, with the WITH clause apart since it does not stand in one place everywhere."""

    outs: list[Col]
    ctes: str
    body: str

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.ctes}\n{self.body}" if self.ctes else self.body


class Scope(NamedTuple):
    """What stands in FROM, and the columns it offers."""

    text: str
    cols: list[Col]
    by: dict[str, list[Col]]


def through(edges: Edges, kind: int) -> Edges:
    """The edges after one more step.

    >>> through((("t.a", DIRECT), ("t.b", AGG)), DERIVED)
    (('t.a', 1), ('t.b', 4))
    """
    return tuple([(source, kind if kind > before else before) for source, before in edges])


def both(edges: Iterable[Edges]) -> Edges:
    """Several edges together, each once."""
    return tuple(dict.fromkeys(edge for some in edges for edge in some))


def scope(text: str, cols: list[Col]) -> Scope:
    """A scope with its columns by type."""
    by: dict[str, list[Col]] = {}
    for col in cols:
        by.setdefault(col.type, []).append(col)
    return Scope(text, cols, by)


def listed(items: Sequence[str]) -> str:
    """A select list after its keyword: in one line if it is short."""
    return " " + ", ".join(items) if len(items) < 5 else "\n  " + ",\n  ".join(items)


class Author:
    """Writes one template: what tables it may read, in which dialect, with which random numbers."""

    def __init__(
        self,
        warehouse: Warehouse,
        turn: int,
        before: int,
        template: int,
        dice: Dice,
        database: str | None,
        layer: int = 3,
    ) -> None:
        self.warehouse = warehouse
        self.turn = turn
        self.sql = warehouse.sql[turn]
        self.count = warehouse.count(turn, before)
        self.template = template
        self.dice = dice
        self.database = database
        self.layer = layer
        self.reads: dict[str, None] = {}
        self.quotes = self.sql.quotes if dice.random() < 0.08 else ""
        self._aliases = 0

    # ── names ────────────────────────────────────────────────────────────────────────────────────────────────
    def quoted(self, name: str) -> str:
        """A column's name as this author writes it."""
        if self.quotes or name in RESERVED:
            quotes = self.sql.quotes
            return f"{quotes[0]}{name}{quotes[1]}"
        return name

    def named(self, table: Table) -> str:
        """A table's name as this author writes it: without its database where that is the current one."""
        quotes = self.quotes
        if table.database == self.database:
            return f"{quotes[0]}{table.name}{quotes[1]}" if quotes else table.name
        if quotes:
            return f"{quotes[0]}{table.database}{quotes[1]}.{quotes[0]}{table.name}{quotes[1]}"
        return table.full

    def alias(self) -> str:
        """A fresh alias."""
        self._aliases += 1
        return f"t{self._aliases}"

    def table(self, accepts: Callable[[Table], bool] | None = None) -> Table:
        """A table to read: old ones are read more often. The first ones of a dialect are there at any rate."""
        dice, warehouse = self.dice, self.warehouse
        for _ in range(6):
            chance = dice.random()
            number = int((chance * chance if dice.random() < 0.6 else chance) * self.count)
            if warehouse.layer(number * len(warehouse.sql) + self.turn) <= self.layer:
                table = warehouse.dialect_table(self.turn, number)
                if accepts is None or accepts(table):
                    return table
        return warehouse.dialect_table(self.turn, dice.below(min(4, self.count)))

    # ── what stands in FROM ──────────────────────────────────────────────────────────────────────────────────
    def stored(self, table: Table, bare: bool = False) -> Scope:
        """A table under an alias, or by itself with bare column names."""
        self.reads[table.full] = None
        before = ""
        text = self.named(table)
        if not bare:
            alias = self.alias()
            before = alias + "."
            text = f"{text} AS {alias}" if self._aliases % 2 and self.sql.name != "hive" else f"{text} {alias}"
        full = table.full
        cols = [
            Col(before + self.quoted(name), name, letter, ((f"{full}.{name}", DIRECT),))
            for name, letter in table.columns_at(self.template)
        ]
        return scope(text, cols)

    def derived(self, text: str, alias: str, outs: Sequence[Col]) -> Scope:
        """A CTE or a derived table under an alias."""
        return scope(text, [Col(f"{alias}.{self.quoted(out.name)}", out.name, out.type, out.edges) for out in outs])

    def nested(self, query: Query) -> Scope:
        """A query in parentheses."""
        alias = self.alias()
        return self.derived(f"(\n{query.body}\n) {alias}", alias, query.outs)

    def join(self, left: Scope, right: Scope) -> Scope:
        """Two scopes by their keys."""
        dice = self.dice
        a, b = left.by.get("k"), right.by.get("k")
        if not a or not b:
            return scope(f"{left.text}\nCROSS JOIN {right.text}", left.cols + right.cols)
        keyword = dice.pick(("JOIN", "LEFT JOIN", "INNER JOIN", "LEFT JOIN"))
        on = f"{dice.pick(a).ref} = {dice.pick(b).ref}"
        return scope(f"{left.text}\n{keyword} {right.text} ON {on}", left.cols + right.cols)

    def with_array_opened(self, base: Scope) -> Scope:
        """A scope with one of its arrays opened."""
        dice, sql = self.dice, self.sql
        arrays = base.by.get("A", []) + base.by.get("I", [])
        if not arrays:
            return base
        array = dice.pick(arrays)
        alias = self.alias()
        element = f"{alias}_e"
        own = sql.name in ("clickhouse", "googlesql")
        ref = element if own else f"{alias}.{element}"
        if array.type == "A":
            text = sql.unnest.format(array.ref, alias, element)
            element_columns = [Col(ref, f"each_{array.name}", "s", through(array.edges, ELEMENT))]
        else:
            names = [f"{alias}_{name}" for name, _ in ITEM]
            text = sql.unnest_items.format(array.ref, alias, element, ", ".join(names))
            flat = sql.name == "flink"
            element_columns = [
                Col(
                    f"{alias}.{alias}_{name}" if flat else f"{ref}.{name}",
                    f"{array.name}_{name}",
                    letter,
                    tuple([(f"{source}[].{name}", max(kind, ELEMENT)) for source, kind in array.edges]),
                )
                for name, letter in ITEM
            ]
        return scope(base.text + text, base.cols + element_columns)

    def relation(self, deep: int = 1) -> Scope:
        """Something to read."""
        dice = self.dice
        chance = dice.random()
        if chance < 0.45:
            return self.stored(self.table(), bare=chance < 0.15)
        if chance < 0.75:
            joined = self.join(self.stored(self.table()), self.stored(self.table()))
            if chance < 0.53:
                joined = self.join(joined, self.stored(self.table()))
            return joined
        if chance < 0.88 or not deep:
            return self.with_array_opened(self.stored(self.table(_has_array)))
        inner = self.nested(self.plain(self.relation(0)) if chance < 0.94 else self.grouped(self.relation(0)))
        return self.join(inner, self.stored(self.table())) if dice.random() < 0.5 else inner

    # ── expressions ──────────────────────────────────────────────────────────────────────────────────────────
    def condition(self, cols: Scope) -> str:
        """A predicate over a column."""
        dice = self.dice
        for _ in range(3):
            col = dice.pick(cols.cols)
            patterns = self.sql.where.get(col.type)
            if patterns:
                return dice.pick(patterns).replace("$", col.ref)
        return "1 = 1"

    def where(self, cols: Scope, keyword: str = "WHERE") -> str:
        """A WHERE clause, or none."""
        dice = self.dice
        count = dice.below(4)
        if not count:
            return ""
        parts = [self.condition(cols) for _ in range(count)]
        if dice.random() < 0.12 and "k" in cols.by:
            parts.append(self.among(dice.pick(cols.by["k"])))
        return f"\n{keyword} " + "\n  AND ".join(parts)

    def among(self, key: Col) -> str:
        """A key among those of another table."""
        inner = self.stored(self.table())
        other_key = self.dice.pick(inner.by["k"]) if "k" in inner.by else None
        condition = self.condition(inner)
        if other_key is None:
            return f"EXISTS (SELECT 1 FROM {inner.text} WHERE {condition})"
        if self.dice.random() < 0.3 and "." in key.ref and self.sql.name != "clickhouse":
            return f"EXISTS (SELECT 1 FROM {inner.text} WHERE {other_key.ref} = {key.ref} AND {condition})"
        return f"{key.ref} IN (SELECT {other_key.ref} FROM {inner.text} WHERE {condition})"

    def expression(self, pattern: str, col: Col, cols: Scope, kind: int) -> tuple[str, Edges]:
        """A pattern over a column: its text and its edges."""
        edges = col.edges
        text = pattern
        if "@" in text:
            second = self.dice.pick(cols.by[col.type])
            text = text.replace("@", second.ref)
            edges = both((edges, second.edges))
        while "?" in text:
            text = text.replace("?", self.condition(cols), 1)
        if "#" in text:
            return text.replace("#", col.ref), ()
        return text.replace("$", col.ref), through(edges, kind)

    def computed(self, col: Col, cols: Scope, used_names: set[str]) -> Col:
        """A column worked out from another one, or a field of it."""
        if col.type == "S":
            field, letter = self.dice.pick(STRUCTS[col.name])
            edges = tuple([(f"{source}.{field}", kind) for source, kind in col.edges])
            return Col(f"{col.ref}.{field}", unique(field, used_names), letter, edges)
        patterns = self.sql.derive.get(col.type)
        if not patterns:
            return self.unchanged(col, used_names)
        label, pattern, letter = self.dice.pick(patterns)
        text, edges = self.expression(pattern, col, cols, DERIVED)
        return Col(text, unique(f"{label}_{col.name}", used_names), letter, edges)

    def unchanged(self, col: Col, used_names: set[str]) -> Col:
        """A column as it is; a struct keeps its name, by which its fields are known."""
        return Col(col.ref, unique(col.name, used_names) if col.type != "S" else col.name, col.type, col.edges)

    def items(self, outs: Iterable[Col], cols: Scope) -> list[str]:
        """The select list: an alias where the engine would not call the output that by itself."""
        plain = {col.ref for col in cols.cols}
        # SELECT t2.a of two tables that have an a: ClickHouse calls it t2.a
        shared = self.sql.name == "clickhouse" and any("." in ref for ref in plain)
        select_items = []
        for out in outs:
            name = self.quoted(out.name)
            bare = out.ref in plain and (out.ref == name or (out.ref.endswith("." + name) and not shared))
            select_items.append(out.ref if bare else f"{out.ref} AS {name}")
        return select_items

    # ── shapes ───────────────────────────────────────────────────────────────────────────────────────────────
    def plain(self, cols: Scope) -> Query:
        """Some columns, as they are and worked out, of some rows."""
        dice = self.dice
        count = dice.between(2, 9) if dice.random() < 0.8 else len(cols.cols)
        chosen = dice.some(cols.cols, count)
        # a name that is in scope is taken by its own column alone: an engine may prefer the alias to the column
        names = {col.name for col in cols.cols}
        used_names: set[str] = set()
        outs: list[Col] = []
        for col in chosen:
            if dice.random() < 0.6:
                if col.type == "S" and col.name in used_names:
                    continue
                if col.name in used_names:
                    out = self.unchanged(col, names)
                else:
                    out = Col(col.ref, col.name, col.type, col.edges)
            else:
                out = self.computed(col, cols, names)
            used_names.add(out.name)
            outs.append(out)
        if not any(out.type == "k" for out in outs) and "k" in cols.by:
            key = cols.by["k"][0]
            outs.insert(0, self.unchanged(key, names) if key.name in used_names else key)
        distinct = " DISTINCT" if dice.random() < 0.06 and all(out.type in _SIMPLE for out in outs) else ""
        body = f"SELECT{distinct}{listed(self.items(outs, cols))}\nFROM {cols.text}{self.where(cols)}"
        return Query([Col("", out.name, out.type, out.edges) for out in outs], "", body)

    def grouped(self, cols: Scope) -> Query:
        """Some keys, and aggregates."""
        dice, sql = self.dice, self.sql
        names = {col.name for col in cols.cols}
        keys: list[Col] = []
        used_names: set[str] = set()
        usable = cols.by.get("k", []) + cols.by.get("s", []) + cols.by.get("d", []) + cols.by.get("t", [])
        for col in dice.some(usable, dice.between(1, 3)):
            if dice.random() < 0.3 and col.type in "dt":
                label, pattern, letter = dice.pick(sql.derive[col.type])
                text, edges = self.expression(pattern, col, cols, DERIVED)
                keys.append(Col(text, unique(f"{label}_{col.name}", names), letter, edges))
            elif col.name not in used_names:
                used_names.add(col.name)
                keys.append(col)
        outs = list(keys)
        for col in dice.some([col for col in cols.cols if col.type in sql.aggregate], dice.between(1, 7)):
            label, pattern, letter = dice.pick(sql.aggregate[col.type])
            text, edges = self.expression(pattern, col, cols, AGG)
            outs.append(Col(text, unique(f"{label}_{col.name}", names), letter, edges))
        if dice.random() < 0.5 or len(outs) == len(keys):
            outs.append(Col("COUNT(*)", unique("row_count", names), "i", ()))
        group = f"\nGROUP BY {', '.join(key.ref for key in keys)}" if keys else ""
        having = "\nHAVING COUNT(*) > {i}" if keys and dice.random() < 0.15 else ""
        body = f"SELECT{listed(self.items(outs, cols))}\nFROM {cols.text}{self.where(cols)}{group}{having}"
        return Query([Col("", out.name, out.type, out.edges) for out in outs], "", body)

    def windowed(self, cols: Scope) -> Query:
        """Columns beside window functions; often the first row of each group."""
        dice = self.dice
        amounts, keys, orders = cols.by.get("a"), cols.by.get("k"), cols.by.get("t") or cols.by.get("d")
        if not amounts or not keys or not orders:
            return self.plain(cols)
        names = {col.name for col in cols.cols}
        outs: list[Col] = []
        used_names: set[str] = set()
        for col in dice.some([col for col in cols.cols if col.type in _SIMPLE], dice.between(2, 6)):
            if col.name not in used_names:
                used_names.add(col.name)
                outs.append(col)
        key, order = dice.pick(keys).ref, dice.pick(orders).ref
        for _ in range(dice.between(1, 2)):
            label, pattern, letter = dice.pick(self.sql.windows)
            col = dice.pick(amounts)
            text, edges = self.expression(pattern.replace("{key}", key).replace("{order}", order), col, cols, WINDOW)
            outs.append(Col(text, unique(f"{label}_{col.name}", names), letter, edges))
        first = dice.random() < 0.5
        shown = list(outs)
        if first:
            number = f"ROW_NUMBER() OVER (PARTITION BY {key} ORDER BY {order} DESC)"
            shown.append(Col(number, unique("rn", names), "i", ()))
        body = f"SELECT{listed(self.items(shown, cols))}\nFROM {cols.text}{self.where(cols)}"
        outputs = [Col("", out.name, out.type, out.edges) for out in outs]
        if first:
            alias = self.alias()
            rows = listed([f"{alias}.{self.quoted(out.name)}" for out in outs])
            body = f"SELECT{rows}\nFROM (\n{body}\n) {alias}\nWHERE {alias}.{self.quoted(shown[-1].name)} = 1"
        return Query(outputs, "", body)

    def united(self, cols: Scope) -> Query:
        """The same columns from several places."""
        dice = self.dice
        chosen = dice.some([col for col in cols.cols if col.type in _SIMPLE], dice.between(2, 7))
        firsts: list[Col] = []
        for col in chosen:
            if all(col.name != source.name for source in firsts):
                firsts.append(col)
        arms = [f"SELECT{listed(self.items(firsts, cols))}\nFROM {cols.text}{self.where(cols)}"]
        edges = [col.edges for col in firsts]
        for _ in range(dice.between(1, 2)):
            arm = self.stored(self.table())
            cells: list[str] = []
            for position, col in enumerate(firsts):
                same = arm.by.get(col.type)
                if same:
                    source = dice.pick(same)
                    cells.append(source.ref)
                    edges[position] = both((edges[position], source.edges))
                else:
                    cells.append(constant(self.sql, col.type))
            arms.append(f"SELECT{listed(cells)}\nFROM {arm.text}{self.where(arm)}")
        outs = [Col("", col.name, col.type, source) for col, source in zip(firsts, edges, strict=True)]
        return Query(outs, "", "\nUNION ALL\n".join(arms))

    def starred(self) -> Query:
        """All columns of a table that stays as it is, perhaps but one, perhaps with one more."""
        dice, sql = self.dice, self.sql
        template = self.template
        table = self.table(lambda candidate: candidate.settled(template))
        if not table.settled(template):
            return self.plain(self.stored(table))
        chance = dice.random()
        cols = self.stored(table, bare=chance < 0.6)
        outs = [Col("", col.name, col.type, col.edges) for col in cols.cols]
        star = "*"
        if chance < 0.2 and sql.star_except and len(outs) > 2:
            dropped = outs.pop(1 + dice.below(len(outs) - 1))
            star = sql.star_except.format(self.quoted(dropped.name))
        elif chance > 0.75:
            added = self.computed(dice.pick(cols.cols), cols, {col.name for col in cols.cols})
            star = f"{cols.cols[0].ref.partition('.')[0]}.*, {added.ref} AS {self.quoted(added.name)}"
            outs.append(Col("", added.name, added.type, added.edges))
        return Query(outs, "", f"SELECT {star}\nFROM {cols.text}{self.where(cols)}")

    def staged(self) -> Query:
        """Common table expressions, one upon the other."""
        dice = self.dice
        base = self.plain(self.relation(0)) if dice.random() < 0.8 else self.united(self.stored(self.table()))
        ctes = [f"base AS (\n{base.body}\n)"]
        last = self.derived("base", "base", base.outs)
        if dice.random() < 0.6:
            middle = self.grouped(last) if dice.random() < 0.7 else self.windowed(last)
            ctes.append(f"agg AS (\n{middle.body}\n)")
            last = self.derived("agg", "agg", middle.outs)
        if dice.random() < 0.4:
            last = self.join(last, self.stored(self.table()))
        final = self.plain(last) if dice.random() < 0.6 else self.grouped(last)
        return Query(final.outs, "WITH " + ",\n".join(ctes), final.body)

    def query(self) -> Query:
        """A query of some shape."""
        chance = self.dice.random()
        for share, shape in _SHAPES:
            if chance < share:
                return shape(self)
        return self.plain(self.relation())

    # ── values for given columns ─────────────────────────────────────────────────────────────────────────────
    def typed(self, letter: str, cols: Scope) -> Col | None:
        """A value of a type; None where only a column could be one and there is none."""
        dice = self.dice
        same = cols.by.get(letter)
        if same and letter in "SAI":
            return dice.pick(same)
        if letter in "SAI":
            return None
        if same and dice.random() < 0.6:
            return dice.pick(same)
        if same:
            col = dice.pick(same)
            fitting = [pattern for pattern in self.sql.derive[letter] if pattern[2] == letter]
            if fitting:
                text, edges = self.expression(dice.pick(fitting)[1], col, cols, DERIVED)
                return Col(text, "", letter, edges)
            return col
        return Col(constant(self.sql, letter), "", letter, ())


def unique(name: str, used_names: set[str]) -> str:
    """A name that is not taken yet, and is from now on."""
    if len(name) > 28:
        name = name[:24].rstrip("_")
    candidate, number = name, 2
    while candidate in used_names:
        candidate = f"{name}_{number}"
        number += 1
    used_names.add(candidate)
    return candidate


def _has_array(table: Table) -> bool:
    return any(column.type in "AI" for column in table.columns)


_SHAPES: tuple[tuple[float, Callable[[Author], Query]], ...] = (
    (0.25, lambda author: author.plain(author.relation())),
    (0.50, lambda author: author.grouped(author.relation())),
    (0.60, lambda author: author.windowed(author.relation(0))),
    (0.68, lambda author: author.united(author.relation(0))),
    (0.80, lambda author: author.starred()),
    (1.00, lambda author: author.staged()),
)
