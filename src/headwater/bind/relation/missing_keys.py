"""GROUP BY a, b GROUPING SETS ((a), ()): b is a key that is in none of the sets, so it is NULL in every row.

What the select list says of such a key, outside aggregates, has no source: b, b + 1, the b of a star. Inside an
aggregate (`sum(b)`) it is the column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlglot import exp

from headwater.bind.expr import references, roles
from headwater.bind.names.frame import Frame
from headwater.bind.names.items import Item
from headwater.bind.scope import Output
from headwater.rel.columns import Born

_Key = tuple[object, ...]
"""What tells a key from others: the column that it is, with its path, or the kind and text of an expression."""
_SETS = (exp.GroupingSets, exp.Rollup, exp.Cube, exp.Tuple)


@dataclass(frozen=True, slots=True)
class Missing:
    """The keys of a GROUP BY that are in none of its sets, and the names that they have as columns."""

    keys: frozenset[_Key]
    names: frozenset[str]

    def holds(self, key: _Key) -> bool:
        """Whether it is one of these keys, or a field of one."""
        return any(key[: len(other)] == other for other in self.keys)


def find(frame: Frame, group: exp.Expr, items: list[Item | exp.Expr]) -> Missing | None:
    """The keys that are in none of the sets; None where there are none, or a member of a set is spelled like no key."""
    sets = group.args.get("grouping_sets")
    if not sets or not group.expressions:
        return None
    frame.clause = "GROUP BY"
    keys = {_key(frame, _meant(key, items)): _meant(key, items) for key in group.expressions}
    members = {_key(frame, _meant(member, items)) for member in _members(sets)}
    if not members <= keys.keys() or members == keys.keys():
        return None
    names: set[str] = set()
    for key in keys.keys() - members:
        node = keys[key]
        if isinstance(node, exp.Column):
            # GROUP BY k, where k is b AS k: b, too
            found = [answer.col.name for answer in references.find(frame, node)[0]]
            names.update(frame.ctx.folded(name) for name in (*found, *(part.name for part in node.parts)))
    return Missing(frozenset(keys.keys() - members), frozenset(names))


def _members(sets: list[exp.Expr]) -> Iterator[exp.Expr]:
    stack = list(sets)
    while stack:
        node = stack.pop()
        if isinstance(node, _SETS):
            stack.extend(node.expressions)
        elif isinstance(node, exp.Paren):
            stack.append(node.this)
        else:
            yield node


def _meant(node: exp.Expr, items: list[Item | exp.Expr]) -> exp.Expr:
    """GROUP BY 2: the second item."""
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.Literal) and node.name.isdigit() and not node.is_string:
        before = items[: int(node.name)]
        if len(before) == int(node.name) > 0 and all(isinstance(item, Item) for item in before):
            item = before[-1]
            return item.node if isinstance(item, Item) else item
    return node


def _key(frame: Frame, node: exp.Expr) -> _Key:
    if type(node) is exp.Column and not isinstance(node.this, (exp.Star, exp.Func)):
        answers = references.find(frame, node)[0]
        if len(answers) == 1:
            return (answers[0].col.id, *answers[0].path)
    return (type(node), node.sql(comments=False).lower())


def leave_out(frame: Frame, items: list[Item | exp.Expr], missing: Missing) -> None:
    """Bind the items with NULL in the place of these keys."""
    for item in items:
        if not isinstance(item, Item):
            continue
        if item.col is not None and (item.col.id,) in missing.keys:
            item.instead, item.col = exp.Null(), None  # SELECT a + 1 AS k … GROUP BY k, b GROUPING SETS (b)
            continue
        instead = without(frame, item.node, missing)
        if instead is not item.node:
            item.instead, item.col = instead, None


def without(frame: Frame, node: exp.Expr, missing: Missing) -> exp.Expr:
    """An expression with NULL in the place of these keys; the same node where it has none."""
    places = {id(place) for place in _found(frame, node, missing)}
    if not places:
        return node
    if id(node) in places:
        return exp.Null()
    result = node.copy()
    result.parent = node.parent  # the alias behind an item is found through it
    pairs = zip(list(node.walk()), list(result.walk()), strict=True)
    for copied in [copied for written, copied in pairs if id(written) in places]:
        copied.replace(exp.Null())
    return result


def _found(frame: Frame, node: exp.Expr, missing: Missing) -> Iterator[exp.Expr]:
    """The outermost places of an expression that are one of these keys; in aggregates and queries none is."""
    kinds = {key[0] for key in missing.keys if isinstance(key[0], type)}
    stack = [(node, False)]
    while stack:
        part, windowed = stack.pop()
        if isinstance(part, exp.Query):
            continue
        if isinstance(part, exp.Lambda):
            own = {frame.ctx.folded(param.name) for param in part.expressions}
            if missing.names.isdisjoint(own):  # b -> b + 1 is no key
                stack.append((part.this, False))
            continue
        if isinstance(part, exp.Column):
            named = not missing.names.isdisjoint(frame.ctx.folded(word.name) for word in part.parts)
            if named and missing.holds(_key(frame, part)):
                yield part
            continue
        if type(part) in kinds and missing.holds(_key(frame, part)):
            yield part
            continue
        known = frame.ctx.functions.find(roles.function_name(part)) if isinstance(part, exp.Func) else None
        if not windowed and (isinstance(part, exp.AggFunc) or (known is not None and known.kind == "agg")):
            continue
        over = isinstance(part, exp.Window)  # sum(b) OVER (…) is over the rows that the groups give
        stack.extend((child, over and child is part.this) for child in part.iter_expressions())


def starred(frame: Frame, outputs: list[Output], missing: Missing) -> list[Output]:
    """The outputs, where a star handed on one of these keys."""
    result: list[Output] = []
    for output in outputs:
        if output.opens is None and (output.col.id,) in missing.keys:
            col = frame.ctx.col(output.name, None, output.col.type)
            frame.birth(Born(col, ()))
            output = output._replace(col=col)
        result.append(output)
    return result
