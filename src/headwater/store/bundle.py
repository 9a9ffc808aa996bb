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
from headwater.store import explain as explaining
from headwater.store.details import More
from headwater.store.graph import Filter
from headwater.store.overview import of_everything
from headwater.store.store import Store

FORM = 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a document holds at most."""

    edges: int = 20_000
    datasets: int = 600
    columns: int = 500
    """of one dataset"""


class _Once:
    """What `explain` asks of the statements' file, each statement and each edge read once."""

    def __init__(self, more: More, edges: Sequence[int]) -> None:
        self._more = more
        self._statements: dict[int, Statement] = {}
        self._hops: dict[int, list[Hop]] = {}
        self._remarks: dict[int, list[Remark]] = {}
        query = """SELECT n, operators, span_start, span_end, line, column_number, job, runs FROM edges
          WHERE n IN (SELECT unnest($edges::BIGINT[]))"""
        found = more.rows(query, {"edges": list(edges)}) if edges else []
        self._edges = {row[0]: (list(row[1]), (row[2], row[3]), *row[4:]) for row in found}

    def statement(self, number: int) -> Statement:
        if number not in self._statements:
            self._statements[number] = self._more.statement(number)
        return self._statements[number]

    def edge(self, number: int) -> Any:
        return self._edges[number]

    def hops(self, number: int, offset: int) -> list[Hop]:
        if number not in self._hops:
            self._hops[number] = self._more.hops(number, offset)
        return self._hops[number]

    def diagnostics(self, number: int, offset: int) -> list[Remark]:
        if number not in self._remarks:
            self._remarks[number] = self._more.diagnostics(number, offset)
        return self._remarks[number]


def bundle(
    store: Store, column: str | None = None, up: int = 5, down: int = 5, bounds: Bounds | None = None
) -> dict[str, Any]:
    """The document: of what lies around a column, or, without one, of everything that fits."""
    bounds = bounds or Bounds()
    graph = store.graph
    start = store.column(column).full_name if column is not None else ""
    every = range(graph.edges) if column is None else _around(store, column, up, down)
    chosen: dict[int, None] = {}
    for edge in every:
        for node in (graph.target[edge], graph.source[edge]):
            chosen.setdefault(graph.dataset_of(node))
    overview = of_everything(graph, most=bounds.datasets, only=None if column is None else [*chosen])
    shown = {int(card.dataset.id) for card in overview.cards}
    kept = {number for number in range(graph.datasets) if graph.dataset_id[number] in shown}
    # a temporary table is on no map, and on the ways through it
    others = (number for number in sorted(chosen) if number not in kept and not graph.is_result(number))
    kept |= set(islice(others, max(bounds.datasets - len(kept), 0)))
    datasets = sorted(kept)
    edges = [
        edge
        for edge in every
        if graph.dataset_of(graph.source[edge]) in kept and graph.dataset_of(graph.target[edge]) in kept
    ]
    included = edges[: bounds.edges]
    once = _Once(store.more, included)
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
        hidden=BundleHidden(edges=len(every) - len(included), datasets=len(chosen) - len(kept & chosen.keys())),
    ).to_dict()


def _around(store: Store, column: str, up: int, down: int) -> list[int]:
    """Every edge between columns that a walk around one comes to."""
    walk = store.around(column, up, down, Filter(relation="both"), 2_000, 8_000)
    graph = store.graph
    found: dict[int, None] = {}
    for edge in walk.edges:
        number = edge.number
        for other in graph.between(graph.source[number], graph.target[number]):
            found.setdefault(other)
    return sorted(found)


def _edge(store: Store, once: _Once, number: int) -> BundleEdge:
    explanation = explaining.explain(store.graph, once, number)
    return BundleEdge(
        edge=ViewEdge(explanation.edge),
        operators=explanation.operators,
        span=explanation.span,
        line=explanation.line,
        column=explanation.column,
        hops=explanation.hops,
        why=explanation.why,
    )


def _statement(once: _Once, number: int) -> BundleStatement:
    statement = once.statement(number)
    return BundleStatement(statement, tuple(once.diagnostics(number, statement.offset)))


def _unsure(store: Store, most: int) -> set[int]:
    """The statements that are not sure, or of which something has to be said."""
    query = """SELECT n FROM statements WHERE level <> 'EXACT' OR n IN (SELECT statement_n FROM diagnostics)
      ORDER BY n LIMIT $most"""
    return {row[0] for row in store.more.rows(query, {"most": most})}


def _info(store: Store) -> Info:
    """What is asked: of the document, that is one snapshot without its sources, and no SQL."""
    rows = store.more.rows("SELECT DISTINCT dialect FROM statements WHERE dialect <> '' ORDER BY 1")
    info = store.info([row[0] for row in rows], {"depth": 30, "columns": 2_000, "sql_chars": 0, "seconds": 0})
    return replace(info, snapshots=(info.snapshot,), sources=())
