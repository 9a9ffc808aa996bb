"""`headwater generate`: a synthetic query log of any size, with the lineage of its statements."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import Annotated

import typer

from headwater.cli import console
from headwater.emit.styled_text import Piece
from headwater.spark.errors import SparkProblem
from headwater_synth import Log, Spec


class LogFormat(StrEnum):
    """File formats of a log."""

    PARQUET = "parquet"
    JSON = "json"
    ORC = "orc"


@console.command
def generate(
    out: Annotated[str, typer.Argument(metavar="OUT", help="Output folder for log/ and truth/; both must not exist.")],
    statements: Annotated[
        int, typer.Option("--statements", "-n", metavar="N", min=1, help="Number of statements in the log.")
    ] = 100_000,
    templates: Annotated[
        int,
        typer.Option(
            "--templates", "-t", metavar="M", min=1, help="Number of templates the statements are generated from."
        ),
    ] = 1000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="Random seed; the same seed gives the same log.")
    ] = 0,
    garbage: Annotated[
        float,
        typer.Option("--garbage", metavar="SHARE", min=0, max=0.5, help="Share of entries that are not valid SQL."),
    ] = 0.01,
    dialects: Annotated[
        str | None,
        typer.Option("--dialects", metavar="D,D…", help="Comma-separated dialects; all by default."),
    ] = None,
    days: Annotated[float, typer.Option("--days", metavar="N", help="Number of days that the log covers.")] = 30.0,
    format: Annotated[
        LogFormat, typer.Option("--format", "-f", help="File format of the log; truth/ is always Parquet.")
    ] = LogFormat.PARQUET,
    partitions: Annotated[
        int | None, typer.Option("--partitions", metavar="N", min=1, help="Number of files in the log.")
    ] = None,
    master: Annotated[
        str | None, typer.Option("--master", metavar="URL", help="Spark master: local[2], spark://host:7077.")
    ] = None,
    memory: Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="Java heap size, such as 2g.")] = None,
) -> None:
    """Generate a synthetic query log and the known lineage of its statements."""
    from headwater.spark.generate import generate as write
    from headwater.spark.session import open_session

    chosen = tuple(name.strip() for name in dialects.split(",")) if dialects is not None else Spec.dialects
    try:
        spec = Spec(statements, templates, seed, garbage, chosen, days)
    except ValueError as error:
        raise console.Wrong(str(error)) from None
    began = time.monotonic()
    try:
        with open_session(master, memory=memory) as spark:
            write(spark, spec, out, format=format.value, partitions=partitions)
    except FileExistsError as error:
        raise console.Wrong(str(error)) from None
    except SparkProblem as problem:
        raise console.Wrong(f"{problem} {problem.help}") from None
    took = time.monotonic() - began
    said = f"{statements:,} statements of {Log(spec).templates:,} templates in {out}/log, in {took:.0f} s"
    console.notes([[Piece(said)], [Piece(f"their known lineage: {out}/truth", "faint")]])
