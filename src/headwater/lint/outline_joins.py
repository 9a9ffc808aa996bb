"""Joins as they are written: sources that nothing ties to the others, and the two sides of each key.

Sources are put into groups by the conditions between them (union-find, linear in the conditions). A comma, or a JOIN
without ON, whose source ends up in a group of its own is loose. What may read its left, what has one row and what a
condition without tables may tie is given the benefit of the doubt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from headwater.base.spans import Span
from headwater.lint import outline_trees as trees
from headwater.sql.spans import Spans
from headwater.sql.tokens import TokenType
from headwater.sql.tree import exp


class Loose(NamedTuple):
    """A source that no condition ties to those before it.

    `comma` is the comma before it, if CROSS JOIN could replace it.
    """

    name: str
    span: Span
    comma: Span | None


class Side(NamedTuple):
    """One side of a comparison, and where its columns begin."""

    span: Span
    columns: tuple[int, ...]


class Equal(NamedTuple):
    """`left = right` in the condition of a join; of USING both sides are the one name."""

    left: Side
    right: Side


SpanOf = Callable[[exp.Expr], Span]


class Joins:
    """The joins of one SELECT after the other; `loose` and `equals` are what is found."""

    def __init__(
        self, spans: Spans, span_of: SpanOf, kinds: trees.Kinds, names: set[str], ctes: dict[str, exp.Expr | None]
    ) -> None:
        self.spans = spans
        self.span_of = span_of
        self.kinds = kinds
        self.names = names  # every name of a source in the statement
        self.ctes = ctes
        self.loose: list[Loose] = []
        self.equals: list[Equal] = []

    def read(self, select: exp.Expr) -> None:
        """Note what is to be noted in one SELECT."""
        sources = list(trees.sources(select))
        joins = [join for join in select.args.get("joins") or () if isinstance(join.this, exp.Expr)]
        names = {source.alias_or_name.lower(): index for index, source in enumerate(sources)}
        groups = _Groups(len(sources))
        loose: list[int] = []
        for index, join in enumerate(joins, start=len(sources) - len(joins)):
            for column in join.args.get("using") or ():
                side = Side(self.span_of(column), (self.span_of(column).start,))
                self.equals.append(Equal(side, side))
            if index > 0 and self._bare(join) and self._stands_alone(join.this, names, index):
                loose.append(index)
                continue
            tied = False
            if join.args.get("on") is not None:
                for conjunct in trees.conjuncts(join.args["on"]):
                    self._equal(conjunct)
                    ties = self._ties(conjunct, names)
                    tied = tied or bool(ties and index in ties)
                    groups.tie(ties or [])
            if not tied and index > 0:
                groups.tie([index, index - 1])
        where = select.args.get("where")
        if not loose or where is None:
            return self._report(sources, joins, loose, groups)
        for conjunct in trees.conjuncts(where.this):
            ties = self._ties(conjunct, names)
            if ties is None:
                return None  # columns that do not say whose they are may tie anything
            if len([tie for tie in ties if isinstance(tie, int)]) > 1:
                self._equal(conjunct)
            groups.tie(ties)
        return self._report(sources, joins, loose, groups)

    def _report(self, sources: list[exp.Expr], joins: list[exp.Expr], loose: list[int], groups: _Groups) -> None:
        done: set[int | str] = set()
        turned = any(join.args.get("side") in ("RIGHT", "FULL") for join in joins)
        for index, source in enumerate(sources):
            root = groups.root(index)
            if index in loose and root not in done:
                # a comma binds weaker than JOIN: with an outer join to the right or to both sides behind it, CROSS JOIN
                # would keep other rows
                comma = None if turned else self._comma(source)
                self.loose.append(Loose(source.alias_or_name or "the subquery", self.span_of(source), comma))
            done.add(root)

    # ── what a join is ───────────────────────────────────────────────────────────────────────────────────────────
    def _bare(self, join: exp.Expr) -> bool:
        """A comma, which some dialects' parsers take for CROSS JOIN, or JOIN without a condition."""
        if any(join.args.get(argument) for argument in ("using", "side", "method")):
            return False
        on = join.args.get("on")
        if on is not None and not (isinstance(on, exp.Boolean) and self._after(join.this) != "ON"):
            return False  # of Hive's and Spark's bare JOIN the parser makes ON TRUE
        kind = str(join.args.get("kind") or "").upper()
        if kind in ("", "INNER"):
            return True
        return kind == "CROSS" and (self._comma(join.this) is not None or not self._crossed(join.this))

    def _before(self, source: exp.Expr) -> int:
        """The index of the token before a source."""
        return self.spans.word(self.span_of(source).start) - 1

    def _after(self, source: exp.Expr) -> str:
        """The token behind a source, in capitals."""
        index = self.spans.word(self.span_of(source).end - 1) + 1
        return self.spans.tokens[index].text.upper() if index < len(self.spans.tokens) else ""

    def _comma(self, source: exp.Expr) -> Span | None:
        index = self._before(source)
        token = self.spans.tokens[index] if index >= 0 else None
        if token is None or token.token_type is not TokenType.COMMA:
            return None
        return Span(token.start, token.end + 1)

    def _crossed(self, source: exp.Expr) -> bool:
        """Whether CROSS is written: the parsers of Hive and Spark see it in a bare JOIN as well."""
        index = self._before(source)
        texts = [token.text.upper() for token in self.spans.tokens[max(index - 1, 0) : index + 1]]
        return " ".join(texts).split()[-2:-1] == ["CROSS"] or texts[-1:] == ["CROSS JOIN"]

    def _stands_alone(self, source: exp.Expr, names: dict[str, int], index: int) -> bool:
        """A table or subquery of several rows; what is unnested or called may read what stands to its left."""
        if isinstance(source, exp.Subquery):
            if trees.one_row(source, self.kinds) or not isinstance(trees.bare(source), exp.Query):
                return False
            left_names = {name for name, position in names.items() if position < index}
            return not any(
                column.args["table"].name.lower() in left_names
                for column in source.find_all(exp.Column)
                if column.args.get("table")
            )
        if not isinstance(source, exp.Table) or not isinstance(source.this, exp.Identifier):
            return False
        if len(source.parts) > 1:
            return source.parts[0].name.lower() not in names
        cte = self.ctes.get(source.name.lower())
        return cte is None or not trees.one_row(cte.this, self.kinds)

    # ── conditions ───────────────────────────────────────────────────────────────────────────────────────────────
    def _ties(self, condition: exp.Expr, names: dict[str, int]) -> list[int | str] | None:
        """Which sources a condition is about, those of queries around this one by name; None where that is not said."""
        columns = list(condition.find_all(exp.Column))
        if len(columns) < 2:
            return []
        known: dict[int | str, None] = {}
        for column in columns:
            table = column.args.get("table")
            name = table.name.lower() if table is not None else ""
            if name not in names and name not in self.names:
                return None  # no table, or a struct's column in its place
            known[names.get(name, name)] = None
        return list(known)

    def _equal(self, condition: exp.Expr) -> None:
        if isinstance(condition, exp.EQ):
            sides = []
            for side in (condition.this, condition.expression):
                columns = tuple(self.span_of(column).start for column in side.find_all(exp.Column))
                if not columns or side.find(exp.Query) is not None:
                    return
                sides.append(Side(self._side(*self.span_of(side)), columns))
            self.equals.append(Equal(*sides))

    def _side(self, low: int, high: int) -> Span:
        """One side of a comparison, whole: CAST and its type have no place in the tree, and parentheses none at all."""
        tokens = self.spans.tokens
        start, stop = self.spans.word(low), self.spans.word(high - 1)
        first = start
        while first > 0 and tokens[first - 1].token_type not in _BOUND:
            first -= 1
        open_: list[int] = []  # parentheses around what was read so far
        index = first
        while index < len(tokens):
            kind = tokens[index].token_type
            if index > stop and (kind in _BEHIND or (kind is TokenType.COMMA and not open_)):
                break
            if kind is TokenType.L_PAREN:
                open_.append(index)
            elif kind is TokenType.R_PAREN:
                if not open_:
                    break  # closes what stands around the comparison
                open_.pop()
            index += 1
        outer = [opening for opening in open_ if opening < start]
        first = outer[-1] + 1 if outer else first
        return Span(tokens[first].start, max(tokens[max(index - 1, first)].end + 1, high))


