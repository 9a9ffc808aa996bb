"""The records of one analysis: what a table of statements, edges or diagnostics holds, field by field.

To add a field: a line here, and its value in the function that makes the record (a test compares the two).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from headwater.answer import Analysis, Edge, Hop, Influence, Statement
from headwater.base.spans import Span
from headwater.rel.columns import Dataset
from headwater.rel.operators import Scan
from headwater.rel.walk import walk
from headwater.rows import fields
from headwater.rows.record import Field, Record, Row

if TYPE_CHECKING:
    import pyarrow

# ── the fields ───────────────────────────────────────────────────────────────────────────────────────────────────
_STATEMENT = (
    Field("file", "string", "The name that the text was analysed under; empty where it had none."),
    Field("statement", "int", "Index of the statement in the text, from 0."),
)
_ENDS = (fields.SOURCE_DATASET, fields.SOURCE_COLUMN, fields.SOURCE_PATH, fields.TARGET_DATASET)

STATEMENT = Record(
    "statements",
    "One statement of a text.",
    (
        *_STATEMENT,
        Field("dialect", "string", "The dialect it was read as."),
        fields.STATEMENT_KIND,
        *fields.STATEMENT_TARGET,
        fields.LEVEL,
        *fields.SPAN,
        fields.STATEMENT_TEXT,
    ),
)
DATASET = Record(
    "datasets",
    "A stored dataset that the text reads or writes, once.",
    (
        _STATEMENT[0],
        Field("name", "string", "The dataset's name as first written."),
        fields.DATASET_KIND,
        fields.TEMPORARY,
        *fields.DATASET_USE,
    ),
)
COLUMN = Record(
    "columns",
    "A column that a statement writes.",
    (
        *_STATEMENT,
        Field("dataset", "string", "The written dataset; result for a bare query."),
        Field("name", "string", "The column's name."),
        Field("ordinal", "int", "Its position, from 0."),
        fields.GENERATED,
        fields.LEVEL,
    ),
)
EDGE = Record(
    "edges",
    "A folded value edge: a stored column that a target column is made of.",
    (
        *_STATEMENT,
        *_ENDS,
        fields.TARGET_COLUMN,
        fields.TARGET_ORDINAL,
        fields.VALUE_TYPE,
        fields.LEVEL,
        fields.CONFIDENCE,
        fields.EXPRESSION,
        fields.OPERATORS,
        *fields.SPAN,
    ),
)
HOP = Record(
    "hops",
    "The steps inside each statement, between stored datasets, CTEs and derived tables.",
    (
        *_STATEMENT,
        *_ENDS,
        fields.TARGET_COLUMN,
        fields.TARGET_ORDINAL,
        fields.VALUE_TYPE,
        fields.LEVEL,
        fields.CONFIDENCE,
        fields.HOP_EXPRESSION,
        fields.HOP_OPERATOR,
        *fields.SPAN,
    ),
)
INFLUENCE = Record(
    "influence",
    "Influence: a stored column that decides without feeding a value.",
    (
        *_STATEMENT,
        *_ENDS,
        fields.INFLUENCED_COLUMN,
        fields.TARGET_ORDINAL,
        fields.INFLUENCE_TYPE,
        fields.LEVEL,
        fields.CONFIDENCE,
        *fields.SPAN,
    ),
)
DIAGNOSTIC = Record("diagnostics", "The diagnostics of each statement.", (*_STATEMENT, *fields.DIAGNOSTIC))
TABLE_EDGE = Record(
    "table_edges",
    "Edges between datasets.",
    (
        *_STATEMENT,
        Field("source", "string", "The read dataset."),
        Field("target", "string", "The written dataset; result for a bare query."),
        fields.LEVEL,
    ),
)

RECORDS: dict[str, Record] = {
    record.name: record for record in (STATEMENT, DATASET, COLUMN, EDGE, HOP, INFLUENCE, DIAGNOSTIC, TABLE_EDGE)
}


def json_schema() -> Row:
    """The JSON Schema of what `records` gives."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "headwater records",
        "type": "object",
        "properties": {name: {"type": "array", "items": record.json_schema()} for name, record in RECORDS.items()},
        "required": list(RECORDS),
        "additionalProperties": False,
    }


# ── the records ──────────────────────────────────────────────────────────────────────────────────────────────────
def records(analysis: Analysis) -> dict[str, list[Row]]:
    """Everything an analysis says, as flat records by kind.

    >>> import headwater
    >>> by_kind = records(headwater.analyze("SELECT a AS x FROM t", dialect="duckdb"))
    >>> [(row["source_column"], row["target_column"]) for row in by_kind["edges"]]
    [('a', 'x')]
    """
    by_kind: dict[str, list[Row]] = {name: [] for name in RECORDS}
    for statement in analysis.statements:
        for name, rows in _ROWS.items():
            by_kind[name].extend(rows(statement))
    by_kind["datasets"] = _datasets(analysis)
    return by_kind


def to_arrow(analysis: Analysis) -> dict[str, pyarrow.Table]:
    """The records as Arrow tables by kind."""
    import pyarrow as pa

    return {
        name: pa.Table.from_pylist(rows, schema=RECORDS[name].arrow_schema())
        for name, rows in records(analysis).items()
    }


def _statement(statement: Statement) -> Row:
    return {"file": statement.source.name, "statement": statement.index}


