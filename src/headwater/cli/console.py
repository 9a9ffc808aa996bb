"""Where output goes: data to the standard output, the rest to the standard error; colours on a terminal alone.

What is piped is plain UTF-8 text that depends on nothing but the answer. Made anew for each use, since streams may
be exchanged.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.progress import track
from rich.text import Text

from headwater.emit.styled_text import Line, Meaning, plain

STYLES: dict[Meaning, str] = {
    "plain": "",
    "head": "bold",
    "faint": "dim",
    "name": "bold",
    "good": "green",
    "unsure": "yellow",
    "bad": "bold red",
    "info": "cyan",
    "warning": "yellow",
    "error": "bold red",
    "mark": "bold cyan",
}
_MANY = 4

P = ParamSpec("P")
T = TypeVar("T")


class Wrong(Exception):
    """What the user asked for cannot be done; the message is one clear line."""


def _console(stderr: bool = False) -> Console:
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def width() -> int | None:
    """How wide the screen is; None where the output is not a screen."""
    console = _console()
    return console.width if console.is_terminal else None


def data(text: str, to: Path | None = None) -> None:
    """Data as plain text: to a file, or to the standard output."""
    if to is None:
        typer.echo(text.encode("utf-8"), nl=False)
        return
    try:
        to.write_bytes(text.encode("utf-8"))
    except OSError as error:
        raise Wrong(f"Cannot write {to}: {error.strerror or error}.") from None


def lines(found: Iterable[Line], to: Path | None = None) -> None:
    """Lines for people: with colours on a terminal, plain elsewhere."""
    console = _console()
    if to is None and console.is_terminal:
        _colour(console, found)
    else:
        data(plain(found), to)


def notes(found: Iterable[Line]) -> None:
    """Lines about the data, to the standard error."""
    console = _console(stderr=True)
    if console.is_terminal:
        _colour(console, found)
    else:
        typer.echo(plain(found).encode("utf-8"), nl=False, err=True)


def _colour(console: Console, found: Iterable[Line]) -> None:
    for line in found:
        console.print(Text.assemble(*((piece.text, STYLES[piece.meaning]) for piece in line)))


def progress(items: Sequence[T], word: str) -> Iterator[T]:
    """The items, with a bar on the standard error while many of them are worked on, if that is a terminal."""
    console = _console(stderr=True)
    if len(items) < _MANY or not console.is_terminal:
        yield from items
    else:
        yield from track(items, word, console=console, transient=True)


def command(function: Callable[P, None]) -> Callable[P, None]:
    """A command whose `Wrong`s end it with one line and exit code 2."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            function(*args, **kwargs)
        except Wrong as wrong:
            typer.echo(f"headwater: {' '.join(str(wrong).split())}", err=True)
            raise typer.Exit(2) from None

    return run
