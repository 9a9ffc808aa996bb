"""What questions are answered with: frozen records, in the words of the contract, with a JSON form of their own.

A `Column` without a name is the row set of its dataset: what decides which rows there are points at it. Counts called
`hidden` say what an answer left out because it was full; nothing is left out silently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from headwater.base.identifiers import dotted
from headwater.base.levels import Level
from headwater.rel.kinds import EdgeType

Direction = Literal["upstream", "downstream"]
Relation = Literal["value", "influence", "both"]
Change = Literal["drop", "rename", "retype"]
ROWS = "(rows)"

_VALUE_ORDER = ("DIRECT", "DERIVED", "DERIVED_ARRAY", "WINDOW", "AGG", "EXTERNAL", "UNKNOWN")


@dataclass(frozen=True, slots=True)
class Dataset:
    """A table, view, topic, file, or the result of a bare query (which has a statement in the place of a name).

    >>> Dataset("7", "hive", "ods.orders").full_name
    'hive:ods.orders'
    """

    id: str
    system: str
    name: str
    kind: str = "table"
    temporary: bool = False
    columns: int = 0
    statement: str | None = None

    full_name: str = field(init=False, compare=False, repr=False, default="")
    """`system:name`; the result of a query is told apart by its statement. Worked out once."""

    def __post_init__(self) -> None:
        name = f"{self.system}:{self.name}"
        object.__setattr__(self, "full_name", f"{name}@{self.statement}" if self.statement else name)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "id": self.id,
            "system": self.system,
            "name": self.name,
            "full_name": self.full_name,
            "kind": self.kind,
            "temporary": self.temporary,
            "columns": self.columns,
            "statement": self.statement,
        }


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a dataset, or, without a name, its rows. Ids are strings: longer than a browser's numbers.

    >>> Column("1", Dataset("7", "hive", "ods.orders"), "amount").full_name
    'hive:ods.orders.amount'
    """

    id: str
    dataset: Dataset
    name: str | None
    ordinal: int | None = None
    type: str | None = None
    generated: bool = False
    level: Level = Level.EXACT

    full_name: str = field(init=False, compare=False, repr=False, default="")
    """`system:dataset.column`, which can be read back; worked out once, since it is asked for again and again."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "full_name", f"{self.dataset.full_name}.{column_name(self.name)}")

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "id": self.id,
            "dataset": self.dataset.full_name,
            "dataset_id": self.dataset.id,
            "name": self.name,
            "full_name": self.full_name,
            "ordinal": self.ordinal,
            "type": self.type,
            "generated": self.generated,
            "level": self.level._value_,
        }


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


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge between two columns, the best of its kind where there are `more` between the same two.

    `number` names it inside its snapshot. `influence` is whether it decides instead of handing on a value.
    """

    number: int
    source: Column
    target: Column
    path: tuple[str, ...]
    type: EdgeType
    influence: bool
    level: Level
    confidence: float
    expr: str
    statement: str
    more: int = 0
    since: datetime | None = None
    until: datetime | None = None

    @property
    def doubtful(self) -> bool:
        """Whether it must not be overlooked: a guess, an opaque part, or something that nobody described.

        >>> Edge.doubtful.__doc__[:7]
        'Whether'
        """
        sure = self.level is Level.EXACT or self.level is Level.INFERRED
        return not sure or (self.type is EdgeType.UNKNOWN and not self.influence)

    @property
    def source_name(self) -> str:
        """The source with the fields below it."""
        if not self.path:
            return self.source.full_name
        return self.source.full_name + "".join(step if step == "[]" else f".{step}" for step in self.path)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "edge": self.number,
            "source": self.source.id,
            "target": self.target.id,
            "from": self.source_name,
            "to": self.target.full_name,
            "path": list(self.path),
            "type": self.type._value_,
            "influence": self.influence,
            "level": self.level._value_,
            "confidence": round(self.confidence, 4),
            "doubtful": self.doubtful,
            "expr": self.expr,
            "statement": self.statement,
            "more": self.more,
            "since": _iso(self.since),
            "until": _iso(self.until),
        }


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time is not None else None


@dataclass(frozen=True, slots=True)
class Link:
    """Everything that leads from one dataset to another: the best level of it, how many statements say so, and the
    types of the edges between their columns.
    """

    source: Dataset
    target: Dataset
    level: Level
    statements: int
    statement: str
    value_types: tuple[str, ...] = ()
    influence_types: tuple[str, ...] = ()

    @property
    def doubtful(self) -> bool:
        """Whether it must not be overlooked."""
        return self.level > Level.INFERRED

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "source": self.source.id,
            "target": self.target.id,
            "from": self.source.full_name,
            "to": self.target.full_name,
            "level": self.level._value_,
            "doubtful": self.doubtful,
            "statements": self.statements,
            "statement": self.statement,
            "value_types": list(self.value_types),
            "influence_types": list(self.influence_types),
        }


