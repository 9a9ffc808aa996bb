"""ClickHouse's printed query tree as nodes: text in, `Node` out; nothing is understood here but the layout."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.judges import clickhouse_types as types
from tests.judges.clickhouse_types import Type
from tests.judges.values import Abstain

LINE = re.compile(r"^(?P<kind>[A-Z][A-Z_]*(?: [A-Z_]+)*) id: (?P<id>\d+)(?:, (?P<rest>.*))?$", re.S)


@dataclass
class Node:
    """A line of the tree and the lines below it. A heading (`JOIN TREE`) is a node without id."""

    text: str
    kind: str
    id: int | None
    rest: str
    children: list[Node] = field(default_factory=list)

    def below(self, heading: str) -> list[Node]:
        """What stands below a heading; nothing where it is not there."""
        for child in self.children:
            if child.kind == heading or child.text.split(" id: ")[0] == heading:
                return child.children
        return []

    def only(self, heading: str) -> Node:
        below = self.below(heading)
        if len(below) != 1:
            raise Abstain(f"{len(below)} nodes below {heading} of {self.kind}")
        return below[0]

    def items(self, heading: str) -> list[Node]:
        """The nodes of the LIST below a heading."""
        below = self.below(heading)
        return below[0].children if below else []

    def get(self, name: str) -> str:
        """An attribute that holds no comma."""
        match = re.search(rf"(?:^|, ){name}: ([^,]*)", self.rest)
        return match[1] if match else ""

    @property
    def column_name(self) -> str:
        match = re.search(r"column_name: (.*), result_type: ", self.rest, re.S)
        if match is None:
            raise Abstain(f"column without a name: {self.text}")
        return match[1]

    @property
    def source(self) -> int:
        return int(self.rest.rpartition("source_id: ")[2])

    @property
    def result_type(self) -> Type:
        """The type of an expression; plain where the tree does not say."""
        for pattern in (
            r"result_type: (.*), source_id: \d+$",
            r"result_type: (.*)$",
            r"constant_value_type: (.*)$",
        ):
            match = re.search(pattern, self.rest, re.S)
            if match is not None:
                return types.parse(match[1])
        return types.PLAIN


def parse(text: str) -> Node:
    """The tree as nodes; two spaces a level."""
    root = Node("", "", None, "")
    path = [root]
    for line in text.splitlines():
        if not line.strip():
            continue
        depth = (len(line) - len(line.lstrip(" "))) // 2
        content = line.strip()
        match = LINE.match(content)
        if match is not None:
            node = Node(content, match["kind"], int(match["id"]), match["rest"] or "")
        else:
            # `EXPRESSION a` repeats a name behind its heading
            head = re.match(r"[A-Z_]+(?: [A-Z_]+)*", content)
            node = Node(content, head[0] if head else content, None, "")
        if depth >= len(path):
            raise Abstain(f"unexpected depth: {content}")
        path[depth].children.append(node)
        path[depth + 1 :] = [node]
    if len(root.children) != 1:
        raise Abstain(f"{len(root.children)} roots")
    return root.children[0]


def output_name(line: str) -> tuple[str, Type]:
    """`sum(x) Float64`, `p Tuple(a Int32, b String)`: the name and the type, which begins behind the last space that
    leaves its parentheses whole.
    """
    for i in range(len(line) - 1, -1, -1):
        tail = line[i + 1 :]
        if line[i] == " " and tail[:1].isupper() and tail.count("(") == tail.count(")"):
            return line[:i], types.parse(tail)
    raise Abstain(f"output column {line!r}")


def constant(node: Node) -> str | None:
    """A literal as text; None where the node is not one."""
    if node.kind != "CONSTANT":
        return None
    match = re.search(r"constant_value: (.*), constant_value_type: ", node.rest, re.S)
    if match is None:
        return None
    text = match[1]
    if text[:1] == "'":
        return text[1:-1].replace("\\'", "'").replace("\\\\", "\\")
    return re.sub(r"^(?:UInt64|Int64)_", "", text)


def show(node: Node) -> str:
    """An expression as text without node ids, to find the same one again."""
    text = re.sub(r"\bid: \d+", "", node.text)
    return text + "(" + ",".join(show(child) for child in node.children) + ")"
