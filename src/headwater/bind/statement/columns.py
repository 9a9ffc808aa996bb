"""Column definitions: columns of the catalog, and the edges inside a table that computed columns and defaults are."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from headwater.bind.context import Context
from headwater.bind.expr import read as expr_read
from headwater.bind.names.frame import Frame
from headwater.bind.scope import Ctes, Output, TableEntry
from headwater.bind.target import Target, target_column
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born, Read
from headwater.rel.kinds import DERIVED, DIRECT, UNKNOWN
from headwater.rel.operators import Scan
from headwater.sql.statements import ColumnDefinition


def column_of(definition: ColumnDefinition) -> Column:
    """A column as the catalog keeps it."""
    name, kind, text = definition.name, definition.type_text or "unknown", definition.value_text
    if definition.role == "computed":
        return Column(name, kind, text, definition.virtual, definition.metadata)
    if definition.role == "materialized":
        return Column(name, kind, text, hidden="stored")
    if definition.role == "alias":
        return Column(name, kind, text, hidden="made")
    if definition.role == "ephemeral":
        return Column(name, kind, default=text or None, hidden="made", passing=True)
    default = text if definition.role == "default" else None
    return Column(name, kind, None, definition.virtual, definition.metadata, default)


def table_frame(ctx: Context, target: Target, table: Table | None) -> tuple[Frame, Scan, TableEntry]:
    """A frame in which the columns of a table are in sight."""
    scan = Scan(ctx.rows(), target.dataset, [], [])
    entry = TableEntry(ctx, target.parts[-1], target.key, scan, table)
    frame = Frame(ctx, None, Ctes())
    frame.add(entry)
    return frame, scan, entry


_VALUED = frozenset({"computed", "materialized", "alias", "default"})


def values_inside(frame: Frame, target: Target, table: Table, definitions: Iterable[ColumnDefinition]) -> list[Born]:
    """c INT AS (a + b): columns of a table that its other columns give."""
    births: list[Born] = []
    index = table.index(frame.ctx.fold)
    for definition in definitions:
        if definition.value is None or definition.role not in _VALUED:
            continue
        reads = reads_of(frame, definition.value)
        if definition.role == "default" and not any(read.kind <= UNKNOWN for read in reads):
            continue  # DEFAULT now(): nothing flows
        births.append(value_inside(frame, target, definition, reads, index.get(frame.ctx.folded(definition.name), -1)))
    return births


def value_inside(frame: Frame, target: Target, definition: ColumnDefinition, reads: list[Read], position: int) -> Born:
    """A column of the target that an expression gives; the text of one without a span is written out."""
    ctx, name = frame.ctx, definition.name
    if definition.start < 0:
        assert definition.value is not None
        col = ctx.col(name, target.dataset)
        col.ordinal = position
        return Born(col, tuple(reads), *hull(reads), definition.value.unnest().sql(ctx.dialect.grammar))
    value = frame.birth(Born(ctx.col(name), tuple(reads), definition.start, definition.end))
    output = Output(name, value, None, definition.start, definition.end)
    return target_column(ctx, target.dataset, name, position, output)


def reads_of(frame: Frame, value: exp.Expr) -> list[Read]:
    """What an expression reads: DIRECT where it is a column alone."""
    frame.clause = "SELECT"
    reads: list[Read] = []
    expr_read.reads(frame, value, DIRECT if isinstance(value.unnest(), exp.Column) else DERIVED, reads)
    return reads


def hull(reads: list[Read]) -> tuple[int, int]:
    """The span from the first to the last column that is read; (-1, -1) where none has one."""
    starts = [read.start for read in reads if read.start >= 0]
    return (min(starts), max(read.end for read in reads)) if starts else (-1, -1)