@dataclass(frozen=True, slots=True)
class Match:
    """Something that a search found: a dataset, or a column of one, and how well it fits (1 is the name itself)."""

    dataset: Dataset
    column: Column | None
    score: float
    how: str
    """exact, prefix, word, part or near"""

    @property
    def full_name(self) -> str:
        """What to ask for."""
        return self.column.full_name if self.column is not None else self.dataset.full_name

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "full_name": self.full_name,
            "kind": "column" if self.column is not None else "dataset",
            "dataset": self.dataset.to_dict(),
            "column": self.column.to_dict() if self.column is not None else None,
            "score": round(self.score, 4),
            "how": self.how,
        }


@dataclass(frozen=True, slots=True)
class Found:
    """The matches of a search, best first, and how many more there are."""

    query: str
    matches: tuple[Match, ...]
    hidden: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {"query": self.query, "matches": [one.to_dict() for one in self.matches], "hidden": self.hidden}


@dataclass(frozen=True, slots=True)
class Reached:
    """A column that a walk came to: how far it is, and the type and level of the best way there."""

    column: Column
    distance: int
    type: EdgeType | None
    influence: bool
    level: Level
    confidence: float
    hidden: int = 0
    """Edges beyond it that the walk did not follow."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        said = self.column.to_dict()
        said["distance"] = self.distance
        said["way"] = self.type._value_ if self.type is not None else None
        said["influence"] = self.influence
        said["level"] = self.level._value_
        said["confidence"] = round(self.confidence, 4)
        said["hidden"] = self.hidden
        return said


@dataclass(frozen=True, slots=True)
class Hidden:
    """What an answer left out: `columns` and `edges` beyond its bounds, `results` of bare queries, what `ended`, and
    what a `filter` took away. `more` is whether the first two are only the least there is.
    """

    columns: int = 0
    edges: int = 0
    results: int = 0
    ended: int = 0
    filtered: int = 0
    more: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "columns": self.columns,
            "edges": self.edges,
            "results": self.results,
            "ended": self.ended,
            "filtered": self.filtered,
            "more": self.more,
        }


@dataclass(frozen=True, slots=True)
class Walk:
    """What lies upstream or downstream of a column (or around it), nearest first."""

    start: Column
    direction: str
    depth: int
    columns: tuple[Reached, ...]
    edges: tuple[Edge, ...]
    hidden: Hidden

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        datasets = {one.column.dataset.id: one.column.dataset for one in self.columns}
        return {
            "start": self.start.to_dict(),
            "direction": self.direction,
            "depth": self.depth,
            "datasets": [one.to_dict() for one in datasets.values()],
            "columns": [one.to_dict() for one in self.columns],
            "edges": [one.to_dict() for one in self.edges],
            "hidden": self.hidden.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Path:
    """One way from a column to another: its edges in order, the strongest type and the worst level of them."""

    edges: tuple[Edge, ...]
    type: EdgeType
    influence: bool
    level: Level
    confidence: float

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "type": self.type._value_,
            "influence": self.influence,
            "level": self.level._value_,
            "confidence": round(self.confidence, 4),
            "edges": [one.to_dict() for one in self.edges],
        }


@dataclass(frozen=True, slots=True)
class Paths:
    """The ways from one column to another, the most certain first; `hidden` counts the rest, None if not counted."""

    source: Column
    target: Column
    paths: tuple[Path, ...]
    hidden: int | None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "source": self.source.to_dict(),
            "target": self.target.to_dict(),
            "paths": [one.to_dict() for one in self.paths],
            "hidden": self.hidden,
        }


@dataclass(frozen=True, slots=True)
class Hop:
    """One step inside a statement, between stored datasets, CTEs and derived tables."""

    source: str
    target: str
    type: EdgeType
    level: Level
    expr: str
    operator: str
    span: tuple[int, int]
    line: int
    column: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON form. Spans count from the beginning of the statement's text."""
        return {
            "from": self.source,
            "to": self.target,
            "type": self.type._value_,
            "level": self.level._value_,
            "expr": self.expr,
            "operator": self.operator,
            "span": list(self.span),
            "line": self.line,
            "column": self.column,
        }


