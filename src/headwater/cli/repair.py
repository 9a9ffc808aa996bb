"""`headwater repair`: check an output folder, and mend it."""

from __future__ import annotations

from typing import Annotated

import typer

from headwater.cli import console, store_options
from headwater.cli.console import Wrong
from headwater.emit.styled_text import Piece


@console.command
def repair(
    *,
    folder: Annotated[str, typer.Argument(metavar="[DIR]", help="Output folder of headwater run.")] = "out",
    yes: Annotated[
        bool,
        typer.Option("--yes", help="Mend what is wrong: fall back to the newest whole snapshot, and remove leftovers."),
    ] = False,
) -> None:
    """Check an output folder: manifest, snapshots, tables, files that were read, lock."""
    from headwater.spark import SparkProblem
    from headwater.spark.lease import alive, holder, only_run
    from headwater.spark.repair import Finding, findings

    place = store_options.local_folder(folder)
    try:
        with store_options.problems():
            owner = holder(place)
            if alive(owner):
                raise Wrong(f"A run is writing into {folder} (process {owner.get('pid')}). Wait for it to finish.")
            found: list[Finding] = list(findings(place))
            for one in found:
                line = [Piece(f"{one.kind:<8}  ", "bad" if one.kind == "broken" else "faint"), Piece(one.what)]
                console.lines([line, [Piece(f"          {one.remedy}", "faint")]])
            if not found:
                console.lines([[Piece(folder, "name"), Piece(" is whole.")]])
            elif not yes:
                console.notes([[Piece("Nothing was changed; use --yes to do this.")]])
                raise typer.Exit(1)
            else:
                with only_run(place):
                    for one in found:
                        if one.mend is not None:
                            one.mend()
                console.lines([[Piece(f"Mended: {store_options.counted(len(found), 'finding')}.")]])
    except SparkProblem as problem:
        raise Wrong(f"{problem} {problem.help}".strip()) from None
