"""`headwater plan`: the plan of each statement as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

import headwater
from headwater import emit
from headwater.answer import Statement
from headwater.cli import console, inputs, options
from headwater.emit.styled_text import Line, Piece, clean
from headwater.emit.text import header
from headwater.rel import optimize
from headwater.rel.operators import Rel
from headwater.rel.show import show


@console.command
def plan(
    *,
    paths: options.Paths,
    sql_files: options.SqlFiles,
    optimized: Annotated[
        bool,
        typer.Option(
            "--optimized", help="Also print each plan without unused columns and without operators that only pass on."
        ),
    ] = False,
    quiet: options.Quiet = False,
) -> None:
    """Print the plan of every statement as a tree, with column ids."""
    found = list(inputs.answers(paths, sql_files.settings()))
    console.lines(
        (line for one in found for statement in one.statements for line in _statement(statement, optimized)),
        sql_files.output,
    )
    if not quiet:
        console.notes(_errors(found))


def _statement(statement: Statement, both: bool) -> Iterator[Line]:
    yield header(statement)
    for root in statement.plans:
        yield from _tree(statement, root)
    if not statement.plans:
        yield [Piece("  no plan", "faint")]
    elif both:
        yield [Piece("optimized", "faint")]
        for root in statement.plans:
            yield from _tree(statement, optimize.optimized(root))
    yield []


def _tree(statement: Statement, root: Rel) -> Iterator[Line]:
    text = statement.source.text
    for line in show(root, lambda start, end: text[start:end], statement.places).splitlines():
        name = line.lstrip(" ")
        blanks = line[: len(line) - len(name)]
        word, bracket, rest = clean(name).partition("(")
        yield [Piece(blanks), Piece(word, "name"), Piece(bracket + rest)]


def _errors(found: list[headwater.Analysis]) -> Iterator[Line]:
    for answer in found:
        for one in answer.diagnostics:
            if one.severity == "error":
                yield from emit.diagnostic(one)
                yield []
