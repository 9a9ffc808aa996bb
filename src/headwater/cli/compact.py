"""`headwater compact`: merge the many small batches of an output folder."""

from __future__ import annotations

from typing import Annotated

import typer

from headwater.cli import console
from headwater.cli.console import Wrong
from headwater.cli.progress import Watcher
from headwater.emit.styled_text import Piece


@console.command
def compact(
    *,
    folder: Annotated[str, typer.Argument(metavar="[DIR]", help="Output folder of headwater run.")] = "out",
    master: Annotated[
        str | None,
        typer.Option("--master", metavar="URL", help="Spark master: local[*] (default), spark://host:7077, yarn."),
    ] = None,
    memory: Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="Java heap size, such as 4g.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not print progress.")] = False,
) -> None:
    """Merge the batches that incremental runs left in an output folder into one."""
    from headwater.spark import SparkProblem, open_session
    from headwater.spark.errors import failures, unexpected

    try:
        from headwater.spark import Pipeline, compaction

        with Watcher(quiet) as watcher, open_session(master, memory=memory) as spark:
            watcher.attach(spark)
            pipeline = Pipeline(spark, folder)
            manifest = pipeline.snapshots.manifest()
            if manifest is None:
                raise Wrong(f"{folder} has no manifest.json: it was not written by headwater run.")
            watcher.say("Merging")
            with pipeline.alone("compact"):
                merged = compaction.compact(pipeline)
            watcher.stop()
        said = f"Merged {merged:,} batches." if merged else "Nothing to merge."
        console.lines([[Piece(said)]])
    except SparkProblem as problem:
        raise Wrong(f"{problem} {problem.help}".strip()) from None
    except failures() as error:
        unknown = unexpected(error)
        raise Wrong(f"{unknown} {unknown.help}".strip()) from None
