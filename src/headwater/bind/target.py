"""What statements write: the target, its columns, and the bound statement that comes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sqlglot import exp

from headwater.base import codes
from headwater.base.identifiers import Key
from headwater.base.levels import INFERRED
from headwater.bind.context import Context
from headwater.bind.scope import Output, Query
from headwater.bind.session import Macro
from headwater.bind.suggestions import near_or_all
from headwater.catalog.tables import Table
from headwater.rel.columns import Born, Col, Dataset, Read
from headwater.rel.kinds import DIRECT
from headwater.rel.operators import Write


@dataclass(slots=True)
class Bound:
    """A bound statement: what it writes, and what it does to whole datasets.

    `overwrites` means that what was in the target is gone; `if_absent` that nothing happens where it exists: `offers`
    is what would have happened. `adds`: though it creates something, its target was there before and keeps what it has.
    `swapped` are pairs that exchange their names; `macros` are functions that calls are followed into, or None;
    `linked` are databases and the address of the server that has their tables; `links` are datasets and what they are
    elsewhere, as `system:name`: a topic, a path. `returned` is what RETURNING hands out.
    """

    kind: str
    writes: list[Write] = field(default_factory=list)
    target: Dataset | None = None
    changes: list[tuple[Key, Table | None]] = field(default_factory=list)
    offers: list[tuple[Key, Table | None]] = field(default_factory=list)
    current: Key | None = None
    tables_only: bool = False
    dropped: list[str] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    if_absent: bool = False
    overwrites: bool = False
    links: list[tuple[str, str]] = field(default_factory=list)
    adds: bool = False
    swapped: list[tuple[str, str]] = field(default_factory=list)
    linked: list[tuple[str, str]] = field(default_factory=list)
    macros: list[tuple[str, Macro | None]] = field(default_factory=list)
    returned: Query | None = None


class Target:
    """A table being written: its identity and what is known of its columns."""

    def __init__(self, ctx: Context, node: exp.Expr, state: Literal["", "new", "passing"] = "") -> None:
        assert isinstance(node, exp.Table)
        self.ctx = ctx
        self.node = node
        self.parts = ctx.table_parts(node)
        if not state:
            self.key, self.table, self.dataset = ctx.lookup(self.parts)
            return
        # what is created is where it is said to be, or in the current schema, whatever a search path would find
        session = ctx.session
        if state == "passing":
            self.parts, self.key = session.dialect.identifiers.temporary(session, self.parts)
        else:
            if session.linked and len(self.parts) < 3:
                self.parts = session.lead(self.parts)
            self.key = session.new_key(self.parts)
        self.table = session.find(self.key)
        self.dataset = ctx.dataset(self.key, self.parts, self.table)

    @property
    def columns(self) -> list[str] | None:
        """The names of its stored columns in order: computed and virtual ones cannot be written."""
        if self.table is None or self.table.columns is None:
            return None
        return [
            column.name
            for column in self.table.columns
            if column.computed is None and not column.virtual and not column.hidden
        ]

    def doubt(self, position: int) -> int:
        """A column that the catalog does not have is written on somebody's word."""
        return INFERRED if position < 0 else 0

    def named(self, name: str, node: exp.Expr) -> tuple[str, int]:
        """A column of the target as the catalog spells it, and its position."""
        if self.table is None or self.table.columns is None:
            self.ctx.say(codes.UNKNOWN_TABLE, self.ctx.span_of(self.node), self.dataset.name, "")
            return name, -1
        position = self.table.index(self.ctx.fold).get(self.ctx.folded(name))
        if position is None:
            holder, dot, _ = name.rpartition(".")
            if dot and holder in self.table.index(self.ctx.fold):
                return name, self.table.index(self.ctx.fold)[self.ctx.folded(holder)]  # n.x of a Nested column n
            known = self.table.columns
            hint = near_or_all(name, lambda: (column.name for column in known))
            self.ctx.say(codes.UNKNOWN_TARGET_COLUMN, self.ctx.span_of(node), name, self.dataset.name, hint)
            return name, -1
        return self.table.columns[position].name, position


def write(ctx: Context, bound: Query, dataset: Dataset, verb: str, names: list[str] | None = None) -> Write:
    """Every output of a query becomes a column of the target, in order."""
    births: list[Born] = []
    for position, output in enumerate(bound.outputs):
        name = names[position] if names and position < len(names) and output.opens is None else output.name
        births.append(target_column(ctx, dataset, name, position, output))
    return Write(ctx.rows(), bound.rel, dataset, verb, births)


def target_column(ctx: Context, dataset: Dataset, name: str, position: int, source: Output, doubt: int = 0) -> Born:
    """A column of the target that hands on one of the query's; `doubt` where it is not sure to be that one."""
    col: Col = ctx.col(name, dataset, source.col.type)
    col.ordinal = position
    if source.opens is not None:
        doubt = max(doubt, INFERRED)
    return Born(col, (Read(source.col, DIRECT, (), doubt, source.start, source.end),))
