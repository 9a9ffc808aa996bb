"""`headwater trace`: what a column is made of, or what is made of it, as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli import asking, options, screen
from headwater.cli.asking import Row
from headwater.emit.lines import Line, Piece, clean

if TYPE_CHECKING:
    from headwater.store import Store, Walk
    from headwater.store.model import Column, Edge


class Direction(str, Enum):
    """Which way to go."""

    UP = "up"
    DOWN = "down"
    BOTH = "both"


@screen.command
def trace(
    column: Annotated[str, typer.Argument(metavar="COLUMN", help="db.table.column, or any end of it that is enough.")],
    folder: asking.Dir = "out",
    direction: Annotated[
        Direction, typer.Option("--direction", help="What it is made of (up), what is made of it (down), or both.")
    ] = Direction.UP,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, max=100, help="How many steps.")] = 10,
    influence: asking.Influence = asking.Shown.VALUE,
    types: asking.Types = None,
    level: asking.Worst = None,
    as_of: asking.AsOf = None,
    snapshot: asking.Snapshot = None,
    results: asking.Results = False,
    most: Annotated[
        int, typer.Option("--max", metavar="N", min=1, max=100_000, help="How many columns are shown at most.")
    ] = 200,
    format: asking.As = asking.Format.TREE,
    output: options.Output = None,
    dialect: asking.Dialect = None,
    database: asking.Database = None,
    catalog: asking.Catalogs = None,
) -> None:
    """Show what a column is made of, step by step, or what is made of it."""
    with asking.opened(folder, snapshot, dialect, database, catalog) as store:
        filter = asking.chosen(influence, types, level, as_of, results)
        walks = []
        if direction is not Direction.DOWN:
            walks.append(store.upstream(column, depth, filter, most, most * 4))
        if direction is not Direction.UP:
            walks.append(store.downstream(column, depth, filter, most, most * 4))
        if format is asking.Format.JSON:
            said = [walk.to_dict() for walk in walks]
            asking.write_json(store, said[0] if len(said) == 1 else {"walks": said}, output)
        elif format is asking.Format.CSV:
            edges = [edge for walk in walks for edge in walk.edges]
            place = asking.places(store, edges)
            asking.write_csv(asking.EDGE_HEADINGS, (asking.edge_row(edge, place) for edge in edges), output)
        else:
            wide = screen.width() if output is None else None
            screen.lines((line for walk in walks for line in _shown(store, walk, wide)), output)


def _shown(store: Store, walk: Walk, wide: int | None) -> Iterator[Line]:
    up = walk.direction == "upstream"
    start = walk.start
    head = [Piece(clean(start.full_name), "name"), Piece(f"  {clean(start.type)}" if start.type else "", "faint")]
    rows = list(_rows(store, walk))
    if not rows:
        yield head
        yield [Piece("  " + _nothing(walk, up), "plain")]
    else:
        yield [*head, Piece("  is made of" if up else "  feeds", "faint")]
        yield from asking.rows_of(rows, wide)
    yield from asking.hidden_line(walk.hidden)
    yield from asking.doubts(walk.edges)


def _nothing(walk: Walk, up: bool) -> str:
    if not up:
        return "Nothing that is known is made of it."
    if walk.start.generated:
        return "It is generated: no stored column gives it value."
    return "Nothing is known of what it is made of: no statement that was read writes it."


def _rows(store: Store, walk: Walk) -> Iterator[Row]:
    """The tree, depth first; a column that was opened before is not opened again."""
    up = walk.direction == "upstream"
    place = asking.places(store, walk.edges)
    ahead: dict[str, list[Edge]] = {}
    for edge in walk.edges:
        ahead.setdefault((edge.target if up else edge.source).full_name, []).append(edge)
    hidden = {one.column.full_name: one.hidden for one in walk.columns}
    opened: set[str] = set()

    def below(column: Column) -> list[Edge]:
        found = list(ahead.get(column.full_name, ()))
        if up and column.name is not None:  # what decides the rows of its table is said under the column
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
            asking.type_of(edge),
            asking.level_of(edge),
            clean(edge.expr),
            place(edge),
            edge.doubtful,
            note,
        )
        if not again:
            opened.add(other.full_name)
            push(other, stem + ("   " if last else "│  "))
