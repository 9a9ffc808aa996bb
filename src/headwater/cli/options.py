"""Arguments and options that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from headwater.cli.inputs import Settings

Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH", help="SQL files, folders (searched for *.sql), or - for standard input."),
]
Dialect = Annotated[
    str | None,
    typer.Option(
        "--dialect",
        "-d",
        metavar="D",
        help="SQL dialect. Default: the nearest folder named after a dialect, or a first line '-- dialect: D'.",
    ),
]
Catalogs = Annotated[
    list[str] | None,
    typer.Option(
        "--catalog",
        "-c",
        metavar="FILE",
        help="Catalog of tables and columns: YAML, JSON, DDL (.sql), a .duckdb file, or ClickHouse"
        " (http://host:8123, chdb:folder). Repeatable; later catalogs override earlier ones.",
    ),
]
Database = Annotated[
    str | None, typer.Option("--database", metavar="DB", help="Default database for unqualified names.")
]
Functions = Annotated[
    list[Path] | None,
    typer.Option(
        "--functions",
        metavar="FILE",
        help="YAML or JSON file that describes functions headwater does not know. Repeatable; later files override"
        " earlier ones.",
    ),
]
FoldViews = Annotated[bool, typer.Option("--fold-views", help="Trace columns through views to the underlying tables.")]
Encoding = Annotated[str, typer.Option("--encoding", metavar="NAME", help="Encoding of the files.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to FILE instead of standard output.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Do not print diagnostics.")]


@dataclass(frozen=True)
class SqlFiles:
    """How files of SQL are read, and where the result goes."""

    dialect: Dialect = None
    catalog: Catalogs = None
    database: Database = None
    functions: Functions = None
    fold_views: FoldViews = False
    output: Output = None
    encoding: Encoding = "utf-8"

    def settings(self) -> Settings:
        """The settings for reading the files."""
        functions = self.functions or ()
        return Settings(self.dialect, self.catalog or (), self.database, self.fold_views, self.encoding, functions)
