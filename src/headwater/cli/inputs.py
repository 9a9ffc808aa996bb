"""Inputs of the commands: files, their dialects, catalogs and functions.

A mistake of the user raises `Wrong` with a one-line message, which ends the command with exit code 2.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

import headwater
from headwater import dialects
from headwater.batch.file_schemas import File, FileSchemas
from headwater.catalog import CatalogError
from headwater.cli import console
from headwater.cli.console import Wrong
from headwater.emit.styled_text import Piece
from headwater.schema import is_live

STDIN = "-"
_HEADER = re.compile(r"\s*(?:--|#|//|/\*)\s*dialect\s*[:=]\s*([\w-]+)", re.IGNORECASE)


@dataclass
class Settings:
    """Command-line settings for reading files."""

    dialect: str | None = None
    catalogs: Sequence[str] = ()
    database: str | None = None
    fold_views: bool = False
    encoding: str = "utf-8"
    functions: Sequence[Path] = ()
    _known: dict[str, headwater.Catalog] = field(default_factory=dict)

    def catalog(self, dialect: str) -> headwater.Catalog:
        """All catalogs merged. The dialect is used to read DDL."""
        known = self._known.get(dialect)
        if known is None:
            found = [_catalog(source, dialect) for source in self.catalogs]
            known = self._known[dialect] = headwater.Catalog.merged(found)
        return known

    def options(self) -> headwater.Options:
        """The functions of all files."""
        return headwater.Options(functions=read_functions(self.functions))


def read_functions(paths: Sequence[Path]) -> dict[str, str]:
    """The functions of all files; later files override earlier ones. Raises `Wrong` for an invalid file."""
    try:
        return {name: what for path in paths for name, what in headwater.read_functions(path).items()}
    except ValueError as error:
        raise Wrong(str(error)) from None


def answers(paths: Sequence[str], settings: Settings) -> Iterator[headwater.Analysis]:
    """The answer for each file, in order; a file knows what the others define. Raises `Wrong` for one that cannot be
    read.
    """
    if settings.dialect is not None:
        _dialect(settings.dialect)
    try:
        codecs.lookup(settings.encoding)
    except LookupError:
        raise Wrong(f"Unknown encoding {settings.encoding!r}.") from None
    files = [file for path in paths for file in _files(path)]
    for source in settings.catalogs:
        if not is_live(source) and not Path(source).exists():
            raise Wrong(f"Catalog {source} does not exist.")
    options = settings.options()
    read = [_file(file, settings) for file in files]
    catalog = settings.catalog
    if len(read) > 1:
        catalog = FileSchemas(read, settings.catalog, settings.database, options.functions).catalog
    for file in console.progress(read, "Analyzing"):
        yield headwater.analyze(
            file.text,
            dialect=file.dialect,
            catalog=catalog(file.dialect),
            database=settings.database,
            fold_views=settings.fold_views,
            options=options,
            name=file.name,
        )


def _file(path: str, settings: Settings) -> File:
    text = _read(path, settings.encoding)
    dialect = settings.dialect or _folder(path) or _header(text)
    if dialect is None:
        raise Wrong(
            f"Unknown dialect of {_named(path)}: pass --dialect, put the file in a folder named after its dialect,"
            " or start it with a line '-- dialect: D'."
        )
    return File(path, _dialect(dialect), text)


def several(paths: Sequence[str]) -> bool:
    """Whether the paths may be more than one file."""
    return len(paths) > 1 or any(path != STDIN and Path(path).is_dir() for path in paths)


def _files(path: str) -> list[str]:
    if path == STDIN:
        return [STDIN]
    if not os.path.isdir(path):
        return [path]
    found: list[str] = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [os.path.join(folder, name) for name in sorted(names) if name.lower().endswith(".sql")]
    if not found:
        raise Wrong(f"No .sql file found in {path}.")
    return [PurePath(one).as_posix() for one in found]


def _read(file: str, encoding: str) -> str:
    """The text of a file, with its line ends, so that offsets match the file."""
    try:
        data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise Wrong(f"Cannot read {file}: {error.strerror or error}.") from None
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except (UnicodeDecodeError, LookupError):
        raise Wrong(f"{_named(file)} is not {encoding} text; pass --encoding.") from None


def _folder(file: str) -> str | None:
    """The nearest parent folder that is named after a dialect."""
    for part in reversed(PurePath(file).parts[:-1]):
        if part.lower() in dialects.canonical():
            return part
    return None


def _header(text: str) -> str | None:
    """`-- dialect: duckdb` in the comments at the start of the text."""
    for line in text.splitlines():
        if not line.strip():
            continue
        found = _HEADER.match(line)
        if found:
            return found.group(1)
        if not line.lstrip().startswith(("--", "#", "//", "/*", "*")):
            return None
    return None


def _dialect(name: str) -> str:
    try:
        return dialects.get(name).name
    except dialects.UnknownDialect as error:
        raise Wrong(str(error)) from None


def _catalog(source: str, dialect: str) -> headwater.Catalog:
    try:
        catalog = headwater.Catalog.from_source(source, dialect=dialect)
    except CatalogError as error:
        raise Wrong(str(error)) from None
    unread = [diagnostic for diagnostic in catalog.diagnostics if diagnostic.severity == "error"]
    if unread:
        count = f" and {len(unread) - 1} more" if len(unread) > 1 else ""
        console.notes([[Piece(f"Catalog {source} is not complete: {unread[0].message}{count}")]])
    return catalog


def _named(file: str) -> str:
    return "Standard input" if file == STDIN else file
