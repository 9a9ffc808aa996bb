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
from headwater.rows.record import STRINGS, Field, Record, Row

if TYPE_CHECKING:
    import pyarrow

# ── the fields ───────────────────────────────────────────────────────────────────────────────────────────────────
_WHERE = (
    Field("file", "string", "The name that the text was analysed under; empty where it had none."),
    Field("statement", "int", "Which statement of the text, from 0."),
)
_LEVEL = Field("level", "string", "How sure: EXACT, INFERRED, AMBIGUOUS, COARSE, TABLE or NONE.")
_SURE = (_LEVEL, Field("confidence", "double", "The level as a number from 0 to 1."))
_PLACE = (
    Field("span_start", "int", "Offset of the place in the text, from 0."),
    Field("span_end", "int", "Offset behind the place."),
    Field("line", "int", "Line of the place, from 1."),
    Field("column_number", "int", "Column of the place in its line, from 1."),
)
_SOURCE = (
    Field("source_dataset", "string", "The dataset that is read."),
    Field("source_column", "string", "Its column; * for all columns of a dataset whose schema is not known."),
    Field("source_path", STRINGS, "The fields below the column, outermost first; [] stands for elements."),
)
_TARGET = (
    Field("target_dataset", "string", "The dataset that is written; result for a bare query."),
    Field("target_column", "string", "Its column."),
    Field("target_ordinal", "int", "The column's position, from 0.", nullable=True),
)

