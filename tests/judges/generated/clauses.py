"""Clauses that Spark and GoogleSQL share: PIVOT and UNPIVOT, stars of structs, recursion, pipes.

What a dialect draws, and in which order, stays as it is: a statement follows from its seed and number, and the figures
of docs/proof.md name both.
"""

from __future__ import annotations

from tests.judges.generated.common import Common
from tests.judges.generated.grammar import SCALARS, Col, Outputs, Query, Scope, Source


class Clauses(Common):
    """The attributes are what the dialects do not agree on."""

    struct_word = "struct"
    struct_reads: tuple[str, ...] = ("{}.*", "{}", "z, {}.*")
    """How a struct of two fields with one name is read."""
    struct_kind = ""
    """The kind of such a struct, read whole; without one, that of its fields: what reads it is refused."""
    label_first = True
    """Whether UNPIVOT gives the label before the value."""
    pipe_steps: tuple[str, ...] = ("where", "extend", "set", "drop", "select", "aggregate", "as", "set_operation")
    pipe_length = 4
    pipe_words: tuple[str, ...] = ("UNION ALL", "EXCEPT", "INTERSECT")

    # ---- FROM -------------------------------------------------------------------------------------------

    def pivot_function(self) -> str:
        return self.pick("max", "min")

    def unpivot_word(self) -> str:
        return ""

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
        made = f"{self.pivot_function()}({self.quote(of)}) FOR {self.quote(on)} IN ('p' AS p1, 'q' AS q1)"
        text = f"(SELECT {listed} FROM {table}) PIVOT ({made})"
        return self.aliased(f"(SELECT * FROM {text})", [*keys, ("p1", "int"), ("q1", "int")])

    def unpivoted(self, depth: int) -> Source:
        one = self.part()
        ints = [n for n, k in one.star if k == "int"]
        if len(ints) < 2 or not self.unlike(Query("", one.star)):
            return one
        both = self.dice.sample(ints, 2)
        value, label = self.fresh("c"), self.fresh("c")
        word = self.unpivot_word()
        text = f"{one.text.split()[0]} UNPIVOT{word} ({value} FOR {label} IN ({', '.join(map(self.quote, both))}))"
        rest = [(n, k) for n, k in one.star if n not in both]
        made = [(label, "str"), (value, "int")] if self.label_first else [(value, "int"), (label, "str")]
        return self.aliased(f"(SELECT * FROM {text})", [*rest, *made])

    # ---- SELECT -----------------------------------------------------------------------------------------

    def struct_star(self, source: Source) -> tuple[str, Outputs]:
        known = [c for c in source.cols if c.kind == "pair" and c.table]
        if not known:
            return "*", list(source.star)
        col = self.dice.choice(known)
        return f"{col.table}.{self.quote(col.name)}.*", [("x", "int"), ("y", "str")]

    def equal_names(self, depth: int) -> Query:
        """struct(t.g, u.g): two fields of one name."""
        one, two = self.part(), self.part()
        pairs = [(a, b) for a in one.cols for b in two.cols if a.name == b.name and a.kind in SCALARS]
        if not pairs:
            return self.plain(depth, None)
        a, b = self.dice.choice(pairs)
        name = self.fresh("c")
        texts = [f"{c.table}.{self.quote(c.name)}" for c in (a, b)]
        made = f"{self.struct_word}({texts[0]}, {texts[1]}) AS {name}"
        inner = f"SELECT {made}, {texts[1]} AS z FROM {one.text}, {two.text}"
        read = self.pick(*self.struct_reads).format(name)
        outputs = (
            [(self.fresh("c"), self.struct_kind or a.kind)] if read == name else [(a.name, a.kind), (a.name, a.kind)]
        )
        return Query(f"SELECT {read} FROM ({inner})", outputs)

    def recursive(self, depth: int) -> Query:
        name, one, two = self.fresh("q"), self.fresh("c"), self.fresh("c")
        first, other = self.part(), self.part()
        mine = [Col("r", one, "int", False), Col("r", two, "str", False)]
        scope = [*mine, *(Col(c.table, c.name, c.kind, False) for c in other.cols)]
        start = [self.no_query("int", first.cols), self.no_query("str", first.cols)]
        step = [self.no_query("int", scope), self.no_query("str", scope)]
        head, begun, more = self.recursion(name, [one, two], start, step)
        text = (
            f"WITH RECURSIVE {head} AS (SELECT {begun} FROM {first.text} UNION ALL SELECT {more} FROM {name} AS r, "
            f"{other.text} WHERE {self.expr('cond', mine, 0)}) SELECT * FROM {name}"
        )
        return Query(text, [(one, "int"), (two, "str")])

    def recursion(self, name: str, names: list[str], start: list[str], step: list[str]) -> tuple[str, str, str]:
        """The head of a recursive CTE, the items of its start and of its step."""
        begun = ", ".join(f"{text} AS {column}" for text, column in zip(start, names, strict=True))
        return name, begun, ", ".join(step)

    # ---- pipes ------------------------------------------------------------------------------------------

    def pipe_source(self, depth: int) -> Source:
        return self.part()

    def pipe_column(self, scope: Scope) -> Col | None:
        """The column that a step is about, where it is drawn before the step is."""
        return None

    def piped(self, depth: int) -> Query:
        """A pipe of a few steps over one relation."""
        source = self.pipe_source(depth)
        text = f"FROM {source.text}"
        outputs = list(source.star)
        for _ in range(self.dice.randint(1, self.pipe_length)):
            names = [self.fold(n) for n, _ in outputs]
            scope = [Col("", n, k) for n, k in outputs if names.count(self.fold(n)) == 1]
            if not scope:
                break
            step = self.pick(*self.pipe_steps)
            kind, name = self.pick(*SCALARS), self.fresh("c")
            more, outputs = self.pipe_step(step, outputs, scope, (name, kind))
            text += f" |> {more}" if more else ""
        return Query(text, outputs)

    def pipe_step(self, step: str, outputs: Outputs, scope: Scope, new: tuple[str, str]) -> tuple[str, Outputs]:
        """A step, and the columns behind it; `new` is a column that it may make."""
        name, kind = new
        col = self.pipe_column(scope)
        if step == "where":
            return f"WHERE {self.expr('cond', scope, 1)}", outputs
        if step == "extend":
            return f"EXTEND {self.item(self.expr(kind, scope, 1), name)}", [*outputs, new]
        if step == "set":
            col = col or self.dice.choice(scope)
            return f"SET {self.quote(col.name)} = {self.expr(col.kind, scope, 1)}", outputs
        if step == "drop" and len(outputs) > 1:
            col = col or self.dice.choice(scope)
            return f"DROP {self.quote(col.name)}", [pair for pair in outputs if pair[0] != col.name]
        if step == "select":
            other = self.fresh("c")
            one, two = self.expr(kind, scope, 1), self.expr("int", scope, 1)
            return f"SELECT {self.item(one, name)}, {self.item(two, other)}", [new, (other, "int")]
        if step == "aggregate":
            key = self.key(kind, scope)
            if not key:
                return "", outputs
            call = self.expand(self.pick(*self.rules["agg.int"]), scope, 1)
            other = self.fresh("c")
            return f"AGGREGATE {self.item(call, name)} GROUP BY {self.item(key, other)}", [(other, kind), (name, "int")]
        if step == "as":
            return f"AS {self.fresh('p')}", outputs
        if step == "rename":
            col = col or self.dice.choice(scope)
            renamed = [(name if n == col.name else n, k) for n, k in outputs]
            return f"RENAME {self.quote(col.name)} AS {name}", renamed
        if all(k in SCALARS for _, k in outputs):
            arm = self.select(0, [k for _, k in outputs])
            return f"{self.pick(*self.pipe_words)} ({arm.text})", outputs
        return "", outputs
