"""The rules as a table: code, name, severity, whether on by default, message, fix, why, and the function that looks.

L0 is what could not be judged, L1 what makes a model (to be switched on), L2 what lineage makes visible.
"""

from __future__ import annotations

from collections.abc import Iterable

from headwater.base.similar import nearest
from headwater.lint.rule import Rule
from headwater.lint.rules import columns, comments, ctes, joins, models, readable

RULES: tuple[Rule, ...] = (
    Rule(
        "L001", "unreadable", "error", True,
        "{0}",
        "Correct the statement, or pass the right --dialect.",
        "A statement that cannot be read is not judged by any other rule.",
        "SELECT a FROM (SELECT b FROM t",
        "SELECT a FROM (SELECT a FROM t) q",
        readable.unreadable,
    ),
    Rule(
        "L002", "unknown-noqa", "warning", True,
        "noqa names {0}, which is no rule.",
        "`headwater lint --rules` lists them; codes of other tools go into the setting `external`.",
        "A comment with a slip in it silences nothing.",
        "SELECT 1 AS a -- noqa: L299",
        "SELECT 1 AS a -- noqa: L201",
        comments.of_the_text,
    ),
    Rule(
        "L003", "unused-noqa", "warning", False,
        "{0} silences nothing here.",
        "Remove it.",
        "A comment that outlives its reason hides the next finding.",
        "SELECT 1 AS a -- noqa: L201",
        "SELECT * FROM t -- noqa: L201",
        comments.of_the_text,
    ),
    Rule(
        "L101", "model-start", "error", False,
        "Models must start with SELECT or WITH; this one starts with {0}.",
        "Leave the query alone in its file, and let the tool that runs the model write it to its table.",
        "Models are transformations, not DML.",
        "CREATE TABLE daily AS SELECT day FROM orders",
        "SELECT day FROM orders",
        models.begins_otherwise,
    ),
    Rule(
        "L102", "scalar-subquery", "error", False,
        "Scalar subqueries in SELECT columns are not supported. Rewrite using a CTE and JOIN.",
        "Group the subquery by its key in a CTE, and LEFT JOIN that CTE.",
        "A subquery per row hides a join: as a CTE it has a name, a key, and lineage of its own.",
        "SELECT c.id, (SELECT MAX(o.day) FROM orders o WHERE o.customer_id = c.id) AS last_day FROM customers c",
        "WITH last AS (SELECT customer_id, MAX(day) AS day FROM orders GROUP BY customer_id) SELECT"
        " c.id, last.day FROM customers c LEFT JOIN last ON c.id = last.customer_id",
        models.scalar_subquery,
    ),
    Rule(
        "L201", "final-star", "warning", True,
        "A star in the final SELECT hands on whatever columns {0} has.",
        "Name the columns.",
        "A column added to the table changes the result, and whoever reads it, without anybody's decision.",
        "SELECT * FROM orders",
        "SELECT id, day FROM orders",
        columns.final_star,
    ),
    Rule(
        "L202", "ambiguous-column", "warning", True,
        "Column {0} could come from {1}.",
        "Qualify it with its table.",
        "A column of the same name added to the other table breaks the statement, or changes what it means.",
        "SELECT id FROM orders o JOIN customers c ON o.customer_id = c.id",
        "SELECT o.id FROM orders o JOIN customers c ON o.customer_id = c.id",
        columns.ambiguous,
    ),
    Rule(
        "L203", "unused-cte", "warning", True,
        "Nothing in the result stands on the CTE {0}.",
        "Remove it.",
        "What is never read is read by people all the same.",
        "WITH old AS (SELECT id FROM orders) SELECT id FROM customers",
        "SELECT id FROM customers",
        ctes.unused,
    ),
    Rule(
        "L204", "unused-cte-column", "warning", True,
        "Column {0} of the CTE {1} is never read.",
        "Remove it.",
        "An unused column keeps its sources in the statement, and in the way of whoever wants to change them.",
        "WITH o AS (SELECT id, day FROM orders) SELECT id FROM o",
        "WITH o AS (SELECT id FROM orders) SELECT id FROM o",
        ctes.unused_column,
    ),
    Rule(
        "L205", "implicit-cross-join", "warning", True,
        "{0} is joined to the rest by no condition: every row meets every row.",
        "Add the condition, as JOIN … ON; or write CROSS JOIN where it is meant.",
        "A comma with a forgotten condition multiplies rows in silence.",
        "SELECT o.id, c.name FROM orders o, customers c",
        "SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer_id = c.id",
        joins.implicit_cross,
    ),
    Rule(
        "L206", "positional-insert", "warning", True,
        "INSERT INTO {0} names no columns: values go by position.",
        "Name the columns behind the table.",
        "When the table's columns change their order, values land in the wrong ones without an error.",
        "INSERT INTO daily SELECT day, n FROM totals",
        "INSERT INTO daily (day, n) SELECT day, n FROM totals",
        columns.positional_insert,
    ),
    Rule(
        "L207", "union-names", "warning", True,
        "Column {0} is called {1} in the first SELECT and {2} in this one.",
        "Give it the same alias, or put the columns in the same order.",
        "Set operations match by position: names that differ are how swapped columns show.",
        "SELECT id, name FROM customers UNION ALL SELECT name, id FROM archived",
        "SELECT id, name FROM customers UNION ALL SELECT id, name FROM archived",
        columns.union_names,
    ),
    Rule(
        "L208", "join-keys", "warning", True,
        "The keys of this join are made differently: {0} on one side, {1} on the other.",
        "Derive both keys in the same way.",
        "A key that went through lower, trim, a cast or a hash matches only what went through the same.",
        "WITH k AS (SELECT lower(email) AS email FROM signups) SELECT c.id FROM customers c JOIN k "
        "ON c.email = k.email",
        "WITH k AS (SELECT lower(email) AS email FROM signups) SELECT c.id FROM customers c JOIN k "
        "ON lower(c.email) = k.email",
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


def matches(rule: Rule, word: str) -> bool:
    """Whether a word means a rule: its code, the beginning of it, its name, or `all`."""
    return word.lower() in ("all", rule.name) or bool(word and rule.code.startswith(word.upper()))


def _codes(words: Iterable[str]) -> set[str]:
    names: set[str] = set()
    for word in words:
        key = word.strip()
        codes = {rule.code for rule in RULES if matches(rule, key)}
        if not codes:
            meant = nearest(key, (name for rule in RULES for name in (rule.code, rule.name)))
            more = f" Did you mean {meant}?" if meant is not None else ""
            said = f"There is no rule {word!r}.{more} There are: {', '.join(rule.code for rule in RULES)}."
            raise ValueError(said)
        names |= codes
    return names
