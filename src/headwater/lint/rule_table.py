"""The table of rules: code, name, severity, default, message, fix, reason, bad and good example, check function.

L0xx: the statement could not be checked. L1xx: rules for models, off by default. L2xx: rules that use the lineage.
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
        "No other rule can check a statement that cannot be parsed.",
        "SELECT a FROM (SELECT b FROM t",
        "SELECT a FROM (SELECT a FROM t) q",
        readable.unreadable,
    ),
    Rule(
        "L002", "unknown-noqa", "warning", True,
        "noqa names {0}, which is not a rule.",
        "Run `headwater lint --rules` for the list. Put codes of other tools into the setting `external`.",
        "A comment with a misspelled code suppresses nothing.",
        "SELECT 1 AS a -- noqa: L299",
        "SELECT 1 AS a -- noqa: L201",
        comments.checked_on_text,
    ),
    Rule(
        "L003", "unused-noqa", "warning", False,
        "Unused {0}: it suppresses nothing.",
        "Remove it.",
        "An unused comment can hide a later finding.",
        "SELECT 1 AS a -- noqa: L201",
        "SELECT * FROM t -- noqa: L201",
        comments.checked_on_text,
    ),
    Rule(
        "L101", "model-start", "error", False,
        "Models must start with SELECT or WITH; this one starts with {0}.",
        "Keep only the query in the file. The tool that runs the model writes its table.",
        "Models are transformations, not DML.",
        "CREATE TABLE daily AS SELECT day FROM orders",
        "SELECT day FROM orders",
        models.begins_otherwise,
    ),
    Rule(
        "L102", "scalar-subquery", "error", False,
        "Scalar subqueries in SELECT columns are not supported. Rewrite using a CTE and JOIN.",
        "Move the subquery into a CTE, grouped by its key, and LEFT JOIN the CTE.",
        "A scalar subquery hides a join. As a CTE it has a name, a key and its own lineage.",
        "SELECT c.id, (SELECT MAX(o.day) FROM orders o WHERE o.customer_id = c.id) AS last_day FROM customers c",
        "WITH last AS (SELECT customer_id, MAX(day) AS day FROM orders GROUP BY customer_id) SELECT"
        " c.id, last.day FROM customers c LEFT JOIN last ON c.id = last.customer_id",
        models.scalar_subquery,
    ),
    Rule(
        "L103", "in-subquery", "error", False,
        "IN (SELECT …) is supported in WHERE and HAVING only.",
        "Join the subquery's table, or filter in a WHERE clause.",
        "In a SELECT column or a join, a membership test hides a join that has no name.",
        "SELECT c.id, c.id IN (SELECT o.customer_id FROM orders o) AS buys FROM customers c",
        "SELECT c.id FROM customers c WHERE c.id IN (SELECT o.customer_id FROM orders o)",
        models.membership,
    ),
    Rule(
        "L201", "final-star", "warning", True,
        "The star in the final SELECT returns every column of {0}.",
        "List the columns.",
        "A column added to the table silently changes the result and everything that reads it.",
        "SELECT * FROM orders",
        "SELECT id, day FROM orders",
        columns.final_star,
    ),
    Rule(
        "L202", "ambiguous-column", "warning", True,
        "Column {0} is ambiguous: it could come from {1}.",
        "Qualify it with a table name.",
        "A column of the same name added to another table breaks the statement or changes its meaning.",
        "SELECT id FROM orders o JOIN customers c ON o.customer_id = c.id",
        "SELECT o.id FROM orders o JOIN customers c ON o.customer_id = c.id",
        columns.ambiguous,
    ),
    Rule(
        "L203", "unused-cte", "warning", True,
        "CTE {0} is not used by the result.",
        "Remove it.",
        "Unused code costs every reader time.",
        "WITH old AS (SELECT id FROM orders) SELECT id FROM customers",
        "SELECT id FROM customers",
        ctes.unused,
    ),
    Rule(
        "L204", "unused-cte-column", "warning", True,
        "Column {0} of CTE {1} is not used.",
        "Remove it.",
        "An unused column makes the statement depend on source columns that it does not need.",
        "WITH o AS (SELECT id, day FROM orders) SELECT id FROM o",
        "WITH o AS (SELECT id FROM orders) SELECT id FROM o",
        ctes.unused_column,
    ),
    Rule(
        "L205", "implicit-cross-join", "warning", True,
        "{0} is joined without a condition: this is a cross join.",
        "Write JOIN … ON with a condition, or CROSS JOIN if you mean one.",
        "A comma join with a forgotten condition silently multiplies rows.",
        "SELECT o.id, c.name FROM orders o, customers c",
        "SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer_id = c.id",
        joins.implicit_cross,
    ),
    Rule(
        "L206", "positional-insert", "warning", True,
        "INSERT INTO {0} has no column list: values are matched by position.",
        "List the columns after the table name.",
        "If the order of the table's columns changes, values go to the wrong columns without an error.",
        "INSERT INTO daily SELECT day, n FROM totals",
        "INSERT INTO daily (day, n) SELECT day, n FROM totals",
        columns.positional_insert,
    ),
    Rule(
        "L207", "union-names", "warning", True,
        "Column {0} is named {1} in the first SELECT and {2} in this one.",
        "Give it the same alias, or put the columns in the same order.",
        "Set operations match columns by position, so different names often mean swapped columns.",
        "SELECT id, name FROM customers UNION ALL SELECT name, id FROM archived",
        "SELECT id, name FROM customers UNION ALL SELECT id, name FROM archived",
        columns.union_names,
    ),
    Rule(
        "L208", "join-keys", "warning", True,
        "The keys of this join are computed differently: {0} on one side, {1} on the other.",
        "Compute both keys in the same way.",
        "A key after lower, trim, a cast or a hash matches only keys computed in the same way.",
        "WITH k AS (SELECT lower(email) AS email FROM signups) SELECT c.id FROM customers c JOIN k "
        "ON c.email = k.email",
        "WITH k AS (SELECT lower(email) AS email FROM signups) SELECT c.id FROM customers c JOIN k "
        "ON lower(c.email) = k.email",
        joins.different_keys,
    ),
)  # fmt: skip

DEFAULT: tuple[str, ...] = tuple(rule.code for rule in RULES if rule.default)


def select_rules(
    select: Iterable[str] | None = None, extend: Iterable[str] = (), ignore: Iterable[str] = ()
) -> tuple[Rule, ...]:
    """The rules that are on. Each item is a code, the beginning of codes, a name, or `all`. Raises `ValueError`.

    >>> [rule.code for rule in select_rules(["L1"], ["final-star"], ["L101"])]
    ['L102', 'L103', 'L201']
    """
    on = set(DEFAULT) if select is None else _codes(select)
    on = (on | _codes(extend)) - _codes(ignore)
    return tuple(rule for rule in RULES if rule.code in on)


def matches(rule: Rule, text: str) -> bool:
    """Whether a text names a rule: its code, the beginning of it, its name, or `all`."""
    return text.lower() in ("all", rule.name) or bool(text and rule.code.startswith(text.upper()))


def _codes(texts: Iterable[str]) -> set[str]:
    selected: set[str] = set()
    for text in texts:
        key = text.strip()
        codes = {rule.code for rule in RULES if matches(rule, key)}
        if not codes:
            meant = nearest(key, (name for rule in RULES for name in (rule.code, rule.name)))
            hint = f" Did you mean {meant}?" if meant is not None else ""
            message = f"Unknown rule {text!r}.{hint} Rules: {', '.join(rule.code for rule in RULES)}."
            raise ValueError(message)
        selected |= codes
    return selected
