"""Puts headwater's answer for a script beside the planner's: per statement and output column, sets of leaves.

Columns of a SELECT are compared by position and by name, those of a sink by name. A struct stands for all of its
fields. Influence is held between two sets of columns, see `reach`. A statement of one side that the other does not
have is a difference, too.
"""

from __future__ import annotations

from typing import Any

import headwater

Leaf = tuple[str, ...]
Tables = dict[str, dict[str, list[list[str]]]]


def plain(dataset: object) -> str:
    """A dataset's name without Flink's default catalog and database."""
    return str(dataset).removeprefix("default_catalog.").removeprefix("default_database.")


def leaves(end: Any, tables: Tables) -> frozenset[Leaf]:
    """One end of an edge, opened into the leaves of its column."""
    table = plain(end.dataset)
    path = [name for name in (str(part).strip("[]") for part in end.path) if name]
    paths = tables.get(table, {}).get(str(end.column), [[]])
    below = [tuple(each) for each in paths if each[: len(path)] == path]
    return frozenset((table, str(end.column), *each) for each in below or [tuple(path)])


def stored(end: Any, tables: Tables) -> bool:
    """Whether the planner sees a column where an edge begins: `proc AS PROCTIME()` is a call to it."""
    table = plain(end.dataset)
    return table not in tables or str(end.column) in tables[table]


def asked(script: str, catalog: headwater.Catalog, tables: Tables) -> tuple[list[dict[str, Any]], list[str]]:
    """headwater's statements in the planner's terms, and what it had to say about them."""
    result = headwater.analyze(script, dialect="flink", catalog=catalog)
    notes = [f"{d.code} {d.message}" for d in result.diagnostics]
    for statement in result.statements:
        notes += [f"{d.code} {d.message}" for d in statement.diagnostics if str(d.severity) != "info"]
    return [told(statement, tables) for statement in result.statements], list(dict.fromkeys(notes))


def told(statement: headwater.Statement, tables: Tables) -> dict[str, Any]:
    """One statement of headwater's in the planner's terms."""
    columns = sorted(statement.columns, key=lambda column: column.ordinal)
    by_ordinal: dict[Any, set[Leaf]] = {}
    by_name: dict[str, set[Leaf]] = {str(column.name): set() for column in columns}
    for edge in statement.edges:
        sources = leaves(edge.source, tables) if stored(edge.source, tables) else frozenset()
        by_ordinal.setdefault(edge.target.ordinal, set()).update(sources)
        by_name.setdefault(str(edge.target.column), set()).update(sources)
    if str(statement.kind) == "SELECT":
        values = [(str(column.name), by_ordinal.get(column.ordinal, set())) for column in columns]
    else:
        values = list(by_name.items())
    influence = {
        (plain(i.source.dataset), str(i.source.column)) for i in statement.influence if stored(i.source, tables)
    }
    return {
        "kind": str(statement.kind),
        "target": plain(statement.target),
        "columns": values,
        "level": str(statement.level),
        "influence": influence,
    }


def differences(engine: dict[str, Any], script: str, catalog: headwater.Catalog) -> list[str]:
    """Lines that say where headwater's answer is not the planner's."""
    got, notes = asked(script, catalog, engine["tables"])
    lines: list[str] = []
    matches, rest = paired(engine["statements"], got)
    for expected, match in matches:
        name = f"{expected['kind']} {expected['target']}"
        if match is None:
            lines.append(f"{name}: no such statement; there are {[g['kind'] + ' ' + g['target'] for g in got]}")
            continue
        columns, have = values_of(expected), match["columns"]
        lines += decided(name, expected, match["influence"])
        lines += selected(columns, have) if expected["kind"] == "SELECT" else column_differences(name, columns, have)
    lines += [f"{each['kind']} {each['target']}: a statement too many" for each in rest]
    return [*lines, *(f"  note {note}" for note in notes)] if lines else []


Pair = tuple[dict[str, Any], dict[str, Any] | None]


def paired(engine: list[dict[str, Any]], got: list[dict[str, Any]]) -> tuple[list[Pair], list[dict[str, Any]]]:
    """The planner's statements with headwater's, and what headwater has beyond; what moves nothing may be missing."""
    rest = [each for each in got if any(sources for _, sources in each["columns"]) or each["kind"] == "SELECT"]
    pairs: list[Pair] = []
    silent = [each["kind"] != "SELECT" and not any(sources for _, sources in each["columns"]) for each in engine]
    names = [f"{each['kind']} {each['target']}" for each in engine]
    for index, expected in enumerate(engine):
        alike = [i for i, each in enumerate(rest) if f"{each['kind']} {each['target']}" == names[index]]
        to_come = sum(names[i] == names[index] and not silent[i] for i in range(index + 1, len(engine)))
        if not alike and not silent[index]:
            pairs.append((expected, None))
        elif alike and not (silent[index] and (alike[0] > 0 or len(alike) <= to_come)):
            pairs.append((expected, rest.pop(alike[0])))
    return pairs, rest


def values_of(statement: dict[str, Any]) -> list[tuple[str, set[Leaf]]]:
    """Columns of one of the planner's statements, with their leaves."""
    return [(column, {tuple(leaf) for leaf in sources}) for column, sources in statement["columns"]]


def decided(title: str, expected: dict[str, Any], influence: set[Leaf]) -> list[str]:
    """What decides: all that has a say in the rows must be named, and nothing that has no say in anything."""
    if "rows" not in expected:
        return []
    rows, every = ({tuple(source) for source in expected[word]} for word in ("rows", "every"))
    # A watermark of the table that is made reads the table itself, which the query knows nothing of.
    beyond = {source for source in influence - every if source[0] != expected["target"]}
    lines = [f"{title}: influence of {listed(rows - influence)} is missing"] if rows - influence else []
    return [*lines, f"{title}: influence of {listed(beyond)} is too much"] if beyond else lines


def selected(columns: list[tuple[str, set[Leaf]]], have: list[tuple[str, set[Leaf]]]) -> list[str]:
    if [name for name, _ in columns] != [name for name, _ in have]:
        return [f"columns: planner {[name for name, _ in columns]}", f"         got     {[name for name, _ in have]}"]
    result = []
    for (name, want), (_, got) in zip(columns, have, strict=True):
        if want != got:
            result += [f"{name}: planner {listed(want)}", f"{' ' * len(name)}  got     {listed(got)}"]
    return result


def column_differences(
    title: str, columns: list[tuple[str, set[Leaf]]], have: list[tuple[str, set[Leaf]]]
) -> list[str]:
    want = {name: sources for name, sources in columns if sources}
    got = {name: sources for name, sources in have if sources}
    result = []
    for name in [*want, *(name for name in got if name not in want)]:
        if want.get(name) != got.get(name):
            result.append(f"{title}.{name}: planner {listed(want.get(name, set()))}")
            result.append(f"{' ' * len(title + name)}   got     {listed(got.get(name, set()))}")
    return result


def listed(sources: set[Leaf]) -> str:
    return ", ".join(sorted(".".join(leaf) for leaf in sources)) or "nothing"
