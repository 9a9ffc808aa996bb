"""Puts headwater's answer for a script beside the judge's: for each thing written, and each of its columns, leaves.

Columns of a result are compared by position and by name, those of a target by name. A struct stands for all of its
fields. Influence is held between two sets: what has a say in the rows must be named, and nothing that is never read.
"""

from __future__ import annotations

import re
from typing import Any

import headwater

Leaf = tuple[str, ...]
Tables = dict[str, dict[str, list[list[str]]]]
_UNNAMED = re.compile(r"f\d+_")


def leaves(end: Any, tables: Tables) -> frozenset[Leaf]:
    """One end of an edge, opened into the leaves of its column."""
    table, column = str(end.dataset), str(end.column)
    path = [name for name in (str(part).strip("[]") for part in end.path) if name]
    known = {name.lower(): (name, paths) for name, paths in tables.get(table, {}).items()}
    column, paths = known.get(column.lower(), (column, [[]]))
    lower = [name.lower() for name in path]
    below = [tuple(each) for each in paths if [name.lower() for name in each[: len(path)]] == lower]
    return frozenset((table, column, *each) for each in below or [tuple(path)])


def asked(analysis: headwater.Analysis, tables: Tables) -> tuple[list[dict[str, Any]], list[str]]:
    """headwater's statements in the judge's terms, and what it had to say about them."""
    notes = [f"{d.code} {d.message}" for d in analysis.diagnostics]
    result: list[dict[str, Any]] = []
    for statement in analysis.statements:
        notes += [f"{d.code} {d.message}" for d in statement.diagnostics if str(d.severity) != "info"]
        targets: dict[str, dict[str, Any]] = {}
        for plan in statement.plans:
            columns = [(born.col.name, set()) for born in plan.born]
            targets.setdefault(plan.dataset.name, {"columns": columns, "named": {}})
        influence = {(str(i.source.dataset), str(i.source.column)) for i in statement.influence}
        for edge in statement.edges:
            into = targets[str(edge.target.dataset)]
            sources = leaves(edge.source, tables)
            into["named"].setdefault(str(edge.target.column), set()).update(sources)
            ordinal = edge.target.ordinal
            if ordinal is not None and 0 <= ordinal < len(into["columns"]):
                into["columns"][ordinal][1].update(sources)
        for name, into in targets.items():
            kind = str(statement.kind)
            kind = "SELECT" if name.startswith("result") else kind
            told = into["columns"] if kind == "SELECT" else list(into["named"].items())
            result.append(
                {
                    "kind": kind,
                    "target": name,
                    "columns": told,
                    "influence": influence,
                    "level": str(statement.level),
                }
            )
    return result, list(dict.fromkeys(notes))


def differences(told: dict[str, Any], analysis: headwater.Analysis) -> list[str]:
    """Lines that say where headwater's answer is not the judge's."""
    got, notes = asked(analysis, told["tables"])
    lines: list[str] = []
    rest = [one for one in got if one["kind"] == "SELECT" or any(sources for _, sources in one["columns"])]
    for expected in told["statements"]:
        columns = [(column, {tuple(leaf) for leaf in sources}) for column, sources in expected["columns"]]
        kind, target = expected["kind"], expected["target"]
        silent = kind != "SELECT" and not any(sources for _, sources in columns)
        place = next((i for i, one in enumerate(rest) if fits(one, kind, target)), None)
        if place is None:
            if not silent:
                lines.append(f"{kind} {target}: no such statement; there are {[(g['kind'], g['target']) for g in got]}")
            continue
        match = rest.pop(place)
        lines += decided(f"{kind} {target}", expected, match["influence"])
        lines += (
            selected(columns, match["columns"])
            if kind == "SELECT"
            else column_differences(target, columns, match["columns"])
        )
    lines += [f"{one['kind']} {one['target']}: a statement too many" for one in rest]
    return [*lines, *(f"  note {note}" for note in notes)] if lines else []


def fits(one: dict[str, Any], kind: str, target: str) -> bool:
    return one["target"] == target and (one["kind"] == "SELECT") == (kind == "SELECT")


def decided(title: str, expected: dict[str, Any], influence: set[Leaf]) -> list[str]:
    rows, every = ({(source[0], source[1].lower()) for source in expected[word]} for word in ("rows", "every"))
    have = {(table, column.lower()) for table, column in influence}
    lines = [f"{title}: influence of {listed(rows - have)} is missing"] if rows - have else []
    return [*lines, f"{title}: influence of {listed(have - every)} is too much"] if have - every else lines


def unnamed(name: str) -> str:
    return "" if name.startswith("$") or _UNNAMED.fullmatch(name) else name


def selected(columns: list[tuple[str, set[Leaf]]], have: list[tuple[str, set[Leaf]]]) -> list[str]:
    # SELECT AS VALUE x: ZetaSQL has no name for the one column there is
    if [name for name, _ in columns] == ["$value_column"] and len(have) == 1:
        have = [("$value_column", have[0][1])]
    if [unnamed(name) for name, _ in columns] != [unnamed(name) for name, _ in have]:
        return [f"columns: ZetaSQL {[name for name, _ in columns]}", f"         got     {[name for name, _ in have]}"]
    result = []
    for (name, want), (_, got) in zip(columns, have, strict=True):
        if want != got:
            result += [f"{name}: ZetaSQL {listed(want)}", f"{' ' * len(name)}  got     {listed(got)}"]
    return result


def column_differences(
    title: str, columns: list[tuple[str, set[Leaf]]], have: list[tuple[str, set[Leaf]]]
) -> list[str]:
    want: dict[str, set[Leaf]] = {}
    for name, sources in columns:
        want.setdefault(name, set()).update(sources)
    got = {name: sources for name, sources in have if sources}
    want = {name: sources for name, sources in want.items() if sources}
    result = []
    for name in [*want, *(name for name in got if name not in want)]:
        if want.get(name) != got.get(name):
            result.append(f"{title}.{name}: ZetaSQL {listed(want.get(name, set()))}")
            result.append(f"{' ' * len(title + name)}   got     {listed(got.get(name, set()))}")
    return result


def listed(sources: set[Leaf]) -> str:
    return ", ".join(sorted(".".join(leaf) for leaf in sources)) or "nothing"
