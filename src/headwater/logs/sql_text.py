"""Whether a text is SQL, by its first word: for logs that keep other things in the same field."""

from __future__ import annotations

import re

VERBS = frozenset(
    {
        "SELECT",
        "WITH",
        "INSERT",
        "UPDATE",
        "DELETE",
        "MERGE",
        "CREATE",
        "DROP",
        "ALTER",
        "TRUNCATE",
        "FROM",
        "VALUES",
        "TABLE",
        "EXPLAIN",
        "DESCRIBE",
        "DESC",
        "SHOW",
        "USE",
        "SET",
        "RESET",
        "COPY",
        "EXPORT",
        "IMPORT",
        "ATTACH",
        "DETACH",
        "BEGIN",
        "START",
        "COMMIT",
        "ROLLBACK",
        "ABORT",
        "CALL",
        "EXECUTE",
        "PREPARE",
        "DEALLOCATE",
        "PIVOT",
        "UNPIVOT",
        "SUMMARIZE",
        "PRAGMA",
        "INSTALL",
        "LOAD",
        "FORCE",
        "CHECKPOINT",
        "VACUUM",
        "ANALYZE",
        "ANALYSE",
        "CACHE",
        "UNCACHE",
        "REFRESH",
        "MSCK",
        "REPAIR",
        "ADD",
        "LIST",
        "GRANT",
        "REVOKE",
        "REPLACE",
        "RENAME",
        "EXCHANGE",
        "OPTIMIZE",
        "SYSTEM",
        "KILL",
        "DECLARE",
        "MAP",
        "REDUCE",
        "COMMENT",
        "UPSERT",
    }
)
_BLANK = re.compile(r"(?:\s+|--[^\n]*(?:\n|$)|/\*.*?\*/|[(;])*", re.DOTALL)
_FIRST_WORD = re.compile(r"([A-Za-z]+)(?=[\s;(*'\"`/-]|$)\s*(\S*)")
# What people write about a job begins with such words too: "load the daily table", "update of orders"
_PROSE = frozenset({"the", "an", "at", "of", "for", "and", "our", "all"})


def looks_like_sql(text: object) -> bool:
    """Whether a statement may begin here.

    >>> [looks_like_sql(text) for text in ("/* daily */ SELECT 1", "collect at orders.py:12", "load the table")]
    [True, False, False]
    """
    if not isinstance(text, str):
        return False
    start = _BLANK.match(text)
    match = _FIRST_WORD.match(text, start.end() if start else 0)
    if match is None or match[1].upper() not in VERBS:
        return False
    return match[1].upper() == "SELECT" or match[2].lower() not in _PROSE
