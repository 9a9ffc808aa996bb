"""The output formats of other lineage tools, for programs that read them.

Each holds value edges only, and follows its format to the letter: names of keys, order, what is left out. A format
that names one target takes one statement; the others take any number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from headwater import dialects
from headwater.answer import ColumnRef as Ref
from headwater.answer import Edge, Statement
from headwater.base.identifiers import split_name
from headwater.base.levels import TABLE, Level, confidence_of
from headwater.rel.kinds import UNKNOWN, Kind
from headwater.rows import table_inputs

_STRENGTH = {kind.label: kind for kind in Kind if kind <= UNKNOWN}


# ── a DAG: nodes, edges, warnings ────────────────────────────────────────────────────────────────────────────────
def dag(statement: Statement, details: bool = False) -> dict[str, Any]:
    """`{"nodes", "edges": [{"from", "to", "type", "expr"}], "warnings"}`; a direct edge has no expression.

    Where only tables are known, the edges lead from table to table, and have the type TABLE. `details` adds the SQL
    (`sqlText`), the system of the dialect (`sourceSystem`), and to each edge its `confidence`, its `level` and the
    operator that made the value (`operatorId`: its name, and the column that it births in `headwater plan`).

    >>> from headwater import analyze, emit
    >>> statement = analyze("SELECT a + 1 AS b FROM t", dialect="duckdb").statements[0]
    >>> edge = emit.dag(statement, details=True)["edges"][0]
    >>> edge["operatorId"], edge["confidence"]
    ('Project$3', 0.99)
    """
    edges: list[dict[str, Any]] = []
    for edge in statement.edges:
        record: dict[str, Any] = {"from": str(edge.source), "to": str(edge.target), "type": edge.type}
        if edge.type != "DIRECT":
            record["expr"] = edge.expr
        if details:
            record |= {
                "operatorId": _operator(edge),
                "confidence": edge.confidence,
                "level": edge.level.value,
                "sqlText": statement.source.text[edge.span.start : edge.span.end],
            }
        edges.append(record)
    if statement.only_tables is not None:
        edges += _table_edges(statement, details)
    nodes = [edge["from"] for edge in edges]
    nodes += [f"{dataset}.{name}" for dataset, _, name in outputs(statement)]
    nodes += [edge["to"] for edge in edges]
    record = {
        "nodes": list(dict.fromkeys(nodes)),
        "edges": edges,
        "warnings": [diagnostic.message for diagnostic in statement.diagnostics],
    }
    if details:
        system = dialects.get(statement.dialect)
        record |= {"sqlText": statement.text, "sourceSystem": system.system or system.name}
    return record


def _operator(edge: Edge) -> str:
    """The last operator on the way that made something of the value, and the column that it births."""
    made = [step for step in edge.steps if step.op not in ("Write", "Ref", "Recursive")]
    return f"{made[-1].op}${made[-1].col.id}" if made else ""


def _table_edges(statement: Statement, details: bool) -> list[dict[str, Any]]:
    """From each table that a statement reads to each that it writes, where no more is known."""
    sources, targets = statement.tables
    certainty = {"confidence": confidence_of(TABLE), "level": Level.TABLE.value} if details else {}
    return [
        {"from": source, "to": target, "type": "TABLE", **certainty}
        for target in targets or ("result",)
        for source in sources
    ]


# ── four columns ─────────────────────────────────────────────────────────────────────────────────────────────────
class FourColumns(NamedTuple):
    """Which column of which table feeds which."""

    source_table: str
    source_column: str
    target_table: str
    target_column: str


def four_columns(*statements: Statement) -> list[FourColumns]:
    """One row for each pair of columns, by target, then source."""
    rows = (
        FourColumns(edge.source.dataset, _column(edge.source), edge.target.dataset, edge.target.column or "")
        for statement in statements
        for edge in statement.edges
    )
    return list(dict.fromkeys(rows))


def four_columns_markdown(*statements: Statement) -> str:
    """The same as a Markdown table."""
    rows = ["| **sourceTable** | **sourceColumn** | **targetTable** | **targetColumn** |", "| --- | --- | --- | --- |"]
    for row in four_columns(*statements):
        rows.append("| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(rows)


class Transform(NamedTuple):
    """Which column of which table feeds which, and through what; nothing where it is handed on as it is."""

    source_table: str
    source_column: str
    target_table: str
    target_column: str
    transform: str


def transforms(*statements: Statement) -> list[Transform]:
    """The four columns and the expression, in which columns are called what they are called in their tables.

    >>> import headwater
    >>> s = headwater.analyze("INSERT INTO x SELECT concat(a.n, b.m) FROM t a JOIN u b ON a.i = b.i", dialect="duckdb")
    >>> transforms(*s.statements)[0].transform
    'concat(t.n, u.m)'
    """
    rows = (
        Transform(
            edge.source.dataset,
            _column(edge.source),
            edge.target.dataset,
            edge.target.column or "",
            "" if edge.type == "DIRECT" else statement.transform(edge),
        )
        for statement in statements
        for edge in statement.edges
    )
    return list(dict.fromkeys(rows))


def transforms_markdown(*statements: Statement) -> str:
    """The same as a Markdown table."""
    heads = ("sourceTable", "sourceColumn", "targetTable", "targetColumn", "transform")
    rows = ["| " + " | ".join(f"**{head}**" for head in heads) + " |", "| --- | --- | --- | --- | --- |"]
    for row in transforms(*statements):
        rows.append("| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(rows)


# ── field lineage and table lineage ──────────────────────────────────────────────────────────────────────────────
def field_lineage(*statements: Statement) -> list[dict[str, Any]]:
    """`[{"sourceFields": [{"dbName", "fieldName", "process", "tableName"}], "targetField": {…}}]`.

    `process` is all that is done to the field on its way, from the innermost query out; a field that gets there in two
    ways is there twice. A target that nobody described has the fields that the query names.

    >>> from headwater import analyze, emit
    >>> sql = "INSERT INTO d.r SELECT q.n + 1 AS k FROM (SELECT upper(a) AS n FROM d.t) q"
    >>> emit.field_lineage(*analyze(sql, dialect="hive").statements)[0]["sourceFields"][0]["process"]
    'upper(a) + 1'
    """
    lineages: list[dict[str, Any]] = []
    for statement in statements:
        named = {
            (plan.dataset.name, born.col.name): born.col.filled_by for plan in statement.plans for born in plan.born
        }
        for (dataset, _, name), edges in _by_target(statement).items():
            inputs = [(edge.source, edge.expr or _column(edge.source)) for edge in edges]
            sources = [
                {**_field(source.dataset, _column(source)), "process": process}
                for source, process in dict.fromkeys(inputs)
            ]
            lineages.append(
                {
                    "sourceFields": [dict(sorted(source.items())) for source in sources],
                    "targetField": dict(sorted(_field(dataset, named[dataset, name] or name).items())),
                }
            )
    return lineages


def table_lineage(statement: Statement) -> dict[str, Any]:
    """`{"inputTables": [{"dbName", "tableName"}], "outputTable": {…}}` of the statement's (first) target."""
    lineages = table_lineages(statement)
    return lineages[0] if lineages else {"inputTables": [], "outputTable": None}


