"""Why there is an edge: its statement, its span, the operators and hops on the way, and what is not sure about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from headwater.base.levels import Level
from headwater.rows.graph import Edge, Hop
from headwater.rows.graph_answers import Explanation
from headwater.store.graph import Graph

WHY: dict[Level, str] = {
    Level.EXACT: "Every name was resolved against a known schema.",
    Level.INFERRED: "A schema is missing, and only one interpretation is possible.",
    Level.AMBIGUOUS: "Several interpretations are possible; all candidates are reported.",
    Level.COARSE: "The path contains an opaque part: each of its inputs may feed each of its outputs.",
    Level.TABLE: "Only tables are known.",
    Level.NONE: "Nothing is known.",
}


def explain(graph: Graph, details: Any, number: int, more: int = 0) -> Explanation:
    """The explanation of an edge by its number; `more` is how many more there are between the same two columns."""
    edge = graph.edge(number, more)
    statement_number = graph.statement[number]
    statement = details.statement(statement_number)
    operators, span, line, column, _, _ = details.edge(number)
    hops = on_the_way(details.hops(statement_number, statement.offset), edge)
    remarks = details.diagnostics(statement_number, statement.offset)
    why = WHY[edge.level]
    if edge.type.value == "UNKNOWN" and not edge.influence:
        why = f"The path contains an unknown function. {why}"
    start, end = span[0] - statement.offset, span[1] - statement.offset
    return Explanation(
        edge,
        statement,
        tuple(operators),
        (start, end),
        line,
        column,
        tuple(hops),
        tuple(remark for remark in remarks if remark.level >= edge.level or remark.level is not Level.EXACT),
        why,
    )


def on_the_way(hops: Iterable[Hop], edge: Edge) -> list[Hop]:
    """The hops between the two columns of an edge, source first.

    Hops have the names of the text, edges those of the warehouse, so ends are recognised by the names of their columns:
    the source is read and not made in the statement, the target is made and not read, wherever that tells them apart.
    """
    all_hops = list(hops)
    targets = {hop.target for hop in all_hops}
    sources = {hop.source for hop in all_hops}
    target_name = (edge.target.name or "").lower()
    source_name = (edge.source.name or "").lower()
    ends = {hop.target for hop in all_hops if _column(hop.target) == target_name}
    ends = {name for name in ends if name not in sources} or ends
    hops_into: dict[str, list[Hop]] = {}
    for hop in all_hops:
        hops_into.setdefault(hop.target, []).append(hop)
    above = _reached(ends, {name: [hop.source for hop in into] for name, into in hops_into.items()})
    starts = {name for name in above if name not in targets and _starts(name, source_name)}
    onward: dict[str, list[str]] = {}
    for hop in all_hops:
        if hop.target in above:
            onward.setdefault(hop.source, []).append(hop.target)
    below = _reached(starts, onward) if starts else dict.fromkeys(above, 0)
    on_path = [hop for hop in all_hops if hop.source in below and hop.target in below and hop.target in above]
    on_path.sort(key=lambda hop: (-above.get(hop.target, 0), hop.span))
    return on_path


def _reached(starts: Iterable[str], onward: dict[str, list[str]]) -> dict[str, int]:
    """How far every name is that can be reached."""
    distances = dict.fromkeys(starts, 0)
    todo = list(distances)
    for name in todo:
        for next_name in onward.get(name, ()):
            if next_name not in distances:
                distances[next_name] = distances[name] + 1
                todo.append(next_name)
    return distances


def _column(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _starts(name: str, column: str) -> bool:
    """Whether a name is of that column, or of a field below it."""
    folded = name.lower()
    return folded.endswith(f".{column}") or f".{column}." in folded or f".{column}[" in folded
