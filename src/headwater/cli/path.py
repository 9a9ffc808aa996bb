"""`headwater path`: the ways from one column to another, the most certain first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli import asking, options, screen
from headwater.cli.asking import Row
from headwater.emit.lines import Line, Piece, clean, meaning_of

if TYPE_CHECKING:
    from headwater.store import Paths, Store


@screen.command
def path(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The column that it starts at.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The column that it leads to.")],
    folder: asking.Dir = "out",
    limit: Annotated[int, typer.Option("--max", metavar="N", min=1, max=1_000, help="How many ways are shown.")] = 5,
    influence: asking.Influence = asking.Shown.VALUE,
    types: asking.Types = None,
    level: asking.Worst = None,
    as_of: asking.AsOf = None,
    snapshot: asking.Snapshot = None,
    format: asking.As = asking.Format.TREE,
    output: options.Output = None,
    dialect: asking.Dialect = None,
    database: asking.Database = None,
    catalog: asking.Catalogs = None,
) -> None:
    """Show the ways from one column to another, the most certain first. Exits with 1 if there is none."""
    with asking.opened(folder, snapshot, dialect, database, catalog) as store:
        filter = asking.chosen(influence, types, level, as_of, True)
        found = store.paths(source, target, filter, limit)
        if format is asking.Format.JSON:
            asking.write_json(store, found.to_dict(), output)
        elif format is asking.Format.CSV:
            place = asking.places(store, (edge for one in found.paths for edge in one.edges))
            rows = (
                (number, step, *asking.edge_row(edge, place))
                for number, one in enumerate(found.paths, 1)
                for step, edge in enumerate(one.edges, 1)
            )
            asking.write_csv(("path", "step", *asking.EDGE_HEADINGS), rows, output)
        else:
            screen.lines(_shown(store, found, screen.width() if output is None else None), output)
        if not found.paths:
            raise typer.Exit(1)


def _shown(store: Store, found: Paths, wide: int | None) -> Iterator[Line]:
    ends = [Piece(clean(found.source.full_name), "name"), Piece(" → "), Piece(clean(found.target.full_name), "name")]
    if not found.paths:
        yield [*ends, Piece(": no way is known.")]
        return
    more = (
        "" if found.hidden == 0 else " and more" if found.hidden is None else f" of {found.hidden + len(found.paths)}"
    )
    yield [*ends, Piece(f": {asking.counted(len(found.paths), 'way')}{more}", "faint")]
    edges = [edge for one in found.paths for edge in one.edges]
    place = asking.places(store, edges)
    for number, one in enumerate(found.paths, 1):
        kind = f"by {one.type.value}" if one.influence else one.type.value
        doubtful = any(edge.doubtful for edge in one.edges)
        yield [
            Piece("! " if doubtful else "  ", "bad"),
            Piece(f"{number}. ", "head"),
            Piece(kind, "bad" if one.type.value == "UNKNOWN" else "head"),
            Piece("  "),
            Piece(one.level.value, meaning_of(one.level)),
            Piece(f"  {asking.counted(len(one.edges), 'step')}", "faint"),
        ]
        rows = [Row("   ", clean(one.edges[0].source_name), "", "", "", "")]
        rows += [
            Row(
                "   → ",
                clean(edge.target.full_name),
                asking.type_of(edge),
                asking.level_of(edge),
                clean(edge.expr),
                place(edge),
                edge.doubtful,
                f"  (1 of {edge.more + 1} edges)" if edge.more else "",
            )
            for edge in one.edges
        ]
        yield from asking.rows_of(rows, wide)
    if found.hidden != 0:
        yield [Piece("  … more ways are not shown; --max shows more", "faint")]
    yield from asking.doubts({edge.number: edge for edge in edges}.values())
