"""PIVOT, as Spark's analyser writes it: an aggregate by group and key, and an aggregate by group over that.

The second one puts the value of each key into a column (`PivotFirst`). Together they group by the group alone: the
key is a condition on the columns, and does not decide which rows there are. So it is hidden from the keys of the
first one.
"""

from __future__ import annotations

from headwater.frontends.catalyst.tree import MARK, Node, attribute_key, grow, is_tree, simple


def prepare(node: Node) -> None:
    """Hide the pivot's key in the aggregate below, where `node` is the second aggregate of a pivot."""
    below = node.children[0] if node.children else None
    while below is not None and below.kind in ("Project", "SubqueryAlias") and below.children:
        below = below.children[0]
    if below is None or below.kind != "Aggregate":
        return
    keys: list[str] = []
    for item in node.fields.get("aggregateExpressions") or ():
        if is_tree(item) and any(simple(match["class"]) == "PivotFirst" for match in item):
            keys += [attribute_key(match.children[0].fields) for match in _pivot_nodes(grow(item)) if match.children]
    if keys:
        below.fields = {**below.fields, MARK: {**(below.fields.get(MARK) or {}), "hidden": keys}}


def shown(node: Node) -> list[Node]:
    """The keys of an aggregate without those of a pivot, by their number or, of several columns, by what they are."""
    hidden = node.mark("hidden")
    if not hidden:
        return node.trees("groupingExpressions")
    result = [
        item[1:]
        for item in node.fields.get("aggregateExpressions") or ()
        if attribute_key(item[0]) in hidden and item[1:]
    ]
    keys = [
        expression
        for expression in node.fields.get("groupingExpressions") or ()
        if not (len(expression) == 1 and attribute_key(expression[0]) in hidden) and expression not in result
    ]
    return [grow(key) for key in keys]


def _pivot_nodes(root: Node) -> list[Node]:
    stack, nodes = [root], []
    while stack:
        node = stack.pop()
        if node.kind == "PivotFirst":
            nodes.append(node)
        stack.extend(node.children)
    return nodes
