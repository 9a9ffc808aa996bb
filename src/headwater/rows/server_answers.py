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

COVERAGE_ROW = replace(COVERAGE, name="CoverageRow", description="Levels of the answers of a dialect.")


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
    """An error."""

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
    """The queried snapshot."""

    version: Annotated[str, "The version of headwater."]
    snapshot: Annotated[Snapshot, "The queried snapshot."]
    snapshots: Annotated[tuple[Snapshot, ...], "All snapshots, oldest first."]
    counts: Annotated[dict[str, int], "How many rows each table has."]
    systems: Annotated[tuple[str, ...], "The systems that datasets live in."]
    dialects: Annotated[tuple[str, ...], "The dialects that can be asked for."]
    value_types: Annotated[tuple[str, ...], "The types of value edges, in order of strength."]
    influence_types: Annotated[tuple[str, ...], "The types of influence."]
    levels: Annotated[tuple[str, ...], "The levels, best first."]
    limits: Annotated[dict[str, float], "The limits of requests."]
    sources: Annotated[tuple[str, ...], "What the graph was read from."]


# ── coverage ─────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Reason(JsonRecord):
    """A diagnostic code, with an example statement."""

    code: Annotated[str, "The code of the diagnostic."]
    severity: Annotated[str, "info, warning or error."]
    level: Annotated[Level, "Level of a statement with this diagnostic."]
    dialect: Annotated[str, "The dialect."]
    statements: Annotated[int, "How many statements have it."]
    message: Annotated[str, "Its subject."]
    help: Annotated[str, "What to do about it."]
    example: Annotated[str, "A statement that has it."]


@dataclass(frozen=True, slots=True)
class Coverage(JsonRecord):
    """Levels by dialect, and diagnostics by code."""

    dialects: Annotated[list[Row], "Levels of the answers, by dialect.", ListOf(COVERAGE_ROW)]
    reasons: Annotated[list[Row], "Diagnostics by code, most frequent first.", ListOf(Reason.record())]


@dataclass(frozen=True, slots=True)
class Unsure(JsonRecord):
    """A statement that is not EXACT, or that has a diagnostic."""

    statement: Annotated[str, "Its id."]
    kind: Annotated[str, "SELECT, INSERT, CREATE_TABLE, MERGE and others."]
    dialect: Annotated[str | None, "The dialect."]
    level: Annotated[Level, "Level of its lineage."]
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
    """A dataset, CTE or derived table of a statement, with its position in a picture."""

    name: Annotated[str, "Its name in the text."]
    rank: Annotated[int, "Rank from left to right; the last one is 0."]
    order: Annotated[int, "Its position in that column of cards, from 0."]
    columns: Annotated[tuple[str, ...], "Its columns that the statement uses."]


@dataclass(frozen=True, slots=True)
class AnalyzedStatement(JsonRecord):
    """The analysis of one statement; `answer` is what the library's to_dict gives."""

    kind: Annotated[str, "SELECT, INSERT, CREATE_TABLE, MERGE and others."]
    target: Annotated[str | None, "The dataset that it writes; result for a bare query."]
    level: Annotated[Level, "Level of its lineage."]
    span: Annotated[tuple[int, int], "Start and end in the text, in characters."]
    text: Annotated[str, "Its text."]
    answer: Annotated[dict[str, Any], "Its lineage.", STATEMENT_ANSWER]
    plan: Annotated[str, "The plan that the lineage was read from, one operator a line."]
    cards: Annotated[tuple[PlacedCard, ...], "Its datasets, for a picture."] = ()


@dataclass(frozen=True, slots=True)
class Analyzed(JsonRecord):
    """The analysis of a text."""

    dialect: Annotated[str, "The dialect."]
    level: Annotated[Level, "The worst level of its statements."]
    statements: Annotated[tuple[AnalyzedStatement, ...], "Its statements, in order."]
    tables: Annotated[tuple[str, ...], "The stored datasets that it reads."]


# ── a standalone page ────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class BundleEdge(JsonRecord):
    """An edge with its explanation."""

    edge: Annotated[ViewEdge, FLAT]
    operators: Annotated[tuple[str, ...], "The operators on the path, source first."]
    span: Span
    line: Line
    column: ColumnNumber
    hops: Annotated[tuple[Hop, ...], "The steps inside the statement, source first."]
    why: Annotated[str, "Reason for the level."]


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
    coverage: Annotated[Coverage, "Levels by dialect, and diagnostics by code."]
    hidden: Annotated[BundleHidden, "What the document leaves out."]
