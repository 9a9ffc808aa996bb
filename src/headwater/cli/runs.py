"""`headwater runs`: what happened in an output folder, run by run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from headwater.cli import console, options, store_options
from headwater.cli.console import Wrong
from headwater.emit.styled_text import Line, Meaning, Piece, clean, pad

if TYPE_CHECKING:
    from headwater.spark.run_history import PastRun

_MEANINGS: dict[str, Meaning] = {"done": "good", "failed": "bad", "killed": "bad", "running": "info"}


class Format(StrEnum):
    """Output formats."""

    TEXT = "text"
    JSON = "json"


@console.command
def runs(
    *,
    folder: Annotated[str, typer.Argument(metavar="[DIR]", help="Output folder of headwater run.")] = "out",
    most: Annotated[int, typer.Option("--max", metavar="N", min=1, help="Maximum number of runs, newest last.")] = 20,
    format: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.TEXT,
    output: options.Output = None,
) -> None:
    """List the runs of an output folder: when, what was new, how they ended."""
    from headwater.spark.run_history import history

    past = history(store_options.local_folder(folder))[-most:]
    if format is Format.JSON:
        console.data(json.dumps([_record(run) for run in past], indent=2, ensure_ascii=False) + "\n", output)
        return
    if not past:
        raise Wrong(f"{folder} has no record of a run. Records are written by headwater run.")
    console.lines(_lines(past), output)


def _record(run: PastRun) -> dict[str, Any]:
    return {
        "started": run.started.isoformat(),
        "ended": run.ended.isoformat() if run.ended else None,
        "seconds": run.seconds,
        "kind": run.kind,
        "status": run.status,
        "snapshot": run.snapshot,
        "sources": list(run.sources),
        "files": dict(run.files),
        "new": dict(run.new),
        "error": run.error,
    }


def _lines(past: list[PastRun]) -> Iterator[Line]:
    for run in past:
        took = "" if run.seconds is None else f"{run.seconds:,.1f} s"
        yield [
            Piece(f"{run.started:%Y-%m-%d %H:%M:%S}Z  ", "faint"),
            Piece(pad(run.status, 9), _MEANINGS.get(run.status, "plain")),
            Piece(f"  {pad(run.kind, 11)}  {took:>9}  {run.snapshot or '-':>6}  "),
            Piece(clean(_told(run))),
        ]


def _told(run: PastRun) -> str:
    """What a run brought, or why it ended."""
    if run.error:
        return run.error
    told = [store_options.counted(count, f"{status} file") for status, count in sorted(run.files.items()) if count]
    told += [f"{count:+,} {name}" for name, count in run.new.items() if count]
    return ", ".join(told) or ("nothing new" if run.status in ("done", "unchanged") else "")
