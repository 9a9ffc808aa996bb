"""A part of a store as one JSON document, with all that the page needs to answer from it: `headwater export html`.

Edges come with their explanations; datasets with their columns; statements with their texts and diagnostics. The
bounds hold for the document as a whole, and what they leave out is counted in `hidden`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from headwater.rows.graph import Hop, Remark, Statement
from headwater.rows.graph_answers import ViewEdge
from headwater.rows.server_answers import Bundle, BundleEdge, BundleHidden, BundleStatement, Coverage, Info
from headwater.store import explain
from headwater.store.details import Details
from headwater.store.graph import Filter
from headwater.store.overview import warehouse_view
from headwater.store.store import Store

FORM = 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a document holds at most."""

    edges: int = 20_000
    datasets: int = 600
    columns: int = 500
    """of one dataset"""


class _CachedDetails:
    """The `Details` that `explain` needs, each statement and each edge read once."""

    def __init__(self, details: Details, edges: Sequence[int]) -> None:
        self._details = details
        self._statements: dict[int, Statement] = {}
        self._hops: dict[int, list[Hop]] = {}
        self._remarks: dict[int, list[Remark]] = {}
        query = """SELECT n, operators, span_start, span_end, line, column_number, job, runs FROM edges
          WHERE n IN (SELECT unnest($edges::BIGINT[]))"""
        rows = details.rows(query, {"edges": list(edges)}) if edges else []
        self._edges = {row[0]: (list(row[1]), (row[2], row[3]), *row[4:]) for row in rows}

    def statement(self, number: int) -> Statement:
        if number not in self._statements:
            self._statements[number] = self._details.statement(number)
        return self._statements[number]

    def edge(self, number: int) -> Any:
        return self._edges[number]

    def hops(self, number: int, offset: int) -> list[Hop]:
        if number not in self._hops:
            self._hops[number] = self._details.hops(number, offset)
        return self._hops[number]

    def diagnostics(self, number: int, offset: int) -> list[Remark]:
        if number not in self._remarks:
            self._remarks[number] = self._details.diagnostics(number, offset)
        return self._remarks[number]


def bundle(
    store: Store, column: str | None = None, up: int = 5, down: int = 5, bounds: Bounds | None = None
) -> dict[str, Any]:
    """The document: what lies around a column, or, without one, everything that fits."""
    bounds = bounds or Bounds()
    graph = store.graph
    start = store.column(column).full_name if column is not None else ""
    every = range(graph.edges) if column is None else _around(store, column, up, down)
    chosen: dict[int, None] = {}
    for edge in every:
        for node in (graph.target[edge], graph.source[edge]):
            chosen.setdefault(graph.dataset_number(node))
    overview = warehouse_view(graph, most=bounds.datasets, only=None if column is None else [*chosen])
    shown = {int(card.dataset.id) for card in overview.cards}
    included_datasets = {number for number in range(graph.datasets) if graph.dataset_id[number] in shown}
    # a temporary table is on no map, and on the ways through it
    temporary = (number for number in sorted(chosen) if number not in included_datasets and not graph.is_result(number))
    included_datasets |= set(islice(temporary, max(bounds.datasets - len(included_datasets), 0)))
    datasets = sorted(included_datasets)
    edges = [
        edge
        for edge in every
        if graph.dataset_number(graph.source[edge]) in included_datasets
        and graph.dataset_number(graph.target[edge]) in included_datasets
    ]
    included = edges[: bounds.edges]
    once = _CachedDetails(store.details, included)
    statements = sorted({graph.statement[edge] for edge in included} | _unsure(store, bounds.edges))
    return Bundle(
        form=FORM,
        start=start,
        info=_info(store),
        overview=overview,
        tables=tuple(store.table(f"#{graph.dataset_id[number]}", bounds.columns) for number in datasets),
        edges=tuple(_edge(store, once, edge) for edge in included),
        statements=tuple(_statement(once, number) for number in statements),
        coverage=Coverage(store.coverage(), store.reasons()),
        hidden=BundleHidden(
            edges=len(every) - len(included), datasets=len(chosen) - len(included_datasets & chosen.keys())
        ),
    ).to_dict()


def _around(store: Store, column: str, up: int, down: int) -> list[int]:
    """Every edge between columns that a walk around one comes to."""
    walk = store.around(column, up, down, Filter(relation="both"), 2_000, 8_000)
    graph = store.graph
    edges: dict[int, None] = {}
    for edge in walk.edges:
        number = edge.number
        for parallel in graph.between(graph.source[number], graph.target[number]):
            edges.setdefault(parallel)
    return sorted(edges)


def _edge(store: Store, once: _CachedDetails, number: int) -> BundleEdge:
    explanation = explain.explain(store.graph, once, number)
    return BundleEdge(
        edge=ViewEdge(explanation.edge),
        operators=explanation.operators,
        span=explanation.span,
        line=explanation.line,
        column=explanation.column,
        hops=explanation.hops,
        why=explanation.why,
    )


def _statement(once: _CachedDetails, number: int) -> BundleStatement:
    statement = once.statement(number)
    return BundleStatement(statement, tuple(once.diagnostics(number, statement.offset)))


def _unsure(store: Store, most: int) -> set[int]:
    """The statements that are not EXACT or have a diagnostic."""
    query = """SELECT n FROM statements WHERE level <> 'EXACT' OR n IN (SELECT statement_n FROM diagnostics)
      ORDER BY n LIMIT $most"""
    return {row[0] for row in store.details.rows(query, {"most": most})}


def _info(store: Store) -> Info:
    """What the document is: one snapshot, without its sources and without SQL."""
    rows = store.details.rows("SELECT DISTINCT dialect FROM statements WHERE dialect <> '' ORDER BY 1")
    info = store.info([row[0] for row in rows], {"depth": 30, "columns": 2_000, "sql_chars": 0, "seconds": 0})
    return replace(info, snapshots=(info.snapshot,), sources=())
