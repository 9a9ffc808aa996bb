"""Joins that nothing ties together, and joins whose two keys were made in different ways."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.base.levels import INFERRED
from headwater.base.spans import Span
from headwater.lineage import closure
from headwater.lineage.explain import Explainer
from headwater.lint.fix import Edit
from headwater.lint.outline import Side
from headwater.lint.rule import Hit, View
from headwater.rel.columns import Col
from headwater.rel.kinds import Kind
from headwater.rel.operators import Filter, Join
from headwater.sql.parse import same_expression

_COMPARABLE = frozenset({Kind.DIRECT, Kind.DERIVED})


def implicit_cross(view: View) -> Iterator[Hit]:
    """FROM a, b and nothing between them."""
    text = view.statement.source.text
    for loose in view.outline.loose:
        edit = None
        if loose.comma is not None:
            gap = "" if text[loose.comma.end : loose.comma.end + 1].isspace() else " "
            edit = Edit(*loose.comma, f" CROSS JOIN{gap}")
        yield Hit(loose.span, (loose.name,), "", edit)


def different_keys(view: View) -> Iterator[Hit]:
    """ON a.k = b.k where one k is a column as stored and the other lower(k), or md5 of something else."""
    equals = view.outline.equals
    if not equals or not view.bound:
        return
    reads: dict[int, list[Col]] = {}
    using: dict[str, list[Col]] = {}  # of a key of USING both columns are read, at no place of their own
    for rel in view.relations:
        if isinstance(rel, Join) or (isinstance(rel, Filter) and rel.clause in ("ON", "WHERE")):
            for read in rel.reads:
                if read.start >= 0:
                    reads.setdefault(read.start, []).append(read.col)
                else:
                    using.setdefault(view.fold(read.col.name), []).append(read.col)
    statement = view.statement
    for key, right in equals:
        if key == right:
            name = statement.source.text[key.span.start : key.span.end].strip('"`')
            reads[key.span.start] = using.get(view.fold(name), [])
    key_columns = [
        col
        for equal in equals
        for side in (equal.left, equal.right)
        for column in side.columns
        for col in reads.get(column, ())
    ]
    origins = closure.fold(statement.graph, key_columns)
    text = statement.source.text
    explainer = Explainer(
        statement.graph, origins, lambda start, end: text[start:end], statement.places, statement.span
    )
    for equal in equals:
        sides = [_column(equal.left, reads), _column(equal.right, reads)]
        if equal.left == equal.right:  # USING (k)
            both = reads.get(equal.left.columns[0], ())
            sides = list(both) if len(both) == 2 else []
        result = [
            _key_expression(view, side, col, origins, explainer)
            for side, col in zip((equal.left, equal.right), sides, strict=False)
            if col is not None
        ]
        if len(result) < 2 or result[0] is None or result[1] is None or _alike(view, result[0], result[1]):
            continue
        span = Span(min(equal.left.span.start, equal.right.span.start), max(equal.left.span.end, equal.right.span.end))
        yield Hit(span, (_described(result[0]), _described(result[1])))


_HOLE = "…"
# what a window over a table or a subquery makes is no expression of the key: both sides name their own table in it
_RELATION = re.compile(r"\b(?:table|select)\b")


def _described(expression: str) -> str:
    return "the plain column" if expression == _HOLE else expression


def _column(side: Side, reads: dict[int, list[Col]]) -> Col | None:
    """The one column of a side."""
    columns = reads.get(side.columns[0], ()) if len(side.columns) == 1 else ()
    return columns[0] if len(columns) == 1 else None


def _key_expression(
    view: View, side: Side, column: Col, origins: list[closure.Origins], explainer: Explainer
) -> str | None:
    """How a side of the comparison is made of one stored column, which is left out; None where that is not the case.

    Aggregates, windows and whatever is not known keep their secret: max(id) = id is a common and good join.
    """
    column_origins = origins[column.id]
    if len(column_origins) != 1:
        return None
    (origin, path, kind), doubt = next(iter(column_origins.items()))
    stored = view.statement.graph.cols[origin]
    if kind not in _COMPARABLE or any(path) or doubt > INFERRED or stored is None:
        return None
    # an empty step of the path says that the whole value went through an expression; a field is another matter
    inner = _HOLE if kind is Kind.DIRECT else _without(explainer.expression(column.id, origin), stored.name)
    outer = view.statement.source.text[side.span.start : side.span.end]
    shell = _without(outer, column.name)
    if inner is None or shell is None:
        return None
    return _FIELD.sub(_HOLE, shell.replace(_HOLE, inner))


# e.payload.id is as it is: a field that is taken out was made by nobody here
_FIELD = re.compile(rf"^{_HOLE}(?:\s*\.\s*[\"`]?[\w$]+[\"`]?)+$")
# t.day = p.day + 1, date_trunc('day', e.ts) = d.day: moved or cut to meet the other side, which is the point of it
_MOVED = re.compile(
    rf"^(?:{_HOLE}|\S+)\s*[-+]\s|^(?:date|timestamp|datetime|time)?_?(?:add|sub|diff)\w*\(|^(?:add|subtract)[a-z]+\("
    r"|^(?:date|datetime|timestamp|time)_trunc\(|^trunc\(|^to(?:start|date|datetime|day|month|year|week|monday)\w*\("
    r"|^(?:date|to_date|to_timestamp|timestamp|datetime|year|month|day|week|hour|quarter|last_day)\("
    r"|^(?:try_|safe_)?cast\(.* as (?:date|time|timestamp|datetime)\w*(?:\(\d+\))?\)$"
    rf"|^{_HOLE}\s*::\s*(?:date|time|timestamp|datetime)\w*$|^date_?part\(|^extract\(|^date_?format\("
)


def _alike(view: View, left: str, right: str) -> bool:
    """Whether two ways of making a key are the same, however they are written, or one was moved to meet the other."""
    if left == right:
        return True
    if _HOLE in (left, right) and _MOVED.match(left if right == _HOLE else right):
        return True
    return same_expression(left.replace(_HOLE, "k"), right.replace(_HOLE, "k"), view.dialect.grammar)


def _without(expression: str, column: str) -> str | None:
    """The expression in small letters with the column left out; None where it does not stand in it just once."""
    flat = " ".join(expression.lower().split())
    name = re.escape(column.lower())
    result, count = re.subn(rf'(?:["`]?[\w$]+["`]?\s*\.\s*)*(?<![\w$])["`]?{name}["`]?(?![\w$(])', _HOLE, flat)
    if count != 1:
        return None
    result = re.sub(r"\s*([(),])\s*", r"\1", result)
    if _RELATION.search(result):
        return None
    # (a.x) is a.x, and so is (a.x AS k)
    while result != (less := re.sub(rf"(?<![\w$])\({_HOLE}(?: as [\w$]+)?\)", _HOLE, result)):
        result = less
    return result
