"""`headwater sql`: run a SELECT over the tables of a store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from headwater.cli import console, options, store_options
from headwater.emit.styled_text import Line, Piece, clean, crop, pad, width

if TYPE_CHECKING:
    from headwater.store.sql import SqlAnswer

_WIDEST = 60


class Format(StrEnum):
    """Output formats."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


@console.command
def sql(
    *,
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Output folder of headwater run, or a folder of SQL.")],
    query: Annotated[str, typer.Argument(metavar="SELECT", help="One SELECT in DuckDB SQL, or - for standard input.")],
    format: Annotated[Format, typer.Option("--format", "-f", help="Output format.")] = Format.TABLE,
    most: Annotated[
        int, typer.Option("--max", metavar="N", min=1, max=10_000_000, help="Maximum number of rows.")
    ] = 1_000,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.1, help="Time limit of the query, in seconds.")
    ] = 60.0,
    memory: Annotated[str, typer.Option("--memory", metavar="SIZE", help="Memory limit of the query.")] = "2GB",
    snapshot: store_options.Snapshot = None,
    output: options.Output = None,
    sql_folder: store_options.SqlFolder,
) -> None:
    """Run a SELECT over the tables of a store. Writes, files and settings are not allowed."""
    with store_options.opened(folder, snapshot, sql_folder) as store:
        from headwater.store.sql import SqlLimits, run_sql

        text = typer.get_text_stream("stdin").read() if query == "-" else query
        found = run_sql(store.snapshot, text, SqlLimits(most, seconds, memory))
        if format is Format.JSON:
            rows = [dict(zip(_names(found), map(_plain, row), strict=True)) for row in found.rows]
            console.data(json.dumps(rows, indent=2, ensure_ascii=False) + "\n", output)
        elif format is Format.CSV:
            store_options.write_csv(found.columns, ([_cell(value, "") for value in row] for row in found.rows), output)
        else:
            console.lines(_table(found, console.width() if output is None else None), output)
        if found.more:
            console.notes(
                [
                    [
                        Piece("more", "warning"),
                        Piece(f": only the first {most:,} rows are shown; use --max to show more."),
                    ]
                ]
            )


def _names(found: SqlAnswer) -> list[str]:
    """Column names made unique, as JSON objects need them."""
    seen: dict[str, int] = {}
    out = []
    for name in found.columns:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return out


def _plain(value: Any) -> Any:
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def _cell(value: Any, nothing: str) -> str:
    if value is None:
        return nothing
    plain = _plain(value)
    if isinstance(plain, (list, dict)):
        return json.dumps(plain, ensure_ascii=False)
    return plain if isinstance(plain, str) else json.dumps(plain)


def _table(found: SqlAnswer, wide: int | None) -> Iterator[Line]:
    cells = [[clean(_cell(value, "NULL")) for value in row] for row in found.rows]
    numbers = [
        all(isinstance(row[at], (int, float, type(None))) for row in found.rows) for at in range(len(found.columns))
    ]
    widths = [max([width(clean(name)), *(width(row[at]) for row in cells)]) for at, name in enumerate(found.columns)]
    if wide is not None:
        widths = [min(one, _WIDEST) for one in widths]

    def one(text: str, at: int) -> str:
        shown = crop(text, widths[at])
        return " " * (widths[at] - width(shown)) + shown if numbers[at] else pad(shown, widths[at])

    yield [Piece("  ".join(one(clean(name), at) for at, name in enumerate(found.columns)), "head")]
    for row, values in zip(cells, found.rows, strict=True):
        line: list[Piece] = []
        for at, text in enumerate(row):
            line += [Piece(one(text, at), "faint" if values[at] is None else "plain"), Piece("  ")]
        yield line
    yield [Piece(f"({store_options.counted(len(found.rows), 'row')}{' and more' if found.more else ''})", "faint")]
