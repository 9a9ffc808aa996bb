"""The answers to questions about the graph: search, tables, walks, pictures, paths, explanations, impact.

Every answer is bounded. `hidden` counts what an answer left out: nothing is left out silently.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal, NamedTuple

from headwater.base.levels import Level
from headwater.rel.kinds import EdgeType
from headwater.rows.graph import (
    Change,
    Column,
    ColumnNumber,
    Dataset,
    Edge,
    Hidden,
    Hop,
    Line,
    Link,
    Remark,
    Runs,
    Span,
    Statement,
)
from headwater.rows.json_record import FLAT, OMITTED, After, JsonRecord, Named, json_field

Fit = Literal["exact", "prefix", "word", "part", "near"]


# ── names ────────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Match(JsonRecord):
    """A search result: a dataset or a column."""

    dataset: Annotated[Dataset, "The dataset."]
    column: Annotated[Column | None, "The column; null where the dataset itself matches."]
    score: Annotated[float, "Score; 1 for an exact match."]
    how: Annotated[Fit, "How it fits."]

    @property
    @json_field("full_name", After(""))
    def full_name(self) -> str:
        """The name to ask for."""
        return self.column.full_name if self.column is not None else self.dataset.full_name

    @property
    @json_field("kind", After("full_name"))
    def kind(self) -> Literal["dataset", "column"]:
        """Which of the two it is."""
        return "column" if self.column is not None else "dataset"


@dataclass(frozen=True, slots=True)
class Found(JsonRecord):
    """The matches of a search, best first."""

    query: Annotated[str, "What was searched for."]
    matches: Annotated[tuple[Match, ...], "The best matches."]
    hidden: Annotated[int, "How many more there are."]


@dataclass(frozen=True, slots=True)
class Table(JsonRecord):
    """A dataset with a page of its columns."""

    dataset: Annotated[Dataset, FLAT]
    columns: Annotated[tuple[Column, ...], "The columns of this page, in order.", Named("column_list")]
    total: Annotated[int, OMITTED]
    """How many columns there are."""
    also: Annotated[tuple[str, ...], "Its names in other engines, as system:name."] = ()
    first_seen: Annotated[datetime | None, "First use by a statement."] = None
    last_seen: Annotated[datetime | None, "Last use by a statement."] = None
    reads: Annotated[int, "How many statements read it."] = 0
    writes: Annotated[int, "How many statements write it."] = 0

    @property
    @json_field("hidden", After("column_list"))
    def hidden(self) -> int:
        """How many columns are not on this page."""
        return self.total - len(self.columns)


# ── walks ────────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Reached(JsonRecord):
    """A column of a walk; `way`, `level` and `confidence` are those of the best path to it."""

    column: Annotated[Column, FLAT]
    distance: Annotated[int, "How many edges it is away; negative upstream where a walk goes both ways."]
    type: Annotated[EdgeType | None, "The type of the path; null for the start.", Named("way")]
    influence: Annotated[bool, "Whether the path is an influence."]
    level: Annotated[Level, "Level of the path."]
    confidence: Annotated[float, "The level as a number from 0 to 1."]
    hidden: Annotated[int, "Edges beyond it that the walk did not follow."] = 0


@dataclass(frozen=True, slots=True)
class Walk(JsonRecord):
    """Columns upstream or downstream of a column, nearest first."""

    start: Annotated[Column, "The column that the walk starts from."]
    direction: Annotated[str, "upstream, downstream or both."]
    depth: Annotated[int, "How many edges it goes."]
    columns: Annotated[tuple[Reached, ...], "The columns that it reaches."]
    edges: Annotated[tuple[Edge, ...], "The edges between them."]
    hidden: Annotated[Hidden, "What the answer left out."]

    @property
    @json_field("datasets", After("depth"))
    def datasets(self) -> tuple[Dataset, ...]:
        """The datasets of the columns, in order of appearance."""
        return tuple({reached.column.dataset.id: reached.column.dataset for reached in self.columns}.values())


# ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────
class Place(NamedTuple):
    """A rank, 0 for the start and negative to its left, and the order in it from 0."""

    rank: int
    order: int


@dataclass(frozen=True, slots=True)
class Card(JsonRecord):
    """A dataset in a picture: rank from left to right (0 is the start), order from top to bottom."""

    dataset: Annotated[Dataset, FLAT]
    place: Annotated[Place, OMITTED]
    distance: Annotated[int, "Distance from the start, in edges."]
    columns: Annotated[tuple[Reached, ...], "The columns that the picture shows.", Named("column_list")] = ()
    hidden_up: Annotated[int, "Neighbours upstream that are not shown."] = 0
    hidden_down: Annotated[int, "Neighbours downstream that are not shown."] = 0

    @property
    @json_field("rank", After("dataset"))
    def rank(self) -> int:
        """Rank from left to right, 0 for the start, negative to its left."""
        return self.place.rank

    @property
    @json_field("order", After("rank"))
    def order(self) -> int:
        """Its position in that column of cards, from 0."""
        return self.place.order


@dataclass(frozen=True, slots=True)
class ViewEdge(JsonRecord):
    """An edge with the cards that it joins."""

    edge: Annotated[Edge, FLAT]

    @property
    @json_field()
    def source_card(self) -> str:
        """The id of the card that the edge leaves."""
        return self.edge.source.dataset.id

    @property
    @json_field()
    def target_card(self) -> str:
        """The id of the card that the edge enters."""
        return self.edge.target.dataset.id


@dataclass(frozen=True, slots=True)
class View(JsonRecord):
    """A neighborhood as cards: of columns, with `edges`, or of datasets, with `links`."""

    start: Annotated[str, "The full name of the start; empty for the map of everything."]
    cards: Annotated[tuple[Card, ...], "The cards, from left to right and from top to bottom."]
    edges: Annotated[tuple[Edge, ...], OMITTED]
    links: Annotated[tuple[Link, ...], "What leads from one dataset to another."]
    hidden: Annotated[Hidden, "What the answer left out."]

    @property
    @json_field("edges", After("cards"))
    def card_edges(self) -> tuple[ViewEdge, ...]:
        """The edges between the columns of the cards."""
        return tuple(map(ViewEdge, self.edges))


# ── paths ────────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Path(JsonRecord):
    """One path from a column to another."""

    edges: Annotated[tuple[Edge, ...], "Its edges, source first.", After("confidence")]
    type: Annotated[EdgeType, "The strongest type of them."]
    influence: Annotated[bool, "Whether one of them is an influence edge."]
    level: Annotated[Level, "The worst level of them."]
    confidence: Annotated[float, "The level as a number from 0 to 1."]


@dataclass(frozen=True, slots=True)
class Paths(JsonRecord):
    """The paths from one column to another, the most certain first."""

    source: Annotated[Column, "The column that they start from."]
    target: Annotated[Column, "The column that they lead to."]
    paths: Annotated[tuple[Path, ...], "The paths."]
    hidden: Annotated[int | None, "How many more there are; null where they were not counted."]


# ── explanations ─────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Explanation(JsonRecord):
    """Why there is an edge. Spans count characters from the beginning of the statement's text."""

    edge: Annotated[Edge, "The edge."]
    statement: Annotated[Statement, "Id of its statement."]
    operators: Annotated[tuple[str, ...], "The operators on the path, source first."]
    span: Span
    line: Line
    column: ColumnNumber
    hops: Annotated[tuple[Hop, ...], "The steps inside the statement, source first."]
    diagnostics: Annotated[tuple[Remark, ...], "The diagnostics that bear on it."]
    why: Annotated[str, "Reason for the level."]


