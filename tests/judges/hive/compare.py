"""Puts headwater's answer for a script beside Hive's: per statement and output column, sets of stored columns.

Hive's lineage does not tell values from conditions (`CASE WHEN c THEN a END` comes from both), and goes no deeper than
columns. So its sources of a column must be headwater's value sources and the conditions on that column (CONDITIONAL
influence) together; and the columns of its predicates must be among headwater's influence. Views are read through.
Columns of a SELECT are compared by position and by name, those of a target by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import headwater
from tests.judges.hive.losses import BY_NAME, Told


def plain(dataset: object) -> str:
    """A dataset's name without Hive's default database."""
    return str(dataset).lower().removeprefix("default.")


@dataclass
class Ours:
    """One target of a statement, as headwater sees it."""

    kind: str
    target: str
    names: list[str] = field(default_factory=list)
    values: list[set[str]] = field(default_factory=list)
    conditions: list[set[str]] = field(default_factory=list)
    decides: set[str] = field(default_factory=set)


def asked(script: str, catalog: headwater.Catalog) -> tuple[list[Ours], list[str]]:
    """headwater's statements in Hive's terms, one for each target, and what it had to say about them."""
    result = headwater.analyze(script, dialect="hive", catalog=catalog, fold_views=True)
    notes: list[str] = []
    outcome: list[Ours] = []
    for statement in result.statements:
        if statement.renamed:
            continue  # Hive tells no lineage of it
        notes += [f"{d.code} {d.message}" for d in statement.diagnostics if str(d.severity) != "info"]
        outcome += by_target(statement)
    return outcome, list(dict.fromkeys(notes))


def by_target(statement: headwater.Statement) -> list[Ours]:
    """One statement of headwater's, per target that it writes."""
    targets: dict[str, Ours] = {}
    places: dict[tuple[str, int, str], int] = {}
    for plan in statement.plans:
        dataset = plan.dataset.name
        ours = targets.setdefault(dataset, Ours(str(statement.kind), plain(dataset)))
        for index, born in enumerate(plan.born):
            ordinal = born.col.ordinal if born.col.ordinal >= 0 else index
            if (dataset, ordinal, born.col.name) not in places:
                places[dataset, ordinal, born.col.name] = len(ours.names)
                ours.names.append(born.col.name)
                ours.values.append(set())
                ours.conditions.append(set())
    for edge in statement.edges:
        ours = targets[edge.target.dataset]
        index = places[edge.target.dataset, edge.target.ordinal or 0, str(edge.target.column)]
        ours.values[index].add(f"{plain(edge.source.dataset)}.{str(edge.source.column).lower()}")
    for influence in statement.influence:
        if influence.target.dataset not in targets:
            continue
        ours = targets[influence.target.dataset]
        source = f"{plain(influence.source.dataset)}.{str(influence.source.column).lower()}"
        ours.decides.add(source)
        if influence.target.column is not None and str(influence.type) == "CONDITIONAL":
            index = places[influence.target.dataset, influence.target.ordinal or 0, str(influence.target.column)]
            ours.conditions[index].add(source)
    return list(targets.values())


def differences(
    told: dict[str, Any], script: str, catalog: headwater.Catalog, losses: tuple[str, ...] = ()
) -> list[str]:
    """Lines that say where headwater's answer is not Hive's, and which of the losses were not met."""
    got, notes = asked(script, catalog)
    lines: list[str] = []
    met: set[str] = set()
    rest = [one for one in got if one.names and one.kind != "DELETE" and any(one.values)]
    for expected in told["statements"]:
        title = f"{expected['kind']} {expected['target']}"
        match = next((one for one in got if f"{one.kind} {one.target}" == title), None)
        if match is None:
            lines.append(f"{title}: no such statement; there are {[f'{one.kind} {one.target}' for one in got]}")
            continue
        got.remove(match)
        rest = [one for one in rest if one is not match]
        missing = set(expected["decides"]) - match.decides - set().union(*match.values)
        missing = {one for one in missing if not one.endswith(".*")}  # NOT IN counts the rows of its query
        if missing and "windows" in losses:
            met.add("windows")  # a filter on what a window gives
        elif missing:
            lines.append(f"{title}: influence of {', '.join(sorted(missing))} is missing")
        lines += compared(title, expected["columns"], match, losses, met)
    lines += [f"{one.kind} {one.target}: a statement too many" for one in rest]
    lines += [f"the loss {name} is named and not needed" for name in losses if name not in met and not lines]
    return [*lines, *(f"  note {note}" for note in notes)] if lines else []


def compared(title: str, columns: list[list[Any]], ours: Ours, losses: tuple[str, ...], met: set[str]) -> list[str]:
    selected = ours.kind in ("SELECT", "CREATE_TABLE", "CREATE_VIEW", "CREATE_MATERIALIZED_VIEW", "ALTER_VIEW")
    if selected:
        names = [name for name, _, _ in columns]
        have = [name.lower() for name in ours.names]
        if names != have:
            return [f"{title}: columns: Hive {names}", f"    headwater     {have}"]
        pairs = [(column, index) for index, column in enumerate(columns)]
        beyond: list[int] = []
    else:
        by_name = {name.lower(): index for index, name in enumerate(ours.names)}
        pairs = [(column, by_name.get(column[0], -1)) for column in _merged(columns)]
        said = {column[0] for column in columns}
        beyond = [index for name, index in by_name.items() if name not in said and ours.values[index]]
    lines = [f"{title}.{ours.names[index]}: Hive nothing, headwater {listed(ours.values[index])}" for index in beyond]
    for (name, how, sources), index in pairs:
        values = frozenset(ours.values[index]) if index >= 0 else frozenset()
        conditions = frozenset(ours.conditions[index]) if index >= 0 else frozenset()
        column = Told(how, None if sources is None else frozenset(sources), values, conditions)
        if column.sources is not None and column.sources == values | conditions:
            continue
        excuse = next((loss for loss in losses if BY_NAME[loss].holds(column)), None)
        if excuse is not None:
            met.add(excuse)
            continue
        also = f" under {listed(conditions)}" if conditions else ""
        hive = "unsaid" if column.sources is None else listed(column.sources)
        lines.append(f"{title}.{name}: Hive {how} {hive}; headwater {listed(values)}{also}")
    return lines


def _merged(columns: list[list[Any]]) -> list[list[Any]]:
    """Columns of two inserts into the same table, put together."""
    result: dict[str, list[Any]] = {}
    for name, how, sources in columns:
        old = result.get(name)
        if old is None:
            result[name] = [name, how, sources]
        elif sources is not None:
            result[name] = [name, max(old[1] or "", how or ""), sorted({*(old[2] or ()), *sources})]
    return list(result.values())


def listed(sources: frozenset[str] | set[str]) -> str:
    return ", ".join(sorted(sources)) or "nothing"
