"""CSV: one row an edge. `relation` tells value from influence; `HEADER` says what each field is."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from headwater.answer import Analysis, Edge, Influence, Statement
from headwater.emit.styled_text import Relation

HEADER: dict[str, str] = {
    "file": "the file, or - for the standard input",
    "statement": "which statement of the file, from 0",
    "relation": "value (made of) or influence (decided by)",
    "source_dataset": "the dataset that is read",
    "source_column": "its column, with the fields below it",
    "target_dataset": "the dataset that is written; result for a bare query",
    "target_column": "its column; empty where the whole dataset is influenced",
    "target_ordinal": "the column's position, from 0",
    "type": "DIRECT, DERIVED, … for value; FILTER, JOIN, … for influence",
    "level": "how sure: EXACT, INFERRED, AMBIGUOUS, COARSE, TABLE, NONE",
    "confidence": "the level as a number in [0, 1]",
    "expr": "the expression composed from the text; for influence, the text that decides",
    "line": "where that stands: line, from 1",
    "column": "and column, from 1",
    "start": "offset in the text, from 0",
    "end": "offset behind it",
}


def render(*answers: Analysis, relation: Relation = "value") -> str:
    """The edges of all answers, with a header row; lines end with a line feed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for answer in answers:
        for statement in answer.statements:
            writer.writerows(_rows(statement, relation))
    return out.getvalue()


def _rows(statement: Statement, relation: Relation) -> Iterator[tuple[object, ...]]:
    if relation != "influence":
        for edge in statement.edges:
            yield _row(statement, "value", edge, edge.expr)
    if relation != "value":
        for influence in statement.influence:
            yield _row(
                statement, "influence", influence, statement.source.text[influence.span.start : influence.span.end]
            )


def _row(statement: Statement, relation: str, edge: Edge | Influence, expr: str) -> tuple[object, ...]:
    source, target, span = edge.source, edge.target, edge.span
    line, column = statement.source.position(span.start)
    return (
        statement.source.name,
        statement.index,
        relation,
        source.dataset,
        str(source)[len(source.dataset) + 1 :],
        target.dataset,
        target.column if target.column is not None else "",
        target.ordinal if target.ordinal is not None else "",
        edge.type,
        edge.level.value,
        edge.confidence,
        expr,
        line,
        column,
        span.start,
        span.end,
    )