STATEMENT = Record(
    "statements",
    "One statement of a text.",
    (
        *_WHERE,
        Field("dialect", "string", "The dialect it was read as."),
        Field("kind", "string", "SELECT, INSERT, CREATE_TABLE, MERGE and so on."),
        Field("target", "string", "The dataset that is written; result for a bare query.", nullable=True),
        Field("target_kind", "string", "table, view, materialized view, file or result.", nullable=True),
        Field("target_temporary", "boolean", "Whether the target lives no longer than its session."),
        _LEVEL,
        *_PLACE,
        Field("text", "string", "The statement as it stands in the text."),
    ),
)
DATASET = Record(
    "datasets",
    "A stored dataset that the text reads or writes, once.",
    (
        Field("file", "string", "The name that the text was analysed under; empty where it had none."),
        Field("name", "string", "The dataset's name as first written."),
        Field("kind", "string", "table, view, materialized view, file and so on."),
        Field("temporary", "boolean", "Whether it lives no longer than its session."),
        Field("read", "boolean", "Whether some statement reads it."),
        Field("written", "boolean", "Whether some statement writes it."),
    ),
)
COLUMN = Record(
    "columns",
    "A column that a statement writes.",
    (
        *_WHERE,
        Field("dataset", "string", "The dataset that is written; result for a bare query."),
        Field("name", "string", "The column's name."),
        Field("ordinal", "int", "Its position, from 0."),
        Field("generated", "boolean", "Whether no stored column gives it value: a constant, a count, a clock."),
        _LEVEL,
    ),
)
EDGE = Record(
    "edges",
    "A folded value edge: a stored column that a target column is made of.",
    (
        *_WHERE,
        *_SOURCE,
        *_TARGET,
        Field("type", "string", "DIRECT, DERIVED, DERIVED_ARRAY, WINDOW, AGG, EXTERNAL or UNKNOWN."),
        *_SURE,
        Field("expr", "string", "The expression, with everything between source and target written out."),
        Field("operators", STRINGS, "The operators on the way, source first."),
        *_PLACE,
    ),
)
HOP = Record(
    "hops",
    "One step of the way: between stored datasets, CTEs and derived tables.",
    (
        *_WHERE,
        *_SOURCE,
        *_TARGET,
        Field("type", "string", "DIRECT, DERIVED, DERIVED_ARRAY, WINDOW, AGG, EXTERNAL or UNKNOWN."),
        *_SURE,
        Field("expr", "string", "The expression of this step as it stands in the text."),
        Field("operator", "string", "The operator of this step."),
        *_PLACE,
    ),
)
INFLUENCE = Record(
    "influence",
    "A stored column that decides, without handing on a value.",
    (
        *_WHERE,
        *_SOURCE,
        Field("target_dataset", "string", "The dataset that is written; result for a bare query."),
        Field("target_column", "string", "The column that is decided; null for the whole dataset.", nullable=True),
        Field("target_ordinal", "int", "The column's position, from 0.", nullable=True),
        Field("type", "string", "FILTER, JOIN, GROUP_BY, SORT, WINDOW or CONDITIONAL."),
        *_SURE,
        *_PLACE,
    ),
)
DIAGNOSTIC = Record(
    "diagnostics",
    "Something that should be known about an answer.",
    (
        *_WHERE,
        Field("code", "string", "The code; the reference explains each."),
        Field("severity", "string", "info, warning or error."),
        _LEVEL,
        Field("message", "string", "What it is about."),
        Field("help", "string", "What to do about it."),
        *_PLACE,
    ),
)
TABLE_EDGE = Record(
    "table_edges",
    "A dataset that is read for a dataset that is written.",
    (
        *_WHERE,
        Field("source", "string", "The dataset that is read."),
        Field("target", "string", "The dataset that is written; result for a bare query."),
        _LEVEL,
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
        "properties": {name: {"type": "array", "items": one.json_schema()} for name, one in RECORDS.items()},
        "required": list(RECORDS),
        "additionalProperties": False,
    }


# ── the records ──────────────────────────────────────────────────────────────────────────────────────────────────
def records(analysis: Analysis) -> dict[str, list[Row]]:
    """Everything an analysis says, as flat records by kind.

    >>> import headwater
    >>> found = records(headwater.analyze("SELECT a AS x FROM t", dialect="duckdb"))
    >>> [(row["source_column"], row["target_column"]) for row in found["edges"]]
    [('a', 'x')]
    """
    found: dict[str, list[Row]] = {name: [] for name in RECORDS}
    for statement in analysis.statements:
        for name, rows in _MAKERS.items():
            found[name].extend(rows(statement))
    found["datasets"] = _datasets(analysis)
    return found


def to_arrow(analysis: Analysis) -> dict[str, pyarrow.Table]:
    """The records as Arrow tables by kind."""
    import pyarrow as pa

    return {
        name: pa.Table.from_pylist(rows, schema=RECORDS[name].arrow_schema())
        for name, rows in records(analysis).items()
    }


def _where(statement: Statement) -> Row:
    return {"file": statement.source.name, "statement": statement.index}


def _place(statement: Statement, span: Span) -> Row:
    line, column = statement.source.position(span.start)
    return {"span_start": span.start, "span_end": span.end, "line": line, "column_number": column}


def _ends(one: Edge | Hop | Influence) -> Row:
    return {
        "source_dataset": one.source.dataset,
        "source_column": one.source.column,
        "source_path": list(one.source.path),
        "target_dataset": one.target.dataset,
        "target_column": one.target.column,
        "target_ordinal": one.target.ordinal,
        "type": str(one.type),
        "level": one.level.value,
        "confidence": one.confidence,
    }


def _statements(statement: Statement) -> Iterator[Row]:
    target = statement.target_dataset
    yield {
        **_where(statement),
        "dialect": statement.dialect,
        "kind": statement.kind,
        "target": statement.target,
        "target_kind": target.kind if target is not None else None,
        "target_temporary": target is not None and target.temporary,
        "level": statement.level.value,
        **_place(statement, statement.span),
        "text": statement.text,
    }


def _columns(statement: Statement) -> Iterator[Row]:
    """By plan, since a statement may have several targets; what a column is, is said once for all of them."""
    known = {(one.name, one.ordinal): one for one in statement.columns}
    seen: set[tuple[str, str, int]] = set()
    for plan in statement.plans:
        for position, born in enumerate(plan.born):
            name, ordinal = born.col.name, born.col.ordinal if born.col.ordinal >= 0 else position
            key = (plan.dataset.name, name, ordinal)
            if key in seen:
                continue
            seen.add(key)
            column = known[name, ordinal]
            yield {
                **_where(statement),
                "dataset": plan.dataset.name,
                "name": name,
                "ordinal": ordinal,
                "generated": column.generated,
                "level": column.level.value,
            }


def _edges(statement: Statement) -> Iterator[Row]:
    for edge in statement.edges:
        yield {
            **_where(statement),
            **_ends(edge),
            "expr": edge.expr,
            "operators": edge.path,
            **_place(statement, edge.span),
        }


def _hops(statement: Statement) -> Iterator[Row]:
    for hop in statement.hops:
        yield {
            **_where(statement),
            **_ends(hop),
            "expr": hop.expr,
            "operator": hop.op,
            **_place(statement, hop.span),
        }


def _influence(statement: Statement) -> Iterator[Row]:
    for one in statement.influence:
        yield {**_where(statement), **_ends(one), **_place(statement, one.span)}


def _diagnostics(statement: Statement) -> Iterator[Row]:
    for one in statement.diagnostics:
        yield {
            **_where(statement),
            "code": one.code,
            "severity": one.severity,
            "level": one.level.value,
            "message": one.message,
            "help": one.help,
            **_place(statement, one.span),
        }


def _table_edges(statement: Statement) -> Iterator[Row]:
    for target, sources in table_inputs(statement):
        for source in sources:
            yield {
                **_where(statement),
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
    found: dict[str, set[str]] = {}
    for plan in statement.plans:
        read = found.setdefault(plan.dataset.name, set())
        read |= {rel.dataset.name for rel in walk(plan) if isinstance(rel, Scan)} & set(sources)
    return [(target, tuple(sorted(read))) for target, read in found.items()]


_MAKERS: dict[str, Callable[[Statement], Iterator[Row]]] = {
    "statements": _statements,
    "columns": _columns,
    "edges": _edges,
    "hops": _hops,
    "influence": _influence,
    "diagnostics": _diagnostics,
    "table_edges": _table_edges,
}


def _datasets(analysis: Analysis) -> list[Row]:
    """Every stored dataset once, in the order of appearance; what made it says what it is."""
    known: dict[str, Dataset] = {}
    read: set[str] = set()
    written: set[str] = set()
    for statement in analysis.statements:
        sources, targets = statement.tables
        read.update(sources)
        written.update(targets)
        for dataset in (*statement.graph.scans, *(plan.dataset for plan in statement.plans)):
            if dataset.stored and dataset.kind != "result":
                known.setdefault(dataset.name, dataset)
        if statement.target_dataset is not None and statement.target_dataset.name in targets:
            known.setdefault(statement.target_dataset.name, statement.target_dataset)
        for name in (*sources, *targets):
            known.setdefault(name, Dataset(name))
    return [
        {
            "file": analysis.source.name,
            "name": name,
            "kind": dataset.kind,
            "temporary": dataset.temporary,
            "read": name in read,
            "written": name in written,
        }
        for name, dataset in known.items()
    ]
