"""The outline of a statement: what is written, where it cannot be seen in the algebra any more.

A plan does not know whether a join was written with a comma or an INSERT without its columns. This is one pass over
the parser's tree that notes such things as plain data with their places, for those who judge how SQL is written.
Linear in the tree; never raises for a tree of the parser's own making. To add to it: a field in `Outline`, filled
by `_Pass`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from headwater.base.span import Span
from headwater.syntax.parse import Parsed
from headwater.syntax.spans import Spans


class Named(NamedTuple):
    """A name and where it stands."""

    name: str
    span: Span


class CteOutline(NamedTuple):
    """A CTE: its name, and those of its columns that could be taken away without changing its rows."""

    name: str
    span: Span
    columns: tuple[Named, ...]


class Side(NamedTuple):
    """One side of a comparison, and where its columns begin."""

    span: Span
    columns: tuple[int, ...]


class Equal(NamedTuple):
    """`left = right` in the condition of a join."""

    left: Side
    right: Side


class Star(NamedTuple):
    """A star that hands on the columns of stored tables, whatever they are."""

    span: Span
    tables: tuple[str, ...]


@dataclass(slots=True)
class Outline:
    """What is written; spans are offsets into the whole text.

    `stars` are those of the final SELECT that open stored tables, `scalars` subqueries in SELECT columns, `loose`
    sources that a comma or a bare JOIN puts beside the others and no condition ties to them, `insert` the target of an
    INSERT that names no columns, `unions` the names in each arm of a set operation (None where there is none).
    """

    word: Named
    stars: list[Star] = field(default_factory=list)
    scalars: list[Span] = field(default_factory=list)
    ctes: list[CteOutline] = field(default_factory=list)
    loose: list[Named] = field(default_factory=list)
    insert: Named | None = None
    unions: list[list[list[Named | None]]] = field(default_factory=list)
    equals: list[Equal] = field(default_factory=list)


def outline(parsed: Parsed) -> Outline:
    """The outline of a statement; of one without a tree, its first word alone."""
    tokens = parsed.tokens
    first = next((token for token in tokens if token.text != "("), None)
    start = first.start if first is not None else parsed.span.start
    end = first.end + 1 if first is not None else parsed.span.end
    made = Outline(Named(first.text.upper() if first is not None else "", Span(start, end)))
    if parsed.tree is not None:
        _Pass(parsed.tree, tokens, made).run()
    return made


class _Pass:
    def __init__(self, tree: exp.Expr, tokens: Sequence[Token], made: Outline) -> None:
        self.tree = tree
        self.made = made
        self.spans = Spans(tokens)
        self.nodes: list[exp.Expr] = list(tree.walk())
        self.extent = self._extents()
        self.ctes: dict[str, exp.Expr | None] = {}  # None: a name that several have
        self.opened: dict[int, tuple[str, ...]] = {}

    def _extents(self) -> dict[int, tuple[int, int]]:
        """The hull of the words of every node, children before their parents."""
        found: dict[int, tuple[int, int]] = {}
        for node in reversed(self.nodes):
            low, high = found.get(id(node), (-1, -1))
            meta = node._meta
            if meta and "start" in meta:
                low = meta["start"] if low < 0 else min(low, meta["start"])
                high = max(high, meta["end"] + 1)
            if low < 0:
                continue
            found[id(node)] = (low, high)
            if node.parent is not None and node is not self.tree:
                at = id(node.parent)
                above = found.get(at)
                found[at] = (low, high) if above is None else (min(low, above[0]), max(high, above[1]))
        return found

    def place(self, node: exp.Expr) -> Span:
        return Span(*self.extent.get(id(node), tuple(self.made.word.span)))

    # ── the pass ─────────────────────────────────────────────────────────────────────────────────────────────
    def run(self) -> None:
        self._with()
        for node in self.nodes:
            if isinstance(node, exp.Select):
                self._scalars(node)
                self._sources(node)
            elif isinstance(node, exp.SetOperation) and not _inside(node):
                self._union(node)
        self._insert()
        for arm in _arms(self._final()):
            for item in _stars(arm):
                tables = self._behind(arm, item)
                if tables:
                    start, end = self.place(item)
                    word = self.spans.tokens[self.spans.word(start)]  # FROM t: the star is the word FROM
                    self.made.stars.append(Star(Span(start, max(end, word.end + 1)), tables))
        self.made.stars.sort()
        self.made.scalars.sort()
        self.made.loose.sort(key=lambda one: one.span)

    def _final(self) -> exp.Expr | None:
        tree: exp.Expr | None = self.tree
        if isinstance(tree, (exp.Insert, exp.Create)):
            tree = tree.args.get("expression")
        return tree

    # ── WITH ─────────────────────────────────────────────────────────────────────────────────────────────────
    def _with(self) -> None:
        found = [node for node in self.nodes if isinstance(node, exp.CTE) and not node.args.get("scalar")]
        found = [node for node in found if isinstance(node.this, exp.Query) and node.args.get("alias") is not None]
        found.sort(key=lambda node: self.place(node.args["alias"]))
        for node in found:
            key = node.alias.lower()
            self.ctes[key] = None if key in self.ctes else node
            self.made.ctes.append(CteOutline(node.alias, self.place(node.args["alias"].this), self._removable(node)))

    def _removable(self, cte: exp.Expr) -> tuple[Named, ...]:
        arms = list(_arms(cte.this))
        body = _bare(cte.this)
        if not arms or not all(map(_plain, arms)) or not _only_union_all(body):
            return ()
        items = arms[0].expressions
        if any(_is_star(item) for arm in arms for item in arm.expressions):
            return ()
        names: list[Named | None] = [self._name(item) for item in items]
        columns = cte.args["alias"].args.get("columns") or ()
        for at, column in enumerate(columns):
            if at < len(names):
                names[at] = Named(column.name, self.place(column))
        mentions = Counter(_mentioned(cte.this))
        found: list[Named] = []
        for item, name in zip(items, names, strict=True):
            if name is None:
                continue
            inner = item.this if isinstance(item, exp.Alias) else item
            same = isinstance(inner, exp.Column) and inner.name.lower() == name.name.lower()
            own = sum(one == name.name.lower() for one in _mentioned(item))
            if same or mentions[name.name.lower()] <= own:
                found.append(name)
        return tuple(found)

    def _name(self, item: exp.Expr) -> Named | None:
        """The name that an item gives its column, placed at the whole item."""
        if isinstance(item, (exp.Alias, exp.Column)) and item.alias_or_name and not _is_star(item):
            return Named(item.alias_or_name, self.place(item))
        return None

    # ── stars ────────────────────────────────────────────────────────────────────────────────────────────────
    def _behind(self, select: exp.Expr, star: exp.Expr) -> tuple[str, ...]:
        """The stored tables whose columns a star hands on."""
        wanted = star.args["table"].name.lower() if isinstance(star, exp.Column) and star.args.get("table") else None
        found: dict[str, None] = {}
        for source in _sources(select):
            if wanted is None or source.alias_or_name.lower() == wanted:
                found.update(dict.fromkeys(self._tables(source)))
        return tuple(found)

    def _tables(self, source: exp.Expr) -> tuple[str, ...]:
        if isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier):
            cte = self.ctes.get(source.name.lower(), source) if not source.args.get("db") else source
            if cte is source:
                return (".".join(part.name for part in source.parts),)
            return self._open(cte.this) if cte is not None else ()
        return self._open(source) if isinstance(source, exp.Subquery) else ()

    def _open(self, query: exp.Expr) -> tuple[str, ...]:
        """The stored tables that a query hands on by stars; a CTE that reads itself adds nothing to itself."""
        known = self.opened.get(id(query))
        if known is None:
            self.opened[id(query)] = ()
            found: dict[str, None] = {}
            for arm in _arms(query):
                for star in _stars(arm):
                    found.update(dict.fromkeys(self._behind(arm, star)))
            known = self.opened[id(query)] = tuple(found)
        return known

    # ── subqueries ───────────────────────────────────────────────────────────────────────────────────────────
    def _scalars(self, select: exp.Expr) -> None:
        stack = list(select.expressions)
        while stack:
            node = stack.pop()
            if isinstance(node, exp.Query):
                if isinstance(node, exp.Subquery) and not _asks(node):
                    low, _ = self.extent.get(id(node), (-1, -1))
                    if low >= 0:
                        self.made.scalars.append(Span(*self.spans.query(low)))
                continue
            stack.extend(node.iter_expressions())

    # ── joins ────────────────────────────────────────────────────────────────────────────────────────────────
    def _sources(self, select: exp.Expr) -> None:
        sources = list(_sources(select))
        joins = [join for join in select.args.get("joins") or () if isinstance(join.this, exp.Expr)]
        names = {source.alias_or_name.lower(): at for at, source in enumerate(sources)}
        group = list(range(len(sources)))

        def root(at: int) -> int:
            while group[at] != at:
                group[at] = group[group[at]]
                at = group[at]
            return at

        def tie(one: int, other: int) -> None:
            group[root(one)] = root(other)

        loose: list[int] = []
        first = len(sources) - len(joins)
        for at, join in enumerate(joins, start=first):
            bare = not any(join.args.get(word) for word in ("on", "using", "kind", "side", "method"))
            if bare and at > 0 and _stands_alone(join.this, names):
                loose.append(at)
                continue
            tied = False
            if join.args.get("on") is not None:
                for one in _conjuncts(join.args["on"]):
                    self._equal(one)
                    ties = _ties(one, names)
                    tied = tied or bool(ties and at in ties)
                    for other in (ties or ())[1:]:
                        tie(other, ties[0] if ties else other)
            if not tied and at > 0:
                tie(at, at - 1)
        if not loose:
            return
        where = select.args.get("where")
        for one in _conjuncts(where.this) if where is not None else ():
            ties = _ties(one, names)
            if ties is None:
                return  # columns without their tables: they may tie anything
            for other in ties[1:]:
                tie(other, ties[0])
        roots = [root(at) for at in range(len(sources))]
        seen: set[int] = set()
        for at, source in enumerate(sources):
            if at in loose and roots[at] not in seen:
                self.made.loose.append(Named(source.alias_or_name or "the subquery", self.place(source)))
            seen.add(roots[at])

    def _equal(self, condition: exp.Expr) -> None:
        if isinstance(condition, exp.EQ):
            sides = []
            for side in (condition.this, condition.expression):
                columns = tuple(self.place(one).start for one in side.find_all(exp.Column))
                if not columns or side.find(exp.Query) is not None:
                    return
                sides.append(Side(self._side(*self.place(side)), columns))
            self.made.equals.append(Equal(*sides))

    def _side(self, low: int, high: int) -> Span:
        """One side of a comparison, whole: CAST and its type have no place in the tree, and parentheses none at all."""
        tokens = self.spans.tokens
        start, stop = self.spans.word(low), self.spans.word(high - 1)
        first = start
        while first > 0 and tokens[first - 1].token_type not in _BOUND:
            first -= 1
        open_: list[int] = []  # parentheses around what was read so far
        at = first
        while at < len(tokens):
            kind = tokens[at].token_type
            if at > stop and (kind in _BEHIND or (kind is TokenType.COMMA and not open_)):
                break
            if kind is TokenType.L_PAREN:
                open_.append(at)
            elif kind is TokenType.R_PAREN:
                if not open_:
                    break  # closes what stands around the comparison
                open_.pop()
            at += 1
        outer = [one for one in open_ if one < start]
        first = outer[-1] + 1 if outer else first
        return Span(tokens[first].start, max(tokens[max(at - 1, first)].end + 1, high))

    # ── set operations and INSERT ────────────────────────────────────────────────────────────────────────────
    def _union(self, node: exp.Expr) -> None:
        above = node.parent
        listed = isinstance(above, exp.CTE) and above.args["alias"].args.get("columns")
        arms = list(_arms(node))
        if listed or any(one.args.get("by_name") for one in _spine(node)):
            return
        if not any(_is_star(item) for arm in arms for item in arm.expressions):
            self.made.unions.append([[self._name(item) for item in arm.expressions] for arm in arms])

    def _insert(self) -> None:
        tree = self.tree
        if not isinstance(tree, exp.Insert) or not isinstance(tree.this, exp.Table):
            return
        args = tree.args
        if args.get("by_name") or args.get("default") or not isinstance(args.get("expression"), exp.Expr):
            return
        if not args.get("columns"):
            name = ".".join(part.name for part in tree.this.parts)
            self.made.insert = Named(name, self.place(tree.this))


_T = TokenType
_BOUND = frozenset({_T.ON, _T.AND, _T.OR, _T.EQ, _T.WHERE, _T.NOT, _T.USING})
_BEHIND = _BOUND | {_T.JOIN, _T.LEFT, _T.RIGHT, _T.FULL, _T.INNER, _T.CROSS, _T.GROUP_BY, _T.ORDER_BY, _T.LIMIT,
                    _T.HAVING, _T.QUALIFY, _T.UNION, _T.EXCEPT, _T.INTERSECT, _T.SEMICOLON, _T.WINDOW, _T.THEN,
                    _T.WHEN, _T.NATURAL, _T.ASOF, _T.SEMI, _T.ANTI, _T.LATERAL, _T.OUTER}  # fmt: skip


# ── trees ────────────────────────────────────────────────────────────────────────────────────────────────────────
def _bare(query: exp.Expr | None) -> exp.Expr | None:
    while isinstance(query, (exp.Subquery, exp.Paren)):
        query = query.this
    return query


def _inside(node: exp.Expr) -> bool:
    """Whether a set operation is an arm of another one, in parentheses or not: then it is judged there."""
    above = node.parent
    while isinstance(above, (exp.Subquery, exp.Paren)):
        above = above.parent
    return isinstance(above, exp.SetOperation)


def _spine(query: exp.Expr | None) -> Iterator[exp.Expr]:
    stack = [_bare(query)]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.SetOperation):
            yield node
            stack += [_bare(node.args.get("expression")), _bare(node.this)]


def _arms(query: exp.Expr | None) -> Iterator[exp.Expr]:
    """The SELECTs that a query puts together, left to right."""
    stack = [_bare(query)]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.SetOperation):
            stack += [_bare(node.args.get("expression")), _bare(node.this)]
        elif isinstance(node, exp.Select):
            yield node


def _sources(select: exp.Expr) -> Iterator[exp.Expr]:
    from_ = select.args.get("from_")
    if from_ is not None and isinstance(from_.this, exp.Expr):
        yield from_.this
    for join in select.args.get("joins") or ():
        if isinstance(join.this, exp.Expr):
            yield join.this


def _is_star(item: exp.Expr) -> bool:
    return isinstance(item, exp.Star) or (isinstance(item, exp.Column) and isinstance(item.this, exp.Star))


def _stars(select: exp.Expr) -> Iterator[exp.Expr]:
    return (item for item in select.expressions if _is_star(item))


def _asks(node: exp.Expr) -> bool:
    """`x IN (SELECT …)`, `EXISTS (…)`, `= ANY (…)`: the subquery is asked and gives no value of its own."""
    above = node.parent
    return isinstance(above, (exp.In, exp.Exists, exp.Any, exp.All)) and above.this is not node


def _plain(select: exp.Expr) -> bool:
    """Whether a column that nobody reads decides nothing here: no DISTINCT, no place in GROUP BY or ORDER BY."""
    if select.args.get("distinct") or len(select.expressions) < 2:
        return False
    group = select.args.get("group")
    if group is not None and (group.args.get("all") or any(isinstance(key, exp.Literal) for key in group.expressions)):
        return False
    order = select.args.get("order")
    return order is None or not any(isinstance(key.this, exp.Literal) for key in order.expressions)


def _only_union_all(query: exp.Expr | None) -> bool:
    return all(isinstance(one, exp.Union) and not one.args.get("distinct") for one in _spine(query))


def _mentioned(node: exp.Expr) -> Iterator[str]:
    return (one.name.lower() for one in node.find_all(exp.Column) if not one.args.get("table"))


def _conjuncts(condition: exp.Expr) -> Iterator[exp.Expr]:
    stack = [condition]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.Paren):
            stack.append(node.this)
        elif isinstance(node, exp.And):
            stack += [node.expression, node.this]
        else:
            yield node


def _ties(condition: exp.Expr, names: dict[str, int]) -> list[int] | None:
    """Which sources a condition is about; None where it has columns that do not say whose they are."""
    columns = list(condition.find_all(exp.Column))
    if len(columns) < 2:
        return []
    if any(not column.args.get("table") for column in columns):
        return None
    found = {
        names[column.args["table"].name.lower()] for column in columns if column.args["table"].name.lower() in names
    }
    return sorted(found)


def _stands_alone(source: exp.Expr, names: dict[str, int]) -> bool:
    """A table or subquery; what is unnested or called may read what stands to its left."""
    if isinstance(source, exp.Subquery):
        return True
    if not isinstance(source, exp.Table) or not isinstance(source.this, exp.Identifier):
        return False
    leading = source.parts[0].name.lower()
    return len(source.parts) == 1 or leading not in names
