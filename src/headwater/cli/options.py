"""Arguments and options that several commands have, so that they are called and explained the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH", help="Files, folders (every .sql below them), or - for the standard input."),
]
Dialect = Annotated[
    str | None,
    typer.Option(
        "--dialect",
        "-d",
        metavar="D",
        help="The dialect. Without it: the folder named after one that the file lies in,"
        " or a line '-- dialect: D' at its top.",
    ),
]
Catalogs = Annotated[
    list[str] | None,
    typer.Option(
        "--catalog",
        "-c",
        metavar="FILE",
        help="Tables and their columns: .yaml, .json, DDL in .sql, a .duckdb database, a ClickHouse"
        " (http://host:8123, chdb:folder). Of a table that is in several, the last counts.",
    ),
]
Database = Annotated[
    str | None, typer.Option("--database", metavar="DB", help="Where names without a database belong.")
]
Functions = Annotated[
    list[Path] | None,
    typer.Option(
        "--functions",
        metavar="FILE",
        help="Functions that headwater does not know, with their kinds and the roles of their arguments: .yaml or"
        " .json. Of a function that is in several, the last counts.",
    ),
]
FoldViews = Annotated[bool, typer.Option("--fold-views", help="Follow columns through views to the tables below them.")]
Encoding = Annotated[str, typer.Option("--encoding", metavar="NAME", help="How the files are encoded.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there instead of to the standard output.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Leave the diagnostics out of the standard error.")]
