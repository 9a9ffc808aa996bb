"""Knowing less never makes an answer more certain: a table is taken out of the catalog, and levels may only get worse.

The statements are those of the golden files. A table is withheld from the catalog, or the CREATE TABLE that defines it
is left out of the script.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

import headwater
from tests.golden.goldenfile import Case, parse_folder
from tests.golden.test_golden import catalog_of

CASES = parse_folder()
PLAIN = re.compile(
    r"(?i)u?int\w*|bigint|smallint|tinyint|float\w*|double|numeric|decimal.*|string|text|varchar|date|bool(ean)?"
)
"""Types without fields."""
DIALECTS = ("clickhouse", "duckdb", "flink", "googlesql", "hive", "spark")


@cache
def catalog(name: str, dialect: str) -> headwater.Catalog:
    """A catalog of the golden files; one for all cases."""
    case = next(case for case in CASES if case.options.get("catalog", "shop") == name)
    return catalog_of(case, dialect) or headwater.Catalog({})


@cache
def without(name: str, dialect: str, table: str) -> headwater.Catalog:
    """The same catalog, and one table less."""
    whole = catalog(name, dialect)
    less = headwater.Catalog.of(known for known in whole.tables if known.display != table)
    less.macros.update(whole.macros)
    less.types.update(whole.types)
    less.declared, less.models, less.places = whole.declared, whole.models, whole.places
    return less


def levels(case: Case, dialect: str, sql: str, known: headwater.Catalog) -> headwater.Level:
    """The level of the last statement."""
    options = {"database": case.options["default"]} if "default" in case.options else {}
    return headwater.analyze(sql, dialect=dialect, catalog=known, **options).statements[-1].level


def shorter_scripts(sql: str, dialect: str) -> list[str]:
    """The script without one of the tables that it creates, each in its turn."""
    statements = headwater.analyze(sql, dialect=dialect).statements
    creates = [s for s in statements[:-1] if s.kind == "CREATE_TABLE" and not s.edges]
    return [sql[: s.span.start] + sql[s.span.end :].lstrip().removeprefix(";") for s in creates]


def certain_only_without(case: Case, dialect: str) -> list[str]:
    """Where an answer that was not EXACT is, once something is withheld."""
    name = case.options.get("catalog", "shop")
    known = headwater.Catalog({}) if name == "none" else catalog(name, dialect)
    whole = headwater.analyze(case.sql, dialect=dialect, catalog=known)
    if not whole.statements or whole.statements[-1].level == headwater.Level.EXACT:
        return []
    found = []
    if name != "none":
        read = {table for statement in whole.statements for tables in statement.tables for table in tables}
        for table in known.tables:
            less = without(name, dialect, table.display)
            if table.display in read and levels(case, dialect, case.sql, less) == headwater.Level.EXACT:
                found.append(f"{case.name} [{dialect}] without {table.display}")
    for script in shorter_scripts(case.sql, dialect):
        if levels(case, dialect, script, known) == headwater.Level.EXACT:
            found.append(f"{case.name} [{dialect}]: {script}")
    return found


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_withheld_table_makes_no_answer_certain(dialect: str) -> None:
    cases = [case for case in CASES if dialect in case.dialects]
    assert len(cases) > 300
    assert [line for case in cases for line in certain_only_without(case, dialect)] == []


def sure_of_a_field_of_a_number(statement: headwater.Statement, types: dict[tuple[str, str], str]) -> list[str]:
    """Edges that are EXACT and lead below a column without fields: two structs were mixed up on the way."""
    return [
        str(edge)
        for edge in (*statement.edges, *statement.influence)
        if edge.source.path
        and edge.level == headwater.Level.EXACT
        and PLAIN.fullmatch(types.get((edge.source.dataset, edge.source.column), ""))
    ]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_levels_and_paths_go_together(dialect: str) -> None:
    """A statement is no surer than its edges, and no sure edge comes from a field of a number."""
    found = []
    for case in CASES:
        if dialect not in case.dialects:
            continue
        options = {"database": case.options["default"]} if "default" in case.options else {}
        known = catalog_of(case, dialect)
        types = {
            (table.display, column.name): str(column.type)
            for table in (known.tables if known else ())
            for column in table.columns or ()
        }
        for statement in headwater.analyze(case.sql, dialect=dialect, catalog=known, **options).statements:
            levels = [each.level for each in (*statement.edges, *statement.influence)]
            if any(statement.level < level for level in levels):
                found.append(f"{case.name} [{dialect}]: {statement.level}, {max(levels, key=lambda level: level.rank)}")
            wrong = sure_of_a_field_of_a_number(statement, types)
            found += [f"{case.name} [{dialect}]: {edge}" for edge in wrong]
    assert found == []
