"""Puts headwater's answer for a script beside the analyzer's: per statement and output column, sets of leaves.

Columns of a SELECT are compared by position and by name, those of a target by name. A struct stands for all of its
fields. Influence is held between two sets of columns: all that has a say in the rows, and all that decides anything.
"""

from __future__ import annotations

from typing import Any

import headwater
from tests.judges.flink.answers import column_differences, decided, listed, selected
from tests.judges.values import Leaf

Tables = dict[str, dict[str, list[list[str]]]]


def plain(dataset: object) -> str:
    """A dataset's name without Spark's default catalog and database."""
    return str(dataset).removeprefix("spark_catalog.").removeprefix("default.").removeprefix("session.")


def leaves(end: Any, tables: Tables) -> frozenset[Leaf]:
    """One end of an edge, opened into the leaves of its column."""
    table = plain(end.dataset)
    path = [name for name in (str(part).strip("[]") for part in end.path) if name]
    known = tables.get(table, {})
    column = next((name for name in known if name.lower() == str(end.column).lower()), str(end.column))
    below = [tuple(each) for each in known.get(column, [[]]) if each[: len(path)] == path]
    return frozenset((table, column, *each) for each in below or [tuple(path)])


def asked(script: str, catalog: headwater.Catalog, tables: Tables) -> tuple[list[dict[str, Any]], list[str]]:
    """headwater's statements in the analyzer's terms, and what it had to say about them."""
    result = headwater.analyze(script, dialect="spark", catalog=catalog)
    notes = [f"{d.code} {d.message}" for d in result.diagnostics if str(d.severity) != "info"]
    outcome = []
    for statement in result.statements:
        columns = sorted(statement.columns, key=lambda column: column.ordinal)
        by_ordinal: dict[Any, set[Leaf]] = {}
        by_name: dict[str, set[Leaf]] = {str(column.name): set() for column in columns}
        for edge in statement.edges:
            sources = leaves(edge.source, tables)
            by_ordinal.setdefault(edge.target.ordinal, set()).update(sources)
            by_name.setdefault(str(edge.target.column), set()).update(sources)
        kind = str(statement.kind)
        if kind == "SELECT":
            told = [(str(column.name), by_ordinal.get(column.ordinal, set())) for column in columns]
        else:
            told = list(by_name.items())
        influence = {(plain(i.source.dataset), str(i.source.column).lower()) for i in statement.influence}
        level = str(statement.level)
        target = plain(statement.target)
        outcome.append({"kind": kind, "target": target, "columns": told, "level": level, "influence": influence})
    return outcome, list(dict.fromkeys(notes))


QUIET = {"CREATE_TABLE", "CREATE_FUNCTION", "DECLARE", "SET", "USE", "CREATE_DATABASE", "CREATE_SCHEMA", "CREATE"}
"""Statements without sources of which the analyzer says nothing."""


def differences(told: dict[str, Any], script: str, catalog: headwater.Catalog) -> list[str]:
    """Lines that say where headwater's answer is not the analyzer's."""
    got, notes = asked(script, catalog, told["tables"])
    lines: list[str] = []
    rest = [g for g in got if g["kind"] not in QUIET or any(sources for _, sources in g["columns"])]
    for expected in told["statements"]:
        name = f"{expected['kind']} {expected['target']}"
        columns = [(column, {tuple(leaf) for leaf in sources}) for column, sources in expected["columns"]]
        position = next((i for i, each in enumerate(rest) if f"{each['kind']} {each['target']}" == name), None)
        if position is None and expected["kind"] in QUIET and not any(sources for _, sources in columns):
            continue
        if position is None:
            lines.append(f"{name}: no such statement; there are {[g['kind'] + ' ' + g['target'] for g in got]}")
            continue
        match = rest.pop(position)
        have = match["columns"]
        lines += decided(name, expected, match["influence"])
        lines += selected(columns, have) if expected["kind"] == "SELECT" else column_differences(name, columns, have)
    lines += [f"{each['kind']} {each['target']}: a statement too many" for each in rest]
    return [*lines, *(f"  note {note}" for note in notes)] if lines else []


__all__ = ["asked", "differences", "leaves", "listed", "plain"]
