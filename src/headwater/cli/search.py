"""`headwater search`: find columns and datasets by name."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli import console, options, store_options
from headwater.emit.styled_text import Line, Piece, clean, pad, width

if TYPE_CHECKING:
    from headwater.store import Found


class What(StrEnum):
    """What to search for."""

    ALL = "all"
    COLUMN = "column"
    DATASET = "dataset"


@console.command
def search(
    *,
    query: Annotated[str, typer.Argument(metavar="WORDS", help="Part of a name, or of table.column.")],
    folder: store_options.Dir = "out",
    what: Annotated[What, typer.Option("--what", help="Search columns, datasets, or all.")] = What.ALL,
    limit: Annotated[int, typer.Option("--max", metavar="N", min=1, max=1_000, help="Maximum number of results.")] = 20,
    snapshot: store_options.Snapshot = None,
    format: store_options.As = store_options.Format.TREE,
    output: options.Output = None,
    sql_folder: store_options.SqlFolder,
) -> None:
    """Find columns and datasets by any part of their names. Exit with 1 if nothing matches."""
    with store_options.opened(folder, snapshot, sql_folder) as store:
        kinds = ("dataset", "column") if what is What.ALL else (what.value,)
        found = store.search(query, limit, kinds)
        if format is store_options.Format.JSON:
            store_options.write_json(store, found.to_dict(), output)
        elif format is store_options.Format.CSV:
            rows = (
                (one.full_name, "column" if one.column else "dataset", one.dataset.kind, _type(one), one.how)
                for one in found.matches
            )
            store_options.write_csv(("name", "what", "kind", "type", "how"), rows, output)
        else:
            console.lines(_shown(found), output)
        if not found.matches:
            raise typer.Exit(1)


def _type(one: object) -> str:
    column = getattr(one, "column", None)
    return (column.type or "") if column is not None else ""


def _shown(found: Found) -> Iterator[Line]:
    if not found.matches:
        yield [Piece(f"No column or dataset matches {clean(found.query)}.")]
        return
    left = max(width(clean(one.full_name)) for one in found.matches)
    for one in found.matches:
        column = one.column
        kind = f"column  {clean(column.type or '')}" if column is not None else one.dataset.kind
        if column is None:
            kind += f"  {store_options.counted(one.dataset.columns, 'column')}"
        yield [
            Piece("  "),
            Piece(pad(clean(one.full_name), left), "name"),
            Piece(f"  {kind}", "faint"),
            Piece("  (similar)" if one.how == "near" else "", "unsure"),
        ]
    if found.hidden:
        yield [Piece(f"  … {found.hidden:,} more; use --max to show more", "faint")]
