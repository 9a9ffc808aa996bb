"""The command line: one module per command. `headwater` runs `main`.

Data goes to standard output, diagnostics and progress to standard error. Exit codes: 0 success, 1 a check failed
(`--fail-at`, findings, differences, nothing found), 2 the command could not run; the reason is one line on standard
error. To add a command: write a module with a function of the same name, list it below, and add a section to
docs/reference/cli.md (a test compares them). Only the module of the command that was asked for is imported.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

import headwater

if TYPE_CHECKING:
    app: typer.Typer

COMMANDS = (
    "analyze", "plan", "explain", "dialects", "run", "runs", "compact", "repair", "generate", "search", "trace",
    "path", "impact", "diff", "sql", "serve", "export", "models", "lint",
)  # fmt: skip
"""As `headwater --help` lists them; each is a function in the module of that name."""


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"headwater {headwater.__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Column-level lineage for SQL."""


def _app(commands: Iterable[str]) -> typer.Typer:
    made = typer.Typer(
        name="headwater",
        help="Column-level lineage for SQL.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_root)
    for name in commands:
        made.command(name)(getattr(importlib.import_module(f"headwater.cli.{name}"), name))
    return made


def __getattr__(name: str) -> object:
    """`app`: all commands."""
    if name != "app":
        raise AttributeError(f"module 'headwater.cli' has no attribute {name!r}")
    return globals().setdefault("app", _app(COMMANDS))


def main() -> None:
    """Run the command line."""
    asked = sys.argv[1:2]
    _app(asked if asked and asked[0] in COMMANDS else () if asked == ["--version"] else COMMANDS)()


__all__ = ["COMMANDS", "app", "main"]
