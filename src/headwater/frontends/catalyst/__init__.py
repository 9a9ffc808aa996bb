"""Lineage of a plan that Spark's analyser made: the JSON of `queryExecution.analyzed.toJSON`, parsed.

    >>> attribute = {"class": "x.AttributeReference", "num-children": 0, "name": "a", "dataType": "integer",
    ...              "exprId": {"id": 1}}
    >>> table = {"class": "x.LogicalRelation", "num-children": 0, "output": [[attribute]],
    ...          "catalogTable": {"identifier": {"table": "t", "database": "sales"}}}
    >>> upper = [{"class": "x.Alias", "num-children": 1, "child": 0, "name": "b", "exprId": {"id": 2}},
    ...          {"class": "x.Upper", "num-children": 1, "child": 0}, attribute]
    >>> plan = [{"class": "x.Project", "num-children": 1, "projectList": [upper], "child": 0}, table]
    >>> [(str(e.source), str(e.target), str(e.type), e.expr) for e in analyze(plan).statements[0].edges]
    [('sales.t.a', 'result.b', 'DERIVED', 'upper(a)')]

`headwater.spark.lineage(df)` and `headwater.spark.capture(spark)` get plans from a running session and add what the
JSON leaves out. The answer is the one that SQL gets: a `Statement` with edges, influence, hops and diagnostics. Its
text is the plan, written for people to read; spans in the answer are spans of it. Never raises for what a plan
holds.

A plan has its names resolved already. What is left to do is to read its operators (`reader` and the tables of
handlers), and to write its expressions out as text (`render`), which the dialect's own grammar and binder then read as
they read SQL: what a function's arguments are for is said in one place only. No engine is imported here.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from headwater.answer import Analysis, Statement
from headwater.base import codes
from headwater.base.diagnostics import Diagnostic
from headwater.base.identifiers import Key, split_name
from headwater.base.spans import Source, Span
from headwater.bind.session import Session
from headwater.catalog.mapping import Catalog
from headwater.catalog.tables import Column, Table
from headwater.frontends.catalyst import leaves, opaque, operators, writes
from headwater.frontends.catalyst.leaves import name_parts
from headwater.frontends.catalyst.reader import Handler, Reader
from headwater.frontends.catalyst.tree import Node, grow
from headwater.lineage import rules
from headwater.lineage.graph import Graph
from headwater.rel.columns import Dataset
from headwater.rel.operators import Write
from headwater.session import StatementSpans, open_session, raised_recursion_limit

Plan = Sequence[Mapping[str, Any]]
"""A plan as Spark's JSON has it: operators in pre-order, each with its number of children."""
DIALECT = "spark"
SOURCE = Source("")
"""The text of no plan."""
HANDLERS: dict[str, Handler] = {**leaves.HANDLERS, **operators.HANDLERS, **opaque.HANDLERS}
_log = logging.getLogger("headwater")


def analyze(
    *plans: Plan | str,
    target: str | None = None,
    fold_views: bool = False,
    functions: Mapping[str, str] | None = None,
    columns: Sequence[str] | None = None,
) -> Analysis:
    """Column lineage of analyzed plans, one statement per plan; a plan is parsed JSON, or its text.

    `target` names the target of a bare query instead of `result`; `fold_views` traces through stored views;
    `functions` describes user-defined functions, like `Options(functions=…)` for SQL; `columns` are the output names,
    if the plan does not have them.

    >>> from headwater.frontends import catalyst as plans
    >>> plans.analyze([{"class": "x.OneRowRelation", "num-children": 0}]).statements[0].kind
    'SELECT'
    """
    statements = [
        statement(plan, index=index, target=target, fold_views=fold_views, functions=functions, columns=columns)
        for index, plan in enumerate(plans)
    ]
    return Analysis(statements, statements[0].source if statements else SOURCE, DIALECT)


