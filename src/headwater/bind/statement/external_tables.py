"""Tables over an external source: an engine that points to a topic, to another database or to other tables, and a
materialized view that fills another table.

Such a table reads its columns from the source, by name; what is written to it is written to the sink behind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from headwater.base import codes
from headwater.base.levels import INFERRED
from headwater.bind.context import Context
from headwater.bind.names.frame import Frame
from headwater.bind.relation import sources
from headwater.bind.scope import Ctes, Entry, Output, TableEntry
from headwater.bind.sources import ExternalSource
from headwater.bind.target import Target, target_column
from headwater.catalog.column_list import parse_columns
from headwater.catalog.tables import Column, Table
from headwater.rel.columns import Born, Dataset
from headwater.rel.operators import Rel, Scan, Write
from headwater.sql.statements import Call


def table_node(parts: Sequence[str]) -> exp.Table:
    """A table's name as the parser would give it."""
    names = [exp.Identifier(this=part, quoted=True) for part in parts]
    return exp.Table(**dict(zip(("this", "db", "catalog"), reversed(names), strict=False)))


def columns_of_source(ctx: Context, external: ExternalSource) -> tuple[Column, ...] | None:
    """The columns of a source, for a table that is declared without its own."""
    if external.structure is not None:
        return parse_columns(external.structure)
    if external.columns is not None:
        return tuple(Column(name) for name in external.columns)
    if external.table:
        table = ctx.lookup(external.table)[1]
        return table.columns if table is not None else None
    if external.pattern is not None:
        merged: dict[str, Column] = {}
        for table in sources.matching(ctx, external):
            for column in table.columns or ():
                merged.setdefault(column.name, column)
        return tuple(merged.values()) or None
    return None


def reading(ctx: Context, target: Target, table: Table, external: ExternalSource, call: Call | None) -> Write | None:
    """The columns of a table over an external source come from that source."""
    if external.generated:
        return None
    frame = Frame(ctx, None, Ctes())
    entry: Entry | None
    parts = external.table or ((external.name,) if external.name and external.structure is None else ())
    if external.name:
        sources.dataset_of(ctx, external)
    known = ctx.lookup(parts)[1] if parts else None
    if parts and table.columns is not None and (known is None or known.columns is None):
        # nobody says what is there but this statement: the columns that it lists are those that are read
        key, _, dataset = ctx.lookup(parts)
        stored = tuple(column for column in table.columns if column.computed is None and not column.passing)
        entry = TableEntry(ctx, "", key, Scan(ctx.rows(), dataset, [], []), Table(parts, stored))
    else:
        name = call.name.lower() if call is not None else ""
        entry = sources.entry_of(frame, external, target.node, "", None, name)
    return by_name(ctx, target.dataset, table, entry, "CREATE") if entry is not None else None


def by_name(ctx: Context, dataset: Dataset, table: Table, entry: Entry, verb: str, unlisted: int = 0) -> Write:
    """Every stored column of a table from the column of that name in a source.

    A table of unknown columns gets those of the source; `unlisted` is the doubt whether it has them.
    """
    births: list[Born] = []
    if table.columns is None:
        outputs = entry.star()
        births = [
            target_column(ctx, dataset, output.name, index, output, unlisted) for index, output in enumerate(outputs)
        ]
    for position, column in enumerate(table.columns or ()):
        if column.computed is not None or column.passing:
            continue
        key = ctx.folded(column.name)
        col = entry.find(key)
        doubt = 0
        if col is None:
            if not entry.open:
                if isinstance(entry, TableEntry):
                    ctx.say(codes.UNKNOWN_COLUMN, None, column.name, entry.dataset.name, "")
                else:
                    continue
            col, doubt = entry.infer(column.name, key).col, INFERRED
        births.append(target_column(ctx, dataset, column.name, position, Output(column.name, col), doubt))
    return Write(ctx.rows(), entry.rel, dataset, verb, births)


def passed_on(ctx: Context, target: Target, births: Sequence[Born], rel: Rel) -> list[Write]:
    """What is written to a table that stores its rows in another table is written to that table."""
    writes: list[Write] = []
    seen = {target.key}
    table = target.table
    while table is not None and table.behind:
        key, behind, dataset = ctx.lookup(table.behind)
        if key in seen:
            break
        seen.add(key)
        copies = []
        for position, born in enumerate(births):
            index = behind.index(ctx.fold) if behind is not None else {}
            col = ctx.col(born.col.name, dataset, born.col.type)
            col.ordinal = index.get(ctx.folded(born.col.name), position)
            copies.append(Born(col, born.reads))
        writes.append(Write(ctx.rows(), rel, dataset, "INSERT", copies))
        table = behind
    return writes
