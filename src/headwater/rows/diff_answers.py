"""The answer to what changed between two snapshots: which columns have other origins, which tables came and went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from headwater.base.levels import Level
from headwater.rows.graph import column_name
from headwater.rows.json_record import OMITTED, After, JsonRecord, Named, json_field

ChangeKind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Origin(JsonRecord):
    """An origin of a column, by value or influence."""

    source: Annotated[str, "The source column with its field path.", Named("from")]
    types: Annotated[tuple[str, ...], "The types of the edges."]
    level: Annotated[Level, "The worst level of them."]
    expr: Annotated[str, "The expression."]


@dataclass(frozen=True, slots=True)
class OriginChange(JsonRecord):
    """An origin that was added, removed, or changed."""

    change: Annotated[ChangeKind, "Which of the three."]
    influence: Annotated[bool, "Whether it is an influence edge."]
    before: Annotated[Origin | None, "The origin in the older snapshot."]
    after: Annotated[Origin | None, "The origin in the newer snapshot."]

    @property
    @json_field("worse", After("influence"))
    def worse(self) -> bool:
        """Whether less is known than before: an origin is gone, less sure, or goes through something unknown."""
        if self.after is None:
            return True
        unknown = "UNKNOWN" in self.after.types or self.after.level > Level.INFERRED
        if self.before is None:
            return unknown
        return self.after.level > self.before.level or (unknown and "UNKNOWN" not in self.before.types)


@dataclass(frozen=True, slots=True)
class ColumnChange(JsonRecord):
    """A column whose origins changed; without a name, the rows of its dataset."""

    change: Annotated[ChangeKind, "What happened to the column itself."]
    dataset: Annotated[str, "The full name of its dataset."]
    column: Annotated[str | None, OMITTED]
    origins: Annotated[tuple[OriginChange, ...], "The origins that changed."]
    downstream: Annotated[tuple[str, ...], "The datasets downstream of the column."] = ()
    hidden: Annotated[int, "Columns downstream beyond the bounds."] = 0

    @property
    @json_field("column", After("change"))
    def full_name(self) -> str:
        """The full name of the column."""
        return f"{self.dataset}.{column_name(self.column)}"

    @property
    @json_field("worse", After("dataset"))
    def worse(self) -> bool:
        """Whether its lineage got worse."""
        return self.change != "removed" and any(origin.worse for origin in self.origins)


@dataclass(frozen=True, slots=True)
class Diff(JsonRecord):
    """What changed between two snapshots."""

    before: Annotated[str, "The older snapshot: its id, and when it was made."]
    after: Annotated[str, "The newer snapshot."]
    columns: Annotated[tuple[ColumnChange, ...], "The columns whose origins changed."]
    datasets_added: Annotated[tuple[str, ...], "Datasets that only the newer snapshot has."]
    datasets_removed: Annotated[tuple[str, ...], "Datasets that only the older snapshot has."]
    hidden: Annotated[int, "Changed columns beyond the bounds."] = 0

    def __bool__(self) -> bool:
        return bool(self.columns or self.datasets_added or self.datasets_removed or self.hidden)

    @property
    @json_field("worse", After("after"))
    def worse(self) -> bool:
        """Whether lineage got worse for some column."""
        return any(column.worse for column in self.columns)

    @property
    @json_field("downstream", After("datasets_removed"))
    def downstream(self) -> tuple[str, ...]:
        """Every dataset downstream of a changed column."""
        return tuple(sorted({name for column in self.columns for name in column.downstream}))