@dataclass(frozen=True, slots=True)
class Remark:
    """A diagnostic of a statement."""

    code: str
    severity: str
    level: Level
    message: str
    help: str
    span: tuple[int, int]
    line: int
    column: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON form. Spans count from the beginning of the statement's text."""
        return {
            "code": self.code,
            "severity": self.severity,
            "level": self.level._value_,
            "message": self.message,
            "help": self.help,
            "span": list(self.span),
            "line": self.line,
            "column": self.column,
        }


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that was run: its text, where it was read, and who ran it when. Offsets count from `offset`."""

    id: str
    kind: str
    dialect: str | None
    level: Level
    source: str
    entry: str
    line: int
    column: int
    offset: int
    text: str
    target: str | None
    status: str
    job: str | None
    runs: int
    first_seen: datetime | None
    last_seen: datetime | None
    users: tuple[str, ...]
    database: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "id": self.id,
            "kind": self.kind,
            "dialect": self.dialect,
            "level": self.level._value_,
            "source": self.source,
            "entry": self.entry,
            "line": self.line,
            "column": self.column,
            "text": self.text,
            "target": self.target,
            "status": self.status,
            "database": self.database,
            "job": self.job,
            "runs": self.runs,
            "first_seen": _iso(self.first_seen),
            "last_seen": _iso(self.last_seen),
            "users": list(self.users),
        }


@dataclass(frozen=True, slots=True)
class Run:
    """One time that a statement was run: the query's id in its log (a line, or nothing, for a script), and who when."""

    query: str
    source: str
    at: datetime | None
    user: str | None
    job: str | None
    session: str | None
    status: str

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "query": self.query,
            "source": self.source,
            "at": _iso(self.at),
            "user": self.user,
            "job": self.job,
            "session": self.session,
            "status": self.status,
        }


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of a statement that are kept, the last one first, a page of them; `total` is how many there were."""

    runs: tuple[Run, ...]
    total: int
    kept: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {"runs": [one.to_dict() for one in self.runs], "total": self.total, "kept": self.kept}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why there is an edge: its statement, the place in its text, the operators and hops on the way, and the doubts."""

    edge: Edge
    statement: Statement
    operators: tuple[str, ...]
    span: tuple[int, int]
    line: int
    column: int
    hops: tuple[Hop, ...]
    diagnostics: tuple[Remark, ...]
    why: str
    """Why it is as sure as it is."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form. Spans count from the beginning of the statement's text."""
        return {
            "edge": self.edge.to_dict(),
            "statement": self.statement.to_dict(),
            "operators": list(self.operators),
            "span": list(self.span),
            "line": self.line,
            "column": self.column,
            "hops": [one.to_dict() for one in self.hops],
            "diagnostics": [one.to_dict() for one in self.diagnostics],
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """A column that a change reaches: by its value or by what decides, how far off, and by which edge."""

    column: Column
    distance: int
    influence: bool
    type: EdgeType
    level: Level
    edge: Edge

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "column": self.column.to_dict(),
            "distance": self.distance,
            "influence": self.influence,
            "type": self.type._value_,
            "level": self.level._value_,
            "edge": self.edge.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Struck:
    """A dataset that a change reaches, with what of it is reached. `breaks`: a statement that writes it reads the
    column itself; `statements` are those. `follows`: its rows or values change because those of another do.
    """

    dataset: Dataset
    distance: int
    breaks: bool
    statements: tuple[str, ...]
    hits: tuple[Hit, ...]
    why: str
    follows: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "dataset": self.dataset.to_dict(),
            "distance": self.distance,
            "breaks": self.breaks,
            "follows": self.follows,
            "why": self.why,
            "statements": list(self.statements),
            "hits": [one.to_dict() for one in self.hits],
        }


@dataclass(frozen=True, slots=True)
class Impact:
    """What happens when a column is dropped, renamed or gets another type, by dataset, nearest first."""

    column: Column
    change: Change
    tables: tuple[Struck, ...]
    breaking: int
    """Statements that read the column itself."""
    queries: int
    """Bare queries among them: they write nothing."""
    hidden: Hidden = field(default_factory=Hidden)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "column": self.column.to_dict(),
            "change": self.change,
            "breaking": self.breaking,
            "queries": self.queries,
            "tables": [one.to_dict() for one in self.tables],
            "hidden": self.hidden.to_dict(),
        }


def value_rank(kind: str) -> int:
    """The place of a value type in its order of strength.

    >>> value_rank("DIRECT"), value_rank("UNKNOWN")
    (0, 6)
    """
    return _VALUE_ORDER.index(kind)


JSON = Mapping[str, Any]
