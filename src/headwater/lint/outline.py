"""The outline of a statement: what is written, where it cannot be seen in the algebra any more.

A plan does not know whether a join was written with a comma or an INSERT without its columns. This is one pass over
the parser's trees that notes such things as plain data with their places, for those who judge how SQL is written.
Linear in the tree; never raises for a tree of the parser's own making. To add to it: a field in `Outline`, filled
by `_Pass`; joins are noted in `outline_joins`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from headwater.base.spans import Span
from headwater.lint import outline_trees as trees
from headwater.lint.outline_joins import Equal, Joins, Loose, Side
from headwater.sql.parse import Parsed
from headwater.sql.placeholders import MARK
from headwater.sql.spans import Spans
from headwater.sql.statements import CreateRelation, Insert
from headwater.sql.tokens import Token
from headwater.sql.tree import exp

__all__ = ["CteOutline", "Equal", "Into", "Loose", "Named", "Outline", "Side", "Star", "Union", "outline"]


class Named(NamedTuple):
    """A name and where it stands."""

    name: str
    span: Span


class CteColumn(NamedTuple):
    """A column of a CTE and its place; `whole` where it is an aggregate of all rows."""

    name: str
    span: Span
    whole: bool = False


class CteOutline(NamedTuple):
    """A CTE: its name, and those of its columns that could be taken away without changing its rows."""

    name: str
    span: Span
    columns: tuple[CteColumn, ...]


class Star(NamedTuple):
    """A star that passes on the columns of stored tables, whatever they are.

    `alone`: it is the only select item, over one source, so that names could replace it.
    """

    span: Span
    tables: tuple[str, ...]
    alone: bool = False


class Into(NamedTuple):
    """The target of an INSERT that names no columns. `behind` is where they would be named; -1 where they cannot."""

    name: str
    span: Span
    behind: int = -1


class Union(NamedTuple):
    """The names in each arm of a set operation, None where there is none.

    `listed`: a list of columns around it gives the names that count.
    """

    arms: list[list[Named | None]]
    listed: bool


@dataclass(slots=True)
class Outline:
    """What is written; spans are offsets into the whole text.

    `stars` are those of the final SELECT that open stored tables, `scalars` subqueries in SELECT columns, `members` the
    IN (SELECT …) outside of WHERE and HAVING, `loose` sources that a comma or a bare JOIN puts beside the others and no
    condition ties to them, `inserts` the targets of INSERTs that name no columns, `unions` set operations whose names
    matter, `equals` the keys of joins.
    """

    first: Named
    stars: list[Star] = field(default_factory=list)
    scalars: list[Span] = field(default_factory=list)
    members: list[Span] = field(default_factory=list)
    ctes: list[CteOutline] = field(default_factory=list)
    loose: list[Loose] = field(default_factory=list)
    inserts: list[Into] = field(default_factory=list)
    unions: list[Union] = field(default_factory=list)
    equals: list[Equal] = field(default_factory=list)


def outline(parsed: Parsed, kinds: trees.Kinds = lambda name: "") -> Outline:
    """The outline of a statement; of one without a tree, its first token alone. `kinds` knows the functions."""
    tokens = parsed.tokens
    first = next((token for token in tokens if token.text != "("), None)
    start = first.start if first is not None else parsed.span.start
    end = first.end + 1 if first is not None else parsed.span.end
    result = Outline(Named(first.text.upper() if first is not None else "", Span(start, end)))
    roots = [parsed.tree] if parsed.tree is not None else list(trees.roots(parsed.statement))
    if roots:
        _Pass(roots, parsed.statement, tokens, result, kinds).run()
    return result


class _Pass:
    def __init__(
        self, roots: list[exp.Expr], statement: object, tokens: Sequence[Token], result: Outline, kinds: trees.Kinds
    ) -> None:
        self.roots = roots
        self.statement = statement
        self.result = result
        self.kinds = kinds
        self.spans = Spans(tokens)
        self.nodes: list[exp.Expr] = [node for root in roots for node in root.walk()]
        self.extent = self._extents()
        self.ctes: dict[str, exp.Expr | None] = {}  # None: a name that several have
        self.opened: dict[int, tuple[str, ...]] = {}

    def _extents(self) -> dict[int, tuple[int, int]]:
        """The hull of the tokens of every node, children before their parents."""
        known: dict[int, tuple[int, int]] = {}
        tops = set(map(id, self.roots))
        for node in reversed(self.nodes):
            low, high = known.get(id(node), (-1, -1))
            meta = node._meta
            if meta and "start" in meta:
                low = meta["start"] if low < 0 else min(low, meta["start"])
                high = max(high, meta["end"] + 1)
            if low < 0:
                continue
            known[id(node)] = (low, high)
            if node.parent is not None and id(node) not in tops:
                index = id(node.parent)
                outer = known.get(index)
                known[index] = (low, high) if outer is None else (min(low, outer[0]), max(high, outer[1]))
        return known

    def span(self, node: exp.Expr) -> Span:
        """Where a node stands; a subquery with its parentheses."""
        low, high = self.extent.get(id(node), self.result.first.span)
        if isinstance(node, exp.Subquery):
            around = self._around(node, low)
            return Span(around.start, max(around.end, high))
        return Span(low, high)

    def _around(self, node: exp.Expr, low: int) -> Span:
        """The parentheses of a subquery; those that begin with the same name stand inside one another."""
        inner = node.this.find(exp.Subquery) if isinstance(node.this, exp.Expr) else None
        if inner is not None and self.extent.get(id(inner), (-1, -1))[0] == low:
            start = self._around(inner, low).start
            index = self.spans.word(start) - 1
            if index >= 0 and self.spans.tokens[index].text == "(":
                return Span(*self.spans.between(index))  # ((SELECT 1))
            if index >= 0:
                return Span(*self.spans.query(self.spans.tokens[index].start))
        return Span(*self.spans.query(low))

    def item(self, node: exp.Expr) -> Span:
        """A select item, whole: CASE and brackets have no place in the tree."""
        low, high = self.span(node)
        return Span(min(self.spans.item(low)[0], low), high)

    # ── the pass ─────────────────────────────────────────────────────────────────────────────────────────────────
    def run(self) -> None:
        self._with()
        sources = (node for node in self.nodes if isinstance(node, (exp.Table, exp.Subquery)))
        names = {node.alias_or_name.lower() for node in sources}
        joins = Joins(self.spans, self.span, self.kinds, names, self.ctes)
        for node in self.nodes:
            if isinstance(node, exp.Select):
                self._scalars(node)
                joins.read(node)
            elif isinstance(node, exp.In):
                self._member(node)
            elif isinstance(node, exp.SetOperation) and not isinstance(trees.above(node), exp.SetOperation):
                self._union(node)
        self._inserts()
        for query, source in self._final():
            arms = list(trees.arms(query))
            for arm in arms:
                for item in trees.stars(arm):
                    tables = self._behind(arm, item, source)
                    if tables:
                        self._star(arm, item, tables, len(arms) == 1)
        result = self.result
        result.loose, result.equals = joins.loose, joins.equals
        result.stars.sort()
        result.scalars.sort()
        result.members.sort()
        result.loose.sort(key=lambda source: source.span)

    def _final(self) -> Iterator[tuple[exp.Expr | None, exp.Expr | None]]:
        """The queries whose columns are the statement's, and what they read where that stands outside of them."""
        if isinstance(self.statement, (Insert, CreateRelation)):
            yield self.statement.query, None
        elif self.statement is None:
            tree = self.roots[0]
            if isinstance(tree, exp.MultitableInserts):
                for expression in tree.expressions:
                    yield expression.args.get("expression"), tree.args.get("source")
            elif isinstance(tree, (exp.Insert, exp.Create)):
                yield tree.args.get("expression"), None
            else:
                yield (tree.this if isinstance(tree, exp.Copy) else tree), None

    # ── WITH ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def _with(self) -> None:
        matches = [node for node in self.nodes if isinstance(node, exp.CTE) and not node.args.get("scalar")]
        matches = [node for node in matches if isinstance(node.this, exp.Query) and node.args.get("alias") is not None]
        matches = [node for node in matches if not node.alias.startswith(MARK)]  # a step of a pipe
        matches.sort(key=lambda node: self.span(node.args["alias"]))
        for node in matches:
            key = node.alias.lower()
            self.ctes[key] = None if key in self.ctes else node
            self.result.ctes.append(CteOutline(node.alias, self.span(node.args["alias"].this), self._removable(node)))

    def _removable(self, cte: exp.Expr) -> tuple[CteColumn, ...]:
        arms = list(trees.arms(cte.this))
        body = trees.bare(cte.this)
        if not arms or any(map(trees.columns_decide, arms)) or not trees.only_union_all(body):
            return ()
        items = arms[0].expressions
        if any(trees.is_star(item) for arm in arms for item in arm.expressions):
            return ()
        names: list[Named | None] = [self._name(item) for item in items]
        columns = cte.args["alias"].args.get("columns") or ()
        for index, column in enumerate(columns):
            if index < len(names):
                names[index] = Named(column.name, self.span(column))
        mentions = Counter(trees.mentioned(cte.this))
        cte_columns: list[CteColumn] = []
        for index, (item, name) in enumerate(zip(items, names, strict=True)):
            if name is None:
                continue
            kinds = [trees.called(arm.expressions[index], self.kinds) for arm in arms if index < len(arm.expressions)]
            if any("table" in kind for kind in kinds):
                continue  # unnest(list): a row for each element
            inner = item.this if isinstance(item, exp.Alias) else item
            same = isinstance(inner, exp.Column) and inner.name.lower() == name.name.lower()
            own = sum(mention == name.name.lower() for mention in trees.mentioned(item))
            if same or mentions[name.name.lower()] <= own:
                whole = any("agg" in kind and not arm.args.get("group") for kind, arm in zip(kinds, arms, strict=False))
                cte_columns.append(CteColumn(*name, whole))
        return tuple(cte_columns)

    def _name(self, item: exp.Expr) -> Named | None:
        """The name that an item gives its column, placed at the whole item."""
        if isinstance(item, (exp.Alias, exp.Column)) and item.alias_or_name and not trees.is_star(item):
            return Named(item.alias_or_name, self.item(item))
        return None

    # ── stars ────────────────────────────────────────────────────────────────────────────────────────────────────
    def _star(self, arm: exp.Expr, item: exp.Expr, tables: tuple[str, ...], only: bool) -> None:
        start, end = self.span(item)
        token = self.spans.tokens[self.spans.word(start)]  # FROM t: the star is the token FROM
        plain = (trees.plain_star(expression) and not _changed(expression) for expression in arm.expressions)
        single_source = sum(1 for _ in trees.sources(arm)) == 1 and not arm.args.get("laterals")
        single_source = single_source and token.text.upper() not in ("FROM", "TABLE")
        span = Span(start, self._closed(start, max(end, token.end + 1)))
        self.result.stars.append(
            Star(span, tables, only and single_source and all(plain) and len(arm.expressions) == 1)
        )

    def _closed(self, start: int, end: int) -> int:
        """The end of a place with the parentheses that were opened in it: of * EXCEPT (a) the last has none."""
        first, index = self.spans.word(start), self.spans.word(end - 1) + 1
        texts = [token.text for token in self.spans.tokens[first:index]]
        depth = texts.count("(") - texts.count(")")
        while depth > 0 and index < len(self.spans.tokens) and self.spans.tokens[index].text == ")":
            end, index, depth = self.spans.tokens[index].end + 1, index + 1, depth - 1
        return end

    def _behind(self, select: exp.Expr, star: exp.Expr, outside: exp.Expr | None = None) -> tuple[str, ...]:
        """The stored tables whose columns a star hands on."""
        table_name = trees.qualifier(star)
        known: dict[str, None] = {}
        for source in (*trees.sources(select), *((outside,) if outside is not None else ())):
            if table_name is None or source.alias_or_name.lower() == table_name:
                known.update(dict.fromkeys(self._tables(source)))
        return tuple(known)

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
            columns: dict[str, None] = {}
            for arm in trees.arms(query):
                for star in trees.stars(arm):
                    columns.update(dict.fromkeys(self._behind(arm, star)))
            known = self.opened[id(query)] = tuple(columns)
        return known

    # ── subqueries ───────────────────────────────────────────────────────────────────────────────────────────────
    def _member(self, node: exp.Expr) -> None:
        query = node.args.get("query")
        if query is None:
            return
        clause: exp.Expr | None = node
        while clause is not None and not isinstance(clause.parent, exp.Select):
            clause = clause.parent
        if not isinstance(clause, (exp.Where, exp.Having)):
            self.result.members.append(self.span(query))

    def _scalars(self, select: exp.Expr) -> None:
        stack = list(select.expressions)
        while stack:
            node = stack.pop()
            if isinstance(node, exp.Query):
                if isinstance(node, exp.Subquery) and not trees.asks(node) and id(node) in self.extent:
                    self.result.scalars.append(self._around(node, self.extent[id(node)][0]))
                continue
            stack.extend(node.iter_expressions())

    # ── set operations and INSERT ────────────────────────────────────────────────────────────────────────────────
    def _union(self, node: exp.Expr) -> None:
        above = trees.above(node)
        if isinstance(above, (exp.In, exp.Exists, exp.Any, exp.All)):
            return  # nobody sees the names
        arms = list(trees.arms(node))
        named = isinstance(above, exp.CTE) and self._listed(above)
        if named or any(operation.args.get("by_name") for operation in trees.spine(node)):
            return
        if not any(trees.is_star(item) for arm in arms for item in arm.expressions):
            names = [[self._name(item) for item in arm.expressions] for arm in arms]
            self.result.unions.append(Union(names, self._listed(above)))

    def _listed(self, above: exp.Expr | None) -> bool:
        """(…) AS q(a, b), CREATE VIEW v (a, b) AS, INSERT INTO t (a, b), WITH q(a, b) AS."""
        if above is None:
            statement = self.statement
            return isinstance(statement, (Insert, CreateRelation)) and bool(statement.columns)
        if isinstance(above, exp.Insert):
            return bool(above.args.get("columns")) or isinstance(above.this, exp.Schema)
        if isinstance(above, exp.Create):
            return isinstance(above.this, exp.Schema)
        alias = above.args.get("alias")
        return isinstance(alias, exp.TableAlias) and bool(alias.args.get("columns"))

    def _inserts(self) -> None:
        statement = self.statement
        if isinstance(statement, Insert):
            # FORMAT JSONEachRow goes by name; of VALUES the width is known
            positional = statement.query is not None or statement.width
            if statement.target is not None and not statement.columns and positional:
                self._into(statement.target, self.span(statement.target).end)
            return
        for node in self.nodes:
            if not isinstance(node, exp.Insert):
                continue
            args = node.args
            if isinstance(node.parent, exp.When):
                values = args.get("expression") or args.get(
                    "this"
                )  # of INSERT VALUES (…), BigQuery's parser makes a call
                if isinstance(values, exp.Tuple) and (args.get("this") is None or _is_call(values)):
                    self._branch(values)
                continue
            if args.get("by_name") or args.get("default") or not isinstance(args.get("expression"), exp.Expr):
                continue
            if isinstance(node.this, exp.Table) and not args.get("columns"):
                bare = not (args.get("partition") or node.this.args.get("partition") or node.this.args.get("alias"))
                self._into(node.this, self.span(node.this).end if bare else -1)

    def _branch(self, values: exp.Expr) -> None:
        """MERGE … THEN INSERT VALUES (…): the token INSERT stands for the target."""
        target = self.roots[0].this
        index = self.spans.word(self.span(values).start)
        while index > 0 and self.spans.tokens[index].text.upper() != "INSERT":
            index -= 1
        token = self.spans.tokens[index]
        if isinstance(target, exp.Table):
            name = ".".join(part.name for part in target.parts)
            self.result.inserts.append(Into(name, Span(token.start, token.end + 1)))

    def _into(self, target: exp.Table, behind: int) -> None:
        name = ".".join(part.name for part in target.parts)
        self.result.inserts.append(Into(name, self.span(target), behind))


def _is_call(values: exp.Expr) -> bool:
    return len(values.expressions) == 1 and values.expressions[0].name.upper() == "VALUES"


def _changed(star: exp.Expr) -> bool:
    """* EXCLUDE (a), * REPLACE (b AS a)."""
    column = star.this if isinstance(star, exp.Column) else star
    return any(column.args.get(argument) for argument in ("except_", "replace", "rename", "except"))