def unread(reason: str) -> Analysis:
    """The answer where there is no plan to be had: nothing but a diagnostic that says why.

    >>> unread("Spark Connect has it as text alone").statements[0].level
    <Level.NONE: 'NONE'>
    """
    source = Source("")
    diagnostics = (Diagnostic(codes.PLAN_UNREAD, (reason,), Span(0, 0), source),)
    target = Dataset("result", "result")
    none = Statement(
        0, "SELECT", DIALECT, source, Span(0, 0), diagnostics, Graph.empty(0), target, only_tables=((), ())
    )
    return Analysis([none], source, DIALECT)


def statement(
    plan: Plan | str,
    *,
    index: int = 0,
    target: str | None = None,
    fold_views: bool = False,
    functions: Mapping[str, str] | None = None,
    columns: Sequence[str] | None = None,
) -> Statement:
    """The answer for one plan; see `analyze`.

    >>> from headwater.frontends import catalyst as plans
    >>> plans.statement("[]").diagnostics[0].code
    'E901'
    """
    session = open_session(DIALECT, Catalog(), None, fold_views, functions)
    flat: list[dict[str, Any]] = []
    try:
        flat = json.loads(plan) if isinstance(plan, str) else list(plan)  # type: ignore[arg-type]
        with raised_recursion_limit():
            return _read(session, grow(flat), index, target, columns)
    except Exception as error:  # noqa: BLE001 - as in `api`: no plan is refused
        _log.debug("internal failure", exc_info=True)
        return _tables_only(flat, index, f"{type(error).__name__}: {error}"[:200])


def _read(session: Session, root: Node, index: int, target: str | None, columns: Sequence[str] | None) -> Statement:
    reader = Reader(session, HANDLERS, opaque.unknown, session.fold_views)
    kind = "SELECT"
    if root.kind in writes.SINKS and writes.command_query(root) is not None:
        kind, sink = writes.write(reader, root)
    else:
        result = reader.read(root)
        name = target or "result"
        dataset = Dataset(name, "table" if target else "result")
        names = [out.name for out in result.outputs]
        if columns is not None and len(columns) == len(names):
            names = list(columns)
        sink = writes.into(reader, result, dataset, "SELECT", names)
    return _answer(session, reader, kind, sink, index, writes.overwrites(root))


def _answer(session: Session, reader: Reader, kind: str, sink: Write, index: int, overwrites: bool) -> Statement:
    source, diagnostics = reader.ctx.finish()
    span = Span(0, len(source.text))
    graph = rules.build([sink], reader.ctx.size)
    return Statement(
        index,
        kind,
        DIALECT,
        source,
        span,
        diagnostics,
        graph,
        sink.dataset,
        (sink,),
        StatementSpans(session, source.text, span),
        overwrites=overwrites,
        changes=_created_tables(session, reader, kind, sink),
    )


def _created_tables(session: Session, reader: Reader, kind: str, sink: Write) -> tuple[tuple[Key, Table | None], ...]:
    """What a CREATE leaves behind, for statements that come after it."""
    if not kind.startswith("CREATE"):
        return ()
    parts = split_name(sink.dataset.name)
    columns = tuple(Column(born.col.name, str(born.col.type)) for born in sink.born)
    return ((session.key(parts), Table(parts, columns, "view" if kind == "CREATE_VIEW" else "table")),)


def _tables_only(flat: Sequence[Any], index: int, problem: str) -> Statement:
    """The last rung of the ladder: the tables that the plan names."""
    source = Source("")
    reads: dict[str, None] = {}
    stack: list[Any] = list(flat) if isinstance(flat, list) else []
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            table = item.get("catalogTable")
            parts = name_parts(table.get("identifier")) if isinstance(table, dict) else ()
            if parts:
                reads[".".join(parts)] = None
            stack.extend(value for value in item.values() if isinstance(value, (dict, list)))
        elif isinstance(item, list):
            stack.extend(item)
    diagnostics = (Diagnostic(codes.INTERNAL, (problem,), Span(0, 0), source),)
    target = Dataset("result", "result")
    return Statement(
        index,
        "SELECT",
        DIALECT,
        source,
        Span(0, 0),
        diagnostics,
        Graph.empty(0),
        target,
        only_tables=(tuple(sorted(reads)), ()),
    )