def table_lineages(statement: Statement) -> list[dict[str, Any]]:
    """One `table_lineage` for each target: Hive's multi-insert has several."""
    return [
        {"inputTables": [_table(source) for source in sources], "outputTable": _table(target)}
        for target, sources in table_inputs(statement)
    ]


_DOTTED = re.compile(r'(?:(?:"[^"]+"|[^".]+)\.)+(?:"[^"]+"|[^".]+)')


def _table(name: str) -> dict[str, str | None]:
    """A printed name in two parts; one that holds stray quotes is the table's alone."""
    *above, table = split_name(name) if _DOTTED.fullmatch(name) else (name,)
    return {"dbName": ".".join(above) or None, "tableName": table}


def _field(dataset: str, name: str) -> dict[str, str | None]:
    return {**_table(dataset), "fieldName": name}


# ── ColumnLineage(target, parents) ───────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, order=True)
class ColumnEntity:
    """A column of a table."""

    table: str
    name: str


@dataclass(frozen=True)
class ColumnLineage:
    """A target column and the columns that it comes from; compares and hashes by value."""

    target: ColumnEntity
    parents: frozenset[ColumnEntity]

    def to_dict(self) -> dict[str, Any]:
        """For JSON; parents in order."""
        return {
            "target": {"table": self.target.table, "name": self.target.name},
            "parents": [{"table": parent.table, "name": parent.name} for parent in sorted(self.parents)],
        }


def column_lineage(*statements: Statement) -> list[ColumnLineage]:
    """One for each column that is written, in order; a generated column has no parents."""
    return [
        ColumnLineage(
            ColumnEntity(dataset, name),
            frozenset(ColumnEntity(edge.source.dataset, _column(edge.source)) for edge in edges),
        )
        for statement in statements
        for (dataset, _, name), edges in _by_target(statement).items()
    ]


# ── ModelLineage(model, sources, columns) ────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True)
class ColumnRef:
    """A column of a table or model."""

    model: str
    column: str

    def __str__(self) -> str:
        return f"{self.model}.{self.column}"


@dataclass(frozen=True)
class ModelColumn:
    """An output column, its inputs, and what was done to them."""

    output: str
    inputs: tuple[ColumnRef, ...]
    transform: str


