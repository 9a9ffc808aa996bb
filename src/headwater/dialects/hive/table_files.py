"""EXPORT TABLE and IMPORT TABLE: every column of a table goes to a folder, or comes from one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from headwater.base import codes
from headwater.bind.context import Context
from headwater.bind.dialect import Binder
from headwater.bind.relation import query
from headwater.bind.scope import Ctes
from headwater.bind.statement.copy import from_file
from headwater.bind.target import Bound, Target, write
from headwater.rel.columns import Dataset
from headwater.sql.statements import Statement


@dataclass(frozen=True, slots=True, eq=False)
class ExportTable(Statement):
    """EXPORT TABLE t TO '/path'."""

    source: exp.Table
    path: str


@dataclass(frozen=True, slots=True, eq=False)
class ImportTable(Statement):
    """IMPORT TABLE t FROM '/path'; without a target the path itself names the table."""

    target: exp.Table | None
    path: str


def export_table(ctx: Context, statement: ExportTable) -> Bound:
    """Every column goes there."""
    every = exp.Select(expressions=[exp.Star()]).from_(statement.source, copy=False)
    dataset = Dataset(statement.path, "file")
    answered = query.bind(ctx, every, None, Ctes())
    return Bound(statement.kind, [write(ctx, answered, dataset, statement.kind)], dataset)


def import_table(ctx: Context, statement: ImportTable) -> Bound:
    """Every column comes from there."""
    if statement.target is None:
        ctx.say(codes.STATEMENT_NOT_READ, None, f"{statement.kind} without a table")
        return Bound(statement.kind)
    target = Target(ctx, statement.target)
    return from_file(ctx, statement.target, target, statement.path, target.columns, statement.kind)


BINDERS: Mapping[type, Binder] = {ExportTable: export_table, ImportTable: import_table}
