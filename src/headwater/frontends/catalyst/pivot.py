"""PIVOT, as Spark's analyser writes it: an aggregate by group and key, and an aggregate by group over that.

The second one puts the value of each key into a column (`PivotFirst`). Together they group by the group alone: the
key is a condition on the columns, and does not decide which rows there are. So it is hidden from the keys of the
first one.
"""

from __future__ import annotations

from headwater.frontends.catalyst.tree import MARK, Node, grow, is_tree, key_of, simple


def prepare(node: Node) -> None:
    """Hide the pivot's key in the aggregate below, where `node` is the second aggregate of a pivot."""
    below = node.children[0] if node.children else None
    while below is not None and below.kind in ("Project", "SubqueryAlias") and below.children:
        below = below.children[0]
    if below is None or below.kind != "Aggregate":
        return
    keys: list[str] = []
    for item in node.fields.get("aggregateExpressions") or ():
        if is_tree(item) and any(simple(one["class"]) == "PivotFirst" for one in item):
            keys += [key_of(one.children[0].fields) for one in _found(grow(item)) if one.children]
    if keys:
        below.fields = {**below.fields, MARK: {**(below.fields.get(MARK) or {}), "hidden": keys}}


def shown(node: Node) -> list[Node]:
    """The keys of an aggregate without those of a pivot, by their number or, of several columns, by what they are."""
    hidden = node.mark("hidden")
    if not hidden:
        return node.trees("groupingExpressions")
    result = [
        item[1:] for item in node.fields.get("aggregateExpressions") or () if key_of(item[0]) in hidden and item[1:]
    ]
    keys = [
        groupingExpression
        for groupingExpression in node.fields.get("groupingExpressions") or ()
        if not (len(groupingExpression) == 1 and key_of(groupingExpression[0]) in hidden)
        and groupingExpression not in result
    ]
    return [grow(key) for key in keys]


def _found(root: Node) -> list[Node]:
    stack, found = [root], []
    while stack:
        node = stack.pop()
        if node.kind == "PivotFirst":
            found.append(node)
        stack.extend(node.children)
    return found
