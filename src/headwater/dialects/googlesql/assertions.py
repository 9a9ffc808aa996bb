"""ASSERT as a statement: what its condition reads goes to `result.condition`, since nothing else comes out."""

from __future__ import annotations

from sqlglot import exp

from headwater.bind.context import Context
from headwater.bind.relation import query
from headwater.bind.scope import Ctes
from headwater.bind.target import Bound, write
from headwater.dialects.googlesql.statements import Assertion
from headwater.rel.columns import Dataset


def bind(ctx: Context, statement: Assertion) -> Bound:
    """ASSERT (SELECT COUNT(*) FROM t) > 0 AS 'not empty'."""
    answered = query.bind(ctx, exp.Select(expressions=[statement.condition]), None, Ctes())
    dataset = Dataset("result", "result")
    return Bound(statement.kind, [write(ctx, answered, dataset, "ASSERT", ["condition"])], dataset)