class _Groups:
    """Sources by number, and names from outside, that conditions put together."""

    def __init__(self, count: int) -> None:
        self.over: dict[int | str, int | str] = {index: index for index in range(count)}

    def root(self, member: int | str) -> int | str:
        over = self.over
        over.setdefault(member, member)
        while over[member] != member:
            over[member] = over[over[member]]
            member = over[member]
        return member

    def tie(self, members: list[int | str] | list[int]) -> None:
        for member in members[1:]:
            self.over[self.root(member)] = self.root(members[0])


_T = TokenType
_BOUND = frozenset({_T.ON, _T.AND, _T.OR, _T.EQ, _T.WHERE, _T.NOT, _T.USING})
_BEHIND = _BOUND | {_T.JOIN, _T.LEFT, _T.RIGHT, _T.FULL, _T.INNER, _T.CROSS, _T.GROUP_BY, _T.ORDER_BY, _T.LIMIT,
                    _T.HAVING, _T.QUALIFY, _T.UNION, _T.EXCEPT, _T.INTERSECT, _T.SEMICOLON, _T.WINDOW, _T.THEN,
                    _T.WHEN, _T.NATURAL, _T.ASOF, _T.SEMI, _T.ANTI, _T.LATERAL, _T.OUTER}  # fmt: skip