@dataclass(frozen=True)
class ModelLineage:
    """A model, the tables that it reads, and its columns."""

    model: str | None
    sources: tuple[str, ...]
    columns: tuple[ModelColumn, ...]

    def to_dict(self) -> dict[str, Any]:
        """For JSON, with the keys of the shape."""
        return {
            "Model": self.model,
            "Sources": list(self.sources),
            "Columns": [
                {
                    "Output": column.output,
                    "Inputs": [{"Model": ref.model, "Column": ref.column} for ref in column.inputs],
                    "Transform": column.transform,
                }
                for column in self.columns
            ],
        }


PASSTHROUGH = "passthrough"
EXPRESSION = "expression"


def model_lineage(statement: Statement, model: str | None = None) -> ModelLineage:
    """The lineage of a model; `transform` is `passthrough`, the outermost function in capitals, or `expression`."""
    bare = statement.target_dataset is None or statement.target_dataset.kind == "result"
    columns = []
    for (_, ordinal, name), edges in _by_target(statement).items():
        inputs = tuple(dict.fromkeys(ColumnRef(edge.source.dataset, _column(edge.source)) for edge in edges))
        columns.append(ModelColumn(name, inputs, _transform(statement, ordinal, name, edges)))
    return ModelLineage(model or (None if bare else statement.target), statement.tables[0], tuple(columns))


def _transform(statement: Statement, ordinal: int, name: str, edges: list[Edge]) -> str:
    if not edges:
        born = next(
            (
                candidate
                for plan in statement.plans
                for index, candidate in enumerate(plan.born)
                if (candidate.col.ordinal if candidate.col.ordinal >= 0 else index, candidate.col.name)
                == (ordinal, name)
            ),
            None,
        )
        return outermost(statement.explainer.expression(born.col.id, -1)) if born is not None else EXPRESSION
    strongest = max(edges, key=lambda edge: _STRENGTH[edge.type])
    return PASSTHROUGH if strongest.type == "DIRECT" else outermost(strongest.expr)


_CALL = re.compile(r"\s*([A-Za-z_][\w$.]*)\s*\(")
_BEHIND = re.compile(r"\s*(?:(?:IGNORE|RESPECT)\s+NULLS|FILTER|OVER|WITHIN\s+GROUP)\b\s*[\w$]*\s*", re.IGNORECASE)


def outermost(expression: str) -> str:
    """The function that an expression is a call of, in capitals.

    >>> outermost("sum(amount) OVER (PARTITION BY k)"), outermost("coalesce(a, (b))"), outermost("sum(a) / sum(b)")
    ('SUM', 'COALESCE', 'expression')
    """
    call = _CALL.match(expression)
    if call is None:
        return EXPRESSION
    index = _closing(expression, call.end() - 1)
    while index < len(expression):
        tail = expression[index:]
        if tail.lstrip().startswith("("):  # quantiles(0.5)(x)
            index = _closing(expression, index + len(tail) - len(tail.lstrip()))
            continue
        behind = _BEHIND.match(tail)
        if behind is None:
            return EXPRESSION if tail.strip() else call.group(1).upper()
        index += behind.end()
    return call.group(1).upper()


def _closing(text: str, opening: int) -> int:
    """Behind the parenthesis that closes the one at `opening`; quotes are passed over."""
    depth = 0
    quote = ""
    for index in range(opening, len(text)):
        char = text[index]
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"`":
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                return index + 1
    return len(text)


# ── what the shapes share ────────────────────────────────────────────────────────────────────────────────────────
def has_content(statement: Statement) -> bool:
    """Whether a statement has edges, columns, sources, or a level that is worth showing."""
    return bool(statement.edges or statement.columns or statement.tables[0] or statement.level > Level.INFERRED)


_Target = tuple[str, int, str]


def _by_target(statement: Statement) -> dict[_Target, list[Edge]]:
    """The edges of each output column, generated columns included, in order."""
    known: dict[_Target, list[Edge]] = {target: [] for target in outputs(statement)}
    for edge in statement.edges:
        key = (edge.target.dataset, edge.target.ordinal or 0, edge.target.column or "")
        known.setdefault(key, []).append(edge)
    return known


def outputs(statement: Statement) -> Iterator[_Target]:
    """Dataset, ordinal and name of every column that is written, target by target."""
    for number in range(len(statement.plans)):
        plan = statement.plans[number]
        columns = [
            (born.col.ordinal if born.col.ordinal >= 0 else index, born.col.name)
            for index, born in enumerate(plan.born)
        ]
        for ordinal, name in sorted(set(columns)):
            yield plan.dataset.name, ordinal, name


def _column(ref: Ref) -> str:
    return str(ref)[len(ref.dataset) + 1 :]