@dataclass(frozen=True, slots=True)
class Explanations(JsonRecord):
    """All edges between two columns, best first."""

    explanations: Annotated[tuple[Explanation, ...], "An explanation for each edge."]
    hidden: Annotated[int, "How many more there are."]


@dataclass(frozen=True, slots=True)
class StatementDetail(JsonRecord):
    """A statement with its edges, its diagnostics and its last runs."""

    statement: Annotated[Statement, "The statement."]
    diagnostics: Annotated[tuple[Remark, ...], "Its diagnostics."]
    edges: Annotated[tuple[Edge, ...], "Its edges."]
    hidden: Annotated[int, "How many more edges there are."]
    runs: Annotated[Runs, "Its last runs."]


# ── impact ───────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class Hit(JsonRecord):
    """A column that a change reaches."""

    column: Annotated[Column, "The column."]
    distance: Annotated[int, "Distance in edges."]
    influence: Annotated[bool, "Whether the change reaches it by influence."]
    type: Annotated[EdgeType, "The type of the path to it."]
    level: Annotated[Level, "Level of the path."]
    edge: Annotated[Edge, "The last edge of the path."]


@dataclass(frozen=True, slots=True)
class Struck(JsonRecord):
    """A dataset that a change reaches."""

    dataset: Annotated[Dataset, "The dataset."]
    distance: Annotated[int, "Distance in edges."]
    breaks: Annotated[bool, "Whether a statement that writes it reads the column itself."]
    statements: Annotated[tuple[str, ...], "Those statements.", After("why")]
    hits: Annotated[tuple[Hit, ...], "The columns of it that are reached.", After("statements")]
    why: Annotated[str, "The impact, and the reason."]
    follows: Annotated[
        bool, "Whether its rows or values change because those of another dataset do.", After("breaks")
    ] = False


@dataclass(frozen=True, slots=True)
class Impact(JsonRecord):
    """The impact of a change of a column, by dataset, nearest first."""

    column: Annotated[Column, "The column."]
    change: Annotated[Change, "The change."]
    tables: Annotated[tuple[Struck, ...], "The datasets that the change reaches.", After("queries")]
    breaking: Annotated[int, "How many statements read the column itself."]
    queries: Annotated[int, "How many of them are bare queries: they write nothing."]
    hidden: Annotated[Hidden, "What the answer left out."] = field(default_factory=Hidden)


@dataclass(frozen=True, slots=True)
class ImpactPage(JsonRecord):
    """What a change does, by dataset, a page of them."""

    impact: Annotated[Impact, FLAT]
    total: Annotated[int, "How many datasets there are in all."]
