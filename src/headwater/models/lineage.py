"""The lineage of one model: its sources, and for each column its inputs and what was done to them.

The shape is that of `headwater.emit.model_lineage`; here each column also has its class, and the answer keeps the
diagnostics that came with it. Never raises for what a text holds, unless `strict` asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from headwater import emit
from headwater.answer import Analysis, Edge, Statement
from headwater.api import analyze
from headwater.base.diagnostics import Diagnostic
from headwater.emit import tool_formats
from headwater.lint import lint
from headwater.models.classes import column_class
from headwater.schema import Catalog

Schema = Mapping[str, Iterable[str] | Mapping[str, str]]
STRICT = ("L001", "L101", "L102", "L103")


class ModelError(ValueError):
    """A text that is no model, where `strict` was asked for; the message says why and where."""


@dataclass(frozen=True)
class ModelColumn(tool_formats.ModelColumn):
    """An output column. `lineage` is its class: passthrough, aggregate, window or none.

    >>> print(lineage("SELECT SUM(amount) AS total FROM orders", "duckdb").columns[0])
    total <- [orders.amount] (SUM)
    """

    lineage: str = "passthrough"

    def __str__(self) -> str:
        return f"{self.output} <- [{' '.join(map(str, self.inputs))}] ({self.transform})"


@dataclass(frozen=True)
class ModelLineage(tool_formats.ModelLineage):
    """A model, what it reads, its columns, and what should be known about the answer."""

    columns: tuple[ModelColumn, ...]
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False)


def lineage(
    sql: str,
    dialect: str,
    schema: Catalog | Schema | None = None,
    *,
    model: str | None = None,
    strict: bool = False,
) -> ModelLineage:
    """The lineage of a model. `schema` maps tables to their columns; without it a star is a marker.

    With several statements in the text, the last one is the model. `strict` raises `ModelError` for what is no model:
    a text without a statement or with several, one that does not begin with SELECT or WITH, a scalar subquery in the
    SELECT columns, IN (SELECT …) outside of WHERE and HAVING, a text that cannot be read.

    >>> for column in lineage("SELECT * FROM customers", "duckdb").columns:
    ...     print(column)
    * <- [customers.*] (passthrough)
    >>> for column in lineage("SELECT * FROM customers", "duckdb", {"customers": ["id", "name"]}).columns:
    ...     print(column)
    id <- [customers.id] (passthrough)
    name <- [customers.name] (passthrough)
    """
    if strict:
        for finding in lint(sql, dialect=dialect, select=STRICT).findings:
            raise ModelError(f"{finding.line}:{finding.column}: {finding.message}")
    answer = analyze(sql, dialect=dialect, catalog=to_catalog(schema))
    count = sum(1 for statement in answer.statements if not statement.alternative)
    if strict and count != 1:
        raise ModelError(f"1:1: A model is one statement; this text has {count}.")
    return model_lineage(answer, model)


def to_catalog(schema: Catalog | Schema | None) -> Catalog:
    """A schema as a catalog."""
    if schema is None or isinstance(schema, Catalog):
        return schema if schema is not None else Catalog()
    return Catalog(
        {name: dict(columns) if isinstance(columns, Mapping) else list(columns) for name, columns in schema.items()}
    )


def model_lineage(answer: Analysis, model: str | None = None) -> ModelLineage:
    """The lineage of the last statement of an answer; the branches of a template give their columns together."""
    if not answer.statements:
        return ModelLineage(model, (), (), tuple(answer.diagnostics))
    first, *others = (_of_statement(statement, model, answer) for statement in final_statements(answer))
    for other in others:
        columns = {column.output: column for column in first.columns}
        for column in other.columns:
            known = columns.get(column.output)
            columns[column.output] = column if known is None else _together(known, column)
        sources = tuple(dict.fromkeys((*first.sources, *other.sources)))
        first = replace(first, sources=sources, columns=tuple(columns.values()))
    return first


def final_statements(answer: Analysis) -> list[Statement]:
    """The statement that makes a text a model: the last one, in every reading of the templates in it."""
    if sum(1 for statement in answer.statements if not statement.alternative) == 1:
        return answer.statements
    return answer.statements[-1:]


def _together(first: ModelColumn, second: ModelColumn) -> ModelColumn:
    """A column of which two branches of a template are known."""
    lineage = first.lineage if second.lineage in ("passthrough", "none") else second.lineage
    transform = first.transform if first.transform == second.transform else tool_formats.EXPRESSION
    return ModelColumn(first.output, tuple(dict.fromkeys((*first.inputs, *second.inputs))), transform, lineage)


def _of_statement(statement: Statement, model: str | None, answer: Analysis) -> ModelLineage:
    plain = emit.model_lineage(statement, model)
    column_edges = _edges(statement)
    columns = tuple(
        ModelColumn(
            column.output, _inputs(column, edges), column.transform, column_class(edges, expression, statement.dialect)
        )
        for column, (edges, expression) in zip(plain.columns, column_edges, strict=True)
    )
    return ModelLineage(plain.model, plain.sources, columns, tuple(answer.diagnostics))


def _inputs(column: tool_formats.ModelColumn, edges: list[Edge]) -> tuple[tool_formats.ColumnRef, ...]:
    """The inputs in the order in which the statement names them: the first arm of a UNION comes first."""
    first: dict[str, int] = {}
    for edge in edges:
        name = str(edge.source)
        first[name] = min(edge.origin, first.get(name, edge.origin))
    return tuple(sorted(column.inputs, key=lambda column: first.get(str(column), 0)))


def _edges(statement: Statement) -> list[tuple[list[Edge], str]]:
    """The edges of each output column, in the order of the shape; of one without any, its expression."""
    edges: dict[tuple[str, int, str], list[Edge]] = {output: [] for output in tool_formats.outputs(statement)}
    for edge in statement.edges:
        edges.setdefault((edge.target.dataset, edge.target.ordinal or 0, edge.target.column or ""), []).append(edge)
    born = {
        (
            plan.dataset.name,
            born_column.col.ordinal if born_column.col.ordinal >= 0 else index,
            born_column.col.name,
        ): born_column.col.id
        for plan in statement.plans
        for index, born_column in enumerate(plan.born)
    }
    return [(edge, "" if edge else _expression(statement, born.get(target))) for target, edge in edges.items()]


def _expression(statement: Statement, col: int | None) -> str:
    return statement.explainer.expression(col, -1) if col is not None else ""
