"""Reads what Catalyst writes of a tree (`toJSON`): a flat list of nodes, each before its children.

A field of a node is a child's number, a tree of its own (a list that begins with a node), a list of those, or plain
JSON. Nothing is interpreted here; the standard library is all that is imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(eq=False)
class Node:
    """One operator or expression: its class without the package, its fields, its children in order."""

    kind: str
    fields: dict[str, Any]
    children: list[Node]

    def tree(self, name: str) -> Node | None:
        """A field that holds one tree, or the number of a child."""
        value = self.fields.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.children[value]
        return parsed(value) if is_tree(value) else None

    def trees(self, name: str) -> list[Node]:
        """A field that holds several trees, or numbers of children."""
        value = self.fields.get(name)
        if is_tree(value):
            return [parsed(value)]
        result = []
        for one in value or []:
            if isinstance(one, int):
                result.append(self.children[one])
            elif is_tree(one):
                result.append(parsed(one))
        return result

    @property
    def id(self) -> int:
        return int(self.fields["exprId"]["id"])

    @property
    def type(self) -> Any:
        return self.fields.get("dataType")


def is_tree(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "num-children" in value[0]


def parsed(nodes: list[dict[str, Any]]) -> Node:
    """The tree of a flat list."""
    root: Node | None = None
    waiting: list[tuple[Node, int]] = []
    for one in nodes:
        node = Node(str(one["class"]).rpartition(".")[2].rpartition("$")[2] or str(one["class"]), one, [])
        if waiting:
            parent, left = waiting.pop()
            parent.children.append(node)
            if left > 1:
                waiting.append((parent, left - 1))
        elif root is None:
            root = node
        if one["num-children"]:
            waiting.append((node, int(one["num-children"])))
    assert root is not None
    return root
