"""The shapes of answers, for the OpenAPI document. The store's records are the truth; tests hold the two together."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from headwater import dialects

Level = Literal["EXACT", "INFERRED", "AMBIGUOUS", "COARSE", "TABLE", "NONE"]
Type = Literal[
    "DIRECT",
    "DERIVED",
    "DERIVED_ARRAY",
    "WINDOW",
    "AGG",
    "EXTERNAL",
    "UNKNOWN",
    "FILTER",
    "JOIN",
    "GROUP_BY",
    "SORT",
    "CONDITIONAL",
]


class Model(BaseModel):
    """No field that is not said."""

    model_config = ConfigDict(extra="forbid")


class ErrorDetail(Model):
    """What went wrong."""

    code: str = Field(description="For programs: unknown_name, several_names, invalid, token, timeout, …")
    message: str = Field(description="For people: one line.")
    help: str = Field(description="What to do about it.")
    candidates: list[str] = Field(description="Names that may be meant.")


class Error(Model):
    """The one shape of an error."""

    error: ErrorDetail


class DatasetModel(Model):
    """A table, view, topic, file, or the result of a bare query."""

    id: str
    system: str
    name: str
    full_name: str = Field(examples=["hive:dws.daily_sales"])
    kind: str
    temporary: bool
    columns: int = Field(description="How many columns it has.")
    statement: str | None = Field(description="The query that it is the result of.")


class ColumnModel(Model):
    """A column; without a name, the rows of its dataset."""

    id: str
    dataset: str
    dataset_id: str
    name: str | None
    full_name: str = Field(examples=["hive:dws.daily_sales.amount_eur"])
    ordinal: int | None
    type: str | None
    generated: bool
    level: Level


class ReachedModel(ColumnModel):
    """A column of a walk; `way`, `level` and `confidence` are those of the way there."""

    distance: int
    way: Type | None
    influence: bool
    confidence: float
    hidden: int


class EdgeModel(Model):
    """An edge between two columns."""

    edge: int = Field(description="Its number in this snapshot: /api/edges/{edge} explains it.")
    source: str
    target: str
    from_: str = Field(alias="from")
    to: str
    path: list[str]
    type: Type
    influence: bool
    level: Level
    confidence: float
    doubtful: bool = Field(description="AMBIGUOUS or worse, or through something UNKNOWN: must not be overlooked.")
    expr: str
    statement: str
    more: int = Field(description="How many more edges there are between the same two columns.")
    since: str | None
    until: str | None


class ViewEdge(EdgeModel):
    """An edge with the cards that it joins."""

    source_card: str
    target_card: str


class HiddenModel(Model):
    """What the answer left out."""

    columns: int
    edges: int
    results: int
    ended: int
    filtered: int
    more: bool = Field(description="Whether columns and edges are only the least there is.")


class CardModel(DatasetModel):
    """A dataset at its place: rank from left to right (0 is the start), order from top to bottom."""

    rank: int
    order: int
    distance: int
    column_list: list[ReachedModel]
    hidden_up: int
    hidden_down: int


class LinkModel(Model):
    """Everything that leads from one dataset to another."""

    source: str
    target: str
    from_: str = Field(alias="from")
    to: str
    level: Level
    doubtful: bool
    statements: int
    statement: str = Field(description="The best of them.")
    value_types: list[Type] = Field(description="The types of the edges between their columns; none where not known.")
    influence_types: list[Type]


class ViewModel(Model):
    """A neighbourhood as cards with places."""

    start: str
    cards: list[CardModel]
    edges: list[ViewEdge]
    links: list[LinkModel]
    hidden: HiddenModel


class WalkModel(Model):
    """What lies upstream or downstream of a column."""

    start: ColumnModel
    direction: str
    depth: int
    datasets: list[DatasetModel]
    columns: list[ReachedModel]
    edges: list[EdgeModel]
    hidden: HiddenModel


class MatchModel(Model):
    """Something that a search found."""

    full_name: str
    kind: Literal["dataset", "column"]
    dataset: DatasetModel
    column: ColumnModel | None
    score: float
    how: Literal["exact", "prefix", "word", "part", "near"]


class FoundModel(Model):
    """The matches of a search, best first."""

    query: str
    matches: list[MatchModel]
    hidden: int


class TableModel(DatasetModel):
    """A dataset with a page of its columns."""

    column_list: list[ColumnModel]
    hidden: int
    also: list[str]
    first_seen: str | None
    last_seen: str | None
    reads: int
    writes: int


class PathModel(Model):
    """One way from a column to another."""

    type: Type
    influence: bool
    level: Level
    confidence: float
    edges: list[EdgeModel]


class PathsModel(Model):
    """The ways from one column to another, the most certain first."""

    source: ColumnModel
    target: ColumnModel
    paths: list[PathModel]
    hidden: int | None = Field(description="How many more there are; null where they were not counted.")


class HopModel(Model):
    """One step inside a statement."""

    from_: str = Field(alias="from")
    to: str
    type: Type
    level: Level
    expr: str
    operator: str
    span: list[int]
    line: int
    column: int


class RemarkModel(Model):
    """A diagnostic."""

    code: str
    severity: Literal["info", "warning", "error"]
    level: Level
    message: str
    help: str
    span: list[int]
    line: int
    column: int


class StatementModel(Model):
    """A statement that was run."""

    id: str
    kind: str
    dialect: str | None
    level: Level
    source: str
    entry: str
    line: int
    column: int
    text: str
    target: str | None
    status: str
    database: str | None
    job: str | None
    runs: int
    first_seen: str | None
    last_seen: str | None
    users: list[str]


class ExplanationModel(Model):
    """Why there is an edge. Spans count characters from the beginning of the statement's text."""

    edge: EdgeModel
    statement: StatementModel
    operators: list[str]
    span: list[int]
    line: int
    column: int
    hops: list[HopModel]
    diagnostics: list[RemarkModel]
    why: str


