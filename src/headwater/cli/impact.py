"""`headwater impact`: what breaks when a column is dropped, renamed or retyped, and what is affected downstream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli import console, options, store_options
from headwater.cli.store_options import Row, counted
from headwater.emit.styled_text import Line, Piece, clean

if TYPE_CHECKING:
    from headwater.rows.graph import Edge
    from headwater.rows.graph_answers import Hit, Struck
    from headwater.store import Impact, Store


class Change(StrEnum):
    """The change to the column."""

    DROP = "drop"
    RENAME = "rename"
    RETYPE = "retype"


_DOING = {Change.DROP: "Dropping", Change.RENAME: "Renaming", Change.RETYPE: "Changing the type of"}
_BREAKS = {
    Change.DROP: "statements that read the column fail",
    Change.RENAME: "statements that name the column must be changed",
    Change.RETYPE: "statements that read the column may fail or return other values",
}
_FOLLOWS = "datasets downstream of the broken statements"


@console.command
def impact(
    *,
    column: store_options.ColumnName,
    folder: store_options.Dir = "out",
    change: Annotated[Change, typer.Option("--change", help="Change made to the column.")] = Change.DROP,
    influence: store_options.Influence = store_options.Shown.BOTH,
    level: store_options.Worst = None,
    as_of: store_options.AsOf = None,
    snapshot: store_options.Snapshot = None,
    most: store_options.MostColumns = 2_000,
    format: store_options.As = store_options.Format.TREE,
    output: options.Output = None,
    sql_folder: store_options.SqlFolder,
) -> None:
    """Show what breaks when a column is dropped, renamed or retyped, and what is affected downstream."""
    with store_options.opened(folder, snapshot, sql_folder) as store:
        filter = store_options.chosen(influence, None, level, as_of, False)
        found = store.impact(column, change.value, filter, most)
        if format is store_options.Format.JSON:
            store_options.write_json(store, found.to_dict(), output)
        elif format is store_options.Format.CSV:
            store_options.write_csv(_HEADINGS, _table(found), output)
        else:
            console.lines(_shown(store, found, change, console.width() if output is None else None), output)


_HEADINGS = ("dataset", "column", "distance", "breaks", "how", "type", "level", "via", "expr", "why")


def _table(found: Impact) -> Iterator[tuple[object, ...]]:
    for one in found.tables:
        if not one.hits:
            yield one.dataset.full_name, "", one.distance, one.breaks, "follows", "", "", "", "", one.why
        for hit in one.hits:
            yield (
                one.dataset.full_name,
                hit.column.name or "(rows)",
                hit.distance,
                one.breaks,
                "influence" if hit.influence else "value",
                hit.type.value,
                hit.level.value,
                hit.edge.source_name,
                hit.edge.expr,
                one.why,
            )


def _shown(store: Store, found: Impact, change: Change, wide: int | None) -> Iterator[Line]:
    breaking = [one for one in found.tables if one.breaks]
    rest = [one for one in found.tables if not one.breaks]
    verb = {Change.DROP: "breaks", Change.RENAME: "needs changes in", Change.RETYPE: "may break"}[change]
    yield [
        Piece(f"{_DOING[change]} "),
        Piece(clean(found.column.full_name), "name"),
        Piece(f" {verb} {counted(found.breaking, 'statement')}", "bad" if found.breaking else "good"),
        Piece(f" and reaches {counted(len(found.tables), 'dataset')}."),
    ]
    if found.queries:
        yield [Piece(_queries(found.queries), "faint")]
    place = store_options.places(store, (hit.edge for one in found.tables for hit in one.hits))
    for title, said, tables in ((verb, _BREAKS[change], breaking), ("follows", _FOLLOWS, rest)):
        if tables:
            yield []
            yield [Piece(title, "bad" if title == verb else "head"), Piece(f"  {said}", "faint")]
        for one in tables:
            yield from _dataset(one, place, wide)
    yield from store_options.hidden_line(found.hidden)
    yield from store_options.doubts(hit.edge for one in found.tables for hit in one.hits)


def _queries(count: int) -> str:
    return "  One of them is a bare query." if count == 1 else f"  {count:,} of them are bare queries."


def _dataset(one: Struck, place: Callable[[Edge], str], wide: int | None) -> Iterator[Line]:
    steps = counted(one.distance, "step")
    why = f": {clean(one.why)}" if one.follows else ""
    yield [
        Piece("  "),
        Piece(clean(one.dataset.full_name), "name"),
        Piece(f"  {one.dataset.kind}, {steps}{why}", "faint"),
    ]
    yield from store_options.rows_of([_row(hit, place) for hit in one.hits], wide)


def _row(hit: Hit, place: Callable[[Edge], str]) -> Row:
    kind = f"by {hit.type.value}" if hit.influence else hit.type.value
    return Row(
        "  ",
        clean(hit.column.name or "(rows)"),
        kind,
        "" if hit.level.value == "EXACT" else hit.level.value,
        clean(hit.edge.expr),
        place(hit.edge),
        hit.edge.doubtful,
        f"  ← {clean(hit.edge.source_name)}" if hit.distance > 1 else "",
    )
