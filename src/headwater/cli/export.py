"""`headwater export`: the graph as one HTML file, or as a diagram for a document."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import headwater
from headwater.cli import console, options, store_options
from headwater.cli.console import Wrong
from headwater.emit.styled_text import Piece

if TYPE_CHECKING:
    from headwater.rows.graph_answers import View
    from headwater.store import Store

PAGE = Path(headwater.__file__).parent / "server" / "static"


class Form(StrEnum):
    """Export formats."""

    HTML = "html"
    SVG = "svg"
    MERMAID = "mermaid"
    DOT = "dot"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


@console.command
def export(
    *,
    form: Annotated[Form, typer.Argument(metavar="FORMAT", help="html, svg, mermaid, dot, csv, json or parquet.")],
    folder: store_options.Dir = "out",
    column: Annotated[
        str | None, typer.Option("--column", metavar="COLUMN", help="Export the neighborhood of this column.")
    ] = None,
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="TABLE", help="Export the neighborhood of this table; not for html."),
    ] = None,
    up: Annotated[int, typer.Option("--up", metavar="N", min=0, max=30, help="Number of steps upstream.")] = 3,
    down: Annotated[int, typer.Option("--down", metavar="N", min=0, max=30, help="Number of steps downstream.")] = 3,
    influence: Annotated[
        store_options.Shown | None,
        typer.Option(
            "--influence",
            help="Follow value edges, influence edges, or both. Default: value for a column, both for tables.",
        ),
    ] = None,
    types: store_options.Types = None,
    level: store_options.Worst = None,
    as_of: store_options.AsOf = None,
    snapshot: store_options.Snapshot = None,
    most: Annotated[
        int, typer.Option("--max", metavar="N", min=1, max=20_000, help="Maximum number of edges to write.")
    ] = 8_000,
    output: options.Output = None,
    sql_folder: store_options.SqlFolder,
) -> None:
    """Export the graph as one HTML file, as a diagram of tables or of one column, or as Parquet files."""
    if column is not None and table is not None:
        raise Wrong("--column and --table cannot be used together.")
    if form is Form.HTML and table is not None:
        raise Wrong("--table cannot be used with html; use --column, or neither to export the complete graph.")
    if form is Form.PARQUET and (output is None or column is not None or table is not None):
        raise Wrong("parquet exports the complete graph to a folder: use --output, without --column or --table.")
    with store_options.opened(folder, snapshot, sql_folder) as store:
        if form is Form.PARQUET:
            assert output is not None
            _files(store, output)
            return
        if form is Form.HTML:
            console.data(_page(store, column, up, down, most), output)
            return
        from headwater.store.diagrams import as_csv, as_dot, as_mermaid, as_svg

        shown = influence or (store_options.Shown.VALUE if column is not None else store_options.Shown.BOTH)
        filter = store_options.chosen(shown, types, level, as_of, False)
        view: View
        if column is not None:
            view = store.view(column, up, down, filter, max(most // 4, 1), most)
        elif table is not None:
            view = store.view_tables(table, up, down, filter, min(most, 1_000))
        else:
            view = store.overview(filter, min(most, 1_000))
        if form is Form.JSON:
            store_options.write_json(store, view.to_dict(), output)
            return
        made = {Form.SVG: as_svg, Form.MERMAID: as_mermaid, Form.DOT: as_dot, Form.CSV: as_csv}[form](view)
        console.data(made, output)


def _files(store: Store, folder: Path) -> None:
    from headwater.store.views import write_views

    for name, rows in write_views(store.snapshot, folder).items():
        console.lines([[Piece(f"{rows:>12,}  "), Piece(name, "name")]])


def _page(store: Store, column: str | None, up: int, down: int, most: int) -> str:
    from headwater.store.bundle import Bounds, bundle

    index = PAGE / "index.html"
    if not index.is_file():
        raise Wrong("This installation has no built page. In a checkout, run make page.")
    said = bundle(store, column, up, down, Bounds(edges=most))
    return single(index.read_text("utf-8"), said)


def single(index: str, said: dict[str, Any]) -> str:
    """The page in one file: with its script and style inline, allowed by their hashes, and its data."""
    script = (
        _asset(index, r'<script[^>]* src="\./([^"]+)"').replace("</script", "<\\/script").replace("<!--", "\\x3c!--")
    )
    style = _asset(index, r'<link[^>]* rel="stylesheet"[^>]* href="\./([^"]+)"').replace("</style", "<\\/style")
    data = json.dumps(said, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data: blob:;"
        " base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>headwater</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<div id="root"></div>\n'
        f'<script type="application/json" id="headwater-graph">{data}</script>\n'
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


def _asset(index: str, pattern: str) -> str:
    found = re.search(pattern, index)
    if found is None:
        raise Wrong("The built page of this installation is not valid. Run make page again.")
    return (PAGE / found.group(1)).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
