"""What a statement shows of its language, by its text: the rows of a proof. It may show several features, or none.

To add one: a name and a pattern. The first column of `docs/proof.md` is this table.
"""

from __future__ import annotations

import re

FEATURES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE | re.DOTALL))
    for name, pattern in (
        ("INSERT", r"^\s*(?:WITH\b.*)?INSERT\b"),
        ("CREATE … AS", r"^\s*CREATE\b.*\bAS\s*\(?\s*(?:SELECT|WITH|FROM|VALUES)\b"),
        ("UPDATE, MERGE, DELETE", r"^\s*(?:WITH\b.*)?(?:UPDATE|MERGE|DELETE)\b"),
        ("star", r"(?:SELECT|,)\s*(?:\w+\.)?\*|COLUMNS\s*\("),
        ("join", r"\bJOIN\b"),
        ("USING and NATURAL", r"\bUSING\s*\(|\bNATURAL\b"),
        ("CTE", r"^\s*(?:INSERT\b.*|CREATE\b.*)?\bWITH\b[^;]*\bAS\s*(?:NOT\s+)?(?:MATERIALIZED\s*)?\("),
        ("recursive CTE", r"\bWITH\s+RECURSIVE\b"),
        ("subquery in an expression", r"\(\s*SELECT\b"),
        ("set operation", r"\b(?:UNION|INTERSECT|EXCEPT|MINUS)\b"),
        ("GROUP BY", r"\bGROUP\s+BY\b"),
        ("grouping sets", r"\b(?:ROLLUP|CUBE|GROUPING\s+SETS)\b"),
        ("window", r"\bOVER\s*[(\w]"),
        ("window table function", r"\b(?:TUMBLE|HOP|CUMULATE|SESSION)\s*\(\s*(?:DATA\s*=>\s*)?TABLE\b"),
        ("MATCH_RECOGNIZE", r"\bMATCH_RECOGNIZE\b"),
        ("table as of a time", r"\bFOR\s+SYSTEM_TIME\s+AS\s+OF\b"),
        ("table function", r"\bTABLE\s*\(\s*\w+\s*\("),
        ("CASE and IF", r"\bCASE\b|\bmultiIf\b|\bif\s*\("),
        ("unnest", r"\bUNNEST\b|\bARRAY\s+JOIN\b|\bLATERAL\s+VIEW\b|\bexplode\b|\barrayJoin\b"),
        ("lambda", r"->|\blambda\b"),
        ("pivot", r"\b(?:UN)?PIVOT\b"),
        ("struct, tuple, map", r"\bstruct\b|\bstruct_pack\b|\brow\s*\(|\btuple\b|\bmap\b|\bnamed_struct\b|\{\s*'"),
        ("array, list", r"\barray\b|\blist_\w+\s*\(|\[[^\]]*\]"),
        ("pipe", r"\|>"),
    )
)


def features(sql: str) -> list[str]:
    """The features that a statement shows.

    >>> features("SELECT * FROM a JOIN b USING (x)")
    ['star', 'join', 'USING and NATURAL']
    """
    return [name for name, pattern in FEATURES if pattern.search(sql)]
