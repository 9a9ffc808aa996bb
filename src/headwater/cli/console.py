"""Output: data to standard output, everything else to standard error, colors on a terminal only.

Piped output is plain UTF-8 text that depends on the answer alone. A console is created for each use, because the
streams may be replaced.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from inspect import Parameter
from pathlib import Path
from typing import Any, TypeVar

import typer
from rich.console import Console
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

T = TypeVar("T")


class Wrong(Exception):
    """The command cannot run; the message is one line for the user."""


def _console(stderr: bool = False) -> Console:
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def width() -> int | None:
    """The width of the terminal; None if the output is not a terminal."""
    console = _console()
    return console.width if console.is_terminal else None


def data(text: str, to: Path | None = None) -> None:
    """Write data as plain text to a file or to standard output."""
    if to is None:
        typer.echo(text.encode("utf-8"), nl=False)
        return
    try:
        to.write_bytes(text.encode("utf-8"))
    except OSError as error:
        raise Wrong(f"Cannot write {to}: {error.strerror or error}.") from None


def lines(found: Iterable[Line], to: Path | None = None) -> None:
    """Write lines for people: with colors on a terminal, plain otherwise."""
    console = _console()
    if to is None and console.is_terminal:
        _colour(console, found)
    else:
        data(plain(found), to)


def notes(found: Iterable[Line]) -> None:
    """Write messages about the data to standard error."""
    console = _console(stderr=True)
    if console.is_terminal:
        _colour(console, found)
    else:
        typer.echo(plain(found).encode("utf-8"), nl=False, err=True)


def _colour(console: Console, found: Iterable[Line]) -> None:
    for line in found:
        console.print(Text.assemble(*((piece.text, STYLES[piece.meaning]) for piece in line)))


def progress(items: Sequence[T], word: str) -> Iterator[T]:
    """Yield the items; with many of them, show a progress bar if standard error is a terminal."""
    console = _console(stderr=True)
    if len(items) < _MANY or not console.is_terminal:
        yield from items
    else:
        from rich.progress import track

        yield from track(items, word, console=console, transient=True)


def command(function: Callable[..., None]) -> Callable[..., None]:
    """Wrap a command: a `Wrong` ends it with one line and exit code 2.

    A parameter whose type is a dataclass stands for the fields of it: options that several commands share.
    """
    groups: dict[str, Any] = {}
    parameters: list[Parameter] = []
    for parameter in inspect.signature(function, eval_str=True).parameters.values():
        group: Any = parameter.annotation
        if is_dataclass(parameter.annotation):
            groups[parameter.name] = group
            parameters += inspect.signature(group, eval_str=True).parameters.values()
        else:
            parameters.append(parameter)

    @functools.wraps(function)
    def run(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        try:
            function(**values)
        except Wrong as wrong:
            typer.echo(f"headwater: {' '.join(str(wrong).split())}", err=True)
            raise typer.Exit(2) from None

    by_keyword = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in parameters]
    run.__dict__["__signature__"] = inspect.Signature(by_keyword)
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
