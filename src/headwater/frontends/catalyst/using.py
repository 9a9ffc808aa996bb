"""The projection that the engine puts over a full join by name: its keys are handed on from both sides.

df.join(other, "k", "full") becomes SELECT coalesce(l.k, r.k) AS k, … over the join; USING (k) hands on both columns
as they are. It is known by its shape: the first items are coalesce(left, right) under the name of both, and the rest
are all other columns of both sides, as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.frontends.catalyst.expressions import label, plain
from headwater.frontends.catalyst.result import Out, Result
from headwater.frontends.catalyst.tree import Node
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import DIRECT
from headwater.rel.operators import Join, Project

if TYPE_CHECKING:
    from headwater.frontends.catalyst.reader import Reader


def merged(reader: Reader, node: Node, below: Result) -> Result | None:
    """The result of such a projection; None for any other."""
    if not isinstance(below.rel, Join) or below.rel.how != "FULL":
        return None
    pairs: list[tuple[Node, list[Node]]] = []
    others: list[Node] = []
    for item in node.trees("projectList"):
        both = _both(item)
        if both is not None and not others:
            pairs.append((item, both))
        elif item.kind == "AttributeReference":
            others.append(item)
        else:
            return None
    if not pairs or len(others) + 2 * len(pairs) != len(below.outputs):
        return None
    births: list[Born] = []
    outputs: list[Out] = []
    for item, sides in pairs:
        name, key = label(item)
        cols = [below.find(label(side)[1]) for side in sides]
        col = reader.ctx.col(name, None, cols[0].type if cols[0] is not None else reader.ctx.col(name).type)
        births.append(Born(col, tuple(Read(col, DIRECT) for col in cols if col is not None)))
        outputs.append(Out(name, key, col))
    for item in others:
        name, key = label(item)
        column = below.find(key)
        if column is None:
            return None
        outputs.append(Out(name, key, column))
    reader.visits += len(outputs)
    reader.ctx.plan_text.add(f"|> USING ({', '.join(label(item)[0] for item, _ in pairs)})\n")
    return Result(Project(below.rel.rows, below.rel, births), outputs)


def _both(item: Node) -> list[Node] | None:
    """The two columns of coalesce(l.k, r.k) AS k."""
    inner = item.children[0] if item.kind == "Alias" and item.children else item
    if inner.kind != "Coalesce" or len(inner.children) != 2:
        return None
    sides = [plain(child) for child in inner.children]
    if any(side is None or label(side)[0].lower() != label(item)[0].lower() for side in sides):
        return None
    return [side for side in sides if side is not None]
