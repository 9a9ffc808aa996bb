"""Views that were written in SQL: Spark reads their text, and casts each column to the type it had when they were made.

Nobody wrote those casts: a column of a view is handed on as it is.
"""

from __future__ import annotations

from typing import Any

from headwater.frontends.catalyst.tree import MARK, Node, is_tree, simple


def prepare(node: Node) -> None:
    """Mark the casts in the projection right below a view that has a text."""
    described = node.fields.get("desc")
    below = node.children[0] if node.children else None
    if not isinstance(described, dict) or "viewText" not in described or below is None or below.kind != "Project":
        return
    items: list[Any] = []
    for item in below.fields.get("projectList") or ():
        if is_tree(item) and [simple(expression["class"]) for expression in item[:2]] == ["Alias", "Cast"]:
            item = [item[0], {**item[1], MARK: {"implicit": True}}, *item[2:]]
        items.append(item)
    below.fields = {**below.fields, "projectList": items}
