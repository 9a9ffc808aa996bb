"""`headwater trace`: the upstream or downstream lineage of a column, as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli import console, options, store_options
from headwater.cli.store_options import Row
from headwater.emit.styled_text import Line, Piece, clean

if TYPE_CHECKING:
    from headwater.rows.graph import Column, Edge
    from headwater.store import Store, Walk


class Direction(StrEnum):
    """Direction of the trace."""

    UP = "up"
    DOWN = "down"
    BOTH = "both"


@console.command
def trace(
    *,
    column: store_options.ColumnName,
    folder: store_options.Dir = "out",
    direction: Annotated[
        Direction, typer.Option("--direction", help="Trace upstream (up), downstream (down), or both.")
    ] = Direction.UP,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, max=100, help="Maximum number of steps.")] = 10,
    influence: store_options.Influence = store_options.Shown.VALUE,
    types: store_options.Types = None,
    level: store_options.Worst = None,
    as_of: store_options.AsOf = None,
    snapshot: store_options.Snapshot = None,
    results: store_options.Results = False,
    most: store_options.MostColumns = 200,
    format: store_options.As = store_options.Format.TREE,
    output: options.Output = None,
    sql_folder: store_options.SqlFolder,
) -> None:
    """Show the upstream or downstream lineage of a column as a tree."""
    with store_options.opened(folder, snapshot, sql_folder) as store:
        filter = store_options.chosen(influence, types, level, as_of, results)
        walks = []
        if direction is not Direction.DOWN:
            walks.append(store.upstream(column, depth, filter, most, most * 4))
        if direction is not Direction.UP:
            walks.append(store.downstream(column, depth, filter, most, most * 4))
        if format is store_options.Format.JSON:
            said = [walk.to_dict() for walk in walks]
            store_options.write_json(store, said[0] if len(said) == 1 else {"walks": said}, output)
        elif format is store_options.Format.CSV:
            edges = [edge for walk in walks for edge in walk.edges]
            place = store_options.places(store, edges)
            store_options.write_csv(
                store_options.EDGE_HEADINGS, (store_options.edge_row(edge, place) for edge in edges), output
            )
        else:
            wide = console.width() if output is None else None
            console.lines((line for walk in walks for line in _shown(store, walk, wide)), output)


def _shown(store: Store, walk: Walk, wide: int | None) -> Iterator[Line]:
    up = walk.direction == "upstream"
    start = walk.start
    head = [Piece(clean(start.full_name), "name"), Piece(f"  {clean(start.type)}" if start.type else "", "faint")]
    rows = list(_rows(store, walk))
    if not rows:
        yield head
        yield [Piece("  " + _nothing(walk, up), "plain")]
    else:
        yield [*head, Piece("  comes from" if up else "  feeds", "faint")]
        yield from store_options.rows_of(rows, wide)
    yield from store_options.hidden_line(walk.hidden)
    yield from store_options.doubts(walk.edges)


def _nothing(walk: Walk, up: bool) -> str:
    if not up:
        return "Nothing downstream is known."
    if walk.start.generated:
        return "Generated: no stored column feeds its value."
    return "Nothing upstream is known: no analyzed statement writes it."


def _rows(store: Store, walk: Walk) -> Iterator[Row]:
    """The tree, depth first. A column is expanded once."""
    up = walk.direction == "upstream"
    place = store_options.places(store, walk.edges)
    ahead: dict[str, list[Edge]] = {}
    for edge in walk.edges:
        ahead.setdefault((edge.target if up else edge.source).full_name, []).append(edge)
    hidden = {one.column.full_name: one.hidden for one in walk.columns}
    opened: set[str] = set()

    def below(column: Column) -> list[Edge]:
        found = list(ahead.get(column.full_name, ()))
        if up and column.name is not None:  # influence on the rows of its table is shown under the column
            rows = f"{column.dataset.full_name}.(rows)"
            if rows not in opened:
                opened.add(rows)
                found += ahead.get(rows, ())
        return found

    stack: list[tuple[str, Edge, bool]] = []

    def push(column: Column, stem: str) -> None:
        found = below(column)
        for number, edge in enumerate(reversed(found)):
            stack.append((stem, edge, number == 0))

    opened.add(walk.start.full_name)
    push(walk.start, "")
    while stack:
        stem, edge, last = stack.pop()
        other = edge.source if up else edge.target
        name = edge.source_name if up else edge.target.full_name
        again = other.full_name in opened
        goes_on = bool(ahead.get(other.full_name))
        note = "  (see above)" if again and goes_on else ""
        if not again and hidden.get(other.full_name):
            note = f"  (+{hidden[other.full_name]:,})"
        if edge.more:
            note += f"  (1 of {edge.more + 1} edges)"
        yield Row(
            stem + ("└─ " if last else "├─ "),
            clean(name),
            store_options.type_of(edge),
            store_options.level_of(edge),
            clean(edge.expr),
            place(edge),
            edge.doubtful,
            note,
        )
        if not again:
            opened.add(other.full_name)
            push(other, stem + ("   " if last else "│  "))
