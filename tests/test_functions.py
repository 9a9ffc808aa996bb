"""The function tables against the binder: what a table says of an argument is what an answer says of it.

The parser turns some functions into classes of its own, which lose the name that the tables go by; those have their
roles a second time, by argument name. Here the two are held against each other.
"""

from __future__ import annotations

import pytest

import headwater
from headwater.catalog.functions import Function, Functions

CATALOG = headwater.Catalog({"t": {f"c{i}": "string" for i in range(8)}})


def described(dialect: str) -> list[tuple[str, Function, int]]:
    """Functions whose roles were written down, with as many arguments as there are roles."""
    result = []
    for name, function in Functions.load(f"headwater.dialects.{dialect}", fold=dialect != "clickhouse").table.items():
        base, _, arity = name.partition("/")
        roles = (*function.before, *function.group, *function.after)
        if function.kind in ("higher", "table") or "table" in function.flags or "within" in function.flags:
            continue
        if set(roles) != {"value"} and "." not in base:
            result.append((base, function, int(arity) if arity else len(roles)))
    return result


@pytest.mark.parametrize("dialect", ["clickhouse"])
def test_arguments_are_read_as_the_table_says(dialect: str) -> None:
    wrong = []
    for name, function, count in described(dialect):
        arguments = ", ".join(f"c{i}" for i in range(count))
        over = " OVER (ORDER BY c7)" if function.kind == "window" else ""
        sql = f"SELECT {name}({arguments}){over} AS v FROM t"
        (statement,) = headwater.analyze(sql, dialect=dialect, catalog=CATALOG).statements
        if any(diagnostic.severity == "error" for diagnostic in statement.diagnostics):
            continue  # the grammar wants something else there
        roles = function.roles(count)
        expected = {f"c{i}" for i, role in enumerate(roles) if role in ("value", "key")}
        got = {str(edge.source.column) for edge in statement.edges}
        if got != (set() if function.kind == "nosource" else expected):
            wrong.append(f"{sql}: expected {sorted(expected)}, got {sorted(got)}")
    assert wrong == []
