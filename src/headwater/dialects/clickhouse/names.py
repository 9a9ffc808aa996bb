"""What ClickHouse's names mean: Nested columns, select aliases that hide columns, parts of a column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlglot import exp

from headwater.base.identifiers import Key
from headwater.base.types import Type
from headwater.bind.dialect import Columns, Identifiers, Unnesting
from headwater.bind.scope import Entry, Offsets, Resolved
from headwater.catalog.tables import Column, Table
from headwater.dialects.clickhouse import nested_columns
from headwater.rel.columns import Col, Path

if TYPE_CHECKING:
    from headwater.bind.names.frame import Frame, Names
    from headwater.bind.session import Session

VIRTUAL = {
    # of MergeTree
    "_part", "_part_index", "_part_starting_offset", "_part_offset", "_part_uuid", "_part_data_version",
    "_partition_id", "_partition_value", "_sample_factor", "_disk_name", "_block_number", "_block_offset",
    "_row_exists",
    # of Distributed and Merge, of files and buckets, of queues
    "_table", "_database", "_shard_num", "_path", "_file", "_size", "_time", "_etag", "_headers", "_tags",
    "_topic", "_key", "_offset", "_partition", "_timestamp", "_timestamp_ms", "_raw_message", "_error",
}  # fmt: skip
_ALIAS_CLAUSES = frozenset({"SELECT", "WHERE", "PREWHERE", "GROUP BY", "HAVING", "QUALIFY", "ORDER BY", "LIMIT", "ON"})


_NILADIC = frozenset(
    {
        "now", "today", "curdate", "current_date", "current_timestamp", "localtime", "localtimestamp", "user",
        "current_user", "currentuser", "session_user", "database", "schema", "current_database", "currentdatabase",
    }
)  # fmt: skip
"""Functions that need no parentheses where no column has their name: SELECT now, current_user."""
_SYSTEM = {
    "one": "dummy",
    **dict.fromkeys(("numbers", "numbers_mt"), "number"),
    **dict.fromkeys(("zeros", "zeros_mt"), "zero"),
}
"""Tables of the engine whose columns are the same in every version."""


class ClickHouseIdentifiers(Identifiers):
    """Tables with their Nested columns as several, and some that every server has."""

    def find(self, session: Session, key: Key) -> Table | None:
        table = super().find(session, key)
        if table is None and key[-2:-1] == ("system",) and key[-1] in _SYSTEM:
            return Table(key[-2:], (Column(_SYSTEM[key[-1]], "UInt64"),))
        return table

    def read(self, table: Table) -> Table:
        return table.flattened


@dataclass(frozen=True)
class ClickHouseColumns(Columns):
    """Aliases are visible everywhere, and a name may have dots in it."""

    def alias_clauses(self) -> frozenset[str]:
        return _ALIAS_CLAUSES

    def aliases_anywhere(self) -> bool:
        return True

    def first_table_wins(self, frame: Frame) -> bool:
        # of one join, and of no more; the names of an ARRAY JOIN are no third table
        named = [
            entry for entry in frame.tables.entries if entry.alias or (entry.index and entry.dataset.kind != "unnest")
        ]
        return len(named) <= 2

    def generated(self, frame: Frame, key: str) -> bool:
        if key.lower() not in _NILADIC:
            return False
        scope: Frame | None = frame
        while scope is not None:
            if scope.tables.known(key) or any(entry.open for entry in scope.tables.entries):
                return False
            scope = scope.parent
        return True

    def group(self, frame: Frame, entry: Entry | None, key: str) -> Resolved | None:
        return nested_columns.group(frame, entry, key)

    def dotted(
        self, frame: Frame, entry: Entry | None, parts: list[str], keys: list[str], span: Offsets, asker: Frame
    ) -> Names | None:
        return nested_columns.find(frame, entry, parts, keys, span, asker)

    def subcolumn(self, col: Col, path: Path, kind: Type, name: str) -> bool:
        return nested_columns.subcolumn(col, path, kind, name)

    def part_of_map(self, name: str) -> str:
        return name if name in ("keys", "values") else ""


class ArrayJoin(Unnesting):
    """ARRAY JOIN over Nested columns."""

    def nested_parts(self, frame: Frame, node: exp.Expr) -> list[tuple[str, exp.Expr]]:
        return nested_columns.nested_parts(frame, node)

    def maps_give_pairs(self) -> bool:
        return True

    def element_name(self, frame: Frame, node: exp.Expr) -> str:
        return nested_columns.element_name(frame, node)
