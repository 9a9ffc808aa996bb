"""Questions about the parser's trees that the outline of a statement asks: arms, sources, stars, conditions.

Functions over nodes; none keeps anything, and each walks no more than what it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

from headwater.sql.placeholders import MATCHER, STAR
from headwater.sql.tree import exp

Kinds = Callable[[str], str]
"""What the dialect's table of functions says of a name: agg, table, …; nothing where it is silent."""


def roots(statement: object) -> Iterator[exp.Expr]:
    """The parser's trees inside a statement that our own reader made."""
    stack = [statement]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.Expr):
            yield node
        elif isinstance(node, (list, tuple)):
            stack.extend(reversed(node))
        elif is_dataclass(node):
            stack.extend(getattr(node, field.name) for field in reversed(fields(node)))


def bare(query: exp.Expr | None) -> exp.Expr | None:
    """A query without the parentheses around it."""
    while isinstance(query, (exp.Subquery, exp.Paren)):
        query = query.this
    return query


def above(node: exp.Expr) -> exp.Expr | None:
    """What stands around a node and its parentheses."""
    parent = node.parent
    while isinstance(parent, (exp.Subquery, exp.Paren)) and not parent.args.get("alias"):
        parent = parent.parent
    return parent


def spine(query: exp.Expr | None) -> Iterator[exp.Expr]:
    """The set operations that a query is made of."""
    stack = [bare(query)]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.SetOperation):
            yield node
            stack += [bare(node.args.get("expression")), bare(node.this)]


def arms(query: exp.Expr | None) -> Iterator[exp.Expr]:
    """The SELECTs that a query puts together, left to right."""
    stack = [bare(query)]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.SetOperation):
            stack += [bare(node.args.get("expression")), bare(node.this)]
        elif isinstance(node, exp.Select):
            yield node


def sources(select: exp.Expr) -> Iterator[exp.Expr]:
    """What a SELECT reads, in the order of the text."""
    from_ = select.args.get("from_")
    if from_ is not None and isinstance(from_.this, exp.Expr):
        yield from_.this
    for join in select.args.get("joins") or ():
        if isinstance(join.this, exp.Expr):
            yield join.this


def is_star(item: exp.Expr) -> bool:
    """`*`, `t.*`, and ClickHouse's star with something behind it."""
    return plain_star(item) or placeholder_star(item) is not None


def plain_star(item: exp.Expr) -> bool:
    """`*` and `t.*`."""
    return isinstance(item, exp.Star) or (isinstance(item, exp.Column) and isinstance(item.this, exp.Star))


def placeholder_star(item: exp.Expr) -> exp.Expr | None:
    """The star of a placeholder call for `* EXCEPT (a)`; None for COLUMNS('…')."""
    if isinstance(item, exp.Anonymous) and item.name == MATCHER and item.expressions:
        first: exp.Expr = item.expressions[0]
        if isinstance(first, exp.Column) and first.name == STAR:
            return first
    return None


def stars(select: exp.Expr) -> Iterator[exp.Expr]:
    """The stars among the items of a SELECT."""
    return (item for item in select.expressions if is_star(item))


def qualifier(star: exp.Expr) -> str | None:
    """The table that a star names, in small letters."""
    column = placeholder_star(star) or star
    table = column.args.get("table") if isinstance(column, exp.Column) else None
    return table.name.lower() if table is not None else None


def asks(node: exp.Expr) -> bool:
    """`x IN (SELECT …)`, `EXISTS (…)`, `= ANY (…)`: the subquery is asked and gives no value of its own."""
    over = node.parent
    if isinstance(over, exp.In):
        return over.args.get("query") is node
    return isinstance(over, (exp.Exists, exp.Any, exp.All, exp.Array))


def columns_decide(select: exp.Expr) -> bool:
    """Whether a column that nobody reads decides something here: DISTINCT, a place in GROUP BY or ORDER BY."""
    if select.args.get("distinct") or len(select.expressions) < 2:
        return True
    group = select.args.get("group")
    if group is not None and (group.args.get("all") or any(isinstance(key, exp.Literal) for key in group.expressions)):
        return True
    order = select.args.get("order")
    return order is not None and any(isinstance(key.this, exp.Literal) for key in order.expressions)


def only_union_all(query: exp.Expr | None) -> bool:
    """Whether every arm's rows are kept as they are."""
    return all(isinstance(operation, exp.Union) and not operation.args.get("distinct") for operation in spine(query))


def mentioned(node: exp.Expr) -> Iterator[str]:
    """Columns that stand without a table, in small letters."""
    return (column.name.lower() for column in node.find_all(exp.Column) if not column.args.get("table"))


def called(item: exp.Expr, kinds: Kinds) -> set[str]:
    """What the calls of an item are: agg (outside of windows), table. Subqueries are another matter."""
    names: set[str] = set()
    stack = [item]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.Query):
            continue
        if isinstance(node, exp.Window):
            stack.extend(node.this.iter_expressions())
            continue
        if isinstance(node, exp.AggFunc):
            names.add("agg")
        elif isinstance(node, (exp.UDTF, exp.Explode, exp.Inline)):
            names.add("table")
        elif isinstance(node, exp.Func):
            names.add(kinds(node.name if isinstance(node, exp.Anonymous) else node.sql_name()))
        stack.extend(node.iter_expressions())
    return names


def one_row(query: exp.Expr | None, kinds: Kinds) -> bool:
    """Whether a query has one row at most: nothing is read, everything is aggregated, or LIMIT 1."""
    query = bare(query)
    if not isinstance(query, exp.Query):
        return False
    limit = query.args.get("limit")
    if isinstance(limit, exp.Limit) and isinstance(limit.expression, exp.Literal) and limit.expression.name == "1":
        return True
    if not isinstance(query, exp.Select):
        return False
    kind = {name for item in query.expressions for name in called(item, kinds)}
    if "table" in kind or query.args.get("laterals"):
        return False
    if query.args.get("from_") is None:
        return True
    return "agg" in kind and not query.args.get("group")


def conjuncts(condition: exp.Expr) -> Iterator[exp.Expr]:
    """The parts of a condition that must all hold."""
    stack = [condition]
    while stack:
        node = stack.pop()
        if isinstance(node, exp.Paren):
            stack.append(node.this)
        elif isinstance(node, exp.And):
            stack += [node.expression, node.this]
        else:
            yield node
