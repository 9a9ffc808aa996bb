"""`headwater run`: build one lineage graph from a query history, on Spark."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from headwater.cli import console, inputs, options
from headwater.cli.progress import Watcher
from headwater.emit.report import render, render_summary
from headwater.emit.styled_text import Piece, clean, pad

if TYPE_CHECKING:
    from headwater.spark import Outcome, Pipeline

Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE…",
        help="Folders or files: SQL, engine query logs, tables of statements (Parquet, JSON, CSV), a dbt"
        " manifest.json; or format:path for a Spark data source.",
    ),
]


class TableFormat(StrEnum):
    """Formats of tables."""

    PARQUET = "parquet"
    DELTA = "delta"
    ICEBERG = "iceberg"


@console.command
def run(
    sources: Sources,
    out: Annotated[str, typer.Option("--out", "-o", metavar="DIR", help="Output folder of the graph.")],
    dialect: Annotated[
        str | None, typer.Option("--dialect", "-d", metavar="D", help="SQL dialect of sources that do not name one.")
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", metavar="DB", help="Default database for unqualified names.")
    ] = None,
    catalog: Annotated[
        list[str] | None,
        typer.Option(
            "--catalog",
            "-c",
            metavar="[D=]FILE",
            help="Catalog of tables and columns: YAML, JSON, DDL (.sql), a .duckdb file, or ClickHouse"
            " (http://host:8123, chdb:folder). hive=FILE limits it to one engine. Repeatable.",
        ),
    ] = None,
    functions: options.Functions = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column",
            metavar="FIELD=NAME",
            help="Map a field to a column of a statement table: text=query_body, at=started, user=who. Repeatable.",
        ),
    ] = None,
    mapping: Annotated[
        str | None,
        typer.Option(
            "--mapping",
            metavar="FILE",
            help="Names of one dataset in several engines. Default: mapping.yaml in a source folder.",
        ),
    ] = None,
    tags: Annotated[
        str | None,
        typer.Option(
            "--tags",
            metavar="FILE",
            help="Tags of columns, propagated downstream. Default: tags.yaml in a source folder.",
        ),
    ] = None,
    master: Annotated[
        str | None,
        typer.Option("--master", metavar="URL", help="Spark master: local[*] (default), spark://host:7077, yarn."),
    ] = None,
    memory: Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="Java heap size, such as 4g.")] = None,
    conf: Annotated[
        list[str] | None, typer.Option("--conf", metavar="NAME=VALUE", help="Spark setting. Repeatable.")
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", min=1, help="Time limit for the analysis of one text, in seconds."),
    ] = 60.0,
    incremental: Annotated[
        bool, typer.Option("--incremental", help="Read only files and rows of streams that are new since the last run.")
    ] = False,
    follow: Annotated[bool, typer.Option("--follow", help="Keep reading what is new until stopped.")] = False,
    every: Annotated[
        float,
        typer.Option("--every", metavar="S", min=0, help="Seconds between two checks with --follow."),
    ] = 30.0,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Analyze everything again, without answers of earlier runs.")
    ] = False,
    format: Annotated[
        TableFormat,
        typer.Option("--format", "-f", help="Commit the tables to Delta or Iceberg tables in DIR, too."),
    ] = TableFormat.PARQUET,
    catalog_sink: Annotated[
        str | None,
        typer.Option(
            "--catalog-sink",
            metavar="CATALOG.SCHEMA",
            help="Write the tables to this schema, too, through a catalog of Spark (--conf spark.sql.catalog.…).",
        ),
    ] = None,
    keep: Annotated[
        int, typer.Option("--keep", metavar="N", min=1, help="Number of snapshots to keep, with the new one.")
    ] = 3,
    no_facts: Annotated[bool, typer.Option("--no-facts", help="Leave graph statistics out of the report.")] = False,
    max_unread: Annotated[
        str | None,
        typer.Option(
            "--max-unread",
            metavar="SHARE",
            help="Exit with code 1 if more than this share of the entries cannot be read, such as 1% or 0.01.",
        ),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Count the entries by format and dialect, with what cannot be read and why; write nothing.",
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not print progress.")] = False,
) -> None:
    """Build one lineage graph from a query history, with a summary and an HTML report."""
    from headwater.batch import Limits
    from headwater.spark import SparkProblem, open_session
    from headwater.spark.errors import failures, unexpected

    try:
        from headwater.spark import Options, Pipeline

        chosen = Options(
            dialect=dialect,
            database=database,
            columns=_pairs(column, "--column text=query"),
            catalogs=tuple(catalog or ()),
            mapping=mapping or _beside(sources, "mapping.yaml"),
            functions=inputs.read_functions(functions or ()),
            limits=Limits(seconds=seconds),
            reuse=not fresh,
            keep=keep,
            format=format.value,
            catalog_sink=catalog_sink,
        )
        marks = tags or _beside(sources, "tags.yaml")
        _check(sources, out, dialect)
        limit = None if max_unread is None else _share(max_unread)
        with (
            Watcher(quiet) as watcher,
            open_session(master, conf=_pairs(conf, "--conf spark.executor.cores=2"), memory=memory) as spark,
        ):
            watcher.attach(spark)
            pipeline = Pipeline(spark, out, chosen, watcher.say)
            if dry_run:
                _dry(pipeline, sources, watcher)
            elif follow:
                tell = partial(_tell, pipeline, tags=marks, facts=not no_facts, watcher=watcher, limit=limit)
                _follow(pipeline, sources, every, tell)
            else:
                outcome = _once(pipeline, sources, incremental)
                if outcome is None and (unreported := pipeline.unreported()) is not None:
                    outcome = unreported  # a run was killed before it wrote its report
                if outcome is None:
                    watcher.stop()
                    console.lines([[Piece("No new files: "), Piece(out, "name"), Piece(" is unchanged.")]])
                else:
                    _tell(pipeline, outcome, tags=marks, facts=not no_facts, watcher=watcher, limit=limit)
    except SparkProblem as problem:
        raise console.Wrong(f"{problem} {problem.help}".strip()) from None
    except failures() as error:
        unknown = unexpected(error)
        raise console.Wrong(f"{unknown} {unknown.help}".strip()) from None
    except ValueError as error:
        raise console.Wrong(str(error)) from None


def _once(pipeline: Pipeline, sources: list[str], incremental: bool) -> Outcome | None:
    if not incremental:
        return pipeline.run(sources)
    from headwater.spark import increments

    return increments.incremental(pipeline, sources)


def _follow(pipeline: Pipeline, sources: list[str], every: float, done: Any) -> None:
    from headwater.spark import increments

    with _until_stopped():
        increments.follow(pipeline, sources, done, every)


@contextmanager
def _until_stopped() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        return


def _tell(
    pipeline: Pipeline, outcome: Outcome, *, tags: str | None, facts: bool, watcher: Watcher, limit: float | None
) -> None:
    """Write the report and print the summary; exits where more entries than `limit` could not be read."""
    watcher.say("Writing the report")
    data = pipeline.report(outcome, tags, facts)
    pipeline.snapshots.folder.write(render(data), "report.html")
    pipeline.write_metrics(outcome, data.coverage)
    pipeline.reported(outcome)
    where = f"{pipeline.out.rstrip('/')}/report.html"
    watcher.stop()
    console.lines(render_summary(data, where, console.width()))
    console.notes([[Piece("note", "warning"), Piece(f": {line}")] for line in pipeline.notes])
    pipeline.notes.clear()
    unread, entries = data.total("unread"), data.total("entries")
    if limit is not None and unread > limit * entries:
        said = f": {unread:,} of {entries:,} entries could not be read; --max-unread allows {limit:.2%}."
        console.notes([[Piece("fail", "error"), Piece(said)]])
        raise typer.Exit(1)


def _share(text: str) -> float:
    """A share of all: `1%` or `0.01`.

    >>> _share("1%"), _share("0.5")
    (0.01, 0.5)
    """
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise console.Wrong(f"{text!r} is not a share. Write 1% or 0.01.")
    return share


def _dry(pipeline: Pipeline, sources: list[str], watcher: Watcher) -> None:
    from headwater.spark.preview import preview

    pipeline.check(sources)
    watcher.say("Reading the sources")
    found = preview(pipeline, sources)
    watcher.stop()
    if not found.counts:
        console.lines([[Piece("Nothing to read.")]])
        return
    rows = [(f"{row.entries:,}", row.kind, row.format or "-", row.dialect or "-") for row in found.counts]
    table = [("entries", "kind", "format", "dialect"), *rows]
    widths = [max(len(cells[at]) for cells in table) for at in range(4)]
    for number, (entries, *words) in enumerate(table):
        text = "  ".join(pad(word, wide) for word, wide in zip(words, widths[1:], strict=True))
        console.lines([[Piece(f"{entries:>{widths[0]}}  {text.rstrip()}", "plain" if number else "head")]])
    if found.reasons:
        unread = sum(row.entries for row in found.counts if row.kind == "unread")
        console.lines([[Piece("")], [Piece(f"Unread: {unread:,} of {found.entries:,} entries", "head")]])
    for reason in found.reasons:
        console.lines([[Piece(f"{reason.entries:>{widths[0]},}  "), Piece(clean(reason.detail))]])
        console.lines([[Piece(f"{'':>{widths[0]}}  for example {clean(reason.source)}", "faint")]])


def _check(sources: list[str], out: str, dialect: str | None) -> None:
    """Checks that need no Java."""
    from headwater import dialects
    from headwater.spark.source_check import check

    if dialect is not None:
        dialects.get(dialect)
    check(sources)
    path = Path(out)
    if path.is_file():
        raise console.Wrong(f"{out} is a file; --out must be a folder.")
    above = next((one for one in (path, *path.parents) if one.exists()), path)
    if "://" not in out and not os.access(above, os.W_OK):
        raise console.Wrong(f"Cannot write to {out}.")


def _beside(sources: list[str], name: str) -> str | None:
    """The first file of this name in a source folder."""
    found = [path for source in sources if (path := Path(source, name)).is_file()]
    return str(found[0]) if found else None


def _pairs(given: list[str] | None, example: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in given or ():
        name, equals, value = one.partition("=")
        if not equals or not name:
            raise console.Wrong(f"{one!r} does not have the form NAME=VALUE, as in {example}.")
        found[name] = value
    return found
