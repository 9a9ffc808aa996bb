"""Why there is an edge: the statement, the place in its text, the operators and the hops on the way, and what is not
sure about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from headwater.base.levels import Level
from headwater.rows.graph import Edge, Hop
from headwater.rows.graph_answers import Explanation
from headwater.store.graph import Graph

WHY: dict[Level, str] = {
    Level.EXACT: "Every name was resolved against a known schema.",
    Level.INFERRED: "A schema was missing, and only one reading is possible.",
    Level.AMBIGUOUS: "Several readings are possible; all candidates are kept.",
    Level.COARSE: "An opaque part is on the way: every input of it may feed every output.",
    Level.TABLE: "Only the tables could be read.",
    Level.NONE: "Nothing could be read.",
}


def explain(graph: Graph, more: Any, number: int, others: int = 0) -> Explanation:
    """The explanation of an edge by its number; `others` is how many more there are between the same two columns."""
    edge = graph.edge(number, others)
    statement_number = graph.statement[number]
    statement = more.statement(statement_number)
    operators, span, line, column, _, _ = more.edge(number)
    hops = on_the_way(more.hops(statement_number, statement.offset), edge)
    remarks = more.diagnostics(statement_number, statement.offset)
    why = WHY[edge.level]
    if edge.type.value == "UNKNOWN" and not edge.influence:
        why = f"It goes through something that nobody described. {why}"
    start, end = span[0] - statement.offset, span[1] - statement.offset
    return Explanation(
        edge,
        statement,
        tuple(operators),
        (start, end),
        line,
        column,
        tuple(hops),
        tuple(one for one in remarks if one.level >= edge.level or one.level is not Level.EXACT),
        why,
    )


def on_the_way(hops: Iterable[Hop], edge: Edge) -> list[Hop]:
    """The hops between the two columns of an edge, source first.

    Hops have the names of the text, edges those of the warehouse, so ends are recognised by the names of their columns:
    the source is read and not made in the statement, the target is made and not read, wherever that tells them apart.
    """
    found = list(hops)
    made = {hop.target for hop in found}
    read = {hop.source for hop in found}
    wanted = (edge.target.name or "").lower()
    given = (edge.source.name or "").lower()
    ends = {hop.target for hop in found if _column(hop.target) == wanted}
    ends = {name for name in ends if name not in read} or ends
    back: dict[str, list[Hop]] = {}
    for hop in found:
        back.setdefault(hop.target, []).append(hop)
    above = _reached(ends, {name: [hop.source for hop in into] for name, into in back.items()})
    starts = {name for name in above if name not in made and _starts(name, given)}
    onward: dict[str, list[str]] = {}
    for hop in found:
        if hop.target in above:
            onward.setdefault(hop.source, []).append(hop.target)
    below = _reached(starts, onward) if starts else dict.fromkeys(above, 0)
    kept = [hop for hop in found if hop.source in below and hop.target in below and hop.target in above]
    kept.sort(key=lambda hop: (-above.get(hop.target, 0), hop.span))
    return kept


def _reached(starts: Iterable[str], onward: dict[str, list[str]]) -> dict[str, int]:
    """How far every name is that can be reached."""
    seen = dict.fromkeys(starts, 0)
    todo = list(seen)
    for name in todo:
        for other in onward.get(name, ()):
            if other not in seen:
                seen[other] = seen[name] + 1
                todo.append(other)
    return seen


def _column(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _starts(name: str, column: str) -> bool:
    """Whether a name is of that column, or of a field below it."""
    folded = name.lower()
    return folded.endswith(f".{column}") or f".{column}." in folded or f".{column}[" in folded
