"""EXPLAIN ANALYZE, which runs the statement behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.statement import dispatch
from headwater.bind.target import Bound
from headwater.sql.statements import Statement


@dataclass(frozen=True, slots=True, eq=False)
class ExplainAnalyze(Statement):
    """EXPLAIN ANALYZE …: the statement is run, and what it would have answered is thrown away."""

    statement: Statement | exp.Expr


def explain_analyze(ctx: Context, statement: ExplainAnalyze) -> Bound:
    """What is written is written; what a query answers is thrown away."""
    bound = dispatch.bind(ctx, statement.statement)
    if bound.kind != "SELECT":
        return bound
    ctx.diagnostics.clear()
    ctx.say(codes.NO_DATA, None, "EXPLAIN")
    return Bound("EXPLAIN")


BINDERS: Mapping[type, Binder] = {ExplainAnalyze: explain_analyze}
