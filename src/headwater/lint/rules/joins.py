"""Joins that nothing ties together, and joins whose two keys were made in different ways."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.base.level import INFERRED
from headwater.base.span import Span
from headwater.lineage import closure
from headwater.lineage.explain import Explainer
from headwater.lint.rule import Hit, View
from headwater.rel.col import Col
from headwater.rel.kind import Kind
from headwater.rel.nodes import Filter, Join
from headwater.syntax.outline import Side

_KEPT = frozenset({Kind.DIRECT, Kind.DERIVED})


def implicit_cross(view: View) -> Iterator[Hit]:
    """FROM a, b and nothing between them."""
    for one in view.outline.loose:
        yield Hit(one.span, (one.name,))


def different_keys(view: View) -> Iterator[Hit]:
    """ON a.k = b.k where one k is a column as stored and the other lower(k), or md5 of something else."""
    equals = view.outline.equals
    if not equals or not view.bound:
        return
    reads: dict[int, list[Col]] = {}
    for rel in view.relations:
        if isinstance(rel, Join) or (isinstance(rel, Filter) and rel.clause == "ON"):
            for read in rel.reads:
                reads.setdefault(read.start, []).append(read.col)
    asked = [
        col for one in equals for side in (one.left, one.right) for at in side.columns for col in reads.get(at, ())
    ]
    statement = view.statement
    origins = closure.fold(statement.graph, asked)
    text = statement.source.text
    explainer = Explainer(
        statement.graph, origins, lambda start, end: text[start:end], statement.places, statement.span
    )
    for one in equals:
        left = _made(view, one.left, reads, origins, explainer)
        right = _made(view, one.right, reads, origins, explainer)
        if left is None or right is None or left == right:
            continue
        span = Span(min(one.left.span.start, one.right.span.start), max(one.left.span.end, one.right.span.end))
        yield Hit(span, (_said(left), _said(right)))


_HOLE = "…"
# what a window over a table or a subquery makes is no expression of the key: both sides name their own table in it
_RELATION = re.compile(r"\b(?:table|select)\b")


def _said(made: str) -> str:
    return "the column as it is" if made == _HOLE else made


def _made(
    view: View, side: Side, reads: dict[int, list[Col]], origins: list[closure.Origins], explainer: Explainer
) -> str | None:
    """How a side of the comparison is made of one stored column, which is left out; None where that is not the case.

    Aggregates, windows and whatever is not known keep their secret: max(id) = id is a common and good join.
    """
    if len(side.columns) != 1:
        return None
    columns = reads.get(side.columns[0], ())
    if len(columns) != 1:
        return None
    found = origins[columns[0].id]
    if len(found) != 1:
        return None
    (origin, path, kind), doubt = next(iter(found.items()))
    stored = view.statement.graph.cols[origin]
    if kind not in _KEPT or any(path) or doubt > INFERRED or stored is None:
        return None
    # an empty step of the path says that the whole value went through an expression; a field is another matter
    inner = _HOLE if kind is Kind.DIRECT else _without(explainer.expression(columns[0].id, origin), stored.name)
    outer = view.statement.source.text[side.span.start : side.span.end]
    shell = _without(outer, columns[0].name)
    if inner is None or shell is None:
        return None
    return shell.replace(_HOLE, inner)


def _without(expression: str, column: str) -> str | None:
    """The expression in small letters with the column left out; None where it does not stand in it just once."""
    flat = " ".join(expression.lower().split())
    name = re.escape(column.lower())
    made, count = re.subn(rf'(?:["`]?[\w$]+["`]?\s*\.\s*)*(?<![\w$])["`]?{name}["`]?(?![\w$(])', _HOLE, flat)
    if count != 1:
        return None
    made = re.sub(r"\s*([(),])\s*", r"\1", made)
    if _RELATION.search(made):
        return None
    # (a.x) is a.x, and so is (a.x AS k)
    while made != (less := re.sub(rf"(?<![\w$])\({_HOLE}(?: as [\w$]+)?\)", _HOLE, made)):
        made = less
    return made