class ExplanationsModel(Model):
    """All edges between two columns, best first."""

    explanations: list[ExplanationModel]
    hidden: int


class RunModel(Model):
    """One time that a statement was run."""

    query: str = Field(description="The query's id in its log; a line, or nothing, for a script.")
    source: str = Field(description="The log or file.")
    at: str | None
    user: str | None
    job: str | None
    session: str | None
    status: str = Field(description="done, failed or unknown.")


class RunsModel(Model):
    """Runs of a statement, the last one first, a page of them."""

    runs: list[RunModel]
    total: int = Field(description="How often it was run.")
    kept: int = Field(description="How many of its runs are kept: the last ones.")


class StatementDetail(Model):
    """A statement with its edges, its diagnostics and its last runs."""

    statement: StatementModel
    diagnostics: list[RemarkModel]
    edges: list[EdgeModel]
    hidden: int
    runs: RunsModel


class HitModel(Model):
    """A column that a change reaches."""

    column: ColumnModel
    distance: int
    influence: bool
    type: Type
    level: Level
    edge: EdgeModel


class StruckModel(Model):
    """A dataset that a change reaches."""

    dataset: DatasetModel
    distance: int
    breaks: bool
    follows: bool
    why: str
    statements: list[str]
    hits: list[HitModel]


class ImpactModel(Model):
    """What a change does, by dataset, a page of them."""

    column: ColumnModel
    change: Literal["drop", "rename", "retype"]
    breaking: int
    queries: int
    tables: list[StruckModel]
    total: int = Field(description="How many datasets there are in all.")
    hidden: HiddenModel


class OriginModel(Model):
    """A column that another one is made of."""

    from_: str = Field(alias="from")
    types: list[str]
    level: Level
    expr: str


class OriginChangeModel(Model):
    """An origin that came, went, or changed."""

    change: Literal["added", "removed", "changed"]
    influence: bool
    worse: bool
    before: OriginModel | None
    after: OriginModel | None


class ColumnChangeModel(Model):
    """A column whose origins changed."""

    change: Literal["added", "removed", "changed"]
    column: str
    dataset: str
    worse: bool
    origins: list[OriginChangeModel]
    downstream: list[str]
    hidden: int


class DiffModel(Model):
    """What changed between two snapshots."""

    before: str
    after: str
    worse: bool
    columns: list[ColumnChangeModel]
    datasets_added: list[str]
    datasets_removed: list[str]
    downstream: list[str]
    hidden: int


class CoverageRow(Model):
    """How much of a dialect was read, and how well."""

    dialect: str
    entries: int
    failed: int
    unread: int
    units: int
    statements: int
    distinct_statements: int
    exact: int
    inferred: int
    ambiguous: int
    coarse: int
    table_only: int
    none: int
    edges: int


class Reason(Model):
    """Something that was not understood, with a statement that shows it."""

    code: str
    severity: str
    level: Level
    dialect: str
    statements: int
    message: str
    help: str
    example: str


class CoverageModel(Model):
    """What was read, and what was not understood."""

    dialects: list[CoverageRow]
    reasons: list[Reason]


class UnsureModel(Model):
    """A statement that is not EXACT, or that has a diagnostic."""

    statement: str
    kind: str
    dialect: str | None
    level: Level
    source: str
    line: int
    target: str | None
    text: str = Field(description="Its beginning.")
    codes: list[str]


class UnsurePage(Model):
    """A page of such statements."""

    statements: list[UnsureModel]
    total: int
    offset: int


class SnapshotModel(Model):
    """A snapshot of the folder."""

    id: str
    made_at: str


class InfoModel(Model):
    """What is asked here."""

    version: str
    snapshot: SnapshotModel
    snapshots: list[SnapshotModel]
    counts: dict[str, int]
    systems: list[str]
    dialects: list[str]
    value_types: list[str]
    influence_types: list[str]
    levels: list[str]
    limits: dict[str, float]
    sources: list[str]


class Health(Model):
    """Whether the server answers."""

    status: Literal["ok"]


Dialect = Enum("Dialect", {name.upper(): name for name in (*dialects.NAMES, *dialects.ALIASES)}, type=str)  # type: ignore[misc]
"""The dialects by all their names."""


class AnalyzeRequest(Model):
    """SQL to be analysed."""

    sql: str = Field(min_length=1, max_length=200_000, examples=["SELECT a + 1 AS b FROM t"])
    dialect: Dialect = Field(examples=["duckdb"])
    database: str | None = Field(None, max_length=500)
    use_store: bool = Field(True, description="Whether the schemas of the store are known to it.")


class PlacedCard(Model):
    """A dataset, CTE or derived table of a statement, at its place."""

    name: str
    rank: int
    order: int
    columns: list[str]


class AnalyzedStatement(Model):
    """What is said of one statement; `answer` is what the library's to_dict gives."""

    kind: str
    target: str | None
    level: Level
    span: list[int]
    text: str
    answer: dict[str, Any]
    plan: str
    cards: list[PlacedCard]


class AnalyzeModel(Model):
    """The analysis of a text."""

    dialect: str
    level: Level
    statements: list[AnalyzedStatement]
    tables: list[str]
