"""Queries inside an expression in Spark's output names: they list the columns around them that they read.

    (SELECT max(b) FROM u WHERE u.k = t.k)      →      scalarsubquery(k)

Columns come in the order of the plan: the select list, the conditions, what is read from; one that is read twice
stands twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlglot import exp

from headwater.bind.names.frame import Frame
from headwater.dialects.spark.column_names import without_table
from headwater.sql.tree import start_of

_CLAUSES = ("having", "where")


@dataclass
class _Sources:
    """The names that a query has of its own."""

    tables: set[str] = field(default_factory=set)
    columns: set[str] = field(default_factory=set)
    open: bool = False


def queries(item: exp.Expr) -> list[tuple[int, exp.Query]]:
    """The queries of an item that are in no other query, each with its first offset."""
    found = item.find_all(exp.Query)
    return [
        (start, query)
        for query in found
        if not isinstance(query, exp.Subquery) and _outermost(query, item) and (start := start_of(query)) >= 0
    ]


def _outermost(query: exp.Expr, item: exp.Expr) -> bool:
    node = query.parent if query is not item else None
    while node is not None and node is not item:
        if isinstance(node, exp.Query) and not isinstance(node, exp.Subquery):
            return False
        node = node.parent
    return not (isinstance(item, exp.Query) and not isinstance(item, exp.Subquery) and query is not item)


def outer_columns(frame: Frame, query: exp.Expr, ctes: dict[str, exp.Expr] | None = None) -> Iterator[str]:
    """The names of the columns of the frame that a query reads."""
    ctes = dict(ctes or {})
    with_ = query.args.get("with_")
    for cte in with_.expressions if with_ is not None else ():
        ctes[frame.ctx.folded(cte.alias)] = cte
    while isinstance(query, exp.Subquery):
        query = query.this
    if isinstance(query, exp.SetOperation):
        for side in (query.this, query.expression):
            yield from outer_columns(frame, side, ctes)
        return
    if not isinstance(query, exp.Select):
        return
    joins = query.args.get("joins") or []
    from_ = query.args.get("from_")
    relations = [*([from_.this] if from_ is not None else []), *(join.this for join in joins)]
    sources = _Sources()
    for relation in relations:
        _add(frame, sources, relation, ctes)
    clauses = [query.args[name].this for name in _CLAUSES if query.args.get(name) is not None]
    conditions = [join.args["on"] for join in joins if join.args.get("on") is not None]
    for node in (*query.expressions, *clauses, *conditions):
        yield from _read(frame, sources, node)
    for relation in relations:
        if isinstance(relation, exp.Subquery):
            yield from outer_columns(frame, relation, ctes)
        elif isinstance(relation, exp.Table) and not relation.args.get("db"):
            cte = ctes.pop(frame.ctx.folded(relation.name), None)  # what it reads outside is read once
            if cte is not None:
                yield from outer_columns(frame, cte.this, ctes)


def _read(frame: Frame, sources: _Sources, node: exp.Expr) -> Iterator[str]:
    """The columns of the frame in an expression, queries in it left out."""
    fold = frame.ctx.folded
    for part in node.walk(bfs=False, prune=lambda below: isinstance(below, exp.Query)):
        if not isinstance(part, exp.Column) or isinstance(part.this, exp.Star):
            continue
        names = [name.name for name in part.parts]
        if len(names) > 1:
            if fold(names[0]) in sources.tables or fold(names[0]) in sources.columns:
                continue
            rest = without_table(frame, names)
            if len(rest) == 1:
                yield rest[0]
        elif not sources.open and fold(names[0]) not in sources.columns and _is_outer(frame, fold(names[0])):
            yield names[0]


def _is_outer(frame: Frame, key: str) -> bool:
    return any(key in entry.index for entry in frame.tables.entries)


def _add(frame: Frame, sources: _Sources, relation: exp.Expr, ctes: dict[str, exp.Expr]) -> None:
    """The names that a relation of FROM brings."""
    ctx = frame.ctx
    alias = relation.args.get("alias")
    labels = [column.name for column in alias.args.get("columns") or ()] if alias is not None else []
    sources.tables.add(ctx.folded(relation.alias_or_name))
    known = labels or _columns(frame, relation, ctes)
    if known is None:
        sources.open = True
    else:
        sources.columns |= set(map(ctx.folded, known))


def _columns(frame: Frame, relation: exp.Expr, ctes: dict[str, exp.Expr]) -> list[str] | None:
    """The columns of a relation; None where they are not known."""
    if isinstance(relation, exp.Table):
        if isinstance(relation.this, exp.Anonymous):
            generated = frame.ctx.dialect.calls.table_functions.get(relation.this.name.lower())
            return list(generated) if generated is not None else None
        cte = ctes.get(frame.ctx.folded(relation.name)) if not relation.args.get("db") else None
        if cte is not None:
            labels = [column.name for column in cte.args["alias"].args.get("columns") or ()]
            return labels or _outputs(frame, cte.this, ctes)
        outer = frame.ctes.find(frame.ctx.folded(relation.name)) if not relation.args.get("db") else None
        if outer is not None:
            return outer.names or ([output.name for output in outer.query.outputs] if outer.query else None)
        table = frame.ctx.lookup(frame.ctx.table_parts(relation))[1]
        return [column.name for column in table.columns] if table is not None and table.columns is not None else None
    return _outputs(frame, relation.this, ctes) if isinstance(relation, exp.Subquery) else None


def _outputs(frame: Frame, query: exp.Expr, ctes: dict[str, exp.Expr]) -> list[str] | None:
    """The names of a query's columns; None where a star hides one that nobody knows."""
    while isinstance(query, (exp.Subquery, exp.SetOperation)):
        query = query.this
    if not isinstance(query, exp.Select):
        return None
    names: list[str] = []
    for item in query.expressions:
        if item.is_star:
            from_ = query.args.get("from_")
            relations = [from_.this] if from_ is not None else []
            for relation in [*relations, *(join.this for join in query.args.get("joins") or ())]:
                columns = _columns(frame, relation, ctes)
                if columns is None:
                    return None
                names += columns
        else:
            names.append(item.alias_or_name)
    return names
