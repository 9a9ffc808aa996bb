"""Operators: arithmetic, comparisons, CASE, casts."""

from __future__ import annotations

from sqlglot import exp

from headwater.bind.expr.read import READERS, nothing, reads
from headwater.bind.names.frame import Frame
from headwater.rel.columns import Read
from headwater.rel.kinds import CONDITIONAL, DERIVED, DIRECT, Kind, through


def binary(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """a + b + c + …: the left spine in a loop."""
    if kind is DIRECT:
        kind = DERIVED
    rights: list[exp.Expr] = []
    while READERS.get(type(node)) is binary:
        args = node.args
        rights.append(args["expression"])
        node = args["this"]
    READERS[type(node)](frame, node, kind, out)
    for right in reversed(rights):
        reader = READERS.get(right.__class__)
        if reader is not None and reader is not nothing:
            reader(frame, right, kind, out)


def paren(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """(x) is x."""
    reads(frame, node.this, kind, out)


def case(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """CASE: THEN and ELSE are value, the operand and WHEN are condition."""
    if kind is DIRECT:
        kind = DERIVED
    condition = through(CONDITIONAL, kind)
    args = node.args
    operand = args.get("this")
    if operand is not None:
        reads(frame, operand, condition, out)
    for arm in args.get("ifs") or ():
        reads(frame, arm.args["this"], condition, out)
        result = arm.args.get("true")
        if result is not None:
            reads(frame, result, kind, out)
    default = args.get("default")
    if default is not None:
        reads(frame, default, kind, out)


def cast(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """CAST(x AS type): the type reads nothing."""
    reads(frame, node.args["this"], kind if kind is not DIRECT else DERIVED, out)
    form = node.args.get("format")
    if form is not None:
        reads(frame, form, kind if kind is not DIRECT else DERIVED, out)


def collate(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """s COLLATE system.builtin.unicode: the collation is no column; collate(s, c) is a call, which has a place."""
    if kind is DIRECT:
        kind = DERIVED
    reads(frame, node.args["this"], kind, out)
    if node._meta and "start" in node._meta:
        reads(frame, node.args["expression"], kind, out)


def keyword_argument(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """name => value, name := value: the name reads nothing."""
    reads(frame, node.args["expression"], kind, out)


def alias(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """f(x AS y): the value is x."""
    reads(frame, node.args["this"], kind, out)


def comparison(frame: Frame, node: exp.Expr, kind: Kind, out: list[Read]) -> None:
    """=, <, …: an operator. A chain of them, or a quantified subquery on the right, is no special case."""
    if kind is DIRECT:
        kind = DERIVED
    args = node.args
    left = args["this"]
    READERS[left.__class__](frame, left, kind, out)
    right = args.get("expression")
    reader = READERS.get(right.__class__)
    if reader is not None and reader is not nothing:
        reader(frame, right, kind, out)
