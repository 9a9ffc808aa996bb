"""`headwater generate`: a synthetic query log of any size, and what its statements are known to do."""

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
    """The file formats of a log."""

    PARQUET = "parquet"
    JSON = "json"
    ORC = "orc"


@console.command
def generate(
    out: Annotated[str, typer.Argument(metavar="OUT", help="Where to write log/ and truth/, which must be new.")],
    statements: Annotated[
        int, typer.Option("--statements", "-n", metavar="N", min=1, help="How many statements the log has.")
    ] = 100_000,
    templates: Annotated[
        int, typer.Option("--templates", "-t", metavar="M", min=1, help="How many templates they are runs of.")
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same log.")] = 0,
    garbage: Annotated[
        float, typer.Option("--garbage", metavar="SHARE", min=0, max=0.5, help="How much of it is garbage.")
    ] = 0.01,
    dialects: Annotated[
        str | None,
        typer.Option("--dialects", metavar="D,D…", help="Whose SQL it holds, with commas between; all by default."),
    ] = None,
    days: Annotated[float, typer.Option("--days", metavar="N", help="How many days the log lasts.")] = 30.0,
    format: Annotated[
        LogFormat, typer.Option("--format", "-f", help="The format of the log; the truth is Parquet.")
    ] = LogFormat.PARQUET,
    partitions: Annotated[
        int | None, typer.Option("--partitions", metavar="N", min=1, help="How many files the log has.")
    ] = None,
    master: Annotated[
        str | None, typer.Option("--master", metavar="URL", help="Where Spark runs: local[2], spark://host:7077.")
    ] = None,
    memory: Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="Java's heap, as in 2g.")] = None,
) -> None:
    """Write a synthetic query log, with the lineage of its statements beside it."""
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
    console.notes([[Piece(said)], [Piece(f"what they are known to do: {out}/truth", "faint")]])
