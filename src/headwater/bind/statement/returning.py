"""RETURNING: the rows that a statement wrote, handed out as a result beside its target.

A column that was written is what was written into it; one that was not is what the table has. So the result reads the
sources of the values, and not the target, which holds them only afterwards. A statement with RETURNING may stand in a
WITH, and is a query there (`bind.relation.cte`); else its rows are written to `result` (`bind.statement.dispatch`).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from headwater.base import codes
from headwater.base.types import UNKNOWN
from headwater.bind.names.frame import Frame
from headwater.bind.relation import select
from headwater.bind.scope import Ctes, Entry, FixedEntry, Output, Query, TableEntry
from headwater.bind.target import Target
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import DIRECT
from headwater.rel.operators import Project, Rel, Scan

_ACTION = "merge_action"
"""What RETURNING of a MERGE says was done with a row."""


def rows(
    target: Target,
    tree: exp.Expr,
    rel: Rel,
    births: Sequence[Born],
    ctes: Ctes,
    before: Entry | None = None,
    kept: bool = False,
) -> Query | None:
    """What RETURNING hands out; None where there is none.

    `before` is the table as it was: a column that was not written is its own. With `kept` one that was written may be,
    too: in a MERGE or behind ON CONFLICT not every row is written anew.
    """
    node = tree.args.get("returning")
    if node is None:
        return None
    ctx = target.ctx
    scope = Frame(ctx, None, ctes)
    label = target.node.alias or target.parts[-1]
    if target.columns is None:
        # whatever is asked for is there; what was in it before cannot be told from what was written
        ctx.say(codes.UNKNOWN_TABLE, ctx.span_of(target.node), target.dataset.name, "")
        scope.add(TableEntry(ctx, label, target.key, Scan(ctx.rows(), target.dataset, [], []), None))
    else:
        rel = _visible(scope, target, label, tree, rel, births, before, kept)
    return select.over(scope, exp.Select(expressions=list(node.expressions)), rel)


def _visible(
    scope: Frame,
    target: Target,
    label: str,
    tree: exp.Expr,
    rel: Rel,
    births: Sequence[Born],
    before: Entry | None,
    kept: bool,
) -> Rel:
    """Bring the target's columns in sight as they are after the statement."""
    ctx = target.ctx
    reads_by_key: dict[str, list[Read]] = {}
    for born in births:
        reads_by_key.setdefault(ctx.folded(born.col.name), []).extend(born.reads)
    projected: list[Born] = []
    outputs: list[Output] = []
    for name in target.columns or ():
        key = ctx.folded(name)
        own = before.find(key) if before is not None else None
        if own is not None and key not in reads_by_key:
            outputs.append(Output(name, own))
            continue
        reads = reads_by_key.get(key, [])
        if own is not None and kept:
            reads = [*reads, Read(own, DIRECT)]
        col = _column(scope, name, reads)
        projected.append(Born(col, tuple(reads)))
        outputs.append(Output(name, col))
    hidden: dict[str, Col] = {}
    if isinstance(tree, exp.Merge):
        hidden[_ACTION] = ctx.col(_ACTION)
        projected.append(Born(hidden[_ACTION], ()))
    rel = Project(rel.rows, rel, projected) if projected else rel
    scope.add(FixedEntry(ctx, label, Dataset(label, "returning", stored=False), rel, outputs, hidden))
    return rel


def _column(scope: Frame, name: str, reads: list[Read]) -> Col:
    """A written column; it has the shape of what was written."""
    col = scope.ctx.col(name, None, reads[0].col.type if reads else UNKNOWN)
    if reads and all(read.col.shaped and not read.path for read in reads):
        col.shaped = True
        col.like = tuple((read.col, read.kind) for read in reads)
    return col
