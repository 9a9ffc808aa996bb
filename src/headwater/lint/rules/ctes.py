"""CTEs and columns of CTEs that nothing comes of. The algebra says who reads what; the outline, what is there."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.lint.rule import Hit, View
from headwater.rel.operators import Loop, Ref


def _read(view: View) -> dict[str, set[str]]:
    """The CTEs that the result stands on, each with the columns that are read of it."""
    fold = view.dialect.identifiers.fold_tables.apply
    known: dict[str, set[str]] = {}
    for rel in view.relations:
        if isinstance(rel, (Ref, Loop)) and rel.dataset.kind == "cte":
            names = known.setdefault(fold(rel.dataset.name), set()) if isinstance(rel, Ref) else None
            if names is None:
                names = known.get(fold(rel.dataset.name))
            if names is not None:
                names.update(view.fold(born.col.name) for born in rel.born)
    return known


def unused(view: View) -> Iterator[Hit]:
    """A CTE that the result does not stand on, not even by way of other CTEs."""
    if not view.bound or not view.outline.ctes:
        return
    read = _read(view)
    for cte in view.outline.ctes:
        if view.dialect.identifiers.fold_tables.apply(cte.name) not in read:
            yield Hit(cte.span, (cte.name,))


def unused_column(view: View) -> Iterator[Hit]:
    """A column of a used CTE that nobody reads. Where none is read, the rows are what is wanted."""
    if not view.bound or not view.outline.ctes:
        return
    read = _read(view)
    fold = view.dialect.identifiers.fold_tables.apply
    names = [fold(cte.name) for cte in view.outline.ctes]
    for cte, name in zip(view.outline.ctes, names, strict=True):
        columns = read.get(name)
        if not columns or "*" in columns or names.count(name) > 1:
            continue
        if not columns & {view.fold(column.name) for column in cte.columns}:
            continue  # read under other names: FROM x AS y(a, b)
        # SELECT 1 AS k, sum(a) AS s FROM t: without the last aggregate there would be a row for each of t
        has_aggregate = any(column.whole and view.fold(column.name) in columns for column in cte.columns)
        for column in cte.columns:
            if view.fold(column.name) not in columns and (has_aggregate or not column.whole):
                yield Hit(column.span, (column.name, cte.name))
