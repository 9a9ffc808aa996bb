"""Puts headwater's answer beside the judges': per output column, sets of (table, column).

Names are compared without case and without the schema, for the judges' schema has neither. A report says the
statement, what was expected and what was got, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import headwater
from tests.judges.perturb import Verdict, split_top
from tests.judges.values import Leaf, Output, Source

Fold = Callable[[str], str]


@dataclass(frozen=True)
class Answer:
    """headwater's answer in the judges' terms; lists go by ordinal."""

    names: list[str]
    value: list[frozenset[Source]]
    leaves: list[frozenset[Leaf]]
    """The value sources again, with the fields of stored structs."""
    influence: list[frozenset[Source]]
    notes: list[str]
    level: str = "EXACT"
    """The level of the statement, or UNKNOWN where an edge is of that type."""


def source_of(end: object, fold: Fold = str.lower) -> Source:
    dataset = str(getattr(end, "dataset", None)).rpartition(".")[2]
    return fold(dataset), fold(str(getattr(end, "column", None)))


def ask(sql: str, catalog: headwater.Catalog, dialect: str = "duckdb", fold: Fold = str.lower) -> Answer:
    """Analyses one SELECT; `fold` is how the engine compares names."""
    result = headwater.analyze(sql, dialect=dialect, catalog=catalog)
    notes = [f"{d.code} {d.message}" for d in result.diagnostics]
    if len(result.statements) != 1:
        return Answer([], [], [], [], [*notes, f"{len(result.statements)} statements"])
    return to_answer(result.statements[0], notes, fold)


def to_answer(statement: headwater.Statement, notes: list[str], fold: Fold = str.lower) -> Answer:
    """Turn a statement into the answer that judges compare."""
    notes = [*notes, *(f"{d.code} {d.message}" for d in statement.diagnostics)]
    columns = sorted(statement.columns, key=lambda column: column.ordinal)
    value: list[set[Source]] = [set() for _ in columns]
    leaves: list[set[Leaf]] = [set() for _ in columns]
    influence: list[set[Source]] = [set() for _ in columns]
    for edge in statement.edges:
        if edge.target.ordinal is None or not 0 <= edge.target.ordinal < len(columns):
            notes.append(f"an edge to {edge.target}, which is no output column")
        else:
            source = source_of(edge.source, fold)
            value[edge.target.ordinal].add(source)
            fields = [fold(str(part).strip("[]")) for part in edge.source.path]
            leaves[edge.target.ordinal].add((*source, *(name for name in fields if name)))
    for item in statement.influence:
        whole = item.target.column is None
        for column, found in zip(columns, influence, strict=True):
            if whole or item.target.ordinal == column.ordinal:
                found.add(source_of(item.source, fold))
    names = [str(column.name) for column in columns]
    return Answer(
        names,
        [frozenset(v) for v in value],
        [frozenset(v) for v in leaves],
        [frozenset(i) for i in influence],
        notes,
        "UNKNOWN" if any(edge.type == "UNKNOWN" for edge in statement.edges) else str(statement.level),
    )


def listed(sources: frozenset[Source]) -> str:
    return ", ".join(sorted(f"{table}.{column}" for table, column in sources)) or "nothing"


def against_plan(sql: str, expected: list[Output], got: Answer) -> str | None:
    """A report where the value sources differ, column by column; None where they are the same."""
    lines: list[str] = []
    if len(expected) != len(got.value):
        lines.append(f"  columns   expected {[o.name for o in expected]}")
        lines.append(f"            got      {got.names}")
    else:
        for i, output in enumerate(expected):
            if output.sources != got.value[i]:
                lines.append(f"  column {i} ({output.name})")
                lines.append(f"    expected {listed(output.sources)}")
                lines.append(f"    got      {listed(got.value[i])}")
    return report(sql, lines, got)


def opened(leaves: frozenset[Leaf], types: dict[str, dict[str, str]]) -> frozenset[Leaf]:
    """Every struct replaced by all of its fields, so that `t.s` and `t.s.x` with `t.s.y` are the same."""
    result: set[Leaf] = set()
    for leaf in leaves:
        table, column, *path = leaf
        kinds = {name.lower(): kind for name, kind in types.get(table, {}).items()}
        open_one((table, column), kinds.get(column, ""), path, result)
    return frozenset(result)


def open_one(leaf: Leaf, kind: str, path: list[str], found: set[Leaf]) -> None:
    kind = kind.removesuffix("[]")
    if not kind.startswith("STRUCT("):
        found.add((*leaf, *path))
        return
    pairs = [part.replace('"', "").split(" ", 1) for part in split_top(kind[len("STRUCT(") : -1])]
    for name, inner in pairs:
        if not path or path[0] == name.lower():
            open_one((*leaf, name.lower()), inner, path[1:], found)


def against_fields(sql: str, expected: list[Output], got: Answer, types: dict[str, dict[str, str]]) -> str | None:
    """A report where the fields of stored structs differ."""
    lines: list[str] = []
    for output, leaves in zip(expected, got.leaves, strict=True):
        want, have = opened(output.leaves, types), opened(leaves, types)
        if want != have:
            lines.append(f"  column {output.name}")
            lines.append(f"    expected {', '.join(sorted('.'.join(leaf) for leaf in want))}")
            lines.append(f"    got      {', '.join(sorted('.'.join(leaf) for leaf in have))}")
    return report(sql, lines, got)


def against_reach(sql: str, reached: list[frozenset[Source]], got: Answer) -> str | None:
    """A report where the answer names what cannot have any say in a column."""
    lines: list[str] = []
    for i, allowed in enumerate(reached[: len(got.value)]):
        named = got.value[i] | got.influence[i]
        if not named <= allowed:
            lines.append(f"  column {i} ({got.names[i]})")
            lines.append(f"    expected at most {listed(allowed)}")
            lines.append(f"    got beyond it    {listed(named - allowed)}")
    return report(sql, lines, got)


def against_running(
    sql: str, verdict: Verdict, got: Answer, forgiven: frozenset[tuple[int, Source]] = frozenset()
) -> str | None:
    """A report where running the statement contradicts the answer."""
    lines: list[str] = []
    for i, source in verdict.missing:
        lines.append(f"  column {i} changed with {'.'.join(source)}")
        lines.append("    expected it among its value or influence")
        if i < len(got.value):
            lines.append(f"    got      value {listed(got.value[i])}; influence {listed(got.influence[i])}")
    for i, source in verdict.suspect:
        if (i, source) not in forgiven:
            lines.append(f"  column {i} never changed with {'.'.join(source)} in {verdict.rounds} rounds")
            lines.append("    expected no value from it")
            lines.append(f"    got      value {listed(got.value[i])}")
    return report(sql, lines, got)


def report(sql: str, lines: list[str], got: Answer) -> str | None:
    if not lines:
        return None
    notes = [f"  note: {note}" for note in got.notes]
    return "\n".join(["", sql, *lines, *notes])
