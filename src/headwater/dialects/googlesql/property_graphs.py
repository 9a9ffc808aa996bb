"""CREATE PROPERTY GRAPH: a view over its element tables, whose columns are the properties.

    CREATE PROPERTY GRAPH g NODE TABLES (person PROPERTIES (id, name AS n), account)
    CREATE VIEW g AS SELECT id, name AS n FROM person UNION ALL BY NAME SELECT * FROM account

Keys, references and labels say which rows belong together; no value comes from them.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from headwater.sql.cursor import Cursor, identifier
from headwater.sql.reader import if_not_exists
from headwater.sql.statements import CreateView, NoData


def create(cursor: Cursor, table: Callable[[Cursor], exp.Table]) -> CreateView | NoData:
    """[IF NOT EXISTS] g NODE TABLES (…) EDGE TABLES (…)."""
    absent = if_not_exists(cursor)
    target = table(cursor)
    query: exp.Query | None = None
    while not cursor.done:
        if not cursor.accept("NODE", "TABLES") and not cursor.accept("EDGE", "TABLES"):
            cursor.skip()  # OPTIONS (…)
            continue
        for first, last in cursor.listed():
            element = _element(cursor.slice(first, last), table)
            if query is None or not element.expressions:
                query = query or (element if element.expressions else None)
            else:
                query = exp.Union(this=query, expression=element, distinct=False, by_name=True)
    if query is None:
        return NoData("CREATE_PROPERTY_GRAPH", "CREATE PROPERTY GRAPH without properties")
    return CreateView("CREATE_PROPERTY_GRAPH", target, None, query, if_not_exists=absent)


def _element(cursor: Cursor, table: Callable[[Cursor], exp.Table]) -> exp.Select:
    """person AS p KEY (id) LABEL l PROPERTIES (id, name AS n): what it shows of its table."""
    source = table(cursor)
    properties: list[exp.Expr] = []
    listed = False
    while not cursor.done:
        none = cursor.accept("NO", "PROPERTIES")
        if not none and not cursor.accept("PROPERTIES"):
            if cursor.accept("DYNAMIC"):
                cursor.advance()
                properties += [exp.Column(this=identifier(cursor.tokens[first])) for first, _ in cursor.listed()]
            else:
                cursor.skip()  # AS p, KEY (…), SOURCE KEY (…) REFERENCES n (…), LABEL l
            continue
        listed = True
        if none:
            continue
        cursor.accept("ARE")
        if cursor.sees_parenthesis():
            properties += cursor.expressions(*cursor.parentheses())
        elif cursor.accept("ALL", "COLUMNS"):
            star = exp.Star()
            if cursor.accept("EXCEPT"):
                star.set("except_", [identifier(cursor.tokens[first]) for first, _ in cursor.listed()])
            properties.append(star)
    if not listed:
        properties.insert(0, exp.Star())
    shown: dict[str, exp.Expr] = {}
    for item in properties:  # two labels may show one property
        shown.setdefault("*" if isinstance(item, exp.Star) else item.alias_or_name.lower(), item)
    items = [shown["*"]] if "*" in shown and not shown["*"].args.get("except_") else list(shown.values())
    computed = [item for item in shown.values() if isinstance(item, exp.Alias)]
    items += [item for item in computed if item not in items]
    return exp.Select(expressions=items).from_(source, copy=False)
