"""The command line: one module per command. `headwater` runs `main`.

Data goes to standard output, diagnostics and progress to standard error. Exit codes: 0 success, 1 a check failed
(`--fail-at`, findings, differences, nothing found), 2 the command could not run; the reason is one line on standard
error. To add a command: write a module with a function, register it below, and add a section to
docs/reference/cli.md (a test compares them).
"""

from __future__ import annotations

from typing import Annotated

import typer

import headwater
from headwater.cli.analyze import analyze
from headwater.cli.compact import compact
from headwater.cli.dialects import dialects
from headwater.cli.diff import diff
from headwater.cli.explain import explain
from headwater.cli.export import export
from headwater.cli.generate import generate
from headwater.cli.impact import impact
from headwater.cli.lint import lint
from headwater.cli.models import models
from headwater.cli.path import path
from headwater.cli.plan import plan
from headwater.cli.repair import repair
from headwater.cli.run import run
from headwater.cli.runs import runs
from headwater.cli.search import search
from headwater.cli.serve import serve
from headwater.cli.sql import sql
from headwater.cli.trace import trace

app = typer.Typer(
    name="headwater",
    help="Column-level lineage for SQL.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"headwater {headwater.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Column-level lineage for SQL."""


app.command()(analyze)
app.command()(plan)
app.command()(explain)
app.command()(dialects)
app.command()(run)
app.command()(runs)
app.command()(compact)
app.command()(repair)
app.command()(generate)
app.command()(search)
app.command()(trace)
app.command()(path)
app.command()(impact)
app.command()(diff)
app.command()(sql)
app.command()(serve)
app.command()(export)
app.command()(models)
app.command()(lint)


def main() -> None:
    """Run the command line."""
    app()


__all__ = ["app", "main"]
