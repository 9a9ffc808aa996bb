"""What the graph of a warehouse holds, as a store returns it: datasets, columns, edges, statements and their runs.

A `Column` without a name is the row set of its dataset: what decides which rows there are points at it. The answers to
questions about the graph are in `graph_answers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal

from headwater.base.codes import Severity
from headwater.base.identifiers import dotted
from headwater.base.levels import Level
from headwater.rel.kinds import EdgeType, Kind
from headwater.rows.json_record import OMITTED, After, Example, JsonRecord, Named, Only, json_field
from headwater.rows.record import ListOf, OneOf

Direction = Literal["upstream", "downstream"]
Relation = Literal["value", "influence", "both"]
Change = Literal["drop", "rename", "retype"]
ROWS = "(rows)"
"""What stands for the name of a row set."""
VALUE_TYPES = tuple(kind.label for kind in Kind if kind < Kind.ROWS)
"""The types of value edges, in order of strength."""
INFLUENCE_TYPES = tuple(kind.label for kind in Kind if kind > Kind.ROWS)
LEVEL = OneOf(tuple(level.value for level in Level), "Level")
EDGE_TYPE = OneOf(tuple(type_.value for type_ in EdgeType), "EdgeType")
Span = Annotated[tuple[int, int], "Start and end offset in the text of the statement."]
Line = Annotated[int, "Line of the source, from 1."]
ColumnNumber = Annotated[int, "Column in that line, from 1."]


@dataclass(frozen=True, slots=True)
class Dataset(JsonRecord):
    """A table, view, topic, file, or the result of a bare query.

    >>> Dataset("7", "hive", "ods.orders").full_name
    'hive:ods.orders'
    """

    id: Annotated[str, "Its id, the same in every snapshot."]
    system: Annotated[str, "System: an engine, kafka, file and others."]
    name: Annotated[str, "Its name in that system."]
    kind: Annotated[str, "table, view, materialized view, file, result and so on."] = "table"
    temporary: Annotated[bool, "Whether it is temporary."] = False
    columns: Annotated[int, "How many columns it has."] = 0
    statement: Annotated[str | None, "The query whose result it is."] = None
    full_name: Annotated[
        str,
        "system:name; results of queries differ by their statement.",
        Example("hive:dws.daily_sales"),
        After("name"),
    ] = field(init=False, compare=False, repr=False, default="")

    def __post_init__(self) -> None:
        name = f"{self.system}:{self.name}"
        object.__setattr__(self, "full_name", f"{name}@{self.statement}" if self.statement else name)


@dataclass(frozen=True, slots=True)
class Column(JsonRecord):
    """A column; without a name, the rows of its dataset.

    Ids are strings: they are longer than the numbers of a browser.

    >>> Column("1", Dataset("7", "hive", "ods.orders"), "amount").full_name
    'hive:ods.orders.amount'
    """

    id: Annotated[str, "Its id, the same in every snapshot; that of the dataset for its rows."]
    dataset: Annotated[Dataset, "The full name of its dataset.", Only("full_name")]
    name: Annotated[str | None, "Its name; null for the rows of the dataset."]
    ordinal: Annotated[int | None, "Its position, from 0; null if unknown."] = None
    type: Annotated[str | None, "Its type in the engine's notation; null if unknown."] = None
    generated: Annotated[bool, "Whether no stored column feeds its value: a constant, a count, a clock."] = False
    level: Annotated[Level, "Level."] = Level.EXACT
    full_name: Annotated[
        str,
        "system:dataset.column, usable in requests.",
        Example("hive:dws.daily_sales.amount_eur"),
        After("name"),
    ] = field(init=False, compare=False, repr=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "full_name", f"{self.dataset.full_name}.{column_name(self.name)}")

    @property
    @json_field("dataset_id", After("dataset"))
    def dataset_id(self) -> str:
        """The id of its dataset."""
        return self.dataset.id


def column_name(name: str | None) -> str:
    """A column as it is printed behind its dataset; without a name, the rows.

    >>> column_name("a.b"), column_name(None)
    ('"a.b"', '(rows)')
    """
    if name is None:
        return ROWS
    if "." in name or not name or name[0] in ('"', "`"):
        return dotted(("", name))[3:]
    return name


def with_path(name: str, path: Sequence[str]) -> str:
    """A column with the fields below it.

    >>> with_path("t.payload", ("items", "[]", "id"))
    't.payload.items[].id'
    """
    if not path:
        return name
    return name + "".join(step if step == "[]" else f".{step}" for step in path)


@dataclass(frozen=True, slots=True)
class Edge(JsonRecord):
    """An edge between two columns: the best of its kind where there are `more` between the same two."""

    number: Annotated[int, "Its number in this snapshot: /api/edges/{edge} explains it.", Named("edge")]
    source: Annotated[Column, "The id of the source column.", Only("id")]
    target: Annotated[Column, "The id of the target column.", Only("id")]
    path: Annotated[tuple[str, ...], "Field path below the source column, outermost first; [] means elements."]
    type: Annotated[EdgeType, "Type of the edge."]
    influence: Annotated[bool, "Whether it is an influence edge."]
    level: Annotated[Level, "Level."]
    confidence: Annotated[float, "The level as a number from 0 to 1."]
    expr: Annotated[str, "The composed expression."]
    statement: Annotated[str, "Id of its statement."]
    more: Annotated[int, "How many more edges there are between the same two columns."] = 0
    since: Annotated[datetime | None, "Start of validity; null if the log has no times."] = None
    until: Annotated[datetime | None, "End of validity; null while valid."] = None

    @property
    @json_field("from", After("target"))
    def source_name(self) -> str:
        """The source column with its field path."""
        return with_path(self.source.full_name, self.path)

    @property
    @json_field("to", After("from"))
    def target_name(self) -> str:
        """The target column."""
        return self.target.full_name

    @property
    @json_field("doubtful", After("confidence"))
    def doubtful(self) -> bool:
        """Whether it is uncertain: AMBIGUOUS or worse, or of the type UNKNOWN."""
        sure = self.level is Level.EXACT or self.level is Level.INFERRED
        return not sure or (self.type is EdgeType.UNKNOWN and not self.influence)


@dataclass(frozen=True, slots=True)
class Link(JsonRecord):
    """Everything that leads from one dataset to another."""

    source: Annotated[Dataset, "Id of the read dataset.", Only("id")]
    target: Annotated[Dataset, "Id of the written dataset.", Only("id")]
    level: Annotated[Level, "The best level of it."]
    statements: Annotated[int, "How many statements it is from."]
    statement: Annotated[str, "The best of them."]
    value_types: Annotated[
        tuple[str, ...], "The types of the edges between their columns; none where not known.", ListOf(EDGE_TYPE)
    ] = ()
    influence_types: Annotated[tuple[str, ...], "The same for influence.", ListOf(EDGE_TYPE)] = ()

    @property
    @json_field("from", After("target"))
    def source_name(self) -> str:
        """The read dataset."""
        return self.source.full_name

    @property
    @json_field("to", After("from"))
    def target_name(self) -> str:
        """The written dataset."""
        return self.target.full_name

    @property
    @json_field("doubtful", After("level"))
    def doubtful(self) -> bool:
        """Whether it is uncertain: AMBIGUOUS or worse."""
        return self.level > Level.INFERRED


@dataclass(frozen=True, slots=True)
class Hidden(JsonRecord):
    """What the answer left out."""

    columns: Annotated[int, "Columns (of a map: datasets) beyond the bounds."] = 0
    edges: Annotated[int, "Edges beyond the bounds."] = 0
    results: Annotated[int, "Results of bare queries."] = 0
    ended: Annotated[int, "Ended edges."] = 0
    filtered: Annotated[int, "Edges that a filter left out."] = 0
    more: Annotated[bool, "Whether the counts of columns and edges are lower bounds."] = False


@dataclass(frozen=True, slots=True)
class Hop(JsonRecord):
    """One step inside a statement, between stored datasets, CTEs and derived tables."""

    source: Annotated[str, "The column that is read.", Named("from")]
    target: Annotated[str, "The target column.", Named("to")]
    type: Annotated[EdgeType, "Type of the edge."]
    level: Annotated[Level, "Level."]
    expr: Annotated[str, "The expression of this step, as written."]
    operator: Annotated[str, "The operator of this step."]
    span: Span
    line: Line
    column: ColumnNumber


@dataclass(frozen=True, slots=True)
class Remark(JsonRecord):
    """A diagnostic of a statement."""

    code: Annotated[str, "The code; the reference explains each."]
    severity: Annotated[Severity, "info, warning or error."]
    level: Annotated[Level, "Level of a statement with this diagnostic."]
    message: Annotated[str, "Its subject."]
    help: Annotated[str, "What to do about it."]
    span: Span
    line: Line
    column: ColumnNumber


@dataclass(frozen=True, slots=True)
class Statement(JsonRecord):
    """A statement that was run: its text, where it was read, and who ran it when."""

    id: Annotated[str, "Its id, the same in every snapshot."]
    kind: Annotated[str, "SELECT, INSERT, CREATE_TABLE, MERGE and others."]
    dialect: Annotated[str | None, "The dialect; null for unreadable entries."]
    level: Annotated[Level, "Level of its lineage."]
    source: Annotated[str, "The file or table that it was first read from."]
    entry: Annotated[str, "Its id in the source: a query id, a line, or empty."]
    line: Line
    column: ColumnNumber
    offset: Annotated[int, OMITTED]
    """Where it begins in its file: spans of tables count from there."""
    text: Annotated[str, "Its text."]
    target: Annotated[str | None, "The dataset that it writes."]
    status: Annotated[str, "done, failed or unknown."]
    job: Annotated[str | None, "Job that ran it, if known."]
    runs: Annotated[int, "Number of runs."]
    first_seen: Annotated[datetime | None, "When it was first run."]
    last_seen: Annotated[datetime | None, "When it was last run."]
    users: Annotated[tuple[str, ...], "Who ran it: up to 20 names."]
    database: Annotated[str | None, "Default database for unqualified names.", After("status")] = None


@dataclass(frozen=True, slots=True)
class Run(JsonRecord):
    """One time that a statement was run."""

    query: Annotated[str, "The query's id in its log; a line, or nothing, for a script."]
    source: Annotated[str, "The log or file."]
    at: Annotated[datetime | None, "When."]
    user: Annotated[str | None, "Who ran it."]
    job: Annotated[str | None, "What ran it."]
    session: Annotated[str | None, "The session that it was run in."]
    status: Annotated[str, "done, failed or unknown."]


@dataclass(frozen=True, slots=True)
class Runs(JsonRecord):
    """Runs of a statement, the last one first, a page of them."""

    runs: Annotated[tuple[Run, ...], "The runs of this page."]
    total: Annotated[int, "Number of runs."]
    kept: Annotated[int, "How many of its runs are kept: the last ones."]
