"""What Spark has of Hive: LATERAL VIEW, FROM first, partitions, several inserts over one FROM, and views over views."""

from __future__ import annotations

from tests.judges.generated.common import Common
from tests.judges.generated.grammar import SCALARS, Outputs, Query, Source, Statement

ELEMENTS = (("ints", "int"), ("strs", "str"), ("pairs", "pair"))
"""Arrays, and the kind of an element."""


class HiveQL(Common):
    """The clauses that Hive and Spark share."""

    views: tuple[str, ...] = ("explode", "posexplode", "inline", "explode_map")
    """What a LATERAL VIEW may call: a method gives the call and its columns."""
    view_letter = "t"
    view_word = "TEMPORARY "

    def new(self) -> str:
        """A name for a column of a LATERAL VIEW."""
        return self.fresh("c")

    def explode(self, source: Source) -> tuple[str, Outputs]:
        name = self.new()
        kind, element = self.dice.choice(ELEMENTS)
        return f"explode({self.expr(kind, source.cols, 1)})", [(name, element)]

    def posexplode(self, source: Source) -> tuple[str, Outputs]:
        kind, element = self.dice.choice(ELEMENTS)
        return f"posexplode({self.expr(kind, source.cols, 1)})", [(self.new(), "int"), (self.new(), element)]

    def inline(self, source: Source) -> tuple[str, Outputs]:
        return f"inline({self.expr('pairs', source.cols, 1)})", [(self.new(), "int"), (self.new(), "str")]

    def explode_map(self, source: Source) -> tuple[str, Outputs]:
        known = self.known("map", source.cols)
        if not known:
            return "", []
        return f"explode({self.ref(self.dice.choice(known))})", [(self.new(), "str"), (self.new(), "int")]

    def lateral_view(self, source: Source) -> Source:
        """LATERAL VIEW [OUTER] of an array or a map."""
        alias = self.fresh(self.view_letter)
        call, outputs = getattr(self, self.pick(*self.views))(source)
        if not call or "SELECT" in call:
            return source
        two = Source("", self.columns(alias, outputs), outputs, {alias: outputs})
        names = ", ".join(self.plainly(name) for name, _ in outputs)
        return self.both(source, two, f"{source.text} LATERAL VIEW {self.pick('', 'OUTER ')}{call} {alias} AS {names}")

    def plainly(self, name: str) -> str:
        """A name, with quotes only where they are needed."""
        return f"{self.mark}{name}{self.mark}" if name in self.reserved else name

    def exploded(self, depth: int) -> Source:
        return self.lateral_view(self.part())

    def hive_from(self, depth: int) -> Query:
        """FROM first."""
        source = self.source(depth)
        name, kind = self.name(), self.pick(*SCALARS)
        return Query(f"FROM {source.text} SELECT {self.item(self.expr(kind, source.cols, 2), name)}", [(name, kind)])

    def partitioned(self, word: str, partition: str, kinds: list[str]) -> Statement:
        return Statement(f"{word} parts {partition}{self.select(1, kinds).text}")

    def partitions(self) -> Statement:
        form = self.dice.randrange(3)
        if form == 0:
            return self.partitioned("INSERT OVERWRITE", "PARTITION (p = 'x', q = 1) ", ["int", "str"])
        if form == 1:
            return self.partitioned("INSERT OVERWRITE", "PARTITION (p = 'x', q) ", ["int", "str", "int"])
        return self.partitioned("INSERT INTO", "", ["int", "str", "str", "int"])

    def multi(self) -> Statement:
        source = self.source(1)
        parts = []
        for table in self.dice.sample(("w", "u"), 2):
            wanted = self.some(table)
            items = ", ".join(self.expr(k, source.cols, 1) for _, k in wanted)
            listed = ", ".join(self.quote(n) for n, _ in wanted)
            parts.append(f"INSERT INTO {table} ({listed}) SELECT {items}{self.where(source.cols)}")
        return Statement(f"FROM {source.text} {' '.join(parts)}")

    def views_over_views(self) -> Statement:
        """A view, and a query that reads it."""
        first = self.stored_query(1)
        self.ctes = {"one": first.outputs}
        second = self.select(0, None)
        return Statement(f"CREATE {self.view_word}VIEW one AS {first.text};\n{second.text}")
