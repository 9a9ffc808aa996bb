"""What the server answers beside the graph's own answers: errors, what is asked, coverage, the playground.

`Bundle` is the document inside a standalone page (`headwater export html`), from which the page answers by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Literal

from headwater.base.levels import Level
from headwater.rows.graph import ColumnNumber, Hop, Line, Remark, Span, Statement
from headwater.rows.graph_answers import Table, View, ViewEdge
from headwater.rows.json_record import FLAT, JsonRecord
from headwater.rows.record import ListOf, Row
from headwater.rows.statement_json import STATEMENT_ANSWER
from headwater.rows.warehouse import COVERAGE

COVERAGE_ROW = replace(COVERAGE, name="CoverageRow", description="How much of a dialect was read, and how well.")


# ── errors, and what is asked ────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class ErrorDetail(JsonRecord):
    """What went wrong."""

    code: Annotated[str, "For programs: unknown_name, several_names, invalid, token, timeout, …"]
    message: Annotated[str, "For people: one line."]
    help: Annotated[str, "What to do about it."]
    candidates: Annotated[tuple[str, ...], "Names that may be meant."]


@dataclass(frozen=True, slots=True)
class Error(JsonRecord):
    """The one shape of an error."""

    error: Annotated[ErrorDetail, "What went wrong."]


@dataclass(frozen=True, slots=True)
class Health(JsonRecord):
    """Whether the server answers."""

    status: Annotated[Literal["ok"], "It does."] = "ok"


@dataclass(frozen=True, slots=True)
class Snapshot(JsonRecord):
    """A snapshot of the folder."""

    id: Annotated[str, "Its id."]
    made_at: Annotated[datetime, "When it was made."]


@dataclass(frozen=True, slots=True)
class Info(JsonRecord):
    """What is asked here."""

    version: Annotated[str, "The version of headwater."]
    snapshot: Annotated[Snapshot, "The snapshot that is asked."]
    snapshots: Annotated[tuple[Snapshot, ...], "All snapshots there are, oldest first."]
    counts: Annotated[dict[str, int], "How many rows each table has."]
    systems: Annotated[tuple[str, ...], "The systems that datasets live in."]
    dialects: Annotated[tuple[str, ...], "The dialects that can be asked for."]
    value_types: Annotated[tuple[str, ...], "The types of value edges, in order of strength."]
    influence_types: Annotated[tuple[str, ...], "The types of influence."]
    levels: Annotated[tuple[str, ...], "The levels, best first."]
    limits: Annotated[dict[str, float], "How much may be asked for at most."]
    sources: Annotated[tuple[str, ...], "What the graph was read from."]


# ── coverage ─────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Reason(JsonRecord):
    """Something that was not understood, with a statement that shows it."""

    code: Annotated[str, "The code of the diagnostic."]
    severity: Annotated[str, "info, warning or error."]
    level: Annotated[Level, "The level that it lowers a statement to."]
    dialect: Annotated[str, "The dialect."]
    statements: Annotated[int, "How many statements have it."]
    message: Annotated[str, "What it is about."]
    help: Annotated[str, "What to do about it."]
    example: Annotated[str, "A statement that has it."]


@dataclass(frozen=True, slots=True)
class Coverage(JsonRecord):
    """What was read, and what was not understood."""

    dialects: Annotated[list[Row], "How much was read, and how well, by dialect.", ListOf(COVERAGE_ROW)]
    reasons: Annotated[list[Row], "What was not understood, the most frequent first.", ListOf(Reason.record())]


@dataclass(frozen=True, slots=True)
class Unsure(JsonRecord):
    """A statement that is not EXACT, or that has a diagnostic."""

    statement: Annotated[str, "Its id."]
    kind: Annotated[str, "SELECT, INSERT, CREATE_TABLE, MERGE and so on."]
    dialect: Annotated[str | None, "The dialect that it was read as."]
    level: Annotated[Level, "How sure its lineage is."]
    source: Annotated[str, "The file or table that it was first read from."]
    line: Line
    target: Annotated[str | None, "The dataset that it writes."]
    text: Annotated[str, "Its beginning."]
    codes: Annotated[tuple[str, ...], "The codes of its diagnostics."]


@dataclass(frozen=True, slots=True)
class UnsurePage(JsonRecord):
    """A page of such statements."""

    statements: Annotated[list[Row], "The statements of this page.", ListOf(Unsure.record())]
    total: Annotated[int, "How many there are in all."]
    offset: Annotated[int, "How many come before this page."]


# ── the playground ───────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class PlacedCard(JsonRecord):
    """A dataset, CTE or derived table of a statement, with its place in a picture."""

    name: Annotated[str, "Its name in the text."]
    rank: Annotated[int, "The column of cards that it stands in; the last one is 0."]
    order: Annotated[int, "Its position in that column of cards, from 0."]
    columns: Annotated[tuple[str, ...], "Its columns that the statement uses."]


@dataclass(frozen=True, slots=True)
class AnalyzedStatement(JsonRecord):
    """The analysis of one statement; `answer` is what the library's to_dict gives."""

    kind: Annotated[str, "SELECT, INSERT, CREATE_TABLE, MERGE and so on."]
    target: Annotated[str | None, "The dataset that it writes; result for a bare query."]
    level: Annotated[Level, "How sure its lineage is."]
    span: Annotated[tuple[int, int], "Start and end in the text, in characters."]
    text: Annotated[str, "Its text."]
    answer: Annotated[dict[str, Any], "Its lineage.", STATEMENT_ANSWER]
    plan: Annotated[str, "The plan that the lineage was read from, one operator a line."]
    cards: Annotated[tuple[PlacedCard, ...], "Its datasets, for a picture."] = ()


