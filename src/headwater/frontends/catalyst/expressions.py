"""Expressions of one operator: written to the plan's text, parsed by the dialect's grammar, bound by the binder.

What cannot be parsed is not guessed at: every attribute in it is a source of an UNKNOWN value, and a diagnostic says
so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from headwater.base import codes
from headwater.base.levels import COARSE
from headwater.bind.expr import read as expr_read
from headwater.frontends.catalyst.context import AttributeFrame
from headwater.frontends.catalyst.render import THROUGH, Line
from headwater.frontends.catalyst.tree import Node, attribute_key
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
    return name if isinstance(name, str) else node.kind, attribute_key(node.fields)


class Expressions:
    """The expressions of one operator, over what it sees."""

    def __init__(self, reader: Reader, frame: AttributeFrame) -> None:
        self.reader = reader
        self.frame = frame

    def write(self, start: str, nodes: Sequence[Node], after: Sequence[str] = ()) -> list[Line]:
        """Write expressions on a line of the plan's text."""
        lines = [self.reader.write(node, self.frame) for node in nodes]
        ends = list(after) or [""] * len(lines)
        self.reader.ctx.plan_text.line(start, list(zip(lines, ends, strict=True)))
        return lines

    def tree(self, line: Line) -> Any:
        """The tree of an expression, or None where the grammar cannot read it."""
        parsed = pinned(line.text, line.offset, line.names, self.reader.ctx.dialect.grammar)
        if parsed is None:
            self.reader.ctx.say(codes.PLAN_EXPRESSION, (line.offset, line.offset + len(line.text)), line.text[:60])
            return None
        return asked(parsed, line.queries) if line.queries else parsed

    def value(self, line: Line, name: str) -> Col:
        """The column that an expression is."""
        tree = self.tree(line)
        if tree is not None:
            self.frame.clause = "SELECT"
            result = expr_read.value(self.frame, tree, name)
            self._check_attributes(line)
            return result
        col = self.reader.ctx.col(name)
        self.frame.birth(Born(col, tuple(self.coarse(line)), line.offset, line.offset + len(line.text)))
        return col

    def reads(self, line: Line, kind: Kind, clause: str) -> list[Read]:
        """What a condition or a key reads."""
        tree = self.tree(line)
        if tree is None:
            return [read._replace(kind=through(read.kind, kind)) for read in self.coarse(line)]
        condition_reads = expr_read.predicate(self.frame, tree, kind, clause)
        self._check_attributes(line)
        return condition_reads

    def coarse(self, line: Line) -> list[Read]:
        cols = dict.fromkeys(filter(None, map(self.frame.column, line.names.values())))
        return [Read(col, UNKNOWN, (), COARSE) for col in cols]

    def _check_attributes(self, line: Line) -> None:
        """An attribute that no input has: the plan says more than we could read."""
        if self.frame.unseen:
            self.frame.unseen.clear()
            self.reader.ctx.say(codes.PLAN_EXPRESSION, (line.offset, line.offset + len(line.text)), line.text[:60])
