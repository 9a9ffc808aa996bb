"""Expressions of one operator: written on the page, parsed by the dialect's grammar, bound by the binder.

What cannot be parsed is not guessed at: every attribute in it is a source of an UNKNOWN value, and a diagnostic says
so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from headwater.base import codes
from headwater.base.levels import COARSE
from headwater.bind.expr import read as expr_read
from headwater.frontends.catalyst.page import Sight
from headwater.frontends.catalyst.render import THROUGH, Line
from headwater.frontends.catalyst.tree import Node, key_of
from headwater.rel.columns import Born, Col, Read
from headwater.rel.kinds import UNKNOWN, Kind, through
from headwater.sql.resolved_names import asked, pinned

if TYPE_CHECKING:
    from headwater.frontends.catalyst.reader import Reader


def plain(node: Node) -> Node | None:
    """The attribute that an expression hands on as it is, under whatever name; None where it does more."""
    while True:
        if node.kind == "AttributeReference":
            return node
        if not ((node.kind in THROUGH or node.mark("implicit")) and node.children):
            return None
        node = node.children[0]


def label(node: Node) -> tuple[str, str]:
    """The name and the key of a select item."""
    name = node.fields.get("name")
    return name if isinstance(name, str) else node.kind, key_of(node.fields)


class Expressions:
    """The expressions of one operator, over what it sees."""

    def __init__(self, reader: Reader, sight: Sight) -> None:
        self.reader = reader
        self.sight = sight

    def write(self, start: str, nodes: Sequence[Node], after: Sequence[str] = ()) -> list[Line]:
        """Put expressions on a line of the page."""
        lines = [self.reader.write(node, self.sight) for node in nodes]
        ends = list(after) or [""] * len(lines)
        self.reader.desk.page.line(start, list(zip(lines, ends, strict=True)))
        return lines

    def tree(self, line: Line) -> Any:
        """The tree of an expression, or None where the grammar cannot read it."""
        match = pinned(line.text, line.at, line.names, self.reader.desk.dialect.grammar)
        if match is None:
            self.reader.desk.say(codes.PLAN_EXPRESSION, (line.at, line.at + len(line.text)), line.text[:60])
            return None
        return asked(match, line.queries) if line.queries else match

    def value(self, line: Line, name: str) -> Col:
        """The column that an expression is."""
        tree = self.tree(line)
        if tree is not None:
            self.sight.clause = "SELECT"
            result = expr_read.value(self.sight, tree, name)
            self._seen(line)
            return result
        col = self.reader.desk.col(name)
        self.sight.birth(Born(col, tuple(self.coarse(line)), line.at, line.at + len(line.text)))
        return col

    def reads(self, line: Line, kind: Kind, clause: str) -> list[Read]:
        """What a condition or a key reads."""
        tree = self.tree(line)
        if tree is None:
            return [read._replace(kind=through(read.kind, kind)) for read in self.coarse(line)]
        match = expr_read.predicate(self.sight, tree, kind, clause)
        self._seen(line)
        return match

    def coarse(self, line: Line) -> list[Read]:
        cols = dict.fromkeys(filter(None, map(self.sight.column, line.names.values())))
        return [Read(col, UNKNOWN, (), COARSE) for col in cols]

    def _seen(self, line: Line) -> None:
        """An attribute that no input has: the plan says more than we could read."""
        if self.sight.unseen:
            self.sight.unseen.clear()
            self.reader.desk.say(codes.PLAN_EXPRESSION, (line.at, line.at + len(line.text)), line.text[:60])
