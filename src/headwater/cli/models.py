"""`headwater models`: a folder of models as one graph, in build order."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from headwater import dialects, emit
from headwater.cli import console, inputs, options
from headwater.cli.console import Wrong
from headwater.emit.styled_text import Line, Piece, clean, pad, width
from headwater.models import Project, read


class Format(StrEnum):
    """Output formats."""

    TEXT = "text"
    JSON = "json"


@console.command
def models(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of .sql files, one SELECT each.")],
    dialect: Annotated[str, typer.Option("--dialect", "-d", metavar="D", help="SQL dialect of the models.")],
    catalog: options.Catalogs = None,
    database: options.Database = None,
    columns: Annotated[bool, typer.Option("--columns", help="Show the columns of every model.")] = False,
    format: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.TEXT,
    output: options.Output = None,
) -> None:
    """Show the models of a folder in build order, with their inputs, missing references and cycles."""
    if not folder.is_dir():
        raise Wrong(f"Folder {folder} does not exist.")
    try:
        name = dialects.get(dialect).name
    except dialects.UnknownDialect as error:
        raise Wrong(str(error)) from None
    settings = inputs.Settings(name, catalog or ())
    try:
        found = read(folder, name, catalog=settings.catalog(name) if catalog else None, database=database)
    except UnicodeError as error:
        raise Wrong(str(error)) from None
    except OSError as error:
        raise Wrong(f"Cannot read {folder}: {error.strerror or error}.") from None
    if not found.order:
        raise Wrong(f"No .sql file found in {folder}.")
    if format is Format.JSON:
        console.data(emit.json.dump(found.to_dict()), output)
    else:
        console.lines(_lines(found, columns), output)
    if found.problems:
        raise typer.Exit(1)


def _lines(found: Project, columns: bool) -> Iterator[Line]:
    count = len(found.order)
    yield [Piece(f"{count} model{'s' if count != 1 else ''}, in build order:", "head")]
    wide = max((width(clean(name)) for name in found.order), default=0)
    for at, name in enumerate(found.order, start=1):
        sources = ", ".join(map(clean, found.lineage[name].sources)) or "nothing"
        number = f"{at:>{len(str(count))}}  "
        yield [Piece(number, "faint"), Piece(pad(clean(name), wide), "name"), Piece(f"  reads {sources}")]
        if columns:
            for column in found.lineage[name].columns:
                yield [Piece(f"{'':{len(number)}}  {clean(str(column))}")]
    if found.sources:
        yield [Piece("Sources: ", "head"), Piece(", ".join(map(clean, found.sources)))]
    for problem in found.problems:
        yield [Piece(f"{problem.kind}: ", "error"), Piece(clean(problem.message))]
