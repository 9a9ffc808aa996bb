"""Shared by the commands that query a store: options, opening the store, and output.

A store is the output folder of `headwater run`, or a folder of SQL, which is analyzed first. `!` at the start of a line
marks an uncertain edge, with and without colors.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import headwater
from headwater import dialects
from headwater.base.levels import Level
from headwater.catalog import CatalogError
from headwater.cli import console
from headwater.cli.console import Wrong
from headwater.emit.styled_text import Line, Meaning, Piece, clean, crop, level_meaning, pad, width

if TYPE_CHECKING:
    from headwater.rows.graph import Edge
    from headwater.spark.folder import Folder
    from headwater.store import Filter, Reading, Store

ColumnName = Annotated[
    str, typer.Argument(metavar="COLUMN", help="Column name: db.table.column, or a suffix of it that is unique.")
]
MostColumns = Annotated[
    int, typer.Option("--max", metavar="N", min=1, max=100_000, help="Maximum number of columns to show.")
]
Dir = Annotated[
    str,
    typer.Argument(metavar="[DIR]", help="Output folder of headwater run, or a folder of SQL (analyzed first)."),
]
Snapshot = Annotated[
    str | None, typer.Option("--snapshot", metavar="ID", help="Snapshot id; the current snapshot by default.")
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="TIME", help="Show the graph as of this time: 2024-05-01, 2024-05-01T12:00:00Z."),
]
Types = Annotated[
    list[str] | None,
    typer.Option("--type", "-t", metavar="TYPE", help="Only edges of this type. Repeatable."),
]
Worst = Annotated[
    Level | None, typer.Option("--level", case_sensitive=False, help="Only edges with this level or a better one.")
]
Results = Annotated[bool, typer.Option("--results", help="Include the results of bare queries.")]


@dataclass(frozen=True)
class SqlFolder:
    """How a folder of SQL is read."""

    dialect: Annotated[
        str | None, typer.Option("--dialect", "-d", metavar="D", help="For a folder of SQL: the dialect.")
    ] = None
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="DB", help="For a folder of SQL: default database for unqualified names."),
    ] = None
    catalog: Annotated[
        list[str] | None,
        typer.Option(
            "--catalog", "-c", metavar="FILE", help="For a folder of SQL: catalog of tables and columns. Repeatable."
        ),
    ] = None


class Format(StrEnum):
    """Output formats."""

    TREE = "tree"
    JSON = "json"
    CSV = "csv"


class Shown(StrEnum):
    """Which edges to follow."""

    VALUE = "value"
    INFLUENCE = "influence"
    BOTH = "both"


Influence = Annotated[Shown, typer.Option("--influence", help="Follow value edges, influence edges, or both.")]
As = Annotated[Format, typer.Option("--format", "-f", help="Output format.")]


@contextmanager
def opened(folder: str, snapshot: str | None, sql_folder: SqlFolder) -> Iterator[Store]:
    """Open the store of a folder; failures raise `Wrong` with a one-line message."""
    with problems():
        from headwater.store import open_store

        with open_store(folder, snapshot, reading(folder, sql_folder), say=_say) as store:
            yield store


def reading(folder: str, sql_folder: SqlFolder) -> Reading:
    """The settings for reading a folder of SQL, with the mapping beside it."""
    from headwater.store import Reading, read_mapping

    dialect = sql_folder.dialect
    if dialect is not None:
        try:
            dialect = dialects.get(dialect).name
        except dialects.UnknownDialect as error:
            raise Wrong(str(error)) from None
    beside = Path(folder, "mapping.yaml")
    mapping = read_mapping(beside) if beside.is_file() else {}
    return Reading(dialect, sql_folder.database, tuple(_tables(sql_folder.catalog or (), dialect)), mapping)


def _tables(catalogs: Sequence[str], dialect: str | None) -> Iterator[tuple[str, Any]]:
    name = dialect or "duckdb"
    for source in catalogs:
        try:
            found = headwater.Catalog.from_source(source, dialect=name)
        except CatalogError as error:
            raise Wrong(str(error)) from None
        yield from ((name, table) for table in found)


def _say(line: str) -> None:
    """Print a progress message on a terminal."""
    if sys.stderr.isatty():
        console.notes([[Piece(f"{line} …", "faint")]])


@contextmanager
def problems() -> Iterator[None]:
    """Turn problems of the store into `Wrong`; name a missing extra."""
    try:
        from headwater.store import StoreProblem
    except ImportError as error:  # pragma: no cover
        raise Wrong(f"This command needs an extra: pip install 'headwater[store]' ({error}).") from None
    try:
        yield
    except StoreProblem as problem:
        raise Wrong(f"{problem} {problem.help}".strip()) from None
    except ModuleNotFoundError as error:
        if error.name in ("duckdb", "pyarrow"):
            raise Wrong(f"This command needs {error.name}: pip install 'headwater[store]'.") from None
        raise


def local_folder(folder: str) -> Folder:
    """An output folder on this machine; raises `Wrong` where there is none."""
    from headwater.spark.folder import Folder, local_path

    path = local_path(folder)
    if path is None:
        raise Wrong(f"{folder} is not on this machine. Copy the folder here, or mount it.")
    if not path.is_dir():
        raise Wrong(f"Folder {folder} does not exist. Check the path.")
    return Folder(None, folder)


def chosen(influence: Shown, types: list[str] | None, level: Level | None, as_of: str | None, results: bool) -> Filter:
    """The filter for the given options."""
    from headwater.rel.kinds import EdgeType
    from headwater.store import Filter, moment

    wanted = frozenset(one.upper() for one in types or ())
    if wrong := sorted(wanted - {one.value for one in EdgeType}):
        raise Wrong(f"Unknown type {wrong[0]}. Types: {', '.join(one.value for one in EdgeType)}.")
    return Filter(influence.value, wanted, level, moment(as_of) if as_of else None, results)


# ── how answers look ─────────────────────────────────────────────────────────────────────────────────────────────
@dataclass
class Row:
    """A line of a tree: the stem, the name, and its columns."""

    stem: str
    name: str
    type: str
    level: str
    expr: str
    place: str
    doubtful: bool = False
    note: str = ""


def rows_of(rows: Sequence[Row], screen_width: int | None) -> Iterator[Line]:
    """The lines of a tree, in columns; on a terminal, expressions are cut to fit."""
    if not rows:
        return
    left = max(width(row.stem + row.name + row.note) for row in rows)
    types = max((width(row.type) for row in rows), default=0)
    levels = max((width(row.level) for row in rows), default=0)
    used = 2 + left + 2 + types + 2 + (levels + 2 if levels else 0)
    room = max((screen_width or 1 << 20) - used, 20)
    for row in rows:
        told: Meaning = "bad" if row.doubtful else "plain"
        line = [Piece("! " if row.doubtful else "  ", "bad"), Piece(row.stem, "faint"), Piece(row.name, "name")]
        line.append(Piece(row.note, "faint"))
        line.append(Piece(" " * (left - width(row.stem + row.name + row.note) + 2)))
        line.append(Piece(pad(row.type, types) + "  ", "bad" if row.type.endswith("UNKNOWN") else told))
        if levels:
            line.append(Piece(pad(row.level, levels) + "  ", level_meaning(Level(row.level)) if row.level else "plain"))
        tail = row.expr if not row.place else f"{row.expr}  " if row.expr else ""
        place_room = width(row.place)
        shown = crop(tail, max(room - place_room, 12)) if screen_width else tail
        line += [Piece(shown), Piece(row.place, "faint")]
        yield line


def type_of(edge: Edge) -> str:
    """`AGG`, or `by FILTER` for influence."""
    return f"by {edge.type.value}" if edge.influence else edge.type.value


def level_of(edge: Edge) -> str:
    """The level; empty for EXACT."""
    return "" if edge.level is Level.EXACT else edge.level.value


def doubts(edges: Iterable[Edge]) -> Iterator[Line]:
    """One line that counts the uncertain edges."""
    found = [edge for edge in edges if edge.doubtful]
    if not found:
        return
    counts: dict[str, int] = {}
    for edge in found:
        word = "UNKNOWN" if edge.type.value == "UNKNOWN" and not edge.influence else edge.level.value
        counts[word] = counts.get(word, 0) + 1
    said = ", ".join(f"{number} {word}" for word, number in sorted(counts.items()))
    many = "1 edge is" if len(found) == 1 else f"{len(found)} edges are"
    yield [Piece("! ", "bad"), Piece(f"{many} uncertain: {said}.", "bad")]


def hidden_line(hidden: Any) -> Iterator[Line]:
    """Lines that count what is not shown."""
    least = "at least " if hidden.more else ""
    words = [
        (hidden.columns, "more column", f"{least}", "; use --depth or --max to show more"),
        (hidden.results, "bare query", "", "; use --results to show them"),
        (hidden.ended, "edge that has ended", "", "; use --as-of to show them"),
        (hidden.filtered, "edge that the filter removes", "", ""),
    ]
    for count, word, before, after in words:
        if count:
            yield [Piece(f"  … {before}{counted(count, word)} not shown{after}", "faint")]


def counted(count: int, word: str) -> str:
    """`1 column`, `2 columns`.

    >>> counted(1, "bare query"), counted(3, "bare query"), counted(2, "edge that has ended")
    ('1 bare query', '3 bare queries', '2 edges that have ended')
    """
    if count == 1:
        return f"1 {word}"
    head, space, rest = word.partition(" that ")
    plural = head[:-1] + "ies" if head.endswith("ry") else head + "s"
    rest = rest.replace("has ", "have ", 1)
    return f"{count:,} {plural}{space}{rest}"


def places(store: Store, edges: Iterable[Edge]) -> Callable[[Edge], str]:
    """The file and line of each edge."""
    found = store.places([edge.number for edge in edges])
    return lambda edge: clean(found.get(edge.number, ""))


def write_json(store: Store, said: dict[str, Any], to: Path | None) -> None:
    """Write an answer as JSON, with its snapshot."""
    whole = {"snapshot": store.snapshot.id, "made_at": store.snapshot.made_at.isoformat(), **said}
    console.data(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", to)


def write_csv(headings: Sequence[str], rows: Iterable[Sequence[Any]], to: Path | None) -> None:
    """Write rows as CSV with a header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        writer.writerow(["" if value is None else value for value in row])
    console.data(out.getvalue(), to)


EDGE_HEADINGS = ("source", "target", "type", "influence", "level", "confidence", "expr", "statement", "place", "more")


def edge_row(edge: Edge, place: Callable[[Edge], str]) -> tuple[Any, ...]:
    """An edge as a row of CSV."""
    from headwater.store.diagrams import edge_fields

    return (*edge_fields(edge), place(edge), edge.more)