def _span(statement: Statement, span: Span) -> Row:
    line, column = statement.source.position(span.start)
    return {"span_start": span.start, "span_end": span.end, "line": line, "column_number": column}


def _ends(edge: Edge | Hop | Influence) -> Row:
    return {
        "source_dataset": edge.source.dataset,
        "source_column": edge.source.column,
        "source_path": list(edge.source.path),
        "target_dataset": edge.target.dataset,
        "target_column": edge.target.column,
        "target_ordinal": edge.target.ordinal,
        "type": str(edge.type),
        "level": edge.level.value,
        "confidence": edge.confidence,
    }


def _statements(statement: Statement) -> Iterator[Row]:
    target = statement.target_dataset
    yield {
        **_statement(statement),
        "dialect": statement.dialect,
        "kind": statement.kind,
        "target": statement.target,
        "target_kind": target.kind if target is not None else None,
        "target_temporary": target is not None and target.temporary,
        "level": statement.level.value,
        **_span(statement, statement.span),
        "text": statement.text,
    }


def _columns(statement: Statement) -> Iterator[Row]:
    """By plan, since a statement may have several targets; the statement lists a column once for all of them."""
    outputs = {(column.name, column.ordinal): column for column in statement.columns}
    done: set[tuple[str, str, int]] = set()
    for plan in statement.plans:
        for position, born in enumerate(plan.born):
            name, ordinal = born.col.name, born.col.ordinal if born.col.ordinal >= 0 else position
            key = (plan.dataset.name, name, ordinal)
            if key in done:
                continue
            done.add(key)
            output = outputs[name, ordinal]
            yield {
                **_statement(statement),
                "dataset": plan.dataset.name,
                "name": name,
                "ordinal": ordinal,
                "generated": output.generated,
                "level": output.level.value,
            }


def _edges(statement: Statement) -> Iterator[Row]:
    for edge in statement.edges:
        yield {
            **_statement(statement),
            **_ends(edge),
            "expr": edge.expr,
            "operators": edge.path,
            **_span(statement, edge.span),
        }


def _hops(statement: Statement) -> Iterator[Row]:
    for hop in statement.hops:
        yield {
            **_statement(statement),
            **_ends(hop),
            "expr": hop.expr,
            "operator": hop.op,
            **_span(statement, hop.span),
        }


def _influence(statement: Statement) -> Iterator[Row]:
    for influence in statement.influence:
        yield {**_statement(statement), **_ends(influence), **_span(statement, influence.span)}


def _diagnostics(statement: Statement) -> Iterator[Row]:
    for diagnostic in statement.diagnostics:
        yield {
            **_statement(statement),
            "code": diagnostic.code,
            "severity": diagnostic.severity,
            "level": diagnostic.level.value,
            "message": diagnostic.summary,
            "help": diagnostic.help,
            **_span(statement, diagnostic.span),
        }


def _table_edges(statement: Statement) -> Iterator[Row]:
    for target, sources in table_inputs(statement):
        for source in sources:
            yield {
                **_statement(statement),
                "source": source,
                "target": target,
                "level": statement.level.value,
            }


def table_inputs(statement: Statement) -> list[tuple[str, tuple[str, ...]]]:
    """Each target of a statement with the stored datasets that are read for it, sorted (a multi-insert has several).

    >>> import headwater
    >>> table_inputs(headwater.analyze("INSERT INTO x SELECT a FROM t", dialect="duckdb").statements[0])
    [('x', ('t',))]
    """
    sources, targets = statement.tables
    if len(statement.plans) < 2:
        return [(target, sources) for target in targets or ((statement.target,) if statement.target else ())]
    inputs: dict[str, set[str]] = {}
    for plan in statement.plans:
        scanned = {rel.dataset.name for rel in walk(plan) if isinstance(rel, Scan)}
        inputs.setdefault(plan.dataset.name, set()).update(scanned & set(sources))
    return [(target, tuple(sorted(read))) for target, read in inputs.items()]


_ROWS: dict[str, Callable[[Statement], Iterator[Row]]] = {
    "statements": _statements,
    "columns": _columns,
    "edges": _edges,
    "hops": _hops,
    "influence": _influence,
    "diagnostics": _diagnostics,
    "table_edges": _table_edges,
}


def _datasets(analysis: Analysis) -> list[Row]:
    """Every stored dataset once, in the order of appearance; the statement that creates it knows its kind."""
    datasets: dict[str, Dataset] = {}
    read: set[str] = set()
    written: set[str] = set()
    for statement in analysis.statements:
        sources, targets = statement.tables
        read.update(sources)
        written.update(targets)
        for dataset in (*statement.graph.scans, *(plan.dataset for plan in statement.plans)):
            if dataset.stored and dataset.kind != "result":
                datasets.setdefault(dataset.name, dataset)
        if statement.target_dataset is not None and statement.target_dataset.name in targets:
            datasets.setdefault(statement.target_dataset.name, statement.target_dataset)
        for name in (*sources, *targets):
            datasets.setdefault(name, Dataset(name))
    return [
        {
            "file": analysis.source.name,
            "name": name,
            "kind": dataset.kind,
            "temporary": dataset.temporary,
            "read": name in read,
            "written": name in written,
        }
        for name, dataset in datasets.items()
    ]
