"""Catalyst's JSON as trees: a list of nodes in pre-order, each with its number of children.

Built with a stack of our own, since a program of five hundred steps is a plan of five hundred levels. What is no child
of a node (the expressions of an operator, the plan of a subquery) stands in its fields as a list of its own, and is
grown when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from headwater.base.types import UNKNOWN, Array, Map, Scalar, Struct, Type

MARK = "headwater"
"""The field under which what the JSON leaves out is added: paths of files, casts that nobody wrote."""


class Node:
    """One operator or expression: its class without the package, its fields, and its children in order."""

    __slots__ = ("children", "fields", "kind", "pure")

    def __init__(self, kind: str, fields: dict[str, Any], children: list[Node]) -> None:
        self.kind = kind
        self.fields = fields
        self.children = children
        self.pure: bool = kind not in _BOUND and all(child.pure for child in children)

    def child(self, name: str) -> Node | None:
        """The child that a field points to, where there is one."""
        index = self.fields.get(name)
        return self.children[index] if isinstance(index, int) and not isinstance(index, bool) else None

    def several(self, name: str) -> list[Node]:
        """The children that a field points to."""
        return [self.children[index] for index in self.fields.get(name) or () if isinstance(index, int)]

    def tree(self, name: str) -> Node | None:
        """The tree in a field, where there is one."""
        value: Any = self.fields.get(name)
        return grow(value) if is_tree(value) else None

    def trees(self, name: str) -> list[Node]:
        """The trees in a field. One that is none is not left out in silence."""
        value = self.fields.get(name)
        if not isinstance(value, list):
            return []
        if not all(map(is_tree, value)):
            raise ValueError(f"{name} of {self.kind} holds what is no expression")
        return [grow(tree) for tree in value]

    def mark(self, name: str) -> Any:
        """Something that was added to the JSON."""
        added = self.fields.get(MARK)
        return added.get(name) if isinstance(added, dict) else None

    def __repr__(self) -> str:
        return f"<Node {self.kind}>"


# Expressions that mean something only where they stand: they cannot be taken out of what is around them.
_BOUND = frozenset(
    {"AggregateExpression", "WindowExpression", "NamedLambdaVariable", "LambdaFunction", "SortOrder", "PythonUDAF"}
)


def is_tree(value: Any) -> bool:
    """Whether a field's value is a tree."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "num-children" in value[0]


def grow(flat: list[dict[str, Any]]) -> Node:
    """The tree of a list in pre-order: read from its end, each node finds its children on the stack.

    >>> leaf = {"class": "a.b.Literal", "num-children": 0, "value": "1"}
    >>> grow([{"class": "a.b.Not", "num-children": 1, "child": 0}, leaf]).child("child")
    <Node Literal>
    """
    stack: list[Node] = []
    for fields in reversed(flat):
        count = int(fields["num-children"])
        children = [stack.pop() for _ in range(count)]
        stack.append(Node(simple(fields["class"]), fields, children))
    return stack[-1]


def simple(name: str) -> str:
    """A class without its package."""
    return name.rstrip("$").rpartition(".")[2].rpartition("$")[2]


def attributes(value: Any) -> Iterator[tuple[str, str, Type]]:
    """The attributes of an output list: name, key and type."""
    if not isinstance(value, list):
        return
    for item in value:
        if is_tree(item):
            fields = item[0]
            yield fields.get("name", ""), attribute_key(fields), read_type(fields.get("dataType"))


def attribute_key(fields: dict[str, Any]) -> str:
    """What an attribute is called inside a plan: its number. Only numbers of one Java process meet in a plan."""
    expr_id = fields.get("exprId")
    return f"#{expr_id['id']}" if isinstance(expr_id, dict) and "id" in expr_id else "#"


_NAMES = {"integer": "int", "long": "bigint", "short": "smallint", "byte": "tinyint"}


def read_type(value: Any, depth: int = 0) -> Type:
    """A type as Spark's JSON has it.

    >>> str(read_type({"type": "array", "elementType": "long", "containsNull": True}))
    'array<bigint>'
    """
    if isinstance(value, str):
        return Scalar(_NAMES.get(value, value))
    if not isinstance(value, dict) or depth > 60:
        return UNKNOWN
    kind = value.get("type")
    if kind == "struct":
        return Struct(
            tuple((field["name"], read_type(field.get("type"), depth + 1)) for field in value.get("fields") or ())
        )
    if kind == "array":
        return Array(read_type(value.get("elementType"), depth + 1))
    if kind == "map":
        return Map(read_type(value.get("keyType"), depth + 1), read_type(value.get("valueType"), depth + 1))
    if kind == "udt":
        return read_type(value.get("sqlType"), depth + 1)
    return UNKNOWN
