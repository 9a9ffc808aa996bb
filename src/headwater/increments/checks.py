"""The check of answers against the tables that engines say they read (`rows.check_sql`), for an increment.

What a text may be checked with depends on the views and tables of all texts, so the check is made for all of them: it
reads the names in the answers, and nothing else. Diagnostics change where it comes out otherwise than before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater.base.codes import NOT_READ_BY_ENGINE, READ_BY_ENGINE
from headwater.increments.relations import fetch, table, view
from headwater.rows.check_sql import CHECK_DIAGNOSTICS, CHECKS, NO_CHECKS, USED_NAMES
from headwater.rows.warehouse import TABLES

if TYPE_CHECKING:
    import duckdb

_CODES = f"('{READ_BY_ENGINE.id}', '{NOT_READ_BY_ENGINE.id}')"
_FIELDS = ", ".join(f'"{name}"' for name in TABLES["diagnostics"].names)
_SAYS = "statement, code, message"
CHANGED = f"t.code IN {_CODES} AND t.statement IN (SELECT statement FROM checked_otherwise)"
"""Diagnostics of before that the check no longer says, or says in other words."""


def check(db: duckdb.DuckDBPyConnection, diagnostics: str) -> None:
    """Make `checks`, and of the texts that are not affected `check_diagnostics`, and `checked_otherwise`: the
    statements of which it says something else than `diagnostics`, those of before.
    """
    if fetch(db, "SELECT 1 FROM effective WHERE part = 'referenced' LIMIT 1"):
        _check(db)
    else:
        table(db, "checks", NO_CHECKS.format(units="units"))
    others = "split_part(split_part(t.statement, '-', 1), '.', 1) NOT IN (SELECT unit FROM affected)"
    view(
        db,
        "other_answers",
        """SELECT a.unit, a.statement, a.number, a.span_start, a.span_end, a.line, a.column_number
FROM old_final AS a WHERE split_part(a.unit, '.', 1) NOT IN (SELECT unit FROM affected)""",
    )
    rows = CHECK_DIAGNOSTICS.format(checks="checks", answers="other_answers")
    table(db, "check_diagnostics", f"SELECT * FROM ({rows}) AS t({_FIELDS})")
    before = f"""SELECT {_SAYS} FROM {diagnostics} AS t
WHERE t.code IN {_CODES} AND {others} AND t.statement IN (SELECT statement FROM other_answers)"""
    now = f"SELECT {_SAYS} FROM check_diagnostics"
    table(
        db,
        "checked_otherwise",
        f"SELECT DISTINCT statement FROM (({before} EXCEPT {now}) UNION ALL ({now} EXCEPT {before}))",
    )


def _check(db: duckdb.DuckDBPyConnection) -> None:
    view(
        db,
        "checked_answers",
        """SELECT a.unit, a.statement, a.kind, a.datasets
FROM old_final AS a WHERE split_part(a.unit, '.', 1) NOT IN (SELECT unit FROM affected)
UNION ALL BY NAME SELECT unit, statement, kind, datasets FROM answers""",
    )
    # as `rows.epoch_sql.PIECES` has it: what logs say of a text that is in pieces counts for the first
    table(
        db,
        "referenced",
        """SELECT k.part, CASE WHEN c.unit IS NULL THEN k.unit ELSE concat(k.unit, '.0') END AS unit, k.dialect, k.text
FROM effective AS k LEFT JOIN (
  SELECT unit FROM old_stretches WHERE unit NOT IN (SELECT unit FROM affected) UNION SELECT unit FROM stretches
) AS c ON c.unit = k.unit
WHERE k.part = 'referenced'""",
    )
    relations = {"answers": "checked_answers", "units": "present_units", "ingested": "referenced"}
    table(db, "used_names", USED_NAMES.format(**relations))
    table(db, "checks", CHECKS.format(used_names="used_names", **relations))