@dataclass(frozen=True, slots=True)
class Analyzed(JsonRecord):
    """The analysis of a text."""

    dialect: Annotated[str, "The dialect that it was read as."]
    level: Annotated[Level, "The worst level of its statements."]
    statements: Annotated[tuple[AnalyzedStatement, ...], "Its statements, in order."]
    tables: Annotated[tuple[str, ...], "The stored datasets that it reads."]


# ── a standalone page ────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class BundleEdge(JsonRecord):
    """An edge with its explanation."""

    edge: Annotated[ViewEdge, FLAT]
    operators: Annotated[tuple[str, ...], "The operators on the way, source first."]
    span: Span
    line: Line
    column: ColumnNumber
    hops: Annotated[tuple[Hop, ...], "The steps inside the statement, source first."]
    why: Annotated[str, "Why it is as sure as it is."]


@dataclass(frozen=True, slots=True)
class BundleStatement(JsonRecord):
    """A statement with its diagnostics."""

    statement: Annotated[Statement, "The statement."]
    diagnostics: Annotated[tuple[Remark, ...], "Its diagnostics."]


@dataclass(frozen=True, slots=True)
class BundleHidden(JsonRecord):
    """What the document leaves out."""

    edges: Annotated[int, "Edges beyond the bounds."]
    datasets: Annotated[int, "Datasets beyond the bounds."]


@dataclass(frozen=True, slots=True)
class Bundle(JsonRecord):
    """A part of a graph, with all that the page needs to answer from it."""

    form: Annotated[int, "The version of this form."]
    start: Annotated[str, "The column that the document is about; empty where it is about everything."]
    info: Annotated[Info, "What is asked."]
    overview: Annotated[View, "The map of its datasets."]
    tables: Annotated[tuple[Table, ...], "Its datasets with their columns."]
    edges: Annotated[tuple[BundleEdge, ...], "Its edges."]
    statements: Annotated[tuple[BundleStatement, ...], "Their statements."]
    coverage: Annotated[Coverage, "What was read, and what was not understood."]
    hidden: Annotated[BundleHidden, "What the document leaves out."]
