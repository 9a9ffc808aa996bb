"""`headwater analyze`: the lineage of files, in any output format."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Annotated, Any

import typer

import headwater
from headwater import emit
from headwater.answer import Statement
from headwater.cli import console, inputs, options
from headwater.emit.styled_text import Line, Piece, Relation
from headwater.emit.tool_formats import has_content


class Format(StrEnum):
    """Output formats."""

    TEXT = "text"
    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MERMAID = "mermaid"
    DOT = "dot"
    DAG = "dag"
    DAG_DETAILS = "dag-details"
    FOUR_COLUMNS = "four-columns"
    TRANSFORMS = "transforms"
    FIELDS = "fields"
    TABLES = "tables"
    COLUMNS = "columns"
    MODEL = "model"
    SELECTS = "selects"


class Shown(StrEnum):
    """Which edges to show."""

    VALUE = "value"
    INFLUENCE = "influence"
    BOTH = "both"


@console.command
def analyze(
    paths: options.Paths,
    dialect: options.Dialect = None,
    catalog: options.Catalogs = None,
    database: options.Database = None,
    format: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.TEXT,
    influence: Annotated[
        Shown,
        typer.Option("--influence", help="Show value edges, influence edges, or both (text, csv, mermaid, dot)."),
    ] = Shown.VALUE,
    functions: options.Functions = None,
    fold_views: options.FoldViews = False,
    fail_at: Annotated[
        headwater.Level | None,
        typer.Option("--fail-at", case_sensitive=False, help="Exit with 1 if an answer has this level or a worse one."),
    ] = None,
    output: options.Output = None,
    encoding: options.Encoding = "utf-8",
    quiet: options.Quiet = False,
) -> None:
    """Show the column lineage of every statement."""
    settings = inputs.Settings(dialect, catalog or (), database, fold_views, encoding, functions or ())
    found = list(inputs.answers(paths, settings))
    relation: Relation = influence.value
    many = inputs.several(paths)
    if format is Format.TEXT:
        wide = console.width() if output is None else None
        console.lines((line for one in found for line in emit.text.lines(one, relation, wide)), output)
    else:
        console.data(_WRITERS[format](found, relation, many), output)
    if not quiet:
        console.notes(_diagnostics(found))
    if fail_at is not None:
        worse = [one for one in found if one.level >= fail_at]
        if worse:
            console.notes(_failed(worse, len(found), fail_at))
            raise typer.Exit(1)


def _diagnostics(found: list[headwater.Analysis]) -> Iterator[Line]:
    for answer in found:
        for one in answer.diagnostics:
            yield from emit.diagnostic(one)
            yield []


def _failed(worse: list[headwater.Analysis], count: int, level: headwater.Level) -> Iterator[Line]:
    files = f"{len(worse)} of {count} files are" if count > 1 else f"{worse[0].source.name or 'The text'} is"
    said = ", ".join(f"{one.source.name} {one.level}" for one in worse[:5]) if count > 1 else str(worse[0].level)
    more = f" and {len(worse) - 5} more" if len(worse) > 5 else ""
    yield [Piece("fail", "error"), Piece(f": {files} at {level} or worse ({said}{more}).")]


# ── the formats ──────────────────────────────────────────────────────────────────────────────────────────────────
_Found = list[headwater.Analysis]
_Writer = Callable[[_Found, Relation, bool], str]


def _statements(found: _Found) -> list[Statement]:
    return [one for answer in found for one in answer.statements if has_content(one)]


def _json(found: _Found, relation: Relation, many: bool) -> str:
    return emit.json.render_files(*found) if many else emit.json.render(found[0])


def _per_statement(shape: Callable[[Statement], list[dict[str, Any]]]) -> _Writer:
    """One JSON list: the items that `shape` returns for each statement with lineage."""

    def write(found: _Found, relation: Relation, many: bool) -> str:
        return emit.json.dump([one for statement in _statements(found) for one in shape(statement)])

    return write


def _model(statement: Statement) -> list[dict[str, Any]]:
    """A model is named by its target; a bare query by its file, as in dbt."""
    path = statement.source.name
    file = os.path.splitext(os.path.basename(path))[0] if path not in ("", inputs.STDIN) else None
    bare = statement.target_dataset is None or statement.target_dataset.kind == "result"
    return [emit.model_lineage(statement, file if bare else None).to_dict()]


def _selects(found: _Found) -> list[dict[str, Any]]:
    """What is written, so the texts are parsed; no name is resolved."""
    texts = (headwater.parse(answer.source.text, dialect=answer.dialect) for answer in found)
    return [record for statements in texts for record in emit.selects(*statements)]


_WRITERS: dict[Format, _Writer] = {
    Format.JSON: _json,
    Format.CSV: lambda found, relation, many: emit.csv.render(*found, relation=relation),
    Format.MERMAID: lambda found, relation, many: emit.mermaid.render(*found, relation=relation),
    Format.DOT: lambda found, relation, many: emit.dot.render(*found, relation=relation),
    Format.DAG: _per_statement(lambda one: [emit.dag(one)]),
    Format.DAG_DETAILS: _per_statement(lambda one: [emit.dag(one, details=True)]),
    Format.TABLE: lambda found, relation, many: emit.four_columns_markdown(*_statements(found)) + "\n",
    Format.FOUR_COLUMNS: lambda found, relation, many: emit.four_columns_markdown(*_statements(found)) + "\n",
    Format.TRANSFORMS: lambda found, relation, many: emit.transforms_markdown(*_statements(found)) + "\n",
    Format.FIELDS: _per_statement(lambda one: emit.field_lineage(one)),
    Format.TABLES: _per_statement(emit.table_lineages),
    Format.COLUMNS: _per_statement(lambda one: [lineage.to_dict() for lineage in emit.column_lineage(one)]),
    Format.MODEL: _per_statement(_model),
    Format.SELECTS: lambda found, relation, many: emit.json.dump(_selects(found)),
}
