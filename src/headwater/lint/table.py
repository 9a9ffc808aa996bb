"""The rules as a table: code, name, severity, whether on by default, message, fix, why, and the function that looks.

L0 is what could not be judged, L1 what makes a model (to be switched on), L2 what lineage makes visible.
"""

from __future__ import annotations

from collections.abc import Iterable

from headwater.lint.rule import Rule
from headwater.lint.rules import columns, ctes, joins, models, readable

RULES: tuple[Rule, ...] = (
    Rule(
        "L001", "unreadable", "error", True,
        "{0}",
        "Correct the statement, or pass the right --dialect.",
        "A statement that cannot be read is not judged by any other rule.",
        readable.unreadable,
    ),
    Rule(
        "L101", "model-start", "error", False,
        "Models must start with SELECT or WITH; this one starts with {0}.",
        "Leave the query alone in its file, and let the tool that runs the model write it to its table.",
        "Models are transformations, not DML.",
        models.begins_otherwise,
    ),
    Rule(
        "L102", "scalar-subquery", "error", False,
        "Scalar subqueries in SELECT columns are not supported. Rewrite using a CTE and JOIN.",
        "Group the subquery by its key in a CTE, and LEFT JOIN that CTE.",
        "A subquery per row hides a join: as a CTE it has a name, a key, and lineage of its own.",
        models.scalar_subquery,
    ),
    Rule(
        "L201", "final-star", "warning", True,
        "A star in the final SELECT hands on whatever columns {0} has.",
        "Name the columns.",
        "A column added to the table changes the result, and whoever reads it, without anybody's decision.",
        columns.final_star,
    ),
    Rule(
        "L202", "ambiguous-column", "warning", True,
        "Column {0} could come from {1}.",
        "Qualify it with its table.",
        "A column of the same name added to the other table breaks the statement, or changes what it means.",
        columns.ambiguous,
    ),
    Rule(
        "L203", "unused-cte", "warning", True,
        "Nothing in the result stands on the CTE {0}.",
        "Remove it.",
        "What is never read is read by people all the same.",
        ctes.unused,
    ),
    Rule(
        "L204", "unused-cte-column", "warning", True,
        "Column {0} of the CTE {1} is never read.",
        "Remove it.",
        "An unused column keeps its sources in the statement, and in the way of whoever wants to change them.",
        ctes.unused_column,
    ),
    Rule(
        "L205", "implicit-cross-join", "warning", True,
        "{0} is joined to the rest by no condition: every row meets every row.",
        "Add the condition, as JOIN … ON; or write CROSS JOIN where it is meant.",
        "A comma with a forgotten condition multiplies rows in silence.",
        joins.implicit_cross,
    ),
    Rule(
        "L206", "positional-insert", "warning", True,
        "INSERT INTO {0} names no columns: values go by position.",
        "Name the columns behind the table.",
        "When the table's columns change their order, values land in the wrong ones without an error.",
        columns.positional_insert,
    ),
    Rule(
        "L207", "union-names", "warning", True,
        "Column {0} is called {1} in the first SELECT and {2} in this one.",
        "Give it the same alias, or put the columns in the same order.",
        "Set operations match by position: names that differ are how swapped columns show.",
        columns.union_names,
    ),
    Rule(
        "L208", "join-keys", "warning", True,
        "The keys of this join are made differently: {0} on one side, {1} on the other.",
        "Derive both keys in the same way.",
        "A key that went through lower, trim, a cast or a hash matches only what went through the same.",
        joins.different_keys,
    ),
)  # fmt: skip

DEFAULT: tuple[str, ...] = tuple(rule.code for rule in RULES if rule.default)


def chosen(
    select: Iterable[str] | None = None, extend: Iterable[str] = (), ignore: Iterable[str] = ()
) -> tuple[Rule, ...]:
    """The rules that are on. Each word is a code, the beginning of codes, a name, or `all`. Raises `ValueError`.

    >>> [rule.code for rule in chosen(["L1"], ["final-star"], ["L101"])]
    ['L102', 'L201']
    """
    on = set(DEFAULT) if select is None else _codes(select)
    on = (on | _codes(extend)) - _codes(ignore)
    return tuple(rule for rule in RULES if rule.code in on)


def _codes(words: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for word in words:
        key = word.strip()
        codes = {
            rule.code
            for rule in RULES
            if key.lower() in ("all", rule.name) or (key and rule.code.startswith(key.upper()))
        }
        if not codes:
            raise ValueError(f"There is no rule {word!r}. There are: {', '.join(rule.code for rule in RULES)}.")
        found |= codes
    return found
