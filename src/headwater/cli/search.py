"""`headwater search`: columns and datasets by any part of their names."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from headwater.cli import asking, options, screen
from headwater.emit.lines import Line, Piece, clean, pad, width

if TYPE_CHECKING:
    from headwater.store import Found


class What(str, Enum):
    """What is looked for."""

    ALL = "all"
    COLUMN = "column"
    DATASET = "dataset"


@screen.command
def search(
    query: Annotated[str, typer.Argument(metavar="WORDS", help="Any part of a name; of table.column both parts.")],
    folder: asking.Dir = "out",
    what: Annotated[What, typer.Option("--what", help="Columns, datasets, or all.")] = What.ALL,
    limit: Annotated[int, typer.Option("--max", metavar="N", min=1, max=1_000, help="How many are shown.")] = 20,
    snapshot: asking.Snapshot = None,
    format: asking.As = asking.Format.TREE,
    output: options.Output = None,
    dialect: asking.Dialect = None,
    database: asking.Database = None,
    catalog: asking.Catalogs = None,
) -> None:
    """Find columns and datasets by any part of their names. Exits with 1 if nothing is found."""
    with asking.opened(folder, snapshot, dialect, database, catalog) as store:
        kinds = ("dataset", "column") if what is What.ALL else (what.value,)
        found = store.search(query, limit, kinds)
        if format is asking.Format.JSON:
            asking.write_json(store, found.to_dict(), output)
        elif format is asking.Format.CSV:
            rows = (
                (one.full_name, "column" if one.column else "dataset", one.dataset.kind, _type(one), one.how)
                for one in found.matches
            )
            asking.write_csv(("name", "what", "kind", "type", "how"), rows, output)
        else:
            screen.lines(_shown(found), output)
        if not found.matches:
            raise typer.Exit(1)


def _type(one: object) -> str:
    column = getattr(one, "column", None)
    return (column.type or "") if column is not None else ""


def _shown(found: Found) -> Iterator[Line]:
    if not found.matches:
        yield [Piece(f"Nothing is called {clean(found.query)}, or like it.")]
        return
    left = max(width(clean(one.full_name)) for one in found.matches)
    for one in found.matches:
        column = one.column
        kind = f"column  {clean(column.type or '')}" if column is not None else one.dataset.kind
        if column is None:
            kind += f"  {asking.counted(one.dataset.columns, 'column')}"
        yield [
            Piece("  "),
            Piece(pad(clean(one.full_name), left), "name"),
            Piece(f"  {kind}", "faint"),
            Piece("  (alike)" if one.how == "near" else "", "unsure"),
        ]
    if found.hidden:
        yield [Piece(f"  … {found.hidden:,} more; --max shows more", "faint")]
