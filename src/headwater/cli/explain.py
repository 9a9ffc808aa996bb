"""`headwater explain`: why a column has its sources, hop by hop, with the SQL."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated

import typer

from headwater.answer import Edge, Influence, Statement
from headwater.base.diagnostics import Diagnostic
from headwater.base.identifiers import split_name
from headwater.base.levels import Level
from headwater.base.spans import Span
from headwater.cli import console, inputs, options
from headwater.cli.console import Wrong
from headwater.emit import excerpt
from headwater.emit.styled_text import Line, Meaning, Piece, clean, level_meaning
from headwater.emit.text import header
from headwater.lineage.explain import Step
from headwater.rel.columns import Born
from headwater.rel.operators import Write

_WHY: dict[Level, str] = {
    Level.EXACT: "every name was resolved against a known schema",
    Level.INFERRED: "a schema is missing, and only one interpretation is possible",
    Level.AMBIGUOUS: "several interpretations are possible; all candidates are reported",
    Level.COARSE: "the path contains an opaque part: each of its inputs may feed each of its outputs",
    Level.TABLE: "only tables are known",
    Level.NONE: "nothing is known",
}


@console.command
def explain(
    *,
    target: Annotated[
        str, typer.Argument(metavar="TARGET.COLUMN", help="Column to explain; without TARGET, in every target.")
    ],
    paths: options.Paths,
    sql_files: options.SqlFiles,
) -> None:
    """Explain a column: the operators and expressions on each path, their spans, and the confidence."""
    found = list(inputs.answers(paths, sql_files.settings()))
    statements = [statement for one in found for statement in one.statements]
    columns = [(one, plan, born) for one in statements for plan in one.plans for born in plan.born]
    chosen = [one for one in columns if _means(target, one[1].dataset.name, one[2].col.name)]
    # main.x.c, where the script says x
    chosen = chosen or [one for one in columns if _ends(target, one[1].dataset.name, one[2].col.name)]
    if not chosen:
        raise Wrong(_missing(target, statements))
    console.lines(_explained(chosen), sql_files.output)


def _means(asked: str, dataset: str, column: str) -> bool:
    """`c`, `t.c` and `db.t.c` all match column c of db.t; names with dots match as printed."""
    asked, full = asked.lower(), f"{dataset}.{column}".lower()
    if asked in (full, column.lower()):
        return True
    if full.endswith("." + asked) and asked.endswith("." + column.lower()):
        return True
    parts = split_name(asked)
    whole = (*split_name(dataset.lower()), column.lower())
    return len(parts) <= len(whole) and whole[-len(parts) :] == parts


def _ends(asked: str, dataset: str, column: str) -> bool:
    whole = (*split_name(dataset.lower()), column.lower())
    return split_name(asked.lower())[-len(whole) :] == whole


def _missing(target: str, statements: list[Statement]) -> str:
    names = {
        f"{plan.dataset.name}.{born.col.name}": None for one in statements for plan in one.plans for born in plan.born
    }
    near = get_close_matches(target, names, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"No statement writes a column {target}.{hint}"


def _explained(chosen: list[tuple[Statement, Write, Born]]) -> Iterator[Line]:
    seen: set[tuple[int, str, str, int]] = set()
    for statement, plan, born in chosen:
        ordinal = born.col.ordinal if born.col.ordinal >= 0 else list(plan.born).index(born)
        key = (id(statement), plan.dataset.name, born.col.name, ordinal)
        if key in seen:  # MERGE writes a column in several branches: its edges are together
            continue
        seen.add(key)
        yield from _column(statement, plan, born, ordinal)


def _column(statement: Statement, plan: Write, born: Born, ordinal: int) -> Iterator[Line]:
    name = f"{plan.dataset.name}.{born.col.name}"
    yield header(statement)
    yield [Piece(clean(name), "name")]
    mine = [edge for edge in statement.explain(born.col.name) if _same(edge, plan, ordinal)]
    if not mine:
        yield [Piece("  generated", "head"), Piece(": no stored column feeds its value")]
        start, end = statement.explainer.column_span(born.col.id, -1)
        if 0 <= start < end:
            yield from excerpt(statement.source, Span(start, end), indent="      ")
    for edge in mine:
        yield from _edge(statement, edge)
    on_column = [one for one in statement.influence if one.target.ordinal == ordinal and _same(one, plan, ordinal)]
    on_rows = [
        one for one in statement.influence if one.target.column is None and one.target.dataset == plan.dataset.name
    ]
    yield from _influence(statement, "decided by", on_column)
    yield from _influence(statement, "its rows are decided by", on_rows)
    yield []


def _same(one: Edge | Influence, plan: Write, ordinal: int) -> bool:
    return one.target.dataset == plan.dataset.name and one.target.ordinal == ordinal


def _edge(statement: Statement, edge: Edge) -> Iterator[Line]:
    told: Meaning = "bad" if edge.type == "UNKNOWN" else "head"
    yield [Piece("  <- "), Piece(clean(str(edge.source)), "head"), Piece("  "), Piece(str(edge.type), told)]
    yield [Piece("     path        ", "faint"), Piece(" -> ".join(edge.path))]
    yield [Piece("     expression  ", "faint"), Piece(clean(edge.expr))]
    yield [
        Piece("     confidence  ", "faint"),
        Piece(f"{edge.confidence:g} {edge.level}", level_meaning(edge.level)),
        Piece(f": {_WHY[edge.level]}"),
    ]
    for one in _reasons(statement, edge):
        where = f"{one.line}:{one.column} "
        yield [Piece(f"                 {one.code} ", one.severity), Piece(where, "faint"), Piece(clean(one.message))]
    shown: tuple[int, int] | None = None
    for number, step in enumerate(edge.steps, 1):
        place = (step.start, step.end) if 0 <= step.start < step.end else None
        yield [Piece(f"     {number}. "), Piece(step.op, "name"), Piece(f" {_called(statement, step)}")]
        if place is not None and place != shown:
            shown = place
            yield from excerpt(statement.source, Span(*place), indent="        ")


def _reasons(statement: Statement, edge: Edge) -> list[Diagnostic]:
    """The diagnostics that lowered the level of an edge: those about its source or on its path."""
    if edge.level is Level.EXACT:
        return []
    found = [one for one in statement.diagnostics if one.level is edge.level]
    places = [(step.start, step.end) for step in edge.steps if 0 <= step.start < step.end]
    near = [
        one
        for one in found
        if edge.source.dataset in one.arguments
        or any(start <= one.span.start and one.span.end <= end for start, end in places)
    ]
    return near or found


def _called(statement: Statement, step: Step) -> str:
    """The column that a step leads to, and what it is made of where that is more than its name."""
    dataset = step.col.dataset.name if step.col.dataset is not None else ""
    name = clean(".".join(filter(None, (dataset, step.col.name))))
    text = clean(statement.source.text[step.start : step.end]) if 0 <= step.start < step.end else ""
    if not name:
        return text
    return f"{name} = {text}" if text and text != step.col.name else name


def _influence(statement: Statement, title: str, found: list[Influence]) -> Iterator[Line]:
    if found:
        yield [Piece(f"  {title}", "faint")]
    for one in found:
        line, column = statement.source.position(one.span.start)
        yield [
            Piece(f"     {clean(str(one.source))}", "head"),
            Piece(f"  {one.type}"),
            Piece(f"  {one.level}", level_meaning(one.level)),
            Piece(f"  {line}:{column}", "faint"),
        ]
        yield from excerpt(statement.source, one.span, indent="        ")
