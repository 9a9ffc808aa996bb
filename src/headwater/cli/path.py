"""`headwater path`: the paths from one column to another, most certain first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli import console, options, store_options
from headwater.cli.store_options import Row
from headwater.emit.styled_text import Line, Piece, clean, level_meaning

if TYPE_CHECKING:
    from headwater.store import Paths, Store


@console.command
def path(
    *,
    source: Annotated[str, typer.Argument(metavar="FROM", help="Source column.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Target column.")],
    folder: store_options.Dir = "out",
    limit: Annotated[
        int, typer.Option("--max", metavar="N", min=1, max=1_000, help="Maximum number of paths to show.")
    ] = 5,
    influence: store_options.Influence = store_options.Shown.VALUE,
    types: store_options.Types = None,
    level: store_options.Worst = None,
    as_of: store_options.AsOf = None,
    snapshot: store_options.Snapshot = None,
    format: store_options.As = store_options.Format.TREE,
    output: options.Output = None,
    sql_folder: store_options.SqlFolder,
) -> None:
    """Show the paths from one column to another, most certain first. Exit with 1 if there is none."""
    with store_options.opened(folder, snapshot, sql_folder) as store:
        filter = store_options.chosen(influence, types, level, as_of, True)
        found = store.paths(source, target, filter, limit)
        if format is store_options.Format.JSON:
            store_options.write_json(store, found.to_dict(), output)
        elif format is store_options.Format.CSV:
            place = store_options.places(store, (edge for one in found.paths for edge in one.edges))
            rows = (
                (number, step, *store_options.edge_row(edge, place))
                for number, one in enumerate(found.paths, 1)
                for step, edge in enumerate(one.edges, 1)
            )
            store_options.write_csv(("path", "step", *store_options.EDGE_HEADINGS), rows, output)
        else:
            console.lines(_shown(store, found, console.width() if output is None else None), output)
        if not found.paths:
            raise typer.Exit(1)


def _shown(store: Store, found: Paths, wide: int | None) -> Iterator[Line]:
    ends = [Piece(clean(found.source.full_name), "name"), Piece(" → "), Piece(clean(found.target.full_name), "name")]
    if not found.paths:
        yield [*ends, Piece(": no path found.")]
        return
    more = (
        "" if found.hidden == 0 else " and more" if found.hidden is None else f" of {found.hidden + len(found.paths)}"
    )
    yield [*ends, Piece(f": {store_options.counted(len(found.paths), 'path')}{more}", "faint")]
    edges = [edge for one in found.paths for edge in one.edges]
    place = store_options.places(store, edges)
    for number, one in enumerate(found.paths, 1):
        kind = f"by {one.type.value}" if one.influence else one.type.value
        doubtful = any(edge.doubtful for edge in one.edges)
        yield [
            Piece("! " if doubtful else "  ", "bad"),
            Piece(f"{number}. ", "head"),
            Piece(kind, "bad" if one.type.value == "UNKNOWN" else "head"),
            Piece("  "),
            Piece(one.level.value, level_meaning(one.level)),
            Piece(f"  {store_options.counted(len(one.edges), 'step')}", "faint"),
        ]
        rows = [Row("   ", clean(one.edges[0].source_name), "", "", "", "")]
        rows += [
            Row(
                "   → ",
                clean(edge.target.full_name),
                store_options.type_of(edge),
                store_options.level_of(edge),
                clean(edge.expr),
                place(edge),
                edge.doubtful,
                f"  (1 of {edge.more + 1} edges)" if edge.more else "",
            )
            for edge in one.edges
        ]
        yield from store_options.rows_of(rows, wide)
    if found.hidden != 0:
        yield [Piece("  … more paths not shown; use --max to show more", "faint")]
    yield from store_options.doubts({edge.number: edge for edge in edges}.values())
