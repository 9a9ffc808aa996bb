"""Lineage of one DataFrame: the plan that Spark analysed for it, read as a statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from headwater.answer import Analysis
from headwater.frontends import catalyst as plans
from headwater.spark.plan_json import analysed_plan

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


CONNECT_HAS_NO_PLAN = "Spark Connect has an analysed plan as text alone"


def first_line(error: Exception) -> str:
    """What went wrong in Java, without its stack."""
    lines = [line.strip(" :") for line in str(error).splitlines() if line.strip(" :")]
    return (lines[1] if len(lines) > 1 else lines[0] if lines else type(error).__name__)[:200]


def lineage(
    df: DataFrame,
    *,
    target: str | None = None,
    fold_views: bool = False,
    functions: Mapping[str, str] | None = None,
) -> Analysis:
    """Column lineage of a DataFrame, as `headwater.analyze` returns it for SQL. Nothing is run.

    `target` names the target dataset instead of `result`; `fold_views` traces through stored views; `functions`
    describes user-defined functions by name, like `Options(functions=…)` for SQL. A Spark Connect client has no plan:
    the answer is then empty, at level NONE, with a diagnostic.

    >>> df = spark.table("orders").selectExpr("customer", "upper(status) AS s")         # doctest: +SKIP
    >>> [(str(e.source), str(e.target), e.expr) for e in lineage(df).statements[0].edges]  # doctest: +SKIP
    [('orders.customer', 'result.customer', 'customer'), ('orders.status', 'result.s', 'upper(status)')]
    """
    from py4j.protocol import Py4JError

    java = getattr(df, "_jdf", None)
    if java is None or type(df).__module__.startswith("pyspark.sql.connect"):
        return plans.unread(CONNECT_HAS_NO_PLAN)
    try:
        plan = analysed_plan(java.queryExecution())
    except Py4JError as error:  # a plan deeper than Java's stack: Spark cannot write it down
        return plans.unread(first_line(error))
    return plans.analyze(plan, target=target, fold_views=fold_views, functions=functions, columns=df.columns)
